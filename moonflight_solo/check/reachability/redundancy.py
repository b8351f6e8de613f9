"""Conditions that never hold or always do, and parts of them that change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.ai_cards.underspecified.cards import stack_named
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Formula, Not, Or
from moonflight_solo.wording import ast


@dataclass(frozen=True, slots=True)
class Idle:
    """A part of a line's condition that could as well be left out.

    ``because`` is "always" if it holds on every table, "here" if it holds on every table where
    the line is looked at, "else" if it changes nothing there for another reason. ``rest`` is
    what is left of the condition without it, if anything.
    """

    part: ast.Condition
    because: Literal["always", "here", "else"]
    rest: ast.Condition | None


def idle_parts(side: Side, index: int) -> Iterator[Idle]:
    """Yield the parts of the condition of the line at ``index`` that change nothing there.

    Only the largest: what such a part is made of is not looked at. A part that names the
    Stack meant by the act is needed for that (ruling A-same).
    """
    line = side.lines[index].meaning
    if line.condition is None:
        return
    condition = side.conditions[index]
    if side.never(Not(condition)):
        yield Idle(line.condition, "always", None)
        return
    looked_at = side.looked_at(index)
    if side.never(And((looked_at, Not(condition)))):
        yield Idle(line.condition, "here", None)
        return
    act = side.act_of(side.lines[index])
    aims = isinstance(line.act, ast.PlayAct) and line.act.target is None
    yielded: list[ast.Condition] = []
    for part, rest in _without_parts(line.condition):
        if any(_within(part, each) for each in yielded):
            continue
        if aims and stack_named(rest) != stack_named(line.condition):
            continue
        lower = side.world.context.lower
        other = And(()) if rest is None else side.formula(lower.condition(rest))
        if side.never(And((looked_at, act, _differ(condition, other)))):
            yielded.append(part)
            yield Idle(part, "else", rest)


def _differ(one: Formula, other: Formula) -> Formula:
    return Or((And((one, Not(other))), And((Not(one), other))))


def _within(part: ast.Condition, whole: ast.Condition) -> bool:
    if part == whole:
        return True
    return isinstance(whole, ast.All | ast.Either) and any(_within(part, p) for p in whole.parts)


def _without_parts(
    condition: ast.Condition,
) -> Iterator[tuple[ast.Condition, ast.Condition | None]]:
    """Yield each part of a condition, the condition itself first, with what is left without it."""
    yield condition, None
    if not isinstance(condition, ast.All | ast.Either):
        return
    kind = type(condition)
    for index, part in enumerate(condition.parts):
        before, after = condition.parts[:index], condition.parts[index + 1 :]
        for gone, left in _without_parts(part):
            kept = (*before, *((left,) if left is not None else ()), *after)
            yield gone, kept[0] if len(kept) == 1 else kind(kept)
