"""Charts to be drawn on the page: what stands where, in units of a picture 360 wide.

That is the width of a small phone, so that the words stay readable there. Every chart has a title
and a description; the same numbers stand in a table of the page. ``templates/charts.html.j2``
draws them as SVG, in the text's own size and with colours by class.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final, NamedTuple

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.comparing import PairedSeat, PlayersTable, TreatmentSummary
from moonflight_solo.playtest.course import CourseSummary
from moonflight_solo.playtest.figures import Margin, Share, Spread
from moonflight_solo.playtest.report.in_words import cell_name, points_apart, share_words, whose

WIDTH: Final = 360
EDGE: Final = 14
BARS_HIGH: Final = 108
MOST_BARS: Final = 48
MOST_TICKS: Final = 10
LABEL: Final = 50
"""About as many letters of a label fit across."""


class Whisker(NamedTuple):
    """A value with its interval, and the seat, from 1, whose colour and shape it wears."""

    label: str
    value: float
    low: float
    high: float
    seat: int
    told: str


@dataclass(frozen=True, slots=True)
class DataChart:
    """What is drawn; ``name`` is an id that no other chart of a page has, ``told`` describes it.

    ``ticks`` are the numbers along the axis, each by where it lies across, and ``line`` is where
    the dashed line does, if there is one. It has whiskers in ``rows``, with values that are where
    they lie across; or it is a histogram and has ``bars``, each by where it begins, how wide and
    how high it is, in the colour of ``seat``, 0 for none, and a ``scale`` of how high how many are.
    """

    name: str
    title: str
    told: str
    ticks: Sequence[tuple[float, str]]
    line: float | None
    rows: Sequence[Whisker] = ()
    bars: Sequence[tuple[float, float, float]] = ()
    scale: Sequence[tuple[float, str]] = ()
    seat: int = 0


def whiskers(
    name: str, title: str, rows: Sequence[Whisker], even: float, *, whole: bool
) -> DataChart:
    """Return a chart of shares or differences with a line at ``even``.

    A chart of the ``whole`` goes from 0 to 100 %; any other as far to either side of ``even`` as
    the whiskers need, and is told in points.
    """
    reach = max(abs(end - even) for row in rows for end in (row.low, row.high))
    reach = max(reach * 1.1, 0.01)
    low, high = (0.0, 1.0) if whole else (even - reach, even + reach)

    def across(value: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (value - low) / (high - low)

    ticks = []
    for tick in round_numbers(low, high):
        points = f"{100 * tick:+.3g}".replace("-", "−") if tick else "0"
        ticks.append((across(tick), f"{100 * tick:.0f}%" if whole else points))
    told = "; ".join(f"{row.label}: {row.told}" for row in rows)
    placed = []
    for row in rows:
        short = row.label if len(row.label) <= LABEL else row.label[: LABEL - 1].rstrip() + "…"
        ends = (across(row.value), across(row.low), across(row.high))
        placed.append(Whisker(short, *ends, row.seat, row.told))
    return DataChart(name, title, told, ticks, across(even), rows=placed)


def changes_chart(
    name: str, title: str, seats: Sequence[PairedSeat], labels: Sequence[str] = ()
) -> DataChart | None:
    """Return how the wins of seats change, by their names or under ``labels`` of their own.

    ``None`` if nothing is known.
    """
    rows = []
    names = labels or [f"Seat {seat.seat}, {seat.title}" for seat in seats]
    for label, seat in zip(names, seats, strict=True):
        if seat.bounds.low is not None:
            rows.append(Whisker(label, *_ends(seat.bounds), seat.seat, points_apart(seat.bounds)))
    return whiskers(name, title, rows, 0.0, whole=False) if rows else None


def _ends(found: Margin) -> tuple[float, float, float]:
    return found.difference or 0.0, found.low or 0.0, found.high or 0.0


def wins_chart(summary: s.Summary) -> DataChart:
    """Return what each seat won."""
    shares = [(f"Seat {seat.seat}, {seat.jack}", seat.wins) for seat in summary.seats]
    title = "Share of games won by each seat, with 95% intervals"
    return shares_chart("wins", title, shares, 1 / len(shares), [e.seat for e in summary.seats])


def ahead(found: CourseSummary) -> list[tuple[str, Share]]:
    """Return how often who is ahead wins, by how much of the game was played."""
    return [(f"after {10 * e.tenths}% of the rounds", e) for e in found.ahead if e.of]


def freed_chart(seat: s.SeatSummary, freed: Sequence[tuple[str, Share]], even: float) -> DataChart:
    """Return what a seat won by how many of its Settled cards the Turn set free."""
    title = f"{seat.title}: games won by how many Settled cards the Turn set free"
    labels = [(f"{cards} set free", share) for cards, share in freed]
    return shares_chart(f"freed-{seat.seat}", title, labels, even, [seat.seat] * len(labels))


def cells(table: PlayersTable) -> list[tuple[str, Share]]:
    """Return what players won as each Jack, where games came to their End."""
    some = [each for each in table.cells if each.wins.of]
    return [(cell_name(each).replace(" against ", " – "), each.wins) for each in some]


def endless_chart(game: s.EndlessGame) -> DataChart:
    """Return how much of what goes on for ever in a game comes from each line."""
    acts, shares = sum(line.acts for line in game.lines), []
    for line in game.lines:
        name = f"seat {line.seat}, " + (f"{line.side} {line.number}" if line.number else "no line")
        shares.append((name, Share(line.acts, acts, line.acts / acts, None, None, ())))
    title = f"Seed {game.seed}: acts from round {game.since} on, by their lines"
    return shares_chart(f"endless-{game.seed}", title, shares, 0.0)


def gains_chart(seat: s.SeatSummary, cards: Sequence[s.CardSummary]) -> DataChart:
    """Return what a seat won when it bought each card, less when it did not."""
    rows = [
        Whisker(card.name, *_ends(card.gain), seat.seat, points_apart(card.gain)) for card in cards
    ]
    title = f"{seat.title}: won when a card was bought, less when not, in points"
    return whiskers(f"bought-{seat.seat}", title, rows, 0.0, whole=False)


def prices_chart(name: str, title: str, summary: s.Summary, seat: int) -> DataChart | None:
    """Return how the wins of a seat change with each other way to follow its card."""
    played = [each for each in summary.otherwise if each.seat == seat]
    pairs = [(each.label, each.paired) for each in played if each.paired]
    return changes_chart(name, title, [pair for _, pair in pairs], [label for label, _ in pairs])


def worth_chart(
    name: str, title: str, others: Sequence[TreatmentSummary], seat: int
) -> DataChart | None:
    """Return how the wins of a seat change without each thing that is its own, in this order."""
    own = [each for each in others if whose(each).seat == seat]
    return changes_chart(name, title, list(map(whose, own)), [each.label for each in own])


def histogram_chart(
    name: str, title: str, spread: Spread, seat: int, of: str = "games"
) -> DataChart:
    """Return how many ``of`` something had which value; in the colour of ``seat``, 0 for none."""
    counts = {each.value: each.count for each in spread.histogram}
    return histogram(name, title, counts, spread.mean, seat, of)


def shares_chart(
    name: str,
    title: str,
    shares: Sequence[tuple[str, Share]],
    even: float,
    seats: Sequence[int] = (),
) -> DataChart:
    """Return shares by their labels, with their intervals where they have some.

    Each is in the colour of its one of ``seats``, of none without them.
    """
    rows = []
    for (label, share), seat in zip(shares, seats or [0] * len(shares), strict=True):
        value = share.share or 0.0
        low, high = (value if end is None else end for end in (share.low, share.high))
        rows.append(Whisker(label, value, low, high, seat, share_words(share)))
    return whiskers(name, title, rows, even, whole=True)


def histogram(
    name: str, title: str, counts: Mapping[int, int], mean: float | None, seat: int, of: str
) -> DataChart:
    """Return a chart of how often each whole number was counted, with a line at the mean.

    Wide ranges are put together to bars of several values. ``counts`` must not be empty.
    """
    least, most = min(counts), max(counts)
    step = _values_a_bar(most - least + 1)
    start = least - least % step
    heights = [0] * ((most - start) // step + 1)
    for value, count in counts.items():
        heights[(value - start) // step] += count
    number, tallest = len(heights), max(heights)
    wide = (WIDTH - 2 * EDGE) / max(number, 8)
    left = EDGE + (WIDTH - 2 * EDGE - wide * number) / 2
    bars = [
        (left + wide * (at + 0.08), wide * 0.84, max(1.5, BARS_HIGH * count / tallest))
        for at, count in enumerate(heights)
        if count
    ]
    ticks = [
        (left + wide * (at + 0.5), str(start + at * step))
        for at in range(0, number, max(1, ceil(number / MOST_TICKS)))
    ]
    # A bar of one value stands for the value in its middle.
    middle = 0.5 if step == 1 else 0.0
    line = None if mean is None else left + wide * ((mean - start) / step + middle)
    peak = start + step * heights.index(tallest)
    several = f" to {peak + step - 1}" if step > 1 else ""
    every = f"; a bar for every {step} values" if step > 1 else ""
    told = f"From {least} to {most}{every}; most often {peak}{several}"
    scale = [
        (BARS_HIGH * tick / tallest, f"{tick:,.0f}" + (f" {of}" if at == 0 else ""))
        for at, tick in enumerate(reversed([each for each in _whole_steps(tallest) if each]))
    ]
    return DataChart(name, title, told, ticks, line, bars=bars, scale=scale, seat=seat)


def _whole_steps(most: int) -> list[int]:
    step = max(1, round(round_numbers(0.0, most / 2 + 0.5)[1]))
    while most // step > 3:
        step *= 2
    return list(range(step, most + 1, step))


def round_numbers(low: float, high: float) -> list[float]:
    """Return about five round numbers between ``low`` and ``high``."""
    rough = (high - low) / 4
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [step * at for at in range(first, floor(high / step + 1e-9) + 1)]


def _values_a_bar(span: int) -> int:
    """Return how many values a bar stands for, so that there are not too many bars."""
    step = 1
    while span / step > MOST_BARS:
        step = step * 2 if str(step)[0] != "2" else step // 2 * 5
    return step
