"""Charts as SVG that stands in the page: their size in the text's own size, their colours by class.

Every chart is a picture with a title and a description; the same numbers stand in a table of the
page. They are drawn 360 wide, the width of a small phone, so that their words stay readable there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

WIDTH: Final = 360
EDGE: Final = 14
ROW: Final = 44
BARS_HIGH: Final = 120
AXIS: Final = 24
MOST_BARS: Final = 48
LABEL: Final = 50
"""About as many letters of a label fit across."""


@dataclass(frozen=True, slots=True)
class Whisker:
    """A value with its interval, and the seat, from 1, whose colour and shape it wears."""

    label: str
    value: float
    low: float
    high: float
    seat: int
    told: str


def whiskers(name: str, title: str, rows: Sequence[Whisker], even: float, whole: bool) -> str:
    """Return a chart of shares: a mark and a whisker for each row, and a line at ``even``.

    With ``whole`` the axis goes from 0 to 100 %; else it goes as far to either side of ``even``
    as the whiskers need, and is told in points. ``name`` is an id no other chart of the page has.
    """
    low, high = (0.0, 1.0) if whole else _around(even, rows)
    height = ROW * len(rows) + AXIS
    told = "; ".join(f"{row.label}: {row.told}" for row in rows)
    svg, drawing = _picture(name, title, told, height + 4)

    def across(value: float) -> float:
        return EDGE + (WIDTH - 2 * EDGE) * (value - low) / (high - low)

    bottom = height - AXIS + 4
    for tick in _ticks(low, high):
        _line(drawing, "grid", across(tick), 4, across(tick), bottom)
        label = f"{100 * tick:.0f}%" if whole else f"{100 * tick:+.3g}".replace("-", "−")
        _text(drawing, "tick", across(tick), bottom + 15, "0" if not whole and not tick else label)
    _line(drawing, "even", across(even), 4, across(even), bottom)
    for number, row in enumerate(rows):
        top = ROW * number
        _text(drawing, "label", EDGE, top + 17, _short(row.label), "start")
        middle = top + 32
        group = SubElement(drawing, "g", {"class": f"seat{_seat(row.seat)}"})
        _line(group, "whisker", across(row.low), middle, across(row.high), middle)
        for end in (row.low, row.high):
            _line(group, "whisker", across(end), middle - 5, across(end), middle + 5)
        _mark(group, row.seat, across(row.value), middle)
    return _words(svg)


def histogram(
    name: str, title: str, counts: Mapping[int, int], mean: float | None, seat: int
) -> str:
    """Return a chart of how often each whole number was counted, with a line at the mean.

    It wears the colour of ``seat``, from 1, or none for 0. Wide ranges are put together to bars
    of several values. ``counts`` must not be empty.
    """
    least, most = min(counts), max(counts)
    step = _step(most - least + 1)
    start = least - least % step
    number = (most - start) // step + 1
    heights = [0] * number
    for value, count in counts.items():
        heights[(value - start) // step] += count
    tallest = max(heights)
    every = f"; a bar for every {step} values" if step > 1 else ""
    told = f"From {least} to {most}{every}; most often {_peak(heights, start, step)}"
    svg, drawing = _picture(name, title, told, BARS_HIGH + AXIS)
    wide = (WIDTH - 2 * EDGE) / max(number, 8)
    left = EDGE + (WIDTH - 2 * EDGE - wide * number) / 2
    group = SubElement(drawing, "g", {"class": f"seat{_seat(seat)}"})
    for at, count in enumerate(heights):
        if count:
            high = max(1.5, (BARS_HIGH - 12) * count / tallest)
            _box(group, left + wide * at + wide * 0.08, BARS_HIGH - high, wide * 0.84, high)
    _line(drawing, "axis", EDGE, BARS_HIGH, WIDTH - EDGE, BARS_HIGH)
    apart = max(1, ceil(number / 10))
    for at in range(0, number, apart):
        _text(drawing, "tick", left + wide * (at + 0.5), BARS_HIGH + 16, str(start + at * step))
    if mean is not None:
        # A bar of one value stands for the value in its middle.
        across = left + wide * ((mean - start) / step + (0.5 if step == 1 else 0))
        _line(drawing, "even", across, 2, across, BARS_HIGH)
    return _words(svg)


# ------------------------------------------------------------------------------- scales


def _around(middle: float, rows: Sequence[Whisker]) -> tuple[float, float]:
    reach = max(max(abs(row.low - middle), abs(row.high - middle)) for row in rows)
    reach = max(reach * 1.1, 0.01)
    return middle - reach, middle + reach


def _ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers between ``low`` and ``high``."""
    rough = (high - low) / 4
    size = 10.0 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 2.5, 5, 10) if size * factor >= rough * 0.999)
    first = ceil(low / step - 1e-9)
    return [step * at for at in range(first, floor(high / step + 1e-9) + 1)]


