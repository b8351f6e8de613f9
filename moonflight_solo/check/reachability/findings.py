"""Findings on lines of an AI card that can never be followed, and on idle conditions and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.finding import Finding, finding
from moonflight_solo.check.games import unseen_lines
from moonflight_solo.check.reachability.side import (
    Read,
    SideProver,
    as_it_is,
    explain_at,
    follows,
    none_of,
    witness,
)
from moonflight_solo.check.report import GAMES
from moonflight_solo.check.small_tables.outcomes import alone
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.scenario import Scenario
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import every_node, nodes_of


class Reach(Value):
    """Whether a line can be followed.

    "never" is proved for every table that a :class:`~.count_model.CountModel` represents; ``by``
    are the earlier lines that are followed wherever it could be, empty if it could not be followed
    even as the first. "possible" is shown by ``table``, on which the AI card itself follows it.
    "open" is neither.
    """

    line: AILine
    verdict: Literal["never", "possible", "open"]
    by: tuple[AILine, ...] = ()
    table: Scenario | None = None


def side_reach(side: SideProver) -> list[Reach]:
    """Return for each line of one side whether it can be followed."""
    return [
        _reach(side, line, each, requirement)
        for line in side.lines
        for each, requirement in ((line.line, line.requirement), *side.below(line))
    ]


def _reach(side: SideProver, main: CompiledLine, line: AILine, requirement: r.Requirement) -> Reach:
    """Return whether a main line or one of its sublines can be followed."""
    here = r.both(requirement, side.looked_at(main))
    table = witness(side, here, lambda explanation, _: follows(explanation, line))
    if table is not None:
        return Reach(line, "possible", table=table)
    if not side.never(here):
        return Reach(line, "open")
    return Reach(line, "never", tuple(each.line for each in side.shadowing(main, requirement)))


PROVED = "proved"


def reach_findings(sides: Sequence[SideProver], *, games: int = GAMES) -> list[Finding]:
    """Return the findings on unreachable lines, idle conditions, gaps and cards hardly held.

    ``sides`` are both sides of an AI card. What can neither be proved nor shown on a table is
    looked for in ``games`` games.
    """
    card = sides[0].card
    findings: list[Finding] = []
    unproved: list[AILine] = []
    tables: dict[AILine, Scenario] = {}
    for side in sides:
        reached = side_reach(side)
        never = [reach for reach in reached if reach.verdict == "never"]
        findings += [_never(each, side) for each in never]
        for compiled in side.lines:
            if all(each.line is not compiled.line for each in never):
                findings += _redundant(side, compiled)
        findings += _uncaught(side)
        unproved += [each.line for each in reached if each.verdict != "never"]
        unproved += card.reset_lines(side.context.turned)
        tables |= {each.line: each.table for each in reached if each.table is not None}
    if games:
        for line in unseen_lines(card, unproved, sides[0].basis, games):
            findings.append(_unseen(line, games, tables.get(line)))
    findings += _hardly_held(card, sides[0].basis.names)
    return findings


def _finding(code: str, line: AILine, because: str, remedy: str = "", **more: Any) -> Finding:
    return finding(code, line.printed, because, remedy, **{"certainty": PROVED, **more})


def _condition_span(line: AILine) -> Span | None:
    """Return the span of a line's condition, with its "If"."""
    condition = line.meaning.condition
    if condition is None or condition.span is None:
        return None
    return (line.meaning.span or (0, 0))[0], condition.span[1]


# --------------------------------------------------------------------- lines never followed


def _never(reached: Reach, side: SideProver) -> Finding:
    printed = reached.line
    line = side.of.get(printed)
    if not reached.by:
        if line is not None and side.never(line.condition):
            condition = printed.meaning.condition
            assert condition is not None
            because = f'there is no position in which "{say(condition)}" holds'
            return _finding("never-true", printed, because, span=_condition_span(printed))
        because = f"it can never be followed, wherever it stands on the card: {_why(printed, side)}"
        return _finding("shadowed-line", printed, because, "remove it")
    *numbers, last = [each.number for each in reached.by]
    if not numbers:
        because = f"line {last} is always followed first"
    else:
        listed = f"{', '.join(numbers)} and {last}"
        because = f"wherever it could be followed, one of the lines {listed} before it is"
    remedy, table = f"put it before line {reached.by[0].number}, or remove it", None
    if line is not None:
        # Moved up, it may stop one of those lines from being followed.
        if any(side.never(side.of[by].requirement, r.Not(line.requirement)) for by in reached.by):
            remedy = "remove it"
        table = _shade(reached, line, side)
    return _finding("shadowed-line", printed, because, remedy, table=table)


def _shade(reached: Reach, line: CompiledLine, side: SideProver) -> Scenario | None:
    """Return a table on which a shadowed line would be followed if it stood alone."""
    single = alone(side.card, reached.line)

    def shows(explanation: Explanation, scenario: Scenario) -> bool:
        if not any(follows(explanation, earlier) for earlier in reached.by):
            return False
        by_itself = explain_at(side, scenario, single)
        return by_itself is not None and by_itself.line == line.number

    return witness(side, line.requirement, shows)


