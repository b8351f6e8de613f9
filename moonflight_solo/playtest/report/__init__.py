"""What results are told in: sections of paragraphs, lists, and tables with typed cells.

The terminal, Markdown and the page each render the same: they know how, and decide nothing. Only
the page draws plots, unfolds what is folded and leads to games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self

from moonflight_solo.playtest.figures import Counted, Share
from moonflight_solo.playtest.report import in_words
from moonflight_solo.playtest.report.charts import DataChart


class CodeText(str):
    """Words to be typed, or a name of the program's own."""

    __slots__ = ()


class Emphasis(str):
    """Words to be stressed."""

    __slots__ = ()


class LinkedText(str):
    """Words of games that were counted: on the page they lead to one of ``games``.

    ``about`` and ``what`` say what such a game shows, such as "seat 1" and "won".
    """

    games: Counted | Share
    about: str
    what: str

    def __new__(cls, words: str, games: Counted | Share, about: str = "", what: str = "") -> Self:
        """Return the words; in a row of a table it says what they are about."""
        linked = super().__new__(cls, words)
        linked.games, linked.about, linked.what = games, about, what
        return linked


Prose = str | tuple[str, ...]
"""A paragraph: its words, or several pieces of which some are :class:`CodeText` or such."""


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list."""

    items: list[Prose]


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

    A :class:`Share` in a cell is told as a count, a share and its interval. No two tables of a page
    have one ``caption``.
    """

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def shared(self) -> set[int]:
        """The places in a row's cells at which some row has a share."""
        return {
            at for row in self.rows for at, cell in enumerate(row.cells) if isinstance(cell, Share)
        }

    def flat(
        self, count: Callable[[Share], str], interval_head: str
    ) -> tuple[list[Column], list[list[str]]]:
        """Return the columns and the words in each row, a share in three cells.

        ``count`` says how many it counts, and ``interval_head`` stands above its interval.
        """
        columns, rows = [self.columns[0]], [[row.name] for row in self.rows]
        for at, column in enumerate(self.columns[1:]):
            columns.append(column)
            if at in self.shared:
                columns += [Column(column.share), Column(interval_head)]
            for row, words in zip(self.rows, rows, strict=True):
                cell = row.cells[at]
                if isinstance(cell, Share):
                    words += [count(cell), in_words.share_percent(cell), in_words.interval(cell)]
                else:
                    words.append(cell)
        return columns, rows


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart and what stands below it; only the page draws it, and tables have its numbers."""

    chart: DataChart
    caption: str


@dataclass(frozen=True, slots=True)
class Fold:
    """What only the page has room for, folded under a title."""

    title: str
    blocks: list[Block]


Block = Prose | Bullets | DataTable | Plot | Fold


@dataclass(frozen=True, slots=True)
class ReportSection:
    """What is told of one thing, under a heading of a level from 1."""

    title: str
    blocks: list[Block]
    level: int = 2

    @property
    def told(self) -> list[Prose | Bullets | DataTable]:
        """What is told in words alone, on a terminal and in Markdown."""
        return [each for each in self.blocks if not isinstance(each, Plot | Fold) and _some(each)]


def _some(block: Block) -> bool:
    return bool(block.rows if isinstance(block, DataTable) else block)
