"""Numbers from the game, random choices, shown cards, triggers of acts: carried out on a table."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, Script, lay, saying
from test_whose_is_meant import Looking, holds, play

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Build, Shop
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings, understood
from moonflight_solo.wording.text import Text, WordingError

OTHER = At(WORDS, hand="3 Waste", coins=5)


def sizes(table: Table) -> list[int]:
    """Return each seat's number of cards in hand."""
    return [len(seat.hand) for seat in table.seats]


# ------------------------------------------------------------------- what has been moved


def test_that_many_is_what_the_instruction_before_has_moved() -> None:
    mine = At(WORDS, hand="2 Coin", deck="9 Waste", discard="")
    table = play("Trash 3 from hand. Gain that many coin tokens", mine, OTHER)
    assert table.seats[0].coins == mine.coins + 2


def test_each_opponent_is_told_of_the_same_number() -> None:
    mine = At(WORDS, hand="3 Coin")
    theirs = At(WORDS, deck="9 Waste")
    table = play("Discard 2, then each opponent Draws that many", mine, theirs, theirs)
    assert sizes(table) == [1, 2, 2]


def test_what_several_have_moved_is_counted_together() -> None:
    mine = At(WORDS, deck="9 Waste")
    theirs = At(WORDS, hand="2 Coin")
    table = play("Each opponent Discards 1. Draw that many", mine, theirs, theirs)
    assert sizes(table) == [2, 1, 1]


def test_nothing_moved_is_no_number() -> None:
    table = play("Discard 1. Gain that many coin tokens", At(WORDS), OTHER)
    assert table.seats[0].coins == At(WORDS).coins


@pytest.mark.parametrize("card", ["Coin", "Macabre Harvest"])
def test_its_cost_is_that_of_the_card_moved(card: str) -> None:
    table = play(
        "Trash 1 from hand. Gain coin tokens equal to its cost", At(WORDS, hand=card), OTHER
    )
    cost = table.names.card(card, False).cost
    assert table.seats[0].coins == At(WORDS).coins + cost


@pytest.mark.parametrize(("card", "drawn"), [("Waste", 2), ("Bury", 0)])
def test_it_is_the_card_moved(card: str, drawn: int) -> None:
    mine = At(WORDS, hand=card, deck="5 Coin")
    table = play("Discard 1. If it is a starter card, Draw 2", mine, OTHER)
    assert sizes(table)[0] == drawn


def test_half_is_rounded_as_it_says() -> None:
    mine = At(WORDS, hand="5 Coin")
    assert sizes(play("Discard half of your hand", mine, OTHER))[0] == 3
    assert sizes(play("Discard half of your hand, rounded up", mine, OTHER))[0] == 2
    table = play("Each opponent Loses half their coin tokens, rounded up", mine, OTHER)
    assert table.seats[1].coins == 2


# ---------------------------------------------------------------------------- by lot


def test_nobody_chooses_what_is_at_random() -> None:
    table = lay(At(WORDS, hand="Coin, Waste, Bury"), OTHER, players=(Script(), Script()))
    moves.put_in_play(table, table.seats[0], saying("Discard 1 at random", table.names))
    assert sizes(table)[0] == 2


# ------------------------------------------------------------------------ cards shown


def test_the_rest_are_those_shown_that_are_left() -> None:
    mine = At(WORDS, deck="Coin, 3 Waste")
    words = "Look at the top 3 cards of your Draw Deck. Draw 1 of them and Discard the rest"
    table = play(words, mine, OTHER)
    me = table.seats[0]
    assert (len(me.hand), len(me.discard_stack), len(me.draw_deck)) == (1, 2, 1)


def test_fewer_shown_leave_fewer() -> None:
    mine = At(WORDS, deck="2 Waste", discard="5 Coin")
    words = "Reveal the top 3 cards of your Draw Deck. Draw 1 of them. Trash the rest"
    me = play(words, mine, OTHER).seats[0]
    assert (len(me.hand), len(me.trash_stack), len(me.discard_stack)) == (1, 1, 5)


# ---------------------------------------------------------------- those of whom it holds


def test_each_acts_of_whom_it_holds() -> None:
    words = "Each player with 3+ cards in hand Discards 1"
    table = play(words, At(WORDS, hand="2 Coin"), OTHER)
    assert sizes(table) == [2, 2]


def test_the_most_with_a_tie_are_all_of_them() -> None:
    words = (
        "The player with the most cards in hand Discards 2. If tied, each tied player Discards 2"
    )
    table = play(words, At(WORDS, hand="3 Coin"), OTHER, At(WORDS, hand="Coin"))
    assert sizes(table) == [1, 1, 1]


# ---------------------------------------------------------------------- acts and phases


