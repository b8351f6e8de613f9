"""Games that are kept: the records of Moonflight, in a folder of their own."""

from __future__ import annotations

from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Final

from moonflight_solo import __version__
from moonflight_solo.datafiles import user_folder
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.records import (
    CannotRecord,
    Header,
    Record,
    RecordFile,
    SeatHeader,
    read_record,
)
from moonflight_solo.records.entries import digest
from moonscrown.decktet import deck
from moonscrown.game import ROUNDS

DRAWING: Final = "moonscrown"
WITHOUT: Final = "moonscrown without draw pile"
ENDING: Final = ".jsonl"


def folder() -> Path:
    """Return the folder of the games kept, which need not exist yet."""
    return user_folder("moonscrown")


def header(players: int, seed: int, *, drawing: bool, person: bool = True) -> Header:
    """Return what a record of a game begins with; the person sits first."""
    cards = "; ".join(f"{card.name} {card.rank} {card.suits} {card.types}" for card in deck().cards)
    seats = [
        SeatHeader(f"Player {at + 1}", "person" if person and at == 0 else "ai")
        for at in range(players)
    ]
    return Header(
        program=f"moonscrown {__version__}",
        begun=datetime.now().astimezone().isoformat(timespec="seconds"),
        seats=tuple(seats),
        edition=DRAWING if drawing else WITHOUT,
        seed=seed,
        round_limit=ROUNDS,
        words={"the Decktet": digest(cards)},
    )


def begin(start: Header) -> tuple[RecordFile, str]:
    """Return a new record in the folder, or an unrecorded one and why it is."""
    when = datetime.now()
    for number in count(1):
        end = "" if number == 1 else f"-{number}"
        path = folder() / f"{when:%Y-%m-%d-%H%M%S}-{len(start.seats)}-players{end}{ENDING}"
        try:
            return RecordFile.begin(path, start), ""
        except FileExistsError:
            continue
        except CannotRecord as error:
            return RecordFile(Record(start)), f"{error} The game goes on, but is not kept."
    raise AssertionError("numbers do not end")


def found(name: str | None, *, unfinished: bool = False) -> Path:
    """Return the record called ``name``, or in that file; ``None`` is the last one played.

    Raises :class:`UsageError` if there is none, or more than one begins so.
    """
    if name is not None and Path(name).is_file():
        return Path(name)
    paths = sorted(folder().glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime_ns)
    if name is not None:
        wanted = name.removesuffix(ENDING)
        paths = [path for path in paths if path.name.startswith(wanted)]
        if len(paths) > 1:
            raise UsageError(f'"{name}" could be {" or ".join(path.stem for path in paths)}.')
    elif unfinished:
        paths = [path for path in paths if _unfinished(path)]
    if not paths:
        which = "unfinished game" if unfinished else "game"
        called = f' called "{name}"' if name else ""
        raise UsageError(f"there is no {which}{called} yet; moonscrown play begins one.")
    return paths[-1]


def checked(record: Record, path: Path) -> Record:
    """Return a record if it is one of Moonscrown, played with these cards; raises if not."""
    start = record.header
    if start.edition not in (DRAWING, WITHOUT) or not 2 <= len(start.seats) <= 4:
        raise DataError(f"{path}:1", "this is no game of Moonscrown", "moonflight resume knows it")
    words = header(2, 0, drawing=True).words
    record.check_words(words, str(path))
    return record


def _unfinished(path: Path) -> bool:
    try:
        record = read_record(path)
        return record.ended is None and not record.untouched
    except DataError:
        return False
