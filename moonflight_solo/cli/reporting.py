"""What a playtest is written to: the report as a page, and the feedback sheet to the designer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from moonflight_solo.check.report import Report, check_document
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.feedback import Seen, feedback_sheet
from moonflight_solo.playtest.report.page import report_page
from moonflight_solo.playtest.run import Run
from moonflight_solo.record import Record
from moonflight_solo.recordfile import read_record
from moonflight_solo.rules.rulings import Ruling, RulingsFile
from moonflight_solo.saves import find

F = TypeVar("F", bound=Callable[..., object])
Plain = Mapping[str, Any]

ON_THE_GAME = "game"
"""The file of the rulings on the rules of the game."""


def files(command: F) -> F:
    """Add --html, --feedback and --notes: what is written, and from whose notes."""
    for option in (
        click.option(
            "--notes",
            multiple=True,
            metavar="RECORD",
            help="With --feedback, add the notes made in a game: a name that moonflight saves "
            "lists, or a file. Can be repeated.",
        ),
        _written("--feedback", "Write the feedback sheet to the designer, in Markdown."),
        page,
    ):
        command = option(command)
    return command


def page(command: F) -> F:
    """Add --html: the report as a page."""
    told = "Write a report for the browser, on one page."
    return _written("--html", told)(command)


def _written(name: str, told: str) -> Callable[[F], F]:
    file = click.Path(dir_okay=False, path_type=Path)
    return click.option(name, type=file, metavar="FILE", callback=_has_a_folder, help=told)


def _has_a_folder(context: click.Context, option: click.Parameter, path: Path | None) -> object:
    """Refuse a file that could not be written, before anything is played."""
    if path is not None and not path.absolute().parent.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}.")
    return path


def records(notes: Sequence[str], feedback: Path | None) -> dict[str, Record]:
    """Return the records that --notes names, by what they are called.

    Raises :class:`UsageError` without --feedback, and whatever is wrong with a record.
    """
    if notes and feedback is None:
        raise UsageError("--notes stands in the feedback sheet; say with --feedback where to.")
    paths = [find(name) for name in notes]
    return {path.stem: read_record(path) for path in paths}


def write(
    summary: Plain,
    run: Run,
    html: Path | None,
    feedback: Path | None,
    records: Mapping[str, Record],
) -> None:
    """Write what was asked for, and say on stderr where it is.

    Raises :class:`MoonflightError` for a file that cannot be written.
    """
    if html is None and feedback is None:
        return
    checks = _checks(run)
    findings = {seat: check.findings for seat, check in checks.items()}
    by_print = {seat: check.by_print for seat, check in checks.items()}
    if html is not None:
        _put(html, report_page(summary, findings, by_print))
    if feedback is not None:
        seen = Seen(findings, by_print, records, _left_open(run))
        _put(feedback, feedback_sheet(summary, seen))
    for path in filter(None, (html, feedback)):
        click.echo(f"Written: {path}", err=True)


def _checks(run: Run) -> dict[int, Report]:
    """Return what the wording check says of the AI card in each seat, by its number from 1.

    It plays no games of its own: those of the playtest tell what was never seen.
    """
    given = {file.name: file for file in run.plan.ai_files}
    found = {}
    for number, card in enumerate(run.ai_cards, start=1):
        if card is not None:
            file = given.get(card.file)
            document = read_document(Path(card.file)) if file is None else file.document()
            found[number] = check_document(document, run.catalogue, run.rulings, games=0)
    return found


def _left_open(run: Run) -> list[Ruling]:
    """Return the rulings on the rules of the game, with the choices that were in force."""
    found = [
        ruling
        for path in data_files("rulings")
        if path.stem == ON_THE_GAME
        for ruling in convert(read_document(path), RulingsFile).rulings
    ]
    return [
        msgspec.structs.replace(ruling, chosen=run.rulings.choice(ruling.id)) for ruling in found
    ]


def _put(path: Path, words: str) -> None:
    try:
        path.write_text(words, "utf-8")
    except OSError as error:
        raise MoonflightError(f"{path} cannot be written: {error.strerror}.") from None
