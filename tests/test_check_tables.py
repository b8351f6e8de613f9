"""Small tables: sketches, making them smaller, and where they come from."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from helpers import CLAY, EDITIONS, MADE_UP, STICKS, WORDS

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.scenario import load_scenario
from moonflight_solo.check.small_tables.generator import small_tables
from moonflight_solo.check.small_tables.outcomes import alone, outcome, plans
from moonflight_solo.check.small_tables.sketch import (
    SeatSketch,
    Sketch,
    game_tables,
    shrunk,
    sketch_of,
)
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.snapshot import snapshot

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


# ------------------------------------------------------------------------------ a sketch


def test_the_tables_of_games_are_laid_as_they_lay(tmp_path: Path) -> None:
    for jack in (CLAY, WORDS):
        tables = game_tables(ai_card(jack), CARDS, 3)
        assert len(tables) > 100
        assert {sketch.turned for sketch in tables} == {False, True}
        for sketch in tables[::7]:
            assert sketch.seats[sketch.acting - 1].jack == jack
            assert sketch_of(sketch.table(CARDS)) == sketch


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_sketch_says_what_a_scenario_file_says(edition: str, tmp_path: Path) -> None:
    cards = catalogue(edition)
    for number, sketch in enumerate(game_tables(load_ai_card(WORDS, cards), cards, 2)[::15]):
        file = tmp_path / f"{number}.yaml"
        file.write_text(yaml.safe_dump(sketch.as_scenario("A table"), allow_unicode=True), "utf-8")
        table = load_scenario(file).table
        assert sketch_of(table) == sketch
        assert snapshot(table) == snapshot(sketch.table(cards))


def test_what_is_empty_is_left_out_of_a_scenario() -> None:
    sketch = Sketch((SeatSketch(CLAY, ("Bury",), coins=2), SeatSketch(WORDS)))
    assert sketch.size == 3
    assert sketch.as_scenario(expect={"line": "5"}) == {
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
    sketch = Sketch((SeatSketch(CLAY, hand),))
    with pytest.raises(DataError, match=problem) as caught:
        sketch.table(CARDS)
    assert caught.value.place is None


# ----------------------------------------------------------------------- made smaller


def less(sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketch with any one card, coin token or mark less, however it got there."""
    for index, seat in enumerate(sketch.seats):
        rest: dict[str, Any]
        for zone in ("hand", "draw_deck", "discard_stack", "trash_stack", "supply", "in_play"):
            names = getattr(seat, zone)
            for at in range(len(names)):
                rest = {zone: names[:at] + names[at + 1 :]}
                yield with_seat(sketch, index, rest)
        for at, placed in enumerate(seat.in_play):
            for which in range(1, len(placed)):
                fewer = placed[:which] + placed[which + 1 :]
                rest = {"in_play": (*seat.in_play[:at], fewer, *seat.in_play[at + 1 :])}
                yield with_seat(sketch, index, rest)
        for at, stack in enumerate(seat.market):
            for which in range(len(stack)):
                fewer = stack[:which] + stack[which + 1 :]
                rest = {"market": (*seat.market[:at], fewer, *seat.market[at + 1 :])}
                yield with_seat(sketch, index, rest)
        if seat.coins:
            yield with_seat(sketch, index, {"coins": seat.coins - 1})
        for mark in ("built", "shopped"):
            if getattr(seat, mark):
                yield with_seat(sketch, index, {mark: False})
    for at, (name, number) in enumerate(sketch.generic):
        fewer_ = () if number == 1 else ((name, number - 1),)
        generic = (*sketch.generic[:at], *fewer_, *sketch.generic[at + 1 :])
        yield Sketch(
            sketch.seats,
            sketch.turned,
            sketch.edition,
            generic,
            sketch.acting,
            sketch.first_player,
        )


def with_seat(sketch: Sketch, index: int, rest: dict[str, Any]) -> Sketch:
    seat = sketch.seats[index]
    parts = {name: getattr(seat, name) for name in SeatSketch.__slots__}
    return sketch.with_seat(index, SeatSketch(**{**parts, **rest}))


