"""Conditions hold on a table exactly when they should.

The expectation comes from the rules, not from how the words are said back.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, Script, lay, named, saying
from on_tables import (
    ME,
    OTHER,
    RULE,
    THEM,
    THIRD,
    WITH_WASTE,
    Looking,
    compiled,
    done,
    followed,
    following,
    holds,
    laid_with,
    made,
    play,
    settled,
    with_card,
)
from reach_cards import before, card_saying

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import action
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


def me(hand: str = "", **more: object) -> At:
    return At(CLAY, hand=f"Bury, {hand}", **more)  # type: ignore[arg-type]


# What is asked, a table on which it is so, and tables on which it is not.
ASKED = [
    (
        "the top card of the Discard Stack is a starter card and the top card of the Trash Stack "
        "is not",
        me(discard="Coin", trash="Grave Robber"),
        [me(discard="Coin", trash="Coin"), me(discard="Coin"), me(trash="Grave Robber")],
    ),
    (
        "the top card of the Discard Stack costs 1 or more and the top card of the Trash Stack "
        "does too",
        me(discard="Rise Up", trash="Rise Up"),
        [me(discard="Rise Up"), me(discard="Rise Up", trash="Waste")],
    ),
    ("“Coin” is in hand but not in play", me("Coin"), [me(), me("Coin", in_play="Coin")]),
    ("“Coin” and no “Waste” in hand", me("Coin"), [me(), me("Coin, Waste"), me("Waste")]),
    ("“Coin” or “Waste” is in hand, but not both", me("Waste"), [me(), me("Coin, Waste")]),
    ("“Coin” and “Waste” are not both in hand", me("Coin"), [me("Coin, Waste")]),
    (
        "none of “Coin”, “Waste” and “Rise Up” is in hand",
        me("Grave Robber"),
        [me("Coin"), me("Waste")],
    ),
    ("not all of “Coin” and “Waste” are in hand", me("Coin"), [me("Coin, Waste")]),
    ("exactly one of “Coin” and “Waste” is in hand", me("2 Coin"), [me(), me("Coin, Waste")]),
    ("at least two and at most three cards in hand", me("Coin"), [me(), me("3 Coin")]),
    (
        "3 cards in hand, including a “Coin”",
        me("Waste, Coin"),
        [me("2 Waste"), me("2 Coin, Waste")],
    ),
    ("3+ cards in hand and at least 2 of them cost 0", me("2 Waste"), [me("Waste, Coin")]),
    (
        "the top card of Discard Stack is “Coin” or costs more than 2",
        me(discard="Coin"),
        [me(discard="Waste"), me()],
    ),
    ("Draw Deck is empty and so is the Discard Stack", me(deck=""), [me(deck="", discard="Coin")]),
    ("Draw Deck is empty but the Discard Stack is not", me(deck="", discard="Coin"), [me(deck="")]),
    ("the highest cost card in hand is “Bury”", me("Coin"), [me("Grave Robber")]),
    ("the lowest cost card in hand is a starter card", me("Coin"), [me()]),
    (
        "the number of starter cards in hand is at least the number of cards in play",
        me("Coin", in_play="Coin"),
        [me(in_play="Coin")],
    ),
    ("hand limit is 5 or higher", me(), []),
    ("hand limit is 9 or more", None, [me()]),
    ("“Coin” is in hand and “Waste” is not", me("Coin"), [me("Coin, Waste"), me()]),
    ("hand has a “Coin” and Discard Stack has none", me("Coin"), [me("Coin", discard="Coin")]),
    ("hand consists only of “Bury” and “Coin”", me("Coin"), [me("Waste")]),
    ("2 cards in hand and no starter card but “Coin”", me("Coin"), [me("Waste"), me()]),
    ("2 cards in hand and total cost is 2", me("Coin"), [me("Waste"), me()]),
]


@pytest.mark.parametrize(("asked", "so", "not_so"), ASKED)
def test_what_is_put_together_is_asked(asked: str, so: At | None, not_so: list[At]) -> None:
    card = card_saying(before(f"If {asked}, play “Bury”.", "Pass"))
    player = AICardPlayer(card, catalogue())
    for at, number in [(so, "1"), *((each, "2") for each in not_so)]:
        if at is not None:
            table = lay(at, THEM)
            player.act(table, table.seats[0])
            assert player.followed == number, at


def test_so_many_players_are_counted() -> None:
    card = card_saying(
        before(
            "If two or more players have no cards in Draw Deck play “Bury”.",
            "If no player has more coin tokens than you play “Bury”.",
            "If an opponent is First Player play “Bury”.",
            "Pass",
        )
    )
    player = AICardPlayer(card, catalogue())
    for mine, theirs, first, number in [
        (me(deck=""), At(WORDS, deck="", coins=1), 0, "1"),
        (me(deck=""), At(WORDS, coins=1), 0, "4"),
        (me(), At(WORDS, coins=1), 1, "3"),
        (me(coins=1), At(WORDS, coins=1), 0, "2"),
    ]:
        table = lay(mine, theirs, first=first)
        player.act(table, table.seats[0])
        assert player.followed == number


def test_market_stacks_are_counted_by_what_they_are() -> None:
    card = card_saying(
        before(
            "If two or more Market Stacks of your suit have at least 2 cards play “Bury”.",
            "If two or more Market Stacks of your suit are topped by “Bury” play “Bury”.",
            "If a Market Stack of your suit is topped by “Bury” play “Bury”.",
            "Pass",
        )
    )
    player = AICardPlayer(card, catalogue())
    for market, number in [
        (("2 Rise Up", "2 Bury", ""), "1"),
        (("Bury", "Rise Up, Bury", ""), "2"),
        (("Bury", "Rise Up", ""), "3"),
        (("Bury, Rise Up", "Rise Up", ""), "4"),
    ]:
        table = lay(me(market=market), THEM)
        player.act(table, table.seats[0])
        assert player.followed == number


# ------------------------------------------------------- in designers' words


@pytest.mark.parametrize(
    ("words", "true", "false"),
    [
        (
            "Draw Deck and Discard Stack are both empty",
            [At(CLAY, deck="")],
            [At(CLAY, deck="", discard="Coin")],
        ),
        (
            "neither hand nor Draw Deck is empty",
            [At(CLAY, hand="Coin")],
            [At(CLAY), At(CLAY, hand="Coin", deck="")],
        ),
        (
            "Draw Deck and Discard Stack together hold no more than two cards",
            [At(CLAY, deck="Coin", discard="Coin")],
            [At(CLAY, deck="2 Coin", discard="Coin")],
        ),
        ("two cards or fewer in hand", [At(CLAY, hand="2 Coin")], [At(CLAY, hand="3 Coin")]),
        (
            "the top card of your Discard Stack costs 1 or more",
            [At(CLAY, discard="Waste, Bury")],
            [At(CLAY, discard="Bury, Waste"), ME],
        ),
        (
            "the card on top of Discard Stack is not of your suit",
            [At(CLAY, discard="Bury, Waste"), At(CLAY, discard="Call")],
            [At(CLAY, discard="Waste, Bury"), ME],
        ),
        (
            "two or more “Waste” or “Coin” cards in hand",
            [At(CLAY, hand="Waste, Coin"), At(CLAY, hand="2 Coin")],
            [At(CLAY, hand="Waste, Bury")],
        ),
        (
            "fewer than two “Waste” and “Coin” in total in hand",
            [At(CLAY, hand="Waste, 3 Bury")],
            [At(CLAY, hand="Waste, Coin")],
        ),
        (
            "no “Waste” or “Coin” in hand",
            [At(CLAY, hand="Bury")],
            [At(CLAY, hand="Coin"), At(CLAY, hand="Waste")],
        ),
        (
            "total score in hand is 2 or more",
            [At(CLAY, hand="2 Macabre Harvest")],
            [At(CLAY, hand="Macabre Harvest, Coin")],
        ),
        ("controlling between two and four coin tokens", [At(CLAY, coins=4)], [At(CLAY, coins=5)]),
        ("not all Market Stacks of your suit are empty", [ME], [At(CLAY, market=("", "", ""))]),
        (
            "no more than one card in play has Stability 1 or more",
            [At(WORDS, in_play="Lesson, Call"), At(WORDS)],
            [At(WORDS, in_play="Lesson, Lesson")],
        ),
        (
            "more cards in hand than in Discard Stack",
            [At(CLAY, hand="2 Coin", discard="Coin")],
            [At(CLAY, hand="Coin", discard="Coin")],
        ),
    ],
)
def test_a_condition_of_ones_own_cards(words: str, true: list[At], false: list[At]) -> None:
    assert all(holds(words, at, OTHER) for at in true)
    assert not any(holds(words, at, OTHER) for at in false)


COINS = [At(WORDS, coins=2), At(CLAY, coins=4)]


@pytest.mark.parametrize(
    ("words", "mine", "true"),
    [
        ("you have more coin tokens than an opponent", 3, True),
        ("you have more coin tokens than an opponent", 2, False),
        ("you have more coin tokens than each opponent", 4, False),
        ("you have more coin tokens than each opponent", 5, True),
        ("you have at least as many coin tokens as every opponent", 4, True),
        ("an opponent has more coin tokens than you", 3, True),
        ("an opponent has more coin tokens than you", 4, False),
        ("each opponent controls more coin tokens than you do", 2, False),
        ("each opponent controls more coin tokens than you do", 1, True),
        ("no opponent has more coin tokens than you", 4, True),
        ("no opponent has more coin tokens than you", 3, False),
        ("each opponent has two coin tokens or more", 0, True),
        ("each opponent has 3+ coin tokens", 0, False),
        ("no opponent has 5+ coin tokens", 9, True),
        ("no opponent has 4+ coin tokens", 0, False),
        ("an opponent has no coin tokens", 0, False),
    ],
)
def test_coin_tokens_are_compared(words: str, mine: int, true: bool) -> None:
    assert holds(words, At(CLAY, coins=mine), *COINS) is true


def test_one_opponent_alone_has_all_that_is_compared() -> None:
    words = "an opponent holds fewer cards than you and controls six or more coin tokens"
    me = At(CLAY, hand="2 Coin")
    assert not holds(words, me, At(WORDS, hand="Coin"), At(CLAY, hand="3 Coin", coins=6))
    assert holds(words, me, At(WORDS), At(CLAY, hand="Coin", coins=6))


def test_their_stack_and_your_stack_are_told_apart() -> None:
    words = "an opponent has more cards in their Trash Stack than in your Trash Stack"
    assert holds(words, At(CLAY, trash="Coin"), At(WORDS, trash="2 Coin"))
    assert not holds(words, At(CLAY, trash="2 Coin"), At(WORDS, trash="2 Coin"))
    assert not holds(words, At(CLAY, trash="2 Coin"), At(WORDS, trash="Coin", hand="4 Coin"))


def test_what_has_been_done_this_round_and_who_is_first() -> None:
    first = lay(ME, OTHER, players=(Looking(), Looking()))
    assert followed("If First Player pass", first) == "pass"
    assert followed("Unless First Player pass", first) == ""
    assert followed("If not the first Shop this round pass", first) == ""
    first.first, first.seats[0].shopped = 1, True
    assert followed("If you are First Player pass", first) == ""
    assert followed("If not the first Shop this round pass", first) == "pass"
    assert followed("If you have not Shopped this round pass", first) == ""
    assert followed("If you have not yet Built this round pass", first) == "pass"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "If you have more cards in hand than any opponent pass",
            {
                "If each opponent has fewer cards in their hand than you, pass",
                "If an opponent has fewer cards in their hand than you, pass",
            },
        ),
        (
            "If an opponent has 5+ cards in hand and 6+ coin tokens in hand pass",
            {
                "If an opponent has 5+ cards in their hand and you control 6+ coin tokens, pass",
                "If an opponent has 5+ cards in their hand and 6+ coin tokens, pass",
            },
        ),
    ],
)
def test_what_print_leaves_open_is_asked_about(words: str, says: set[str]) -> None:
    assert {english(meaning) for meaning in parsed_readings(Text(words), "line")} == says


@pytest.mark.parametrize(
    "words",
    [
        "more scoring cards in hand than an opponent",
        "the top card of your Draw Deck costs 3",
        "no “Grave Robber” is in hand, play or Draw Deck",
    ],
)
def test_nobody_looks_at_what_is_hidden(words: str) -> None:
    with pytest.raises(CannotDo, match=r"face down|look at"):
        holds(words, ME, OTHER)


def test_an_opponent_has_not_done_it_this_round() -> None:
    """One opponent who has not is enough, and nobody is asked what they themselves have done."""
    words = "If an opponent has not Shopped this round Gain 1 coin token"
    for shopped, coins in (((1, 0, 0), 1), ((0, 1, 1), 0), ((0, 1, 0), 1)):
        table = lay(ME, OTHER, THIRD)
        for seat, did in zip(table.seats, shopped, strict=True):
            seat.shopped = bool(did)
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == coins


def test_an_opponent_has_not_discarded_this_round() -> None:
    words = "If an opponent has not Discarded this round Gain 1 coin token"
    for seat, coins in ((1, 0), (0, 1)):
        table = lay(At(CLAY, hand="Coin"), At(WORDS, hand="Coin"))
        table.seats[seat].did["discard"] = tuple(table.seats[seat].hand)
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == coins


@pytest.mark.parametrize(
    "condition",
    [
        "“Bury” is in the Discard Stack and 1 “Rise Up” in hand",
        "“Bury” is in play and one is in hand",
        "1 “Bury” is in hand and “Rise Up” is in play",
    ],
)
def test_it_is_neither_of_two_cards_that_there_are(condition: str) -> None:
    """A number before one of them makes it no less a card that is spoken of."""
    with pytest.raises(WordingError, match="it does not say which card is meant"):
        parsed_readings(Text(f"If {condition} play it."), "line")


@pytest.mark.parametrize(("where", "so"), [(0, False), (1, False), (2, True)])
def test_any_opponents_stack_is_looked_at(where: int, *, so: bool) -> None:
    seats = [At(CLAY), At(WORDS, trash="Waste"), At(CLAY)]
    seats[where] = At(seats[where].jack, discard="Waste" if where != 1 else "Coin")
    assert holds("a “Waste” lies in any opponent's Discard Stack", *seats) is so


@pytest.mark.parametrize(
    "such",
    ["not one with a scoring card on top", "but not topped by a “Call”", "without a “Call” on top"],
)
def test_whether_an_empty_stack_is_meant_has_to_be_said(such: str) -> None:
    with pytest.raises(WordingError, match="whether an empty one"):
        parsed_readings(Text(f"Move “Waste” to a Market Stack of your suit, {such}."), "reset_line")


@pytest.mark.parametrize(
    ("words", "so", "not_so"),
    [
        ("“Call”/“Talk” in hand", ["Call", "Talk, Coin"], ["Coin", ""]),
        ("no “Waste”/“Coin” in hand", ["Call", ""], ["Waste", "Call, Coin"]),
        ("“Call”/“Talk” and “Coin” in hand", ["Call, Coin"], ["Call, Talk", "Coin"]),
        ("all cards in hand are “Call”/“Talk”", ["Call, Talk"], ["Call, Coin"]),
        ("exactly 2 or 4 cards in hand", ["2 Coin", "4 Coin"], ["Coin", "3 Coin", "5 Coin"]),
        ("not exactly 3 cards in hand", ["2 Coin", "4 Coin", ""], ["3 Coin"]),
        ("exactly 2 or 3 cards in hand", ["2 Coin", "3 Coin"], ["Coin", "4 Coin"]),
        ("2 or 4 starter cards in hand", ["2 Coin, Call"], ["Coin, Call", "3 Coin"]),
    ],
)
def test_what_is_in_hand(words: str, so: list[str], not_so: list[str]) -> None:
    """A slash in a condition is an "or", as it is in a list."""
    assert all(holds(words, At(CLAY, hand=hand)) for hand in so)
    assert not any(holds(words, At(CLAY, hand=hand)) for hand in not_so)


def test_the_top_card_is_one_or_the_other() -> None:
    words = "the top card of Discard Stack is “Call”/“Talk”"
    assert holds(words, At(CLAY, discard="Coin, Talk"))
    assert not holds(words, At(CLAY, discard="Talk, Coin"))
    assert not holds(words, At(CLAY))


def test_coin_tokens_may_be_said_last() -> None:
    words = "“Call” OR “Talk” in hand and 2+ coin tokens"
    assert holds(words, At(CLAY, hand="Talk", coins=2))
    assert not holds(words, At(CLAY, hand="Talk", coins=1))
    assert not holds(words, At(CLAY, coins=2))


@pytest.mark.parametrize("said", ["if NOT in play", "unless in play"])
def test_one_is_enough_in_play(said: str) -> None:
    line = f"Play “Grave Robber” {said}."
    assert followed(line, lay(At(CLAY, hand="Grave Robber"), At(WORDS))) == "play Grave Robber"
    both = At(CLAY, hand="Grave Robber", in_play="Grave Robber")
    assert followed(line, lay(both, At(WORDS))) == ""


def test_neither_of_two_with_two_nots() -> None:
    line = "Play the highest cost card in hand that is NOT “Bury” and NOT “Coin”."
    assert followed(line, lay(At(CLAY, hand="Bury, Coin, Waste"), At(WORDS))) == "play Waste"


@pytest.mark.parametrize(
    ("words", "so", "not_so"),
    [
        ("an opponent has fewer cards in Discard Stack", ["Waste"], ["2 Waste", "3 Waste"]),
        ("all opponents have fewer cards in Discard Stack", ["", "Waste"], ["2 Waste"]),
        ("no opponent has more cards in Discard Stack", ["2 Waste", "Waste"], ["3 Waste"]),
    ],
)
def test_an_opponent_is_compared_with_whom_the_line_speaks_to(
    words: str, so: list[str], not_so: list[str]
) -> None:
    mine = At(CLAY, discard="2 Coin")
    assert all(holds(words, mine, At(WORDS, discard=theirs)) for theirs in so)
    assert not any(holds(words, mine, At(WORDS, discard=theirs)) for theirs in not_so)


def test_more_coin_tokens_than_you() -> None:
    words = "an opponent has more coin tokens"
    assert holds(words, At(CLAY, coins=1), At(WORDS, coins=2))
    assert not holds(words, At(CLAY, coins=2), At(WORDS, coins=2))


@pytest.mark.parametrize(
    ("words", "so"),
    [
        ("2+ cards Settled on “Oeuvre”", [False, False, True]),
        ("a card is Settled on “Oeuvre”", [False, True, True]),
        ("no cards Settled on “Oeuvre”", [True, False, False]),
        ("fewer than 2 cards Set to “Oeuvre”", [True, True, False]),
    ],
)
def test_cards_are_settled_on_cards_in_play(words: str, so: list[bool]) -> None:
    """On one's own "Oeuvre" in play, so many as are there."""
    table = lay(At(WORDS, in_play="Coin, Oeuvre"), At(CLAY, in_play="Oeuvre"))
    seat = table.seats[0]
    line = compiled(f"If {words} pass.", table)
    found = []
    for there in ([], ["Lesson"], ["Coin", "Coin"]):
        seat.in_play[1].settled = settled(table, *there)
        found.append(line.attempt(table, seat) is not None)
    assert found == so


