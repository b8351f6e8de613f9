"""Where the parameters of commands come from: options, arguments, and what is made of them.

The default of each parameter of a command says that:

    @args.command()
    def saves(screen: Terminal = args.answer) -> None:
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, Final

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


class NumberType(click.FloatRange):
    """A number in a range."""

    name = "number"


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
    named = {param.name or "": param for param in context.command.params if param.name not in but}
    # Before click 8.3, an empty SEATS counts as typed.
    given = {name: parameter for name, parameter in named.items() if context.params.get(name) != ()}
    return [each for name, each in given.items() if context.get_parameter_source(name) is line]


# --------------------------------------------------------------------------- parameters

Words = tuple[str, ...]
Values = dict[str, Any]
"""The values of all options and arguments, by name."""


@dataclass(frozen=True)
class FromLine:
    """What a parameter of a command comes from.

    ``declare`` returns its options and arguments, in the order of the help, given its name;
    ``value`` makes it of the values of all.
    """

    declare: Callable[[str], Sequence[click.Parameter]]
    value: Callable[[str, Values], Any] = lambda name, values: values[name]


def command(
    name: str | None = None, group: click.Group | None = None, **more: Any
) -> Callable[[Callable[..., object]], Any]:
    """Return a decorator that makes a command, of a ``group`` if given, of a function whose
    defaults are `FromLine`.
    """

    def made(function: Callable[..., object]) -> click.Command:
        sources = {each.name: each.default for each in signature(function).parameters.values()}
        params = [each for name, source in sources.items() for each in source.declare(name)]

        @wraps(function)
        def run(**values: Any) -> object:
            return function(**{name: each.value(name, values) for name, each in sources.items()})

        make = group.command if group else click.command
        return make(name, params=params, **more)(run)

    return made


def gathered(make: Callable[..., object], **sources: FromLine) -> Any:
    """Return a source of several options, whose values are given to ``make`` by name."""
    return FromLine(
        lambda _: [each for name, source in sources.items() for each in source.declare(name)],
        lambda _, values: make(
            **{name: source.value(name, values) for name, source in sources.items()}
        ),
    )


# --------------------------------------------------------------------- kinds of options


def option(names: str = "", **more: Any) -> Any:
    """Return an option called ``names``, by default as the parameter; see `click.Option`."""

    def declared(parameter: str) -> list[click.Parameter]:
        return [click.Option([names or f"--{parameter.replace('_', '-')}", parameter], **more)]

    return FromLine(declared)


def argument(**more: Any) -> Any:
    """Return an argument; see `click.Argument`."""
    return FromLine(lambda parameter: [click.Argument([parameter], **more)])


def existing(metavar: str, **more: Any) -> Any:
    """Return an argument for a path that exists."""
    return argument(metavar=metavar, type=click.Path(exists=True, path_type=Path, **more))


def flag(text: str, **more: Any) -> Any:
    """Return a boolean flag; ``text`` is its help, as in the following."""
    return option(is_flag=True, help=text, **more)


def word(metavar: str, text: str, **more: Any) -> Any:
    """Return an option for a word."""
    return option(metavar=metavar, help=text, **more)


def several(metavar: str, text: str, **more: Any) -> Any:
    """Return a repeatable option."""
    return word(metavar, text, multiple=True, **more)


def number(text: str, least: int = 1, most: int | None = None, **more: Any) -> Any:
    """Return an option for an integer from ``least`` to ``most``, and its default if any."""
    kind, shown = CountType(min=least, max=most), "default" in more
    return word("NUMBER", text, type=kind, show_default=shown, **more)


def new_path(
    text: str, metavar: str = "FILE", names: str = "", callback: Any = None, **kinds: bool
) -> Any:
    """Return an option for a new file or folder; ``kinds`` go to `click.Path`."""
    kind = NewPath(path_type=Path, **kinds)
    return word(metavar, text, names=names, type=kind, callback=callback)


def sources(metavar: str = "JACK|FILE", *, required: bool = True) -> Any:
    """Return a variadic argument for Jacks, files or folders."""
    file = completion.jack_or_file
    return argument(metavar=metavar, nargs=-1, required=required, shell_complete=file)


def split_names(context: click.Context, parameter: click.Parameter, words: Words) -> Words:
    """Split names and paths at commas, but not a path that has some itself."""
    parts = (
        [each] if os.sep in each and Path(each).exists() else each.split(",") for each in words
    )
    return tuple(name.strip() for part in parts for name in part)


def seats(**more: Any) -> Any:
    """Return a variadic argument for Jacks with their players, apart or with commas between."""
    return argument(nargs=-1, callback=split_names, shell_complete=completion.jacks, **more)


def look_in_games(games: int, text: str) -> Any:
    """Return the --games option, defaulting to ``games``."""
    return number(text, 0, default=games)


# ------------------------------------------------------------------------------- the game


def first(who: str) -> Any:
    """Return the --first option, which takes ``who``."""
    return word("WHO", f"Who goes first: {who}. Random by default.")


edition: Any = word(
    "NAME",
    "The rulebook to play by: prototype or final.",
    default="prototype",
    show_default=True,
    shell_complete=completion.edition_names,
)
jack: Any = word(
    "NAME",
    "The Jack you play (you are asked if you leave it out).",
    shell_complete=completion.jacks,
)
teach: Any = flag("Explain each phase the first time it comes up.")
rounds: Any = number("Stop the game, unfinished, after this many rounds (200 by default).")
saved_game: Any = argument(required=False, metavar="[NAME | FILE]")
_GIVEN: Final[dict[str, FromLine]] = {
    "edition": edition,
    "ai_files": several(
        "FILE",
        "Use an AI card of your own for its Jack. Can be repeated.",
        names="--ai",
        type=click.Path(exists=True, dir_okay=False),
    ),
    "card_files": several(
        "FILE|DIR",
        "Add your own cards, such as another Jack's suit. Can be repeated.",
        names="--cards",
        type=click.Path(exists=True, path_type=Path),
    ),
    "seed": word(
        "NUMBER",
        'The seed for all randomness: the same number gives the same shuffles. "today" '
        "gives everybody the same seed that day.",
        type=SeedType(),
    ),
    "first": first("a seat number or a Jack"),
    "rounds": rounds,
    "rulings": several(
        "ID=CHOICE",
        "Play by another choice of a ruling. Can be repeated.",
        names="--ruling",
        shell_complete=completion.rulings,
    ),
    "changes": several(
        "CHANGE",
        'Play with a changed card, such as "NAME cost=6" (cost, copies, stability, score or '
        "text), or with a suit FILE in place of the printed one. Can be repeated.",
        names="--change",
    ),
}


def given(*names: str, **others: FromLine) -> Any:
    """Return options for a game and its cards, passed as one `GivenGame`.

    ``names`` are its fields; ``others`` are fields with an option of the command's own.
    """

    def made(**fields: Any) -> object:
        from moonflight_solo.cli.loading import GivenGame  # slow to import

        return GivenGame(**fields)

    return gathered(made, **{name: _GIVEN[name] for name in names}, **others)


# --------------------------------------------------------------------------------- output

json: Any = flag("Print JSON, for other programs.", names="--json")
plain: Any = flag("Plain text: one fact per line, no colours.")
no_color: Any = flag("No colours.")


def _terminal(pretty: Callable[[], bool], **more: FromLine) -> Any:
    """Return a terminal, plain if not ``pretty``; ``more`` may be --json, its ``as_json``."""

    def made(plain: bool, no_color: bool, as_json: bool = False) -> object:
        from moonflight_solo.cli.output.terminal import terminal  # slow to import

        where = terminal(plain=plain or not pretty(), color=not no_color)
        where.as_json, where.quiet = as_json, plain or as_json
        return where

    return gathered(made, **more, plain=plain, no_color=no_color)


screen: Any = _terminal(lambda: True)
"""A terminal that obeys --plain and --no-color."""
answer: Any = _terminal(lambda: True, as_json=json)
"""The same, and --json as its ``as_json``."""
person_screen: Any = _terminal(lambda: sys.stdin is not None and sys.stdin.isatty())
"""The same as `screen`, but plain if standard input is not a terminal."""


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


def file_option(text: str) -> Any:
    """Return an option for an output file, checked for writability beforehand."""
    return new_path(text, dir_okay=False, callback=_can_be_written)


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


def folder_option(text: str, metavar: str = "FOLDER", names: str = "") -> Any:
    """Return an option for an output folder, checked beforehand like a file."""
    return new_path(text, metavar, names, file_okay=False, callback=_can_be_made)


def new_folder(text: str) -> Any:
    """Return an option for an output folder that must not exist."""
    return new_path(text, metavar="FOLDER", callback=_is_new)


save_scenarios: Any = folder_option(
    "Write each position shown to a file in DIR, for `moonflight ai step`.",
    "DIR",
    names="--save-scenarios",
)
