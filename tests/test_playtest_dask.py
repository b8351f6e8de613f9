"""Playtests on a real Dask cluster, with scheduler and workers in processes of their own.

Results equal those of one process, also if a worker is killed.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result
from dask_processes import started

from moonflight_solo.cli import main, playtests
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest import dask_runner
from moonflight_solo.playtest.dask_runner import Cluster, connect
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.runner import WorkUnit, joined_units, missing_units, play_units
from moonflight_solo.playtest.tally import Tally

pytest.importorskip("distributed", reason="the extra moonflight-solo[dask] is not installed")
pytestmark = pytest.mark.slow

BOTH = ("clay", "words")
WAIT = 60.0

FORGIVING = "import dask; dask.config.set({'distributed.scheduler.allowed-failures': 1}); "
AS_THEY_ARE = "from distributed.cli.dask_worker import main; main()"
WITHOUT_THE_PROGRAM = f"import sys; sys.modules['moonflight_solo'] = None; {AS_THEY_ARE}"
WITH_ANOTHER_VERSION = (
    f"import moonflight_solo; moonflight_solo.__version__ = '0.0.1'; {AS_THEY_ARE}"
)
WITH_AN_ERROR = f"""
from moonflight_solo.playtest import runner
class UnreadableError(Exception):
    def __init__(self, what, why):
        super().__init__(what + why)
def fail(*given):
    if given[-1] == 3:
        raise UnreadableError("none ", "left")
    if given[-1] == 5:
        raise ImportError("no such deck")
runner._play_seed = fail
{AS_THEY_ARE}
"""
WITHOUT_ANYTHING = FORGIVING + (
    "import sys; sys.modules['moonflight_solo'] = None; "
    "from distributed.cli.dask_scheduler import main; main()"
)


class Processes:
    """A Dask cluster on this machine, with as many workers as a test requests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[BaseProcess] = []
        self.workers: list[BaseProcess] = []
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.start_scheduler()

    def start_scheduler(self) -> None:
        """Start a scheduler without moonflight-solo, which tolerates one death per unit."""
        self.scheduler = self._start(WITHOUT_ANYTHING, "--port", str(self.port), "--no-show")

    def listens(self) -> bool:
        """Return whether the scheduler is up; a client that waits for it polls ever more rarely."""
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    def _start(self, code: str, *arguments: str) -> BaseProcess:
        process = started(code, ("--host", "127.0.0.1", "--no-dashboard", *arguments), self.folder)
        self.running.append(process)
        return process

    def worker(self, code: str = AS_THEY_ARE) -> BaseProcess:
        """Start a worker named by its number."""
        name = str(len(self.running))
        options = ("--nthreads", "1", "--no-nanny", "--death-timeout", "60", "--name", name)
        return self._start(code, self.address, *options, "--local-directory", str(self.folder))

    def have(self, number: int) -> None:
        """Make sure that there are a scheduler and exactly ``number`` healthy workers."""
        if not self.scheduler.is_alive():
            self.start_scheduler()
        self.workers = [worker for worker in self.workers if worker.is_alive()]
        while len(self.workers) < number:
            self.workers.append(self.worker())
        for worker in self.workers[number:]:
            end(worker)
        del self.workers[number:]

    def end(self) -> None:
        for process in self.running:
            end(process)


def end(process: BaseProcess) -> None:
    process.kill()
    process.join(WAIT)


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    found = Processes(tmp_path_factory.mktemp("dask"))
    try:
        yield found
    finally:
        found.end()
    assert not any(process.is_alive() for process in found.running)


@contextmanager
def cluster_of(processes: Processes, workers: int) -> Iterator[Cluster]:
    """Connect to a cluster with exactly ``workers`` workers."""
    processes.have(workers)
    until(processes.listens)
    with connect(processes.address) as cluster:
        until(lambda: len(pids(cluster)) == workers)
        yield cluster


def until(true: Any) -> None:
    deadline = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def pids(cluster: Cluster) -> dict[str, int]:
    """Return every worker's process by its address."""
    found = cluster.client.run(os.getpid, on_error="return")
    return {address: pid for address, pid in found.items() if isinstance(pid, int)}


def held_with_work(cluster: Cluster, victim: str, pid: int) -> bool:
    """Stop a worker; return whether it has units to play. One without units goes on."""
    os.kill(pid, signal.SIGSTOP)
    time.sleep(0.05)  # what it has just said arrives
    if cluster.client.processing()[victim]:
        return True
    os.kill(pid, signal.SIGCONT)
    return False


def typed(detail: int | None = None) -> Plan:
    return playtests.plan_of(playtests.PlaytestOptions(BOTH, GivenGame(), detail=detail))


def counted(done: Iterable[tuple[WorkUnit, Tally]]) -> tuple[list[WorkUnit], Tally]:
    """Return the units and tally; raises for a game that counts twice."""
    units: list[WorkUnit] = []
    tally = Tally()
    for unit, each in done:
        units.append(unit)
        tally.merge(each)
    return joined_units(units), tally


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["playtest", *arguments], prog_name="moonflight")


