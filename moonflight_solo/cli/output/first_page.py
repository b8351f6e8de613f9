"""What the wording check found, on one screen in order of weight; for an editor; to be posted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.check.finding import Finding, Price, codes
from moonflight_solo.check.report import Entry, Report, Weight, counted_codes, entries, of_kind
from moonflight_solo.check.small_tables.outcomes import counted
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.scenario import InPlay, Scenario, SeatLayout, name_of
from moonflight_solo.wording.phrase_english import PAST

SCREEN: Final = 24
ZONES: Final = {
    "hand": "hand",
    "draw_deck": "Draw Deck",
    "discard_stack": "Discard Stack",
    "trash_stack": "Trash Stack",
    "supply": "Supply Stack",
}
_TITLES: Final[tuple[tuple[Weight, str, str], ...]] = (
    ("error", "WHAT KEEPS IT FROM BEING PLAYED", "bold red"),
    ("fault", "WHAT IT DOES TO PLAY", "bold yellow"),
    ("slip", "SLIPS OF THE PEN", "bold"),
)
_STYLES: Final = {"error": "red", "fault": "yellow", "slip": ""}


def show_first_page(report: Report, screen: Terminal) -> None:
    """Put out the heaviest findings, a line each, on one screen of 24 lines with its prompt.

    What finds no room is counted, and the last line says how to see it. A plain screen has no
    edge: there every error, fault and slip is told in full.
    """
    found = entries(report.findings)
    width = 10_000 if screen.plain else max(40, screen.width)
    screen.say(_cut(_headline(report, found), width), "bold")
    room = 10_000 if screen.plain else SCREEN - 2 - len(_ending(report, found, 0, width))
    left = 0
    for kind, title, style in _TITLES:
        told = of_kind(found, kind)
        if not told:
            continue
        lines = [_entry_rows(each, width) for each in told]
        lines, dropped = _fitting(lines, room - 1)
        left += dropped
        if lines:
            screen.say(title, style)
            room -= 1 + sum(map(len, lines))
        for rows in lines:
            screen.say(rows[0], _STYLES[kind])
            for row in rows[1:]:
                screen.say(row, "dim")
    for row in _ending(report, found, left, width):
        screen.say(row, "dim" if row.startswith(" ") else "")


def _fitting(lines: Sequence[list[str]], room: int) -> tuple[list[list[str]], int]:
    """Return as many entries as there is room for, and how many there is none for.

    Rather than leave one out, what stands below the last of them goes first.
    """
    kept = [list(rows) for rows in lines]
    for rows in reversed(kept):
        if sum(map(len, kept)) <= room:
            break
        del rows[1:]
    number = min(len(kept), max(0, room))
    return kept[:number], len(kept) - number


def _headline(report: Report, found: Sequence[Entry]) -> str:
    counts = [(len(of_kind(found, kind)), kind) for kind in ("error", "fault", "slip")]
    told = ", ".join(plural(number, kind) for number, kind in counts if number)
    return f"{report.title or report.file}: {told or 'nothing to mend'}"


def _entry_rows(entry: Entry, width: int) -> list[str]:
    """Return an entry in one row, and its smallest table in a second."""
    where = short(entry.where)
    head = f"{where}: " if where else ""
    rows = [f"{head}{entry.first.code}: {says(entry)}"]
    table, price = entry.first.table, entry.worst
    if price is not None and entry.matters:
        rows.append(f"    {price.way}: {price_words(price)}")
    if table is not None and entry.kind != "slip":
        rows.append(f"    on {'; '.join(table_words(table))}")
    return [_cut(row, width) for row in rows]


def says(entry: Entry) -> str:
    """Return in a few words what is the matter, or for a slip of the pen what to write."""
    first = entry.first
    if entry.kind == "slip" and first.remedy:
        return f"{first.remedy.rstrip('.')} (“{first.words}”)."
    if first.readings:
        return f"read in {len(first.readings)} ways."
    if len(entry.findings) > 1:
        return f"{codes()[first.code].title}."
    because = first.because.removeprefix("A ruling on these very words answers: ")
    return f"{because.rstrip('.')} (proved)." if first.certainty == "proved" else because


def _ending(report: Report, found: Sequence[Entry], left: int, width: int) -> list[str]:
    rows = []
    if left:
        rows.append(f"and {left} more, for which there is no room.")
    notes = of_kind(found, "note")
    if notes:
        told = ", ".join(f"{code} {number}" for code, number in counted_codes(notes))
        rows.append(f"{sum(len(each.findings) for each in notes)} notes: {told}")
    printed, slots = report.by_print
    if slots and not report.refused:
        rows.append(f"{100 * printed // slots} % of what has to be known is in its own words.")
    elif report.refused:
        rows.append("Refused for play, and not tried: mend the errors, and check it again.")
    if report.upkeep is not None:
        rows.append(str(report.upkeep))
    rows.append("More: --all, --line 'post 1', --explain CODE; `ai fix` says what to write.")
    return [_cut(row, width) for row in rows]


def _cut(words: str, width: int) -> str:
    """Return words that fit into a row, cut between two words."""
    words = " ".join(words.split()) if not words.startswith(" ") else words.rstrip()
    if len(words) <= width:
        return words
    return f"{words[: width - 1].rsplit(' ', 1)[0]}…"


# ------------------------------------------------------------------- words of any check


def side_heading(turned: bool, section: str) -> str:
    """Return how a page calls one part of an AI card."""
    side = "AFTER THE TURN" if turned else "BEFORE THE TURN"
    return f"{side}, RESET" if section == "reset" else side


def short(where: str) -> str:
    """Return the name of a line as a narrow page has it: "post 1" for "post-Turn 1"."""
    return where.replace("-Turn", "")


def price_words(price: Price) -> str:
    """Return what another way was worth: in how many games it mattered, what it did to the wins."""
    return (
        f"{price.otherwise:.0%} of games otherwise, wins {_points(price.wins)} points "
        f"({_points(price.low)} to {_points(price.high)})."
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def table_words(scenario: Scenario) -> list[str]:
    """Return what lies on a table, a line for each seat at which there is anything.

    The acting seat comes first. Hands are in the order held, Stacks and Decks from the top.
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
    parts: list[str] = []
    for zone, called in ZONES.items():
        names = getattr(seat, zone)
        if names:
            parts.append(f"{called}: {counted(names)}")
        if zone == "hand" and seat.in_play:
            parts.append(f"in play: {', '.join(map(_placed_words, seat.in_play))}")
    if any(seat.market):
        stacks = " | ".join(counted(stack) or "empty" for stack in seat.market)
        parts.append(f"Market Stacks: {stacks}")
    if seat.coins:
        parts.append(plural(seat.coins, "coin token"))
    parts += [f"has {mark} this round" for mark in ("built", "shopped") if getattr(seat, mark)]
    parts += [f"has {PAST[verb]} {counted(cards)} this round" for verb, cards in seat.done.items()]
    if seat.named:
        parts.append(f"has named {seat.named}")
    return "; ".join(parts) or "nothing on the table"


