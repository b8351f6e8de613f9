"""Fuzzing commands, files, records and input with hostile values from one shared pool.

Finds every command of ``moonflight --help`` by walking the program, so that new ones are covered
automatically. ``python tests/hostile.py NUMBER [SEED]`` tries that many inputs.
"""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

import click

from moonflight_solo.cli import LazyCommand, LazyGroup, main
from moonflight_solo.cli.args import NewPath
from moonflight_solo.cli.game import coaching
from moonflight_solo.coach import advice

ROOT = Path(__file__).parent.parent
SECONDS = 60
_RAW = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

NUMBERS = ["0", "-1", "+-1", "++1", "1.5", "1e9", "0x10", "99999", "10" + "0" * 30, "9" * 5000]
FOREIGN = ["٣", "九", "²", "\ud800", "\udcff", "\u202e"]
ESCAPES = ["\x1b[31m", "\x1b]0;x\x07", "\x9b2J", "\x7f", "\x00", "\r"]
WORDS = ["", " ", "-", "--", "-h", "--out", "=", "ID=x", "a=b=c", "%s", "{0}", "[bold]", "'", '"']
PATHS = [".", "..", "../up", "/", "no/such", "/dev/null", "/dev/full", "/dev/zero", "~nobody/x"]
LONG = ["x" * 5000, "(" * 3000, "и" * 300, "“" * 50]
POOL = [*NUMBERS, *FOREIGN, *ESCAPES, *WORDS, *PATHS, *LONG]

# What is no mistake, so that an input comes to where another value of it counts.
_JACKS = ["clay", "words", "tt", "tt/suit.yaml"]
_AI_CARDS = ["clay", "words", "ai.yaml", "tt"]
_GAMES = ["game", "game.jsonl"]
GOOD = {
    "against": _JACKS,
    "ai_files": ["ai.yaml", "tt/ai.yaml"],
    "card_files": ["suit.yaml", "tt", "tt/suit.yaml"],
    "detail": ["1"],
    "edition": ["prototype", "final"],
    "file": ["suit.yaml"],
    "first": ["me", "1", "random"],
    "game": _GAMES,
    "games": ["1", "2"],
    "jack": _JACKS,
    "jobs": ["1"],
    "last": ["1"],
    "name": ["Coin", "Call", "Reed and Rush"],
    "new": _AI_CARDS,
    "notes": _GAMES,
    "old": _AI_CARDS,
    "one": ["printed", "final", "ai.yaml"],
    "resume": ["results.jsonl"],
    "rounds": ["1", "2"],
    "rulings": ["A-exact=at-least"],
    "score": ["7"],
    "seats": _JACKS,
    "seed": ["1"],
    "source": _AI_CARDS,
    "sources": _AI_CARDS,
    "topic": ["turn", "reset"],
    "two": ["printed", "final", "ai.yaml"],
    "word": ["cards", "stack"],
}
FILES = ["ai.yaml", "suit.yaml", "tt", "table.yaml", "game.jsonl", "results.jsonl", "pipe", "loop"]
TYPED = ["1", "play coin", "done", "undo", "redo", "note x", "hint", "why", "help", "?", "quit"]

SCENARIO = """
seats:
  - {jack: Words and Names, hand: [Coin, Call], coins: 5}
  - {jack: Clay and Bones}
generic: {Wealth: 1}
"""


class TooSlow(BaseException):
    """An input took longer than any legitimate request can."""


@dataclass(frozen=True)
class Outcome:
    """The result of an input."""

    words: tuple[str, ...]
    typed: str
    code: object
    out: str
    seconds: float


Called = tuple[tuple[str, ...], click.Command]


def commands(group: click.Group = main, *before: str) -> Iterator[Called]:
    """Yield every command with the words that call it."""
    for name, command in group.commands.items():
        words = (*before, name)
        if isinstance(command, click.Group):
            yield from commands(command, *words)
        if isinstance(command, LazyGroup):
            yield words, command.own.load()
        elif isinstance(command, LazyCommand):
            yield words, command.load()


