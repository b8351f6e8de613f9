"""Paired games on the same seeds: the difference in a seat's wins, and when it is decided.

Nobody wins an unfinished game, but its seat might have won it. So a difference is only reported if
it holds whoever would have won those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import ceil, sqrt
from typing import Final, Literal

from moonflight_solo.playtest.statistics import (
    Estimate,
    Z,
    bounded_mean,
    mean_between,
    paired_difference,
)
from moonflight_solo.playtest.tally import Tally, TallyKey
from moonflight_solo.values import Value

FARED: Final = ("won", "lost", "unfinished")
"""A seat's possible results in a game."""

_LOST: Final = {"unfinished": "lost"}
_WON: Final = {"unfinished": "won"}
_WORTH: Final = {"won": 1.0, "unfinished": 0.5, "lost": 0.0}


def won_more(here: str, there: str) -> tuple[int, int]:
    """Return what a seat won there minus here, at least and at most if games are unfinished."""
    return (there == "won") - (here != "lost"), (there != "lost") - (here == "won")


class PairedResults(Value):
    """A seat's results here and there in pairs of games on the same seeds.

    If pairs were replayed ``times`` times, ``again`` counts pairs by their total wins there minus
    here, with unfinished games counted against the treatment and for it.
    """

    pairs: Mapping[tuple[str, str], int]
    again: Mapping[tuple[int, int], int] = {}
    times: int = 1

    @classmethod
    def of(cls, tally: Tally, at: TallyKey, again: int = 0) -> PairedResults:
        """Return a seat's results from the counts under ``at`` in a tally.

        ``again`` is how often the games were replayed from where they diverge, 0 for not at all.
        """
        pairs = {(here, there): tally[(*at, here, there)] for here in FARED for there in FARED}
        pairs_won: dict[tuple[int, int], int] = {}
        for key in tally if again else ():
            match key[len(at) :]:
                case ("again", int(least), int(most)) if key[: len(at)] == at:
                    pairs_won[least, most] = tally[key]
        return cls(pairs, pairs_won, again + 1 if pairs_won else 1)

    def _table(self, here: Mapping[str, str], there: Mapping[str, str]) -> list[int]:
        """Return the counts of won both, only here, only there, neither; the mappings resolve
        unfinished.
        """
        pairs = Counter[tuple[str, str]]()
        for (one, other), number in self.pairs.items():
            pairs[here.get(one, one), there.get(other, other)] += number
        return [pairs[a, b] for a in ("won", "lost") for b in ("won", "lost")]

    def difference(self, z: float = Z) -> Estimate:
        """Return the difference in wins, there minus here, over pairs that both finished."""
        return paired_difference(*self._table({}, {}), z=z)

    def bounds(self, z: float = Z) -> Estimate:
        """Return the value of :meth:`difference` with an interval over all pairs.

        Its lower end counts every unfinished game as won here and lost there, its upper end the
        reverse.
        """
        least = paired_difference(*self._table(_WON, _LOST), z=z)
        most = paired_difference(*self._table(_LOST, _WON), z=z)
        both_ended = any(self._table({}, {}))
        value = self.difference().value if both_ended else (least.value + most.value) / 2
        return Estimate(value, least.low, most.high)

    def sequence(self) -> Estimate:
        """Return the difference over all pairs with a confidence sequence, valid under repeated
        looks.
        """
        # Wins there minus here, with all unfinished games against the treatment, and for it.
        against, for_it = Counter[int](), Counter[int]()
        for (low, high), count in self.won().items():
            against[low] += count
            for_it[high] += count
        found = mean_between(against, for_it, -self.times, self.times)
        return Estimate(*(end / self.times for end in (found.value, found.low, found.high)))

    def won(self) -> Mapping[tuple[int, int], int]:
        """Return how many pairs had which difference in wins, at least and at most."""
        if self.again:
            return self.again
        differences = Counter[tuple[int, int]]()
        for (here, there), count in self.pairs.items():
            differences[won_more(here, there)] += count
        return +differences

    def variance(self) -> float:
        """Return the variance of a pair's difference, with unfinished games as half a win.

        Requires at least one pair.
        """
        won, pairs = self.won(), sum(self.won().values())
        sums = [((low + high) / 2 / self.times, count) for (low, high), count in won.items()]
        mean = sum(value * count for value, count in sums) / pairs
        return sum((value - mean) ** 2 * count for value, count in sums) / pairs

    def saving(self, acts: int, more: int) -> float | None:
        """Return how many times as many unpaired games would be equally informative.

        That is the variance of a difference of independent games over that of the pairs, reduced by
        the cost of replays: ``acts`` in the pairs themselves and ``more`` in replays. ``None`` if
        no pair differs.
        """
        pairs = sum(self.pairs.values())
        if not pairs or not self.variance():
            return None
        unrelated = 0.0
        for at in (0, 1):
            mean = sum(_WORTH[each[at]] * count for each, count in self.pairs.items()) / pairs
            square = sum(_WORTH[each[at]] ** 2 * count for each, count in self.pairs.items())
            unrelated += square / pairs - mean * mean
        return unrelated / self.variance() * acts / (acts + more)


