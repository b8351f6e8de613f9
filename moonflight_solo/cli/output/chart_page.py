"""An AI card as a decision table or a flowchart: in a terminal, a picture, a page to print."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, Literal

from moonflight_solo.by_hand.chart import Chart, Row
from moonflight_solo.cli.output.page import WIDEST
from moonflight_solo.cli.output.terminal import Terminal

Kind = Literal["table", "flow"]

CARD: Final = (70, 120)
"""The size of a card in millimetres: that of a Tarot card, as in the boxed game."""
_TEXT: Final = 42
"""How many letters wide the boxes of the picture are."""


def show_chart(charts: Sequence[Chart], kind: Kind, screen: Terminal) -> None:
    """Put out both sides of a card as a table, or as a flowchart."""
    rows = {"table": _table, "flow": _flow}[kind]
    for each in charts:
        screen.say(_title(each), "bold")
        if screen.plain:
            screen.say_all(_sentence(row, kind) for row in each.rows)
        else:
            screen.say_all(rows(each, min(screen.width, WIDEST + 20)))
        screen.say_all(_foot(each))
        screen.say()


def drawn(charts: Sequence[Chart], kind: Kind, ending: str) -> str:
    """Return both sides as one picture, below one another, or as a page each, of a card's size.

    ``ending`` is that of the file it is for: ".svg" for the picture, ".html" for the pages.
    """
    from moonflight_solo.playtest.report.html import environment  # for this alone

    sides = [
        {
            "title": _title(each),
            "rows": [
                (row, _when(row), _does(row), *_lines(row, _TEXT, _TEXT)) for row in each.rows
            ],
            "foot": _foot(each),
        }
        for each in charts
    ]
    template = environment().get_template(f"chart{ending}.j2")
    return template.render(title=charts[0].title, sides=sides, kind=kind, card=CARD)


def _title(chart: Chart) -> str:
    return f"{chart.title}, {'after' if chart.turned else 'before'} the Turn"


def _foot(chart: Chart) -> list[str]:
    rows = [f"Reset: {line}" for line in chart.reset]
    if chart.left_out:
        rows.append(f"Left out, for it is never followed: line {', '.join(chart.left_out)}.")
    proved = ", as the lines are (proved)" * chart.proved
    return [*rows, f"The first row that holds is followed{proved}."]


def _when(row: Row) -> tuple[str, ...]:
    return row.when or ("always",)


def _does(row: Row) -> str:
    return " ".join((row.does, *(f"({each})" for each in row.below)))


def _sentence(row: Row, kind: Kind) -> str:
    if kind == "table":
        return f"{row.number}: {'; '.join(_when(row))}: {_does(row)}"
    if not row.when:
        return f"{row.number}: {_does(row)}."
    return f"{row.number}: {' and '.join(row.when)}? If so, {_does(row)}; if not, go on."


def _lines(row: Row, left: int, right: int, numbered: str = "{}  ") -> tuple[list[str], list[str]]:
    """Return what must hold and what is then done, each wrapped to its width."""
    when = [part for each in _when(row) for part in _wrapped(each, left, "  ")]
    return when, _wrapped(numbered.format(row.number) + _does(row), right)


def _wrapped(words: str, width: int, later: str = "") -> list[str]:
    return textwrap.wrap(words, max(10, width), subsequent_indent=later) or [""]


def _table(chart: Chart, width: int) -> Iterator[str]:
    left = (width - 8) // 2
    yield f" {'line':<5}{'if all of this holds':<{left}} then"
    for row in chart.rows:
        when, then = _lines(row, left - 2, width - left - 8, "")
        for number, one, two in zip_longest([row.number], when, then, fillvalue=""):
            yield f" {number:<5}{one:<{left}} {two}".rstrip()


def _flow(chart: Chart, width: int) -> Iterator[str]:
    """Yield a flowchart that goes down: a question for each row, its act to the right."""
    left = width // 2 - 6
    for row in chart.rows:
        when, then = _lines(row, left - 4, width - left - 12)
        if not row.when:
            yield from (f"{'      ' if at else '  ╰─▶ '}{each}" for at, each in enumerate(then))
            continue
        for at, (one, two) in enumerate(zip_longest(when, then, fillvalue="")):
            mark, fill, joint = ("│", " ", " " * 7) if at else ("◇", "─", "─yes─▶ ")
            yield f"  {mark} {one} {fill * (left - len(one) - 1)}{joint}{two}".rstrip()
        yield "  │ no"
