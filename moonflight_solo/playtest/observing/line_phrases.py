"""The phrases of a line: what each of them alone would need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.playtest.changes import lists_of, with_list
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say


@dataclass(frozen=True, slots=True)
class LinePhrase:
    """A single phrase of a line.

    A ``condition`` is one fact behind the "If"; an ``option`` one card of a slash-separated list, a
    ``target`` one of such a list after "targeting", and a ``case`` one of several conditions for a
    target. ``line`` is the line's act with only this item in the list.
    """

    kind: Literal["condition", "case", "option", "target"]
    words: str
    fact: ast.Condition | None = None
    line: ast.Line | None = None


def line_phrases(line: AILine) -> tuple[LinePhrase, ...]:
    """Return the phrases of a line in printed order, except the only item of a list."""
    return tuple(_phrases(line.meaning))


def _phrases(line: ast.Line) -> Iterator[LinePhrase]:
    """Yield each fact, item of a list and case of a line, an item as the line with it alone."""
    condition, act = line.condition, line.act
    if condition is not None and not isinstance(condition, ast.Played):
        for fact in facts(condition):
            yield LinePhrase("condition", say(fact), fact=fact)
    for of, items in lists_of(line).items():
        for cards in items:
            yield LinePhrase(of, say(cards), line=with_list(ast.Line(act), of, (cards,)))
    if isinstance(act, ast.PlayAct) and isinstance(act.target, ast.Cases):
        for case, _ in act.target.cases:
            yield LinePhrase("case", say(case), fact=case)


def needed_alone(
    phrase: LinePhrase, card: AICard, line: AILine, scope: CompileContext
) -> r.Requirement:
    """Return what ``line`` of ``card`` would require with only ``phrase`` in its list."""
    if phrase.fact is not None:
        return scope.about(line.meaning.act).lower.condition(phrase.fact)
    assert phrase.line is not None
    alone = replace(line, reading=replace(line.reading, meaning=phrase.line))
    family = replace(card, lines=(alone, *card.below(line)))
    (compiled,) = compile_side(family, scope.turned, scope.basis)
    return compiled.possible
