"""A Jack's name means the same Jack in every place that takes one, whatever lies in the folder."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from command_line import run
from helpers import CLAY, WORDS, at_least
from test_trust import GAME

from moonflight_solo.records.saved_games import find

ROOT = Path(__file__).parent.parent
REVISED = (ROOT / "cards" / "clay_and_bones.yaml").read_text("utf-8")
SHORT = "--games 1 --rounds 1 --jobs 1"

NAMING = [
    "ai show words",
    "ai check words --games 0",
    "ai diff words words --games 0",
    "ai fix words --games 0",
    "cards words",
    "cards check words",
    "cards diff words words --games 0",
    "follow words",
    "watch words clay --seed 1 --rounds 1",
    "watch clay words --seed 1 --rounds 1 --first words",
    f"playtest words clay {SHORT}",
    f"worth clay words {SHORT}",
    f"compare prototype final words clay {SHORT}",
    "play --jack words --against clay --seed 1",
    "play --jack clay --against words --seed 1",
    "score --jack words --seed 1",
]
"""Every command that takes a Jack, with one."""


def told(words: str) -> tuple[int, str, str]:
    result = run(*words.split(), typed="quit\n")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("words", NAMING)
def test_nothing_in_the_folder_hides_a_printed_jack(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plain = told(words)
    assert plain[0] in (0, 1)
    Path("words").write_text("no YAML: [", "utf-8")
    Path("clay").write_text("jack: Nobody", "utf-8")
    assert told(words) == plain
    if "fix" in words and not at_least(0, 1):
        return  # proving takes seconds, and a folder is looked for as by the others
    for name in ("words", "clay"):
        Path(name).unlink()
        shutil.copytree(ROOT / "examples" / "thatch_and_tile", name)
    assert told(words) == plain
    assert "Thatch" not in plain[1]


def test_a_path_means_what_lies_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("words", "tt"):
        shutil.copytree(ROOT / "examples" / "thatch_and_tile", name)
    for name in ("./words", "tt", "tt/", "words/ai.yaml", "./words/ai.yaml"):
        assert "Thatch and Tile" in told(f"ai show {name}")[1], name
    for name in ("./words", "tt", "tt/"):
        assert "Thatch and Tile" in told(f"watch {name} clay --seed 1 --rounds 1")[1], name


def test_a_suit_beside_an_ai_card_does_not_replace_a_printed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "ai" / "clay_and_bones.yaml", "mine.yaml")
    plain = told("ai check mine.yaml --games 0")
    Path("suit.yaml").write_text(REVISED.replace("cost: 6", "cost: 5", 1), "utf-8")
    assert told("ai check mine.yaml --games 0") == plain
    replaced = "the cards of Clay and Bones are those in"
    assert replaced not in plain[2]
    for words in ("ai check . --games 0", "ai check mine.yaml --games 0 --cards suit.yaml"):
        assert replaced in told(words)[2], words


def test_no_jack_is_made_that_a_printed_name_means(
    tmp_path: Path, moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, why = told("jack new Words")
    assert (code, "means the printed Jack Words and Names" in why) == (2, True)
    kept = moonflight_home / "jacks" / "words"
    shutil.copytree(ROOT / "examples" / "thatch_and_tile", kept)
    for file in kept.iterdir():
        file.write_text(file.read_text("utf-8").replace("Thatch and Tile", "Words"), "utf-8")
    code, out, why = told("watch clay words --seed 1 --rounds 1")
    assert (code, WORDS in out) == (0, True)
    assert "Words and Names is printed; to play the cards of Words, name their folder" in why


@pytest.mark.parametrize(
    "words",
    [
        f"watch clay words --seed 1 --rounds 1 --change suit.yaml --first '{CLAY}'",
        "watch suit.yaml words --seed 1 --rounds 1",
        "watch clay words --seed 1 --rounds 1 --cards suit.yaml",
        f"playtest clay words {SHORT} --change suit.yaml",
        f"playtest suit.yaml words {SHORT}",
        f"worth clay words {SHORT} --change suit.yaml",
        f"compare printed suit.yaml clay words {SHORT}",
        "cards diff clay suit.yaml --games 1",
        "cards suit.yaml",
        "cards check suit.yaml",
        "jack check suit.yaml",
        "ai check clay --games 0 --cards suit.yaml",
        "play --jack suit.yaml --against words --seed 1",
        "score --jack clay --cards suit.yaml --seed 1",
    ],
)
def test_a_name_is_compared_the_same_way_everywhere(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    suit, revised = Path("suit.yaml"), REVISED.replace("cost: 6", "cost: 5", 1)
    suit.write_text(revised, "utf-8")
    command = shlex.split(words)
    found = []
    for name in (CLAY, " Clay  And_bones "):
        suit.write_text(revised.replace(f"jack: {CLAY}", f'jack: "{name}"', 1), "utf-8")
        result = run(*command, typed="quit\n")
        assert result.exit_code in (0, 1), (result.output, result.exc_info)
        found.append((result.exit_code, re.sub(r":\d+:\d+", "", result.stdout), result.stderr))
    assert found[0] == found[1]


def test_a_saved_game_is_meant_before_a_file(
    tmp_path: Path, moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*GAME, typed="1\nquit\n").exit_code == 0
    (path,) = (moonflight_home / "games").iterdir()
    Path("clay").write_text("no record", "utf-8")
    assert find("clay") == path
    assert find("./clay") == Path("clay")
    shutil.copy(path, "mine")
    assert find("mine") == Path("mine")