def _why(line: AILine, side: SideProver) -> str:
    """Explain why a line can never be followed."""
    act = line.meaning.act
    if line.printed.parent:
        return "the line above never plays that card at a target like that"
    if line.meaning.condition is not None and not side.never(side.of[line].possible):
        return "its act is impossible under its condition"
    if isinstance(act, ast.PlayAct) and act.target is not None:
        return "its target is never where its card reaches"
    return _NEVER.get(type(act), "its words contradict one another")


_NEVER: dict[type[ast.AnyAct], str] = {
    ast.ShopAct: "a card like that is never on top of a Market Stack",
    ast.PlayAct: "there is never a card like that to play",
    ast.SpendAct: "no card that can be there has an ability with that effect",
    ast.BuildAct: "there are never that many of these cards, or places for them",
}


def _unseen(line: AILine, games: int, table: Scenario | None) -> Finding:
    played = "1 game" if games == 1 else f"{games} games"
    because, certainty = f"it was not followed once in {played}", f"not seen in {played}"
    if table is not None:
        because += ", though there are positions in which it would be"
    return _finding("never-seen", line, because, certainty=certainty, table=table)


# --------------------------------------------------------------- conditions that change nothing


def _redundant(side: SideProver, line: CompiledLine) -> Iterator[Finding]:
    """Yield a warning for each part of a line's condition that has no effect.

    Only for the largest such parts. A part that names the Stack meant by the act is needed for that
    (ruling A-same).
    """
    printed, act = line.line.meaning.condition, line.line.meaning.act
    if printed is None:
        return
    condition, looked_at, whole = line.condition, side.looked_at(line), _condition_span(line.line)
    always = side.never(r.Not(condition))
    if always or side.never(looked_at, r.Not(condition)):
        because = f'"{say(printed)}" holds in every position'
        if not always:
            where = "whenever this line is read"
            because = f'{where}, "{say(printed)}" holds, because of the lines before it'
        yield _finding("always-true", line.line, because, "leave it out", span=whole)
        return
    aims = isinstance(act, ast.PlayAct) and act.target is None
    yielded: list[ast.Condition] = []
    for part, rest in without_parts(printed):
        if any(part in every_node(each) for each in yielded):
            continue
        if aims and stack_named(rest) != stack_named(printed):
            continue
        other = r.TRUE if rest is None else side.context.lower.condition(rest)
        differ = r.exactly_one(condition, other)

        def idle(read: Read, differ: r.Requirement = differ) -> bool:
            return side.never(read(looked_at), read(line.possible), read(differ))

        if idle(as_it_is):
            yielded.append(part)
            because = f'without "{say(part)}" the line would be followed in the same positions'
            leans_on = side.leaning(idle)
            if leans_on:
                because += f", by {' and '.join(leans_on)}"
            span = whole if part == printed else part.span or whole
            yield _finding("redundant-phrase", line.line, because, span=span)


def without_parts(condition: ast.Condition) -> Iterator[tuple[ast.Condition, ast.Condition | None]]:
    """Yield each part of a condition, itself first, with the rest of the condition."""
    yield condition, None
    if not isinstance(condition, ast.All | ast.Either):
        return
    kind = type(condition)
    for index, part in enumerate(condition.parts):
        before, after = condition.parts[:index], condition.parts[index + 1 :]
        for gone, left in without_parts(part):
            rest = (*before, *((left,) if left is not None else ()), *after)
            yield gone, rest[0] if len(rest) == 1 else kind(rest)


# ----------------------------------------------------------------------------------- gaps


def _uncaught(side: SideProver) -> Iterator[Finding]:
    """Yield that there are positions in which no line of a side can be followed."""
    nothing = none_of(side.lines)
    if not side.lines or side.never(nothing):
        return
    table = witness(side, nothing, lambda explanation, _: explanation.line == "")
    if table is not None:
        because = "in some positions no line on this side can be followed"
        remedy = 'say what to do then, such as "Pass" in a line of its own'
        yield _finding("no-catch-all", side.lines[-1].line, because, remedy, table=table)


# ------------------------------------------------------------------------ cards hardly held


def _hardly_held(card: AICard, catalogue: Catalogue) -> Iterator[Finding]:
    """Yield each card of another suit that a line needs in hand or in play."""
    for line in card.lines:
        for name in dict.fromkeys(_needs(line.meaning)):
            kind = catalogue.card(name, line.printed.turned)
            if kind.suit not in (None, card.jack):
                because = (
                    f"it is of another suit: {card.jack} can only have it by buying it from "
                    "an opponent's Market Stack"
                )
                span = name.span if isinstance(name, ast.Name) else None
                yield _finding("hardly-held", line, because, span=span)


def _needs(line: ast.Line) -> Iterator[str]:
    """Yield the names of the cards that a line needs in one's own hand or in play."""
    for has in nodes_of(line.condition, ast.Has):
        place = has.cards.place
        if has.count.least and place and place.owner == "your":
            yield from has.cards.names if {"hand", "in play"}.issuperset(place.zones) else ()
    act = line.act
    if not isinstance(act, ast.ShopAct):
        for cards in nodes_of((getattr(act, "cards", None), getattr(act, "onto", None)), ast.Cards):
            yield from cards.names
    if isinstance(act, ast.SpendAct) and act.user:
        yield act.user
