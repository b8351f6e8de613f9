"""The keyboard: one line at a time from a person, with Tab completion, or from a pipe."""

from __future__ import annotations

import importlib
import io
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from moonflight_solo.cli.output.terminal import Terminal

# Acts that take several cards, with commas between.
LISTS: Final = ("shop", "buy", "build")
DELIMITERS: Final = " ,"
HISTORY: Final = 200


@dataclass(frozen=True)
class Offer:
    """What may be typed now.

    ``lines`` are whole lines that begin with the word of an act or a command; ``answers`` are the
    names that a question offers, of which several may be typed with commas between.
    """

    lines: Sequence[str] = ()
    answers: Sequence[str] = ()


def is_there() -> bool:
    """Return whether somebody sits at the keyboard, rather than a pipe or nothing."""
    return sys.stdin is not None and sys.stdin.isatty()


def completions(typed: str, offer: Offer) -> list[str]:
    """Return what could stand in the place of the last word of ``typed``, which may be empty.

    Answers to a question come before commands, which are offered when no answer begins so.
    A name of several words is completed word by word; first words may be cut short.
    """
    word = max(map(typed.rfind, DELIMITERS)) + 1
    gap = " " if typed.endswith(",") else ""
    for start, names in (_answers(typed, offer.answers), _lines(typed, offer.lines)):
        begun = typed[start:].casefold()
        found = [name[word - start :] for name in names if name.casefold().startswith(begun)]
        if found:
            return [gap + name for name in dict.fromkeys(found)]
    return []


def _answers(typed: str, names: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the name begins that is being typed, and the names not yet chosen."""
    taken = {name.strip().casefold() for name in typed.split(",")[:-1]}
    return _after_comma(typed, 0), [name for name in names if name.casefold() not in taken]


def _lines(typed: str, lines: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the part begins that is being typed, and how each line has that part."""
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


class Keyboard:
    """Reads lines. A line that came through a pipe is shown as if it had been typed.

    On a terminal that is not plain, typed lines can be edited, completed and called back.
    """

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._redraw: Callable[[], None] | None = None
        self._prompt = ""
        self._editor: LineEditor | None = None
        if not terminal.plain and sys.stdin is not None and sys.stdin.isatty():
            main_thread = threading.current_thread() is threading.main_thread()
            if hasattr(signal, "SIGWINCH") and main_thread:
                # Before readline, which then calls this handler from its own.
                signal.signal(signal.SIGWINCH, lambda number, frame: self._resized())
            self._editor = LineEditor()
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are no text must not end a game: they are a wrong answer like another.
            sys.stdin.reconfigure(errors="replace")

    def read(
        self,
        prompt: str,
        offer: Callable[[], Offer] | None = None,
        redraw: Callable[[], None] | None = None,
    ) -> str:
        """Return the next line without the spaces around it; raises `EOFError` at the end.

        ``offer`` says what Tab may complete; ``redraw`` is called when the window gets another
        size.
        """
        prompt = self._terminal.fitted(prompt)
        if sys.stdin is None:
            raise EOFError
        if sys.stdin.isatty():
            if self._editor is not None:
                self._editor.offer(offer)
            self._prompt, self._redraw = prompt, redraw
            try:
                return input(prompt).strip()
            finally:
                self._redraw = None
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._terminal.say(f"{prompt}{line.strip()}")
        return line.strip()

    def _resized(self) -> None:
        if self._redraw is not None and self._editor is not None:
            self._redraw()
            # The line that was being typed stands again where readline believes it to be.
            sys.stdout.write(self._prompt + self._editor.typed())
            sys.stdout.flush()


class LineEditor:
    """Readline, if Python has it: Tab completes, and the arrows call typed lines back."""

    def __init__(self) -> None:
        self._readline: Any = None
        self._offer: Callable[[], Offer] | None = None
        self._found: list[str] = []
        if sys.stdin is None or not sys.stdin.isatty():
            return
        try:
            self._readline = importlib.import_module("readline")
        except ImportError:
            return
        self._readline.set_completer_delims(DELIMITERS)
        self._readline.set_completer(self._complete)
        libedit = "libedit" in (self._readline.__doc__ or "")
        self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        self._readline.set_history_length(HISTORY)

    def offer(self, offer: Callable[[], Offer] | None) -> None:
        """Complete from what ``offer`` returns when Tab is pressed."""
        self._offer = offer

    def typed(self) -> str:
        """Return what stands on the line that is being typed."""
        return "" if self._readline is None else str(self._readline.get_line_buffer())

    def _complete(self, _word: str, number: int) -> str | None:
        # Called with 0, 1, 2 ... until there is nothing more; an exception would be swallowed.
        if self._offer is None or self._readline is None:
            return None
        if number == 0:
            line = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            self._found = completions(line, self._offer())
        return self._found[number] if number < len(self._found) else None
