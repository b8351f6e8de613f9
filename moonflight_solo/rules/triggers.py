"""Triggers ("When ...") of keywords and acts, and replacements ("instead")."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    Event,
    Seat,
    SetOff,
    Table,
    Trigger,
    TriggerEvent,
    TriggeringCard,
    WaitingTrigger,
)
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.wording.ast import TriggerKind
from moonflight_solo.wording.keywords import KEYWORDS

# Limits for cards that Play or trigger one another without end (G-endless): on the nesting depth,
# and on the length of a chain, which ends when nothing is nested any more.
MOST_NESTED = 50
MOST_IN_A_CHAIN = 1_000


def cut_off(table: Table) -> bool:
    """Return whether a limit on nested or chained effects has been reached."""
    return table.nested >= MOST_NESTED or table.chained >= MOST_IN_A_CHAIN


def remember(seat: Seat, verb: TriggerKind, cards: Sequence[Card]) -> None:
    """Record what a seat has done this round, for cards that ask."""
    seat.did[verb] = (*seat.did.get(verb, ()), *cards)


def fire(table: Table, cause: TriggerEvent) -> None:
    """Resolve the triggers of a keyword that has been done to cards."""
    follow(table, set_off(table, cause))


def set_off(table: Table, cause: TriggerEvent) -> list[SetOff]:
    """Return what a keyword done to cards sets off, on cards that are up now (G-trigger-order).

    No card hears its own Play or Turn (ruling G-own-play). Every keyword but Turn is also a Move:
    "While Moves do not count as Purchase, Discard etc. Purchases and Discards etc. do count as
    Moves" (Specific Rules).
    """
    verb, events = cause.verb, list[SetOff]()
    if verb in table.watched:
        events.append(_with_triggers(table, cause))
    if "move" in table.watched and verb != "move" and verb in MOVES:
        placed = () if verb == "set" else cause.placed
        move = TriggerEvent(cause.doer, "move", cause.cards, "", cause.whose, placed)
        events.append(_with_triggers(table, move))
    return events


def follow(table: Table, events: Sequence[SetOff]) -> None:
    """Resolve what has been set off."""
    for event in events:
        _trigger(table, event)


def act_done(table: Table, doer: Seat, act: TriggerKind) -> None:
    """Resolve the triggers of an act, or of gaining any number of coin tokens."""
    follow(table, act_begun(table, doer, act))


def act_begun(table: Table, doer: Seat, act: TriggerKind) -> Sequence[SetOff]:
    """Return what an act sets off, to :func:`follow` once it is done."""
    if act not in table.watched:
        return ()
    return [_with_triggers(table, TriggerEvent(doer, act, [doer.character.card]))]


def _trigger(table: Table, event: SetOff) -> None:
    """Resolve the triggers set off; after a replacement if one is being followed."""
    if table.replacing:
        table.late.append(event)
        return
    if cut_off(table):
        return
    cause, pairs = event[0], list[tuple[Card, TriggeringCard]]()
    table.nested += 1
    before, looks = (table.spoken, table.moved), len(table.looks)
    table.spoken = cause.doer.number
    try:
        for waiting in event[1]:
            pairs = pairs or list(zip(cause.cards, _triggering_cards(cause), strict=True))
            _resolve(table, waiting, pairs)
    finally:
        table.nested -= 1
        if not table.nested:
            table.chained = 0
        table.spoken, table.moved = before
        del table.looks[looks:]


def _with_triggers(table: Table, cause: TriggerEvent) -> SetOff:
    """Return a deed with the triggers that it sets off, clockwise from its doer."""
    verb, waiting = cause.verb, list[WaitingTrigger]()
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
                    waiting.append((trigger, seat, placed))
    return cause, waiting


def _triggering_cards(cause: TriggerEvent) -> list[TriggeringCard]:
    """Return each card as triggers refer to it, lying where its keyword put or left it."""
    keyword, zone = KEYWORDS.get(cause.verb), None
    if keyword is not None:
        source: Any = cause.source
        zone = source if keyword.stays else keyword.goes_to
    placed_cards, owner = zip_longest(cause.cards, cause.placed), cause.whose or cause.doer
    return [TriggeringCard(card, owner, zone, None, placed) for card, placed in placed_cards]


def befalls(who: str, own: bool) -> bool:
    """Return whether a change or trigger for ``who`` applies to a seat, your ``own`` or another."""
    return own if who == "you" else who == "each player" or not own


def _resolve(
    table: Table, waiting: WaitingTrigger, pairs: Sequence[tuple[Card, TriggeringCard]]
) -> None:
    """Follow a trigger once for every ``number`` of matching cards in ``pairs``.

    Each card comes with how triggers refer to it, as it was when the keyword was done.
    """
    trigger, seat, placed = waiting
    if trigger in placed.used or (trigger.fleeting and placed.stale):
        return
    matches, number = trigger.matches, trigger.number
    matching = [each for card, each in pairs if matches is None or matches(card, seat)]
    if trigger.here:
        matching = [card for card in matching if card.placed is placed]
    times = len(matching) // number
    if trigger.once and times:
        placed.used = (*placed.used, trigger)
        times = 1
    before = table.triggering
    for time in range(times):
        if placed is not seat.character and placed not in seat.in_play:
            return  # a card that has left play is no longer active
        if trigger not in placed.card.triggers:
            return  # nor is text that has been Turned away
        if table.chained >= MOST_IN_A_CHAIN:
            return
        table.chained += 1
        if table.listener is not None:
            table.tell(Event("triggered", seat.number, [placed.card]))
        table.triggering = matching[time * number]
        try:
            trigger.resolve(table, seat, placed)
        finally:
            table.triggering = before


def do_instead(
    table: Table, seat: Seat, verb: TriggerKind, heard: TriggeringCard | None = None
) -> str:
    """Do what a card says to do instead of ``verb`` (ruling G-instead); return "" if none does.

    Otherwise returns ``Trigger.instead``; for "place", ``verb`` still counts as done. The card in
    question is not yet moved. The replacement's own triggers wait for :func:`flush_triggers`.
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
    table: Table, seat: Seat, trigger: Trigger, placed: CardInPlay, heard: TriggeringCard | None
) -> bool:
    """Follow a replacement of a keyword once; return whether it was done completely."""
    table.nested += 1
    table.chained += 1
    before = table.triggering, table.replacing, table.moved
    table.triggering, table.replacing = heard, (*table.replacing, trigger)
    if table.listener is not None:
        table.tell(Event("triggered", seat.number, [placed.card]))
    try:
        complete = trigger.resolve(table, seat, placed) or trigger.instead == "other"
    finally:
        table.triggering, table.replacing, table.moved = before
        table.nested -= 1
        if not table.nested:
            table.chained = 0
    if complete and trigger.once:
        placed.used = (*placed.used, trigger)
    return complete


def queue_trigger(table: Table, doer: Seat, act: TriggerKind) -> None:
    """Queue an act's triggers until the current count is finished."""
    table.late.append(_with_triggers(table, TriggerEvent(doer, act, [doer.character.card])))


def flush_triggers(table: Table) -> None:
    """Resolve the queued triggers, now that the count is finished."""
    if table.late and not table.replacing:
        late, table.late = table.late, []
        follow(table, late)
