"""A terminal window in which the program runs and a person types."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import pytest

from moonflight_solo.records import Record, read_record

pexpect = pytest.importorskip("pexpect")
termios = pytest.importorskip("termios")
pyte = pytest.importorskip("pyte")

ROOT = Path(__file__).parent.parent
ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*(?:[a-zA-Z]|$)|$)")
SECONDS = 20
HINT = "Tab: what you can type"


class Window:
    """A terminal window with a game in it; ``code`` starts it in another way."""

    def __init__(self, home: Path, *arguments: str, colours: str = "", code: str = "") -> None:
        environ = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
        environ |= {"TERM": "xterm-256color", "PYTHONUTF8": "1", "MOONFLIGHT_HOME": str(home)}
        environ |= {"COLORTERM": colours}
        self.home = home
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable,
            [*(("-c", code) if code else ("-m", "moonflight_solo")), *arguments],
            cwd=str(ROOT),
            env=environ,
            dimensions=(24, 80),
            timeout=SECONDS,
        )
        self.child.delaybeforesend = None
        self.raw = b""

    def rows(self) -> list[str]:
        """Return the rows of the screen without trailing spaces."""
        return [row.rstrip() for row in self.screen.display]

    def row(self) -> str:
        """Return the cursor's row, without the hint at its end."""
        cells = self.screen.buffer[self.screen.cursor.y]
        row = "".join(cells[at].data for at in range(self.screen.columns))
        return row.rstrip().removesuffix(HINT).rstrip()

    def until(self, pattern: str, *, after: bytes = b"") -> None:
        """Read until the cursor's row matches ``pattern`` and ``after`` has been output."""
        while not (after in self.raw and re.fullmatch(pattern, self.row())):
            self._read_on(pattern)

    def _read_on(self, awaited: str) -> None:
        try:
            part = self.child.read_nonblocking(65536, SECONDS)
        except (pexpect.EOF, pexpect.TIMEOUT):
            pytest.fail(f"no {awaited!r} comes on\n" + "\n".join(self.rows()))
        self.raw += part
        self._stream.feed(part)

    def prompt(self, *, after: bytes = b"\n") -> None:
        """Read until a prompt appears."""
        self.until(r"(Clay and Bones|\[Enter: .*\] |)>", after=after)

    def type(self, words: str) -> None:
        """Type without Enter."""
        self.raw = b""
        self.child.send(words)

    def say(self, words: str) -> list[str]:
        """Type a line; return the rows output before the next prompt."""
        self.type(words + "\r")
        self.prompt()
        text = ESCAPE.sub("", self.raw.decode()).replace("\r", "")
        return text.split("\n")[1:-1]

    def tab(self, words: str, result: str) -> None:
        """Type words and Tab; wait until the line is ``result``, then clear it."""
        self.type(words + "\t")
        line = f"Clay and Bones> {result}"
        self.until(re.escape(line.rstrip()))
        while self.screen.cursor.x != len(line):  # the cursor may come in a part of its own
            self._read_on(f"cursor behind {line}")
        self.rub_out()

    def rub_out(self) -> None:
        """Clear the typed line."""
        self.type("\x15")
        self.prompt(after=b"")

    def resize(self, columns: int, lines: int, row: str = r"Clay and Bones>") -> None:
        """Resize the window; the screen is redrawn, with ``row`` below it."""
        self.raw = b""
        self.screen.resize(lines, columns)
        self.child.setwinsize(lines, columns)
        self.until(row, after=b"\x1b[2J")

    def pause(self, seconds: float) -> None:
        """Read what arrives within ``seconds``."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            try:
                self.raw += self.child.read_nonblocking(65536, left)
            except (pexpect.EOF, pexpect.TIMEOUT):
                return

    def record(self) -> Record:
        """Return the record of the only game played here."""
        (path,) = (self.home / "games").iterdir()
        return read_record(path)

    def cooked(self) -> bool:
        """Return whether the terminal is in its normal mode, as outside a line editor."""
        modes = termios.tcgetattr(self.child.child_fd)[3]
        return bool(modes & termios.ICANON and modes & termios.ECHO)

    def ending(self) -> str:
        """Return the screen after the game."""
        self.raw += self.child.read()
        self._stream.feed(self.raw)
        self.child.wait()
        return "\n".join(self.rows())
