"""The same seeds played two ways: how a seat fared, and how much more often it won the other way.

A game that never ended was won by nobody, and yet its seat might have won: nothing is said of a
difference but what holds whoever had won those.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from moonflight_solo.playtest.statistics import (
    Estimate,
    bounded_mean,
    paired_difference,
    too_small,
)
from moonflight_solo.playtest.tally import Key, Tally

FARED: Final = ("won", "lost", "unfinished")
"""How a seat can fare in a game."""

_LOST: Final = {"unfinished": "lost"}
_WON: Final = {"unfinished": "won"}


@dataclass(frozen=True, slots=True)
class Fared:
    """How often a seat fared how, here and there, of games of the same seed."""

    pairs: Mapping[tuple[str, str], int]

    @classmethod
    def of(cls, tally: Tally, at: Key) -> Fared:
        """Return how a seat fared by what is counted of it ``at`` a key of a tally."""
        return cls({(here, there): tally[(*at, here, there)] for here in FARED for there in FARED})

    def _table(self, here: Mapping[str, str], there: Mapping[str, str]) -> list[int]:
        """Return both won, only here, only there and neither; unfinished games as told."""
        found = {(a, b): 0 for b in ("won", "lost") for a in ("won", "lost")}
        for (one, other), number in self.pairs.items():
            ends = here.get(one, one), there.get(other, other)
            if ends in found:
                found[ends] += number
        return [found[each] for each in (("won", "won"), ("won", "lost"), ("lost", "won"))] + [
            found["lost", "lost"]
        ]

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
        return Estimate(self._value(least, most), least.low, most.high)

    def sequence(self) -> Estimate:
        """Return the same, with a confidence sequence: it holds however often one looks."""
        least, most = (
            bounded_mean(_by_value(self._table(*ends)), -1, 1)
            for ends in ((_WON, _LOST), (_LOST, _WON))
        )
        return Estimate(self._value(least, most), least.low, most.high)

    def differs(self) -> bool:
        """Whether :meth:`sequence` leaves out 0: the same, much sooner found out."""
        least, most = self._table(_WON, _LOST), self._table(_LOST, _WON)
        above = [((1 + value) / 2, count) for value, count in _by_value(least).items()]
        below = [((1 - value) / 2, count) for value, count in _by_value(most).items()]
        return too_small(0.5, above) or too_small(0.5, below)

    def share_apart(self) -> float | None:
        """Return in which share of all pairs it won one way and not the other, or might have."""
        pairs = sum(self.pairs.values())
        if not pairs:
            return None
        alike = sum(self.pairs.get((each, each), 0) for each in ("won", "lost"))
        return 1 - alike / pairs

    def saving(self) -> float | None:
        """Return how many times as many games with seeds of their own would tell as much.

        That is the variance of a difference of unrelated games over that of the pairs; ``None``
        where no pair differs.
        """
        both, here, there, neither = self._table({}, {})
        pairs = both + here + there + neither
        if not pairs or not here + there:
            return None
        shares = ((both + here) / pairs, (both + there) / pairs)
        apart = (here + there) / pairs - ((there - here) / pairs) ** 2
        return sum(share * (1 - share) for share in shares) / apart if apart else None

    def _value(self, least: Estimate, most: Estimate) -> float:
        both_ended = sum(self._table({}, {}))
        return self.difference().value if both_ended else (least.value + most.value) / 2


def _by_value(table: list[int]) -> dict[int, int]:
    both, here, there, neither = table
    counts = {-1: here, 0: both + neither, 1: there}
    return {value: count for value, count in counts.items() if count}
