"""A printed AI card: its layout, its words, and the settled reading of each line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal, NoReturn

import msgspec
from msgspec.structs import replace

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.rulings import Ruling, Rulings, printed_rulings
from moonflight_solo.values import IdentityValue, Value
from moonflight_solo.wording.ast import Line
from moonflight_solo.wording.disambiguation import Reading, WordRuling, disambiguate
from moonflight_solo.wording.text import Text, one_line, printed

Section = Literal["action", "reset"]

_SIDES = {"PRE TURN": False, "POST TURN": True}
_SECTIONS: dict[str, Section] = {"ACTION": "action", "RESET": "reset"}
# A range such as 4-10 at the start of a wrapped line is no line number.
_NUMBERED = re.compile(r"\s*(\d{1,4})(?:\.(\d{1,4}))?\s*(?:[–—-]\s*(?=[^\s\d])|[–—-]\s+(?=\S))")
# "4) Pass", "2a – Pass" and "• Pass" are meant as lines, not as the end of the line before.
_LIKE_A_NUMBER = r"\s*(?:\d{1,4}(?:\.\d{1,4})?\s*\)|\d{1,4}\.?[a-z]\s*[.):–—-]|[•*])\s+(?=\S)"
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


class Misplaced(DataError):
    """Words, in ``text``, where the layout of an AI card has no place for them."""

    def __init__(self, text: Text, problem: str, remedy: str) -> None:
        self.text = text
        super().__init__(text.place(0), problem, remedy)

    def __reduce__(self) -> tuple[type[Misplaced], tuple[object, ...]]:
        """Make the error picklable, so that a worker process can pass it on."""
        return type(self), (self.text, self.problem, self.remedy)


def _refuse(error: Misplaced) -> NoReturn:
    raise error


MOST_LINES = 200
"""More than any card has room for, and few enough to load in a moment."""


def numbered_lines(
    block: Text, wrong: Callable[[Misplaced], object] = _refuse
) -> list[NumberedLine]:
    """Split a printed block into numbered lines, joining wrapped ones.

    Reports to ``wrong`` words outside a numbered line, a line before any heading, and numbers out
    of sequence. Unless it raises, as it does by default, such words are dropped and such numbers
    kept.
    """
    return _Reader(block, wrong).read()


class _Reader:
    """Reads a printed block; headings say which part of the card follows."""

    def __init__(self, block: Text, wrong: Callable[[Misplaced], object]) -> None:
        self._block = block
        self._wrong = wrong
        self._lines: list[NumberedLine] = []
        self._side: bool | None = None
        self._section: Section | None = None
        self._parts: set[tuple[bool, Section]] = set()
        self._last = ""  # the previous number in this part
        self._open: tuple[bool, Section, str, int] | None = None  # the line and its offset
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
        """Add the current line, up to the words before."""
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
        """Begin a numbered line; return whether a card has room for it."""
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
    """Return the problem with a number that follows ``last``, ``None`` if there is none."""
    if section == "reset":
        return None  # a Reset line has the number of its step (ruling A-step)
    last_main, _, last_sub = (last or "0").partition(".")
    due = [str(int(last_main) + 1)]
    if last:
        due.append(f"{last_main}.{int(last_sub or 0) + 1}")
    if number in due:
        return None
    problem = f"line {number} follows line {last or 'none'}"
    return Misplaced(here, problem, f"number it {' or '.join(due)}")


# ---------------------------------------------------------------------------------------- the card


class AICardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An AI-card file: the Jack, the card as a block of print, and rulings on its words."""

    jack: str
    card: str
    title: str = ""
    rulings: list[Ruling] = []


class AILine(IdentityValue):
    """A numbered line, its settled reading, and the ids of the rulings on its exact words."""

    printed: NumberedLine
    reading: Reading
    ruled_by: tuple[str, ...]

    @property
    def number(self) -> str:
        """The number printed before the line, such as "5" or "5.1"."""
        return self.printed.number

    @property
    def words(self) -> str:
        """The line as printed, on one line."""
        return one_line(self.printed.text.words)

    @property
    def meaning(self) -> Line:
        """What the line means."""
        assert isinstance(self.reading.meaning, Line)
        return self.reading.meaning


class AICard(IdentityValue):
    """One Jack's AI card, as read from a ``document``.

    ``stale`` lists the rulings whose words are no longer on any line.
    """

    jack: str
    title: str
    printed: str
    lines: tuple[AILine, ...]
    rulings: tuple[Ruling, ...]
    stale: tuple[Ruling, ...]
    document: Document

    @property
    def file(self) -> str:
        """The name of the file it is from."""
        return self.document.file

    def side(self, turned: bool, section: Section = "action") -> list[AILine]:
        """Return the lines of one section of the side that is up before or after the Turn."""
        part = turned, section
        return [x for x in self.lines if (x.printed.turned, x.printed.section) == part]

    def main_lines(self, turned: bool) -> list[AILine]:
        """Return the action lines of a side, without sub-lines."""
        return [line for line in self.side(turned) if not line.printed.parent]

    def below(self, line: AILine) -> tuple[AILine, ...]:
        """Return the sub-lines of ``line``, in printed order."""
        beside = self.side(line.printed.turned, line.printed.section)
        return tuple(each for each in beside if each.printed.parent == line.number)

    def reset_lines(self, turned: bool) -> list[AILine]:
        """Return the Reset lines of the side that is up before or after the Turn."""
        return self.side(turned, "reset")