# ----------------------------------------------------------------------- the same results


def test_a_worker_killed_in_mid_run(processes: Processes) -> None:
    """Nothing is lost and nothing counted twice: the result is that of one process."""
    plan = typed()
    units = list(missing_units(plan, 60, [], 3))
    with cluster_of(processes, 2) as cluster:
        playing = cluster.play(plan, iter(units))
        done = [next(playing)]
        victim, pid = max(pids(cluster).items())
        while not held_with_work(cluster, victim, pid):
            done.append(next(playing))
        os.kill(pid, signal.SIGKILL)
        done += playing
        assert len(pids(cluster)) == 1
        assert victim not in pids(cluster)
    assert sorted(unit for unit, _ in done) == units
    assert counted(done) == counted(play_units(plan, [WorkUnit(0, 60)], 1))


def test_the_command_says_the_same_as_without(processes: Processes, tmp_path: Path) -> None:
    """Files of one's own travel by their text, and a file of results is gone on with."""
    folder = tmp_path / "here only"
    folder.mkdir()
    card = folder / "short.yaml"
    card.write_text(
        "jack: Words and Names\n"
        "card: |\n"
        "  PRE TURN\n  ACTION\n  1 – Play the highest cost card in hand.\n  2 – Pass\n"
        "  POST TURN\n  ACTION\n  1 – Play the highest cost card in hand.\n  2 – Pass\n",
        "utf-8",
    )
    out = str(tmp_path / "out.jsonl")
    words = (*BOTH, "--ai", str(card), "--rounds", "8", "--json")
    with cluster_of(processes, 2):
        dask = ("--dask", processes.address)
        first = run(*words, *dask, "--games", "12", "--out", out)
        assert first.exit_code == 0, first.stderr
        whole = run("--resume", out, *dask, "--games", "16", "--json")
    assert (whole.exit_code, whole.stderr) == (0, "")
    assert whole.stdout == run(*words, "--jobs", "1", "--games", "16").stdout
    assert json.loads(whole.stdout)["games"] == 16


def test_workers_that_come_only_when_there_is_work(processes: Processes) -> None:
    """A cluster may grow with its work: no worker at first is no fault."""
    plan = typed(detail=0)
    with cluster_of(processes, 0) as cluster:
        assert cluster.jobs() == 1
        playing = cluster.play(plan, missing_units(plan, 4, [], 2))
        processes.have(1)
        assert counted(playing) == counted(play_units(plan, [WorkUnit(0, 4)], 1))


def test_a_scheduler_begun_anew(processes: Processes) -> None:
    """It has forgotten what it had; the units that were out are handed out again."""
    plan = typed(detail=0)
    with cluster_of(processes, 1) as cluster:
        playing = cluster.play(plan, missing_units(plan, 12, [], 2))
        done = [next(playing)]
        end(processes.scheduler)
        processes.have(0)
        processes.have(1)
        done += playing
    assert counted(done) == counted(play_units(plan, [WorkUnit(0, 12)], 1))


# -------------------------------------------------------------------------------- Ctrl-C


