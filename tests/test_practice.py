"""Practice: the positions stand as they were measured, and what is missed comes back."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from moonflight_solo.cli import main
from moonflight_solo.cli.game import coaching, exercise
from moonflight_solo.coach.kept_reviews import kept_reviews
from moonflight_solo.coach.practice import Position, Practice, own_positions, shipped
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation

TODAY = date(2030, 1, 1)


@pytest.mark.parametrize("position", shipped(), ids=lambda each: each.name)
def test_a_position_offers_the_acts_that_were_measured(position: Position) -> None:
    table = position.table(catalogue())
    seat = table.seats[0]
    assert {notation(act, table, seat) for act in candidate_acts(table, seat)} == {*position.costs}
    assert table.acting == 0
    assert all(cost.low > 0 for act, cost in position.costs.items() if act != position.best)


def test_what_is_missed_comes_back_tomorrow_and_what_is_found_later_and_later() -> None:
    first, second = shipped()[:2]
    practice = Practice.read()
    assert practice.due(TODAY)[0] == first
    assert practice.told(TODAY) == ""
    practice.answered(first, TODAY, right=False)
    practice.answered(second, TODAY, right=True)
    again = Practice.read()
    assert not {first.name, second.name} & {each.name for each in again.due(TODAY)}
    assert again.due(TODAY + timedelta(1))[0] == first
    assert second not in again.due(TODAY + timedelta(2))
    assert again.due(TODAY + timedelta(3))[:2] == [first, second]
    assert "Practice: 2 of " in again.told(TODAY)
    assert (
        "answered, 2 times in all, 1 of them right; 1 right the last time; 0 due again"
        in again.told(TODAY)
    )


def test_the_answer_is_judged_by_what_it_costs() -> None:
    position = shipped()[0]
    acts = sorted(position.costs, key=lambda act: (act == "pass", act))
    worst = list(position.costs)[-1]
    typed = f"99\n{acts.index(worst) + 1}\nquit\n"
    told = CliRunner().invoke(main, ["practise", "--plain"], input=typed).stdout
    assert f"Type a number from 1 to {len(acts)}" in told
    assert f"{worst} costs {100 * position.costs[worst].value:.1f} wins in 100 games" in told
    assert f"{position.best} is the best act." in told
    assert "Practice: 1 of " in told
    told = CliRunner().invoke(main, ["practise", "--plain", "--number", "1"], input="quit\n").stdout
    assert "Position 1 of 1" in told


def lost_twice(monkeypatch: pytest.MonkeyPatch) -> ReviewedDecision:
    """Play a game whose first act is kept as a mistake, and return that."""
    monkeypatch.setattr(coaching, "ROUNDS_IN_ALL", 40)
    monkeypatch.setattr(exercise, "ROUNDS_IN_ALL", 40)
    words = ["play", "--jack", "clay", "--against", "words", "--seed", "3", "--plain"]
    CliRunner().invoke(main, words, input="pass\nquit\n")
    CliRunner().invoke(main, ["coach", "--json"])
    (kept,) = kept_reviews()
    cost = Estimate(0.12, 0.05, 0.19)
    made = replace(kept.found[0], best="play Coin", cost=cost, reason="of the coins")
    replace(kept, reviews={}).keep((0,), [made])
    return made


def test_own_mistakes_come_first_as_the_table_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lost_twice(monkeypatch)
    (own,) = own_positions()
    assert Practice.read().due(TODAY)[0] == own
    asked = exercise.exercise(own)
    assert asked is not None
    assert {made.act, made.best} < {*asked.choices}
    assert asked.seen.round == 1
    yours = "In your game pass cost 12.0 wins in 100 games (5.0 to 19.0)."
    assert asked.judge("play Coin") == (True, f"Right. {yours} Why: of the coins.")
    right, told = asked.judge("pass")
    assert (right, told.partition(" Why")[2]) == (False, ": of the coins.")
    other = next(each for each in asked.choices if each.startswith("shop"))
    right, told = asked.judge(other)
    assert told.startswith("Right: nothing is surely better" if right else f"{other} costs")
    told = CliRunner().invoke(main, ["practise", "--plain", "--number", "1"], input="pass\n").stdout
    assert "pass costs 12.0 wins in 100 games" in told
    assert "1 of 1 mistake of your own answered" in told
    assert "play Coin is better" not in told.partition("> ")[0], "the answer is hidden"


def test_a_position_of_a_game_that_has_gone_on_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lost_twice(monkeypatch)
    assert own_positions()
    CliRunner().invoke(main, ["resume", "--plain"], input="quit\n")
    assert own_positions()
    CliRunner().invoke(main, ["resume", "--plain"], input="1\nquit\n")
    assert not own_positions()
