"""`moonflight jack check`: a Jack's whole set of cards, as far as it is typed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from moonflight_solo.check.card_texts import CheckedFile, check_card_files
from moonflight_solo.check.reachability.findings import GAMES
from moonflight_solo.check.report import Report, check_ai_card, report_json
from moonflight_solo.cli import options
from moonflight_solo.cli.commands.cards_check import checked_json, show_checked
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.output.check_page import show
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.own_jacks import OwnJack, can_be_spoken_of, own_jack
from moonflight_solo.rules.pool import untried
from moonflight_solo.rules.supply import conditions


@click.command()
@click.argument("source", metavar="FILE|DIR", type=click.Path(exists=True, path_type=Path))
@options.look_in_games(GAMES, "Look for lines that are never followed in that many games.")
@options.edition
@options.json
@options.look
@click.pass_context
def command(
    context: click.Context,
    source: Path,
    games: int,
    edition: str,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Check a Jack of one's own: the suit in a FILE, or the suit and AI card in a folder.

    Says how every text is read, whether the suit makes a Supply Stack, and what the AI card's
    lines mean and leave open. The exit code is 1 if the Jack cannot be played as it is.
    """
    jack = own_jack(source)
    (suit,) = check_card_files([jack.cards], edition, ())
    wrong = any(found.severity == "error" for found in suit.every())
    report = None if wrong or jack.ai is None else _report(jack, source, edition, games)
    if as_json:
        click.echo(json.dumps(_json(jack, suit, report), ensure_ascii=False))
    else:
        screen = terminal(plain=plain, color=not no_color)
        show_checked(suit, screen)
        _show_rest(jack, screen, report, wrong=wrong)
    if wrong or (report is not None and report.refused):
        context.exit(1)


def _report(jack: OwnJack, source: Path, edition: str, games: int) -> Report:
    assert jack.ai is not None
    return check_ai_card(jack.ai, gather(edition, named=[str(source)]).cards, games=games)


def _json(jack: OwnJack, suit: CheckedFile, report: Report | None) -> dict[str, Any]:
    return {
        "jack": jack.name,
        "suit": checked_json(suit),
        "supply_stack": _supply_stack(jack),
        "ai_card": report_json(report) if report else None,
    }


def _supply_stack(jack: OwnJack) -> list[dict[str, Any]]:
    """Return the conditions on a Supply Stack; none if the suit cannot be read."""
    try:
        kinds = untried(jack.cards).kinds
    except MoonflightError:
        return []
    found = conditions({card: card.copies for card in kinds})
    return [{"what": c.what, "due": c.due, "found": c.found, "met": c.met} for c in found]


def _show_rest(jack: OwnJack, screen: Terminal, report: Report | None, *, wrong: bool) -> None:
    screen.say("BUILDING THE MARKET", "bold")
    for each in _supply_stack(jack):
        mark = "met" if each["met"] else f"{each['due'] - each['found']:+d}"
        screen.say(f"  {each['found']} of {each['due']} {each['what']}: {mark}")
    if not can_be_spoken_of(jack.name):
        screen.say(
            f'  No AI card can speak of the suit "{jack.name}": a Jack is called by a capital '
            'word, or two with "and" between.',
            "yellow",
        )
    if report is not None:
        show(report, screen)
    elif jack.ai is None:
        screen.say("There is no AI card, so this Jack is for a person to play.")
    elif wrong:
        screen.say("The AI card is checked as soon as the suit can be read.")
