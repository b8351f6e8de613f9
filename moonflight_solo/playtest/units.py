"""Which games are still to be played, in units of work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from moonflight_solo.playtest.plan import Plan

UNIT: Final = 100
"""How many games are a unit of work, if they are many and quick."""

MOST_UNITS: Final = 2_000
"""About how many units there are at most, so that a file of them does not grow without end."""


class Unit(NamedTuple):
    """The games with the seeds from ``first`` on."""

    first: int
    games: int

    @property
    def end(self) -> int:
        """The first seed behind them."""
        return self.first + self.games


def unit_size(plan: Plan, games: int, jobs: int) -> int:
    """Return how many games to make a unit of; the results do not depend on it.

    Large enough to be worth sending, small enough that all ``jobs`` have something to do to the
    last, and few where each game takes long.
    """
    each = UNIT // (1 + len(plan.others))
    if any(seat.player.startswith("search") for seat in plan.seats):
        each = 1
    even = -(-games // (4 * jobs))
    return max(1, min(each, even), -(-games // MOST_UNITS))


def joined(units: Iterable[Unit]) -> list[Unit]:
    """Return units that do not overlap as few long ones, in order of their seeds.

    Raises :class:`ValueError` for two that share a seed: those games would count twice.
    """
    whole: list[Unit] = []
    for unit in sorted(units):
        if whole and unit.first < whole[-1].end:
            raise ValueError(f"the game with seed {unit.first} is counted twice")
        if whole and unit.first == whole[-1].end:
            whole[-1] = Unit(whole[-1].first, whole[-1].games + unit.games)
        else:
            whole.append(unit)
    return whole


def missing(plan: Plan, games: int, done: Iterable[Unit], size: int) -> Iterator[Unit]:
    """Yield units of up to ``size`` games for those of the first ``games`` that are not done."""
    at, end = plan.seed, plan.seed + games
    for unit in [*joined(done), Unit(end, 0)]:
        stop = min(unit.first, end)
        while at < stop:
            number = min(size, stop - at)
            yield Unit(at, number)
            at += number
        at = max(at, unit.end)
