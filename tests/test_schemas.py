"""Every file and answer validates against its JSON Schema, including those in the documents."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
from click.testing import CliRunner
from helpers import CLAY, WORDS
from hostile import commands
from typing_person import typed_game

from moonflight_solo.cli import main
from moonflight_solo.cli.output.terminal import print_json
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import read_document

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "docs" / "schemas"
EXAMPLES = ROOT / "examples"
FILES = {
    "ai-card": [*data_files("ai"), *EXAMPLES.glob("*/ai.yaml")],
    "cards": [*data_files("cards"), *EXAMPLES.glob("*/suit.yaml")],
    "edition": [*data_files("editions")],
    "rulings": [*data_files("rulings")],
    "scenario": [*(ROOT / "tests" / "scenarios").rglob("*.yaml")],
}
EVERY = [(kind, path) for kind, paths in FILES.items() for path in paths]


@cache
def validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def faults(kind: str, data: object) -> list[str]:
    return [error.message for error in validator(kind).iter_errors(data)]


def test_there_are_files_of_every_kind() -> None:
    assert all(FILES.values())
    assert {path.name.partition(".")[0] for path in SCHEMAS.iterdir()} >= set(FILES)


@pytest.mark.parametrize(("kind", "path"), EVERY, ids=[path.name for _, path in EVERY])
def test_every_yaml_file(kind: str, path: Path) -> None:
    assert faults(kind, read_document(path).data) == []


@pytest.mark.parametrize("kind", FILES)
def test_what_the_program_refuses_the_schema_does_too(kind: str) -> None:
    data: Any = read_document(FILES[kind][0]).data
    assert faults(kind, {**data, "no_such_field": 1})
    assert faults(kind, [])
    schema: Any = validator(kind).schema
    required = schema["$defs"][schema["$ref"].rpartition("/")[2]].get("required", [])
    for name in required:
        assert faults(kind, {key: value for key, value in data.items() if key != name}), name


def record_lines() -> Iterator[str]:
    """Yield every line of a record shown in the documents."""
    text = (ROOT / "docs" / "record.md").read_text("utf-8")
    for block in re.findall(r"```jsonl?\n(.*?)```", text, re.DOTALL):
        yield from block.splitlines()


def test_the_records_in_the_documents() -> None:
    lines = list(record_lines())
    assert len(lines) > 15
    for line in lines:
        assert faults("record", json.loads(line)) == [], line


def test_a_record_that_is_written(moonflight_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = "1\nnote x\nundo\n2\ndone\nquit\n"
    play = ["play", "--jack", "clay", "--against", "words", "--seed", "1", "--first", "me"]
    assert CliRunner().invoke(main, play, input=typed).exit_code == 0
    watch = ["watch", "clay", "words", "--rounds", "1", "--log-state", "--record", "x.jsonl"]
    monkeypatch.chdir(moonflight_home)
    assert CliRunner().invoke(main, watch).exit_code == 0
    lines = [
        json.loads(line)
        for path in (*moonflight_home.glob("games/*.jsonl"), moonflight_home / "x.jsonl")
        for line in path.read_text("utf-8").splitlines()
    ]
    assert {"seats", "note", "stand", "ended", "answer"} <= set().union(*lines)
    for line in lines:
        assert faults("record", line) == [], line
        assert faults("record", {**line, "check": 1})
        assert faults("record", {**line, "more": 1})


def told_everywhere(words: list[str]) -> Any:
    """Return what a command prints as JSON, which is the same on a stream of any encoding."""
    found = []
    for charset in ("utf-8", "cp1252"):
        told = CliRunner(charset=charset).invoke(main, words)
        assert told.exit_code in (0, 1), told.output
        found.append(json.loads(told.stdout))
    again = click.Command("again", callback=lambda: print_json(found[0]))
    for charset in ("cp437", "ascii", "utf-16"):
        told = CliRunner(charset=charset).invoke(again, [])
        found.append(json.loads(told.stdout))
    assert found == found[:1] * len(found)
    return found[0]


@pytest.mark.parametrize(
    "words",
    [
        "playtest clay words --games 2 --rounds 2 --jobs 1",
        "playtest clay --games 2 --rounds 2 --jobs 1",
        "compare prototype final --games 2 --rounds 2 --jobs 1",
        "worth clay words --games 1 --rounds 2 --jobs 1 --of lines",
    ],
)
def test_what_a_playtest_says(words: str) -> None:
    data = told_everywhere([*words.split(), "--seed", "1", "--json"])
    assert faults("playtest", data) == []
    assert faults("playtest", {})


OWN = """\
jack: Words and Names
card: |
  PRE TURN
  ACTION
  1 – If 6 cards in hand play “Call”/”Talk”.
  2 – Play the highest cost card in hand.
  3 – Pass
