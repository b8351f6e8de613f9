"""The same seeds played otherwise, in words: two ways, and each thing left out in turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.playtest import report as r
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import changes_chart


def verdict_words(summary: s.Comparison) -> Iterator[str]:
    """Yield what the games show of each seat's wins, whoever had won those that never ended."""
    (other,) = summary.others
    if not other.games:
        yield "No game was played yet, so nothing can be said."
        return
    if not other.came_out_otherwise.count:
        yield (
            f"Of {f.plural(other.games, 'seed')} none came out otherwise. At most "
            f"{f.percent(other.came_out_otherwise.high, other.games)} of all would."
        )
        return
    if summary.verdict is not None:
        yield _stopped(summary, other)
        yield from _worth(summary, other)
        return
    # Of two seats, what one wins more the other wins less.
    for seat in other.seats[:1] if len(other.seats) == 2 else other.seats:
        yield seat_verdict(seat)
    yield from _worth(summary, other)


def _stopped(summary: s.Comparison, other: s.TreatmentSummary) -> str:
    seat, pairs = other.seats[0], f.plural(other.games, "pair")
    within = f"{f.reach(seat.sequence)} points, however often one looked"
    if summary.verdict == "open":
        return (
            f"Not decided after {pairs}: with B {seat.title} wins {within}. "
            f"That leaves more open than {f.decimal(summary.until)} points."
        )
    if summary.verdict == "alike":
        return (
            f"Decided after {pairs}: B changes the wins of {seat.title} by less than "
            f"{f.decimal(summary.until)} points: {within}."
        )
    return (
        f"Decided after {pairs}: with B {seat.title} wins {summary.verdict} often: "
        f"{f.points(seat.win_difference)}; {within}."
    )


def _worth(summary: s.Comparison, other: s.TreatmentSummary) -> Iterator[str]:
    """Yield what the same seeds saved, and how many pairs see how much."""
    if summary.saving is not None and summary.saving > 1:
        yield (
            f"The same seeds both ways tell as much as {f.decimal(summary.saving)} times as many "
            "games with seeds of their own."
        )
    needed = {
        points: pairs for points, pairs in summary.pairs_needed.items() if pairs > other.games
    }
    if needed:
        each = "; ".join(f"{points} about {f.whole(pairs)}" for points, pairs in needed.items())
        yield f"Pairs it takes to see so many points with --until: {each}."


def seat_verdict(seat: s.PairedSeat) -> str:
    """Return what may be said of how much more often a seat wins with B."""
    points = f.points_apart(seat.win_difference)
    side = f.beside(seat.bounds, 0)
    if side:
        more = "more" if side > 0 else "less"
        return f"With B {seat.title} wins {more} often: {points}; at all events {room(seat)}."
    if f.beside(seat.win_difference, 0):
        return (
            f"Of the games that ended both ways {seat.title} wins otherwise with B, {points}, but "
            f"those that never ended leave it open: {room(seat)}."
        )
    return f"The games do not show that {seat.title} wins more or less often with B: {room(seat)}."


def room(seat: s.PairedSeat) -> str:
    """Return the interval of a difference, whoever had won the games that never ended."""
    return f"{f.reach(seat.bounds)} points"


