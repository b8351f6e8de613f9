"""Menus of commands, their help, long output page by page, and stepping through a game."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import PAGE, Terminal
from moonflight_solo.cli.output.text_layout import fit, ground, show_painted, with_label, wrap
from moonflight_solo.cli.output.view import View
from moonflight_solo.errors import MoonflightError, with_capital
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Entry, Record
from moonflight_solo.rules.catalogue import plain

if TYPE_CHECKING:  # slow to import, and not needed for plain text
    from rich.console import RenderableType

MORE: Final = "[Enter: more, q: back] > "
BACK: Final = "[Enter: back] > "
GO_ON: Final = "[Enter: continue] > "


class RecordingTerminal(Terminal):
    """A terminal that collects its output as lines, at most ``width`` columns wide.

    Words said in a colour have that of ``colours``.
    """

    def __init__(self, like: Terminal, width: int, colours: Mapping[str, str] = PAGE) -> None:
        # Slow to import.
        from rich.console import Console

        from moonflight_solo.cli.output.clean_console import inks

        console = Console(
            file=io.StringIO(), width=width, height=like.height, force_terminal=True,
            color_system="truecolor", highlight=False, markup=False, emoji=False,
            theme=inks(colours),
        )  # fmt: skip
        super().__init__(console, plain=False, glyphs=like.glyphs)
        self.lines: list[Text] = []
        self._shown: list[RenderableType] = []
        self._colours = colours

    def lines_at(self, width: int) -> list[Text]:
        """Return what was printed as lines of another width."""
        other = RecordingTerminal(self, width, self._colours)
        for each in self._shown:
            other.show(each)
        return other.lines

    def show(self, renderable: RenderableType) -> None:
        """Collect anything rich can render."""
        self._shown.append(renderable)
        for segments in self.console.render_lines(renderable, pad=False):
            parts = [(segment.text, segment.style or "") for segment in segments]
            self.lines.append(Text.assemble(*parts))


def read_pages(
    keyboard: Keyboard,
    lay: Callable[[int], Sequence[Text]],
    view: View | None = None,
    last: str = BACK,
) -> None:
    """Page through the lines that ``lay`` returns for a width, anew when the window is resized.

    They are painted in the colours of ``view`` if one is given. ``last`` is the prompt of the last
    page. Text typed instead of Enter becomes the next input; q only goes back.
    """
    terminal, start, lines = keyboard.terminal, 0, lay(keyboard.terminal.width)
    style = ground(view.turned, terminal) if view else ""

    def end() -> int:
        return start + max(terminal.height - 1, 4)

    def draw() -> str:
        nonlocal start, lines
        anew = lay(terminal.width)
        start, lines = start * len(anew) // len(lines), anew  # what was read stays above
        terminal.clear()
        if view is not None:
            whole = [fit(line, terminal.width, terminal.glyphs) for line in lines[start : end()]]
            show_painted(whole, view.turned, terminal)
        else:
            terminal.say_all(lines[start : end()])
        return MORE if end() < len(lines) else last

    while start < len(lines):
        words = keyboard.read(draw(), None, draw, style)
        if words:
            keyboard.ahead = "" if words.casefold() in ("q", "back") else words
            return
        start = end()


def read_table(keyboard: Keyboard, view: View) -> None:
    """Page through a table in full; print it as sentences on a plain terminal."""
    terminal = keyboard.terminal
    if terminal.plain:
        terminal.say_all(sentences(view))
    else:
        read_pages(keyboard, lambda width: render(view, width, terminal.glyphs), view)


def read_answer(keyboard: Keyboard, say: Callable[[Terminal], None]) -> None:
    """Page through what ``say`` prints; on a plain terminal, print it directly."""
    terminal = keyboard.terminal
    if terminal.plain:
        say(terminal)
        return
    read_pages(keyboard, lambda width: lines_said(say, RecordingTerminal(terminal, width - 1)))


def lines_said(say: Callable[[Terminal], None], notepad: RecordingTerminal) -> list[Text]:
    """Return the lines of what ``say`` prints."""
    say(notepad)
    return notepad.lines


T = TypeVar("T")

NARROW: Final = 60
"""Below this many columns, a command's description goes on its own line."""
USAGE: Final = 24
LOG_LINES: Final = 20
NOTHING_TO_LEAVE: Final = "There is nothing to go back from; type quit to leave the game."


