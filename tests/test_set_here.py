"""Cards Set on others: their triggers, and several Set at once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, in_play, lay, named, saying
from on_tables import compiled, followed, laid_with, settled

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Build, Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import CardInPlay, Question, Seat, Table
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


class Last(Script):
    """Chooses the last item offered."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return range(len(question.cards) - question.least, len(question.cards))


def hearing(words: str, hand: str = "Coin, Waste, Teach") -> Table:
    """Return a table with a Lesson, and two cards that say ``words``, in play."""
    table = lay(At(CLAY, hand=hand, in_play="Lesson"), At(WORDS), players=(Last(), Script()))
    card = saying(words, table.names)
    card.stability = 2
    for _ in range(2):
        moves.put_in_play(table, table.seats[0], card)
    table.watched = table.trigger_verbs = frozenset({"set", "move"})
    return table


def build(table: Table, *upon: int) -> int:
    """Set a card on each of these in play; return the coin tokens Gained."""
    seat = table.seats[0]
    Build(tuple((seat.hand[at], on) for at, on in enumerate(upon))).perform(table, seat)
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
        ("Once per round, when you Set a card to this card, Gain 1 coin token", (1, 1), 1),
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


def test_another_cards_text_in_between_leaves_which_card_is_meant() -> None:
    """Each of the two that would be Trashed is replaced, and one card is Settled on the other."""
    instead = "If you would Trash a card, Gain 1 coin token per card Settled on this card instead"
    other = saying(instead, catalogue())
    own = saying("Spend 1 coin token to Trash all cards Settled on this card", catalogue())
    table = laid_with([own, other], At(CLAY, coins=1))
    seat = table.seats[0]
    two, one = settled(table, "Coin", "Waste"), settled(table, "Bury")
    seat.in_play = [CardInPlay(own, two), CardInPlay(other, one)]
    Spend(0, own.abilities[0], ()).perform(table, seat)
    assert (seat.coins, seat.trash_stack) == (2, [])


# -------------------------------------------------------------------------- several at once


def test_what_is_set_to_each_is_heard_once_all_are_set() -> None:
    """Multiple Card Effects: a count does not break off for what it sets off."""
    words = "When you Set 2 cards, Draw 1"
    heard = saying(words, catalogue())
    table = laid_with([heard], At(CLAY, hand="2 Coin", in_play="Lesson, Oeuvre"))
    seat = table.seats[0]
    seat.in_play.append(CardInPlay(heard))
    moves.put_in_play(table, seat, saying("Set 1 from hand to each card in play", table.names))
    assert in_play(seat) == "Lesson + Coin, Oeuvre + Coin, Made up, Made up"
    assert named(seat.hand) == "Waste"


def settled_on(words: str, hand: str, in_play: str) -> list[str]:
    """Return the cards on each card in play after a card that says ``words`` was played."""
    table = lay(At(CLAY, hand=hand, in_play=in_play), At(WORDS), players=(Last(), Script()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return [named(placed.settled) for placed in table.seats[0].in_play[:-1]]


@pytest.mark.parametrize(
    ("words", "hand", "on"),
    [
        ("Set 1 from hand to each card in play", "Coin, Waste, Teach", ["Teach", "", "Waste"]),
        ("Set 1 from hand to each “Oeuvre” in play", "Coin, Waste", ["", "", "Waste"]),
        ("Set 1 from hand to each card in play", "Coin", ["", "", "Coin"]),
        (
            "Set 2 from hand to each card in play",
            "Coin, Waste, Teach",
            ["Coin", "", "Teach, Waste"],
        ),
        ("Set up to 2 from hand to cards in play", "Coin", ["", "", ""]),
        ("Set 2 from hand to cards in play", "Coin, Waste", ["", "", "Waste, Coin"]),
    ],
)
def test_several_cards_are_set_to_several(words: str, hand: str, on: list[str]) -> None:
    assert settled_on(words, hand, "Lesson, Coin, Oeuvre") == on


@pytest.mark.parametrize(
    "words",
    [
        "Set the top card of your Draw Deck to each card in play",
        "Set up to 2 from hand to each card in play",
        "Set 1 from hand to each Target card in play",
    ],
)
def test_how_many_where_is_said(words: str) -> None:
    with pytest.raises(CannotDo):
        settled_on(words, "Coin", "Lesson")


@pytest.mark.parametrize(
    ("line", "hand", "on"),
    [
        ("Build to Set 1 card to each card in play.", "Teach, Coin", ["Coin", "", "Teach"]),
        ("Build to Set 1 card to each card in play.", "Teach", ["Teach", "", ""]),
        ("Build to Set a “Teach” to each card in play.", "Coin, Teach", ["Teach", "", ""]),
        ("Build to Set the lowest cost card to each “Oeuvre”.", "Teach, Coin", ["", "", "Coin"]),
        ("Build to Set up to 2 cards to cards in play.", "Teach, Coin, Waste", None),
    ],
)
def test_a_line_builds_on_each(line: str, hand: str, on: list[str] | None) -> None:
    """Ruling A-set-many."""
    table = lay(At(CLAY, hand=hand, in_play="Lesson, Coin, Oeuvre"), At(WORDS))
    seat = table.seats[0]
    decision = compiled(line, table).attempt(table, seat)
    assert decision is not None
    decision[0].perform(table, seat)
    found = [named(placed.settled) for placed in seat.in_play]
    if on is None:
        assert sum(len(placed.settled) for placed in seat.in_play) == 2
    else:
        assert found == on


def test_nothing_is_built_on_each_without_a_place_or_a_card() -> None:
    line = "Build to Set 1 card to each card in play."
    assert followed(line, lay(At(CLAY, hand="Teach", in_play="Coin"), At(WORDS))) == ""
    assert followed(line, lay(At(CLAY, in_play="Lesson"), At(WORDS))) == ""


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
