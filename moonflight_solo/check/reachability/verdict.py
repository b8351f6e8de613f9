"""Which lines of an AI card can ever be followed: proved, shown on a table, or left open."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Formula, Undecided
from moonflight_solo.check.reachability.witness import explained, witness
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.scenario import Scenario
from moonflight_solo.wording import ast

Verdict = Literal["never", "possible", "open"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether a line can be followed.

    "never" is proved for every table of a game with each Jack once (``check/reach/world.py``);
    ``by`` are the lines before it that are followed wherever it could be, none if it could
    be followed nowhere even as the first. "possible" is shown by ``table``, on which the AI card
    itself follows it. "open" is neither.
    """

    line: AILine
    verdict: Verdict
    by: tuple[AILine, ...] = ()
    table: Scenario | None = None


def reach(card: AICard, catalogue: Catalogue, rulings: Rulings) -> tuple[Reach, ...]:
    """Return of each action line of both sides whether it can be followed, in printed order.

    Raises :class:`DataError` for an AI card that cannot be followed at all.
    """
    AICardPlayer(card, catalogue, rulings)
    return tuple(
        found
        for turned in (False, True)
        for found in side_reach(Side(card, turned, catalogue, rulings))
    )


def side_reach(side: Side) -> list[Reach]:
    """Return of each line of one side whether it can be followed."""
    found: list[Reach] = []
    for index, line in enumerate(side.lines):
        found.append(_reach(side, index, line, side.bounds[index]))
        for sub, formula in side.below(index):
            found.append(_reach(side, index, sub, formula))
    return found


def _reach(side: Side, index: int, line: AILine, formula: Formula) -> Reach:
    here = And((formula, side.looked_at(index)))
    try:
        if side.model(here) is None:
            by = side.shadowing(index, formula)
            return Reach(line, "never", tuple(side.lines[each] for each in by))
    except Undecided:
        return Reach(line, "open")
    table = witness(side, here, lambda scenario: follows(side, line, scenario))
    return Reach(line, "open" if table is None else "possible", table=table)


def follows(side: Side, line: AILine, scenario: Scenario) -> bool:
    """Return whether the AI card follows ``line`` at a table."""
    context = side.world.context
    explanation = explained(side.card, scenario, context.names, context.rulings)
    return explanation is not None and says(explanation, line, side)


def says(explanation: Explanation, line: AILine, side: Side) -> bool:
    """Return whether ``line`` is followed; one below another is if it speaks of the card played."""
    if not line.printed.parent:
        return explanation.line == line.number
    condition, act = line.meaning.condition, explanation.act
    if not isinstance(condition, ast.Played) or not isinstance(act, Play):
        return False
    context = side.world.context
    return act.card is context.names.card(condition.name, context.turned) and any(
        each.line == line.number and each.status == "followed" for each in explanation.considered
    )


def could_be_first(side: Side, line: AILine, scenario: Scenario) -> bool:
    """Return whether a line could be followed at a table if it stood alone on its side."""
    kept = tuple(each for each in side.card.lines if each is line)
    context = side.world.context
    alone = replace(side.card, lines=kept)
    explanation = explained(alone, scenario, context.names, context.rulings)
    return explanation is not None and explanation.line == line.number
