"""Advice on acts: it finds the best one, says why, and uses only what the seat can see."""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import few_rollouts
import pytest
from click.testing import CliRunner, Result
from helpers import CLAY, WORDS, At, Script, lay

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli import main
from moonflight_solo.cli.game import coaching
from moonflight_solo.cli.game.coaching import Review
from moonflight_solo.cli.opponents import ai_deck
from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.cli.output.view import view
from moonflight_solo.coach import advice, answers
from moonflight_solo.coach import review as reviewing
from moonflight_solo.coach.advice import (
    Advice,
    advise,
    compare_acts,
    forecast,
    is_sure,
    measured_factors,
    reason,
)
from moonflight_solo.coach.answers import AnswerSearch, Notebook, TriedAnswer, can_be_tried
from moonflight_solo.coach.review import (
    ReviewedDecision,
    Reviewer,
    balance,
    charged,
    course,
    review,
)
from moonflight_solo.playtest.players import policies
from moonflight_solo.playtest.players.search import ActSearch, Candidate
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules import scripted
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

JACKS = (CLAY, WORDS)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "_GAMES", 200)
    monkeypatch.setattr(advice, "GAMES_ALONE", 40)
    monkeypatch.setattr(advice, "_FINAL", 40)


def advice_for(table: Table, seed: int = 1) -> Advice:
    jacks = [seat.jack for seat in table.seats]
    return advise(table, table.seats[0], policies(jacks, table.names), seed)  # type: ignore[arg-type]


def test_a_bad_act_is_told_from_good_ones() -> None:
    """Played, Dig would come back by the Discard Stack, and the End with a better hand be lost."""
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand="5 Waste", deck="9 Waste"), turned=True)
    seat = table.seats[0]
    found = advice_for(table)
    assert notation(found.best, table, seat) in ("spend Dig with Jack o' Bones", "pass")
    bad = parse_act("play dig", table, seat)
    compared = compare_acts(
        table, seat, policies(JACKS, catalogue()), 5, [found.best, bad], games=(20,)
    )
    assert is_sure(compared.gain, alone=False)
    assert compared.worths[0] > 0.8 > compared.worths[1]
    assert compared.reasons == ("your hand at the End scores 2.0 more", "")
    assert not is_sure(compared.turned().gain, alone=False)


def test_no_act_wins_more_than_every_game() -> None:
    """Nor surely every one, if it won all that were played on and the other none of them."""
    table = lay(At(CLAY, hand="Coin"), At(WORDS))
    other = parse_act("play coin", table, table.seats[0])

    class Certain(ActSearch):
        def __init__(self, look: advice.Onlooker) -> None:
            self.look = look

        def play_out(self, candidate: Candidate, games: int) -> None:
            candidate.rollouts[:] = [float(candidate.act == PASS)] * games
            for _ in range(games):
                self.look(candidate, table, table.seats[0])

    acts = [Candidate(PASS), Candidate(other)]
    found = advice.compared_choices(Certain, acts, table, table.seats[0], (50,))
    assert found.gain.value == found.gain.high == 1
    assert 0.8 < found.gain.low < 1


def test_acts_without_a_difference_are_about_the_same() -> None:
    table = lay(At(CLAY, hand="2 Coin", coins=0), At(WORDS, deck="9 Coin"))
    compared = compare_acts(
        table, table.seats[0], policies(JACKS, catalogue()), 5, [PASS, PASS], games=(20,)
    )
    assert compared.gain.value == 0
    assert compared.worths[0] == compared.worths[1]
    assert compared.reasons == ("", "")


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
            other = table.copied(table.players, Random(3))
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
    monkeypatch.setattr(advice, "_GAMES", few_rollouts.GAMES)
    monkeypatch.setattr(advice, "_FINAL", few_rollouts.FINAL)
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
    monkeypatch.setattr(reviewing, "FINAL", 20)
    told = coached("coach", "--plain").stdout
    assert "2 decisions of yours, " in told
    assert "You stopped it there, with 1 to go." in told


