"""95% intervals for shares, means and differences, computed from integer counts.

Games are independent of each other; acts within one game are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import exp, log, log1p, pi, sqrt, tan
from statistics import NormalDist
from typing import Final

from moonflight_solo.values import Value

Z: Final = 1.959963984540054
"""The two-sided 95% point of the normal distribution."""


def point_for(number: int) -> float:
    """Return the normal point at which ``number`` intervals all hold at once with 95% probability.

    The largest of several differences owes most to chance, so its own 95% interval would hold far
    less often (Bonferroni correction).
    """
    # The last digit may vary between machines; results may not.
    return round(NormalDist().inv_cdf(1 - 0.025 / number), 12) if number > 1 else Z


class Estimate(Value):
    """A value with its interval."""

    value: float
    low: float
    high: float


def wilson(count: int, of: int, z: float = Z) -> Estimate:
    """Return the share ``count`` of ``of`` with Wilson's score interval (1927).

    The interval holds every true share p for which the count lies within ``z`` standard deviations
    of its expectation under p. Unlike the usual interval it stays within 0 and 1. ``of`` must be
    above 0.
    """
    return _score_interval(count / of, of, z)


def _score_interval(share: float, of: float, z: float) -> Estimate:
    """Return Wilson's interval, which ends exactly at 0 or 1 for a share of none or all."""
    spread = z * z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    low = 0.0 if share == 0 else middle - reach
    high = 1.0 if share == 1 else middle + reach
    return Estimate(share, low, high)


def share_of(count: int, of: int, z: float = Z) -> Estimate:
    """Return the share ``count`` of ``of`` with an interval that also holds for rare events.

    Of something seen once, Wilson's interval leaves out shares so small that they are true in one
    case of six, not of twenty; with the wider ``z`` of several intervals that is many times too
    often. So neither end is nearer than the share at which so few (or many) come up with the
    probability that ``z`` leaves to both ends, computed exactly, as the other end is then never
    missed (after Brown, Cai and DasGupta 2001). ``of`` must be above 0.
    """
    estimate = wilson(count, of, z)
    low, high = _least(count, of, z, estimate.low), 1 - _least(of - count, of, z, 1 - estimate.high)
    return Estimate(estimate.value, low, high)


_RARE: Final = 100
"""From more than this many on, Wilson's interval is the wider one."""


def _least(count: int, of: int, z: float, most: float) -> float:
    """Return the largest share, up to ``most``, at which ``count`` or more are that improbable."""
    if not 0 < count <= _RARE:
        return most
    beyond = 2 * (1 - NormalDist().cdf(z))
    if _so_many(count, of, most) <= beyond:
        return most
    return largest(lambda share: _so_many(count, of, share) <= beyond, 0.0, most, 12)


def largest(holds: Callable[[float], bool], low: float, high: float, digits: int) -> float:
    """Return the largest number from ``low``, for which it ``holds``, to ``high``."""
    while high - low > 10.0 ** -(digits + 1):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    # The last digit of powers and logarithms may vary between machines; results may not.
    return round(low, digits)


def _so_many(count: int, of: int, share: float) -> float:
    """Return how probable ``count`` or more of ``of`` are, each having probability ``share``."""
    fewer, term = 0.0, (1 - share) ** of
    for number in range(count):
        fewer += term
        term *= (of - number) / (number + 1) * share / (1 - share)
    return 1 - fewer


PARTS: Final = 100_000
"""The unit for a game's share of something: counted in this many integer parts."""


def mean_of_shares(games: int, parts: int, squares: int) -> Estimate:
    """Return the mean over ``games`` of each game's share of something, with its interval.

    Acts of one game are correlated, and a few long games have most of them, so no interval for a
    share of all acts would hold; instead every game has equal weight. ``parts`` is the sum of the
    games' shares in :data:`PARTS`, ``squares`` that of their squares. It is Wilson's interval at
    the effective sample size (Korn and Graubard 1998), with Student's t and a little more, as the
    shares may be skewed. If all shares are 0 or 1, a game counts as one trial. ``games`` must be
    above 0.
    """
    share = parts / games / PARTS
    above = games * squares - parts * parts
    if games == 1 or not above or share in (0, 1):
        return _score_interval(share, games, Z)
    variance = above / games / (games - 1) / PARTS**2
    point = student(games - 1) * (1 + 1 / sqrt(games))
    return _score_interval(share, share * (1 - share) * games / variance, point)


