"""Units of work: which games are still to be played, and playing them on this machine."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.batch import play_batch
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.tally import Tally

if TYPE_CHECKING:  # one process waits for nothing that others need
    from concurrent.futures import Future

UNIT: Final = 100
"""How many games are a unit of work, if they are many and quick."""

GROWTH: Final = 200
"""A unit has at least so many times fewer games than were played before it: a file of units grows
with the logarithm of the games, and the first ones are done at once."""

AHEAD: Final = 3
"""How many units are handed out for every process: enough that none waits, few in memory."""


class WorkUnit(NamedTuple):
    """The games with the seeds from ``first`` on."""

    first: int
    games: int

    @property
    def end(self) -> int:
        """The first seed behind them."""
        return self.first + self.games


Done = tuple[WorkUnit, Tally]
"""A unit with what was counted in it; they come in whatever order they are done."""


def unit_size(plan: Plan, games: int, jobs: int) -> int:
    """Return how many games to make a unit of; the results do not depend on it.

    Large enough to be worth sending, small enough that all ``jobs`` have something to do to the
    last, and few where each game takes long.
    """
    each = 1 if plan.slowest else UNIT // (1 + len(plan.others))
    even = -(-games // (4 * jobs))
    return max(1, min(each, even))


def joined(units: Iterable[WorkUnit]) -> list[WorkUnit]:
    """Return units that do not overlap as few long ones, in order of their seeds.

    Raises :class:`ValueError` for two that share a seed: those games would count twice.
    """
    whole: list[WorkUnit] = []
    for unit in sorted(units):
        if whole and unit.first < whole[-1].end:
            raise ValueError(f"the game with seed {unit.first} is counted twice")
        if whole and unit.first == whole[-1].end:
            whole[-1] = WorkUnit(whole[-1].first, whole[-1].games + unit.games)
        else:
            whole.append(unit)
    return whole


def missing(
    plan: Plan, games: int, done: Iterable[WorkUnit], size: int, growth: int = GROWTH
) -> Iterator[WorkUnit]:
    """Yield units for those of the first ``games`` games that are not done.

    They have up to ``size`` games each, and more where over ``growth`` times as many were before.
    """
    at, end = plan.seed, plan.seed + games
    for unit in [*joined(done), WorkUnit(end, 0)]:
        stop = min(unit.first, end)
        while at < stop:
            number = min(max(size, (at - plan.seed) // growth), stop - at)
            yield WorkUnit(at, number)
            at += number
        at = max(at, unit.end)


def play_units(plan: Plan, units: Iterable[WorkUnit], jobs: int) -> Iterator[Done]:
    """Play units with so many processes, in this one if one is enough."""
    if jobs == 1:
        return play_here(plan, units)
    return play_in_processes(plan, units, jobs)


def play_here(plan: Plan, units: Iterable[WorkUnit]) -> Iterator[Done]:
    """Play units one after the other in this process."""
    for unit in units:
        yield unit, play_batch(plan, unit.first, unit.games)


def play_in_processes(plan: Plan, units: Iterable[WorkUnit], jobs: int) -> Iterator[Done]:
    """Play units in ``jobs`` processes of their own.

    Only a few units are out at a time, however many there are. A unit that is interrupted, by
    Ctrl-C or by an error, is not yielded at all. Raises :class:`MoonflightError` for a process
    that was ended from outside.
    """
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    waiting = iter(units)
    # Spawned and not forked: the same on every system, and safe beside a progress bar's thread.
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _end_with_the_parent)
    out: dict[Future[Tally], WorkUnit] = {}
    try:
        while True:
            for unit in islice(waiting, jobs * AHEAD - len(out)):
                out[pool.submit(play_batch, plan, unit.first, unit.games)] = unit
            if not out:
                return
            done, _ = wait(out, return_when=FIRST_COMPLETED)
            for future in done:
                yield out.pop(future), future.result()
    except BaseException as error:
        # Nobody waits for the rest of a long game.
        for process in set(active_children()) - before:
            process.terminate()
        if not isinstance(error, BrokenProcessPool):
            raise
        raise MoonflightError(
            "one of the processes that play was ended from outside, and its games are lost."
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_the_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does, however it is ended."""
    from multiprocessing import parent_process

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None

    def wait_for_its_end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_its_end, daemon=True).start()


def processors() -> int:
    """Return how many processes this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
