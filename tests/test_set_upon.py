"""On which card in play an effect Sets, which of several equals is meant, and "or more".

final: Set and Settled; Card Targets; rulings G-target-play, G-build-own, G-extreme.
"""

from __future__ import annotations

import pytest
from helpers import WORDS, At, Script, in_play, lay, saying

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Table


def played(words: str, **answers: list[str] | str) -> Table:
    """Return a table after the first seat has played a card that says ``words``."""
    mine = At(
        WORDS, hand="Waste, Coin", in_play="Lesson, Oeuvre", discard="Lesson, Talk, Lesson, Waste"
    )
    players = (Script(**answers), Script())
    table = lay(mine, At(WORDS, in_play="Talk, Lesson, Oeuvre"), players=players)
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table


@pytest.mark.parametrize(
    ("words", "onto", "after"),
    [
        ("Set 2 from hand to a card in play", "Oeuvre", "Lesson, Oeuvre + Waste + Coin"),
        ("Set 2 from hand to Target card in play", "Lesson", "Lesson + Waste + Coin, Oeuvre"),
        ("Set 2 from hand to cards in play", ["Oeuvre", "Lesson"], "Lesson + Coin, Oeuvre + Waste"),
    ],
)
def test_several_cards_are_set_on_one_unless_it_says_cards(
    words: str, onto: list[str] | str, after: str
) -> None:
    """A Target, once chosen, stays the Target (ruling G-one-target), and so does "a card"."""
    table = played(words, set=["Waste", "Coin"], onto=onto)
    assert in_play(table.seats[0]) == f"{after}, Made up"


@pytest.mark.parametrize(
    ("which", "after"),
    [
        ("the highest cost card in play", "Lesson, Oeuvre + Waste, Made up"),
        ("the lowest cost card costing 3+ in play", "Lesson + Waste, Oeuvre, Made up"),
        ("the highest cost “Lesson” in play", "Lesson + Waste, Oeuvre, Made up"),
        # The one that is meant has no Stability: nothing is done (ruling G-extreme).
        ("the lowest cost card in play", "Lesson, Oeuvre, Made up"),
    ],
)
def test_a_card_is_set_on_the_highest_or_lowest(which: str, after: str) -> None:
    table = played(f"Set 1 from hand to {which}", set="Waste")
    assert in_play(table.seats[0]) == after


@pytest.mark.parametrize(
    ("whose", "onto", "after"),
    [
        ("an opponent's card in play", ["Lesson"], "Talk, Lesson + Coin, Oeuvre"),
        ("Target opponent's “Oeuvre” in play", [], "Talk, Lesson, Oeuvre + Coin"),
        ("an opponent's highest cost card in play", [], "Talk, Lesson, Oeuvre + Coin"),
    ],
)
def test_a_card_is_set_on_an_opponents_and_stays_its_owners(
    whose: str, onto: list[str], after: str
) -> None:
    table = played(f"Set 1 from hand to {whose}", set="Coin", onto=onto)
    mine, theirs = table.seats
    assert in_play(theirs) == after
    moves.put_in_play(table, mine, saying("Trash an opponent's “Oeuvre” in play", table.names))
    discarded = [card.name for card in mine.discard_stack]
    assert ("Coin" in discarded) is ("Oeuvre + Coin" in after)


@pytest.mark.parametrize(
    "words",
    [
        "Set 1 from hand to an opponent's card in hand",
        "Set 1 from hand to an opponent's Discard Stack",
    ],
)
def test_a_card_is_set_on_cards_in_play_only(words: str) -> None:
    with pytest.raises(CannotDo):
        played(words)


def test_of_cards_alike_in_a_stack_the_topmost_is_said() -> None:
    words = "Draw the lowest cost card costing 3+ in Discard Stack; if tied, the topmost"
    table = played(words)
    left = [card.name for card in table.seats[0].discard_stack]
    assert left == ["Lesson", "Talk", "Waste"]
    assert [card.name for card in table.seats[0].hand] == ["Waste", "Coin", "Lesson"]


@pytest.mark.parametrize(
    ("words", "answers", "left"),
    [
        ("Discard 2 or more from hand", ["Waste", "Coin", "none"], ["Talk"]),
        ("Discard at least 2 cards", ["Waste", "Coin", "Talk"], []),
        ("Discard 3 or more", ["Coin", "Waste"], []),
    ],
)
def test_as_many_as_said_or_more(words: str, answers: list[str], left: list[str]) -> None:
    """The first so many have to be; before each of the others one may stop."""
    player = Script(discard=answers)
    table = lay(At(WORDS, hand="Waste, Coin, Talk"), At(WORDS), players=(player, Script()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [card.name for card in table.seats[0].hand] == left


def test_what_is_less_than_so_many_is_not_done() -> None:
    words = "Discard 2 or more from hand. If you do, Draw 1"
    table = lay(At(WORDS, hand="Waste", deck="Coin"), At(WORDS), players=(Script(), Script()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [card.name for card in table.seats[0].hand] == []
