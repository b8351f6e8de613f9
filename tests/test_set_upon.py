"""Cards Set upon others: what hears of it, and several Set at once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, lay, saying

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


class Last(Script):
    """Takes the last that is offered."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return range(len(question.cards) - question.least, len(question.cards))


def hearing(words: str, hand: str = "Coin, Waste, Teach") -> Table:
    """Return a table with a Lesson, and twice a card of Stability 2 that says ``words``, in play."""
    table = lay(At(CLAY, hand=hand, in_play="Lesson"), At(WORDS), players=(Last(), Script()))
    card = saying(words, table.names)
    card.stability = 2
    for _ in range(2):
        moves.put_in_play(table, table.seats[0], card)
    table.watched = table.heard = frozenset({"set", "move"})
    return table


def build(table: Table, *upon: int) -> int:
    """Set a card on each of these in play; return the coin tokens Gained."""
    seat = table.seats[0]
    Build(tuple((seat.hand[at], seat.in_play[on]) for at, on in enumerate(upon))).perform(
        table, seat
    )
    return seat.coins


@pytest.mark.parametrize(
    ("upon", "gained"), [((0,), 0), ((1,), 1), ((2,), 1), ((1, 2), 2), ((1, 1), 2), ((0, 1), 1)]
)
def test_a_card_hears_only_what_is_set_to_itself(upon: tuple[int, ...], gained: int) -> None:
    assert build(hearing("When you Set a card to this card, Gain 1 coin token"), *upon) == gained


@pytest.mark.parametrize(
    ("words", "upon", "gained"),
    [
        ("When you Set 2 cards to this card, Gain 1 coin token", (1, 1), 1),
        ("When you Set 2 cards to this card, Gain 1 coin token", (1, 2), 0),
        ("When you Set a starter card to this card, Gain 1 coin token", (1, 1, 2), 2),
        ("When you Set a card, Gain 1 coin token", (0, 1), 4),
        ("When you Move a card, Gain 1 coin token", (1, 1), 4),
        ("The first time each round you Set a card to this card, Gain 1 coin token", (1, 1), 1),
    ],
)
def test_so_many_or_such_cards(words: str, upon: tuple[int, ...], gained: int) -> None:
    assert build(hearing(words), *upon) == gained


def test_a_text_that_sets_cards_is_heard_as_well() -> None:
    table = hearing("When you Set a card to this card, Gain 1 coin token")
    moves.put_in_play(table, table.seats[0], saying("Set 2 to a card in play", table.names))
    seat = table.seats[0]
    assert [len(placed.settled) for placed in seat.in_play] == [0, 0, 2, 0]
    assert (len(seat.hand), seat.coins) == (1, 2)


@pytest.mark.parametrize(
    "words",
    [
        "When you Set a card to this card, Trash it",
        "When you Draw a card to this card, Draw 1",
        "When a card is Set to this card, Draw 1",
        "When you would Set a card to this card, Draw 1 instead",
    ],
)
def test_what_is_not_said_of_it_is_refused(words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), "effect")
