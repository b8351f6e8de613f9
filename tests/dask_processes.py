"""Dask schedulers and workers in processes of their own, with shared imports preloaded."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

_STARTING: Any = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
_STARTING.set_forkserver_preload(["distributed.cli.dask_scheduler", "distributed.cli.dask_worker"])


def started(code: str, arguments: Sequence[str], folder: Path) -> BaseProcess:
    """Start a process that runs ``code`` with arguments in a folder."""
    given = code, arguments, folder
    process: BaseProcess = _STARTING.Process(target=_carry_out, args=given, daemon=True)
    process.start()
    return process


def _carry_out(code: str, arguments: Sequence[str], folder: Path) -> None:
    os.chdir(folder)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for each in (0, 1, 2):
        os.dup2(nowhere, each)
    sys.argv[1:] = arguments
    exec(code, {})
