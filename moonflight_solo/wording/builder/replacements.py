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
    done: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, Same):
            last = done[-1] if done else None
            several = len(done) > 1 and getattr(last, "who", "") in (
                "they",
                getattr(done[-2], "who", ""),
            )
            if not isinstance(last, ast.Instruct | ast.Gain) or effect.who == "opponent" or several:
                raise Nonsense("it does not say what is done again, or by whom")
            if last.who == effect.who or any(p.owner != "your" for p in nodes_of(last, ast.Place)):
                raise Nonsense("it does not say what is done again, or by whom")
            effect = replace(last, who=effect.who)
        done.append(effect)
    return done


def with_replacements(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "instead" turned into an alternative to the effect before it."""
    done: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, Instead):
            if done and effect.condition is None:
                done += _but_yours(done.pop(), effect.effects)
                continue
            if not done or not isinstance(done[-1], ast.Instruct | ast.Gain | ast.ThisCard):
                raise Nonsense("it does not say what this replaces")
            if getattr(done[-1], "who", "you") != "you":
                raise Nonsense("it does not say whose act is replaced")
            if len(done) > 1 and _kind_of(done[-1]) not in map(_kind_of, effect.effects):
                raise Nonsense("it does not say which of the instructions before this replaces")
            effect = ast.If(effect.condition, effect.effects, (done.pop(),))
        done.append(effect)
    return done


def _kind_of(effect: ast.Effect) -> object:
    """Return what an effect does: its keyword, if it moves cards."""
    return effect.verb if isinstance(effect, ast.Instruct) else type(effect)


def _but_yours(all_do: ast.Effect, yours: Sequence[ast.Effect]) -> Sequence[ast.Effect]:
    """Split "each player ..., you instead ...": you act first, then each opponent."""
    each = isinstance(all_do, ast.Instruct | ast.Gain) and all_do.who == "each player"
    if not each or len(yours) != 1 or getattr(yours[0], "who", "") != "you":
        raise Nonsense("it does not say what this replaces")
    assert isinstance(all_do, ast.Instruct | ast.Gain)
    return (*yours, replace(all_do, who="each opponent"))
