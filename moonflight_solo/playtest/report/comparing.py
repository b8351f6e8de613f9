"""Two ways to play the same seeds in words: what may be said of the difference, and no more."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import (
    Bullets,
    CodeText,
    DataTable,
    LinkedText,
    Plot,
    Prose,
    Row,
    columns,
)
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
    """Return why no more pairs were played, or that it is not decided."""
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


def pairs_words(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> Iterator[Prose]:
    """Yield how many games were played both ways, how many differ and how many never ended."""
    apart = LinkedText(
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
        LinkedText(f"{way} {f.share_words(each)}", each, other.label, f"never ended, {way}")
        for way, each in ((here, other.unfinished_here), (there, other.unfinished_other))
    ]
    both = f". Both ended in {f.whole(other.pairs)}."
    yield "Games that never ended: ", never[0], "; ", never[1], both


def seats_table(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> DataTable:
    """Return what each seat won either way, and how often only one way."""
    rows = []
    for seat in other.seats:
        cells = [
            LinkedText(f.share_percent(seat.wins_here), seat.wins_here, what=f"won {here}"),
            LinkedText(f.share_percent(seat.wins_other), seat.wins_other, what=f"won {there}"),
            f.points_apart(seat.win_difference).replace(" points", ""),
            f.reach(seat.bounds),
            LinkedText(f.whole(seat.only_here.count), seat.only_here, what=f"won only {here}"),
            LinkedText(f.whole(seat.only_other.count), seat.only_other, what=f"won only {there}"),
        ]
        rows.append(Row(seat.title, cells, about=f"{other.label}, seat {seat.seat}"))
    ways = (here, there, f"{there} less {here}", "of all", f"only {here}", f"only {there}")
    heads = ("Seat", *(f"wins {way}" if way in (here, there) else way for way in ways))
    return DataTable(f"{other.label}: wins seat by seat", columns(*heads), rows)


def changes(other: s.TreatmentSummary, name: str) -> Iterator[Plot]:
    """Yield how the wins change, drawn under a ``name``."""
    title = f"{other.label}: change in the share of games won, in points"
    chart = changes_chart(name, title, other.seats)
    if chart is not None:
        yield Plot(
            chart,
            f"{title}, with the interval over all seeds, whoever had won the games that never "
            "ended. Right of the line a seat wins more often.",
        )


def commands(other: s.TreatmentSummary, here: str = "A", there: str = "B") -> Bullets:
    """Return games that came out otherwise, to look at."""
    items: list[Prose] = []
    for each in other.examples:
        for way, command in ((here, each.command), (there, each.other_command)):
            if command:
                items.append((f"Seed {each.seed}, {way}: ", CodeText(command)))
        if isinstance(each.first_difference, str):
            items.append(each.first_difference)
    return Bullets(items)


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
