"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TypeVar

import click

from moonflight_solo.cli import shell
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import UsageError

F = TypeVar("F", bound=Callable[..., object])


def edition(command: F) -> F:
    """Add --edition: which rulebook and names."""
    return click.option(
        "--edition",
        default="prototype",
        show_default=True,
        metavar="NAME",
        shell_complete=shell.editions,
        help="The rulebook to play by: prototype or final.",
    )(command)


def seed(command: F) -> F:
    """Add --seed: what all the game's luck comes from."""
    return click.option(
        "--seed",
        type=int,
        metavar="NUMBER",
        help="Where all luck comes from: the same number, the same shuffles.",
    )(command)


def rounds(command: F) -> F:
    """Add --rounds: the limit after which a game is broken off."""
    return click.option(
        "--rounds",
        type=click.IntRange(min=1),
        metavar="NUMBER",
        help="Break the game off, unfinished, after this many rounds; 200 if nothing is said.",
    )(command)


def jack(command: F) -> F:
    """Add --jack: whose cards the person plays."""
    return click.option(
        "--jack",
        metavar="NAME",
        shell_complete=shell.jacks,
        help="Which Jack to play; asked for if left out.",
    )(command)


def saved_game(command: F) -> F:
    """Add the argument GAME: the name of a saved game, or the file of a record."""
    return click.argument("game", required=False, metavar="[NAME | FILE]")(command)


def teach(command: F) -> F:
    """Add --teach: lessons for a first game."""
    return click.option(
        "--teach", is_flag=True, help="Explain each phase the first time it comes up."
    )(command)


def ai_files(command: F) -> F:
    """Add --ai: AI cards of one's own."""
    return click.option(
        "--ai",
        "ai_files",
        multiple=True,
        type=click.Path(exists=True, dir_okay=False),
        metavar="FILE",
        help="An AI card of your own, for the opponent of its Jack. Can be repeated.",
    )(command)


def card_files(command: F) -> F:
    """Add --cards: card files of one's own."""
    return click.option(
        "--cards",
        "card_files",
        multiple=True,
        type=click.Path(exists=True, path_type=Path),
        metavar="FILE|DIR",
        help="Cards of your own, such as another Jack's suit. Can be repeated.",
    )(command)


def rulings(command: F) -> F:
    """Add --ruling: another choice where a ruling has choices."""
    return click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="ID=CHOICE",
        help="Play by another choice of a ruling that has choices. Can be repeated.",
    )(command)


def look(command: F) -> F:
    """Add --plain and --no-color: how things are shown."""
    for option in (
        click.option("--no-color", is_flag=True, help="Use no colours."),
        click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours."),
    ):
        command = option(command)
    return command


def screen(command: Callable[..., object]) -> Callable[..., object]:
    """Add what :func:`look` adds, and give the command its ``screen``: the terminal itself."""

    @wraps(command)
    def shown(*arguments: object, plain: bool, no_color: bool, **named: object) -> object:
        return command(*arguments, screen=terminal(plain=plain, color=not no_color), **named)

    return look(shown)


def person_screen(command: Callable[..., object]) -> Callable[..., object]:
    """Do as :func:`screen`, for a person who types: it is plain if nobody sits at the keyboard."""

    @wraps(command)
    def shown(*arguments: object, plain: bool, no_color: bool, **named: object) -> object:
        plain = plain or sys.stdin is None or not sys.stdin.isatty()
        return command(*arguments, screen=terminal(plain=plain, color=not no_color), **named)

    return look(shown)


def json(command: F) -> F:
    """Add --json: data for other programs."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")(
        command
    )


def look_in_games(games: int, what: str) -> Callable[[F], F]:
    """Return what adds --games: ``what`` is looked for or at in so many games, by default."""
    return click.option(
        "--games",
        default=games,
        show_default=True,
        type=click.IntRange(min=0),
        metavar="NUMBER",
        help=what,
    )


def save_scenarios(command: F) -> F:
    """Add --save-scenarios: a folder for the tables that are shown."""
    return click.option(
        "--save-scenarios",
        "directory",
        type=click.Path(file_okay=False, path_type=Path),
        metavar="DIR",
        help="Write every table shown to a file in DIR, for `moonflight ai step`.",
    )(command)


def switched(rulings: tuple[str, ...]) -> dict[str, str]:
    """Return the choices given as ID=CHOICE; raises :class:`UsageError` for other words."""
    found: dict[str, str] = {}
    for words in rulings:
        name, sign, choice = words.partition("=")
        if not sign:
            raise UsageError(f'--ruling takes ID=CHOICE, such as A-exact=at-least, not "{words}".')
        found[name.strip()] = choice.strip()
    return found