@pytest.mark.slow
def test_several_processes_find_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    played("1\npass\nquit\n")
    monkeypatch.setattr(advice, "_GAMES", few_rollouts.GAMES)
    monkeypatch.setattr(reviewing, "FINAL", few_rollouts.FINAL)
    monkeypatch.setattr(coaching, "_looked_up", few_rollouts.looked_up)
    found = []
    for jobs in (1, 2):
        monkeypatch.setattr(coaching, "processors", lambda jobs=jobs: jobs)
        monkeypatch.setattr(coaching, "WORTH_A_PROCESS", 1)
        found.append(coached("coach", "--json").stdout)
    assert found[0] == found[1]
    assert len(json.loads(found[0])["acts"]) == 2


def test_what_comes_to_the_same_is_soon_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice of one, and two of which neither does otherwise, are played on but a few times."""
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand="5 Waste", deck="9 Waste"), turned=True)
    known = policies(JACKS, catalogue())
    games: list[int] = []
    whole = ActSearch.play_out

    def counted(search: ActSearch, candidate: Candidate, number: int) -> None:
        games.append(number)
        whole(search, candidate, number)

    monkeypatch.setattr(ActSearch, "play_out", counted)
    for acts in ([PASS], [PASS, PASS]):
        compare_acts(table, table.seats[0], known, 5, acts, (10, 30))
    assert max(games) == 10
    bad = parse_act("play dig", table, table.seats[0])
    compare_acts(table, table.seats[0], known, 5, [PASS, bad], (10, 30))
    assert max(games) == 30


def test_alone_it_is_points_that_count() -> None:
    known = catalogue()
    table = set_up(Settings((CLAY,), 2), known, [])
    table.variant = ScoreMode(table)
    found = advice_for(table)
    assert found.alone
    assert 0 <= found.worth < 30


def test_the_reason_is_what_differs_most() -> None:
    rich = lay(At(CLAY, hand="Danse Macabre, Grave Digger"), At(WORDS), turned=True)
    poor = lay(At(CLAY, hand="2 Waste"), At(WORDS), turned=True)
    these, those = ([measured_factors(each, each.seats[0])] for each in (rich, poor))
    assert reason(these, those, WORDS).startswith("your hands will score ")
    assert "scores" not in reason(those, these, WORDS)
    assert reason(these, these, WORDS) == ""


# ------------------------------------------------------------------------ a game looked at again


def act_of(number: int, act: str, best: str, cost: float, *offered: str) -> ReviewedDecision:
    estimate = Estimate(cost, cost - 0.01, cost + 0.01)
    return ReviewedDecision(
        "act", number, False, 0, act, best, 0.5 - cost, 0.4, estimate, "so", False, offered
    )


def test_what_is_only_put_off_costs_nothing() -> None:
    acts = [
        act_of(1, "play Coin", "shop Bury", 0.1, "play Coin", "shop Bury", "pass"),
        act_of(1, "pass", "shop Bury", 0.2, "shop Bury", "pass"),
        act_of(2, "pass", "shop Power", 0.3, "shop Power", "pass"),
    ]
    found = charged(acts)
    assert [each.cost.value for each in found] == [0, 0.2, 0.3]
    assert [each.mistake for each in found] == [False, True, True]


def test_what_is_done_instead_of_passing_is_not_taken_back_by_passing_later() -> None:
    acts = [act_of(1, "play Dig", "pass", 0.1), act_of(1, "pass", "pass", 0, "pass")]
    assert [each.mistake for each in charged(acts)] == [True, False]


def test_start_skill_and_luck_are_the_result() -> None:
    acts = [act_of(1, "pass", "shop Bury", 0.2), act_of(2, "pass", "pass", 0.0)]
    summed = balance(acts, 1.0)
    assert summed.start == pytest.approx(0.4)
    assert summed.skill == pytest.approx(-0.1 + 0.1)
    assert summed.start + summed.skill + summed.luck == pytest.approx(summed.result)


def test_a_bad_act_of_a_game_is_told() -> None:
    own = At(CLAY, hand="Dig, 4 Power", deck="2 Waste", coins=0)
    table = lay(own, At(WORDS, hand="5 Waste", deck="9 Waste"), turned=True)
    seat = table.seats[0]
    how = policies(JACKS, catalogue())
    bad = review(table, seat, parse_act("play dig", table, seat), 3, how, 1)
    assert bad.mistake
    assert bad.cost.value > 0.2
    assert bad.reason == "your hand at the End scores 2.0 more"
    assert bad.worth < bad.usual
    good = review(table, seat, PASS, 3, how, 1)
    assert not good.mistake
    assert (good.act, good.cost.value) == ("pass", 0)
    assert good.worth >= good.usual > bad.worth


def test_whoever_does_as_the_ai_card_has_neither_skill_nor_lack_of_it() -> None:
    table = lay(At(CLAY, hand="Coin, Bury", coins=2), At(WORDS, hand="5 Waste"))
    seat, how = table.seats[0], policies(JACKS, catalogue())
    usual = how[0]().act(table, seat)
    found = review(table, seat, usual, 0, how, 1)
    assert found.worth == found.usual
    other = review(table, seat, parse_act("pass", table, seat), 0, how, 1)
    assert other.usual == found.usual


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
            how = policies(JACKS, catalogue())
            search = AnswerSearch(how, self.notebook, question, 0, 1)
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
    other = At(WORDS, hand="5 Waste", deck="9 Waste")
    table = lay(own, other, players=[script, Script()])
    reviewer = Reviewer(0, policies(JACKS, catalogue()), lambda: len(reviewer.found))
    table.players = reviewer.watching(table.players)
    action(table)
    (answer,) = (each for each in reviewer.found if each.ask == "trash")
    assert answer.act == f"trash {lost}"
    assert answer.mistake is bad
    assert (answer.best == answer.act) is not bad


@pytest.mark.slow
def test_the_coach_on_a_recorded_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviewing, "FINAL", 20)
    played("1\npass\n\nquit\n")
    page = tmp_path / "coach.html"
    told = coached("coach", "--plain", "--html", str(page))
    assert told.exit_code == 0, told.output
    assert " of yours, " in told.stdout
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
    usual = worth + cost / 2
    return ReviewedDecision(
        "act", number, number > 2, number, "pass", "play <Coin>", worth, usual, lost, "so", alone
    )


def test_what_came_of_luck_and_skill_adds_up_at_every_act() -> None:
    acts = [reviewed(1, 0.5, 0), reviewed(2, 0.3, 0.1), reviewed(3, 0.6, 0.2)]
    found = course(acts)
    assert [moment.before for moment in found] == pytest.approx([0.5, 0.35, 0.7])
    for moment in found:
        assert 0.5 + moment.luck + moment.skill == pytest.approx(moment.before)
    summed = balance(acts, 1)
    end = found[-1]
    assert summed.skill == pytest.approx(end.skill + end.after - end.before)
    assert summed.luck == pytest.approx(end.luck + 1 - end.after)


@pytest.mark.parametrize("alone", [False, True])
def test_the_page_shows_each_act_each_mistake_and_the_turn(alone: bool) -> None:
    scale = 10 if alone else 1
    acts = [reviewed(n, 0.5 * scale, 0.2 * scale * (n == 2), alone=alone) for n in (1, 2, 3)]
    views = dict.fromkeys(range(4), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    page = Review(acts, balance(acts, 1), "A & B", "game", views).page()
    assert "Both are sums of many estimates: a small one says nothing." in page
    assert page.count("<circle") == 1
    assert page.count(">the Turn<") == 2
    assert page.count("<tr>") == 4
    assert "A &amp; B" in page
    assert page.count("Your hand: Bury") == 1
    assert page.count("2.0 points (" if alone else "20 wins in 100 games (") == 2
    assert "5.0" in page if alone else "50%" in page
    assert "NaN" not in page


def test_every_mistake_says_which_act_was_better() -> None:
    acts = [reviewed(n, 0.5, 0.1 * n, alone=False) for n in range(1, coaching.MOMENTS + 3)]
    views = dict.fromkeys(range(10), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    file = io.StringIO()
    Review(acts, None, "A", "game", views).tell(terminal(plain=True, file=file))
    told = re.findall(r"Round (.): you did pass; play <Coin> was better by ", file.getvalue())
    assert told == ["5", "4", "3", "1", "2"], "the costliest first, the others in order"
