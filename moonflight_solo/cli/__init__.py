"""The `moonflight` command: what it can do, and how it ends.

Nothing but click is imported here. A command is a promise of a command: its module is imported when
it is run, so that every command starts as fast as its own work allows.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any, Final, NoReturn

import click

from moonflight_solo import __version__
from moonflight_solo.cli.output.streams import clean_streams
from moonflight_solo.errors import MoonflightError

_LONG_WORD: Final = r"\S{400,}"
# Starting makes many things that stay: to look through them for what is left over, again and again
# and once more at the end, takes a fifth of the time of a short command.
gc.set_threshold(50_000, 20, 20)
atexit.register(gc.freeze)


class LazyCommand(click.Command):
    """A command that is known by its name and its help line, and imported when it is run."""

    def __init__(self, name: str, target: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self.target = target

    def load(self) -> click.Command:
        """Import the command itself, from its target `package.module:attribute`."""
        module, _, attribute = self.target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.target} is not a click command")
        return command

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Hand the arguments to the command itself: from here on click knows only that one."""
        return self.load().make_context(*arguments, **extra)


class OrderedGroup(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names in their order, where click would sort them."""
        return list(self.commands)


class LazyGroup(OrderedGroup):
    """A group that is a command of its own where none of its commands is named first."""

    def __init__(self, own: LazyCommand) -> None:
        super().__init__(own.name, short_help=own.short_help)
        self.own = own

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Hand the arguments to the group's own command, unless they begin with another's name."""
        _, words = arguments
        if words and words[0] in self.commands:
            return super().make_context(*arguments, **extra)
        return self.own.make_context(*arguments, **extra)

    def get_help(self, ctx: click.Context) -> str:
        """Return the help of the group's own command, which tells of the others."""
        return self.own.load().get_help(ctx)


class Program(OrderedGroup):
    """The outermost group, which turns every ending into a message and an exit code.

    Its name stands before every message. All it says goes out clean.
    """

    def main(self, *arguments: Any, **named: Any) -> Any:
        """Run the program; see `click.Command.main`."""
        with clean_streams(), answering(_terminate, signal.SIGTERM):
            return super().main(*arguments, **named)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Read the arguments; `--help` and `--version` print and end here."""
        with _orderly_ending(self.name or ""):
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _orderly_ending(self.name or ""):
            return super().invoke(ctx)


class Terminated(KeyboardInterrupt):
    """Another program asked this one to end."""


def _terminate(_number: int, _frame: object) -> NoReturn:
    """Answer a request to end as Ctrl-C is answered: the terminal is left as it was found."""
    raise Terminated


@contextmanager
def answering(handler: Callable[[int, Any], object], *signals: int) -> Iterator[None]:
    """Have a handler answer signals, which only the main thread hears."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in signals}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


@contextmanager
def _orderly_ending(program: str) -> Iterator[None]:
    """Let nothing that a person or a pipe may do end in a traceback.

    Exit codes: 0 for a closed pipe, whose reader has all it wanted; 130 for Ctrl-C and 143 for a
    request to end, as shells have it; a `MoonflightError`'s own; 1 otherwise.
    """
    try:
        try:
            yield
        finally:
            # Here a failing write can still be answered; when Python itself flushes, it cannot.
            sys.stdout.flush()
    except MoonflightError as error:
        _end(program, str(error), error.exit_code)
    except (KeyboardInterrupt, EOFError, click.Abort) as error:
        # click's prompts turn the other two into Abort.
        cause = error.__context__ if isinstance(error, click.Abort) else error
        click.echo(err=True)
        if isinstance(cause, KeyboardInterrupt):
            _end(program, "stopped", 143 if isinstance(cause, Terminated) else 130)
        _end(program, "the input has ended" if isinstance(cause, EOFError) else "stopped", 1)
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        _end(program, f"{place}{error.strerror or error}", 1)


def _end(program: str, message: str, exit_code: int) -> NoReturn:
    message = re.sub(_LONG_WORD, lambda found: f"{found[0][:100]}…{found[0][-20:]}", message)
    message = f"{program}: {message}"
    if sys.stderr.isatty():
        # Only who is told of a mistake waits for them.
        import shutil
        from textwrap import fill

        width = shutil.get_terminal_size().columns
        whole: Any = {"break_long_words": False, "break_on_hyphens": False}
        message = "\n".join(fill(row, width, **whole) for row in message.splitlines())
    click.echo(message, err=True)
    raise click.exceptions.Exit(exit_code) from None


def _discard_output() -> None:
    """Send what is still unwritten nowhere, or Python will try once more and complain."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _tell_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """Say which release it is, and whether what games are played by is compiled."""
    if wanted and not context.resilient_parsing:
        core = Path(__file__).parents[1] / "rules" / "game"
        compiled = any(core.with_name(core.name + end).exists() for end in EXTENSION_SUFFIXES)
        kind = "compiled" if compiled else "plain Python"
        click.echo(f"moonflight, version {__version__} ({kind})")
        context.exit()


@click.group("moonflight", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Play Moonflight alone, against its printed AI cards or for a rank in Score Mode."""


def _declare(group: click.Group, name: str, target: str, short_help: str) -> None:
    """Add the command that is ``target`` in its module: ``module:attribute``, in `commands`."""
    group.add_command(LazyCommand(name, f"moonflight_solo.cli.commands.{target}", short_help))


_cards = LazyGroup(
    LazyCommand("cards", "moonflight_solo.cli.commands.reference:cards", "List the cards.")
)
_ai_cards = OrderedGroup("ai", help="Look at the AI cards and how they are followed.")
_own_jacks = OrderedGroup("jack", help="Make a Jack of your own, and check it.")

_declare(main, "play", "play:play", "Play a game against an AI card.")
_declare(main, "score", "play:score", "Play alone in Score Mode.")
_declare(main, "resume", "play:resume", "Go on with a game.")
_declare(main, "saves", "saves:saves", "List the games that are kept.")
_declare(main, "replay", "play:replay", "Tell a recorded game again.")
_declare(main, "coach", "play:coach", "Say what your acts in a game cost, and why.")
_declare(main, "share", "play:share", "Print a game as one line of text.")
_declare(main, "notes", "saves:notes", "List the notes made in a game.")
_declare(main, "stats", "saves:stats", "Say how you have fared in the games kept.")
_declare(main, "challenges", "saves:show_challenges", "List the challenges, and those met.")
_declare(main, "watch", "watch:watch", "Watch AI cards play a game.")
_declare(main, "follow", "follow:follow", "Follow AI cards by hand, at a real table.")
_declare(main, "playtest", "playtest:playtest", "Play thousands of games, and count.")
_declare(main, "worth", "playtest:worth", "Tell what each line or card is worth.")
_declare(main, "compare", "playtest:compare", "Compare two wordings, editions or rulings.")
_declare(main, "rank", "reference:rank", "Show the rank that a score earns in Score Mode.")
_declare(main, "card", "reference:card", "Show a card, its words and what they mean.")
main.add_command(_cards)
_declare(_cards, "check", "check:check_cards", "Check what card texts say.")
_declare(_cards, "diff", "versions:diff_cards", "Say what another version of a suit changes.")
_declare(main, "rules", "reference:rules", "Explain a rule, a keyword or a phase.")
main.add_command(_ai_cards)
_declare(_ai_cards, "show", "ai:show", "Show an AI card and how each line is read.")
_declare(_ai_cards, "step", "ai:step", "Follow an AI card line by line.")
_declare(_ai_cards, "check", "check:check_ai", "Check the wording of an AI card.")
_declare(_ai_cards, "fix", "versions:fix", "Say what to print instead, and prove it.")
_declare(_ai_cards, "diff", "versions:diff_ai", "Say what a rewording of an AI card changes.")
main.add_command(_own_jacks)
_declare(_own_jacks, "new", "jack:new", "Make the files of a new Jack.")
_declare(_own_jacks, "check", "check:check_jack", "Check a Jack's suit and AI card.")
_declare(_own_jacks, "words", "jack:words", "Show every wording that is understood.")
_declare(_own_jacks, "build", "jack:build", "Choose a Supply Stack from more cards.")
