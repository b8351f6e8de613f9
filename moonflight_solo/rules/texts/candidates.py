"""Candidates of an instruction, cards or players, as a question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import (
    in_play,
    known_place,
    market_stacks,
    owners,
    pile_of,
)
from moonflight_solo.rules.requirements.selectors import END_UP, Match, matcher
from moonflight_solo.rules.state import Ask, Card, CardInPlay, Names, Question, Seat, Table
from moonflight_solo.rules.texts.card_location import StackPosition
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import when_played


def offer_from(table: Table, seat: Seat, place: ast.Place, verb: Ask, source: Card) -> Question:
    """Return the cards in ``place`` as a question, in reading order (ruling A-tie)."""
    if "market stack" in place.zones:
        stacks = [stack for stack in market_stacks(table, seat, place) if stack.cards]
        if not place.top:
            lowest = slice(-1, None) if place.bottom else slice(None)
            depths = [(s, range(len(s.cards) - 1, -1, -1)[lowest]) for s in stacks]
            inside = [StackPosition(stack, depth) for stack, each in depths for depth in each]
            cards_there = [position.stack.cards[position.index] for position in inside]
            return _all_at(verb, inside, cards_there, "market stack", seat, source)
        return _all_at(verb, stacks, [s.cards[-1] for s in stacks], "market stack", seat, source)
    if place.zones[0] == "done":
        return _done_to(table, seat, place, verb, source)
    if place.zones == ("settled",):
        own_card = [table.own] if table.own else []
        below = seat.in_play if place.upon == ast.Cards("all") else own_card
        items = [(placed, n) for placed in below for n in range(len(placed.settled) - 1, -1, -1)]
        cards = [placed.settled[n] for placed, n in items]
        numbers = [placed.owner_of(n, seat) for placed, n in items]
        return Question(verb, items, cards, ["settled"] * len(items), numbers, source=source)
    if place.owner == "your" and len(place.zones) == 1:
        (only,) = place.zones
        lying_cards = _lying(table, seat, only, place)
        return _all_at(verb, *lying_cards, only, seat, source)
    offer = Question(verb, [], [], [], [], source=source)
    for owner in owners(table, seat, place.owner):
        for zone in place.zones:
            lying_cards = _lying(table, owner, zone, place)
            offer = offer.with_more(_all_at(verb, *lying_cards, zone, owner, source))
    return offer


def _done_to(table: Table, seat: Seat, place: ast.Place, verb: Ask, source: Card) -> Question:
    """Return the cards moved last that still lie where they were put, latest first."""
    zone, remaining, indexes = place.zones[1], list(table.moved), list[int]()
    entries, faces = _lying(table, seat, zone, ast.Place((zone,)))
    if zone in ("hand", "in play"):
        entries, faces = entries[::-1], faces[::-1]
    for index, card in enumerate(faces):
        if card in remaining:
            remaining.remove(card)
            indexes.append(index)
    return _all_at(verb, entries, faces, zone, seat, source).only(indexes)


def _all_at(
    verb: Ask, items: list[Any], cards: list[Card], zone: str, seat: Seat, source: Card | None
) -> Question:
    """Return items that lie in a single place of the seat as a question."""
    number = len(items)
    return Question(verb, items, cards, [zone] * number, [seat.number] * number, 1, 1, source)


def _lying(
    table: Table, owner: Seat, zone: ast.Zone, place: ast.Place
) -> tuple[list[Any], list[Card]]:
    """Return what lies in a zone, as values of ``CardLocation.item``, and the cards it shows."""
    if zone == "in play":
        in_front = in_play(owner, place.settled)
        return in_front, [placed.card for placed in in_front]
    if zone == "hand":
        return list(range(len(owner.hand))), owner.hand[:]
    if zone == "shown":
        indexes = table.revealed_spots(owner)
        return indexes, [owner.draw_deck[index] for index in indexes]
    pile = pile_of(owner, zone)
    if not pile and zone == "draw deck" and moves.refill(table, owner):
        pile = owner.draw_deck
    if place.top:
        return [len(pile) - 1] if pile else [], pile[-1:]
    if place.bottom:
        return [0] if pile else [], pile[:1]
    return list(range(len(pile) - 1, -1, -1)), pile[::-1]


def choose_upon(
    table: Table, seat: Seat, place: ast.Place, source: Card
) -> tuple[CardInPlay, Seat] | None:
    """Choose the card in play whose Settled cards are meant; return it and its seat."""
    phrase = place.upon or ast.Cards()
    where = phrase.place or ast.Place(("in play",))
    match = matcher(phrase, table.names, table.turned, END_UP)
    cards_there = [
        (placed, owner)
        for owner in owners(table, seat, where.owner)
        for placed in owner.in_play
        if placed.settled and (match is None or match(placed.card, seat))
    ]
    return choose_placed(table, seat, cards_there, source) if cards_there else None


def choose_placed(
    table: Table, seat: Seat, options: Sequence[tuple[CardInPlay, Seat]], source: Card
) -> tuple[CardInPlay, Seat]:
    """Let ``seat`` choose one of several cards in play, each given with its seat."""
    items, numbers = [placed for placed, _ in options], [owner.number for _, owner in options]
    cards, zones = [placed.card for placed in items], ["in play"] * len(options)
    (index,) = table.ask(seat, Question("onto", items, cards, zones, numbers, source=source))
    return options[index]


def choose_order(
    table: Table, seat: Seat, cards: Sequence[Card | None], source: Card
) -> Sequence[Card | None]:
    """Let ``seat`` choose the order of cards."""
    number = len(cards)
    question = Question("order", cards, cards, least=number, most=number, source=source)
    return [cards[index] for index in table.ask(seat, question)] if number > 1 else cards


def choose_player(
    table: Table,
    seat: Seat,
    seats: Sequence[Seat],
    source: Card,
    verb: ast.Verb | ast.TokenVerb,
    cards: Sequence[Card | None] = (),
) -> Seat | None:
    """Let ``seat`` choose one of ``seats`` for ``verb``; return ``None`` if there are none.

    ``cards`` has a card of each that it would be done to, if known.
    """
    if not seats:
        return None
    numbers = [each.number for each in seats]
    faces = list(cards or [None] * len(seats))
    zones = ["player"] * len(seats)
    question = Question("player", seats, faces, zones, numbers, source=source, verb=verb)
    (index,) = table.ask(seat, question)
    return seats[index]


def reach(card: Card, table: Table, seat: Seat) -> Question:
    """Return every card that ``card`` could act on by choice if ``seat`` played it now.

    The card would then be in play and not in hand (rulings G-self and A-target-self).
    """
    union = Question("play", [], [], [], [])
    for place, verb, match in reaching(card, table.names):
        offer = offer_from(table, seat, place, verb, card)
        if match is not None or verb in table.barred:
            fits = [
                index
                for index, each in enumerate(offer.cards)
                if each and verb not in each.barred and (match is None or match(each, seat))
            ]
            offer = offer.only(fits)
        if place.owner == "your":  # as it will be after the card has gone from hand into play
            if "hand" in place.zones:
                kinds_there = list(zip(offer.zones, offer.cards, strict=True))
                own = kinds_there.index(("hand", card)) if ("hand", card) in kinds_there else None
                offer = offer.only([i for i in range(len(kinds_there)) if i != own])
            if "in play" in place.zones:
                itself = Question("play", [None], [card], ["in play"], [seat.number])
                offer = offer.with_more(itself)
        union = union.with_more(offer)
    return union


@cache
def reaching(card: Card, names: Names) -> tuple[tuple[ast.Place, ast.Verb, Match | None], ...]:
    """Return the place, verb and filter of each instruction that leaves a choice.

    A superlative leaves none worth aiming: it says which cards it means (G-extreme).
    """
    return tuple(
        (
            known_place(place, names, fewest=True),
            each.verb,
            fitting(each, matcher(each.cards, names, card.turned, END_UP)),
        )
        for each, place in _in_sight(card)
    )


def fitting(effect: ast.Instruct, match: Match | None) -> Match | None:
    """Return a filter for the cards that an instruction can be followed with.

    To a matching Market Stack only a card with a suit can go; where something is possible, it
    cannot be declined by choosing a card with which it is not (Card Resolution; ruling G-forced).
    """
    to, place = effect.destination, effect.cards.place
    hidden = place is None or not {"draw deck", "supply stack"}.isdisjoint(place.zones)
    if to is None or not to.matching or hidden:
        return match

    return lambda card, seat: card.suit is not None and (match is None or match(card, seat))


@cache
def choices(card: Card) -> tuple[ast.Instruct, ...]:
    """Return the card's instructions that let its player pick among visible cards.

    The top card of your own Stack, all cards of a place, and the highest or lowest leave nothing to
    pick.
    """
    return tuple(
        each
        for each, place in _in_sight(card)
        if each.cards.number != "all" and not (place.top and place.owner in ("your", "its"))
    )


def _in_sight(card: Card) -> Iterator[tuple[ast.Instruct, ast.Place]]:
    """Yield what the card's player does with visible cards, except with those of a superlative."""
    for each in _done_oneself(when_played(card.meaning)):
        place = each.cards.place
        if place is not None and each.cards.extreme is None:
            hidden = {"draw deck", "supply stack"} | (set() if place.owner == "your" else {"hand"})
            open_zones = tuple([zone for zone in place.zones if zone not in hidden])
            if open_zones:
                yield each, place if open_zones == place.zones else replace(place, zones=open_zones)


