"""Advice on acts: it finds the best one, says why, and uses only what the seat can see."""

from __future__ import annotations

import html
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate, islice, pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result
from helpers import CLAY, WORDS, At, Script, lay
from msgspec.structs import replace

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli import main
from moonflight_solo.cli.game import coaching
from moonflight_solo.cli.game.coaching import Review
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.cli.output.view import view
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach import advice, answers, simulated_games
from moonflight_solo.coach import review as reviewing
from moonflight_solo.coach.advice import Advice, advise, forecast, is_sure
from moonflight_solo.coach.answers import AnswerSearch, Notebook, TriedAnswer, can_be_tried
from moonflight_solo.coach.kept_reviews import REVIEWS, KeptReview, kept_reviews
from moonflight_solo.coach.reasons import measures_of_cards, reason
from moonflight_solo.coach.review import (
    Balance,
    ReviewedDecision,
    Reviewer,
    average_cost,
    balance,
    luck_so_far,
    without_postponed,
)
from moonflight_solo.coach.simulated_games import (
    NO_GAIN,
    SimulatedGame,
    SimulatedGames,
    compare,
    reasons,
)
from moonflight_solo.numbers import outwards
from moonflight_solo.playtest.players import policies
from moonflight_solo.playtest.players.search import ActSearch, Candidate
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.recorded_games.decks import ai_deck
from moonflight_solo.rules import scripted
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.userfiles import user_folder

JACKS = (CLAY, WORDS)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "HINT_ROLLOUTS", 200)
    monkeypatch.setattr(advice, "ROLLOUTS_ALONE", 40)
    monkeypatch.setattr(advice, "CHOOSING", 10)
    monkeypatch.setattr(advice, "MEASURING", 40)


def advice_for(table: Table, seed: int = 1) -> Advice:
    jacks = [seat.jack for seat in table.seats]
    return advise(table, table.seats[0], policies(jacks, table.names), seed)  # type: ignore[arg-type]


def test_a_bad_act_is_told_from_good_ones() -> None:
    """Played, Dig would come back by the Discard Stack, and the End with a better hand be lost."""
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand="2 Power, 3 Waste", deck="9 Waste"), turned=True)
    seat = table.seats[0]
    found = advice_for(table)
    assert notation(found.best, table, seat) in ("spend Dig with Jack o' Bones", "pass")
    bad = parse_act("play dig", table, seat)
    compared = compared_acts(table, [found.best, bad], 20)
    assert is_sure(compared.gain(0, 1), alone=False)
    assert compared.worth(0).value > 0.8 > compared.worth(1).value
    searching = partial(ActSearch, policies(JACKS, catalogue()), table, seat)
    why = "your hand at the End scores 2.0 more"
    assert reasons(searching, 1, compared) == why
    assert reasons(searching, 1, compared.reversed()) == ""
    assert not is_sure(compared.reversed().gain(0, 1), alone=False)


def compared_acts(table: Table, acts: Sequence[Act], *games: int) -> SimulatedGames[Candidate]:
    searching = partial(ActSearch, policies(JACKS, catalogue()), table, table.seats[0])
    return compare(searching, 5, [Candidate(act) for act in acts], games)


@pytest.mark.parametrize(("theirs", "least"), [("2 Power, 3 Waste", 0.0), ("5 Waste", 1.0)])
def test_a_win_by_a_point_is_a_whole_win(theirs: str, least: float) -> None:
    """The value that a search chooses by makes it two thirds of one, and a lead of two more."""
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand=theirs, deck="9 Waste"), turned=True)
    found = compared_acts(table, [PASS, parse_act("play dig", table, table.seats[0])], 20)
    assert found.worth(0).value == found.worth(0).high == 1
    assert 0.6 < found.candidates[0].mean < 0.9
    assert least <= found.worth(1).value < least + 0.5, "two points fewer may win as well"
    assert found.candidates[0].mean > found.candidates[1].mean + 0.15


