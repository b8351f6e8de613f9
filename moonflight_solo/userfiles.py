"""Where a user's files and caches are, and cached values."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, Literal, TypeVar

from moonflight_solo.errors import MoonflightError

T = TypeVar("T")

HOME: Final = "MOONFLIGHT_HOME"


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
        raise NoHome(
            f"there is no home folder to keep anything in; let {HOME} name a folder that there is."
        )
    return Path(home).absolute()


def from_cache(folder: str, name: str, kind: type[T]) -> T | None:
    """Return the cached value of a folder and name, ``None`` if there is none of that kind."""
    import msgspec  # a shell that completes words waits for none of it

    with suppress(OSError, NoHome, msgspec.MsgspecError):
        return msgspec.json.decode((cache_folder() / folder / name).read_bytes(), type=kind)
    return None


def to_cache(folder: str, name: str, value: object, most: int) -> None:
    """Cache a value for :func:`from_cache`, in at most ``most`` files; failure does not matter."""
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
