"""The same seeds played two ways: how much more often a seat won, and when that is plain enough.

A game that never ended was won by nobody, and yet its seat might have won: nothing is said of a
difference but what holds whoever had won those.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import ceil, sqrt
from typing import Final, Literal

from moonflight_solo.playtest.statistics import Estimate, bounded_mean, paired_difference, too_small
from moonflight_solo.playtest.tally import Tally, TallyKey
from moonflight_solo.values import Value

FARED: Final = ("won", "lost", "unfinished")
"""How a seat can fare in a game."""

_LOST: Final = {"unfinished": "lost"}
_WON: Final = {"unfinished": "won"}
_WORTH: Final = {"won": 1.0, "unfinished": 0.5, "lost": 0.0}


class Fared(Value):
    """How often a seat fared how, here and there, of games of the same seed.

    ``again`` has what was won there less here if each pair was played so many ``times``, the
    unfinished games thought against the treatment and for it, and how many pairs did so.
    """

    pairs: Mapping[tuple[str, str], int]
    again: Mapping[tuple[int, int], int] = {}
    times: int = 1

    @classmethod
    def of(cls, tally: Tally, at: TallyKey, again: int = 0) -> Fared:
        """Return how a seat fared by what is counted of it ``at`` a key of a tally.

        The games were played ``again`` so many times from where they part.
        """
        pairs = {(here, there): tally[(*at, here, there)] for here in FARED for there in FARED}
        found: dict[tuple[int, int], int] = {}
        for key in tally if again else ():
            match key[len(at) :]:
                case ("again", int(least), int(most)) if key[: len(at)] == at:
                    found[least, most] = tally[key]
        return cls(pairs, found, again + 1 if found else 1)

    def _table(self, here: Mapping[str, str], there: Mapping[str, str]) -> list[int]:
        """Return both won, only here, only there and neither; unfinished games as told."""
        found = Counter[tuple[str, str]]()
        for (one, other), number in self.pairs.items():
            found[here.get(one, one), there.get(other, other)] += number
        return [found[a, b] for a in ("won", "lost") for b in ("won", "lost")]

    def difference(self) -> Estimate:
        """Return how much more often it won there, of the pairs that both came to their End."""
        return paired_difference(*self._table({}, {}))

    def bounds(self) -> Estimate:
        """Return the difference of :meth:`difference`, with the interval over all pairs.

        It begins where every unfinished game here was won and there lost, and ends where it was
        the other way round.
        """
        least = paired_difference(*self._table(_WON, _LOST))
        most = paired_difference(*self._table(_LOST, _WON))
        both_ended = any(self._table({}, {}))
        value = self.difference().value if both_ended else (least.value + most.value) / 2
        return Estimate(value, least.low, most.high)

    def sequence(self) -> Estimate:
        """Return the same over all pairs, with a confidence sequence: however often one looks."""
        least, most = (bounded_mean(each, -self.times, self.times) for each in self._ends())
        value = (least.value + most.value) / 2 / self.times
        return Estimate(value, least.low / self.times, most.high / self.times)

    def _ends(self) -> tuple[Counter[int], Counter[int]]:
        """Return what was won there less here, all unfinished games against it and for it."""
        least, most = Counter[int](), Counter[int]()
        for (low, high), count in self.won().items():
            least[low] += count
            most[high] += count
        return least, most

    def won(self) -> Mapping[tuple[int, int], int]:
        """Return how many pairs won how much there less here, at least and at most."""
        if self.again:
            return self.again
        found = Counter[tuple[int, int]]()
        for (here, there), count in self.pairs.items():
            low = (there == "won") - (here != "lost")
            found[low, (there != "lost") - (here == "won")] += count
        return +found

    def differs(self) -> bool:
        """Whether :meth:`sequence` leaves out 0: the same, much sooner found out."""
        least, most = self._ends()
        whole = 2 * self.times
        above = [((self.times + value) / whole, count) for value, count in least.items()]
        below = [((self.times - value) / whole, count) for value, count in most.items()]
        return too_small(0.5, above) or too_small(0.5, below)

    def variance(self) -> float:
        """Return the variance of what a pair says, what never ended thought half won.

        There must be a pair.
        """
        won, pairs = self.won(), sum(self.won().values())
        sums = [((low + high) / 2 / self.times, count) for (low, high), count in won.items()]
        mean = sum(value * count for value, count in sums) / pairs
        return sum((value - mean) ** 2 * count for value, count in sums) / pairs

    def saving(self, acts: int, more: int) -> float | None:
        """Return how many times as many games with seeds of their own would tell as much.

        That is the variance of a difference of unrelated games over that of the pairs. ``acts`` is
        how many the pairs had, and ``more`` how many were played beside them: what they cost is
        taken off. ``None`` where no pair differs.
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


# ------------------------------------------------------------------------- when to stop

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


class StopRule(Value):
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
