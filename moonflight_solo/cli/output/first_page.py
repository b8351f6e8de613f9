"""One-screen summary of a wording check, and its formats for editors and for posting."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from moonflight_solo.ai_cards.underspecified.slot import why_unpriced
from moonflight_solo.check.finding import Price, codes
from moonflight_solo.check.report import (
    Report,
    ReportEntry,
    Weight,
    counted_codes,
    entries,
    of_kind,
)
from moonflight_solo.check.small_tables.outcomes import counted_names
from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.streams import word_wrapped
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import per_cent, plural
from moonflight_solo.scenario import Scenario, SeatLayout, settled_name
from moonflight_solo.wording.keywords import KEYWORDS

SCREEN: Final = 24
_TITLES: Final[tuple[tuple[Weight, str, str], ...]] = (
    ("error", "WHY IT CANNOT BE PLAYED", "bold red"),
    (
        "play",
        "EFFECT ON PLAY (games that differ; wins in percentage points)",
        "bold magenta",
    ),
    ("wording", "WORDING", "bold"),
)
_STYLES: Final = {"error": "red", "play": "magenta", "wording": ""}


def show_first_page(report: Report, screen: Terminal) -> None:
    """Print the most serious findings in 24 lines including the prompt; wording gets one line each.

    Findings that do not fit are counted, and the last line says how to see them. A plain terminal
    has no limit: it gets every error and warning in full.
    """
    items = entries(report.findings)
    width = 10_000 if screen.plain else max(40, screen.width)

    def said(part: str, **given: Any) -> list[str]:
        paragraphs = _rows(part, report, items, width, **given)
        if part == "entry" and given["entry"].kind == "wording":
            return [_cut_to_width(row, width) for row in paragraphs]
        return [row for words in paragraphs for row in word_wrapped(words, width, "    ")]

    for row in said("headline"):
        screen.say(row, "bold")
    items_shown = [item for item in items if item.kind != "note"]
    titles = len({each.kind for each in items_shown})
    room = 10_000 if screen.plain else SCREEN - 2 - titles - len(said("ending", left=0))
    rows = [(said("entry", entry=entry), said("details", entry=entry)) for entry in items_shown]
    fits, details = _fitting(rows, room)
    for kind, title, style in _TITLES:
        here = [at for at in range(fits) if items_shown[at].kind == kind]
        if here:
            screen.say(title, style)
        for at in here:
            for row in rows[at][0]:
                screen.say(row, _STYLES[kind])
            for row in rows[at][1][: details[at]]:
                screen.say(row, "dim")
    number_left = len(items_shown) - fits
    for row in said("ending", left=number_left):
        screen.say(row, "dim" if row.startswith(" ") else "")


def _rows(
    part: str, report: Report, items: Sequence[ReportEntry], width: int = 10_000, **given: Any
) -> list[str]:
    notes = of_kind(items, "note")
    unmeasured = {of: why_unpriced(of) for e in notes if not e.prices and (of := e.first.ruling)}
    worst = [(note.first.ruling or note.first.code, note.worst) for note in notes if note.worst]
    worst.sort(key=lambda gap: -gap[1].otherwise)
    counts = [(kind, len(of_kind(items, kind))) for kind, _, _ in _TITLES]
    return rows(
        "first_page",
        part=part,
        report=report,
        width=width,
        counts=[(kind, number) for kind, number in counts if number],
        codes=codes(),
        notes=_counts(notes, width - len("100 notes: ")),
        number_of_notes=sum(len(note.findings) for note in notes),
        short=short,
        brief_price=brief_price,
        price_words=price_words,
        measured=any(item.prices for item in items),
        unmeasured=[f"{of} ({why})" if why else of for of, why in unmeasured.items()],
        minor=[f"{of} {per_cent(p.otherwise)}" for of, p in worst],
        table_words=table_words,
        **given,
    )


def _counts(notes: Sequence[ReportEntry], width: int) -> str:
    """List the notes by code with their numbers, shortened to ``width``."""
    kinds = [f"{code} {number}" for code, number in counted_codes(notes)]
    words = ", ".join(kinds)
    for kept in range(len(kinds) - 1, 0, -1):
        if len(words) <= width:
            break
        words = f"{', '.join(kinds[:kept])} and {plural(len(kinds) - kept, 'other kind')}"
    return words


def _fitting(
    rows: Sequence[tuple[Sequence[str], Sequence[str]]], room: int
) -> tuple[int, list[int]]:
    """Return how many entries fit into ``room`` lines, and how many lines of details of each.

    Details are shown for the first entries, in the room that is left by all of them.
    """
    fits = 0
    while fits < len(rows) and len(rows[fits][0]) <= room:
        room -= len(rows[fits][0])
        fits += 1
    details = []
    for _, below in rows[:fits]:
        number_shown = len(below) if len(below) <= room else 0
        details.append(number_shown)
        room -= number_shown
    return fits, details


def _cut_to_width(words: str, width: int) -> str:
    """Cut text between words to fit into ``width``."""
    words = " ".join(words.split()) if not words.startswith(" ") else words.rstrip()
    if len(words) <= width:
        return words
    start = words[: width - 2].rsplit(" ", 1)[0]
    return f"{start}…{'”' if start.count('“') > start.count('”') else ''}"


# ---------------------------------------------------------- wording shared by all pages


def side_heading(turned: bool, section: str) -> str:
    """Return the heading for a part of an AI card."""
    side = "AFTER THE TURN" if turned else "BEFORE THE TURN"
    return f"{side}, RESET" if section == "reset" else side


def short(where: str) -> str:
    """Abbreviate a line's name: "post 1" for "post-Turn 1"."""
    return where.replace("-Turn", "")


