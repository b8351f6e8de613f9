"""Join and negate conditions, and turn them into conditions on an opponent."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import IT
from moonflight_solo.wording.builder.merging import expressly_yours
from moonflight_solo.wording.builder.nonsense import Nonsense, only, refuse

_NOTHING = ast.Cards().compared()
UNCLEAR_NOT = "it is unclear what “not” applies to"
OWN_PLACES = "an opponent's card is in that opponent's own places"
_NOT_ALL = {"as many": "fewer", "fewer": "as many"}
_OPPOSITES = {
    "more": "at most as many",
    "fewer": "at least as many",
    "at least as many": "fewer",
    "at most as many": "more",
}


def unite(kind: type[ast.All] | type[ast.Either], parts: Sequence[ast.Condition]) -> ast.Condition:
    """Join the parts by one "and" or "or", flattening nested ones; one part needs no "and"."""
    if kind is ast.All and len(parts) == 1:
        return parts[0]
    flat: list[ast.Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return kind(tuple(flat))


def negate(condition: ast.Condition) -> ast.Condition:
    """Return the condition that holds exactly when ``condition`` does not.

    Raises :class:`Nonsense` if the same words cannot say that: for a number that may be exact or
    not (ruling A-exact), or what one opponent has.
    """
    match condition:
        case ast.All(parts) | ast.Either(parts):
            kind = ast.Either if isinstance(condition, ast.All) else ast.All
            return unite(kind, [negate(part) for part in parts])
        case ast.Status(name, is_so) if name != "nothing else":
            return replace(condition, so=not is_so)
        case ast.Opponents(which="one" | "no"):
            return replace(condition, which="no" if condition.which == "one" else "one")
        case ast.Opponents((single,), "each", False):
            not_other = negate(single)
            each = not_other.parts if isinstance(not_other, ast.Either) else (not_other,)
            return one_of([_some_opponents(part) for part in each])
        case ast.Compared(amount, relation, rival) if relation in _opposites(amount, rival):
            return replace(condition, relation=_opposites(amount, rival)[relation])
        case ast.Has(count=ast.Range(bare=False)):
            return _not_there(condition)
        case ast.Coins() | ast.EmptyStacks() | ast.StacksMatching() | ast.LimitIs():
            if not condition.count.bare:
                return one_of([replace(condition, count=c) for c in _outside(condition.count)])
    count = getattr(condition, "count", ast.Range(0))
    refuse(not count.bare or count.least != count.most, UNCLEAR_NOT)
    number = count.least
    remedy = f'say "exactly {number}" or "{number}+"'
    raise Nonsense(f"it does not say whether exactly {number} or at least {number}: {remedy}")


def _opposites(amount: ast.Amount, rival: ast.Amount) -> dict[str, str]:
    """Return the opposite relations; a part of the cards in a place never exceeds all of them."""
    cards = amount.cards
    return _NOT_ALL if cards and rival.cards == ast.Cards(place=cards.place) else _OPPOSITES


def _not_there(has: ast.Has) -> ast.Condition:
    """Return the condition that the number, or the total, is not there."""
    place = has.cards.place
    refuse(has.such is not None, UNCLEAR_NOT)
    if place == IT:
        opposites = otherwise(replace(has.cards, place=None))
        return one_of([replace(has, cards=replace(phrase, place=place)) for phrase in opposites])
    refuse(place is not None and (place.one or place.owner == "some"), UNCLEAR_NOT)
    refuse(has.total is not None and has.count != ast.Range(0), UNCLEAR_NOT)
    if place is not None and place.owner == "opponent":
        return ast.Opponents((of_one(has),), "no")
    if has.total is not None:
        return one_of([replace(has, total=total) for total in _outside(has.total)])
    return one_of([replace(has, count=count) for count in _outside(has.count)])


def _outside(range_: ast.Range) -> list[ast.Range]:
    """Return the ranges of all numbers outside a range."""
    below = [ast.Range(0, range_.least - 1)] if range_.least else []
    return below if range_.most is None else [*below, ast.Range(range_.most + 1)]


def are_apart(first: ast.Range, second: ast.Range) -> bool:
    """Return whether two ranges do not overlap."""
    is_below = first.most is not None and first.most < second.least
    return is_below or (second.most is not None and second.most < first.least)


def one_of(parts: Sequence[ast.Condition]) -> ast.Condition:
    """Return the condition that one of the parts holds."""
    refuse(not parts, "this is always true, so it cannot be false")
    return parts[0] if len(parts) == 1 else ast.Either(tuple(parts))


def otherwise(cards: ast.Cards) -> list[ast.Cards]:
    """Return the alternatives for a card that does not match ``cards``.

    Raises :class:`Nonsense` if the same words cannot say that.
    """
    described = replace(cards, mark=None).compared()
    slots = [(slot, value) for slot, value in described.items() if value != _NOTHING[slot]]
    refuse(len(slots) != 1, UNCLEAR_NOT)
    ((slot, value),) = slots
    opposite = {"names": "but_not", "but_not": "names"}
    if slot in ("score", "cost", "stability", "settled"):
        return [replace(cards, **{slot: each}) for each in _outside(value)]
    if slot in opposite:
        return [replace(cards, **{slot: (), opposite[slot]: value})]
    if slot == "starter":
        return [replace(cards, starter=not value)]
    if slot == "suit":
        return [replace(cards, suit=replace(value, other=not value.other))]
    raise Nonsense(UNCLEAR_NOT)


def of_one(part: ast.Condition) -> ast.Has | ast.Coins | ast.Compared | ast.Status:
    """Return a condition as a part of ``Opponents``: "your" means the opponent's."""
    if isinstance(part, ast.Coins | ast.Status):
        return part
    if isinstance(part, ast.Compared):
        return _their_comparison(part)
    has = only(ast.Has, part, "this is not something that one opponent can have")
    return replace(has, cards=of_opponent(has.cards, "your"))


