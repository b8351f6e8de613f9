"""Work that is done again whenever a file is saved."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from moonflight_solo.cli.output.terminal import Terminal, warn
from moonflight_solo.errors import MoonflightError

_SECONDS: Final = 0.3


def watch(
    work: Callable[[], object],
    paths: Sequence[Path],
    screen: Terminal,
    *,
    rest: Callable[[float], object] = time.sleep,
) -> None:
    """Do the work, and again at every save of a file, or of one in a folder; Ctrl-C ends it.

    What is wrong with a file is told, and waited for to be mended. ``rest`` waits for so many
    seconds between two looks.
    """
    seen: object = None
    while True:
        now = list(_saved(paths))
        if now != seen:
            seen = now
            screen.clear()
            try:
                work()
            except MoonflightError as error:
                warn(error)
            screen.say("Watching; Ctrl-C ends it.", "dim")
        rest(_SECONDS)


def _saved(paths: Sequence[Path]) -> Iterator[tuple[str, int, int]]:
    """Yield every file with when it was saved; one that is not there has never been."""
    for path in paths:
        for file in sorted(path.iterdir()) if path.is_dir() else [path]:
            try:
                found = file.stat()
            except OSError:
                continue
            yield str(file), found.st_mtime_ns, found.st_size
