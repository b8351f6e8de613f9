"""A cache of reports in the user's cache folder.

Proving what lines can do, and finding tables that show it, takes a second, and most cards are
checked repeatedly. The cache key is a digest of everything a report depends on: the AI card, every
card in the catalogue, the rulings in force, and each file of the program and its data.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from moonflight_solo import __version__
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.report import Report
from moonflight_solo.datafiles import KINDS, data_folder
from moonflight_solo.documents import Document
from moonflight_solo.errors import DataError
from moonflight_solo.userfiles import from_cache, to_cache

_FOLDER: Final = "checks"
_MOST_KEPT: Final = 200


def report_on(document: Document, basis: Basis, games: int) -> Report:
    """Return a cached :func:`~moonflight_solo.check.checker.check_document`."""
    name = _name(document, basis, games)
    cached_report = from_cache(_FOLDER, name, Report)
    if cached_report is not None:
        return cached_report
    from moonflight_solo.check.checker import check_document  # what is known needs no prover

    report = check_document(document, basis, games=games)
    to_cache(_FOLDER, name, report, _MOST_KEPT)
    return report


def _name(document: Document, basis: Basis, games: int) -> str:
    """Return the cache file's name."""
    cards = [
        (end.name, end.cost, end.stability, end.score, end.suit, end.copies, end.text)
        for card in basis.names.cards_for(basis.names.suits)
        for end in (card, card.flipped)
    ]
    in_force = dict(basis.rulings.switched)
    hangs_on = document.file, document.text, cards, in_force, games, _program()
    return f"{sha256(repr(hangs_on).encode()).hexdigest()[:32]}.json"


@cache
def _program() -> tuple[object, ...]:
    """Return a key that changes with any file of the program or its data."""
    folders = [Path(__file__).parent.parent]
    for kind in KINDS:
        with suppress(DataError):
            folders.append(data_folder(kind))
    return __version__, *sorted(stamp for folder in folders for stamp in _stamps(folder))


def _stamps(folder: str | Path) -> Iterator[tuple[str, int, int]]:
    """Yield the path, size and time of every file in a folder that Python did not compile."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _stamps(entry.path)
            elif entry.is_file():
                written = entry.stat()
                yield entry.path, written.st_size, written.st_mtime_ns
