"""Players on one scale, by the games they won against each other and against AI cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import Final, NamedTuple

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.figures import Figures
from moonflight_solo.playtest.kinds import AI, ELO, expected
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.statistics import Z
from moonflight_solo.playtest.summary import PlayerRating
from moonflight_solo.playtest.ways.paired import FARED, Fared

THOUGHT: Final = 0.5
"""Of every pairing that was played, so many games are thought won and lost beside it: who won
all games is stronger, but not without end (Firth 1993)."""


class Result(NamedTuple):
    """What ``one`` did in games against ``other``; the ``unfinished`` ones nobody won."""

    one: str
    other: str
    won: int
    lost: int
    unfinished: int = 0


def ratings(results: Iterable[Result], anchor: str = AI) -> list[PlayerRating]:
    """Return the strength of every player that games join to ``anchor``, who is at 0.

    The strengths are those under which the results are likeliest, if who wins hangs on the
    difference alone (Bradley and Terry 1952), and the intervals are those of what is learnt from
    the games (the inverse of the information). The weakest stands first; the anchor has no
    interval. Pairings of which no game came to its End, and those of players whom no chain of
    games joins to the anchor, are left out.
    """
    played = [each for each in results if each.won + each.lost and each.one != each.other]
    joined = _joined(played, anchor)
    played = [each for each in played if each.one in joined]
    others = sorted(joined - {anchor})
    middle = _fitted(played, others)
    found = [PlayerRating(anchor, 0.0, 0.0, 0.0, 0.0, 0.0, _games(played, anchor))]
    for player in others:
        strength, reach = middle[player]
        least, below = _fitted([_ended(each, player, 0) for each in played], others)[player]
        most, above = _fitted([_ended(each, player, 1) for each in played], others)[player]
        found.append(
            PlayerRating(
                player,
                strength,
                strength - reach,
                strength + reach,
                min(strength - reach, least - below),
                max(strength + reach, most + above),
                _games(played, player),
            )
        )
    return sorted(found, key=lambda each: (each.strength, each.player))


def _games(played: Iterable[Result], player: str) -> int:
    return sum(each.won + each.lost for each in played if player in each[:2])


def _joined(played: Sequence[Result], anchor: str) -> set[str]:
    """Return ``anchor`` and all whom a chain of games joins to it."""
    joined, before = {anchor}, 0
    while len(joined) > before:
        before = len(joined)
        for each in played:
            if joined.intersection(each[:2]):
                joined.update(each[:2])
    return joined


def _ended(result: Result, player: str, won: int) -> Result:
    if player not in result[:2]:
        return result
    mine = won if result.one == player else 1 - won
    more = (result.unfinished * mine, result.unfinished * (1 - mine))
    return Result(result.one, result.other, result.won + more[0], result.lost + more[1])


def _fitted(played: Sequence[Result], others: Sequence[str]) -> dict[str, tuple[float, float]]:
    at = {player: number for number, player in enumerate(others)}
    own = [0.0] * len(others)
    for _ in range(100):  # Newton's steps, none longer than what 10 to 1 is worth
        slope, curve = _slope(played, at, own)
        steps = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in _inverse(curve)]
        own = [a + max(-ELO, min(ELO, step)) for a, step in zip(own, steps, strict=True)]
        if all(abs(step) < 1e-9 for step in steps):
            break
    spread = _inverse(_slope(played, at, own)[1])
    return {player: (own[n], Z * sqrt(spread[n][n])) for player, n in at.items()}


def _slope(
    played: Iterable[Result], at: Mapping[str, int], own: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """Return how the likelihood of the results rises with each strength, and its curve."""
    slope, curve = [0.0] * len(own), [[0.0] * len(own) for _ in own]
    for each in played:
        won, games = each.won + THOUGHT, each.won + each.lost + 2 * THOUGHT
        one, other = at.get(each.one), at.get(each.other)
        share = expected(0.0 if one is None else own[one], 0.0 if other is None else own[other])
        for mine, sign in ((one, 1), (other, -1)):
            if mine is not None:
                slope[mine] += sign * (won - games * share) / ELO
                curve[mine][mine] += games * share * (1 - share) / ELO**2
        if one is not None and other is not None:
            curve[one][other] -= games * share * (1 - share) / ELO**2
            curve[other][one] = curve[one][other]
    return slope, curve


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    size = len(matrix)
    rows = [[*row, *(float(n == at) for n in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        best = max(range(at, size), key=lambda n: abs(rows[n][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for n in range(size):
            if n != at:
                factor = rows[n][at]
                rows[n] = [a - factor * b for a, b in zip(rows[n], rows[at], strict=True)]
    return [row[size:] for row in rows]


def smallest_that_wins_half(found: Iterable[PlayerRating]) -> tuple[str | None, str | None]:
    """Return the smallest search that surely wins half against the anchor, and that may do.

    What unfinished games leave open is left open here too. ``None`` where no search does.
    """
    searching = [each for each in found if each.player.startswith("search=")]
    searching.sort(key=lambda each: int(each.player.partition("=")[2]))
    surely = next((each.player for each in searching if each.least >= 0), None)
    perhaps = next((each.player for each in searching if each.most >= 0), None)
    return surely, perhaps


def players_table(figures: Figures, others: Sequence[s.TreatmentSummary]) -> s.PlayersTable | None:
    """Return the table that the treatments of a plan make, ``None`` if they make none."""
    plan = figures.plan
    numbers = [number for number, each in enumerate(plan.others) if each.what == "table"]
    if not numbers:
        return None
    cells = [_filled(figures, plan, None, 0)]
    for number in numbers:
        there = plan.treated(plan.others[number])
        seats = [at for at, seat in enumerate(there.seats) if seat.player != AI] or [0]
        for at in seats if there.seats[0] != there.seats[1] else seats[:1]:
            cells.append(_filled(figures, there, number, at))
    against_cards = [each for each in cells if each.rival == AI and each.player != AI]
    rated = ratings(_result(each) for each in against_cards)
    return s.PlayersTable(tuple(cells), tuple(rated), *smallest_that_wins_half(rated))


def _filled(figures: Figures, there: Plan, number: int | None, at: int) -> s.PlayerCell:
    tally, own, rival = figures.tally, there.seats[at], there.seats[1 - at]
    beside = None
    if number is None:
        games, unfinished = tally[("games",)], tally[("unfinished",)]
        won = tally[("seat", at, "won")]
        examples = figures.examples(tally.seeds(("seat", at, "won")))
    else:
        other = ("other", number)
        key = (*other, "seat", at)
        games, unfinished = tally[(*other, "games")], tally[(*other, "unfinished", "there")]
        won = sum(tally[(*key, here, "won")] for here in FARED)
        seeds = sorted({seed for here in FARED for seed in tally.seeds((*key, here, "won"))})
        examples = figures.examples(seeds[:1], plan=there)
        if own.player != AI and rival.player == AI and games:
            fared = Fared.of(tally, key)
            bounds = fared.bounds()
            beside = s.Change(bounds.value, bounds.low, bounds.high)
    return s.PlayerCell(
        own.jack,
        own.player,
        rival.jack,
        rival.player,
        figures.share_of(won, games - unfinished, examples),
        s.WinBounds(figures.share_of(won, games), figures.share_of(won + unfinished, games)),
        beside,
    )


def _result(cell: s.PlayerCell) -> Result:
    won, ended = cell.wins.count, cell.wins.of
    return Result(cell.player, AI, won, ended - won, cell.bounds.all_won.of - ended)