def _some_opponents(part: ast.Condition) -> ast.Condition:
    """Return a fact about one opponent: a count of cards in a place as one of theirs."""
    place = part.cards.place if isinstance(part, ast.Has) else None
    if place is not None and not place.did:
        return of_an_opponent(part)
    return ast.Opponents((of_one(part),))


def of_an_opponent(fact: ast.Condition) -> ast.Condition:
    """Return a fact, or alternatives, about some opponent's places."""
    has = only(ast.Has, fact, "no opponent has that")
    return replace(has, cards=of_opponent(has.cards, "opponent"))


def of_opponent(cards: ast.Cards, owner: ast.Owner) -> ast.Cards:
    """Return cards in an opponent's place, unless it is said to be someone else's."""
    place = cards.place
    assert place is not None
    is_known = place.owner in ("its", "their", "your", "opponent") and not expressly_yours(place)
    refuse(not is_known, OWN_PLACES)
    return replace(cards, place=replace(place, owner=owner))


def held_by(cards: ast.Cards | None, owner: ast.Owner) -> ast.Cards | None:
    """Return cards in the same place of ``owner``; ``None`` (coin tokens) stays ``None``."""
    return cards and replace(cards, place=cards.place and replace(cards.place, owner=owner))


def _their_comparison(part: ast.Compared) -> ast.Compared:
    """Return a comparison from the opponent's view: an express "your" becomes "holder"."""

    def theirs(amount: ast.Amount) -> ast.Amount:
        if amount.cards is None or (place := amount.cards.place) is None:
            return amount
        refuse(place.owner not in ("your", "its", "their", "holder"), OWN_PLACES)
        is_held = place.owner == "holder" or expressly_yours(place)
        return replace(amount, cards=held_by(amount.cards, "holder" if is_held else "your"))

    this, than = theirs(part.this), theirs(part.than)
    refuse(this == than, "nothing is compared with itself")
    return replace(part, this=this, than=than)
