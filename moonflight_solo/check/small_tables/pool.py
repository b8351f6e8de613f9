"""The kinds of cards that tables for an AI card's lines are made of."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

_MANY = 4
MINE, THEIRS = 0, 1
"""Whose places: those of the seat that acts, or the opponent's."""


class Pool:
    """The kinds of cards of a game that the lines' Jack plays against another."""

    def __init__(
        self, catalogue: Catalogue, jack: str, turned: bool, lines: Sequence[AILine]
    ) -> None:
        self._catalogue = catalogue
        self.turned = turned
        self.edition = catalogue.edition.edition
        self.jacks = (jack, _other_jack(catalogue, jack, lines))
        kinds = [card for card in catalogue.cards_for(self.jacks) if not card.is_character]
        self.kinds = [card.flipped if turned else card for card in kinds]
        self._copies = {
            card.name: card.copies * (2 if card.suit is None else self.jacks.count(card.suit))
            for card in self.kinds
        }

    def copies(self, name: str) -> int:
        """Return how many cards of a name the game has."""
        return self._copies.get(name, 0)

    def few(self, kinds: Kinds | None) -> list[Card]:
        """Return a few cards of these kinds: all if they are few, else the extreme ones."""
        found = self.all_of(kinds)
        return found if len(found) < _MANY else _extremes(found)

    def all_of(self, kinds: Kinds | None) -> list[Card]:
        """Return every one of these kinds of card that the game has, in its order."""
        return [card for card in self.kinds if kinds is None or card in kinds]

    def other(self, kinds: Kinds | None) -> list[Card]:
        """Return a few cards of other kinds, those of the same suits first."""
        if kinds is None:
            return []
        suits = {card.suit for card in kinds}
        odd = [card for card in self.kinds if card not in kinds]
        like = [card for card in odd if card.suit in suits]
        return list(dict.fromkeys([*_extremes(like), *_extremes(odd)]))[:4]

    def side_of(self, suit: ast.Suit | None) -> int:
        """Return on whose side a suit's Market Stacks lie."""
        if suit is None:
            return MINE
        if suit.whose == "named":
            return MINE if self._catalogue.suit(suit.name) == self.jacks[MINE] else THEIRS
        return THEIRS if suit.whose == "opponent" else MINE

    def owner_of(self, card: Card) -> int:
        """Return on whose side a card of a suit is sold."""
        return THEIRS if card.suit == self.jacks[THEIRS] != self.jacks[MINE] else MINE


def _other_jack(catalogue: Catalogue, jack: str, lines: Sequence[AILine]) -> str:
    """Return whom to seat opposite: a Jack the lines name, else the first there is."""
    named = [suit.name for line in lines for suit in nodes_of(line.meaning, ast.Suit) if suit.name]
    for name in named:
        try:
            meant = catalogue.suit(name)
        except UnknownName:
            continue
        if meant != jack:
            return meant
    return next((each for each in catalogue.suits if each != jack), jack)


def _extremes(cards: Sequence[Card]) -> list[Card]:
    """Return those of lowest and highest cost and score, and the cheapest that scores."""
    if not cards:
        return []
    scoring = [card for card in cards if card.high_score]
    chosen = [
        min(cards, key=lambda card: (card.cost, card.high_score)),
        max(cards, key=lambda card: (card.cost, -card.high_score)),
        max(cards, key=lambda card: (card.high_score, -card.cost)),
        min(cards, key=lambda card: (card.high_score, -card.cost)),
        max(cards, key=lambda card: card.copies),
        *sorted(scoring, key=lambda card: card.cost)[:1],
    ]
    return list(dict.fromkeys(chosen))
