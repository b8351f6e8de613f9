"""Card texts composed of amounts, places, players and conditions, carried out on tables.

Each row is a text, two seats, the answers of whoever plays it, and where things are afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, at_least, lay, named, saying
from test_left_to_players import Chooser

from moonflight_solo.cli.output.why import nothing_of
from moonflight_solo.playtest.players.simple import GreedyPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS, IllegalAct, Play, Shop, Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import action
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.reset import pass_marker
from moonflight_solo.rules.state import Act, Card, CardInPlay, GameCards, Question, Seat, Table
from moonflight_solo.wording.english import english
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

Row = tuple[str, dict[str, Any], dict[str, Any], dict[str, Sequence[int]], dict[str, Any]]


def seen(table: Table, wanted: dict[str, Any]) -> dict[str, Any]:
    """Return the requested facts about a table, such as "coins" or "their hand"."""
    found: dict[str, Any] = {}
    for what in wanted:
        seat = table.seats[what.startswith("their ")]
        name = what.removeprefix("their ")
        value = getattr(seat, name)
        if name == "in_play":
            value = [placed.card for placed in value]
        found[what] = value if isinstance(value, int) else named(value)
    return found


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
    (  # everybody's, if no suit is said
        "Gain 1 coin token for each empty Market Stack",
        {"market": ("", "Bury", "")},
        {"market": ("", "Call", "Call")},
        {},
        {"coins": 3},
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
    with pytest.raises(WordingError, match="whether all such cards but so many"):
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


def laid_with(kinds: Sequence[Card], mine: At) -> Table:
    """Return a table of a game that also has these kinds of card."""
    players = (Chooser(way=(int(mine.coins > 0),), order=(0, 1)), Chooser())
    table = lay(mine, At(WORDS), players=players)
    table.cards = GameCards(table.edition, [*table.cards.kinds, *kinds], table.names)
    table.watch()
    for seat in table.seats:
        seat.character.card = Card("Nobody")
    return table


def used(words: str, mine: At, *paid: int) -> Seat:
    """Return the seat after using a Spend ability paid with cards of its hand."""
    card = saying(words, catalogue())
    table = laid_with([card], mine)
    seat = table.seats[0]
    seat.in_play = [CardInPlay(card)]
    spend = Spend(seat.in_play[0], card.abilities[0], tuple(seat.hand[at] for at in paid))
    spend.perform(table, seat)
    return seat


def test_any_number_can_be_spent_but_one_at_least() -> None:
    words = "Spend any number of coin tokens to Draw that many"
    seat = used(words, At(CLAY, coins=3, deck="9 Waste"))
    assert (seat.coins, len(seat.hand)) == (1, 2)
    with pytest.raises(IllegalAct):
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
        copy = table.copied(table.players, table.rng)
        for what in ("watched", "barred", "replaced", "changed", "heard"):
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
        with pytest.raises(CannotDo, match=r"(lie face down|cannot be looked at): only count"):
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
    shop = Shop((table.seats[1].market[0],))
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
                    performed(
                        Spend(placed, ability, tuple(seat.hand[: ability.cards])), table, seat
                    )


def performed(act: Act, table: Table, seat: Seat) -> None:
    if act.why_illegal(table, seat) is None:
        act.perform(table, seat)
        nothing_of(act, table, seat)


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
