"""When a line that Builds can be followed, as a statement about counts."""

from __future__ import annotations

from moonflight_solo.check.reachability.count_model import World
from moonflight_solo.check.reachability.solver import FALSE, And, Count, Formula, Not
from moonflight_solo.wording import ast

BUILT = "built already"


def built(act: ast.BuildAct, world: World) -> Formula:
    """Return when a line can Set at least one card, and as many as it says.

    ``ai_cards/build_line.py``; once in a round only.
    """
    number = act.cards.number
    least = number if isinstance(number, int) else 1
    if least == 0:
        return FALSE
    cards = [card for card in world.meant(act.cards) if "set" not in card.barred]
    return And((Not(world.fact(BUILT)), world.held(cards, least), _places(act, least, world)))


def _places(act: ast.BuildAct, least: int, world: World) -> Formula:
    """Return when the cards Set upon have places for so many."""
    onto = [card for card in world.meant(act.onto) if card.stability]
    some = world.number(("in play",), onto, 1)
    if least == 1:
        return some
    if act.onto.number is None and not act.onto.names:
        # Only the first of them is Set upon.
        large = [card for card in onto if card.stability >= least]
        needs = world.number(("in play",), large, 1)
        if len(large) == len(onto):
            return needs
        return world.fact((act.onto, least, "places"), needs=needs)
    places = ((world.variable("in play", card), card.stability) for card in onto)
    return Count(tuple(places), least)
