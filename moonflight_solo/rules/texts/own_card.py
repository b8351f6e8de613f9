"""What becomes of the one card spoken of: the card that says it, or the one that set it off."""

from __future__ import annotations

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import PILES, pile_of
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Placed, Resolve, Seat, Table
from moonflight_solo.rules.texts.candidates import put_on
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

NOT_OF_ONE: frozenset[ast.Zone] = frozenset({"in play", "market stack", "supply stack"})
"""No hand, Deck or Stack of a player's own."""


def this_card(effect: ast.ThisCard) -> Resolve:
    """Return what becomes of the very card that says it; refuses where it cannot go."""
    verb = effect.verb
    if effect.who != "you":
        raise CannotDo(f'"{say(effect)}": this card is moved by the one who has it in play.')
    to = effect.destination
    if (to is None) == (verb == "move") or (to is not None and to.zones[0] in NOT_OF_ONE):
        raise CannotDo(f'"{say(effect)}": there is no such place for this card.')
    keyword = KEYWORDS[verb]
    if to is None and (keyword.only_from or keyword.goes_to not in PILES):
        raise CannotDo(f'"{say(effect)}": this card is Drawn, Discarded, Trashed or Moved.')
    if to is not None and to.owner not in ("your", "its"):
        raise CannotDo(f'"{say(effect)}": the card would change its owner.')
    zone = to.zones[0] if to is not None else keyword.goes_to
    assert zone is not None
    told, bottom = "" if to is None else zone, to is not None and to.bottom

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if placed not in seat.in_play:
            return False
        seat.in_play.remove(placed)
        if zone == "draw deck":
            moves.target_deck(table, seat)
        put_on(pile_of(seat, zone), placed.card, bottom)
        dropped = moves.drop_settled(table, seat, placed)
        moves.done(table, seat, verb, [placed.card], "in play", told)
        moves.hear_dropped(table, dropped)
        return True

    return resolve


def to_heard(effect: ast.Instruct, *, quietly: bool = False) -> Resolve:
    """Return what becomes of the card that has set a trigger off, if it still lies there.

    It is looked for where its keyword has put it, from the top (ruling G-trigger-it). ``quietly``:
    its keyword puts it there instead, which is no deed of its own (ruling G-instead).
    """
    verb, to = effect.verb, effect.destination
    zone = to.zones[0] if to else KEYWORDS[verb].goes_to
    owned = to is None or to.owner in ("your", "its")
    if zone not in PILES or effect.onto is not None or not owned:
        raise CannotDo(f'"{say(effect)}": there is no such place for this card.')
    told, bottom = zone if to else "", to is not None and to.bottom

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if table.told is None:
            return False
        card, by = table.told
        source = KEYWORDS[by].goes_to
        taken = source and verb not in card.barred and _take(seat, source, card)
        if not source or not taken:
            return False
        if zone == "draw deck":
            moves.target_deck(table, seat)
        put_on(pile_of(seat, zone), card, bottom)
        if quietly:
            moves.tell_moved(table, seat, card, source, told)
        else:
            moves.done(table, seat, verb, [card], source, told)
        return True

    return resolve


def _take(seat: Seat, zone: ast.Zone, card: Card) -> bool:
    """Take the topmost copy of ``card`` from a zone of ``seat``; return whether there was one."""
    if zone == "in play":
        found = next((p for p in seat.in_play[::-1] if p.card is card and not p.settled), None)
        if found is not None:
            seat.in_play.remove(found)
        return found is not None
    pile = pile_of(seat, zone)
    for at in range(len(pile) - 1, -1, -1):
        if pile[at] is card:
            del pile[at]
            return True
    return False
