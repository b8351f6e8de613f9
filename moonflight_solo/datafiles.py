"""The data files of the program: cards, AI cards, editions, rulings, the guide and the Decktet."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from moonflight_solo.errors import DataError

KINDS: Final = ("ai", "cards", "editions", "guide", "rulings")
"""What games of Moonflight are made from."""
DECKTET: Final = "decktet"
"""The kind of what games of Moonscrown are made from."""

_PACKAGE = Path(__file__).resolve().parent


def data_folder(kind: str) -> Path:
    """Return the folder with the data files of one of the `KINDS`, or of the `DECKTET`.

    An installed wheel contains it in the package as `_data/KIND`; a checkout, also an editable
    install, has it beside the package. Raises `DataError` if it is in neither place and
    `ValueError` for an unknown kind.
    """
    if kind not in (*KINDS, DECKTET):
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
