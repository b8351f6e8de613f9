"""Options shared by several commands, and their types."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import date
from functools import wraps
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import click

from moonflight_solo.cli import completion
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import MOST_DIGITS, OVER, whole_number
from moonflight_solo.userfiles import refuse_existing_folder


class _Short:
    """Mixin that refuses numbers with too many digits."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert a value, refusing a number with too many digits."""
        number = whole_number(value) if isinstance(value, str) else value
        if number is not None and abs(number) >= OVER:
            message = f"a number may have at most {MOST_DIGITS} digits."
            raise click.BadParameter(message, ctx, param)
        return super().convert(value, param, ctx)  # type: ignore[misc]


class Integer(_Short, click.types.IntParamType):
    """An integer."""


class CountType(_Short, click.IntRange):
    """An integer in a range."""


class NewPath(click.Path):
    """A file or folder to create. Rejects names that look like options."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Convert a path, rejecting a bare name that starts with a dash or contains "=".

        Prefix a folder to use such a name.
        """
        name = os.fspath(value)
        if not name.strip():
            self.fail("a name is missing.", param, ctx)
        if os.path.basename(name) == name and (name[0] == "-" or "=" in name):
            self.fail(f"{name!r} looks like another option; for a file, write ./{name}", param, ctx)
        return super().convert(value, param, ctx)


class SeedType(Integer):
    """An integer seed, or "today" for the seed of the day, which is the same for everybody."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the seed; anything else is refused as click does."""
        if isinstance(value, str) and value.strip().casefold() == "today":
            from moonflight_solo.records.career import seed_of

            return seed_of(date.today())
        return int(super().convert(value, param, ctx))


def typed(*but: str) -> list[click.Parameter]:
    """Return the options and arguments that were typed, except those of some names."""
    context, line = click.get_current_context(), click.core.ParameterSource.COMMANDLINE
    named = {each.name or "": each for each in context.command.params if each.name not in but}
    # Before click 8.3, an empty SEATS counts as typed.
    given = {name: each for name, each in named.items() if context.params.get(name) != ()}
    return [each for name, each in given.items() if context.get_parameter_source(name) is line]


# --------------------------------------------------------------------- kinds of options

F = TypeVar("F", bound=Callable[..., object])
Callback = Callable[..., object]
Words = tuple[str, ...]


class Decorator(Protocol):
    """A decorator that adds an option or argument to a command."""

    def __call__(self, command: F, /) -> F:
        """Return the decorated command."""


