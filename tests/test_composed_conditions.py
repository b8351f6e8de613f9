"""Composed conditions hold on a table exactly when they should.

Each line is followed on the first table and passed over on the others. The expectation comes from
the rules, not from how the line is said back.
"""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay
from test_check_reach import before, card_saying

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules.catalogue import catalogue

THEM = At(WORDS)


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


@pytest.mark.parametrize(
    ("line", "hand", "played"),
    [
        ("Play “Bury” unless Draw Deck is empty, in which case play “Coin”.", "Bury, Coin", "Bury"),
        ("Play “Rise Up”, otherwise play “Coin”.", "Bury, Coin", "Coin"),
        ("If Draw Deck is empty, do not play “Coin”; otherwise play it.", "Bury, Coin", "Coin"),
        ("Play the highest cost card in hand, “Bury” last.", "Bury, Coin", "Coin"),
        ("Play the highest cost card in hand, “Bury” last.", "Bury", "Bury"),
        ("Play any starter card, preferring “Waste” over “Coin”.", "Coin, Waste", "Waste"),
        ("Play any card in hand but “Bury” or a card costing 0, highest cost first.", "Bury", ""),
        ("If there are two or more copies of “Coin” in hand, play one.", "Bury, 2 Coin", "Coin"),
        (
            "If at least two of “Coin”, “Bury” and “Rise Up” are in hand play “Coin”.",
            "Bury, Coin",
            "Coin",
        ),
        ("Play the highest cost card in hand if it costs 2+.", "Bury, Coin", ""),
    ],
)
def test_what_a_line_is_put_together_of_is_followed(line: str, hand: str, played: str) -> None:
    player = AICardPlayer(card_saying(before(line, "Pass")), catalogue())
    table = lay(At(CLAY, hand=hand), THEM)
    act = player.act(table, table.seats[0])
    card = getattr(act, "card", None)
    assert (card.name if card else "") == played
