"""The kinds of cards used on small tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.rules.state import Card
from moonflight_solo.scenario import CardNames
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

_MANY = 4
MINE, THEIRS = 0, 1
"""The owners of places: the acting seat, and the opponent."""


class Pool:
    """The kinds of cards in a game of the lines' Jack against another.

    ``up`` maps each name to that of the end that is up unless the card was Turned individually.
    """

    def __init__(self, context: CompileContext, lines: Sequence[AILine]) -> None:
        self.context = context
        names = context.names
        self.jacks = (context.jack, _other_jack(names, context.jack, lines))
        kinds = [card for card in names.cards_for(self.jacks) if not card.is_character]
        self.kinds = [card.flipped if context.turned else card for card in kinds]
        self.up = {card.name: card.name for card in self.kinds}
        if names.turning:
            other = [card.flipped for card in self.kinds if card.flipped.name not in self.up]
            self.kinds += other
            self.up |= {card.name: card.flipped.name for card in other}
        self._copies = {
            card.name: card.copies * (2 if card.suit is None else self.jacks.count(card.suit))
            for card in self.kinds
        }

    def copies(self, name: str) -> int:
        """Return how many cards with this name the game has."""
        return self._copies.get(name, 0)

    def few(self, kinds: Kinds | None) -> list[Card]:
        """Return a few cards of these kinds: all if they are few, else the extremes."""
        kinds_there = self.all_of(kinds)
        return kinds_there if len(kinds_there) < _MANY else _extremes(kinds_there)

    def all_of(self, kinds: Kinds | None) -> list[Card]:
        """Return all the game's cards of these kinds, in order."""
        return [card for card in self.kinds if kinds is None or card in kinds]

    def other(self, kinds: Kinds | None) -> list[Card]:
        """Return a few cards of other kinds, those of the same suits first."""
        if kinds is None:
            return []
        suits = {card.suit for card in kinds}
        odd = [card for card in self.kinds if card not in kinds]
        like = [card for card in odd if card.suit in suits]
        return list(dict.fromkeys([*_extremes(like), *_extremes(odd)]))[:4]

    def handfuls(self, number: int, kinds: Kinds | None) -> list[CardNames]:
        """Return some ways to have ``number`` cards of these kinds."""
        few = self.few(kinds)
        if not few:
            return []
        if number <= 0:
            return [()]
        if number == 1:
            return [(card.name,) for card in few]
        plenty = sorted(few, key=lambda card: -self.copies(card.name)) + self.all_of(kinds)
        names = [card.name for card in dict.fromkeys(plenty) for _ in range(self.copies(card.name))]
        return [tuple(names[:number])] if len(names) >= number else []

    def scoring(self, number: int, total: int) -> list[CardNames]:
        """Return some ways to have this many cards with this total score."""
        mine = [card for card in self.kinds if card.suit in (None, self.jacks[MINE])]
        scoring = sorted((c for c in mine if c.high_score), key=lambda c: (-c.high_score, c.cost))
        blank = sorted((c for c in mine if not c.high_score), key=lambda card: -card.copies)
        ways: dict[CardNames, None] = {}
        for first in scoring or blank:
            names: list[str] = []
            missing = total
            for card in (first, *scoring):
                while card.high_score and card.high_score <= missing and len(names) < number:
                    names.append(card.name)
                    missing -= card.high_score
            for card in blank:
                names += [card.name] * min(self.copies(card.name), number - len(names))
            if missing == 0 and len(names) == number:
                ways.setdefault(tuple(names))
        return list(ways)[:6]

    def generic(self, kinds: Kinds | None = None) -> list[Card]:
        """Return the generic cards of these kinds."""
        return [c for c in self.all_of(kinds) if c.suit is None and not c.is_starter]

    def cheapest_first(self, owner: int) -> list[Card]:
        """Return the cards of a player's suit, by cost."""
        kinds = [card for card in self.kinds if card.suit == self.jacks[owner]] or self.kinds
        return sorted(kinds, key=lambda card: (card.cost, -card.copies))

    def side_of(self, suit: ast.Suit | None) -> int:
        """Return whose Market Stacks a suit's are."""
        if suit is None:
            return MINE
        if suit.whose == "named":
            return MINE if self.context.names.suit(suit.name) == self.jacks[MINE] else THEIRS
        return THEIRS if suit.whose == "opponent" else MINE

    def owner_of(self, card: Card) -> int:
        """Return whose Market Stacks a card is sold on."""
        return THEIRS if card.suit == self.jacks[THEIRS] != self.jacks[MINE] else MINE


def _other_jack(catalogue: Catalogue, jack: str, lines: Sequence[AILine]) -> str:
    """Return the opponent's Jack: one that the lines name, else the first there is."""
    named = [suit.name for line in lines for suit in nodes_of(line.meaning, ast.Suit) if suit.name]
    jacks = []
    for name in named:
        with suppress(UnknownName):
            jacks.append(catalogue.suit(name))
    return next((each for each in (*jacks, *catalogue.suits) if each != jack), jack)


def _extremes(cards: Sequence[Card]) -> list[Card]:
    """Return those of extreme cost and score, the most copied, and the cheapest that scores."""
    orders: tuple[Callable[[Card], tuple[int, ...]], ...] = (
        lambda card: (card.cost, card.high_score),
        lambda card: (-card.cost, card.high_score),
        lambda card: (-card.high_score, card.cost),
        lambda card: (card.high_score, -card.cost),
        lambda card: (-card.copies,),
    )
    scoring = sorted((card for card in cards if card.high_score), key=lambda card: card.cost)
    chosen = [min(cards, key=order) for order in orders if cards] + scoring[:1]
    return list(dict.fromkeys(chosen))
