"""What an instruction may act on: the cards of a place as a question, and taking one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from moonflight_solo.rules import moves
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.counting import Names, market_stacks, matcher, owners, pile_of
from moonflight_solo.rules.players import Ask, Question
from moonflight_solo.rules.table import MarketStack, Placed, Seat, Table
from moonflight_solo.wording import meaning as m


@dataclass(slots=True)
class Found:
    """A card that an instruction may act on, and where it lies."""

    card: Card
    zone: Any
    owner: Seat
    item: Any


def offer_from(
    table: Table, seat: Seat, place: m.Place, names: Names, verb: Ask, source: Card
) -> Question:
    """Return the question which of the cards in ``place``, in reading order (ruling A-tie)."""
    items: list[Any] = []
    cards: list[Card] = []
    zones: list[str] = []
    numbers: list[int] = []
    if "market stack" in place.zones:
        items += [stack for stack in market_stacks(table, seat, place, names) if stack.cards]
        cards += [stack.cards[-1] for stack in items]
        zones += ["market stack"] * len(items)
        numbers += [seat.number] * len(items)
        return Question(verb, items, cards, zones, numbers, source=source)
    for owner in owners(table, seat, place.owner):
        for zone in place.zones:
            if zone == "in play":
                more: Sequence[Any] = owner.in_play
                shown = [each.card for each in owner.in_play]
            elif zone == "hand":
                more = range(len(owner.hand))
                shown = owner.hand
            else:
                pile = _filled_pile(table, owner, zone)
                more = range(len(pile) - 1, -1, -1)[: 1 if place.top else None]
                shown = [pile[index] for index in more]
            items += more
            cards += shown
            zones += [zone] * len(shown)
            numbers += [owner.number] * len(shown)
    return Question(verb, items, cards, zones, numbers, source=source)


def narrowed(offer: Question, indexes: Sequence[int]) -> Question:
    """Return the question with only some of its items."""
    return replace(
        offer,
        items=[offer.items[i] for i in indexes],
        cards=[offer.cards[i] for i in indexes],
        zones=[offer.zones[i] for i in indexes],
        owners=[offer.owners[i] for i in indexes],
    )


def _filled_pile(table: Table, owner: Seat, zone: m.Zone) -> list[Card]:
    pile = pile_of(owner, zone)
    if not pile and zone == "draw deck" and moves.refill(table, owner):
        return owner.draw_deck
    return pile


def take(found: Found) -> Card:
    """Take a found card from where it lies; the caller puts it down somewhere."""
    item = found.item
    if isinstance(item, Placed):
        return moves.leave_play(found.owner, item)
    if isinstance(item, MarketStack):
        return item.cards.pop()
    return pile_of(found.owner, found.zone).pop(item)


def reach(card: Card, table: Table, seat: Seat) -> Question:
    """Return every card that ``card`` could act on by choice if ``seat`` played it now.

    It would be in play then and no longer in hand (rulings G-self and A-target-self).
    """
    reached = Question("play", [], [], [], [])
    for instruct in _instructions(card.meaning.effects):
        place, names = instruct.cards.place, table.catalogue
        if place is None or not {"draw deck", "supply stack"}.isdisjoint(place.zones):
            continue
        match = matcher(instruct.cards, names, card.turned)
        offer = offer_from(table, seat, place, names, instruct.verb, card)
        fits = [
            index
            for index, other in enumerate(offer.cards)
            if other and (match is None or match(other, seat)) and instruct.verb not in other.barred
        ]
        if "hand" in place.zones and place.owner == "your":
            itself_held = [i for i in fits if offer.zones[i] == "hand" and offer.cards[i] is card]
            fits = [i for i in fits if i not in itself_held[:1]]
        reached = _joined(reached, narrowed(offer, fits))
        if place.owner == "your" and "in play" in place.zones:
            itself = Question("play", [None], [card], ["in play"], [seat.number])
            reached = _joined(reached, itself)
    return reached


def _joined(first: Question, second: Question) -> Question:
    return Question(
        "play",
        [*first.items, *second.items],
        [*first.cards, *second.cards],
        [*first.zones, *second.zones],
        [*first.owners, *second.owners],
    )


def _instructions(effects: Sequence[m.Effect]) -> list[m.Instruct]:
    found: list[m.Instruct] = []
    for effect in effects:
        if isinstance(effect, m.Instruct):
            found.append(effect)
        elif isinstance(effect, m.If):
            found += _instructions((*effect.effects, *effect.otherwise))
    return found
