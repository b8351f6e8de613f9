"""Card texts carried out on tables: amounts, places, players, conditions, limits.

Each row is a text, two seats, the answers of whoever plays it, and where things are afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, Script, at_least, in_play, lay, named, saying
from on_tables import (
    OTHER,
    RULE,
    SO,
    Chooser,
    Row,
    compiled,
    followed,
    laid_with,
    play,
    seen,
    settled,
    suit_with,
    with_card,
)

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.play_line import comes_back
from moonflight_solo.playtest.players.simple import GreedyPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS, IllegalAct, Play, Spend, shop_from
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import action
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.reset import draw_step, pass_marker, turn
from moonflight_solo.rules.state import (
    Act,
    Card,
    CardInPlay,
    Event,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.no_effect import why_no_effect
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import CardText
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

AMOUNTS: list[Row] = [
    (
        "Discard all but 2 cards in hand",
        {"hand": "Coin, Waste, Bury"},
        {},
        {"discard": (1,)},
        {"hand": "Coin, Bury", "discard_stack": "Waste"},
    ),
    (
        "Trash as many cards from hand as you control coin tokens",
        {"hand": "Coin, Waste, Bury", "coins": 2},
        {},
        {},
        {"hand": "Bury", "trash_stack": "Coin, Waste", "coins": 2},
    ),
    ("Draw until you have 2 cards in hand", {"deck": "Coin, Bury"}, {}, {}, {"draw_deck": ""}),
    (
        "Draw until you have 2 cards in hand",
        {"hand": "3 Coin"},
        {},
        {},
        {"hand": "Coin, Coin, Coin"},
    ),
    # What is done no times has not been done, and what has a Draw Deck made first has one.
    (
        "Discard 1 from hand per “Bury” in Trash Stack. If you do, Gain 1 coin token",
        {"hand": "Waste"},
        {},
        {},
        {"coins": 0, "hand": "Waste"},
    ),
    (
        "Shuffle your Discard Stack into your Draw Deck. If you do, Gain 1 coin token",
        {"discard": ""},
        {},
        {},
        {"coins": 0},
    ),
    (
        "Shuffle your Discard Stack into your Draw Deck. If you do, Gain 1 coin token",
        {"discard": "Waste", "deck": ""},
        {},
        {},
        {"coins": 1, "draw_deck": "Waste", "discard_stack": ""},
    ),
    (
        "Reveal cards from your Draw Deck until you reveal a “Bury”. If you do, Gain 1 coin token",
        {"deck": "", "discard": "Bury"},
        {},
        {},
        {"coins": 1, "draw_deck": "Bury"},
    ),
    (
        "Reveal cards from your Draw Deck until you reveal a “Bury”. If you do, Gain 1 coin token",
        {"deck": "2 Waste", "discard": ""},
        {},
        {},
        {"coins": 0, "draw_deck": "Waste, Waste"},
    ),
    (
        "Give each opponent 1 coin token per “Bury” in Trash Stack. If you do, Draw 1",
        {"coins": 2, "deck": "Waste"},
        {"coins": 0},
        {},
        {"coins": 2, "hand": ""},
    ),
    (
        "Give each opponent 1 coin token per “Bury” in Trash Stack. If you do, Draw 1",
        {"coins": 2, "trash": "Bury", "deck": "Waste"},
        {"coins": 0},
        {},
        {"coins": 1, "their coins": 1, "hand": "Waste"},
    ),
    (
        "Discard all cards in hand",
        {"hand": "Waste, Coin"},
        {},
        {"order": (1, 0)},
        {"hand": "", "discard_stack": "Coin, Waste"},
    ),
    (
        "Target player Discards 1. They Draw 2",
        {},
        {"hand": "Coin", "deck": "Bury, Waste"},
        {"player": (1,)},
        {"hand": "", "their hand": "Waste, Bury", "their discard_stack": "Coin"},
    ),
    ("Gain coin tokens until you have 6 coin tokens", {"coins": 4}, {}, {}, {"coins": 6}),
    ("Gain coin tokens up to a total of 6", {"coins": 7}, {}, {}, {"coins": 7}),
    ("Double your coin tokens", {"coins": 3}, {}, {}, {"coins": 6}),
    (
        "Lose any number of coin tokens, then Draw that many",
        {"coins": 3, "deck": "3 Waste"},
        {},
        {"way": (1,)},
        {"coins": 1, "hand": "Waste, Waste"},
    ),
    (  # the S of starter cards is one, and generic cards have none (ruling G-suit-s)
        "Gain 1 coin token for each different suit among cards in hand",
        {"hand": "Bury, Bury, Coin, Waste, Riches, Talk"},
        {},
        {},
        {"coins": 3},
    ),
    (
        "Gain 1 coin token for each Market Stack of your suit that is still empty",
        {"market": ("", "Bury", "")},
        {},
        {},
        {"coins": 2},
    ),
    (  # yours, as where one acts on them (Card Targets)
        "Gain 1 coin token for each empty Market Stack",
        {"market": ("", "Bury", "")},
        {"market": ("", "Call", "Call")},
        {},
        {"coins": 2},
    ),
    (
        "Gain 1 coin token for each card Settled in front of you",
        {"in_play": "Bury + Coin + Waste, Bury + Coin"},
        {},
        {},
        {"coins": 3},
    ),
    (
        "Trash half of your Draw Deck, rounding up",
        {"deck": "Coin, Waste, Bury"},
        {},
        {},
        {"draw_deck": "Coin", "trash_stack": "Bury, Waste"},
    ),
]
PLACES: list[Row] = [
    (
        "Draw the bottom card of your Draw Deck",
        {"deck": "Bury, Coin, Waste"},
        {},
        {},
        {"hand": "Bury", "draw_deck": "Coin, Waste"},
    ),
    (
        "Discard the bottom 2 cards of your Draw Deck",
        {"deck": "Bury, Coin, Waste"},
        {},
        {},
        {"discard_stack": "Bury, Coin", "draw_deck": "Waste"},
    ),
    (
        "Trash all “Waste” cards in hand and in play",
        {"hand": "Waste, Coin", "in_play": "Waste, Coin"},
        {},
        {},
        {"hand": "Coin", "trash_stack": "Waste, Waste"},
    ),
    (
        "Trash 1 from hand or from the top of your Draw Deck",
        {"hand": "Coin", "deck": "Bury, Waste"},
        {},
        {"trash": (1,)},
        {"hand": "Coin", "trash_stack": "Waste"},
    ),
    (
        "Move the top card of Target player's Trash Stack to their hand",
        {},
        {"trash": "Coin, Bury"},
        {"player": (1,)},
        {"their hand": "Bury", "their trash_stack": "Coin"},
    ),
    (
        "Discard 1 card of your choice from Target opponent's hand",
        {},
        {"hand": "Coin, Bury"},
        {"discard": (1,)},
        {"their hand": "Coin", "their discard_stack": "Bury"},
    ),
    (
        "Purchase the top card of each Market Stack of your suit that costs 2 or less",
        {"market": ("2 Bury", "Bury, Grave Robber", "Rise Up")},
        {},
        {},
        {"discard_stack": "Bury, Rise Up"},
    ),
    (
        "Deal 1 to each empty Market Stack",
        {"market": ("", "Bury", ""), "supply": "2 Bury, Rise Up"},
        {},
        {},
        {"supply": "Bury"},
    ),
    (
        "Move all cards Settled on 1 card in play to your hand",
        {"in_play": "Bury + Coin + Waste, Bury + Bury"},
        {},
        {"onto": (1,)},
        {"hand": "Bury"},
    ),
]
SPOKEN_OF: list[Row] = [
    (
        "If you have at least 3 cards in hand, Trash 2 of them",
        {"hand": "Coin, Waste, Bury", "in_play": "Coin"},
        {},
        {},
        {"hand": "Bury", "trash_stack": "Coin, Waste"},
    ),
    (
        "Discard from your Draw Deck until you Discard a “Bury”, then put that card in your hand",
        {"deck": "Coin, Bury, Waste, Coin"},
        {},
        {},
        {"hand": "Bury", "draw_deck": "Coin", "discard_stack": "Coin, Waste"},
    ),
    (
        "Reveal cards from your Draw Deck until you reveal a “Bury”. Draw it. Discard the rest",
        {"deck": "Coin, Bury, Waste, Coin"},
        {},
        {"order": (0, 1)},
        {"hand": "Bury", "draw_deck": "Coin", "discard_stack": "Coin, Waste"},
    ),
    (
        "Trash 3 from Draw Deck, then Draw 1 of them",
        {"deck": "Coin, Waste, Bury", "trash": "Talk"},
        {},
        {"draw": (1,)},
        {"hand": "Waste", "trash_stack": "Talk, Bury, Coin"},
    ),
    (
        "Draw 3, keep 1 and Discard the others",
        {"hand": "Talk", "deck": "Coin, Waste, Bury"},
        {},
        {},
        {"hand": "Talk, Bury", "discard_stack": "Coin, Waste"},
    ),
    (
        "Play 1 Target card in Discard Stack, then Trash it",
        {"discard": "Waste, Coin", "in_play": "Coin"},
        {},
        {"play": (1,)},
        {"trash_stack": "Waste", "discard_stack": "Coin", "in_play": "Coin, Made up"},
    ),
    (
        "Discard 1 from Draw Deck. If it is a scoring card, Draw it",
        {"deck": "Waste, Bury"},
        {},
        {},
        {"hand": "", "discard_stack": "Bury"},
    ),
    (
        "Look at the top 3 cards of your Draw Deck and put them back in any order",
        {"deck": "Coin, Waste, Bury"},
        {},
        {"order": (2, 0, 1)},
        {"draw_deck": "Coin, Bury, Waste"},
    ),
    (
        "Trash 1 from hand. An opponent of your choice must do the same",
        {"hand": "Coin"},
        {"hand": "Waste"},
        {},
        {"trash_stack": "Coin", "their trash_stack": "Waste"},
    ),
    (
        "Look at the top card of Target player's Draw Deck. You may Discard it",
        {},
        {"deck": "Coin, Bury"},
        {"player": (1,)},
        {"their discard_stack": "Bury", "discard_stack": ""},
    ),
]
PLAYERS: list[Row] = [
    (
        "All players Draw 1; you Draw 2 instead",
        {"deck": "3 Coin"},
        {"deck": "3 Waste"},
        {},
        {"hand": "Coin, Coin", "their hand": "Waste"},
    ),
    (
        "Each player may Discard 1. If they do, they Draw 1. If they don't, they Lose 1 coin token",
        {"hand": "Coin", "deck": "Bury", "coins": 2},
        {"coins": 2},
        {},
        {"hand": "Bury", "coins": 2, "their coins": 1},
    ),
    (
        "Take 2 coin tokens from Target opponent",
        {},
        {"coins": 1},
        {},
        {"coins": 1, "their coins": 0},
    ),
    ("Give each opponent 1 coin token", {"coins": 3}, {}, {}, {"coins": 2, "their coins": 1}),
    (
        "Each opponent gives you 1 coin token per card in your hand",
        {"hand": "2 Coin"},
        {"coins": 5, "hand": "Coin"},
        {},
        {"coins": 2, "their coins": 3},
    ),
    (
        "Each opponent Discards 1 or Loses 1 coin token",
        {"hand": "Coin", "coins": 2},
        {"hand": "Coin", "coins": 2},
        {},
        {"hand": "Coin", "their hand": "", "coins": 2, "their coins": 2},
    ),
    (
        "Each opponent may Discard 1. If they do, they Draw 2",
        {"hand": "Coin"},
        {"hand": "Coin", "deck": "Bury, Bury"},
        {},
        {"hand": "Coin", "their hand": "Bury, Bury", "their discard_stack": "Coin"},
    ),
    # "Your" is always the player with the card in front of them, and so is who has named one.
    (
        "Each opponent Discards all cards of your suit in hand",
        {},
        {"hand": "Call, Bury, Coin"},
        {},
        {"their hand": "Call, Coin", "their discard_stack": "Bury"},
    ),
    (
        "Each opponent Discards 1 per card of your suit in their hand",
        {},
        {"hand": "Bury, Call, Call"},
        {},
        {"their hand": "Call, Call"},
    ),
    (
        "Each opponent Discards 1 per empty Market Stack of your suit",
        {"market": ("", "", "Bury")},
        {"hand": "3 Coin"},
        {},
        {"their hand": "Coin"},
    ),
    (
        "Each opponent Loses coin tokens equal to the cost of the top card of your Discard Stack",
        {"discard": "Wealth, Coins"},
        {"discard": "Coin", "coins": 5},
        {},
        {"their coins": 2},
    ),
    (
        "Each opponent Purchases 1 card of your suit",
        {"market": ("", "Rise Up", "")},
        {},
        {},
        {"their discard_stack": "Rise Up"},
    ),
    (
        "You may Trash this card. If you do, Target opponent Trashes a card of your suit from hand",
        {},
        {"hand": "Call, Bury"},
        {},
        {"their hand": "Call"},
    ),
    (
        "Name a card. Each opponent Discards all cards with that name in hand",
        {},
        {"hand": "Call, Bury, Coin"},
        {},
        {"their hand": "Call, Coin"},
    ),
    (
        "Name a card. Each opponent with a named card in Discard Stack Loses 1 coin token",
        {},
        {"discard": "Bury", "coins": 1},
        {},
        {"their coins": 0},
    ),
]


@pytest.mark.parametrize("row", [*AMOUNTS, *PLACES, *SPOKEN_OF, *PLAYERS], ids=lambda row: row[0])
def test_it_does_what_it_says(row: Row) -> None:
    """What is given is neither Lost nor Gained (ruling G-give)."""
    words, mine, theirs, answers, wanted = row
    players = (Chooser(**answers), Chooser())
    table = lay(At(CLAY, **mine), At(WORDS, **theirs), players=players)
    for seat in table.seats:
        seat.character.card = Card("Nobody")  # nothing is triggered by who they are
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert seen(table, wanted) == wanted


@pytest.mark.parametrize(("hand", "gone", "held"), [("Bury", "Bury", "Waste"), ("", "", "Waste")])
def test_the_first_effect_is_not_left_out_but_may_be_impossible(
    hand: str, gone: str, held: str
) -> None:
    """Ruling G-secondary; the second row is "just their secondary effects"."""
    words = "Discard 1 from hand. Draw 1"
    test_it_does_what_it_says(
        (words, {"hand": hand, "deck": "Waste"}, {}, {}, {"discard_stack": gone, "hand": held})
    )


@pytest.mark.parametrize("row", [*AMOUNTS, *PLACES, *SPOKEN_OF, *PLAYERS], ids=lambda row: row[0])
def test_it_is_said_back_to_the_same_meaning(row: Row) -> None:
    (meaning,) = parsed_readings(Text(row[0]), "effect")
    assert parsed_readings(Text(english(meaning)), "effect") == (meaning,)


# What is done instead of a keyword (ruling G-instead): the text, what is done, and what is left.
INSTEAD: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "If you would Discard a card, Trash it instead",
        "Discard 2",
        {"hand": "2 Coin"},
        {"trash_stack": "Coin, Coin", "discard_stack": ""},
    ),
    (
        "If you would Discard a card from hand, Trash it instead",
        "Discard 1 from hand",
        {"hand": "Coin"},
        {"trash_stack": "Coin", "discard_stack": ""},
    ),
    (
        "If you would Discard a card from hand, Trash it instead",
        "Discard 1 from Draw Deck",
        {"deck": "Coin, Bury"},
        {"trash_stack": "", "discard_stack": "Bury", "coins": 5},
    ),
    (
        "When you Discard a card then it goes to your Trash Stack instead",
        "Discard 1 from Draw Deck",
        {"deck": "Coin, Bury"},
        {"trash_stack": "Bury", "discard_stack": "", "draw_deck": "Coin"},
    ),
    (
        "When you Trash a “Bury”, return it to your hand instead",
        "Trash 2 from Draw Deck",
        {"deck": "Coin, Bury"},
        {"hand": "Bury", "trash_stack": "Coin"},
    ),
    (
        "If you would Draw a card, Gain 1 coin token instead",
        "Draw 2",
        {"deck": "Bury, Coin"},
        {"coins": 2, "hand": "", "draw_deck": "Bury, Coin"},
    ),
    (
        "If you would Gain coin tokens, Draw 1 instead",
        "Gain 3 coin tokens",
        {"deck": "Bury, Coin"},
        {"coins": 0, "hand": "Coin"},
    ),
    (
        "Cards you Purchase may go on top of your Draw Deck instead of to your Discard Stack",
        "Purchase 1 from a Market Stack of your suit",
        {"deck": "Coin", "market": ("Bury", "", "")},
        {"draw_deck": "Coin, Bury", "discard_stack": ""},
    ),
]


@pytest.mark.parametrize(("words", "deed", "mine", "wanted"), INSTEAD)
def test_only_what_is_done_instead_is_done(
    words: str, deed: str, mine: dict[str, Any], wanted: dict[str, Any]
) -> None:
    """Ruling G-instead: the keyword replaced is not heard of, one that goes elsewhere is."""
    kinds = [saying(words), saying("When you Discard a card, Gain 5 coin tokens")]
    table = laid_with(kinds, At(CLAY, **mine))
    seat = table.seats[0]
    seat.in_play = [CardInPlay(card) for card in kinds]
    moves.put_in_play(table, seat, saying(deed, table.names))
    heard = 5 * ("it goes to" in words)  # the card has been Discarded, only to another Stack
    wanted = {**wanted, "coins": wanted.get("coins", 0) + heard}
    assert seen(table, wanted) == wanted


@pytest.mark.parametrize(
    ("words", "mine", "left"),
    [
        ("Trash all but 1 cards in Discard Stack", {"discard": "Coin, 2 Bury"}, "discard_stack"),
        (
            "Trash all but 1 cards in Target Discard Stack",
            {"discard": "Coin, 2 Bury"},
            "discard_stack",
        ),
        ("Discard all but 1 cards in Target Draw Deck", {"deck": "Coin, 2 Bury"}, "draw_deck"),
        ("Discard all but 1 cards in Draw Deck", {"deck": "Coin, 2 Bury"}, "draw_deck"),
        ("Discard all but 1 cards in hand", {"hand": "2 Bury, Coin"}, "hand"),
    ],
)
def test_all_but_one_leaves_one(words: str, mine: dict[str, Any], left: str) -> None:
    """Of a Deck or Stack they go from the top; what is left is the lowest."""
    table = laid_with([], At(CLAY, **mine))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert seen(table, {left: ""}) == {left: "Coin"}


def test_all_but_one_of_a_market_stack_go_from_the_top() -> None:
    table = laid_with([], At(CLAY, market=("Coin, 2 Bury", "", "")))
    words = "Trash all but 1 cards in Target Market Stack"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert named(table.seats[0].market[0].cards) == "Coin"
    assert named(table.seats[0].trash_stack) == "Bury, Bury"


def test_all_but_one_of_a_kind_in_a_stack_is_refused() -> None:
    with pytest.raises(WordingError, match="whether all of these but some"):
        saying("Trash all but 1 scoring cards on top of Discard Stack", catalogue())


# What stays is done with: the text, what is done, and what is left with how often it was done.
STAYS: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    (
        "When you would Discard a card, Gain 1 coin token instead",
        "Discard any number of cards",
        {"hand": "Bury, Bury, Coin"},
        {"coins": 3, "hand": "Bury, Bury, Coin", "discard_stack": ""},
    ),
    (
        "When you would Discard a card, Gain 1 coin token instead",
        "Discard all cards in hand",
        {"hand": "Coin, Bury"},
        {"coins": 2, "hand": "Coin, Bury"},
    ),
    (
        "When you would Discard a card, Draw 1 instead",
        "Discard any number of cards",
        {"hand": "Bury", "deck": "Coin, Bury"},
        {"hand": "Bury, Bury, Coin", "draw_deck": "", "discard_stack": ""},
    ),
    (
        "When you Discard a card, Move it to your hand instead",
        "Discard 3",
        {"hand": "Coin, Bury"},
        {"coins": 10, "hand": "Coin, Bury", "discard_stack": ""},
    ),
    (
        "When you would Discard a “Bury”, Gain 1 coin token instead",
        "Discard 2 from Draw Deck",
        {"deck": "Waste, Coin, Bury"},
        {"coins": 6, "draw_deck": "Waste, Bury", "discard_stack": "Coin"},
    ),
    (
        "When you would Trash a card, Gain 1 coin token instead",
        "Trash any number of cards in play",
        {},
        {"coins": 3, "trash_stack": ""},
    ),
    (
        "When you would Trash a card, Gain 1 coin token instead",
        "Trash up to 9 cards from your Market Stacks",
        {"market": ("2 Bury", "Bury", "Coin")},
        {"coins": 3, "trash_stack": ""},
    ),
]


@pytest.mark.parametrize(("words", "deed", "mine", "wanted"), STAYS)
def test_what_stays_where_it_is_is_done_with(
    words: str, deed: str, mine: dict[str, Any], wanted: dict[str, Any]
) -> None:
    """Ruling G-instead: so many cards are as many different ones."""
    test_only_what_is_done_instead_is_done(words, deed, mine, wanted)


def test_a_chain_cut_off_does_neither_the_one_nor_the_other() -> None:
    """Ruling G-endless: what would be next does not happen, nor what it stands instead of."""
    kinds = [saying("When you would Discard a card, Gain 1 coin token instead")]
    table = laid_with(kinds, At(CLAY, hand="Coin"))
    seat, table.nested, table.chained = table.seats[0], 1, 1_000
    seat.in_play = [CardInPlay(kinds[0])]
    discard = saying("Discard 1", table.names).resolve
    assert discard is not None
    assert not discard(table, seat, seat.character)
    assert (named(seat.hand), seat.coins, seat.discard_stack) == ("Coin", 0, [])


def used(words: str, mine: At, *paid: int) -> Seat:
    """Return the seat after using a Spend ability paid with cards of its hand."""
    card = saying(words, catalogue())
    table = laid_with([card], mine)
    seat = table.seats[0]
    seat.in_play = [CardInPlay(card)]
    spend = Spend(0, card.abilities[0], tuple(seat.hand[at] for at in paid))
    spend.perform(table, seat)
    return seat


def test_any_number_can_be_spent_but_one_at_least() -> None:
    words = "Spend any number of coin tokens to Draw that many"
    seat = used(words, At(CLAY, coins=3, deck="9 Waste"))
    assert (seat.coins, len(seat.hand)) == (1, 2)
    with pytest.raises(IllegalAct, match="costs 1 coin token and you have 0"):
        used(words, At(CLAY))
    words = "Spend your whole hand to Gain 1 coin token per card"
    seat = used(words, At(CLAY, hand="Coin, Waste, Bury"), 1)
    assert (seat.coins, named(seat.hand), len(seat.discard_stack)) == (3, "", 3)
    words = "Spend any number of cards from hand to Gain 1 coin token for each"
    seat = used(words, At(CLAY, hand="Coin, Waste"), 0)
    assert (seat.coins, len(seat.discard_stack)) == (2, 2)


def test_what_has_been_done_is_remembered_until_the_round_is_over() -> None:
    words = "If you Discarded “Bury” this round, Gain 1 coin token per card Discarded this round"
    card = saying(words, catalogue())
    table = laid_with([card], At(CLAY, hand="Coin, Bury, Waste"))
    seat = table.seats[0]
    moves.put_in_play(table, seat, saying("Discard 1", table.names))
    moves.put_in_play(table, seat, card)
    assert seat.coins == 0
    moves.put_in_play(table, seat, saying("Discard 1", table.names))
    moves.put_in_play(table, seat, card)
    assert seat.coins == 2
    pass_marker(table)
    moves.put_in_play(table, seat, card)
    assert seat.coins == 2


def test_another_act_is_taken_at_once() -> None:
    again = saying("Take another Act", catalogue())
    table = laid_with([again], At(CLAY, hand="Coin"))

    class Twice(Chooser):
        def act(self, table: Table, seat: Seat) -> Act:
            return Play(seat.hand[-1]) if seat.hand else PASS

    table.players = (Twice(), Twice())
    table.seats[0].hand.append(again)
    seen: list[int] = []
    table.listener = lambda event: seen.append(event.seat) if event.kind == "act" else None
    assert action(table)
    assert seen[:3] == [0, 0, 1]


def test_a_named_card_is_known_again() -> None:
    words = "Name a card. Trash all cards with that name in your hand"
    first = catalogue().kinds(turned=False)[0].name
    table = laid_with([], At(CLAY, hand=f"Coin, {first}, {first}"))
    table.players = (Chooser(way=(0,), order=(0, 1)), Chooser())
    seat = table.seats[0]
    moves.put_in_play(table, seat, saying(words, table.names))
    assert (named(seat.hand), named(seat.trash_stack)) == ("Coin", f"{first}, {first}")
    words = "Name a card, then reveal the top card of your Draw Deck; if it is that card, Draw it"
    table = laid_with([], At(CLAY, deck=f"Coin, {first}"))
    table.players = (Chooser(way=(0,)), Chooser())
    seat = table.seats[0]
    moves.put_in_play(table, seat, saying(words, table.names))
    moves.put_in_play(table, seat, saying(words, table.names))
    assert (named(seat.hand), named(seat.draw_deck)) == (first, "Coin")


@pytest.mark.parametrize("was_named", ["", "Bury"])
@pytest.mark.parametrize(
    "words",
    [
        "When you Discard a named card, Draw 1",
        "When you Discard a card, if a named card is in Discard Stack, Draw 1",
        "When you Discard a card, each opponent Discards all named cards in hand",
    ],
)
def test_no_card_is_called_so_if_none_up_has_been_named(
    words: str, was_named: str, tmp_path: Path
) -> None:
    """When the Turn brings such a text up it has not named anything."""
    suit = suit_with(tmp_path / "suit.yaml", "", f"Name a card. {words}")
    seats = At(RULE, hand="Coin", in_play="Law", deck="Waste"), At(WORDS, hand="Coin")
    table = lay(*seats, more=(suit,))
    seat = table.seats[0]
    seat.named = was_named
    turn(table)
    moves.put_in_play(table, seat, saying("Discard 1", table.names))
    assert [named(each.hand) for each in table.seats] == ["", "Coin"]


@pytest.mark.parametrize(
    ("words", "mine", "theirs"),
    [
        ("Your hand limit is 8", 8, 5),
        ("Opponents' hand limit -1", 5, 4),
        ("Hand limit +1 for all players", 6, 6),
    ],
)
def test_limits_of_others_change_too(words: str, mine: int, theirs: int) -> None:
    card = saying(words, catalogue())
    table = laid_with([card], At(CLAY))
    one, other = table.seats
    one.in_play = [CardInPlay(card)]
    assert (one.hand_limit(), other.hand_limit()) == (mine, theirs)
    one.in_play.append(CardInPlay(card))
    again = "is" in words.split()
    assert (one.hand_limit(), other.hand_limit()) == (
        (mine, theirs) if again else (2 * mine - 5, 2 * theirs - 5)
    )


@pytest.mark.parametrize(
    ("words", "ways"),
    [
        ("Give Target player up to 2 coin tokens", 3),
        ("Lose up to 2 coin tokens", 3),
        ("Lose any number of coin tokens", 4),
        ("Gain up to 2 coin tokens", 3),
    ],
)
def test_up_to_so_many_may_be_none_and_no_fewer(words: str, ways: int) -> None:
    player = Chooser(player=(1,), way=(ways - 1,))
    table = lay(At(CLAY, coins=3), At(WORDS, coins=0), players=(player, Chooser()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [len(items) for ask, items in player.asked if ask == "way"] == [ways]
    assert [seat.coins for seat in table.seats] == [3, 0]


def test_a_copy_of_a_table_hears_and_bars_as_it_does() -> None:
    """Also after the Turn, when the other ends of the cards count."""
    card = saying("When you Discard a card, Gain 1 coin token. You cannot Shop", catalogue())
    table = laid_with([card], At(CLAY))
    for turned in (False, True):
        table.turned = turned
        table.watch()
        copy = table.copy(table.players, table.rng)
        for what in ("watched", "barred", "replaced", "changed", "trigger_verbs"):
            assert getattr(copy, what) == getattr(table, what), what


def test_the_best_card_of_a_face_down_stack_is_not_looked_at() -> None:
    with pytest.raises(CannotDo, match="lie face down"):
        saying("If the highest cost card in your Draw Deck costs 2 or more, Draw 1", catalogue())


@pytest.mark.parametrize(
    ("words", "counted"),
    [
        ("per scoring card in Target player's hand", None),
        ("per “Bury” in Target opponent's hand", None),
        ("per different name in Target player's hand", None),
        ("per card in Target player's hand", 2),
        ("per scoring card Settled in front of you", None),
        ("per “Bury” Settled in front of you", None),
        ("per card Settled in front of you", 1),
    ],
)
def test_what_lies_face_down_is_counted_and_not_by_kind(words: str, counted: int | None) -> None:
    """Ruling G-facedown: face-down cards, and another's hand, show nothing to go by."""
    says, player = f"Gain 1 coin token {words}", Chooser(player=(1,))
    if counted is None:
        with pytest.raises(
            CannotDo, match=r"(lie face down|cannot look at another player's hand): only count"
        ):
            saying(says, catalogue())
        return
    seats = At(CLAY, in_play="Lesson + Bury"), At(WORDS, hand="Bury, Coin")
    table = lay(*seats, players=(player, Chooser()))
    moves.put_in_play(table, table.seats[0], saying(says, table.names))
    assert table.seats[0].coins == counted


