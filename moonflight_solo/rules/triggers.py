"""What a keyword or an act sets off by a card's "When ...", and what is done instead of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonflight_solo.rules.state import Card, Event, Placed, Seat, Table, Trigger
from moonflight_solo.wording.ast import Deeds, Verb

# Cards that Play one another, or set one another off, without end are cut off (G-endless): no
# deeper in one another, and no more in a chain, which ends where nothing is nested any more.
MOST_NESTED = 50
MOST_IN_A_CHAIN = 1_000


def remember(seat: Seat, verb: Verb, cards: Sequence[Card]) -> None:
    """Note what a seat has done this round, for cards that ask."""
    seat.did[verb] = (*seat.did.get(verb, ()), *cards)


def fire(table: Table, seat: Seat, verb: Verb, cards: list[Card], source: str = "") -> None:
    """Resolve what doing ``verb`` to ``cards`` triggers. Every such deed is also a Move.

    "While Moves do not count as Purchase, Discard etc. Purchases and Discards etc. do count as
    Moves" (Specific Rules).
    """
    if verb in table.watched:
        _trigger(table, seat, verb, cards, source)
    if "move" in table.watched and verb != "move":
        _trigger(table, seat, "move", cards)


def act_done(table: Table, doer: Seat, what: Deeds) -> None:
    """Resolve what is triggered by an act, or by the Gain of coin tokens, however many."""
    if what in table.watched:
        _trigger(table, doer, what, [doer.character.card])


def _trigger(table: Table, doer: Seat, verb: Deeds, cards: list[Card], source: str = "") -> None:
    if table.nested >= MOST_NESTED or table.chained >= MOST_IN_A_CHAIN:
        return
    table.nested += 1
    before, table.spoken = table.spoken, doer.number
    try:
        for seat in table.clockwise(doer.number):
            for placed in (*seat.in_play, seat.character):
                for trigger in placed.card.triggers:
                    if trigger.instead or trigger.verb != verb:
                        continue
                    if trigger.sources and source not in trigger.sources:
                        continue
                    if befalls(trigger.who, seat is doer):
                        _resolve(trigger, table, seat, placed, cards)
    finally:
        table.nested -= 1
        if not table.nested:
            table.chained = 0
        table.spoken = before


def befalls(who: str, own: bool) -> bool:
    """Return whether what is said of ``who`` befalls a seat, one's ``own`` or another's."""
    return own if who == "you" else who == "each player" or not own


def _resolve(trigger: Trigger, table: Table, seat: Seat, placed: Placed, cards: list[Card]) -> None:
    if trigger in placed.used or (trigger.fleeting and placed.stale):
        return
    matches, number = trigger.matches, trigger.number
    heard = cards if matches is None else [c for c in cards if matches(c, seat)]
    times = len(heard) // number
    if trigger.once and times:
        placed.used = (*placed.used, trigger)
        times = 1
    before = table.told
    for time in range(times):
        if placed is not seat.character and placed not in seat.in_play:
            return  # a card that has left play is no longer active
        if table.chained >= MOST_IN_A_CHAIN:
            return
        table.chained += 1
        if table.listener is not None:
            table.tell(Event("triggered", seat.number, [placed.card]))
        verb: Any = trigger.verb
        table.told = (heard[time * number], verb)
        try:
            trigger.resolve(table, seat, placed)
        finally:
            table.told = before


def replaced(table: Table, seat: Seat, verb: Verb, cards: list[Card], source: str) -> list[Card]:
    """Do what is done instead of ``verb`` to each of ``cards``; return those it is still done to.

    They lie already where it puts them (ruling G-instead).
    """
    found = replacing(table, seat, verb)
    if found is None:
        return cards
    trigger, placed = found
    left: list[Card] = []
    # What stays where it was is put back in the order it lay in.
    for card in cards[::-1] if trigger.instead == "other" else cards:
        heard = trigger.matches is None or trigger.matches(card, seat)
        used = trigger in placed.used
        replaced = heard and not used and done_instead(table, seat, found, (card, verb))
        if not replaced or trigger.instead == "place":
            left.append(card)
        elif trigger.instead == "other":
            pile, back = _pile_named(seat, _TO[verb]), _pile_named(seat, source or "draw deck")
            back.append(pile.pop(len(pile) - 1 - pile[::-1].index(card)))
    return left


_TO: dict[str, str] = {"draw": "hand", "discard": "discard stack", "trash": "trash stack"}


def _pile_named(seat: Seat, zone: str) -> list[Card]:
    piles = {
        "hand": seat.hand,
        "draw deck": seat.draw_deck,
        "discard stack": seat.discard_stack,
        "trash stack": seat.trash_stack,
    }
    return piles.get(zone, seat.discard_stack)


def replacing(table: Table, seat: Seat, verb: Deeds) -> tuple[Trigger, Placed] | None:
    """Return the trigger that does something else instead of what a seat would do, if any."""
    for placed in (*seat.in_play, seat.character):
        for trigger in placed.card.triggers:
            stale = trigger.fleeting and placed.stale
            if trigger.instead and trigger.verb == verb and not stale:
                return None if table.replacing is trigger else (trigger, placed)
    return None


def done_instead(
    table: Table, seat: Seat, found: tuple[Trigger, Placed], told: tuple[Card, Verb] | None
) -> bool:
    """Do what is done instead; return whether it was done."""
    trigger, placed = found
    if table.nested >= MOST_NESTED or table.chained >= MOST_IN_A_CHAIN:
        return False
    table.nested += 1
    before = table.told, table.replacing
    table.told, table.replacing = told, trigger
    table.chained += 1
    if table.listener is not None:
        table.tell(Event("triggered", seat.number, [placed.card]))
    try:
        done = trigger.resolve(table, seat, placed) or trigger.instead == "other"
    finally:
        table.told, table.replacing = before
        table.nested -= 1
        if not table.nested:
            table.chained = 0
    if done and trigger.once:
        placed.used = (*placed.used, trigger)
    return done
