"""Advice on what to do now: it finds what is best, says why, and sees no more than its seat."""

from __future__ import annotations

from random import Random

import pytest
from helpers import CLAY, WORDS, At, lay

from moonflight_solo.coach import advice
from moonflight_solo.coach.advice import Advice, advise, compare, is_sure
from moonflight_solo.coach.factors import measured, reason
from moonflight_solo.playtest.players import policies
from moonflight_solo.playtest.players.rollout import determinize
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

JACKS = (CLAY, WORDS)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "GAMES", 200)
    monkeypatch.setattr(advice, "GAMES_ALONE", 40)
    monkeypatch.setattr(advice, "FINAL", 40)


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
    compared = compare(table, seat, policies(JACKS, catalogue()), 5, [found.best, bad], games=20)
    assert is_sure(compared.gain, alone=False)
    assert compared.worths[0] > 0.8 > compared.worths[1]
    assert compared.reasons == ("your hand at the End scores 2.0 more", "")
    assert not is_sure(compared.turned().gain, alone=False)


def test_acts_without_a_difference_are_about_the_same() -> None:
    table = lay(At(CLAY, hand="2 Coin", coins=0), At(WORDS, deck="9 Coin"))
    compared = compare(
        table, table.seats[0], policies(JACKS, catalogue()), 5, [PASS, PASS], games=20
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
    """Plays by its policy, and asks for advice at some acts, also with what is hidden redealt."""

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


def test_advice_sees_nothing_hidden_and_is_the_same_again() -> None:
    known = catalogue()
    game = Settings(JACKS, 5, round_limit=12)
    first, second = (make() for make in policies(JACKS, known))
    asking = Asking(first, 12)
    play(set_up(game, known, [asking, second]), game)
    assert asking.asked > 5


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
    these, those = ([measured(each, each.seats[0])] for each in (rich, poor))
    assert reason(these, those, WORDS).startswith("your hand at the End scores ")
    assert "scores" not in reason(those, these, WORDS)
    assert reason(these, these, WORDS) == ""
