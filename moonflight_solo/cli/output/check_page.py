"""What the wording check says of AI cards and card texts, for reading; a code explained."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from rich.text import Text

from moonflight_solo.check.card_texts import CheckedFile, CheckedText
from moonflight_solo.check.finding import Finding, FindingCode, Otherwise, Severity, codes
from moonflight_solo.check.report import CheckedLine, Report, is_called
from moonflight_solo.cli.output.first_page import price_words, side_heading, table_words
from moonflight_solo.cli.output.paint import Page
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.errors import UsageError
from moonflight_solo.wording.text import one_line

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_NUMBER = 5
_FILLED = 9
_QUOTED = 44


def explain(code: FindingCode, screen: Terminal) -> None:
    """Put out what a code means, why it matters, and an example with it and one without."""
    page = Page(screen)
    page.put(f"{code.code} ({code.severity}): {code.title}", style="bold")
    page.put(code.why)
    page.put(code.remedy)
    for title, example in (("Before:", code.before), ("After:", code.after)):
        if example is None:
            continue
        page.put(title, style="bold")
        for line in (example.text or example.card).splitlines():
            page.put(line, 2, hanging=4)
        for ruling in example.rulings:
            says = ruling.get("reads") or ruling.get("ruling", "")
            page.put(f'ruling {ruling["id"]} on "{ruling["words"]}": {says}', 2, hanging=2)


def show_report(report: Report, screen: Terminal) -> None:
    """Put out a report: what is wrong first, then how each line is read, and the sum."""
    _ReportPage(report, screen).show()


def show_line(reports: Sequence[Report], wanted: str, screen: Terminal) -> None:
    """Put out all there is to say of the lines called so; raises :class:`UsageError` for none."""
    shown = [_ReportPage(each, screen).show_line(wanted) for each in reports]
    if not any(shown):
        lines = ", ".join(line.title for each in reports for line in each.lines)
        raise UsageError(f'no line is called "{wanted}"; there are: {lines}.')


class _FindingsPage(Page):
    def finding(self, found: Finding) -> None:
        """Put out what is found, where, on which table and by which readings, and what to write."""
        at = f"{found.line}, " if found.line else ""
        words = f', "{found.words}"' if self.plain and found.words else ""
        heading = f"{found.severity} {found.code}, {at}{found.place}{words}"
        self.put(heading, style=_STYLES[found.severity])
        if not self.plain:
            self._marked(found.text.words, found.start, found.end)
        proved = found.certainty == "proved"
        self.put(f"{found.because.rstrip('.')} (proved)." if proved else found.because, 2)
        if found.table is not None:
            first, *others = table_words(found.table)
            self.put(f"On this table: {first}", 2, "dim", hanging=4)
            for row in others:
                self.put(row, 6, "dim")
        self._readings(found.readings)
        for price in found.prices:
            self.put(f"{price.way}: {price_words(price)} ({price.games} games)", 2, "dim", 4)
        if found.remedy:
            self.labelled("> ", found.remedy, 2, "green")

    def _marked(self, words: str, start: int, end: int) -> None:
        """Put out a sentence with signs below some of its words."""
        words = re.sub(r"\s", " ", words)
        width = self.width - 2
        for row in re.finditer(rf"\S.{{0,{width - 1}}}(?=\s|$)|\S{{{width}}}", words):
            self.screen.say(f"  {row[0]}")
            begin, stop = max(row.start(), start), min(row.end(), end)
            if begin < stop and (start, end) != (0, len(words)):
                marks = " " * (begin - row.start()) + "^" * (stop - begin)
                self.screen.say(f"  {marks}", "bold yellow")

    def _readings(self, readings: Sequence[Otherwise]) -> None:
        """Put out readings, those together that do the same, their groups shown by indentation."""
        by_deed: dict[str, list[tuple[int, Otherwise]]] = {}
        for number, each in enumerate(readings, 1):
            by_deed.setdefault(each.does, []).append((number, each))
        for does, alike in by_deed.items():
            if does:
                self.put(f"does: {does}", 2, "dim", hanging=2)
            for number, each in alike:
                force = "  (in force)" if each.in_force else ""
                first, *rows = each.outline or (each.says,)
                indent = 4 if does else 2
                self.put_row(f"({number}) {first}{force}", indent)
                for row in rows:
                    self.put_row(row, indent + 4)


class _ReportPage(_FindingsPage):
    def __init__(self, report: Report, screen: Terminal) -> None:
        super().__init__(screen)
        self._report = report
        self._notes = [each for each in report.findings if each.severity == "note"]

    def show(self) -> None:
        """Put all of it out."""
        report = self._report
        self.put(f"{report.title or report.file}", style="bold")
        if report.title:
            self.put(report.file, style="dim")
        parts = {
            "WHAT IS WRONG": [each for each in report.findings if each.severity == "error"],
            "WHAT TO LOOK AT": [each for each in report.findings if each.severity == "warning"],
            "SETTLED BY A RULING": [each for each in self._notes if each.readings],
        }
        for title, found in parts.items():
            if found:
                self.heading(title)
            for each in found:
                self.finding(each)
        self.heading("HOW IT IS READ")
        for part, lines in groupby(
            report.lines, key=lambda line: side_heading(line.printed.turned, line.printed.section)
        ):
            self.put(part, style="bold")
            for line in lines:
                self._line(line)
        self._show_notes()
        self._reasons()
        self._sum()

    def show_line(self, wanted: str) -> bool:
        """Put out the lines called so, and all findings on them; return whether there are any."""
        lines = [line for line in self._report.lines if is_called(line.title, wanted)]
        for line in lines:
            self.put(f"{self._report.title}, {line.title}", style="bold")
            self._line(line)
            found = [each for each in self._report.findings if each.line == line.title]
            for each in sorted(found, key=lambda one: one.weight):
                self.finding(each)
        return bool(lines)

    # -- how it is read

    def _line(self, line: CheckedLine) -> None:
        if self.plain:
            self.put(f"{line.title}: {line.words}")
        else:
            self.labelled(f"{line.printed.number:<{_NUMBER}}", line.words, 0)
        if not line.reads:
            several = any(
                found.code == "several-readings" and found.text == line.printed.text
                for found in self._report.findings
            )
            words = "has several meanings; see above" if several else "is not read; see above"
            self.put(words, _NUMBER, "red")
            return
        self.labelled("= ", line.reads.rstrip("."), _NUMBER, "green")
        for by, between in (("print", ", "), ("default", "; "), ("ruling", "; ")):
            filled = {
                slot.about
                if by == "print"
                else f"{slot.about}: {slot.says}{_ruled(slot.ruling)}": by
                for slot in line.slots
                if slot.by == by
            }
            if filled:
                style = "" if by == "ruling" else "dim"
                self.labelled(f"{by}:".ljust(_FILLED), between.join(filled), _NUMBER, style)

    # -- what is not printed

    def _show_notes(self) -> None:
        """Put out the notes by their codes, each gap once, with the lines that leave it open."""
        gaps: dict[str, dict[tuple[str, str, str], list[Finding]]] = {}
        for each in self._notes:
            if not each.readings:
                gap = each.because, each.ruling, each.remedy
                gaps.setdefault(each.code, {}).setdefault(gap, []).append(each)
        if gaps:
            self.heading("NOT PRINTED, AND HOW IT IS FILLED IN")
        for code in sorted(gaps):
            self.put(f"{code}: {codes()[code].title}", 0, _STYLES["note"])
            by_remedy = groupby(gaps[code].items(), key=lambda gap: gap[0][2])
            for remedy, alike in by_remedy:
                for (because, ruling, _), found in alike:
                    says = because.removeprefix("Not printed, ").rstrip(".")
                    self.put(says + _ruled(ruling), 2, hanging=2)
                    self.put(_words_and_places(found), 4, "dim", hanging=2)
                self.labelled("> ", remedy, 2, "green")

    def _reasons(self) -> None:
        """Put out why the rulings are as they are that fill what is not printed."""
        slots = [slot for line in self._report.lines for slot in line.slots]
        used = sorted({slot.ruling for slot in slots if slot.ruling and slot.by == "ruling"})
        if used:
            self.heading("WHY THE RULINGS ARE SO")
        for ruled in used:
            ruling = self._report.rulings.by_id.get(ruled)
            if ruling is not None:
                self.put(f"{ruled}: {' '.join(ruling.why.split())}", hanging=2)

    def _sum(self) -> None:
        report = self._report
        self.gap()
        printed, every = report.by_print
        if every and not report.refused:
            self.put(
                f"{100 * printed // every} % decided by print: of the {every} things that have to "
                f"be known to follow this card, {printed} are in its own words; the rulebooks or "
                "a ruling say the others."
            )
        if report.upkeep is not None:
            self.put(str(report.upkeep))
        if report.refused:
            self.put(
                "Refused for play, and not tried: mend the errors, and check it again.",
                style="bold red",
            )
        counts = ", ".join(plural(number, what) for what, number in report.counts.items())
        self.put(f"{counts}. Ask about any with --explain CODE.", style="bold")


def _words_and_places(found: Sequence[Finding]) -> str:
    """Return the words of findings, each once, with the lines they are in."""
    by_words: dict[str, list[Finding]] = {}
    for each in found:
        words = each.words
        if len(words) > _QUOTED:
            words = f"{words[: _QUOTED - 2].rsplit(' ', 1)[0]} …"
        by_words.setdefault(words, []).append(each)
    return "; ".join(f'"{words}" in {_places(same)}' for words, same in by_words.items())


def _places(found: Sequence[Finding]) -> str:
    parts = []
    for side, each in groupby(found, key=lambda one: one.line.rpartition(" ")[0]):
        numbers = dict.fromkeys(one.line.rpartition(" ")[2] for one in each)
        parts.append(f"{side} {', '.join(numbers)}")
    return ", ".join(parts)


# ---------------------------------------------------------------------------- card texts


def show_checked(checked: CheckedFile, screen: Terminal) -> None:
    """Show how each text of a card file is read, and what is found."""
    page = _FindingsPage(screen)
    page.put(f"{checked.title}: {checked.file}" if checked.title else checked.file, style="bold")
    for found in checked.findings:
        page.finding(found)
    for text in checked.texts:
        _show_text(text, page)
    # What is not printed, each gap once, with the cards that leave it open.
    notes: dict[tuple[str, str, str], dict[str, None]] = {}
    for text in checked.texts:
        for found in text.findings:
            if found.severity == "note":
                gap = (found.code, found.because, found.ruling)
                notes.setdefault(gap, {})[text.card] = None
    if notes:
        page.put("NOT PRINTED", style="bold")
    for (code, because, ruling), cards in sorted(notes.items()):
        page.put(f"{code}: {because}{_ruled(ruling)} {', '.join(cards)}.", 2, hanging=2)
    counts = Counter(found.severity for found in checked.every())
    told = [plural(counts[severity], severity) for severity in SEVERITIES]
    page.put(f"{', '.join(told)}.", style="bold")


def _show_text(checked: CheckedText, page: _FindingsPage) -> None:
    words = one_line(checked.text.words)
    when = "after the Turn" if checked.turned else "before the Turn"
    if page.plain:
        page.put(f"{checked.card}, {when}: " + (f'"{words}".' if words else "no text."))
    else:
        page.screen.show(Text(f"  {checked.card}", "bold").append(f"  {when}", "dim"))
        page.put(words or "(no text)", 4)
    for part in checked.parts:
        page.put(f"{'' if page.plain else '= '}{part.kind}: {part.says}", 4, hanging=2)
    for found in checked.findings:
        if found.severity != "note":
            page.finding(found)


def checked_json(checked: CheckedFile) -> dict[str, Any]:
    """Return what is found in a card file as plain data."""
    return {
        "file": checked.file,
        "cards_of": checked.title,
        "findings": [found.as_json() for found in checked.findings],
        "texts": [
            {
                "card": text.card,
                "end": "after" if text.turned else "before",
                "text": one_line(text.text.words),
                "place": text.text.place(0),
                "reads": text.reads,
                "parts": [{"kind": part.kind, "says": part.says} for part in text.parts],
                "findings": [found.as_json() for found in text.findings],
            }
            for text in checked.texts
        ],
    }


def _ruled(ruling: str) -> str:
    return f" [{ruling}]" if ruling else ""