def test_no_act_wins_more_than_every_game() -> None:
    """Nor surely every one, if it won all that were played on and the other none of them."""
    won, lost = (SimulatedGame(result, 1, True, {}) for result in (1.0, 0.0))
    acts = [Candidate(PASS, seen=[game] * 50) for game in (won, lost)]
    found = SimulatedGames(acts, alone=False)
    gain = found.gain(0, 1)
    assert gain.value == gain.high == 1
    assert 0.8 < gain.low < 1
    assert found.worth(0).value == found.worth(0).high == 1
    assert 0.9 < found.worth(0).low < 1


def test_acts_without_a_difference_are_the_same() -> None:
    table = lay(At(CLAY, hand="2 Coin", coins=0), At(WORDS, deck="9 Coin"))
    compared = compared_acts(table, [PASS, PASS], 20, 40)
    assert compared.same
    assert compared.number == 20, "no more are played"
    assert compared.gain(0, 1).value == 0
    assert compared.worth(0) == compared.worth(1)


def test_a_game_without_an_end_is_not_won_and_few_long_ones_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(simulated_games, "ROUND_LIMIT", 3)
    table = lay(At(CLAY, hand="Coin", deck="9 Coin"), At(WORDS, deck="9 Coin"))
    searching = partial(ActSearch, policies(JACKS, catalogue()), table, table.seats[0])
    found = compare(searching, 5, [Candidate(PASS)], (50,), rounds=10)
    assert found.number < 8
    assert found.unfinished == found.number
    assert found.worth(0).value == 0


