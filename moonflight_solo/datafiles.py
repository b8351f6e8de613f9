"""Where the data files are: the cards, the AI cards, the editions, the rulings, the guide; and
where a person's own files are kept.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from moonflight_solo.errors import DataError, MoonflightError

HOME: Final = "MOONFLIGHT_HOME"
KINDS: Final = ("ai", "cards", "editions", "guide", "rulings")

_PACKAGE = Path(__file__).resolve().parent


class NoHome(MoonflightError):
    """The system knows no folder in which this user's files would be kept."""


def user_folder(name: str) -> Path:
    """Return where a person's own files of one sort are kept; the folder need not exist.

    It lies in the folder that ``MOONFLIGHT_HOME`` names, if that is set, else in the platform's
    data folder. Raises `NoHome` where there is neither.
    """
    from platformdirs import user_data_dir  # only commands that keep files wait for it

    return _home(lambda: user_data_dir("moonflight-solo", False)) / name


def cache_folder() -> Path:
    """Return where what can be worked out again is kept; raises as :func:`user_folder` does."""
    from platformdirs import user_cache_dir

    inside = "cache" if os.environ.get(HOME) else ""
    return _home(lambda: user_cache_dir("moonflight-solo", False)) / inside


def _home(platforms: Callable[[], str]) -> Path:
    try:
        home = os.path.expanduser(os.environ.get(HOME) or platforms())
    except RuntimeError:  # newer releases of platformdirs say so themselves
        home = "~"
    if home.startswith("~"):
        raise NoHome(
            f"there is no home folder to keep anything in; let {HOME} name a folder that there is."
        )
    return Path(home).absolute()


def data_folder(kind: str) -> Path:
    """Find the folder that holds the data files of one of the `KINDS`.

    An installed wheel carries it inside the package as `_data/KIND`; a checkout, also when it is
    installed editable, has it beside the package. Raises `DataError` when it is in neither place
    and `ValueError` for a kind that does not exist.
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
    """List the YAML files of one of the `KINDS`, sorted by name; raises as `data_folder` does."""
    return sorted(
        (path for path in data_folder(kind).glob("*.yaml") if path.is_file()),
        key=lambda path: path.name,
    )
