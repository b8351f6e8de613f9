"""Invariants of every game, tested by random legal play on random seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    ODDS,
    STICKS,
    WORDS,
    Recorder,
    Replay,
    at_least,
    every_card,
    listen,
    made_up_cards,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wanderers import Wanderer

from moonflight_solo.rules.game import Settings, play, set_up, stream
from moonflight_solo.rules.notation import labels, notation, parse_act, parse_answer
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table

ROOT = Path(__file__).parent.parent
printed_games = st.builds(
    Settings,
    jacks=st.lists(st.sampled_from([CLAY, WORDS]), min_size=1, max_size=4).map(tuple),
    seed=st.integers(0, 2**32),
    edition=st.sampled_from(EDITIONS),
    first=st.none(),
    round_limit=st.integers(1, 40),
    act_limit=st.just(400),
)
made_up_games = st.builds(
    Settings,
    jacks=st.lists(st.sampled_from([STICKS, ODDS, CLAY, WORDS]), min_size=1, max_size=3).map(tuple),
    seed=st.integers(0, 2**32),
    edition=st.sampled_from(EDITIONS),
    first=st.none(),
    round_limit=st.integers(1, 30),
    act_limit=st.just(400),
)
few = settings(
    max_examples=at_least(20, 200),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)


class Inspector:
    """Wraps a player and inspects the table before every act."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.cards: Counter[str] | None = None
        self.looked = 0
        self.ran_out = 0

    def act(self, table: Table, seat: Seat) -> Act:
        self.cards = inspect(table, self.cards)
        self.looked += 1
        if not all(each.supply for each in table.seats):
            # The next Reset brings the Turn.
            self.ran_out = self.ran_out or table.round
            assert table.turned or table.round == self.ran_out
        for act in legal_acts(table, seat):
            assert act.why_illegal(table, seat) is None
            again = parse_act(notation(act, table, seat), table, seat)
            assert again == act, notation(act, table, seat)
        act = self.player.act(table, seat)
        assert parse_act(notation(act, table, seat), table, seat) == act
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = list(self.player.choose(table, seat, question))
        assert question.why_invalid(answer) is None
        names = labels(question, table, seat)
        assert len(names) == len(set(names)) == len(question.items)
        assert len(question.cards) == len(names)
        assert len(question.zones) in (0, len(names))
        assert len(question.owners) in (0, len(names))
        assert question.ask == "order" or question.least < len(names)  # else G-forced
        for index, name in enumerate(names):
            if question.least <= 1 <= question.most:
                assert list(parse_answer(name, question, names)) == [index]
        said = ", ".join(str(index + 1) for index in answer)
        assert list(parse_answer(said, question, names)) == answer
        return answer


def kinds(cards: Sequence[Card]) -> Counter[str]:
    """Count cards by their pre-Turn name."""
    return Counter((card.flipped if card.turned else card).name for card in cards)


def inspect(table: Table, before: Counter[str] | None) -> Counter[str]:
    """Check the invariants of the table, and return its cards by kind."""
    cards = every_card(table)
    counted = kinds(cards)
    assert before is None or counted == before, "cards have come or gone"
    assert all(card.turned == table.turned for card in cards if card.flipped is not card)
    piles = [id(pile) for seat in table.seats for pile in lists_of(seat)]
    assert len(piles) == len(set(piles)), "two places share one list"
    for seat in table.seats:
        assert seat.coins >= 0
        assert seat.character.card.turned == table.turned
        assert not seat.character.settled
        for placed in seat.in_play:
            assert placed.card.stability or not placed.settled
        for stack in seat.market:
            assert stack.suit == seat.suit
    return counted


def lists_of(seat: Seat) -> Iterator[list[Card]]:
    yield from (seat.hand, seat.draw_deck, seat.discard_stack, seat.trash_stack, seat.supply)
    yield from (stack.cards for stack in seat.market)
    yield from (placed.settled for placed in seat.in_play)


def seated(chosen: Settings, players: Sequence[Player], *, supply: int = 21) -> Table:
    """Set up a game with at most `supply` cards left in each Supply Stack."""
    table = set_up(chosen, made_up_cards(chosen.edition), players)
    for seat in table.seats:
        del seat.supply[supply:]
    return table


def wanderers(chosen: Settings) -> list[Player]:
    return [Wanderer(stream(chosen.seed, f"seat {n}")) for n in range(len(chosen.jacks))]


def check_game(chosen: Settings, supply: int) -> None:
    players = [Inspector(player) for player in wanderers(chosen)]
    table = seated(chosen, players, supply=supply)
    whole = kinds(every_card(table))
    result = play(table, chosen)
    assert inspect(table, whole) == whole
    assert sum(player.looked for player in players) == result.acts
    assert result.ended_by in ("end", "round limit", "act limit")
    assert result.finished == (result.ended_by == "end")
    assert sorted(result.ranking) == list(range(len(chosen.jacks)))
    assert result.rounds <= chosen.round_limit
    if result.ended_by == "end":
        assert result.triggered_by
        assert result.winner == result.ranking[0]
        best = max(result.scores)
        assert result.scores[result.ranking[0]] == best


