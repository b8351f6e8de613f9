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
from moonflight_solo.rules.texts.found import StackPosition
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import when_played


def offer_from(table: Table, seat: Seat, place: ast.Place, verb: Ask, source: Card) -> Question:
    """Return the cards in ``place`` as a question, in reading order (ruling A-tie)."""
    if "market stack" in place.zones:
        stacks = [stack for stack in market_stacks(table, seat, place) if stack.cards]
        if not place.top:
            lowest = slice(-1, None) if place.bottom else slice(None)
            depths = [(s, range(len(s.cards) - 1, -1, -1)[lowest]) for s in stacks]
            inside = [StackPosition(stack, at) for stack, each in depths for at in each]
            lying = [each.stack.cards[each.index] for each in inside]
            return _all_at(verb, inside, lying, "market stack", seat, source)
        return _all_at(verb, stacks, [s.cards[-1] for s in stacks], "market stack", seat, source)
    if place.zones[0] == "done":
        return _done_to(table, seat, place, verb, source)
    if place.zones == ("settled",):
        everywhere = place.upon == ast.Cards("all")
        own = [table.own] if table.own else []
        return _settled_on(seat, seat.in_play if everywhere else own, verb, source)
    if place.owner == "your" and len(place.zones) == 1:
        (only,) = place.zones
        found = _lying(table, seat, only, place)
        return _all_at(verb, *found, only, seat, source)
    items: list[Any] = []
    cards: list[Card] = []
    zones: list[str] = []
    numbers: list[int] = []
    for owner in owners(table, seat, place.owner):
        for zone in place.zones:
            more, shown = _lying(table, owner, zone, place)
            items += more
            cards += shown
            zones += [zone] * len(shown)
            numbers += [owner.number] * len(shown)
    return Question(verb, items, cards, zones, numbers, source=source)


def _done_to(table: Table, seat: Seat, place: ast.Place, verb: Ask, source: Card) -> Question:
    """Return the cards moved last that still lie where they were put, latest first."""
    zone, left = place.zones[1], list(table.moved)
    items: list[Any] = []
    lying, found = _lying(table, seat, zone, ast.Place((zone,)))
    if zone in ("hand", "in play"):
        lying, found = lying[::-1], found[::-1]
    for item, card in zip(lying, found, strict=True):
        if card in left:
            left.remove(card)
            items.append((item, card))
    cards = [card for _, card in items]
    return _all_at(verb, [item for item, _ in items], cards, zone, seat, source)


def _settled_on(seat: Seat, upon: Sequence[CardInPlay], verb: Ask, source: Card) -> Question:
    """Return the cards Settled on the seat's cards in play, topmost first on each."""
    items = [(placed, at) for placed in upon for at in range(len(placed.settled) - 1, -1, -1)]
    cards = [placed.settled[at] for placed, at in items]
    owned = [placed.owner_of(at, seat) for placed, at in items]
    return Question(verb, items, cards, ["settled"] * len(items), owned, source=source)


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
        there = in_play(owner, place.settled)
        return there, [placed.card for placed in there]
    if zone == "hand":
        return list(range(len(owner.hand))), owner.hand[:]
    if zone == "shown":
        at = table.shown(owner)
        return at, [owner.draw_deck[index] for index in at]
    pile = _filled_pile(table, owner, zone)
    if place.top:
        return [len(pile) - 1] if pile else [], pile[-1:]
    if place.bottom:
        return [0] if pile else [], pile[:1]
    return list(range(len(pile) - 1, -1, -1)), pile[::-1]


def choose_upon(
    table: Table, seat: Seat, place: ast.Place, source: Card
) -> tuple[CardInPlay, Seat] | None:
    """Choose the card in play whose Settled cards are meant; return it and its seat."""
    upon = place.upon or ast.Cards()
    at = upon.place or ast.Place(("in play",))
    match = matcher(upon, table.names, table.turned, END_UP)
    there = [
        (placed, owner)
        for owner in owners(table, seat, at.owner)
        for placed in owner.in_play
        if placed.settled and (match is None or match(placed.card, seat))
    ]
    return choose_placed(table, seat, there, source) if there else None


