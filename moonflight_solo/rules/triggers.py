"""What a keyword or an act sets off by a card's "When ...", and what is done instead of one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from moonflight_solo.rules.state import Card, Cause, Event, Heard, Placed, Seat, Table, Trigger
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.wording.ast import Deeds
from moonflight_solo.wording.keywords import KEYWORDS

# Cards that Play one another, or set one another off, without end are cut off (G-endless): no
# deeper in one another, and no more in a chain, which ends where nothing is nested any more.
MOST_NESTED = 50
MOST_IN_A_CHAIN = 1_000


def cut_off(table: Table) -> bool:
    """Return whether cards have set one another off, or Played one another, often enough."""
    return table.nested >= MOST_NESTED or table.chained >= MOST_IN_A_CHAIN


def remember(seat: Seat, verb: Deeds, cards: Sequence[Card]) -> None:
    """Note what a seat has done this round, for cards that ask."""
    seat.did[verb] = (*seat.did.get(verb, ()), *cards)


def fire(table: Table, cause: Cause) -> None:
    """Resolve what is triggered by a keyword's having been done to cards.

    None hears its own Play, nor its own Turn (ruling G-own-play). Every such deed but a Turn is
    also a Move: "While Moves do not count as Purchase, Discard etc. Purchases and Discards etc. do
    count as Moves" (Specific Rules).
    """
    verb = cause.verb
    if verb in table.watched:
        _trigger(table, cause)
    if "move" in table.watched and verb != "move" and verb in MOVES:
        placed = () if verb == "set" else cause.placed
        _trigger(table, Cause(cause.doer, "move", cause.cards, "", cause.whose, placed))


def act_done(table: Table, doer: Seat, what: Deeds) -> None:
    """Resolve what is triggered by an act, or by the Gain of coin tokens, however many."""
    if what in table.watched:
        _trigger(table, Cause(doer, what, [doer.character.card]))


def _trigger(table: Table, cause: Cause) -> None:
    if table.replacing:
        table.late.append(cause)
        return
    if cut_off(table):
        return
    table.nested += 1
    before, looks = (table.spoken, table.moved), len(table.looks)
    table.spoken = cause.doer.number
    told: list[Heard] = []
    try:
        for waiting in _set_off(table, cause):
            told = told or _heard(cause)
            _resolve(table, waiting, list(zip(cause.cards, told, strict=True)))
    finally:
        table.nested -= 1
        if not table.nested:
            table.chained = 0
        table.spoken, table.moved = before
        del table.looks[looks:]


_Waiting = tuple[Trigger, Seat, Placed]
"""A trigger, whose it is, and the card it is printed on."""


def _set_off(table: Table, cause: Cause) -> Iterator[_Waiting]:
    """Yield what waits for such a deed as the table lies by then, clockwise from who did it."""
    verb = cause.verb
    for seat in table.clockwise(cause.doer.number):
        for placed in (*seat.in_play, seat.character):
            if placed in cause.placed and verb != "set":
                continue
            for trigger in placed.card.triggers:
                if trigger.instead or trigger.verb != verb:
                    continue
                if trigger.sources and cause.source not in trigger.sources:
                    continue
                if befalls(trigger.who, seat is cause.doer):
                    yield trigger, seat, placed


def _heard(cause: Cause) -> list[Heard]:
    """Return each of the cards, lying where its keyword has put or left it, as all speak of it."""
    keyword, zone = KEYWORDS.get(cause.verb), None
    if keyword is not None:
        left: Any = cause.source
        zone = left if keyword.stays else keyword.goes_to
    there, whose = zip_longest(cause.cards, cause.placed), cause.whose or cause.doer
    return [Heard(card, whose, zone, None, placed) for card, placed in there]


def befalls(who: str, own: bool) -> bool:
    """Return whether what is said of ``who`` befalls a seat, one's ``own`` or another's."""
    return own if who == "you" else who == "each player" or not own


def _resolve(table: Table, waiting: _Waiting, told: Sequence[tuple[Card, Heard]]) -> None:
    """Follow a trigger as often as cards such as it speaks of are among those ``told`` of.

    Each stands with itself as it was when the keyword was done.
    """
    trigger, seat, placed = waiting
    if trigger in placed.used or (trigger.fleeting and placed.stale):
        return
    matches, number = trigger.matches, trigger.number
    heard = [it for card, it in told if matches is None or matches(card, seat)]
    if trigger.here:
        heard = [it for it in heard if it.placed is placed]
    times = len(heard) // number
    if trigger.once and times:
        placed.used = (*placed.used, trigger)
        times = 1
    before = table.told
    for time in range(times):
        if placed is not seat.character and placed not in seat.in_play:
            return  # a card that has left play is no longer active
        if trigger not in placed.card.triggers:
            return  # nor are words that have been Turned away
        if table.chained >= MOST_IN_A_CHAIN:
            return
        table.chained += 1
        if table.listener is not None:
            table.tell(Event("triggered", seat.number, [placed.card]))
        table.told = heard[time * number]
        try:
            trigger.resolve(table, seat, placed)
        finally:
            table.told = before


def replaced(table: Table, seat: Seat, verb: Deeds, heard: Heard | None = None) -> str:
    """Do what a card says is done instead of ``verb``; return "" if none does (ruling G-instead).

    Else ``Trigger.instead``: where that is "place", ``verb`` is done all the same. The card spoken
    of still lies where it lay. What is done sets nothing off before :func:`hear_late`.
    """
    for placed in (*seat.in_play, seat.character):
        for trigger in placed.card.triggers:
            if not trigger.instead or trigger.verb != verb or trigger in table.replacing:
                continue
            if trigger in placed.used or (trigger.fleeting and placed.stale):
                continue
            if heard is not None:
                if trigger.sources and heard.zone not in trigger.sources:
                    continue
                if trigger.matches is not None and not trigger.matches(heard.card, seat):
                    continue
            if cut_off(table):
                return "other"  # neither the one nor the other happens (ruling G-endless)
            if _done_instead(table, seat, trigger, placed, heard):
                return trigger.instead
    return ""


def _done_instead(
    table: Table, seat: Seat, trigger: Trigger, placed: Placed, heard: Heard | None
) -> bool:
    table.nested += 1
    table.chained += 1
    before = table.told, table.replacing, table.moved
    table.told, table.replacing = heard, (*table.replacing, trigger)
    if table.listener is not None:
        table.tell(Event("triggered", seat.number, [placed.card]))
    try:
        done = trigger.resolve(table, seat, placed) or trigger.instead == "other"
    finally:
        table.told, table.replacing, table.moved = before
        table.nested -= 1
        if not table.nested:
            table.chained = 0
    if done and trigger.once:
        placed.used = (*placed.used, trigger)
    return done


def hear_later(table: Table, doer: Seat, what: Deeds) -> None:
    """Note an act that sets something off once the count is finished in which it is done."""
    table.late.append(Cause(doer, what, [doer.character.card]))


def hear_late(table: Table) -> None:
    """Resolve what was set off meanwhile, now that the count is finished."""
    if table.late and not table.replacing:
        late, table.late = table.late, []
        for cause in late:
            _trigger(table, cause)
