"""Editing lines of an AI-card file, leaving everything else untouched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from textwrap import wrap
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, ai_card_files, load_ai_card
from moonflight_solo.ai_cards.how_to_read import BOX_TITLE
from moonflight_solo.ai_cards.layout import NumberedLine, is_box
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.rulings import Ruling
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError, one_line
from moonflight_solo.wording.walk import nodes_of


class Edit(Value):
    """A replacement of the words at ``span``."""

    span: ast.Span
    words: str


class Rewording(Value):
    """Changes to a line: ``edits`` of its words, or the ``whole`` line replaced.

    ``gone`` removes the line, ``number`` changes its number, ``after`` adds a line below it.
    ``unsafe`` says that it is meant to change play.
    """

    edits: tuple[Edit, ...] = ()
    whole: str = ""
    gone: bool = False
    number: str = ""
    after: str = ""
    unsafe: bool = False


# ------------------------------------------------------------------------------ the words


def means(words: str, meaning: ast.Meaning) -> bool:
    """Return whether words have exactly one reading, equal to ``meaning``."""
    start: ast.Start = "line" if isinstance(meaning, ast.Line) else "effect"
    if any(isinstance(node, ast.Retain | ast.ResetMove) for node in nodes_of(meaning, ast.Node)):
        start = "reset_line"
    meanings = readings_of(words, start)
    return len(meanings) == 1 and canonical(meanings[0]) == canonical(meaning)


def factor_out(condition: ast.Condition) -> ast.Condition:
    """Return a condition that says once what alternatives share: A and B or A and C is longer."""
    if not isinstance(condition, ast.All | ast.Either):
        return condition
    parts = [factor_out(each) for each in condition.parts]
    if isinstance(condition, ast.All):
        return replace(condition, parts=tuple(parts))
    groups: dict[ast.Condition, list[ast.Condition]] = {}
    for part in parts:
        first, *rest = part.parts if isinstance(part, ast.All) else (part,)
        groups.setdefault(first, []).append(rest[0] if len(rest) == 1 else ast.All(tuple(rest)))
    options = [
        first
        if ast.All(()) in rests
        else ast.All((first, rests[0] if len(rests) == 1 else ast.Either(tuple(rests))))
        for first, rests in groups.items()
    ]
    return options[0] if len(options) == 1 else replace(condition, parts=tuple(options))


def said_alone(meaning: ast.Meaning, printed: str) -> str:
    """Return a sentence that means only this, in the style of the print; "" if none is known."""
    plain = english(meaning)
    words = apply_changes(printed, Rewording(whole=in_style_of(plain, printed)))
    return next((each for each in (words, plain) if means(each, meaning)), "")


def line_start(printed: NumberedLine) -> ast.Start:
    """Return the kind of sentence that a line is."""
    return "reset_line" if printed.section == "reset" else "line"


def readings_of(words: str, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every reading of words, none if they are not understood."""
    try:
        return readings(Text(words), start)
    except WordingError:
        return ()


_OWN = re.compile(r"\b(in|of|on top of) your (hand|Draw Deck|Discard Stack|Trash Stack)\b")


def in_style_of(words: str, printed: str) -> str:
    """Adapt words to the style of a printed line: quotation marks, "in hand", "scoring"."""
    words = re.sub(r'"([^"]*)"', "“\\1”", words)
    if "your" not in printed:
        words = _OWN.sub(lambda m: f"{m[1]} {'hand' if m[2] == 'hand' else f'the {m[2]}'}", words)
    words = re.sub(r"with score exactly (\d)", r"scoring \1", words)
    words = re.sub(r"\b1 (lowest|highest)", r"the \1", words)
    words = words.replace("your character ability", "character ability")
    if "’" in printed:
        words = words.replace("'", "’")
    return words


def apply_changes(text: str, *changes: Rewording) -> str:
    """Return the words of a line after rewording, in parts or as a whole."""
    for change in changes:
        if change.whole:
            return change.whole.rstrip(".") + ("." if text.rstrip().endswith(".") else "")
    edits = [edit for change in changes for edit in change.edits]
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span[0]] + edit.words + text[edit.span[1] :]
    return " ".join(text.split())


