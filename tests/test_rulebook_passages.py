"""Passages of the rulebooks that no printed card exercises, on made-up cards.

The rulebooks' own examples are played in `test_rulebook_examples.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from helpers import CLAY, EDITIONS, WORDS, At, Script, act, in_play, lay, listen, named, saying

from moonflight_solo.rules import moves
from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.state import Card, CardInPlay, Player, Question, Seat, Table
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.rules.triggers import MOST_IN_A_CHAIN
from moonflight_solo.scenario import Scenario, SeatLayout, lay_out

ROOT = Path(__file__).parent.parent


class Willing(Script):
    """Does everything optional, and chooses the first item offered."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        super().choose(table, seat, question) if question.ask == "order" else None
        return range(max(question.least, min(1, question.most)))


def play(words: str, *seats: At, players: Sequence[Player] = ()) -> Table:
    """Return the table after the first seat has played a card that says ``words``."""
    table = lay(*seats, players=players or [Willing() for _ in seats])
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table


def watch(table: Table, words: str, seat: int = 0) -> None:
    """Put a card that watches or protects in play, as if it belonged to the game."""
    card = saying(words, table.names)
    table.seats[seat].in_play.insert(0, CardInPlay(card))
    table.watched |= {trigger.verb for trigger in card.triggers}
    table.trigger_verbs = table.watched | MOVES
    table.barred |= card.barred


def protected(table: Table, words: str) -> Card:
    """Return a card that says what other effects cannot do to it, as if it belonged to the game."""
    card = saying(words, table.names)
    table.barred |= card.barred
    return card


# ------------------------------------------------------------------- chains without an end


@pytest.mark.parametrize(
    "words",
    [
        "You may Discard this card to Play 1 Target card in Discard Stack",
        "Discard 1 in play. Play 2 Target cards in Discard Stack",
        "Play 1 Target card in Discard Stack",
    ],
)
def test_cards_that_play_one_another_for_ever_are_cut_off(words: str) -> None:
    """Ruling G-endless, of cards Played by an effect as of abilities that set one another off."""
    table = lay(At(CLAY), At(WORDS), players=(Willing(), Willing()))
    card = saying(words, table.names)
    table.seats[0].discard_stack = [card] * 3
    heard = listen(table)
    moves.put_in_play(table, table.seats[0], card)
    assert len(heard) < 5_000
    assert (table.nested, table.turned) == (0, False)


def test_a_chain_that_is_wide_is_cut_off_too() -> None:
    """Ruling G-endless: two cards that set off two each are soon more than can be followed."""
    table = lay(At(CLAY, hand="Coin", deck="Waste"), At(WORDS), players=(Willing(), Willing()))
    for _ in range(3):
        watch(table, "When you Discard 1 card then Draw 1")
        watch(table, "When you Draw 1 card then Discard 1")
    heard = listen(table)
    moves.draw(table, table.seats[0], 1)
    assert sum(line.startswith("triggered") for line in heard) == MOST_IN_A_CHAIN


# --------------------------------------------------------------- a card that leaves play


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("Trash this card. Draw 3", 0),
        ("Draw 1 and Trash this card and Draw 2", 1),
        ("You may Trash this card. If you do, Draw 3", 3),
        ("You may Trash this card to Draw 3", 3),
        ("You may Trash this card and Discard 1 to Draw 3", 4),
    ],
)
def test_what_a_card_pays_with_itself_for_still_follows(words: str, held: int) -> None:
    """Acts, Play: "Instructions on cards that leave play cease to apply", the next ones; what its
    leaving is the price of follows (ruling G-price)."""
    table = play(words, At(CLAY, hand="Coin" if "Discard" in words else ""), At(WORDS))
    assert len(table.seats[0].hand) == held
    assert not table.seats[0].in_play


def test_a_card_that_trashes_itself_ends_for_the_other_players_too() -> None:
    """Card Targets, second note (final): "at which point their effects will end and cards remaining
    in Play will not be Trashed"."""
    table = play("Each player Trashes 1 in play", At(CLAY), At(WORDS, in_play="Lesson"))
    assert named(table.seats[0].trash_stack) == "Made up"
    assert in_play(table.seats[1]) == "Lesson"


def test_a_card_that_stays_goes_on_for_the_other_players() -> None:
    table = play(
        "Each player Trashes 1 in play", At(CLAY, in_play="Bury"), At(WORDS, in_play="Lesson")
    )
    assert [named(seat.trash_stack) for seat in table.seats] == ["Bury", "Lesson"]


