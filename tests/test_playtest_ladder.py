"""Strengths of players and their intervals, tested on games with known strengths."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moonflight_solo.playtest.player_kinds import AI, LADDER, LEVELS, expected_share
from moonflight_solo.playtest.report.in_words import strength_reach
from moonflight_solo.playtest.summaries.comparing import (
    PlayerRating,
    Result,
    ratings,
    smallest_that_wins_half,
)
from moonflight_solo.rules.catalogue import catalogue

ROOT = Path(__file__).parent.parent
TRUE = {"random": -500.0, "greedy": -80.0, "search=10": 120.0}


def rated(results: list[Result]) -> dict[str, PlayerRating]:
    return {each.player: each for each in ratings(results)}


def drawn(rng: Random, games: int) -> list[Result]:
    """Return random results of players with strengths TRUE, each in two pairings."""
    found = []
    for player, strength in TRUE.items():
        for _ in range(2):
            won = sum(rng.random() < expected_share(strength, 0.0) for _ in range(games))
            found.append(Result(player, won, games - won))
    return found


def test_a_player_stands_as_far_from_the_ai_card_as_its_odds() -> None:
    found = rated([Result("greedy", 6400, 3600)])
    assert found["greedy"].strength == pytest.approx(100, abs=1)
    assert (found["ai"].strength, found["ai"].low, found["ai"].high) == (0, 0, 0)
    assert found["greedy"].games == found["ai"].games == 10_000


def test_the_order_of_results_changes_nothing_and_the_weakest_stands_first() -> None:
    results = drawn(Random("scale"), 200)
    found = ratings(results)
    assert ratings(results[::-1]) == found
    assert [each.player for each in found] == ["random", "greedy", "ai", "search=10"]
    assert found[2].games == sum(each.games for each in found if each.player != "ai")


def holds(found: PlayerRating, truth: float) -> bool:
    low, high = found.low, found.high
    return (low is None or low <= truth) and (high is None or truth <= high)


def test_intervals_hold_the_true_strength_as_often_as_they_say() -> None:
    rng, held, told = Random("ladder"), 0, 0
    for _ in range(200):
        for player, each in rated(drawn(rng, 60)).items():
            if player != "ai":
                told += 1
                held += holds(each, TRUE[player])
    assert 0.92 <= held / told <= 0.985


@pytest.mark.parametrize("games", [10, 60])
def test_they_hold_for_a_player_who_hardly_ever_loses(games: int) -> None:
    """The usual interval, from the Fisher information, held in none of the playtests of 10."""
    rng, strength = Random(f"strong {games}"), 800.0
    held = 0
    for _ in range(500):
        pairings = []
        for _ in range(4):
            won = sum(rng.random() < expected_share(strength, 0.0) for _ in range(games))
            pairings.append(Result("search=10", won, games - won))
        held += holds(rated(pairings)["search=10"], strength)
    assert held >= 0.93 * 500


def test_who_won_all_games_is_stronger_and_nobody_knows_by_how_much() -> None:
    found = rated([Result("search=10", 20, 0), Result("greedy", 0, 20)])
    best, worst = found["search=10"], found["greedy"]
    assert best.low is not None
    assert 0 < best.low < best.strength < 1000
    assert best.high is best.most is None
    assert (worst.strength, worst.high) == pytest.approx((-best.strength, -best.low))
    assert strength_reach(best) == "+287 or more"
    assert strength_reach(worst) == "−287 or less"


def test_unfinished_games_leave_room_as_far_as_they_could_carry_it() -> None:
    some = rated([Result("greedy", 30, 30, 40)])["greedy"]
    none = rated([Result("greedy", 30, 30)])["greedy"]
    lost = rated([Result("greedy", 30, 70)])["greedy"]
    won = rated([Result("greedy", 70, 30)])["greedy"]
    assert (some.strength, some.low) == (none.strength, none.low)
    assert (none.least, none.most) == (none.low, none.high)
    assert (some.least, some.most) == (lost.low, won.high)


def test_pairings_without_an_end_are_left_out() -> None:
    results = [Result("greedy", 3, 4), Result("search=4", 0, 0, 9)]
    assert [each.player for each in ratings(results)] == ["greedy", "ai"]


@pytest.mark.parametrize(
    ("won", "expected"),
    [
        ((90, 95), ("search=10", "search=10")),
        ((52, 95), ("search=50", "search=10")),
        ((10, 10), (None, None)),
    ],
)
def test_the_smallest_search_that_wins_half_is_told_as_surely_as_it_is_known(
    won: tuple[int, int], expected: tuple[str | None, str | None]
) -> None:
    results = [
        Result("search=50", won[1], 100 - won[1]),
        Result("search=10", won[0], 100 - won[0]),
    ]
    assert smallest_that_wins_half(ratings(results)) == expected


LADDER_SCRIPT = runpy.run_path(str(ROOT / "bench" / "ladder.py"))


def ladder_games() -> list[dict[str, Any]]:
    """Return the games that the scale was made from."""
    games: list[dict[str, Any]] = LADDER_SCRIPT["read"](ROOT / "bench" / "ladder.jsonl")
    return games


def test_the_games_of_the_scale_make_it_again() -> None:
    written = json.loads(LADDER_SCRIPT["WRITTEN"].read_text("utf-8"))
    assert LADDER_SCRIPT["scale"](ladder_games()) == written
    assert LADDER_SCRIPT["scale"](ladder_games()[1:]) != written


def test_a_game_of_the_scale_is_played_the_same_again() -> None:
    kept = [game for game in ladder_games() if game["players"] == ["ai", "random"]][:12]
    for game in kept:
        again = LADDER_SCRIPT["one_game"](tuple(game["players"]), game["number"], catalogue())
        del again["seconds"]
        assert json.loads(json.dumps(again)).items() <= game.items()


def test_the_document_lists_the_games_of_the_scale() -> None:
    text = (ROOT / "docs" / "playtest-methods.md").read_text("utf-8")
    rows = re.findall(
        r"^\| (\S.*?) \| (\S.*?) \| (\d+) \| (\d+) \| .*? \| (\d+) \| (\d+) \|$", text, re.M
    )
    listed = {
        tuple(AI if name == "AI card" else name for name in row[:2]): tuple(map(int, row[2:]))
        for row in rows
    }
    played: dict[tuple[str, ...], list[int | None]] = {}
    for game in ladder_games():
        played.setdefault(tuple(game["players"]), []).append(game["won"])
    assert listed == {
        pair: (len(won), *map(won.count, (0, 1, None))) for pair, won in played.items()
    }


def test_a_level_stands_only_if_it_surely_beats_the_one_below() -> None:
    """The scale that ships follows from its games."""
    games = LADDER_SCRIPT["counted"](ladder_games())
    levels_apart, names = LADDER_SCRIPT["levels_apart"], [each.player for each in LADDER]
    found = levels_apart(games, names)
    assert found == [
        ["random"],
        ["greedy", AI],
        ["search=10"],
        ["search=50", "search=200", "search=1000"],
    ]
    assert found == [
        [each.player for each in LADDER if each.level == number]
        for number in range(1, len(LEVELS) + 1)
    ]
    even = {pair: (number, number // 2, number // 2) for pair, (number, *_) in games.items()}
    assert len(levels_apart(even, names)) == 1
