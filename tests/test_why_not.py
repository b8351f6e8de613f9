"""Why a line cannot be followed: what is said not to be so is not so on that table."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from helpers import CLAY, WORDS, At, lay
from on_tables import RULE, compiled, suit_with
from reach_cards import random_table

from moonflight_solo.by_hand.chart import _condition_in_words
from moonflight_solo.by_hand.questions import (
    Asker,
    Knowledge,
    YesNo,
    question_in_words,
    question_on,
)
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test, unmet
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text

SEATS = [
    [CLAY, WORDS],
    [WORDS, CLAY, WORDS],
    [WORDS, WORDS],
    [CLAY, CLAY, WORDS, WORDS],
]


def tables(number: int) -> list[Table]:
    lot, found = Random(3), []
    for n in range(number):
        jacks = SEATS[n // 2 % len(SEATS)]
        table = random_table(catalogue(), jacks, n % 2 == 1, lot)
        table.acting, table.first = 0, lot.randrange(len(jacks))
        table.passes = lot.choice([0, 0, 1, len(jacks) - 1])
        found.append(table)
    return found


def test_what_is_said_not_to_be_so_is_not_so() -> None:
    """Read again, the words of each reason do not hold on the table of which they are told."""
    lines = [
        words
        for section in wordings()
        if section.start == "line"
        for words in section.examples
        if "f " in words or "nless " in words
    ]
    read: dict[tuple[str, bool, str], r.Requirement] = {}
    told = 0
    for table in tables(16):
        seat = table.seats[0]
        for words in lines:
            try:
                line = compiled(words, table)
            except DataError:
                continue  # names a card of the other end
            for each in unmet(line.condition, table, seat):
                said = r.wording(each)
                if "counting the card played" in said:
                    continue  # said of a line's own act
                key = said, table.turned, seat.jack
                if key not in read:
                    read[key] = compiled(f"If {said}, pass.", table).condition
                assert not as_test(read[key])(table, seat), (words, said)
                told += 1
    assert told > 1_000


@pytest.mark.parametrize(
    ("condition", "because"),
    [
        (
            "each opponent has 3+ cards in hand",
            '"each opponent has 3+ cards in their hand": there are 2',
        ),
        (
            "no opponent has 5+ cards in hand",
            '"no opponent has 5+ cards in their hand": there are 7',
        ),
        (
            "an opponent has at most 1 card in hand",
            '"an opponent has at most 1 card in their hand": there are 2',
        ),
        (
            "an opponent controls fewer than 2 coin tokens",
            '"an opponent has at most 1 coin token": 4 coin tokens',
        ),
        (
            "each opponent has 5+ coin tokens",
            '"each opponent has 5+ coin tokens": 4 coin tokens',
        ),
        (
            "an opponent has 2 cards in hand and 5 coin tokens",
            '"an opponent has 2 cards in their hand and 5 coin tokens": '
            "there is no opponent like that",
        ),
        ("an opponent has Passed", '"an opponent has Passed": there is no opponent like that'),
        ("you have Built this round", '"you have Built this round": not yet'),
        ("you have not Shopped this round", '"you have not Shopped this round": it has'),
        ("you are not First Player", '"you are not First Player": it is'),
        (
            "the total cost of cards in hand is 10+",
            '"the total cost in your hand is 10+": 2 with total cost 4',
        ),
        (
            "no scoring card of your suit is available",
            '"no scoring card of your suit is available": there is 1',
        ),
        (
            "the highest cost card in hand costs 5+",
            '"the highest cost card in your hand is a card with cost 5+": it is Lesson',
        ),
    ],
)
def test_a_reason_tells_whose_and_what_was_found(condition: str, because: str) -> None:
    me = At(WORDS, hand="Lesson, Coin", coins=6, market=("Teach", "", ""))
    table = lay(me, At(CLAY, hand="2 Coin", coins=4), At(WORDS, hand="7 Coin", coins=5))
    table.seats[0].shopped = True
    line = compiled(f"If {condition} pass.", table)
    assert line.why_not(table, table.seats[0]) == (
        "condition-false",
        because,
    )


def test_a_number_of_other_cards_is_told_with_the_card_that_they_are_other_than() -> None:
    table = lay(At(WORDS, hand="Talk, 3 Coin"), At(CLAY))
    _, because = compiled("If 4+ other cards in hand play “Talk”.", table).why_not(
        table, table.seats[0]
    )
    assert because == (
        '"5+ cards in your hand": there are 4; "no \'Talk\' cards in your hand": there is 1'
    )


@pytest.mark.parametrize(
    ("condition", "question", "chart"),
    [
        (
            "you have not Shopped this round",
            "it has Shopped this round?",
            "it has not Shopped this round",
        ),
        ("you are not First Player", "it is First Player?", "it is not First Player"),
        ("you have Built this round", "it has Built this round?", "it has Built this round"),
        (
            "each opponent controls 6+ coin tokens",
            "is there an opponent who has not: 6+ coin tokens?",
            "each opponent has 6+ coin tokens",
        ),
        (
            "no opponent has 3+ cards in hand",
            "an opponent has 3+ cards in their hand?",
            "no opponent has 3+ cards in their hand",
        ),
        ("an opponent has Passed", "an opponent has Passed?", "an opponent has Passed"),
        (
            "each opponent has more coin tokens than you",
            "each opponent has more coin tokens than it?",
            "each opponent has more coin tokens than it",
        ),
    ],
)
def test_a_person_is_asked_and_shown_what_decides(
    condition: str, question: str, chart: str
) -> None:
    """A yes to the question is the fact itself, however the line puts it."""
    table = lay(At(WORDS), At(CLAY), At(WORDS))
    line = compiled(f"If {condition} pass.", table)
    every = frozenset(table.names.kinds(turned=False))
    (leaf,) = r.leaves(line.condition)
    assert question_in_words(leaf, line, Asker(WORDS, every)) == question
    assert _condition_in_words(line.condition, line, every) == chart


def test_fewer_than_one_is_read_and_kept() -> None:
    (meaning,) = readings(Text("If fewer than 1 Market Stacks are empty pass."), "line")
    assert readings(Text("If no Market Stacks are empty pass."), "line") == (meaning,)


@pytest.mark.parametrize(
    ("text", "line", "because"),
    [
        ("Opponents cannot Shop", "Shop to Purchase “Call”.", "Law keeps you from it"),
        (
            "Opponents cannot Purchase cards with cost 3",
            "Shop to Purchase “Call”.",
            "Law keeps you from it",
        ),
        (
            "Opponents cannot Shop",
            "Shop to Purchase “Bury”.",
            "the first Shop of a round cannot be for an opponent's suit",
        ),
    ],
)
def test_a_reason_names_what_keeps_a_line_from_a_purchase(
    tmp_path: Path, text: str, line: str, because: str
) -> None:
    more = (suit_with(tmp_path / "suit.yaml", text),)
    me = At(WORDS, coins=9, market=("Call", "", ""))
    table = lay(me, At(RULE, in_play="Law"), At(CLAY, market=("Bury", "", "")), more=more)
    assert compiled(line, table).why_not(table, table.seats[0]) == ("not-allowed", because)


def test_a_card_that_cannot_pay_is_not_said_to_be_missing(tmp_path: Path) -> None:
    more = (suit_with(tmp_path / "suit.yaml", "Spend 1 scoring card to Draw 1"),)
    table = lay(At(RULE, hand="Waste", in_play="Law"), At(WORDS), more=more)
    line = compiled("Spend “Waste” using “Law”.", table)
    assert line.why_not(table, table.seats[0]) == ("cannot-pay", "0 such cards in hand")


def test_a_person_is_asked_once_what_the_highest_card_is() -> None:
    """And a yes says nothing else of the hand: the highest may cost more than 5."""
    table = lay(At(CLAY), At(WORDS))
    line = compiled("If the highest cost card in hand costs 5+ shop to Purchase “Bury”.", table)
    (question,) = Knowledge().open_leaves(line.condition)
    asker = Asker(CLAY, frozenset(table.names.kinds(turned=False)))
    asked_first = question_on(question, line, asker)
    assert isinstance(asked_first, YesNo)
    assert "the highest cost card in its hand is a card with cost 5+?" in asked_first.words
    after = asked_first.knowledge_after(Knowledge(), 1)
    assert after.truth(line.condition) is True
    assert after.hand == Knowledge().hand


def test_a_first_shop_that_is_free_rests_on_no_ruling_about_it(tmp_path: Path) -> None:
    text = "Your first Shop act each round may be of an opponent's suit"
    more = (suit_with(tmp_path / "suit.yaml", text),)
    for in_play, ruled in ("Law", False), ("", True):
        me = At(RULE, in_play=in_play, coins=3)
        table = lay(me, At(WORDS, market=("Oeuvre", "", "")), more=more)
        line = compiled("Shop to Purchase highest cost card available.", table)
        assert ("A-first-shop" in line.rulings_now(table, table.seats[0])) is ruled


def test_any_players_is_told_and_asked_of_each() -> None:
    table = lay(At(CLAY, discard="2 Coin"), At(WORDS, discard="3 Coin"))
    line = compiled("If 5+ cards in any player's Discard Stack pass.", table)
    assert line.why_not(table, table.seats[0])[1] == (
        '"5+ cards in your Discard Stack": there are 2; '
        '"an opponent has 5+ cards in their Discard Stack": there are 3'
    )
