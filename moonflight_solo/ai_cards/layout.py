"""How an AI card is printed: its numbered lines under their headings, and its box HOW TO READ."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Literal, NamedTuple, NoReturn

from moonflight_solo.ai_cards.how_to_read import box_sentences
from moonflight_solo.errors import DataError
from moonflight_solo.values import Value
from moonflight_solo.wording.text import Text

Section = Literal["action", "reset"]

_SIDES = {"PRE TURN": False, "POST TURN": True}
_SECTIONS: dict[str, Section] = {"ACTION": "action", "RESET": "reset"}
# A range such as 4-10 at the start of a wrapped line is no line number.
_NUMBERED = re.compile(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*(?:[–—-]\s*(?=[^\s\d])|[–—-]\s+(?=\S))")
# "4) Pass", "2a – Pass" and "• Pass" are meant as lines, not as the end of the line before.
_LIKE_A_NUMBER = r"\s*(?:\d{1,4}(?:\.\d{1,4})?\s*\)|\d{1,4}\.?[a-z]\s*[.):–—-]|[•*])\s+(?=\S)"
_BOX = re.compile(r"how to read\s*:?", re.IGNORECASE)
_HEADING = re.compile(r"(?:(PRE|POST)[ -]TURN)?[\s,:–—-]*(ACTION|RESET)?\s*:?", re.IGNORECASE)


class NumberedLine(Value):
    """One numbered line as printed; ``turned`` is its side."""

    turned: bool
    section: Section
    number: str
    text: Text

    @property
    def title(self) -> str:
        """The line's name, such as "pre-Turn 5.1" or "post-Turn Reset 3"."""
        side = "post-Turn" if self.turned else "pre-Turn"
        return f"{side}{' Reset' if self.section == 'reset' else ''} {self.number}"

    @property
    def parent(self) -> str:
        """The number of the line this is a sub-line of, or ""."""
        main, dot, _ = self.number.partition(".")
        return main if dot else ""

    @property
    def main(self) -> str:
        """The number of the line this is a sub-line of, or its own."""
        return self.parent or self.number


class MisplacedWords(DataError):
    """Words, in ``text``, where the layout of an AI card has no place for them."""

    def __init__(self, text: Text, problem: str, remedy: str) -> None:
        self.text = text
        super().__init__(text.place(0), problem, remedy)

    def __reduce__(self) -> tuple[type[MisplacedWords], tuple[object, ...]]:
        """Make the error picklable, so that a worker process can pass it on."""
        return type(self), (self.text, self.problem, self.remedy)


def _refuse(error: MisplacedWords) -> NoReturn:
    raise error


MOST_LINES = 200
"""More than any card has room for, and few enough to load in a moment."""


class Layout(NamedTuple):
    """What a printed block holds: its numbered lines, and the sentences of its box HOW TO READ."""

    lines: list[NumberedLine]
    box: list[Text]


def laid_out(block: Text, wrong: Callable[[MisplacedWords], object] = _refuse) -> Layout:
    """Split a printed block into numbered lines and the sentences of its box, joining wrapped rows.

    Reports to ``wrong`` words outside a numbered line, a line before any heading, and numbers out
    of sequence. Unless it raises, as it does by default, such words are dropped and such numbers
    kept.
    """
    return _Reader(block, wrong).read()


