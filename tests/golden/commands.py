"""The golden commands: their full answers, and the line stored for each."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from click.testing import CliRunner
from helpers import unchecked

from golden.games import digest
from golden.setups import AT_LEAST, EDITIONS, THATCH, TIDE, TIES_ONLY
from moonflight_solo.cli import main
from moonflight_solo.rules.catalogue import catalogue

ROOT = Path(__file__).parent.parent.parent
FILE = Path(__file__).parent / "answers.txt"
PARTS = ("exit", "stdout", "stderr", "json", "files")
HEADING = f"{' '.join(PARTS)} | command"
NOTHING = "-"

OUT = "OUT"
"""In a command, a folder for output files, which are part of its answer."""

PIPED = " <<< "
"""In a command, separates the lines typed to it, which are joined by slashes."""

A_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+0-9:]*")

DATA = "tests/golden/data"
REWORDED = {
    "clay": ("clay_reset", "clay_same", "clay_two_ways", "clay_unreadable"),
    "words": ("words_at_least", "words_moved", "words_narrower", "words_short"),
}
EXAMPLES = (TIDE, THATCH)
MADE_UP = ("tests/data/odds_and_ends.yaml", "tests/data/sticks_and_stones.yaml")


@dataclass(frozen=True)
class Answer:
    """A command's complete output."""

    command: str
    exit_code: int
    stdout: str
    stderr: str
    files: Mapping[str, str]

    def data(self) -> str | None:
        """Return JSON output, one document or one per line, with sorted keys; else ``None``."""
        if "--json" not in self.command.split():
            return None
        try:
            try:
                found = [json.loads(self.stdout)]
            except ValueError:
                found = [json.loads(line) for line in self.stdout.splitlines()]
        except ValueError:
            return None
        options = {"ensure_ascii": False, "sort_keys": True, "indent": 1}
        return "\n".join(json.dumps(each, **options) for each in found)  # type: ignore[arg-type]

    def line(self) -> str:
        """Return the line stored for this answer."""
        data = self.data()
        digests = [
            digest([self.stdout]) if self.stdout else NOTHING,
            digest([self.stderr]) if self.stderr else NOTHING,
            NOTHING if data is None else digest([data]),
            digest([*self.files, *self.files.values()]) if self.files else NOTHING,
        ]
        return f"{self.exit_code} {' '.join(digests)} | {self.command}"

    def full(self) -> str:
        """Return the whole answer as text."""
        parts = {"stdout": self.stdout, "stderr": self.stderr, **self.files}
        data = self.data()
        if data is not None:
            parts["stdout as JSON, keys in order"] = f"{data}\n"
        told = [f"moonflight {self.command}\nexit code {self.exit_code}\n"]
        told += [f"---- {name}\n{text}" for name, text in parts.items() if text]
        return "".join(told)

    def file_name(self) -> str:
        """Return the name of the file for the full answer."""
        words = re.sub(r"[^A-Za-z0-9]+", "_", self.command).strip("_")
        return f"{words[:80]}_{digest([self.command])[:6]}.txt"


# --------------------------------------------------------------------------- answers


def answer(command: str) -> Answer:
    """Return a command's answer, run in this process from the repository root.

    Replaces whatever depends on place or time, such as folders.
    """
    words, _, typed = command.partition(PIPED)
    with tempfile.TemporaryDirectory() as folder, _at_the_top():
        out = Path(folder) / "out"
        out.mkdir()
        environment = {
            "MOONFLIGHT_HOME": str(Path(folder) / "home"),
            "COLUMNS": "100",
            "LINES": "40",
            "NO_COLOR": None,
            "TERM": "dumb",
        }
        found = CliRunner(env=environment).invoke(
            main,
            [word.replace(OUT, str(out)) for word in shlex.split(words)],
            input=typed.replace("/", "\n") + "\n" if typed else "",
            prog_name="moonflight",
        )
        if found.exception is not None and not isinstance(found.exception, SystemExit):
            raise found.exception

        def anywhere(text: str) -> str:
            text = text.replace(str(out), OUT).replace(folder, "HOME").replace(str(ROOT), ".")
            return A_TIME.sub("A TIME", text)

        files = {
            str(path.relative_to(out)): anywhere(unchecked(path.read_text("utf-8")))
            for path in sorted(out.rglob("*"))
            if path.is_file()
        }
        stdout, stderr = anywhere(found.stdout), anywhere(found.stderr)
    return Answer(command, found.exit_code, stdout, stderr, files)


