"""When a line that uses a Spend ability can be followed, as a statement about counts."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.ai_cards.spend_line import Payment, ability_test
from moonflight_solo.check.reachability.count_model import World, parts_of
from moonflight_solo.check.reachability.solver import FALSE, TRUE, And, Formula, Or
from moonflight_solo.rules.state import Ability, Card
from moonflight_solo.wording import ast


def spent(act: ast.SpendAct, world: World) -> Formula:
    """Return when a line can use some ability: in play, paid for, and to some effect.

    ``ai_cards/spend_line.py``.
    """
    scope = world.scope
    user = scope.names.card(act.user, scope.turned) if act.user else None
    fits = ability_test(act, Payment(act, scope), scope.character() if act.of_character else user)
    ways = [
        And((there, _paid(act, ability, world), _happens(act, ability, world)))
        for card, there in _users(act, user, world)
        for ability in card.abilities
        if fits(ability)
    ]
    return Or(tuple(ways))


def _users(act: ast.SpendAct, user: Card | None, world: World) -> Iterator[tuple[Card, Formula]]:
    """Yield each card whose ability may be used, and when it is there."""
    if not act.of_character:
        for card in world.kinds:
            if card.abilities and user in (None, card):
                yield card, world.number(("in play",), (card,), 1)
    if user is None:
        yield world.scope.character(), TRUE


def _paid(act: ast.SpendAct, ability: Ability, world: World) -> Formula:
    coins = world.coins(ability.coins) if ability.coins else TRUE
    if not ability.cards:
        return coins
    paying = world.meant(act.cards or ast.Cards())
    return And((coins, world.held(paying, ability.cards)))


def _happens(act: ast.SpendAct, ability: Ability, world: World) -> Formula:
    """Return when what the line Spends for can happen once it is paid (ruling A-follow)."""
    purpose = act.purpose
    if not isinstance(purpose, ast.Instruct) or purpose.cards.place is None:
        return TRUE
    place = purpose.cards.place
    if place.owner != "your" or not {"market stack", "supply stack"}.isdisjoint(place.zones):
        return _is_there(purpose, place, world)
    if "draw deck" in place.zones:
        piles = ("draw deck", "discard top", "discard below")
        return TRUE if ability.cards else world.number(piles, world.kinds, 1)
    return _left(act, purpose, place, ability, world)


def _is_there(purpose: ast.Instruct, place: ast.Place, world: World) -> Formula:
    if place.zones == ("supply stack",):
        return world.number(("supply",), world.kinds, 1)
    if not {"hand", "draw deck"}.isdisjoint(place.zones):
        return TRUE
    return world.fact((purpose, "is there"))


def _left(
    act: ast.SpendAct, purpose: ast.Instruct, place: ast.Place, ability: Ability, world: World
) -> Formula:
    """Return when a card for the purpose is left in hand, in play or in a Stack once it is paid."""
    wanted = world.kinds if place.top else world.meant(purpose.cards)
    wanted = tuple(card for card in wanted if purpose.verb not in card.barred)
    paying = world.meant(act.cards or ast.Cards())
    hand, spent = ("hand",), ability.cards
    sure: list[Formula] = []
    perhaps: list[Formula] = []
    for zone in place.zones:
        if zone == "hand":
            safe = [card for card in wanted if card not in paying]
            sure += [world.held(wanted, spent + 1), world.held(safe)]
            perhaps.append(And((world.held(wanted), world.number(hand, world.kinds, spent + 1))))
            continue
        parts = parts_of(zone, True)
        if parts is None:
            return world.fact((act, ability.words, "left"))
        sure.append(world.number(parts, wanted, 1))
        if zone == "discard stack" and spent:
            every = set(paying) <= set(wanted)
            sure.append(TRUE if every else FALSE)
            perhaps.append(world.held([card for card in wanted if card in paying]))
    if not perhaps:
        return Or(tuple(sure))
    return world.fact(
        (act.cards, purpose, ability.words, "left"),
        needs=Or((*sure, *perhaps)),
        enough=Or(tuple(sure)),
    )
