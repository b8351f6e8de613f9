"""Players on one scale: strengths and intervals against games whose truth is known."""

from __future__ import annotations

from random import Random

import pytest

from moonflight_solo.playtest.kinds import expected
from moonflight_solo.playtest.ladder import (
    Result,
    ratings,
    smallest_that_wins_half,
)
from moonflight_solo.playtest.summary import PlayerRating

TRUE = {"random": -500.0, "greedy": -80.0, "ai": 0.0, "search=10": 120.0}
PAIRS = (("random", "greedy"), ("greedy", "ai"), ("random", "ai"), ("search=10", "greedy"))


def rated(results: list[Result]) -> dict[str, PlayerRating]:
    return {each.player: each for each in ratings(results)}


def drawn(rng: Random, games: int) -> list[Result]:
    """Return results of players whose strengths are TRUE."""
    found = []
    for one, other in PAIRS:
        share = expected(TRUE[one], TRUE[other])
        won = sum(rng.random() < share for _ in range(games))
        found.append(Result(one, other, won, games - won))
    return found


def test_two_players_stand_as_far_apart_as_their_odds() -> None:
    found = rated([Result("greedy", "ai", 6400, 3600)])
    assert found["greedy"].strength == pytest.approx(100, abs=1)
    assert (found["ai"].strength, found["ai"].low, found["ai"].high) == (0, 0, 0)
    assert found["greedy"].games == found["ai"].games == 10_000


def test_the_anchor_and_the_order_of_results_only_shift_the_scale() -> None:
    results = drawn(Random("scale"), 200)
    found = rated(results)
    turned = [Result(each.other, each.one, each.lost, each.won) for each in reversed(results)]
    assert {each.player: each.strength for each in ratings(turned)} == pytest.approx(
        {player: each.strength for player, each in found.items()}
    )
    shifted = {each.player: each.strength for each in ratings(results, "greedy")}
    for player, strength in shifted.items():
        assert strength == pytest.approx(found[player].strength - found["greedy"].strength)


def test_intervals_hold_the_true_strength_as_often_as_they_say() -> None:
    rng, held, told = Random("ladder"), 0, 0
    for _ in range(150):
        for player, each in rated(drawn(rng, 60)).items():
            if player != "ai":
                told += 1
                held += each.low <= TRUE[player] <= each.high
    assert 0.92 <= held / told <= 0.985


def test_who_won_all_games_is_stronger_but_not_without_end() -> None:
    found = rated([Result("search=10", "random", 20, 0), Result("random", "ai", 1, 30)])
    assert 0 < found["search=10"].strength < 1000
    assert found["search=10"].low < 0 < found["search=10"].high


def test_unfinished_games_leave_room_as_far_as_they_could_carry_it() -> None:
    some = rated([Result("greedy", "ai", 30, 30, 40)])["greedy"]
    none = rated([Result("greedy", "ai", 30, 30)])["greedy"]
    lost = rated([Result("greedy", "ai", 30, 70)])["greedy"]
    won = rated([Result("greedy", "ai", 70, 30)])["greedy"]
    assert (some.strength, some.low) == pytest.approx((none.strength, none.low))
    assert (none.least, none.most) == (none.low, none.high)
    assert (some.least, some.most) == pytest.approx((lost.low, won.high))


def test_players_whom_no_game_joins_to_the_anchor_are_left_out() -> None:
    results = [
        Result("greedy", "ai", 3, 4),
        Result("random", "search=2", 1, 1),
        Result("search=4", "ai", 0, 0, 9),
    ]
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
        Result("search=50", "ai", won[1], 100 - won[1]),
        Result("search=10", "ai", won[0], 100 - won[0]),
    ]
    assert smallest_that_wins_half(ratings(results)) == expected
