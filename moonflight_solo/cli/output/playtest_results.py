"""Playtest results: printed, as JSON, or written to report files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Final

import click
import msgspec

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.report import Report
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import whole
from moonflight_solo.playtest.report.feedback import feedback_sheet
from moonflight_solo.playtest.report.html import figures_page, report_page
from moonflight_solo.playtest.report.sections import Bullets, Column, DataTable, ReportSection
from moonflight_solo.playtest.round_robin import RoundRobin
from moonflight_solo.playtest.run import Run
from moonflight_solo.playtest.summaries.replays import ActFinder
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.records import Record, read_record
from moonflight_solo.records.saved_games import find
from moonflight_solo.rules.rulings import Ruling, RulingsFile
from moonflight_solo.userfiles import write_file
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

if TYPE_CHECKING:  # slow to import, and not needed for plain text
    from rich.table import Table

    from moonflight_solo.playtest.balance_search import BalanceFront

ON_THE_GAME: Final = "game"
"""The name of the file with rulings on the rules of the game."""

_LEAST_NAME: Final = 12


@dataclass(frozen=True)
class Output:
    """How to show results and where to write them; ``records`` go into the feedback sheet.

    ``out`` is a new file of results, and ``resume`` one to be continued.
    """

    screen: Terminal
    html: Path | None = None
    feedback: Path | None = None
    records: Mapping[str, Record] = field(default_factory=dict)
    out: Path | None = None
    resume: Path | None = None

    def places(self, run: Run) -> ActFinder | None:
        """Return the finder of example acts, ``None`` if the output does not show them."""
        return ActFinder(run) if self.screen.as_json or self.html is not None else None


def read_notes(notes: Sequence[str], feedback: Path | None) -> dict[str, Record]:
    """Return the records that --notes names, keyed by name.

    Raises :class:`UsageError` without --feedback, and an error for a record that cannot be read.
    """
    if notes and feedback is None:
        raise UsageError("--notes adds to the feedback sheet, so it needs --feedback FILE.")
    return {path.stem: read_record(path) for path in map(find, notes)}


def show_results(
    summary: Summary,
    sections: Iterable[ReportSection],
    run: Run,
    output: Output,
    short: Sequence[ReportSection] = (),
) -> None:
    """Print a run's results as JSON or sections, and write the requested files.

    ``short`` repeats the main results at the end, where a terminal still shows them. The files are
    listed on stderr. Raises :class:`MoonflightError` for one that cannot be written.
    """
    screen = output.screen
    seen = () if screen.plain or not screen.console.is_terminal else short
    report = chain(sections, seen) if summary.games else ()
    _show(summary, report, output, lambda: _files(summary, run, output))


def show_figures(
    title: str, found: RoundRobin | BalanceFront, report: Sequence[ReportSection], output: Output
) -> None:
    """Print a round robin or what a search found as JSON or sections, and write the report file."""
    _show(found, report, output, lambda: {output.html: figures_page(title, found, report)})


def _show(
    figures: object,
    report: Iterable[ReportSection],
    output: Output,
    files: Callable[[], Mapping[Path | None, str]],
) -> None:
    try:
        if output.screen.as_json:
            print_json(figures)
        else:
            for section in report:
                show_section(section, output.screen)
    finally:
        # Also if the output pipe was closed, as by `head`.
        written = files() if output.html or output.feedback else {}
        for path, text in written.items():
            if path is not None:
                write_file(path, text)
        for path in filter(None, written):
            click.echo(f"Written: {path}", err=True)


# ---------------------------------------------------------------------------- on a terminal


def show_section(section: ReportSection, screen: Terminal) -> None:
    """Print a section if it has any content; on a plain terminal, tables become lines of text."""
    if not section.told:
        return
    screen.say()
    screen.say(section.title, "bold")
    for block in section.told:
        if isinstance(block, DataTable):
            _show_table(block, screen)
        else:
            for text in block.items if isinstance(block, Bullets) else (block,):
                screen.say("".join(text))


def _show_table(table: DataTable, screen: Terminal) -> None:
    columns, rows = table.flat(lambda share: whole(share.count), "interval")
    if any(row.leads.games is not None for row in table.rows):
        columns.append(Column("seed"))  # an example to look at
        for row, words in zip(table.rows, rows, strict=True):
            examples = row.leads.games.examples if row.leads.games else ()
            words.append(str(examples[0].seed) if examples else "")
    if not screen.plain:
        screen.show(_rich_table(columns, rows, screen.width))
        return
    if table.caption:  # on a screen the first column has a heading
        screen.say(f"{table.caption}:")
    for name, *cells in rows:
        facts = zip(columns[1:], cells, strict=True)
        told = ", ".join(f"{column.head} {cell}" for column, cell in facts if cell.strip("–"))
        screen.say(f"{name}: {told}.")


def _rich_table(columns: Sequence[Column], rows: Sequence[Sequence[str]], width: int) -> Table:
    """Return a rich table; if it is too wide, row names wrap to two lines and are then cut."""
    # Slow to import.
    from rich.cells import cell_len
    from rich.table import Table
    from rich.text import Text

    widths = [
        max(map(cell_len, (column.head, *cells)))
        for column, *cells in zip(columns, *rows, strict=True)
    ]
    room = width - sum(widths[1:]) - 1
    gap = 2 if room - 2 * len(widths[1:]) >= widths[0] else 1  # give names what room there is
    first = max(_LEAST_NAME, room - gap * len(widths[1:]))
    table = Table(box=None, pad_edge=False, padding=(0, gap - 1, 0, 1), show_edge=False)
    for number, column in enumerate(columns):
        table.add_column(
            Text(column.head, style="dim"),
            justify="left" if number == 0 or column.words else "right",
            no_wrap=True,
            min_width=widths[number] if number else None,
        )
    for name, *cells in rows:
        folded = wrap(name, first, max_lines=2, placeholder="…", break_on_hyphens=False)
        table.add_row(*map(Text, ("\n".join(folded), *cells)))
    return table


# -------------------------------------------------------------------------------- in files


def _files(summary: Summary, run: Run, output: Output) -> dict[Path | None, str]:
    checks, files = _checks(run), dict[Path | None, str]()
    if output.html is not None:
        files[output.html] = report_page(summary, checks)
    if output.feedback is not None:
        sheet = feedback_sheet(summary, checks, output.records, _left_open(run))
        files[output.feedback] = sheet
    return files


def _checks(run: Run) -> dict[int, Report]:
    """Return the wording check of each seat's AI card, by seat number from 1.

    It plays no games of its own: the playtest already shows which lines were never used.
    """
    from moonflight_solo.check.report_cache import report_on  # slow to import

    files = {file.name: file for file in run.plan.ai_files}
    reports = {}
    for number, card in enumerate(run.ai_cards, start=1):
        if card is not None:
            file = files.get(card.file)
            document = read_document(Path(card.file)) if file is None else file.document()
            reports[number] = report_on(document, Basis(run.catalogue, run.rulings), 0)
    return reports


def _left_open(run: Run) -> list[Ruling]:
    """Return the rulings on questions that arise in this game, with the choices in force."""
    jacks = [seat.jack for seat in run.plan.seats]
    kinds = run.catalogue.cards_for(jacks)
    traits_there = {"same Jack"} if len({*jacks}) < len(jacks) else set()
    for end in (end for kind in kinds for end in (kind, kind.flipped)):
        traits_there.update(traits(end.meaning))
    return [
        msgspec.structs.replace(ruling, chosen=run.rulings.choice(ruling.id))
        for path in data_files("rulings")
        if path.stem == ON_THE_GAME
        for ruling in convert(read_document(path), RulingsFile).rulings
        if not ruling.arises_with or not traits_there.isdisjoint(ruling.arises_with)
    ]


def traits(meaning: object) -> Iterator[str]:
    """Yield the parts a meaning has: kinds of nodes, flags that are set, and words in their slots.

    Such as "When", "When.instead", "turn" for a verb or "hand" for a zone, "When draw", "When
    several" for several cards, and "target hand" for a zone of that owner.
    """
    for node in nodes_of(meaning, ast.Node):
        kind = type(node).__name__
        yield kind
        for slot, value in node.compared().items():
            if value is True:
                yield f"{kind}.{slot}"
            for word in value if isinstance(value, tuple) else (value,):
                if isinstance(word, str):
                    yield from (word, f"{kind} {word}")
                    if isinstance(node, ast.Place) and slot == "zones":
                        yield f"{node.owner} {word}"
                elif isinstance(word, ast.Cards) and word.number not in (None, 1):
                    yield f"{kind} several"