def test_if_a_settled_card_is_such_a_one_is_not_asked() -> None:
    with pytest.raises(CannotDo, match="Settled cards lie face down"):
        saying("If there is a scoring card Settled in front of you, Draw 1", catalogue())


def test_the_first_shop_may_be_of_an_opponents_suit() -> None:
    card = saying("Your first Shop act each round may be of an opponent's suit", catalogue())
    table = laid_with([card], At(CLAY, coins=20))
    seat = table.seats[0]
    shop = shop_from(table.seats[1].market[0], seat)
    assert shop.why_illegal(table, seat) is not None
    seat.in_play = [CardInPlay(card)]
    assert shop.why_illegal(table, seat) is None


@pytest.mark.parametrize(
    ("words", "deed", "coins"),
    [
        ("When you Discard a card from your Draw Deck, Gain 1 coin token", "Discard 1", 0),
        (
            "When you Discard a card from your Draw Deck, Gain 1 coin token",
            "Discard 2 from Draw Deck",
            2,
        ),
        ("When your Draw Deck is shuffled, Gain 1 coin token", "Draw 3", 1),
        ("When your Draw Deck is shuffled, Draw 9", "Draw 3", 0),
        ("When your Draw Deck is shuffled, Gain 1 coin token", "Shuffle your Draw Deck", 1),
        (
            "When your Draw Deck is shuffled, Gain 1 coin token",
            "Shuffle your hand into your Draw Deck",
            1,
        ),
    ],
)
def test_a_trigger_hears_from_where_and_that_it_is_shuffled(
    words: str, deed: str, coins: int
) -> None:
    card = saying(words, catalogue())
    table = laid_with([card], At(CLAY, hand="Coin", deck="2 Waste", discard="3 Coin"))
    seat = table.seats[0]
    seat.in_play = [CardInPlay(card)]
    moves.put_in_play(table, seat, saying(deed, table.names))
    assert seat.coins == coins


