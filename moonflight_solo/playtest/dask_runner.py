"""Playing units of work on a Dask cluster: a scheduler that runs already, and its workers.

Only a worker has to have moonflight-solo, and the same one as here; the scheduler needs nothing
but Dask. A plan travels as text with everything in it, so no worker looks for a file of this
machine. What a unit gives depends on nothing but the plan and its seeds, so it does not matter
which worker plays it, nor how often one dies over it: each unit is taken in once.
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
from uuid import uuid4

import msgspec

from moonflight_solo import __version__
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.plan import Plan, words_digest
from moonflight_solo.playtest.runner import AHEAD, Done, WorkUnit, play_batch
from moonflight_solo.playtest.tally import Tally

if TYPE_CHECKING:
    from distributed import Client, Future

ANSWERS_WITHIN: Final = 10.0
"""How many seconds a scheduler has to answer, at first and when it was lost."""

WORKER_WITHIN: Final = 60.0
"""How many seconds there may be no worker at all: a cluster that grows with its work needs some."""

TRIES: Final = 4
"""How often a unit is handed out at most, if the cluster drops it each time."""

_LOOK_AGAIN: Final = 1.0
"""How many seconds to wait before looking how many workers there are now."""


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """Connect to the Dask scheduler at ``address``, such as ``tcp://10.0.0.5:8786``.

    Raises :class:`UsageError` for what is no address, and :class:`MoonflightError` if Dask is not
    installed here or no scheduler answers.
    """
    try:
        import distributed  # only who plays on a cluster has it, and waits for it
    except ImportError:
        raise MoonflightError(
            "to play on a Dask cluster the package “distributed” is needed; install "
            "moonflight-solo[dask]."
        ) from None
    # What goes wrong is said here, in a sentence.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_knock(address))
        client = distributed.Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    except ValueError as error:
        raise UsageError(
            f"“{address}” is no address of a Dask scheduler, such as tcp://10.0.0.5:8786: {error}."
        ) from None
    except OSError:
        raise MoonflightError(
            f"no Dask scheduler answers at {address} within {ANSWERS_WITHIN:g} seconds."
        ) from None
    try:
        yield Cluster(address, client)
    finally:
        with suppress(OSError, TimeoutError):  # a scheduler that is gone need not be left
            client.close(timeout=ANSWERS_WITHIN)


async def _knock(address: str) -> None:
    """See that something answers at ``address``: a client that finds nothing is slow to end."""
    from distributed import Security
    from distributed.comm import connect

    secrets = Security().get_connection_args("client")
    comm = await connect(address, timeout=ANSWERS_WITHIN, **secrets)
    await comm.close()


class Cluster:
    """A Dask scheduler that is connected to, and whatever workers it has at a time."""

    def __init__(self, address: str, client: Client) -> None:
        self.address = address
        self.client = client
        self._threads = 0
        self._looked = float("-inf")
        self._last_seen = time.monotonic()

    def jobs(self) -> int:
        """Return how many units the workers can play at once; 1 while there is no worker yet.

        Raises :class:`MoonflightError` if there has been none for long, or no scheduler.
        """
        self.stay()
        now = time.monotonic()
        if now - self._looked >= _LOOK_AGAIN:
            with suppress(OSError):  # a connection that breaks is told of by the units that are out
                self._threads = sum(self.client.nthreads().values())
            self._looked = now
            if self._threads:
                self._last_seen = now
        if now - self._last_seen > WORKER_WITHIN:
            raise MoonflightError(
                f"the Dask scheduler at {self.address} has had no worker for {WORKER_WITHIN:g} "
                f"seconds; start one by: dask worker {self.address}"
            )
        return max(1, self._threads)

    def play(self, plan: Plan, units: Iterable[WorkUnit]) -> Iterator[Done]:
        """Play units on the workers, and yield each once with what was counted.

        Only a few units are out at a time, however many there are. A unit whose worker dies is
        played again by another; what is out when the iterator is closed, as by Ctrl-C, is called
        back. Raises :class:`MoonflightError` for a worker with another moonflight-solo or none,
        for a unit that ends one worker after another, and for a scheduler that is lost.
        """
        self._look_at_workers(plan)
        waiting, out = iter(units), _UnitsOut(self, plan)
        self._last_seen = time.monotonic()
        try:
            while True:
                for unit in islice(waiting, max(0, AHEAD * self.jobs() - len(out.units))):
                    out.hand(unit)
                if not out.units:
                    return
                if done := out.taken():
                    yield done
        finally:
            # Nobody hears of a unit that a worker still plays to its end.
            if out.units and self.client.status == "running":
                with suppress(OSError, TimeoutError):
                    self.client.cancel(list(out.units))

    def _look_at_workers(self, plan: Plan) -> None:
        """See, before anything is played, that every worker there is now fits the plan."""
        try:
            answers = self.client.run(
                pickle.loads, _Call(words_digest).pickled(), on_error="return"
            )
        except OSError:
            raise self._lost() from None
        for address, words in sorted(answers.items()):
            if isinstance(words, ImportError):
                raise _without_the_program(f"the worker at {address}", words)
            # One that dies at this moment answers nothing, and plays nothing either.
            if not isinstance(words, OSError) and words != plan.words:
                raise _another_program(address)

    def stay(self) -> None:
        """Wait for a connection being made again; raises :class:`MoonflightError` without one."""
        while self.client.status == "connecting":
            time.sleep(0.05)
        if self.client.status != "running":
            raise self._lost()

    def _lost(self) -> MoonflightError:
        return MoonflightError(f"the connection to the Dask scheduler at {self.address} was lost.")


class _UnitsOut:
    """The ``units`` of a plan that are out to be played, by what their workers promise."""

    def __init__(self, cluster: Cluster, plan: Plan) -> None:
        self.units: dict[Future[Tally], WorkUnit] = {}
        self._cluster = cluster
        self._plan = plan.words, msgspec.json.encode(plan)
        self._back: SimpleQueue[Future[Tally]] = SimpleQueue()
        self._tries: Counter[WorkUnit] = Counter()

    def hand(self, unit: WorkUnit) -> None:
        """Hand out a unit, for the first time or once more."""
        self._cluster.stay()
        call = _Call(_play_there, *self._plan, unit.first, unit.games).pickled()
        # A name that was never there: nothing left behind by another run is taken for it.
        key = f"moonflight-{uuid4()}"
        future = self._cluster.client.submit(pickle.loads, call, key=key)
        self.units[future] = unit
        self._tries[unit] += 1
        future.add_done_callback(self._back.put)

    def taken(self) -> Done | None:
        """Return a unit that is back, ``None`` for none in a while; one dropped goes out again."""
        try:
            future = self._back.get(timeout=_LOOK_AGAIN)
        except Empty:
            return None
        unit = self.units.pop(future)
        tally = _taken(future, unit)
        if tally is not None:
            del self._tries[unit]
            return unit, tally
        if self._tries[unit] == TRIES:
            raise MoonflightError(
                f"the Dask scheduler at {self._cluster.address} has dropped {_named(unit)} {TRIES} "
                "times."
            )
        self.hand(unit)
        return None


def _taken(future: Future[Tally], unit: WorkUnit) -> Tally | None:
    """Return what was counted in a unit that is back, ``None`` if it was dropped.

    A scheduler begun anew drops it, or someone at it. Raises what went wrong on a worker, in a
    sentence if it was foreseen.
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
                f"{_named(unit)} to play; what the worker at {error.last_worker.address} wrote "
                "may tell why."
            ) from error
        if isinstance(error, ImportError):
            raise _without_the_program("a worker", error) from error
        raise


def _named(unit: WorkUnit) -> str:
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


# ------------------------------------------------------------------------------- on a worker


class _Call:
    """Pickled, it is a call that is made where it is unpickled, as on a worker.

    The scheduler reads what it hands on, and would need moonflight-solo if it stood there by
    name; bytes it leaves alone.
    """

    def __init__(self, function: Callable[..., object], *arguments: Any) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[Any, ...]]:
        return self._call

    def pickled(self) -> bytes:
        return pickle.dumps(self, protocol=4)


_one_at_a_time = Lock()


def _play_there(words: str, plan: bytes, first_seed: int, games: int) -> Tally:
    """Play a unit in a worker.

    ``words`` are looked at before the plan, which another version may not even be able to read;
    also here, for a worker may join at any time. The threads of a worker take turns: what is
    compiled is kept for all of them, and Python would run one at a time anyway.
    """
    from distributed import get_worker

    if words != words_digest():
        raise _another_program(get_worker().address)
    with _one_at_a_time:
        return play_batch(msgspec.json.decode(plan, type=Plan), first_seed, games)
