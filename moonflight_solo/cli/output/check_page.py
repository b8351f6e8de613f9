"""The report of the wording check as a page for reading, and a code explained."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from rich.text import Text

from moonflight_solo.ai_cards.underspecified.slot import Slot
from moonflight_solo.check.finding import Code, Example, Finding, Otherwise, codes
from moonflight_solo.check.report import CheckedLine, Report
from moonflight_solo.cli.output.paint import wrap
from moonflight_solo.cli.output.small_table import table_words
from moonflight_solo.cli.output.terminal import Terminal

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}
_WIDEST = 100
_NUMBER = 5
_FILLED = 9
_QUOTED = 44


def show_report(report: Report, screen: Terminal) -> None:
    """Put out a report: how each line is read, what is found, and the sum at the end."""
    _Page(report, screen).show()


def explain(code: Code, screen: Terminal) -> None:
    """Put out what a code means, why it matters, and an example with it and one without."""
    out = _Writer(screen)
    out.put(f"{code.code} ({code.severity}): {code.title}", style="bold")
    out.put(code.why)
    out.put(code.remedy)
    out.put("Before:", style="bold")
    _example(code.before, out)
    if code.after is not None:
        out.put("After:", style="bold")
        _example(code.after, out)


def _example(example: Example, out: _Writer) -> None:
    for line in (example.text or example.card).splitlines():
        out.put(line, 2, hanging=4)
    for ruling in example.rulings:
        says = ruling.get("reads") or ruling.get("ruling", "")
        out.put(f'ruling {ruling["id"]} on "{ruling["words"]}": {says}', 2, hanging=2)


class _Writer:
    """Puts out words that keep to a width at which they are easily read."""

    def __init__(self, screen: Terminal) -> None:
        self._screen = screen

    @property
    def plain(self) -> bool:
        """Whether a fact goes on one line, with no layout."""
        return self._screen.plain

    @property
    def width(self) -> int:
        """How many columns there are to write in."""
        return min(self._screen.width, _WIDEST)

    def gap(self) -> None:
        """Leave a line free."""
        if not self.plain:
            self._screen.say()

    def put(self, words: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
        """Put out words, indented, and all lines but the first ``hanging`` deeper."""
        self.labelled("", words, indent, style, hanging=hanging)

    def labelled(
        self, label: str, words: str, indent: int, style: str = "", *, hanging: int = 0
    ) -> None:
        """Put out words beside a label, whose width the other lines keep free."""
        if self.plain:
            self._screen.say(f"{label.strip()} {words}".strip())
            return
        deeper = hanging or len(label)
        if deeper < len(label):
            label, words = "", label + words
        rows = wrap(words, self.width - indent - deeper, style) or [Text("")]
        for at, row in enumerate(rows):
            start = " " * indent + (label if at == 0 else " " * deeper)
            self._screen.show(Text(start, style).append_text(row))

    def marked(self, words: str, start: int, end: int, indent: int) -> None:
        """Put out a sentence with signs below some of its words."""
        words = re.sub(r"\s", " ", words)
        if self.plain:
            return
        for first, last in _rows(words, self.width - indent):
            self._screen.say(" " * indent + words[first:last])
            begin, stop = max(first, start), min(last, end)
            if begin < stop and (start, end) != (0, len(words)):
                marks = " " * (begin - first) + "^" * (stop - begin)
                self._screen.say(" " * indent + marks, "bold yellow")


def _rows(words: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield where each row of a sentence begins and ends, broken between words."""
    start = 0
    while start < len(words):
        end = len(words)
        if end - start > width:
            cut = words.rfind(" ", start, start + width + 1)
            end = cut if cut > start else start + width
        yield start, end
        start = end
        while start < len(words) and words[start] == " ":
            start += 1


