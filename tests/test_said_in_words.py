"""Explicit words for what rulings fill in by default: which of equals, which end, if possible."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay, saying
from reach_cards import before, card_saying

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import Build, Play
from moonflight_solo.rules.catalogue import catalogue

CARDS = catalogue()


def done(line: str, hand: str, in_play: str = "") -> str:
    """Return what a line does with a hand: the card it plays, the cards it Sets, or "pass"."""
    player = AICardPlayer(card_saying(before(line, "Pass")), CARDS)
    table = lay(At(CLAY, hand=hand, in_play=in_play), At(WORDS))
    act = player.act(table, table.seats[0])
    if isinstance(act, Play):
        return act.card.name
    if isinstance(act, Build):
        return ", ".join(card.name for card, _ in act.pairs)
    return "pass"


# What they cost before the Turn: Bury and Rise Up 1, Shallow Grave 2, Grave Robber and Take It With
# You 5.
@pytest.mark.parametrize(
    ("words", "hand", "played"),
    [
        (
            "the highest cost card, if tied the first",
            "Grave Robber, Take It With You",
            "Grave Robber",
        ),
        (
            "the highest cost card, if tied the first",
            "Take It With You, Grave Robber",
            "Take It With You",
        ),
        ("a card in hand, if several the lowest cost", "Grave Robber, Bury, Rise Up", "Bury"),
        ("a card, if several the highest cost, then the first", "Bury, Rise Up, Coin", "Bury"),
        ("a card in hand, if several the first", "Bury, Grave Robber", "Bury"),
    ],
)
def test_which_of_several_is_as_it_says(words: str, hand: str, played: str) -> None:
    """A-tie and A-play say the first, and the best, where nothing is said; here something is."""
    assert done(f"Play {words}.", hand) == played


@pytest.mark.parametrize(
    ("side", "played"),
    [
        ("before the Turn", "Grave Robber"),  # 5, and 4 for The Long Goodbye
        ("after the Turn", "Macabre Harvest"),  # 4, and 2 and 1 for the others
        ("by its higher end", "Grave Robber"),
    ],
)
def test_the_end_that_is_said_counts(side: str, played: str) -> None:
    """A-cost: the end now up, unless it is said which."""
    hand = "Macabre Harvest, The Long Goodbye, Bury"
    if played == "Grave Robber":
        hand += ", Grave Robber"
    assert done(f"Play the highest cost card {side}.", hand) == played


def test_the_card_played_is_counted_with_the_others() -> None:
    """A-exact: it is counted while it is in hand, whether that is said or not."""
    for said in ("", ", counting the card played", ", counting it"):
        line = f"If exactly 2 cards in hand{said}, play “Bury”."
        assert done(line, "Bury, Coin") == "Bury"
        assert done(line, "Bury, Coin, Coin") == "pass"


def test_a_line_that_says_if_possible_is_passed_over() -> None:
    for line in ("If possible, play “Bury”.", "Play “Bury”, if possible."):
        assert (done(line, "Bury"), done(line, "Coin")) == ("Bury", "pass")


@pytest.mark.parametrize(
    ("order", "settled"), [("lowest cost", "Bury"), ("highest cost", "Lesson")]
)
def test_as_many_as_possible_are_set_in_the_order_that_is_said(order: str, settled: str) -> None:
    """Oeuvre has Stability 1; Lesson costs 3, Bury 1."""
    line = f"Build to Set as many of the cards in hand, {order} first, to “Oeuvre” as possible."
    assert done(line, "Coins, Lesson, Bury", "Oeuvre") == {"Lesson": "Coins"}.get(settled, settled)
    assert done(line, "Lesson, Bury", "Oeuvre") == settled


def test_a_card_text_says_none_of_it() -> None:
    """A person chooses between equals; that the first is taken would be another rule."""
    for words in (
        "Discard the highest cost card in hand, if tied the first",
        "If 3 cards in hand, counting the card played, Draw 1",
    ):
        with pytest.raises(MoonflightError):
            saying(words)
