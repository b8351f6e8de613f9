"""Layout of charts for the HTML page, in units of a picture 360 wide.

That is the width of a small phone, so that labels stay readable there. Every chart has a title and
a description, and its numbers are also in a table on the page. ``templates/charts.html.j2`` draws
them as SVG, in the text's own size and with colours by class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from math import ceil, floor, log10
from typing import Final, NamedTuple

from moonflight_solo.playtest.report.in_words import points_apart, share_words
from moonflight_solo.playtest.summaries.figures import Margin, Share, Spread
from moonflight_solo.values import Value

WIDTH: Final = 360
EDGE: Final = 14
BARS_LEFT: Final = 66
"""The left edge of a histogram's bars, beside the labels of their heights."""

BARS_HIGH: Final = 108
MOST_BARS: Final = 48
MOST_TICKS: Final = 10
_LABEL: Final = 50
"""Approximate number of characters of a label that fit above a whisker."""

_BESIDE: Final = (12, 22)
"""The same beside one, where there is room for labels of one of two lengths."""

_LETTER: Final = 6.3
"""The width of a character, about."""


class Whisker(NamedTuple):
    """A value with its interval, and the seat, from 1, that gives its colour and shape."""

    label: str
    value: float
    low: float
    high: float
    seat: int


class AxisReach(NamedTuple):
    """The ends of an axis, shared by charts of the same thing."""

    low: float
    high: float


class DataChart(Value):
    """A laid-out chart; ``name`` is a page-unique id, ``told`` a description.

    ``ticks`` are labels along the axis with their x positions, from ``left`` to ``right``; ``line``
    is the x position of the dashed line. A chart has either ``rows`` of whiskers, with values as x
    positions, each ``high`` units high, or histogram ``bars`` as (x, width, height), coloured for
    ``seat`` (0 for none), with a ``scale`` of heights and labels; ``step`` values
    go into a bar.
    """

    name: str
    title: str
    told: str
    ticks: Sequence[tuple[float, str]]
    line: float | None
    left: float
    right: float
    high: int = 0
    rows: Sequence[Whisker] = ()
    bars: Sequence[tuple[float, float, float]] = ()
    scale: Sequence[tuple[float, str]] = ()
    seat: int = 0
    step: int = 1


def reach_of(figures: Iterable[Share | Margin], *lines: float) -> AxisReach:
    """Return the axis that shows all of these shares or differences, and the dashed ``lines``."""
    ends = [*lines, *(end for figure in figures for end in _ends(figure)[1:] if end is not None)]
    low, high = min(ends, default=0.0), max(ends, default=0.0)
    more = max(0.04 * (high - low), 0.002)
    return AxisReach(low - more, high + more)


def _ends(figure: Share | Margin) -> tuple[float | None, float | None, float | None]:
    """Return a value and the ends of its interval; of a share without one, the value itself."""
    if isinstance(figure, Margin):
        return figure.difference, figure.low, figure.high
    value = figure.share
    return (value, value, value) if figure.low is None else (value, figure.low, figure.high)


