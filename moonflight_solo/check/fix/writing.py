"""An AI-card file with some of its lines put otherwise, and all else to the letter."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.rulings import Ruling
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError, one_line


class Edit(Value):
    """Other words for a part of a line: what stands at ``span`` becomes ``words``."""

    span: ast.Span
    words: str


class Rewording(Value):
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


def applied(text: str, *changes: Rewording) -> str:
    """Return the words of a line once it is reworded, in several of its parts or as a whole."""
    for change in changes:
        if change.whole:
            return change.whole.rstrip(".") + ("." if text.rstrip().endswith(".") else "")
    edits = [edit for change in changes for edit in change.edits]
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
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


_NUMBER = re.compile(r"^(\s*)(\d+)((?:\.\d+)?\s*[–—-]\s*)")
_KEY = re.compile(r"[A-Za-z_]+:")
_LOOSE = re.compile(r"\s*(?:POST[ -]TURN\s*)?RESET\s*:?\s*$", re.IGNORECASE)

Changes = Mapping[str, Sequence[Rewording]]
"""What is done to lines, by their titles."""


def with_lines(text: str, card: AICard, changes: Changes) -> str:
    """Return the text of an AI-card file with lines of its card changed.

    Rulings go with the words they are bound to, and are left out where the new words need none.
    Raises :class:`UsageError` if the card is not written as a block of lines.
    """
    rows: list[str | None] = list(text.split("\n"))
    words: dict[str, str] = {}
    for line in card.lines:
        for change in changes.get(line.printed.title, ()):
            words[one_line(line.printed.text.words)] = _change(rows, line, card, change)
    for line in card.lines:
        done = changes.get(line.printed.title, ())
        if any(each.edits or each.whole for each in done):
            words[line.words] = _reworded(rows, line, done)
    return _with_rulings("\n".join(row for row in rows if row is not None), card, words)


def _rows_of(rows: Sequence[str | None], line: AILine) -> tuple[int, int]:
    """Return the first row of a line in its file, and the one after its last."""
    spots = line.printed.text.spots
    first, last = spots[0][1] - 1, spots[-1][1] - 1
    begin = line.printed.text.words.split()[0]
    row = rows[first] if first < len(rows) else None
    if row is not None and (begin not in row or not _NUMBER.match(row)):
        raise UsageError("the lines can only be rewritten in a card that is a block (card: |).")
    return first, last + 1


def _reworded(rows: list[str | None], line: AILine, changes: Sequence[Rewording]) -> str:
    first, end = _rows_of(rows, line)
    words = applied(line.printed.text.words, *changes)
    number = _NUMBER.match(rows[first] or "")  # one digit shorter, if a line above it is out
    if number is not None:
        rows[first:end] = [number[0] + words, *([None] * (end - first - 1))]
    return words


def _change(rows: list[str | None], line: AILine, card: AICard, change: Rewording) -> str:
    """Do what is done to a line besides other words; return the words it has then."""
    first, end = _rows_of(rows, line)
    row = rows[first]
    if row is None:
        return ""
    if change.number:
        rows[first] = _NUMBER.sub(rf"\g<1>{change.number}\3", row)
    if change.after:
        match = _NUMBER.match(row)
        assert match is not None
        number = int(line.printed.main) + 1
        rows[end - 1] = f"{rows[end - 1]}\n{match[1]}{number} – {change.after}"
    if not change.gone:
        return line.words
    _take_out(rows, line, card)
    return ""


def _take_out(rows: list[str | None], line: AILine, card: AICard) -> None:
    """Take out a line with those below it, and number the later ones anew."""
    section = card.side(line.printed.turned, line.printed.section)
    alone = [each for each in section if each.printed.main != line.printed.main]
    for each in section:
        first, end = _rows_of(rows, each)
        row = rows[first]
        mine = each is line or each.printed.parent == line.number
        if mine:
            rows[first:end] = [None] * (end - first)
        elif row is not None and _moves_up(each, line):
            rows[first] = _NUMBER.sub(lambda m: f"{m[1]}{int(m[2]) - 1}{m[3]}", row)
    if not alone:
        at = _rows_of(rows, line)[0] - 1
        if rows[at] is not None and _LOOSE.match(rows[at] or ""):
            rows[at] = None


def _moves_up(one: AILine, gone: AILine) -> bool:
    """Return whether a line has another number once one is gone; steps of Reset keep theirs."""
    if gone.printed.parent or gone.printed.section == "reset":
        return False
    return one.printed.text.spots[0][1] > gone.printed.text.spots[0][1]


# -------------------------------------------------------------------------------- rulings


def _with_rulings(text: str, card: AICard, words: Mapping[str, str]) -> str:
    """Return the text with the rulings that the new words still need, bound to them."""
    kept: list[Ruling] = []
    resets = {one_line(each.words) for each in card.lines if each.printed.section == "reset"}
    for ruling in card.rulings:
        bound = one_line(ruling.words)
        now = words.get(bound, bound)
        if now == bound:
            kept.append(ruling)
        elif now and len(read(now, "reset_line" if bound in resets else "line")) > 1:
            kept.append(msgspec.structs.replace(ruling, words=now))
    if kept == list(card.rulings):
        return text
    rows = text.split("\n")
    begin = next(at for at, row in enumerate(rows) if row.startswith("rulings:"))
    after = (at for at in range(begin + 1, len(rows)) if _KEY.match(rows[at]))
    end = next(after, len(rows))
    return "\n".join([*rows[:begin], *_written(kept), *rows[end:]]).rstrip("\n") + "\n"


def _written(rulings: Sequence[Ruling]) -> list[str]:
    """Return rulings as rows of a file, none if there are none."""
    if not rulings:
        return []
    import yaml  # slow to load, and few cards are written

    data = [
        {key: value for key, value in msgspec.to_builtins(each).items() if value}
        for each in rulings
    ]
    written: str = yaml.safe_dump({"rulings": data}, allow_unicode=True, sort_keys=False, width=96)
    return written.rstrip("\n").split("\n")
