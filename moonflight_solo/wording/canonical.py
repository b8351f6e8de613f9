"""The sense of a meaning: what two wordings share when they say the same.

Conditions are compared by their truth table, so that "A, and B or C" counts once however its
parse was grouped.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product

from moonflight_solo.wording import ast

_MOST_FACTS = 10


def leaves(condition: ast.Condition) -> Iterator[ast.Condition]:
    """Yield the single facts a condition is made of, as often as they are said."""
    if isinstance(condition, ast.All | ast.Either):
        for part in condition.parts:
            yield from leaves(part)
    else:
        yield condition


def facts(condition: ast.Condition) -> list[ast.Condition]:
    """Return the single facts a condition is made of, each once, in printed order."""
    return list(dict.fromkeys(leaves(condition)))


def holds(condition: ast.Condition, world: dict[ast.Condition, bool]) -> bool:
    """Return whether ``condition`` holds in a ``world`` that says which facts do."""
    if isinstance(condition, ast.All):
        return all(holds(part, world) for part in condition.parts)
    if isinstance(condition, ast.Either):
        return any(holds(part, world) for part in condition.parts)
    return world[condition]


def _table(condition: ast.All | ast.Either) -> Hashable:
    atoms = sorted(facts(condition), key=repr)
    if len(atoms) > _MOST_FACTS:
        return condition
    rows = tuple(
        holds(condition, dict(zip(atoms, row, strict=True)))
        for row in product((False, True), repeat=len(atoms))
    )
    return (tuple(atoms), rows)


def canonical(meaning: object) -> Hashable:
    """Return a value that is equal for two meanings exactly when they say the same."""
    if isinstance(meaning, ast.All | ast.Either):
        return _table(meaning)
    if isinstance(meaning, tuple):
        return tuple(canonical(part) for part in meaning)
    if isinstance(meaning, ast.Node):
        return (type(meaning).__name__, *map(canonical, meaning.slots().values()))
    assert isinstance(meaning, Hashable)
    return meaning
