"""What the check has to say of the lines of an AI card that can or cannot be followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.finding import Finding, finding
from moonflight_solo.check.reachability.in_games import unseen_lines
from moonflight_solo.check.reachability.redundancy import Idle, idle_parts
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Not
from moonflight_solo.check.reachability.verdict import Reach, could_be_first, follows, side_reach
from moonflight_solo.check.reachability.witness import explained, witness
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import Expectation, Scenario
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.english import say

PROVED = "proved"
GAMES = 200


def reach_findings(
    card: AICard, catalogue: Catalogue, rulings: Rulings, *, games: int = GAMES
) -> list[Finding]:
    """Return what is found of lines never followed, idle conditions, gaps and cards hardly held.

    In printed order. What can neither be proved nor shown on a table is looked for in
    ``games`` games. Raises :class:`DataError` for an AI card that cannot be followed at all.
    """
    AICardPlayer(card, catalogue, rulings)
    found: list[Finding] = []
    unproved: list[AILine] = []
    tables: dict[AILine, Scenario] = {}
    for turned in (False, True):
        side = Side(card, turned, catalogue, rulings)
        reached = side_reach(side)
        for each in reached:
            if each.verdict == "never":
                found.append(_never(each, side))
                continue
            unproved.append(each.line)
            if each.table is not None:
                tables[each.line] = each.table
        found += _idle(side, {each.line for each in reached if each.verdict == "never"})
        found += _uncaught(side)
        unproved += card.reset_lines(turned)
    if games:
        for line in unseen_lines(card, unproved, catalogue, rulings, games):
            found.append(_unseen(line, games, tables.get(line)))
    found += _hardly_held(card, catalogue)
    order = {line: number for number, line in enumerate(card.lines)}
    place = {id(line.printed.text): order[line] for line in card.lines}
    return sorted(found, key=lambda each: (place[id(each.text)], each.start, each.code))


def _finding(
    code: str,
    line: AILine,
    span: Span,
    because: str,
    remedy: str = "",
    table: Scenario | None = None,
    certainty: str = PROVED,
    expected: str = "",
) -> Finding:
    return finding(
        code,
        line.printed,
        because,
        remedy,
        span,
        table=None if table is None else table.but(expect=Expectation(line=expected)),
        certainty=certainty,
    )


def _whole(line: AILine) -> Span:
    """Return the span of all words of a line."""
    return 0, len(line.printed.text.words)


def _condition_span(line: AILine) -> Span:
    """Return the span of the condition of a line, with its "If"."""
    start, end = _whole(line)
    condition = line.meaning.condition
    if condition is None or condition.span is None:
        return start, end
    return (line.meaning.span or (start, end))[0], condition.span[1]


# --------------------------------------------------------------------- lines never followed


def _never(reached: Reach, side: Side) -> Finding:
    line = reached.line
    if not reached.by:
        condition = line.meaning.condition
        index = side.lines.index(line) if line in side.lines else None
        if index is not None and condition is not None and side.never(side.conditions[index]):
            because = f'there is no table on which "{say(condition)}" holds'
            return _finding("never-true", line, _condition_span(line), because)
        because = f"it can be followed on no table, wherever it stood: {_why(line, side)}"
        return _finding("shadowed-line", line, _whole(line), because, "reword it, or take it out")
    numbers = [each.number for each in reached.by]
    if len(numbers) == 1:
        because = f"line {numbers[0]} before it is followed wherever this one could be"
    else:
        listed = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
        because = f"wherever it could be followed, one of the lines {listed} before it is"
    remedy = f"put it before line {numbers[0]}, or take it out"
    if _would_shadow(reached, side):
        remedy = "take it out"
    table = _shade(reached, side)
    taken = "" if table is None else _followed(side, table)
    return _finding("shadowed-line", line, _whole(line), because, remedy, table, expected=taken)


def _would_shadow(reached: Reach, side: Side) -> bool:
    """Return whether the line, moved up, would keep a line before it from being followed."""
    if reached.line not in side.lines:
        return False
    moved = side.bounds[side.lines.index(reached.line)]
    earlier = (side.bounds[side.lines.index(line)] for line in reached.by)
    return any(side.never(And((bounds, Not(moved)))) for bounds in earlier)


def _shade(reached: Reach, side: Side) -> Scenario | None:
    """Return a table on which a shadowed line could be followed if it stood alone."""
    line = reached.line
    if line not in side.lines:
        return None

    def shows(scenario: Scenario) -> bool:
        taken = any(follows(side, earlier, scenario) for earlier in reached.by)
        return taken and could_be_first(side, line, scenario)

    return witness(side, side.bounds[side.lines.index(line)], shows)


def _followed(side: Side, scenario: Scenario) -> str:
    context = side.world.context
    explanation = explained(side.card, scenario, context.names, context.rulings)
    return "" if explanation is None else explanation.line


def _why(line: AILine, side: Side) -> str:
    """Return why a line can be followed nowhere, in words."""
    act = line.meaning.act
    if line.printed.parent:
        return "the line above never plays that card at such a target"
    if line.meaning.condition is not None and not side.never(side.act_of(line)):
        return "what it does is impossible under its condition"
    if isinstance(act, ast.ShopAct):
        return "no such card ever lies on top of a Market Stack"
    if isinstance(act, ast.PlayAct):
        if act.target is not None:
            return "what it is aimed at never lies where its card reaches"
        return "there is no such card to be played"
    if isinstance(act, ast.SpendAct):
        return "no card that is ever there has such an ability to such an effect"
    if isinstance(act, ast.BuildAct):
        return "there are never so many such cards, or places for them"
    return "its words contradict one another"


def _unseen(line: AILine, games: int, table: Scenario | None) -> Finding:
    played = "1 game" if games == 1 else f"{games} games"
    because = f"it was not followed once in {played}"
    if table is not None:
        because += ", though there are tables on which it would be"
    certainty = f"not seen in {played}"
    number = line.printed.main
    return _finding("never-seen", line, _whole(line), because, "", table, certainty, number)


# ------------------------------------------------------------------------ idle conditions


def _idle(side: Side, never: set[AILine]) -> Iterator[Finding]:
    for index, line in enumerate(side.lines):
        if line not in never:
            for idle in idle_parts(side, index):
                yield _idle_finding(line, idle)


def _idle_finding(line: AILine, idle: Idle) -> Finding:
    whole = idle.part == line.meaning.condition
    span = _condition_span(line) if whole else idle.part.span or _condition_span(line)
    said = f'"{say(idle.part)}"'
    if idle.because == "always":
        because = f"{said} holds on every table"
        return _finding("always-true", line, span, because, "leave it out")
    if idle.because == "here":
        because = f"wherever this line is looked at, {said} holds: the lines before see to it"
        return _finding("always-true", line, span, because, "leave it out")
    because = f"without {said} the line would be followed on the same tables"
    return _finding("redundant-phrase", line, span, because)


# ----------------------------------------------------------------------------------- gaps


def _uncaught(side: Side) -> Iterator[Finding]:
    """Yield that a side leaves tables on which none of its lines can be followed."""
    if not side.lines:
        return
    nothing = And(tuple(Not(bounds) for bounds in side.bounds))
    if side.never(nothing):
        return
    context = side.world.context

    def shows(scenario: Scenario) -> bool:
        explanation = explained(side.card, scenario, context.names, context.rulings)
        return explanation is not None and explanation.line == ""

    table = witness(side, nothing, shows)
    if table is not None:
        last = side.lines[-1]
        because = "after this line there are tables on which no line of its side can be followed"
        remedy = 'say what is done then, such as "Pass" in a line of its own'
        yield _finding("no-catch-all", last, _whole(last), because, remedy, table)


# ------------------------------------------------------------------------ cards hardly held


def _hardly_held(card: AICard, catalogue: Catalogue) -> Iterator[Finding]:
    """Yield each card of another suit that a line needs to have in hand or in play."""
    for line in card.lines:
        for name in dict.fromkeys(_needed(line.meaning)):
            kind = catalogue.card(name, line.printed.turned)
            if kind.suit not in (None, card.jack):
                because = (
                    f"it is of another suit: {card.jack} can only have it by buying it from "
                    "an opponent's Market Stack"
                )
                span = name.span if isinstance(name, ast.Name) else None
                yield _finding("hardly-held", line, span or _whole(line), because)


def _needed(line: ast.Line) -> list[str]:
    """Return the names of the cards that a line wants in one's own hand or in play."""
    act = line.act
    phrases: Sequence[ast.Cards] = ()
    users: list[str] = []
    if isinstance(act, ast.PlayAct | ast.Retain | ast.ResetMove):
        phrases = act.cards.options
    elif isinstance(act, ast.SpendAct):
        phrases = () if act.cards is None else (act.cards,)
        users = [act.user] if act.user else []
    elif isinstance(act, ast.BuildAct):
        phrases = (act.cards, act.onto)
    acted = chain.from_iterable(phrase.names for phrase in phrases)
    return [*_wanted(line.condition), *acted, *users]


def _wanted(condition: ast.Condition | None) -> Iterator[str]:
    if isinstance(condition, ast.All | ast.Either):
        for part in condition.parts:
            yield from _wanted(part)
    elif isinstance(condition, ast.Has) and condition.count.least:
        place = condition.cards.place
        if place and place.owner == "your" and {"hand", "in play"}.issuperset(place.zones):
            yield from condition.cards.names