@pytest.mark.parametrize(("done", "drawn"), [(0, False), (1, False), (2, True), (3, True)])
def test_so_many_discarded_this_round(done: int, drawn: bool) -> None:
    card = saying("If you have Discarded 2+ cards this round Draw 1", catalogue())
    table = laid_with([card], At(CLAY, hand="3 Waste", deck="Coin"))
    seat = table.seats[0]
    for _ in range(done):
        moves.put_in_play(table, seat, saying("Discard 1", table.names))
    moves.put_in_play(table, seat, card)
    assert ("Coin" in named(seat.hand)) == drawn


def test_the_same_card_counts_as_often_as_it_was_discarded() -> None:
    """Ruling G-round-count: nobody could say whether it was the same."""
    card = saying("Gain 1 coin token per card Discarded this round", catalogue())
    table = laid_with([card], At(CLAY, hand="Waste"))
    seat = table.seats[0]
    for words in ("Discard 1", "Draw 1 Target card in Discard Stack", "Discard 1"):
        moves.put_in_play(table, seat, saying(words, table.names))
    moves.put_in_play(table, seat, card)
    assert seat.coins == 2


def test_coin_tokens_in_hand_are_those_you_control() -> None:
    table, _ = with_card("Gain 1 coin token per 2 coin tokens in hand", At(CLAY, coins=5))
    assert table.seats[0].coins == 7
    words = "Each opponent Gains 1 coin token per coin token "
    for whose, theirs in (("you have", 4), ("in your hand", 4)):
        table, _ = with_card(words + whose, At(CLAY, coins=3), At(WORDS, coins=1))
        assert [seat.coins for seat in table.seats] == [3, theirs]


