"""An AI card as somebody is writing it: its lines settled one by one, with all that is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from moonflight_solo.ai_cards.card import (
    NO_LINE,
    AICard,
    AICardFile,
    AILine,
    CannotFollow,
    decisions_of,
    read_line,
)
from moonflight_solo.ai_cards.layout import Misplaced, NumberedLine, numbered_lines
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.check.finding import Finding, Otherwise
from moonflight_solo.check.names import names_in, span_of_name
from moonflight_solo.check.stale import stale_rulings, title_of
from moonflight_solo.documents import Document, convert
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.rulings import Ruling, Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import Ambiguous, Decision, Misfit, Settled
from moonflight_solo.wording.english import english
from moonflight_solo.wording.errors import WordingError
from moonflight_solo.wording.text import one_line, printed


@dataclass(frozen=True, slots=True, eq=False)
class Undecided:
    """A line with several meanings and no ruling, as if it had the first of them."""

    line: AILine
    meanings: tuple[ast.Line, ...]
    finding: Finding


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """What came of an AI-card file: ``lines`` as printed, and of each what it is settled to mean.

    ``card`` has the lines that can be followed, and is the whole AI card if there are no
    ``findings`` that are errors; ``None`` if its Jack is not known.
    """

    file: str
    jack: str
    title: str
    lines: tuple[NumberedLine, ...]
    settled: Mapping[NumberedLine, AILine]
    undecided: tuple[Undecided, ...]
    rulings: tuple[Ruling, ...]
    card: AICard | None
    findings: tuple[Finding, ...]

    @property
    def refused(self) -> bool:
        """Whether something is wrong with which the card cannot be played."""
        return any(found.severity == "error" for found in self.findings)


def draft_of(document: Document, catalogue: Catalogue, rulings: Rulings) -> Draft:
    """Return what can be made of an AI-card file, and everything that is wrong with its words.

    Raises :class:`DataError` only for a file that has not the shape of an AI card at all.
    """
    file = convert(document, AICardFile)
    findings: list[Finding] = []
    try:
        jack = catalogue.jack(file.jack)
    except UnknownName as error:
        jack = ""
        name = printed(document, "jack")
        findings.append(
            Finding("unknown-name", "error", name, 0, len(name.words), "jack", str(error))
        )
    lines = _laid_out(document, findings)
    read, undecided = _settled(lines, file, document, findings)
    if jack:
        named = [line for line in read.values() if not _unknown(line, catalogue, findings)]
        named += [each.line for each in undecided if not _unknown(each.line, catalogue, findings)]
        whole = _card(jack, file, document, named)
        followed = [line for line in named if _follows(line, whole, catalogue, rulings, findings)]
        card = _card(jack, file, document, [each for each in read.values() if each in followed])
    findings += stale_rulings(file, document, lines)
    order = {id(line.text): number for number, line in enumerate(lines)}
    findings.sort(key=lambda found: (order.get(id(found.text), -1), found.start))
    return Draft(
        document.file,
        jack,
        file.title or (f"{jack} AI" if jack else ""),
        tuple(lines),
        read,
        tuple(undecided),
        tuple(file.rulings),
        card if jack else None,
        tuple(findings),
    )


def _error(code: str, line: NumberedLine, because: str, remedy: str = "") -> Finding:
    return Finding(
        code, "error", line.text, 0, len(line.text.words), title_of(line), because, remedy
    )


def _card(jack: str, file: AICardFile, document: Document, lines: Sequence[AILine]) -> AICard:
    return AICard(
        jack,
        file.title or f"{jack} AI",
        file.card,
        tuple(lines),
        tuple(file.rulings),
        (),
        document.file,
    )


# ------------------------------------------------------------------------------- layout


def _laid_out(document: Document, findings: list[Finding]) -> list[NumberedLine]:
    block = printed(document, "card")
    wrong: list[Misplaced] = []
    lines = numbered_lines(block, wrong.append)
    told = ""
    for error in wrong:
        # What stands before any heading is one mistake, however many lines it is.
        if error.remedy != told:
            whole = (error.text, 0, len(error.text.words))
            findings.append(Finding("bad-layout", "error", *whole, "", error.problem, error.remedy))
        told = error.remedy
    if not any(line.section == "action" for line in lines):
        end = len(block.words.partition("\n")[0])
        findings.append(Finding("bad-layout", "error", block, 0, end, "", *NO_LINE))
    return lines


# ---------------------------------------------------------------------- reading the words


def _settled(
    lines: Sequence[NumberedLine],
    file: AICardFile,
    document: Document,
    findings: list[Finding],
) -> tuple[dict[NumberedLine, AILine], list[Undecided]]:
    decisions = decisions_of(file, document)
    read: dict[NumberedLine, AILine] = {}
    undecided: list[Undecided] = []
    for line in lines:
        decision = decisions.get(one_line(line.text.words))
        try:
            read[line] = read_line(line, file, decisions)
        except Ambiguous as error:
            if decision is not None and error.text is decision.text:
                findings.append(_misread(line, decision, error, error.found))
                continue
            finding = _several(line, error)
            findings.append(finding)
            meanings = cast("tuple[ast.Line, ...]", error.found)
            settled = Settled(line.text, meanings[0], others=meanings[1:])
            undecided.append(Undecided(AILine(line, settled, ()), meanings, finding))
        except Misfit as error:
            findings.append(_misread(line, decision, error, error.found))
        except WordingError as error:
            if decision is not None and error.text is not line.text:
                findings.append(_misread(line, decision, error, ()))
            else:
                findings.append(_not_read(line, error))
    return read, undecided


def _several(line: NumberedLine, error: Ambiguous) -> Finding:
    because = (
        f"these words can be read in {len(error.found)} ways, and no ruling on them says which"
    )
    remedy = (
        "say it in one of the ways shown, in two lines, or add a ruling on these very words with "
        '"reads:"'
    )
    found = _error("several-readings", line, because, remedy)
    return replace(found, readings=tuple(Otherwise(english(each)) for each in error.found))


def _not_read(line: NumberedLine, error: WordingError) -> Finding:
    remedy = f"nearest understood: {'; '.join(error.nearest)}" if error.nearest else ""
    found = _error("not-read", line, error.problem, remedy)
    start = min(error.start, max(0, len(line.text.words) - 1))
    return replace(found, start=start, end=max(error.end, start + 1))


def _misread(
    line: NumberedLine,
    decision: Decision | None,
    error: WordingError,
    found: Sequence[ast.Meaning],
) -> Finding:
    ruling = decision.id if decision else ""
    if isinstance(error, Misfit):
        because = f"ruling {ruling} takes these words to say what they cannot mean"
        remedy = 'let "reads:" say one of the ways shown, or mend the words'
    elif isinstance(error, Ambiguous):
        because = f"what ruling {ruling} reads these words as can be read in several ways itself"
        remedy = 'put round brackets into "reads:" until it says one thing'
    else:
        because = f"what ruling {ruling} reads these words as is not understood: {error.problem}"
        remedy = 'say it in words that are understood in "reads:"'
    return replace(
        _error("ruling-misfit", line, because, remedy),
        ruling=ruling,
        readings=tuple(Otherwise(english(each)) for each in found),
    )


# --------------------------------------------------------------------------------- names


def _unknown(line: AILine, catalogue: Catalogue, findings: list[Finding]) -> bool:
    """Add a finding for each name in a line that nothing has; return whether there is one."""
    wrong: list[Finding] = []
    for name in dict.fromkeys(names_in(line.meaning)):
        try:
            if name.of_suit:
                catalogue.suit(name.name)
            else:
                catalogue.card(name.name, line.printed.turned)
        except UnknownName as error:
            start, end = span_of_name(line.printed.text, name)
            found = _error("unknown-name", line.printed, str(error), "mend the name")
            wrong.append(replace(found, start=start, end=end))
    findings += wrong
    return bool(wrong)


# ------------------------------------------------------------------------------ following


def _follows(
    line: AILine,
    whole: AICard,
    catalogue: Catalogue,
    rulings: Rulings,
    findings: list[Finding],
) -> bool:
    """Return whether a line can be followed, with the one it belongs to; else add a finding."""
    above = line.printed.parent
    family = [line]
    if above:
        side = whole.side(line.printed.turned)
        parents = [each for each in side if each.number == above]
        if not parents or not _compiles(parents[:1], whole, catalogue, rulings):
            return False  # that there is no such line to follow is told of elsewhere
        family = [parents[0], line]
    error = _fault(family, whole, catalogue, rulings)
    if error is not None:
        findings.append(_error("cannot-follow", line.printed, error.reason, "reword the line"))
    return error is None


def _compiles(
    lines: Sequence[AILine], whole: AICard, catalogue: Catalogue, rulings: Rulings
) -> bool:
    return _fault(lines, whole, catalogue, rulings) is None


def _fault(
    lines: Sequence[AILine], whole: AICard, catalogue: Catalogue, rulings: Rulings
) -> CannotFollow | None:
    alone = replace(whole, lines=tuple(lines))
    turned = lines[0].printed.turned
    try:
        compile_side(alone, turned, catalogue, rulings)
        ResetLines(alone, turned, catalogue, rulings)
    except CannotFollow as error:
        return error
    return None
