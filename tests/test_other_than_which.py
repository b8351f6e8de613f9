"""Cards and players that are "other", who chooses, and whose place: explicit, or refused."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay, saying
from test_whose_is_meant import Looking, play

from moonflight_solo.rules import moves
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


def says(words: str) -> str:
    (meaning,) = parsed_readings(Text(words), "effect")
    return english(meaning)


@pytest.mark.parametrize(
    "words",
    [
        "Draw 1. Discard 1 other card",
        "Draw 2, then Discard 1 other card from hand",
        "Turn 1 in hand, then Discard another card",
        "Move 1 Target card in Trash Stack to hand, then Trash 1 other card from hand",
        "When you Draw a card, Discard 1 other card",
        "Turn 1 card in play. Turn 1 other card in play",
        "Play 1 Target card in Discard Stack. Discard 1 other card in play",
        "When you Play a card, Trash 1 other card in play",
        "When you Turn a card in play, Turn another card in play",
        "Draw this card, then Discard another card",
        "Draw 1. Discard all other cards in hand",
        "Draw 1. Gain 1 coin token. Discard another card",
        "Discard 1. Trash another Target card in Discard Stack",
        "If 3+ cards in hand, Draw 1. Discard another card",
        "You may Draw 1. Discard another card",
        "When an opponent Draws a card, they Discard another card",
        "When an opponent Plays a card, they Discard all other cards in play",
        "Discard 1 in play. Turn all other cards in play",
        "Discard 1 in play. Gain 1 coin token per other card in play",
        "When you Discard a card in play, Turn all other cards in play",
    ],
)
def test_other_than_the_card_spoken_of_or_than_this_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="than that card"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Discard another card", "Discard 1 card in your hand"),
        (
            "Gain 1 coin token. Discard another card",
            "Gain 1 coin token. Discard 1 card in your hand",
        ),
        # The first is no longer there.
        ("Discard 1 and Discard another card", "Discard 1 card in your hand. Discard 1 card in "),
        ("Trash 1 other card in play", "Trash 1 other card in play"),
        (
            "When you Discard a card, Trash 1 other card in play",
            "When you Discard 1 card then Trash",
        ),
        (
            "When an opponent Plays a card, Trash 1 other card in play",
            "When an opponent Plays 1 card",
        ),
        (
            "Draw 1. Trash 1 other card in play",
            "Draw the top card of your Draw Deck. Trash 1 other",
        ),
    ],
)
def test_other_where_only_one_thing_can_be_meant(words: str, meant: str) -> None:
    assert says(words).startswith(meant)


@pytest.mark.parametrize(
    "words",
    [
        "Target player Draws 1. Each other player Discards 1",
        "Target opponent Discards 2. Each other player Discards 1",
        "Target opponent Discards 2. Draw 1. All other players Discard 1",
        "When an opponent Discards a card, each other player Draws 1",
        "Each opponent Discards 1. Each other player Draws 1",
    ],
)
def test_other_players_than_which_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="whose others they are"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Discard all opponents' cards in play", "of one of them, or of each"),
        ("Gain 1 coin token per card in opponents' play", "of one of them, or of each"),
        ("Give 1 coin token to an opponent", "does not say which opponent"),
        ("Take 1 coin token from an opponent", "does not say which opponent"),
        ("Trash an opponent's card in play. Each other player Draws 1", "whose others"),
        ("Give Target player 1 coin token. All other players Lose 1 coin token", "whose others"),
        ("If an opponent has 5+ cards in hand each other player Draws 1", "whose others"),
        ("Look at Target player's hand. Each other player Draws 1", "whose others"),
    ],
)
def test_which_of_the_others_is_said_or_refused(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


def test_the_opponents_together_are_said_where_it_can_mean_one_thing() -> None:
    assert says("Opponents' hand limit -1") == "Hand limit -1 for opponents"
    market = "Purchase 1 from Target Market Stack. Each other player Draws 1"
    assert "Each opponent Draws" in says(market)
    shown = "Reveal the top card of your Draw Deck. Each other player Draws 1"
    assert "Each opponent Draws" in says(shown)


def test_other_players_than_you_are_each_opponent() -> None:
    meant = "each opponent Discards 1 card in their hand"
    assert says("Draw 1. Each other player Discards 1").casefold().endswith(meant.casefold())
    assert says("All other players Discard 1").casefold() == meant.casefold()
    assert says("When you Discard a card, each other player Discards 1").endswith(meant)
    assert says("Each other player cannot Build") == "Opponents cannot Build"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Target opponent chooses one: you Draw 1, or they Discard 1", "what another"),
        ("Target opponent chooses one: Draw 1, or you Draw 1", "what another"),
        ("Each opponent chooses one: they Discard 1, or you Gain 1 coin token", "what another"),
        ("Target opponent may Discard 1 or you Draw 1", "what another"),
        ("Target opponent Discards 1 or you Draw 1", "it does not say who chooses"),
        ("Each opponent Discards 1 or you Draw 1", "it does not say who chooses"),
    ],
)
def test_who_chooses_and_who_does_it_is_said(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


def test_choices_that_say_whose_they_are_are_read() -> None:
    assert says("Target opponent chooses one: Draw 1, or Discard 1").startswith(
        "Target opponent ch"
    )
    yours = "Choose one: Target opponent Discards 1, or you Draw 1"
    assert says(yours).startswith(
        "Choose one: Target opponent Discards 1 card in their hand, or Dr"
    )
    assert says("Each opponent Discards 1 or gives you 1 coin token").startswith(
        "Each opponent Dis"
    )
    assert says("You Draw 1") == says("Draw 1")


@pytest.mark.parametrize("who", ["each opponent", "each player", "all players", "all opponents"])
def test_a_trigger_says_whether_one_is_enough(who: str) -> None:
    verb = "Discard" if who.startswith("all") else "Discards"
    with pytest.raises(WordingError, match="all of them or any one"):
        parsed_readings(Text(f"When {who} {verb} 1 then Draw 1"), "effect")


@pytest.mark.parametrize("who", ["an opponent", "any player"])
@pytest.mark.parametrize("place", ["Draw Deck", "Discard Stack", "Trash Stack"])
def test_a_trigger_of_another_is_said_back_of_their_place(who: str, place: str) -> None:
    verb = "Trashes" if place == "Discard Stack" else "Draws"
    said = says(f"When {who} {verb} a card from {place}, Draw 1")
    assert f"in their {place} then" in said
    assert says(f"When {who} {verb} a card from their {place}, Draw 1") == said
    with pytest.raises(WordingError):
        parsed_readings(Text(f"When {who} {verb} a card from your {place}, Draw 1"), "effect")


def test_their_place_is_heard() -> None:
    words = "When an opponent Discards a card from their Draw Deck, Gain 1 coin token"
    table = lay(At(CLAY), At(WORDS, hand="Coin"), players=(Looking(), Looking()))
    mine, theirs = table.seats
    moves.put_in_play(table, mine, saying(words, table.names))
    table.watched = table.heard = frozenset({"discard"})
    moves.put_in_play(table, theirs, saying("Discard 1 from hand", table.names))
    assert mine.coins == 0
    moves.put_in_play(table, theirs, saying("Discard 1 from Draw Deck", table.names))
    assert mine.coins == 1


def test_all_but_one_of_what_trash_takes_is_refused() -> None:
    with pytest.raises(WordingError, match="cards in play are meant"):
        parsed_readings(Text("If exactly 8 in hand Trash all but 1"), "effect")
    assert says("Trash all but 1 in hand") == "Trash all but 1 card in your hand"


@pytest.mark.parametrize(("held", "after"), [("Coin, Waste", 6), ("5 Coin", 5), ("Coin", 5)])
def test_until_looks_at_the_hand_after_each_card(held: str, after: int) -> None:
    """A Draw that becomes two brings no more than it takes (ruling G-instead)."""
    table = lay(At(CLAY, hand=held), At(WORDS), players=(Looking(), Looking()))
    seat = table.seats[0]
    moves.put_in_play(table, seat, saying("When you would Draw 1, Draw 2 instead", table.names))
    table.replaced = frozenset({"draw"})
    moves.put_in_play(table, seat, saying("Draw until 5 in hand", table.names))
    assert len(seat.hand) == after


def test_until_counts_as_ever_where_nothing_is_replaced() -> None:
    table = play("Draw until 5 in hand", At(CLAY, hand="Coin"), At(WORDS))
    assert len(table.seats[0].hand) == 5