def test_what_costs_more_than_the_card_moved_last_is_measured_by_it() -> None:
    words = "Trash 1 from hand. Draw 1 Target card in Discard Stack costing at most 1 more than it"
    for hand, drawn in (("Bury", "Rise Up"), ("Coin", "Rise Up"), ("Waste", "Rise Up")):
        table = laid_with([], At(CLAY, hand=hand, discard="Grave Robber, Rise Up"))
        seat = table.seats[0]
        moves.put_in_play(table, seat, saying(words, table.names))
        assert named(seat.hand) == drawn
    words = words.replace("at most 1 more", "more")
    table = laid_with([], At(CLAY, hand="Bury", discard="Grave Robber, Rise Up"))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert named(table.seats[0].hand) == "Grave Robber"


EXAMPLES = [words for part in wordings() if part.start == "effect" for words in part.examples]


def test_an_example_is_played_and_weighed() -> None:
    """Whoever plays it: no words of a card bring a game to a stop, nor what is said of them."""
    mine = At(CLAY, "3 Coin, Bury", "Bury + Coin", discard="Bury", trash="Coin", coins=4)
    for words in EXAMPLES[:: at_least(3, 1)]:
        if "Hear”" in words:
            continue  # a name of the other side of the Turn
        card = saying(words, catalogue())
        for player in (GreedyPlayer, AnyOrder):
            table = laid_with([card], mine)
            seat, table.players = table.seats[0], (player(), player())
            seat.hand.append(card)
            performed(Play(card), table, seat)
            for ability in card.abilities:
                placed = next((each for each in seat.in_play if each.card is card), None)
                if placed is not None:
                    paid = tuple(seat.hand[: ability.cards])
                    performed(Spend(seat.place_of(placed), ability, paid), table, seat)


