"""Opponents played by programs: by name, by level, on record, and their explanations."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from helpers import CLAY, WORDS, At, lay

from moonflight_solo.ai_cards.player import ExplainingPlayer
from moonflight_solo.cli import main
from moonflight_solo.playtest.player_kinds import (
    AI_LEVEL,
    LEVELS,
    even_level,
    expected_share,
    level_of,
    strength_faced,
)
from moonflight_solo.playtest.players import player_of
from moonflight_solo.recorded_games.decks import ai_deck
from moonflight_solo.recorded_games.start import PERSON, GameStart
from moonflight_solo.records.saved_games import folder
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings

ROOT = Path(__file__).parent.parent
GAME = ("play", "--jack", "clay", "--seed", "3", "--first", "2", "--plain")


def run(*arguments: str, typed: str = "") -> Result:
    lines = "".join(f"{line}\n" for line in typed.split("/") if line)
    return CliRunner().invoke(main, arguments, input=lines, prog_name="moonflight")


def kept() -> Path:
    return max(folder().iterdir())


@pytest.mark.parametrize("by", ["random", "greedy", "search=4"])
def test_a_program_plays_in_place_of_the_card_and_the_record_knows(by: str) -> None:
    result = run(*GAME, "--against", f"words:{by}", typed="1/pass/why/undo/quit")
    assert result.exit_code == 0, result.output
    assert f"against Words and Names, played by {by}." in result.stdout
    assert "Undone: " in result.stdout
    assert "No line can be followed" not in result.stdout
    assert json.loads(kept().read_text("utf-8").splitlines()[0])["seats"][1] == {
        "jack": WORDS,
        "player": "ai",
        "by": by,
    }
    first = [line for line in result.stdout.splitlines() if line.startswith("Words and Names ")]
    replayed = run("replay", "--plain")
    assert first[0] in replayed.stdout
    resumed = run("resume", "--plain", typed="log/quit")
    assert first[0] in resumed.stdout
    assert f"{WORDS}, played by {by}." in resumed.stdout


def test_a_game_of_another_jack_names_the_files_of_those_in_it() -> None:
    """Also after a game that was resumed, of which no command line names a file."""
    suit = ROOT / "examples/tide_and_toll/suit.yaml"
    deck = ai_deck(catalogue("prototype", (suit,)), (), {})
    start = GameStart.new(Settings(("Tide and Toll", CLAY), 1), deck, {0: PERSON, 1: "greedy"})
    assert start.header.card_files == (str(suit),)
    assert start.of([CLAY, "Tide and Toll"]).header.card_files == (str(suit),)
    assert start.of([CLAY, WORDS]).header.card_files == ()


def test_a_jack_of_your_own_is_advised_and_foreseen_after_coming_back_too() -> None:
    own = str(ROOT / "examples" / "tide_and_toll")
    begun = ("play", "--jack", own, "--against", "words:search=2", "--seed", "3", "--plain")
    result = run(*begun, typed="1/quit")
    assert result.exit_code == 0, result.output
    resumed = run("resume", "--plain", typed="hint card/quit")
    assert resumed.exit_code == 0, resumed.output
    assert "Your Jack's AI card would: " in resumed.stdout


@pytest.mark.parametrize("by", ["random", "greedy", "search=2"])
def test_a_program_can_play_a_jack_of_your_own_after_coming_back_too(by: str) -> None:
    own = ROOT / "examples" / "tide_and_toll"
    begun = run(*GAME, "--against", f"{own}:{by}", typed="1/hint/quit")
    assert begun.exit_code == 0, begun.output
    seats = json.loads(kept().read_text("utf-8").splitlines()[0])["seats"]
    assert seats[1]["ai"] == str(own / "ai.yaml")
    resumed = run("resume", "--plain", typed="hint/quit")
    assert resumed.exit_code == 0, resumed.output
    assert _hints(begun.stdout) == _hints(resumed.stdout) != []


def _hints(told: str) -> list[str]:
    return [line for line in told.splitlines() if line.startswith("Best found: ")]


def test_every_level_can_be_faced() -> None:
    """Numbers up to 7 are from a longer scale; what is above the highest level is that."""
    for number in (1, 2, 3, 4, 5, 7):
        level = LEVELS[min(number, 4) - 1]
        result = run(*GAME, "--against", "words", "--level", str(number), typed="1/quit")
        assert result.exit_code == 0, result.output
        seat = json.loads(kept().read_text("utf-8").splitlines()[0])["seats"][1]
        assert seat.get("by", "ai") == level.player
        kept().unlink()


@pytest.mark.parametrize("given", ["words,examples/tide_and_toll", "words, clay:greedy"])
def test_opponents_are_named_with_commas_between(given: str) -> None:
    result = run(*GAME, "--against", given, typed="quit")
    assert result.exit_code == 0, result.output
    assert "against Words and Names and " in result.stdout


def test_a_player_named_with_the_jack_goes_before_the_level() -> None:
    run(*GAME, "--against", "words:greedy", "--against", "clay", "--level", "1", typed="1/quit")
    seats = json.loads(kept().read_text("utf-8").splitlines()[0])["seats"]
    assert [seat.get("by") for seat in seats] == [None, "greedy", "random"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--against", "words", "--level", "8"), "--level"),
        (("--against", "words", "--level", "0"), "--level"),
        (("--against", "words:clever"), 'no player is called "clever"'),
        (("--against", "words:search=0"), "tries each act in 1 to"),
    ],
)
def test_what_is_no_opponent_is_refused(options: tuple[str, ...], says: str) -> None:
    result = run(*GAME, *options)
    assert result.exit_code == 2
    assert says in result.stderr


def test_an_ai_card_given_for_a_jack_that_a_program_plays_has_no_seat() -> None:
    card = Path(__file__).parent.parent / "ai" / "words_and_names.yaml"
    result = run(*GAME, "--against", "words:greedy", "--ai", str(card))
    assert result.exit_code == 2
    assert "no seat uses" in result.stderr


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("random", "It acts at random."),
        ("greedy", "Of its cards and abilities this is worth most to it now, about 5.0 coin"),
        ("search=4", "It takes its usual act."),
    ],
)
def test_each_says_why(word: str, says: str) -> None:
    known = catalogue()
    table = lay(At(WORDS, hand="Waste, Coin, Wealth"), At(CLAY))
    settings = Settings((WORDS, CLAY))
    player: ExplainingPlayer = player_of(word, 0, settings, known)
    act = player.act(table, table.seats[0])
    told = player.explain(table, table.seats[0])
    assert told.act == act
    assert told.because.startswith(says)


def test_a_searching_player_tells_what_it_found() -> None:
    known = catalogue()
    table = lay(At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0), At(WORDS), turned=True)
    player = player_of("search=40", 0, Settings((CLAY, WORDS)), known)
    player.act(table, table.seats[0])
    because = player.explain(table, table.seats[0]).because
    assert re.fullmatch(
        r"In \d+ simulated rounds this led to better positions than \S.*, its usual act\.", because
    )
    assert "%" not in because, "the value it chooses by is no share of wins"


def test_the_level_at_which_half_is_won() -> None:
    assert even_level([]) == AI_LEVEL
    assert even_level([(0, True), (0, False)]) == AI_LEVEL
    assert even_level([(0, True)] * 20) > AI_LEVEL
    assert even_level([(0, False)] * 20) < AI_LEVEL
    strongest = LEVELS[-1].strength
    assert LEVELS[even_level([(strongest, True)] * 50) - 1].strength == strongest
    assert even_level([(LEVELS[0].strength, False)] * 50) == 1


def test_the_deck_and_the_jack_of_an_ai_card_count() -> None:
    """The deck of Clay and Bones is worth more, so its players face less with it."""
    assert (strength_faced("ai", WORDS, CLAY) or 0) < 0
    assert (strength_faced("ai", CLAY, WORDS) or 0) > 0
    assert strength_faced("ai", "Nobody", "Nobody") == LEVELS[AI_LEVEL - 1].strength
    assert strength_faced("search=50", CLAY, CLAY) == LEVELS[3].strength
    assert strength_faced("search=3", CLAY, CLAY) is None


def test_levels_rise_and_are_known_by_their_players() -> None:
    strengths = [level.strength for level in LEVELS]
    assert strengths == sorted(strengths)
    assert [level_of(level.player) for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    assert level_of("search=7") is None
    assert level_of("greedy") == level_of("ai") == AI_LEVEL
    assert strength_faced("greedy", CLAY, CLAY) != strength_faced("ai", "Nobody", "Nobody")
    assert expected_share(100, 0) == pytest.approx(0.64, abs=0.005)
    assert expected_share(0, 100) == pytest.approx(0.36, abs=0.005)


def test_a_line_of_text_carries_who_played() -> None:
    run(*GAME, "--against", "words:greedy", typed="1/pass/quit")
    line = run("share").stdout.strip()
    told = run("replay", line, "--plain")
    assert told.exit_code == 0, told.output
    assert told.stdout.splitlines()[2:4] == run("replay", "--plain").stdout.splitlines()[2:4]
