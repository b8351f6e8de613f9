"""A review that another process makes while a person reads the End."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import moonflight_solo
from moonflight_solo.records.saved_games import is_saved
from moonflight_solo.userfiles import NoHome

if TYPE_CHECKING:  # not needed until the End
    import subprocess

_GENTLE: Final = 19
"""The lowest priority on POSIX systems."""

_PATIENCE: Final = 5
"""Seconds that the process has to end itself and its workers."""


class BackgroundReview:
    """A process that reviews the game in ``path``, if that is a saved one, until it is ended.

    It runs `moonflight coach` at the lowest priority, which keeps what it finds, part by part.
    """

    def __init__(self, path: Path | None) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        with suppress(OSError, NoHome):
            if path is not None and is_saved(path) and sys.executable:
                import subprocess  # not needed until the End

                idle = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "moonflight_solo", "coach", path.absolute(), "--json"],
                    cwd=Path(moonflight_solo.__file__).parents[1],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    creationflags=idle | getattr(subprocess, "CREATE_NO_WINDOW", 0),
                    start_new_session=True,  # Ctrl-C is for the person's own process
                )
                if hasattr(os, "setpriority"):
                    os.setpriority(os.PRIO_PROCESS, self.process.pid, _GENTLE)

    def end(self) -> None:
        """End the process and its workers; what they have kept stays."""
        if self.process is not None:
            import subprocess

            self.process.terminate()
            try:
                self.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