PAIRS: Final = 50
"""Pairs between two checks whether the result is decided."""

AGAIN: Final = 7
"""Number of times the two games of a seed are replayed from where they diverge."""

LEFT: Final = 1 / 6
"""Approximate share of a pair's variance left after replaying it (docs/playtest-methods.md)."""

WHOLE: Final = 1000
"""A pair won only one way, as an integer."""

Verdict = Literal["more", "less", "alike", "open"]
"""B wins more or less often, neither by as much as asked for, or undecided."""


class StopRule(Value):
    """Stops when a seat wins more or less often with B, or surely by less than ``points``.

    It uses a confidence sequence, so checking repeatedly raises no more false alarms than checking
    once, 5% at most, and the final interval has 95% coverage. ``points`` are percentage points;
    ``seat`` counts from 0.
    """

    points: float
    seat: int = 0

    def verdict(self, tally: Tally) -> Verdict:
        """Return what the pairs counted so far decide."""
        return self.decides(self.results(tally)) if tally["other", 0, "games"] else "open"

    def results(self, tally: Tally) -> PairedResults:
        """Return the seat's results in the pairs counted so far."""
        return PairedResults.of(tally, ("other", 0, "seat", self.seat), AGAIN)

    def decides(self, fared: PairedResults) -> Verdict:
        """Return the verdict on a seat's results."""
        lead = fared.sequence()
        if lead.low > 0:
            return "more"
        if lead.high < 0:
            return "less"
        return (
            "alike" if -self.points < 100 * lead.low and 100 * lead.high < self.points else "open"
        )


def points_seen(pairs: int, otherwise: float) -> float:
    """Return the smallest difference, in points, that this many pairs detect half of the time.

    ``otherwise`` is the share of pairs that a seat wins in only one way, known only after playing
    some.
    """
    step = sqrt(LEFT)
    either = max(1, round(pairs * otherwise / 2))
    counts = {-1: either, 0: max(0, pairs - 2 * either), 1: either}
    values = {round(step * value * WHOLE): count for value, count in counts.items() if count}
    return 100 * bounded_mean(values, -WHOLE, WHOLE).high / WHOLE


MOST_NEEDED: Final = 100_000_000
"""Nobody plays more pairs, so that is the most `pairs_needed` returns."""


def pairs_needed(points: float, otherwise: float) -> int:
    """Return about how many pairs detect a difference of ``points`` half of the time.

    To two digits; `MOST_NEEDED` for as many or more.
    """
    low, high = 10.0, float(MOST_NEEDED)
    while high / low > 1.02:
        middle = (low * high) ** 0.5
        low, high = (
            (low, middle) if points_seen(round(middle), otherwise) <= points else (middle, high)
        )
    digits: int = 10 ** max(0, len(str(ceil(high))) - 2)
    return ceil(high / digits) * digits
