"""What becomes of each card an instruction finds: where every keyword puts it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from moonflight_solo.rules import moves
from moonflight_solo.rules.candidates import Found, drop_settled, take
from moonflight_solo.rules.places import market_stacks, only_place, owners, pile_of
from moonflight_solo.rules.selectors import END_UP, CannotDo, matcher, only_says
from moonflight_solo.rules.state import Ask, Card, Names, Placed, Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Put = Callable[[Table, Seat, Placed, Found], bool]


def putter(effect: ast.Instruct, names: Names, turned: bool) -> Put:
    """Return what becomes of each card found; it says whether the card could be moved."""
    verb, place = effect.verb, effect.cards.place
    assert place is not None
    if verb == "set":
        return _setter(effect, names, turned)
    if effect.onto is not None:
        raise CannotDo(f'"{say(effect)}": only Set puts a card on another card.')
    foreign = place.owner in ("target", "opponent", "their") and "market stack" not in place.zones
    if effect.destination is not None:
        if verb != "move":
            raise CannotDo(f'"{say(effect)}": {verb.capitalize()} goes where it always goes.')
        return _mover(effect.destination, foreign, names)
    if verb == "purchase":
        if place.zones != ("market stack",):
            raise CannotDo(f'"{say(effect)}": a card is Purchased from a Market Stack.')
        return _purchase
    if verb == "play":
        if foreign:
            raise CannotDo(f'"{say(effect)}": the card would change its owner.')
        return _play
    if verb == "move":
        raise CannotDo(f'"{say(effect)}" does not say where to.')
    if verb == "draw" and foreign:
        raise CannotDo(f'"{say(effect)}": the card would change its owner.')

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        pile_for(verb, found.owner).append(take(found))
        drop_settled(table, found)
        return True

    return put


def _purchase(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
    card = take(found)
    seat.discard_stack.append(card)
    seat.bought.append(card)
    return True


def _play(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
    if isinstance(found.item, Placed):
        return False
    moves.put_in_play(table, seat, take(found))
    return True


def _mover(to: ast.Place, foreign: bool, names: Names) -> Put:
    if len(to.zones) != 1 or to.zones[0] == "in play":
        raise CannotDo("a card is Moved to one Stack, Deck or hand.")
    zone = to.zones[0]
    if zone == "market stack":
        return _market_mover(to, names)
    if foreign and to.owner == "your":
        raise CannotDo("the card would change its owner.")
    if to.owner == "opponent" or (to.owner in ("target", "their") and not foreign):
        raise CannotDo("the card would change its owner.")

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        pile_of(found.owner, zone).append(take(found))
        drop_settled(table, found)
        return True

    return put


def _market_mover(to: ast.Place, names: Names) -> Put:
    only_place(to, fewest=True, matching=True)
    where = replace(to, owner="target") if to.matching or to.suit is not None else to

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        card = found.card
        stacks = [s for s in market_stacks(table, seat, where, names) if s.suit is not None]
        if to.matching:
            stacks = [s for s in stacks if s.suit == card.suit]
        if not stacks:
            return False
        tops = [s.cards[-1] if s.cards else None for s in stacks]
        owner_numbers = [s.owner if s.owner is not None else seat.number for s in stacks]
        zones = ["market stack"] * len(stacks)
        question = Question("to", stacks, tops, zones, owner_numbers, source=card)
        (index,) = table.ask(seat, question)
        stacks[index].cards.append(take(found))
        drop_settled(table, found)
        return True

    return put


def _setter(effect: ast.Instruct, names: Names, turned: bool) -> Put:
    if effect.destination is not None:
        raise CannotDo(f'"{say(effect)}": a card is Set on a card in play.')
    if effect.onto is not None:
        only_says(effect.onto, {"place", "number", "targeted"}, "the card that is Set upon")
        if effect.onto.number not in (None, 1):
            raise CannotDo(f'"{say(effect)}": each card is Set on one card.')
    onto_match = matcher(effect.onto, names, turned, END_UP) if effect.onto else None
    onto_place = effect.onto.place if effect.onto else None
    if onto_place not in (None, ast.Place(("in play",)), ast.Place(("in play",), "target")):
        raise CannotDo(
            f'"{say(effect)}": only your own card in play, or a Target card, is Set upon.'
        )
    whose: ast.Owner = onto_place.owner if onto_place else "your"

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        places = [
            (p, owner.number)
            for owner in owners(table, seat, whose)
            for p in owner.in_play
            if p.card.stability
            and p is not found.item
            and (onto_match is None or onto_match(p.card, seat))
        ]
        if not places:
            return False
        wanted: Ask = "onto"
        cards = [p.card for p, _ in places]
        numbers = [number for _, number in places]
        zones = ["in play"] * len(places)
        question = Question(wanted, [p for p, _ in places], cards, zones, numbers)
        question.source = found.card
        (index,) = table.ask(seat, question)
        onto, number = places[index]
        if found.owner.number != number:  # it stays its owner's (ruling G-owner)
            onto.foreign.append((len(onto.settled), found.owner.number))
        onto.settled.append(take(found))
        drop_settled(table, found)
        return True

    return put


def pile_for(verb: ast.Verb, seat: Seat) -> list[Card]:
    """Return where a card goes by Draw, Trash, or else Discard: its owner's ("G-owner")."""
    if verb == "draw":
        return seat.hand
    return seat.trash_stack if verb == "trash" else seat.discard_stack
