"""When a line of an AI card is followed, as a statement about counts.

The statement follows what the compiled line does (``ai_cards/lines.py`` and its kin), with every
guard that the words imply: the card in hand, its target there, the money, the first-Shop rule.
Where counts do not reach, it speaks of a fact, of which ``World.known`` holds what it needs and
what is enough for it.
"""

from __future__ import annotations

from moonflight_solo.check.reachability.build_bounds import built
from moonflight_solo.check.reachability.conditions import condition_bounds
from moonflight_solo.check.reachability.count_model import World
from moonflight_solo.check.reachability.play_bounds import chosen, played, targeted
from moonflight_solo.check.reachability.shop_bounds import shopped
from moonflight_solo.check.reachability.solver import TRUE, And, Formula
from moonflight_solo.check.reachability.spend_bounds import spent
from moonflight_solo.wording import ast


def line_bounds(line: ast.Line, world: World) -> Formula:
    """Return when a line is followed if it is looked at."""
    return And((condition_of(line, world), act_bounds(line.act, world)))


def condition_of(line: ast.Line, world: World) -> Formula:
    """Return when the condition of a line holds."""
    return TRUE if line.condition is None else condition_bounds(line.condition, world)


def act_bounds(act: ast.Act, world: World) -> Formula:
    """Return when an act can be done as its line says it."""
    if isinstance(act, ast.PlayAct):
        return played(act, world)
    if isinstance(act, ast.SpendAct):
        return spent(act, world)
    if isinstance(act, ast.ShopAct):
        return shopped(act, world)
    if isinstance(act, ast.BuildAct):
        return built(act, world)
    return TRUE


def sub_line_bounds(line: ast.Line, sub: ast.Line, world: World) -> Formula:
    """Return what a line below ``line`` needs to say what its card is aimed at (ruling A-sub)."""
    assert isinstance(line.act, ast.PlayAct)
    assert isinstance(sub.act, ast.PlayAct)
    assert isinstance(sub.condition, ast.Played)
    card = world.scope.names.card(sub.condition.name, world.scope.turned)
    aimed = targeted(sub.act.cards, card, world)
    return And((line_bounds(line, world), chosen(line.act, card, world), aimed))
