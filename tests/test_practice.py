"""Practice: the positions stand as they were measured, and what is missed comes back."""

from __future__ import annotations

import json
import sys
from collections import deque
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from helpers import CLAY, WORDS, simulate_fewer_games
from msgspec.structs import replace
from terminal_window import Window
from typing_person import typed_game

from moonflight_solo.cli import main
from moonflight_solo.cli.answers.career_answers import MistakeAnswer
from moonflight_solo.cli.commands.practise import exercise
from moonflight_solo.coach.kept_reviews import KeptReview, evenings, kept_reviews
from moonflight_solo.coach.practice import OwnPosition, Position, Practice, built_in, own_positions
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.errors import with_capital
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records import RecordedPlayer
from moonflight_solo.records.saved_games import find
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.scripted import GameStop, Stopping
from moonflight_solo.userfiles import user_folder

TODAY = date(2030, 1, 1)


@pytest.mark.parametrize("position", built_in(), ids=lambda each: each.name)
def test_a_position_offers_the_acts_that_were_measured(position: Position) -> None:
    asked = exercise(position)
    own = RecordedPlayer(Stopping(), deque(asked.answers), lambda answer: None)
    followers, settings = asked.start.opponents(), asked.start.header.settings()
    with pytest.raises(GameStop) as stop:
        play(asked.start.table(lambda at: followers.get(at, own)), settings)
    table, seat = stop.value.table, stop.value.seat
    assert table is not None
    assert seat is not None
    assert stop.value.question is None
    assert {notation(act, table, seat) for act in candidate_acts(table, seat)} == {*position.costs}
    assert seat.number == 0
    assert all(cost.low > 0 for act, cost in position.costs.items() if act != position.best)


def test_what_is_missed_comes_back_tomorrow_and_what_is_found_later_and_later() -> None:
    first, second = built_in()[:2]
    practice = Practice.read(kept_reviews())
    assert practice.due(TODAY)[0] == first
    assert practice.progress(TODAY) == ""
    practice.keep_answer(first, TODAY, right=False)
    practice.keep_answer(second, TODAY, right=True)
    again = Practice.read(kept_reviews())
    assert not {first.name, second.name} & {each.name for each in again.due(TODAY)}
    assert again.due(TODAY + timedelta(1))[0] == first
    assert second not in again.due(TODAY + timedelta(2))
    assert again.due(TODAY + timedelta(3))[:2] == [first, second]
    assert "Practice: 2 of " in again.progress(TODAY)
    told = "answered; 1 of 2 answers right; 1 right the last time; 0 due again today."
    assert told in again.progress(TODAY)
    assert told in CliRunner().invoke(main, ["stats", "--plain"]).stdout, "before any game"


def practised(typed: str, *options: str) -> str:
    """Practise with these lines typed, and return what is printed."""
    return CliRunner().invoke(main, ["practise", "--plain", *options], input=typed).stdout


def test_the_answer_is_judged_by_what_it_costs() -> None:
    position = built_in()[0]
    worst = list(position.costs)[-1]
    told = practised(f"dance\nhint\nbury?\n{worst}\nquit\n")
    assert '"dance" is neither an act nor a command.' in told
    assert "Decide first; then you see the best act." in told
    assert "Bury, cost 1" in told
    costs = f"{with_capital(worst)} costs {100 * position.costs[worst].value:.1f} wins in 100 games"
    assert costs in told
    assert f"{position.best} is the best act." in told
    assert "Position 2 of 10" in told.partition(costs)[2]
    assert "Practice: 1 of " in told
    assert "Position 1 of 1" in practised("quit\n", "--number", "1")


def test_the_best_act_is_right_and_one_that_was_not_simulated_is_not() -> None:
    position = built_in()[0]
    told = practised(f"{position.best}\n", "--number", "1")
    assert "Right. The next best, " in told
    judged = exercise(position).judge("shop Wealth, Wealth")
    assert judged[0] is False
    assert judged[1].startswith("Shop Wealth, Wealth was not simulated; ")


@pytest.mark.skipif(sys.platform == "win32", reason="no terminal of this sort")
def test_a_verdict_stands_beside_the_table_until_enter(tmp_path: Path) -> None:
    """Typed at it, quit ends the practice."""
    window = Window(tmp_path, "practise")
    window.prompt(after=b"What is your best act?")
    table = [row for row in window.rows() if ") " in row]
    window.say("0")
    assert window.row() == "[Enter: continue] >"
    assert [row for row in window.rows() if ") " in row and "wins in 100" not in row] == table
    assert any(" wins in 100 games" in row for row in window.rows())
    window.type("quit\r")
    assert "Practice: 1 of " in window.ending()


def reviewed(monkeypatch: pytest.MonkeyPatch, typed: str) -> KeptReview:
    """Play the beginning of a game, and return its kept review."""
    simulate_fewer_games(monkeypatch)
    words = ["play", "--jack", "clay", "--against", "words", "--seed", "3", "--plain"]
    CliRunner().invoke(main, words, input=f"{typed}\nquit\n")
    CliRunner().invoke(main, ["coach", "--json"])
    (kept,) = kept_reviews()
    return kept


def lost_twice(monkeypatch: pytest.MonkeyPatch) -> ReviewedDecision:
    """Play a game whose first act is kept as a mistake, and return that."""
    kept = reviewed(monkeypatch, "pass")
    cost = Estimate(0.12, 0.05, 0.19)
    made = replace(kept.all_reviews[0], best="play Coin", cost=cost, reason="of the coins")
    replace(kept, reviews={}).keep((0,), [made])
    return made


