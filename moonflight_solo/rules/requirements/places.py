"""Resolve printed places: whose, which Stack, and the cards there in reading order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from moonflight_solo.rules.requirements.selectors import (
    CannotDo,
    kinds_of,
    measure,
    outermost,
    within,
)
from moonflight_solo.rules.state import Card, CardInPlay, MarketStack, Names, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Lookup = Callable[[Table, Seat], Sequence[Card]]


def known_place(
    place: ast.Place, names: Names, *, fewest: bool = False, matching: bool = False
) -> ast.Place:
    """Return a place with the Jack's full name for its suit.

    Raises :class:`CannotDo` for a description of a Market Stack that makes no sense here.
    """
    described = place.fewest or place.most or place.best or place.topped
    if (described and not fewest) or place.first or (place.matching and not matching):
        raise CannotDo(f'"{say(place)}" cannot be said here')
    if matching and place.suit == ast.Suit("generic"):
        raise CannotDo(f'"{say(place)}": cards go to the Market Stacks of a suit only')
    if place.suit is None or place.suit.whose != "named":
        return place
    return replace(place, suit=replace(place.suit, name=names.suit(place.suit.name)))


def owners(table: Table, seat: Seat, owner: ast.Owner) -> Sequence[Seat]:
    """Return the seats whose places an owner means, seen from ``seat``."""
    if owner == "target":
        return table.clockwise(seat.number)
    if owner == "opponent":
        return seat.opponents
    if owner == "their":
        return () if table.spoken is None else (table.seats[table.spoken],)
    return (seat,)


def market_stacks(table: Table, seat: Seat, place: ast.Place) -> Sequence[MarketStack]:
    """Return the Market Stacks a phrase means, in the seat's reading order.

    Of the stacks with the right size or top card, "with the fewest cards" keeps those tied for the
    fewest (ruling A-fewest), "with the most" those tied for the most. Top cards are compared by the
    higher of their two scores.
    """
    stacks = _of_suit(table, seat, place)
    if place.topped is not None:
        kinds = kinds_of(place.topped, table.names, table.turned, seat.jack)
        stacks = [stack for stack in stacks if stack.cards and stack.cards[-1] in kinds]
    if place.size is not None:
        fits = within(place.size)
        stacks = [stack for stack in stacks if fits(len(stack.cards))]
    if place.fewest or place.most:
        stacks = _of_size(stacks, max if place.most else min)
    if place.best is not None:
        filled, worth = [stack for stack in stacks if stack.cards], measure(place.best.of, None)
        best = outermost(place.best, [worth(stack.cards[-1]) for stack in filled])
        stacks = [filled[index] for index in best]
    return stacks


def stack_looker(place: ast.Place) -> Callable[[Table, Seat], Sequence[MarketStack]]:
    """Return a lookup of the Market Stacks in a place, quick unless it says which of several."""
    chosen = place.most or place.size or place.best or place.topped
    if place.fewest and not chosen:
        every = stack_looker(replace(place, fewest=False))
        return lambda table, seat: _of_size(every(table, seat), min)
    if place.fewest or chosen:
        return lambda table, seat: market_stacks(table, seat, place)
    if place.suit is None and place.owner == "your":
        return lambda table, seat: seat.market
    if place.suit is None and place.owner == "target":
        return lambda table, seat: seat.stacks
    if place.suit is not None and place.suit.whose == "named":
        jack = place.suit.name
        return lambda table, seat: seat.by_suit.get(jack, ())
    return lambda table, seat: market_stacks(table, seat, place)


def _of_size(
    stacks: Sequence[MarketStack], extreme: Callable[[Sequence[int]], int]
) -> Sequence[MarketStack]:
    """Return the stacks whose number of cards is the ``extreme`` of all."""
    sizes = [len(stack.cards) for stack in stacks]
    size = extreme(sizes) if sizes else 0
    return [stack for stack in stacks if len(stack.cards) == size]


def _of_suit(table: Table, seat: Seat, place: ast.Place) -> Sequence[MarketStack]:
    """Return the Market Stacks of a suit, or without one those of the owner said."""
    if place.suit is None:
        if place.owner == "your":
            return seat.market
        if place.owner == "their":
            return [stack for owner in owners(table, seat, "their") for stack in owner.market]
        if place.owner == "opponent":
            return [s for s in seat.stacks if s.owner not in (None, seat.number)]
        return seat.stacks
    suit = place.suit
    if suit.whose == "named":
        return seat.by_suit.get(suit.name, ())
    if suit.whose == "your":
        return seat.by_suit[seat.suit]
    if suit.whose == "generic":
        return [stack for stack in seat.stacks if stack.suit is None]
    return [stack for stack in seat.stacks if stack.suit in seat.opposing]


def in_play(seat: Seat, settled: ast.Range | None) -> list[CardInPlay]:
    """Return the cards in play in front of ``seat``, filtered by the number Settled on them."""
    if settled is None:
        return seat.in_play[:]
    fits = within(settled)
    return [placed for placed in seat.in_play if fits(len(placed.settled))]


def zone_cards(
    seat: Seat, zone: ast.Zone, top: bool, settled: ast.Range | None = None
) -> Sequence[Card]:
    """Return the cards in a zone of ``seat``, the top card of a Stack first."""
    if zone == "hand":
        return seat.hand
    if zone == "in play":
        in_front = seat.in_play if settled is None else in_play(seat, settled)
        return [placed.card for placed in in_front]
    if zone == "market stack":
        return _on_stacks(seat.market, top)
    pile = pile_of(seat, zone)
    return pile[-1:] if top else pile[::-1]


def _on_stacks(stacks: Sequence[MarketStack], top: bool) -> list[Card]:
    """Return the top cards of Stacks, or all their cards from the top."""
    return [c for s in stacks for c in (s.cards[-1:] if top else s.cards[::-1])]


PILES: dict[str, str] = {
    "hand": "hand",
    "draw deck": "draw_deck",
    "discard stack": "discard_stack",
    "trash stack": "trash_stack",
    "supply stack": "supply",
}


def pile_of(seat: Seat, zone: ast.Zone) -> list[Card]:
    """Return the list of cards that is a Stack, Deck or hand of ``seat``."""
    if zone not in PILES:
        raise CannotDo(f'"{zone}" is not a single Stack.')
    pile: list[Card] = getattr(seat, PILES[zone])
    return pile


def cards_in(table: Table, seat: Seat, place: ast.Place) -> list[Card]:
    """Return the cards in ``place``, seen from ``seat``, in reading order (ruling A-tie)."""
    if "market stack" in place.zones:
        return _on_stacks(market_stacks(table, seat, place), place.top)
    return [
        card
        for owner in owners(table, seat, place.owner)
        for zone in place.zones
        for card in zone_cards(owner, zone, place.top, place.settled)
    ]


def looker(place: ast.Place) -> Lookup:
    """Return a lookup of the cards in ``place``, in any order, for counting and membership."""
    if place.did is not None:
        did = place.did
        return lambda table, seat: seat.did.get(did, ())
    if place.zones == ("stacks",):  # only counted
        return lambda table, seat: [seat.character.card] * len(market_stacks(table, seat, place))
    if place.upon is not None:
        if place.upon != ast.Cards("all"):
            raise CannotDo(f'"{say(place)}" cannot be said here')
        return lambda table, seat: [card for placed in seat.in_play for card in placed.settled]
    if place.owner == "your" and len(place.zones) == 1 and place.settled is None:
        if place.bottom:
            bottom = place.zones[0]
            return lambda table, seat: pile_of(seat, bottom)[:1]
        look = None if place.top else _PILES.get(place.zones[0])
        if look is not None:
            return look
    return lambda table, seat: cards_in(table, seat, place)


_PILES: dict[ast.Zone, Lookup] = {
    "hand": lambda table, seat: seat.hand,
    "in play": lambda table, seat: [placed.card for placed in seat.in_play],
    "draw deck": lambda table, seat: seat.draw_deck,
    "discard stack": lambda table, seat: seat.discard_stack,
    "trash stack": lambda table, seat: seat.trash_stack,
    "settled": lambda table, seat: table.own.settled if table.own else (),
    "shown": lambda table, seat: [seat.draw_deck[spot] for spot in table.revealed_spots(seat)],
    "done": lambda table, seat: table.moved,
    "heard": lambda table, seat: (table.triggering.card,) if table.triggering else (),
    "players": lambda table, seat: [s.character.card for s in seat.opponents],
    "coins": lambda table, seat: [seat.character.card] * seat.coins,  # only counted
}


def refuse_hidden(place: ast.Place) -> None:
    """Raise :class:`CannotDo` if the player cannot look at the cards in ``place``.

    Draw Decks, Supply Stacks and Settled cards are face down; only the owner sees a hand ("Face Up
    and Down"; ruling G-facedown).
    """
    if "settled" in place.zones:
        raise CannotDo("Settled cards lie face down: only count them.")
    if "draw deck" in place.zones or "supply stack" in place.zones:
        raise CannotDo("the cards of a Draw Deck or Supply Stack lie face down: only count them.")
    if "hand" in place.zones and place.owner != "your":
        raise CannotDo("you cannot look at another player's hand: only count its cards.")