"""
# Printed words otherwise: of a card's text, and of what it costs.
SUIT = (ROOT / "cards" / "clay_and_bones.yaml").read_text("utf-8")
REWORDED = SUIT.replace("Draw 1 from Discard Stack", "Draw 2").replace("cost: 6", "cost: 5", 1)
ANSWERS = {
    "ai step tests/scenarios/clay_and_bones/pre_6_followed_highest_score_first.yaml": "ai-step",
    "ai step tests/scenarios/words_and_names/post_1_followed_magnum_opus.yaml": "ai-step",
    "ai diff own.yaml own.yaml --games 1": "ai-diff",
    "ai diff words tests/golden/data/words_moved.yaml --games 0": "ai-diff",
    "ai fix own.yaml": "ai-fix",
    "ai check own.yaml --games 2": "ai-check",
    "ai check tests/golden/data/clay_two_ways.yaml --games 0": "ai-check",
    "jack check examples/thatch_and_tile --games 0": "jack-check",
    "jack check tests/data/odds_and_ends.yaml": "jack-check",
    "watch clay words --seed 1 --rounds 2 --why": "watch",
    "watch clay:random words --seed 1 --ruling A-exact=at-least": "watch",
    "notes": "notes",
    "stats": "stats",
    "challenges": "challenges",
    "balance clay words --only order --keep words --games 100 --jobs 1": "balance",
    "rank 8": "rank",
    "rank -1": "rank",
    "saves": "saves",
    "card bury": "card",
    "cards": "card-list",
    "cards check generic clay examples/tide_and_toll": "cards-check",
    "cards diff clay reworded.yaml": "cards-diff",
    "coach short.jsonl": "coach",
    "coach --mistakes": "coach-mistakes",
}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with finished games, an unfinished one, and an unreadable one."""
    home = tmp_path_factory.mktemp("kept")
    begun = "play --jack clay --against words --seed 2 --first me"
    games = {
        f"score --jack {CLAY!r} --seed 2": typed_game(CLAY, seed=2)[0],
        f"play --jack {CLAY!r} --against {WORDS!r} --seed 2": typed_game(CLAY, WORDS, seed=2)[0],
        f"{begun} --rounds 1": ["1", "note x", *["done"] * 9],
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOONFLIGHT_HOME", str(home))
        for words, typed in games.items():
            CliRunner().invoke(main, shlex.split(words), input="\n".join([*typed, ""]))
    short = max((home / "games").iterdir(), key=lambda path: path.stat().st_mtime)
    shutil.copy(short, home / "short.jsonl")
    (home / "own.yaml").write_text(OWN, "utf-8")
    (home / "reworded.yaml").write_text(REWORDED, "utf-8")
    bad = home / "games" / "bad.jsonl"
    bad.write_text("hello\n")
    os.utime(bad, (1, 1))  # not the one last played
    return home


@pytest.mark.usefixtures("fewer_tables", "fewer_simulated_games")
@pytest.mark.parametrize(("words", "kind"), ANSWERS.items(), ids=ANSWERS)
def test_what_a_command_says(
    words: str, kind: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOONFLIGHT_HOME", str(home))
    monkeypatch.chdir(ROOT)
    if kind == "coach-mistakes":  # of which so few games would show none
        monkeypatch.setattr(ReviewedDecision, "mistake", True)
        CliRunner().invoke(main, ["coach", "--json"])
    data = told_everywhere(
        [*re.sub(r"(own\.|reworded\.|short\.)", rf"{home}/\1", words).split(), "--json"]
    )
    assert data
    assert faults(kind, data) == []
    if kind == "stats":
        assert len(data["games"]) == 2
        assert data["all"]
        assert data["score_mode"]
    first = data[0] if isinstance(data, list) else data
    more = {**first, "more": 1}
    assert faults(kind, [more] if isinstance(data, list) else more)


def test_every_answer_has_a_schema_or_is_known_to_have_none() -> None:
    """A command that is new and answers in JSON is tried here the day it is added."""
    played = {"compare", "playtest", "worth"}
    answering = {
        " ".join(words)
        for words, command in commands()
        if any(each.name == "as_json" for each in command.params)
    }
    asked = {name for name in answering for words in ANSWERS if f"{words} ".startswith(f"{name} ")}
    assert answering == asked | played