def overlap(one: Rewording, other: Rewording) -> bool:
    """Return whether two rewordings are incompatible."""
    if one.whole or other.whole or one.gone or other.gone:
        return True
    return any(
        a.span == b.span or (a.span[0] < b.span[1] and b.span[0] < a.span[1])
        for a in one.edits
        for b in other.edits
    )


def parts_of(change: Rewording) -> Iterator[str]:
    """Yield descriptions of a rewording's changes besides words."""
    if change.gone:
        yield "remove the line"
    if change.number:
        yield f"number it {change.number}"
    if change.after:
        yield f"add a line: {change.after}"


_NUMBER = re.compile(r"^(\s*)(\d+)((?:\.\d+)?\s*[–—-]\s*)")
_BLOCK = re.compile(r"card:\s*\|")
_NO_BLOCK = "the lines can only be rewritten in a card that is a block (card: |)."
_COLUMNS = 96
_KEY = re.compile(r"[A-Za-z_]+:")
_LOOSE = re.compile(r"\s*(?:POST[ -]TURN\s*)?RESET\s*:?\s*$", re.IGNORECASE)

Changes = Mapping[str, Sequence[Rewording]]
"""The changes to lines, by title."""


def with_lines(text: str, card: AICard, changes: Changes) -> str:
    """Return the text of an AI-card file with some lines changed.

    Rulings stay bound to their reworded lines, and are dropped if the new words need none. Raises
    :class:`UsageError` if the card is not written as a block of lines.
    """
    rows, new_words = text.split("\n"), dict[str, str]()
    gone = [each for each in card.lines if any(c.gone for c in changes.get(each.printed.title, ()))]
    # From the bottom up, so that earlier rows keep their places.
    for line in sorted(card.lines, key=lambda each: each.printed.text.spots[0][1], reverse=True):
        first, end = _rows_of(rows, line)
        done = changes.get(line.printed.title, ())
        goes = any(line is each or line in card.below(each) for each in gone)
        section = card.side(line.printed.turned, line.printed.section)
        is_only = all(each.printed.main == line.printed.main for each in section)
        if goes and is_only and _LOOSE.match(rows[first - 1]):
            first -= 1  # its heading goes too
        moved_up = sum(_moves_up(line, each) for each in gone)
        rows[first:end] = [] if goes else _rewritten(rows[first:end], line, done, moved_up)
        if done:
            reworded = apply_changes(line.printed.text.words, *done)
            new_words[line.words] = "" if line in gone else reworded
    return _with_rulings("\n".join(rows), card, new_words)


def with_lines_exchanged(text: str, card: AICard, line: AILine) -> str:
    """Return the text of an AI-card file with a main action line and the next one exchanged.

    Their sub-lines go with them, and numbers stay in order. Raises :class:`UsageError` if the card
    is not written as a block of lines.
    """
    rows = text.split("\n")
    main = card.main_lines(line.printed.turned)
    pair = main[main.index(line) :][:2]
    blocks = []
    for each, other in zip(pair, reversed(pair), strict=True):
        spans = [_rows_of(rows, one) for one in (each, *card.below(each))]
        for first, _ in spans:
            rows[first] = _NUMBER.sub(rf"\g<1>{other.number}\g<3>", rows[first])
        blocks.append((spans[0][0], spans[-1][1]))
    (first, middle), (begin, end) = blocks
    moved = rows[begin:end] + rows[middle:begin] + rows[first:middle]
    return "\n".join([*rows[:first], *moved, *rows[end:]])


def with_box(text: str, sentences: Sequence[str]) -> str:
    """Return the text of an AI-card file with these sentences in its box HOW TO READ.

    Raises :class:`UsageError` if the card is not written as a block of lines.
    """
    rows = text.split("\n")
    begin = next((index for index, row in enumerate(rows) if _BLOCK.match(row)), None)
    if begin is None:
        raise UsageError(_NO_BLOCK)
    indent = re.match(r"\s*", rows[begin + 1])[0]  # type: ignore[index]
    at = next((at for at, row in enumerate(rows[begin:], begin) if is_box(row)), None)
    if at is None:
        at = begin + 1
        rows.insert(at, indent + BOX_TITLE)
    box = [row for sentence in sentences for row in wrap(sentence, _COLUMNS - len(indent))]
    rows[at + 1 : at + 1] = [indent + row for row in box]
    return "\n".join(rows)