def _step(span: int) -> int:
    """Return how many values a bar stands for, so that there are not too many bars."""
    step = 1
    while span / step > MOST_BARS:
        step = step * 2 if str(step)[0] != "2" else step // 2 * 5
    return step


def _peak(heights: Sequence[int], start: int, step: int) -> str:
    at = start + step * heights.index(max(heights))
    return str(at) if step == 1 else f"{at} to {at + step - 1}"


def _short(label: str) -> str:
    return label if len(label) <= LABEL else label[: LABEL - 1].rstrip() + "…"


def _seat(seat: int) -> int:
    """Return which of the four colours a seat wears; 0 is for what is no seat's."""
    return (seat - 1) % 4 + 1 if seat else 0


# -------------------------------------------------------------------------------- shapes


def _picture(name: str, title: str, told: str, height: float) -> tuple[Element, Element]:
    """Return a picture and the part of it that is drawn on, which no screen reader spells out."""
    svg = Element(
        "svg",
        {
            "class": "chart",
            "viewBox": f"0 0 {WIDTH} {_number(height)}",
            "role": "img",
            "aria-labelledby": f"{name}-title {name}-desc",
        },
    )
    SubElement(svg, "title", {"id": f"{name}-title"}).text = title
    SubElement(svg, "desc", {"id": f"{name}-desc"}).text = told
    return svg, SubElement(svg, "g", {"aria-hidden": "true"})


def _mark(parent: Element, seat: int, x: float, y: float) -> None:
    """Draw a mark in the seat's shape: seats are told apart without colours too."""
    shape = _seat(seat)
    if shape == 1:
        SubElement(parent, "circle", {"cx": _number(x), "cy": _number(y), "r": "6"})
    elif shape == 2:
        _box(parent, x - 5.5, y - 5.5, 11, 11)
    elif shape == 3:
        _path(parent, f"M{_number(x)} {_number(y - 7.5)}l7.5 7.5l-7.5 7.5l-7.5 -7.5z")
    else:
        _path(parent, f"M{_number(x)} {_number(y - 7)}l7 13h-14z")


def _path(parent: Element, points: str) -> None:
    SubElement(parent, "path", {"d": points})


def _box(parent: Element, x: float, y: float, width: float, height: float) -> None:
    sizes = {"x": x, "y": y, "width": width, "height": height}
    SubElement(parent, "rect", {key: _number(value) for key, value in sizes.items()} | {"rx": "1"})


def _line(parent: Element, kind: str, x1: float, y1: float, x2: float, y2: float) -> None:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    SubElement(
        parent, "line", {"class": kind} | {key: _number(value) for key, value in ends.items()}
    )


def _text(
    parent: Element, kind: str, x: float, y: float, words: str, anchor: str = "middle"
) -> None:
    place = {"class": kind, "x": _number(x), "y": _number(y), "text-anchor": anchor}
    SubElement(parent, "text", place).text = words


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _words(svg: Element) -> str:
    return tostring(svg, encoding="unicode")
