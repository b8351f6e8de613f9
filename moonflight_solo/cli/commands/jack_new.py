"""`moonflight jack new`: the files of a new Jack, to be filled in."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.own_jacks import can_be_spoken_of, kept_folder

FILES = ("suit.yaml", "ai.yaml")


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--in",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where to make the Jack's folder; here if left out.",
)
@click.option(
    "--keep",
    is_flag=True,
    help="Make it in the folder whose Jacks are known to every command.",
)
@options.look
def command(
    name: tuple[str, ...], folder: Path | None, keep: bool, plain: bool, no_color: bool
) -> None:
    """Make the files of a Jack called NAME, such as "Rope and Lantern".

    They hold a legal suit with its character card and an AI card, with comments that say what goes
    where, so that the Jack can be played at once and filled in card by card.
    """
    jack = " ".join(name)
    if not can_be_spoken_of(jack):
        raise UsageError(
            f'"{jack}" cannot be spoken of as a suit: name a Jack with a capital word, or two with '
            '"and" between, such as Rope and Lantern.'
        )
    if keep and folder is not None:
        raise UsageError("--keep makes it in a folder of its own choice; give no --in with it.")
    home = kept_folder() if keep else folder or Path()
    target = home / jack.lower().replace(" ", "_")
    if target.exists():
        raise UsageError(f"{target} is there already: choose another name or folder.")
    target.mkdir(parents=True)
    for file in FILES:
        words = files("moonflight_solo").joinpath("templates", file).read_text("utf-8")
        (target / file).write_text(words.replace("@NAME@", jack), "utf-8")
    known = jack.split()[0].lower() if keep else str(target)
    screen = terminal(plain=plain, color=not no_color)
    screen.say(f"Written: {target / FILES[0]} and {FILES[1]}.")
    screen.say(f"Fill them in; moonflight jack check {target} says what is still wrong.")
    screen.say(f"Play it with moonflight play --jack {known}.")
