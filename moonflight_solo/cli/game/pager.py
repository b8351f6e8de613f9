"""Showing long output page by page, in the colours of the table where it belongs to one."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import PAGE, Terminal
from moonflight_solo.cli.output.text_layout import fit, ground, show_painted
from moonflight_solo.cli.output.view import View

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

    def show(self, renderable: RenderableType) -> None:
        """Collect anything rich can render."""
        for segments in self.console.render_lines(renderable, pad=False):
            parts = [(each.text, each.style or "") for each in segments]
            self.lines.append(Text.assemble(*parts))


@contextmanager
def on_ground(keyboard: Keyboard, view: View | None) -> Iterator[None]:
    """Give the line that is typed the colours of a table above it."""
    painted = view is not None and not keyboard.terminal.plain
    keyboard.ground = ground(view.turned, keyboard.terminal) if painted and view else ""
    try:
        yield
    finally:
        keyboard.ground = ""


@dataclass(frozen=True)
class Pager:
    """Shows long output page by page.

    Text typed instead of Enter becomes the next input; q only goes back.
    """

    keyboard: Keyboard

    @property
    def terminal(self) -> Terminal:
        """The terminal that the keyboard belongs to."""
        return self.keyboard.terminal

    def read(self, lines: Sequence[Text], view: View | None = None, last: str = BACK) -> None:
        """Page through lines, painted in the colours of ``view`` if one is given.

        ``last`` is the prompt of the last page.
        """
        step = max(self.terminal.height - 1, 4)
        for start in range(0, len(lines), step):
            self.terminal.clear()
            part = lines[start : start + step]
            if view is not None:
                width, glyphs = self.terminal.width, self.terminal.glyphs
                whole = [fit(line, width, glyphs) for line in part]
                show_painted(whole, view.turned, self.terminal)
            else:
                self.terminal.say_all(part)
            more = start + step < len(lines)
            with on_ground(self.keyboard, view):
                words = self.keyboard.read(MORE if more else last)
            if words:
                self.keyboard.ahead = "" if words.casefold() in ("q", "back") else words
                return

    def read_table(self, view: View) -> None:
        """Show a table in full; as sentences on a plain terminal."""
        if self.terminal.plain:
            self.terminal.say_all(sentences(view))
        else:
            self.read(render(view, self.terminal.width, self.terminal.glyphs), view)

    def ask(self, say: Callable[[Terminal], None]) -> None:
        """Page through what ``say`` prints; on a plain terminal, print it directly."""
        if self.terminal.plain:
            say(self.terminal)
            return
        notepad = RecordingTerminal(self.terminal, self.terminal.width - 1)
        say(notepad)
        self.read(notepad.lines)
