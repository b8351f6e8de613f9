"""Output of the wording check: reports, differences between wordings, and rewordings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from moonflight_solo.check.card_texts import CheckedFile
from moonflight_solo.check.finding import AlternativeReading, Finding, FindingCode, codes
from moonflight_solo.check.report import CheckedLine, Report, is_called, lines_in_words
from moonflight_solo.cli.output.first_page import price_words, short, side_heading, table_words
from moonflight_solo.cli.output.markup import Page, put_page
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import whole
from moonflight_solo.wording.text import one_line

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.check.diff.comparison import Difference
    from moonflight_solo.check.diff.suits import SuitDifference
    from moonflight_solo.check.finding import Price
    from moonflight_solo.check.fix.fixer import FixResult

_STYLES: Final = {"error": "bold red", "warning": "bold magenta", "note": "bold"}
_QUOTED: Final = 44


def explain_code(code: FindingCode, screen: Terminal) -> None:
    """Print a finding code's explanation, with an example that has it and one that does not."""
    put_page("explain", Page(screen), code=code)


def show_report(report: Report, screen: Terminal) -> None:
    """Print a report: the findings, then how each line is read, and the totals."""
    notes = [finding for finding in report.findings if finding.severity == "note"]
    parts = {
        "PROBLEMS": [finding for finding in report.findings if finding.severity == "error"],
        "WORTH A LOOK": [finding for finding in report.findings if finding.severity == "warning"],
        "SETTLED BY A RULING": [note for note in notes if note.readings],
    }
    sides = groupby(
        report.lines, lambda each: side_heading(each.printed.turned, each.printed.section)
    )
    slots = [slot for line in report.lines for slot in line.slots]
    used = sorted({slot.ruling for slot in slots if slot.ruling and slot.by == "ruling"})
    rulings = report.rulings.by_id
    _print_page(
        "report",
        Page(screen),
        report=report,
        several=_several_in(report),
        parts=parts.items(),
        sides=[(side, list(lines)) for side, lines in sides],
        gaps=list(_gaps([note for note in notes if not note.readings])),
        rulings=[rulings[each] for each in used if each in rulings],
    )


def show_line(reports: Sequence[Report], title: str, screen: Terminal) -> None:
    """Print everything about the lines with this title."""
    for report in reports:
        lines = [line for line in report.lines if is_called(line.title, title)]
        several = _several_in(report)
        _print_page("one_line", Page(screen), report=report, lines=lines, several=several)


def show_checked(checked: CheckedFile, screen: Terminal) -> None:
    """Print how each text of a card file is read, and the findings."""
    # Notes about gaps, each gap once with the cards that have it.
    notes: dict[tuple[str, str, str], dict[str, None]] = {}
    for text in checked.texts:
        for finding in text.findings:
            if finding.severity == "note":
                gap = (finding.code, finding.because, finding.ruling)
                notes.setdefault(gap, {})[text.card] = None
    counts = Counter(finding.severity for finding in checked.every())
    _print_page("texts", Page(screen), file=checked, notes=sorted(notes.items()), counts=counts)


def _print_page(template: str, page: Page, **given: object) -> None:
    """Print a page, which may also use what is named here."""
    put_page(
        template,
        page,
        STYLES=_STYLES,
        sentence_rows=lambda each: [] if page.plain else _sentence_rows(each, page.width - 2),
        by_deed=_by_deed,
        filled_in=_filled_in,
        one_line=one_line,
        short=short,
        table_words=table_words,
        price_words=price_words,
        **given,
    )


def _sentence_rows(finding: Finding, width: int) -> Iterator[tuple[str, str]]:
    """Yield the sentence in rows with their styles, and carets below the words at fault."""
    words, start, end = re.sub(r"\s", " ", finding.text.words), finding.start, finding.end
    for row in re.finditer(rf"\S.{{0,{width - 1}}}(?=\s|$)|\S{{{width}}}", words):
        yield row[0], ""
        begin, stop = max(row.start(), start), min(row.end(), end)
        if begin < stop and (start, end) != (0, len(words)):
            yield " " * (begin - row.start()) + "^" * (stop - begin), "bold magenta"


def _by_deed(
    readings: Sequence[AlternativeReading],
) -> list[tuple[str, list[tuple[int, AlternativeReading]]]]:
    """Number the readings and group those with the same effect."""
    groups: dict[str, list[tuple[int, AlternativeReading]]] = {}
    for number, reading in enumerate(readings, 1):
        groups.setdefault(reading.does, []).append((number, reading))
    return list(groups.items())