class _Page:
    """One report put out for reading: what is wrong first, then all the rest."""

    def __init__(self, report: Report, screen: Terminal) -> None:
        self._report = report
        self._out = _Writer(screen)

    def show(self) -> None:
        """Put all of it out."""
        report, out = self._report, self._out
        out.put(f"{report.title or report.file}", style="bold")
        if report.title:
            out.put(report.file, style="dim")
        self._section("WHAT IS WRONG", "error")
        self._section("WHAT TO LOOK AT", "warning")
        self._settled()
        self._heading("HOW IT IS READ")
        for part, lines in groupby(report.lines, key=_part):
            out.put(part, style="bold")
            for line in lines:
                self._line(line)
        self._notes()
        self._reasons()
        self._sum()

    def _heading(self, title: str) -> None:
        self._out.gap()
        self._out.put(title, style="bold")

    # -- how it is read

    def _line(self, line: CheckedLine) -> None:
        out = self._out
        number = line.printed.number
        if out.plain:
            out.put(f"{line.title}: {line.words}")
        else:
            out.labelled(f"{number:<{_NUMBER}}", line.words, 0)
        if not line.reads:
            several = any(
                found.code == "several-readings" and found.text is line.printed.text
                for found in self._report.findings
            )
            words = "has several meanings; see above" if several else "is not read; see above"
            out.put(words, _NUMBER, "red")
            return
        out.labelled("= ", line.reads.rstrip("."), _NUMBER, "green")
        printed = [slot.about for slot in line.slots if slot.by == "print"]
        if printed:
            self._filled("print", ", ".join(dict.fromkeys(printed)))
        for by in ("default", "ruling"):
            open_ = [_says(slot) for slot in line.slots if slot.by == by]
            if open_:
                self._filled(by, "; ".join(dict.fromkeys(open_)))

    def _filled(self, by: str, words: str) -> None:
        label = f"{by}:"
        self._out.labelled(f"{label:<{_FILLED}}", words, _NUMBER, "dim" if by != "ruling" else "")

    # -- what is found

    def _section(self, title: str, severity: str) -> None:
        found = [each for each in self._report.findings if each.severity == severity]
        if not found:
            return
        self._heading(title)
        for each in found:
            self._finding(each)

    def _settled(self) -> None:
        told = [each for each in self._notes_of_card() if each.readings]
        if told:
            self._heading("SETTLED BY A RULING")
            for each in told:
                self._finding(each)

    def _finding(self, found: Finding) -> None:
        out = self._out
        at = f"{found.line}, " if found.line else ""
        words = f', "{found.words}"' if out.plain and found.words else ""
        out.put(
            f"{found.severity} {found.code}, {at}{found.place}{words}", 0, _STYLES[found.severity]
        )
        out.marked(found.text.words, found.start, found.end, 2)
        proved = found.certainty == "proved"
        out.put(f"{found.because.rstrip('.')} (proved)." if proved else found.because, 2)
        if found.table is not None:
            rows = table_words(found.table)
            out.labelled("On this table: ", rows[0], 2, "dim", hanging=4)
            for row in rows[1:]:
                out.put(row, 6, "dim")
        self._readings(found.readings)
        if found.remedy:
            out.labelled("> ", found.remedy, 2, "green")

    def _readings(self, readings: Sequence[Otherwise]) -> None:
        """Put out readings, those together that do the same; what all end with only once."""
        number = {id(each): at for at, each in enumerate(readings, 1)}
        ending = _common_ending([each.says for each in readings])
        by_deed: dict[str, list[Otherwise]] = {}
        for each in readings:
            by_deed.setdefault(each.does, []).append(each)
        for does, alike in by_deed.items():
            if does:
                self._out.put(f"does: {does}", 2, "dim", hanging=2)
            for each in alike:
                first = number[id(each)] == 1
                says = each.says if first else each.says.removesuffix(ending) + " …" * bool(ending)
                force = " (in force)" if each.in_force else ""
                label = f"({number[id(each)]}) "
                self._out.labelled(label, says.rstrip(".") + force, 4 if does else 2)

    def _notes_of_card(self) -> list[Finding]:
        return [each for each in self._report.findings if each.severity == "note"]

    def _notes(self) -> None:
        """Put out the notes by their codes, each gap once, with the lines that leave it open."""
        gaps: dict[str, dict[tuple[str, str, str], list[Finding]]] = {}
        for each in self._notes_of_card():
            if not each.readings:
                gap = each.because, each.ruling, each.remedy
                gaps.setdefault(each.code, {}).setdefault(gap, []).append(each)
        if not gaps:
            return
        self._heading("NOT PRINTED, AND HOW IT IS FILLED IN")
        out = self._out
        for code in sorted(gaps):
            out.put(f"{code}: {codes()[code].title}", 0, _STYLES["note"])
            by_remedy = groupby(gaps[code].values(), key=lambda found: found[0].remedy)
            for remedy, alike in by_remedy:
                for found in alike:
                    self._gap(found)
                out.labelled("> ", remedy, 2, "green")

    def _gap(self, found: Sequence[Finding]) -> None:
        """Put out a gap that several lines leave open: how it is filled in, and where it is."""
        ruling = found[0].ruling
        ruled = f" [{ruling}]" if ruling else ""
        says = found[0].because.removeprefix("Not printed, ").rstrip(".")
        self._out.put(f"{says}{ruled}", 2, hanging=2)
        self._out.put(_words_and_places(found), 4, "dim", hanging=2)

    def _reasons(self) -> None:
        """Put out why the rulings are as they are that fill what is not printed."""
        slots = [slot for line in self._report.lines for slot in line.slots]
        used = sorted({slot.ruling for slot in slots if slot.ruling and slot.by == "ruling"})
        if not used:
            return
        self._heading("WHY THE RULINGS ARE SO")
        for ruled in used:
            ruling = self._report.rulings.by_id.get(ruled)
            if ruling is not None:
                self._out.labelled(f"{ruled}: ", " ".join(ruling.why.split()), 0, hanging=2)

    def _sum(self) -> None:
        report, out = self._report, self._out
        out.gap()
        printed, every = report.by_print
        if every and not report.refused:
            out.put(
                f"{100 * printed // every} % decided by print: of the {every} things that have to "
                f"be known to follow this card, {printed} are in its own words; the rulebooks or "
                "a ruling say the others."
            )
        if report.refused:
            out.put("Refused for play: mend the errors, and check it again.", style="bold red")
        counts = [f"{n} {what}{'' if n == 1 else 's'}" for what, n in report.counts.items()]
        out.put(", ".join(counts) + ". Ask about any with --explain CODE.", style="bold")


