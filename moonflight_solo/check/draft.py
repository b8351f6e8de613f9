"""An AI card as somebody is writing it: its lines read one by one, with all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, cast

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
from moonflight_solo.check.finding import Finding, Otherwise, finding
from moonflight_solo.check.names import name_findings
from moonflight_solo.documents import Document, convert
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.rulings import Ruling, Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import Ambiguous, Decision, Reading, RulingMismatch
from moonflight_solo.wording.english import english
from moonflight_solo.wording.errors import WordingError
from moonflight_solo.wording.text import Text, one_line, printed


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """What came of an AI-card file: ``lines`` as printed, and of each how it is ``read``.

    ``undecided`` are those with several meanings and no ruling, as if each had the first of them,
    with their findings. ``card`` has the lines that can be followed, and is the whole AI card if
    there are no ``findings`` that are errors; ``None`` if its Jack is not known.
    """

    file: str
    jack: str
    title: str
    lines: tuple[NumberedLine, ...]
    read: Mapping[NumberedLine, AILine]
    undecided: tuple[tuple[AILine, Finding], ...]
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
    jack = ""
    findings: list[Finding] = []
    try:
        jack = catalogue.jack(file.jack)
    except UnknownName as error:
        findings.append(finding("unknown-name", printed(document, "jack"), "jack", str(error)))
    lines = _laid_out(document, findings)
    read: dict[NumberedLine, AILine] = {}
    undecided: list[tuple[AILine, Finding]] = []
    decisions = decisions_of(file, document)
    for line in lines:
        found = _read(line, file, decisions)
        if isinstance(found, AILine):
            read[line] = found
        else:
            findings.append(found[1])
            undecided += [(found[0], found[1])] if found[0] is not None else []
    title = file.title or (f"{jack} AI" if jack else "")
    card = None
    if jack:
        known = [
            line
            for line in (*read.values(), *(line for line, _ in undecided))
            if not _unknown(line, catalogue, findings)
        ]
        rulings_of_its_own = tuple(file.rulings)
        card = AICard(jack, title, file.card, tuple(known), rulings_of_its_own, (), document.file)
        followed = [line for line in known if _follows(line, card, catalogue, rulings, findings)]
        kept = tuple(line for line in read.values() if line in followed)
        card = replace(card, lines=kept)
    findings += _stale_rulings(file, document, lines)
    order = {id(line.text): number for number, line in enumerate(lines)}
    findings.sort(key=lambda found: (order.get(id(found.text), -1), found.start))
    return Draft(
        document.file,
        jack,
        title,
        tuple(lines),
        read,
        tuple(undecided),
        tuple(file.rulings),
        card,
        tuple(findings),
    )


def _laid_out(document: Document, findings: list[Finding]) -> list[NumberedLine]:
    block = printed(document, "card")
    wrong: list[Misplaced] = []
    lines = numbered_lines(block, wrong.append)
    told = ""
    for error in wrong:
        # What stands before any heading is one mistake, however many lines it is.
        if error.remedy != told:
            findings.append(finding("bad-layout", error.text, "", error.problem, error.remedy))
        told = error.remedy
    if not any(line.section == "action" for line in lines):
        end = len(block.words.partition("\n")[0])
        findings.append(finding("bad-layout", block, "", *NO_LINE, (0, end)))
    return lines


def _error(code: str, line: NumberedLine, because: str, remedy: str, **more: Any) -> Finding:
    return finding(code, line.text, line.title, because, remedy, **more)


# ---------------------------------------------------------------------- reading the words


def _read(
    line: NumberedLine, file: AICardFile, decisions: Mapping[str, Decision]
) -> AILine | tuple[AILine | None, Finding]:
    """Return a line as it is read, else what is wrong with it, with the line if it has meanings."""
    decision = decisions.get(one_line(line.text.words))
    try:
        return read_line(line, file, decisions)
    except WordingError as error:
        if decision is not None and _is_of_ruling(error, line):
            return None, _misread(line, decision, error)
        if not isinstance(error, Ambiguous):
            return None, _not_read(line, error)
        first, *others = cast("tuple[ast.Line, ...]", error.found)
        ambiguous = AILine(line, Reading(line.text, first, others=tuple(others)), ())
        return ambiguous, _several(line, error)


def _is_of_ruling(error: WordingError, line: NumberedLine) -> bool:
    return isinstance(error, RulingMismatch) or error.text is not line.text


def _several(line: NumberedLine, error: Ambiguous) -> Finding:
    because = (
        f"these words can be read in {len(error.found)} ways, and no ruling on them says which"
    )
    remedy = (
        "say it in one of the ways shown, in two lines, or add a ruling on these very words with "
        '"reads:"'
    )
    readings = tuple(Otherwise(english(each)) for each in error.found)
    return _error("several-readings", line, because, remedy, readings=readings)


def _not_read(line: NumberedLine, error: WordingError) -> Finding:
    remedy = f"nearest understood: {'; '.join(error.nearest)}" if error.nearest else ""
    start = min(error.start, max(0, len(line.text.words) - 1))
    span = start, max(error.end, start + 1)
    return _error("not-read", line, error.problem, remedy, span=span)


def _misread(line: NumberedLine, decision: Decision, error: WordingError) -> Finding:
    ruling = decision.id
    if isinstance(error, RulingMismatch):
        because = f"ruling {ruling} takes these words to say what they cannot mean"
        remedy = 'let "reads:" say one of the ways shown, or mend the words'
    elif isinstance(error, Ambiguous):
        because = f"what ruling {ruling} reads these words as can be read in several ways itself"
        remedy = 'put round brackets into "reads:" until it says one thing'
    else:
        because = f"what ruling {ruling} reads these words as is not understood: {error.problem}"
        remedy = 'say it in words that are understood in "reads:"'
    found = error.found if isinstance(error, RulingMismatch | Ambiguous) else ()
    readings = tuple(Otherwise(english(each)) for each in found)
    return _error("ruling-misfit", line, because, remedy, ruling=ruling, readings=readings)


# ------------------------------------------------------------------- names, and following


def _unknown(line: AILine, catalogue: Catalogue, findings: list[Finding]) -> bool:
    """Add a finding for each name in a line that nothing has; return whether there is one."""
    at = line.printed
    found = name_findings(at.text, at.title, line.meaning, at.turned, catalogue)
    wrong = [each for each in found if each.code == "unknown-name"]
    findings += wrong
    return bool(wrong)


def _follows(
    line: AILine,
    whole: AICard,
    catalogue: Catalogue,
    rulings: Rulings,
    findings: list[Finding],
) -> bool:
    """Return whether a line can be followed, with the one it belongs to; else add a finding."""
    family = [line]
    above = line.printed.parent
    if above:
        parents = [each for each in whole.side(line.printed.turned) if each.number == above][:1]
        if not parents or _fault(parents, whole, catalogue, rulings) is not None:
            return False  # that there is no such line to follow is told of elsewhere
        family = [*parents, line]
    error = _fault(family, whole, catalogue, rulings)
    if error is not None:
        findings.append(_error("cannot-follow", line.printed, error.reason, "reword the line"))
    return error is None


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


# --------------------------------------------------------------------------- stale rulings


def _stale_rulings(
    file: AICardFile, document: Document, lines: Sequence[NumberedLine]
) -> Iterator[Finding]:
    """Yield a warning for each ruling whose words stand on no line, and the line most like them."""
    standing = {one_line(line.text.words): line for line in lines}
    for index, ruling in enumerate(file.rulings):
        words = one_line(ruling.words)
        if not words or words in standing:
            continue
        text = printed(document, "rulings", index, "words")
        span = None
        because = f"ruling {ruling.id} is bound to words that stand on no line"
        for said in get_close_matches(words, standing, 1, 0.6):
            because += f' any more; {standing[said].title} is nearest, and says "{said}"'
            span = _other_words(text, said)
        remedy = (
            "think the ruling over, and bind it to the words that are printed now, or take it out"
        )
        more: Any = {"span": span, "ruling": ruling.id}
        yield finding("stale-ruling", text, ruling.id, because, remedy, **more)


def _other_words(text: Text, standing: str) -> tuple[int, int]:
    """Return the span of the words of ``text`` that are not where ``standing`` has them too."""
    found = list(re.finditer(r"\S+", text.words))
    old, new = [match[0] for match in found], standing.split()
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    if first == len(old):
        first -= 1  # words have been added at the end
    return found[first].start(), found[max(first, len(old) - 1 - last)].end()