def test_what_is_said_of_the_best_is_measured_in_new_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best of several estimates is too good to be true."""
    seeds, found = [], []
    real = simulated_games.compare

    def noted(searching: Any, seed: int, *given: Any, **more: Any) -> SimulatedGames[Candidate]:
        seeds.append(seed)
        found.append(real(searching, seed, *given, **more))
        return found[-1]

    monkeypatch.setattr(advice, "compare", noted)
    own = At(CLAY, hand="Coin, Bury", deck="4 Coin", coins=3)
    told = advice_for(lay(own, At(WORDS, deck="9 Coin")))
    assert len(set(seeds)) == len(seeds) == 2
    assert told.worth in (found[-1].worth(0), found[-1].worth(1))
    assert told.games == 40
    assert told.gain.high >= 0


def test_with_nothing_else_to_do_there_is_no_next_best() -> None:
    found = advice_for(lay(At(CLAY), At(WORDS)))
    assert found.best == PASS
    assert found.next_best is None
    assert not found.sure


class Asking:
    """Plays by its policy, asking for advice at some acts, also with hidden cards redealt."""

    def __init__(self, player: Player, every: int) -> None:
        self.player = player
        self.every = every
        self.acts = self.asked = 0

    def act(self, table: Table, seat: Seat) -> Act:
        self.acts += 1
        if self.acts % self.every == 0:
            self.asked += 1
            other = table.copy(table.players, Random(3))
            determinize(other, other.seats[seat.number], Random(self.acts))
            here, there = advice_for(table), advice_for(other)
            assert (here.worth, here.gain) == (there.worth, there.gain)
            told = notation(here.best, table, seat)
            assert told == notation(there.best, other, other.seats[seat.number])
            assert here.best.why_illegal(table, seat) is None
            assert here.reason == there.reason
        return self.player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> list[int]:
        return list(self.player.choose(table, seat, question))


def test_advice_sees_nothing_hidden_and_is_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "HINT_ROLLOUTS", 30)
    monkeypatch.setattr(advice, "MEASURING", 10)
    known = catalogue()
    game = Settings(JACKS, 5, round_limit=12)
    first, second = (make() for make in policies(JACKS, known))
    asking = Asking(first, 12)
    play(set_up(game, known, [asking, second]), game)
    assert asking.asked > 5


def test_what_an_ai_card_may_do_next_is_told_by_nothing_hidden() -> None:
    deck = ai_deck(catalogue(), (), {})
    game = Settings(JACKS, 5, first=0)
    table = set_up(game, catalogue(), [make() for make in policies(JACKS, catalogue())])
    me, other = table.seats
    follower = deck.follower(other.jack)
    assert isinstance(follower, AICardPlayer)
    coins, waste = (next(c for c in other.hand + other.draw_deck if c.cost == n) for n in (1, 0))
    other.hand[:], other.draw_deck[:] = [waste], [coins, coins, coins]
    hidden = forecast(table, me, other, follower)
    assert [each.act for each in hidden] == ["play Coin", "play Waste"]
    assert 0.6 < hidden[0].share < 0.9, "a Coin is three cards of four"
    assert hidden[0].line == "9"
    other.hand[:], other.draw_deck[:] = [coins], [coins, waste, coins]
    assert forecast(table, me, other, follower) == hidden
    assert [each.act for each in forecast(table, other, other, follower)] == ["play Coin"]


def coached(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed, prog_name="moonflight")


def played(typed: str) -> None:
    coached("play", "--jack", "clay", "--against", "words", "--seed", "3", "--plain", typed=typed)


def test_ctrl_c_ends_the_coach_with_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    played("1\n1\n1\nquit\n")
    whole = coaching._looking

    def stopping(*given: Any) -> Iterator[object]:
        yield from islice(whole(*given), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(coaching, "_looking", stopping)
    monkeypatch.setattr(coaching, "ROUNDS_IN_ALL", 300)
    told = coached("coach", "--plain").stdout
    assert re.search("The coach found [0-2] mistakes? in 2 decisions", told), told
    assert "Stopped with 1 decision left to review." in told


@pytest.mark.slow
def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    played("1\npass\nquit\n")
    monkeypatch.setattr(coaching, "ROUNDS_IN_ALL", 100)
    found = []
    for jobs in (1, 2):
        monkeypatch.setattr(coaching, "processors", lambda jobs=jobs: jobs)
        monkeypatch.setattr(coaching, "WORTH_A_PROCESS", 1)
        found.append(coached("coach", "--json").stdout)
        (review,) = user_folder(REVIEWS).iterdir()
        review.unlink()
    assert found[0] == found[1]
    assert len(json.loads(found[0])["acts"]) == 2


def test_alone_it_is_points_that_count() -> None:
    known = catalogue()
    table = set_up(Settings((CLAY,), 2), known, [])
    table.variant = ScoreMode(table)
    found = advice_for(table)
    assert found.alone
    assert 0 <= found.worth.low < found.worth.value < found.worth.high < 30


def test_the_reason_is_what_surely_differs() -> None:
    rich = lay(At(CLAY, hand="Danse Macabre, Grave Digger"), At(WORDS), turned=True)
    poor = lay(At(CLAY, hand="2 Waste"), At(WORDS), turned=True)
    these, those = (measures_of_cards(each, each.seats[0]) for each in (rich, poor))
    told = reason([these] * 20, [those] * 20, WORDS)
    assert re.fullmatch(r"your hands score \d\.\d more on average", told)
    assert "score" not in reason([those] * 20, [these] * 20, WORDS)
    assert reason([these] * 20, [these] * 20, WORDS) == ""
    assert reason([these, those] * 10, [those, these] * 10, WORDS) == "", "by chance alone"
    half = reason([these] * 20, [these, those] * 10, WORDS)
    assert re.fullmatch(r"your hands score (\d\.\d) more on average \((\d\.\d) to (\d\.\d)\)", half)


def test_intervals_are_rounded_outwards() -> None:
    """What is surely above 0 does not begin at 0 as it is told."""
    told = gain_in_words(Estimate(0.03, 0.0012, 0.0604), alone=False)
    assert told == "3.0 wins in 100 games (0.1 to 6.1)"
    assert is_sure(Estimate(0.03, 0.0012, 0.0604), alone=False)
    assert not is_sure(Estimate(0.03, 0.0004, 0.0604), alone=False)
    assert gain_in_words(Estimate(2, 0.14, 4), alone=True) == "2.0 points (0.1 to 4.0)"
    told = gain_in_words(Estimate(0.025, 0.012, 0.04), alone=True)
    assert told == "0.03 points (0.01 to 0.04)", "it said 0.0 points (0.0 to 0.1)"
    assert gain_in_words(Estimate(0.0, -0.01, 0.01), alone=True) == "0.0 points (−0.1 to 0.1)"
    assert outwards(-0.5, 0.5) == "−1 to 1"
    assert outwards(100 * 0.07, 100 * 0.29) == "7 to 29"


# ------------------------------------------------------------------------ a game looked at again


def act_of(number: int, act: str, best: str, cost: float, *offered: str) -> ReviewedDecision:
    worth, usual, skill, lost = map(about, (0.5 - cost, 0.4, 0.1 - cost, cost))
    return ReviewedDecision(
        "act", number, False, 0, act, best, worth, usual, skill, lost, "so", False, offered
    )


def about(value: float) -> Estimate:
    return Estimate(value, value - 0.01, value + 0.01)


def test_what_is_only_put_off_costs_nothing() -> None:
    acts = [
        act_of(1, "play Coin", "shop Bury", 0.1, "play Coin", "shop Bury", "pass"),
        act_of(1, "pass", "shop Bury", 0.2, "shop Bury", "pass"),
        act_of(2, "pass", "shop Power", 0.3, "shop Power", "pass"),
    ]
    found = without_postponed(acts)
    assert [each.cost.value for each in found] == [0, 0.2, 0.3]
    assert [each.mistake for each in found] == [False, True, True]


def test_what_is_done_instead_of_passing_is_not_taken_back_by_passing_later() -> None:
    acts = [act_of(1, "play Dig", "pass", 0.1), act_of(1, "pass", "pass", 0, "pass")]
    assert [each.mistake for each in without_postponed(acts)] == [True, False]


def test_the_average_cost_is_that_of_the_mistakes() -> None:
    acts = [act_of(1, "pass", "shop Bury", 0.2), act_of(2, "pass", "pass", 0.0)]
    assert average_cost(acts).value == pytest.approx(0.1)
    assert average_cost(acts).high == pytest.approx(0.105)
    assert average_cost(acts[1:]).value == 0


def test_start_skill_and_luck_are_the_result() -> None:
    acts = [act_of(1, "pass", "shop Bury", 0.2), act_of(2, "pass", "pass", 0.0)]
    summed = balance(acts, 1.0)
    assert summed.start == about(0.4)
    assert summed.skill.value == pytest.approx(-0.1 + 0.1)
    assert summed.start.value + summed.skill.value + summed.luck.value == pytest.approx(1)
    assert summed.skill.high - summed.skill.value == pytest.approx(0.01 * 2**0.5)
    assert summed.luck.high - summed.luck.value == pytest.approx(0.01 * 3**0.5)
    assert summed.luck.value - summed.luck.low == pytest.approx(0.01 * 3**0.5)


@pytest.mark.parametrize(
    ("jacks", "alone"), [(JACKS, False), ((WORDS, CLAY), False), (JACKS[:1], True)]
)
def test_a_game_that_an_ai_card_plays_has_no_skill(
    jacks: tuple[str, ...], alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FEW", "STANDING", "FINAL", "AT_FIRST"):
        monkeypatch.setattr(reviewing, name, 2)
    monkeypatch.setattr(reviewing, "SHARE", 0)
    known, how = catalogue(), policies(jacks, catalogue())
    reviewer = Reviewer(0, how, lambda: len(reviewer.found), rounds=10)
    game = Settings(jacks, 4, round_limit=3)
    table = set_up(game, known, reviewer.watching([make() for make in how]))
    if alone:
        table.variant = ScoreMode(table)
    outcome = play(table, game)
    assert len({each.ask for each in reviewer.found}) > 1
    assert {each.skill for each in reviewer.found} == {NO_GAIN}
    assert all(each.worth == each.usual for each in reviewer.found)
    result = float(outcome.scores[0])
    summed = balance(reviewer.found, result)
    assert summed.skill == NO_GAIN
    assert summed.start.value + summed.luck.value == pytest.approx(result)


def test_a_bad_act_of_a_game_is_told() -> None:
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand="2 Power, 3 Waste", deck="9 Waste"), turned=True)
    seat = table.seats[0]
    how = policies(JACKS, catalogue())
    reviewer = Reviewer(0, how, lambda: 3)
    for act in (parse_act("play dig", table, seat), PASS):
        reviewer.act(table, seat, act)
    bad, good = reviewer.found
    assert bad.mistake
    assert bad.cost.value > 0.2
    assert bad.reason == "your hand at the End scores 2.0 more"
    assert bad.worth.value < bad.usual.value
    assert bad.skill.value == pytest.approx(bad.worth.value - bad.usual.value)
    assert not good.mistake
    assert (good.act, good.cost.value) == ("pass", 0)
    assert good.worth.value >= good.usual.value > bad.worth.value


class Retracing:
    """Answers by its policy, checking that replaying reaches the same question again."""

    def __init__(self, player: Player, notebook: Notebook, patch: pytest.MonkeyPatch) -> None:
        self.player = player
        self.notebook = notebook
        self.patch = patch
        self.asked = Counter[str]()
        self.came_back = 0

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        self.notebook.note(act, table, seat)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self.player.choose(table, seat, question)
        if seat.number == 0 and can_be_tried(question, seat):
            self.asked[question.ask] += 1
            here = lying(table)

            def same(again: Table, own: Seat, lots: Random, asked: Question) -> None:
                assert lying(again) == here
                assert own is again.seats[0]
                self.came_back += 1

            self.patch.setattr(scripted, "determinize", same)
            how = policies([each.jack for each in table.seats], catalogue())
            base, given = self.notebook.base, tuple(self.notebook.given)
            assert base is not None
            search = AnswerSearch(how, base, base.seats[0], 1, given=given, question=question)
            for each in answers.answers(question, answer):
                search.play_out(TriedAnswer(each), 1)
        self.notebook.given.append(Choice(tuple(answer)))
        return answer


def lying(table: Table) -> list[object]:
    """Return everything on a table."""
    return [
        (table.round, table.turned, table.acting, table.rng.getstate()),
        *[
            (s.hand, s.draw_deck, s.discard_stack, s.trash_stack, s.coins, s.built, s.shopped)
            for s in table.seats
        ],
        *[[(each.card, each.settled) for each in s.in_play] for s in table.seats],
        *[stack.cards for stack in table.seats[0].stacks],
    ]


@pytest.mark.parametrize("alone", [False, True])
def test_other_answers_are_tried_where_the_question_was_asked(
    alone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = catalogue()
    game = Settings(JACKS[:1] if alone else JACKS, 8, round_limit=6)
    notebook = Notebook(0)
    players = [Retracing(make(), notebook, monkeypatch) for make in policies(game.jacks, known)]
    table = set_up(game, known, players)
    if alone:
        table.variant = ScoreMode(table)
    play(table, game)
    asked = players[0].asked
    assert sum(asked.values()) > 2
    assert players[0].came_back >= 2 * sum(asked.values())
    assert len(asked) > 1


@pytest.mark.parametrize(("lost", "bad"), [("Call The Living", True), ("Waste", False)])
def test_a_bad_answer_of_a_game_is_told(lost: str, bad: bool) -> None:
    """Take It With You has one card of the hand Trashed."""
    script = Script("play Take It With You", trash=lost)
    own = At(CLAY, hand="Take It With You, Call The Living, Waste", deck="8 Coin")
    other = At(WORDS, hand="5 Coin", deck="9 Coin")
    table = lay(own, other, players=[script, Script()])
    reviewer = Reviewer(0, policies(JACKS, catalogue()), lambda: 1 + len(reviewer.found))
    table.players = reviewer.watching(table.players)
    action(table)
    (answer,) = (each for each in reviewer.found if each.ask == "trash")
    assert answer.act == f"trash {lost}"
    assert answer.mistake is bad
    assert (answer.best == answer.act) is not bad


@pytest.mark.slow
def test_the_coach_on_a_recorded_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "ROUNDS_IN_ALL", 300)
    played("1\npass\n\nquit\n")
    page = tmp_path / "coach.html"
    told = coached("coach", "--plain", "--html", str(page))
    assert told.exit_code == 0, told.output
    assert "The coach found " in told.stdout
    assert told.stdout.endswith(f"The page is {page}.\n")
    assert "<td>play Coin</td>" in page.read_text("utf-8")
    found = json.loads(coached("coach", "--json").stdout)
    assert found["acts"][0]["act"] == "play Coin"
    assert found["balance"] is None
    assert coached("coach", "nothing").exit_code != 0
    nowhere = coached("coach", "--html", str(tmp_path / "none" / "page.html"))
    assert nowhere.exit_code == 2
    assert "there is no folder" in nowhere.stderr


def reviewed(number: int, worth: float, cost: float, *, alone: bool = False) -> ReviewedDecision:
    """Return a reviewed act of round ``number``."""
    lost = Estimate(cost, cost / 2, cost * 1.5)
    values = about(worth), about(worth + cost / 2), about(-cost / 2), lost
    return ReviewedDecision(
        "act", number, number > 2, number, "pass", "play <Coin>", *values, "so", alone
    )


def test_what_came_of_luck_and_skill_adds_up_at_every_act() -> None:
    acts = [reviewed(1, 0.5, 0), reviewed(2, 0.3, 0.1), reviewed(3, 0.6, 0.2)]
    luck, skill = luck_so_far(acts), [0, *accumulate(act.skill.value for act in acts)]
    assert [act.usual.value for act in acts] == pytest.approx([0.5, 0.35, 0.7])
    assert [0.5 + a + b for a, b in zip(luck, skill, strict=False)] == pytest.approx(
        [0.5, 0.35, 0.7]
    )
    summed = balance(acts, 1)
    assert summed.skill.value == pytest.approx(skill[-1])
    assert summed.luck.value == pytest.approx(luck[-1] + 1 - acts[-1].worth.value)


def test_rounds_of_few_acts_are_labelled_where_there_is_room() -> None:
    acts = [reviewed(max(1, at - 40), 0.5, 0) for at in range(60)]
    views = dict.fromkeys(range(21), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    page = Review(acts, balance(acts, 1), "A", "game", views).page().partition("</svg>")[0]
    labels = re.findall(r'x="([\d.]+)"[^>]* text-anchor="middle">(\d+)<', page)
    assert [number for _, number in labels] == ["1", *map(str, range(2, 20, 3))]
    assert all(float(b) - float(a) > 25 for (a, _), (b, _) in pairwise(labels))


@pytest.mark.parametrize("alone", [False, True])
def test_the_page_shows_each_act_each_mistake_and_the_turn(alone: bool) -> None:
    scale = 10 if alone else 1
    acts = [reviewed(n, 0.5 * scale, 0.2 * scale * (n == 2), alone=alone) for n in (1, 2, 3)]
    views = dict.fromkeys(range(4), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    page = Review(acts, balance(acts, 1), "A & B", "game", views).page()
    assert "Your Jack's AI card would " in html.unescape(page)
    assert page.count("<circle") == 1
    assert page.count(">the Turn<") == 2
    assert page.count("<tr>") == 4
    assert "A &amp; B" in page
    assert page.count("Your hand: Bury") == 1
    assert page.count("2.0 points (" if alone else "20.0 wins in 100 games (") == 2
    assert "5.0" in page if alone else "50%" in page
    assert "NaN" not in page
    assert page.count('<path class="unsure"') == 1, "the interval of the skill"
    assert page.count("<summary>The table then") == 1, "it is long, and so folded"


def test_the_page_of_a_game_without_mistakes_says_so() -> None:
    """A renaming had made "The coach course no mistakes" and "Best course" of it."""
    acts = [reviewed(n, 0.5, 0) for n in (1, 2)]
    views = dict.fromkeys(range(3), view(lay(At(CLAY), At(WORDS)), 0))
    page = Review(acts, balance(acts, 1), "A", "game", views).page()
    assert "The coach found no mistakes." in page
    assert ">Best found</th>" in page


def test_what_hands_score_is_said_once() -> None:
    """A hand at the End that scores 1.0 more was explained by hands that score 1.0 more."""
    table = lay(At(CLAY), At(WORDS))
    games = [[SimulatedGame(1.0, 1, True, {"score": (n, n)})] * 20 for n in (2.0, 1.0)]
    tried = [Candidate(PASS, seen=each) for each in games]
    soon = iter([{"hand": (n, n), "gained": (n, n)} for n in (2.0, 1.0)])

    def played(candidate: Candidate, number: int) -> None:
        measures = next(soon)
        candidate.seen = [dict(measures) for _ in range(number)]

    search = SimpleNamespace(table=table, seat=table.seats[0], play_out=played)
    told = reasons(lambda **_: search, 0, SimulatedGames(tried, alone=False))  # type: ignore[arg-type]
    assert told == (
        "your hand at the End scores 1.0 more; your cards gain more coin tokens on average"
    )


def test_the_page_draws_no_skill_that_is_not_told() -> None:
    """It drew a sum of -203 wins in 100 games as a line without an interval."""
    wide = [replace(reviewed(1, 0.5, 0), skill=Estimate(-0.5, -1.0, 0.1)) for _ in range(2)]
    views = dict.fromkeys(range(4), view(lay(At(CLAY), At(WORDS)), 0))
    page = Review(wide, balance(wide, 0), "A", "game", views).page()
    assert "cannot show how much your acts changed that" in html.unescape(page)
    assert page.count("<svg") == 1


def test_every_mistake_says_which_act_was_better() -> None:
    acts = [reviewed(n, 0.5, 0.1 * n, alone=False) for n in range(1, coaching.MOMENTS + 3)]
    views = dict.fromkeys(range(10), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    file = io.StringIO()
    Review(acts, None, "A", "game", views).tell(terminal(plain=True, file=file))
    told = re.findall(r"Round (.), pass: play <Coin> would have been better by ", file.getvalue())
    assert told == ["1", "2", "3", "4", "5", "5", "4", "3"], "all in order, then the costliest"


def test_mistakes_are_told_as_soon_as_nothing_changes_them() -> None:
    """Parts of a game come in any order, and an act counts only once the next one is known."""
    store = KeptReview("", "", "", "", 3, {})
    news = coaching._News(store, [(0,), (1, 2), (3, 4)])
    one, two, three, four, five = (reviewed(n, 0.5, 0.1) for n in range(1, 6))

    def told(numbers: tuple[int, ...], *reviews: ReviewedDecision) -> list[str]:
        store.keep(numbers, list(reviews))
        return [line[:7] for line in news.lines()]

    assert told((3, 4), four, five) == []
    assert told((0,), one) == ["Your Ja"]
    assert told((1, 2), two, three) == [f"Round {number}" for number in range(1, 6)]
    assert news.number_done == 5
    assert [each.round for each in store.all_reviews] == [1, 2, 3, 4, 5]


def test_what_is_reviewed_is_not_reviewed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it was stopped; a game that has gone on since is another one."""
    monkeypatch.setattr(coaching, "ROUNDS_IN_ALL", 100)
    played("1\npass\nquit\n")
    whole, looked = coaching._looking, []

    def counted(*given: Any) -> Iterator[object]:
        for each in whole(*given):
            looked.append(each[0])
            yield each
            if len(looked) == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(coaching, "_looking", counted)
    stopped = json.loads(coached("coach", "--json").stdout)
    assert kept_reviews() == []
    again = json.loads(coached("coach", "--json").stdout)
    assert looked == [(0,), (1,)]
    assert again["acts"][0]["worth"] == stopped["acts"][0]["worth"]
    assert json.loads(coached("coach", "--json").stdout) == again
    assert looked == [(0,), (1,)]
    (kept,) = kept_reviews()
    assert len(kept.all_reviews) == 2
    assert [each.act for each in kept.all_reviews] == [each["act"] for each in again["acts"]]
    coached("resume", "--plain", typed="1\nquit\n")
    coached("coach", "--json")
    assert len(looked) > 3


def test_skill_within_any_interval_is_not_told() -> None:
    start, luck = Estimate(0.5, 0.4, 0.6), Estimate(0.1, 0.0, 0.2)
    sure = Balance(start, Estimate(0.2, -0.1, 0.5), luck, 1.0)
    assert "Your acts changed that by +20 (−10 to 50) wins" in coaching._in_words(sure, alone=False)
    wide = Balance(start, Estimate(0.2, -0.4, 0.8), luck, 1.0)
    told = coaching._in_words(wide, alone=False)
    assert told.endswith("The simulated games cannot show how much your acts changed that.")
    assert "cannot show" not in coaching._in_words(wide, alone=True)