@dataclass(frozen=True)
class Command:
    """A command: ``usage`` begins with its name and is listed with ``help``.

    ``run`` receives the rest of the line; ``options`` lists what Tab can complete after the name.
    """

    usage: str
    help: str
    run: Callable[[str], None]
    options: Callable[[], Iterable[str]] = tuple

    @property
    def name(self) -> str:
        """The first word of the usage."""
        return self.usage.split()[0]


class Menu:
    """A set of commands that print to ``terminal``."""

    SHORT: ClassVar[Mapping[str, str]] = {"?": "help", "h": "help", "exit": "quit", "q": "back"}
    """Aliases."""

    def __init__(self, terminal: Terminal, *commands: Command) -> None:
        self.terminal = terminal
        self.commands: dict[str, Command] = {}
        self.add(*commands)

    def add(self, *commands: Command) -> None:
        """Add commands, keeping help and quit last."""
        self.commands |= {command.name: command for command in commands}
        for last in ("help", "quit"):
            if last in self.commands:
                self.commands[last] = self.commands.pop(last)

    def commands_named(self, word: str) -> list[str]:
        """Return the commands a word names or abbreviates."""
        word = self.SHORT.get(word.casefold(), word.casefold())
        if word in self.commands:
            return [word]
        return [name for name in self.commands if word and name.startswith(word)]

    def carry_out(self, name: str, rest: str) -> None:
        """Run a command; errors are printed as one line."""
        command, rest = self.commands[name], rest.strip()
        try:
            if rest and command.usage == name:
                raise MoonflightError(f'"{name}" takes nothing after it.')
            command.run(rest)
        except MoonflightError as error:
            self.complain(str(error))

    def offer(self) -> Offer:
        """Return every line Tab can complete: each command alone and with its options."""
        options = ((name, command.options()) for name, command in self.commands.items())
        each = ((name, option) for name, those in options for option in ("", *those))
        return Offer([" ".join(words).rstrip() for words in each])

    def complain(self, words: str) -> None:
        """Print an error; a command that it quotes is typed here without the program's name."""
        self.terminal.say(with_capital(words.replace('"moonflight ', '"')), "red")

    def help(self, before: Iterable[tuple[str, str]] = (), after: str = "") -> None:
        """Print what can be typed: the rows ``before``, the commands, then the legend in
        ``after``.
        """
        rows = [*before, *((command.usage, command.help) for command in self.commands.values())]
        if after and not self.terminal.plain:
            rows.append(("signs", after))
        self.terminal.say_all(help_lines(rows, self.terminal))


@contextmanager
def stoppable(words: str) -> Iterator[None]:
    """Let Ctrl-C end only what is computed within: raises :class:`MoonflightError` saying so."""
    try:
        yield
    except KeyboardInterrupt as stop:
        if type(stop) is not KeyboardInterrupt:  # other subclasses end the program
            raise
        raise MoonflightError(words) from None


def back_and_forth(record: Record, keep: Callable[[Entry], None]) -> tuple[Command, Command]:
    """Return the commands undo and redo for a record."""
    return (
        Command(
            "undo [NUMBER | round]",
            "undo what you typed last, that many lines, or the whole round",
            lambda n: record.undo(n, keep),
        ),
        Command("redo [NUMBER | all]", "redo what you undid", lambda n: record.redo(n, keep)),
    )


def last_of(history: Sequence[T], words: str) -> Sequence[T]:
    """Return as many of the last log lines as ``words`` asks for.

    Raises :class:`MoonflightError` for anything but a number from 1, or nothing.
    """
    number = counting_number(words) if words else LOG_LINES
    if not number:
        raise MoonflightError('type "log", or "log" and how many lines.')
    return history[-number:]


def help_lines(rows: Iterable[tuple[str, str]], terminal: Terminal) -> list[Text]:
    """Lay out commands and their descriptions for a terminal."""
    if terminal.plain:
        return [Text(f"{usage}: {words}") for usage, words in rows]
    lines: list[Text] = []
    for usage, words in rows:
        label = f"  {usage:<{USAGE}} "
        narrow = terminal.width < NARROW
        if narrow or len(usage) > USAGE:
            lines.append(Text(label.rstrip(), "bold"))
            label = " " * (6 if narrow else USAGE + 3)
        lines += with_label(label, wrap(words, terminal.width - len(label)), "")
    return lines