@pytest.mark.parametrize(
    ("start", "words", "why"),
    [
        ("line", "If “Call”/“Talk” not in hand pass.", "none of them or not all of them"),
        ("line", "If “Hear” and 1 other card in hand play “Hear”.", "how many cards there are"),
        (
            "line",
            "Play “Dig” targeting scoring card/“Coin” in Trash Stack.",
            "applies to the whole",
        ),
        ("line", "Spend 2 “Bury”/“Coin” cards using “Grave Robber”.", "may be mixed"),
        ("reset_line", "Retain no “Waste”.", "it does not say which cards are kept"),
        ("line", "If any player has more coin tokens pass.", "nobody is compared with themselves"),
        (
            "effect",
            "When you Play a card, Gain 1 coin token per other card in play",
            "others than this card",
        ),
        ("effect", "Draw 2. You may Discard any “Waste” Drawn", "as many as you like"),
        ("effect", "If 7+ in hand Draw 3, if 5+ in hand Draw 2, if not, Draw 1", "both hold"),
        ("effect", "Purchase 2 from Target Market Stack then Draw it", "which card is meant"),
    ],
)
def test_what_print_leaves_open_is_refused(start: Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), start)


def test_an_opponents_own_hand_is_compared() -> None:
    words = "If an opponent has more coin tokens than cards in hand play “Bury”."
    assert followed(words, lay(At(CLAY, hand="3 Bury"), At(WORDS, coins=2, hand="Coin")))
    assert not followed(words, lay(At(CLAY, hand="Bury"), At(WORDS, coins=2, hand="2 Coin")))


