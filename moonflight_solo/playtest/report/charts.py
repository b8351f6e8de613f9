"""Layout of charts for the HTML page, in units of a picture 360 wide.

That is the width of a small phone, so that labels stay readable there. Every chart has a title and
a description, and its numbers are also in a table on the page. ``templates/charts.html.j2`` draws
them as SVG, in the text's own size and with colours by class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import Final, NamedTuple

from moonflight_solo.playtest.figures import Margin, Share, Spread
from moonflight_solo.playtest.report.in_words import points_apart, share_words
from moonflight_solo.values import Value

WIDTH: Final = 360
EDGE: Final = 14
BARS_LEFT: Final = 66
"""The left edge of a histogram's bars, beside the labels of their heights."""

BARS_HIGH: Final = 108
MOST_BARS: Final = 48
MOST_TICKS: Final = 10
_LABEL: Final = 50
"""Approximate number of characters of a label that fit."""


class Whisker(NamedTuple):
    """A value with its interval, and the seat, from 1, that gives its colour and shape."""

    label: str
    value: float
    low: float
    high: float
    seat: int
    told: str


class DataChart(Value):
    """A laid-out chart; ``name`` is a page-unique id, ``told`` a description.

    ``ticks`` are labels along the axis with their x positions; ``line`` is the x position of the
    dashed line. A chart has either ``rows`` of whiskers, with values as x positions, or histogram
    ``bars`` as (x, width, height), coloured for ``seat`` (0 for none), with a ``scale`` of heights
    and labels.
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
    """Return a whisker chart of shares or differences with a line at ``even``.

    A ``whole`` chart spans 0 to 100%; otherwise it extends equally to both sides of ``even`` as far
    as needed, and is labelled in points.
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
        short = row.label if len(row.label) <= _LABEL else row.label[: _LABEL - 1].rstrip() + "…"
        ends = (across(row.value), across(row.low), across(row.high))
        placed.append(Whisker(short, *ends, row.seat, row.told))
    return DataChart(name, title, told, ticks, across(even), rows=placed)


def intervals_chart(
    name: str, title: str, rows: Iterable[tuple[str, Share | Margin, int]], even: float
) -> DataChart | None:
    """Return a whisker chart of shares or differences, given as label, value and seat.

    Leaves out unknown differences; ``None`` if nothing is left.
    """
    found, whole = [], False
    for label, each, seat in rows:
        if isinstance(each, Share):
            whole, value = True, each.share or 0.0
            low, high = (value if end is None else end for end in (each.low, each.high))
            found.append(Whisker(label, value, low, high, seat, share_words(each)))
        elif each.low is not None:
            value, high = each.difference or 0.0, each.high or 0.0
            found.append(Whisker(label, value, each.low, high, seat, points_apart(each)))
    return whiskers(name, title, found, even, whole=whole) if found else None


def histogram_chart(
    name: str, title: str, spread: Spread, seat: int, of: str = "games"
) -> DataChart:
    """Return a histogram of a spread, with a line at the mean, in the colour of ``seat`` (0: none).

    Wide ranges are binned. The spread must not be empty.
    """
    counts, mean = {each.value: each.count for each in spread.histogram}, spread.mean
    least, most = min(counts), max(counts)
    step = _values_a_bar(most - least + 1)
    start = least - least % step
    heights = [0] * ((most - start) // step + 1)
    for value, count in counts.items():
        heights[(value - start) // step] += count
    number, tallest = len(heights), max(heights)
    wide = (WIDTH - BARS_LEFT - EDGE) / max(number, 8)
    left = BARS_LEFT + (WIDTH - BARS_LEFT - EDGE - wide * number) / 2
    bars = [
        (left + wide * (at + 0.08), wide * 0.84, max(1.5, BARS_HIGH * count / tallest))
        for at, count in enumerate(heights)
        if count
    ]
    ticks = [
        (left + wide * (at + 0.5), str(start + at * step))
        for at in range(0, number, max(1, ceil(number / MOST_TICKS)))
    ]
    # A single-value bar is centred on its value.
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
    """Return the bin width that keeps the number of bars within limits."""
    step = 1
    while span / step > MOST_BARS:
        step = step * 2 if str(step)[0] != "2" else step // 2 * 5
    return step
