"""Sentences that were once misread: what they do, or why they do nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, lay, named, saying
from test_reads_more import compiled, followed
from test_whose_is_meant import holds, play

from moonflight_solo.ai_cards.card import AILine, NumberedLine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.rules import moves
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.reset import draw_step
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text, WordingError


@pytest.mark.parametrize(
    "words",
    [
        "If 3+ coin tokens play “Rise Up”; otherwise Pass.",
        "If First Player play “Rise Up”, otherwise play “Bury”.",
        "If not First Player play “Bury”, otherwise play “Rise Up”.",
    ],
)
def test_why_neither_half_of_otherwise_is_followed(words: str) -> None:
    table = lay(At(CLAY, coins=3), At(WORDS))
    text = Text(words)
    line = AILine(NumberedLine(table.turned, "action", "1", text), disambiguate(text, "line"), ())
    jack = table.seats[0].jack
    context = Basis(catalogue()).context(jack, table.turned)
    compiled = compile_line(line, (), context)
    assert compiled.attempt(table, table.seats[0]) is None
    why = compiled.why_not(table, table.seats[0])
    assert why == ("not-in-hand", "Rise Up is not in hand")


def test_an_opponents_own_hand_is_compared() -> None:
    words = "If an opponent has more coin tokens than cards in hand play “Bury”."
    assert followed(words, lay(At(CLAY, hand="3 Bury"), At(WORDS, coins=2, hand="Coin")))
    assert not followed(words, lay(At(CLAY, hand="Bury"), At(WORDS, coins=2, hand="2 Coin")))


def test_the_smallest_market_stack_is_one_that_is_not_empty() -> None:
    stacks = "the Market Stack of your suit with the fewest cards that is not empty"
    mine, other = At(CLAY, coins=9, market=("", "2 Bury", "3 Lesson")), At(WORDS)
    assert "Bury" in followed(f"Shop to Purchase from {stacks}.", lay(mine, other))


def test_with_no_card_moved_neither_half_is_done() -> None:
    words = "Discard 1. If it is a “Bury”, Draw 2, otherwise Draw 1."
    assert named(play(words, At(WORDS), At(CLAY)).seats[0].hand) == ""
    assert len(play(words, At(WORDS, hand="Coin"), At(CLAY)).seats[0].hand) == 1


@pytest.mark.parametrize("verb", ["Play", "Move"])
def test_a_card_does_not_hear_its_own_play(verb: str) -> None:
    """Ruling G-own-play: it hears the next one, of a copy too; and a Play is a Move."""
    table = lay(At(CLAY), At(WORDS))
    card = saying(f"When you {verb} a card, Gain 1 coin token", table.names)
    table.watched = table.heard = frozenset({verb.lower(), "play"})
    for coins in (0, 1, 3):
        moves.put_in_play(table, table.seats[0], card)
        assert table.seats[0].coins == coins


def test_the_highest_stability_is_that_of_a_card_that_has_any() -> None:
    """Ruling A-highest."""
    words = "Play the highest Stability card in hand."
    assert followed(words, lay(At(WORDS, hand="Coin, Waste"), At(CLAY))) == ""
    assert "Lesson" in followed(words, lay(At(WORDS, hand="Coin, Lesson"), At(CLAY)))
    table = play("Discard the highest Stability card in hand", At(WORDS, hand="2 Coin"), At(CLAY))
    assert len(table.seats[0].hand) == 2


@pytest.mark.parametrize(
    ("words", "hand", "in_play", "act"),
    [
        ("“Waste”/“Coin” to “Oeuvre”/“Lesson”", "Coin", "Lesson", "Coin on Lesson"),
        ("“Waste”/“Coin” to “Oeuvre”/“Lesson”", "Coin, Waste", "Oeuvre", "Waste on Oeuvre"),
        ("“Waste” to “Coin”/“Oeuvre”", "Waste", "Coin, Oeuvre", "Waste on Oeuvre"),
    ],
)
def test_of_a_list_what_is_set_and_upon_what_is_the_first_possible(
    words: str, hand: str, in_play: str, act: str
) -> None:
    """A card without Stability in play is no reason to pass over the next."""
    table = lay(At(WORDS, hand=hand, in_play=in_play), At(CLAY))
    assert followed(f"Build to Set {words}.", table) == f"build {act}"


def test_what_is_done_to_a_card_without_settled_ones_is_done_to_that_very_card() -> None:
    table = lay(At(WORDS, hand="Waste", in_play="Oeuvre + Coin, Oeuvre"), At(CLAY))
    words = "If “Oeuvre” in play without Settled cards Build to Set “Waste” to “Oeuvre”."
    act = compiled(words, table).attempt(table, table.seats[0])
    assert act is not None
    act[0].perform(table, table.seats[0])
    assert [len(placed.settled) for placed in table.seats[0].in_play] == [1, 1]


def test_what_is_set_or_kept_where_a_line_does_not_say_goes_by_what_it_is_worth() -> None:
    """Ruling A-silent: what is Set is given up."""
    table = lay(At(WORDS, hand="Teach, Waste, Coin", in_play="Oeuvre"), At(CLAY))
    assert followed("Build to Set any card to “Oeuvre”.", table) == "build Waste on Oeuvre"


def test_all_cards_are_such_where_there_are_none_and_only_such_asks_for_one() -> None:
    """Ruling G-all."""
    for hand, every, only in (("", True, False), ("Coin", True, True), ("Bury", False, False)):
        seats = At(CLAY, hand=hand), At(WORDS)
        assert holds("all cards in hand are starter cards", *seats) is every
        assert holds("hand contains only starter cards", *seats) is only


# ------------------------------------------------------------- a Target that is taken as a whole


class Answering(Script):
    """Chooses the last player and the last card offered, and records the questions."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.heard.append(question.ask)
        return [len(question.items) - 1] if question.most else []