class _Reader:
    """Reads a printed block; headings say which part of the card follows."""

    def __init__(self, block: Text, wrong: Callable[[MisplacedWords], object]) -> None:
        self._block = block
        self._wrong = wrong
        self._lines: list[NumberedLine] = []
        self._side: bool | None = None
        self._section: Section | None = None
        self._parts: set[tuple[bool, Section]] = set()
        self._last = ""  # the previous number in this part
        self._open: Callable[[Text], NumberedLine] | None = None  # makes the line of its text
        self._start = 0
        self._end = 0
        self._box: list[Text] = []
        self._boxed: int | None = None  # the offset at which the words of a box begin

    def read(self) -> Layout:
        """Read all rows; a row that begins nothing goes on with the line or the box above it."""
        offset = next_offset = 0
        for row in self._block.words.split("\n"):
            offset, next_offset = next_offset, next_offset + len(row) + 1
            words = row.rstrip()
            if not words:
                continue
            end = offset + len(words)
            part = self._block.part(end - len(words.lstrip()), end)
            heading, match = _heading(words), _NUMBERED.match(words)
            if is_box(words):
                self._close()
                self._boxed = self._end = end
                continue
            if self._boxed is not None and heading is None:
                self._end = end
                continue
            if heading is not None or match is not None:
                self._close()
            elif self._open is None:
                problem = f'"{part.words}" is not in a numbered line'
                remedy = 'begin every line with its number and a dash, such as "1 – Pass"'
                self._wrong(MisplacedWords(part, problem, remedy))
            elif re.match(_LIKE_A_NUMBER, words):
                remedy = 'number it on, as in "3 – Pass", or "2.1 – Pass" if it belongs to line 2'
                self._wrong(MisplacedWords(part, f'"{part.words}" has no line number', remedy))
            if heading is not None:
                self._head(part, *heading)
            elif match is not None and not self._begin(part, offset, match):
                break
            self._end = end
        self._close()
        return Layout(self._lines, self._box)

    def _close(self) -> None:
        """Add what is open, up to the words read last: a line, or the sentences of the box."""
        if self._boxed is not None:
            self._box += box_sentences(self._block.part(self._boxed, self._end))
            self._boxed = None
        if self._open is not None:
            self._lines.append(self._open(self._block.part(self._start, self._end)))
            self._open = None

    def _head(self, words: Text, side: bool | None, section: Section | None) -> None:
        """Begin the part that a heading names.

        A section alone, such as "RESET", is of the side above it; a side alone waits for its
        section. A part that was there before goes on with its numbers, and is reported.
        """
        if side is None:
            self._section = section or self._section
        else:
            self._side, self._section = side, section
        self._last = ""
        if self._side is None or self._section is None:
            return
        part = self._side, self._section
        if part in self._parts:
            problem = f'"{words.words}" begins a part that the card already has above'
            self._wrong(MisplacedWords(words, problem, "print each side's ACTION and RESET once"))
            numbers = [line.number for line in self._lines if (line.turned, line.section) == part]
            self._last = numbers[-1] if numbers else ""
        self._parts.add(part)

    def _begin(self, words: Text, offset: int, match: re.Match[str]) -> bool:
        """Begin a numbered line, due or reported as not; return whether a card has room for it."""
        if self._side is None or self._section is None:
            remedy = 'put "PRE TURN" or "POST TURN", and "ACTION" or "RESET", above it'
            self._wrong(MisplacedWords(words, f'"{words.words}" comes before any heading', remedy))
            return True
        if len(self._lines) == MOST_LINES:
            problem = f"an AI card has at most {MOST_LINES} lines"
            self._wrong(MisplacedWords(words, problem, "remove lines that no player would read"))
            return False
        number = match[1] + (f".{match[2]}" if match[2] else "")
        if self._section == "action":  # a Reset line has the number of its step (ruling A-step)
            last_main, _, last_sub = (self._last or "0").partition(".")
            due = [str(int(last_main) + 1)]
            due += [f"{last_main}.{int(last_sub or 0) + 1}"] if self._last else []
            if number not in due:
                problem = f"line {number} follows line {self._last or 'none'}"
                self._wrong(MisplacedWords(words, problem, f"number it {' or '.join(due)}"))
        self._last = number
        self._open = partial(NumberedLine, self._side, self._section, number)
        self._start = offset + match.end()
        return True


def is_box(words: str) -> bool:
    """Return whether a printed row is the heading of a box HOW TO READ."""
    return _BOX.fullmatch(words.strip()) is not None


def _heading(words: str) -> tuple[bool | None, Section | None] | None:
    """Return the side and the section that words are the heading of; either may be left out."""
    match = _HEADING.fullmatch(words.strip())
    if match is None or not any(match.groups()):
        return None
    side = _SIDES.get(f"{match[1].upper()} TURN") if match[1] else None
    return side, _SECTIONS[match[2].upper()] if match[2] else None
