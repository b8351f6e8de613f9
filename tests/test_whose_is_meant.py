"""Whose cards are meant, and who acts: sentences carried out on a table, not only parsed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, lay, named, saying

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


class Looking(Script):
    """Chooses the first item offered, and records what every question shows."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[list[str]] = []

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.shown.append([card.name if card else "" for card in question.cards])
        return range(question.least)


def play(words: str, *seats: At) -> Table:
    """Return the table after the first seat has played a card that says ``words``."""
    table = lay(*seats, players=tuple(Looking() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table


def holds(words: str, *seats: At) -> bool:
    """Return whether a condition holds for the first seat."""
    (line,) = parsed_readings(Text(f"If {words} pass"), "line")
    assert isinstance(line, ast.Line)
    assert line.condition is not None
    table = lay(*seats)
    lower = Lowering(table.names, table.turned, table.seats[0].jack)
    return as_test(lower.condition(line.condition))(table, table.seats[0])


# --------------------------------------------------------------------------- whose hand


def test_your_hand_is_the_one_of_whoever_plays_the_card() -> None:
    """The printed "your" speaks to whoever plays the card."""
    table = play(
        "Each opponent Discards 1 per card in your hand",
        At(CLAY, hand="Coin, Coin"),
        At(WORDS, hand="Coin, Waste, Coin, Waste, Coin"),
    )
    assert [len(seat.hand) for seat in table.seats] == [2, 3]


def test_their_hand_is_the_one_of_whoever_does_it() -> None:
    table = play(
        "Each opponent Discards 1 per 2 cards in their hand",
        At(CLAY, hand="Coin"),
        At(WORDS, hand="Coin, Waste, Coin, Waste"),
    )
    assert [len(seat.hand) for seat in table.seats] == [1, 2]


def test_their_stack_after_a_trigger_is_that_of_the_one_who_set_it_off() -> None:
    table = lay(At(CLAY, discard="Bury"), At(WORDS, discard="Call"), players=(Script(), Script()))
    card = saying(
        "When an opponent Purchases a card, Trash the top card of their Discard Stack", table.names
    )
    moves.put_in_play(table, table.seats[0], card)
    table.watched = table.heard = frozenset({"purchase"})
    opponent = table.seats[1]
    stack = table.seats[1].market[0]
    stack.cards[:] = [table.names.card("Talk", False)]
    moves.purchase(table, opponent, (stack,), 0)
    assert named(opponent.trash_stack) == "Talk"
    assert named(table.seats[0].discard_stack) == "Bury"
    assert table.spoken is None


@pytest.mark.parametrize(
    ("words", "hands", "decks"),
    [
        ("Each opponent Discards 2 then Draws 1", [2, 2], [2, 1]),
        # Jack o' Clay Draws 1 as well, having Discarded 1.
        ("Each player Discards 1 then Draws 1", [3, 3], [0, 1]),
        ("Each opponent Discards 1. Draws 2", [2, 4], [2, 0]),
        ("Each opponent Discards 1 and you Draw 1", [3, 2], [1, 2]),
    ],
)
def test_a_verb_in_the_third_person_keeps_its_subject(
    words: str, hands: list[int], decks: list[int]
) -> None:
    table = play(
        words,
        At(CLAY, hand="Coin, Waste", deck="Coin, Coin"),
        At(WORDS, hand="Coin, Waste, Coin", deck="Coin, Coin"),
    )
    assert [len(seat.hand) for seat in table.seats] == hands
    assert [len(seat.draw_deck) for seat in table.seats] == decks


def test_the_target_player_stays_the_same() -> None:
    table = lay(
        At(CLAY, deck="Coin"),
        At(WORDS, deck="Coin, Waste, Coin"),
        players=(Script(player="Words and Names"), Script()),
    )
    words = "Target player Draws 2 and you Discard 1 from their Draw Deck"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert named(table.seats[1].discard_stack) == "Coin"
    # Clay and Bones was asked to Discard it, and so Draws 1 by its character.
    assert [len(seat.hand) for seat in table.seats] == [1, 2]


@pytest.mark.parametrize(
    "words",
    [
        "Discards 1",
        "Draw 1 from their Draw Deck",
        "Each opponent Draws 1 and you Discard 1 from their Draw Deck",
    ],
)
def test_a_doer_or_owner_who_is_not_said_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="cannot be followed"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("Discard half of your Stack", "effect"),
        ("If your Stack has more scoring cards than non-scoring cards, Draw 1", "effect"),
        ("If every other player has an empty Stack pass.", "line"),
    ],
)
def test_a_stack_that_is_not_said_is_refused(words: str, start: ast.Start) -> None:
    with pytest.raises(WordingError, match="does not say whose place is meant"):
        parsed_readings(Text(words), start)