def performed(act: Act, table: Table, seat: Seat) -> None:
    if act.why_illegal(table, seat) is None:
        act.perform(table, seat)
        why_no_effect(act, table, seat)


class AnyOrder(Chooser):
    """Answers every question with the fewest and first items possible."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return range(len(question.items) if question.ask == "order" else max(1, question.least))


@pytest.mark.parametrize("which", ["Hand", "Retain"])
@pytest.mark.parametrize(
    ("words", "limits"),
    [
        ("Hand limit +1 per 2 cards in play, rounded up", [6, 6, 7, 7]),
        ("Hand limit +1 per 2 cards in play", [5, 6, 6, 7]),
        ("Hand limit +1 per “Bury” in play", [5, 6, 7, 8]),
    ],
)
def test_a_limit_grows_with_the_cards_in_play(words: str, limits: list[int], which: str) -> None:
    card = saying(words.replace("Hand", which), catalogue())
    bury = catalogue().card("Bury", turned=False)
    seat = laid_with([card], At(CLAY)).seats[0]
    limit = seat.hand_limit if which == "Hand" else seat.retain_limit
    usual = limit()
    seat.in_play = [CardInPlay(card)]
    found = [limit()]
    for _ in limits[1:]:
        seat.in_play.append(CardInPlay(bury))
        found.append(limit())
    assert [each - usual for each in found] == [each - 5 for each in limits]


# ------------------------------------------------------- limits, owners, and what was not done


def test_a_draw_that_is_replaced_in_reset_refills_the_draw_deck_first() -> None:
    """Rulings G-refill, G-instead: each of the cards would be Drawn, and stays there."""
    card = saying("If you would Draw a card, Gain 1 coin token instead", catalogue())
    table = laid_with([card], At(CLAY, deck="", discard="3 Coin"))
    seat = table.seats[0]
    seat.in_play = [CardInPlay(card)]
    draw_step(table)
    assert (seat.coins, named(seat.hand), named(seat.draw_deck)) == (3, "", "Coin, Coin, Coin")


def test_one_draws_up_to_the_hand_limit_and_not_beyond() -> None:
    """The limit is that of whoever Draws, with what changes it (Reset, Draw; ruling G-limit)."""
    words = "Draw up to your hand limit"
    for hand, held in (("2 Coin", 5), ("5 Coin", 5), ("6 Coin", 6)):
        table = play(words, At(CLAY, hand=hand, deck="9 Coin"), OTHER)
        assert len(table.seats[0].hand) == held
    table = play("Each player Draws up to their hand limit", At(CLAY, deck="9 Coin"), OTHER)
    assert [len(seat.hand) for seat in table.seats] == [5, 5]


@pytest.mark.parametrize(("hand", "left"), [("7 Coin", 5), ("5 Coin", 5), ("3 Coin", 3)])
def test_one_discards_down_to_the_hand_limit(hand: str, left: int) -> None:
    table = play("Discard down to your hand limit", At(WORDS, hand=hand), OTHER)
    assert len(table.seats[0].hand) == left


@pytest.mark.parametrize(("hand", "trash"), [("Coin", 0), ("", 1)])
def test_what_is_done_if_one_cannot(hand: str, trash: int) -> None:
    """One card is Discarded or it cannot be, there is no third; of two that is not so."""
    table = play(
        "Discard 1. If you cannot, Trash 1 from Draw Deck", At(CLAY, hand=hand, deck="Coin")
    )
    assert len(table.seats[0].trash_stack) == trash


def test_its_owners_stack_is_that_of_whose_card_it_is() -> None:
    words = "Move 1 card from an opponent's hand to its owner's Discard Stack"
    table = play(words, At(CLAY, hand="2 Waste"), At(WORDS, hand="Coin"))
    assert [named(seat.discard_stack) for seat in table.seats] == ["", "Coin"]


@pytest.mark.parametrize(
    ("words", "at"),
    [
        ("Discard all other cards you have in play", "Lesson, Oeuvre"),
        ("Discard all cards you have in play", "Lesson, Oeuvre"),
    ],
)
def test_the_cards_one_has_in_play_are_ones_own(words: str, at: str) -> None:
    table = play(words, At(WORDS, in_play=at), At(WORDS, in_play=at))
    assert in_play(table.seats[1]) == at
    assert in_play(table.seats[0]) == ("Made up" if "other" in words else "")


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        ("Discard 2. If you cannot, Draw 1", "if fewer will do"),
        ("Each player Draws up to your hand limit", "cannot do this to a card of another"),
        ("If you did not Discard exactly 2 cards this way Draw 1", "exactly"),
        ("Gain 1 coin token from an opponent", "Take"),
        ("If “Call” has been Played this round Draw 1", "by whom"),
        ("If the Turn has come Draw 1", "the side of the card already"),
        ("The first time you Trash a card each round, Draw 1", "before this card came into play"),
        ("Trash a “Waste” if there are 2 in hand", "what is counted"),
        ("If there is one in hand, Draw 1", "“one” refers to"),
        ("Move 1 from hand to a Market Stack", "whose Market Stacks"),
        ("Draw 2, then Discard 1 unless you have 3+ cards in hand", "make two sentences"),
        ("3 – Draw 1", "number of a line"),
        ("You may Spend 1 coin token to Draw 1", 'leave "you may" out'),
        ("Trash one or two cards from hand", "from the same place"),
        ("Target opponent Discards 2 cards of your choice", "Target card in Target opponent's"),
        ("Discard 1 card in hand; if tied, choose one", "what is tied"),
        ("Each opponent Discards the highest cost card in hand. If tied, you choose", "another"),
        ("If this card would be Discarded, Trash it instead", "its own card"),
        ("Trash 2 from hand. Gain coin tokens equal to their total cost", "of one card only"),
        ("You become First Player", "who is First Player"),
        ("Cards in hand cannot be Trashed", 'say "This card cannot be Trashed"'),
        ("Swap hands with Target player", "only your own cards"),
        ("Swap your hand with Target opponent's hand", "only your own cards"),
        ("If nobody has Passed Draw 1", "your own Pass"),
        ("If 2 of “Call”, “Talk” and “Teach” are in hand Draw 1", "whether just that many"),
        ("Move 1 from hand to the Market Stack with the fewest cards", "whose Market Stacks"),
    ],
)
def test_what_is_not_said_clearly_is_asked_for(words: str, wrong: str) -> None:
    with pytest.raises(WordingError, match=wrong):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize("said", ["if 2+ cards Settled to this card", "while 3+ coin tokens"])
def test_a_limit_may_change_while_something_is_so(said: str) -> None:
    table, placed = with_card(f"Hand limit +1 {said}", At(CLAY))
    seat = table.seats[0]
    usual = seat.hand_limit()
    placed.settled, seat.coins = settled(table, "Bury", "Coin"), 3
    assert seat.hand_limit() == usual + 1
    placed.settled, seat.coins = settled(table, "Bury"), 2
    assert seat.hand_limit() == usual


def test_a_limit_under_a_condition_lasts_beside_what_is_done() -> None:
    """Ruling A-return: such a card still only comes straight back when played."""
    words = "Hand limit +1 if 2+ cards in play. Draw this card"
    card = saying(words)
    assert card.limits
    assert comes_back(card, Basis(catalogue()).context(CLAY, False)) == r.TRUE
    with pytest.raises(CannotDo, match="one change of your limit"):
        saying("Hand limit +1 if 3+ cards in hand, if not, hand limit -1")


def test_a_limit_goes_by_what_lies_before_its_player() -> None:
    with pytest.raises(CannotDo, match="your own cards and coin tokens"):
        saying("Hand limit +1 if First Player")


def test_cards_set_to_this_card_are_settled_there() -> None:
    words = "Spend 1 card to Gain coin tokens equal to the number of cards Set to this card"
    table, placed = with_card(words, At(CLAY, hand="Coin"))
    placed.settled = settled(table, "Bury", "Coin")
    seat = table.seats[0]
    Spend(seat.place_of(placed), placed.card.abilities[0], tuple(seat.hand)).perform(table, seat)
    assert seat.coins == 2


def test_any_such_cards_drawn_are_all_of_them() -> None:
    words = "Draw 3. Discard any starter cards Drawn"
    at = At(WORDS, hand="Coin", deck="5 Call, Waste, Bury, Waste")
    table, _ = with_card(words, at, order=(0, 1))
    seat = table.seats[0]
    assert (named(seat.hand), named(seat.discard_stack)) == ("Coin, Bury", "Waste, Waste")


def test_coin_tokens_are_discarded_to_the_supply() -> None:
    """The prototype's quick reference: "Discard – Move card or Coin Token"."""
    table, _ = with_card("Each opponent Discards 2 coin tokens", At(CLAY), At(WORDS, coins=3))
    assert [seat.coins for seat in table.seats] == [0, 1]