def test_the_smallest_market_stack_is_one_that_is_not_empty() -> None:
    stacks = "the Market Stack of your suit with the fewest cards that is not empty"
    mine, other = At(CLAY, coins=9, market=("", "2 Bury", "3 Lesson")), At(WORDS)
    assert "Bury" in followed(f"Shop to Purchase from {stacks}.", lay(mine, other))


def test_the_highest_stability_is_that_of_a_card_that_has_any() -> None:
    """Ruling A-highest."""
    words = "Play the highest Stability card in hand."
    assert followed(words, lay(At(WORDS, hand="Coin, Waste"), At(CLAY))) == ""
    assert "Lesson" in followed(words, lay(At(WORDS, hand="Coin, Lesson"), At(CLAY)))
    table = play("Discard the highest Stability card in hand", At(WORDS, hand="2 Coin"), At(CLAY))
    assert len(table.seats[0].hand) == 2


def test_all_cards_are_such_where_there_are_none_and_only_such_asks_for_one() -> None:
    """Ruling G-all."""
    for hand, every, only in (("", True, False), ("Coin", True, True), ("Bury", False, False)):
        seats = At(CLAY, hand=hand), At(WORDS)
        assert holds("all cards in hand are starter cards", *seats) is every
        assert holds("hand contains only starter cards", *seats) is only


