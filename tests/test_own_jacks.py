"""User-made Jacks, found by file, by folder and in the folder of kept ones."""

from __future__ import annotations

import io
import json
import os
import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from click.shell_completion import BashComplete
from click.testing import CliRunner, Result
from command_line import run
from helpers import CLAY, WORDS

from moonflight_solo.cli import main
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.setup import ask_names
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import DataError
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.card_files import conditions
from moonflight_solo.rules.catalogue import catalogue, completion

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())
THATCH, TIDE = EXAMPLES[-3:-1]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "home"
    monkeypatch.setenv("MOONFLIGHT_HOME", str(folder))
    return folder


# -- the examples


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_is_a_whole_jack(folder: Path) -> None:
    jack = own_jack(folder)
    assert jack.ai is not None
    suit = catalogue(more=(jack.cards,)).suits[jack.name]
    met = [each.met for each in conditions({card: card.copies for card in suit.kinds})]
    assert met == [True] * 4


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
@pytest.mark.parametrize("jack", [CLAY, WORDS])
@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_an_example_plays_the_printed_jacks(home: Path, folder: Path, jack: str, seed: str) -> None:
    result = run("watch", folder, jack, "--seed", seed, "--rounds", "60", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    followed = {act["line"] for act in told["acts"] if act["seat"] == 1}
    assert len(followed) > 6
    assert told["settings"]["jacks"][1] == jack


def test_a_file_that_is_written_anew_is_read_anew(tmp_path: Path) -> None:
    file = Path(shutil.copy(THATCH / "suit.yaml", tmp_path))
    words = file.read_text("utf-8")
    first = catalogue(more=(file,))
    assert catalogue(more=(file,)) is first
    file.write_text(words.replace("jack: Thatch and Tile", "jack: Reed and Slate"), "utf-8")
    assert "Reed and Slate" in catalogue(more=(file,)).suits


# -- where they are found


def test_a_folder_or_a_file_stands_wherever_a_jack_is_named(home: Path) -> None:
    for words in (
        ("watch", THATCH, TIDE, "--seed", "1"),
        ("ai", "show", THATCH),
        ("watch", CLAY, TIDE, "--seed", "1", "--first", "Tide and Toll"),
    ):
        result = run(*words)
        assert result.exit_code == 0, result.output
        assert "T" in result.stdout
    game = run("play", "--jack", TIDE / "suit.yaml", "--against", THATCH, typed="quit\n")
    assert game.exit_code == 0, game.output
    assert "Thatch and Tile" in game.stdout
    score = run("score", "--jack", TIDE, typed="quit\n")
    assert score.exit_code == 0, score.output


def test_a_suit_alone_has_no_ai_card(home: Path) -> None:
    result = run("play", "--jack", "clay", "--against", TIDE / "suit.yaml")
    assert result.exit_code == 2
    assert "Tide and Toll has no AI card" in result.stderr


def test_a_game_with_them_is_resumed_from_its_record_alone(home: Path) -> None:
    typed = "pass\npass\nquit\n"
    begun = run("play", "--jack", TIDE, "--against", THATCH, "--seed", "5", typed=typed)
    assert begun.exit_code == 0, begun.output
    resumed = run("resume", typed="quit\n")
    assert resumed.exit_code == 0, resumed.output
    assert "Tide and Toll" in resumed.stdout


def test_kept_jacks_stand_beside_the_printed_ones(home: Path) -> None:
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    assert run("watch", "thatch", "clay", "--seed", "1").exit_code == 0
    assert run("ai", "show", "thatch").exit_code == 0
    assert "Gatehouse" in run("card", "gatehouse").stdout
    asked = run("play", typed="q\n").stdout
    assert "3: Thatch and Tile" in asked


def test_games_without_a_kept_jack_do_not_hang_on_it(home: Path) -> None:
    kept = home / "jacks" / "thatch"
    shutil.copytree(THATCH, kept)
    game = ("play", "--jack", "clay", "--against", "words", "--seed", "5")
    assert run(*game, typed="pass\nquit\n").exit_code == 0
    shutil.rmtree(kept)
    assert run("resume", typed="quit\n").exit_code == 0


def test_a_kept_jack_that_is_wrong_is_left_out_with_a_word(home: Path) -> None:
    kept = home / "jacks"
    shutil.copytree(THATCH, kept / "thatch")
    shutil.copytree(TIDE, kept / "tide")
    suit = kept / "tide" / "suit.yaml"
    suit.write_text(suit.read_text("utf-8").replace("Gain 2 coin tokens", "Gayn 2 coins"), "utf-8")
    result = run("watch", "thatch", "clay", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("is left out") == 1
    assert "suit.yaml" in result.stderr
    assert run("watch", "tide", "clay").exit_code == 2


def test_one_that_is_pointed_to_goes_before_one_that_is_kept(home: Path, tmp_path: Path) -> None:
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    mine = tmp_path / "mine"
    shutil.copytree(THATCH, mine)
    ai = mine / "ai.yaml"
    ai.write_text(ai.read_text("utf-8").replace("title: Jack o' ", "title: My "), "utf-8")
    assert "My Thatch and Tile AI" in run("ai", "show", mine).stdout
    assert "My Thatch" not in run("ai", "show", "thatch").stdout


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({}, "there is no Jack in this folder"),
        ({"a.yaml": "cards: []\njack: A\n", "b.yaml": "cards: []\njack: B\n"}, "each hold a suit"),
        ({"a.yaml": "cards: []\n"}, "whose suit this is"),
        ({"a.yaml": "seats: []\n"}, "neither a suit"),
    ],
)
def test_a_folder_that_is_no_jack(tmp_path: Path, files: dict[str, str], problem: str) -> None:
    for name, words in files.items():
        (tmp_path / name).write_text(words, "utf-8")
    with pytest.raises(DataError, match=problem):
        own_jack(tmp_path)


