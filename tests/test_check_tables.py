"""Small tables: scenarios, shrinking, and generation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from helpers import CLAY, EDITIONS, STICKS, WORDS, at_least, made_up_cards

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.small_tables.generator import shrunk, small_tables
from moonflight_solo.check.small_tables.outcomes import Followers, alone
from moonflight_solo.documents import convert, parse_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import (
    Expectation,
    PlacedCard,
    Scenario,
    SeatLayout,
    lay_out,
    load_scenario,
    save_scenario,
    scenario_of,
    snapshot,
)

CARDS = catalogue()


def ai_card(jack: str) -> AICard:
    return load_ai_card(jack, CARDS)


def lines_alone() -> Iterator[AICard]:
    for jack in (CLAY, WORDS):
        card = ai_card(jack)
        for line in card.side(False) + card.side(True):
            if not line.printed.parent:
                yield alone(card, line)


def called(card: AICard) -> str:
    side = "post" if card.lines[0].printed.turned else "pre"
    return f"{card.jack} {side} {card.lines[0].number}"


# ------------------------------------------------------------------------------ a scenario


def test_the_tables_of_games_are_laid_as_they_lay(tmp_path: Path) -> None:
    for jack in (CLAY, WORDS):
        tables = game_tables(ai_card(jack), Basis(CARDS), 3)
        assert len(tables) > 100
        assert {scenario.turned for scenario in tables} == {False, True}
        for scenario in tables[::7]:
            assert scenario.seats[scenario.acting - 1].jack == jack
            assert scenario_of(lay_out(scenario, CARDS)) == scenario


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_scenario_says_what_its_file_says(edition: str, tmp_path: Path) -> None:
    cards = catalogue(edition)
    tables = game_tables(load_ai_card(WORDS, cards), Basis(cards), 2)[::15]
    assert len(tables) > 5
    for number, scenario in enumerate(tables):
        titled = scenario.but(title="A table")
        laid = load_scenario(save_scenario(tmp_path, str(number), titled, "Of a game"))
        assert laid.scenario == titled
        table = laid.table()
        assert scenario_of(table) == scenario
        assert convert(parse_document(json.dumps(snapshot(table)), "table"), Scenario) == (
            scenario.but(generic=snapshot(table)["generic"])
        )
        assert snapshot(table) == snapshot(lay_out(scenario, cards))


def test_what_is_empty_is_left_out_of_a_scenario() -> None:
    scenario = Scenario(seats=(SeatLayout(CLAY, ("Bury",), coins=2), SeatLayout(WORDS)))
    assert scenario.size == 3
    assert scenario.but(expect=Expectation(line="5")).written() == {
        "edition": "prototype",
        "turned": False,
        "seats": [{"jack": CLAY, "hand": ["Bury"], "coins": 2}, {"jack": WORDS}],
        "expect": {"line": "5"},
    }


@pytest.mark.parametrize(
    ("hand", "problem"),
    [(("Burry",), "no card is called"), (("Grave Robber",) * 3, "3 copies of Grave Robber")],
)
def test_a_table_the_game_cannot_have_is_refused(hand: tuple[str, ...], problem: str) -> None:
    scenario = Scenario(seats=(SeatLayout(CLAY, hand),))
    with pytest.raises(DataError, match=problem) as caught:
        lay_out(scenario, CARDS)
    assert caught.value.place is None


# ----------------------------------------------------------------------- made smaller


def less(scenario: Scenario) -> Iterator[Scenario]:
    """Yield the scenario with any one card, coin token or mark removed."""
    for index, seat in enumerate(scenario.seats):
        rest: dict[str, Any]
        for zone in ("hand", "draw_deck", "discard_stack", "trash_stack", "supply", "in_play"):
            names = getattr(seat, zone)
            for at in range(len(names)):
                rest = {zone: names[:at] + names[at + 1 :]}
                yield with_seat(scenario, index, rest)
        for at, placed in enumerate(seat.in_play):
            settled = () if isinstance(placed, str) else placed.settled
            for which in range(len(settled)):
                fewer = settled[:which] + settled[which + 1 :]
                bare = placed.card if isinstance(placed, PlacedCard) else placed
                left = PlacedCard(bare, fewer) if fewer else bare
                rest = {"in_play": (*seat.in_play[:at], left, *seat.in_play[at + 1 :])}
                yield with_seat(scenario, index, rest)
        for at, stack in enumerate(seat.market):
            for which in range(len(stack)):
                fewer = stack[:which] + stack[which + 1 :]
                rest = {"market": (*seat.market[:at], fewer, *seat.market[at + 1 :])}
                yield with_seat(scenario, index, rest)
        if seat.coins:
            yield with_seat(scenario, index, {"coins": seat.coins - 1})
        for mark in ("built", "shopped"):
            if getattr(seat, mark):
                yield with_seat(scenario, index, {mark: False})
    for name, number in scenario.generic.items():
        fewer_ = {**scenario.generic, name: number - 1}
        yield scenario.but(generic={each: left for each, left in fewer_.items() if left})


def with_seat(scenario: Scenario, index: int, rest: dict[str, Any]) -> Scenario:
    seat = scenario.seats[index]
    return scenario.with_seat(index, msgspec.structs.replace(seat, **rest))


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_nothing_can_be_taken_away_from_what_is_shrunk(jack: str) -> None:
    follower = Followers([ai_card(jack)], Basis(CARDS))
    seen = set()
    for scenario in game_tables(ai_card(jack), Basis(CARDS), at_least(2, 4)):
        (done,) = follower.outcomes(scenario)
        if done.notation == "pass" or (scenario.turned, done.line) in seen:
            continue
        seen.add((scenario.turned, done.line))

        def still(smaller: Scenario, done: object = done) -> bool:
            return follower.outcomes(smaller) == [done]

        small = shrunk(scenario, still)
        assert still(small)
        assert small.size < scenario.size / 2
        assert not any(map(still, less(small)))
    assert len(seen) >= 10


def test_whole_seats_and_marks_go_where_they_do_not_matter() -> None:
    lesson = PlacedCard("Lesson", ("Call",))
    theirs = SeatLayout(WORDS, ("Call",), (lesson,), ("Coin",), coins=9, built=True)
    mine = SeatLayout(CLAY, ("Coin", "Bury", "Coin"), coins=7, shopped=True)
    scenario = Scenario(seats=(theirs, mine), generic={"Power": 2}, acting=2, first_player=2)
    small = shrunk(scenario, lambda less: less.seats[1].hand.count("Coin") == 2)
    left = (SeatLayout(WORDS), SeatLayout(CLAY, ("Coin", "Coin")))
    assert small == Scenario(seats=left, acting=2)


def test_cards_alike_are_put_side_by_side_where_that_makes_no_difference() -> None:
    scenario = Scenario(seats=(SeatLayout(CLAY, ("Coin", "Bury", "Coin")),))
    assert shrunk(scenario, lambda s: s.size == 3).seats[0].hand == ("Coin", "Coin", "Bury")
    held = scenario.seats[0].hand
    assert shrunk(scenario, lambda s: s.seats[0].hand == held) == scenario


# ----------------------------------------------------------------------- small tables


@pytest.mark.parametrize("card", list(lines_alone()), ids=called)
def test_every_printed_line_is_seen_followed_and_passed_over(card: AICard) -> None:
    """The tables are legal, the smallest first, and show the line from both sides."""
    follows = Followers([card], Basis(CARDS)).follow
    most = at_least(100, 600)
    tables = small_tables([card], Basis(CARDS), follows, most)
    assert [scenario.size for scenario in tables] == sorted(scenario.size for scenario in tables)
    assert len(set(tables)) == len(tables) <= most
    followed = [follows(scenario) for scenario in tables]
    assert any(followed)
    assert not all(followed) or card.lines[0].words.startswith("Pass")


def test_lines_of_a_jack_of_ones_own_have_tables_too(tmp_path: Path) -> None:
    cards = made_up_cards()
    file = tmp_path / "ai.yaml"
    words = "PRE TURN\n  ACTION\n  1 – If 2+ cards in hand play the highest cost card in hand."
    file.write_text(f"jack: {STICKS}\ncard: |\n  {words}\n", "utf-8")
    card = load_ai_card(file, cards)
    follows = Followers([card], Basis(cards)).follow
    assert any(map(follows, small_tables([card], Basis(cards), follows)))
    assert game_tables(card, Basis(cards), 3)[0].seats[0].jack == STICKS


HASHED = """
from hashlib import sha256
from moonflight_solo.ai_cards.card import load_ai_card, read_otherwise
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.small_tables.generator import small_tables
from moonflight_solo.check.diff.comparison import difference
from moonflight_solo.cli.commands.versions import DiffAnswer
from moonflight_solo.check.diff.disagree import disagreement
from moonflight_solo.check.small_tables.outcomes import Followers, alone
from moonflight_solo.check.games import game_tables
from moonflight_solo.rules.catalogue import catalogue

def told():
    cards = catalogue()
    basis = Basis(cards)
    card = load_ai_card("clay", cards)
    line = card.side(True)[0]
    single = alone(card, line)
    follows = Followers([single], basis).follow
    meanings = [line.meaning, *line.reading.others]
    said = [
        small_tables([single], basis, follows, 100),
        game_tables(card, basis, 1),
        [disagreement(card, line, [meanings[0], meanings[n]], basis) for n in (3,)],
        disagreement(card, line, meanings, basis),
        DiffAnswer.of(
            difference(card, read_otherwise(card, line, line.reading.others[0]), basis, 1),
            upkeep=None,
        ),
    ]
    return sha256(repr(said).encode()).hexdigest()
"""


def test_tables_do_not_depend_on_the_order_of_hashes() -> None:
    """Those of this process are those of one with another seed."""
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    told = subprocess.run(
        [sys.executable, "-c", f"{HASHED}\nprint(told(), hash('x'))"],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    here: dict[str, Any] = {}
    exec(HASHED, here)
    there, its_hash = told.stdout.split()
    assert int(its_hash) != hash("x")
    assert here["told"]() == there
