"""The phrases a line of an AI card is made of, each to be looked at by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Choose, CompileContext
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.rules.requirement import Requirement
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say

Kind = Literal["condition", "case", "option", "target"]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A single phrase of a line.

    A ``condition`` is one fact of what stands behind "If"; an ``option`` one card of a list with
    slashes, a ``target`` one of such a list after "targeting", and a ``case`` one of several
    conditions for a target. ``line`` is the whole line with none but this one in the list.
    """

    kind: Kind
    words: str
    fact: ast.Condition | None = None
    line: ast.Line | None = None


def phrases(line: AILine) -> tuple[Phrase, ...]:
    """Return the phrases of a line in printed order; those that stand alone in a list are none."""
    return tuple(_phrases(line.meaning))


def _phrases(line: ast.Line) -> Iterator[Phrase]:
    condition, act = line.condition, line.act
    if condition is not None and not isinstance(condition, ast.Played):
        for fact in facts(condition):
            yield Phrase("condition", say(fact), fact=fact)
    if isinstance(act, ast.PlayAct):
        for cards in _several(act.cards):
            yield _one_of("option", cards, line, replace(act, cards=ast.FirstOf((cards,))))
        if isinstance(act.target, ast.Cases):
            for case, _ in act.target.cases:
                yield Phrase("case", say(case), fact=case)
        elif act.target is not None:
            for cards in _several(act.target):
                yield _one_of("target", cards, line, replace(act, target=ast.FirstOf((cards,))))
    elif isinstance(act, ast.ShopAct) and act.cards is not None:
        for cards in _several(act.cards):
            yield _one_of("option", cards, line, replace(act, cards=ast.FirstOf((cards,))))


def _several(cards: ast.FirstOf) -> tuple[ast.Cards, ...]:
    return cards.options if len(cards.options) > 1 else ()


def _one_of(kind: Kind, cards: ast.Cards, line: ast.Line, act: ast.Act) -> Phrase:
    return Phrase(kind, say(cards), line=ast.Line(act))


def fact_of(phrase: Phrase, context: CompileContext) -> Requirement:
    """Return what a phrase says of the table."""
    assert phrase.fact is not None
    return context.lower.condition(phrase.fact)


def attempt_alone(phrase: Phrase, card: AICard, line: AILine, scope: CompileContext) -> Choose:
    """Return what ``line`` of ``card`` would do if no other phrase stood in its list."""
    assert phrase.line is not None
    alone = replace(line, reading=replace(line.reading, meaning=phrase.line))
    family = replace(card, lines=(alone, *card.below(line)))
    (compiled,) = compile_side(family, scope.turned, scope.names, scope.rulings)
    return compiled.attempt
