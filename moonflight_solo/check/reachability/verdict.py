"""Which lines of an AI card, and which parts of their conditions, can ever make a difference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.reachability.side import Read, Side, as_it_is
from moonflight_solo.check.reachability.solver import Undecided
from moonflight_solo.check.reachability.witness import follows, witness
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.scenario import Scenario
from moonflight_solo.values import Value
from moonflight_solo.wording import ast


class Reach(Value):
    """Whether a line can be followed.

    "never" is proved for every table that a :class:`~.count_model.CountModel` stands for;
    ``by`` are the lines before it that are followed wherever it could be, none if it could
    be followed nowhere even as the first. "possible" is shown by ``table``, on which the AI card
    itself follows it. "open" is neither.
    """

    line: AILine
    verdict: Literal["never", "possible", "open"]
    by: tuple[AILine, ...] = ()
    table: Scenario | None = None


def side_reach(side: Side) -> list[Reach]:
    """Return of each line of one side whether it can be followed."""
    return [
        _reach(side, line, each, requirement)
        for line in side.lines
        for each, requirement in ((line.line, line.requirement), *side.below(line))
    ]


def _reach(side: Side, main: CompiledLine, line: AILine, requirement: r.Requirement) -> Reach:
    """Return the same of a line or of one that belongs to it."""
    here = r.both(requirement, side.looked_at(main))
    try:
        if side.model(here) is None:
            by = side.shadowing(main, requirement)
            return Reach(line, "never", tuple(each.line for each in by))
    except Undecided:
        return Reach(line, "open")
    table = witness(side, here, lambda scenario: follows(side, line, scenario))
    return Reach(line, "open" if table is None else "possible", table=table)


class Redundant(Value):
    """A part of a line's condition that could as well be left out.

    ``because`` is "always" if it holds on every table, "here" if it holds on every table where
    the line is looked at, "else" if it changes nothing there for another reason. ``leans_on`` are
    the rulings without which that could not be proved.
    """

    part: ast.Condition
    because: Literal["always", "here", "else"]
    leans_on: tuple[str, ...] = ()


def redundant_parts(side: Side, line: CompiledLine) -> Iterator[Redundant]:
    """Yield the parts of the condition of a line that change nothing there.

    Only the largest: what such a part is made of is not looked at. A part that names the
    Stack meant by the act is needed for that (ruling A-same).
    """
    printed, act = line.line.meaning.condition, line.line.meaning.act
    if printed is None:
        return
    condition, looked_at = line.condition, side.looked_at(line)
    if side.never(r.Not(condition)):
        yield Redundant(printed, "always")
        return
    if side.never(looked_at, r.Not(condition)):
        yield Redundant(printed, "here")
        return
    aims = isinstance(act, ast.PlayAct) and act.target is None
    yielded: list[ast.Condition] = []
    for part, rest in _without_parts(printed):
        if any(_within(part, each) for each in yielded):
            continue
        if aims and stack_named(rest) != stack_named(printed):
            continue
        other = r.TRUE if rest is None else side.context.lower.condition(rest)
        differ = r.parted(condition, other)

        def idle(read: Read, differ: r.Requirement = differ) -> bool:
            return side.never(read(looked_at), read(line.possible), read(differ))

        if idle(as_it_is):
            yielded.append(part)
            yield Redundant(part, "else", tuple(side.leaning(idle)))


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
