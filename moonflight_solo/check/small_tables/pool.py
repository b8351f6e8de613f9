"""The kinds of cards that tables for an AI card's lines are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.selectors import describes, kinds_of
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

MINE, THEIRS = 0, 1
"""Whose places: those of the seat that acts, or the opponent's."""


class Pool:
    """The kinds of cards of a game that the lines' Jack plays against another."""

    def __init__(
        self, catalogue: Catalogue, jack: str, turned: bool, lines: Sequence[AILine]
    ) -> None:
        self._catalogue = catalogue
        self._turned = turned
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

    def named(self, name: str) -> Card | None:
        """Return the card that a line means by a name, if there is one on this side."""
        try:
            return self._catalogue.card(name, self._turned)
        except UnknownName:
            return None

    def character(self) -> Card:
        """Return the Jack's character card at the end up."""
        card = self._catalogue.suits[self.jacks[MINE]].character
        return card.flipped if self._turned else card

    def fitting(self, cards: ast.Cards) -> list[Card]:
        """Return a few cards such as ``cards`` describes: those named, else the extreme ones."""
        found = self.all_fitting(cards)
        return found[:6] if cards.names else _extremes(found)

    def all_fitting(self, cards: ast.Cards) -> list[Card]:
        """Return every kind of card such as ``cards`` describes, one's own suit's first."""
        if not describes(cards):
            return self.kinds
        kinds = kinds_of(cards, self._catalogue, self._turned, self.jacks[MINE])
        return [card for card in self.kinds if card in kinds]

    def other(self, cards: ast.Cards) -> list[Card]:
        """Return a few cards that ``cards`` does not describe."""
        fitting = self.all_fitting(cards)
        odd = [
            c for c in self.all_fitting(replace(cards, score=None, cost=None)) if c not in fitting
        ]
        odd += [card for card in self.kinds if card not in fitting]
        return list(dict.fromkeys(_extremes(odd)))[:4]

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

    def suited(self, owner: int) -> list[Card]:
        """Return the kinds of one seat's suit."""
        return [card for card in self.kinds if card.suit == self.jacks[owner]]


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
