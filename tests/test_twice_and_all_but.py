"""Twice and half as many, all but the highest, and several of the ways listed: what is done."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, named
from test_whose_is_meant import holds, play


@pytest.mark.parametrize(
    ("words", "coins", "so"),
    [
        ("at least twice as many coin tokens as cards in hand", 3, False),
        ("at least twice as many coin tokens as cards in hand", 4, True),
        ("exactly twice as many coin tokens as cards in hand", 5, False),
        ("more than twice as many coin tokens as cards in hand", 5, True),
        ("at most half as many coin tokens as cards in hand", 1, True),
        ("at most half as many coin tokens as cards in hand", 2, False),
        ("you have at least twice as many coin tokens as each opponent", 5, False),
        ("you have at least twice as many coin tokens as each opponent", 6, True),
        ("an opponent has at least twice as many coin tokens as you", 2, False),
        ("an opponent has at least twice as many coin tokens as you", 1, True),
    ],
)
def test_amounts_are_compared_with_a_multiple(words: str, coins: int, so: bool) -> None:
    assert holds(words, At(CLAY, coins=coins, hand="Bury, Coin"), At(WORDS, coins=3)) is so


@pytest.mark.parametrize(
    ("words", "hand", "left"),
    [
        ("Discard all but the highest cost card in hand", "Bury, Riches, Coins", "Riches"),
        ("Discard all but the 2 lowest cost cards in hand", "Bury, Riches, Coins", "Bury, Coins"),
        ("Discard all but the highest scoring card in hand", "Bury, Teach, Coins", "Teach"),
        ("Discard all but the highest scoring card in hand", "Bury, Coins", ""),
        ("Discard all but the 2 highest scoring cards in hand", "Bury, Teach", "Teach"),
    ],
)
def test_all_but_the_best_are_moved(words: str, hand: str, left: str) -> None:
    table = play(words, At(WORDS, hand=hand), At(CLAY))
    assert sorted(named(table.seats[0].hand).split(", ")) == sorted(left.split(", "))


def test_those_chosen_are_done_in_the_order_printed() -> None:
    """Ruling G-choose-several."""
    words = "Choose two: Discard your hand, Draw 1, or Gain 1 coin token"
    me = play(words, At(WORDS, hand="Bury", deck="Coin"), At(CLAY)).seats[0]
    assert (named(me.hand), named(me.discard_stack)) == ("Coin", "Bury")
