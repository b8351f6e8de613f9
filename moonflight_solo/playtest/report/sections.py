"""Report sections: paragraphs, lists, and tables with typed cells.

The terminal, Markdown and the HTML page all render this model and decide nothing. Only the page
draws plots, shows folds and links to games. The text is in ``templates/*.md.j2``.

A template is plain text: headings (``## ``), paragraphs separated by empty lines, lists (``- ``),
tables (``|= CAPTION``, then a header and rows with cells between ``|``, where what follows the last
``|`` is the row's games), plots (``|~ ID | TITLE | x of the line | CAPTION``, perhaps ``| REACH``,
then rows of label, share or difference, and seat), and folds (from ``::: TITLE`` to ``:::``, or
from ``:::+ TITLE`` if only the page folds it). Lines may break anywhere.
The output of ``{{ }}`` is inserted literally; a share in a table cell is shown with its interval,
and a histogram is a paragraph by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from moonflight_solo import numbers
from moonflight_solo.playtest.player_kinds import ladder_steps
from moonflight_solo.playtest.report import charts, in_words, selection
from moonflight_solo.playtest.report.charts import DataChart
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.figures import Counted, ExampleGame, Margin, Share
from moonflight_solo.templates import PiecedTemplates, Pieces, Templates
from moonflight_solo.values import Value

if TYPE_CHECKING:
    # Imported only for reports.
    from jinja2 import Environment
    from markupsafe import Markup


class CodeText(str):
    """Code: something to type, or a name in the program."""

    __slots__ = ()


class Emphasis(str):
    """Emphasized words."""

    __slots__ = ()


class LinkedText(str):
    """Words that the page links to one of ``games``.

    ``about`` and ``what`` say what such a game shows, such as "seat 1" and "won".
    """

    games: Counted | Share
    about: str
    what: str

    def __new__(cls, words: str, games: Counted | Share, about: str = "", what: str = "") -> Self:
        """Create the text; without ``about``, the table row supplies it."""
        linked = super().__new__(cls, words)
        linked.games, linked.about, linked.what = games, about, what
        return linked


class HeatCell(str):
    """A share as a cell that the page colours; its interval stands beside it there."""

    __slots__ = ("share",)
    share: Share

    def __new__(cls, share: Share) -> Self:
        """Create the cell."""
        cell = super().__new__(cls, in_words.share_percent(share))
        cell.share = share
        return cell


Prose = str | tuple[str, ...]
"""A paragraph: a string, or several pieces of which some are :class:`CodeText` and the like."""


class Bullets(Value):
    """A list."""

    items: list[Prose]


class Column(Value):
    """A column of a table: of numbers, unless it is one of ``words``.

    If it contains shares, ``head`` is the heading of the counts and ``share`` that of the shares.
    """

    head: str
    words: bool = False
    share: str = "share"


class Games(NamedTuple):
    """The games a table row was counted in, and what they show.

    ``about`` and ``what`` describe that, such as "seat 1" and "won".
    """

    games: Counted | Share | None = None
    about: str = ""
    what: str = ""


NOWHERE: Final = Games()


class Row(Value):
    """A row of a table: its name and cells; empty cells have nothing to show."""

    name: str
    cells: Sequence[str | Share]
    leads: Games = NOWHERE

    @property
    def example(self) -> ExampleGame | None:
        """The game to look at, ``None`` if there is none or numbers of the row lead to games."""
        shares = [cell for cell in self.cells if isinstance(cell, Share)]
        led = next((share for share in (self.leads.games, *shares) if share is not None), None)
        if led is None or any(isinstance(cell, LinkedText) for cell in self.cells):
            return None
        return next((example for example in led.examples if example.command), None)


class DataTable(Value):
    """A table. The first of ``columns`` holds the row names.

    A :class:`Share` in a cell is shown as count, share and interval. Captions are unique on a page.
    """

    caption: str
    columns: Sequence[Column]
    rows: Sequence[Row]

    @property
    def shared(self) -> dict[int, bool]:
        """The cell positions at which some row has a share, and whether one has an interval."""
        positions: dict[int, bool] = {}
        for row in self.rows:
            for index, cell in enumerate(row.cells):
                if isinstance(cell, Share):
                    positions[index] = positions.get(index, False) or cell.low is not None
        return positions

    def flat(
        self, count: Callable[[Share], str], interval_head: str
    ) -> tuple[list[Column], list[list[str]]]:
        """Return the columns and cell texts, with every share as its count, share and interval.

        ``count`` formats its count, and ``interval_head`` is the heading of its interval, which
        only stands where a share has one.
        """
        columns, rows, shared = [self.columns[0]], [[row.name] for row in self.rows], self.shared
        for index, column in enumerate(self.columns[1:]):
            columns.append(column)
            if index in shared:
                columns += [Column(column.share), Column(interval_head)][: 1 + shared[index]]
            for row, words in zip(self.rows, rows, strict=True):
                cell = row.cells[index]
                if isinstance(cell, Share):
                    words += [count(cell), in_words.share_percent(cell)]
                    words += [in_words.interval(cell)] if shared[index] else []
                else:
                    words.append(cell)
        return columns, rows


class Plot(Value):
    """A chart with a caption; only the page draws it, and tables repeat its numbers."""

    chart: DataChart
    caption: str


class Fold(Value):
    """Collapsible content of the page, which also stands ``elsewhere`` or not, and then open."""

    title: str
    blocks: list[Block]
    elsewhere: bool = False


Block = Prose | Bullets | DataTable | Plot | Fold


class ReportSection(Value):
    """A section under a heading of a level from 1."""

    title: str
    blocks: list[Block]
    level: int = 2

    @property
    def told(self) -> list[Prose | Bullets | DataTable]:
        """The non-empty blocks to show on a terminal and in Markdown."""
        return list(_visible(self.blocks))


def _visible(blocks: Iterable[Block]) -> Iterator[Prose | Bullets | DataTable]:
    """Yield the blocks with content, in folds only if ``elsewhere``, without plots."""
    for each in blocks:
        if isinstance(each, Fold):
            yield from _visible(each.blocks if each.elsewhere else ())
        elif not isinstance(each, Plot) and (each.rows if isinstance(each, DataTable) else each):
            yield each


def _unbroken(words: str) -> Markup:
    """Return words in which no line of a page ends within an option such as "--seed"."""
    from markupsafe import Markup, escape

    option = r'<span class="option">\g<0></span>'
    return Markup(re.sub(r"(?<![\w-])--[a-z]+", option, str(escape(words))))


def _for_pages(environment: Environment) -> None:
    """Give an environment the filters and functions of the templates of pages."""
    environment.filters["unbroken"] = _unbroken
    environment.filters["n"] = lambda number: f"{number:.1f}".removesuffix(".0")
    environment.tests["share"] = lambda cell: isinstance(cell, Share)
    environment.globals.update(f=in_words, plural=numbers.plural, outwards=numbers.outwards)
    environment.globals.update(kind_of=lambda block: type(block).__name__)


def _for_sections(made: Environment) -> None:
    """Give an environment what the templates of sections call, each function by its name."""
    for module in (numbers, in_words, selection):
        said = vars(module).items()
        made.filters.update({name: each for name, each in said if isinstance(each, FunctionType)})
    kinds = (Plot, Games, Column, CodeText, Emphasis, Counted)
    made.globals.update({kind.__name__: kind for kind in kinds})
    made.globals.update(link=LinkedText, heat=HeatCell, f=in_words, pick=selection, c=charts)
    made.globals.update(plural=numbers.plural, outwards=numbers.outwards, ladder_steps=ladder_steps)


PAGES: Final = Templates("moonflight_solo.playtest.report", __file__, "pages", _for_pages)
SECTIONS: Final = PiecedTemplates(PAGES.package, __file__, "sections", _for_sections)


def sections(template: str, **given: object) -> list[ReportSection]:
    """Render ``templates/TEMPLATE.md.j2`` to sections; a fold's blocks stand within it."""
    text, pieces = SECTIONS.pieces(f"{template}.md", **given)
    report: list[ReportSection] = []
    nesting: list[list[Block]] = []  # the blocks of the section, then of each Fold that is open
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        mark, _, rest = paragraph.partition(" ")
        if mark.startswith("#"):
            report.append(ReportSection("".join(_prose(rest, pieces)), [], len(mark)))
            nesting = [report[-1].blocks]
        elif mark in (":::", ":::+") and rest:
            fold = Fold("".join(_prose(rest, pieces)), [], elsewhere=mark == ":::+")
            nesting[-1].append(fold)
            nesting.append(fold.blocks)
        elif mark == ":::":
            nesting.pop()
        elif paragraph:
            nesting[-1] += _blocks(paragraph, pieces, nesting[-1][-1:])
    return report


