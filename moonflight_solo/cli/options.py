"""Options that several commands share. Each is a decorator, as click has them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from moonflight_solo.cli import shell
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.cli.types import Count, Integer, NewPath
from moonflight_solo.errors import UsageError

F = TypeVar("F", bound=Callable[..., object])
Command = Callable[..., object]
Words = tuple[str, ...]
Paths = tuple[Path, ...]

# ------------------------------------------------------------------------- what is played


class SeedType(Integer):
    """A whole number, or "today" for the seed of the day, which is the same for everybody."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seed; what is neither a number nor "today" is refused as click does."""
        if isinstance(value, str) and value.strip().casefold() == "today":
            from moonflight_solo.records.challenges import seed_of

            return seed_of(date.today())
        return int(super().convert(value, param, ctx))


edition = click.option(
    "--edition",
    default="prototype",
    show_default=True,
    metavar="NAME",
    shell_complete=shell.editions,
    help="The rulebook to play by: prototype or final.",
)
seed = click.option(
    "--seed",
    type=SeedType(),
    metavar="NUMBER",
    help="Where all luck comes from: the same number, the same shuffles. today is everybody's seed "
    "of the day.",
)
rounds = click.option(
    "--rounds",
    type=Count(min=1),
    metavar="NUMBER",
    help="Break the game off, unfinished, after this many rounds; 200 if nothing is said.",
)
jack = click.option(
    "--jack",
    metavar="NAME",
    shell_complete=shell.jacks,
    help="Which Jack to play; asked for if left out.",
)
teach = click.option("--teach", is_flag=True, help="Explain each phase the first time it comes up.")
ai_files = click.option(
    "--ai",
    "ai_files",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="An AI card of your own, for the opponent of its Jack. Can be repeated.",
)
card_files = click.option(
    "--cards",
    "card_files",
    multiple=True,
    type=click.Path(exists=True, path_type=Path),
    metavar="FILE|DIR",
    help="Cards of your own, such as another Jack's suit. Can be repeated.",
)
rulings = click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="ID=CHOICE",
    help="Play by another choice of a ruling that has choices. Can be repeated.",
)
saved_game = click.argument("game", required=False, metavar="[NAME | FILE]")


def switched(rulings: Words) -> dict[str, str]:
    """Return the choices given as ID=CHOICE; raises :class:`UsageError` for other words."""
    found: dict[str, str] = {}
    for words in rulings:
        name, sign, choice = words.partition("=")
        if not sign:
            raise UsageError(f'--ruling takes ID=CHOICE, such as A-exact=at-least, not "{words}".')
        found[name.strip()] = choice.strip()
    return found


# ------------------------------------------------------------------------- what is checked


def look_in_games(games: int, what: str) -> Callable[[F], F]:
    """Return what adds --games: ``what`` is looked for or at in so many games, by default."""
    return click.option(
        "--games",
        default=games,
        show_default=True,
        type=Count(min=0),
        metavar="NUMBER",
        help=what,
    )


save_scenarios = click.option(
    "--save-scenarios",
    "directory",
    type=NewPath(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write every table shown to a file in DIR, for `moonflight ai step`.",
)

# ------------------------------------------------------------------------- how it is shown

json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
_plain = click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours.")
_no_color = click.option("--no-color", is_flag=True, help="Use no colours.")


def look(command: F) -> F:
    """Add --plain and --no-color: how things are shown."""
    return _plain(_no_color(command))


def screen(command: Command) -> Command:
    """Add --plain and --no-color, and give the command its ``screen``: where it speaks."""
    return _with_screen(command, lambda: True)


def person_screen(command: Command) -> Command:
    """Do as :func:`screen`, for a person who types: it is plain if nobody sits at the keyboard."""
    return _with_screen(command, lambda: sys.stdin is not None and sys.stdin.isatty())


def _with_screen(command: Command, pretty: Callable[[], bool]) -> Command:
    @wraps(command)
    def shown(*arguments: object, plain: bool, no_color: bool, **named: object) -> object:
        where = terminal(plain=plain or not pretty(), color=not no_color)
        return command(*arguments, screen=where, **named)

    return look(shown)