def test_ctrl_c_keeps_what_is_done_and_calls_back_the_rest(
    processes: Processes, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    program = [
        sys.executable,
        "-m",
        "moonflight_solo",
        "playtest",
        *BOTH,
        "--detail",
        "0",
        "--rounds",
        "2",
    ]
    with cluster_of(processes, 2) as cluster:
        running = subprocess.Popen(
            [*program, "--games", "1000", "--dask", processes.address, "--out", str(out)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        # Units end in any order; what is told begins with the first seed.
        until(lambda: out.exists() and b'"seeds":[[0,' in out.read_bytes().replace(b" ", b""))
        running.send_signal(signal.SIGINT)
        told, errors = running.communicate(timeout=WAIT)
        until(lambda: not any(cluster.client.processing().values()))
    assert running.returncode == 130
    done = [json.loads(line)["seeds"] for line in out.read_text("utf-8").splitlines()[1:]]
    (first, games), *_ = joined_units(WorkUnit(*unit) for (unit,) in done)
    assert first == 0
    assert re.search(rf": {games:,} games\b", told)
    assert len(errors.splitlines()) == 2, errors
    stopped, go_on = errors.splitlines()
    assert stopped == f"moonflight: stopped after {games} of 1000 games."
    words = shlex.split(go_on.removeprefix("Continue with: "))
    assert words[2:] == ["--resume", str(out), "--dask", processes.address]


# --------------------------------------------------------------------------- what is said


def test_a_unit_that_ends_one_worker_after_another(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = typed()
    with cluster_of(processes, 2) as cluster:
        monkeypatch.setattr(Cluster, "_look_at_workers", lambda *_: None)
        deadly = dask_runner._Call(os._exit, 3)
        monkeypatch.setattr(dask_runner, "_Call", lambda *_: deadly)
        with pytest.raises(MoonflightError) as caught:
            list(cluster.play(plan, [WorkUnit(7, 2)]))
    said = "2 workers died, one after the other, while they had the games with seeds 7 to 8"
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("code", "message", "later"),
    [
        (
            WITHOUT_THE_PROGRAM,
            r"the worker at tcp://\S+ cannot load moonflight-solo \(.*install version",
            r"^a worker cannot load moonflight-solo \(.*install version",
        ),
        (
            WITH_ANOTHER_VERSION,
            r"the worker at tcp://\S+ has another version of moonflight-solo than this machine",
            r"^the worker at tcp://\S+ has another version of moonflight-solo than this machine",
        ),
    ],
)
def test_a_worker_that_would_not_play_the_same(
    processes: Processes, monkeypatch: pytest.MonkeyPatch, code: str, message: str, later: str
) -> None:
    """One that is there at first is named at once, one that joins later by what it answers."""
    plan = typed(detail=0)
    with cluster_of(processes, 0) as cluster:
        playing = cluster.play(plan, [WorkUnit(0, 1)])
        worker = processes.worker(code)
        try:
            until(lambda: pids(cluster))
            result = run(*BOTH, "--games", "2", "--dask", processes.address)
            assert (result.exit_code, result.stdout) == (1, "")
            assert re.match(f"moonflight: {message}", result.stderr)
            assert result.stderr.count("\n") == 1
            monkeypatch.setattr(Cluster, "_look_at_workers", lambda *_: None)
            with pytest.raises(MoonflightError, match=later):
                list(playing)
        finally:
            end(worker)


def test_what_goes_wrong_in_a_game_comes_back(processes: Processes) -> None:
    """It is said as if it had been played here."""
    plan = typed()
    wrong = msgspec.structs.replace(plan, rulings={"A-nothing": "x"})
    with pytest.raises(MoonflightError) as here:
        list(play_units(wrong, [WorkUnit(0, 1)], 1))
    with cluster_of(processes, 1) as cluster, pytest.raises(MoonflightError) as there:
        list(cluster.play(wrong, [WorkUnit(0, 1)]))
    assert (type(there.value), str(there.value)) == (type(here.value), str(here.value))


def test_an_error_in_a_game_on_a_worker_is_told_as_what_it_is(processes: Processes) -> None:
    """By its class, its message and the seed, also if it cannot leave the worker."""
    with cluster_of(processes, 0) as cluster:
        worker = processes.worker(WITH_AN_ERROR)
        try:
            until(lambda: pids(cluster))
            with pytest.raises(MoonflightError) as told:
                list(cluster.play(typed(detail=0), [WorkUnit(2, 3)]))
            with pytest.raises(ImportError, match="no such deck") as other:
                list(cluster.play(typed(detail=0), [WorkUnit(5, 1)]))
        finally:
            end(worker)
    assert re.fullmatch(r"the game with seed 3: \S+\.UnreadableError: none left\.", str(told.value))
    assert other.value.__notes__ == ["the game with seed 5"]


def test_no_worker_at_all(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_runner, "WORKER_WITHIN", 0.1)
    monkeypatch.setattr(dask_runner, "_LOOK_AGAIN", 0.05)
    told: list[str] = []
    with (
        cluster_of(processes, 0) as cluster,
        monkeypatch.context() as patch,
    ):
        patch.setattr(cluster, "_tell", told.append)
        with pytest.raises(MoonflightError, match=r"no worker for 0\.1 seconds; start one"):
            list(cluster.play(typed(), [WorkUnit(0, 1)]))
    (once,) = told
    assert "has no worker yet; waiting up to 0.1 seconds for one." in once


def test_a_scheduler_that_is_lost(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_runner, "ANSWERS_WITHIN", 0.5)
    with cluster_of(processes, 1) as cluster:
        playing = cluster.play(typed(), missing_units(typed(), 20, [], 2))
        next(playing)
        end(processes.scheduler)
        with pytest.raises(MoonflightError, match=r"connection to the Dask scheduler at .* lost"):
            list(playing)


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_runner, "ANSWERS_WITHIN", 0.2)
    result = run(*BOTH, "--dask", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        "moonflight: no Dask scheduler answers at tcp://127.0.0.1:1 within 0.2 seconds.\n"
    )


@pytest.mark.parametrize("address", ["", "nonsense", "127.0.0.1:x", "http://127.0.0.1:80", "::1"])
def test_no_address(address: str) -> None:
    with (
        pytest.raises(UsageError, match="is not a Dask scheduler's address"),
        connect(address),
    ):
        pass


def test_jobs_are_not_for_a_cluster() -> None:
    result = run(*BOTH, "--dask", "tcp://127.0.0.1:1", "--jobs", "2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "on a Dask cluster the workers say how many" in result.stderr


def test_without_dask(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra, and only who asks for it waits for it."""
    code = "import moonflight_solo.cli.commands.playtest, sys; print('distributed' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run(*BOTH, "--dask", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "install moonflight-solo[dask]" in result.stderr
    assert result.stderr.count("\n") == 1