def choose_placed(
    table: Table, seat: Seat, there: Sequence[tuple[CardInPlay, Seat]], source: Card
) -> tuple[CardInPlay, Seat]:
    """Let ``seat`` choose one of several cards in play, each given with its seat."""
    items, numbers = [placed for placed, _ in there], [owner.number for _, owner in there]
    cards, zones = [placed.card for placed in items], ["in play"] * len(there)
    (index,) = table.ask(seat, Question("onto", items, cards, zones, numbers, source=source))
    return there[index]


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
    numbers = [other.number for other in seats]
    shown = list(cards or [None] * len(seats))
    zones = ["player"] * len(seats)
    question = Question("player", seats, shown, zones, numbers, source=source, verb=verb)
    (index,) = table.ask(seat, question)
    return seats[index]


def _filled_pile(table: Table, owner: Seat, zone: ast.Zone) -> list[Card]:
    pile = pile_of(owner, zone)
    if not pile and zone == "draw deck" and moves.refill(table, owner):
        return owner.draw_deck
    return pile


def reach(card: Card, table: Table, seat: Seat) -> Question:
    """Return every card that ``card`` could act on by choice if ``seat`` played it now.

    The card would then be in play and not in hand (rulings G-self and A-target-self).
    """
    reached: Question | None = None
    for place, verb, match in reaching(card, table.names):
        offer = offer_from(table, seat, place, verb, card)
        if match is not None or verb in table.barred:
            offer = offer.only(_open(offer, verb, match, seat))
        if place.owner == "your":
            offer = _once_played(offer, place, card, seat)
        reached = offer if reached is None else _joined(reached, offer)
    return reached or Question("play", [], [], [], [])


def chooses(card: Card, names: Names) -> bool:
    """Return whether the card's text ever leaves a choice among visible cards."""
    return bool(reaching(card, names))


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
            seen = tuple([zone for zone in place.zones if zone not in hidden])
            if seen:
                yield each, place if seen == place.zones else replace(place, zones=seen)


def _done_oneself(part: Any) -> Iterator[ast.Instruct]:
    """Yield the instructions that an AI player follows itself; of several ways, A-way the first."""
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


def _open(offer: Question, verb: ast.Verb, match: Match | None, seat: Seat) -> list[int]:
    return [
        index
        for index, card in enumerate(offer.cards)
        if card and verb not in card.barred and (match is None or match(card, seat))
    ]


def _once_played(offer: Question, place: ast.Place, card: Card, seat: Seat) -> Question:
    """Return the offer as it will be after ``card`` has gone from hand into play."""
    if "hand" in place.zones:
        held = [i for i, c in enumerate(offer.cards) if c is card and offer.zones[i] == "hand"]
        offer = offer.only([i for i in range(len(offer.items)) if i not in held[:1]])
    if "in play" in place.zones:
        itself = Question("play", [None], [card], ["in play"], [seat.number])
        offer = _joined(offer, itself)
    return offer


def _joined(first: Question, second: Question) -> Question:
    return Question(
        "play",
        [*first.items, *second.items],
        [*first.cards, *second.cards],
        [*first.zones, *second.zones],
        [*first.owners, *second.owners],
    )


def choose_way(table: Table, seat: Seat, placed: CardInPlay, ways: Sequence[object]) -> int:
    """Let ``seat`` choose one of several things to do, each with words; return its index."""
    none: list[Card | None] = [None] * len(ways)
    (index,) = table.ask(seat, Question("way", ways, none, source=placed.card))
    return index


def players_meant(
    who: ast.Who,
    table: Table,
    seat: Seat,
    placed: CardInPlay,
    verb: ast.Verb | ast.TokenVerb,
    such: Callable[[Seat], bool] = lambda each: True,
) -> Sequence[Seat]:
    """Return the players that ``who`` means ("Card Targets"), among those that are ``such``.

    A Target is chosen here, and becomes the player that "they" means.
    """
    if who in ("target player", "target opponent"):
        own = who == "target player"
        everyone = [*filter(such, table.clockwise(seat.number) if own else seat.opponents)]
        chosen = choose_player(table, seat, everyone, placed.card, verb)
        table.spoken = chosen.number if chosen else None
        return (chosen,) if chosen else ()
    if who == "each opponent":
        return [*filter(such, seat.opponents)]
    if who == "they":  # on its own, the players that set off a trigger
        return owners(table, seat, "their")
    return [*filter(such, table.clockwise(seat.number))]
