"""Fixing every finding that a rewording can fix: the rewordings with proofs, and the new card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import BOX_TITLE
from moonflight_solo.check.diff.comparison import Difference, difference
from moonflight_solo.check.diff.disagree import Contrast
from moonflight_solo.check.diff.proof import Proof, line_proof
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.fix.proposals import rewording, said_in_box
from moonflight_solo.check.fix.writing import (
    CardSize,
    Rewording,
    apply_changes,
    overlap,
    parts_of,
    printed_width,
    with_box,
    with_lines,
    without_sentence,
)
from moonflight_solo.check.reachability.side import SideProver, sides_of
from moonflight_solo.check.report import Report
from moonflight_solo.check.report_cache import report_on
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import UnknownName
from moonflight_solo.values import Value
from moonflight_solo.wording.text import WordingError

_MOST_PASSES = 8


FixVerdict = Literal["same", "seems same", "changes play"]


class Fix(Value):
    """A finding, its rewording, and what is known about the effect on play.

    ``before`` and ``after`` are the words of the line; ``after`` is "" for a removed line, and
    ``besides`` describes other changes. ``certainty`` is "proved", with the rulings it rests on, or
    the number of tables without a difference. ``shown`` is a table that shows a change. ``made``
    says whether the corrected card includes it; ``text`` is the file with only this rewording.
    A sentence of the box HOW TO READ has no line of its own, and fixes also the ``others``.
    """

    finding: Finding
    line: str
    before: str
    after: str
    besides: str
    verdict: FixVerdict
    certainty: str
    shown: Contrast | None = None
    made: bool = True
    text: str = ""
    others: tuple[Finding, ...] = ()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding that it fixes."""
        return self.finding, *self.others


class FixResult(Value):
    """The result: ``fixes``, the ``unmended`` findings, and the ``text`` of the corrected file.

    ``left`` are the findings on the corrected card, ``whole`` its differences as a whole. Lines
    have the titles that are printed, also below one that is removed.
    """

    report: Report
    fixes: tuple[Fix, ...]
    unmended: tuple[Finding, ...]
    left: tuple[Finding, ...]
    text: str
    old: AICard
    new: AICard
    whole: Difference

    @property
    def mended(self) -> int:
        """The number of findings that the corrected card no longer has."""
        return len(self.report.findings) - len(self.left)

    @property
    def sizes(self) -> tuple[CardSize, CardSize]:
        """The size of the words before and after."""
        return CardSize.of(self.old), CardSize.of(self.new)


class SeveralWays(DataError):
    """A card some of whose lines have several readings: only its author knows which is meant."""

    def __init__(self, report: Report) -> None:
        remedy = "rewrite each so that it has only one"
        super().__init__(report.file, "some lines have several readings", remedy)
        self.report = report


def fix_card(
    text: str,
    name: str,
    basis: Basis,
    *,
    only: tuple[str, ...] = (),
    unsafe: bool = False,
    width: int = 0,
) -> FixResult:
    """Reword everything that can be fixed in an AI-card file.

    ``only`` restricts it to these codes. Rewordings that change play are only made if ``unsafe``.
    No line becomes longer than ``width``, by default that of the longest printed line. What would
    have to be said on several lines is said once, in the box HOW TO READ.
    Raises :class:`SeveralWays` for a card with a line that has several readings, and
    :class:`DataError` for a card that is refused for another reason.
    """
    fixer = _Fixer(text, name, basis, only, unsafe, width or printed_width())
    report, old = fixer.report, fixer.card
    for _ in range(_MOST_PASSES):
        mended = fixer.fix_once()
        if mended == fixer.text:
            break
        fixer.look_at(mended)
    fixer.clear_box()
    fixer.box()
    findings_fixed = {(each.code, each.line) for fix in fixer.fixes for each in fix.findings}
    unmended = tuple(f for f in report.findings if (f.code, f.line) not in findings_fixed)
    left = tuple(map(fixer.as_printed, fixer.report.findings))
    whole = difference(old, fixer.card, basis, 0)
    fixes = tuple(fixer.fixes)
    return FixResult(report, fixes, unmended, left, fixer.text, old, fixer.card, whole)