def placed_before(words: str, *seats: At, verb: str) -> Table:
    """Return a table where the first seat has a card with a trigger in play."""
    table = lay(*seats, players=tuple(Looking() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    table.watched = table.heard = frozenset({verb})
    return table


def test_a_build_sets_it_off_once() -> None:
    mine = At(WORDS, hand="2 Waste", in_play="Oeuvre", deck="5 Coin")
    table = placed_before("When you Build, Draw 1", mine, OTHER, verb="build")
    me = table.seats[0]
    onto = next(placed for placed in me.in_play if placed.card.name == "Oeuvre")
    Build(((me.hand[0], onto),)).perform(table, me)
    assert len(me.hand) == 2


def test_an_opponents_shop_sets_it_off() -> None:
    table = placed_before(
        "When an opponent Shops, Gain 1 coin token", At(WORDS), OTHER, verb="shop"
    )
    generic = next(stack for stack in table.generic if stack.cards[-1].cost <= 5)
    Shop((generic,)).perform(table, table.seats[1])
    assert table.seats[0].coins == At(WORDS).coins + 1


# ------------------------------------------------------------------ a card of itself


def test_settled_cards_are_those_on_the_very_card() -> None:
    table = lay(At(WORDS, hand="2 Coin", deck="9 Waste"), OTHER, players=(Looking(), Looking()))
    card = saying(
        "Set 2 from hand to this card. Draw 1 for each card Settled on this card", table.names
    )
    card.stability = 2
    moves.put_in_play(table, table.seats[0], card)
    assert sizes(table)[0] == 2
    assert len(table.seats[0].in_play[-1].settled) == 2


def test_a_limit_grows_with_cards() -> None:
    mine = At(WORDS, in_play="Lesson, Call, Oeuvre")
    table = play("Hand limit +1 for each card in play with Stability", mine, OTHER)
    plain = lay(mine, OTHER).seats[0].hand_limit()
    assert table.seats[0].hand_limit() == plain + 2


def test_a_card_goes_below_all_others() -> None:
    mine = At(WORDS, hand="Bury", deck="2 Coin")
    me = play("Move 1 from hand to the bottom of your Draw Deck", mine, OTHER).seats[0]
    assert me.draw_deck[0].name == "Bury"


def test_an_empty_draw_deck_is_made_anew_before_a_card_is_put_there() -> None:
    """The Draw Deck: whatever targets an empty one, it is first shuffled together."""
    mine = At(WORDS, hand="Bury", deck="", discard="3 Coin")
    me = play("Move 1 from hand to the top of your Draw Deck", mine, OTHER).seats[0]
    assert me.draw_deck[-1].name == "Bury"
    assert (len(me.draw_deck), len(me.discard_stack)) == (4, 0)


# --------------------------------------------------------------------------- conditions


@pytest.mark.parametrize(
    ("words", "true", "false"),
    [
        (
            "all cards in hand score",
            At(WORDS, hand="2 Macabre Harvest"),
            At(WORDS, hand="Macabre Harvest, Coin"),
        ),
        (
            "the only cards in hand are “Waste”",
            At(WORDS, hand="2 Waste"),
            At(WORDS, hand="Waste, Coin"),
        ),
        ("“Waste” is the only card in hand", At(WORDS, hand="Waste"), At(WORDS, hand="2 Waste")),
        ("the only card in hand is “Waste”", At(WORDS, hand="Waste"), At(WORDS, hand="2 Waste")),
        (
            "the only card in hand is a starter card",
            At(WORDS, hand="Waste"),
            At(WORDS, hand="Call"),
        ),
        ("you do not have a “Waste” in hand", At(WORDS, hand="Coin"), At(WORDS, hand="Waste")),
        (
            "neither coin tokens nor cards in hand",
            At(WORDS, coins=0),
            At(WORDS, coins=0, hand="Coin"),
        ),
        (
            "more coin tokens than cards in hand",
            At(WORDS, coins=2, hand="Coin"),
            At(WORDS, coins=1, hand="Coin"),
        ),
        (
            "your hand has more “Coin” than “Waste”",
            At(WORDS, hand="2 Coin, Waste"),
            At(WORDS, hand="Coin, Waste"),
        ),
        (
            "at least two of “Bury”, “Shallow Grave” and “Rise Up” are in hand",
            At(WORDS, hand="Bury, Rise Up"),
            At(WORDS, hand="2 Bury"),
        ),
        (
            "Draw Deck is empty and Discard Stack is not",
            At(WORDS, deck="", discard="Coin"),
            At(WORDS, deck=""),
        ),
    ],
)
def test_a_condition_of_ones_own(words: str, true: At, false: At) -> None:
    assert holds(words, true, OTHER)
    assert not holds(words, false, OTHER)


# ------------------------------------------------------------- what is not understood


def test_settled_cards_are_not_looked_at() -> None:
    with pytest.raises(CannotDo):
        play("Discard 1 card Settled on this card", At(WORDS), OTHER)


# -------------------------------------------------------------------------- Target cards


def test_a_target_card_in_a_market_stack_is_searched_for_in_all_of_it() -> None:
    mine = At(WORDS, market=("Call, Lesson", "Talk", "Teach"))
    table = play("Purchase 1 Target card in a Market Stack of your suit", mine, At(CLAY))
    (player, _) = table.players
    assert isinstance(player, Looking)
    assert sorted(player.shown[-1]) == ["Call", "Lesson", "Talk", "Teach"]
    me = table.seats[0]
    assert [card.name for card in me.discard_stack] == ["Lesson"]
    assert sum(len(stack.cards) for stack in me.market) == 3


def test_the_highest_cost_card_of_a_market_stack_need_not_be_on_top() -> None:
    mine = At(WORDS, market=("Oeuvre, Call", "Call", "Call"))
    words = "Purchase the highest cost card in a Market Stack of your suit"
    me = play(words, mine, At(CLAY)).seats[0]
    assert [card.name for card in me.discard_stack] == ["Oeuvre"]


@pytest.mark.parametrize("zone", ["hand", "Draw Deck"])
def test_a_target_card_of_anothers_is_searched_for_by_whoever_says_it(zone: str) -> None:
    theirs = At(WORDS, hand="Waste, Coin", deck="Waste, Coin")
    table = play(f"Discard 1 Target card in Target player's {zone}", At(WORDS, deck=""), theirs)
    me, other = table.players
    assert isinstance(me, Looking)
    assert isinstance(other, Looking)
    assert other.shown == []


# ---------------------------------------------------------- read wrongly once, or nearly so


@pytest.mark.parametrize(
    ("start", "words", "says"),
    [
        ("effect", "If “Coin” or “Waste” are not in hand Draw 1", 2),
        ("line", "If you do not have “Call” and “Talk” in hand pass", 2),
        ("line", "If no “Call” or no “Talk” in hand pass", 'no "Talk" cards in your hand, pass'),
        ("line", "If each player has 3+ cards in hand or 2+ coin tokens pass", 0),
        (
            "line",
            "If hand contains only “Coin” or “Waste” pass",
            "If 1+ cards in your hand and all",
        ),
        ("effect", "Scoring cards cost 1 less for each opponent", 0),
        ("effect", "Once per round, Spend 1 coin token or 1 card to Draw 1", 0),
        ("effect", "During the Reset, Draw 1 additional card", 0),
        (
            "line",
            "If an opponent has 3+ cards in hand and 2+ coin tokens, pass",
            "an opponent has 3+ cards in their hand and 2+ coin tokens",
        ),
    ],
)
def test_what_was_read_wrongly_is_read_rightly_or_refused(
    start: Start, words: str, says: str | int
) -> None:
    """In so many ways, or in one that says so."""
    found = understood(Text(words), start)
    if isinstance(says, int):
        assert len(found) == says
    else:
        (meaning,) = found
        assert says in english(meaning)


@pytest.mark.parametrize(
    ("hand", "more", "half"),
    [
        ("2 Waste, Coin", True, True),
        ("Waste, Coin", False, True),
        ("Waste, 2 Coin", False, False),
        ("", False, True),
    ],
)
def test_more_than_half_of_some_cards(hand: str, *, more: bool, half: bool) -> None:
    mine = At(WORDS, hand=hand)
    assert holds("most cards in hand are “Waste”", mine, At(CLAY)) == more
    assert holds("half or more of the cards in hand are “Waste”", mine, At(CLAY)) == half


@pytest.mark.parametrize(("cards", "drawn"), [(1, 1), (2, 2), (5, 2)])
def test_a_number_for_each_card_may_have_a_most(cards: int, drawn: int) -> None:
    for words in ("but no more than 2", "at most 2", "to a maximum of 2"):
        mine = At(WORDS, hand=f"{cards} Coin", deck="9 Waste")
        table = play(f"Draw 1 for each “Coin” in hand, {words}", mine, At(CLAY))
        assert len(table.seats[0].hand) == cards + drawn


def test_a_limit_that_grows_with_cards_may_have_a_most() -> None:
    for cards, limit in ((1, 6), (5, 7)):
        mine = At(WORDS, hand=f"{cards} Coin")
        table = play("Hand limit +1 per card in hand, at most 2", mine, At(CLAY))
        assert table.seats[0].hand_limit() == limit


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (
            "Opponents cannot Draw",
            "a player can be kept from Play, Purchase, Spend, Shop and Build",
        ),
        ("Your cards cost 1 less", "what cards cost to buy"),
        ("Draw 1 twice", "how often it is done"),
        ("If you would Set a card, Trash it would", "what is done instead"),
        ("At the next Reset but one Draw 1", "when it is done"),
    ],
)
def test_a_refusal_says_what_kind_of_thing_and_shows_two_that_are_read(
    words: str, kind: str
) -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), "effect")
    error = caught.value
    assert kind in error.problem
    assert len(error.examples) == 2
    assert all(understood(Text(example), "effect") for example in error.examples)