def test_an_opponents_coin_tokens_are_compared_with_their_own_hand() -> None:
    words = "an opponent has more coin tokens than cards in hand"
    assert holds(words, At(CLAY, hand="3 Coin"), At(WORDS, hand="Coin", coins=2))
    assert not holds(words, At(CLAY), At(WORDS, hand="3 Coin", coins=2))


def test_an_opponents_stacks_are_compared_with_each_other() -> None:
    words = "an opponent's Discard Stack has more cards than their Draw Deck"
    assert holds(words, At(CLAY), At(WORDS, discard="3 Coin", deck="Coin"))
    assert not holds(words, At(CLAY), At(WORDS, discard="Coin", deck="2 Coin"))


@pytest.mark.parametrize(
    ("words", "theirs", "true"),
    [
        ("an opponent Discarded a card this round", "Coin", True),
        ("an opponent Discarded a card this round", "", False),
        ("an opponent has Discarded 2+ cards this round", "Coin", False),
        ("an opponent has Discarded 2+ cards this round", "2 Coin", True),
        ("an opponent has Discarded a scoring card this round", "Coin", False),
        ("each opponent has Discarded “Coin” this round", "Coin", True),
        ("no opponent Discarded a card this round", "Coin", False),
        ("any player has Discarded a card this round", "Coin", True),
    ],
)
def test_what_an_opponent_has_done_this_round(
    monkeypatch: pytest.MonkeyPatch, words: str, theirs: str, true: bool
) -> None:
    table = lay(At(CLAY, deck="Coin"), At(WORDS, hand=theirs), players=(Looking(), Looking()))
    asking = saying(f"If {words}, Gain 1 coin token", table.names)
    monkeypatch.setattr(table.cards, "remembers", True)
    for _ in table.seats[1].hand[:]:
        moves.put_in_play(table, table.seats[1], saying("Discard 1", table.names))
    moves.put_in_play(table, table.seats[0], asking)
    assert table.seats[0].coins == int(true)


