"""Sentences that were once misread: now parsed correctly, ambiguous, or refused."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay
from test_reads_more import compiled, followed
from test_whose_is_meant import holds, play

from moonflight_solo.wording import ast, parsing
from moonflight_solo.wording.earley import grammar
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError
from moonflight_solo.wording.walk import nodes_of

TOP = "Reveal the top card of your Draw Deck."
READ: list[tuple[ast.Start, str, str]] = [
    (
        "effect",
        f"{TOP} If it costs less than 3, Trash it; if it costs 3, Draw it; otherwise Discard it.",
        f"{TOP} If it is a card with cost at most 2, Trash the top card of your Draw Deck, if not, "
        "if it is a card with cost exactly 3, Draw the top card of your Draw Deck, if not, "
        "Discard the top card of your Draw Deck",
    ),
    (
        "effect",
        f"{TOP} If it is a “Waste”, Trash it. If it is a “Coin”, Draw it.",
        f'{TOP} If it is a "Waste" card, Trash the top card of your Draw Deck, if not, '
        'if it is a "Coin" card, Draw the top card of your Draw Deck',
    ),
    (
        "effect",
        f"{TOP} Draw it unless it is a “Waste”.",
        f'{TOP} If it is a card that is not "Waste", Draw the top card of your Draw Deck',
    ),
    (
        "effect",
        f"{TOP} Unless it is of your suit, Trash it.",
        f"{TOP} If it is a card not of your suit, Trash the top card of your Draw Deck",
    ),
    (
        "effect",
        "Draw 1 Target card in Discard Stack unless it is “Bury”.",
        'Draw 1 Target card in your Discard Stack that is not "Bury"',
    ),
    (
        "effect",
        "Discard 1 unless it is a “Waste”.",
        'Discard 1 card in your hand that is not "Waste"',
    ),
    (
        "effect",
        "Trash 1 from hand. Draw 1 if it scores.",
        "Trash 1 card in your hand. If there is a scoring card moved this way, "
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "If you have “Bury” but not “Rise Up” in hand, Draw 1.",
        'If "Bury" in your hand and no "Rise Up" cards in your hand, '
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "All players Discard 1, then Draw 1.",
        "Each player Discards 1 card in their hand. They Draw the top card of their Draw Deck",
    ),
    (
        "effect",
        "All opponents Draw 1, Discard 1 and Gain 1 coin token.",
        "Each opponent Draws the top card of their Draw Deck. "
        "They Discard 1 card in their hand. They Gain 1 coin token",
    ),
    (
        "line",
        "If the top card of the Discard Stack does not score and the top card of the Trash Stack "
        "does, play “Danse Macabre”.",
        "If there is a non-scoring card on top of your Discard Stack and "
        'there is a scoring card on top of your Trash Stack, play "Danse Macabre"',
    ),
    (
        "line",
        "If 6+ cards in hand, or “Talk” is in hand but not “Teach”, play “Call”.",
        'If 6+ cards in your hand or ("Talk" in your hand and no "Teach" cards in your hand), '
        'play "Call"',
    ),
    (
        "line",
        "If an opponent has more coin tokens than cards in hand play “Call”.",
        'If an opponent has more coin tokens than cards in their hand, play "Call"',
    ),
    (
        "line",
        "If controlling 3+ coin tokens and “Teach” but not “Call” is in hand play “Call”.",
        'If controlling 3+ coin tokens and "Teach" in your hand and no "Call" cards in your hand, '
        'play "Call"',
    ),
    (
        "line",
        "If no “Talk” but “Call” in hand play “Teach”.",
        'If no "Talk" cards in your hand and "Call" in your hand, play "Teach"',
    ),
]

SEVERAL: list[tuple[ast.Start, str]] = [
    ("effect", "Discard 1 to Draw 2."),
    ("line", "If First Player play “Call”, otherwise “Talk”."),
    ("line", "If 6+ cards in hand play “Call”, if not “Talk”."),
    ("line", "If 6+ coin tokens shop to Purchase “Wealth”, otherwise “Coins”."),
    ("reset_line", "If 6+ cards in hand retain “Call”, otherwise “Talk”."),
    ("effect", "Discard 1 from hand. Trash 1 from Draw Deck if it is of your suit."),
]

REFUSED: list[tuple[ast.Start, str]] = [
    ("effect", "Discard 1. If it isn't a “Waste”, Trash it instead."),
    ("effect", "If the top 2 cards of your Discard Stack are “Waste”, Draw 2."),
    ("line", "Play “Rise Up” if the top two cards of Discard Stack are scoring cards."),
    (
        "line",
        "Shop to Purchase the top card of the fullest Market Stack of Words and Names' suit that "
        "it can afford.",
    ),
    (
        "reset_line",
        "If 3+ scoring cards in hand retain the cheapest, else retain the costliest card.",
    ),
    ("reset_line", "Move the lowest cost card to each Market Stack."),
    ("effect", f"{TOP} If it is a “Waste”, Discard it. If it scores, Draw it."),
    ("effect", f"{TOP} If 6+ cards in hand, Draw 1. Trash it."),
    ("effect", f"{TOP} You may Trash it. If it scores, Draw it."),
    ("effect", "Reveal the top 3 cards of your Draw Deck. Draw one that scores."),
    ("effect", "Reveal the top 3 cards of your Draw Deck. Draw the highest cost card."),
    ("effect", "When you Discard a card, Draw 1 unless it scores."),
    (
        "effect",
        "If the top card of your Discard Stack and the top card of your Trash Stack score, Draw 1.",
    ),
    ("effect", "If you played another card this round, Draw 1."),
    ("effect", "Discard 2 and Trash 1. Draw that many."),
    ("effect", "Discard 1, Trash 1 and Draw 1 for each."),
    ("line", "Play “Rise Up” if 2 “Waste” on top of Discard Stack."),
    (
        "line",
        "If there is at least one “Waste” in hand and at most one other card, play “Take It With "
        "You”.",
    ),
    ("effect", "Hand limit +1 and retain limit +1 for each opponent."),
    ("line", "If 6+ cards in Draw Deck and Discard Stack play “Call”."),
    ("effect", "If you have 2 or more cards in hand and in play, Draw 1."),
]

WHOLE: list[tuple[ast.Start, str]] = [
    ("line", "Pass if no cards in hand and in play."),
    ("line", "If no “Lesson” in hand and play, play “Teach”."),
    ("effect", "Gain 2 coin tokens per card in hand and in play."),
    *((start, words) for start, words, _ in READ),
    *SEVERAL,
]


@pytest.mark.parametrize(("start", "words", "says"), READ)
def test_it_is_read(start: ast.Start, words: str, says: str) -> None:
    assert [english(meaning) for meaning in parsed_readings(Text(words), start)] == [says]


@pytest.mark.parametrize(("start", "words"), SEVERAL)
def test_it_is_open(start: ast.Start, words: str) -> None:
    assert len(parsed_readings(Text(words), start)) == 2


@pytest.mark.parametrize(("start", "words"), REFUSED)
def test_it_is_refused(start: ast.Start, words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), start)


@pytest.mark.parametrize(("start", "words"), WHOLE)
def test_nothing_is_left_of_the_reading_of_it(start: ast.Start, words: str) -> None:
    """A kind of node that is there only while a parse is read cannot be kept for the next run."""
    meanings = parsed_readings(Text(words), start)
    assert meanings
    for meaning in meanings:
        for node in nodes_of(meaning, ast.Node):
            assert getattr(ast, type(node).__name__, None) is type(node)


def test_a_name_or_a_number_without_a_trace_is_found() -> None:
    words = "If 6+ cards in hand or two or more “Waste” in play, play “Call”."
    (tree,) = grammar().parse(Text(words), "line")
    (meaning,) = parsed_readings(Text(words), "line")
    assert parsing.lost(tree, meaning) == []
    assert parsing.lost(tree, ast.Line(ast.PassAct())) == ["“Waste”", "“Call”", "6+", "two"]


# ------------------------------------------------------------------------------ on a table


def test_it_stays_the_card_that_was_revealed() -> None:
    words = f"{TOP} If it is a “Waste”, Trash it. If it is a “Coin”, Draw it."
    table = play(words, At(CLAY, deck="Coin, Waste"), At(WORDS))
    assert [len(table.seats[0].trash_stack), len(table.seats[0].hand)] == [1, 0]


def test_where_no_card_was_moved_it_is_not_such_either() -> None:
    words = "Discard 1. If it is a starter card, Draw 1; if not, Gain 1 coin token."
    table = play(words, At(CLAY), At(WORDS))
    assert table.seats[0].coins == 0
    table = play(words, At(CLAY, hand="Bury"), At(WORDS))
    assert table.seats[0].coins == 1


def test_an_opponents_coin_tokens_are_compared_with_their_own_hand() -> None:
    words = "an opponent has more coin tokens than cards in hand"
    assert holds(words, At(CLAY, hand="3 Coin"), At(WORDS, hand="Coin", coins=2))
    assert not holds(words, At(CLAY), At(WORDS, hand="3 Coin", coins=2))


def test_the_fewest_are_those_of_the_stacks_that_are_not_empty() -> None:
    words = "Shop to Purchase from the Market Stack with the fewest cards that is not empty."
    table = lay(At(CLAY, market=("", "Bury", "2 Rise Up"), coins=9), At(WORDS))
    assert followed(words, table) == "shop Bury"


def test_why_a_line_of_two_halves_is_passed_over_is_what_the_half_lacks_that_holds() -> None:
    table = lay(At(CLAY), At(WORDS))
    line = compiled("If First Player play “Rise Up”, otherwise play “Bury”.", table)
    status, why = line.why_not(table, table.seats[0])
    assert (status, "First Player" in why) == ("not-in-hand", False)
