"""The `moonflight` command line: its commands and exit codes.

Imports only click. Each command's module is imported when the command runs, which keeps start-up
fast.
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
from moonflight_solo.cli.output.streams import clean_streams, word_wrapped
from moonflight_solo.errors import MoonflightError

_LONG_WORD: Final = r"\S{400,}"
# Start-up creates many long-lived objects; collecting garbage among them, and once more at exit,
# takes a fifth of a short command's time.
gc.set_threshold(50_000, 20, 20)
atexit.register(gc.freeze)


class LazyCommand(click.Command):
    """A command with a name and help line, whose module is imported when it runs."""

    def __init__(self, name: str, target: str, short_help: str) -> None:
        super().__init__(name, short_help=short_help)
        self.target = target

    def load(self) -> click.Command:
        """Import the command from its target `package.module:attribute`."""
        module, _, attribute = self.target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self.target} is not a click command")
        return command

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Delegate to the real command, which replaces this one from here on."""
        return self.load().make_context(*arguments, **extra)


class OrderedGroup(click.Group):
    """A group that lists its commands in the order added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order added; click would sort them."""
        return list(self.commands)


class LazyGroup(OrderedGroup):
    """A group that runs its own command unless the arguments start with a subcommand."""

    def __init__(self, own: LazyCommand) -> None:
        super().__init__(own.name, short_help=own.short_help)
        self.own = own

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Delegate to the group's own command, unless the first argument names a subcommand."""
        _, words = arguments
        if words and words[0] in self.commands:
            return super().make_context(*arguments, **extra)
        return self._with_subcommands().make_context(*arguments, **extra)

    def get_help(self, ctx: click.Context) -> str:
        """Return the help of the group's own command, which lists the subcommands."""
        return self._with_subcommands().get_help(ctx)

    def _with_subcommands(self) -> click.Command:
        own, width = self.own.load(), max(map(len, self.commands))
        rows = [f"  {name:{width}}  {each.short_help}" for name, each in self.commands.items()]
        own.epilog = "\n".join(["\b", "Commands:", *rows])
        return own


class Program(OrderedGroup):
    """The top-level group, which turns every exception into a message and an exit code.

    Messages start with its name, and all output is sanitized.
    """

    def main(self, *arguments: Any, **named: Any) -> Any:
        """Run the program; see `click.Command.main`."""
        with clean_streams(), answering(_terminate, *ENDING_SIGNALS):
            return super().main(*arguments, **named)

    def make_context(self, *arguments: Any, **extra: Any) -> click.Context:
        """Parse the arguments; `--help` and `--version` print and exit here."""
        with _orderly_ending(self.name or ""):
            return super().make_context(*arguments, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _orderly_ending(self.name or ""):
            return super().invoke(ctx)


class Termination(KeyboardInterrupt):
    """Raised on a signal that ends the program, with its number."""


ENDING_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGQUIT") if hasattr(signal, name)
]


def _terminate(number: int, _frame: object) -> NoReturn:
    """Treat a signal like Ctrl-C, so that the terminal is restored."""
    raise Termination(number)


@contextmanager
def answering(handler: Callable[[int, Any], object], *signals: int) -> Iterator[None]:
    """Handle signals with ``handler``, but those ignored, as by nohup.

    Does nothing outside the main thread, which gets them.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = [each for each in signals if signal.getsignal(each) != signal.SIG_IGN]
    before = {number: signal.signal(number, handler) for number in heard}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


@contextmanager
def held_back(wake: Callable[[], object] = lambda: None) -> Iterator[list[int]]:
    """Hold back Ctrl-C and signals that end the program until the block is left, for code that
    loses or half does what an exception interrupts.

    Yields the numbers of those that came; ``wake`` is called at each. Then raises
    `KeyboardInterrupt` or `Termination` for the first.
    """
    waiting: list[int] = []

    def hold(number: int, _frame: object) -> None:
        waiting.append(number)
        wake()

    try:
        with answering(hold, *ENDING_SIGNALS, signal.SIGINT):
            yield waiting
    finally:
        if waiting:
            raise KeyboardInterrupt if waiting[0] == signal.SIGINT else Termination(waiting[0])


@contextmanager
def _orderly_ending(program: str) -> Iterator[None]:
    """Turn exceptions into messages instead of tracebacks.

    Exit codes: 0 for a closed pipe, whose reader has all it wanted; 130 for Ctrl-C and 128 more
    than the number of another signal, as in shells; a `MoonflightError`'s own; 1 otherwise.
    """
    try:
        try:
            yield
        finally:
            # A failing write can be handled here, but not when Python flushes at exit.
            sys.stdout.flush()
    except MoonflightError as error:
        _end(program, str(error), error.exit_code)
    except click.UsageError as error:
        if error.ctx is None or isinstance(error, click.exceptions.NoArgsIsHelpError):
            raise
        whose, message = error.ctx.command_path, error.format_message().removesuffix(".")
        end = "" if message.endswith("?") else "."
        _end(whose, f"{message[:1].lower()}{message[1:]}{end} See {whose} --help.", error.exit_code)
    except (KeyboardInterrupt, EOFError, click.Abort) as error:
        # click's prompts turn KeyboardInterrupt and EOFError into Abort.
        cause = error.__context__ if isinstance(error, click.Abort) else error
        click.echo(err=True)
        if isinstance(cause, KeyboardInterrupt):
            number = cause.args[0] if isinstance(cause, Termination) else signal.SIGINT
            _end(program, "stopped", 128 + number)
        _end(program, "the input ended" if isinstance(cause, EOFError) else "stopped", 1)
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(0) from None
    except OSError as error:
        _discard_output()
        place = f"{error.filename}: " if error.filename else ""
        _end(program, f"{place}{error.strerror or error}", 1)


def _end(program: str, message: str, exit_code: int) -> NoReturn:
    message = re.sub(_LONG_WORD, lambda word: f"{word[0][:100]}…{word[0][-20:]}", message)
    message = f"{program}: {message}"
    if sys.stderr.isatty():
        import shutil  # slow to import

        width = shutil.get_terminal_size().columns
        message = "\n".join(
            row for line in message.splitlines() for row in word_wrapped(line, width)
        )
    click.echo(message, err=True)
    raise click.exceptions.Exit(exit_code) from None


def _discard_output() -> None:
    """Redirect stdout to the null device, or Python would flush it again at exit and complain."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _tell_version(context: click.Context, _option: click.Parameter, is_wanted: bool) -> None:
    """Print the version, and whether the rules are compiled."""
    if is_wanted and not context.resilient_parsing:
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
    """Add the command ``module:attribute`` of `commands` to a group."""
    group.add_command(LazyCommand(name, f"moonflight_solo.cli.commands.{target}", short_help))


