"""Two ways to play the same seeds in words: what may be said of the difference, and no more."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import Column, DataTable, Row
from moonflight_solo.playtest.report import figures as f


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


def pairs_words(other: s.TreatmentSummary) -> Iterator[str]:
    """Yield how many games were played both ways, how many differ and how many never ended."""
    here, there = other.unfinished_here, other.unfinished_other
    yield (
        f"{f.plural(other.games, 'seed')} played both ways; they came out otherwise in "
        f"{f.share_words(other.came_out_otherwise)}."
    )
    if here.count or there.count:
        yield (
            f"Games that never ended: A {f.share_words(here)}; B {f.share_words(there)}. "
            f"Both ended in {f.whole(other.pairs)}."
        )


def seats_table(other: s.TreatmentSummary) -> DataTable:
    """Return what each seat won either way."""
    rows = []
    for seat in other.seats:
        cells = [
            f.share_percent(seat.wins_here),
            f.share_percent(seat.wins_other),
            f.points_apart(seat.win_difference).replace(" points", ""),
            f.reach(seat.bounds),
        ]
        rows.append(Row(seat.title, cells))
    columns = [
        Column("Seat"),
        Column("wins A"),
        Column("wins B"),
        Column("B less A"),
        Column("of all"),
    ]
    return DataTable("", columns, rows)


def scores_words(summary: s.Comparison) -> str:
    """Return how much more each seat scores with B, of the games that ended both ways.

    Where one stopped early only the mean is told.
    """
    (other,) = summary.others
    told = [
        f.apart(seat.score_difference)
        if summary.until is None
        else f.signed(seat.score_difference.difference, 2)
        for seat in other.seats
    ]
    each = [f"{seat.title} {words}" for seat, words in zip(other.seats, told, strict=True)]
    return f"Score, B less A: {'; '.join(each)}."
