"""Locked and cached readings equal freshly parsed ones, including spans."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from moonflight_solo.userfiles import cache_folder
from moonflight_solo.wording import ast, expanded_grammar, lock, parsing
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import nodes_of

ROOT = Path(__file__).parent.parent
OWN = Text("Play “Bury” unless hand holds exactly three cards.")


def spans(meaning: ast.Meaning) -> list[ast.Span | None]:
    return [node.span for node in nodes_of(meaning, ast.Node)]


@pytest.mark.slow
def test_what_is_locked_is_what_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The locks are of this grammar, and hold what every text means when it is parsed afresh."""
    monkeypatch.setattr(sys, "argv", ["make_lock.py", "--check"])
    runpy.run_path(str(ROOT / "tools" / "make_lock.py"), run_name="__main__")


def test_a_meaning_is_the_same_as_plain_data() -> None:
    number = 0
    for section in wordings():
        for words in section.examples[::16]:
            for meaning in parsing.parsed_readings(Text(words), section.start):
                again = lock.decode(lock.encode(meaning))
                assert again == meaning
                assert spans(again) == spans(meaning)
                number += 1
    assert number > 30


WITHOUT_THE_PARSER = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        parser = ("builder", "earley", "lexer", "paraphrase", "remedies")
        if name.partition(".")[0] == "lark" or name.startswith(
            tuple(f"moonflight_solo.wording.{each}" for each in parser)
        ):
            raise ImportError(f"{name} is blocked")

sys.meta_path.insert(0, Blocked())
from click.testing import CliRunner
from moonflight_solo.cli import main

for command in (
    "watch clay words --rounds 2",
    "play --jack clay --against words --seed 4 --plain",
    "resume --plain",
    "replay 1",
    "ai check clay --games 0",
    "cards check clay",
):
    result = CliRunner().invoke(main, command.split(), input="done\\n")
    if isinstance(result.exception, ImportError):
        raise result.exception
    print(command.split()[0], len(result.output) > 200)
"""


def test_printed_games_and_checks_run_without_the_parser() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_PARSER], cwd=ROOT, capture_output=True, text=True
    )
    done = ["watch", "play", "resume", "replay", "ai", "cards"]
    assert run.stdout.split() == [word for name in done for word in (name, "True")], run.stderr


def test_a_text_of_ones_own_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lock._PARSED.clear()
    first = lock.readings(OWN, "line")
    (file,) = (cache_folder() / "readings").iterdir()
    assert "exactly three" in file.read_text("utf-8")
    lock._PARSED.clear()
    monkeypatch.setattr(parsing, "parsed_readings", None)
    again = lock.readings(OWN, "line")
    assert again == first == (again[0],)
    assert [spans(meaning) for meaning in again] == [spans(meaning) for meaning in first]


@pytest.mark.parametrize("damage", [b"<<<<<<< one\n", b'{"grammar":"older"}\n', b"\xff\x00{"])
def test_a_damaged_lock_is_no_matter(damage: bytes, tmp_path: Path) -> None:
    torn = tmp_path / "torn.lock"
    torn.write_bytes(damage)
    assert lock.lock_of(str(torn)) == {}


OTHER = b'{"start":"line","words":"another","means":[]}'


@pytest.mark.parametrize("damage", [b"", b"[]", OTHER, b"\xff\x00{"])
def test_a_damaged_cache_is_no_matter(damage: bytes) -> None:
    lock._PARSED.clear()
    lock.readings(OWN, "line")
    (file,) = (cache_folder() / "readings").iterdir()
    file.write_bytes(damage)
    lock._PARSED.clear()
    assert lock.readings(OWN, "line") == parsing.parsed_readings(OWN, "line")


def test_the_grammar_that_is_kept_is_the_one_that_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Rule for rule and terminal for terminal, in order; kept or, of other words, made anew."""
    kept = expanded_grammar.terminals_and_rules()
    assert len(kept[1]) > 3_000
    monkeypatch.setattr(expanded_grammar, "LOCK", "readings.lock")
    assert (
        expanded_grammar.terminals_and_rules() == kept
    )  # as Lark writes it out, for that is no lock of a grammar


def test_a_lock_hangs_on_every_module_that_the_parser_imports() -> None:
    """And on the words they read: a change of any may read a sentence in another way."""
    here = Path(lock.__file__).parent
    waiting, needed = [here / "parsing.py"], set[Path]()
    while waiting:
        path = waiting.pop()
        if path in needed:
            continue
        needed.add(path)
        said = path.read_text("utf-8")
        for name in re.findall(r"moonflight_solo\.wording\.([\w.]+) import", said):
            waiting += filter(Path.is_file, [here / f"{name.replace('.', '/')}.py"])
    assert len(needed) > 20
    covered = {*lock.decisive_files()}
    assert needed - covered == set()
    assert {*here.glob("*s.yaml")} - {here / "examples.yaml"} <= covered
