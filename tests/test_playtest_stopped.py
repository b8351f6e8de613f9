"""Killing a playtest: completed games are kept, and no process goes on playing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from moonflight_solo.playtest.resultfile import Results

pytestmark = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")

PATIENCE = 120.0
"""Timeout in seconds for what takes one or two on an idle machine."""


def children(pid: int) -> list[int]:
    """Return the child processes of a process."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(each) for each in task.read_text().split()]
    return found


def awaited(happened: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, "it never happened"
        time.sleep(0.05)


def gone(pid: int) -> bool:
    """Return whether a process has ended, including zombies."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@contextmanager
def playing(out: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Yield an endless playtest and its worker processes, once some games are done."""
    typed = ["playtest", "clay", "words", "--games", "100000000", "--jobs", "2", "--detail", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "moonflight_solo", *typed, "--out", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        awaited(lambda: out.is_file() and out.read_bytes().count(b"\n") >= 5)
        yield process, children(process.pid)
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_sigterm_is_answered_like_ctrl_c(tmp_path: Path) -> None:
    """From the first hundreds on results are kept, and no seed before the last is missing."""
    out = tmp_path / "out.jsonl"
    with playing(out) as (process, workers):
        process.send_signal(signal.SIGTERM)
        told, warned = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "stopped after" in warned
        assert f"--resume {out}" in warned
        assert "won more often than an even share" in told
        awaited(lambda: all(map(gone, workers)))
    with Results.open(out) as found:
        (unit,) = found.counted
        assert (unit.first, unit.games) == (0, found.tally["games",])
        assert unit.games >= 100
        assert unit.games % 100 == 0


def test_a_killed_parent_leaves_no_workers(tmp_path: Path) -> None:
    with playing(tmp_path / "out.jsonl") as (process, workers):
        assert len(workers) >= 2
        os.kill(process.pid, signal.SIGKILL)
        awaited(lambda: all(map(gone, workers)))
