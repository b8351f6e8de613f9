"""What words refer to: cards moved or shown before, their cost and number, and this very card."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, Script, lay, saying
from on_tables import TOP, WITH_WASTE, Looking, holds, play

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Build, shop_from
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import understood
from moonflight_solo.wording.text import Text


@pytest.mark.parametrize(
    ("asked", "none", "one", "both"),
    [
        ("any of them scores", 0, 1, 1),
        ("either scores", 0, 1, 1),
        ("none of them scores", 1, 0, 0),
        ("both score", 0, 0, 1),
    ],
)
def test_what_is_asked_of_them_is_asked_of_the_cards_just_moved(
    asked: str, none: int, one: int, both: int
) -> None:
    """Of those in the Trash Stack before nothing is asked, nor of those still in hand."""
    hands = (("Waste, Coin", none), ("Teach, Coin", one), ("2 Teach", both))
    for hand, gained in hands:
        words = f"Trash 2 from hand. If {asked}, Gain 1 coin token"
        mine = At(WORDS, hand=hand, trash="Teach", deck="Teach")
        table = lay(mine, At(CLAY), players=(Looking(), Looking()))
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert table.seats[0].coins == gained


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


def sizes(table: Table) -> list[int]:
    """Return each seat's number of cards in hand."""
    return [len(seat.hand) for seat in table.seats]


def test_that_many_is_what_the_instruction_before_has_moved() -> None:
    mine = At(WORDS, hand="2 Coin", deck="9 Waste", discard="")
    table = play("Trash 3 from hand. Gain that many coin tokens", mine, WITH_WASTE)
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
    table = play("Discard 1. Gain that many coin tokens", At(WORDS), WITH_WASTE)
    assert table.seats[0].coins == At(WORDS).coins


@pytest.mark.parametrize("card", ["Coin", "Macabre Harvest"])
def test_its_cost_is_that_of_the_card_moved(card: str) -> None:
    table = play(
        "Trash 1 from hand. Gain coin tokens equal to its cost", At(WORDS, hand=card), WITH_WASTE
    )
    cost = table.names.card(card, False).cost
    assert table.seats[0].coins == At(WORDS).coins + cost


@pytest.mark.parametrize(("card", "drawn"), [("Waste", 2), ("Bury", 0)])
def test_it_is_the_card_moved(card: str, drawn: int) -> None:
    mine = At(WORDS, hand=card, deck="5 Coin")
    table = play("Discard 1. If it is a starter card, Draw 2", mine, WITH_WASTE)
    assert sizes(table)[0] == drawn


def test_half_is_rounded_as_it_says() -> None:
    mine = At(WORDS, hand="5 Coin")
    assert sizes(play("Discard half of your hand", mine, WITH_WASTE))[0] == 3
    assert sizes(play("Discard half of your hand, rounded up", mine, WITH_WASTE))[0] == 2
    table = play("Each opponent Loses half their coin tokens, rounded up", mine, WITH_WASTE)
    assert table.seats[1].coins == 2


def test_nobody_chooses_what_is_at_random() -> None:
    table = lay(At(WORDS, hand="Coin, Waste, Bury"), WITH_WASTE, players=(Script(), Script()))
    moves.put_in_play(table, table.seats[0], saying("Discard 1 at random", table.names))
    assert sizes(table)[0] == 2


def test_the_rest_are_those_shown_that_are_left() -> None:
    mine = At(WORDS, deck="Coin, 3 Waste")
    words = "Look at the top 3 cards of your Draw Deck. Draw 1 of them and Discard the rest"
    table = play(words, mine, WITH_WASTE)
    me = table.seats[0]
    assert (len(me.hand), len(me.discard_stack), len(me.draw_deck)) == (1, 2, 1)


def test_fewer_shown_leave_fewer() -> None:
    mine = At(WORDS, deck="2 Waste", discard="5 Coin")
    words = "Reveal the top 3 cards of your Draw Deck. Draw 1 of them. Trash the rest"
    me = play(words, mine, WITH_WASTE).seats[0]
    assert (len(me.hand), len(me.trash_stack), len(me.discard_stack)) == (1, 1, 5)


def test_each_acts_of_whom_it_holds() -> None:
    words = "Each player with 3+ cards in hand Discards 1"
    table = play(words, At(WORDS, hand="2 Coin"), WITH_WASTE)
    assert sizes(table) == [2, 2]


def test_the_most_with_a_tie_are_all_of_them() -> None:
    words = (
        "The player with the most cards in hand Discards 2. If tied, each tied player Discards 2"
    )
    table = play(words, At(WORDS, hand="3 Coin"), WITH_WASTE, At(WORDS, hand="Coin"))
    assert sizes(table) == [1, 1, 1]


def placed_before(words: str, *seats: At, verb: str) -> Table:
    """Return a table where the first seat has a card with a trigger in play."""
    table = lay(*seats, players=tuple(Looking() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    table.watched = table.trigger_verbs = frozenset({verb})
    return table


def test_a_build_sets_it_off_once() -> None:
    mine = At(WORDS, hand="2 Waste", in_play="Oeuvre", deck="5 Coin")
    table = placed_before("When you Build, Draw 1", mine, WITH_WASTE, verb="build")
    me = table.seats[0]
    onto = [placed.card.name for placed in me.in_play].index("Oeuvre")
    Build(((me.hand[0], onto),)).perform(table, me)
    assert len(me.hand) == 2


def test_an_opponents_shop_sets_it_off() -> None:
    table = placed_before(
        "When an opponent Shops, Gain 1 coin token", At(WORDS), WITH_WASTE, verb="shop"
    )
    generic = next(stack for stack in table.generic if stack.cards[-1].cost <= 5)
    shop_from(generic, table.seats[1]).perform(table, table.seats[1])
    assert table.seats[0].coins == At(WORDS).coins + 1


def test_settled_cards_are_those_on_the_very_card() -> None:
    table = lay(
        At(WORDS, hand="2 Coin", deck="9 Waste"), WITH_WASTE, players=(Looking(), Looking())
    )
    card = saying(
        "Set 2 from hand to this card. Draw 1 for each card Settled on this card", table.names
    )
    card.stability = 2
    moves.put_in_play(table, table.seats[0], card)
    assert sizes(table)[0] == 2
    assert len(table.seats[0].in_play[-1].settled) == 2


def test_a_limit_grows_with_cards() -> None:
    mine = At(WORDS, in_play="Lesson, Call, Oeuvre")
    table = play("Hand limit +1 for each card in play with Stability", mine, WITH_WASTE)
    plain = lay(mine, WITH_WASTE).seats[0].hand_limit()
    assert table.seats[0].hand_limit() == plain + 2


def test_a_card_goes_below_all_others() -> None:
    mine = At(WORDS, hand="Bury", deck="2 Coin")
    me = play("Move 1 from hand to the bottom of your Draw Deck", mine, WITH_WASTE).seats[0]
    assert me.draw_deck[0].name == "Bury"


def test_an_empty_draw_deck_is_made_anew_before_a_card_is_put_there() -> None:
    """The Draw Deck: whatever targets an empty one, it is first shuffled together."""
    mine = At(WORDS, hand="Bury", deck="", discard="3 Coin")
    me = play("Move 1 from hand to the top of your Draw Deck", mine, WITH_WASTE).seats[0]
    assert me.draw_deck[-1].name == "Bury"
    assert (len(me.draw_deck), len(me.discard_stack)) == (4, 0)


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
