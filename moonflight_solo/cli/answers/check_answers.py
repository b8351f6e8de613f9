"""The answers of commands that check AI cards and cards."""

from __future__ import annotations

from typing import Any, Final, Literal

from moonflight_solo.ai_cards.underspecified.slot import Slot
from moonflight_solo.check.card_texts import CheckedFile, CheckedText
from moonflight_solo.check.finding import AlternativeReading, Finding
from moonflight_solo.check.report import CheckedLine, Report
from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.own_jacks import OwnJack
from moonflight_solo.rules.card_files import StackCondition
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording.text import one_line

ReadingAnswer: Final = answer_about(
    "ReadingAnswer",
    "One of several readings of words, what an AI card would do by it, and words for it alone.",
    AlternativeReading,
    "says does in_force outline write",
)
FindingAnswer: Final = answer_about(
    "FindingAnswer",
    "A finding; docs/check.md explains the fields. A table is a scenario.",
    Finding,
    "code severity line place sentence start end words because remedy ruling certainty readings "
    "table prices",
    readings=[ReadingAnswer],
    table=(dict[str, Any] | None, lambda found: found.table and found.table.written()),
)


class SeverityCounts(JSONAnswer):
    """The number of findings of each severity."""

    error: int
    warning: int
    note: int


class ByPrint(JSONAnswer):
    """The number of slots in all lines, and of those that the print fills."""

    printed: int
    slots: int


SlotAnswer: Final = answer_about(
    "SlotAnswer",
    "Something that must be known to follow a line, and its source.",
    Slot,
    "about says by words ruling why",
    words=str,
    why=str,
)
LineAnswer: Final = answer_about(
    "LineAnswer",
    'A line of an AI card, such as "pre-Turn 5.1", at FILE:LINE:COLUMN, and how it is read.',
    CheckedLine,
    "line words place reads slots",
    line=(str, lambda line: line.title),
    place=(str, lambda line: line.printed.text.place(0)),
    slots=[SlotAnswer],
)
CheckAnswer: Final = answer_about(
    "CheckAnswer",
    'The findings on an AI card: `moonflight ai check`. Its Jack is "" if unknown.',
    Report,
    "file jack title refused counts by_print games upkeep lines findings",
    counts=(SeverityCounts, lambda report: SeverityCounts(**report.counts)),
    by_print=(ByPrint, lambda report: ByPrint(*report.by_print)),
    lines=([LineAnswer], lambda report: [_line(line, report.rulings) for line in report.lines]),
    findings=[FindingAnswer],
)


def _line(line: CheckedLine, rulings: Rulings) -> JSONAnswer:
    slots = [
        SlotAnswer.of(
            slot,
            words=one_line(line.printed.text.words[slice(*slot.span)]),
            why=one_line(rulings.by_id[slot.ruling].why) if slot.ruling else "",
        )
        for slot in line.slots
    ]
    return LineAnswer.of(line, slots=slots)


# ----------------------------------------------------------------------------- card texts

TextAnswer: Final = answer_about(
    "TextAnswer",
    "A card's text and the findings on it.",
    CheckedText,
    "card end text place reads parts findings",
    end=(Literal["before", "after"], lambda text: "after" if text.turned else "before"),
    text=(str, lambda text: one_line(text.text.words)),
    place=(str, lambda text: text.text.place(0)),
    findings=[FindingAnswer],
)
CheckedCards: Final = answer_about(
    "CheckedCards",
    "A card file: `moonflight cards check`, one answer per file.",
    CheckedFile,
    "file cards_of findings texts",
    cards_of=(str, lambda file: file.title),
    findings=[FindingAnswer],
    texts=[TextAnswer],
)
ConditionAnswer: Final = answer_about(
    "ConditionAnswer",
    "How many of something a Supply Stack must have, and how many it has.",
    StackCondition,
    "what due found met",
)
JackAnswer: Final = answer_about(
    "JackAnswer",
    "A user-made Jack: `moonflight jack check`. The AI card is checked once the suit is readable.",
    OwnJack,
    "jack suit supply_stack ai_card",
    jack=(str, lambda own: own.name),
    suit=CheckedCards,
    supply_stack=[ConditionAnswer],
    ai_card=CheckAnswer | None,
)
