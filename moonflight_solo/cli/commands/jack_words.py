"""`moonflight jack words`: every wording that is understood, with an example each."""

from __future__ import annotations

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.wording.examples import read_as, wordings


@click.command()
@click.argument("word", nargs=-1)
@click.option("--read", is_flag=True, help="Show below each how it is read.")
@options.look
def command(word: tuple[str, ...], read: bool, plain: bool, no_color: bool) -> None:
    """Show an example of every wording of cards and AI cards that is understood.

    With WORDs only those that contain them, such as "market stack" or "if not".
    """
    wanted = " ".join(word).casefold()
    screen = terminal(plain=plain, color=not no_color)
    found = False
    for section in wordings():
        examples = [each for each in section.examples if wanted in each.casefold()]
        if not examples:
            continue
        found = True
        screen.say(section.title, "bold")
        if section.note and not wanted:
            screen.say(section.note, "dim")
        for example in examples:
            screen.say(f"  {example}")
            if read:
                screen.say(f"      {read_as(section, example)}", "dim")
    if not found:
        raise UsageError(f'no wording that is understood has "{wanted}" in it.')
