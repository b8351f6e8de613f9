"""The Decktet: 36 cards with a rank, one or two suits and one or two types, read from YAML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import DataError, UsageError

_PACKAGE = Path(__file__).resolve().parent

ACE = 1
CROWN = 10


class PrintedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card as the file has it."""

    name: str
    rank: str | int
    suits: list[str]
    types: list[str]


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck's file: its suits, the highest first (ruling M-order), its types and its cards."""

    suits: list[str]
    types: list[str]
    cards: list[PrintedCard]


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the description leaves open and how it is played, with the reason."""

    id: str
    question: str
    ruling: str
    why: str


class RulingsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of rulings."""

    rulings: list[Ruling]


@dataclass(frozen=True, slots=True)
class Card:
    """A card. ``rank`` is 1 for an Ace and 10 for a Crown; ``height`` orders all cards.

    Of equal ranks the one with the higher suit is higher (rulings M-order, M-two-suits).
    """

    name: str
    rank: int
    suits: tuple[str, ...]
    types: tuple[str, ...]
    height: tuple[int, int]

    @property
    def points(self) -> int:
        """What it scores: its number, 1 for an Ace and 10 for a Crown."""
        return self.rank

    @property
    def rank_name(self) -> str:
        """The rank as it is printed."""
        return {ACE: "Ace", CROWN: "Crown"}.get(self.rank, str(self.rank))

    def __repr__(self) -> str:
        return f"<{self.name}>"


@dataclass(frozen=True)
class Deck:
    """All cards of the deck, and its suits and types in their order."""

    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    types: tuple[str, ...]

    def card(self, name: str) -> Card:
        """Return the card meant by a name, as :func:`named` does."""
        return named(name, self.cards)


def named(name: str, cards: Sequence[Card]) -> Card:
    """Return the one of ``cards`` meant by a name, whole or cut short, with or without "the".

    Raises :class:`UsageError` for a name that none of them or more than one has.
    """
    wanted = " ".join(name.casefold().split()).removeprefix("the ")
    found = [c for c in cards if c.name.casefold() == wanted] or [
        c for c in cards if wanted and c.name.casefold().startswith(wanted)
    ]
    if len(found) > 1:
        raise UsageError(
            f'"{name.strip()}" could be {" or ".join(card.name for card in found)}: say more of it.'
        )
    if not found:
        raise UsageError(f'no card there is called "{name.strip()}".')
    return found[0]


@cache
def deck() -> Deck:
    """Return the deck; raises :class:`DataError` for cards with a suit or rank there is not."""
    document = read_document(_data("cards.yaml"))
    file = convert(document, DeckFile)
    cards = []
    for index, printed in enumerate(file.cards):
        rank = {"Ace": ACE, "Crown": CROWN}.get(str(printed.rank), printed.rank)
        known = set(printed.suits) <= set(file.suits) and set(printed.types) <= set(file.types)
        if not isinstance(rank, int) or not known or not printed.suits:
            raise DataError(
                document.place("cards", index),
                f"{printed.name} has a rank, suit or type that is not the deck's",
                "Use those listed at the top, and Ace, 2 to 9 or Crown",
            )
        best = min(file.suits.index(suit) for suit in printed.suits)
        cards.append(
            Card(
                printed.name,
                rank,
                tuple(printed.suits),
                tuple(printed.types),
                (rank, len(file.suits) - best),
            )
        )
    return Deck(tuple(cards), tuple(file.suits), tuple(file.types))


class RulesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``decktet/rules.yaml``."""

    rules: list[str]


@cache
def rules() -> tuple[str, ...]:
    """Return the rules, a paragraph or an item each."""
    return tuple(convert(read_document(_data("rules.yaml")), RulesFile).rules)


@cache
def rulings() -> tuple[Ruling, ...]:
    """Return what is ruled on, in the order of the file."""
    return tuple(convert(read_document(_data("rulings.yaml")), RulingsFile).rulings)


def _data(name: str) -> Path:
    """Return a data file: inside the package in a wheel, beside it in a checkout."""
    candidates: list[Any] = [_PACKAGE / "_data" / name, _PACKAGE.parent / "decktet" / name]
    for path in candidates:
        if path.is_file():
            return Path(path)
    raise DataError(candidates[-1], "this data file is missing", "Install moonflight-solo again")
