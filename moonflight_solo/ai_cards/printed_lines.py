"""The layout of a printed AI card: sides, sections and numbered lines, each with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal, NoReturn

from moonflight_solo.errors import DataError
from moonflight_solo.values import Value
from moonflight_solo.wording.text import Text

Section = Literal["action", "reset"]

_SIDES = {"PRE TURN": False, "POST TURN": True}
_SECTIONS: dict[str, Section] = {"ACTION": "action", "RESET": "reset"}
# A range such as 4-10 at the beginning of a wrapped line is no line number.
_NUMBERED = re.compile(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*(?:[–—-]\s*(?=[^\s\d])|[–—-]\s+(?=\S))")
# "4) Pass", "2a – Pass" and "• Pass" are lines to whoever writes them, not the end of another.
_LIKE_A_NUMBER = r"\s*(?:\d{1,4}(?:\.\d{1,4})?\s*\)|\d{1,4}\.?[a-z]\s*[.):–—-]|[•*])\s+(?=\S)"
_HEADING = re.compile(r"(?:(PRE|POST)[ -]TURN)?[\s,:–—-]*(ACTION|RESET)?\s*:?", re.IGNORECASE)


class NumberedLine(Value):
    """One numbered line as printed. ``turned`` says which side it stands on."""

    turned: bool
    section: Section
    number: str
    text: Text

    @property
    def title(self) -> str:
        """What the line is called, such as "pre-Turn 5.1" or "post-Turn Reset 3"."""
        side = "post-Turn" if self.turned else "pre-Turn"
        return f"{side}{' Reset' if self.section == 'reset' else ''} {self.number}"

    @property
    def parent(self) -> str:
        """The number of the line this one is a sub-line of, or ""."""
        main, dot, _ = self.number.partition(".")
        return main if dot else ""

    @property
    def main(self) -> str:
        """The number of the line this one belongs to, or its own if it stands by itself."""
        return self.parent or self.number


class Misplaced(DataError):
    """Words that stand where the layout of an AI card has no place for them: ``text``."""

    def __init__(self, text: Text, problem: str, remedy: str) -> None:
        self.text = text
        super().__init__(text.place(0), problem, remedy)

    def __reduce__(self) -> tuple[type[Misplaced], tuple[object, ...]]:
        """Let the error cross from a worker process to the one that shows it."""
        return type(self), (self.text, self.problem, self.remedy)


def _refuse(error: Misplaced) -> NoReturn:
    raise error


MOST_LINES = 200
"""More than any card has room for, and few enough to be read in a moment."""


def numbered_lines(
    block: Text, wrong: Callable[[Misplaced], object] = _refuse
) -> list[NumberedLine]:
    """Return the numbered lines of a printed block, wrapped lines joined.

    ``wrong`` is told of words outside a numbered line, a line before any heading, and numbers that
    do not follow one another. Unless it raises them, as it does by default, such words are left
    out, and such numbers taken as they are.
    """
    return _Reader(block, wrong).read()


class _Reader:
    """Goes through a printed block: headings say which part of the card follows."""

    def __init__(self, block: Text, wrong: Callable[[Misplaced], object]) -> None:
        self._block = block
        self._wrong = wrong
        self._lines: list[NumberedLine] = []
        self._side: bool | None = None
        self._section: Section | None = None
        self._parts: set[tuple[bool, Section]] = set()
        self._last = ""  # the number before, in this part
        self._open: tuple[bool, Section, str, int] | None = None  # the line begun, and where
        self._end = 0

    def read(self) -> list[NumberedLine]:
        for offset, words in _printed_lines(self._block.words):
            end = offset + len(words)
            here = self._block.part(end - len(words.lstrip()), end)
            heading, match = _heading(words), _NUMBERED.match(words)
            if heading is None and match is None and self._open is None:
                remedy = 'begin every line with its number and a dash, such as "1 – Pass"'
                self._wrong(Misplaced(here, f'"{here.words}" belongs to no numbered line', remedy))
            elif heading is None and match is None and re.match(_LIKE_A_NUMBER, words):
                remedy = 'number it on, as in "3 – Pass", or "2.1 – Pass" if it belongs to line 2'
                self._wrong(Misplaced(here, f'"{here.words}" has no number as lines have', remedy))
            if heading is not None or match is not None:
                self._close()
            if heading is not None:
                self._head(here, *heading)
            elif match is not None and not self._begin(here, offset, match):
                break
            self._end = end
        self._close()
        return self._lines

    def _close(self) -> None:
        """Take in the line begun, as far as the words before."""
        if self._open is not None:
            turned, section, number, begun = self._open
            text = self._block.part(begun, self._end)
            self._lines.append(NumberedLine(turned, section, number, text))
            self._open = None

    def _head(self, here: Text, side: bool | None, section: Section | None) -> None:
        if side is None:
            self._section = section or self._section
        else:
            self._side, self._section = side, section
        self._last = ""
        if self._side is None or self._section is None:
            return
        part = self._side, self._section
        if part in self._parts:
            problem = f'"{here.words}" begins a part of the card that stands above already'
            self._wrong(Misplaced(here, problem, "print each side's ACTION and RESET once"))
            numbers = [each.number for each in self._lines if (each.turned, each.section) == part]
            self._last = numbers[-1] if numbers else ""
        self._parts.add(part)

    def _begin(self, here: Text, offset: int, match: re.Match[str]) -> bool:
        """Begin a numbered line; return whether there is room for it on a card."""
        if self._side is None or self._section is None:
            remedy = 'put "PRE TURN" or "POST TURN", and "ACTION" or "RESET", above it'
            self._wrong(Misplaced(here, f'"{here.words}" stands before any heading', remedy))
            return True
        if len(self._lines) == MOST_LINES:
            problem = f"an AI card has no more than {MOST_LINES} lines"
            self._wrong(Misplaced(here, problem, "leave out what no player would read"))
            return False
        number = match[1] + (f".{match[2]}" if match[2] else "")
        error = _misnumbered(here, self._last, number, self._section)
        if error is not None:
            self._wrong(error)
        self._last = number
        self._open = self._side, self._section, number, offset + match.end()
        return True


def _printed_lines(words: str) -> Iterator[tuple[int, str]]:
    offset = 0
    for line in words.split("\n"):
        if line.strip():
            yield offset, line.rstrip()
        offset += len(line) + 1


def _heading(words: str) -> tuple[bool | None, Section | None] | None:
    match = _HEADING.fullmatch(words.strip())
    if match is None or not any(match.groups()):
        return None
    side = _SIDES.get(f"{match[1].upper()} TURN") if match[1] else None
    return side, _SECTIONS[match[2].upper()] if match[2] else None


def _misnumbered(here: Text, last: str, number: str, section: Section) -> Misplaced | None:
    """Return what is wrong with a number after the ``last`` one, ``None`` if nothing is."""
    if section == "reset":
        return None  # a Reset line bears the number of its step (ruling A-step)
    last_main, _, last_sub = (last or "0").partition(".")
    due = [str(int(last_main) + 1)]
    if last:
        due.append(f"{last_main}.{int(last_sub or 0) + 1}")
    if number in due:
        return None
    problem = f"line {number} follows line {last or 'none'}"
    return Misplaced(here, problem, f"number it {' or '.join(due)}")