@pytest.mark.parametrize(
    ("words", "where"),
    [("Draw it", "hand"), ("Trash it", "trash_stack"), ("Discard 1", "discard_stack")],
)
def test_it_is_the_card_purchased(words: str, where: str) -> None:
    table, _ = with_card(f"Purchase 1 from Target Market Stack then {words}", At(CLAY, coins=9))
    bought = [card.name for card in getattr(table.seats[0], where)]
    assert len(bought) == 1


def test_a_comma_before_instead() -> None:
    words = "Draw 2, if 3+ cards in play Draw 3 instead"
    assert len(with_card(words, At(CLAY))[0].seats[0].hand) == 2
    assert len(with_card(words, At(CLAY, in_play="Coin, Coin"))[0].seats[0].hand) == 3


@pytest.mark.parametrize(("held", "drawn"), [(7, 3), (6, 2), (5, 2), (4, 1)])
def test_cases_that_exclude_one_another(held: int, drawn: int) -> None:
    words = "If 7+ cards in hand Draw 3, if 5-6 cards in hand Draw 2, if not, Draw 1"
    table, _ = with_card(words, At(WORDS, hand=f"{held} Coin"))
    assert len(table.seats[0].hand) == held + drawn


def test_a_limit_looks_at_the_top_card_alone() -> None:
    table, _ = with_card("Hand limit +1 if “Coin” on top of Discard Stack", At(CLAY))
    seat = table.seats[0]
    usual = seat.hand_limit()
    seat.discard_stack[:] = settled(table, "Waste", "Coin")
    assert seat.hand_limit() == usual + 1
    seat.discard_stack[:] = settled(table, "Coin", "Waste")
    assert seat.hand_limit() == usual


