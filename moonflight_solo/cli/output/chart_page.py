"""An AI card as a decision table or a flowchart: in a terminal, a picture, a page to print."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape
from typing import Final, Literal

from moonflight_solo.by_hand.chart import Chart, Row
from moonflight_solo.cli.output.page import WIDEST
from moonflight_solo.cli.output.terminal import Terminal

Kind = Literal["table", "flow"]

CARD: Final = (70, 120)
"""The size of a card in millimetres: that of a Tarot card, as in the boxed game."""


def show_chart(charts: Sequence[Chart], kind: Kind, screen: Terminal) -> None:
    """Put out both sides of a card as a table, or as a flowchart."""
    for each in charts:
        screen.say(_title(each), "bold")
        rows = _table(each, screen) if kind == "table" else _flow(each, screen)
        screen.say_all(rows)
        screen.say_all(_foot(each))
        screen.say()


def _title(chart: Chart) -> str:
    return f"{chart.title}, {'after' if chart.turned else 'before'} the Turn"


def _foot(chart: Chart) -> list[str]:
    rows = [f"Reset: {line}" for line in chart.reset]
    if chart.left_out:
        rows.append(f"Left out, for it is never followed: line {', '.join(chart.left_out)}.")
    rows.append(
        "The first row that holds is followed, as the lines are (proved)."
        if chart.proved
        else "The first row that holds is followed."
    )
    return rows


def _when(row: Row) -> tuple[str, ...]:
    return row.when or ("always",)


def _does(row: Row) -> str:
    return " ".join((row.does, *(f"({each})" for each in row.below)))


def _table(chart: Chart, screen: Terminal) -> list[str]:
    if screen.plain:
        return [f"{row.number}: {'; '.join(_when(row))}: {_does(row)}" for row in chart.rows]
    width = min(screen.width, WIDEST + 20)
    left = (width - 8) // 2
    rows = [f" {'line':<5}{'if all of this holds':<{left}} then"]
    for row in chart.rows:
        when = [part for each in _when(row) for part in _wrapped(each, left - 2, "  ")]
        then = _wrapped(_does(row), width - left - 8)
        for at in range(max(len(when), len(then))):
            number = row.number if at == 0 else ""
            one = when[at] if at < len(when) else ""
            rows.append(f" {number:<5}{one:<{left}} {then[at] if at < len(then) else ''}".rstrip())
    return rows


def _wrapped(words: str, width: int, later: str = "") -> list[str]:
    return textwrap.wrap(words, max(10, width), subsequent_indent=later) or [""]


def _flow(chart: Chart, screen: Terminal) -> list[str]:
    """Return a flowchart that goes down: a question for each row, its act to the right."""
    if screen.plain:
        return [
            f"{row.number}: {' and '.join(_when(row))}? If so, {_does(row)}; if not, go on."
            if row.when
            else f"{row.number}: {_does(row)}."
            for row in chart.rows
        ]
    width = min(screen.width, WIDEST + 20)
    left = width // 2 - 6
    rows: list[str] = []
    for row in chart.rows:
        then = _wrapped(f"{row.number}  {_does(row)}", width - left - 12)
        if not row.when:
            rows += [f"  ╰─▶ {then[0]}", *(f"      {each}" for each in then[1:])]
            continue
        asked = [p for each in _when(row) for p in _wrapped(each, left - 4, "  ")]
        for at in range(max(len(asked), len(then))):
            one = asked[at] if at < len(asked) else ""
            mark = "◇" if at == 0 else "│"
            joint = "─yes─▶ " if at == 0 else "       "
            fill = "─" if at == 0 else " "
            rows.append(
                f"  {mark} {one} {fill * (left - len(one) - 1)}{joint}"
                f"{then[at] if at < len(then) else ''}".rstrip()
            )
        rows.append("  │ no")
    return rows


# ------------------------------------------------------------------------------- a picture

_LINE, _GAP, _TEXT, _LEFT, _RIGHT = 15, 14, 42, 320, 300


def svg(charts: Sequence[Chart], kind: Kind) -> str:
    """Return both sides as one picture, below one another."""
    parts: list[str] = []
    at = 10
    for each in charts:
        part, at = _side_svg(each, kind, at)
        parts += part
        at += 20
    width = _LEFT + _RIGHT + 110
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {at}" '
        f'font-family="sans-serif" font-size="12">'
        f'<rect width="{width}" height="{at}" fill="white"/>{"".join(parts)}</svg>\n'
    )


def _side_svg(chart: Chart, kind: Kind, at: int) -> tuple[list[str], int]:
    parts = [_text(10, at + 14, [_title(chart)], "font-weight='bold' font-size='14'")]
    at += 28
    middle = 20 + _LEFT // 2
    for row in chart.rows:
        when = [p for each in _when(row) for p in _wrapped(each, _TEXT, "  ")]
        then = _wrapped(f"{row.number}  {_does(row)}", _TEXT)
        height = _LINE * max(len(when), len(then)) + 10
        right = 20 + _LEFT + 60
        if row.when or kind == "table":
            parts.append(_box(20, at, _LEFT, height, "#f3ecd9" if kind == "flow" else "white"))
            parts.append(_text(28, at + 16, when))
        if kind == "flow" and row.when:
            across = at + height // 2
            parts.append(_arrow(20 + _LEFT, across, right, across))
            parts.append(_text(28 + _LEFT, across - 4, ["yes"], "font-size='10'"))
            parts.append(_arrow(middle, at + height, middle, at + height + _GAP))
            parts.append(_text(middle + 5, at + height + 11, ["no"], "font-size='10'"))
        elif kind == "flow":
            down = f'<path d="M{middle} {at - 6} V{at + height // 2}" stroke="#46508a"/>'
            parts.append(down)
            parts.append(_arrow(middle, at + height // 2, right, at + height // 2))
        else:
            right = 20 + _LEFT
        parts.append(_box(right, at, _RIGHT, height, "#e8eefc" if kind == "flow" else "white"))
        parts.append(_text(right + 8, at + 16, then))
        at += height + (_GAP if kind == "flow" else 0)
    foot = _foot(chart)
    parts.append(_text(20, at + 18, foot, "font-size='10'"))
    return parts, at + 18 + _LINE * len(foot)


def _box(x: int, y: int, width: int, height: int, fill: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}" '
        'stroke="#46508a"/>'
    )


def _arrow(x: int, y: int, to_x: int, to_y: int) -> str:
    head = (
        f"{to_x - 6},{to_y - 4} {to_x},{to_y} {to_x - 6},{to_y + 4}"
        if y == to_y
        else f"{to_x - 4},{to_y - 6} {to_x},{to_y} {to_x + 4},{to_y - 6}"
    )
    return (
        f'<path d="M{x} {y} L{to_x} {to_y}" stroke="#46508a" fill="none"/>'
        f'<polyline points="{head}" stroke="#46508a" fill="none"/>'
    )


def _text(x: int, y: int, rows: Sequence[str], more: str = "") -> str:
    spans = "".join(
        f'<tspan x="{x + 8 * (len(row) - len(row.lstrip()))}" dy="{_LINE if n else 0}">'
        f"{escape(row.strip())}</tspan>"
        for n, row in enumerate(rows)
    )
    return f'<text x="{x}" y="{y}" {more}>{spans}</text>'


# --------------------------------------------------------------------------- a page to print

_STYLE = """
@page { size: %dmm %dmm; margin: 3mm }
body { margin: 0; font: 5.4pt/1.2 sans-serif; color: #111 }
section { width: %dmm; break-after: page }
h1 { font-size: 7pt; margin: 0 0 1mm }
table { border-collapse: collapse; width: 100%% }
td { border: .15mm solid #888; padding: .3mm .7mm; vertical-align: top }
td:first-child { font-weight: bold; width: 4mm }
td:nth-child(2) { width: 44%% }
.flow td:nth-child(2) { background: #f3ecd9 }
.flow td:nth-child(2)::after { content: " ? ▸"; font-weight: bold }
.flow tr td:nth-child(2).always::after { content: "" }
p { margin: .7mm 0 0 }
@media screen { section { border: .2mm solid #aaa; padding: 3mm; margin: 4mm } }
"""


def html(charts: Sequence[Chart], kind: Kind) -> str:
    """Return both sides as a page of its own each, of the size of the card."""
    style = _STYLE % (*CARD, CARD[0] - 6)
    sides = "".join(_side_html(each, kind) for each in charts)
    title = escape(charts[0].title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head>\n<body><main>{sides}</main></body></html>\n"
    )


def _side_html(chart: Chart, kind: Kind) -> str:
    rows = "".join(
        f"<tr><td>{escape(row.number)}</td>"
        f"<td{'' if row.when else ' class=always'}>{'<br>'.join(map(escape, _when(row)))}</td>"
        f"<td>{escape(_does(row))}</td></tr>\n"
        for row in chart.rows
    )
    foot = "".join(f"<p>{escape(each)}</p>" for each in _foot(chart))
    name = escape(_title(chart))
    return f"<section class={kind}><h1>{name}</h1><table>\n{rows}</table>{foot}</section>\n"
