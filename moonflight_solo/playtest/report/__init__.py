"""What results are told in: sections of paragraphs, lists, and tables with typed cells.

The terminal, Markdown and the page each render the same: they know how, and decide nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from moonflight_solo.playtest.report import figures
from moonflight_solo.playtest.report.charts import Chart
from moonflight_solo.playtest.summary import Counted, Share


class CodeText(str):
    """Words to be typed, or a name of the program's own."""

    __slots__ = ()


class Emphasis(str):
    """Words to be stressed."""

    __slots__ = ()


Prose = str | tuple[str, ...]
"""A paragraph: its words, or several pieces of which some are :class:`CodeText` or such."""


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: Sequence[Prose]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: numbers, unless it is one of ``words``.

    Where it has shares in it, ``head`` is that of the counts and ``share`` that of the shares.
    """

    head: str
    words: bool = False
    share: str = "share"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: its name and its cells; an empty cell has nothing to tell.

    ``games`` are those that it was counted in, to look at. ``about`` and ``what`` say what they
    show, such as "seat 1" and "won".
    """

    name: str
    cells: Sequence[str | Share]
    games: Counted | Share | None = None
    about: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table. The first of ``columns`` is that of the names of the rows.

    A :class:`Share` in a cell is told as a count, a share and its interval.
    """

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]

    def flat(
        self, count: Callable[[Share], str], interval_head: str
    ) -> tuple[list[Column], list[list[str]]]:
        """Return the columns and the words in each row, a share in three cells.

        ``count`` says how many it counts, and ``interval_head`` stands above its interval.
        """
        columns, rows = [self.columns[0]], [[row.name] for row in self.rows]
        for at, column in enumerate(self.columns[1:]):
            columns.append(column)
            if any(isinstance(row.cells[at], Share) for row in self.rows):
                columns += [Column(column.share), Column(interval_head)]
            for row, words in zip(self.rows, rows, strict=True):
                cell = row.cells[at]
                if isinstance(cell, Share):
                    words += [count(cell), figures.share_percent(cell), figures.interval(cell)]
                else:
                    words.append(cell)
        return columns, rows


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart and what stands below it; only the page draws it, and tables have its numbers."""

    chart: Chart
    caption: str


Block = Prose | Bullets | DataTable | Plot


@dataclass(frozen=True, slots=True)
class ReportSection:
    """What is told of one thing, under a heading of a level from 1."""

    title: str
    blocks: Sequence[Block]
    level: int = 2
