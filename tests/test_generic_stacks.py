"""Generic Market Stacks are the five without a suit, wherever a line or a text names them."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay, named
from on_tables import followed, holds, play
from reach_cards import before, card_saying, verdicts

from moonflight_solo.rules.requirements.selectors import CannotDo

SUITS_EMPTY = At(WORDS, market=("", "", ""), coins=9), At(CLAY, market=("", "", ""))


@pytest.mark.parametrize(
    ("condition", "so"),
    [
        ("no generic Market Stacks are empty", True),
        ("2+ generic Market Stacks are empty", False),
        ("5 generic Market Stacks have fewer than 3 cards", True),
        ("there is a card with cost 3+ on top of a generic Market Stack", True),
        ("5+ cards in generic Market Stacks", True),
        ("no cards in generic Market Stacks", False),
    ],
)
def test_a_condition_looks_at_them(condition: str, so: bool) -> None:
    assert holds(condition, *SUITS_EMPTY) is so


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("Shop to Purchase from a generic Market Stack.", "shop Power"),
        ("Shop to Purchase from the generic Market Stack with the fewest cards.", "shop Power"),
        ("Shop to Purchase the highest cost card from a generic Market Stack.", "shop Wealth"),
    ],
)
def test_a_line_buys_there_and_nowhere_else(line: str, act: str) -> None:
    assert followed(line, lay(At(WORDS, coins=9), At(CLAY))) == act
    none = lay(At(WORDS, coins=9), At(CLAY), generic=("",) * 5)
    none.seats[0].shopped = True
    assert followed(line, none) == ""


def test_a_text_takes_from_them() -> None:
    table = play("Move the top card of Target generic Market Stack to your hand", *SUITS_EMPTY)
    assert named(table.seats[0].hand) == "Power"
    table = play("Gain 1 coin token per generic Market Stack", *SUITS_EMPTY)
    assert table.seats[0].coins == 14


def test_no_card_is_put_on_them() -> None:
    with pytest.raises(CannotDo, match="Market Stacks of a suit only"):
        play("Move 1 card in hand to a generic Market Stack", *SUITS_EMPTY)


def test_the_check_shows_tables_with_them() -> None:
    card = card_saying(
        before(
            "Shop to Purchase from a generic Market Stack.",
            "Shop to Purchase a generic card.",
            "If 4+ generic Market Stacks are empty pass.",
        )
    )
    assert verdicts(card) == ["possible", "never 1", "possible"]
