"""Redeal what a seat cannot see: a table that it cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from operator import attrgetter
from random import Random

from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.state import Card, GameCards, Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of


def determinize(table: Table, seat: Seat, rng: Random, question: Question | None = None) -> None:
    """Redeal everything that ``seat`` cannot see on ``table``, which should be a copy.

    Which cards each player owns is public, because all that they bought, drew and lost was seen.
    Unknown are the order of one's own Draw Deck, which of another's cards are in hand, in the Draw
    Deck or Settled, and the order of each Supply Stack. Cards that have been revealed in a Draw
    Deck, or that the seat's ``question`` shows, stay where they are. The result depends only on
    what the seat knows and ``rng``.
    """
    positions: dict[int, set[int]] = {}  # that the seat can see, by a place's id
    for look in table.looks:
        if look.seat == seat.number or not look.hidden:
            positions.setdefault(id(table.seats[look.seat].draw_deck), set()).update(look.at)
    offer = question or Question("way", (), ())
    offers = zip(offer.items, offer.cards, offer.zones, offer.owners, strict=False)
    for item, card, zone, owner in offers:
        pile = PILES.get("draw deck" if zone == "shown" else zone)
        if card is not None and pile is not None and isinstance(item, int):
            positions.setdefault(id(getattr(table.seats[owner], pile)), set()).add(item)
    for places in hidden_places(table, seat, mixes(table.cards)):
        spots = [
            (each, index)
            for each in places
            for index in range(len(each))
            if not positions or index not in positions.get(id(each), ())
        ]
        cards = sorted((place[index] for place, index in spots), key=_name)
        cards.sort(key=lambda _card: rng.random())
        for (place, index), card in zip(spots, cards, strict=True):
            place[index] = card


_name = attrgetter("name")


def hidden_places(table: Table, seat: Seat, mixed: bool) -> Iterator[list[list[Card]]]:
    """Yield groups of places whose combined cards ``seat`` knows, but not which lies where.

    ``mixed`` says that a card in the game moves cards unseen to or from a Supply Stack, so that
    these cannot be told apart from the owner's other cards.
    """
    for each_seat in table.seats:
        places = [each_seat.draw_deck]
        if each_seat is not seat:
            places += [each_seat.hand, *(p.settled for p in each_seat.in_play if not p.foreign)]
        if mixed:
            yield [*places, each_seat.supply]
        else:
            yield places
            yield [each_seat.supply]


@lru_cache(maxsize=256)
def mixes(cards: GameCards) -> bool:
    """Return whether any card in the game moves cards unseen to or from a Supply Stack.

    Deal does not count, because it turns them face up.
    """
    texts = tuple(end.meaning.effects for end in cards.ends)
    moved = [each for each in nodes_of(texts, ast.Instruct) if each.verb != "deal"]
    places = [place for each in moved for place in (each.cards.place, each.destination)]
    return any(place is not None and "supply stack" in place.zones for place in places)