def intervals_chart(
    name: str,
    title: str,
    rows: Iterable[tuple[str, Share | Margin, int]],
    even: float,
    reach: AxisReach | None = None,
) -> DataChart | None:
    """Return a chart of shares or differences, given as label, value and seat, a whisker each.

    The axis is as long as they and the line at ``even`` need, or as ``reach`` says. Leaves out
    unknown ones; ``None`` if nothing is left.
    """
    values = [(label, each, seat) for label, each, seat in rows if _ends(each)[1] is not None]
    if not values:
        return None
    low, high = reach or reach_of([each for _, each, _ in values], even)
    whole = isinstance(values[0][1], Share)
    longest = max(len(label) for label, _, _ in values)
    # Two lengths, so that charts of the same thing are as long.
    beside = next((room for room in _BESIDE if longest <= room), 0)
    left = float(EDGE if not beside else 2 * EDGE + _LETTER * beside)

    def across(value: float | None) -> float:
        return left + (WIDTH - EDGE - left) * ((value or 0.0) - low) / (high - low)

    placed, told = [], []
    for label, each, seat in values:
        short = label if len(label) <= _LABEL else label[: _LABEL - 1].rstrip() + "…"
        words = share_words(each) if isinstance(each, Share) else points_apart(each)
        told.append(f"{label}: {words}")
        value, least, most = map(across, _ends(each))
        placed.append(Whisker(short, value, least, most, seat))
    ticks = []
    for tick in round_numbers(low, high):
        points = f"{100 * tick:+.3g}".replace("-", "−") if tick else "0"
        ticks.append((across(tick), f"{100 * tick:.3g}%" if whole else points))
    return DataChart(
        name,
        title,
        told="; ".join(told),
        ticks=ticks,
        line=across(even),
        left=left,
        right=float(WIDTH - EDGE),
        high=22 if beside else 38,
        rows=placed,
    )


def histogram_chart(
    name: str,
    title: str,
    spread: Spread,
    seat: int,
    of: str = "games",
    alike: Sequence[Spread] = (),
) -> DataChart:
    """Return a histogram of a spread, with a line at the mean, in the colour of ``seat`` (0: none).

    Wide ranges are binned. Its scales also fit the spreads that are ``alike``. The spread must not
    be empty.
    """
    every = [{bar.value: bar.count for bar in each.histogram} for each in (spread, *alike)]
    values = [value for counts in every for value in counts]
    least, most = min(values), max(values)
    # The narrowest bars that are not too many.
    steps = (digit * 10**power for power in count() for digit in (1, 2, 5))
    step = next(each for each in steps if (most - least + 1) / each <= MOST_BARS)
    start = least - least % step
    number = (most - start) // step + 1
    columns = [[0] * number for _ in every]
    for column, counts in zip(columns, every, strict=True):
        for value, many in counts.items():
            column[(value - start) // step] += many
    heights, tallest = columns[0], max(map(max, columns))
    wide = (WIDTH - BARS_LEFT - EDGE) / max(number, 8)
    bars = [
        (BARS_LEFT + wide * (index + 0.08), wide * 0.84, max(1.5, BARS_HIGH * many / tallest))
        for index, many in enumerate(heights)
        if many
    ]
    ticks = [
        (BARS_LEFT + wide * (at + 0.5), str(start + at * step))
        for at in range(0, number, max(1, ceil(number / MOST_TICKS)))
    ]
    # A single-value bar is centred on its value.
    middle = 0.5 if step == 1 else 0.0
    mean = None if spread.mean is None else (spread.mean - start) / step + middle
    line = None if mean is None else BARS_LEFT + wide * mean
    peak = start + step * heights.index(max(heights))
    several = f" to {peak + step - 1}" if step > 1 else ""
    bar = f"; a bar for every {step} values" if step > 1 else ""
    words = f"From {spread.least} to {spread.most}{bar}; most often {peak}{several}"
    scale = [
        (BARS_HIGH * tick / tallest, f"{tick:,.0f}" + (f" {of}" if index == 0 else ""))
        for index, tick in enumerate(reversed(_whole_steps(tallest)))
    ]
    ends = BARS_LEFT, BARS_LEFT + wide * number
    return DataChart(
        name, title, words, ticks, line, *ends, bars=bars, scale=scale, seat=seat, step=step
    )


def _whole_steps(most: int) -> list[int]:
    """Return up to three whole numbers, at equal round steps, up to ``most``."""
    step = max(1, round(round_numbers(0.0, most / 2 + 0.5)[1]))
    while most // step > 3:
        step *= 2
    return list(range(step, most + 1, step))


def round_numbers(low: float, high: float, steps: int = 4) -> list[float]:
    """Return round numbers from ``low`` to ``high``, about as many ``steps`` apart."""
    rough = (high - low) / steps
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [step * at for at in range(first, floor(high / step + 1e-9) + 1)]
