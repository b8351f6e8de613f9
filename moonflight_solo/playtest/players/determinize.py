"""What a seat cannot see, dealt again as it might lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from moonflight_solo.rules.state import Card, GameCards, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of


def deal_again(table: Table, seat: Seat, lot: Random) -> None:
    """Deal all that ``seat`` cannot see anew on ``table``, which should be a copy.

    Which cards each player owns can be counted: all that they bought, drew and lost was seen by
    everyone. So only the order of one's own Draw Deck is unknown, what of another's cards is in
    hand, in the Draw Deck or Settled, and the order of each Supply Stack. What comes of it depends
    on nothing but what can be known and on ``lot``.
    """
    for places in hidden_places(table, seat, mixes(table.cards)):
        cards = sorted((card for place in places for card in place), key=_name)
        lot.shuffle(cards)
        for place in places:
            place[:] = cards[: len(place)]
            del cards[: len(place)]


def hidden_places(table: Table, seat: Seat, mixed: bool) -> Iterator[list[list[Card]]]:
    """Yield the places whose cards ``seat`` knows together, but not which of them lies where.

    ``mixed``: a card of the game moves cards unseen out of a Supply Stack or into it, so that its
    owner's cards and those of the Supply Stack cannot be told apart.
    """
    for other in table.seats:
        places = [other.draw_deck]
        if other is not seat:
            places += [other.hand, *(p.settled for p in other.in_play if not p.foreign)]
        if mixed:
            yield [*places, other.supply]
        else:
            yield places
            yield [other.supply]


def _name(card: Card) -> str:
    return card.name


@lru_cache(maxsize=256)
def mixes(cards: GameCards) -> bool:
    """Return whether any card of a game moves cards unseen to or from a Supply Stack.

    Deal lays them open, so it does not.
    """
    return any(
        _unseen(effect)
        for card in [*cards.kinds, *(each.flipped for each in cards.kinds)]
        for effect in nodes_of(card.meaning, ast.Instruct)
    )


def _unseen(effect: ast.Instruct) -> bool:
    places = (effect.cards.place, effect.destination)
    supply = any(place is not None and "supply stack" in place.zones for place in places)
    return supply and effect.verb != "deal"