@dataclass
class _Fixer:
    """Rewords a card in passes, each making as many compatible changes as possible."""

    text: str
    name: str
    basis: Basis
    only: tuple[str, ...]
    unsafe: bool
    width: int
    fixes: list[Fix] = field(default_factory=list)
    _attempts: set[tuple[str, str, str, str, int]] = field(default_factory=set)
    _kept: list[str] = field(default_factory=list)  # the printed title of each line, "" if new

    def __post_init__(self) -> None:
        self.look_at(self.text)

    def look_at(self, text: str) -> None:
        """Load the text of a file and check it."""
        document = parse_document(text, self.name)
        self.text = text
        self.report = report_on(document, self.basis, 0)
        if any(finding.code == "several-readings" for finding in self.report.findings):
            raise SeveralWays(self.report)
        self.card = read_ai_card(document, self.basis.names)
        titles = [line.printed.title for line in self.card.lines]
        self._kept = self._kept or titles
        self._printed = dict(zip(titles, self._kept, strict=True))
        self._ruled = self.basis.with_rulings(self.card.rulings)
        self._sides: tuple[SideProver, SideProver] | None = None

    def as_printed(self, finding: Finding) -> Finding:
        """Return a finding with the title that its line has on the printed card."""
        return replace(finding, line=self._printed.get(finding.line) or finding.line)

    def clear_box(self) -> None:
        """Take out of the box HOW TO READ what answers nothing on the card."""
        found = [
            x for x in self.report.findings if x.code == "stale-ruling" and x.line == BOX_TITLE
        ]
        # From the bottom up, so that earlier sentences keep their places.
        for each in sorted(found, key=lambda one: one.text.spots, reverse=True):
            if not self.only or each.code in self.only:
                text = without_sentence(self.text, self.card, each.text)
                parts = each, BOX_TITLE, each.sentence, "", "remove the sentence"
                proof = "proved, no line leaves that open"
                self.fixes.append(Fix(*parts, "same", proof, text=text))
                self.look_at(text)

    def box(self) -> None:
        """Say in the box HOW TO READ what would take more words on the lines, or has none there."""
        answered = self._sentences_for_box()
        sentences = []
        for sentence, those in answered.items():
            text = with_box(self.text, [sentence])
            if self._changes_nothing(text):
                rulings = tuple(dict.fromkeys(finding.ruling for finding in those))
                first, *others = map(self.as_printed, those)
                parts = first, BOX_TITLE, "", sentence, ""
                proof = Proof("same", rulings).certainty
                self.fixes.append(Fix(*parts, "same", proof, text=text, others=tuple(others)))
                sentences.append(sentence)
        if sentences:
            self.look_at(with_box(self.text, sentences))

    def _sentences_for_box(self) -> dict[str, list[Finding]]:
        findings = [x for x in self.report.findings if not self.only or x.code in self.only]
        return said_in_box(findings, self.card, self._ruled, self.width)

    def _changes_nothing(self, text: str) -> bool:
        """Return whether every line of the card in ``text`` is proved to do the same."""
        new = read_ai_card(parse_document(text, self.name), self.basis.names)
        self._sides = self._sides or sides_of(self.card, self._ruled)
        for line, other in zip(self.card.lines, new.lines, strict=True):
            if line.meaning != other.meaning:
                side = self._sides[line.printed.turned]
                proof = line_proof(side, self.card, new, line)
                if proof is None or proof.verdict != "same":
                    return False
        return True

    def fix_once(self) -> str:
        """Return the text of the file after one pass, which takes out at most one line.

        What overlaps a change made in this pass is left to the next one, which sees the new words.
        """
        lines = {line.printed.title: line for line in self.card.lines}
        changes: dict[str, list[Rewording]] = {}
        taken_out = False
        boxed = {id(each) for those in self._sentences_for_box().values() for each in those}
        for finding in sorted(self.report.findings, key=lambda each: each.weight):
            line, made = lines.get(finding.line), changes.get(finding.line, [])
            if line is None or id(finding) in boxed:
                continue
            change = self._change_beside(made, finding, line)
            if change is None or (taken_out and change.gone) or not self._is_due(finding, line):
                continue
            fix = self._judge(finding, line, change)
            if fix is None:
                continue
            # Forget attempts on older words that were not made.
            of = fix.finding.code, fix.line
            self.fixes = [x for x in self.fixes if x.made or (x.finding.code, x.line) != of]
            self.fixes.append(fix)
            if fix.made:
                taken_out = taken_out or change.gone
                changes[finding.line] = [*made, change]
        gone = [lines[title] for title, made in changes.items() if any(c.gone for c in made)]
        self._kept = []
        for each in self.card.lines:
            if not any(each is line or each in self.card.below(line) for line in gone):
                title = each.printed.title
                self._kept.append(self._printed[title])
                self._kept += ["" for change in changes.get(title, ()) if change.after]
        return with_lines(self.text, self.card, changes) if changes else self.text

    def _change_beside(
        self, made: Sequence[Rewording], finding: Finding, line: AILine
    ) -> Rewording | None:
        """Return a rewording that fits in with those made, and in the width; else ``None``."""
        context = self._ruled.context(self.card.jack, line.printed.turned)
        change = rewording(finding, line, context)
        if change is None or any(overlap(change, other) for other in made):
            return None
        return None if self._is_too_long(line, [*made, change]) else change

    def _is_too_long(self, line: AILine, changes: Sequence[Rewording]) -> bool:
        """Return whether a line would be longer than is allowed, and than it is printed."""
        words = apply_changes(line.printed.text.words, *changes)
        return not changes[-1].gone and len(words) > max(self.width, len(line.words))

    def _is_due(self, finding: Finding, line: AILine) -> bool:
        """Return whether to fix a finding, once only on the same words: it is noted as tried."""
        title = self._printed[finding.line]
        attempt = finding.code, finding.ruling, title, line.words, finding.start
        is_new = attempt not in self._attempts
        self._attempts.add(attempt)
        return is_new and (not self.only or finding.code in self.only)

    # -- effects on play

    def _judge(self, finding: Finding, line: AILine, change: Rewording) -> Fix | None:
        """Judge a rewording; ``None`` if it is not understood or has no effect."""
        try:
            text = with_lines(self.text, self.card, {finding.line: [change]})
            new = read_ai_card(parse_document(text, self.name), self.basis.names)
            verdict, certainty, table = self._verdict(finding, line, change, new)
        except (DataError, WordingError, UnknownName):
            return None
        after = "" if change.gone else apply_changes(line.printed.text.words, change)
        besides = "; ".join(parts_of(change))
        if after == line.words and not besides:
            return None
        is_made = (verdict != "changes play" and not change.unsafe) or self.unsafe
        printed = self.as_printed(finding)
        parts = printed, printed.line, line.words, after, besides
        return Fix(*parts, verdict, certainty, table, is_made, text)

    def _verdict(
        self, finding: Finding, line: AILine, change: Rewording, new: AICard
    ) -> tuple[FixVerdict, str, Contrast | None]:
        """Return what a rewording does to play, how that is known, and a table that shows it."""
        if change.gone:
            never_keeps = "it retains no card, whatever its words"
            why = never_keeps if finding.code == "never-kept" else "it is never followed"
            return "same", f"proved, {why}", None
        if change.number:
            return "same", "proved, by A-step", None
        if change.after:
            return "same", "proved, by A-pass", None
        self._sides = self._sides or sides_of(self.card, self._ruled)
        proof = line_proof(self._sides[line.printed.turned], self.card, new, line)
        if proof is not None and proof.verdict == "same":
            return "same", proof.certainty, None
        whole = difference(self.card, new, self._ruled, 0)
        verdict: FixVerdict = "changes play" if whole.verdict == "different" else "seems same"
        return verdict, f"in {whole.tables} positions", next(iter(whole.shown), None)