def student(freedom: float, z: float = Z) -> float:
    """Return the point of Student's t that ``z`` is of the normal distribution.

    ``freedom`` is 1 or more. It is exact for 1 and 2; from 3 on it is the Cornish-Fisher expansion
    around the normal point, for 95% within 0.01.
    """
    within = 0.95 if z == Z else 2 * NormalDist().cdf(z) - 1
    if freedom < 2:
        return tan(pi * within / 2)
    if freedom < 3:
        return within * sqrt(2 / (1 - within**2))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def difference_of_shares(
    count: int, of: int, other_count: int, other_of: int, z: float = Z
) -> Estimate:
    """Return the second share minus the first, for two independent samples.

    The interval is Newcombe's hybrid score interval (1998, method 10): the distances from each
    share to the ends of its interval (:func:`share_of`), combined like the sides of a right
    triangle.
    """
    return _hybrid(share_of(count, of, z), share_of(other_count, other_of, z), 0.0)


def mean_share(samples: Sequence[tuple[int, int]]) -> Estimate:
    """Return the unweighted mean of the shares ``count`` of ``of`` in independent samples.

    The interval is that of :func:`sum_of`. No sample may be empty.
    """
    return sum_of([share_of(count, of) for count, of in samples], len(samples))


def sum_of(parts: Sequence[Estimate], by: int = 1) -> Estimate:
    """Return the sum of independent estimates, divided ``by`` a number.

    The distances to the ends of the intervals add up like the sides of a right triangle (the method
    of variance estimates recovery, Zou and Donner 2008).
    """
    value = sum(part.value for part in parts) / by
    down = sqrt(sum((part.value - part.low) ** 2 for part in parts)) / by
    up = sqrt(sum((part.high - part.value) ** 2 for part in parts)) / by
    return Estimate(value, value - down, value + up)


def paired_difference(
    both: int, only_one: int, only_other: int, neither: int, *, z: float = Z
) -> Estimate:
    """Return the second share minus the first, both from the same games.

    ``both`` counts the games in which it happened either way, ``only_one`` those in which it
    happened only the first way, and so on. The interval is Newcombe's (1998, method 10 for paired
    shares): that of :func:`difference_of_shares`, narrowed by the correlation, which has a
    continuity correction if positive. It is accurate for few games and few differences. Requires at
    least one game.
    """
    games = both + only_one + only_other + neither
    one, other = wilson(both + only_one, games, z), wilson(both + only_other, games, z)
    return _hybrid(one, other, _phi(both, only_one, only_other, neither))


def mean_gain(gains: Sequence[float]) -> Estimate:
    """Return the mean of gains, most of which may be 0, with its interval.

    From a few gains that all point one way the usual interval takes too much for certain: it held
    in 4 to 9 cases of 10. So it is that of these gains with one of 1 and one of -1 added (as Bonett
    and Price 2012 do for paired shares). ``gains`` must not be empty.
    """
    number = len(gains) + 2
    middle = sum(gains) / number
    squares = sum([(gain - middle) ** 2 for gain in (*gains, 1.0, -1.0)])
    reach = Z * sqrt(squares) / number
    return Estimate(sum(gains) / len(gains), middle - reach, middle + reach)


def _hybrid(one: Estimate, two: Estimate, correlation: float) -> Estimate:
    """Return the difference of two estimates by Newcombe's method, shorter if they correlate."""

    def reach(side: float, other: float) -> float:
        return sqrt(max(0.0, side * side - 2 * correlation * side * other + other * other))

    value = two.value - one.value
    low = reach(two.value - two.low, one.high - one.value)
    high = reach(two.high - two.value, one.value - one.low)
    return Estimate(value, value - low, value + high)


def _phi(both: int, only_one: int, only_other: int, neither: int) -> float:
    """Return the correlation of paired results, corrected for continuity if positive."""
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