def all_options(*options: Callable[[Any], Any]) -> Decorator:
    """Return a decorator that adds several options and arguments, in the order of the help."""

    def added(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return added


def flag(name: str, text: str) -> Decorator:
    """Return a boolean flag; ``text`` is its help."""
    return click.option(name, is_flag=True, help=text)


def number(name: str, text: str, least: int = 1, most: int | None = None, **more: Any) -> Decorator:
    """Return an option for an integer from ``least`` to ``most``, and its default if any."""
    kind, shown = CountType(min=least, max=most), "default" in more
    return click.option(name, type=kind, metavar="NUMBER", help=text, show_default=shown, **more)


def several(name: str, metavar: str, text: str, words: str = "", **more: Any) -> Decorator:
    """Return a repeatable option, passed as ``words`` or by its own name."""
    names = filter(None, (name, words))
    return click.option(*names, multiple=True, metavar=metavar, help=text, **more)


def new_path(
    name: str,
    text: str,
    words: str = "",
    metavar: str = "FILE",
    callback: Callable[[click.Context, click.Parameter, Path | None], object] | None = None,
    **kinds: bool,
) -> Decorator:
    """Return an option for a new file or folder; ``kinds`` go to `click.Path`."""
    names, kind = filter(None, (name, words)), NewPath(path_type=Path, **kinds)
    return click.option(*names, type=kind, metavar=metavar, callback=callback, help=text)


def sources(name: str, metavar: str = "JACK|FILE", *, required: bool = True) -> Decorator:
    """Return a variadic argument for Jacks, files or folders."""
    return click.argument(
        name, metavar=metavar, nargs=-1, required=required, shell_complete=completion.jack_or_file
    )


def split_names(context: click.Context, parameter: click.Parameter, words: Words) -> Words:
    """Split names and paths at commas, but not a path that has some itself."""
    parts = (
        [each] if os.sep in each and Path(each).exists() else each.split(",") for each in words
    )
    return tuple(name.strip() for each in parts for name in each)


def seats(**more: Any) -> Decorator:
    """Return a variadic argument for Jacks with their players, apart or with commas between."""
    return click.argument(
        "seats", nargs=-1, callback=split_names, shell_complete=completion.jacks, **more
    )


def look_in_games(games: int, text: str) -> Decorator:
    """Return the --games option, defaulting to ``games``."""
    return number("--games", text, 0, default=games)


# ------------------------------------------------------------------------------- the game

edition: Decorator = click.option(
    "--edition",
    default="prototype",
    show_default=True,
    metavar="NAME",
    shell_complete=completion.edition_names,
    help="The rulebook to play by: prototype or final.",
)


def first(who: str) -> Decorator:
    """Return the --first option, which takes ``who``."""
    text = f"Who goes first: {who}. Random by default."
    return click.option("--first", metavar="WHO", help=text)


jack = click.option(
    "--jack",
    metavar="NAME",
    shell_complete=completion.jacks,
    help="The Jack you play (you are asked if you leave it out).",
)
teach = flag("--teach", "Explain each phase the first time it comes up.")
_GIVEN: Final[dict[str, Decorator]] = {
    "edition": edition,
    "ai_files": several(
        "--ai",
        "FILE",
        "Use an AI card of your own for its Jack. Can be repeated.",
        "ai_files",
        type=click.Path(exists=True, dir_okay=False),
    ),
    "card_files": several(
        "--cards",
        "FILE|DIR",
        "Add your own cards, such as another Jack's suit. Can be repeated.",
        "card_files",
        type=click.Path(exists=True, path_type=Path),
    ),
    "seed": click.option(
        "--seed",
        type=SeedType(),
        metavar="NUMBER",
        help='The seed for all randomness: the same number gives the same shuffles. "today" '
        "gives everybody the same seed that day.",
    ),
    "first": first("a seat number or a Jack"),
    "rounds": number(
        "--rounds", "Stop the game, unfinished, after this many rounds (200 by default)."
    ),
    "rulings": several(
        "--ruling",
        "ID=CHOICE",
        "Play by another choice of a ruling. Can be repeated.",
        "rulings",
        shell_complete=completion.rulings,
    ),
    "changes": several(
        "--change",
        "CHANGE",
        'Play with a changed card, such as "NAME cost=6" (cost, copies, stability, score or '
        "text), or with a suit FILE in place of the printed one. Can be repeated.",
        "changes",
    ),
}
saved_game = click.argument("game", required=False, metavar="[NAME | FILE]")


def given(*names: str, **others: Decorator) -> Decorator:
    """Return a decorator that adds options for a game and its cards, and passes them as ``given``.

    ``names`` are fields of :class:`~moonflight_solo.cli.loading.GivenGame`; ``others`` are fields
    with an option of the command's own. It may be used again for options further down in the help.
    """
    added_options = [_GIVEN[name] for name in names] + [*others.values()]

    def added(command: Any) -> Any:
        @wraps(command)
        def told(*arguments: object, given: Any = None, **named: Any) -> object:
            # Slow to import.
            from msgspec.structs import replace

            from moonflight_solo.cli.loading import GivenGame

            chosen = {name: named.pop(name) for name in (*names, *others)}
            return command(*arguments, given=replace(given or GivenGame(), **chosen), **named)

        return all_options(*added_options)(told)

    return added


# --------------------------------------------------------------------------------- output

json = click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
_plain = flag("--plain", "Plain text: one fact per line, no colours.")
_no_color = flag("--no-color", "No colours.")


look = all_options(_plain, _no_color)
"""Adds --plain and --no-color."""


def screen(command: Callback) -> Callback:
    """Add --plain and --no-color, and pass the command a ``screen`` that obeys them."""
    return _with_screen(command, lambda: True)


def answer(command: Callback) -> Callback:
    """Do the same as :func:`screen`, and add --json as ``screen.as_json``."""
    return json(screen(command))


def person_screen(command: Callback) -> Callback:
    """Do the same as :func:`screen`, but plain if standard input is not a terminal."""
    return _with_screen(command, lambda: sys.stdin is not None and sys.stdin.isatty())


def _with_screen(command: Callback, pretty: Callable[[], bool]) -> Callback:
    @wraps(command)
    def shown(
        *given: object, plain: bool, no_color: bool, as_json: bool = False, **named: object
    ) -> object:
        from moonflight_solo.cli.output.terminal import terminal  # slow to import

        where = terminal(plain=plain or not pretty(), color=not no_color)
        where.as_json = as_json
        return command(*given, screen=where, **named)

    return look(shown)


# -------------------------------------------------------------------------- output files


def _can_be_written(context: click.Context, option: click.Parameter, path: Path | None) -> object:
    """Refuse an unwritable file before anything is played."""
    if path is None:
        return None
    place = Path(os.path.realpath(path))
    if not place.parent.is_dir() and not path.exists():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}.")
    stream = path.exists() and not path.is_file()
    needed = [path] if stream else [place.parent, *([place] if place.exists() else [])]
    if not all(os.access(each, os.W_OK) for each in needed):
        raise UsageError(f"{path} cannot be written: permission denied.")
    return path


def file_option(name: str, text: str) -> Decorator:
    """Return an option for an output file, checked for writability beforehand."""
    return new_path(name, text, dir_okay=False, callback=_can_be_written)


def _can_be_made(context: click.Context, option: click.Parameter, path: Path | None) -> object:
    """Refuse a folder that cannot be made or written to, before anything is played."""
    if path is None:
        return None
    for place in (path.absolute(), *path.absolute().parents):
        try:
            place.lstat()
            break
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:  # a name that is too long
            raise UsageError(f"{path} cannot be made: {error.strerror}.") from None
    if not place.is_dir():
        raise UsageError(f"{path} cannot be made: {place} is not a folder.")
    if not os.access(place, os.W_OK | os.X_OK):
        raise UsageError(f"{path} cannot be made: permission denied.")
    return path


def _is_new(context: click.Context, option: click.Parameter, path: Path | None) -> object:
    """Do the same for a folder that must not exist."""
    if path is not None:
        refuse_existing_folder(path)
    return _can_be_made(context, option, path)


def folder_option(name: str, text: str, words: str = "", metavar: str = "FOLDER") -> Decorator:
    """Return an option for an output folder, checked beforehand like a file."""
    return new_path(name, text, words, metavar, file_okay=False, callback=_can_be_made)


def new_folder(name: str, text: str) -> Decorator:
    """Return an option for an output folder that must not exist."""
    return new_path(name, text, metavar="FOLDER", callback=_is_new)


save_scenarios = folder_option(
    "--save-scenarios",
    "Write each position shown to a file in DIR, for `moonflight ai step`.",
    "directory",
    "DIR",
)