def test_own_mistakes_come_first_as_the_table_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    lost_twice(monkeypatch)
    (own,) = own_positions(kept_reviews())
    assert Practice.read(kept_reviews()).due(TODAY)[0] == own
    asked = exercise(own)
    assert (asked.what, asked.answers) == ("What is your best act?", [])
    yours = "In your game pass cost 12.0 wins in 100 games (5.0 to 19.0)."
    assert asked.judge("play Coin") == (True, f"Right. {yours} Why: of the coins.")
    right, told = asked.judge("pass")
    assert (right, told.partition(" Why")[2]) == (False, ": of the coins.")
    right, told = asked.judge("shop Bury")
    assert told.startswith("Right: nothing is surely better" if right else "Shop Bury costs")
    told = practised("pass\n", "--number", "1")
    assert "Pass costs 12.0 wins in 100 games" in told
    assert "1 of 1 mistake of your own answered" in told
    assert "play Coin is better" not in told.partition("Clay and Bones> ")[0], "it is hidden"


def test_a_position_of_a_game_that_has_gone_on_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    lost_twice(monkeypatch)
    assert own_positions(kept_reviews())
    CliRunner().invoke(main, ["resume", "--plain"], input="quit\n")
    assert own_positions(kept_reviews())
    CliRunner().invoke(main, ["resume", "--plain"], input="1\nquit\n")
    assert not own_positions(kept_reviews())


def test_the_mistakes_of_all_games_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    made = lost_twice(monkeypatch)
    (kept,) = kept_reviews()
    other = replace(made, act="shop Bury, Bury", best="shop Coin #2, Bury", round=4, given=5)
    less = replace(other, cost=Estimate(0.03, 0.01, 0.05))
    replace(kept, reviews={}).keep((0,), [less, made, other])
    told = CliRunner().invoke(main, ["coach", "--mistakes", "--plain"]).stdout
    assert told.startswith("3 mistakes in 1 game that the coach has reviewed.")
    assert "Your act: shop instead of shop, 2 mistakes, 7.5 wins in 100 games each." in told
    assert "Better act: play Coin, 1 mistake, 12.0 wins in 100 games each." in told
    assert "Better act: shop Coin, 2 mistakes" in told
    listed = [line for line in told.splitlines() if ", round " in line]
    assert listed[0].startswith(f"{kept.game}, round 1, pass: play Coin would have been better by")
    assert [line.partition(":")[0][-9:] for line in listed[1:]] == ["Bury, Bury"[-9:]] * 2
    assert "3.0 wins in 100 games" in listed[2]
    found = json.loads(CliRunner().invoke(main, ["coach", "--mistakes", "--json"]).stdout)
    mistakes: Any = msgspec.convert(found, list[MistakeAnswer])  # type: ignore[valid-type]
    assert [each.cost.value for each in mistakes] == [0.12, 0.12, 0.03]
    both = CliRunner().invoke(main, ["coach", kept.game, "--mistakes"])
    assert both.exit_code == 2
    assert "--mistakes is about all games" in both.stderr


def test_stats_tell_what_a_decision_cost_evening_by_evening(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = lost_twice(monkeypatch)
    (kept,) = kept_reviews()
    earlier = replace(kept, game="earlier", begun="2029-01-01T20:00", parts=1, reviews={})
    (user_folder("games") / "earlier.jsonl").write_bytes(find(kept.game).read_bytes())
    earlier.keep((0,), [made, replace(made, round=2, cost=Estimate(0.0, 0.0, 0.0))])
    found = evenings(kept_reviews())
    assert [(each.games, each.decisions) for each in found] == [(1, 1), (1, 2)]
    assert found[1].begun == "2029-01-01"
    assert found[1].cost.value == pytest.approx(0.06)
    told = CliRunner().invoke(main, ["stats", "--plain"]).stdout
    assert "2029-01-01  6.0 (2.5 to 9.5)" in told


@pytest.mark.usefixtures("fewer_simulated_games")
def test_an_answer_is_asked_for_again_too() -> None:
    typed, _ = typed_game(CLAY, WORDS, seed=5, rounds=6)
    words = ["play", "--jack", CLAY, "--against", WORDS, "--seed", "5", "--rounds", "6", "--plain"]
    CliRunner().invoke(main, words, input="\n".join([*typed, "quit"]))
    CliRunner().invoke(main, ["coach", "--json"])
    (kept,) = kept_reviews()
    answer = next(each for each in kept.all_reviews if each.ask != "act" and len(each.offered) > 1)
    assert all(each.startswith(f"{answer.ask} ") for each in answer.offered)
    better, *_ = (each for each in answer.offered if each != answer.act)
    made = replace(answer, best=better, cost=Estimate(0.12, 0.05, 0.19), reason="so")
    asked = exercise(OwnPosition(kept.game, made))
    assert asked.what == "What is your best answer?"
    assert asked.judge(better)[0]
    assert not asked.judge(answer.act)[0]
    for each in answer.offered:
        right, told = asked.judge(each)
        assert told.startswith("Right" if right else f"{with_capital(each)} costs")
    replace(kept, parts=1, reviews={}).keep((0,), [made])
    told = practised(f"{better.partition(' ')[2]}\n", "--number", "1")
    assert "Position 1 of 1. What is your best answer?" in told
    assert f"Right. In your game {answer.act} cost 12.0 wins" in told


def test_every_pass_of_a_round_that_is_done_is_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only at the last of them is the better act lost."""
    kept = reviewed(monkeypatch, "done")
    acts = [each for each in kept.all_reviews if each.ask == "act"]
    assert {(each.round, each.act) for each in acts} == {(1, "pass")}
    assert len(acts) > 1
