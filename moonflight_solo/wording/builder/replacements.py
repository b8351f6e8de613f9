"""Resolve "instead" and "the same"."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.merging import Nonsense
from moonflight_solo.wording.walk import nodes_of


class Instead(ast.If):
    """A condition under which the previous effect is replaced; only during parsing."""


class Same(ast.May):
    """Says "does the same" as in the previous effect; only during parsing."""

    who: ast.Who = "you"


def same_again(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "does the same" replaced by the effect before it."""
    resolved: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, Same):
            last = resolved[-1] if resolved else None
            double = len(resolved) > 1 and getattr(last, "who", "") in (
                "they",
                getattr(resolved[-2], "who", ""),
            )
            if not isinstance(last, ast.Instruct | ast.Gain) or effect.who == "opponent" or double:
                raise Nonsense("it does not say what is done again, or by whom")
            if last.who == effect.who or any(p.owner != "your" for p in nodes_of(last, ast.Place)):
                raise Nonsense("it does not say what is done again, or by whom")
            effect = replace(last, who=effect.who)
        resolved.append(effect)
    return resolved


def with_replacements(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "instead" turned into an alternative to the effect before it."""
    resolved: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, Instead):
            if resolved and effect.condition is None:
                resolved += _but_yours(resolved.pop(), effect.effects)
                continue
            if not resolved or not isinstance(resolved[-1], ast.Instruct | ast.Gain | ast.ThisCard):
                raise Nonsense("it does not say what this replaces")
            if getattr(resolved[-1], "who", "you") != "you":
                raise Nonsense("it does not say whose act is replaced")
            if len(resolved) > 1 and _kind_of(resolved[-1]) not in map(_kind_of, effect.effects):
                raise Nonsense("it does not say which of the instructions before this replaces")
            effect = ast.If(effect.condition, effect.effects, (resolved.pop(),))
        resolved.append(effect)
    return resolved


def _kind_of(effect: ast.Effect) -> object:
    """Return what an effect does: its keyword, if it moves cards."""
    return effect.verb if isinstance(effect, ast.Instruct) else type(effect)


def _but_yours(all_do: ast.Effect, exception: Sequence[ast.Effect]) -> Sequence[ast.Effect]:
    """Split "each player ..., you instead ...": you act first, then each opponent."""
    each = isinstance(all_do, ast.Instruct | ast.Gain) and all_do.who == "each player"
    if not each or len(exception) != 1 or getattr(exception[0], "who", "") != "you":
        raise Nonsense("it does not say what this replaces")
    assert isinstance(all_do, ast.Instruct | ast.Gain)
    return (*exception, replace(all_do, who="each opponent"))
