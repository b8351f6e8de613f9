"""Work units: which games are missing, and playing them on this machine."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeVar

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.decision_log import DecisionLog, first_parted, played_on
from moonflight_solo.playtest.game_counts import OutcomePair, count_again, count_game, count_pair
from moonflight_solo.playtest.observing.course import Course
from moonflight_solo.playtest.observing.observer import Instruments, instruments_of
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play

if TYPE_CHECKING:  # slow to import, and only needed for several processes
    from concurrent.futures import Future

U = TypeVar("U")
R = TypeVar("R")

UNIT: Final = 100
"""Number of games per unit, if they are many and fast."""

GROWTH: Final = 200
"""A unit has 1/GROWTH of the games before it, if that is more than the usual size.

So a results file grows with the logarithm of the games, yet the first units finish at once.
"""

AHEAD: Final = 3
"""Units submitted per process: enough to keep all busy, few in memory."""

MOST_EACH: Final = 4
"""The most processes for each processor: more gain nothing, and very many use up the memory."""

MOST_ON_WINDOWS: Final = 61
"""The most processes that Python can wait for on Windows."""


class WorkUnit(NamedTuple):
    """The games with consecutive seeds from ``first``."""

    first: int
    games: int

    @property
    def end(self) -> int:
        """The first seed after the unit."""
        return self.first + self.games


PlayedUnit = tuple[WorkUnit, Tally]
"""A unit with its tally; units complete in any order."""


def unit_size(plan: Plan, games: int, jobs: int) -> int:
    """Return how many games to put into a unit; results do not depend on it.

    Large enough to be worth sending, small enough to keep all ``jobs`` busy to the end, and fewer
    if games are slow.
    """
    each = 1 if plan.slowest else UNIT // (1 + len(plan.others))
    even = -(-games // (4 * jobs))
    return max(1, min(each, even))


def joined_units(units: Iterable[WorkUnit]) -> list[WorkUnit]:
    """Merge adjacent units, sorted by seed.

    Raises :class:`ValueError` for units that overlap: those games would count twice.
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


