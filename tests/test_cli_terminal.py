"""The game on a real 80 by 24 terminal, and on a plain one."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty")
termios = pytest.importorskip("termios")

ROOT = Path(__file__).parent.parent
GAME = ("play", "--jack", "clay", "--against", "words", "--seed", "4", "--first", "me")


def on_terminal(*arguments: str, typed: str, **environment: str) -> tuple[int, str]:
    """Run a game on a terminal; return the exit code and the output."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    environ = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    process = subprocess.Popen(
        [sys.executable, "-m", "moonflight_solo", *arguments],
        cwd=ROOT,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**environ, "TERM": "xterm-256color", "PYTHONUTF8": "1", **environment},
    )
    os.close(theirs)
    out = b""
    waiting = typed.encode()
    while True:
        if not select.select([ours], [], [], 30)[0]:
            process.kill()
            pytest.fail(f"it waits for ever after {out[-200:]!r}")
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux says so when the other end is closed.
            break
        if not part:
            break
        out += part
        if waiting and b"> " in out:
            # Typed too early, the end of input would meet a terminal that is not yet read.
            os.write(ours, waiting)
            waiting = b""
    os.close(ours)
    return process.wait(timeout=60), out.decode()


def test_a_screen_on_a_terminal() -> None:
    code, out = on_terminal(*GAME, typed="1\nquit\n")
    assert code == 0
    assert "\x1b[" in out
    assert "☾ Before the Turn, round 1" in out
    screens = out.split("\x1b[2J")
    assert len(screens) == 3  # for the beginning and the act
    for screen in screens[1:]:
        text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen.split("Clay and Bones> ")[0])
        lines = text.replace("\r", "").splitlines()
        assert len(lines) <= 24
        assert max(map(len, lines)) == 80
    assert "You play Coin: Gain 1 coin token." in screens[2]


def test_plain_on_a_terminal_has_no_escapes() -> None:
    code, out = on_terminal(*GAME, "--plain", typed="1\nquit\n")
    assert code == 0
    assert "\x1b" not in out
    assert "Your coin tokens: 5." in out


@pytest.mark.parametrize(
    ("arguments", "environment"), [((), {"NO_COLOR": "1"}), (("--no-color",), {})]
)
def test_no_color_and_the_end_of_input_on_a_terminal(
    arguments: tuple[str, ...], environment: dict[str, str]
) -> None:
    code, out = on_terminal(*GAME, *arguments, typed="\x04", **environment)
    assert code == 1
    assert "☾ Before the Turn" in out
    assert not re.search(r"\x1b\[(?:[0-9;]*;)?(?:[349][0-7]|10[0-7]|[34]8;[0-9;]*)[;m]", out)
    assert "the input ended in round 1, before the game was over." in out


@pytest.mark.parametrize(
    ("arguments", "last"),
    [
        (("playtest", "clay", "words", "--games", "2"), "In short\n"),
        (("worth", "clay", "--score", "--games", "1"), "In short: what changes the score most\n"),
        (("compare", "printed", "final", "--games", "1"), "A: printed. B: final.\n"),
    ],
)
def test_what_matters_most_is_left_on_the_screen(arguments: tuple[str, ...], last: str) -> None:
    code, out = on_terminal(*arguments, "--jobs", "1", typed="")
    text = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", out).replace("\r", "")
    assert code == 0, text
    rows = text.rpartition(last)[2].strip().splitlines()
    assert 0 < len(rows) < 20, text[-500:]


def test_what_is_wrong_is_broken_between_words() -> None:
    code, out = on_terminal("compare", "printed", "nothing-of-such-a-name=yes", typed="")
    assert code == 2
    assert max(map(len, out.replace("\r", "").splitlines())) <= 80
