"""Documents tell the same as the program: every file and answer keeps to its JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from moonflight_solo.cli import main
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
    """Yield every line of a record that the documents show."""
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
        for path in moonflight_home.rglob("*.jsonl")
        if "readings" not in path.name
        for line in path.read_text("utf-8").splitlines()
    ]
    assert {"seats", "note", "stand", "ended", "answer"} <= set().union(*lines)
    for line in lines:
        assert faults("record", line) == [], line
        assert faults("record", {**line, "check": 1})
        assert faults("record", {**line, "more": 1})


@pytest.mark.parametrize(
    "words",
    [
        "playtest clay words --games 4 --rounds 2 --jobs 1",
        "playtest clay --games 2 --rounds 2 --jobs 1",
        "compare prototype final --games 2 --rounds 2 --jobs 1",
    ],
)
def test_what_a_playtest_says(words: str) -> None:
    result = CliRunner().invoke(main, [*words.split(), "--seed", "1", "--json"])
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert faults("playtest", data) == []
    assert faults("playtest", {})
