"""Playing units of work on this machine, in this process or in several."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from multiprocessing import active_children, get_context

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.batch import play_batch
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.units import Unit

Done = tuple[Unit, Tally]
Runner = Callable[[Plan, Iterable[Unit]], Iterator[Done]]
"""Plays units and yields each with what was counted, in whatever order they come to be done."""

_AHEAD = 3
"""How many units are handed out for every process: enough that none waits, few in memory."""


def play_here(plan: Plan, units: Iterable[Unit]) -> Iterator[Done]:
    """Play units one after the other in this process."""
    for unit in units:
        yield unit, play_batch(plan, unit.first, unit.games)


def play_in_processes(plan: Plan, units: Iterable[Unit], jobs: int) -> Iterator[Done]:
    """Play units in ``jobs`` processes of their own.

    Only a few units are out at a time, however many there are. A unit that is interrupted, by
    Ctrl-C or by an error, is not yielded at all. Raises :class:`MoonflightError` for a process
    that was ended from outside.
    """
    waiting = iter(units)
    # Spawned and not forked: the same on every system, and safe beside a progress bar's thread.
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _leave_interrupts_to_the_parent)
    out: dict[Future[Tally], Unit] = {}
    try:
        while True:
            for unit in islice(waiting, jobs * _AHEAD - len(out)):
                out[pool.submit(play_batch, plan, unit.first, unit.games)] = unit
            if not out:
                return
            done, _ = wait(out, return_when=FIRST_COMPLETED)
            for future in done:
                unit = out.pop(future)
                yield unit, future.result()
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


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_units(plan: Plan, units: Iterable[Unit], jobs: int) -> Iterator[Done]:
    """Play units with so many processes, in this one if one is enough."""
    if jobs == 1:
        return play_here(plan, units)
    return play_in_processes(plan, units, jobs)


def processors() -> int:
    """Return how many processes this machine can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
