"""Sentences that were once treated unevenly: carried out, or refused with what is unsaid."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, Script, lay, named, saying
from test_reads_more import followed
from test_whose_is_meant import Looking

from moonflight_solo.rules import moves
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

USING = "using “Take Us With You”."


@pytest.mark.parametrize(
    ("words", "hand", "spent"),
    [
        ("Spend 2 cards to Trash “Waste”", "Waste, Coin, Dig", "Coin, Dig"),
        ("Spend 2 cards to Trash “Waste”", "2 Waste, Dig", "Waste, Dig"),
        ("Spend 2 cards to Trash “Waste”", "Waste, Coin", ""),
        ("Spend 2 cards to Trash a starter card", "Coin, Waste, Dig", "Waste, Dig"),
        # What is said to be paid is paid, whatever is left then.
        ("Spend the 2 lowest cost cards to Trash “Waste”", "Waste, Coin, Dig", ""),
        ("Spend 2 “Waste” cards to Trash “Waste”", "2 Waste, Dig", ""),
    ],
)
def test_a_spend_does_not_pay_with_what_it_is_for(words: str, hand: str, spent: str) -> None:
    """Ruling A-follow: the first payment by A-silent that leaves the purpose possible."""
    table = lay(At(CLAY, hand=hand, in_play="Take Us With You"), At(WORDS), turned=True)
    said = f"spend {spent} with Take Us With You" if spent else ""
    assert followed(f"{words} {USING}", table) == said


@pytest.mark.parametrize(
    ("cards", "act"),
    [
        ("the highest cost card", "Call on Oeuvre, Coin on Lesson"),
        ("the lowest cost card", "Waste on Oeuvre, Coin on Lesson"),
        ("1 “Coin”", "Coin on Oeuvre"),
    ],
)
def test_one_is_set_to_each_the_highest_that_is_left(cards: str, act: str) -> None:
    """Rulings A-set-many and A-each; a card without Stability is no place."""
    table = lay(At(WORDS, hand="Waste, Call, Coin", in_play="Oeuvre, Lesson, Coin"), At(CLAY))
    assert followed(f"Build to Set {cards} to each card in play.", table) == f"build {act}"


def test_the_highest_scoring_to_each_stops_where_none_scores() -> None:
    """Ruling A-highest."""
    table = lay(At(WORDS, hand="Waste, Teach, Coin", in_play="Oeuvre, Oeuvre"), At(CLAY))
    line = "Build to Set the highest scoring card to each card in play."
    assert followed(line, table) == "build Teach on Oeuvre"


REFUSED: list[tuple[ast.Start, str, str]] = [
    ("line", "Build to Set “Waste”/“Coin” to each card in play.", "each takes its first"),
    ("line", "Build to Set all “Coin”/“Waste” to “Oeuvre”.", "each takes its first"),
    ("line", "Build to Set 2 “Coin”/“Waste” to “Oeuvre”.", "each takes its first"),
    ("line", "Build to Set “Coin”/“Waste” cards to “Oeuvre”.", "each takes its first"),
    ("line", "Build to Set 1 card to each “Oeuvre”/“Lesson”.", "as many as the first of them"),
    ("line", "Shop to Purchase 2 cards of your suit.", "so that all can be paid"),
    ("line", "Shop to Purchase up to 2 cards of your suit.", "so that all can be paid"),
    ("line", "Shop to Purchase “Coins” cards.", "so that all can be paid"),
    ("line", "If each opponent's hand is empty pass.", 'say what "each opponent" does or has'),
    ("effect", "Trash 1 from each opponent's Discard Stack", 'say what "each opponent" does or'),
    ("effect", "If Target player has 5+ cards in hand, they Discard 1", "Target player with …"),
    ("effect", "Buy 1 card", 'Nearest understood: "Purchase 1 card"'),
]


@pytest.mark.parametrize(("start", "words", "why"), REFUSED)
def test_what_is_left_unsaid_is_told(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError) as refused:
        parsed_readings(Text(words), start)
    assert why in str(refused.value)


def test_that_many_are_cards_where_cards_are_discarded() -> None:
    """To Discard is said of cards; coin tokens are Lost, or named."""
    seats = At(CLAY, deck="3 Coin", hand="2 Waste", coins=3), At(WORDS)
    table = lay(
        *seats, players=(Script(draw=["1", "1", "none"], discard=["Waste", "Waste"]), Script())
    )
    words = "Draw up to 3 then Discard that many"
    seat = table.seats[0]
    seat.character.card = saying("Hand limit +0", table.names)
    moves.put_in_play(table, seat, saying(words, table.names))
    assert (named(seat.hand), seat.coins) == ("Coin, Coin", 3)
    (meaning,) = parsed_readings(Text("Draw up to 3 then Discard that many coin tokens"), "effect")
    assert isinstance(meaning, ast.CardText)
    assert isinstance(meaning.effects[1], ast.Gain)


@pytest.mark.parametrize(
    ("words", "theirs", "true"),
    [
        ("an opponent Discarded a card this round", "Coin", True),
        ("an opponent Discarded a card this round", "", False),
        ("an opponent has Discarded 2+ cards this round", "Coin", False),
        ("an opponent has Discarded 2+ cards this round", "2 Coin", True),
        ("an opponent has Discarded a scoring card this round", "Coin", False),
        ("each opponent has Discarded “Coin” this round", "Coin", True),
        ("no opponent Discarded a card this round", "Coin", False),
        ("any player has Discarded a card this round", "Coin", True),
    ],
)
def test_what_an_opponent_has_done_this_round(
    monkeypatch: pytest.MonkeyPatch, words: str, theirs: str, true: bool
) -> None:
    table = lay(At(CLAY, deck="Coin"), At(WORDS, hand=theirs), players=(Looking(), Looking()))
    asking = saying(f"If {words}, Gain 1 coin token", table.names)
    monkeypatch.setattr(table.cards, "remembers", True)
    for _ in table.seats[1].hand[:]:
        moves.put_in_play(table, table.seats[1], saying("Discard 1", table.names))
    moves.put_in_play(table, table.seats[0], asking)
    assert table.seats[0].coins == int(true)


@pytest.mark.parametrize(
    ("words", "way", "coins"),
    [
        ("If they do, you Gain 1 coin token", "1", 1),
        ("If they do, you Gain 1 coin token", "2", 0),
        ("If they do not, you Gain 1 coin token", "2", 1),
    ],
)
def test_what_you_do_hangs_on_what_another_may_do(words: str, way: str, coins: int) -> None:
    other = Script(way=way, discard="Coin")
    table = lay(At(CLAY), At(WORDS, hand="Coin, Waste"), players=(Script(), other))
    says = f"When an opponent Plays a card, they may Discard 1. {words}"
    moves.put_in_play(table, table.seats[0], saying(says, table.names))
    table.watched = table.heard = frozenset({"play"})
    moves.put_in_play(table, table.seats[1], saying("Hand limit +1", table.names))
    assert [seat.coins for seat in table.seats] == [coins, 0]
    assert len(table.seats[1].hand) == (1 if way == "1" else 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("If you have Discarded this round Gain 1", "If you have Discarded a card this round"),
        ("If you have not Trashed this round Gain 1", "If you have not Trashed a card this round"),
        ("If you have Trashed 2+ cards this round Gain 1", "If you have Trashed 2+ cards this"),
        ("Discard all but 1", "Discard all but 1 card in your hand"),
        ("Discard all but 2", "Discard all but 2 cards in your hand"),
    ],
)
def test_it_is_said_back_in_english(words: str, said: str) -> None:
    (meaning,) = parsed_readings(Text(words), "effect")
    assert english(meaning).startswith(said)