# ------------------------------------------------------------------------- one opponent


@pytest.mark.parametrize(
    ("others", "true"),
    [
        ((At(WORDS, hand="Coin, Coin", deck=""), At(WORDS, deck="Coin")), False),
        ((At(WORDS, hand="Coin, Coin", deck="Coin"), At(WORDS, deck="")), True),
    ],
)
def test_what_one_opponent_has_is_had_by_the_same_one(others: Sequence[At], true: bool) -> None:
    me = At(CLAY, deck="Coin, Coin")
    assert holds("an opponent has 2+ cards in hand and 1+ cards in Draw Deck", me, *others) is true


def test_what_you_have_is_said() -> None:
    mine = "an opponent has no cards in their Draw Deck and you have 1+ cards in hand"
    assert holds(mine, At(CLAY, hand="Coin"), At(WORDS, deck=""))
    assert not holds(mine, At(CLAY), At(WORDS, hand="Coin", deck=""))


# ------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "If fewer than 4 cards in Draw Deck or Discard Stack pass",
            {
                "If at most 3 cards in your Draw Deck or at most 3 cards in your Discard Stack, "
                "pass",
                "If at most 3 cards in your Draw Deck or your Discard Stack together, pass",
            },
        ),
        (
            "If 5+ cards in a Discard Stack pass",
            {
                "If 5+ cards in your Discard Stack, pass",
                "If 5+ cards in any player's Discard Stack, pass",
            },
        ),
        (
            "Play the highest cost card in hand that is NOT “Waste”/“Coin”.",
            {'Play the highest cost card in your hand that is not "Waste" or "Coin"'},
        ),
        (
            "If there is a scoring card in hand or play pass",
            {"If there is a scoring card in your hand or play, pass"},
        ),
    ],
)
def test_what_print_leaves_open_is_several_readings(words: str, says: set[str]) -> None:
    found = parsed_readings(Text(words), "line")
    assert {english(meaning) for meaning in found} == says
    for meaning in found:
        (again,) = parsed_readings(Text(english(meaning)), "line")
        assert canonical(again) == canonical(meaning)


def test_a_market_stack_is_one_of_them_by_itself() -> None:
    words = "fewer than 2 cards in a Market Stack of your suit"
    high = At(CLAY, market=("2 Bury", "2 Bury", "2 Bury"))
    one_low = At(CLAY, market=("2 Bury", "Bury", "2 Bury"))
    assert not holds(words, high, At(WORDS))
    assert holds(words, one_low, At(WORDS))


def test_a_market_stack_without_a_suit_is_any_on_the_table() -> None:
    """Ruling A-stacks."""
    words = "exactly 2 cards in a Market Stack"
    assert not holds(words, At(CLAY), At(WORDS))
    assert holds(words, At(CLAY), At(WORDS, market=("Call", "2 Call", "Call")))
    assert holds("a Market Stack is empty", At(CLAY), At(WORDS, market=("Call", "", "Call")))
    assert not holds("a Market Stack of your suit is empty", At(CLAY), At(WORDS, market=("",) * 3))


def test_any_players_stack() -> None:
    words = "2+ cards in any player's Discard Stack"
    assert holds(words, At(CLAY), At(WORDS, discard="Coin, Coin"))
    assert holds(words, At(CLAY, discard="Coin, Coin"), At(WORDS))
    assert not holds(words, At(CLAY, discard="Coin"), At(WORDS, discard="Coin"))


# ------------------------------------------------------------------------------- hidden


def test_no_question_names_a_card_that_lies_face_down() -> None:
    """ "Face Up and Down": nobody looks at a Draw Deck."""
    player = Looking()
    table = lay(At(CLAY, hand="Coin, Waste", deck="Bury"), At(WORDS), players=(player, Script()))
    card = saying("Trash 1 from hand or Draw Deck", table.names)
    moves.put_in_play(table, table.seats[0], card)
    assert player.shown == [["Coin", "Waste", ""]]
