"""A reading with its groups shown by indentation, not by brackets within brackets."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english, say

_STEP = "  "


def outline(meaning: ast.Meaning) -> tuple[str, ...]:
    """Return a line's meaning in rows: what must hold, group by group, then what is done."""
    if not isinstance(meaning, ast.Line) or meaning.condition is None:
        return (english(meaning),)
    condition = meaning.condition
    if not isinstance(condition, ast.All | ast.Either):
        return (f"If {say(condition)}:", _STEP + say(meaning.act))
    return (f"If {_joined(condition)}:", *_rows(condition, 1), f"then {say(meaning.act)}")


def _joined(group: ast.All | ast.Either) -> str:
    return "all of these hold" if isinstance(group, ast.All) else "one of these holds"


def _rows(group: ast.All | ast.Either, depth: int) -> Iterator[str]:
    for part in group.parts:
        if isinstance(part, ast.All | ast.Either):
            yield f"{_STEP * depth}{'all of' if isinstance(part, ast.All) else 'one of'}:"
            yield from _rows(part, depth + 1)
        else:
            yield f"{_STEP * depth}{say(part)}"