@pytest.mark.parametrize("words", [("watch",), ("ai", "show"), ("play", "--jack"), ("playtest",)])
def test_a_folder_without_a_jack_is_not_taken_for_an_unknown_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: Sequence[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "letters").mkdir()
    found = run(*words, "letters")
    assert found.exit_code == 1
    assert found.stderr.startswith("moonflight: letters: there is no Jack in this folder. ")


def test_a_folder_that_happens_to_have_the_name_of_a_jack_hides_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "notes.txt").write_text("Nothing of a Jack.", "utf-8")
    watched = run("watch", "clay", "words", "--seed", "1", "--rounds", "1")
    assert watched.exit_code == 0, watched.output
    assert "Words and Names" in watched.stdout
    shown = run("ai", "show", "words")
    assert shown.exit_code == 0, shown.output
    # Pointed to as a folder it is looked into.
    assert "there is no Jack in this folder" in run("watch", "./words", "clay").stderr
    shutil.copytree(THATCH, tmp_path / "words", dirs_exist_ok=True)
    assert "Thatch and Tile" in run("ai", "show", "./words").stdout
    assert "Words and Names" in run("ai", "show", "words").stdout


def spoilt_ai(folder: Path) -> None:
    ai = folder / "ai.yaml"
    ai.write_text(ai.read_text("utf-8").replace("Play “Straw”", "Ply “Straw”"), "utf-8")


def test_a_kept_jack_whose_ai_card_is_wrong_is_not_in_the_way(home: Path) -> None:
    """One can still face the others, and play the Jack oneself."""
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    spoilt_ai(home / "jacks" / "thatch")
    asked = run("play", "--jack", "clay", typed="q\n")
    assert asked.exit_code == 0, asked.output
    assert "You cannot play against Thatch and Tile" in asked.stdout
    assert "1: Words and Names" in asked.stdout
    mine = run("play", "--jack", "thatch", "--against", "clay", typed="quit\n")
    assert mine.exit_code == 0, mine.output
    assert run("watch", "thatch", "clay").exit_code == 1


def test_of_two_kept_jacks_of_one_name_one_is_left_out(home: Path) -> None:
    shutil.copytree(THATCH, home / "jacks" / "a")
    shutil.copytree(THATCH, home / "jacks" / "b")
    result = run("compare", "printed", "prototype", "clay", "words", "--games", "1")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("is left out") == 1
    assert f"{Path('a', 'suit.yaml')} has a Jack called Thatch and Tile too" in result.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes are needed")
def test_a_pipe_among_the_kept_jacks_is_not_waited_for(home: Path) -> None:
    folder = home / "jacks" / "thatch"
    shutil.copytree(THATCH, folder)
    os.mkfifo(folder / "pipe.yaml")
    os.mkfifo(home / "jacks" / "pipe.yaml")
    assert run("ai", "show", "thatch").exit_code == 0