def pairs_words(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> Iterator[r.Prose]:
    """Yield how many games were played both ways, how many differ and how many never ended."""
    apart = r.LinkedText(
        f.share_words(other.came_out_otherwise),
        other.came_out_otherwise,
        other.label,
        "came out otherwise",
    )
    yield (
        f"{f.plural(other.games, 'seed')} played both ways; they came out otherwise in ",
        apart,
        ".",
    )
    never = [
        r.LinkedText(f"{way} {f.share_words(each)}", each, other.label, f"never ended, {way}")
        for way, each in ((here, other.unfinished_here), (there, other.unfinished_other))
    ]
    both = f". Both ended in {f.whole(other.pairs)}."
    yield "Games that never ended: ", never[0], "; ", never[1], both


def seats_table(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> r.DataTable:
    """Return what each seat won either way, and how often only one way."""
    rows = []
    for seat in other.seats:
        cells = [
            r.LinkedText(f.share_percent(seat.wins_here), seat.wins_here, what=f"won {here}"),
            r.LinkedText(f.share_percent(seat.wins_other), seat.wins_other, what=f"won {there}"),
            f.points_apart(seat.win_difference).replace(" points", ""),
            f.reach(seat.bounds),
            r.LinkedText(f.whole(seat.only_here.count), seat.only_here, what=f"won only {here}"),
            r.LinkedText(f.whole(seat.only_other.count), seat.only_other, what=f"won only {there}"),
        ]
        rows.append(r.Row(seat.title, cells, about=f"{other.label}, seat {seat.seat}"))
    ways = (here, there, f"{there} less {here}", "of all", f"only {here}", f"only {there}")
    heads = ("Seat", *(f"wins {way}" if way in (here, there) else way for way in ways))
    return r.DataTable(f"{other.label}: wins seat by seat", r.columns(*heads), rows)


def changes(other: s.TreatmentSummary, name: str) -> Iterator[r.Plot]:
    """Yield how the wins change, drawn under a ``name``."""
    title = f"{other.label}: change in the share of games won, in points"
    chart = changes_chart(name, title, other.seats)
    if chart is not None:
        yield r.Plot(
            chart,
            f"{title}, with the interval over all seeds, whoever had won the games that never "
            "ended. Right of the line a seat wins more often.",
        )


def commands(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> r.Bullets:
    """Return games that came out otherwise, to look at."""
    items: list[r.Prose] = []
    for each in other.examples:
        for way, command in ((here, each.command), (there, each.other_command)):
            if command:
                items.append((f"Seed {each.seed}, {way}: ", r.CodeText(command)))
        if isinstance(each.first_difference, str):
            items.append(each.first_difference)
    return r.Bullets(items)


def scores_words(other: s.TreatmentSummary, *, stopped: bool = False) -> str:
    """Return how much more each seat scores the other way, of the games that ended both ways.

    Where one ``stopped`` early only the mean is told.
    """
    told = []
    for seat in other.seats:
        found = seat.score_difference
        words = f.signed(found.difference, 2) if stopped else f.apart(found)
        told.append(f"{seat.title} {words}")
    return f"Change of score: {'; '.join(told)}."


WHAT: Final = {
    "line": "lines",
    "item": "items",
    "supply": "cards",
    "ruling": "rulings",
    "build": "builds",
}
"""What is left out of a treatment, as it is called together."""


def tornado(summary: s.Summary, of: str) -> Iterator[r.ReportSection]:
    """Yield what each of one kind of thing does to the first seat's wins."""
    plan = summary.plan
    seats = ", ".join(f"{seat.title} ({seat.player})" for seat in plan.seats)
    played = f"{f.plural(summary.games, 'game')}, {f.seeds_words(summary)}"
    told: list[r.Block] = [f.unfinished_words(summary), *explained(of)]
    others = [each for each in summary.others if WHAT.get(each.what) == of]
    told += [*ending_words(others), *told_of(others), *_charts(others, summary, of)]
    title = f"What the {of} are worth: {seats}: {played}"
    yield r.ReportSection(title, [*told, table(others, summary)])


def tornadoes(summary: s.Summary) -> Iterator[r.ReportSection]:
    """Yield every tornado of a playtest; rulings beside other treatments are told as prices."""
    for of in dict.fromkeys(WHAT[each.what] for each in summary.others if each.what in WHAT):
        if of != "rulings" or all(each.what == "ruling" for each in summary.others):
            yield from tornado(summary, of)


def _charts(others: Sequence[s.TreatmentSummary], summary: s.Summary, of: str) -> Iterator[r.Plot]:
    for seat in summary.seats:
        own = [each for each in ordered(others) if whose(each).seat == seat.seat]
        title = f"Seat {seat.seat}, {seat.jack}: change in its share of wins, in points, {of}"
        paired, labels = [whose(each) for each in own], [each.label for each in own]
        chart = changes_chart(f"worth-{of}-{seat.seat}-chart", title, paired, labels)
        if chart is not None:
            yield r.Plot(
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
    return other.label.partition(": ")[0] if other.what == "line" else other.label


def ordered(others: Sequence[s.TreatmentSummary]) -> list[s.TreatmentSummary]:
    """Return those that came out otherwise at all, the largest difference of wins first."""
    some = [each for each in others if each.came_out_otherwise.count]
    return sorted(some, key=lambda each: -abs(whose(each).win_difference.difference or 0.0))


def whose(other: s.TreatmentSummary) -> s.PairedSeat:
    """Return the seat that a thing left out is told of: whose it is, or else the first."""
    own = [seat for seat in other.seats if other.label.startswith(seat.title)]
    return max(own, key=lambda seat: len(seat.title), default=other.seats[0])


def table(others: Sequence[s.TreatmentSummary], summary: s.Summary) -> r.DataTable:
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
        rows.append(r.Row(each.label, cells, seat.only_other, each.label, "won only so"))
    heads = r.columns("Left out", "seat", "wins", "interval.", "unfinished", "interval.")
    caption = f"What is worth how much, in {f.plural(summary.games, 'game')}"
    return r.DataTable(caption, heads, rows)


def _points(seat: s.PairedSeat) -> float | None:
    found = seat.win_difference.difference
    return None if found is None else 100 * found
