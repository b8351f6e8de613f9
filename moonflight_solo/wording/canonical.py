"""Canonical forms: equal exactly for wordings that say the same.

Conditions of up to ten facts are compared by truth table, so equivalent groupings of "A, and B or
C" count as one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import reduce
from operator import and_, or_

from msgspec.structs import replace

from moonflight_solo.wording import ast

_MOST_FACTS = 10


def single_facts(condition: ast.Condition) -> Iterator[ast.Condition]:
    """Yield the facts a condition is made of, repeated ones too."""
    if isinstance(condition, ast.All | ast.Either):
        for part in condition.parts:
            yield from single_facts(part)
    else:
        yield condition


def facts(condition: ast.Condition) -> list[ast.Condition]:
    """Return the distinct facts of a condition, in printed order."""
    return list(dict.fromkeys(single_facts(condition)))


def _table(condition: ast.All | ast.Either) -> Hashable:
    """Return the facts of a condition and its truth table, as one bit per combination of facts."""
    atoms = sorted(facts(condition), key=repr)
    if len(atoms) > _MOST_FACTS:
        return condition
    worlds = range(1 << len(atoms))
    true_in = {
        atom: sum(1 << world for world in worlds if world >> index & 1)
        for index, atom in enumerate(atoms)
    }
    return tuple(atoms), _true_in(condition, true_in)


def _true_in(condition: ast.Condition, facts_true_in: Mapping[ast.Condition, int]) -> int:
    if isinstance(condition, ast.All | ast.Either):
        parts = (_true_in(part, facts_true_in) for part in condition.parts)
        return reduce(and_ if isinstance(condition, ast.All) else or_, parts)
    return facts_true_in[condition]


def _by_name(condition: ast.Condition) -> ast.Condition:
    """Split a condition on a card of one of several names into one condition per name."""
    if isinstance(condition, ast.All | ast.Either):
        return replace(condition, parts=tuple(map(_by_name, condition.parts)))
    if not isinstance(condition, ast.Has) or len(condition.cards.names) < 2:
        return condition
    if condition.count != ast.Range(1) or condition.total is not None:
        return condition
    each = (replace(condition.cards, names=(name,)) for name in condition.cards.names)
    return ast.Either(tuple(replace(condition, cards=cards) for cards in each))


def canonical(meaning: Hashable) -> Hashable:
    """Return a hashable value that is equal for two meanings exactly when they say the same."""
    if isinstance(meaning, tuple):
        return tuple(map(canonical, meaning))
    if not isinstance(meaning, ast.Node):
        return meaning
    if isinstance(meaning, ast.All | ast.Either | ast.Has):
        by_name = _by_name(meaning)
        if isinstance(by_name, ast.All | ast.Either):
            return _table(by_name)
    return (type(meaning).__name__, *map(canonical, meaning.compared_values()))