@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_nothing_can_be_taken_away_from_what_is_shrunk(jack: str) -> None:
    follower = AICardPlayer(ai_card(jack), CARDS)
    seen = set()
    for sketch in game_tables(ai_card(jack), CARDS, 4):
        done = outcome(follower, sketch, CARDS)
        if done.notation == "pass" or (sketch.turned, done.line) in seen:
            continue
        seen.add((sketch.turned, done.line))

        def still(smaller: Sketch, done: object = done) -> bool:
            return outcome(follower, smaller, CARDS) == done

        small = shrunk(sketch, still)
        assert still(small)
        assert small.size < sketch.size / 2
        assert not any(map(still, less(small)))
        assert shrunk(sketch, still) == small
    assert len(seen) >= 10


def test_whole_seats_and_marks_go_where_they_do_not_matter() -> None:
    theirs = SeatSketch(WORDS, ("Call",), (("Lesson", "Call"),), ("Coin",), coins=9, built=True)
    mine = SeatSketch(CLAY, ("Coin", "Bury", "Coin"), coins=7, shopped=True)
    sketch = Sketch((theirs, mine), False, "prototype", (("Power", 2),), 2, 2)
    small = shrunk(sketch, lambda less: less.seats[1].hand.count("Coin") == 2)
    assert small == Sketch(
        (SeatSketch(WORDS), SeatSketch(CLAY, ("Coin", "Coin"))), False, "prototype", (), 2, 1
    )


def test_cards_alike_are_put_side_by_side_where_that_makes_no_difference() -> None:
    sketch = Sketch((SeatSketch(CLAY, ("Coin", "Bury", "Coin")),))
    assert shrunk(sketch, lambda s: s.size == 3).seats[0].hand == ("Coin", "Coin", "Bury")
    held = sketch.seats[0].hand
    assert shrunk(sketch, lambda s: s.seats[0].hand == held) == sketch


# ----------------------------------------------------------------------- small tables


@pytest.mark.parametrize("card", list(lines_alone()), ids=called)
def test_every_printed_line_is_seen_followed_and_passed_over(card: AICard) -> None:
    """The tables are legal, the smallest first, and show the line from both sides."""
    follower = AICardPlayer(card, CARDS)

    def follows(sketch: Sketch) -> bool:
        return bool(plans([follower], sketch, CARDS)[0].line)

    tables = small_tables([card], CARDS, follows, 600)
    assert [sketch.size for sketch in tables] == sorted(sketch.size for sketch in tables)
    assert len(set(tables)) == len(tables) <= 600
    followed = [follows(sketch) for sketch in tables]
    assert any(followed)
    assert not all(followed) or card.lines[0].words.startswith("Pass")


def test_lines_of_a_jack_of_ones_own_have_tables_too(tmp_path: Path) -> None:
    cards = catalogue("prototype", MADE_UP)
    file = tmp_path / "ai.yaml"
    words = "PRE TURN\n  ACTION\n  1 – If 2+ cards in hand play the highest cost card in hand."
    file.write_text(f"jack: {STICKS}\ncard: |\n  {words}\n", "utf-8")
    card = load_ai_card(file, cards)
    follower = AICardPlayer(card, cards)
    tables = small_tables([card], cards, lambda s: bool(plans([follower], s, cards)[0].line))
    assert any(plans([follower], sketch, cards)[0].line for sketch in tables)
    assert game_tables(card, cards, 3)[0].seats[0].jack == STICKS


HASHED = """
from hashlib import sha256
from moonflight_solo.ai_cards.card import load_ai_card, read_otherwise
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.small_tables.generator import small_tables
from moonflight_solo.check.diff.comparison import as_json, difference
from moonflight_solo.check.diff.disagree import Readings
from moonflight_solo.check.small_tables.outcomes import alone, plans
from moonflight_solo.check.small_tables.sketch import game_tables
from moonflight_solo.rules.catalogue import catalogue
cards = catalogue()
card = load_ai_card("clay", cards)
line = card.side(True)[0]
single = alone(card, line)
follower = AICardPlayer(single, cards)
follows = lambda s: bool(plans([follower], s, cards)[0].line)
readings = Readings(card, line, [line.meaning, *line.reading.others], cards)
said = [
    small_tables([single], cards, follows, 300),
    game_tables(card, cards, 2),
    [readings.between(0, n) for n in (1, 3, 6)],
    readings.most_apart(),
    as_json(difference(card, read_otherwise(card, line, line.reading.others[0]), cards, 1)),
]
print(sha256(repr(said).encode()).hexdigest())
"""


def test_tables_do_not_depend_on_the_order_of_hashes() -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", HASHED],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    said = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert said[0] == said[1] != ""
