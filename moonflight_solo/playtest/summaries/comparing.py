"""Results of playing the same seeds in several ways: treatments, comparisons and players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from math import log
from typing import Final, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from moonflight_solo.playtest.paired import FARED, PairedResults
from moonflight_solo.playtest.plan import Plan, Treatment, watch_command
from moonflight_solo.playtest.player_kinds import AI, ELO, rollouts_of
from moonflight_solo.playtest.statistics import Moments, Z, point_for, share_of
from moonflight_solo.playtest.summaries.figures import Counted, ExampleGame, Figures, Margin, Share
from moonflight_solo.playtest.tally import TallyKey


class WinBounds(Struct, frozen=True):
    """The share of all games a seat won, counting unfinished ones as all lost or all won."""

    all_lost: Share
    all_won: Share


class PairExample(ExampleGame, frozen=True):
    """A seed whose two games had different results, each with its command.

    ``first_difference`` says where they diverge; only a comparison computes it.
    """

    other_command: str | None
    first_difference: str | UnsetType | None = UNSET


class PairedSeat(Struct, frozen=True):
    """A seat's wins in both ways, over the seeds for which both games finished.

    ``bounds`` covers all pairs, whoever would have won the unfinished games; ``sequence`` does so
    too, and stays valid if results are checked repeatedly during play. The other intervals of
    differences hold for all :func:`compared_at_once`.
    """

    seat: int
    title: str
    wins_here: Share
    wins_other: Share
    win_difference: Margin
    bounds: Margin
    sequence: Margin
    score_difference: Margin
    only_here: Counted
    only_other: Counted


class TreatmentSummary(Struct, frozen=True):
    """The results of one treatment of the planned seeds.

    "Here" is the treatment labelled ``than``, or the plan if that is "".
    """

    label: str
    what: str
    than: str
    games: int
    pairs: int
    unfinished_here: Share
    unfinished_other: Share
    came_out_otherwise: Share
    seats: tuple[PairedSeat, ...]
    examples: tuple[PairExample, ...]


class PlayerCell(Struct, frozen=True):
    """A ``player``'s wins as one Jack ``against`` another, played by ``rival``.

    ``wins`` covers finished games, ``bounds`` all. ``beside`` is the difference to the AI card in
    the same seat on the same seeds: its value over pairs that both finished, its interval over all.
    It is ``None`` for an AI card, and if neither seat is played by its AI card.
    """

    jack: str
    player: str
    against: str
    rival: str
    wins: Share
    bounds: WinBounds
    beside: Margin | None


class PlayerRating(Struct, frozen=True):
    """A player's Elo strength: 100 points more wins 64 of 100 finished games.

    ``low`` to ``high`` is the 95% interval. ``least`` to ``most`` is the interval with every
    unfinished game counted as lost, or as won. An end is ``None`` if no such game, or every one,
    was won: then there is none. ``games`` counts the finished ones.
    """

    player: str
    strength: float
    low: float | None
    high: float | None
    least: float | None
    most: float | None
    games: int


class PlayersTable(Struct, frozen=True):
    """Players against AI cards and against themselves, in every pairing of Jacks.

    ``surely`` and ``perhaps`` are the smallest searches that win half against the AI cards.
    """

    cells: tuple[PlayerCell, ...]
    ratings: tuple[PlayerRating, ...]
    surely: str | None
    perhaps: str | None


def treatment_summary(figures: Figures, number: int) -> TreatmentSummary:
    """Return the results of one treatment, beside the plan or another treatment (``than``)."""
    other = figures.plan.others[number]
    at: TallyKey = ("other", number)
    games, pairs = figures.tally[(*at, "games")], figures.tally[(*at, "pairs")]
    ways = figures.plan.there(other.than), figures.plan.with_treatment(other)
    here, there = map(figures.played_by, ways)
    z = point_for(compared_at_once(figures.plan, other))
    return TreatmentSummary(
        label=other.label,
        what=other.what,
        than=other.than,
        games=games,
        pairs=pairs,
        unfinished_here=here.share(games, (*at, "unfinished", "here")),
        unfinished_other=there.share(games, (*at, "unfinished", "there")),
        came_out_otherwise=figures.share(games, (*at, "otherwise")),
        seats=tuple(_paired_seat(here, there, at, seat, z) for seat in range(len(ways[0].seats))),
        examples=tuple(
            PairExample(seed, watch_command(ways[0], seed), None, watch_command(ways[1], seed))
            for seed in figures.tally.seeds((*at, "otherwise"))
        ),
    )


def compared_at_once(plan: Plan, other: Treatment) -> int:
    """Return how many differences are listed with a treatment's, for a reader to pick from.

    That is one of each treatment, or if there is only this one, of each seat; of two seats one wins
    what the other loses. Players stand for themselves.
    """
    if other.what in _PLAYERS:
        return 1
    number, seats = sum(each.what not in _PLAYERS for each in plan.others), len(plan.seats)
    return number if number > 1 or seats < 3 else seats


_PLAYERS: Final = ("player", "table")


def _paired_seat(here: Figures, there: Figures, other: TallyKey, seat: int, z: float) -> PairedSeat:
    """Return a seat's results as planned beside those under a treatment, on the same seeds."""
    at, tally = (*other, "seat", seat), here.tally
    pairs, games = tally[(*other, "pairs")], tally[(*other, "games")]
    scores = Moments.of(tally.histogram(*at, "score"))
    points = Margin.of(scores.mean(z))
    fared = PairedResults.of(tally, at, here.plan.again)
    won = [(*at, "won", end) for end in ("won", "lost")]
    won_there = [(*at, end, "won") for end in ("won", "lost")]
    return PairedSeat(
        seat=seat + 1,
        title=there.plan.titles[seat],
        wins_here=here.share(pairs, *won),
        wins_other=there.share(pairs, *won_there),
        win_difference=Margin.of(fared.difference(z) if pairs else None),
        bounds=Margin.of(fared.bounds(z) if games else None),
        sequence=Margin.of(fared.sequence() if games else None),
        score_difference=points if scores.vary else Margin(points.difference),
        only_here=here.count(*at, "won", "lost"),
        only_other=there.count(*at, "lost", "won"),
    )


