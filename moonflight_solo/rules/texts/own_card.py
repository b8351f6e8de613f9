"""Compile instructions about the card with the text, or the one that set off a trigger."""

from __future__ import annotations

from collections.abc import Sequence
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
from moonflight_solo.rules.texts.found import CardLocation
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

NOT_OF_ONE: frozenset[ast.Zone] = frozenset({"in play", "market stack", "supply stack"})
"""Zones that are not a hand, Deck or Stack of a player's own."""


def this_card(effect: ast.ThisCard, own: Card) -> Resolve:
    """Compile an instruction about the card itself; raise :class:`CannotDo` if impossible."""
    verb = effect.verb
    if effect.who != "you":
        raise CannotDo(f'"{say(effect)}": this card is moved by the one who has it in play.')
    if KEYWORDS[verb].stays:
        if own.is_character:
            raise CannotDo(f'"{say(effect)}": only the Turn itself Turns a character.')
        return _turned
    to = effect.destination
    if (to is None) == (verb == "move") or (to is not None and to.zones[0] in NOT_OF_ONE):
        raise CannotDo(f'"{say(effect)}": this card cannot go to that place.')
    keyword = KEYWORDS[verb]
    if to is None and (keyword.only_from or keyword.goes_to not in PILES):
        raise CannotDo(f'"{say(effect)}": this card is Drawn, Discarded, Trashed or Moved.')
    if to is not None and to.owner not in ("your", "its"):
        raise CannotDo(f'"{say(effect)}": the card would change its owner.')
    zone = to.zones[0] if to is not None else keyword.goes_to
    assert zone is not None
    told, bottom = "" if to is None else zone, to is not None and to.bottom

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        if placed not in seat.in_play:
            return False
        found = CardLocation(placed.card, "in play", seat, placed)
        instead = found.instead(table, seat, verb)
        dropped: Dropped = {}
        if not instead:
            dropped = found.put(table, pile_of(seat, zone), bottom)
        gone = [placed.card] if instead in ("", "place") else []
        moves.finish_keyword(table, TriggerEvent(seat, verb, gone, "in play"), told)
        moves.hear_dropped(table, dropped)
        return bool(gone)

    return resolve


def _turned(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    if placed not in seat.in_play:
        return False
    return _turn(table, seat, CardLocation(placed.card, "in play", seat, placed), [placed])


def _turn(table: Table, seat: Seat, found: CardLocation, lying: Sequence[CardInPlay]) -> bool:
    dropped = found.turn(table)
    done = TriggerEvent(seat, "turn", [found.card], found.zone, found.owner, lying)
    moves.turned(table, done, [dropped])
    moves.hear_dropped(table, dropped)
    return True


def _turn_heard(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    """Turn the card that set off a trigger, if it still lies there."""
    heard = table.triggering
    found = _lying(heard) if heard and "turn" not in heard.card.barred else None
    if heard is None or found is None:
        return False
    heard.card = found.card.other_end
    return _turn(table, seat, found, [heard.placed] if heard.placed else [])


def to_heard(effect: ast.Instruct, *, quietly: bool = False) -> Resolve:
    """Compile an instruction about the card that set off a trigger, if it still lies there.

    It is looked for where its keyword has put it, from the top (ruling G-trigger-it). ``quietly``:
    the keyword puts it there instead, which is not a deed of its own (ruling G-instead).
    """
    verb, to = effect.verb, effect.destination
    zone = to.zones[0] if to else KEYWORDS[verb].goes_to
    owned = to is None or to.owner in ("your", "its")
    if KEYWORDS[verb].stays:
        return _turn_heard
    if zone not in PILES or effect.onto is not None or not owned:
        raise CannotDo(f'"{say(effect)}": this card cannot go to that place.')
    told, bottom = zone if to else "", to is not None and to.bottom
    return _ToHeard(verb, zone, told, bottom, quietly).resolve


class _ToHeard(IdentityValue):
    """An instruction that puts the card that set off a trigger into a ``zone``.

    ``told`` is where the printed words say it goes, "" if they do not.
    """

    verb: ast.Verb
    zone: ast.Zone
    told: str
    bottom: bool
    quietly: bool

    def resolve(self, table: Table, seat: Seat, placed: CardInPlay) -> bool:
        """Carry it out, if the card still lies where it was put."""
        heard = table.triggering
        if heard is None or self.verb in heard.card.barred:
            return False
        if self.zone == "hand" and heard.owner is not seat:
            return False  # the card would change its owner
        found = None if heard.put else _lying(heard)
        put = partial(found.put, table) if found else heard.put
        if put is None:
            return False
        heard.card = found.card if found else heard.card
        if self.verb in table.replaced:
            again = TriggeringCard(heard.card, heard.owner, heard.zone, put)
            if triggers.replaced(table, seat, self.verb, again):
                return True
        if self.zone == "draw deck" and heard.put is not None:
            moves.target_deck(table, heard.owner)
        dropped = put(pile_of(heard.owner, self.zone), self.bottom)
        heard.gone = True
        self._tell(table, seat, heard)
        moves.hear_dropped(table, dropped)
        return True

    def _tell(self, table: Table, seat: Seat, heard: TriggeringCard) -> None:
        source = heard.zone or ""
        if self.quietly:
            table.tell(Event("move", heard.owner.number, [heard.card], 0, source, self.told))
        else:
            cause = TriggerEvent(seat, self.verb, [heard.card], source, heard.owner)
            moves.finish_keyword(table, cause, self.told)


def _lying(heard: TriggeringCard) -> CardLocation | None:
    """Return the card referred to, or the topmost copy where its keyword has put it."""
    owner, card, zone, placed = heard.owner, heard.card, heard.zone, heard.placed
    if heard.gone:
        return None
    if placed is not None:
        return (
            CardLocation(placed.card, "in play", owner, placed) if placed in owner.in_play else None
        )
    if zone in PILES:
        pile = pile_of(owner, zone)
        for at in range(len(pile) - 1, -1, -1):
            if pile[at] is card:
                return CardLocation(card, zone, owner, at)
    return None
