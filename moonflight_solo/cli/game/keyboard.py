"""The keyboard: one line at a time from a person, or from a pipe."""

from __future__ import annotations

import io
import signal
import sys
import threading
from collections.abc import Callable

from moonflight_solo.cli.game.completion import LineEditor, Offer
from moonflight_solo.cli.output.terminal import Terminal


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
            # Before readline, which then calls this handler from its own.
            self._watch_size()
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

    def _watch_size(self) -> None:
        if hasattr(signal, "SIGWINCH") and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGWINCH, lambda number, frame: self._resized())

    def _resized(self) -> None:
        if self._redraw is not None and self._editor is not None:
            self._redraw()
            # The line that was being typed stands again where readline believes it to be.
            sys.stdout.write(self._prompt + self._editor.typed())
            sys.stdout.flush()
