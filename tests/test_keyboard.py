"""Unusual keyboard input: keys in any order, bytes that are not text, pastes, signals."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from helpers import at_least
from terminal_window import ROOT, Window

termios = pytest.importorskip("termios")

GAME = ("play", "--jack", "clay", "--against", "words", "--seed", "4", "--first", "me")
KEYS = [
    *(f"\x1b[{key}" for key in "ABCDFHZ"),
    *(f"\x1b[{number}~" for number in range(1, 25)),
    *(f"\x1bO{key}" for key in "PQRS"),
    *(f"\x1b{key}" for key in "bdfutcly.<>*#&\x7f\t"),
    # Ctrl with a letter, but for those that end the game: Ctrl-C, Ctrl-D, Ctrl-Z.
    *(chr(number) for number in range(1, 32) if number not in (3, 4, 26, 27)),
    *("1 ", "play c", "\t", "\t\t", "help\r", "hint\r", "note ☾ é", "\r", "\x7f", " , #2"),
    *("\x1b[200~1\nplay waste\n\x1b[201~", "\x1b[200~", "\x1b", "\ud800", "\xa0", "\u202e", "９"),
]
BYTES = [b"\xff", b"\xc3", b"\x80\x81", b"\xed\xa0\x80", b"\x9b2J", b"\x00", b"\xf0\x9f"]


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Window]:
    opened = Window(tmp_path, *GAME)
    opened.prompt()
    yield opened
    opened.child.close(force=True)


def leave(window: Window) -> str:
    """Leave the game whatever has been typed, and return all output."""
    # Ctrl-Q, for Ctrl-S typed while no prompt is open stops what is put out. Then the end of a
    # paste, of a search and of a quotation, and of anything else that is half typed.
    window.child.send(b"\x11\x1b[201~\x07\x07\x07\x1b")
    window.pause(0.6)
    window.child.send(b"\x07\x15\r")
    window.child.send(b"\x01\x0bquit\r")
    for _ in range(100):
        window.pause(0.3)
        if not window.child.isalive():
            break
        window.child.send(b"\x11\x1b[201~\x07\x01\x0bquit\r")
    out: bytes = window.raw + window.child.read()
    window.child.close()
    return out.decode(errors="replace")


def batter(window: Window, seed: int, keys: int = 60) -> str:
    """Press random keys in a window of changing size, then leave the game."""
    dice = random.Random(seed)
    for _ in range(keys):
        if dice.random() < 0.08:
            window.child.setwinsize(dice.randint(1, 60), dice.randint(1, 160))
        if dice.random() < 0.1:
            window.pause(0.02)
        typed = dice.choice(BYTES) if dice.random() < 0.1 else dice.choice(KEYS)
        window.child.send(typed if isinstance(typed, bytes) else typed.encode(errors="replace"))
    window.child.setwinsize(24, 80)
    return leave(window)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(at_least(1, 10)))
def test_keys_at_random(window: Window, seed: int) -> None:
    """Whatever is typed, the game goes on and can be left in order."""
    out = batter(window, seed)
    assert "Traceback" not in out
    assert "Error" not in out
    # Ctrl-backslash typed while no prompt is open is the terminal's own way to end a program.
    ended = window.child.exitstatus == 0 or window.child.signalstatus == signal.SIGQUIT
    assert ended, out[-2000:]


def test_pasted_lines_are_typed_one_by_one_and_any_bytes_may_be_typed(window: Window) -> None:
    window.type("\x1b[200~note one\nnote two\n\x1b[201~")
    window.child.send("\r")
    window.until(r"Clay and Bones>", after=b"note two")
    # Bytes that are no text are a wrong answer.
    window.child.send(b"\xff\xfe\xc3\r")
    window.until(r"Clay and Bones>", after=b"is neither an act nor a command")
    window.child.send(b"note \xff\xed\xa0\x80\r")
    window.until(r"Clay and Bones>", after=b"Noted.")
    window.type("quit\r")
    assert "You left" in window.ending()
    one, two, note = (note.note for note in window.record().notes)
    assert (one, two) == ("one", "two")
    assert note == "\ufffd" * len(note)


def test_the_screen_comes_back_when_a_menu_is_gone_and_can_be_drawn_again(window: Window) -> None:
    window.type("p\t")
    window.until(r"Clay and Bones> p", after=b"pass")
    window.raw = b""
    window.child.send("lay")
    window.until(r"Clay and Bones> play", after=b"\x1b[2J")
    assert window.rows()[0].startswith(" ☾ Before the Turn")
    window.type("ed\x0c")
    window.until(r"Clay and Bones> played", after=b"\x1b[2J")
    assert window.rows()[0].startswith(" ☾ Before the Turn")


@pytest.mark.parametrize(
    ("number", "code"),
    [
        *((signal.SIGTERM, 143), (signal.SIGINT, 130)),
        *((signal.SIGHUP, 129), (signal.SIGQUIT, 131)),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(window: Window, number: int, code: int) -> None:
    """A line editor makes the terminal raw; it has to be mended before the program ends."""
    window.say("1")
    window.child.kill(number)
    text = window.ending()
    assert "Continue the game with: moonflight resume" in text
    assert "moonflight: stopped" in text
    assert window.child.exitstatus == code
    assert window.cooked()


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_signal_between_two_steps_of_the_line_editor_ends_the_game(
    tmp_path: Path, step: int
) -> None:
    """Taken from the queue and not run, a step would be waited for, for ever."""
    code = f"""
import asyncio, os
from moonflight_solo.cli import main
run, steps = asyncio.Handle._run, []
def interrupted(handle):
    steps.append(handle)
    if len(steps) == {step}:
        os.kill(os.getpid(), {int(signal.SIGQUIT)})
    run(handle)
asyncio.Handle._run = interrupted
main()
"""
    window = Window(tmp_path, *GAME, code=code)
    assert "moonflight: stopped" in window.ending()
    assert window.child.exitstatus == 131
    assert window.cooked()


def test_only_who_types_at_a_terminal_waits_for_the_line_editor() -> None:
    code = f"""
import io, sys
from moonflight_solo.cli import main
for more in ((), ("--plain",)):
    sys.stdin = io.StringIO("1\\nquit\\n")
    main([*{GAME!r}, *more], standalone_mode=False)
print(any(name.startswith("prompt_toolkit") for name in sys.modules))
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.stdout.splitlines()[-1] == "False", done.stderr
