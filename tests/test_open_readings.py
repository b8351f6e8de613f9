"""What "it" is, whose cards are meant, and which of the best."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay
from on_tables import aimed, compiled, followed, play

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


def reads(words: str, start: Start = "line") -> str:
    (meaning,) = parsed_readings(Text(words), start)
    return english(meaning)


def by_choice(words: str, table: Table, **choices: str) -> str:
    """Return what a line does, with other choices in rulings, "" if it is passed over."""
    text = Text(words)
    line = AILine(NumberedLine(False, "action", "1", text), disambiguate(text, "line"), ())
    assert isinstance(table.names, Catalogue)
    rulings = printed_rulings().switch({name.replace("_", "-"): c for name, c in choices.items()})
    context = Basis(table.names, rulings).context(table.seats[0].jack, False)
    decision = compile_line(line, (), context).attempt(table, table.seats[0])
    return "" if decision is None else notation(decision[0], table, table.seats[0])


# "It" is the card that is said to be the highest, not the first of those that tie with it.


@pytest.mark.parametrize(
    ("line", "hand", "act"),
    [
        (
            "highest cost card in hand is “Grave Robber” play it",
            "Take It With You, Grave Robber",
            1,
        ),
        (
            "most expensive card in hand is “Grave Robber” play it",
            "Take It With You, Grave Robber",
            1,
        ),
        ("lowest cost card in hand is “Rise Up” play it", "Bury, Rise Up", 1),
        ("highest cost card in hand is “Grave Robber” play that card", "Riches, Grave Robber", 1),
        ("lowest scoring card in hand is a “Rise Up” play it", "Bury, Rise Up", 1),
        ("lowest scoring card in hand is a starter card play it", "Bury, Coin", 1),
        ("highest cost card in hand is not “Riches” play it", "Riches, Grave Robber", 1),
        ("highest cost card in hand is a card of your suit play it", "Riches, Grave Robber", 1),
        (
            "highest cost card in hand is “Riches” or “Grave Robber” play it",
            "Riches, Grave Robber",
            0,
        ),
    ],
)
def test_it_is_the_card_that_is_said_to_be_the_highest(line: str, hand: str, act: int) -> None:
    table = lay(At(CLAY, hand=hand), At(WORDS))
    assert followed(f"If the {line}.", table) == f"play {hand.split(', ')[act]}"


@pytest.mark.parametrize(
    ("stack", "mine"),
    [
        ("Discard Stack", At(CLAY, discard="Take It With You, Grave Robber, Riches")),
        ("Trash Stack", At(CLAY, trash="Take It With You, Grave Robber, Riches")),
    ],
)
def test_it_is_the_one_said_so_in_a_text_too(stack: str, mine: At) -> None:
    table = play(f"If the highest cost card in {stack} is “Grave Robber”, Draw it", mine)
    assert [card.name for card in table.seats[0].hand] == ["Grave Robber"]


def test_it_is_aimed_at_where_it_is_the_highest() -> None:
    words = "If the highest cost card in Discard Stack is “Grave Robber” play “Call The Living” "
    discard = "Grave Robber, Take It With You"
    table = aimed(
        f"{words} targeting it.", At(CLAY, hand="Call The Living", discard=discard), At(WORDS)
    )
    assert [placed.card.name for placed in table.seats[0].in_play] == [
        "Call The Living",
        "Grave Robber",
    ]


# Market Stacks: anybody's in the condition of a line (A-stacks), yours in a text (Card Targets).


@pytest.mark.parametrize(
    "condition",
    [
        "2+ scoring cards on top of Market Stacks",
        "2+ scoring cards on top of the Market Stacks",
        "the highest cost card on top of a Market Stack is “Teach”",
        "the highest cost card on top of Market Stacks is “Teach”",
        "“Teach” in Market Stack",
        "“Teach” is in the Market Stacks",
        "3 cards in Market Stacks",
    ],
)
def test_a_line_asks_of_anybodys_market_stacks(condition: str) -> None:
    mine, theirs, none = ("Bury", "", ""), ("Teach", "Teach", ""), [""] * 5
    there = lay(At(CLAY, market=mine), At(WORDS, market=theirs), generic=none)
    assert followed(f"If {condition}, pass.", there) == "pass"
    assert (
        followed(f"If {condition}, pass.", lay(At(CLAY, market=mine), At(WORDS), generic=none))
        == ""
    )
    assert "your Market" not in reads(f"If {condition}, pass.")


@pytest.mark.parametrize(
    ("words", "coins"),
    [
        ("Gain 1 coin token per empty Market Stack", 2),
        ("Gain 1 coin token for each Market Stack that is empty", 2),
        ("Gain 1 coin token per Market Stack with 1+ cards", 1),
        ("If 3+ Market Stacks are empty Gain 9 coin tokens", 0),
        ("If a Market Stack has 2+ cards Gain 9 coin tokens", 0),
        ("If “Talk” on top of a Market Stack Gain 9 coin tokens", 0),
        ("If 2+ Market Stacks are topped by a “Talk” Gain 9 coin tokens", 0),
        ("If “Talk” on top of any Market Stack Gain 9 coin tokens", 9),
        ("If any Market Stack has 2+ cards Gain 9 coin tokens", 9),
    ],
)
def test_a_text_counts_and_asks_of_your_market_stacks(words: str, coins: int) -> None:
    """Ruling G-stacks."""
    market, other = ("", "Bury", ""), ("", "2 Talk", "2 Talk")
    table = play(words, At(CLAY, market=market), At(WORDS, market=other))
    assert table.seats[0].coins == coins


def test_a_limit_does_not_go_by_market_stacks() -> None:
    with pytest.raises(Exception, match="in one place"):
        play("Hand limit +1 per empty Market Stack", At(CLAY))


# Whose is meant where another player acts.


@pytest.mark.parametrize(
    "who", ["Each opponent", "Each player", "Target player", "Target opponent"]
)
@pytest.mark.parametrize(
    "said",
    [
        "Discards 1 per “Waste” in hand",
        "Discards 1 for each card in play",
        "Draws 1 per card in Discard Stack",
        "Gains 1 coin token per coin token",
        "Loses 1 coin token per card in hand",
        "Discards 1 per empty Market Stack",
        "Gains coin tokens equal to the cost of the top card of the Discard Stack",
        "may Discard 1 per card in hand",
        "with 3+ cards in hand Discards 1 per card in play",
    ],
)
def test_whose_is_counted_is_asked(who: str, said: str) -> None:
    """Ruling G-whose."""
    with pytest.raises(WordingError, match="it does not say whose are counted"):
        parsed_readings(Text(f"{who} {said}"), "effect")


@pytest.mark.parametrize(
    "condition",
    [
        "5+ cards in hand",
        "“Bury” in play",
        "controlling 3+ coin tokens",
        "First Player",
        "exactly 4 in hand",
        "there is a scoring card on top of Discard Stack",
    ],
)
@pytest.mark.parametrize("join", ["if", "unless"])
def test_whose_is_asked_for_is_asked(condition: str, join: str) -> None:
    with pytest.raises(WordingError, match='put the "if" first'):
        parsed_readings(Text(f"Each opponent Discards 1 {join} {condition}"), "effect")
    assert len(parsed_readings(Text(f"If {condition} Draw 1"), "effect")) == 1


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Each opponent Discards 1 per card in your hand", 2),
        ("Each opponent Discards 1 per card in their hand", 0),
        ("If 2+ cards in hand each opponent Discards 1", 3),
        ("Each opponent Discards 1 if you have 2+ cards in hand", 3),
        ("Each opponent Discards 1 per card Discarded this round", 4),
        ("Each opponent Discards 1 per generic Market Stack with 9+ cards", 4),
    ],
)
def test_what_says_whose_is_counted_there(words: str, left: int) -> None:
    table = play(words, At(CLAY, hand="2 Bury"), At(WORDS, hand="4 Coin"))
    assert len(table.seats[1].hand) == left


# Which of the best is bought, and what is so of none.

DEAREST = "Shop to Purchase the highest cost card."
FIRST = (
    "Shop to Purchase from the Market Stack of your suit with the fewest cards, if tied the first."
)


@pytest.mark.parametrize(
    ("line", "payable", "there"),
    [
        (DEAREST, "shop Bury", ""),
        ("Shop to Purchase the highest cost card available.", "shop Bury", "shop Bury"),
        (FIRST, "shop Bury", ""),
        ("Shop to Purchase the lowest cost card of your suit.", "shop Bury", "shop Bury"),
    ],
)
def test_the_highest_there_or_the_highest_that_can_be_paid(
    line: str, payable: str, there: str
) -> None:
    """Ruling A-afford."""
    market = ("Call The Living", "Bury", "2 Rise Up")
    table = lay(At(CLAY, coins=1, market=market), At(WORDS))
    assert followed(line, table) == payable
    assert by_choice(line, table, A_afford="there") == there
    rich = lay(At(CLAY, coins=9, market=market), At(WORDS), generic=[""] * 5)
    assert by_choice(DEAREST, rich, A_afford="there") == "shop Call The Living"


FEWEST = "Shop to Purchase from the Market Stack of your suit with the fewest cards."


def test_the_first_of_the_smallest_stacks_or_the_first_that_can_be_paid() -> None:
    """Ruling A-fewest."""
    table = lay(At(CLAY, coins=1, market=("Call The Living", "Bury", "2 Rise Up")), At(WORDS))
    assert followed(FEWEST, table) == "shop Bury"
    assert by_choice(FEWEST, table, A_fewest="there") == ""
    assert by_choice(FEWEST, table, A_afford="there") == "shop Bury"
    rich = lay(At(CLAY, coins=6, market=("Call The Living", "Bury", "2 Rise Up")), At(WORDS))
    assert by_choice(FEWEST, rich, A_fewest="there") == "shop Call The Living"


def test_the_lowest_scoring_card_may_be_asked_to_score() -> None:
    """Ruling A-lowest."""
    line = "Play the lowest scoring card in hand."
    table = lay(At(CLAY, hand="Call The Living, Bury"), At(WORDS))
    assert followed(line, table) == "play Bury"
    assert by_choice(line, table, A_lowest="scoring-card") == "play Call The Living"
    none = lay(At(CLAY, hand="Bury"), At(WORDS))
    assert by_choice(line, none, A_lowest="scoring-card") == ""


@pytest.mark.parametrize("every", ["every card in hand scores 1+", "all cards in hand are “Bury”"])
def test_what_is_so_of_all_may_ask_for_one(every: str) -> None:
    """Ruling G-all."""
    empty = lay(At(CLAY), At(WORDS))
    assert followed(f"If {every} pass.", empty) == "pass"
    assert by_choice(f"If {every} pass.", empty, G_all="one-at-least") == ""
    assert "G-all" in compiled(f"If {every} pass.", empty).rulings


# The same with and without an article.


@pytest.mark.parametrize(
    "said",
    [
        "If fewer than 5 cards in {the}Market Supply Stack play “Bury”.",
        "If 5+ cards in {the}Market Supply Stack play “Bury”.",
        "If there are no cards in {the}Market Supply Stack play “Bury”.",
        "If {the}Market Supply Stack is empty pass.",
    ],
)
def test_an_article_makes_no_difference(said: str) -> None:
    assert (
        reads(said.format(the="the "))
        == reads(said.format(the=""))
        == reads(said.format(the="the ").replace("Market Supply", "Supply"))
    )
