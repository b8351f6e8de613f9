"""Locations of the data files (cards, AI cards, editions, rulings, the guide) and of a user's
files; and safe file access: only regular files of limited size are read.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Final, Literal, TypeVar

from moonflight_solo.errors import DataError, MoonflightError

try:
    import fcntl
except ImportError:  # Windows, where nothing locks files between windows
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

HOME: Final = "MOONFLIGHT_HOME"
KINDS: Final = ("ai", "cards", "editions", "guide", "rulings")

_PACKAGE = Path(__file__).resolve().parent


class NoHome(MoonflightError):
    """The system has no home folder for this user's files."""


def user_folder(name: str) -> Path:
    """Return the folder for one sort of the user's files; it need not exist.

    It is in ``MOONFLIGHT_HOME`` if that is set, else in the platform's data folder. Raises `NoHome`
    if there is neither.
    """
    return _home("user_data_dir") / name


def cache_folder() -> Path:
    """Return the folder for caches; raises like :func:`user_folder`."""
    return _home("user_cache_dir") / ("cache" if os.environ.get(HOME) else "")


def kept(folder: str, name: str, kind: type[T]) -> T | None:
    """Return the cached value of a folder and name, ``None`` if there is none of that kind."""
    import msgspec  # a shell that completes words waits for none of it

    with suppress(OSError, NoHome, msgspec.MsgspecError):
        return msgspec.json.decode((cache_folder() / folder / name).read_bytes(), type=kind)
    return None


def keep(folder: str, name: str, value: object, most: int) -> None:
    """Cache a value for :func:`kept`, keeping at most ``most`` files; failure does not matter."""
    import msgspec

    with suppress(OSError, UnicodeError, NoHome):
        home = cache_folder() / folder
        home.mkdir(parents=True, exist_ok=True)
        beside = home / f"{name}.{os.getpid()}"
        beside.write_bytes(msgspec.json.encode(value, enc_hook=str))
        beside.replace(home / name)
        prune(home, most)


def prune(folder: Path, most: int) -> None:
    """Remove all but the ``most`` newest files of a folder; raises `OSError`."""
    files = sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime_ns)
    for old in files[:-most]:
        old.unlink(missing_ok=True)


def _home(sort: Literal["user_data_dir", "user_cache_dir"]) -> Path:
    home = os.environ.get(HOME, "")
    if not home:
        import platformdirs  # slow to import, and not needed if the variable is set

        try:
            home = getattr(platformdirs, sort)("moonflight-solo", False)
        except RuntimeError:  # newer releases of platformdirs raise this themselves
            home = "~"
    home = os.path.expanduser(home)
    if home.startswith("~"):
        raise NoHome(
            f"there is no home folder to keep anything in; let {HOME} name a folder that there is."
        )
    return Path(home).absolute()


def data_folder(kind: str) -> Path:
    """Return the folder with the data files of one of the `KINDS`.

    An installed wheel contains it in the package as `_data/KIND`; a checkout, also an editable
    install, has it beside the package. Raises `DataError` if it is in neither place and
    `ValueError` for an unknown kind.
    """
    if kind not in KINDS:
        raise ValueError(f"no such kind of data: {kind!r}")
    candidates = (_PACKAGE / "_data" / kind, _PACKAGE.parent / kind)
    for folder in candidates:
        if folder.is_dir():
            return folder
    raise DataError(
        candidates[-1],
        f"the folder “{kind}” with its data files is missing",
        "Install moonflight-solo again, or run it from a complete copy of the source",
    )


def data_files(kind: str) -> list[Path]:
    """Return the YAML files of one of the `KINDS`, sorted by name; raises like `data_folder`."""
    return sorted(
        (path for path in data_folder(kind).glob("*.yaml") if path.is_file()),
        key=lambda path: path.name,
    )


# ---------------------------------------------------------------------- safe file access


# Opening a pipe would block; neither flag exists on every system.
_FLAGS = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)


def open_file(path: Path, remedy: str) -> FileIO:
    """Open a regular file for reading.

    Raises `DataError`, with the ``remedy``, for anything else and for what cannot be opened.
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


def _folder(path: Path) -> DataError:
    return DataError(path, "this is a folder", "Name one of the files in it")


def held(file: FileIO) -> bool:
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


def put(file: FileIO, data: bytes, *, safe: bool = True) -> None:
    """Write all of ``data`` at the current position, synced to disk if ``safe``.

    Raises :class:`OSError` if it cannot be written completely.
    """
    waiting = memoryview(data)
    while waiting:
        waiting = waiting[file.write(waiting) :]
    if safe:
        os.fsync(file.fileno())
