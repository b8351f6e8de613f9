"""Why nothing came of a card's words, as far as everyone at the table can see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from moonflight_solo.rules.acts import Play, Spend
from moonflight_solo.rules.state import Act, Card, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import NOUNS, say

_COUNTED: Final = NOUNS.keys() - {"in play", "market stack"}


def nothing_of(act: Act | None, table: Table, seat: Seat) -> str:
    """Return what to say of an act of which nothing came, "" if its words say nothing anyway.

    The table has to be as the act has left it.
    """
    effects: Sequence[ast.Effect] = ()
    if isinstance(act, Play) and act.card.resolve is not None:
        passive = (ast.Spend, ast.When, ast.Limit, ast.Cannot)
        effects = [each for each in act.card.meaning.effects if not isinstance(each, passive)]
    elif isinstance(act, Spend):
        effects = act.ability.effects
    if not effects:
        return ""
    reason = _why(effects, table, seat)
    return f": nothing, {reason}" if reason else ": nothing"


def _why(effects: Sequence[ast.Effect], table: Table, seat: Seat) -> str:
    """Return why nothing came of effects that ``seat`` has carried out, "" if that is open."""
    for effect in effects:
        if isinstance(effect, ast.If):
            inner = _why(effect.effects, table, seat)
            if not inner and not effect.otherwise and all(map(_certain, effect.effects)):
                inner = f'not "{say(effect.condition).replace("your ", "")}"'
            reason = inner
        elif isinstance(effect, ast.Gain):
            reason = _too_few(effect.amount, table, seat)
        elif isinstance(effect, ast.Instruct):
            reason = _too_few(effect.cards.number, table, seat) or _nowhere(effect, table, seat)
        else:
            reason = ""
        if reason:
            return reason
    return ""


def _certain(effect: ast.Effect) -> bool:
    """Return whether something always comes of an effect if its cards are where it says."""
    if isinstance(effect, ast.Instruct):
        place = effect.cards.place
        plain = ast.Cards(effect.cards.number, place=place)
        return effect.cards == plain and place is not None and set(place.zones) <= _COUNTED
    return isinstance(effect, ast.Gain) and effect.verb == "gain"


def _too_few(number: object, table: Table, seat: Seat) -> str:
    """Return how many cards there are where each so many would have counted."""
    if not isinstance(number, ast.Per):
        return ""
    there = _number(number.place, table, seat)
    if there is None or there // number.each:
        return ""
    return f"{_cards(there)} in {_named(number.place)}"


def _nowhere(effect: ast.Instruct, table: Table, seat: Seat) -> str:
    place = effect.cards.place
    if place is None or effect.who != "you":
        return ""
    return f"no card in {_named(place)}" if _number(place, table, seat) == 0 else ""


def _cards(number: int) -> str:
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


def _named(place: ast.Place) -> str:
    whose = "any " if place.owner == "target" else ""
    return whose + " or ".join(NOUNS[zone] for zone in place.zones)


def _number(place: ast.Place, table: Table, seat: Seat) -> int | None:
    """Return how many cards lie in a place, ``None`` for one that is not counted here."""
    if place.owner not in ("your", "target") or not set(place.zones) <= _COUNTED:
        return None
    seats = [seat] if place.owner == "your" else table.seats
    return sum(_count(each, zone) for each in seats for zone in place.zones)


def _count(seat: Seat, zone: ast.Zone) -> int:
    piles: dict[ast.Zone, Sequence[Card]] = {
        "hand": seat.hand,
        # What is drawn when the Draw Deck is empty is shuffled from the Discard Stack.
        "draw deck": [*seat.draw_deck, *seat.discard_stack],
        "discard stack": seat.discard_stack,
        "trash stack": seat.trash_stack,
        "supply stack": seat.supply,
    }
    return len(piles[zone])