def price_words(price: Price) -> str:
    """Return the price of a reading in words: how often it mattered and its effect on wins."""
    return (
        f"{per_cent(price.otherwise)} of games differ, wins {_points(price.wins)} percentage "
        f"points ({_points(price.low)} to {_points(price.high)})."
    )


def brief_price(price: Price) -> str:
    """Return the same in a few words, below a heading that explains it."""
    return (
        f"{per_cent(price.otherwise)}, {_points(price.wins)} "
        f"({_points(price.low)} to {_points(price.high)})"
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def table_words(scenario: Scenario) -> list[str]:
    """Describe a table, one line per seat with anything on it, the acting seat first.

    Hands are in the order held, Stacks and Decks from the top.
    """
    mine = scenario.acting - 1
    rows = [_seat_words(scenario.seats[mine])]
    for index, seat in enumerate(scenario.seats):
        if index != mine and seat.size:
            rows.append(f"opponent, {seat.jack}: {_seat_words(seat)}")
    if scenario.generic:
        stacks = ", ".join(f"{number} {name}" for name, number in scenario.generic.items())
        rows.append(f"generic Market Stacks: {stacks}")
    return rows


def _seat_words(seat: SeatLayout) -> str:
    facts = rows(
        "seat",
        seat=seat,
        counted=counted_names,
        names=lambda each: [*map(settled_name, each)],
        keywords=KEYWORDS,
    )
    return "; ".join(facts) or "nothing on the table"


# ----------------------------------------------------------------------------- other formats


def editor_rows(reports: Sequence[Report]) -> Iterator[str]:
    """Yield every finding in the format editors parse: ``file:line:col: severity: message
    [code]``.
    """
    for report in reports:
        for finding in report.findings:
            remedy = f" {finding.remedy}" if finding.remedy else ""
            yield f"{finding.place}: {finding.severity}: {finding.because}{remedy} [{finding.code}]"


def summary(report: Report) -> str:
    """Return a report as Markdown for posting: the totals, then the findings by seriousness."""
    items = entries(report.findings)
    parts = [(title, of_kind(items, kind)) for kind, title, _ in _TITLES]
    # A bar would start another table cell.
    rows = _rows("summary", report, items, parts=parts, escape=lambda row: row.replace("|", "/"))
    return "\n".join(rows)
