"""A pool of cards from which a Supply Stack is still to be chosen ("Using Expansions")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import sub
from pathlib import Path

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.card_files import Suit, conditions
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.state import Card


class _Unbuilt(Catalogue):
    """A catalogue whose suits need not be Supply Stacks yet."""

    def check_suit(self, document: Document, kinds: Sequence[Card]) -> None:
        """Leave the suit as it is."""


class _Unread(_Unbuilt):
    """A catalogue whose texts are left alone."""

    def read_text(self, card: Card) -> None:
        """Leave the text as it is."""


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


def completion(available: Mapping[Card, int], taken: Mapping[Card, int]) -> dict[Card, int] | None:
    """Return a Supply Stack that meets every condition, with at least the cards ``taken``.

    No more copies of a card are in it than are ``available``. The earliest cards of the pool are
    preferred, and as many copies of each; ``None`` if no such Supply Stack can be made.
    """
    due = tuple(condition.due for condition in conditions({}))
    kinds = list(available)
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def rest(index: int, left: tuple[int, ...]) -> dict[Card, int] | None:
        if min(left) < 0 or (index, left) in dead:
            return None
        if index == len(kinds):
            return None if any(left) else {}
        card = kinds[index]
        for copies in range(min(available[card], left[0]), taken.get(card, 0) - 1, -1):
            used = (
                copies,
                1 if copies else 0,
                card.flipped.score * copies,
                card.score * copies,
            )
            found = rest(index + 1, tuple(map(sub, left, used)))
            if found is not None:
                return {card: copies, **found} if copies else found
        dead.add((index, left))
        return None

    return rest(0, due)
