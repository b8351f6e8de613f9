"""Compile instructions about the card with the text, or the one that set off a trigger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.requirements.places import PILES, pile_of
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    Dropped,
    Event,
    Resolve,
    Seat,
    Table,
    TriggerEvent,
    TriggeringCard,
)
from moonflight_solo.rules.texts.card_location import CardLocation
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

NOT_OF_ONE: frozenset[ast.Zone] = frozenset({"in play", "market stack", "supply stack"})
"""Zones that are not a hand, Deck or Stack of a player's own."""


def this_card(effect: ast.ThisCard, card: Card) -> Resolve:
    """Compile an instruction about the card itself; raise :class:`CannotDo` if impossible."""
    verb = effect.verb
    if effect.who != "you":
        raise CannotDo(f'"{say(effect)}": this card is moved by the one who has it in play.')
    if KEYWORDS[verb].stays:
        if card.is_character:
            raise CannotDo(f'"{say(effect)}": only the Turn itself Turns a character.')
        return _turn_it
    to = effect.destination
    says_where = to is not None
    if says_where != (verb == "move") or (to is not None and to.zones[0] in NOT_OF_ONE):
        raise CannotDo(f'"{say(effect)}": this card cannot go to that place.')
    keyword = KEYWORDS[verb]
    if to is None and (keyword.only_from or keyword.goes_to not in PILES):
        raise CannotDo(f'"{say(effect)}": this card is Drawn, Discarded, Trashed or Moved.')
    if to is not None and to.owner not in ("your", "its"):
        raise CannotDo(f'"{say(effect)}": the card would change its owner.')
    zone = to.zones[0] if to is not None else keyword.goes_to
    assert zone is not None
    to_zone = "" if to is None else zone
    bottom = to is not None and to.bottom

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        if placed not in seat.in_play:
            return False
        spot = CardLocation(placed.card, "in play", seat, placed)
        instead = spot.instead(table, seat, verb)
        drop: Dropped = {}
        if not instead:
            drop = spot.move_to(table, pile_of(seat, zone), bottom)
        cards = [placed.card] if instead in ("", "place") else []
        moves.finish_keyword(table, TriggerEvent(seat, verb, cards, "in play"), to_zone)
        moves.fire_dropped(table, drop)
        return bool(cards)

    return resolve


def _turn_it(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    if placed not in seat.in_play:
        return False
    return _turn(table, seat, CardLocation(placed.card, "in play", seat, placed), [placed])


def _turn(table: Table, seat: Seat, spot: CardLocation, in_play: Sequence[CardInPlay]) -> bool:
    """Turn a card where it lies, and resolve what that sets off and what leaves it."""
    drop = spot.turn(table)
    cause = TriggerEvent(seat, "turn", [spot.card], spot.zone, spot.owner, in_play)
    moves.end_turning(table, cause, [drop])
    moves.fire_dropped(table, drop)
    return True


def _turn_heard(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    """Turn the card that set off a trigger, if it still lies there."""
    subject = table.triggering
    spot = _lying(subject) if subject and "turn" not in subject.card.barred else None
    if subject is None or spot is None:
        return False
    subject.card = spot.card.other_end
    return _turn(table, seat, spot, [subject.placed] if subject.placed else [])


def to_heard(effect: ast.Instruct, *, quietly: bool = False) -> Resolve:
    """Compile an instruction about the card that set off a trigger, if it still lies there.

    It is looked for where its keyword has put it, from the top (ruling G-trigger-it). ``quietly``:
    the keyword puts it there instead, which is not a deed of its own (ruling G-instead).
    """
    verb, to = effect.verb, effect.destination
    if KEYWORDS[verb].stays:
        return _turn_heard
    zone = to.zones[0] if to else KEYWORDS[verb].goes_to
    changes_owner = to is not None and to.owner not in ("your", "its")
    if zone not in PILES or effect.onto is not None or changes_owner:
        raise CannotDo(f'"{say(effect)}": this card cannot go to that place.')
    to_zone = zone if to else ""
    bottom = to is not None and to.bottom

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        subject = table.triggering
        if subject is None or verb in subject.card.barred:
            return False
        if zone == "hand" and subject.owner is not seat:
            return False  # the card would change its owner
        move = _move_of(subject, table)
        if move is None:
            return False
        if verb in table.replaced:
            nested_card = TriggeringCard(subject.card, subject.owner, subject.zone, move)
            if triggers.do_instead(table, seat, verb, nested_card):
                return True
        if zone == "draw deck" and subject.put is not None:
            moves.target_deck(table, subject.owner)
        drop = move(pile_of(subject.owner, zone), bottom)
        subject.gone = True
        source = subject.zone or ""
        if quietly:
            table.tell(Event("move", subject.owner.number, [subject.card], 0, source, to_zone))
        else:
            cause = TriggerEvent(seat, verb, [subject.card], source, subject.owner)
            moves.finish_keyword(table, cause, to_zone)
        moves.fire_dropped(table, drop)
        return True

    return resolve


def _move_of(subject: TriggeringCard, table: Table) -> Callable[[list[Card], bool], Dropped] | None:
    """Return what moves the card that set off a trigger, ``None`` if it no longer lies there.

    A keyword that is being replaced has not moved it yet, and knows how (``put``). A card that has
    been Turned where it lies is ``subject.card`` from then on as its other end.
    """
    if subject.put is not None:
        return subject.put
    spot = _lying(subject)
    if spot is None:
        return None
    subject.card = spot.card
    return partial(spot.move_to, table)


def _lying(subject: TriggeringCard) -> CardLocation | None:
    """Return the card referred to, or the topmost copy where its keyword has put it."""
    owner, card, zone, placed = subject.owner, subject.card, subject.zone, subject.placed
    if subject.gone:
        return None
    if placed is not None:
        in_play = placed in owner.in_play
        return CardLocation(placed.card, "in play", owner, placed) if in_play else None
    if zone in PILES:
        pile = pile_of(owner, zone)
        for index in range(len(pile) - 1, -1, -1):
            if pile[index] is card:
                return CardLocation(card, zone, owner, index)
    return None