def _placed_words(placed: InPlay) -> str:
    if isinstance(placed, str):
        return placed
    words = placed.card
    if placed.settled:
        words += f" with {counted([*map(name_of, placed.settled)])} Settled on it"
    return words + " (used this round)" * bool(placed.used)


# ------------------------------------------------------------------------- for other readers


def editor_rows(reports: Sequence[Report]) -> Iterator[str]:
    """Yield every finding as editors read them: ``file:line:col: severity: message [code]``."""
    for report in reports:
        for found in report.findings:
            remedy = f" {found.remedy}" if found.remedy else ""
            yield f"{found.place}: {found.severity}: {found.because}{remedy} [{found.code}]"


def summary(report: Report) -> str:
    """Return a report as Markdown to be posted: the sum, then what to mend, the heaviest first."""
    found = entries(report.findings)
    lines = [f"## {_headline(report, found)}", ""]
    printed, slots = report.by_print
    if slots:
        lines += [f"{printed} of {slots} things to be known are in the card's own words.", ""]
    for kind, title, _ in _TITLES:
        told = of_kind(found, kind)
        if told:
            lines += [f"### {title.capitalize()}", "", "| line | finding | what | instead |"]
            lines += ["|---|---|---|---|", *map(_summary_row, told), ""]
    notes = of_kind(found, "note")
    if notes:
        lines += [f"Notes: {', '.join(f'{code} {n}' for code, n in counted_codes(notes))}.", ""]
    return "\n".join(lines)


def _summary_row(entry: Entry) -> str:
    first: Finding = entry.first
    told = first.because if entry.kind == "slip" else says(entry)
    if entry.worst is not None and entry.matters:
        told += f" {price_words(entry.worst)}"
    cells = (entry.where or "the card", f"`{first.code}`", told, first.remedy)
    return f"| {' | '.join(each.replace('|', '/') for each in cells)} |"
