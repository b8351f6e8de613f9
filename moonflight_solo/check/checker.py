"""The wording check of an AI card, line by line and as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import (
    AICard,
    AILine,
    ai_card_path,
    read_otherwise,
)
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import BOX_TITLE, changes
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.ai_cards.underspecified.slot import LineContext, Slot
from moonflight_solo.check.consistency import consistency_findings
from moonflight_solo.check.diff.disagree import Disagreement, disagreement
from moonflight_solo.check.diff.proof import line_proof
from moonflight_solo.check.draft import Draft, DraftLine, draft_of
from moonflight_solo.check.finding import (
    AlternativeReading,
    Finding,
    TitledText,
    alternative_readings,
    codes,
    finding,
    standard_finding,
)
from moonflight_solo.check.fix.proposals import propose, said_in_box
from moonflight_solo.check.fix.writing import line_start, printed_width, readings_of
from moonflight_solo.check.games import other_ai_cards, upkeep
from moonflight_solo.check.play_findings import omission_findings, play_findings, with_ruled_tables
from moonflight_solo.check.reachability.findings import reach_findings
from moonflight_solo.check.reachability.side import SideProver, sides_of
from moonflight_solo.check.report import GAMES, ORDER, CheckedLine, Report
from moonflight_solo.documents import Document, read_document
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.scenario import Expectation
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english

_MOST_COMPARED = 16


def check_ai_card(
    source: str | Path | AICard,
    cards: Catalogue | None = None,
    rulings: Rulings | None = None,
    *,
    games: int = GAMES,
) -> Report:
    """Check an AI card: one that is loaded, a Jack's, or the one in a file.

    ``cards`` are those it may name; ``games`` are played to see which lines are ever followed.
    Anything wrong with the card's words is a finding. Raises :class:`UsageError` for a Jack without
    an AI card, and :class:`DataError` for a file that does not have the format of one.
    """
    basis = Basis(cards or catalogue(), rulings or printed_rulings())
    if isinstance(source, AICard):
        document = source.document
    else:
        document = read_document(ai_card_path(source, basis.names))
    return check_document(document, basis, games=games)


def check_document(document: Document, basis: Basis, *, games: int = GAMES) -> Report:
    """Check the AI card in a document; see :func:`check_ai_card`."""
    draft = draft_of(document, basis)
    card, basis = draft.card, basis.with_rulings(draft.rulings)
    findings, lines, effort = list(draft.findings), [], None
    for line in draft.lines:
        of_line, slots = _line_findings(line, card, basis)
        findings += of_line
        reads = "" if line.line is None or line.ambiguous else english(line.line.meaning)
        lines.append(CheckedLine(line.printed, reads, slots))
    findings += _idle(draft, lines)
    refused = any(each.severity == "error" for each in findings)
    if card is not None:
        findings += consistency_findings(card, other_ai_cards(card, basis.names), basis)
        sides = sides_of(card, basis)
        if not refused:
            findings = _with_play(findings, card, sides, basis, games)
            effort = upkeep(sides) if games else None
        findings = list(_advised(findings, card, sides, basis))
    # Without specific advice, use the code's general remedy.
    advised = [x if x.remedy else replace(x, remedy=codes()[x.code].remedy) for x in findings]
    in_order = tuple(_sort_findings(advised, lines))
    games = 0 if refused else games
    title = draft.file, draft.jack, draft.title
    return Report(*title, tuple(lines), in_order, basis.rulings, games, effort)


def _line_findings(
    drafted: DraftLine, card: AICard | None, basis: Basis
) -> tuple[list[Finding], tuple[Slot, ...]]:
    """Return the findings on a line by itself, and its slots, none if it cannot be followed."""
    line, findings = drafted.line, drafted.findings
    if card is None or line is None:
        return findings, ()
    if drafted.ambiguous:
        parted = _parting(card, line, basis)
        if parted is not None:
            more = {"readings": _readings(line, parted), "table": parted.scenario}
            findings = [replace(x, **more) if x.code == "several-readings" else x for x in findings]
        return findings, ()
    if line not in card.lines:
        return findings, ()
    slots = slots_of(LineContext(line, card.below(line), basis, card.jack))
    findings = [*findings, *_gaps(line, slots)]
    if line.reading.others:
        findings.append(_reading_finding(line, _parting(card, line, basis)))
    return findings, slots


def _idle(draft: Draft, lines: Sequence[CheckedLine]) -> Iterator[Finding]:
    """Yield each sentence of the box HOW TO READ that answers nothing on its card."""
    rulings = {slot.ruling for line in lines for slot in line.slots}
    for convention in () if draft.card is None else draft.card.box:
        changed = any(
            changes(convention, meaning, line.printed.turned, line.printed.text.words)
            for line in draft.lines
            for meaning in readings_of(line.printed.text.words, line_start(line.printed))
            if isinstance(meaning, ast.Line)
        )
        if not changed and rulings.isdisjoint(ruling for ruling, _ in convention.answers):
            on = TitledText(convention.text, BOX_TITLE)
            yield standard_finding("stale-ruling", on, case="box")


def _with_play(
    findings: Sequence[Finding], card: AICard, sides: Sequence[SideProver], basis: Basis, games: int
) -> list[Finding]:
    """Return the findings on a card that can be played, with those on how it plays."""
    in_play = play_findings(sides)
    never = [each.text for each in in_play if each.code == "never-kept"]
    so_far = [*findings, *reach_findings(sides, games=games)]
    # No need to report as unseen in games what is proved.
    seen = [each for each in so_far if each.code != "never-seen" or each.text not in never]
    return [*with_ruled_tables([*seen, *in_play], sides), *omission_findings(card, basis)]


_SAID_ALREADY = frozenset({"near-name", "mixed-connectives"})
"""Codes whose remedy already names the word to write."""
_OF_MEANING = frozenset({"two-wordings", "near-name", "mixed-connectives"})
"""Codes that say of words that they could be others without meaning anything else."""


def _advised(
    findings: Sequence[Finding], card: AICard, sides: Sequence[SideProver], basis: Basis
) -> Iterator[Finding]:
    """Yield findings that no proof refutes, with what to print: in the box, or on each line."""
    boxed = said_in_box(findings, card, basis, printed_width())
    sentences = {id(each): sentence for sentence, those in boxed.items() for each in those}
    lines = {id(line.printed.text): line for line in card.lines}
    for each in findings:
        sentence, line = sentences.get(id(each)), lines.get(id(each.text))
        if sentence is not None:
            yield replace(each, remedy=f"Print in a box {BOX_TITLE}: “{sentence}”")
        elif line is None:
            yield each
        elif (advised := _with_remedy(each, line, sides[line.printed.turned])) is not None:
            yield advised


def _with_remedy(finding: Finding, line: AILine, side: SideProver) -> Finding | None:
    """Replace a finding's remedy by the reworded line, if that is proved to do the same.

    Words that are meant to change play say so; a finding that no rewording is proved for keeps its
    own advice. ``None`` for one that the proof refutes: its words mean something else than those
    it wants.
    """
    rewording = propose(finding, line, side.context)
    if rewording is None:
        return finding
    words, meaning = rewording
    proof = line_proof(side, side.card, read_otherwise(side.card, line, meaning), line)
    if proof is not None and proof.verdict == "same":
        already = finding.code in _SAID_ALREADY
        return finding if already else replace(finding, remedy=f"Write “{words}”")
    if finding.code == "score-played-away":
        return replace(finding, remedy=f"Write “{words}”, which changes play.")
    return None if finding.code in _OF_MEANING else finding


def _sort_findings(findings: Iterable[Finding], lines: Sequence[CheckedLine]) -> list[Finding]:
    """Sort findings by severity, then in printed order."""
    place = {id(line.printed.text): number for number, line in enumerate(lines)}
    return sorted(
        findings,
        key=lambda each: (
            ORDER.index(each.severity),
            place.get(id(each.text), -1),
            each.start,
            each.code,
            each.ruling,
        ),
    )


# ------------------------------------------------------------------------------ readings


def _meanings(line: AILine) -> list[ast.Line]:
    others = (each for each in line.reading.others if isinstance(each, ast.Line))
    return [line.meaning, *others]


def _readings(line: AILine, parted: Disagreement | None) -> tuple[AlternativeReading, ...]:
    """Return every reading of a line, those compared with their acts where these differ."""
    in_force = line.reading.meaning if line.reading.ruling else None
    does = () if parted is None else parted.does
    return alternative_readings(_meanings(line), line.words, does, in_force)


def _parting(card: AICard, line: AILine, basis: Basis) -> Disagreement | None:
    """Return a table on which the readings of a line differ, ``None`` if none was found."""
    lines = sorted({*card.lines, line}, key=lambda each: each.printed.text.spots[0][1:])
    whole = replace(card, lines=tuple(lines))
    return disagreement(whole, line, _meanings(line)[:_MOST_COMPARED], basis)


def _reading_finding(line: AILine, parted: Disagreement | None) -> Finding:
    """Return the note that a ruling settled a line, with the readings it rejected."""
    ruling, table = line.reading.ruling, None
    if parted is not None:
        table, outcome = parted.scenario, parted.outcomes[0]
        if outcome is not None and line.printed.section == "action":
            table = table.but(expect=Expectation(line=outcome.line, notation=outcome.notation))
    readings = _readings(line, parted)
    more: dict[str, Any] = {"ruling": ruling, "table": table, "readings": readings}
    return standard_finding("settled-by-ruling", line.printed, number=len(readings), **more)


# ---------------------------------------------------------------------------- not printed


def _gaps(line: AILine, slots: Sequence[Slot]) -> Iterator[Finding]:
    """Yield a note for each gap of a line, once for all the words that leave it."""
    first: dict[tuple[str, str, str], Slot] = {}
    for slot in slots:
        if slot.code:
            first.setdefault((slot.code, slot.ruling, slot.about), slot)
    for slot in first.values():
        because = f"not printed – {slot.about}: {slot.says}"
        if slot.code == "settled-by-ruling":
            because = f"a ruling on these words answers: {slot.says}"
        yield finding(slot.code, line.printed, because, slot.remedy, slot.span, ruling=slot.ruling)
