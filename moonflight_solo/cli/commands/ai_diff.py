"""`moonflight ai diff`: what a rewording of an AI card changes in what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from moonflight_solo.check.diff.comparison import Difference, difference
from moonflight_solo.check.diff.comparison import as_json as as_json_of
from moonflight_solo.check.diff.disagree import Shown
from moonflight_solo.check.games import upkeep
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import load_for_ai
from moonflight_solo.cli.game.setup import load_checked
from moonflight_solo.cli.options import Paths, Words
from moonflight_solo.cli.output.diff_page import show_difference
from moonflight_solo.cli.output.terminal import Terminal, print_json, warn
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.scenario import Expectation, save_scenario

SAME, DIFFERENT, TROUBLE = 0, 1, 2


@click.command()
@click.argument("old", metavar="OLD", shell_complete=shell.jack_or_file)
@click.argument("new", metavar="NEW", shell_complete=shell.jack_or_file)
@options.look_in_games(20, "Look at the tables of that many games of each card too.")
@options.save_scenarios
@options.card_files
@options.edition
@options.rulings
@options.json
@options.screen
@click.pass_context
def diff(
    context: click.Context,
    old: str,
    new: str,
    games: int,
    directory: Path | None,
    card_files: Paths,
    edition: str,
    rulings: Words,
    as_json: bool,
    screen: Terminal,
) -> None:
    """Say what a rewording changes: line by line from OLD to NEW, and for the card as a whole.

    OLD and NEW are AI cards of one Jack, each a Jack's name (the printed card), a file or a folder.
    A line is the same, narrower (followed on fewer tables), wider, or different, and shown with
    the smallest table found on which that is seen.

    Exit codes, as `diff` has them: 0 if the cards do the same or no difference was seen, 1 if they
    act otherwise, 2 for trouble, such as a card that cannot be read.
    """
    try:
        loaded = load_for_ai(edition, card_files, [old, new])
        cards = [load_checked(loaded.ai_card(words), loaded.cards) for words in (old, new)]
        chosen = printed_rulings().switch(options.switched(rulings))
        found = difference(cards[0], cards[1], loaded.cards, games, chosen)
        work = [upkeep(sides_of(card, loaded.cards, chosen)) for card in cards] if games else []
    except MoonflightError as error:
        warn(error)
        context.exit(TROUBLE)
    if directory is not None:
        _save(found, directory)
    if as_json:
        by_hand = dict(zip(("old", "new"), (each.as_json() for each in work), strict=False))
        print_json(as_json_of(found) | {"upkeep": by_hand or None})
    else:
        show_difference(found, games, screen)
        if work:
            screen.say(f"Followed by hand, {work[0].beside(work[1])}")
    context.exit(DIFFERENT if found.verdict == "different" else SAME)


def _save(found: Difference, directory: Path) -> None:
    for name, shown in _named(found):
        title = f"OLD {shown.old}. NEW {shown.new}."
        note = (
            f"Shows what differs between {found.old.file} and {found.new.file}.\n"
            "What is expected is what NEW does."
        )
        done = shown.outcomes[1]
        expect = Expectation(line=done.line, notation=done.notation, targets=done.targets or None)
        if shown.alone or shown.section == "reset":
            expect, note = Expectation(), note.splitlines()[0]
        save_scenario(directory, name, shown.scenario.but(title=title, expect=expect), note)


def _named(found: Difference) -> Iterator[tuple[str, Shown]]:
    """Yield every table shown with a name of its own for its file."""
    for change in found.lines:
        unit = change.pair.new or change.pair.old
        assert unit is not None
        side = _side(change.turned, change.section)
        gone = "-gone" if change.pair.new is None else ""
        for at, shown in enumerate(change.shown, 1):
            number = f"-{at}" if len(change.shown) > 1 else ""
            yield f"{side}-{unit.number}{gone}{number}", shown
    for shown in found.shown:
        yield f"whole-{_side(shown.scenario.turned, shown.section)}", shown


def _side(turned: bool, section: str) -> str:
    return ("post" if turned else "pre") + ("-reset" if section == "reset" else "")
