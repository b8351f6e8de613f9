"""`moonflight resume`: a person's game gone on with."""

from __future__ import annotations

import shlex

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.commands.play import person_terminal
from moonflight_solo.cli.game.gamefile import UNRECORDED, deck_of
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.session import Sitting
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import CannotRecord, InUse, RecordFile, read_record
from moonflight_solo.records.saves import find, name_of


@click.command()
@click.argument("game", required=False, metavar="[NAME | FILE]")
@options.look
def command(game: str | None, plain: bool, no_color: bool) -> None:
    """Go on with a game: the unfinished one last played, or the one named.

    Names are those that moonflight saves lists, and may be cut short.
    """
    path = find(game, unfinished=True)
    warning = ""
    try:
        file = RecordFile.open(path)
    except InUse:
        raise
    except CannotRecord as error:
        file, warning = RecordFile(read_record(path)), f" {error} {UNRECORDED}"
    with file:
        record, name = file.record, name_of(path)
        replay = shlex.join(["moonflight", "replay", name])
        if not record.header.persons:
            raise MoonflightError(f"nobody plays in {name}, it was watched; {replay} tells it.")
        if record.ended is not None:
            raise MoonflightError(f"{name} is finished; {replay} tells it.")
        deck = deck_of(record.header, path)
        screen = person_terminal(plain, no_color)
        given = sum(not answer.auto for answer in record.answers)
        greeting = f"You are back in {name}, after {given} decision{'' if given == 1 else 's'}."
        if record.undone:
            greeting += " Those you took back wait for redo."
        Sitting(
            screen,
            Keyboard(screen),
            record.header.settings(),
            deck,
            file,
            open_hands=record.header.open_hands,
            greeting=greeting + warning,
        ).play()
