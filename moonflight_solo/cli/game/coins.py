"""The order in which to play the cards that only gain coin tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations
from random import Random
from typing import Final

from moonflight_solo.cli.output.view import ActView
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.foresight import foreseen
from moonflight_solo.rules.scripted import Stopping
from moonflight_solo.rules.state import Card, Seat, Table

_MOST_KINDS: Final = 4
"""Of how many kinds of cards every order is tried; of more, the first so many vary."""


def coins_first(acts: Iterable[ActView], table: Table, seat: Seat) -> tuple[list[Card], int]:
    """Return the cards in hand that only gain coin tokens, in the order that gains most, and how
    many that is.

    Copies of a card are played one after another.
    """
    found = {act.card: act.foreseen.coins for act in acts if act.verb == "play"}
    kinds = sorted(
        (card for card, coins in found.items() if card and coins), key=lambda c: -found[c]
    )
    if len(kinds) < 2 and all(seat.hand.count(card) == 1 for card in kinds):
        return kinds, sum(map(found.__getitem__, kinds))
    held = Counter(seat.hand)
    best: tuple[list[Card], int] = [], 0
    for order in permutations(kinds[:_MOST_KINDS]):
        cards = [card for card in [*order, *kinds[_MOST_KINDS:]] for _ in range(held[card])]
        played = _played(cards, table, seat)
        if played[1] > best[1]:
            best = played
    return best


def _played(cards: Sequence[Card], table: Table, seat: Seat) -> tuple[list[Card], int]:
    """Return which of some cards, played in a row, gain only coin tokens, and how many in all."""
    copy = table.copied([Stopping()] * len(table.seats), Random(0))
    here = copy.seats[seat.number]
    played, coins = [], 0
    for card in cards:
        act = Play(card)
        gained = foreseen(act, copy, here).coins
        if gained:
            act.perform(copy, here)
            played.append(card)
            coins += gained
    return played, coins
