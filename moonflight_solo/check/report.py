"""The wording check of an AI card: how each line is read, and everything to be said of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from moonflight_solo.ai_cards.card import (
    AICard,
    AILine,
    ai_card_files,
    ai_card_path,
    load_ai_card,
)
from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.check.codes import codes
from moonflight_solo.check.consistency import consistency_findings
from moonflight_solo.check.diff.disagree import disagreement
from moonflight_solo.check.draft import Draft, Undecided, draft_of
from moonflight_solo.check.finding import Finding, Otherwise
from moonflight_solo.check.reachability.findings import GAMES, reach_findings
from moonflight_solo.check.slots.openings import decided_by_print, slots_of
from moonflight_solo.check.slots.slot import Slot
from moonflight_solo.check.stale import title_of
from moonflight_solo.documents import Document, read_document
from moonflight_solo.rules.catalogue import Catalogue, plain
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.scenario import Expectation
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import one_line

_MOST_COMPARED = 16
_ORDER = ("error", "warning", "note")


@dataclass(frozen=True, slots=True, eq=False)
class CheckedLine:
    """One line as printed, what it is read as ("" if it is not), and the slots of its meaning."""

    printed: NumberedLine
    reads: str
    slots: tuple[Slot, ...]

    @property
    def title(self) -> str:
        """What the line is called."""
        return title_of(self.printed)

    @property
    def words(self) -> str:
        """The line as printed, on one line."""
        return one_line(self.printed.text.words)


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """What the check has to say of an AI card. ``rulings`` are those that fill its slots.

    ``games`` is how many games were looked at for lines that are never followed: none if the card
    cannot be played as it is.
    """

    file: str
    jack: str
    title: str
    lines: tuple[CheckedLine, ...]
    findings: tuple[Finding, ...]
    rulings: Rulings
    games: int

    @property
    def refused(self) -> bool:
        """Whether the card is refused for play."""
        return any(found.severity == "error" for found in self.findings)

    @property
    def by_print(self) -> tuple[int, int]:
        """How many slots the print fills, of how many (see ``decided_by_print``)."""
        return decided_by_print([slot for line in self.lines for slot in line.slots])

    @property
    def counts(self) -> dict[str, int]:
        """How many findings of each severity there are."""
        found = Counter(found.severity for found in self.findings)
        return {severity: found[severity] for severity in _ORDER}  # type: ignore[index]


def check_ai_card(
    source: str | Path,
    catalogue: Catalogue,
    rulings: Rulings | None = None,
    *,
    games: int = GAMES,
) -> Report:
    """Return the report on a Jack's AI card, or on one in a file.

    Whatever is wrong with the words of a card is a finding. Raises :class:`UsageError` for a Jack
    who has no AI card, and :class:`DataError` for a file that has not the shape of one.
    """
    document = read_document(ai_card_path(source, catalogue))
    return check_document(document, catalogue, rulings, games=games)


def check_document(
    document: Document,
    catalogue: Catalogue,
    rulings: Rulings | None = None,
    *,
    games: int = GAMES,
) -> Report:
    """Return the report on the AI card in a document; see :func:`check_ai_card`."""
    known = rulings or printed_rulings()
    draft = draft_of(document, catalogue, known)
    known = known.with_more(list(draft.rulings))
    findings = [_decided(found, draft, catalogue, known) for found in draft.findings]
    slots: dict[NumberedLine, tuple[Slot, ...]] = {}
    if draft.card is not None:
        for line in draft.card.lines:
            slots[line.printed] = slots_of(line, _below(line, draft.card), catalogue, known)
            findings += _unsaid(line, slots[line.printed])
        findings += _settled(draft.card, catalogue, known)
        others = _printed_beside(draft.card, catalogue)
        findings += consistency_findings(draft.card, others, catalogue, known)
        if not draft.refused:
            findings += reach_findings(draft.card, catalogue, known, games=games)
    lines = tuple(
        CheckedLine(line, _reads(draft, line), slots.get(line, ())) for line in draft.lines
    )
    return Report(
        draft.file,
        draft.jack,
        draft.title,
        lines,
        tuple(_sorted(map(_finished, findings), draft)),
        known,
        0 if draft.refused else games,
    )


def _below(line: AILine, card: AICard) -> list[AILine]:
    return [
        each
        for each in card.side(line.printed.turned)
        if line.printed.section == "action" and each.printed.parent == line.number
    ]


def _reads(draft: Draft, line: NumberedLine) -> str:
    settled = draft.settled.get(line)
    return english(settled.meaning) if settled is not None else ""


def _printed_beside(card: AICard, catalogue: Catalogue) -> list[AICard]:
    """Return the printed AI cards of the other Jacks, whose wordings this card stands beside."""
    return [load_ai_card(jack, catalogue) for jack in ai_card_files() if jack != plain(card.jack)]


# ------------------------------------------------------------------------------ readings


def _decided(found: Finding, draft: Draft, catalogue: Catalogue, rulings: Rulings) -> Finding:
    """Return a finding of several readings with a table on which they disagree."""
    undecided = next((each for each in draft.undecided if each.finding is found), None)
    if undecided is None or draft.card is None:
        return found
    return _with_table(found, undecided, draft.card, catalogue, rulings)


def _with_table(
    found: Finding, undecided: Undecided, card: AICard, catalogue: Catalogue, rulings: Rulings
) -> Finding:
    line, meanings = undecided.line, undecided.meanings[:_MOST_COMPARED]
    whole = replace(card, lines=tuple(_with_line(card, line)))
    parted = disagreement(whole, line, meanings, catalogue, rulings)
    if parted is None:
        return found
    readings = tuple(
        Otherwise(english(meaning), does)
        for meaning, does in zip(meanings, parted.does, strict=True)
    )
    more = tuple(Otherwise(english(meaning)) for meaning in undecided.meanings[_MOST_COMPARED:])
    return replace(found, readings=(*readings, *more), table=parted.scenario)


def _with_line(card: AICard, line: AILine) -> Iterator[AILine]:
    """Yield the lines of ``card`` with ``line`` among them, where it is printed."""
    at = line.printed.text.spots[0][1:]
    before = [each for each in card.lines if each.printed.text.spots[0][1:] < at]
    yield from before
    yield line
    yield from (each for each in card.lines if each not in before)


def _settled(card: AICard, catalogue: Catalogue, rulings: Rulings) -> Iterator[Finding]:
    """Yield a note for each line that a ruling has settled, with what it decided against."""
    for line in card.lines:
        others = [each for each in line.settled.others if isinstance(each, ast.Line)]
        if not others:
            continue
        meanings = [line.meaning, *others][:_MOST_COMPARED]
        parted = disagreement(card, line, meanings, catalogue, rulings)
        does = parted.does if parted is not None else ("",) * len(meanings)
        because = (
            f"these words can be read in {len(others) + 1} ways, and ruling "
            f"{line.settled.ruling} takes the first of those below"
        )
        table = None
        if parted is not None:
            outcome = parted.outcomes[0]
            table = parted.scenario
            if outcome is not None and line.printed.section != "reset":
                expect = Expectation(line=outcome.line, notation=outcome.notation)
                table = table.but(expect=expect)
        yield Finding(
            "settled-by-ruling",
            "note",
            line.printed.text,
            0,
            len(line.printed.text.words),
            title_of(line.printed),
            because,
            "show the groups with round brackets, and no ruling is needed",
            line.settled.ruling,
            table,
            tuple(
                Otherwise(english(meaning), done, in_force=meaning is line.meaning)
                for meaning, done in zip(meanings, does, strict=True)
            ),
        )


# ---------------------------------------------------------------------------- not printed


def _unsaid(line: AILine, slots: Sequence[Slot]) -> Iterator[Finding]:
    """Yield a note for each opening of a line, once for all the words that leave it."""
    told: set[tuple[str, str, str]] = set()
    for slot in slots:
        gap = slot.code, slot.ruling, slot.about
        if not slot.code or gap in told:
            continue
        told.add(gap)
        yield Finding(
            slot.code,
            "note",
            line.printed.text,
            *slot.span,
            title_of(line.printed),
            _because(slot),
            slot.remedy,
            slot.ruling,
        )


def _because(slot: Slot) -> str:
    if slot.code == "settled-by-ruling":
        return f"a ruling on these very words answers: {slot.says}"
    return f"not printed, {slot.about}: {slot.says}"


# ------------------------------------------------------------------------------ finishing


def _finished(found: Finding) -> Finding:
    """Return a finding with its reasons as sentences, and advice if it has none of its own."""
    remedy = found.remedy or codes()[found.code].remedy
    return replace(found, because=_sentence(found.because), remedy=_sentence(remedy))


def _sentence(words: str) -> str:
    words = words.strip()
    if not words:
        return ""
    return words[0].upper() + words[1:] + ("" if words.endswith((".", "?", "!")) else ".")


def _sorted(findings: Iterator[Finding], draft: Draft) -> list[Finding]:
    """Return findings by severity, then in printed order."""
    place = {id(line.text): number for number, line in enumerate(draft.lines)}
    return sorted(
        findings,
        key=lambda found: (
            _ORDER.index(found.severity),
            place.get(id(found.text), -1),
            found.start,
            found.code,
            found.ruling,
        ),
    )


# -------------------------------------------------------------------------- for a program


def report_json(report: Report) -> dict[str, Any]:
    """Return a report as plain data, with the keys of ``docs/check.md``."""
    printed, every = report.by_print
    return {
        "file": report.file,
        "jack": report.jack,
        "title": report.title,
        "refused": report.refused,
        "counts": report.counts,
        "by_print": {"printed": printed, "slots": every},
        "games": report.games,
        "lines": [
            {
                "line": line.title,
                "words": line.words,
                "place": line.printed.text.place(0),
                "reads": line.reads,
                "slots": [_slot_json(slot, line, report) for slot in line.slots],
            }
            for line in report.lines
        ],
        "findings": [finding_json(found) for found in report.findings],
    }


def _slot_json(slot: Slot, line: CheckedLine, report: Report) -> dict[str, Any]:
    ruling = report.rulings.by_id.get(slot.ruling)
    return {
        "about": slot.about,
        "says": slot.says,
        "by": slot.by,
        "words": one_line(line.printed.text.words[slot.span[0] : slot.span[1]]),
        "ruling": slot.ruling,
        "why": one_line(ruling.why) if ruling is not None else "",
    }


def finding_json(found: Finding) -> dict[str, Any]:
    """Return a finding as plain data."""
    return {
        "code": found.code,
        "severity": found.severity,
        "line": found.line,
        "place": found.place,
        "sentence": found.text.words,
        "start": found.start,
        "end": found.end,
        "words": found.words,
        "because": found.because,
        "remedy": found.remedy,
        "ruling": found.ruling,
        "certainty": found.certainty,
        "readings": [
            {"says": each.says, "does": each.does, "in_force": each.in_force}
            for each in found.readings
        ],
        "table": None if found.table is None else found.table.written(),
    }
