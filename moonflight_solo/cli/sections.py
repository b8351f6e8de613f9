"""Sections of results on a terminal: sentences and tables, or a line of facts for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from moonflight_solo.cli.terminal import Terminal
from moonflight_solo.playtest.report.figures import interval, share_percent, whole
from moonflight_solo.playtest.report.model import Bullets, Column, DataTable, ReportSection, Row
from moonflight_solo.playtest.summary import Share

_LEAST_NAME: Final = 12


def show(section: ReportSection, screen: Terminal) -> None:
    """Show a section, if there is anything in it; on a plain terminal as lines of text alone."""
    blocks = [each for each in section.blocks if not isinstance(each, DataTable) or each.rows]
    if not blocks:
        return
    screen.say()
    screen.say(section.title, "bold")
    for block in blocks:
        if isinstance(block, DataTable):
            _show_table(block, screen)
        else:
            for text in block.items if isinstance(block, Bullets) else (block,):
                screen.say("".join(text))


def _show_table(table: DataTable, screen: Terminal) -> None:
    columns = _columns(table)
    rows = [_cells(row, seeds=columns[-1].head == _SEED) for row in table.rows]
    if not screen.plain:
        screen.show(_rich_table(columns, rows, screen.width))
        return
    for name, *cells in rows:
        facts = zip(columns[1:], cells, strict=True)
        told = ", ".join(f"{column.head} {cell}" for column, cell in facts if cell)
        screen.say(f"{name}: {told}.")


_SEED: Final = "seed"


def _columns(table: DataTable) -> list[Column]:
    """Return the columns, with those of a share apart, and one of the seeds of games to look at."""
    columns = [table.columns[0]]
    for column, cell in zip(table.columns[1:], table.rows[0].cells, strict=True):
        shares = [Column("share"), Column("interval")] if isinstance(cell, Share) else []
        columns += [column, *shares]
    if any(row.games is not None for row in table.rows):
        columns.append(Column(_SEED))
    return columns


def _cells(row: Row, *, seeds: bool) -> list[str]:
    found = [row.name]
    for cell in row.cells:
        if isinstance(cell, Share):
            found += [whole(cell.count), share_percent(cell), interval(cell)]
        else:
            found.append(cell)
    if seeds:
        examples = row.games.examples if row.games else ()
        found.append(str(examples[0].seed) if examples else "")
    return found


def _rich_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Return the table; where it is too wide, the names of the rows are cut short."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_edge=False)
    widths = [
        max(map(cell_len, (column.head, *cells)))
        for column, *cells in zip(columns, *rows, strict=True)
    ]
    first = max(_LEAST_NAME, width - sum(widths[1:]) - 2 * len(widths[1:]) - 1)
    for number, column in enumerate(columns):
        table.add_column(
            Text(column.head, style="dim"),
            justify="left" if number == 0 or column.words else "right",
            no_wrap=True,
            overflow="ellipsis",
            max_width=None if number else first,
            min_width=widths[number] if number else None,
        )
    for row in rows:
        table.add_row(*map(Text, row))
    return table
