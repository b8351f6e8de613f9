"""Files opened as what they are: only a regular one of a sane size is ever read.

A name may come from a record or from a folder, and lead to a pipe, on which one would wait for
ever, or to a device without an end.
"""

from __future__ import annotations

import os
import stat
from io import FileIO
from pathlib import Path

from moonflight_solo.errors import DataError

# Opening a pipe would wait for its other end; neither flag is on every system.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def open_file(path: Path, remedy: str) -> FileIO:
    """Return a regular file, open for reading.

    Raises `DataError`, with the ``remedy``, for what cannot be opened, and for anything else.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _FLAGS)
    except FileNotFoundError:
        raise DataError(path, "there is no such file", remedy) from None
    except (OSError, ValueError) as error:
        if os.path.isdir(path):
            raise _folder(path) from None
        reason = getattr(error, "strerror", None) or "no file can be called so"
        raise DataError(path, f"it cannot be read: {reason}", remedy) from None
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return FileIO(descriptor)
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise _folder(path)
    remedy = "Save what it gives in a file, and name that"
    raise DataError(path, "this is a pipe or a device, and no file", remedy)


def read_file(path: Path, most: int, remedy: str) -> bytes:
    """Return what is in a regular file of at most so many bytes; raises as :func:`open_file`."""
    with open_file(path, remedy) as file:
        try:
            content = file.read(most + 1)
        except OSError as error:
            raise DataError(path, f"it cannot be read: {error.strerror}", remedy) from None
    if len(content) > most:
        raise DataError(path, f"this file is over {most} bytes", "Name a smaller one")
    return content


def _folder(path: Path) -> DataError:
    return DataError(path, "this is a folder", "Name one of the files in it")