def _blocks(text: str, pieces: Pieces, before: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks of a paragraph; list items are appended to a list ``before`` them."""
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
    elif isinstance(plot := pieces.single_value(text), Plot):
        yield plot
    else:
        yield from filter(None, [_prose(text, pieces)])


def _table(text: str, pieces: Pieces) -> DataTable:
    """Parse a table: its caption, column headings and rows."""
    caption, heads, *lines = re.split(r"\n(?=\|)", text)
    rows = []
    for line in lines:
        name, *cells, games = [_cell(each, pieces) for each in line.split("|")[1:]]
        rows.append(Row(str(name), cells, games if isinstance(games, Games) else NOWHERE))
    columns = [_cell(each, pieces) for each in heads.split("|")[1:-1]]
    return DataTable(str(_cell(caption[2:], pieces)), [_column(column) for column in columns], rows)


def _plot(text: str, pieces: Pieces) -> Iterator[Plot]:
    """Parse a plot of shares or differences, one per row; yields nothing if all are unknown."""
    head, *lines = re.split(r"\n(?=\|)", text)
    name, title, even, caption, *reach = (_cell(each, pieces) for each in head[2:].split("|"))
    rows = []
    for line in lines:
        label, value, *seat = [_cell(each, pieces) for each in line.split("|")[1:-1]]
        rows.append((str(label), value, int(*seat)))
    chart = charts.intervals_chart(name, title, rows, float(even), *reach)
    if chart is not None:
        yield Plot(chart, caption)


def _column(head: Any) -> Column:
    """Parse a column heading, which ends with a full stop for a column of words."""
    if isinstance(head, Column):
        return head
    return Column(head.removesuffix("."), words=head.endswith("."))


def _cell(text: str, pieces: Pieces) -> Any:
    """Parse a cell: text, or a single inserted object."""
    alone = pieces.single_value(text)
    is_object = isinstance(
        alone, Share | Margin | LinkedText | HeatCell | Column | Games | charts.AxisReach
    )
    return alone if is_object else "".join(_prose(text, pieces))


def _prose(text: str, pieces: Pieces) -> Prose:
    """Parse a paragraph; a plain string if it has no markup."""
    parts: list[str] = []
    for part in pieces.parts(" ".join(text.split())):
        piece = part if isinstance(part, str) else str(part)
        plain = type(piece) is str
        if plain and parts and type(parts[-1]) is str:
            parts[-1] += piece
        elif piece:
            parts.append(piece)
    return parts[0] if len(parts) == 1 else tuple(parts) if parts else ""


def results(summary: s.Summary, *, phrases: bool) -> Iterator[ReportSection]:
    """Yield the result sections of a playtest; ``phrases`` includes every phrase of AI cards."""
    for part in ("played", "short", "games", "cards", "left_open"):
        yield from sections(part, s=summary, phrases=phrases, compared=False)


LEFT_OUT: Final = {
    "line": "lines",
    "item": "items",
    "supply": "cards",
    "ruling": "rulings",
    "build": "builds",
}
"""Plural names of the things that treatments leave out."""


def tornadoes(summary: s.Summary) -> Iterator[ReportSection]:
    """Yield a section for each kind of thing left out; rulings beside others appear as prices."""
    whats = dict.fromkeys(treatment.what for treatment in summary.others)
    for what in whats:
        if what in LEFT_OUT and (what != "ruling" or len(whats) == 1):
            others = [treatment for treatment in summary.others if treatment.what == what]
            yield from sections("worth", s=summary, of=LEFT_OUT[what], others=others)


def other_treatments(summary: s.Summary) -> list[ReportSection]:
    """Return the section on treatments that no other section covers."""
    elsewhere = {alternative.price.label for alternative in summary.otherwise if alternative.price}
    others = [
        (number, other)
        for number, other in enumerate(summary.others)
        if other.label not in elsewhere and other.what not in (*LEFT_OUT, "table")
    ]
    return sections("otherwise", others=others)
