"""A comparison that stops by itself: pairs of games until the difference is plain enough."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final, Literal

from moonflight_solo.playtest.statistics import bounded_mean
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.ways.paired import Fared

PAIRS: Final = 50
"""After so many pairs one looks again whether it is decided."""

AGAIN: Final = 7
"""So many times more the two games of a seed are played on from where they part."""

LEFT: Final = 1 / 6
"""About so much of the variance of a pair is left when it is played on (docs/playtest.md)."""

WHOLE: Final = 1000
"""A pair won only one way, as a whole number."""

Verdict = Literal["more", "less", "alike", "open"]
"""B wins more or less often, or neither by as much as asked for, or it is not decided."""


@dataclass(frozen=True, slots=True)
class Until:
    """Pairs are played until a seat wins more or less often with B, or surely not by ``points``.

    What it goes by is a confidence sequence, so looking after every few pairs raises no more false
    alarms than looking once: 5 in 100 at most, and the interval at the end holds the truth in 95.
    ``points`` are hundredths of the games; ``seat`` counts from 0.
    """

    points: float
    seat: int = 0

    def verdict(self, tally: Tally) -> Verdict:
        """Return what the pairs counted so far decide."""
        return self.decides(self.fared(tally)) if tally["other", 0, "games"] else "open"

    def fared(self, tally: Tally) -> Fared:
        """Return how the seat fared in the pairs counted so far."""
        return Fared.of(tally, ("other", 0, "seat", self.seat), AGAIN)

    def decides(self, fared: Fared) -> Verdict:
        """Return what is decided by how the seat fared in some pairs."""
        found = fared.sequence()
        if found.low > 0:
            return "more"
        if found.high < 0:
            return "less"
        return (
            "alike" if -self.points < 100 * found.low and 100 * found.high < self.points else "open"
        )

    def decided(self, tally: Tally) -> bool:
        """Whether there is no need to play on."""
        return self.verdict(tally) != "open"


def points_seen(pairs: int, otherwise: float) -> float:
    """Return how large a difference, in points, so many pairs see.

    ``otherwise`` is the share of pairs in which a seat wins one way and not the other, which is
    known only when some were played.
    """
    step = sqrt(LEFT)
    either = max(1, round(pairs * otherwise / 2))
    counts = {-1: either, 0: max(0, pairs - 2 * either), 1: either}
    values = {round(step * value * WHOLE): count for value, count in counts.items() if count}
    return 100 * bounded_mean(values, -WHOLE, WHOLE).high / WHOLE


def pairs_needed(points: float, otherwise: float) -> int:
    """Return about how many pairs it takes to see ``points``: two digits of it are meant."""
    low, high = 10.0, 1e8
    while high / low > 1.02:
        middle = (low * high) ** 0.5
        low, high = (
            (low, middle) if points_seen(round(middle), otherwise) <= points else (middle, high)
        )
    digits: int = 10 ** max(0, len(str(ceil(high))) - 2)
    return ceil(high / digits) * digits
