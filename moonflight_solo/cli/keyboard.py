"""The keyboard: one line at a time from a person, or from a pipe."""

from __future__ import annotations

import io
import sys
from contextlib import suppress

from moonflight_solo.cli.terminal import Terminal


class Keyboard:
    """Reads lines. A line that came through a pipe is shown as if it had been typed."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        if not terminal.plain:
            # Typed lines can then be edited and called back.
            with suppress(ImportError):
                import readline  # noqa: F401
        if isinstance(sys.stdin, io.TextIOWrapper):
            # Bytes that are no text must not end a game: they are a wrong answer like another.
            sys.stdin.reconfigure(errors="replace")

    def read(self, prompt: str) -> str:
        """Return the next line without the spaces around it; raises `EOFError` at the end."""
        prompt = self._terminal.fitted(prompt)
        if sys.stdin is None:
            raise EOFError
        if sys.stdin.isatty():
            return input(prompt).strip()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self._terminal.say(f"{prompt}{line.strip()}")
        return line.strip()
