"""The terminal: the one way out for everything that is shown, coloured or plain."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Final

import click
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from moonflight_solo.cli.output.streams import clean, escaped, is_unicode, styled, to_ascii
from moonflight_solo.values import Value


class Glyphs(Value):
    """The signs that a screen is drawn with, each one column wide."""

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


class CleanConsole(Console):
    """A console whose words are clean; its own escapes are all there are."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterator[Segment]:
        """Yield what rich makes of a renderable, with every word cleaned."""
        for segment in super().render(renderable, options):
            if not segment.control and not segment.text.isprintable():
                segment = Segment(clean(segment.text), segment.style)
            yield segment


class Terminal:
    """Where a command speaks. ``plain`` says that nothing but text may go out, a fact a line.

    ``as_json`` says that a command is to answer with JSON for other programs.
    """

    as_json = False

    def __init__(self, console: Console, *, plain: bool, glyphs: Glyphs) -> None:
        self.console = console
        self.plain = plain
        self.glyphs = glyphs

    @property
    def width(self) -> int:
        """How many columns there are."""
        return self.console.width

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self.console.height

    @property
    def few_colors(self) -> bool:
        """Whether there are no more than sixteen colours."""
        return self.console.color_system in ("standard", "windows")

    def say(self, words: str = "", style: str = "") -> None:
        """Put out a line of words, wrapped at word boundaries unless plain."""
        self.show(Text(words, style=style))

    def say_all(self, lines: Iterable[str | Text]) -> None:
        """Put out several lines."""
        for line in lines:
            self.show(Text(line) if isinstance(line, str) else line)

    def show(self, renderable: RenderableType) -> None:
        """Put out anything that rich can, or, when plain, a `Text`."""
        if self.plain:
            words = renderable.plain if isinstance(renderable, Text) else str(renderable)
            self.console.file.write(self.fitted(words.rstrip()) + "\n")
            self.console.file.flush()
        else:
            self.console.print(renderable, highlight=False)

    def clear(self) -> None:
        """Start a fresh screen; a plain one only goes on."""
        if not self.plain:
            self.console.clear()

    def fitted(self, words: str) -> str:
        """Return the words in letters that can be put out here."""
        return to_ascii(clean(words)) if self.glyphs is ASCII else clean(words)


def terminal(*, plain: bool = False, color: bool = True, file: IO[str] | None = None) -> Terminal:
    """Return the terminal to speak to: standard output unless ``file`` is given.

    It is plain if asked for or if nobody watches; ``color`` False or NO_COLOR takes the colours
    away and leaves the layout. Output that is not UTF-8 gets signs from ASCII.
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
    )
    return Terminal(console, plain=plain, glyphs=PRETTY if pretty else ASCII)


@contextmanager
def progress_bar(
    total: int, *, quiet: bool = False
) -> Iterator[Callable[[int, Callable[[], str]], None]]:
    """Show a bar on standard error, if somebody watches it and it is not to be ``quiet``.

    What is yielded takes how many of the ``total`` are done, and what says more about it.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda done, told: None
        return
    from rich import progress  # for this alone

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
    """Put out data for other programs, on one line."""
    import json  # only who asks for it waits for it

    click.echo(escaped(json.dumps(data, ensure_ascii=False)))


def warn(words: object) -> None:
    """Say on standard error what is amiss, behind the program's name."""
    click.echo(f"moonflight: {words}", err=True)
