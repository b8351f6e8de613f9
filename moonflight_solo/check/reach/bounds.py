"""When a line of an AI card is followed, as a statement about counts.

The statement follows what the compiled line does (``ai_cards/lines.py`` and its kin), with every
guard that the words imply: the card in hand, its target there, the money, the first-Shop rule.
Where counts do not reach, it speaks of a fact, of which ``World.known`` holds what it needs and
what is enough for it.
"""

from __future__ import annotations

from moonflight_solo.check.reach.build_bounds import built
from moonflight_solo.check.reach.conditions import condition_bounds
from moonflight_solo.check.reach.counting import TRUE, And, Formula
from moonflight_solo.check.reach.play_bounds import chosen, played, targeted
from moonflight_solo.check.reach.shop_bounds import shopped
from moonflight_solo.check.reach.spend_bounds import spent
from moonflight_solo.check.reach.world import World
from moonflight_solo.wording import meaning as m


def line_bounds(line: m.Line, world: World) -> Formula:
    """Return when a line is followed if it is looked at."""
    return And((condition_of(line, world), act_bounds(line.act, world)))


def condition_of(line: m.Line, world: World) -> Formula:
    """Return when the condition of a line holds."""
    return TRUE if line.condition is None else condition_bounds(line.condition, world)


def act_bounds(act: m.Act, world: World) -> Formula:
    """Return when an act can be done as its line says it."""
    if isinstance(act, m.PlayAct):
        return played(act, world)
    if isinstance(act, m.SpendAct):
        return spent(act, world)
    if isinstance(act, m.ShopAct):
        return shopped(act, world)
    if isinstance(act, m.BuildAct):
        return built(act, world)
    return TRUE


def sub_line_bounds(line: m.Line, sub: m.Line, world: World) -> Formula:
    """Return what a line below ``line`` needs to say what its card is aimed at (ruling A-sub)."""
    assert isinstance(line.act, m.PlayAct)
    assert isinstance(sub.act, m.PlayAct)
    assert isinstance(sub.condition, m.Played)
    card = world.scope.names.card(sub.condition.name, world.scope.turned)
    aimed = targeted(sub.act.cards, card, world)
    return And((line_bounds(line, world), chosen(line.act, card, world), aimed))