def read_otherwise(card: AICard, line: AILine, meaning: Line) -> AICard:
    """Return ``card`` with ``meaning`` as the meaning of ``line``, which is one of its lines."""
    reading = replace(line.reading, meaning=meaning)
    lines = tuple(replace(each, reading=reading) if each is line else each for each in card.lines)
    return replace(card, lines=lines)


def ai_card_files() -> dict[str, Path]:
    """Return the built-in AI-card files by their Jack's normalized name."""
    return {plain(path.stem): path for path in data_files("ai")}


def rulings_for(cards: Iterable[AICard], switched: Mapping[str, str]) -> Rulings:
    """Return the printed rulings and those of AI cards, with the choices ``switched``."""
    more = [ruling for card in cards for ruling in card.rulings]
    return printed_rulings().with_more(more).switch(switched)


def load_ai_card(source: str | Path, cards: Catalogue | None = None) -> AICard:
    """Load the AI card of a Jack (by name) or in a file (a path, or a name ending in .yaml).

    ``cards`` are those it may name, by default the catalogue of the default edition. Raises
    :class:`UsageError` for a Jack without an AI card, and an error with file, line and column for a
    card that cannot be parsed or whose words have several readings without a ruling.
    """
    known = cards or catalogue()
    path = ai_card_path(source, known)
    if path in ai_card_files().values():
        return _printed(path, known)
    return read_ai_card(read_document(path), known)


@lru_cache(maxsize=64)
def _printed(path: Path, catalogue: Catalogue) -> AICard:
    """Return a built-in AI card, cached; your own files may change and are not cached."""
    return read_ai_card(read_document(path), catalogue)


def ai_card_path(source: str | Path, catalogue: Catalogue) -> Path:
    """Return the file of a Jack's AI card, or ``source`` itself if it names a file."""
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return Path(source)
    jack = catalogue.jack(source)
    path = ai_card_files().get(plain(jack))
    if path is None:
        raise UsageError(f"{jack} has no AI card; give one with --ai FILE.")
    return path


def read_ai_card(document: Document, catalogue: Catalogue) -> AICard:
    """Load the AI card in a document; raises like :func:`load_ai_card`."""
    file = convert(document, AICardFile)
    try:
        jack = catalogue.jack(file.jack)
    except UnknownName as error:
        problem = str(error).rstrip(".")
        raise DataError(document.place("jack"), problem, KNOWN_JACK) from None
    decisions = decisions_of(file, document)
    printed_lines = numbered_lines(printed(document, "card"))
    lines = [read_line(line, file, decisions) for line in printed_lines]
    if not any(line.printed.section == "action" for line in lines):
        raise DataError(document.place("card"), *NO_LINE)
    standing = {line.words for line in lines}
    return AICard(
        jack,
        file.title or f"{jack} AI",
        file.card,
        tuple(lines),
        tuple(file.rulings),
        tuple(ruling for ruling in file.rulings if one_line(ruling.words) not in standing),
        document,
    )


KNOWN_JACK: Final = "name a known Jack, or say with --cards where its suit is"
NO_LINE: Final = (
    "this AI card has no line to act by",
    'write its lines under "PRE TURN", "ACTION"',
)


def decisions_of(file: AICardFile, document: Document) -> dict[str, WordRuling]:
    """Return the rulings of an AI-card file by the words of their lines."""
    return {
        one_line(ruling.words): WordRuling(
            ruling.id, ruling.reads, printed(document, "rulings", index, "reads")
        )
        for index, ruling in enumerate(file.rulings)
    }


def read_line(line: NumberedLine, file: AICardFile, decisions: Mapping[str, WordRuling]) -> AILine:
    """Return one line of an AI card with its settled reading.

    Raises :class:`~moonflight_solo.wording.text.WordingError` like
    :func:`~moonflight_solo.wording.disambiguation.disambiguate`.
    """
    reading = disambiguate(
        line.text, "line" if line.section == "action" else "reset_line", decisions
    )
    words = one_line(line.text.words)
    ruled = tuple(ruling.id for ruling in file.rulings if one_line(ruling.words) == words)
    return AILine(line, reading, ruled)


class CannotFollow(DataError):
    """A line that can be parsed but not followed; ``reason`` says why."""

    def __init__(self, line: AILine, reason: str) -> None:
        self.line = line
        self.reason = reason.rstrip(".")
        super().__init__(
            line.printed.text.place(0),
            f'line {line.number}, "{line.words}", cannot be followed: {self.reason}',
            "`moonflight ai check` says what to write",
        )

    def __reduce__(self) -> tuple[type[CannotFollow], tuple[object, ...]]:
        """Make the error picklable, so that a worker process can pass it on."""
        return type(self), (self.line, self.reason)
