"""Intervals of 95 per cent for shares, means and differences, from whole numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

Z: Final = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its interval."""

    value: float
    low: float
    high: float


def wilson(count: int, of: int) -> Estimate:
    """Return the share ``count`` of ``of`` with the score interval of Wilson (1927).

    The interval holds every true share p for which the count seen lies within ``Z`` standard
    deviations of what p lets expect. Unlike the interval around the share it stays within 0 and
    1, and is right also near them and for few games. ``of`` must be above 0.
    """
    share, spread = count / of, Z * Z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    low = 0.0 if count == 0 else middle - reach
    high = 1.0 if count == of else middle + reach
    return Estimate(share, low, high)


def difference(count: int, of: int, other_count: int, other_of: int) -> Estimate:
    """Return the other share less the first, of two unrelated samples.

    The interval is the hybrid score interval of Newcombe (1998, his method 10): how far each of
    the two Wilson intervals reaches from its share, put together as sides of a right angle.
    """
    return _hybrid(wilson(count, of), wilson(other_count, other_of), 0.0)


def mean_share(samples: Sequence[tuple[int, int]]) -> Estimate:
    """Return the mean of the shares ``count`` of ``of`` of unrelated samples, each weighing alike.

    The interval puts the reaches of the Wilson intervals together as :func:`difference` does (the
    method of variance estimates recovery, Zou and Donner 2008). No sample may be empty.
    """
    shares = [wilson(count, of) for count, of in samples]
    value = sum(each.value for each in shares) / len(shares)
    down = sqrt(sum((each.value - each.low) ** 2 for each in shares)) / len(shares)
    up = sqrt(sum((each.high - each.value) ** 2 for each in shares)) / len(shares)
    return Estimate(value, value - down, value + up)


def paired_difference(both: int, only_one: int, only_other: int, neither: int) -> Estimate:
    """Return the other share less the one, both from the same games.

    ``both`` counts the games in which it happened either way, ``only_one`` those in which it
    happened the one way alone, and so on. The interval is Newcombe's (1998, method 10 for paired
    shares): that of :func:`difference`, narrowed by the correlation of the two ways, which is
    corrected for continuity where it is above 0. Right also for few games and for few that
    differ. There must be at least one game.
    """
    games = both + only_one + only_other + neither
    one, other = wilson(both + only_one, games), wilson(both + only_other, games)
    return _hybrid(one, other, _phi(both, only_one, only_other, neither))


def _hybrid(one: Estimate, two: Estimate, correlation: float) -> Estimate:
    def reach(side: float, other: float) -> float:
        return sqrt(max(0.0, side * side - 2 * correlation * side * other + other * other))

    value = two.value - one.value
    low = reach(two.value - two.low, one.high - one.value)
    high = reach(two.high - two.value, one.value - one.low)
    return Estimate(value, value - low, value + high)


def _phi(both: int, only_one: int, only_other: int, neither: int) -> float:
    games = both + only_one + only_other + neither
    product = (
        (both + only_one) * (only_other + neither) * (both + only_other) * (only_one + neither)
    )
    if not product:
        return 0.0
    together = both * neither - only_one * only_other
    if together > 0:
        together = max(together - games / 2, 0)  # type: ignore[assignment]
    return together / sqrt(product)


@dataclass(frozen=True, slots=True)
class Moments:
    """How many whole numbers there are, their sum, and the sum of their squares."""

    number: int
    total: int
    squares: int

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> Moments:
        """Return the moments of the values in a histogram: how often each value was seen."""
        return cls(
            sum(histogram.values()),
            sum(value * count for value, count in histogram.items()),
            sum(value * value * count for value, count in histogram.items()),
        )

    @property
    def vary(self) -> bool:
        """Whether the values are not all alike. Alike ones tell nothing of how far others lie."""
        return self.number * self.squares != self.total * self.total

    @property
    def deviation(self) -> float | None:
        """The standard deviation (of a sample), ``None`` for fewer than two values."""
        if self.number < 2:
            return None
        # In whole numbers up to the last step, so nothing is lost where values are alike.
        above = self.number * self.squares - self.total * self.total
        return sqrt(above / (self.number * (self.number - 1)))

    def mean(self) -> Estimate | None:
        """Return the mean with its interval, ``None`` for no values.

        The normal interval, good from some thirty values on; one value tells nothing of how far
        it may be off, so its interval is the mean alone.
        """
        if not self.number:
            return None
        mean = self.total / self.number
        reach = Z * (self.deviation or 0.0) / sqrt(self.number)
        return Estimate(mean, mean - reach, mean + reach)


def quantile(histogram: Mapping[int, int], per_cent: int) -> int | None:
    """Return the smallest value that at least so many per cent of all values do not exceed."""
    number = sum(histogram.values())
    due = max(1, -(-number * per_cent // 100))
    seen = 0
    for value in sorted(histogram):
        seen += histogram[value]
        if seen >= due:
            return value
    return None