def without_sentence(text: str, card: AICard, sentence: Text) -> str:
    """Return the text of an AI-card file without a sentence of its box, or an empty box."""
    rows = text.split("\n")
    at = sentence.spots[0][1] - 1
    words = r"\s+".join(map(re.escape, sentence.words.split()))
    below = re.sub(rf"{words}[ \t]*", "", "\n".join(rows[at:]), count=1).split("\n")
    above = rows[: at - 1] if len(card.box) == 1 else rows[:at]
    return "\n".join(above + below[not below[0].strip() :])


def _rows_of(rows: Sequence[str], line: AILine) -> tuple[int, int]:
    """Return the range of rows of a line in its file."""
    spots = line.printed.text.spots
    first, last = spots[0][1] - 1, spots[-1][1] - 1
    begin = line.printed.text.words.split()[0]
    if first < len(rows) and (begin not in rows[first] or not _NUMBER.match(rows[first])):
        raise UsageError(_NO_BLOCK)
    return first, last + 1


def _rewritten(
    rows: Sequence[str], line: AILine, changes: Sequence[Rewording], moved_up: int
) -> list[str]:
    """Return the rows of a changed line, and what is added below it."""
    number = _NUMBER.match(rows[0])
    assert number is not None
    main = int(number[2]) - moved_up
    steps = [change.number for change in changes if change.number]
    begun = f"{number[1]}{steps[0] if steps else main if moved_up else number[2]}{number[3]}"
    result = [begun + rows[0].removeprefix(number[0]), *rows[1:]]
    if any(change.edits or change.whole for change in changes):
        result = [begun + apply_changes(line.printed.text.words, *changes)]
    return result + [f"{number[1]}{main + 1} – {each.after}" for each in changes if each.after]


def _moves_up(one: AILine, gone: AILine) -> bool:
    """Return whether removing ``gone`` renumbers a line; steps of Reset keep their numbers."""
    parts = {(line.printed.turned, line.printed.section) for line in (one, gone)}
    if gone.printed.parent or parts != {(one.printed.turned, "action")}:
        return False
    return one.printed.text.spots[0][1] > gone.printed.text.spots[0][1]


class CardSize(NamedTuple):
    """The characters of a card's lines and box, and those of its longest line."""

    card: int
    longest: int

    @classmethod
    def of(cls, card: AICard) -> CardSize:
        """Measure a card."""
        lines = [len(line.words) for line in card.lines]
        boxed = sum(len(one_line(convention.text.words)) for convention in card.box)
        return cls(sum(lines) + boxed, max(lines))


@cache
def printed_width() -> int:
    """Return the length of the longest line that is printed on any AI card of the game."""
    return max(CardSize.of(load_ai_card(path)).longest for path in ai_card_files().values())


# -------------------------------------------------------------------------------- rulings


def _with_rulings(text: str, card: AICard, words: Mapping[str, str]) -> str:
    """Return the text with the rulings still needed, bound to the new words."""
    rulings_needed: list[Ruling] = []
    resets = {one_line(line.words) for line in card.lines if line.printed.section == "reset"}
    for ruling in card.rulings:
        bound = one_line(ruling.words)
        now = words.get(bound, bound)
        if now == bound:
            rulings_needed.append(ruling)
        elif now and len(readings_of(now, "reset_line" if bound in resets else "line")) > 1:
            rulings_needed.append(msgspec.structs.replace(ruling, words=now))
    if rulings_needed == list(card.rulings):
        return text
    rows = text.split("\n")
    begin = next(index for index, row in enumerate(rows) if row.startswith("rulings:"))
    after = (at for at in range(begin + 1, len(rows)) if _KEY.match(rows[at]))
    end = next(after, len(rows))
    return "\n".join([*rows[:begin], *_rows(rulings_needed), *rows[end:]]).rstrip("\n") + "\n"


def _rows(rulings: Sequence[Ruling]) -> list[str]:
    """Return rulings as rows of a file; empty for none."""
    if not rulings:
        return []
    import yaml  # slow to import, and few cards are written

    data = [
        {key: value for key, value in msgspec.to_builtins(ruling).items() if value}
        for ruling in rulings
    ]
    written: str = yaml.safe_dump({"rulings": data}, allow_unicode=True, sort_keys=False, width=96)
    return written.rstrip("\n").split("\n")