@pytest.mark.parametrize("words", [("watch",), ("jack", "check"), ("play", "--jack")])
def test_an_ai_card_is_no_jack(home: Path, words: tuple[str, ...]) -> None:
    result = run(*words, THATCH / "ai.yaml")
    assert result.exit_code == 1
    assert "this is an AI card, and a Jack is named by its suit" in result.stderr


def test_two_folders_of_one_jack_cannot_play_together(home: Path, tmp_path: Path) -> None:
    shutil.copytree(THATCH, tmp_path / "mine")
    result = run("watch", THATCH, tmp_path / "mine")
    assert result.exit_code == 2
    assert "each have a Jack called Thatch and Tile" in result.stderr
    assert run("watch", THATCH, THATCH / "suit.yaml", "--rounds", "1").exit_code == 0


@pytest.mark.usefixtures("fewer_tables")
def test_two_folders_of_one_jack_are_told_apart_in_a_diff(home: Path, tmp_path: Path) -> None:
    """The suit is that of the first; each AI card is its own."""
    mine = tmp_path / "mine"
    shutil.copytree(THATCH, mine)
    ai = mine / "ai.yaml"
    ai.write_text(ai.read_text("utf-8").replace("If 5+ scoring", "If 4+ scoring"), "utf-8")
    for old, new in ((THATCH, mine), (THATCH / "ai.yaml", ai)):
        result = run("ai", "diff", old, new, "--games", "0")
        assert result.exit_code == 1, result.output
        assert "wider" in result.stdout


def test_cards_are_found_wherever_they_are_shown(home: Path) -> None:
    for words in (("cards", THATCH), ("cards", "thatch", "--cards", THATCH)):
        listed = run(*words)
        assert listed.exit_code == 0, listed.output
        assert "Gatehouse" in listed.stdout
        assert "Talk" not in listed.stdout
    assert "Retain limit +2" in run("card", "gatehouse", "--cards", THATCH).stdout
    assert run("ai", "show", THATCH / "ai.yaml").exit_code == 0
    assert run("cards", "check", THATCH, "--cards", TIDE).exit_code == 0
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    assert "Gatehouse" in run("cards", "thatch").stdout