@few
@given(printed_games, st.sampled_from([21, 6, 3, 0]))
def test_every_game_of_the_printed_cards_keeps_the_table_in_order(
    chosen: Settings, supply: int
) -> None:
    """Every card is in exactly one place, coin tokens are never negative, every legal act has no
    fault and is written and read back, every question is in order, and nothing fails."""
    check_game(chosen, supply)


@few
@given(made_up_games, st.sampled_from([21, 6, 1]))
def test_every_game_of_the_made_up_cards_keeps_the_table_in_order(
    chosen: Settings, supply: int
) -> None:
    """The same with suits that use more of the rulebooks' words."""
    check_game(chosen, supply)


@settings(few, max_examples=at_least(10, 40))
@given(printed_games)
def test_settings_seed_and_answers_make_the_game(chosen: Settings) -> None:
    """House: nothing else is needed; what was answered, said again, gives the same events."""
    recorders = [Recorder(player) for player in wanderers(chosen)]
    table = seated(chosen, recorders)
    heard = listen(table)
    result = play(table, chosen)
    again = seated(chosen, [Replay(recorder.said) for recorder in recorders])
    heard_again = listen(again)
    assert play(again, chosen) == result
    assert heard_again == heard
    assert every_card(table) == every_card(again)


def test_another_seed_is_another_game() -> None:
    games = set()
    for seed in range(5):
        chosen = Settings((CLAY, WORDS), seed, round_limit=3)
        table = seated(chosen, wanderers(chosen))
        heard = listen(table)
        play(table, chosen)
        games.add("\n".join(heard))
    assert len(games) == 5


def test_a_listener_changes_nothing() -> None:
    """House: with no listener it costs nothing, and with one it is the same game."""
    chosen = Settings((CLAY, WORDS), 7, round_limit=8)
    silent = seated(chosen, wanderers(chosen))
    result = play(silent, chosen)
    heard = seated(chosen, wanderers(chosen))
    listen(heard)
    assert play(heard, chosen) == result
    assert every_card(heard) == every_card(silent)


def test_the_players_lots_are_not_the_decks() -> None:
    """House: randomness of the decks and of each player are streams of their own."""
    numbers = [stream(3, name).random() for name in ("decks", "seat 0", "seat 1")]
    assert len(set(numbers)) == 3
    assert stream(3, "decks").random() == numbers[0]


GAME = """
import hashlib, sys
sys.path.insert(0, "tests")
from helpers import listen
from wanderers import Wanderer
from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up, stream
told = []
for seed, edition in ((1, "prototype"), (2, "final")):
    chosen = Settings(("Clay and Bones", "Words and Names"), seed, edition, round_limit=6)
    known = catalogue(edition)
    for players in (
        [Wanderer(stream(seed, f"seat {n}")) for n in (0, 1)],
        [AICardPlayer(load_ai_card(jack, known), known) for jack in chosen.jacks],
    ):
        table = set_up(chosen, known, players)
        heard = listen(table)
        told += [heard, str(play(table, chosen))]
print(hashlib.sha256(repr(told).encode()).hexdigest())
"""


def test_a_game_does_not_depend_on_the_hash_seed() -> None:
    """House: same settings, seed and answers, same game, whatever the machine."""
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-c", GAME],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("0", "4294967295")
    ]
    told = {run.communicate(timeout=60)[0] for run in running}
    assert [run.returncode for run in running] == [0, 0]
    assert len(told) == 1
    assert len(told.pop().strip()) == 64


@pytest.mark.parametrize("edition", EDITIONS)
def test_random_games_see_the_turn_and_the_end(edition: str) -> None:
    """The random games above are worth something only if they come so far."""
    seen: Counter[tuple[bool, str]] = Counter()
    for seed in range(10):
        chosen = Settings((CLAY, WORDS), seed, edition, round_limit=40)
        table = seated(chosen, wanderers(chosen), supply=3)
        result = play(table, chosen)
        seen[result.turned, result.ended_by] += 1
    assert any(turned for turned, _ in seen)
    assert any(ended_by == "end" for _, ended_by in seen), seen


def test_rounds_are_told_in_order() -> None:
    """Every round is told of once, with the First Player going round to the left."""
    chosen = Settings((CLAY, WORDS, CLAY), 4, first=1, round_limit=5)
    table = seated(chosen, wanderers(chosen))
    heard = listen(table)
    play(table, chosen)
    rounds = [line.split()[1:] for line in heard if line.startswith("round")]
    assert rounds == [[str(n % 3), str(n)] for n in range(1, 6)]
    acts = [int(line.split()[1]) for line in heard if line.startswith("act ")]
    assert all(len(list(group)) == 1 for _, group in groupby(acts)) or len(set(acts)) == 3