class Moments(Value):
    """The count, sum and sum of squares of integers."""

    number: int
    total: int
    squares: int

    @classmethod
    def of(cls, histogram: Mapping[int, int]) -> Moments:
        """Return the moments of a histogram, which maps values to counts."""
        return cls(
            sum(histogram.values()),
            sum(value * count for value, count in histogram.items()),
            sum(value * value * count for value, count in histogram.items()),
        )

    @property
    def vary(self) -> bool:
        """Whether the values differ; equal ones say nothing about the spread."""
        return self.number * self.squares != self.total * self.total

    @property
    def deviation(self) -> float | None:
        """The sample standard deviation, ``None`` for fewer than two values."""
        if self.number < 2:
            return None
        # Integers up to the last step, so nothing is lost if values are alike.
        above = self.number * self.squares - self.total * self.total
        return sqrt(above / (self.number * (self.number - 1)))

    def mean(self, z: float = Z) -> Estimate | None:
        """Return the mean with its interval, ``None`` for no values.

        Student's interval, good from about 30 values without outliers. A single value says nothing
        about the spread, so its interval has no width.
        """
        if not self.number:
            return None
        mean = self.total / self.number
        point = student(self.number - 1, z) if self.number > 1 else 0.0
        reach = point * (self.deviation or 0.0) / sqrt(self.number)
        return Estimate(mean, mean - reach, mean + reach)


BETS: Final = tuple(0.98 * 490 ** (-at / 15) for at in range(16))
"""Fractions of a fortune that are bet, from 0.98 to 0.002, in equal mixture."""


def bounded_mean(histogram: Mapping[int, int], least: int, most: int, at_once: int = 1) -> Estimate:
    """Return the mean of values bounded by ``least`` and ``most``.

    The interval has at least 95% coverage for any skew, also if checked after every value: it is a
    confidence sequence. A gambler betting against a mean that is too small rarely multiplies their
    fortune by 40 (Ville 1939; mixture after Robbins 1970, for bounded values after Waudby-Smith and
    Ramdas 2023), and each end of the interval spends half of the 5%; of ``at_once`` intervals that
    are all to hold, each its part of that. Requires at least one value.
    """
    number = sum(histogram.values())
    mean = sum(value * count for value, count in histogram.items()) / number
    wide = most - least
    above = [((value - least) / wide, count) for value, count in histogram.items()]
    below = [(1 - share, count) for share, count in above]
    low, high = _least_mean(above, at_once), 1 - _least_mean(below, at_once)
    return Estimate(mean, least + wide * low, least + wide * high)


def mean_between(
    fewer: Mapping[int, int], more: Mapping[int, int], least: int, most: int, at_once: int = 1
) -> Estimate:
    """Return the :func:`bounded_mean` of values known to lie between two histograms."""
    low, high = (bounded_mean(each, least, most, at_once) for each in (fewer, more))
    return Estimate((low.value + high.value) / 2, low.low, high.high)


def _least_mean(values: Sequence[tuple[float, int]], at_once: int) -> float:
    """Return the smallest mean of values in 0 to 1 against which betting does not win fortyfold."""
    mean = sum(v * count for v, count in values) / sum(count for _, count in values)
    return largest(lambda low: too_small(low, values, at_once), 0.0, mean, 6)


def too_small(mean: float, values: Sequence[tuple[float, int]], at_once: int = 1) -> bool:
    """Return whether betting against so small a mean would have won fortyfold on these values.

    ``values`` are in 0 to 1, each with its count. Of ``at_once`` bets, so many times as much.
    """
    won = [sum(c * log1p(bet / mean * (v - mean)) for v, c in values) for bet in BETS]
    most = max(won)
    return most + log(sum(exp(each - most) for each in won) / len(BETS)) >= log(40 * at_once)


def quantile(histogram: Mapping[int, int], per_cent: int) -> int | None:
    """Return the smallest value that at least ``per_cent`` percent of all values do not exceed."""
    due = max(1, -(-sum(histogram.values()) * per_cent // 100))
    values = sorted(histogram)
    reached = zip(values, accumulate(map(histogram.__getitem__, values)), strict=True)
    return next((value for value, number_seen in reached if number_seen >= due), None)