def alone(command: str) -> str:
    """Return a command's full answer, run in a process of its own."""
    code = f"from golden.commands import answer; print(answer({command!r}).full(), end='')"
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout


@contextmanager
def _at_the_top() -> Iterator[None]:
    """Change to the repository root temporarily, so that files have the same names."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)


def kept() -> dict[str, str]:
    """Return the stored lines by command."""
    lines = FILE.read_text("utf-8").splitlines()[1:]
    return {line.partition(" | ")[2]: line for line in lines}


def parted(old: str, new: str) -> list[str]:
    """Return the parts of an answer that differ between two lines of one command."""
    pairs = zip(PARTS, old.split(), new.split(), strict=False)
    return [part for part, one, other in pairs if one != other]


# -------------------------------------------------------------------------- commands


@cache
def commands() -> dict[str, tuple[str, ...]]:
    """Return every command, in groups that are tested together."""
    return {
        "ai show": tuple(_ai_show()),
        "ai check": tuple(_ai_check()),
        "ai diff": tuple(_ai_diff()),
        "ai step": tuple(_ai_step()),
        "card": tuple(_card()),
        "cards": tuple(_cards()),
        "jack": tuple(_jack()),
        "rules": tuple(_rules()),
        "watch": tuple(_watch()),
        "play": tuple(_play()),
        "playtest": tuple(_playtest()),
        "compare": tuple(_compare()),
    }


def _files(jack: str) -> list[str]:
    return [f"{DATA}/{name}.yaml" for name in REWORDED[jack]]


def _ai_show() -> Iterator[str]:
    for source in ("clay", "words", *EXAMPLES, *_files("clay"), *_files("words")):
        yield f"ai show {source} --read"
    yield "ai show clay --read --edition final"
    yield "ai show words --edition final --plain"


def _ai_check() -> Iterator[str]:
    for source in ("clay", "words", TIDE):
        yield f"ai check {source} --games 3 --json"
    yield f"ai check {THATCH} --games 0 --json"
    yield f"ai check {THATCH} --games 0 --all"
    yield f"ai check {THATCH} --games 0"
    for source in (f"{DATA}/clay_unreadable.yaml", *_files("words")[::3]):
        yield f"ai check {source} --games 0 --json"
    yield "ai check words --games 2 --edition final --json"
    yield f"ai check words --games 0 --ruling {AT_LEAST} --plain --all"
    yield f"ai check words --games 0 --save-scenarios {OUT} --all"
    yield "ai check clay words --games 1"
    yield "ai check clay --games 0 --line 5"
    yield f"ai check {TIDE} --games 0 --format editor"
    yield "ai check words --games 0 --summary"
    yield "ai check --explain shadowed-line"
    yield "ai check --explain no-such-code"


def _ai_diff() -> Iterator[str]:
    yield "ai diff clay ai/clay_and_bones.yaml --games 1"
    for source in _files("clay"):
        yield f"ai diff {source} clay --games 0 --json"
        yield f"ai diff clay {source} --games 0"
    first, second, third, _ = _files("words")
    yield f"ai diff {second} words --games 1 --edition final --json"
    yield f"ai diff {third} {third} --games 0 --json"
    yield f"ai diff words {first} --games 0 --ruling {AT_LEAST}"
    yield f"ai diff words {second} --games 0 --save-scenarios {OUT}"
    yield "ai diff clay words --games 0"
    yield f"ai diff {TIDE} {TIDE}/ai.yaml --games 1"


def _ai_step() -> Iterator[str]:
    for path in sorted((ROOT / "tests" / "scenarios").glob("*/*.yaml")):
        yield f"ai step {path.relative_to(ROOT)} --json"
    for path in sorted((ROOT / "tests" / "scenarios").glob("*/post_1*.yaml")):
        yield f"ai step {path.relative_to(ROOT)}"
    words = "tests/scenarios/words_and_names"
    yield f"ai step {words}/no_such_file.yaml"
    yield f"ai step {words}/post_1_followed_magnum_opus.yaml --ai {DATA}/words_short.yaml"


def _card() -> Iterator[str]:
    for edition in EDITIONS:
        known = catalogue(edition)
        names = {
            end.name for card in known.cards_for(tuple(known.suits)) for end in (card, card.flipped)
        }
        for name in sorted(names):
            yield shlex.join(["card", name, "--edition", edition])
            if edition == EDITIONS[0]:
                yield shlex.join(["card", name, "--json"])
    yield "card no such card"
    yield "card th"


def _cards() -> Iterator[str]:
    for edition in EDITIONS:
        yield f"cards --edition {edition}"
        yield f"cards --edition {edition} --json"
        yield f"cards check starter generic clay words --edition {edition} --json"
    yield "cards check starter generic clay words"
    for source in (*EXAMPLES, *MADE_UP):
        yield f"cards check {source}"
        yield f"cards check {source} --json"


def _jack() -> Iterator[str]:
    for example in EXAMPLES:
        yield f"jack check {example} --games 2 --json"
        yield f"jack check {example}/suit.yaml"
    yield f"jack check {MADE_UP[0]} --json"
    yield f"jack check {DATA}/words_short.yaml"
    yield "jack words spend --read"
    yield "jack words market stack"


def _rules() -> Iterator[str]:
    for edition in EDITIONS:
        yield f"rules --edition {edition}"
        for topic in ("spend", "shop", "build", "the turn", "score mode", "set-up", "reset"):
            yield f"rules {topic} --edition {edition}"
    for ruling in ("A-tie", AT_LEAST.partition("=")[0], "A-cb-post-1", "G-limit", "S-step"):
        yield f"rules {ruling}"
    yield "rules no such topic"
    for score in (-3, 0, 3, 4, 7, 9, 10, 25):
        yield f"rank {score}"
    yield "rank 8 --json"


def _watch() -> Iterator[str]:
    yield "watch clay words --seed 3"
    yield "watch clay words --seed 3 --json"
    yield "watch words clay --seed 4 --edition final --why"
    yield "watch words clay --seed 4 --rounds 2 --why --json"
    yield f"watch words words clay --seed 5 --first 2 --ruling {AT_LEAST}"
    yield "watch clay:greedy words:random --seed 6 --rounds 6"
    yield "watch words --score --seed 7"
    yield f"watch {TIDE} {THATCH} --seed 8"
    yield f"watch clay {TIDE} --seed 9 --rounds 4 --record {OUT}/game.jsonl --log-state"
    yield f"watch clay words --seed 9 --ai {DATA}/words_at_least.yaml --rounds 5"


def _play() -> Iterator[str]:
    yield (
        "play --jack clay --against words --seed 50 --plain"
        f"{PIPED}always ask/help/1/1/why/hint/look words disc/rules spend/card coin/1/pass/undo/"
        "redo/2/1/1/pass/pass/2/1/1/1/1/pass/pass/pass/2/1/quit"
    )
    yield f"play --jack words --against clay --seed 2 --first 1 --teach --plain{PIPED}1/1/1/pass/1"
    yield f"score --jack words --seed 4 --plain{PIPED}1/1/1/1/pass/2/1/1/1/pass/2/1/1/quit"


def _playtest() -> Iterator[str]:
    yield "playtest clay words --games 8 --jobs 1 --json"
    yield "playtest clay words --games 8 --jobs 1 --detail 1 --phrases"
    yield "playtest clay words --games 3 --jobs 1 --price --json"
    yield f"playtest words clay --games 3 --jobs 1 --edition final --ruling {TIES_ONLY} --json"
    yield "playtest clay:random words:greedy clay --games 2 --jobs 1 --rounds 6 --json"
    yield "playtest words --score --games 5 --jobs 1 --json"
    yield f"playtest {TIDE} {THATCH} --games 5 --jobs 1"
    yield f"playtest clay words --games 3 --jobs 1 --html {OUT}/r.html --feedback {OUT}/f.md"


def _compare() -> Iterator[str]:
    yield f"compare printed {AT_LEAST} --games 4 --jobs 1 --json"
    yield f"compare printed {TIES_ONLY} --games 6 --jobs 1"
    yield "compare prototype final clay words --games 4 --jobs 1 --json"
    yield f"compare printed {DATA}/words_at_least.yaml --games 3 --jobs 1 --json"
    yield f"compare printed {DATA}/words_narrower.yaml --games 4 --jobs 1"