def missing_units(
    plan: Plan, games: int, units_done: Iterable[WorkUnit], size: int, growth: int = GROWTH
) -> Iterator[WorkUnit]:
    """Yield units for those of the first ``games`` games that are not done.

    Each has up to ``size`` games, or 1/``growth`` of the games before it if that is more.
    """
    at, end = plan.seed, plan.seed + games
    for unit in [*joined_units(units_done), WorkUnit(end, 0)]:
        stop = min(unit.first, end)
        while at < stop:
            number = min(max(size, (at - plan.seed) // growth), stop - at)
            yield WorkUnit(at, number)
            at += number
        at = max(at, unit.end)


def play_units(plan: Plan, units: Iterable[WorkUnit], jobs: int) -> Iterator[PlayedUnit]:
    """Play units in ``jobs`` processes, or one by one in this one if ``jobs`` is 1."""
    return in_processes(partial(_play_unit, plan), units, jobs, partial(make_ready, plan))


def _play_unit(plan: Plan, unit: WorkUnit) -> Tally:
    return play_batch(plan, *unit)


class ShareOut(Protocol):
    """A way to work through many units."""

    def __call__(self, work: Callable[[U], R], units: Iterable[U], /) -> Iterator[tuple[U, R]]:
        """Do ``work`` on each unit; yield the units with what came of them, in any order."""


def _one_by_one(work: Callable[[U], R], units: Iterable[U]) -> Iterator[tuple[U, R]]:
    return ((unit, work(unit)) for unit in units)


@contextmanager
def workers(jobs: int, make_ready: Callable[[], object]) -> Iterator[ShareOut]:
    """Yield what works in ``jobs`` processes, the same ones each time, or here if ``jobs`` is 1."""
    if jobs == 1:
        yield _one_by_one
        return
    with closing(Processes(jobs, make_ready)) as processes:
        yield processes.share_out


def in_processes(
    work: Callable[[U], R], units: Iterable[U], jobs: int, make_ready: Callable[[], object]
) -> Iterator[tuple[U, R]]:
    """Map ``work`` over units by :func:`workers` of their own."""
    with workers(jobs, make_ready) as share_out:
        yield from share_out(work, units)


class Processes:
    """Worker processes, at most four for each processor, until they are closed."""

    def __init__(self, jobs: int, make_ready: Callable[[], object]) -> None:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children, get_context

        # Fork only if no other thread is running, such as a progress bar's. Everything the work
        # needs is prepared before, once for all workers.
        alone = sys.platform == "linux" and _is_alone()
        if alone:
            make_ready()
        self._jobs = min(jobs, MOST_EACH * processors())
        if sys.platform == "win32":
            self._jobs = min(self._jobs, MOST_ON_WINDOWS)
        self._before = set(active_children())
        context = get_context("fork" if alone else "spawn")
        self._pool = ProcessPoolExecutor(self._jobs, context, _begin)

    def share_out(self, work: Callable[[U], R], units: Iterable[U], /) -> Iterator[tuple[U, R]]:
        """Map ``work`` over units, of which only a few are in flight at a time.

        Units that Ctrl-C or an error interrupts are not yielded. Raises a worker's error, and
        :class:`MoonflightError` if it cannot leave its process (see :func:`handed_on`) or if a
        worker was killed; nothing more can be done then.
        """
        from concurrent.futures import FIRST_COMPLETED, wait
        from concurrent.futures.process import BrokenProcessPool
        from multiprocessing import active_children

        def hand_out(unit: U) -> Future[R]:
            return self._pool.submit(handed_on, work, unit)

        waiting = iter(units)
        out = {hand_out(unit): unit for unit in islice(waiting, self._jobs * AHEAD)}
        processes = set(active_children()) - self._before
        try:
            while out:
                done, _ = wait(out, return_when=FIRST_COMPLETED)
                for unit in islice(waiting, len(done)):
                    out[hand_out(unit)] = unit
                for future in done:
                    yield out.pop(future), future.result()
        except BaseException as error:
            # Nobody wants the rest of a long game.
            for process in processes:
                process.terminate()
            if not isinstance(error, BrokenProcessPool):
                raise
            raise MoonflightError(
                "one of the processes was killed while it played, and its games are lost."
            ) from None

    def close(self) -> None:
        """Wait until all processes have ended; what they have not begun is not done."""
        self._pool.shutdown(cancel_futures=True)


def handed_on(work: Callable[..., R], *given: object) -> R:
    """Do ``work``, so that every error can leave this process.

    One that another process could not read would look as if this one had been killed, so it becomes
    a :class:`MoonflightError` with its class, its message, and the notes on where it happened.
    """
    try:
        return work(*given)
    except Exception as error:
        if _readable(error):
            raise
        kind, where = type(error), "".join([f"{n}: " for n in getattr(error, "__notes__", ())])
        problem = f"{kind.__module__}.{kind.__qualname__}: {error}".rstrip(": .")
        raise MoonflightError(f"{where}{problem}.") from error


def _readable(error: Exception) -> bool:
    with suppress(Exception):
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    return False


def _is_alone() -> bool:
    """Return whether no other thread runs; one that has just ended may still be listed."""
    for _ in range(20):
        if len(os.listdir("/proc/self/task")) == 1:
            return True
        if threading.active_count() == 1:
            time.sleep(0.005)
    return False


def _begin() -> None:
    """Ignore what a terminal sends to all, which the parent handles; exit when the parent does."""
    from multiprocessing import parent_process

    for name in ("SIGINT", "SIGHUP", "SIGQUIT"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def wait_for_its_end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait_for_its_end, daemon=True).start()


def processors() -> int:
    """Return how many processes can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def make_ready(plan: Plan) -> None:
    """Load and compile what the games of ``plan`` need, so that no batch has to."""
    run, *_ = map(run_of, plan.ways)
    instruments_of(run)


def play_batch(plan: Plan, first_seed: int, games: int) -> Tally:
    """Play the games with seeds from ``first_seed`` on, and return their tally.

    The result depends only on the arguments. Raises what :class:`~moonflight_solo.playtest.run.Run`
    raises, and :class:`MoonflightError` with the seed for a game in which a player acts illegally.
    """
    run, *treated = map(run_of, plan.ways)
    instruments, tally = instruments_of(run), Tally()
    for seed in range(first_seed, first_seed + games):
        try:
            _play_seed(run, treated, instruments, tally, seed)
        except MoonflightError as error:
            raise MoonflightError(f"the game with seed {seed}: {error}") from error
        except Exception as error:
            error.add_note(f"the game with seed {seed}")
            raise
    tally.count_games()
    return tally


def _play_seed(
    run: Run, treated: Sequence[Run], instruments: Instruments, tally: Tally, seed: int
) -> None:
    """Play one seed as planned and under each treatment, and count every game and pair of games.

    Where the game would go the same under a treatment, it is not played but counted once more,
    unless the games are replayed from where they part (``plan.again``).
    """
    plan = run.plan
    planned_log = DecisionLog(run) if plan.again else None
    planned, alike = _play_one(run, seed, instruments, tally, planned_log)
    outcomes = {"": planned}
    for number, (treatment, other) in enumerate(zip(plan.others, treated, strict=True)):
        log = DecisionLog(other)
        if planned_log is None and treatment.label in alike:
            outcome = planned
        else:
            outcome = other.play(seed, log.recording if planned_log else list)
        outcomes[treatment.label] = outcome
        pair = outcomes[treatment.than], outcome
        count_pair(tally, seed, number, *pair)
        if planned_log is not None:
            _count_replayed(tally, seed, number, pair, planned_log, log)


def _count_replayed(
    tally: Tally, seed: int, number: int, pair: OutcomePair, here: DecisionLog, there: DecisionLog
) -> None:
    """Replay a pair of games from where they part, and count these replays with it.

    Two unfinished games that never part are the same game, stopped in the same place.
    """
    times = here.run.plan.again
    replays, acts = played_on(seed, here, there, times)
    tally.add(("other", number, "acts, again"), seed, acts)
    _, outcome = pair
    if first_parted(here, there) is None and not outcome.finished:
        pair = outcome, outcome
    count_again(tally, seed, number, [pair, *replays], times)


def _play_one(
    run: Run, seed: int, instruments: Instruments, tally: Tally, decisions: DecisionLog | None
) -> tuple[Outcome, frozenset[str]]:
    """Play one game and count everything about it, recording ``decisions`` if given.

    Also returns the labels of treatments under which it would go the same.
    """
    settings = run.plan.settings(seed)
    players = run.players(settings)
    watched = instruments.watch(seed, players)
    course = Course(seed) if watched != players else None
    seated = course.with_watchers(watched) if course else watched
    table = run.set_up(settings, decisions.recording(seated) if decisions else seated)
    first = table.first
    if course is not None:
        course.begin(table)
    outcome = play(table, settings)
    count_game(tally, seed, first, table, outcome)
    if course is not None:
        course.count(tally, seed, outcome)
    instruments.count(tally, seed, watched, outcome.finished)
    return outcome, instruments.alike(watched)
