"""A card found for an instruction: where it lies, and how to move or Turn it."""

from __future__ import annotations

from functools import partial
from typing import Any

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.requirements.places import pile_of
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    Dropped,
    MarketStack,
    Seat,
    Table,
    TriggeringCard,
)
from moonflight_solo.values import Value
from moonflight_solo.wording import ast


class StackPosition(Value):
    """A card inside a Market Stack, at an index from the bottom."""

    stack: MarketStack
    index: int


class CardLocation:
    """A card that an instruction may act on, and where it lies.

    ``stays`` is the card as it still lies there after a replacement, ``upon`` the card in play that
    it is Set on, and ``lost`` what was Settled on it when it was Turned.
    """

    __slots__ = ("card", "item", "lost", "owner", "stays", "upon", "zone")

    def __init__(self, card: Card, zone: Any, owner: Seat, item: Any) -> None:
        self.card, self.zone = card, zone
        self.owner, self.item = owner, item
        self.stays: Card | None = None
        self.upon: CardInPlay | None = None
        self.lost: Dropped = {}

    def move_to(self, table: Table, pile: list[Card], bottom: bool = False) -> Dropped:
        """Move the card to a pile; return the cards Settled on it, which leave at once.

        An empty Draw Deck is refilled first, without this card.
        """
        fresh = not pile and pile is self.owner.draw_deck
        card = self.take(table)
        if fresh:
            moves.target_deck(table, self.owner)
            pile = self.owner.draw_deck
        if not bottom:
            pile.append(card)
        else:
            pile.insert(0, card)
            if pile is self.owner.draw_deck:
                table.move_looks(self.owner, lambda at: [position + 1 for position in at])
        if isinstance(self.item, CardInPlay):
            return moves.drop_settled(table, self.owner, self.item)
        return {}

    def instead(self, table: Table, seat: Seat, verb: ast.Verb) -> str:
        """Do what replaces ``verb`` on this card; returns as :func:`triggers.do_instead`."""
        if verb not in table.replaced:
            return ""
        zone: ast.Zone = "draw deck" if self.zone == "shown" else self.zone
        placed = self.item if isinstance(self.item, CardInPlay) else None
        subject = TriggeringCard(self.card, self.owner, zone, partial(self.move_to, table), placed)
        before = self._pile_and_index()[0].count(self.card)
        how = triggers.do_instead(table, seat, verb, subject)
        least = before if subject.card is self.card else 1
        if how and self._pile_and_index()[0].count(subject.card) >= least:
            self.stays = subject.card
        return how

    def take(self, table: Table) -> Card:
        """Take the card from where it lies; what is Settled on a card in play stays with that."""
        item = self.item
        if isinstance(item, CardInPlay):
            self.owner.in_play.remove(item)
            return item.card
        if self.zone == "settled":
            placed, index = item
            card: Card = placed.take(index)
            return card
        if self.zone in ("draw deck", "shown"):
            table.left_deck(self.owner, item)
        pile, position = self._pile_and_index()
        return pile.pop(position)

    def turn(self, table: Table) -> Dropped:
        """Turn the card where it lies; return the cards Settled on it if it lost its Stability.

        The instructions now up are not followed ("The Turn", last note; ruling G-turned).
        """
        item, self.card = self.item, self.card.other_end
        if isinstance(item, CardInPlay):
            item.card = self.card
            if item.settled and not item.card.stability:
                self.lost = moves.let_go(table, self.owner, item)
            return self.lost
        pile, index = self._pile_and_index()
        pile[index] = self.card
        return {}

    def _pile_and_index(self) -> tuple[list[Card], int]:
        """Return the card's pile and its index there; a card in play is alone in its pile."""
        item = self.item
        if isinstance(item, CardInPlay):
            return [item.card] if item in self.owner.in_play else [], 0
        if isinstance(item, MarketStack):
            return item.cards, -1
        if isinstance(item, StackPosition):
            return item.stack.cards, item.index
        if self.zone == "settled":
            placed, index = item
            return placed.settled, index
        zone: ast.Zone = "draw deck" if self.zone == "shown" else self.zone
        return pile_of(self.owner, zone), item