@pytest.mark.parametrize(
    ("words", "discards", "held"),
    [
        ("Target opponent may Discard 1. If they do, you Draw 1", True, (1, 0)),
        ("Target opponent may Discard 1. If they do, you Draw 1", False, (0, 1)),
        ("Target opponent may Discard 1. If that player does not, you Draw 2", True, (0, 0)),
        ("Target opponent may Discard 1. If not, you Draw 2", False, (2, 1)),
    ],
)
def test_what_you_do_hangs_on_what_they_may_do(
    words: str, discards: bool, held: tuple[int, int]
) -> None:
    """Ruling G-may: it hangs on whether they have done it; "you" are who played the card."""
    way = 0 if discards else 1
    table, _ = with_card(words, At(CLAY, deck="3 Coin"), At(WORDS, hand="Waste"), way=(way,))
    assert tuple(len(seat.hand) for seat in table.seats) == held


@pytest.mark.parametrize("link", [", if not, ", ". If not, ", ". If you do not, "])
def test_if_not_after_what_is_done(link: str) -> None:
    """As Listen has it: it hangs on whether the card was Trashed."""
    words = f"Trash a “Waste” from hand{link}Draw 2"
    at = At(CLAY, hand="Waste", deck="3 Coin")
    assert not with_card(words, at)[0].seats[0].hand
    at = At(CLAY, hand="Bury", deck="3 Coin")
    assert named(with_card(words, at)[0].seats[0].hand) == "Bury, Coin, Coin"