def aimed(words: str, *seats: At) -> tuple[Table, list[str]]:
    """Return the table after such a card was played at the last seat, and the questions."""
    table = lay(*seats, players=tuple(Answering() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    player = table.players[0]
    assert isinstance(player, Answering)
    return table, player.heard


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Trash Target Discard Stack", ["Waste, Coin", "Waste", ""]),
        ("Trash all “Waste” in Target Discard Stack", ["Waste, Coin", "Waste", "Bury"]),
        ("Trash half of Target Discard Stack", ["Waste, Coin", "Waste", "Bury"]),
        ("Trash Target opponent's Discard Stack", ["Waste, Coin", "Waste", ""]),
    ],
)
def test_of_a_target_that_is_taken_as_a_whole_it_is_chosen_whose(
    words: str, left: list[str]
) -> None:
    """Card Targets: "its owning player may freely choose a player, Stack, hand or Deck"."""
    piles = ("Waste, Coin", "Waste", "Bury, Waste")
    table, asked = aimed(words, *(At(CLAY, discard=pile) for pile in piles))
    assert [named(seat.discard_stack) for seat in table.seats] == left
    assert asked[0] == "player"


def test_all_of_a_target_market_stack_is_that_of_the_one_chosen() -> None:
    mine = At(CLAY, market=("Bury, Rise Up", "Bury", ""))
    table, asked = aimed(
        "Trash all cards in Target Market Stack", mine, At(WORDS, market=("", "Lesson", "2 Lesson"))
    )
    assert [len(stack.cards) for stack in table.seats[1].market] == [0, 1, 0]
    assert asked == ["trash"]


@pytest.mark.parametrize(
    ("words", "coins"),
    [
        ("Gain 1 coin token per card in Target hand", 3),
        ("Gain 1 coin token per card in an opponent's hand", 3),
        ("Gain 1 coin token per scoring card in Target Trash Stack", 1),
        ("Gain coin tokens equal to the cost of the top card of Target Trash Stack", 3),
    ],
)
def test_what_a_target_has_is_that_of_the_one_chosen(words: str, coins: int) -> None:
    seats = (At(CLAY, hand="2 Coin", trash="Coin"), At(WORDS, hand="Coin", trash="2 Lesson"))
    table, _ = aimed(words, *seats, At(CLAY, hand="3 Coin", trash="Teach, Lesson"))
    assert table.seats[0].coins == coins