@pytest.mark.parametrize(
    ("words", "true", "false"),
    [
        (
            "all cards in hand score",
            At(WORDS, hand="2 Macabre Harvest"),
            At(WORDS, hand="Macabre Harvest, Coin"),
        ),
        (
            "the only cards in hand are “Waste”",
            At(WORDS, hand="2 Waste"),
            At(WORDS, hand="Waste, Coin"),
        ),
        ("“Waste” is the only card in hand", At(WORDS, hand="Waste"), At(WORDS, hand="2 Waste")),
        ("the only card in hand is “Waste”", At(WORDS, hand="Waste"), At(WORDS, hand="2 Waste")),
        (
            "the only card in hand is a starter card",
            At(WORDS, hand="Waste"),
            At(WORDS, hand="Call"),
        ),
        ("you do not have a “Waste” in hand", At(WORDS, hand="Coin"), At(WORDS, hand="Waste")),
        (
            "neither coin tokens nor cards in hand",
            At(WORDS, coins=0),
            At(WORDS, coins=0, hand="Coin"),
        ),
        (
            "more coin tokens than cards in hand",
            At(WORDS, coins=2, hand="Coin"),
            At(WORDS, coins=1, hand="Coin"),
        ),
        (
            "your hand has more “Coin” than “Waste”",
            At(WORDS, hand="2 Coin, Waste"),
            At(WORDS, hand="Coin, Waste"),
        ),
        (
            "at least two of “Bury”, “Shallow Grave” and “Rise Up” are in hand",
            At(WORDS, hand="Bury, Rise Up"),
            At(WORDS, hand="2 Bury"),
        ),
        (
            "Draw Deck is empty and Discard Stack is not",
            At(WORDS, deck="", discard="Coin"),
            At(WORDS, deck=""),
        ),
    ],
)
def test_a_condition_of_ones_own(words: str, true: At, false: At) -> None:
    assert holds(words, true, WITH_WASTE)
    assert not holds(words, false, WITH_WASTE)