# --------------------------------------------------------------------------------- stepping

PLAY: Final = "play"
BESIDE: Final = (("Enter", "the next act, as next"), ("NUMBER", "to the beginning of that round"))


class Steps(Menu):
    """Steps through moments, from index ``at`` on; ``rounds`` gives the round of each.

    Subclasses implement ``show`` for the moment at ``self.at`` and can pass ``more`` commands. The
    command `PLAY`, if among them, ends the stepping. ``ground`` is the style of the prompt's line.
    """

    ground = ""
    SHORT: ClassVar = {**Menu.SHORT, "q": "quit", "": "next", "+": "next", "-": "back"}

    def __init__(
        self,
        keyboard: Keyboard,
        rounds: Sequence[int],
        at: int = 0,
        more: Sequence[Command] = (),
    ) -> None:
        self.keyboard = keyboard
        self.at = at
        self._rounds = rounds
        super().__init__(
            keyboard.terminal,
            Command("next [NUMBER]", "go to the next act, or forward that many", self._next),
            Command("back [NUMBER | round]", "go back that many acts, or one round", self._back),
            Command("round [NUMBER]", "to the next round, or to that one", self._round),
            Command("start", "to where the game begins", lambda rest: self.to(0)),
            Command("end", "to the last act", lambda rest: self.to(len(rounds) - 1)),
            Command("table", "the table again", lambda rest: self.show()),
            *more,
            Command("help", "this list; also ?", lambda rest: self.help(BESIDE)),
            Command("quit", "leave", lambda rest: None),
        )

    def show(self) -> None:
        """Show the current moment."""
        raise NotImplementedError

    def step_through(self) -> str | None:
        """Step until the player leaves; return what follows a play command, ``None`` without
        one.
        """
        names = [name for name in ("back", "turn", PLAY) if name in self.commands]
        prompt = f"{', '.join(names)}, help, quit] > "
        self.show()
        while True:
            last = self.at == len(self._rounds) - 1
            enter = f"{self.at + 1}/{len(self._rounds)} [Enter: {'leave' if last else 'next'}, "
            try:
                words = self.keyboard.read(enter + prompt, self.offer, self.show, self.ground)
            except EOFError:
                return None
            first, _, rest = plain(words).partition(" ")
            if re.fullmatch("[0-9]{1,6}", first):
                first, rest = "round", first
            name = next(iter(self.commands_named(first)), "")
            if name in ("quit", PLAY) or (not words and last):
                return rest if name == PLAY else None
            if name:
                self.carry_out(name, rest)
            else:
                self.complain(f'"{words}" is not a command here; type help for a list.')

    def to(self, at: int) -> None:
        """Go to a moment, clamped to the first and last one.

        Raises :class:`MoonflightError` when already there and going further.
        """
        last = len(self._rounds) - 1
        if at > last and self.at == last:
            raise MoonflightError("this is the last moment; type back or quit.")
        if at < 0 and self.at == 0:
            raise MoonflightError("this is where the game begins.")
        self.at = min(max(at, 0), last)
        self.show()

    def _next(self, rest: str) -> None:
        self.to(self.at + _number(rest))

    def _back(self, rest: str) -> None:
        if rest and "round".startswith(rest):
            here = self._rounds[self.at]
            started = self._start_of(here)
            self.to(started if started < self.at else self._start_of(here - 1))
        else:
            self.to(self.at - _number(rest))

    def _round(self, rest: str) -> None:
        number = _number(rest) if rest else self._rounds[self.at] + 1
        if number > self._rounds[-1]:
            raise MoonflightError(f"the last round is {self._rounds[-1]}.")
        self.to(self._start_of(number))

    def _start_of(self, number: int) -> int:
        """Return the first moment of a round, or of the next one that has a moment; 0 if none
        has.
        """
        return next((index for index, each in enumerate(self._rounds) if each >= number), 0)


def _number(words: str) -> int:
    if not words:
        return 1
    if not re.fullmatch("[0-9]{1,6}", words):
        raise MoonflightError(f'"{words}" is not a number.')
    return int(words)
