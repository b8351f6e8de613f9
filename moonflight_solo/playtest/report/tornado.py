"""What each thing left out does to the wins, the largest difference first: a tornado."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import Block, DataTable, Plot, ReportSection, Row, columns
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import changes_chart

WHAT: Final = {
    "line": "lines",
    "item": "items",
    "supply": "cards",
    "ruling": "rulings",
    "build": "builds",
}
"""What is left out of a treatment, as it is called together."""


def tornado(summary: s.Summary, of: str) -> Iterator[ReportSection]:
    """Yield what each of one kind of thing does to the first seat's wins."""
    plan = summary.plan
    seats = ", ".join(f"{seat.title} ({seat.player})" for seat in plan.seats)
    played = f"{f.plural(summary.games, 'game')}, {f.seeds_words(summary)}"
    told: list[Block] = [f.unfinished_words(summary), *explained(of)]
    others = [each for each in summary.others if WHAT.get(each.what) == of]
    told += [*ending_words(others), *told_of(others), *_charts(others, summary, of)]
    title = f"What the {of} are worth: {seats}: {played}"
    yield ReportSection(title, [*told, table(others, summary)])


def tornadoes(summary: s.Summary) -> Iterator[ReportSection]:
    """Yield every tornado of a playtest; rulings beside other treatments are told as prices."""
    for of in dict.fromkeys(WHAT[each.what] for each in summary.others if each.what in WHAT):
        if of != "rulings" or all(each.what == "ruling" for each in summary.others):
            yield from tornado(summary, of)


def _charts(others: Sequence[s.TreatmentSummary], summary: s.Summary, of: str) -> Iterator[Plot]:
    for seat in summary.seats:
        own = [each for each in ordered(others) if whose(each).seat == seat.seat]
        title = f"Seat {seat.seat}, {seat.jack}: change in its share of wins, in points, {of}"
        paired, labels = [whose(each) for each in own], [each.label for each in own]
        chart = changes_chart(f"worth-{of}-{seat.seat}-chart", title, paired, labels)
        if chart is not None:
            yield Plot(
                chart, f"{title}; the largest first. Left of the line it wins less often so."
            )


def explained(of: str) -> Iterator[str]:
    """Yield how to read the table."""
    how = "With each other choice" if of == "rulings" else "Without each in turn"
    yield (
        f"{how}, on the same seeds: how much more often the seat then wins, in points, of the "
        "games that ended both ways; and the interval over all, whoever had won the games that "
        "never ended. A thing worth much is one without which the seat wins less."
    )


def told_of(others: Sequence[s.TreatmentSummary]) -> Iterator[str]:
    """Yield how many intervals leave out 0 by chance alone, and what changed nothing."""
    if len(others) > 1:
        yield (
            f"Of {f.plural(len(others), 'interval')} about {f.decimal(len(others) / 20)} would "
            "leave out 0 by chance alone."
        )
    same = [each for each in others if each.games and not each.came_out_otherwise.count]
    if same:
        most = max(each.came_out_otherwise.high or 0.0 for each in same)
        yield (
            f"No game of {f.whole(others[0].games)} came out otherwise without: "
            f"{'; '.join(map(_short, same))}. At most {f.percent(most, others[0].games)} of all "
            "games would."
        )


def ending_words(others: Sequence[s.TreatmentSummary]) -> Iterator[str]:
    """Yield without which thing fewer games never end, if there is any such thing."""
    sooner = [
        each
        for each in others
        if (each.unfinished_here.low or 0.0) > (each.unfinished_other.high or 0.0)
    ]
    if sooner:
        best = min(sooner, key=lambda each: each.unfinished_other.count)
        yield (
            f"Fewest games never end without {_short(best)}: "
            f"{f.share_words(best.unfinished_other)} beside {f.share_words(best.unfinished_here)}."
        )


def _short(other: s.TreatmentSummary) -> str:
    """Return what is left out without its words."""
    return other.label.partition(": ")[0] if other.what == "line" else other.label


def ordered(others: Sequence[s.TreatmentSummary]) -> list[s.TreatmentSummary]:
    """Return those that came out otherwise at all, the largest difference of wins first."""
    some = [each for each in others if each.came_out_otherwise.count]
    return sorted(some, key=lambda each: -abs(whose(each).win_difference.difference or 0.0))


def whose(other: s.TreatmentSummary) -> s.PairedSeat:
    """Return the seat that a thing left out is told of: whose it is, or else the first."""
    own = [seat for seat in other.seats if other.label.startswith(seat.title)]
    return max(own, key=lambda seat: len(seat.title), default=other.seats[0])


def table(others: Sequence[s.TreatmentSummary], summary: s.Summary) -> DataTable:
    """Return the tornado as a table."""
    rows = []
    for each in ordered(others):
        seat = whose(each)
        cells = [
            str(seat.seat),
            f.signed(_points(seat)),
            f.reach(seat.bounds),
            f.share_percent(each.unfinished_other),
            f.interval(each.unfinished_other),
        ]
        rows.append(Row(each.label, cells, seat.only_other, each.label, "won only so"))
    heads = columns("Left out", "seat", "wins", "interval.", "unfinished", "interval.")
    caption = f"What is worth how much, in {f.plural(summary.games, 'game')}"
    return DataTable(caption, heads, rows)


def _points(seat: s.PairedSeat) -> float | None:
    found = seat.win_difference.difference
    return None if found is None else 100 * found