THOUGHT: Final = 0.5
"""Virtual games won and lost, so that a player who won all games gets a finite strength (Haldane
1956).
"""


class Result(NamedTuple):
    """A player's results against AI cards; nobody won the ``unfinished`` games."""

    player: str
    won: int
    lost: int
    unfinished: int = 0


def ratings(results: Iterable[Result]) -> list[PlayerRating]:
    """Return each player's strength, the weakest first.

    The AI card is the anchor, at 0 without an interval. A strength is the logarithm of the odds,
    and its interval that of the share of games won. Pairings without a finished game are left out.
    """
    pairings: defaultdict[str, list[Result]] = defaultdict(list)
    for each in results:
        if each.won + each.lost:
            pairings[each.player].append(each)
    every = sum(each.won + each.lost for some in pairings.values() for each in some)
    strengths = [PlayerRating(AI, 0.0, 0.0, 0.0, 0.0, 0.0, every)]
    for player, some in pairings.items():
        won, lost = sum(each.won for each in some), sum(each.lost for each in some)
        unfinished = sum(each.unfinished for each in some)
        games = won + lost
        strength = ELO * log((won + THOUGHT) / (lost + THOUGHT))
        ended, played = share_of(won, games), games + unfinished
        least, most = share_of(won, played).low, share_of(won + unfinished, played).high
        low, high, all_lost, all_won = map(_strength, (ended.low, ended.high, least, most))
        strengths.append(PlayerRating(player, strength, low, high, all_lost, all_won, games))
    return sorted(strengths, key=lambda each: (each.strength, each.player))


def _strength(share: float) -> float | None:
    """Return the strength at which this share of games is won."""
    return ELO * log(share / (1 - share)) if 0 < share < 1 else None


def smallest_that_wins_half(strengths: Iterable[PlayerRating]) -> tuple[str | None, str | None]:
    """Return the smallest search that surely wins half against the AI cards, and that may do so.

    Takes unfinished games into account. ``None`` where no search qualifies.
    """
    searches = (rating for rating in strengths if rollouts_of(rating.player))
    searching = sorted(searches, key=lambda each: rollouts_of(each.player))
    surely = (each.player for each in searching if each.least is not None and each.least >= 0)
    perhaps = (each.player for each in searching if each.most is None or each.most >= 0)
    return next(surely, None), next(perhaps, None)


def players_table(figures: Figures) -> PlayersTable | None:
    """Return the table of players from a plan's treatments, ``None`` if it has none."""
    plan = figures.plan
    numbers = [number for number, treatment in enumerate(plan.others) if treatment.what == "table"]
    if not numbers:
        return None
    cells = [_cell(figures, plan, -1, 0)]
    for number in numbers:
        there = plan.with_treatment(plan.others[number])
        seats = [index for index, seat in enumerate(there.seats) if seat.player != AI] or [0]
        for at in seats if there.seats[0] != there.seats[1] else seats[:1]:
            cells.append(_cell(figures, there, number, at))
    rated = ratings(
        Result(cell.player, won, ended - won, cell.bounds.all_won.of - ended)
        for cell in cells
        if cell.rival == AI and cell.player != AI
        for won, ended in [(cell.wins.count, cell.wins.of)]
    )
    return PlayersTable(tuple(cells), tuple(rated), *smallest_that_wins_half(rated))


def seat_wins(
    figures: Figures, number: int, seat: int, z: float = Z
) -> tuple[Share, WinBounds, Share]:
    """Return a seat's wins of the finished games, and of all, and the share of unfinished ones.

    ``number`` is that of a treatment, -1 for the plan itself.
    """
    tally, plan = figures.tally, figures.plan
    if number < 0:
        there, games, never = plan, tally[("games",)], tally[("unfinished",)]
        keys: list[TallyKey] = [("seat", seat, "won")]
    else:
        at: TallyKey = ("other", number)
        there = plan.with_treatment(plan.others[number])
        games, never = tally[(*at, "games")], tally[(*at, "unfinished", "there")]
        keys = [(*at, "seat", seat, here, "won") for here in FARED]
    won = sum(tally[key] for key in keys)
    seeds = sorted({seed for key in keys for seed in tally.seeds(key)})
    wins = Share.share_of(won, games - never, figures.played_by(there).examples(seeds[:1]), z)
    all_lost, all_won = (Share.share_of(each, games, z=z) for each in (won, won + never))
    return wins, WinBounds(all_lost, all_won), Share.share_of(never, games)


def _cell(figures: Figures, there: Plan, number: int, at: int) -> PlayerCell:
    """Return how a player fared; compared with the AI card in its seat if it faces an AI card."""
    own, rival = there.seats[at], there.seats[1 - at]
    wins, bounds, _ = seat_wins(figures, number, at)
    beside = None
    if number >= 0 and own.player != AI and rival.player == AI and bounds.all_won.of:
        beside = Margin.of(PairedResults.of(figures.tally, ("other", number, "seat", at)).bounds())
    return PlayerCell(own.jack, own.player, rival.jack, rival.player, wins, bounds, beside)
