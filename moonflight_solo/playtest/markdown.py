"""Words as Markdown that shows them to the letter."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from moonflight_solo.wording.text import one_line

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]<>|~&])")
# What would begin a heading, a list or a quotation at the beginning of a line.
_BEGINNING: Final = re.compile(r"^([#+=-]|\d+(?=[.)]))")


def literal(words: str) -> str:
    """Return words, on one line, that Markdown shows as they are."""
    escaped = _SPECIAL.sub(r"\\\1", one_line(words))
    return _BEGINNING.sub(lambda found: _guarded(found[1]), escaped)


def _guarded(mark: str) -> str:
    # A backslash before a digit would be shown, so the mark behind the number is escaped.
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"


def code(words: str) -> str:
    """Return words as code, in as many backticks as it takes."""
    longest = max((len(run) for run in re.findall("`+", words)), default=0)
    fence = "`" * (longest + 1)
    room = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{room}{words}{room}{fence}"


def bullets(items: Sequence[str]) -> str:
    """Return items, Markdown each, as a list; further paragraphs of an item are set in."""
    return "\n".join("- " + item.replace("\n", "\n  ") for item in items)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table of cells that are Markdown; the first column is words, the others numbers."""
    lines = [heads, ["---", *["---:"] * (len(heads) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