def test_a_scenario_may_seat_a_jack_of_ones_own(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.yaml"
    file.write_text(
        "acting: 1\nseats:\n  - {jack: Thatch and Tile, hand: [Rafter]}\n"
        "  - jack: Clay and Bones\nexpect: {act: play, cards: [Rafter]}\n",
        "utf-8",
    )
    assert run("ai", "step", file).exit_code == 1
    assert run("ai", "step", file, "--cards", THATCH).exit_code == 0
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    assert run("ai", "step", file).exit_code == 0


def test_the_shell_completes_kept_jacks_and_their_cards(home: Path) -> None:
    shutil.copytree(THATCH, home / "jacks" / "thatch")
    (home / "jacks" / "odd.yaml").write_bytes(b"\xff")
    for words, incomplete, offered in (
        (["play", "--against"], "th", ["thatch"]),
        (["watch"], "./th", ["./th"]),
        (["card"], "gateh", ["Gatehouse"]),
        (["cards"], "d", ["diff"]),
        (["cards"], "w", ["words"]),
    ):
        shell = BashComplete(main, {}, "moonflight", "_MOONFLIGHT_COMPLETE")
        found = shell.get_completions(words, incomplete)
        assert [item.value for item in found] == offered


# -- jack new


def test_a_new_jack_can_be_played_at_once(home: Path, tmp_path: Path) -> None:
    made = run("jack", "new", "Rope", "and", "Lantern", "--in", tmp_path)
    assert made.exit_code == 0, made.output
    folder = tmp_path / "rope_and_lantern"
    game = run("watch", folder, "clay", "--seed", "1")
    assert game.exit_code == 0, game.output
    assert "Rope and Lantern" in game.stdout
    again = run("jack", "new", "Rope and Lantern", "--in", tmp_path)
    assert again.exit_code == 2
    assert "already exists" in again.stderr


def test_a_new_jack_that_is_kept_is_known_by_name(home: Path) -> None:
    assert run("jack", "new", "Lantern", "--keep").exit_code == 0
    assert run("watch", "lantern", "words", "--seed", "1").exit_code == 0


@pytest.mark.parametrize("name", ["rope", "Rope & Lantern", "../up", "Rope and", ""])
def test_a_name_that_no_wording_could_say(home: Path, tmp_path: Path, name: str) -> None:
    result = run("jack", "new", name, "--in", tmp_path)
    assert result.exit_code == 2
    assert list(tmp_path.glob("*/*.yaml")) == []


# -- building the market


def pool_file(folder: Path) -> Path:
    """Write a pool: the cards of both example suits under one Jack."""
    tide = yaml.safe_load((TIDE / "suit.yaml").read_text("utf-8"))
    tide["cards"] += yaml.safe_load((THATCH / "suit.yaml").read_text("utf-8"))["cards"]
    path = folder / "pool.yaml"
    path.write_text(yaml.safe_dump(tide, allow_unicode=True), "utf-8")
    return path


def test_the_conditions_are_the_printed_ones() -> None:
    """Building The Market: 24 cards, 8 kinds by name, 13 points after the Turn, 2 before it."""
    assert [each.due for each in conditions({})] == [24, 8, 13, 2]
    for suit in catalogue().suits.values():
        met = [each.met for each in conditions({card: card.copies for card in suit.kinds})]
        assert met == [True] * 4


def test_a_stack_is_completed_from_what_is_taken() -> None:
    suit = catalogue().suits[CLAY]
    whole = {card: card.copies for card in suit.kinds}
    assert completion(whole, {}) == whole
    first, second, *_ = suit.kinds
    more = {**whole, second: second.copies + 2}
    found = completion(more, {second: second.copies + 2})
    assert found is not None
    assert found[second] == second.copies + 2
    assert all(each.met for each in conditions(found))
    assert completion({**whole, first: first.copies - 1}, {}) is None


def test_a_supply_stack_is_built_from_a_pool(home: Path, tmp_path: Path) -> None:
    file = pool_file(tmp_path)
    typed = "1\nGable\nnothing\n2 9\nfill\nsave\n"
    result = run("jack", "build", file, typed=typed)
    assert result.exit_code == 0, result.output
    assert "6 of 24 cards: +18" in result.stdout
    assert 'no single card of the pool is called "nothing"' in result.stdout
    assert "the pool has 4 copies of Ferry" in result.stdout
    built = tmp_path / "pool-24.yaml"
    assert run("watch", built, "--seed", "1").exit_code == 2  # it has no AI card
    cards = yaml.safe_load(built.read_text("utf-8"))["cards"]
    assert sum(card["copies"] for card in cards) == 24
    assert {"Ripple", "Gable"} <= {card["before"]["name"] for card in cards}
    assert run("jack", "build", file, typed="quit\n").exit_code == 2  # never over a file


def test_building_without_a_person(home: Path, tmp_path: Path) -> None:
    file, out = pool_file(tmp_path), tmp_path / "mine.yaml"
    result = run("jack", "build", file, "--take", "Straw=5", "--fill", "--out", out)
    assert result.exit_code == 0, result.output
    copies = {
        card["before"]["name"]: card["copies"]
        for card in yaml.safe_load(out.read_text("utf-8"))["cards"]
    }
    assert copies["Straw"] >= 5
    short = run("jack", "build", file, "--take", "Straw=5", "--out", tmp_path / "other.yaml")
    assert short.exit_code == 2
    assert "5 of 24 cards" in short.stderr
    assert not (tmp_path / "other.yaml").exists()
    impossible = [f"--take={name}" for name in ("Customs", "Gable")]
    result = run("jack", "build", file, *impossible, "--fill", "--out", tmp_path / "no.yaml")
    assert result.exit_code == 2
    assert "cannot complete the cards taken" in result.stderr


# -- written while it is played


@pytest.mark.usefixtures("fewer_tables")
def test_a_changed_ai_card_is_read_between_games(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a game the file is read anew: a fault is told and waited for, a change is shown."""
    folder = tmp_path / "thatch"
    shutil.copytree(THATCH, folder)
    ai = folder / "ai.yaml"
    printed = ai.read_text("utf-8")
    changes = iter(
        [
            printed.replace("Play “Straw”.", "Ply “Straw”."),
            printed.replace("Play “Straw”.", "If 3+ cards in hand play “Straw”."),
        ]
    )
    asked = 0

    def typed(self: Keyboard, prompt: str, *more: object) -> str:
        nonlocal asked
        if not prompt.startswith("Enter: another game"):
            return "" if prompt.startswith("[Enter") else "pass"
        asked += 1
        words = next(changes, None)
        if words is None:
            return "q"
        ai.write_text(words, "utf-8")
        return ""

    monkeypatch.setattr(Keyboard, "read", typed)
    command = ("play", "--jack", CLAY, "--against", folder, "--seed", "1", "--rounds", "1")
    result = run(*command, "--watch-file")
    assert result.exit_code == 0, result.output
    assert asked == 3
    assert "Fix it, then press Enter." in result.stdout
    assert "+ If 3+ cards in hand play “Straw”." in result.stdout
    assert "narrower" in result.stdout
    assert result.stdout.count("Type help to see what you can type.") == 2
    assert "Seed 2." in result.stdout


def test_there_must_be_a_file_to_watch(home: Path) -> None:
    result = run("play", "--jack", "clay", "--against", "words", "--watch-file")
    assert result.exit_code == 2
    assert "nothing to watch" in result.stderr


# -- jack check


@pytest.mark.parametrize("folder", EXAMPLES, ids=lambda folder: folder.name)
def test_an_example_has_nothing_wrong(home: Path, folder: Path) -> None:
    result = run("jack", "check", folder, "--games", "0")
    assert result.exit_code == 0, result.output
    assert "13 of 13 points on the post-Turn ends: met" in result.stdout
    assert "0 errors, 0 warnings" in result.stdout
    ai = yaml.safe_load((folder / "ai.yaml").read_text("utf-8"))["card"]
    words = [line.partition(" – ")[2] for line in ai.splitlines() if " – " in line]
    assert len(words) > 5
    assert [each for each in words if each not in result.stdout] == []


def test_every_mistake_of_a_jack_is_told_at_once(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(TIDE, folder)
    suit = folder / "suit.yaml"
    words = suit.read_text("utf-8")
    words = words.replace("Deal 1", "Diel 1").replace("Trash 2 from hand", "Trush 2 from hand")
    suit.write_text(words.replace("copies: 6", "copies: 5"), "utf-8")
    result = run("jack", "check", folder)
    assert result.exit_code == 1
    for found in ("Diel", "Trush", "23 of 24 cards: +1"):
        assert found in result.stdout
    assert "The AI card is checked as soon as the suit can be read." in result.stdout


def test_an_ai_card_that_names_no_card_is_told(home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(TIDE, folder)
    ai = folder / "ai.yaml"
    ai.write_text(ai.read_text("utf-8").replace("“Customs”", "“Custom”"), "utf-8")
    result = run("jack", "check", folder, "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    unknown = [f for f in told["ai_card"]["findings"] if f["code"] == "unknown-name"]
    assert len(unknown) == 3
    assert [each["met"] for each in told["supply_stack"]] == [True] * 4


def test_a_name_that_no_ai_card_can_say_is_told(home: Path, tmp_path: Path) -> None:
    suit = tmp_path / "suit.yaml"
    words = (TIDE / "suit.yaml").read_text("utf-8").replace("jack: Tide and", "jack: Tide &")
    suit.write_text(words, "utf-8")
    result = run("jack", "check", suit)
    assert result.exit_code == 0, result.output
    assert "No AI card can name the suit" in result.stdout
    assert "There is no AI card" in result.stdout


def test_a_sentence_that_no_example_has_is_read() -> None:
    def words(*said: str) -> Result:
        return CliRunner().invoke(main, ["jack", "words", *said], prog_name="moonflight")

    line = words("If you hold no starter cards play “Bury”.").stdout
    assert 'A line of an AI card: If no starter cards in your hand, play "Bury"' in line
    assert words("you hold no starter cards").stdout == (
        "A condition: no starter cards in your hand\n"
    )
    refused = words("no moose in hand")
    assert refused.exit_code == 2
    assert "it is not a sentence the program understands" in refused.stderr


@pytest.mark.parametrize(
    ("typed", "picked"), [("", "Clay"), ("clay", "Clay"), ("clay a", "Clay a")]
)
def test_a_name_that_begins_another_is_picked_all_the_same(typed: str, picked: str) -> None:
    class Typed(Keyboard):
        def read(self, *_: object) -> str:
            return typed

    screen = terminal(plain=True, file=io.StringIO())
    known = ["Clay", "Clay a"]
    assert ask_names("Which?", known, Typed(screen)) == [picked]
    assert ask_names("Which?", known, Typed(screen), most=9) == [picked]


def test_a_sentence_that_an_example_goes_on_from_is_read_too() -> None:
    told = run("jack", "words", "Target player Draws 2", "--plain").stdout
    assert "Draws 2 and you Discard 1" in told
    own = told.partition("As a sentence of its own\n")[2]
    assert (
        own.strip() == "The text of a card: Target player Draws the top 2 cards of their Draw Deck"
    )
