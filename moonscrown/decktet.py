"""The Decktet: 36 cards, loaded from YAML, and the condition for each suit.

A card has a rank, one or two suits and one or two types. A condition says what a display must have,
and which of its cards meet it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from operator import attrgetter

import msgspec

from moonflight_solo.datafiles import DECKTET, data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import DataError, UsageError

ACE = 1
CROWN = 10


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as in the data file."""

    name: str
    rank: str | int
    suits: list[str]
    types: list[str]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ruling on what the description leaves open, with the reason."""

    id: str
    question: str
    ruling: str
    why: str


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of ``decktet/``: the deck, the rules or the rulings.

    Suits are listed with the highest first (ruling M-order).
    """

    suits: list[str] = []
    types: list[str] = []
    cards: list[PrintedCard] = []
    rules: list[str] = []
    rulings: list[Ruling] = []


@dataclass(frozen=True, slots=True)
class Card:
    """A card. ``rank``, 1 for an Ace and 10 for a Crown, is its score; ``height`` orders all cards.

    Of equal ranks the one with the higher suit is higher (rulings M-order, M-two-suits).
    """

    name: str
    rank: int
    suits: tuple[str, ...]
    types: tuple[str, ...]
    height: tuple[int, int]

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True)
class Deck:
    """All cards of the deck, and its suits and types in order."""

    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    types: tuple[str, ...]


def card_named(name: str, cards: Sequence[Card]) -> Card:
    """Return the card with a name, maybe shortened, without "the"; raises :class:`UsageError`."""
    key = " ".join(name.casefold().split()).strip('"“”').removeprefix("the ")
    matches = [c for c in cards if c.name.casefold() == key] or [
        c for c in cards if key and c.name.casefold().startswith(key)
    ]
    if len(matches) > 1:
        raise UsageError(
            f'"{name.strip()}" could be {" or ".join(c.name for c in matches)}: type more.'
        )
    if not matches:
        raise UsageError(f'no card there is called "{name.strip()}".')
    return matches[0]


@cache
def deck() -> Deck:
    """Return the deck; raises :class:`DataError` for cards with an unknown suit, type or rank."""
    document = read_document(data_folder(DECKTET) / "cards.yaml")
    file = convert(document, File)
    cards = []
    for index, printed in enumerate(file.cards):
        rank = {"Ace": ACE, "Crown": CROWN}.get(str(printed.rank), printed.rank)
        valid = set(printed.suits) <= set(file.suits) and set(printed.types) <= set(file.types)
        if not isinstance(rank, int) or not valid or not printed.suits:
            raise DataError(
                document.place("cards", index),
                f"{printed.name} has a rank, suit or type that the deck does not have",
                "Use those listed at the top, and Ace, 2 to 9 or Crown",
            )
        height = (rank, len(file.suits) - min(map(file.suits.index, printed.suits)))
        cards.append(Card(printed.name, rank, tuple(printed.suits), tuple(printed.types), height))
    return Deck(tuple(cards), tuple(file.suits), tuple(file.types))


def rules() -> list[str]:
    """Return the rules, one paragraph or list item each."""
    return convert(read_document(data_folder(DECKTET) / "rules.yaml"), File).rules


def rulings() -> list[Ruling]:
    """Return the rulings, in the order of the file."""
    return convert(read_document(data_folder(DECKTET) / "rulings.yaml"), File).rulings


# ------------------------------------------------------------------------------- conditions

Subset = tuple[Card, ...]
Subsets = Callable[[Sequence[Card]], list[Subset]]
"""Returns the subsets of a display that best meet a condition, none if it has no such card."""

Strength = tuple[int, tuple[int, int]]
"""How well a condition is met: the number of cards (or suits), then the highest card."""


def _most(groups: Iterable[Subset]) -> list[Subset]:
    """Return the largest subsets."""
    subsets = [group for group in groups if group]
    size = max(map(len, subsets), default=0)
    return list(dict.fromkeys(group for group in subsets if len(group) == size))


def _sharing(names: Sequence[str], of: Callable[[Card], Sequence[str]]) -> Subsets:
    """Return a function for the largest subsets whose cards all have one of these names."""
    return lambda display: _most(tuple(c for c in display if name in of(c)) for name in names)


def _of_ranks(ranks: Container[int]) -> Subsets:
    """Return a function for all cards of these ranks, as the only subset."""
    return lambda display: _most([tuple(card for card in display if card.rank in ranks)])


def _different_suits(display: Sequence[Card]) -> list[Subset]:
    """Return the minimal sets of cards that have all the suits of the display."""
    suits = _suits_of(display)
    minimal: list[Subset] = []
    for size in range(1, len(suits) + 1):
        for cards in combinations(display, size):
            if _suits_of(cards) == suits and not any(set(less) < set(cards) for less in minimal):
                minimal.append(cards)
    return minimal


def _suits_of(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(suit for card in cards for suit in card.suits)


CONDITIONS: dict[str, tuple[str, Subsets]] = dict(
    zip(
        deck().suits,
        (
            (
                "highest card",
                lambda cards: [(max(cards, key=attrgetter("height")),)] if cards else [],
            ),
            ("most cards of a suit", _sharing(deck().suits, lambda card: card.suits)),
            ("most even cards", _of_ranks((2, 4, 6, 8))),
            ("most different suits", _different_suits),
            ("most cards of one type", _sharing(deck().types, lambda card: card.types)),
            ("most cards below 5", _of_ranks(range(ACE, 5))),
        ),
        strict=True,
    )
)
"""The condition for each suit on the pile, in words and as a function (ruling M-suits)."""


def subsets(suit: str, display: Sequence[Card]) -> list[Subset]:
    """Return the subsets of ``display`` that best meet the condition of ``suit``."""
    return CONDITIONS[suit][1](display)


def strength(suit: str, display: Sequence[Card]) -> Strength | None:
    """Return how well ``display`` meets the condition of ``suit``; ``None`` if not at all.

    Of equally good subsets, the one with the highest card counts (ruling M-subset).
    """
    return _strength(suit, tuple(display))


# All actions of a turn ask about the same displays.
@lru_cache(maxsize=50_000)
def _strength(suit: str, display: tuple[Card, ...]) -> Strength | None:
    best = subsets(suit, display)
    if not best:
        return None
    number = len(_suits_of(display)) if CONDITIONS[suit][1] is _different_suits else len(best[0])
    return number, max(card.height for cards in best for card in cards)


def meets(suit: str, display: Sequence[Card], others: Iterable[Sequence[Card]]) -> bool:
    """Return whether ``display`` meets the condition of ``suit`` better than the others."""
    mine = strength(suit, display)
    if mine is None:
        return False
    theirs = (strength(suit, rival) for rival in others)
    return all(rival is None or mine > rival for rival in theirs)
