"""AI players' counts agree with their explanations of every act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from helpers import CLAY, EDITIONS, WORDS, At, lay

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.policy import FEW_PLAYERS, LineCount, NoteCounts, Policy
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.state import Act, Question, Seat, Table

Told = dict[tuple[bool, str], Counter[str]]


class Telling:
    """Acts as an AI card does, and counts its explanations separately."""

    def __init__(self, jack: str, edition: str) -> None:
        known = catalogue(edition)
        self.follower = AICardPlayer(load_ai_card(jack, known), known)
        self.told: Told = {}
        lines = self.follower.lines
        sides = [Policy([at for at in lines if at.line.printed.turned == up]) for up in (0, 1)]
        for side in sides:
            side.players = FEW_PLAYERS + 1
        self.sides = sides

    def act(self, table: Table, seat: Seat) -> Act:
        side, decided, taken = self.sides[table.turned], NoteCounts(), NoteCounts()
        side.decide(table, seat, decided)
        copy = table.copy(table.players, Random(0))
        take = side.acts(copy)
        assert take is not None
        take(copy, copy.seats[seat.number], self.follower, taken)
        assert decided == taken
        told = self.follower.explain(table, seat)
        for line in told.considered:
            here = self.told.setdefault((table.turned, line.line), Counter())
            here["looked at"] += 1
            here["true"] += line.status != "condition-false"
            here["followed"] += line.line == told.line
        return self.follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.follower.choose(table, seat, question)

    def agrees(self) -> None:
        """Assert that the counts agree with the explanations."""
        coverage = self.follower.counts.coverage()
        for at, count in coverage.items():
            told = self.told.get(at, Counter())
            wanted = LineCount(told["looked at"], told["true"], told["followed"])
            assert count == wanted, at
        below = {at for at in self.told if "." in at[1]}
        assert set(self.told) - below <= set(coverage)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, CLAY, WORDS)])
def test_counts_are_what_the_card_explains(jacks: tuple[str, ...], edition: str) -> None:
    """At every act of some games, the quick way down the lines comes to what `explain` tells."""
    for seed in range(4):
        players = [Telling(jack, edition) for jack in jacks]
        settings = Settings(jacks, seed=seed, edition=edition)
        outcome = play(set_up(settings, catalogue(edition), players), settings)
        for player in players:
            player.agrees()
        # Every act that comes from no line is a Pass, so the acts followed are no more than played.
        followed = sum(c.followed for p in players for c in p.follower.counts.coverage().values())
        assert 0 < followed <= outcome.acts


def test_counts_are_shared_from_game_to_game() -> None:
    known = catalogue()
    alone: Counter[tuple[bool, str]] = Counter()
    shared = AICardPlayer(load_ai_card(CLAY, known), known).counts
    for seed in range(3):
        settings = Settings((CLAY, WORDS), seed=seed)
        for counts in (None, shared):
            clay = AICardPlayer(load_ai_card(CLAY, known), known, counts=counts)
            words = AICardPlayer(load_ai_card(WORDS, known), known)
            play(set_up(settings, known, [clay, words]), settings)
            if counts is None:
                alone.update({at: n.looked_at for at, n in clay.counts.coverage().items()})
    assert {at: n.looked_at for at, n in shared.coverage().items()} == dict(alone)


def test_one_act_is_counted_line_by_line() -> None:
    """A condition counts as true though the card that the line would play is not in hand."""
    known = catalogue()
    table = lay(At(CLAY, hand="Coin", deck="Waste", discard="Bury"), At(WORDS))
    follower = AICardPlayer(load_ai_card(CLAY, known), known)
    follower.act(table, table.seats[0])
    assert follower.followed == "5"
    coverage = follower.counts.coverage()
    assert coverage[False, "1"] == LineCount(1, 1, 0)
    assert coverage[False, "2"] == LineCount(1, 1, 0)
    assert coverage[False, "3"] == LineCount(1, 1, 0)
    assert coverage[False, "5"] == LineCount(1, 1, 1)
    assert coverage[False, "6"] == LineCount(0, 0, 0)
    assert all(count == LineCount() for (turned, _), count in coverage.items() if turned)
    table.seats[0].discard_stack.clear()
    follower.act(table, table.seats[0])
    assert follower.counts.coverage()[False, "2"] == LineCount(2, 1, 0)
    assert "5.1" not in {number for _, number in coverage}
