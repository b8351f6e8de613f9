"""`moonflight resume` and `moonflight replay`: a recorded game gone on with, or told again."""

from __future__ import annotations

import shlex

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.game.evening import Evening
from moonflight_solo.cli.game.film import film
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
from moonflight_solo.cli.game.retelling import Retelling, tell
from moonflight_solo.cli.game.start import Start, deck_of, opened
from moonflight_solo.cli.options import Count
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import (
    CannotRecord,
    InUse,
    Record,
    RecordFile,
    ReplayMismatch,
    read_record,
)
from moonflight_solo.records.line import line_of
from moonflight_solo.records.saves import UNRECORDED, find, name_of


@click.command()
@options.saved_game
@options.person_screen
def resume(game: str | None, screen: Terminal) -> None:
    """Go on with a game: the unfinished one last played, or the one named.

    Names are those that moonflight saves lists, and may be cut short. A game that is finished
    shows its End, and what may be done then: play it again, take back, look back.
    """
    path = find(game, "unfinished")
    warning = ""
    try:
        file = RecordFile.open(path)
    except InUse:
        raise
    except CannotRecord as error:
        file, warning = RecordFile(read_record(path), path), f" {error} {UNRECORDED}"
    with file:
        record, name = file.record, name_of(path)
        again = shlex.join(["moonflight", "replay", name])
        if not record.header.persons:
            raise MoonflightError(f"nobody plays in {name}, it was watched; {again} tells it.")
        start = Start(record.header, deck_of(record.header, path))
        evening = Evening(screen, Keyboard(screen), is_there())
        if record.ended is None:
            evening.go_on(file, start, _greeting(record, name) + warning)
            return
    following = evening.after(file, start)
    if following is not None:
        evening.go_on(*following)


def _greeting(record: Record, name: str) -> str:
    given = sum(not answer.auto for answer in record.answers)
    greeting = f"You are back in {name}, after {plural(given, 'decision')}."
    return greeting + (" Those you took back wait for redo." if record.undone else "")


@click.command()
@click.argument("game", required=False, metavar="[NAME | FILE | LINE]")
@click.option(
    "--step/--tell",
    "step",
    default=None,
    help="Step through it with the table on the screen, which is what a terminal gets, or tell it "
    "act by act.",
)
@options.flag("--why", "Say for each act of an AI card why it was taken.")
@click.option(
    "--to", "last", type=Count(min=1), metavar="ROUND", help="Stop at the end of this round."
)
@options.flag("--open-hands", "Name everybody's hidden cards too.")
@options.person_screen
def replay(
    game: str | None,
    step: bool | None,
    why: bool,
    last: int | None,
    open_hands: bool,
    screen: Terminal,
) -> None:
    """Tell a recorded game again, finished or not, with its notes.

    The game last played, or the one named: a name that moonflight saves lists, which may be cut
    short, a file, also one made by moonflight watch --record, or a game in a line of text. On a
    terminal it is stepped through, forward and back, and can be played on from any moment; with
    --why or --to, and where nobody sits, it is told act by act.
    """
    record, deck, path = opened(game)
    try:
        if step if step is not None else not (why or last or screen.plain):
            seen = film(record, deck, open_hands=open_hands)
            Evening(screen, Keyboard(screen), is_there()).step_through(seen, record, deck)
            return
        told = Retelling(record, deck)
        outcome = tell(told, screen, why=why, open_hands=open_hands, last=last)
    except ReplayMismatch as error:
        raise MoonflightError(f"{path}{record.place(error.answer)}: {error}") from None
    if record.ended and outcome and list(outcome.scores) != record.ended.scores:
        words = ", ".join(map(str, record.ended.scores))
        raise MoonflightError(f"{path}: the scores on record are others: {words}.")


@click.command()
@options.saved_game
@options.screen
def share(game: str | None, screen: Terminal) -> None:
    """Print a game as one line of text, to send to somebody.

    The game last played, or the one named. moonflight play --from LINE goes on with it, and
    moonflight replay LINE tells it.
    """
    click.echo(line_of(read_record(find(game))))
