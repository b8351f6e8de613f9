"""Where a user's files and caches are, writing files, and cached values."""

from __future__ import annotations

import errno
import os
import re
import stat
from contextlib import suppress
from io import FileIO
from itertools import count
from pathlib import Path
from typing import Final, Literal, TypeVar

from moonflight_solo.errors import MoonflightError, UsageError

T = TypeVar("T")

HOME: Final = "MOONFLIGHT_HOME"
_FULL: Final = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_RESERVE: Final = 16 * 1024 * 1024
"""Bytes of a disk that no cache takes: games and results need them."""
_BESIDE: Final = re.compile(r".*\.(?:tmp|[0-9]+)")
"""Names of files in a cache that are still being written, or were when the power failed."""
_STALE: Final = 3600 * 10**9
"""Nanoseconds after which nobody still writes such a file."""
_NUMBERS: Final = count()
_STREAMS: Final = (Path("/dev"), Path("/dev/fd"))
"""Folders of files that are open already, such as standard output."""


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
        raise NoHome(f"no home folder was found; set {HOME} to an existing folder.")
    return Path(home).absolute()


def from_cache(folder: str, name: str, kind: type[T]) -> T | None:
    """Return the cached value of a folder and name, ``None`` if there is none of that kind."""
    with suppress(NoHome):
        return kept_value(cache_folder() / folder / name, kind)
    return None


def kept_value(path: Path, kind: type[T]) -> T | None:
    """Return the value in a JSON file, ``None`` if it cannot be read or is not of that kind."""
    import msgspec  # a shell that completes words waits for none of it

    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(path.read_bytes(), type=kind)
    return None


def to_cache(folder: str, name: str, value: object, most: int) -> None:
    """Cache a value for :func:`from_cache`, in at most ``most`` files; failure does not matter."""
    import msgspec

    with suppress(OSError, UnicodeError, NoHome):
        home = cache_folder() / folder
        home.mkdir(parents=True, exist_ok=True)
        if has_room(home):
            prune(home, most - 1)
            put_in_place(home / name, msgspec.json.encode(value, enc_hook=str), safe=False)


def has_room(folder: Path) -> bool:
    """Return whether a disk has room for a cache beside games and results; raises `OSError`."""
    import shutil  # slow to import

    return shutil.disk_usage(folder).free > _RESERVE


def prune(folder: Path, most: int) -> None:
    """Remove all but the ``most`` newest files of a cache, and those never completed.

    Raises `OSError`.
    """
    files = sorted((file.stat().st_mtime_ns, file) for file in folder.iterdir())
    complete = [file for _, file in files if not _BESIDE.fullmatch(file.name)]
    stale = [file for time, file in files if file not in complete and files[-1][0] - time > _STALE]
    for path in (*complete[:-most], *stale):
        path.unlink(missing_ok=True)


def _empty_cache() -> bool:
    """Empty the cache; return whether there was anything in it."""
    anything = False
    with suppress(OSError, NoHome):
        for file in cache_folder().glob("*/*"):
            with suppress(OSError):
                file.unlink()
                anything = True
    return anything


# --------------------------------------------------------------------------------- writing


def write_all(file: FileIO, data: bytes, *, safe: bool = True) -> None:
    """Write all of ``data`` at the current position, synced to disk if ``safe``.

    A full disk takes the cache's room first. Raises :class:`OSError` if it cannot be written
    completely.
    """
    waiting = memoryview(data)
    while waiting:
        try:
            waiting = waiting[os.write(file.fileno(), waiting) :]
        except OSError as error:
            if error.errno not in _FULL or not _empty_cache():
                raise
    if safe:
        os.fsync(file.fileno())


def put_in_place(path: Path, data: bytes, *, safe: bool = True) -> None:
    """Write a file beside its place, then put it there: at any moment it is the old or the new.

    A link is followed, and a pipe or device written to. ``safe`` syncs it to disk before. Raises
    :class:`OSError`, and then leaves nothing behind.
    """
    place = Path(os.path.realpath(path))
    mode = path.stat().st_mode if path.exists() else None
    if mode is not None and (not stat.S_ISREG(mode) or path.parent in _STREAMS):
        with FileIO(path, "w") as stream:
            write_all(stream, data, safe=False)
        return
    temporary = place.with_name(f".{os.getpid()}-{next(_NUMBERS)}.tmp")
    try:
        with FileIO(temporary, "w") as file:
            write_all(file, data, safe=safe)
        if mode is not None:
            temporary.chmod(stat.S_IMODE(mode))
        os.replace(temporary, place)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def make_new_folder(folder: Path) -> None:
    """Make a folder that is to be new; raises :class:`MoonflightError` if that fails."""
    refuse_existing_folder(folder)
    make_folder(folder)


def refuse_existing_folder(folder: Path) -> None:
    """Raise :class:`UsageError` for a folder that is to be new, and is not."""
    if os.path.lexists(folder):
        raise UsageError(f"{folder} already exists; name a new folder.")


def make_folder(folder: Path) -> None:
    """Make a folder and those it is in; one that exists stays.

    Raises :class:`MoonflightError` if it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MoonflightError(f"{folder} cannot be made: {error.strerror}.") from None


def write_file(path: Path, words: str) -> None:
    """Write a text file whole, as UTF-8; raises :class:`MoonflightError` if that fails.

    Signs that no encoding has, as in some names of files, become question marks.
    """
    try:
        put_in_place(path, words.encode("utf-8", "replace"))
    except OSError as error:
        raise MoonflightError(f"{path} cannot be written: {error.strerror}.") from None