def words_for(command: click.Command, dice: random.Random) -> Iterator[str]:
    """Yield options and arguments for a command, good and bad ones."""
    for parameter in command.params:
        name = parameter.name or ""
        if isinstance(parameter, click.Argument):
            many = 1 if parameter.nargs == 1 else dice.choice((0, 1, 1, 2, 2, 3))
            for _ in range(many):
                yield _value(name, dice, 0.8)
            continue
        assert isinstance(parameter, click.Option)
        bounded = name in ("games", "rounds", "jobs")
        if "--watch" in parameter.opts:
            continue  # it goes on until Ctrl-C, as it says
        if not bounded and dice.random() > 0.15:
            continue
        yield dice.choice(parameter.opts)
        if parameter.is_flag:
            continue
        value = _value(name, dice, 0.95 if bounded else 0.7)
        if name == "games" and value == "99999":
            value = "0"  # so many would be played
        # Who writes into a pipe waits for its reader, as with any program.
        yield "new" if value == "pipe" and isinstance(parameter.type, NewPath) else value


def _value(name: str, dice: random.Random, good: float) -> str:
    fitting = GOOD.get(name, FILES) if dice.random() < 0.8 or good > 0.9 else FILES
    return dice.choice(fitting) if dice.random() < good else dice.choice(POOL)


def typed_for(dice: random.Random) -> str:
    """Return typed lines, good and bad ones."""
    lines = [dice.choice(TYPED) if dice.random() < 0.6 else dice.choice(POOL) for _ in range(8)]
    some = "".join(f"{dice.choice(TYPED[:6])} {dice.choice(POOL)}\n" for _ in range(2))
    return some + "\n".join(lines)


def spoilt(text: str, dice: random.Random) -> bytes:
    """Make a few words of a file's text hostile."""
    for _ in range(dice.choice((0, 1, 1, 2))):
        at = dice.randrange(len(text) + 1)
        end = min(len(text), at + dice.choice((0, 1, 1, 5)))
        value = dice.choice(POOL)
        text = text[:at] + (value if dice.random() < 0.7 else repr(value)) + text[end:]
    return encoded(text)


def encoded(text: str) -> bytes:
    """Encode text in bytes that may not be UTF-8."""
    parts = (part.encode("utf-8", "surrogatepass") for part in text.split("\udcff"))
    return b"\xff".join(parts)


