"""Reading what is too long for the screen: a page at a time, with the table kept for afterwards."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console, RenderableType
from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.output.terminal import Terminal

MORE: Final = "[Enter: more, q: back] > "
BACK: Final = "[Enter: back] > "


class Notepad(Terminal):
    """Takes down, in lines, what a terminal would put out. ``width`` is how wide they may be."""

    def __init__(self, like: Terminal, width: int) -> None:
        console = Console(
            file=io.StringIO(), width=width, height=like.height, force_terminal=True,
            color_system="truecolor", highlight=False, markup=False, emoji=False,
        )  # fmt: skip
        super().__init__(console, plain=False, glyphs=like.glyphs)
        self.lines: list[Text] = []

    def show(self, renderable: RenderableType) -> None:
        """Take down anything that rich can put out."""
        for segments in self.console.render_lines(renderable, pad=False):
            parts = [(each.text, each.style or "") for each in segments]
            self.lines.append(Text.assemble(*parts))

    def clear(self) -> None:
        """Begin anew."""
        self.lines.clear()


@dataclass(frozen=True)
class Pager:
    """Shows long answers on a terminal, and reads from the keyboard when to go on."""

    terminal: Terminal
    keyboard: Keyboard

    def read(
        self, lines: Sequence[Text], show: Callable[[Sequence[Text]], None] | None = None
    ) -> str:
        """Show lines a screen at a time, painted by ``show``.

        Returns what was typed in the place of Enter, to be taken up where one goes on; q only
        goes back.
        """
        step = max(self.terminal.height - 1, 4)
        for start in range(0, len(lines), step):
            self.terminal.clear()
            (show or self.terminal.say_all)(lines[start : start + step])
            more = start + step < len(lines)
            words = self.keyboard.read(MORE if more else BACK)
            if words or not more:
                return "" if words.casefold() in ("q", "back") else words
        return ""

    def ask(self, say: Callable[[Terminal], None]) -> str:
        """Show what ``say`` puts out, straight on a plain terminal; returns as `read` does."""
        if self.terminal.plain:
            say(self.terminal)
            return ""
        notepad = Notepad(self.terminal, self.terminal.width - 1)
        say(notepad)
        return self.read(notepad.lines)
