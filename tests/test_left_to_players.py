"""Choices that cards leave to players, and what cards count, show and mean by "it"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, lay, named, saying
from on_tables import RULE, Chooser, followed, following, play, suit_with

from moonflight_solo.ai_cards.card import CannotFollow
from moonflight_solo.ai_cards.targeting import silent_index, silent_ruling
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules import moves
from moonflight_solo.rules.catalogue import catalogue, compile_end
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Question, Seat
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.text import Text


def played(words: str, player: Chooser, *seats: At, turned: bool = False) -> Seat:
    table = lay(*seats, players=(player, *(Chooser() for _ in seats[1:])), turned=turned)
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table.seats[0]


# ------------------------------------------------------------------------------ may, choose


def test_what_may_be_done_is_asked_first() -> None:
    """Ruling G-may: whoever may do it says whether to try."""
    words = "You may Trash 1 card from hand. If you do, Draw 2"
    done = played(words, Chooser(way=(0,)), At(CLAY, hand="Bury, Waste"))
    assert (len(done.hand), named(done.trash_stack)) == (3, "Bury")
    not_done = played(words, Chooser(way=(1,)), At(CLAY, hand="Bury, Waste"))
    assert (named(not_done.hand), not_done.trash_stack) == ("Bury, Waste", [])


def test_what_moved_nothing_was_not_done() -> None:
    """Ruling G-may: "if you do" asks whether any card or coin token was moved."""
    words = "Discard 1. If you do, Gain 3 coin tokens. If you don't, Gain 1 coin token"
    assert played(words, Chooser(), At(CLAY, hand="Waste", coins=0)).coins == 3
    assert played(words, Chooser(), At(CLAY, coins=0)).coins == 1


def test_a_card_that_goes_for_it_still_brings_it() -> None:
    seat = played("You may Trash this card to Draw 3", Chooser(), At(CLAY, deck="5 Waste"))
    assert (len(seat.hand), seat.in_play, len(seat.trash_stack)) == (3, [], 1)


def test_one_of_two_ways_is_chosen() -> None:
    words = "Choose one: Draw 2, or Gain 2 coin tokens"
    assert len(played(words, Chooser(way=(0,)), At(CLAY)).hand) == 2
    assert played(words, Chooser(way=(1,)), At(CLAY, coins=0)).coins == 2


def test_an_ai_card_does_the_first_that_it_may() -> None:
    """Ruling A-way: all that it may, and of several ways the first."""
    ways = Question("way", ["Draw 2", "nothing"], [None, None])
    assert silent_index(ways, lay(At(CLAY)).seats[0]) == 0


@pytest.mark.parametrize(
    "text",
    [
        "Each opponent Discards 1 card of your suit",
        "Target player Discards 1",
        "Each opponent with 3+ cards in hand Discards 1",
        "Choose one: Draw 1, or Discard 1",
    ],
)
def test_a_card_that_the_ai_card_does_not_choose_is_no_target(text: str, tmp_path: Path) -> None:
    """Ruling A-way: another player chooses it, or it belongs to another way."""
    known = catalogue("prototype", (suit_with(tmp_path / "suit.yaml", text),))
    with pytest.raises(CannotFollow, match="so there is no target"):
        _ = following("Play “Law” targeting “Filler A”.", RULE, known).lines


@pytest.mark.parametrize(
    "text",
    [
        "Each player Discards 1",
        "Choose one: Discard 1, or Draw 1",
        "Discard 1 from hand or from the top of your Draw Deck",
    ],
)
def test_a_card_that_the_ai_card_chooses_is_a_target(text: str, tmp_path: Path) -> None:
    files = (suit_with(tmp_path / "suit.yaml", text),)
    ai = following("Play “Law” targeting “Filler A”.", RULE, catalogue("prototype", files))
    seats = At(RULE, hand="Law, Coin, Filler A", deck="Waste"), At(CLAY)
    table = lay(*seats, players=(ai, Chooser()), more=files)
    ai.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].discard_stack) == "Filler A"


@pytest.mark.parametrize(
    ("cost", "line"),
    [
        ("any number of cards from hand", "Spend any “Waste” cards using “Law”."),
        ("any number of cards from hand", "Spend 1 card using “Law”."),
        ("your hand", "Spend the lowest cost card in hand using “Law”."),
        ("up to 3 coin tokens", "Spend 1 coin token using “Law”."),
    ],
)
def test_a_line_cannot_say_what_of_any_number_is_spent(
    cost: str, line: str, tmp_path: Path
) -> None:
    files = (suit_with(tmp_path / "suit.yaml", f"Spend {cost} to Draw that many"),)
    with pytest.raises(CannotFollow, match="a line cannot say which or how many"):
        _ = following(line, RULE, catalogue("prototype", files)).lines


def test_a_line_that_says_neither_spends_as_many_as_it_may(tmp_path: Path) -> None:
    """Ruling A-way."""
    files = (suit_with(tmp_path / "suit.yaml", "Spend any number of cards to Draw that many"),)
    ai = following("Spend any cards using “Law”.", RULE, catalogue("prototype", files))
    seats = At(RULE, hand="Coin, Waste", in_play="Law"), At(CLAY)
    table = lay(*seats, players=(ai, Chooser()), more=files)
    ai.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].discard_stack) == "Waste, Coin"


@pytest.mark.parametrize(("verb", "index"), [("draw", 0), ("discard", 1), ("trash", 1), (None, 0)])
def test_an_ai_card_turns_what_hurts_on_another(verb: Any, index: int) -> None:
    """Ruling A-player: others where the keyword is against whoever is chosen, else oneself."""
    players = Question("player", ["you", "the other"], [None, None], owners=(0, 1), verb=verb)
    assert silent_index(players, lay(At(CLAY), At(WORDS)).seats[0]) == index


def test_a_choice_of_what_does_not_differ_rests_on_no_ruling() -> None:
    coin, waste = (catalogue().card(name, False) for name in ("Coin", "Waste"))
    hand, deck = "hand", "discard stack"
    for cards, zones, ruling in (
        ([coin, coin], (hand, hand), ""),
        ([coin, waste], (hand, hand), "A-silent"),
        ([coin, coin], (hand, deck), "A-silent"),
    ):
        assert silent_ruling(Question("trash", cards, cards, zones=zones, owners=(0, 0))) == ruling
    both = Question("trash", [coin, waste], [coin, waste], zones=(deck, deck), owners=(0, 1))
    assert silent_ruling(both) == "A-own-stack"


@pytest.mark.parametrize(("answers", "left"), [((), 3), ((0,), 0)])
def test_up_to_so_many_may_be_none(answers: tuple[int, ...], left: int) -> None:
    player = Chooser(discard=answers)
    seat = played("Discard up to three cards from hand", player, At(WORDS, hand="3 Waste"))
    assert len(seat.hand) == left


def test_nobody_sees_what_may_be_drawn() -> None:
    player = Chooser(draw=())
    seat = played("Draw up to two cards", player, At(CLAY, deck="5 Waste"))
    assert (seat.hand, [ask for ask, _ in player.asked]) == ([], ["draw"])


# ------------------------------------------------------------------------------ counting


@pytest.mark.parametrize(
    ("words", "coins"),
    [
        ("Gain 1 coin token for each card in hand", 3),
        ("Gain 1 coin token for each starter card in hand", 2),
        ("Gain 1 coin token per 2 cards in hand", 1),
        ("Gain 1 coin token per 2 cards in hand, rounded up", 2),
        ("Gain 1 coin token for each card in hand beyond the first", 2),
        ("Gain 1 coin token for each card in hand beyond the first 5", 0),
        ("Gain coin tokens equal to the cost of the top card of your Discard Stack", 1),
        ("Gain 1 coin token per card in Market Stack of Jack o' Clay and Bones' suit", 3),
    ],
)
def test_what_is_counted_when_it_is_done(words: str, coins: int) -> None:
    at = At(CLAY, hand="Bury, Waste, Coin", discard="Waste, Rise Up", coins=0)
    assert played(words, Chooser(), at).coins == coins


@pytest.mark.parametrize(
    ("words", "hand"),
    [
        ("Draw until you have four cards in hand", 4),
        ("Draw until you have two cards in hand", 3),
        ("Discard down to 1 card", 1),
        ("Discard down to 5 cards", 3),
    ],
)
def test_until_there_are_so_many_in_hand(words: str, hand: int) -> None:
    assert len(played(words, Chooser(), At(WORDS, hand="3 Waste", deck="9 Coin")).hand) == hand


def test_instead() -> None:
    words = "Draw 1. If 3+ cards in hand, Draw 2 instead"
    assert len(played(words, Chooser(), At(CLAY, hand="3 Waste")).hand) == 5
    assert len(played(words, Chooser(), At(CLAY, hand="2 Waste")).hand) == 3


# --------------------------------------------------------------------------------- it


@pytest.mark.parametrize(
    ("deck", "hand", "discard"), [("Waste, Rise Up", "Rise Up", ""), ("Coin, Waste", "", "Waste")]
)
def test_what_is_revealed_is_asked_about(deck: str, hand: str, discard: str) -> None:
    shown = "Reveal the top card of your Draw Deck."
    words = f"{shown} If it costs 1 or more, Draw it; if not, Discard it"
    seat = played(words, Chooser(), At(WORDS, deck=deck))
    assert (named(seat.hand), named(seat.discard_stack)) == (hand, discard)


def test_what_has_not_been_revealed_is_not() -> None:
    with pytest.raises(CannotDo, match="face down"):
        play("If the top card of your Draw Deck costs 1 or more, Draw it", At(CLAY))


def test_it_is_the_card_spoken_of() -> None:
    words = "If the top card of your Discard Stack is of your suit, Draw it, otherwise Discard 1"
    assert named(played(words, Chooser(), At(CLAY, discard="Waste, Bury")).hand) == "Bury"
    other = played(words, Chooser(), At(CLAY, hand="Coin", discard="Bury, Waste"))
    assert named(other.discard_stack) == "Bury, Waste, Coin"


def test_shuffled_in_and_swapped() -> None:
    at = At(CLAY, hand="Bury", deck="Coin", discard="2 Waste")
    mixed = played("Shuffle your Discard Stack into your Draw Deck", Chooser(), at)
    assert (sorted(named(mixed.draw_deck).split(", ")), mixed.discard_stack) == (
        ["Coin", "Waste", "Waste"],
        [],
    )
    swapped = played("Swap your hand with your Discard Stack", Chooser(), at)
    assert (named(swapped.hand), named(swapped.discard_stack)) == ("Waste, Waste", "Bury")


def test_coin_tokens_go_back() -> None:
    table = play("Each opponent Loses 2 coin tokens", At(CLAY, coins=5), At(WORDS, coins=1))
    assert [seat.coins for seat in table.seats] == [5, 0]


def test_no_other_card_is_any_but_the_one_that_says_so() -> None:
    words = "If no other cards in play Draw 1"
    assert len(played(words, Chooser(), At(CLAY)).hand) == 1
    assert played(words, Chooser(), At(CLAY, in_play="Bury")).hand == []


def test_what_has_nothing_settled_on_it() -> None:
    seat = played(
        "Discard a card in play with a card Settled on it",
        Chooser(),
        At(WORDS, in_play="Lesson, Oeuvre + Waste"),
    )
    assert seat.in_play[0].card.name == "Lesson"
    assert named(seat.discard_stack) == "Oeuvre, Waste"


# --------------------------------------------------------------------------------- lines


def test_exactly_one_other_card() -> None:
    words = "Play “Bury” if exactly one other card is in hand."
    assert followed(words, lay(At(CLAY, hand="Bury, Waste"), At(WORDS))) == "play Bury"
    assert followed(words, lay(At(CLAY, hand="Bury"), At(WORDS))) == ""
    assert followed(words, lay(At(CLAY, hand="Bury, Waste, Coin"), At(WORDS))) == ""


def test_none_is_available() -> None:
    words = "If no “Bury” is available play “Coin”."
    market = ("Bury", "Rise Up", "Macabre Harvest")
    rich = At(CLAY, hand="Coin", market=market, coins=9)
    poor = At(CLAY, hand="Coin", market=market, coins=0)
    assert followed(words, lay(rich, At(WORDS))) == ""
    assert followed(words, lay(poor, At(WORDS))) == "play Coin"


def test_ties_are_broken_as_the_line_says() -> None:
    hand = At(CLAY, hand="Waste, Bury, Rise Up, Coin")
    words = "Play the highest cost card in hand, if tied the lowest score."
    assert followed(words, lay(hand, At(WORDS))) in ("play Bury", "play Rise Up")
    words = "Play the lowest cost card in hand, breaking ties by the highest score."
    assert followed(words, lay(At(CLAY, hand="Waste, Coin"), At(WORDS))) == "play Waste"


def test_every_example_of_a_card_can_be_carried_out() -> None:
    """On one side at least: a name may be one that a card has only before the Turn or after it."""
    for words in (each for part in wordings() if part.start == "effect" for each in part.examples):
        faults = []
        for turned in (False, True):
            try:
                card = Card("Example", suit=CLAY, turned=turned, text=Text(words))
                compile_end(card, catalogue())
            except MoonflightError as error:
                faults.append(str(error))
        assert len(faults) < 2, faults