class Place:
    """A folder with files in which to try inputs; nothing may be written above it."""

    def __init__(self, folder: Path) -> None:
        self.above = folder
        self.folder = folder / "in" / "here"
        self.folder.mkdir(parents=True)
        example = ROOT / "examples" / "thatch_and_tile"
        self._texts = {
            "ai.yaml": (ROOT / "ai" / "words_and_names.yaml").read_text("utf-8"),
            "suit.yaml": (example / "suit.yaml").read_text("utf-8"),
            "tt/suit.yaml": (example / "suit.yaml").read_text("utf-8"),
            "tt/ai.yaml": (example / "ai.yaml").read_text("utf-8"),
            "table.yaml": SCENARIO,
        }
        self.spoil(random.Random(0), 0)
        for line in (
            "watch clay words --rounds 1 --seed 1 --record game.jsonl",
            "playtest clay words --games 1 --rounds 1 --out results.jsonl",
        ):
            outcome = self.run(tuple(line.split()), "")
            assert outcome.code == 0, outcome
        for name in ("game.jsonl", "results.jsonl"):
            self._texts[name] = (self.folder / name).read_text("utf-8")
        game = "play --jack clay --against words --seed 1 --first me"
        assert self.run(tuple(game.split()), "1\nnote x\nundo\n2\nquit\n").code == 0
        (kept,) = (self.folder / "home" / "games").iterdir()
        self._texts["home/games/game.jsonl"] = kept.read_text("utf-8")

    def spoil(self, dice: random.Random, share: float = 0.4) -> None:
        """Recreate everything in the folder, making some of the files hostile."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self.folder / "pipe")
        (self.folder / "loop").symlink_to("loop")
        for name, text in self._texts.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            good = dice.random() >= share
            path.write_bytes(text.encode() if good else spoilt(text, dice))

    def attempt(self, words: tuple[str, ...], command: click.Command, seed: str) -> Outcome:
        """Try one input for a command, deterministic for a ``seed``."""
        dice = random.Random(seed)
        self.spoil(dice)
        # What an argument cannot hold: a shell gives any bytes but 0.
        given = [word.replace("\ud800", "\udcff") for word in words_for(command, dice)]
        return self.run((*words, *(w for w in given if "\0" not in w)), typed_for(dice))

    def run(self, words: tuple[str, ...], typed: str) -> Outcome:
        """Run `moonflight WORDS` with ``typed`` piped in."""
        stdin = io.TextIOWrapper(io.BytesIO(encoded(typed)), "utf-8")
        out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
        environment = {"MOONFLIGHT_HOME": str(self.folder / "home"), "COLUMNS": "80"}
        started = time.monotonic()
        with (
            _in(self.folder),
            mock.patch.dict(os.environ, environment),
            mock.patch.object(sys, "stdin", stdin),
            mock.patch.multiple(advice, HINT_ROLLOUTS=2, ROLLOUTS_ALONE=2, CHOOSING=2, MEASURING=2),
            mock.patch.object(coaching, "processors", return_value=1),
            mock.patch.object(coaching, "ROUNDS_IN_ALL", 20),
            redirect_stdout(out),
            redirect_stderr(out),
            _no_longer(SECONDS),
        ):
            try:
                main(list(words))
                code: object = 0
            except SystemExit as end:
                code = end.code
        said = out.buffer.getvalue().decode()
        return Outcome(words, typed, code, said, time.monotonic() - started)

    def astray(self, outcome: Outcome) -> list[Path]:
        """Return files written where none should be, and delete them."""
        found = [
            path
            for folder in (self.above, self.above / "in")
            for path in folder.iterdir()
            if path not in (self.above / "in", self.folder)
        ]
        for path in found:
            path.unlink() if path.is_file() else shutil.rmtree(path)
        return [] if any(word.startswith("..") for word in outcome.words) else found


@contextmanager
def _in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _no_longer(seconds: int) -> Iterator[None]:
    """Limit CPU seconds, and waiting to ten times as long."""

    def late(number: int, frame: object) -> None:
        raise TooSlow

    before = [signal.signal(number, late) for number in (signal.SIGPROF, signal.SIGALRM)]
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for number, handler in zip((signal.SIGPROF, signal.SIGALRM), before, strict=True):
            signal.signal(number, handler)


def faults(outcome: Outcome) -> Iterator[str]:
    """Yield what is wrong with the response to an input."""
    if outcome.code not in (0, 1, 2):
        yield f"exit code {outcome.code}"
    raw = _RAW.search(outcome.out)
    if raw:
        yield f"{raw[0]!r} went out"
    if outcome.code and not outcome.out.strip():
        yield "no word of what is wrong"


def _by_hand(number: int, seed: int) -> None:
    every = list(commands())
    codes: Counter[object] = Counter()
    slow: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder))
        for at in range(number):
            words, command = every[at % len(every)]
            if at % 1_000 == 0:
                print(f"{at} inputs, exit codes {dict(codes)}", file=sys.stderr, flush=True)
            try:
                outcome = place.attempt(words, command, f"{seed} {at}")
                wrong = [*faults(outcome), *map(str, place.astray(outcome))]
                codes[outcome.code] += 1
                slow = sorted([*slow, (outcome.seconds, " ".join(outcome.words)[:90])])[-5:]
            except BaseException as error:
                if isinstance(error, KeyboardInterrupt):
                    raise
                wrong = traceback.format_exc().splitlines()[-5:]
            if wrong:
                print(at, words, wrong, flush=True)
    print(f"{number} inputs, exit codes {dict(codes)}, slowest {slow}")


if __name__ == "__main__":
    _by_hand(int(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 0)