@pytest.mark.parametrize("words", ["Target player Trashes 2 Target cards in play. Draw 1"])
def test_what_another_player_trashes_can_be_the_card_itself(words: str) -> None:
    """The card lies in front of the one who played it, whoever does what it says."""
    table = lay(At(CLAY), At(WORDS), players=(Script(player="Words and Names"), Willing()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert (in_play(table.seats[0]), table.seats[0].hand) == ("", [])


# ------------------------------------------------------------------------ what was done


@pytest.mark.parametrize(
    ("words", "hand", "coins", "paid"),
    [
        ("You may Reveal your hand. If you do, Gain 9 coin tokens", "Coin", 0, True),
        ("You may Reveal your hand. If you do, Gain 9 coin tokens", "", 0, False),
        ("You may Reveal the top card of your Draw Deck to Gain 9 coin tokens", "", 0, True),
        ("Lose 3 coin tokens. If you do, Gain 9 coin tokens", "", 3, True),
        ("Lose 3 coin tokens. If you do, Gain 9 coin tokens", "", 2, False),
        ("You may Discard 2. If you do, Gain 9 coin tokens", "Coin, Waste", 0, True),
        ("You may Discard 2. If you do, Gain 9 coin tokens", "Coin", 0, False),
        ("You may Discard up to 2. If you do, Gain 9 coin tokens", "Coin", 0, True),
        ("You may Discard all cards in hand. If you do, Gain 9 coin tokens", "", 0, False),
        ("You may Shuffle your hand into your Draw Deck to Gain 9 coin tokens", "Coin", 0, True),
    ],
)
def test_done_is_carried_out_in_full(words: str, hand: str, coins: int, paid: bool) -> None:
    """Ruling G-may: less than was asked for is not done; what is shown or shuffled is."""
    table = play(words, At(CLAY, hand=hand, coins=coins), At(WORDS))
    assert (table.seats[0].coins >= 9) is paid


# ---------------------------------------------------------------------- the Draw Deck


@pytest.mark.parametrize(
    ("words", "hand", "deck", "discard"),
    [
        ("Swap your hand with your Draw Deck", ["Bury", "Rise Up"], ["Coin"], []),
        ("Move 1 from hand to the Draw Deck", [], ["Bury", "Rise Up", "Coin"], []),
        ("Shuffle your hand into your Draw Deck", [], ["Bury", "Coin", "Rise Up"], []),
        (
            "Move this card to the top of the Draw Deck",
            ["Coin"],
            ["Bury", "Rise Up", "Made up"],
            [],
        ),
        (
            "Move 1 Target card in Discard Stack to the top of the Draw Deck",
            ["Coin"],
            ["Bury", "Rise Up"],
            [],
        ),
        ("Draw 1", ["Bury", "Coin"], ["Rise Up"], []),
        ("Gain 1 coin token", ["Coin"], [], ["Bury", "Rise Up"]),
    ],
)
def test_any_effect_on_an_empty_draw_deck_makes_a_new_one(
    words: str, hand: list[str], deck: list[str], discard: list[str]
) -> None:
    """The Draw Deck: "If a card targets the Draw Deck with any effect and the Draw Deck is empty
    immediately shuffle the player's Discard Stack and form it into a new" one."""
    table = play(words, At(CLAY, hand="Coin", deck="", discard="Bury, Rise Up"), At(WORDS))
    seat = table.seats[0]
    assert sorted(card.name for card in seat.discard_stack) == discard
    if words != "Draw 1":
        assert sorted(card.name for card in seat.hand) == hand
        assert sorted(card.name for card in seat.draw_deck) == sorted(deck)
    assert len(seat.hand) == len(hand)
    if "this card" in words:
        assert seat.draw_deck[-1].name == "Made up"


def test_what_may_be_drawn_is_asked_for_before_the_discard_stack_is_shuffled() -> None:
    """Draw: "If a Draw Deck is empty when a Player attempts to Draw from it" (ruling G-refill)."""

    class Twice(Script):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            self.asked.append((question.ask, [str(card) for card in question.cards]))
            return [0] if len(self.asked) < self.wanted else []

        wanted = 2

    for wanted, left in ((2, 3), (3, 0)):
        asked = Twice()
        asked.wanted = wanted
        table = lay(
            At(CLAY, deck="Coin", discard="Bury, Rise Up, Waste"),
            At(WORDS),
            players=(asked, Script()),
        )
        moves.put_in_play(table, table.seats[0], saying("Draw up to 2", table.names))
        assert asked.asked == [("draw", ["None"])] * 2
        assert len(table.seats[0].discard_stack) == left
        assert len(table.seats[0].hand) == wanted - 1


# ------------------------------------------------------------ what other effects cannot do


def test_a_step_of_reset_and_a_shop_are_no_effects() -> None:
    """Ruling G-cannot: "Other effects cannot ..." is said of effects, not of the game's rules."""
    table = lay(At(CLAY, deck="", coins=5, market=("", "", "")), At(WORDS))
    card = protected(table, "Other effects cannot Draw, Purchase or Deal this card")
    seat = table.seats[0]
    seat.draw_deck, seat.supply = [card] * 5, [card] * 6
    steps.draw_step(table)
    assert len(seat.hand) == 5
    steps.market_step(table)
    assert [len(stack.cards) for stack in seat.market] == [1, 1, 1]
    card.suit = CLAY
    act(table, 0, "shop Made up")
    assert seat.discard_stack == [card]


@pytest.mark.parametrize(
    ("words", "pile"),
    [
        ("Draw 1", "draw_deck"),
        ("Draw the top card of your Discard Stack", "discard_stack"),
        ("Discard 1 from Draw Deck", "draw_deck"),
        ("Trash 1 from Discard Stack", "discard_stack"),
        ("Play 1 Target card in Discard Stack", "discard_stack"),
        ("Deal 3", "supply"),
    ],
)
def test_what_cannot_be_moved_cannot_be_moved_by_any_name(words: str, pile: str) -> None:
    """ "Purchases and Discards etc. do count as Moves" (ruling G-cannot)."""
    table = lay(At(CLAY), At(WORDS), players=(Willing(), Willing()))
    card = protected(table, "Other effects cannot Move this card")
    seat = table.seats[0]
    setattr(seat, pile, [card])
    moves.put_in_play(table, seat, saying(words, table.names))
    assert getattr(seat, pile) == [card]


def test_what_cannot_be_moved_cannot_be_purchased_by_an_effect() -> None:
    table = lay(At(CLAY), At(WORDS), players=(Willing(), Willing()))
    card = protected(table, "Other effects cannot Move this card")
    for stack in table.seats[0].market:
        stack.cards = [card]
    words = "Purchase 1 from a Market Stack of your suit"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert not table.seats[0].discard_stack


def test_a_deal_stops_at_a_card_that_cannot_be_dealt() -> None:
    """Blocked Resolution: the card goes back, and what is left is ignored."""
    table = lay(At(CLAY, supply="2 Rise Up"), At(WORDS), players=(Willing(), Script()))
    seat = table.seats[0]
    seat.supply.insert(1, protected(table, "Other effects cannot Deal this card"))
    moves.put_in_play(table, seat, saying("Deal 3", table.names))
    assert [stack.cards[-1].name for stack in seat.market].count("Rise Up") == 1
    assert named(seat.supply) == "Rise Up, Made up"


# ----------------------------------------------------------------------- Settled cards


@pytest.mark.parametrize(
    "words", ["Discard 1 in play", "Trash this card", "Move 1 in play to hand"]
)
def test_settled_cards_that_drop_are_moved(words: str) -> None:
    """Set: "immediately Move those to their owning player's Discard Stack"."""
    table = lay(At(CLAY), At(WORDS), players=(Willing(), Willing()))
    watch(table, "When you Move 1 card then Gain 1 coin token", seat=1)
    seat = table.seats[1]
    card = saying(words, table.names)
    card.stability = 2
    other = table.names.card("Coin", False)
    placed = CardInPlay(card, [other, other])
    seat.in_play.insert(0, placed)
    card.resolve(table, seat, placed)  # type: ignore[misc]
    assert named(seat.discard_stack).count("Coin") == 2
    assert seat.coins == 3


def test_settled_cards_that_the_turn_drops_are_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    table = lay(At(CLAY, in_play="Lesson + Coin + Waste"), At(WORDS))
    watch(table, "When you Move 1 card then Gain 1 coin token")
    monkeypatch.setattr(Table, "watch", lambda self: None)  # as if the card were of the game
    steps.turn(table)
    seat = table.seats[0]
    assert len(seat.discard_stack) == seat.coins == 2


def test_settled_cards_that_the_turn_drops_keep_the_end_away() -> None:
    """The Turn comes in the step of the deal, before the one that looks for the End."""
    for played, ended_by in (("Lesson + Coin", ""), ("Oeuvre + Coin", "end")):
        seat = At(CLAY, deck="", in_play=played, supply="", market=("", "", ""))
        table = lay(seat, At(WORDS))
        steps.reset(table)
        assert (table.turned, table.ended_by) == (True, ended_by)


def test_a_card_of_a_jack_who_is_not_seated_is_heard() -> None:
    """A scenario may lay such a card in play; "When ..." happens there as anywhere."""
    known = catalogue("prototype", tuple(sorted(ROOT.glob("examples/*/suit.yaml"))))
    clay = SeatLayout(jack=CLAY, hand=("Waste",), in_play=("Rafter",))
    table = lay_out(Scenario(seats=(clay, SeatLayout(jack=WORDS))), known)
    act(table, 0, "build Waste on Rafter")
    assert table.seats[0].coins == 1


def test_a_reset_deals_three_cards_of_each_suit() -> None:
    """Ruling G-deal-each: one to each Market Stack, whichever was empty."""
    table = lay(At(CLAY, market=("", "Bury", "2 Bury")), At(WORDS))
    steps.market_step(table)
    assert [len(stack.cards) for stack in table.seats[0].market] == [1, 2, 3]
    assert [len(seat.supply) for seat in table.seats] == [3, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_coin_tokens_are_no_cards_in_hand(edition: str) -> None:
    """Ruling G-hand-tokens: a hand that is Trashed or counted is its cards."""
    coin = "Coin" if edition == "prototype" else "Money"
    table = lay(At(CLAY, hand=f"2 {coin}", coins=3), At(WORDS), edition=edition)
    words = "Trash hand. Gain 1 coin token per card in hand"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert (table.seats[0].coins, len(table.seats[0].trash_stack)) == (3, 2)
