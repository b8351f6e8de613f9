"""Players of every kind in every pairing of the Jacks: what each makes of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.figures import Figures
from moonflight_solo.playtest.kinds import AI, kind_of
from moonflight_solo.playtest.ladder import Result, ratings, smallest_that_wins_half
from moonflight_solo.playtest.plan import Plan, SeatPlan, Treatment
from moonflight_solo.playtest.ways.paired import FARED, Fared


def with_players(plan: Plan, players: Sequence[str]) -> Plan:
    """Return ``plan`` with the same seeds to be played by other players as well.

    Each plays each seat against the AI card in the other one, and both seats; and each Jack
    against itself, where the AI card plays both seats too. Raises :class:`UsageError` unless two
    seats are played by AI cards.
    """
    if not players:
        return plan
    if len(plan.seats) != 2 or any(seat.player != AI for seat in plan.seats):
        raise UsageError("--players stands beside two seats that are played by their AI cards.")
    kinds = list(dict.fromkeys(str(kind_of(word)) for word in players))
    one, two = plan.seats
    cells = [*_pairing("", one, two, kinds)]
    for jack in dict.fromkeys(plan.seats) if one.jack != two.jack else ():
        mirror = _cell("", jack, jack)
        cells += [mirror, *_pairing(mirror.label, jack, jack, kinds)]
    return msgspec.structs.replace(plan, others=(*plan.others, *cells))


def _pairing(than: str, one: SeatPlan, two: SeatPlan, kinds: Sequence[str]) -> Iterator[Treatment]:
    for kind in kinds:
        by = [msgspec.structs.replace(seat, player=kind) for seat in (one, two)]
        yield _cell(than, by[0], two)
        if one.jack != two.jack:
            yield _cell(than, one, by[1])
            yield _cell(than, *by)


def _cell(than: str, one: SeatPlan, two: SeatPlan) -> Treatment:
    label = f"{one.jack}:{one.player} against {two.jack}:{two.player}"
    return Treatment(label=label, what="table", than=than, seats=(one, two))


# -------------------------------------------------------------------------------- what it says


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
    """Return what the seat ``at`` won in the games of a treatment, or of the plan."""
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