def _common_ending(sentences: Sequence[str]) -> str:
    """Return what several sentences all end with, from the last comma before they part."""
    ending = ""
    for letters in zip(*(reversed(sentence) for sentence in sentences), strict=False):
        if len(sentences) < 2 or len(set(letters)) > 1:
            break
        ending = letters[0] + ending
    comma = ending.find(", ")
    return ending[comma:] if comma >= 0 else ""


def _part(line: CheckedLine) -> str:
    side = "AFTER THE TURN" if line.printed.turned else "BEFORE THE TURN"
    return f"{side}, RESET" if line.printed.section == "reset" else side


def _says(slot: Slot) -> str:
    ruled = f" [{slot.ruling}]" if slot.ruling else ""
    return f"{slot.about}: {slot.says}{ruled}"


def _words_and_places(found: Sequence[Finding]) -> str:
    """Return the words of findings, each once, with the lines they are in."""
    by_words: dict[str, list[Finding]] = {}
    for each in found:
        by_words.setdefault(_shortened(each.words), []).append(each)
    return "; ".join(f'"{words}" in {_places(same)}' for words, same in by_words.items())


def _shortened(words: str) -> str:
    return words if len(words) <= _QUOTED else f"{words[: _QUOTED - 2].rsplit(' ', 1)[0]} …"


def _places(found: Sequence[Finding]) -> str:
    """Return the lines of findings in words, each side named once."""
    parts = []
    for side, each in groupby(found, key=lambda one: one.line.rpartition(" ")[0]):
        numbers = dict.fromkeys(one.line.rpartition(" ")[2] for one in each)
        parts.append(f"{side} {', '.join(numbers)}")
    return ", ".join(parts)
