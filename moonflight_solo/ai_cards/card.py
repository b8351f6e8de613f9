"""A printed AI card: its words, and the settled reading of each line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.how_to_read import Convention, convention_of, with_choices
from moonflight_solo.ai_cards.layout import NumberedLine, Section, laid_out
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.rulings import Ruling, Rulings, printed_rulings
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording.ast import Line, Meaning, Start
from moonflight_solo.wording.disambiguation import Reading, WordRuling, disambiguate
from moonflight_solo.wording.text import one_line, text_at


class AICardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An AI-card file: the Jack, the card as a block of print, and rulings on its words."""

    jack: str
    card: str
    title: str = ""
    rulings: list[Ruling] = []


class AILine(IdentityValue):
    """A numbered line, its settled reading, the ids of the rulings on its exact words, and the
    sentences of the card's box HOW TO READ.
    """

    printed: NumberedLine
    reading: Reading
    ruled_by: tuple[str, ...]
    box: tuple[Convention, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.printed.title}: {self.words}>"

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
    box: tuple[Convention, ...] = ()

    def __repr__(self) -> str:
        return f"<AI card of {self.jack}>"

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
        lines = self.side(line.printed.turned, line.printed.section)
        return tuple(each for each in lines if each.printed.parent == line.number)

    def reset_lines(self, turned: bool) -> list[AILine]:
        """Return the Reset lines of the side that is up before or after the Turn."""
        return self.side(turned, "reset")


def read_otherwise(card: AICard, line: AILine, meaning: Line) -> AICard:
    """Return ``card`` with ``meaning`` as the meaning of ``line``, which is one of its lines."""
    reading = replace(line.reading, meaning=meaning)
    lines = tuple(replace(each, reading=reading) if each is line else each for each in card.lines)
    return replace(card, lines=lines)


def with_choices_of(card: AICard, choices: Mapping[str, str]) -> AICard:
    """Return ``card`` as if its box printed these choices of rulings."""

    def read(line: AILine) -> AILine:
        printed = line.printed
        meaning = with_choices(line.meaning, choices, printed.turned, printed.text.words)
        unchanged = meaning == line.meaning
        return line if unchanged else replace(line, reading=replace(line.reading, meaning=meaning))

    return replace(card, lines=tuple(map(read, card.lines)))


def ai_card_files() -> dict[str, Path]:
    """Return the built-in AI-card files by their Jack's normalized name."""
    return {plain(path.stem): path for path in data_files("ai")}


def rulings_for(cards: Iterable[AICard], switched: Mapping[str, str]) -> Rulings:
    """Return the printed rulings and those of AI cards, with the choices ``switched``."""
    own_rulings = [ruling for card in cards for ruling in card.rulings]
    return printed_rulings().with_more(own_rulings).switch(switched)


def load_ai_card(source: str | Path, cards: Catalogue | None = None) -> AICard:
    """Load the AI card of a Jack (by name) or in a file (a path, or a name ending in .yaml).

    ``cards`` are those it may name, by default the catalogue of the default edition. Raises
    :class:`UsageError` for a Jack without an AI card, and an error with file, line and column for a
    card that cannot be parsed or whose words have several readings without a ruling.
    """
    deck = cards or catalogue()
    path = ai_card_path(source, deck)
    if path in ai_card_files().values():
        return _built_in_ai_card(path, deck)
    return read_ai_card(read_document(path), deck)


@lru_cache(maxsize=64)
def _built_in_ai_card(path: Path, catalogue: Catalogue) -> AICard:
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
    layout = laid_out(text_at(document, "card"))
    box = tuple(map(convention_of, layout.box))
    lines = [read_line(line, file, decisions, box) for line in layout.lines]
    if not any(line.printed.section == "action" for line in lines):
        raise DataError(document.place("card"), *NO_LINE)
    words_of_lines = {line.words for line in lines}
    return AICard(
        jack,
        file.title or f"{jack} AI",
        file.card,
        tuple(lines),
        tuple(file.rulings),
        tuple(ruling for ruling in file.rulings if one_line(ruling.words) not in words_of_lines),
        document,
        box,
    )


KNOWN_JACK: Final = "name a known Jack, or say with --cards where its suit is"
NO_LINE: Final = ("this AI card has no Action line", 'write its lines under "PRE TURN", "ACTION"')


def decisions_of(file: AICardFile, document: Document) -> dict[str, WordRuling]:
    """Return the rulings of an AI-card file by the words of their lines."""
    return {
        one_line(ruling.words): WordRuling(
            ruling.id, ruling.reads, text_at(document, "rulings", index, "reads")
        )
        for index, ruling in enumerate(file.rulings)
    }


def read_line(
    line: NumberedLine,
    file: AICardFile,
    decisions: Mapping[str, WordRuling],
    box: tuple[Convention, ...] = (),
) -> AILine:
    """Return one line of an AI card with its settled reading, filled in as the ``box`` says.

    Raises :class:`~moonflight_solo.wording.text.WordingError` like
    :func:`~moonflight_solo.wording.disambiguation.disambiguate`.
    """
    words = one_line(line.text.words)
    reading = _disambiguate_line(line, decisions)
    ids = tuple(ruling.id for ruling in file.rulings if one_line(ruling.words) == words)
    answers = {ruling: choice for convention in box for ruling, choice in convention.answers}

    def fill(meaning: Meaning) -> Line:
        assert isinstance(meaning, Line)
        return with_choices(meaning, answers, line.turned, line.text.words)

    others = tuple(map(fill, reading.others))
    return AILine(line, replace(reading, meaning=fill(reading.meaning), others=others), ids, box)


_SETTLED: Final[dict[tuple[object, ...], Reading]] = {}
"""What was read in this process: a search reads the same lines on hundreds of cards."""
_MOST_SETTLED: Final = 10_000


def _disambiguate_line(line: NumberedLine, decisions: Mapping[str, WordRuling]) -> Reading:
    """Return :func:`~moonflight_solo.wording.disambiguation.disambiguate` of a line, cached."""
    start: Start = "line" if line.section == "action" else "reset_line"
    decision = decisions.get(one_line(line.text.words))
    key = start, line.text.words, decision and (decision.id, decision.reads)
    if key not in _SETTLED:
        if len(_SETTLED) >= _MOST_SETTLED:
            _SETTLED.clear()
        _SETTLED[key] = disambiguate(line.text, start, decisions)
    return replace(_SETTLED[key], text=line.text)


class CannotFollow(DataError):
    """A line that can be parsed but not followed; ``reason`` says why."""

    def __init__(self, line: AILine, reason: str) -> None:
        self.line = line
        self.reason = reason.rstrip(".")
        super().__init__(
            line.printed.text.place(0),
            f'line {line.number}, "{line.words}", cannot be followed: {self.reason}',
            "`moonflight ai check` suggests words",
        )

    def __reduce__(self) -> tuple[type[CannotFollow], tuple[object, ...]]:
        """Make the error picklable, so that a worker process can pass it on."""
        return type(self), (self.line, self.reason)
