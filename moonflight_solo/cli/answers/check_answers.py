"""The answers of commands that check AI cards and cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from moonflight_solo.check.card_texts import CheckedFile, Part
from moonflight_solo.check.finding import Finding, Price, Severity
from moonflight_solo.check.report import CheckedLine, ReadingEffort, Report
from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording.text import one_line


class ReadingAnswer(JSONAnswer):
    """One of several readings of words, what an AI card would do by it, and words for it alone."""

    says: str
    does: str
    in_force: bool
    outline: list[str]
    write: str


class FindingAnswer(JSONAnswer):
    """A finding; docs/check.md explains the fields. A table is a scenario."""

    code: str
    severity: Severity
    line: str
    place: str
    sentence: str
    start: int
    end: int
    words: str
    because: str
    remedy: str
    ruling: str
    certainty: str
    readings: list[ReadingAnswer]
    table: dict[str, Any] | None
    prices: list[Price]


def finding_answers(findings: Iterable[Finding]) -> list[FindingAnswer]:
    """Return findings as answers."""
    return [
        FindingAnswer.of(found, table=found.table and found.table.written()) for found in findings
    ]


class SeverityCounts(JSONAnswer):
    """The number of findings of each severity."""

    error: int
    warning: int
    note: int


class ByPrint(JSONAnswer):
    """The number of slots in all lines, and of those that the print fills."""

    printed: int
    slots: int


class SlotAnswer(JSONAnswer):
    """Something that must be known to follow a line, and its source."""

    about: str
    says: str
    by: Literal["print", "default", "ruling"]
    words: str
    ruling: str
    why: str


class LineAnswer(JSONAnswer):
    """A line of an AI card, such as "pre-Turn 5.1", at FILE:LINE:COLUMN, and how it is read."""

    line: str
    words: str
    place: str
    reads: str
    slots: list[SlotAnswer]


class CheckAnswer(JSONAnswer):
    """The findings on an AI card: `moonflight ai check`. Its Jack is "" if unknown."""

    file: str
    jack: str
    title: str
    refused: bool
    counts: SeverityCounts
    by_print: ByPrint
    games: int
    upkeep: ReadingEffort | None
    lines: list[LineAnswer]
    findings: list[FindingAnswer]


def check_answer(report: Report) -> CheckAnswer:
    """Return a report as an answer."""
    return CheckAnswer.of(
        report,
        by_print=ByPrint(*report.by_print),
        lines=[_line(line, report.rulings) for line in report.lines],
        findings=finding_answers(report.findings),
    )


def _line(line: CheckedLine, rulings: Rulings) -> LineAnswer:
    text = line.printed.text
    slots = [
        SlotAnswer.of(
            slot,
            words=one_line(text.words[slice(*slot.span)]),
            why=one_line(rulings.by_id[slot.ruling].why) if slot.ruling else "",
        )
        for slot in line.slots
    ]
    return LineAnswer.of(line, line=line.title, place=text.place(0), slots=slots)


# ----------------------------------------------------------------------------- card texts


class TextAnswer(JSONAnswer):
    """A card's text and the findings on it."""

    card: str
    end: Literal["before", "after"]
    text: str
    place: str
    reads: str
    parts: list[Part]
    findings: list[FindingAnswer]


class CheckedCards(JSONAnswer):
    """A card file: `moonflight cards check`, one answer per file."""

    file: str
    cards_of: str
    findings: list[FindingAnswer]
    texts: list[TextAnswer]


def cards_answer(checked: CheckedFile) -> CheckedCards:
    """Return a checked card file as an answer."""
    texts = [
        TextAnswer.of(
            text,
            end="after" if text.turned else "before",
            text=one_line(text.text.words),
            place=text.text.place(0),
            findings=finding_answers(text.findings),
        )
        for text in checked.texts
    ]
    findings = finding_answers(checked.findings)
    return CheckedCards.of(checked, cards_of=checked.title, findings=findings, texts=texts)


class ConditionAnswer(JSONAnswer):
    """How many of something a Supply Stack must have, and how many it has."""

    what: str
    due: int
    found: int
    met: bool


class JackAnswer(JSONAnswer):
    """A user-made Jack: `moonflight jack check`. The AI card is checked once the suit is
    readable.
    """

    jack: str
    suit: CheckedCards
    supply_stack: list[ConditionAnswer]
    ai_card: CheckAnswer | None
