"""The sense of a meaning: what two wordings share when they say the same.

Conditions are compared by their truth table, so that "A, and B or C" counts once however its
parse was grouped.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, is_dataclass
from itertools import product

from moonflight_solo.wording import meaning as m

_MOST_FACTS = 10


def facts(condition: m.Condition) -> list[m.Condition]:
    """Return the single facts a condition is made of, each once, in printed order."""
    if isinstance(condition, m.All | m.Either):
        found: dict[m.Condition, None] = {}
        for part in condition.parts:
            found.update(dict.fromkeys(facts(part)))
        return list(found)
    return [condition]


def holds(condition: m.Condition, world: dict[m.Condition, bool]) -> bool:
    """Return whether ``condition`` holds in a ``world`` that says which facts do."""
    if isinstance(condition, m.All):
        return all(holds(part, world) for part in condition.parts)
    if isinstance(condition, m.Either):
        return any(holds(part, world) for part in condition.parts)
    return world[condition]


def _table(condition: m.All | m.Either) -> Hashable:
    atoms = sorted(facts(condition), key=repr)
    if len(atoms) > _MOST_FACTS:
        return condition
    rows = tuple(
        holds(condition, dict(zip(atoms, row, strict=True)))
        for row in product((False, True), repeat=len(atoms))
    )
    return (tuple(atoms), rows)


def sense(meaning: object) -> Hashable:
    """Return a value that is equal for two meanings exactly when they say the same."""
    if isinstance(meaning, m.All | m.Either):
        return _table(meaning)
    if isinstance(meaning, tuple):
        return tuple(sense(part) for part in meaning)
    if is_dataclass(meaning) and not isinstance(meaning, type):
        values = tuple(sense(getattr(meaning, f.name)) for f in fields(meaning))
        return (type(meaning).__name__, *values)
    assert isinstance(meaning, Hashable)
    return meaning