def _several_in(report: Report) -> Callable[[CheckedLine], bool]:
    """Return a predicate that tells whether a line has several readings."""
    several = {finding.text for finding in report.findings if finding.code == "several-readings"}
    return lambda line: line.printed.text in several


def _filled_in(line: CheckedLine) -> Iterator[tuple[str, str]]:
    """Yield what fills a line's slots, by source: print, default or ruling."""
    for by, between in (("print", ", "), ("default", "; "), ("ruling", "; ")):
        slots = [slot for slot in line.slots if slot.by == by]
        contents = (
            slot.about if by == "print" else f"{slot.about}: {slot.says}{_bracketed(slot.ruling)}"
            for slot in slots
        )
        if slots:
            yield by, between.join(dict.fromkeys(contents))


class _Gap(NamedTuple):
    """What notes of one kind say is not printed, and the lines that have it."""

    remedy: str
    because: str
    ruling: str
    places: str


def _gaps(notes: Sequence[Finding]) -> Iterator[tuple[str, str, list[tuple[str, list[_Gap]]]]]:
    """Yield each code of the notes with its title, and the gaps by remedy, each gap once."""
    by_gap: dict[str, dict[tuple[str, str, str], list[Finding]]] = {}
    for note in notes:
        gap = note.remedy, note.because, note.ruling
        by_gap.setdefault(note.code, {}).setdefault(gap, []).append(note)
    for code in sorted(by_gap):
        gaps = (_Gap(*gap, _places_of(alike)) for gap, alike in by_gap[code].items())
        by_remedy = groupby(gaps, key=attrgetter("remedy"))
        yield code, codes()[code].title, [(remedy, list(alike)) for remedy, alike in by_remedy]


def _places_of(findings: Sequence[Finding]) -> str:
    """Return the words of findings, each once, with the lines they occur in."""
    by_words: dict[str, list[Finding]] = {}
    for finding in findings:
        words = finding.words
        if len(words) > _QUOTED:
            words = f"{words[: _QUOTED - 2].rsplit(' ', 1)[0]} …"
        by_words.setdefault(words, []).append(finding)
    return "; ".join(f'"{words}" in {lines_in_words(same)}' for words, same in by_words.items())


def _bracketed(ruling: str) -> str:
    return f" [{ruling}]" if ruling else ""


# ---------------------------------------------------------------------------- rewordings


def show_difference(difference: Difference, games: int, screen: Terminal) -> None:
    """Print the lines that differ, then the effect on the card as a whole.

    ``games`` is the number of games compared per card.
    """
    moved = [line for line in difference.lines if line.verdict != "same" or line.pair.moved]
    changed = [line for line in difference.lines if line in moved or line.reworded]
    parts = groupby(changed, key=lambda each: side_heading(each.turned, each.section))
    lines = {
        (table.scenario, table.section): line.pair.new or line.pair.old
        for line in difference.lines
        for table in line.shown
    }
    tables = ((each, lines.get((each.scenario, each.section))) for each in difference.shown)
    _print_page(
        "diff",
        Page(screen, indents=True),
        found=difference,
        games=games,
        parts=[(part, list(changes)) for part, changes in parts],
        unchanged=len(difference.lines) - len(changed),
        moved=moved,
        whole=[(table, line and line.number) for table, line in tables],
    )


def show_suits(difference: SuitDifference, screen: Terminal) -> None:
    """Print which cards of a suit differ, and how."""
    changed = [card for card in difference.cards if card.changed]
    unseen = any(text.verdict == "seems same" for card in changed for text in card.texts)
    _print_page(
        "suits", Page(screen, indents=True), found=difference, changed=changed, unseen=unseen
    )


def show_undecided(report: Report, screen: Terminal) -> None:
    """Print what to write for each reading of the lines that have several."""
    open_ = [finding for finding in report.findings if finding.code == "several-readings"]
    _print_page("undecided", Page(screen, indents=True), report=report, open=open_)


def show_fixed(result: FixResult, prices: Mapping[str, Price], screen: Terminal) -> None:
    """Print every rewording with its proof, and the findings no rewording removes."""
    codes_and_lines = {(fix.finding.code, fix.line) for fix in result.fixes if not fix.made}
    findings_left = [each for each in result.left if (each.code, each.line) not in codes_and_lines]
    _print_page(
        "fix",
        Page(screen, indents=True),
        lines_in_words=lines_in_words,
        whole=whole,
        found=result,
        prices=prices,
        left=findings_left,
    )
