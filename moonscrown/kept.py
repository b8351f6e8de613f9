"""Games that are kept: the records of Moonflight, on a shelf of their own."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

from moonflight_solo import __version__
from moonflight_solo.errors import DataError
from moonflight_solo.records import Header, Record, SeatHeader, digest
from moonflight_solo.records.saves import Shelf
from moonscrown.decktet import deck
from moonscrown.game import ROUNDS

DRAWING: Final = "moonscrown"
WITHOUT: Final = "moonscrown without draw pile"
SHELF: Final = Shelf("moonscrown", "moonscrown", "moonscrown resume takes the one last played.")


def header(players: int, seed: int, *, drawing: bool, person: bool = True) -> Header:
    """Return what a record of a game begins with; the person sits first."""
    cards = "; ".join(f"{card.name} {card.rank} {card.suits} {card.types}" for card in deck().cards)
    return Header(
        program=f"moonscrown {__version__}",
        begun=datetime.now().astimezone().isoformat(timespec="seconds"),
        seats=tuple(
            SeatHeader(f"Player {at + 1}", "person" if person and at == 0 else "ai")
            for at in range(players)
        ),
        edition=DRAWING if drawing else WITHOUT,
        seed=seed,
        round_limit=ROUNDS,
        words={"the Decktet": digest(cards)},
    )


def checked(record: Record, path: Path) -> Record:
    """Return a record if it is one of Moonscrown, played with these cards; raises if not."""
    start = record.header
    if start.edition not in (DRAWING, WITHOUT) or not 2 <= len(start.seats) <= 4:
        raise DataError(f"{path}:1", "this is no game of Moonscrown", "moonflight resume knows it")
    record.check_words(header(2, 0, drawing=True).words, str(path))
    return record