def test_settled_cards_are_not_looked_at() -> None:
    with pytest.raises(CannotDo):
        play("Discard 1 card Settled on this card", At(WORDS), WITH_WASTE)


@pytest.mark.parametrize(
    ("condition", "mine", "so"),
    [
        ("3+ cards in hand or play together", At(RULE, hand="Bury", in_play="Law, Oeuvre"), True),
        ("fewer than 2 “Bury” in Discard Stack", At(RULE, discard="Bury"), True),
        ("fewer than 2 “Bury” in Discard Stack", At(RULE, discard="2 Bury"), False),
        ("a card scoring before the Turn in hand", At(RULE, hand="Filler A"), False),
        ("a card scoring after the Turn in hand", At(RULE, hand="Filler A"), True),
        ("all cards in hand are “Waste”", At(RULE, hand="2 Waste"), True),
        ("all cards in hand are “Waste”", At(RULE, hand="Waste, Coin"), False),
        ("as many “Bury” in hand as cards in Discard Stack", At(RULE, hand="Bury"), False),
        ("2+ “Bury” in your Market Stacks", At(RULE, market=("2 Bury", "", "")), True),
        ("4+ “Bury” on top of your Market Stacks", At(RULE, market=("2 Bury",) * 3), False),
    ],
)
def test_a_condition_holds(condition: str, mine: At, *, so: bool, tmp_path: Path) -> None:
    files = (made(tmp_path, "Draw 1"),)
    table, known = lay(mine, At(CLAY), more=files), catalogue("prototype", files)
    assert done(f"If {condition} pass.", table, known) == "pass" * so


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ("“Bury” in Draw Deck", "lie face down"),
        ("2+ cards in Draw Deck with total score 3+", "lie face down"),
        ("3+ cards in Target Discard Stack", "cannot leave open whose"),
    ],
)
def test_a_condition_asks_for_what_can_be_seen(condition: str, why: str) -> None:
    with pytest.raises(MoonflightError, match=why):
        following(f"If {condition} pass.", CLAY, catalogue())


