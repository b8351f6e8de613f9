"""Who can play: anyone who chooses an action and, having won, a card to put aside."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from moonscrown.conditions import meets
from moonscrown.decktet import Card, deck
from moonscrown.round import FOLD, Action, Round, Seat


class Player(Protocol):
    """Chooses for one seat, from what that seat can see."""

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the action to take."""
        ...

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card to put aside, one of ``cards``."""
        ...


class RandomPlayer:
    """Takes any possible action but folding, and folds when there is no other."""

    def __init__(self, luck: Random) -> None:
        self._luck = luck

    def act(self, table: Round, seat: Seat) -> Action:
        """Return an action by lot."""
        *others, fold = table.actions(seat)
        return self._luck.choice(others) if others else fold

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return a card by lot."""
        return self._luck.choice(cards)


class GreedyPlayer:
    """Keeps as many ways open as it can, and its best cards for its display.

    It looks one turn ahead, at its own cards and at what lies open: of the possible actions it
    takes the one that leaves the most cards in hand that could answer the new conditions at once,
    spends as few cards as it can (one drawn is one not spent), and puts low cards on the pile
    rather than high ones. With the draw pile, where hands last longer and the pile changes more
    often, it also counts how many of the six conditions its display is best at. It folds only when
    it must.
    """

    def act(self, table: Round, seat: Seat) -> Action:
        """Return the action that is worth most; the first of several."""
        *others, fold = table.actions(seat)
        return max(others, key=lambda action: _worth(action, table, seat)) if others else fold

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card that scores most."""
        return max(cards, key=lambda card: (card.points, card.height))


def _worth(action: Action, table: Round, seat: Seat) -> tuple[int, int, int]:
    suits = action.pile.suits if action.pile else table.suits
    left = [card for card in seat.hand if card not in (action.pile, action.add)]
    display = [*seat.display, *([action.add] if action.add else [])]
    others = table.others(seat)
    answers = sum(any(meets(suit, [*display, card], others) for suit in suits) for card in left)
    best = sum(meets(suit, display, others) for suit in deck().suits) if table.drawing else 0
    shown = sum(card.points for card in display)
    thrown = action.pile.points if action.pile else 0
    return answers + best + 2 * (len(left) + table.draws(action)), shown, -thrown


__all__ = ["FOLD", "GreedyPlayer", "Player", "RandomPlayer"]
