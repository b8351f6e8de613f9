"""What differs between games after one act and games after another, as a reason for one of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.numbers import outwards
from moonflight_solo.playtest.players.search import mean_and_error
from moonflight_solo.playtest.players.value import LATER, POINTS, Weights, features, names, weights
from moonflight_solo.playtest.statistics import Estimate, point_for, student
from moonflight_solo.rules.ending import score
from moonflight_solo.rules.state import Seat, Table

_END: Final = 0.5
"""Weight of an End with a lead, or a deficit, besides the lead itself."""

_CLEAR: Final = 0.1
"""Smallest amount, in points or cards, that is a reason: it is told with one decimal."""


class Factor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that differs between tables, with phrases for more and less of it.

    ``features`` are the seat features it consists of; the first one is the amount. Without any it
    is not a property of one seat.
    """

    more: str
    less: str
    features: tuple[str, ...] = ()


@cache
def factors() -> dict[str, Factor]:
    """Return all factors by name."""
    return convert(read_document(data_folder("guide") / "factors.yaml"), dict[str, Factor])


Measures = dict[str, tuple[float, float]]
"""The amount of each factor, and its value to the seat."""


def measures_at_the_end(table: Table, seat: Seat) -> Measures:
    """Measure the factors of a game that is over, in points scored and whether the End came."""
    own = score(seat)
    best = max([score(other) for other in seat.opponents], default=0)
    ended = float(bool(table.ended_by))
    return {
        "score": (own, own / POINTS),
        "their score": (best, -best / POINTS),
        "end": (ended, ended * _END * ((own > best) - (own < best))),
    }


def measures_of_cards(table: Table, seat: Seat) -> Measures:
    """Measure the cards of ``seat`` and of the best opponent; nothing if it is over, or alone."""
    others = seat.opponents
    if table.ended_by or not others:
        return {}
    win = weights(table.turned, "win")
    own = _measures(seat, table.turned, win)
    against = [_measures(other, table.turned, win) for other in others]
    worst = max(against, key=lambda each: sum(worth for _, worth in each.values()))
    amount, worth = worst.pop("hand")
    rest = sum(worth for _, worth in worst.values())
    return own | {"their hand": (amount, -worth), "their deck": (rest, -rest)}


def _measures(seat: Seat, turned: bool, by: Weights) -> Measures:
    """Measure the factors of one seat: the amount of each, and its worth at both ends ``by``."""
    values = dict(zip(names(turned), features(seat, turned), strict=True))
    measures = {}
    for name, factor in factors().items():
        if factor.features:
            ends = [feature + end for feature in factor.features for end in ("", LATER)]
            worth = sum(by[end] * values[end] for end in ends if end in values)
            measures[name] = values[factor.features[0]], worth
    return measures


def reason(these: Sequence[Measures], those: Sequence[Measures], other: str) -> str:
    """Return the main reason for ``these`` tables over ``those``, "" if none surely differs.

    They are tables of two acts on the same deals, in the same order; ``other`` names the best
    opponent. The intervals of all factors hold at once, so the one chosen owes nothing to chance.
    """
    measure_names = dict.fromkeys(name for each in (*these, *those) for name in each)
    z = point_for(max(1, len(measure_names)))
    clear = [(0.0, "")]
    for name in measure_names:
        both = zip(these, those, strict=True)
        pairs = [(one[name], two[name]) for one, two in both if name in one and name in two]
        if len(pairs) < 2:
            continue
        amount = _mean([one - two for (one, _), (two, _) in pairs], z)
        worth = _mean([one - two for (_, one), (_, two) in pairs], z)
        words = factors()[name].more if amount.value > 0 else factors()[name].less
        least = _CLEAR if "{amount}" in words else 0
        if worth.low > 0 and (amount.low > least or amount.high < -least):
            clear.append((worth.value, _sentence(words, amount, other)))
    return max(clear)[1]


def _sentence(words: str, amount: Estimate, other: str) -> str:
    """Fill in the words for a factor: the amount, and its interval unless it is certain."""
    low, high = sorted((abs(amount.low), abs(amount.high)))
    interval = f" ({outwards(low, high, 1)})" if high - low > 1e-6 and "{amount}" in words else ""
    return words.format(amount=f"{abs(amount.value):.1f}", other=other) + interval


def _mean(values: Sequence[float], z: float) -> Estimate:
    """Return the mean with Student's interval."""
    mean, error = mean_and_error(values)
    reach = student(len(values) - 1, z) * error
    return Estimate(mean, mean - reach, mean + reach)