def test_the_highest_of_a_target_stack_is_that_of_each_stack_that_may_be_chosen() -> None:
    """Ruling G-extreme: among all cards in the place named, which is one Stack (G-one-target)."""
    seats = (At(CLAY, discard="Coin, Bury"), At(WORDS, discard="Teach, Coin"))
    table, _ = aimed("Trash the lowest cost card in Target Discard Stack", *seats)
    assert [named(seat.discard_stack) for seat in table.seats] == ["Coin, Bury", "Teach"]
    table = play("Trash the highest cost card in Target Discard Stack", *seats)
    assert [named(seat.discard_stack) for seat in table.seats] == ["Coin", "Teach, Coin"]


def test_how_many_of_a_target_draw_deck_whoever_plays_the_card_says() -> None:
    """Ruling G-chooser."""
    table, asked = aimed("Discard up to 2 of Target Draw Deck", At(CLAY), At(WORDS, deck="3 Coin"))
    assert asked == ["player", "discard", "discard"]
    assert len(table.seats[1].discard_stack) == 2


@pytest.mark.parametrize(
    "words",
    [
        # Who it is that draws, and who chooses, must not be changed by who was named before.
        "Target opponent chooses one: you Draw 1, or they Discard 1",
        "Each opponent chooses one: they Discard 1, or you Gain 1 coin token",
        "Target opponent may Discard 1 or you Draw 1",
        "Target opponent Discards 1 or you Draw 1",
        "Each opponent Discards 1 or you Draw 1",
        # All of them, or any one.
        "When each opponent Discards 1 then Draw 1",
        "When all players Discard 1 Draw 1",
        # What another does in a place of mine.
        "When an opponent Draws 1 from your Discard Stack, Gain 1 coin token",
    ],
)
def test_who_does_it_is_not_guessed(words: str) -> None:
    with pytest.raises(WordingError):
        saying(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "When an opponent Draws 1 from Discard Stack, Gain 1 coin token",
            "When an opponent Draws 1 card in their Discard Stack then Gain 1 coin token",
        ),
        (
            "When any player Discards 1 from hand, Draw 1",
            "When any player Discards 1 card in their hand "
            "then Draw the top card of your Draw Deck",
        ),
        (
            "You Draw 1 or each opponent Discards 1",
            "Choose one: Draw the top card of your Draw Deck, "
            "or each opponent Discards 1 card in their hand",
        ),
    ],
)
def test_whose_place_it_is_and_who_chooses_is_said_back(words: str, said: str) -> None:
    assert english(disambiguate(Text(words), "effect").meaning) == said


@pytest.mark.parametrize(
    ("first", "words", "hand"),
    [
        ("When you would Draw 1, Draw 2 instead", "Draw until 5 in hand", 6),
        ("When you would Draw 1, Draw 2 instead", "Draw 3", 8),
        ("When you would Draw 1, Lose 1 coin token instead", "Draw until 5 in hand", 2),
    ],
)
def test_until_looks_again_after_each_card(first: str, words: str, hand: int) -> None:
    table = lay(At(WORDS, hand="Waste, Coin", deck="8 Coin", coins=9), At(CLAY))
    seat = table.seats[0]
    seat.character.card = saying(first, table.names)
    table.replaced = table.replaced | {"draw"}
    moves.put_in_play(table, seat, saying(words, table.names))
    assert len(seat.hand) == hand


def test_reset_draws_no_more_than_the_hand_limit_asks_for() -> None:
    table = lay(At(WORDS, hand="Waste, Coin", deck="8 Coin"), At(CLAY, deck="5 Coin"))
    seat = table.seats[0]
    seat.character.card = saying("When you would Draw 1, Draw 2 instead", table.names)
    table.replaced = table.replaced | {"draw"}
    draw_step(table)
    assert len(seat.hand) == 6  # two of 2, and the hand limit is 5
