"""A printed AI card: its words, and each line with its settled reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.printed_lines import NumberedLine, Section, numbered_lines
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.rulings import Ruling
from moonflight_solo.values import Thing
from moonflight_solo.wording.ast import Line
from moonflight_solo.wording.disambiguation import Reading, WordRuling, disambiguate
from moonflight_solo.wording.text import one_line, printed


class AICardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An AI-card file: whose it is, the card as a block of print, rulings on its words."""

    jack: str
    card: str
    title: str = ""
    rulings: list[Ruling] = []


class AILine(Thing):
    """A numbered line, its settled reading, and the ids of the rulings on its very words."""

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


class AICard(Thing):
    """One Jack's AI card. ``stale`` lists rulings whose words stand on no line any more."""

    jack: str
    title: str
    printed: str
    lines: tuple[AILine, ...]
    rulings: tuple[Ruling, ...]
    stale: tuple[Ruling, ...]
    file: str

    def side(self, turned: bool, section: Section = "action") -> list[AILine]:
        """Return the lines of one section of the side that is up before or after the Turn."""
        part = turned, section
        return [x for x in self.lines if (x.printed.turned, x.printed.section) == part]

    def main_lines(self, turned: bool) -> list[AILine]:
        """Return the action lines of a side without those that belong to others."""
        return [line for line in self.side(turned) if not line.printed.parent]

    def below(self, line: AILine) -> tuple[AILine, ...]:
        """Return the lines that belong to ``line``, in printed order."""
        beside = self.side(line.printed.turned, line.printed.section)
        return tuple(each for each in beside if each.printed.parent == line.number)

    def reset_lines(self, turned: bool) -> list[AILine]:
        """Return the Reset lines of the side that is up before or after the Turn."""
        return self.side(turned, "reset")


def read_otherwise(card: AICard, line: AILine, meaning: Line) -> AICard:
    """Return ``card`` as it would be if ``line``, one of its lines, meant ``meaning``."""
    reading = replace(line.reading, meaning=meaning)
    lines = tuple(replace(each, reading=reading) if each is line else each for each in card.lines)
    return replace(card, lines=lines)


def ai_card_files() -> dict[str, Path]:
    """Return the built-in AI-card files by their Jack's name, as compared."""
    return {plain(path.stem): path for path in data_files("ai")}


def load_ai_card(source: str | Path, cards: Catalogue | None = None) -> AICard:
    """Return the AI card of a Jack (by name) or in a file (a path, or a name ending in .yaml).

    ``cards`` are those it names, of the edition as it is unless given.

    Raises :class:`UsageError` for a Jack who has none, and an error with file, line and column
    for a card that cannot be read or whose words can be read in several ways without a ruling.
    """
    known = cards or catalogue()
    path = ai_card_path(source, known)
    if path in ai_card_files().values():
        return _printed(path, known)
    return read_ai_card(read_document(path), known)


@lru_cache(maxsize=64)
def _printed(path: Path, catalogue: Catalogue) -> AICard:
    """Return a built-in AI card, read once; a file of one's own may change and is read anew."""
    return read_ai_card(read_document(path), catalogue)


def ai_card_path(source: str | Path, catalogue: Catalogue) -> Path:
    """Return the file of a Jack's AI card, or the file that ``source`` names itself."""
    if isinstance(source, Path) or source.endswith((".yaml", ".yml")):
        return Path(source)
    jack = catalogue.jack(source)
    path = ai_card_files().get(plain(jack))
    if path is None:
        raise UsageError(f"{jack} has no AI card; give one with --ai FILE.")
    return path


def read_ai_card(document: Document, catalogue: Catalogue) -> AICard:
    """Return the AI card in a document; raises as :func:`load_ai_card` does."""
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
        document.file,
    )


KNOWN_JACK: Final = "name a known Jack, or say with --cards where its suit is"
NO_LINE: Final = (
    "this AI card has no line to act by",
    'write its lines under "PRE TURN", "ACTION"',
)


def decisions_of(file: AICardFile, document: Document) -> dict[str, WordRuling]:
    """Return the rulings of an AI-card file by the words of the lines they are bound to."""
    return {
        one_line(ruling.words): WordRuling(
            ruling.id, ruling.reads, printed(document, "rulings", index, "reads")
        )
        for index, ruling in enumerate(file.rulings)
    }


def read_line(line: NumberedLine, file: AICardFile, decisions: Mapping[str, WordRuling]) -> AILine:
    """Return one line of an AI card with its settled reading.

    Raises :class:`~moonflight_solo.wording.text.WordingError` as
    :func:`~moonflight_solo.wording.disambiguation.disambiguate` does.
    """
    reading = disambiguate(
        line.text, "line" if line.section == "action" else "reset_line", decisions
    )
    words = one_line(line.text.words)
    ruled = tuple(ruling.id for ruling in file.rulings if one_line(ruling.words) == words)
    return AILine(line, reading, ruled)


class CannotFollow(DataError):
    """A line that is read but cannot be followed; ``reason`` says why."""

    def __init__(self, line: AILine, reason: str) -> None:
        self.line = line
        self.reason = reason.rstrip(".")
        super().__init__(
            line.printed.text.place(0),
            f'line {line.number}, "{line.words}", cannot be followed: {self.reason}',
            "`moonflight ai check` says what to write",
        )

    def __reduce__(self) -> tuple[type[CannotFollow], tuple[object, ...]]:
        """Let the error cross from a worker process to the one that shows it."""
        return type(self), (self.line, self.reason)
