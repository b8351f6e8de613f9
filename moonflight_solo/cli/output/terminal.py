"""The terminal that all commands print to, styled or plain."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Final

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text
from rich.theme import Theme

from moonflight_solo.cli.output.streams import clean, escaped, is_unicode, styled, to_ascii
from moonflight_solo.values import Value


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


def inks(colours: Mapping[str, str]) -> Theme:
    """Return a rich theme in which a colour, bold or not, is that of ``colours``."""
    bold = {f"bold {name}": f"bold {colour}" for name, colour in colours.items()}
    return Theme({**colours, **bold})


class CleanConsole(Console):
    """A rich console that sanitizes the text it renders."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield a renderable's segments with sanitized text."""
        for segment in super().render(renderable, options):
            if not segment.control and not segment.text.isprintable():
                segment = Segment(clean(segment.text), segment.style)
            yield segment


class Terminal:
    """The output of a command. ``plain`` restricts it to unstyled text, one fact per line.

    ``as_json`` says that a command should print JSON.
    """

    as_json = False

    def __init__(self, console: Console, *, plain: bool, glyphs: Glyphs) -> None:
        self.console = console
        self.plain = plain
        self.glyphs = glyphs

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
        self.show(Text(words, style=style))

    def say_all(self, lines: Iterable[str | Text]) -> None:
        """Print several lines."""
        for line in lines:
            self.show(Text(line) if isinstance(line, str) else line)

    def show(self, renderable: RenderableType) -> None:
        """Print a rich renderable; a plain terminal expects a `Text`."""
        if self.plain:
            words = renderable.plain if isinstance(renderable, Text) else str(renderable)
            self.console.file.write(self.fitted(words.rstrip()) + "\n")
            self.console.file.flush()
        else:
            self.console.print(renderable, highlight=False)

    def clear(self) -> None:
        """Clear the screen, unless plain."""
        if not self.plain:
            self.console.clear()

    def fitted(self, words: str) -> str:
        """Return the words in characters this terminal can print."""
        return to_ascii(clean(words)) if self.glyphs is ASCII else clean(words)


def terminal(*, plain: bool = False, color: bool = True, file: IO[str] | None = None) -> Terminal:
    """Return a terminal on standard output, or on ``file``.

    It is plain if requested or if the output is not an interactive terminal. ``color`` False or
    NO_COLOR drops colours but keeps the layout. Output that is not Unicode gets ASCII signs.
    """
    out: IO[str] = sys.stdout if file is None else file
    pretty = is_unicode(out)
    plain = plain or not out.isatty() or os.environ.get("TERM") == "dumb"
    console = CleanConsole(
        file=styled(out),
        no_color=True if not color or os.environ.get("NO_COLOR") else None,
        color_system=None if plain else "auto",
        force_terminal=not plain,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
        theme=inks(PAGE),
    )
    return Terminal(console, plain=plain, glyphs=PRETTY if pretty else ASCII)


@contextmanager
def progress_bar(
    total: int, *, quiet: bool = False
) -> Iterator[Callable[[int, Callable[[], str]], None]]:
    """Show a progress bar on standard error, unless ``quiet`` or not a terminal.

    Yields a function that takes the number done of ``total`` and a callable for the description.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, told: None
        return
    from rich import progress  # slow to import

    columns = (
        progress.BarColumn(bar_width=16),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}", markup=False),
        progress.TimeRemainingColumn(compact=True),
    )
    console = CleanConsole(file=styled(sys.stderr), markup=False, highlight=False)
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done, told: bar.update(task, completed=done, description=told())


def print_json(data: object) -> None:
    """Print data as JSON on one line."""
    import json  # slow to import

    import msgspec

    plain = msgspec.to_builtins(data, enc_hook=str)  # names in texts are strings of their own kind
    click.echo(escaped(json.dumps(plain, ensure_ascii=False)))


def warn(words: object) -> None:
    """Print a warning on standard error."""
    click.echo(f"moonflight: {words}", err=True)
