"""The terminal that all commands print to, styled or plain."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import IO, TYPE_CHECKING, Final

import click

from moonflight_solo.cli.output.streams import (
    clean,
    escape_controls,
    is_unicode,
    styled_stream,
    to_ascii,
)
from moonflight_solo.values import Value

if TYPE_CHECKING:  # slow to import, and not needed for plain text
    import rich.progress
    from rich.console import Console, RenderableType
    from rich.text import Text


class Glyphs(Value):
    """The signs used to draw a screen, each one column wide."""

    suits: str
    line: str
    before: str
    after: str
    coin: str
    scores: str
    will_score: str
    times: str
    first: str
    settled: str
    dot: str
    more: str
    minus: str
    new: str
    becomes: str


PRETTY: Final = Glyphs(
    "◆●▲■♣♥", "─", "☾", "☼", "¢", "★", "☆", "×", "⚑", "▪", "·", "…", "–", "›", "→"
)
ASCII: Final = Glyphs(
    "#@%&$+", "-", "(", "*", "c", "*", "^", "x", "!", "=", ".", "~", "-", ">", "/"
)

PAGE: Final = {"red": "#e00030", "green": "#008700", "magenta": "#c030c0"}
"""Colours of words on a page, which has the terminal's own ground: to be read on any."""

LEAST_WIDTH: Final = 24
"""Columns into which everything can be laid out."""


class Terminal:
    """The output of a command. ``plain`` restricts it to unstyled text, one fact per line.

    ``as_json`` says that a command should print JSON, ``quiet`` that it should show no progress
    while playing. A plain one needs no ``console`` but the ``file`` it prints to: rich is loaded
    only where something asks for its width.
    """

    as_json = quiet = False

    def __init__(
        self,
        console: Console | None,
        *,
        plain: bool,
        glyphs: Glyphs,
        file: IO[str] | None = None,
    ) -> None:
        self.plain, self.glyphs, self._file = plain, glyphs, file
        if console is not None:
            self.console = console

    @cached_property
    def console(self) -> Console:
        """The console that renders what is not plain; one without colours on a plain ``file``."""
        from moonflight_solo.cli.output.clean_console import CleanConsole, inks

        look = inks(PAGE)
        return CleanConsole(file=self._file, color_system=None, force_terminal=False, theme=look)

    @property
    def file(self) -> IO[str]:
        """The stream that is printed to."""
        return self._file or self.console.file

    @property
    def width(self) -> int:
        """The width in columns; output for a narrower window is wrapped by the window itself."""
        return max(self.console.width, LEAST_WIDTH)

    @property
    def height(self) -> int:
        """The height in lines."""
        return self.console.height

    @property
    def few_colors(self) -> bool:
        """Whether the terminal has at most 16 colours."""
        return self.console.color_system in ("standard", "windows")

    def say(self, words: str = "", style: str = "") -> None:
        """Print a line, word-wrapped unless plain."""
        if self.plain:
            self._print(words)
            return
        from rich.text import Text  # slow to import

        self.show(Text(words, style=style))

    def say_all(self, lines: Iterable[str | Text]) -> None:
        """Print several lines."""
        for line in lines:
            if isinstance(line, str):
                self.say(line)
            else:
                self.show(line)

    def show(self, renderable: RenderableType) -> None:
        """Print a rich renderable; a plain terminal expects a `Text`."""
        if self.plain:
            self._print(str(renderable))
        else:
            self.console.print(renderable, highlight=False)

    def _print(self, words: str) -> None:
        """Print a line of plain text."""
        self.file.write(self.fit(words.rstrip()) + "\n")
        self.file.flush()

    def clear(self) -> None:
        """Clear the screen, unless plain."""
        if not self.plain:
            self.console.clear()

    def fit(self, words: str) -> str:
        """Return the words in characters this terminal can print."""
        return to_ascii(clean(words)) if self.glyphs is ASCII else clean(words)


def terminal(*, plain: bool = False, color: bool = True, file: IO[str] | None = None) -> Terminal:
    """Return a terminal on standard output, or on ``file``.

    It is plain if requested or if the output is not an interactive terminal. ``color`` False or
    NO_COLOR drops colours but keeps the layout. Output that is not Unicode gets ASCII signs.
    """
    out: IO[str] = sys.stdout if file is None else file
    glyphs = PRETTY if is_unicode(out) else ASCII
    if plain or not out.isatty() or os.environ.get("TERM") == "dumb":
        return Terminal(None, plain=True, glyphs=glyphs, file=styled_stream(out))
    from moonflight_solo.cli.output.clean_console import CleanConsole, inks  # slow to import

    console = CleanConsole(
        file=styled_stream(out),
        no_color=True if not color or os.environ.get("NO_COLOR") else None,
        force_terminal=True,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        theme=inks(PAGE),
    )
    return Terminal(console, plain=False, glyphs=glyphs)


class Progress:
    """A progress bar on standard error; without a ``bar`` nothing is shown."""

    def __init__(self, bar: rich.progress.Progress | None = None, total: int = 0) -> None:
        self._bar = bar
        self._task = None if bar is None else bar.add_task("", total=total)

    def __call__(self, done: int, describe: Callable[[], str]) -> None:
        """Show the number done, and the description that ``describe`` returns."""
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, description=describe())
            self._bar.refresh()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Take the bar off the screen while something is printed."""
        if self._bar is not None:
            self._bar.stop()
        yield
        if self._bar is not None:
            self._bar.start()


@contextmanager
def progress_bar(total: int, *, quiet: bool = False) -> Iterator[Progress]:
    """Show the progress of ``total`` things, unless ``quiet`` or not on a terminal."""
    if quiet or not sys.stderr.isatty():
        yield Progress()
        return
    # Slow to import.
    from rich import progress

    from moonflight_solo.cli.output.clean_console import CleanConsole

    columns = (
        progress.BarColumn(bar_width=16),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}", markup=False),
        progress.TimeRemainingColumn(compact=True),
    )
    console = CleanConsole(file=styled_stream(sys.stderr), markup=False, highlight=False)
    # A bar with a thread of its own would keep worker processes from being forked.
    with progress.Progress(*columns, console=console, transient=True, auto_refresh=False) as bar:
        yield Progress(bar, total)


def print_json(data: object) -> None:
    """Print data as JSON on one line: in ASCII, unless the output is Unicode."""
    import json  # slow to import

    import msgspec

    plain = msgspec.to_builtins(data, enc_hook=str)  # names in texts are strings of their own kind
    click.echo(escape_controls(json.dumps(plain, ensure_ascii=not is_unicode(sys.stdout))))
