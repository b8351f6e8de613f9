"""A summary of one plan and one treatment as a comparison of A and B."""

from __future__ import annotations

from typing import Final

from msgspec.structs import asdict, replace

from moonflight_solo.playtest import statistics
from moonflight_solo.playtest.paired import LEFT, PairedResults, StopRule, pairs_needed
from moonflight_solo.playtest.plan import Plan, watch_command
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.comparing import PairedSeat, PairExample
from moonflight_solo.playtest.summaries.figures import Margin
from moonflight_solo.playtest.summaries.replays import first_difference
from moonflight_solo.playtest.tally import Tally

_POINTS: Final = (1, 2, 5)
"""The differences, in percentage points, for which the number of pairs needed is reported."""


def compare_plans(
    tally: Tally,
    summary: s.Summary,
    plan: Plan,
    names: tuple[str, str],
    until: StopRule | None = None,
) -> s.Comparison:
    """Return a plan's summary with one treatment as a comparison of A and B.

    Replays the example games to find where they diverge.
    """
    (other,) = summary.others
    examples = []
    for example in other.examples:
        at, words = first_difference(plan.ways, example.seed) or (None, None)
        commands = [watch_command(way, example.seed, at) for way in plan.ways]
        examples.append(PairExample(example.seed, commands[0], at, commands[1], words))
    other = replace(other, examples=tuple(examples))
    if until is not None:
        reach = max(map(_points_apart, plan.ways))
        seats = (_sequential(seat, tally, reach) for seat in other.seats)
        other = replace(other, seats=tuple(seats))
    priced = (replace(each, price=each.price and other) for each in summary.otherwise)
    fields = asdict(summary)
    fields |= {"others": (other,), "otherwise": tuple(priced)}
    fared = until.results(tally) if until else PairedResults.of(tally, ("other", 0, "seat", 0))
    acts, more = (tally["other", 0, each] for each in ("acts", "acts, again"))
    # The share won differently by two ways that differ in luck alone.
    share_left = LEFT if fared.times > 1 else 1
    apart = min(1.0, fared.variance() / share_left) if other.games else 0.0
    needed = {str(each): pairs_needed(each, apart) for each in _POINTS} if apart else {}
    return s.Comparison(
        **fields,
        here=names[0],
        there=names[1],
        until=until.points if until else None,
        verdict=until.verdict(tally) if until else None,
        saving=fared.saving(acts, more),
        pairs_needed=needed,
    )


def _sequential(seat: PairedSeat, tally: Tally, reach: int) -> PairedSeat:
    """Keep only intervals that hold when stopping early; scores differ by ``reach`` at most."""
    scores = tally.histogram("other", 0, "seat", seat.seat - 1, "score")
    return replace(
        seat,
        win_difference=Margin(seat.sequence.difference),
        bounds=seat.sequence,
        score_difference=Margin.of(
            statistics.bounded_mean(scores, -reach, reach) if scores and reach else None
        ),
    )


def _points_apart(plan: Plan) -> int:
    """Return the most points by which two scores of a seat can differ."""
    kinds_of = run_of(plan).catalogue.cards_for
    kinds = [card for seat in plan.seats for card in kinds_of([seat.jack])]
    scores = [(card.copies, (0, card.score, card.flipped.score)) for card in kinds]
    return sum(copies * (max(points) - min(points)) for copies, points in scores)