def test_with_no_card_moved_neither_half_is_done() -> None:
    words = "Discard 1. If it is a “Bury”, Draw 2, otherwise Draw 1."
    assert named(play(words, At(WORDS), At(CLAY)).seats[0].hand) == ""
    assert len(play(words, At(WORDS, hand="Coin"), At(CLAY)).seats[0].hand) == 1


@pytest.mark.parametrize("verb", ["Play", "Move"])
def test_a_card_does_not_hear_its_own_play(verb: str) -> None:
    """Ruling G-own-play: it hears the next one, of a copy too; and a Play is a Move."""
    table = lay(At(CLAY), At(WORDS))
    card = saying(f"When you {verb} a card, Gain 1 coin token", table.names)
    table.watched = table.trigger_verbs = frozenset({verb.lower(), "play"})
    for coins in (0, 1, 3):
        moves.put_in_play(table, table.seats[0], card)
        assert table.seats[0].coins == coins


def test_what_is_done_to_a_card_without_settled_ones_is_done_to_that_very_card() -> None:
    table = lay(At(WORDS, hand="Waste", in_play="Oeuvre + Coin, Oeuvre"), At(CLAY))
    words = "If “Oeuvre” in play without Settled cards Build to Set “Waste” to “Oeuvre”."
    act = compiled(words, table).attempt(table, table.seats[0])
    assert act is not None
    act[0].perform(table, table.seats[0])
    assert [len(placed.settled) for placed in table.seats[0].in_play] == [1, 1]


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


def test_one_after_cards_that_were_counted_is_one_of_those() -> None:
    for words in ("Trash one", "you may Trash one", "Discard one"):
        told = f"If you have 2+ “Waste” in hand, {words}"
        table = play(told, At(WORDS, hand="Coin, 2 Waste"), At(CLAY))
        assert named(table.seats[0].hand) == "Coin, Waste"
    table = play("If you have a card in play, Discard one", At(WORDS, hand="Coin"), At(CLAY))
    assert named(table.seats[0].hand) == "Coin"


def test_a_card_purchased_lies_on_top_unless_a_stack_is_said() -> None:
    market = ("Bury, Take It With You", "Macabre Harvest", "Grave Robber")
    table = play("Purchase the cheapest card of your suit", At(CLAY, market=market), At(WORDS))
    assert named(table.seats[0].discard_stack) == "Macabre Harvest"


def test_what_a_card_is_not_is_said_of_that_card() -> None:
    words = "If a card in hand is of your suit but not “Bury” play “Rise Up”."
    assert followed(words, lay(At(CLAY, hand="Rise Up, Bury"), At(WORDS)))
    assert not followed(words, lay(At(CLAY, hand="Bury, Coin"), At(WORDS)))


def test_market_stacks_are_counted_by_their_top_cards() -> None:
    words = "Gain 1 coin token for each Market Stack topped by a “Bury”."
    table = play(words, At(CLAY, market=("2 Bury", "Bury, Rise Up", "")), At(WORDS))
    assert table.seats[0].coins == 1


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
    table.watched = table.trigger_verbs = frozenset({"play"})
    moves.put_in_play(table, table.seats[1], saying("Hand limit +1", table.names))
    assert [seat.coins for seat in table.seats] == [coins, 0]
    assert len(table.seats[1].hand) == (1 if way == "1" else 2)


DONE: list[Row] = [
    # A Draw Deck is made for what is shown of it, and not for a hand that is shown.
    (
        f"Reveal the top card of Draw Deck{SO}",
        {"deck": "", "discard": "Coin"},
        {},
        {},
        {"coins": 5, "draw_deck": "Coin", "discard_stack": ""},
    ),
    (
        f"Reveal your hand{SO}",
        {"hand": "Waste", "deck": "", "discard": "Coin"},
        {},
        {},
        {"coins": 5, "draw_deck": "", "discard_stack": "Coin"},
    ),
    # What has been done only in part, or with none, is not done (ruling G-may).
    (f"Reveal Target opponent's hand{SO}", {}, {"hand": ""}, {}, {"coins": 0}),
    (f"Draw 2{SO}", {"deck": "Coin"}, {}, {}, {"coins": 0, "hand": "Coin"}),
    (f"Draw 2{SO}", {"deck": "2 Coin"}, {}, {}, {"coins": 5, "hand": "Coin, Coin"}),
    (f"Deal 1 card per “Coin” in hand{SO}", {"supply": "Bury"}, {}, {}, {"coins": 0}),
    (
        f"Set 1 card from hand to each card in play{SO}",
        {"hand": "Coin", "in_play": "Oeuvre, Lesson"},
        {},
        {"onto": (1,)},
        {"coins": 0, "hand": ""},
    ),
    (f"Name a card{SO}", {}, {}, {}, {"coins": 5}),
    # A Draw Deck is made before it is gone through.
    (
        "Trash from your Draw Deck until you Trash a scoring card",
        {"deck": "", "discard": "2 Coin"},
        {},
        {},
        {"discard_stack": "", "trash_stack": "Coin, Coin"},
    ),
    (f"Draw the top card of Discard Stack{SO}", {"discard": ""}, {}, {}, {"coins": 0}),
    # How many.
    ("Discard all but 2 cards in hand", {"hand": "Coin"}, {}, {}, {"hand": "Coin"}),
    ("Gain coin tokens until you have 3", {"coins": 5}, {}, {}, {"coins": 5}),
    ("Gain 1 coin token per 2 cards in hand, rounded up", {"hand": "3 Coin"}, {}, {}, {"coins": 2}),
    (
        "Gain 1 coin token per different suit in hand",
        {"hand": "Coin, Call, Oeuvre"},
        {},
        {},
        {"coins": 2},
    ),
    # Only where something is Settled is there a choice.
    (
        "Discard all cards Settled on a card in play",
        {"in_play": "Oeuvre, Lesson + Waste, Teach + Coin"},
        {},
        {"onto": (1,)},
        {"discard_stack": "Coin"},
    ),
    (
        "Trash the top card of Discard Stack",
        {"hand": "Coin", "discard": "Bury, Waste"},
        {},
        {},
        {"hand": "Coin", "trash_stack": "Waste"},
    ),
]


