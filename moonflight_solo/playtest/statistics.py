"""Intervals of 95 per cent for shares, means and differences, from whole numbers.

Games are independent of each other; acts of one game are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log1p, pi, sqrt, tan
from statistics import NormalDist
from typing import Final

from moonflight_solo.values import Value

Z: Final = 1.959963984540054
"""The two-sided 95 % point of the normal distribution."""


def point_for(number: int) -> float:
    """Return the point by which so many intervals all hold at once in 95 of 100 playtests.

    Whoever picks the largest of several differences reads one for which chance did most: its own
    interval of 95 % holds far less often (Bonferroni's allowance).
    """
    # It may differ in its last digit from machine to machine, results may not.
    return round(NormalDist().inv_cdf(1 - 0.025 / max(1, number)), 12)


class Estimate(Value):
    """A value with its interval."""

    value: float
    low: float
    high: float


def wilson(count: int, of: int, z: float = Z) -> Estimate:
    """Return the share ``count`` of ``of`` with the score interval of Wilson (1927).

    The interval holds every true share p for which the count seen lies within ``z`` standard
    deviations of what p lets expect. Unlike the interval around the share it stays within 0 and
    1, and is right also near them and for few games. ``of`` must be above 0.
    """
    return _score_interval(count / of, of, z)


def _score_interval(share: float, of: float, z: float) -> Estimate:
    spread = z * z / of
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / of + spread / (4 * of)) / (1 + spread)
    low = 0.0 if share == 0 else middle - reach
    high = 1.0 if share == 1 else middle + reach
    return Estimate(share, low, high)


PARTS: Final = 100_000
"""The share that a game has of something is counted in so many parts, a whole number of them."""


def mean_of_shares(games: int, parts: int, squares: int) -> Estimate:
    """Return the mean over ``games`` of the share each has of something, with its interval.

    Acts of one game are alike, and a few long games have most of them: no interval for a share of
    all acts holds. So each game weighs alike. ``parts`` is the sum of the games' shares in
    :data:`PARTS`, ``squares`` that of their squares. Wilson's interval is taken of as many acts
    as had the variance of the mean if they were independent (Korn and Graubard 1998), with
    Student's t and a little more, for most games may have less of something than a few. Shares of
    all or nothing count once a game. ``games`` must be above 0.
    """
    share = parts / games / PARTS
    above = games * squares - parts * parts
    if games == 1 or not above or share in (0, 1):
        return _score_interval(share, games, Z)
    variance = above / games / (games - 1) / PARTS**2
    point = student(games - 1) * (1 + 1 / sqrt(games))
    return _score_interval(share, share * (1 - share) * games / variance, point)


def student(freedom: float) -> float:
    """Return the two-sided 95 % point of Student's t with 1 degree of ``freedom`` or more.

    An expansion around the normal point (Cornish and Fisher), exact for 1 and 2 and within a
    hundredth from 3 on.
    """
    if freedom < 2:
        return tan(pi * 0.475)
    if freedom < 3:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    terms = (
        Z,
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return sum(term / freedom**power for power, term in enumerate(terms))


def difference_of_shares(
    count: int, of: int, other_count: int, other_of: int, z: float = Z
) -> Estimate:
    """Return the other share less the first, of two unrelated samples.

    The interval is the hybrid score interval of Newcombe (1998, his method 10): how far each of
    the two Wilson intervals reaches from its share, put together as sides of a right angle.
    """
    return _hybrid(wilson(count, of, z), wilson(other_count, other_of, z), 0.0)


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


class Moments(Value):
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

        Student's interval, good from some thirty values on where none lies far off; one value
        tells nothing of how far it may be off, so its interval is the mean alone.
        """
        if not self.number:
            return None
        mean = self.total / self.number
        point = student(self.number - 1) if self.number > 1 else 0.0
        reach = point * (self.deviation or 0.0) / sqrt(self.number)
        return Estimate(mean, mean - reach, mean + reach)


BETS: Final = tuple(0.98 * 490 ** (-at / 15) for at in range(16))
"""The shares of a fortune that are bet, from 0.98 to 0.002, each with a sixteenth of it."""


def bounded_mean(histogram: Mapping[int, int], least: int, most: int) -> Estimate:
    """Return the mean of values of which none can lie outside ``least`` to ``most``.

    However skewed they are, the interval holds the true mean in 95 of 100 samples or more, and
    that also if one looks again after every value: it is a confidence sequence. Whoever bets
    against too small a mean would win twentyfold and more too rarely (Ville 1939; the bets are
    mixed after Robbins 1970, for bounded values after Waudby-Smith and Ramdas 2023). There must
    be a value.
    """
    number = sum(histogram.values())
    mean = sum(value * count for value, count in histogram.items()) / number
    wide = most - least
    above = [((value - least) / wide, count) for value, count in histogram.items()]
    below = [(1 - share, count) for share, count in above]
    low, high = _least_mean(above), 1 - _least_mean(below)
    return Estimate(mean, least + wide * low, least + wide * high)


def _least_mean(values: Sequence[tuple[float, int]]) -> float:
    """Return the least mean of values from 0 to 1 that one cannot bet against with 40 to 1."""
    low, high = 0.0, sum(v * count for v, count in values) / sum(count for _, count in values)
    while high - low > 1e-7:
        middle = (low + high) / 2
        low, high = (middle, high) if too_small(middle, values) else (low, middle)
    # Logarithms may differ in their last digit from machine to machine, results may not.
    return round(low, 6)


def too_small(mean: float, values: Sequence[tuple[float, int]]) -> bool:
    """Whether one would have won fortyfold by betting against so small a mean of such values.

    ``values`` are from 0 to 1, each with how often it was seen.
    """
    won = [sum(c * log1p(bet / mean * (v - mean)) for v, c in values) for bet in BETS]
    most = max(won)
    return most + log(sum(exp(each - most) for each in won) / len(BETS)) >= log(40)


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
