"""Reading input line by line, from a terminal with Tab completion or from a pipe."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from moonflight_solo.cli.output.streams import clean
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.values import Value

if TYPE_CHECKING:
    from moonflight_solo.cli.game.line_editor import LineEditor

# Acts that take several cards, separated by commas.
LISTS: Final = ("shop", "buy", "build")


class Offer(Value):
    """What Tab can complete at a prompt.

    ``lines`` are whole lines, each starting with an act or command; ``answers`` are a question's
    choices, of which several may be typed with commas between.
    """

    lines: Sequence[str] = ()
    answers: Sequence[str] = ()


def is_there() -> bool:
    """Return whether standard input is a terminal."""
    return sys.stdin is not None and sys.stdin.isatty()


def completions(typed: str, offer: Offer) -> tuple[int, list[str]]:
    """Return where the last name in ``typed`` begins, and the names that could complete it.

    Answers come first; commands are offered only if no answer matches. First words may be
    abbreviated.
    """
    chosen = {name.strip().casefold() for name in typed.split(",")[:-1]}
    names_left = [name for name in offer.answers if name.casefold() not in chosen]
    for start, names in ((_after_comma(typed, 0), names_left), _lines(typed, offer.lines)):
        begun = typed[start:].casefold()
        matches = [name for name in names if name.casefold().startswith(begun)]
        if matches:
            gap = " " if typed[:start].endswith(",") else ""
            return start, [gap + name for name in dict.fromkeys(matches)]
    return len(typed), []


def _lines(typed: str, lines: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the part being typed begins, and that part of each line."""
    parts = [line.partition(" ") for line in lines]
    first, space, _ = typed.partition(" ")
    if not space:
        longer = {word for word, _, rest in parts if rest}
        return 0, [f"{word} " if word in longer else word for word, _, _ in parts]
    begun = [(word, rest) for word, _, rest in parts if word.startswith(first.casefold()) and rest]
    start = len(first) + 1
    if any(word in LISTS for word, _ in begun):
        start = _after_comma(typed, start)
    return start, [rest for _, rest in begun]


def _after_comma(typed: str, start: int) -> int:
    start = max(start, typed.rfind(",") + 1)
    return start + len(typed[start:]) - len(typed[start:].lstrip())


def _as_typed(line: str) -> str:
    """Return a line without control characters, and with a plain space for any other blank."""
    return re.sub(r"[\s\u200b\u2060\ufeff]", " ", clean(line)).strip()


class Keyboard:
    """Reads lines at a ``terminal``, echoing those that come through a pipe.

    On a terminal that is not plain, lines can be edited, completed and recalled. ``ahead`` holds
    text typed at an Enter prompt; it is returned by the next read.
    """

    ahead = ""
    _editor: LineEditor | None = None

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._editable = True
        self._pasted: list[str] = []

    def read(
        self,
        prompt: str,
        offer: Callable[[], Offer] | None = None,
        redraw: Callable[[], str | None] | None = None,
        ground: str = "",
    ) -> str:
        """Return the next line, stripped; raises `EOFError` at the end of the input.

        ``offer`` says what Tab can complete; ``redraw`` is called to redraw what stands above the
        line, as after a resize, and may return another prompt. ``ground`` is the style of the
        prompt's line, such as "#d7dcea on #14182b", "" for the terminal's own.
        """
        words, self.ahead = self.ahead, ""
        if words:
            return words
        prompt = self.terminal.fit(prompt)
        if sys.stdin is None:
            raise EOFError
        if self._pasted:
            return self._echo(prompt, self._pasted.pop(0))
        if not sys.stdin.isatty():
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return self._echo(prompt, line)
        if not self.terminal.plain and self._editor is None and self._editable:
            # Slow to import.
            from moonflight_solo.cli.game.line_editor import LineEditor

            try:
                self._editor = LineEditor(self.terminal.console)
            except Exception:  # a Windows terminal that is not a console; only defined there
                self._editable = False
        if self._editor is None:
            return _as_typed(input(prompt))
        what = offer or Offer
        typed = self._editor.edit(prompt, lambda typed: completions(typed, what()), redraw, ground)
        first, *self._pasted = typed.splitlines() or [""]
        return _as_typed(first)

    def forget(self) -> None:
        """Drop what was typed too early, such as an Enter too many."""
        if self._editor is not None:
            self._editor.forget()

    def _echo(self, prompt: str, line: str) -> str:
        words = _as_typed(line)
        self.terminal.say(f"{prompt}{words}")
        return words
