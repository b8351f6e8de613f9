"""More sentences that were once read wrongly: read rightly now, in two ways, or refused."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay, named
from test_reads_more import followed
from test_whose_is_meant import play

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.ai_cards.printed_lines import NumberedLine
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

SAID: list[tuple[ast.Start, str, str]] = [
    (
        "effect",
        "Trash the top card of your Draw Deck unless it scores.",
        "Trash the top card with score exactly 0 of your Draw Deck",
    ),
    (
        "effect",
        "Purchase 1 from Target Market Stack unless it costs 4 or more.",
        "Purchase the top card with cost at most 3 of Target Market Stack",
    ),
    (
        "effect",
        "Discard 1. Draw 1 if it is a “Waste”.",
        'Discard 1 card in your hand. If there is a "Waste" card moved this way, '
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "All players Discard 1 and Gain 1 coin token.",
        "Each player Discards 1 card in their hand. Gains 1 coin token",
    ),
    (
        "line",
        "If an opponent has more coin tokens than cards in hand play “Call”.",
        'If an opponent has more coin tokens than cards in their hand, play "Call"',
    ),
    (
        "line",
        "If an opponent has more coin tokens than cards in your hand play “Call”.",
        'If an opponent has more coin tokens than cards in your hand, play "Call"',
    ),
    (
        "line",
        "If an opponent has more cards in hand than coin tokens play “Call”.",
        'If an opponent has more cards in their hand than coin tokens, play "Call"',
    ),
    ("line", "If 6+ in hand play “Call”.", 'If 6+ cards in your hand, play "Call"'),
    (
        "effect",
        "Discard 1. If it scores, Draw 2, otherwise Draw 1.",
        "Discard 1 card in your hand. If there is a scoring card moved this way, Draw the top 2 "
        "cards of your Draw Deck, if not, if there is a card moved this way, "
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "Discard the top card of each of your Market Stacks.",
        "Discard all cards on top of your Market Stacks",
    ),
]
SEVERAL: list[tuple[ast.Start, str]] = [
    ("effect", "Discard 1 from hand. Trash 1 from Draw Deck if it is of your suit."),
    ("effect", "Discard 1 to Draw 2."),
    ("line", "Shop to Purchase “Bury” if fewer than 2 in Discard Stack."),
]
REFUSED: list[tuple[ast.Start, str]] = [
    ("effect", "When you Discard a card, Draw 1 unless it scores."),
    ("effect", "When you Discard a card, Draw 1 if it is a “Waste”."),
    ("line", "Play “Rise Up” if 2 “Waste” on top of Discard Stack."),
    ("line", "Play “Rise Up” if there are two scoring cards on top of Discard Stack."),
    ("effect", "When you Build then Draw 1 for each card Set to this card."),
    (
        "line",
        "If there is at least one “Waste” in hand and at most one other card, "
        "play “Take It With You”.",
    ),
    ("effect", "If you played another card this round, Draw 1."),
    ("effect", "Purchase 1 from a Market Stack."),
    ("effect", "Purchase 1 card from the Market Stack with the fewest cards."),
    ("effect", "Discard the top card of each Market Stack."),
    ("effect", "Discard 2 and Trash 1. Draw that many."),
    ("effect", "Discard 1, Trash 1 and Draw 1 for each."),
]


@pytest.mark.parametrize(("start", "words", "says"), SAID)
def test_what_it_means_is_said(start: ast.Start, words: str, says: str) -> None:
    (meaning,) = parsed_readings(Text(words), start)
    assert english(meaning) == says
    assert parsed_readings(Text(says), start) == (meaning,)


@pytest.mark.parametrize(("start", "words"), SEVERAL)
def test_what_is_open_is_asked(start: ast.Start, words: str) -> None:
    assert len(parsed_readings(Text(words), start)) == 2


@pytest.mark.parametrize(("start", "words"), REFUSED)
def test_what_is_not_clear_is_refused(start: ast.Start, words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), start)


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
    context = CompileContext(catalogue(), table.turned, printed_rulings(), jack)
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
