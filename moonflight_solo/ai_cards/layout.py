"""The layout of a printed AI card: sides, sections and numbered lines, each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.errors import DataError
from moonflight_solo.wording.text import Text

Section = Literal["action", "reset"]

_SIDES = {"PRE TURN": False, "POST TURN": True}
_SECTIONS: dict[str, Section] = {"ACTION": "action", "RESET": "reset"}
# A range such as 4-10 at the beginning of a wrapped line is no line number.
_NUMBERED = re.compile(r"\s*(\d+)(?:\.(\d+))?\s*(?:[–—-]\s*(?=[^\s\d])|[–—-]\s+(?=\S))")
_HEADING = re.compile(r"(?:(PRE|POST)[ -]TURN)?[\s,:–—-]*(ACTION|RESET)?\s*:?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """One numbered line as printed. ``turned`` says which side it stands on."""

    turned: bool
    section: Section
    number: str
    text: Text

    @property
    def parent(self) -> str:
        """The number of the line this one is a sub-line of, or ""."""
        main, dot, _ = self.number.partition(".")
        return main if dot else ""


def numbered_lines(block: Text) -> list[NumberedLine]:
    """Return the numbered lines of a printed block, wrapped lines joined.

    Raises :class:`DataError` for words outside a numbered line, a line before any heading, and
    numbers that do not follow one another.
    """
    lines: list[NumberedLine] = []
    turned: bool | None = None
    section: Section | None = None
    start = number = ""
    begun = end = 0
    begun_parts: set[tuple[bool, Section]] = set()
    for offset, words in _printed_lines(block.words):
        heading = _heading(words)
        if heading is None and not _NUMBERED.match(words):
            if not number:
                raise DataError(
                    block.place(offset),
                    f'"{words.strip()}" belongs to no numbered line',
                    'begin every line with its number and a dash, such as "1 – Pass"',
                )
            end = offset + len(words)
            continue
        if number and turned is not None and section is not None:
            lines.append(NumberedLine(turned, section, number, block.part(begun, end)))
        number = ""
        if heading is not None:
            side, part = heading
            turned = turned if side is None else side
            section = part or section if side is None else part
            start = ""
            if (turned, section) in begun_parts:
                raise DataError(
                    block.place(offset),
                    f'"{words.strip()}" begins a part of the card that stands above already',
                    "print each side's ACTION and RESET once",
                )
            if turned is not None and section is not None:
                begun_parts.add((turned, section))
            continue
        if turned is None or section is None:
            raise DataError(
                block.place(offset),
                f'"{words.strip()}" stands before any heading',
                'put "PRE TURN" or "POST TURN", and "ACTION" or "RESET", above it',
            )
        match = _NUMBERED.match(words)
        assert match is not None
        number = match[1] + (f".{match[2]}" if match[2] else "")
        _check_number(block, offset, start, number, section)
        start = number
        begun, end = offset + match.end(), offset + len(words)
    if number and turned is not None and section is not None:
        lines.append(NumberedLine(turned, section, number, block.part(begun, end)))
    return lines


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


def _check_number(block: Text, offset: int, last: str, number: str, section: Section) -> None:
    if section == "reset":
        return  # a Reset line bears the number of its step (ruling A-step)
    last_main, _, last_sub = (last or "0").partition(".")
    due = [str(int(last_main) + 1)]
    if last:
        due.append(f"{last_main}.{int(last_sub or 0) + 1}")
    if number not in due:
        raise DataError(
            block.place(offset),
            f"line {number} follows line {last or 'none'}",
            f"number it {' or '.join(due)}",
        )
