"""Safe access to files: only regular ones of limited size are read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from io import FileIO
from pathlib import Path

from moonflight_solo.errors import DataError

try:
    import fcntl
except ImportError:  # Windows, where nothing locks files between windows
    fcntl = None  # type: ignore[assignment]


# Opening a pipe would block; neither flag exists on every system.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def open_file(path: Path, remedy: str) -> FileIO:
    """Open a regular file for reading.

    Raises `DataError`, with the ``remedy``, for anything else and for what cannot be opened.
    """
    if os.path.isdir(path):
        raise DataError(path, "this is a folder", "Name one of the files in it")
    try:
        descriptor = os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError:
        raise DataError(path, "there is no such file", remedy) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "this is not a valid file name"
        raise DataError(path, f"it cannot be read: {reason}", remedy) from None
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return FileIO(descriptor)
    os.close(descriptor)
    remedy = "Save its output to a file and name that"
    raise DataError(path, "this is a pipe or a device, not a file", remedy)


def read_file(path: Path, most: int, remedy: str) -> bytes:
    """Return the contents of a regular file of at most ``most`` bytes; raises like
    :func:`open_file`.
    """
    with open_file(path, remedy) as file:
        try:
            content = file.read(most + 1)
        except OSError as error:
            raise DataError(path, f"it cannot be read: {error.strerror}", remedy) from None
    if len(content) > most:
        raise DataError(path, f"this file is over {most} bytes", "Name a smaller one")
    return content


def lock(file: FileIO) -> bool:
    """Lock an open file against other processes, where the system can.

    Returns ``False`` if another process has it.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True


def sync_folder(folder: Path) -> None:
    """Sync the names of a folder's files to disk, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
