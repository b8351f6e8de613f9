"""Requirements as statements about counts, to be solved.

Where counts do not reach, a statement speaks of a fact, of which the model knows what it needs
and what is enough for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.check.reachability.count_model import World, parts_of
from moonflight_solo.check.reachability.solver import FALSE, And, Formula, Not, Or
from moonflight_solo.rules import requirement as r
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.wording import ast


def formula(requirement: r.Requirement, world: World) -> Formula:
    """Return when ``requirement`` holds, as a statement about the counts of ``world``."""
    match requirement:
        case r.All(parts):
            return And(tuple(formula(part, world) for part in parts))
        case r.Any(parts):
            return Or(tuple(formula(part, world) for part in parts))
        case r.Not(part):
            return Not(formula(part, world))
        case r.SomeOpponent(part):
            return _theirs(requirement, part, world)
        case r.Coins():
            return world.coins(requirement.range.least, requirement.range.most)
        case r.EmptyStacks():
            return _empty(requirement, world)
        case r.ForSale():
            return _for_sale(requirement, world)
        case r.Opaque():
            return _opaque(requirement, world)
        case r.Count() | r.Total():
            return _counted(requirement, world)


def _opaque(opaque: r.Opaque, world: World) -> Formula:
    needs = formula(opaque.needs, world)
    if opaque.needs == opaque.enough:
        return needs
    return world.fact(opaque.name, needs=needs, enough=formula(opaque.enough, world))


def _counted(leaf: r.Count | r.Total, world: World) -> Formula:
    if leaf.place.one:
        return world.fact(leaf)
    places: list[str] = []
    for zone in leaf.place.zones:
        parts = parts_of(zone, True, leaf.place.top)
        if parts is None:
            return _face_down(leaf, world)
        places += parts
    count, kinds = leaf.range, world.among(leaf.kinds)
    number = world.number(places, kinds, count.least, count.most)
    if isinstance(leaf, r.Total):
        return And((number, world.worth(places, kinds, leaf.of, leaf.total)))
    return number


def _face_down(leaf: r.Count | r.Total, world: World) -> Formula:
    """Return how many top cards a face-down pile shows: one, or none if it is empty."""
    parts = parts_of(leaf.place.zones[0], True)
    if len(leaf.place.zones) > 1 or parts is None or isinstance(leaf, r.Total):
        return world.fact(leaf)
    one = world.number(parts, world.kinds, 1)
    none = world.number(parts, world.kinds, 0, 0)
    least, most = leaf.range.least, leaf.range.most
    fits = [n for n in (0, 1) if least <= n and (most is None or n <= most)]
    return Or(tuple(one if n else none for n in fits))


def _theirs(some: r.SomeOpponent, part: r.Requirement, world: World) -> Formula:
    """Return whether one opponent alone has that; here all opponents are counted together."""
    if not isinstance(part, r.Count):
        return world.fact(some)
    parts = [parts_of(zone, False, part.place.top) for zone in part.place.zones]
    if any(each is None for each in parts):
        return world.fact(some)
    places = [one for each in parts for one in each or ()]
    needs = world.number(places, world.among(part.kinds), part.range.least)
    return needs if part.range == ast.Range(1) else world.fact(some, needs=needs)


def _empty(empty: r.EmptyStacks, world: World) -> Formula:
    place, count = empty.place, empty.range
    jack = jack_of(place, world)
    suit = place if jack is None else jack
    return world.empty(suit, count.least, count.most)


def _for_sale(sale: r.ForSale, world: World) -> Formula:
    """Return when a top card is for sale.

    Of stacks with the fewest cards, none can be bought from if one of them all is empty.
    """
    place = sale.place
    cards = [card for card in on_top(place, world) if sale.kinds is None or card in sale.kinds]
    if sale.terms == "shown":
        return world.for_sale(cards)
    some = world.buyable(cards)
    if place == ast.Place(("market stack",), "target"):
        return some
    jack = jack_of(place, world)
    if jack is None or world.strays:
        return world.fact(sale, needs=some)
    if not place.fewest:
        return some
    none_empty = world.empty(jack, 0, 0)
    own = jack == world.context.jack
    every = world.buyable(cards, MARKET_STACKS) if own else FALSE
    return world.fact(sale, needs=And((none_empty, some)), enough=And((none_empty, every)))


def jack_of(place: ast.Place, world: World) -> str | None:
    """Return the Jack whose Market Stacks are meant, if they are one Jack's."""
    suit = place.suit
    if suit is None:
        return world.context.jack if place.owner == "your" else None
    if suit.whose == "named":
        return suit.name
    return world.context.jack if suit.whose == "your" else None


def on_top(place: ast.Place, world: World) -> Sequence[Card]:
    """Return the cards that may lie on top of the stacks meant."""
    if world.strays:
        return world.sold
    jack = jack_of(place, world)
    if jack is not None:
        return [card for card in world.sold if card.suit == jack]
    if place.suit is not None:
        return [card for card in world.sold if card.suit not in (None, world.context.jack)]
    return world.sold
