"""Other words for a line: the edits, and the words once they are made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words for a part of a line: what stands at ``span`` becomes ``words``."""

    span: ast.Span
    words: str


@dataclass(frozen=True, slots=True)
class Rewording:
    """What to do with a line: ``edits`` in its words, or the ``whole`` line said otherwise.

    ``gone`` takes the line out, ``number`` prints another number before it, ``after`` adds a line
    below it. ``unsafe`` says that it is meant to change what the card does.
    """

    edits: tuple[Edit, ...] = ()
    whole: str = ""
    gone: bool = False
    number: str = ""
    after: str = ""
    unsafe: bool = False


# ------------------------------------------------------------------------------ the words


def means(words: str, meaning: ast.Meaning) -> bool:
    """Return whether words have exactly one reading, and it says the same."""
    found = read(words, "line" if isinstance(meaning, ast.Line) else "effect")
    return len(found) == 1 and canonical(found[0]) == canonical(meaning)


def read(words: str, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every reading of words, none if they are not understood."""
    try:
        return readings(Text(words), start)
    except WordingError:
        return ()


_OWN = re.compile(r"\b(in|of|on top of) your (hand|Draw Deck|Discard Stack|Trash Stack)\b")


def registered(words: str, printed: str) -> str:
    """Return words in the register of a printed line: its marks, its "in hand", its full stop."""
    words = re.sub(r'"([^"]*)"', "“\\1”", words)
    if "your" not in printed:
        words = _OWN.sub(lambda m: f"{m[1]} {'hand' if m[2] == 'hand' else f'the {m[2]}'}", words)
    words = re.sub(r"with score exactly (\d)", r"scoring \1", words)
    words = re.sub(r"\b1 (lowest|highest)", r"the \1", words)
    words = words.replace("your character ability", "character ability")
    if "’" in printed:
        words = words.replace("'", "’")
    return words


def applied(text: str, change: Rewording) -> str:
    """Return the words of a line once it is reworded."""
    if change.whole:
        whole = change.whole.rstrip(".")
        return whole + ("." if text.rstrip().endswith(".") else "")
    for edit in sorted(change.edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span[0]] + edit.words + text[edit.span[1] :]
    return " ".join(text.split())


def overlap(one: Rewording, other: Rewording) -> bool:
    """Return whether two rewordings cannot both be made at once, or not in any order."""
    if one.whole or other.whole or one.gone or other.gone:
        return True
    return any(
        a.span == b.span or (a.span[0] < b.span[1] and b.span[0] < a.span[1])
        for a in one.edits
        for b in other.edits
    )


def parts_of(change: Rewording) -> Iterator[str]:
    """Yield what a rewording does beside other words."""
    if change.gone:
        yield "take the line out"
    if change.number:
        yield f"number it {change.number}"
    if change.after:
        yield f"add a line: {change.after}"
