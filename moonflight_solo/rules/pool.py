"""A pool of cards from which a Supply Stack is still to be chosen ("Using Expansions")."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, Suit
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.state import Card


class _Unbuilt(Catalogue):
    """A catalogue whose suits need not be Supply Stacks yet."""

    def _check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        pass


class _Unread(_Unbuilt):
    """A catalogue whose texts are left alone."""

    def read_text(self, card: Card) -> None:
        pass


def pool(path: Path, edition: str = "prototype") -> Suit:
    """Return the suit in a card file with as many cards as one owns, all of them.

    Raises :class:`DataError` for cards that cannot be read and a file that holds no suit.
    """
    return _suit(_Unbuilt(edition_named(edition), [*_shared_files(), path]), path)


def untried(path: Path, edition: str = "prototype") -> Suit:
    """Return what :func:`pool` does of cards whose texts need not be understood yet."""
    return _suit(_Unread(edition_named(edition), [*_shared_files(), path]), path)


def _suit(cards: Catalogue, path: Path) -> Suit:
    suits = cards.suits
    if not suits:
        raise DataError(path, "this holds no Jack's suit", 'Begin it with "jack: NAME"')
    return next(iter(suits.values()))


def _shared_files() -> list[Path]:
    """Return the card files of the collection that are nobody's suit."""
    documents = [(path, read_document(path).data) for path in data_files("cards")]
    return [path for path, data in documents if isinstance(data, dict) and "group" in data]