@pytest.mark.parametrize("row", DONE, ids=lambda row: row[0])
def test_it_is_done(row: Row) -> None:
    test_it_does_what_it_says(row)


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("Look at the top card of your Draw Deck", True),
        ("Look at the top 2 cards of your Draw Deck", True),
        ("Reveal the top card of Draw Deck", False),
        ("Reveal your hand", False),
        ("Draw 1 from Supply Stack", True),
    ],
)
def test_who_looks_sees_alone(words: str, *, hidden: bool) -> None:
    table = lay(At(CLAY, hand="Coin"), At(WORDS), players=(Chooser(), Chooser()))
    heard: list[Event] = []
    table.listener = heard.append
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [e.hidden for e in heard if e.kind in ("reveal", "draw")] == [hidden]
    assert [look.hidden for look in table.looks] in ([hidden], [])


@pytest.mark.parametrize(
    ("words", "mine", "limit"),
    [
        ("Your hand limit is 8", {}, 8),
        ("Hand limit +1 per opponent", {}, 6),
        ("Hand limit +1 per “Coin” in Trash Stack", {"trash": "2 Coin, Waste"}, 7),
    ],
)
def test_a_limit_grows_with_what_it_names(words: str, mine: dict[str, Any], limit: int) -> None:
    card = saying(words, catalogue())
    table = laid_with([card], At(CLAY, **mine))
    seat = table.seats[0]
    seat.in_play.append(CardInPlay(card))
    assert seat.hand_limit() == limit


def test_of_a_deck_still_to_be_made_one_card_is_asked_for_at_a_time() -> None:
    """Ruling G-refill: who wants none says so before the Discard Stack is shuffled."""

    class Nothing(Chooser):
        most: tuple[int, ...] = ()

        def choose(self, table: Any, seat: Any, question: Any) -> Any:
            self.most = (*self.most, question.most)
            return ()

    player = Nothing()
    table = lay(At(CLAY, deck="", discard="Coin, Waste"), At(WORDS), players=(player, Chooser()))
    moves.put_in_play(table, table.seats[0], saying("Draw up to 2 cards", table.names))
    assert player.most == (1,)
    assert seen(table, {"draw_deck": "", "discard_stack": ""}) == {
        "draw_deck": "",
        "discard_stack": "Coin, Waste",
    }


@pytest.mark.parametrize("words", ["Purchase this card", "Deal this card", "Set this card"])
def test_this_card_goes_where_cards_go_by_a_keyword(words: str) -> None:
    with pytest.raises(CannotDo, match="this card is Drawn, Discarded, Trashed or Moved"):
        saying(words, catalogue())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Trash all “Coin” in Draw Deck", "lie face down"),
        ("Set 1 from hand to another card in play", 'cannot say "other"'),
        (
            "Gain 1 coin token per card in Target player's Market Stacks",
            "it does not choose whose are counted",
        ),
        (
            "Gain 1 coin token per card of your suit in Target player's Discard Stack",
            "it does not choose whose are counted",
        ),
    ],
)
def test_what_cannot_be_seen_or_said_is_refused(words: str, why: str) -> None:
    with pytest.raises(CannotDo, match=why):
        saying(words, catalogue())


def test_nothing_is_left_open_by_what_is_done_instead() -> None:
    card = saying("If you would Discard a card, Gain 1 coin token instead", catalogue())
    table = laid_with([card], At(CLAY, hand="Waste"))
    table.seats[0].in_play.append(CardInPlay(card))
    table.watch()
    moves.put_in_play(table, table.seats[0], saying("Discard 1", table.names))
    assert (table.seats[0].coins, table.nested, table.chained) == (1, 0, 0)


@pytest.mark.parametrize(
    ("words", "held", "so"),
    [
        ("Draw this card", 1, True),
        ("If 2+ cards in hand Draw this card", 3, True),
        ("If 2+ cards in hand Draw this card", 2, False),
        ("If 2+ cards in hand Gain 1 coin token. Otherwise Draw this card", 3, False),
        ("If 2+ cards in hand Gain 1 coin token. Otherwise Draw this card", 2, True),
        ("If 2 or fewer cards in hand Draw this card", 3, True),
        ("If 2 or fewer cards in hand Draw this card", 4, False),
        ("If 2+ cards in hand Draw 1", 3, None),
    ],
)
def test_a_card_only_comes_back(words: str, held: int, so: bool | None) -> None:
    """Ruling A-return: the card played is no longer in hand."""
    card = saying(words, catalogue())
    table = lay(At(CLAY, hand=f"{held} Waste"), At(WORDS))
    assert (card.returns and card.returns(table, table.seats[0])) is so
    if so is not None:
        needs = comes_back(card, Basis(catalogue()).context(CLAY, False))
        assert as_test(needs)(table, table.seats[0]) is so


def test_a_settled_card_keeps_its_owner_when_one_below_it_is_taken() -> None:
    mine, theirs = CardInPlay(saying("Draw 1")), lay(At(CLAY), At(WORDS)).seats[0]
    mine.settled = [saying("Draw 1"), saying("Draw 2"), saying("Draw 3")]
    mine.foreign = ((1, 1), (2, 0))
    mine.take(0)
    assert mine.foreign == ((0, 1), (1, 0))
    mine.take(1)
    assert [mine.owner_of(at, theirs) for at in range(2)] == [1, 0]


@pytest.mark.parametrize(("coins", "said"), [(1, "1 coin token"), (2, "2 coin tokens")])
def test_what_is_paid_is_told_in_words(coins: int, said: str) -> None:
    table = lay(At(CLAY, coins=2), At(WORDS))
    moves.put_in_play(table, table.seats[0], saying(f"Spend {coins} coin tokens to Draw 1"))
    (spend,) = (act for act in legal_acts(table, table.seats[0]) if isinstance(act, Spend))
    assert notation(spend, table, table.seats[0]) == f"spend {said} with Made up"


@pytest.mark.parametrize(
    ("words", "turns"),
    [("Turn this card", True), ("Turn 1 card in hand", True), ("Draw 1. Gain 1 coin token", False)],
)
def test_a_card_turns_cards_if_it_says_so(words: str, *, turns: bool) -> None:
    card = saying(words)
    meaning = disambiguate(card.text, "effect").meaning
    assert isinstance(meaning, CardText)
    card.meaning = meaning
    assert card.turns is turns


@pytest.mark.parametrize(("deck", "orders"), [("Coin", 0), ("Coin, Waste", 1)])
def test_two_cards_are_put_back_in_an_order_and_one_is_not(deck: str, orders: int) -> None:
    words = "Look at the top 3 cards of your Draw Deck and put them back in any order"
    asked = Script()
    table = lay(At(CLAY, deck=deck), At(WORDS), players=(asked, Script()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert len(asked.was_asked("order")) == orders


def test_an_opponents_hand_is_seen_and_one_that_is_empty_is_not() -> None:
    for hand, shown in (("Waste", ["Waste"]), ("", [])):
        table = lay(At(CLAY), At(WORDS, hand=hand))
        heard: list[Event] = []
        table.listener = heard.append
        words = f"Look at an opponent's hand{SO}"
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert [c.name for e in heard if e.kind == "reveal" for c in e.cards] == shown
        assert table.seats[0].coins == (5 if hand else 0)


def test_what_they_do_then_is_done_by_those_spoken_of() -> None:
    words = "Target player with 3+ cards in hand Discards 1. They Lose 1 coin token"
    table = lay(At(CLAY), At(WORDS, hand="3 Waste", coins=2), players=(Chooser(), Chooser()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert (len(table.seats[1].hand), table.seats[1].coins) == (2, 1)