def test_another_card_somewhere_else_is_any_there() -> None:
    line = "If another “Bury” in Discard Stack play “Bury”."
    table = lay(At(CLAY, hand="Bury", discard="Bury"), At(WORDS))
    assert done(line, table, catalogue()) == "play Bury"


# ------------------------------------------------------- who has Passed


class Doing:
    """Takes scripted acts, "." for Pass and "B" for Build, and records whether a condition
    holds.
    """

    followed = ""

    def __init__(self, acts: str, is_so: Any) -> None:
        self.acts, self.is_so, self.held_at_each_act = list(acts), is_so, ""

    def act(self, table: Table, seat: Seat) -> Any:
        self.held_at_each_act += "y" if self.is_so(table, seat) else "n"
        if self.acts.pop(0) == ".":
            return PASS
        return _Nothing()

    def choose(self, table: Table, seat: Seat, question: Any) -> list[int]:
        raise AssertionError


class _Nothing:
    def perform(self, table: Table, seat: Seat) -> None:
        """Do something that is not a Pass."""


def held_at_each_act(words: str, *acts: str) -> list[str]:
    """Return for each seat whether the condition held each time it was asked for an act."""
    (line,) = parsed_readings(Text(f"If {words} pass."), "line")
    assert isinstance(line, ast.Line)
    assert line.condition is not None
    table = lay(*(At(CLAY) for _ in acts))
    lower = Lowering(table.names, False, CLAY)
    players = tuple(Doing(each, as_test(lower.condition(line.condition))) for each in acts)
    table.players = players
    assert action(table)
    assert table.passes == 0
    return [player.held_at_each_act for player in players]


def test_a_card_that_is_played_finds_who_passed_before_it() -> None:
    """Ruling A-passed: an act ends the row of Passes only once it is done."""
    players = (Script("play Made up", "play Made up"), Script())
    table = lay(At(CLAY), At(WORDS), players=players)
    card = saying("If an opponent has Passed, Gain 1 coin token, else Draw 1", table.names)
    table.seats[0].hand = [card, card]
    assert action(table)
    assert (table.seats[0].coins, named(table.seats[0].hand)) == (1, "Waste")


@pytest.mark.parametrize(
    ("words", "acts", "so"),
    [
        ("all opponents have Passed", ["B.", ".."], ["ny", "n"]),
        ("all opponents have Passed", ["..", "B."], ["nn", "yy"]),
        ("all opponents have Passed", ["B..", "...", "B.."], ["nn", "nn", "ny"]),
        ("an opponent has Passed", ["B..", "...", "B.."], ["nn", "ny", "yy"]),
        ("no opponent has Passed", ["B..", "...", "B.."], ["yy", "yn", "nn"]),
        ("2+ opponents have Passed", ["B..", "...", "B.."], ["nn", "nn", "ny"]),
    ],
)
def test_a_pass_counts_until_somebody_acts(words: str, acts: list[str], so: list[str]) -> None:
    """Ruling A-passed."""
    assert held_at_each_act(words, *acts) == so


@pytest.mark.parametrize(
    "words",
    [
        "If each player has Passed play “Coin”.",
        "If you have Passed play “Coin”.",
        "If all opponents have Passed this round play “Coin”.",
    ],
)
def test_whose_pass_and_when_is_said(words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), "line")
