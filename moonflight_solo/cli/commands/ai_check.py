"""`moonflight ai check`: what the words of an AI card mean, leave open, and can never do."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import click

from moonflight_solo.ai_cards.card import ai_card_files
from moonflight_solo.check.finding import code_named
from moonflight_solo.check.reachability.findings import GAMES
from moonflight_solo.check.report import Report, check_ai_card, report_json
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import Gathered, gather_for_ai, is_path
from moonflight_solo.cli.output.check_page import explain, show
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.scenario import save_scenario


@click.command()
@click.argument("sources", metavar="JACK|FILE...", nargs=-1, shell_complete=shell.jack_or_file)
@click.option("--explain", "code", metavar="CODE", help="Explain what a finding means, and end.")
@options.look_in_games(GAMES, "Look for lines that are never followed in that many games.")
@options.save_scenarios
@options.card_files
@options.edition
@options.rulings
@options.json
@options.look
@click.pass_context
def command(
    context: click.Context,
    sources: tuple[str, ...],
    code: str | None,
    games: int,
    directory: Path | None,
    card_files: tuple[Path, ...],
    edition: str,
    rulings: tuple[str, ...],
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Check the wording of AI cards: how each line is read, and what its words leave open.

    Each is a JACK, for the printed card, or a FILE or folder. The exit code is 1 if a card cannot
    be played as it is, or cannot be read at all.
    """
    screen = terminal(plain=plain, color=not no_color)
    if code is not None:
        explain(code_named(code), screen)
        return
    if not sources:
        raise UsageError("name a Jack or an AI-card file to check, or give --explain CODE.")
    gathered = gather_for_ai(edition, card_files, sources)
    chosen = printed_rulings().switch(options.switched(rulings))
    reports: list[Report] = []
    failed = False
    for words in _named(sources, gathered):
        try:
            source = gathered.ai_card(words)
            reports.append(check_ai_card(source, gathered.cards, chosen, games=games))
        except UsageError:
            raise
        except MoonflightError as error:
            failed = True
            click.echo(f"moonflight: {error}", err=True)
    if directory is not None:
        for report in reports:
            _save(report, directory)
    if as_json:
        click.echo(json.dumps([report_json(each) for each in reports], ensure_ascii=False))
    else:
        for each in reports:
            show(each, screen)
    if failed or any(each.refused for each in reports):
        context.exit(1)


def _named(sources: Sequence[str], gathered: Gathered) -> Sequence[str]:
    """Return what is to be checked; several words may be the name of one Jack."""
    whole = " ".join(sources)
    if len(sources) > 1 and not any(map(is_path, sources)):
        try:
            gathered.jack(whole)
        except UsageError:
            return sources
        return (whole,)
    return sources


def _save(report: Report, directory: Path) -> None:
    """Write the table of each finding that has one; its name says which finding it is."""
    number = 0
    for found in report.findings:
        if found.table is None:
            continue
        number += 1
        line = re.sub(r"[^a-z0-9.]+", "-", found.line.lower()).strip("-")
        jack = re.sub(r"[^a-z0-9]+", "_", report.jack.lower())
        printed = Path(report.file) in ai_card_files().values()
        own = "" if printed else f"\nRun it with --ai {report.file}, whose words it is about."
        save_scenario(
            directory,
            f"{jack}-{number:02}-{line}-{found.code}",
            found.table.but(title=f"{found.line}: {found.because}"),
            f"Shows {found.code} of {found.place}.{own}",
        )