_cards = LazyGroup(
    LazyCommand("cards", "moonflight_solo.cli.commands.reference:cards", "List the cards.")
)
_ai_cards = OrderedGroup("ai", help="Show, check and fix AI cards, and follow them line by line.")
_own_jacks = OrderedGroup("jack", help="Create a Jack of your own, and check it.")

_declare(main, "play", "play:play", "Play a game against an AI card.")
_declare(main, "score", "play:score", "Play alone, for a rank, in Score Mode.")
_declare(main, "resume", "play:resume", "Continue a game.")
_declare(main, "saves", "saves:saves", "List your saved games.")
_declare(main, "replay", "play:replay", "Show a recorded game again.")
_declare(main, "coach", "play:coach", "Review your acts in a game, and the reasons.")
_declare(main, "practise", "practise:practise", "Practise finding the best act in positions.")
_declare(main, "share", "play:share", "Print a game as one line of text.")
_declare(main, "notes", "saves:notes", "List the notes made in a game.")
_declare(main, "stats", "saves:stats", "Show how you are doing in your saved games.")
_declare(main, "challenges", "saves:show_challenges", "List the challenges you have completed.")
_declare(main, "watch", "watch:watch", "Watch AI cards play a game.")
_declare(main, "follow", "follow:follow", "Follow AI cards by hand, at a real table.")
_declare(main, "playtest", "playtest:playtest", "Play thousands of games, and count.")
_declare(main, "worth", "playtest:worth", "Measure the worth of each line or card.")
_declare(main, "compare", "playtest:compare", "Compare two wordings, editions or rulings.")
_declare(main, "balance", "searches:balance", "Search for the changes that make decks even.")
_declare(main, "rank", "reference:rank", "Show the rank that a score earns in Score Mode.")
_declare(main, "card", "reference:card", "Show a card, its words and what they mean.")
main.add_command(_cards)
_declare(_cards, "check", "check:check_cards", "Check the texts of cards.")
_declare(_cards, "diff", "versions:diff_cards", "Show what another version of a suit changes.")
_declare(_cards, "print", "sheets:print_cards", "Write cards to a page, to print and cut out.")
_declare(main, "rules", "reference:rules", "Explain a rule, a keyword or a phase.")
main.add_command(_ai_cards)
_declare(_ai_cards, "show", "ai:show", "Show an AI card and how each line is read.")
_declare(_ai_cards, "step", "ai:step", "Follow an AI card line by line.")
_declare(_ai_cards, "check", "check:check_ai", "Check the wording of an AI card.")
_declare(_ai_cards, "fix", "versions:fix", "Suggest better words, and prove they play the same.")
_declare(_ai_cards, "diff", "versions:diff_ai", "Show what a rewording of an AI card changes.")
_declare(_ai_cards, "print", "sheets:print_ai", "Write AI cards to a page, to print and cut out.")
_declare(
    _ai_cards, "levels", "searches:levels", "Search for variants from gentle to hard, to print."
)
main.add_command(_own_jacks)
_declare(_own_jacks, "new", "jack:new", "Create the files of a new Jack.")
_declare(_own_jacks, "check", "jack:check_jack", "Check a Jack's suit and AI card.")
_declare(_own_jacks, "words", "jack:words", "Show every wording that is understood.")
_declare(_own_jacks, "build", "jack:build", "Choose a Supply Stack from more cards.")