def _done_oneself(part: Any) -> Iterator[ast.Instruct]:
    """Yield the instructions in an effect, or in effects, that an AI player follows itself.

    Of several ways to choose from these are in the first (ruling A-way); what "each opponent" or
    another player does is left out.
    """
    if isinstance(part, ast.Choose):
        part = part.ways[0]
    if getattr(part, "who", "you") not in ("you", "each player"):
        return
    if isinstance(part, ast.Instruct):
        yield part
    elif isinstance(part, ast.Node):
        yield from _done_oneself(part.compared_values())
    elif isinstance(part, tuple):
        for each in part:
            yield from _done_oneself(each)


def choose_way(table: Table, seat: Seat, placed: CardInPlay, ways: Sequence[object]) -> int:
    """Let ``seat`` choose one of several things to do, each with words; return its index."""
    faces: list[Card | None] = [None] * len(ways)
    (index,) = table.ask(seat, Question("way", ways, faces, source=placed.card))
    return index


def players_meant(
    who: ast.Who,
    table: Table,
    seat: Seat,
    placed: CardInPlay,
    verb: ast.Verb | ast.TokenVerb,
    matches: Callable[[Seat], bool] = lambda each: True,
) -> Sequence[Seat]:
    """Return the players that ``who`` means ("Card Targets"), among those that are ``matches``.

    A Target is chosen here, and becomes the player that "they" means.
    """
    if who in ("target player", "target opponent"):
        with_self = who == "target player"
        everyone = [*filter(matches, table.clockwise(seat.number) if with_self else seat.opponents)]
        player = choose_player(table, seat, everyone, placed.card, verb)
        table.spoken = player.number if player else None
        return (player,) if player else ()
    if who == "each opponent":
        return [*filter(matches, seat.opponents)]
    if who == "they":  # on its own, the players that set off a trigger
        return owners(table, seat, "their")
    return [*filter(matches, table.clockwise(seat.number))]
