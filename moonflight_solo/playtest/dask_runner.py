"""Playing work units on an existing Dask cluster.

Only workers need moonflight-solo, in the same version as here; the scheduler needs nothing but
Dask. Plans are self-contained, so no worker reads files of this machine. A unit's tally depends
only on the plan and its seeds, so it does not matter which worker plays it or how often one dies:
each unit is counted once.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

import msgspec

from moonflight_solo import __version__
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.plan import Plan, words_digest
from moonflight_solo.playtest.runner import AHEAD, PlayedUnit, WorkUnit, handed_on, play_batch
from moonflight_solo.playtest.tally import Tally

if TYPE_CHECKING:
    from distributed import Client, Future

ANSWERS_WITHIN: Final = 10.0
"""Timeout in seconds for a scheduler to answer, initially and after a lost connection."""

WORKER_WITHIN: Final = 60.0
"""Seconds to wait while there is no worker: an adaptive cluster takes some to start them."""

TRIES: Final = 4
"""Attempts per unit if the cluster keeps dropping it."""

_LOOK_AGAIN: Final = 1.0
"""Seconds between two checks for the number of workers."""


@contextmanager
def connect(address: str, tell: Callable[[str], object] = lambda _: None) -> Iterator[Cluster]:
    """Connect to the Dask scheduler at ``address``, such as ``tcp://10.0.0.5:8786``.

    ``tell`` is told, once, that it has no worker yet. Raises :class:`UsageError` for a malformed
    address, and :class:`MoonflightError` if Dask is not installed or no scheduler
    answers.
    """
    try:
        import distributed  # an optional dependency, and slow to import
    except ImportError:
        raise MoonflightError(
            "to play on a Dask cluster the package “distributed” is needed; install "
            "moonflight-solo[dask]."
        ) from None
    # Errors are reported below, in a sentence.
    for name in ("distributed", "distributed.client", "tornado", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_knock(address))
        client = distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    except ValueError as error:
        raise UsageError(
            f"“{address}” is not a Dask scheduler's address, such as tcp://10.0.0.5:8786: {error}."
        ) from None
    except OSError:
        raise MoonflightError(
            f"no Dask scheduler answers at {address} within {ANSWERS_WITHIN:g} seconds."
        ) from None
    try:
        yield Cluster(address, client, tell)
    finally:
        with suppress(OSError, TimeoutError):  # the scheduler may be gone
            client.close(timeout=ANSWERS_WITHIN)


async def _knock(address: str) -> None:
    """Check that something answers at ``address``: a client that finds nothing is slow to
    give up.
    """
    from distributed import Security
    from distributed.comm import connect

    secrets = Security().get_connection_args("client")
    comm = await connect(address, timeout=ANSWERS_WITHIN, **secrets)
    await comm.close()


class Cluster:
    """A connected Dask scheduler and its current workers."""

    def __init__(self, address: str, client: Client, tell: Callable[[str], object]) -> None:
        self.address = address
        self.client = client
        self._tell: Callable[[str], object] | None = tell
        self._threads = 0
        self._last_look = float("-inf")
        self._last_seen = time.monotonic()

    def jobs(self) -> int:
        """Return how many units the workers can play at once, at least 1.

        Raises :class:`MoonflightError` if there has been no worker for `WORKER_WITHIN` seconds, or
        the scheduler is lost.
        """
        self.stay()
        now = time.monotonic()
        if now - self._last_look >= _LOOK_AGAIN:
            with suppress(OSError):  # broken connections surface with the units
                self._threads = sum(self.client.nthreads().values())
            self._last_look = now
            if self._threads:
                self._last_seen = now
        if not self._threads and self._tell is not None:
            self._tell(
                f"the Dask scheduler at {self.address} has no worker yet; waiting up to "
                f"{WORKER_WITHIN:g} seconds for one."
            )
            self._tell = None
        if now - self._last_seen > WORKER_WITHIN:
            raise MoonflightError(
                f"the Dask scheduler at {self.address} has had no worker for {WORKER_WITHIN:g} "
                f"seconds; start one by: dask worker {self.address}"
            )
        return max(1, self._threads)

    def play(self, plan: Plan, units: Iterable[WorkUnit]) -> Iterator[PlayedUnit]:
        """Play units on the workers, yielding each once with its tally.

        Keeps only a few units in flight. A unit whose worker dies is replayed by another; closing
        the iterator, as on Ctrl-C, cancels those in flight. Raises :class:`MoonflightError` for a
        worker with another version of moonflight-solo or none, a unit that kills one worker after
        another, and a lost scheduler.
        """
        self._look_at_workers(plan)
        given = plan.words, msgspec.json.encode(plan)
        waiting, tries = iter(units), Counter[WorkUnit]()
        out: dict[Future[Tally], WorkUnit] = {}
        back: SimpleQueue[Future[Tally]] = SimpleQueue()
        self._last_seen = time.monotonic()

        def hand_out(unit: WorkUnit) -> None:
            self.stay()
            tries[unit] += 1
            call = _Call(_play_there, *given, *unit).pickle()
            # Not pure, so that no result of another run is reused.
            future = self.client.submit(pickle.loads, call, pure=False)
            out[future] = unit
            future.add_done_callback(back.put)

        try:
            while True:
                for unit in islice(waiting, max(0, AHEAD * self.jobs() - len(out))):
                    hand_out(unit)
                if not out:
                    return
                try:
                    future = back.get(timeout=_LOOK_AGAIN)
                except Empty:
                    continue
                unit = out.pop(future)
                tally = _tally_of(future, unit)
                if tally is not None:
                    yield unit, tally
                elif tries[unit] < TRIES:
                    hand_out(unit)
                else:
                    raise MoonflightError(
                        f"the Dask scheduler at {self.address} has dropped {_key_of(unit)} {TRIES} "
                        "times."
                    )
        finally:
            # Workers still finish units already started, but nobody reads them.
            if out and self.client.status == "running":
                with suppress(OSError, TimeoutError):
                    self.client.cancel(list(out))

    def _look_at_workers(self, plan: Plan) -> None:
        """Check up front that the current workers fit the plan."""
        try:
            answers = self.client.run(pickle.loads, _Call(words_digest).pickle(), on_error="return")
        except OSError:
            raise self._connection_lost() from None
        for address, words in sorted(answers.items()):
            if isinstance(words, ImportError):
                raise _without_the_program(f"the worker at {address}", words)
            # A worker that dies right now does not answer, and will not play either.
            if not isinstance(words, OSError) and words != plan.words:
                raise _another_program(address)

    def stay(self) -> None:
        """Wait out a reconnection; raises :class:`MoonflightError` if the connection is lost."""
        while self.client.status == "connecting":
            time.sleep(0.05)
        if self.client.status != "running":
            raise self._connection_lost()

    def _connection_lost(self) -> MoonflightError:
        return MoonflightError(f"the connection to the Dask scheduler at {self.address} was lost.")


def _tally_of(future: Future[Tally], unit: WorkUnit) -> Tally | None:
    """Return a completed unit's tally, ``None`` if it was dropped, as by a scheduler restart.

    Raises the worker's error, as a :class:`MoonflightError` if it is an expected one.
    """
    from distributed import KilledWorker

    try:
        tally: Tally = future.result()
        return tally
    except Exception as error:
        if future.status != "error":
            return None
        if isinstance(error, KilledWorker):
            raise MoonflightError(
                f"{error.allowed_failures + 1} workers died, one after the other, while they had "
                f"{_key_of(unit)} to play; what the worker at {error.last_worker.address} wrote "
                "may say why."
            ) from error
        if isinstance(error, ImportError) and not hasattr(error, "__notes__"):  # not in a game
            raise _without_the_program("a worker", error) from error
        raise


def _key_of(unit: WorkUnit) -> str:
    if unit.games == 1:
        return f"the game with seed {unit.first}"
    return f"the games with seeds {unit.first} to {unit.end - 1}"


def _without_the_program(who: str, error: ImportError) -> MoonflightError:
    remedy = f"install version {__version__} on every worker"
    return MoonflightError(f"{who} cannot load moonflight-solo ({error}); {remedy}.")


def _another_program(address: str) -> MoonflightError:
    return MoonflightError(
        f"the worker at {address} has another version of moonflight-solo than this machine "
        f"({__version__}), or other printed data, and would play other games."
    )


class _Call:
    """Unpickles as the result of a call, made wherever it is unpickled.

    The scheduler deserializes tasks, so it would need moonflight-solo if a task named it; it leaves
    bytes alone.
    """

    def __init__(self, function: Callable[..., object], *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        return self._call

    def pickle(self) -> bytes:
        return pickle.dumps(self, protocol=4)


_one_at_a_time = Lock()


def _play_there(words: str, plan: bytes, first_seed: int, games: int) -> Tally:
    """Play a unit in a worker.

    Checks ``words`` before decoding the plan, which another version might not be able to read;
    workers that joined late were not checked before. A worker's threads take turns: they share the
    compiled plan, and the GIL lets only one run anyway.
    """
    from distributed import get_worker

    if words != words_digest():
        raise _another_program(get_worker().address)
    with _one_at_a_time:
        batch = msgspec.json.decode(plan, type=Plan), first_seed, games
        return handed_on(play_batch, *batch)
