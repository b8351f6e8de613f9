"""An AI card that does without some of its lines, or without items of their lists."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from moonflight_solo.ai_cards.card import AICard, AILine, read_otherwise
from moonflight_solo.playtest.plan import OmittedLine
from moonflight_solo.wording import ast


def lists_of(line: AILine) -> dict[Literal["option", "target"], Sequence[ast.Cards]]:
    """Return the lists with slashes of a line that have several items, by what they are."""
    act, found = line.meaning.act, dict[Literal["option", "target"], Sequence[ast.Cards]]()
    if isinstance(act, ast.PlayAct | ast.ShopAct) and act.cards is not None:
        found["option"] = act.cards.options
    if isinstance(act, ast.PlayAct) and isinstance(act.target, ast.FirstOf):
        found["target"] = act.target.options
    return {of: options for of, options in found.items() if len(options) > 1}


def without(card: AICard, omitted: Sequence[OmittedLine]) -> AICard:
    """Return an AI card without some of its lines, and those below them, or without some items."""
    gone = set()
    for each in omitted:
        line = card.lines[each.line]
        if each.of:
            card = read_otherwise(card, line, _without_item(line, each))
        else:
            gone |= {each.line, *(card.lines.index(below) for below in card.below(line))}
    lines = tuple(line for place, line in enumerate(card.lines) if place not in gone)
    return replace(card, lines=lines)


def _without_item(line: AILine, omitted: OmittedLine) -> ast.Line:
    act = line.meaning.act
    assert isinstance(act, ast.PlayAct | ast.ShopAct)
    options = lists_of(line)[omitted.of or "option"]
    left = ast.FirstOf((*options[: omitted.item], *options[omitted.item + 1 :]))
    if omitted.of == "target":
        assert isinstance(act, ast.PlayAct)
        return replace(line.meaning, act=replace(act, target=left))
    return replace(line.meaning, act=replace(act, cards=left))
