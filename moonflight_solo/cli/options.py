"""Options that several commands share, and what they take; each is a decorator, as in click."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from moonflight_solo.cli import shell
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import MOST_DIGITS, OVER, whole_number


class _Short:
    """Refuses a number with too many digits, whatever else is asked of it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number that was typed, as click's own types do."""
        number = whole_number(value) if isinstance(value, str) else value
        if number is not None and abs(number) >= OVER:
            message = f"a number of over {MOST_DIGITS} digits is not understood."
            raise click.BadParameter(message, ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class Integer(_Short, click.types.IntParamType):
    """A whole number."""


class Count(_Short, click.IntRange):
    """A whole number from ``min`` on, and up to ``max`` if there is one."""


class NewPath(click.Path):
    """A file or folder to be made. What looks like another option's words is not taken for one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path that was typed; a bare name with a dash before or a = in it is refused.

        Who means such a name writes its folder before it.
        """
        name = os.fspath(value)
        if not name.strip():
            self.fail("a name is missing.", param, ctx)
        if os.path.basename(name) == name and (name[0] == "-" or "=" in name):
            self.fail(f"{name!r} looks like another option; for a file, write ./{name}", param, ctx)
        return super().convert(value, param, ctx)


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
            from moonflight_solo.records.career import seed_of

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
changes = click.option(
    "--change",
    "changes",
    multiple=True,
    metavar="CHANGE",
    help='Play with another value of a card, as "NAME cost=6" (cost, copies, stability, score or '
    "text), or with the FILE of a suit in place of the printed one. Can be repeated.",
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
        from moonflight_solo.cli.output.terminal import terminal  # rich is slow to load

        where = terminal(plain=plain or not pretty(), color=not no_color)
        return command(*arguments, screen=where, **named)

    return look(shown)
