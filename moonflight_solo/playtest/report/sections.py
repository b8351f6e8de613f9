"""Sections, what results are told in: of paragraphs, lists, and tables with typed cells.

The terminal, Markdown and the page each render the same: they know how, and decide nothing. Only
the page draws plots, unfolds what is folded and leads to games. All that sections say stands in
``templates/*.md.j2``.

A template is plain text: headings (``## ``), paragraphs with an empty line between them, lists
(``- ``), tables (``|= CAPTION``, then heads and rows between ``|``, and behind the last one what a
row leads to), plots (``|~ ID | TITLE | where the line is | CAPTION``, then rows of a label, a share
or difference, and a seat), and folds (from ``::: TITLE`` to ``:::``). Lines may be broken anywhere.
What ``{{ }}`` puts in stands there to the letter, whatever it looks like; a share in a cell of a
table is told with its interval, and a histogram stands alone as a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.figures import Counted, Margin, Share
from moonflight_solo.playtest.report import charts, in_words
from moonflight_solo.playtest.report.charts import DataChart
from moonflight_solo.templates import PiecedTemplates, Pieces, Templates
from moonflight_solo.values import Value

if TYPE_CHECKING:
    # Loaded only when something is told: no other command waits for it.
    from jinja2 import Environment


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


class Bullets(Value):
    """A list."""

    items: list[Prose]


class Column(Value):
    """A column of a table: numbers, unless it is one of ``words``.

    Where it has shares in it, ``head`` is that of the counts and ``share`` that of the shares.
    """

    head: str
    words: bool = False
    share: str = "share"


class Games(NamedTuple):
    """What a row of a table leads to: the games that it was counted in, and what they show.

    ``about`` and ``what`` say that, such as "seat 1" and "won".
    """

    games: Counted | Share | None = None
    about: str = ""
    what: str = ""


NOWHERE: Final = Games()


class Row(Value):
    """A row of a table: its name and its cells; an empty cell has nothing to tell."""

    name: str
    cells: Sequence[str | Share]
    leads: Games = NOWHERE


class DataTable(Value):
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


class Plot(Value):
    """A chart and what stands below it; only the page draws it, and tables have its numbers."""

    chart: DataChart
    caption: str


class Fold(Value):
    """What only the page has room for, folded under a title."""

    title: str
    blocks: list[Block]


Block = Prose | Bullets | DataTable | Plot | Fold


class ReportSection(Value):
    """What is told of one thing, under a heading of a level from 1."""

    title: str
    blocks: list[Block]
    level: int = 2

    @property
    def told(self) -> list[Prose | Bullets | DataTable]:
        """What is told in words alone, on a terminal and in Markdown."""
        blocks = [each for each in self.blocks if not isinstance(each, Plot | Fold)]
        return [each for each in blocks if (each.rows if isinstance(each, DataTable) else each)]


# ------------------------------------------------------------ written as templates


def _for_pages(made: Environment) -> None:
    made.filters["n"] = lambda number: f"{number:.1f}".removesuffix(".0")
    made.tests["share"] = lambda cell: isinstance(cell, Share)


def _for_sections(made: Environment) -> None:
    said = {name: each for name, each in vars(in_words).items() if isinstance(each, FunctionType)}
    made.filters.update(said)
    kinds = (Plot, Games, Column, CodeText, Emphasis, Counted)
    made.globals.update({each.__name__: each for each in kinds})
    made.globals.update(link=LinkedText, f=in_words, c=charts)


PAGES: Final = Templates("moonflight_solo.playtest.report", __file__, "pages", _for_pages)
SECTIONS: Final = PiecedTemplates(PAGES.package, __file__, "sections", _for_sections)


def sections(template: str, **given: object) -> list[ReportSection]:
    """Return the sections that ``templates/TEMPLATE.md.j2`` makes of what is given."""
    text, pieces = SECTIONS.pieces(f"{template}.md", **given)
    found: list[ReportSection] = []
    open_: list[list[Block]] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        mark, _, rest = paragraph.partition(" ")
        if mark.startswith("#"):
            found.append(ReportSection("".join(_prose(rest, pieces)), [], len(mark)))
            open_ = [found[-1].blocks]
        elif mark == ":::" and rest:
            fold = Fold("".join(_prose(rest, pieces)), [])
            open_[-1].append(fold)
            open_.append(fold.blocks)
        elif mark == ":::":
            open_.pop()
        elif paragraph:
            open_[-1] += _blocks(paragraph, pieces, open_[-1][-1:])
    return found


def _blocks(text: str, pieces: Pieces, before: Sequence[Block]) -> Iterator[Block]:
    """Yield what a paragraph says; items of a list go on with the list ``before`` them."""
    if text.startswith("- "):
        items = [_prose(item, pieces) for item in re.split(r"(?:^|\n)- ", text)[1:]]
        if before and isinstance(before[0], Bullets):
            before[0].items.extend(items)
        else:
            yield Bullets(items)
    elif text.startswith("|="):
        yield _table(text, pieces)
    elif text.startswith("|~"):
        yield from _plot(text, pieces)
    elif isinstance(plot := pieces.alone(text), Plot):
        yield plot
    else:
        yield from filter(None, [_prose(text, pieces)])


def _table(text: str, pieces: Pieces) -> DataTable:
    """Return a table: its caption, the heads of its columns, and its rows."""
    caption, heads, *lines = re.split(r"\n(?=\|)", text)
    rows = []
    for line in lines:
        name, *cells, games = [_cell(each, pieces) for each in line.split("|")[1:]]
        rows.append(Row(str(name), cells, games if isinstance(games, Games) else NOWHERE))
    columns = [_cell(each, pieces) for each in heads.split("|")[1:-1]]
    return DataTable(str(_cell(caption[2:], pieces)), [_column(each) for each in columns], rows)


def _plot(text: str, pieces: Pieces) -> Iterator[Plot]:
    """Yield a plot of shares or differences, one of each row, if it has any to draw."""
    head, *lines = re.split(r"\n(?=\|)", text)
    name, title, even, caption = (str(_cell(each, pieces)) for each in head[2:].split("|"))
    rows = []
    for line in lines:
        label, value, *seat = [_cell(each, pieces) for each in line.split("|")[1:-1]]
        rows.append((str(label), value, int(*seat)))
    chart = charts.intervals_chart(name, title, rows, float(even))
    if chart is not None:
        yield Plot(chart, caption)


def _column(head: Any) -> Column:
    """Return a column by its head, which ends with a full stop if it is one of words."""
    if isinstance(head, Column):
        return head
    return Column(head.removesuffix("."), words=head.endswith("."))


def _cell(text: str, pieces: Pieces) -> Any:
    """Return a cell: its words, or what stands there alone."""
    alone = pieces.alone(text)
    known = isinstance(alone, Share | Margin | LinkedText | Column | Games)
    return alone if known else "".join(_prose(text, pieces))


def _prose(text: str, pieces: Pieces) -> Prose:
    """Return a paragraph, as one text where nothing in it is more than words."""
    found: list[str] = []
    for part in pieces.parts(" ".join(text.split())):
        piece = part if isinstance(part, str) else str(part)
        plain = type(piece) is str
        if plain and found and type(found[-1]) is str:
            found[-1] += piece
        elif piece:
            found.append(piece)
    return found[0] if len(found) == 1 else tuple(found) if found else ""


# ------------------------------------------------------------------------- whole reports


def results(summary: s.Summary, *, phrases: bool) -> Iterator[ReportSection]:
    """Yield the results of a playtest; ``phrases`` tells of every phrase of the AI cards too."""
    for part in ("played", "short", "games", "cards", "left_open"):
        yield from sections(part, s=summary, phrases=phrases, compared=False)


LEFT_OUT: Final = {
    "line": "lines",
    "item": "items",
    "supply": "cards",
    "ruling": "rulings",
    "build": "builds",
}
"""What is left out of a treatment, as it is called together."""


def tornado(summary: s.Summary, of: str) -> list[ReportSection]:
    """Return what each of one kind of thing does to the wins."""
    others = [each for each in summary.others if LEFT_OUT.get(each.what) == of]
    return sections("worth", s=summary, of=of, others=others)


def tornadoes(summary: s.Summary) -> Iterator[ReportSection]:
    """Yield every tornado of a playtest; rulings beside other treatments are told as prices."""
    whats = dict.fromkeys(each.what for each in summary.others)
    for what in whats:
        if what in LEFT_OUT and (what != "ruling" or len(whats) == 1):
            yield from tornado(summary, LEFT_OUT[what])


def other_treatments(summary: s.Summary) -> list[ReportSection]:
    """Return what came of treatments that are not told of elsewhere."""
    elsewhere = {each.price.label for each in summary.otherwise if each.price}
    others = [
        (number, other)
        for number, other in enumerate(summary.others)
        if other.label not in elsewhere and other.what not in (*LEFT_OUT, "table")
    ]
    return sections("otherwise", others=others)
