"""Printed conditions as statements about counts."""

from __future__ import annotations

from moonflight_solo.check.reachability.count_model import World, parts_of
from moonflight_solo.check.reachability.solver import And, Formula, Or
from moonflight_solo.rules.conditions import as_meant
from moonflight_solo.wording import ast


def condition_bounds(condition: ast.Condition, world: World) -> Formula:
    """Return when a condition holds, exactly; it is a fact where counts do not reach."""
    if isinstance(condition, ast.All):
        return And(tuple(condition_bounds(part, world) for part in condition.parts))
    if isinstance(condition, ast.Either):
        return Or(tuple(condition_bounds(part, world) for part in condition.parts))
    if isinstance(condition, ast.Coins):
        count = _meant(condition.count, world)
        return world.coins(count.least, count.most)
    if isinstance(condition, ast.EmptyStacks):
        return _empty(condition, world)
    if isinstance(condition, ast.Has):
        return _has(condition, world)
    return world.fact(condition)


def _meant(count: ast.Range, world: World) -> ast.Range:
    return as_meant(count, world.scope.rulings.choice("A-exact") == "exactly")


def _empty(condition: ast.EmptyStacks, world: World) -> Formula:
    place, count = condition.stacks, _meant(condition.count, world)
    if place.suit is not None and place.suit.whose == "named":
        return world.empty(world.scope.names.suit(place.suit.name), count.least, count.most)
    own = place.suit == ast.Suit("your") or (place.suit is None and place.owner == "your")
    return world.empty(world.scope.jack if own else place, count.least, count.most)


def _has(has: ast.Has, world: World) -> Formula:
    place = has.cards.place
    assert place is not None
    count = _meant(has.count, world)
    if place.owner == "opponent":
        return _opponent_has(has, place, count, world)
    if place.owner != "your":
        return world.fact(has)
    places: list[str] = []
    for zone in place.zones:
        parts = parts_of(zone, True, place.top)
        if parts is None:
            return _on_top(has, place, count, world)
        places += parts
    if has.total is not None:
        some = world.number(places, world.kinds, count.least, count.most)
        return And((some, world.worth(places, has.total)))
    return world.number(places, world.such(has.cards), count.least, count.most)


def _on_top(has: ast.Has, place: ast.Place, count: ast.Range, world: World) -> Formula:
    """Return how many top cards a face-down pile shows: one, or none if it is empty."""
    parts = parts_of(place.zones[0], True)
    if len(place.zones) > 1 or parts is None or has.total is not None:
        return world.fact((has, count))
    one = world.number(parts, world.kinds, 1)
    none = world.number(parts, world.kinds, 0, 0)
    fits = [n for n in (0, 1) if count.least <= n and (count.most is None or n <= count.most)]
    return Or(tuple(one if n else none for n in fits))


def _opponent_has(has: ast.Has, place: ast.Place, count: ast.Range, world: World) -> Formula:
    """Return whether one opponent alone has that many; here all opponents are counted together."""
    parts = [parts_of(zone, False, place.top) for zone in place.zones]
    if any(part is None for part in parts) or has.total is not None:
        return world.fact((has, count))
    places = [one for part in parts for one in part or ()]
    some = world.number(places, world.such(has.cards), count.least)
    return some if count == ast.Range(1) else world.fact((has, count), needs=some)
