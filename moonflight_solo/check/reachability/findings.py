"""Findings on lines of an AI card that can never be followed, and on idle conditions and gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.finding import Finding, standard_finding
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


def _proved(code: str, line: AILine, span: Span | None = None, **more: Any) -> Finding:
    """Return a finding on a line that is proved."""
    return standard_finding(code, line.printed, span, certainty=PROVED, **more)


def _condition_span(line: AILine) -> Span | None:
    """Return the span of a line's condition, with its "If"."""
    condition = line.meaning.condition
    if condition is None or condition.span is None:
        return None
    return (line.meaning.span or (0, 0))[0], condition.span[1]


# --------------------------------------------------------------------- lines never followed


def _never(reached: Reach, side: SideProver) -> Finding:
    """Return the finding on a line that is never followed: anywhere, or below the lines above."""
    line = side.of.get(reached.line)
    if reached.by:
        return _shadowed(reached, line, side)
    condition = reached.line.meaning.condition
    if condition is not None and line is not None and side.never(line.condition):
        span = _condition_span(reached.line)
        return _proved("never-true", reached.line, span, words=say(condition))
    return _proved("shadowed-line", reached.line, case=_why(reached.line, side))


def _shadowed(reached: Reach, line: CompiledLine | None, side: SideProver) -> Finding:
    """Return the finding that others are always followed before ``line``, ``None`` for a subline.

    It advises to move the line up, unless it would then shadow one of those.
    """
    *numbers, last = [each.number for each in reached.by]
    move, table = f"put it before line {reached.by[0].number}, or ", None
    if line is not None:
        if any(side.never(side.of[by].requirement, r.Not(line.requirement)) for by in reached.by):
            move = ""
        table = _table_if_alone(reached, line, side)
    case, lines = "several" if numbers else "one", f"{', '.join(numbers)} and {last}"
    more: dict[str, Any] = {"last": last, "lines": lines, "move": move, "table": table}
    return _proved("shadowed-line", reached.line, case=case, **more)


def _table_if_alone(reached: Reach, line: CompiledLine, side: SideProver) -> Scenario | None:
    """Return a table on which a shadowed line would be followed if it stood alone."""
    single = alone(side.card, reached.line)

    def shows(explanation: Explanation, scenario: Scenario) -> bool:
        if not any(follows(explanation, earlier) for earlier in reached.by):
            return False
        by_itself = explain_at(side, scenario, single)
        return by_itself is not None and by_itself.line == line.number

    return witness(side, line.requirement, shows)


def _why(line: AILine, side: SideProver) -> str:
    """Return why a line can never be followed, as the case of its finding."""
    act = line.meaning.act
    if line.printed.parent:
        return "subline"
    if line.meaning.condition is not None and not side.never(side.of[line].possible):
        return "condition"
    if isinstance(act, ast.PlayAct) and act.target is not None:
        return "target"
    return _NEVER.get(type(act), "contradiction")


_NEVER: dict[type[ast.AnyAct], str] = {
    ast.ShopAct: "shop",
    ast.PlayAct: "play",
    ast.SpendAct: "spend",
    ast.BuildAct: "build",
}


def _unseen(line: AILine, games: int, table: Scenario | None) -> Finding:
    """Return the finding that games never followed a line, which ``table`` shows to be possible."""
    played = "1 game" if games == 1 else f"{games} games"
    case = "open" if table is None else "possible"
    more: dict[str, Any] = {"certainty": f"not seen in {played}", "table": table}
    return standard_finding("never-seen", line.printed, case=case, games=played, **more)


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
        case = "anywhere" if always else "here"
        yield _proved("always-true", line.line, whole, case=case, words=say(printed))
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
            leans_on = side.leaning(idle)
            by = f", by {' and '.join(leans_on)}" if leans_on else ""
            span = whole if part == printed else part.span or whole
            yield _proved("redundant-phrase", line.line, span, words=say(part), by=by)


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
        yield _proved("no-catch-all", side.lines[-1].line, table=table)


# ------------------------------------------------------------------------ cards hardly held


def _hardly_held(card: AICard, catalogue: Catalogue) -> Iterator[Finding]:
    """Yield each card of another suit that a line needs in hand or in play."""
    for line in card.lines:
        for name in dict.fromkeys(_needs(line.meaning)):
            kind = catalogue.card(name, line.printed.turned)
            if kind.suit not in (None, card.jack):
                span = name.span if isinstance(name, ast.Name) else None
                yield _proved("hardly-held", line, span, jack=card.jack)


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
