"""Guards against misreading, and sentences found to be misread despite them."""

from __future__ import annotations

import pytest
from helpers import CLAY, WORDS, At, lay
from test_reads_more import followed
from test_whose_is_meant import holds, play

from moonflight_solo.wording import ast, parsing
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

SAID: list[tuple[ast.Start, str, str]] = [
    (
        "line",
        "If an opponent's Discard Stack is larger than their Draw Deck, pass.",
        "If an opponent has more cards in their Discard Stack than in their Draw Deck, pass",
    ),
    (
        "line",
        "If an opponent's Draw Deck is smaller than your hand, pass.",
        "If an opponent has fewer cards in their Draw Deck than in your hand, pass",
    ),
    (
        "effect",
        "When you Move a card, Discard 1 card in your hand",
        "When you Move 1 card then Discard 1 card in your hand",
    ),
    (
        "effect",
        "Gain 1 coin token for each Market Stack topped by a scoring card.",
        "Gain 1 coin token per Market Stack whose top card is a scoring card",
    ),
    (
        "effect",
        "Each opponent gives you 1 coin token or Discards 1.",
        "Each opponent gives you 1 coin token or Discards 1 card in their hand",
    ),
    (
        "effect",
        "Each opponent with more cards in hand than coin tokens Discards 1.",
        "Each opponent with more cards in their hand than coin tokens Discards 1 card in their "
        "hand",
    ),
    (
        "effect",
        "Each opponent with more cards in their Discard Stack than their Draw Deck Trashes 1.",
        "Each opponent with more cards in their Discard Stack than in their Draw Deck Trashes 1 "
        "card in their hand or their play",
    ),
    ("line", "If not all Market Stacks are empty pass", "If not all Market Stacks are empty, pass"),
    (
        "line",
        "If two “Bury” on top of Market Stacks pass",
        'If 2 "Bury" cards on top of your Market Stacks, pass',
    ),
    (
        "effect",
        "Target player Trashes 1 from their Discard Stack and 1 from hand.",
        "Target player Trashes the top card of their Discard Stack. "
        "They Trash 1 card in their hand",
    ),
    (
        "effect",
        "Draw 1 Target card in Discard Stack or 2 from Draw Deck.",
        "Choose one: Draw 1 Target card in your Discard Stack, or Draw the top 2 cards of your "
        "Draw Deck",
    ),
    (
        "line",
        "If 3+ starter cards in hand and 2+ in play, pass.",
        "If 3+ starter cards in your hand and 2+ starter cards in play, pass",
    ),
    (
        "line",
        "If 3+ cards in hand and 2+ in play, pass.",
        "If 3+ cards in your hand and 2+ cards in play, pass",
    ),
    (
        "line",
        "If an opponent has no starter cards in Discard Stack and 2+ in Trash Stack, pass.",
        "If an opponent has no starter cards in their Discard Stack and 2+ starter cards in their "
        "Trash Stack, pass",
    ),
    (
        "effect",
        "If you have a “Waste” in hand and 2 or more in your Discard Stack, Draw 1.",
        'If "Waste" in your hand and 2+ "Waste" cards in your Discard Stack, '
        "Draw the top card of your Draw Deck",
    ),
    (
        "line",
        "If any player has Shopped this round, pass",
        "If you have Shopped this round or an opponent has Shopped this round, pass",
    ),
    (
        "line",
        "If no player has more cards in play than in hand, pass.",
        "If at most as many cards in play as in your hand and no opponent has more cards in play "
        "than in their hand, pass",
    ),
    (
        "line",
        "If 2+ cards of your suit in hand but none scores, pass.",
        "If 2+ cards of your suit in your hand and no scoring cards of your suit in your hand, "
        "pass",
    ),
    (
        "line",
        "If 3+ cards of your suit in hand and 2+ score, pass.",
        "If 3+ cards of your suit in your hand and 2+ scoring cards of your suit in your hand, "
        "pass",
    ),
    (
        "line",
        "Play any card other than a generic card.",
        "Play a card other than a generic card",
    ),
    (
        "line",
        "If hand holds 2+ scoring cards, but not “Listen”, pass.",
        'If 2+ scoring cards in your hand and no "Listen" cards in your hand, pass',
    ),
    (
        "line",
        "If no cards but “Waste” in hand pass",
        'If no cards in your hand that are not "Waste", pass',
    ),
    (
        "effect",
        "Opponents cannot Shop until the end of this round",
        "Opponents cannot Shop until the Reset",
    ),
    (
        "effect",
        "Trash the top card of your Draw Deck unless it scores.",
        "Trash 1 non-scoring card on top of your Draw Deck",
    ),
    (
        "effect",
        "Purchase 1 from Target Market Stack unless it costs 4 or more.",
        "Purchase 1 card with cost at most 3 on top of Target Market Stack",
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
        "Each player Discards 1 card in their hand. They Gain 1 coin token",
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
    (
        "effect",
        "Each opponent Discards their highest cost card, then Draws 1",
        "Each opponent Discards 1 highest cost card in their hand. They Draw the top card of their "
        "Draw Deck",
    ),
    (
        "effect",
        "Target player Discards 1. If they do, Draw 1",
        "Target player Discards 1 card in their hand. If they do, Draw the top card of your Draw "
        "Deck",
    ),
    (
        "effect",
        "If First Player Draw 1. If 5+ cards in hand Draw 2, if not Draw 1.",
        "If you are First Player, Draw the top card of your Draw Deck. If 5+ cards in your hand, "
        "Draw the top 2 cards of your Draw Deck, if not, Draw the top card of your Draw Deck",
    ),
    (
        "line",
        "Unless not all cards in hand score, pass.",
        "If all cards in your hand are scoring cards, pass",
    ),
    (
        "effect",
        "Spend 1 coin token to Draw 1 if holding the First Player Marker",
        "Spend 1 coin token: If you are First Player, Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "Draw 1 “Coin” on top of Discard Stack",
        'Draw 1 "Coin" card on top of your Discard Stack',
    ),
    (
        "effect",
        "Draw 1 Target “Coin” in Discard Stack",
        'Draw 1 Target "Coin" card in your Discard Stack',
    ),
    (
        "effect",
        "Discard 1 and Gain 1 coin token per “Waste” in play",
        'Discard 1 card in your hand. Gain 1 coin token per "Waste" card in play',
    ),
    (
        "line",
        "Play “Forget To Remember” targeting “Call”/“Talk” in play.",
        'Play "Forget To Remember" targeting "Call" card in play/"Talk" card in play',
    ),
    (
        "line",
        "Play “Go Down” targeting “Coin”/“Waste” in an opponent's Trash Stack.",
        'Play "Go Down" targeting "Coin" card in an opponent\'s Trash Stack/"Waste" card in an '
        "opponent's Trash Stack",
    ),
    (
        "line",
        "If exactly 2 or 4 in hand pass.",
        "If exactly 2 cards in your hand or exactly 4 cards in your hand, pass",
    ),
    (
        "line",
        "Play “Oeuvre” unless already in play.",
        'If no "Oeuvre" cards in play, play "Oeuvre"',
    ),
    (
        "line",
        "If the top card of Discard Stack is “Bury”/“Coin” pass.",
        'If there is a "Bury" card on top of your Discard Stack or there is a "Coin" card on top '
        "of your Discard Stack, pass",
    ),
    (
        "effect",
        "If another “Lesson” in play Draw 1",
        'If there is another "Lesson" card in play, Draw the top card of your Draw Deck',
    ),
    ("effect", "Set your hand to this card", "Set all cards in your hand to this card"),
    (
        "line",
        "If no Market Stacks of your suit have a scoring card on top pass.",
        "If no scoring cards on top of the Market Stacks of your suit, pass",
    ),
    (
        "line",
        "Shop to Purchase from the generic Market Stack with the fewest cards.",
        "Shop to Purchase from the generic Market Stack with the fewest cards",
    ),
    (
        "effect",
        "If exactly 2 cards in hand Trash one",
        "If exactly 2 cards in your hand, Trash 1 card in your hand",
    ),
    (
        "effect",
        "When you Play another card, Draw 1",
        "When you Play 1 card then Draw the top card of your Draw Deck",
    ),
]
SEVERAL: list[tuple[ast.Start, str]] = [
    ("line", "Unless you have more coin tokens than any opponent, pass."),
    ("line", "Play “Call” unless you have more coin tokens than any opponent."),
    ("line", "Play “Call”, otherwise “Talk” if 6+ cards in hand."),
    ("line", "Play “Call”, then “Talk” unless 6+ cards in hand."),
    ("line", "Shop to Purchase “Wealth”, otherwise “Riches” if controlling 6+ coin tokens."),
    ("reset_line", "Retain “Call”, or “Talk” if 6+ cards in hand."),
    ("line", "If 5+ cards in hand, play or Draw Deck, pass."),
    ("effect", "Discard 1 from hand. Trash 1 from Draw Deck if it is of your suit."),
    ("effect", "Discard 1 to Draw 2."),
    ("line", "Shop to Purchase “Bury” if fewer than 2 in Discard Stack."),
]
REFUSED: list[tuple[ast.Start, str]] = [
    ("effect", "Take up to 2 coin tokens from each opponent."),
    ("effect", "Discard up to 2 and Trash up to 2. Draw that many."),
    ("effect", "Discard your hand. Trash any number of cards in play. Draw that many."),
    ("effect", "Gain 1 coin token for each scoring card on top of a Market Stack."),
    ("line", "If “Waste” is not in hand and in play, pass."),
    ("effect", "At the end of each round, Draw 1."),
    ("effect", "Until the end of the round, when you Discard a card, Draw 1"),
    ("effect", "If 3+ cards in hand, Draw 1, otherwise Draw 2, then Gain 1 coin token."),
    ("effect", "If 3+ cards in hand, Draw 1. If 5+ cards in hand, Draw 2. Otherwise Discard 1."),
    ("effect", "Gain 1 coin token per scoring card in Discard Stack and 1 from hand."),
    ("effect", "Trash 1 scoring card and 1 “Waste” from Discard Stack"),
    ("effect", "Deal 1 to each of their Market Stacks that is empty"),
    ("effect", "Each opponent Discards 1 card per card in your hand from your hand"),
    ("effect", "Target player Discards their hand and Draws 5 and you do the same."),
    ("effect", "Discard until you have 3 cards in hand, then Draw that many."),
    ("effect", "Discard up to 2. Each opponent Draws that many. Gain that many coin tokens."),
    ("effect", "Discard 2. Draw 1. Trash them."),
    ("effect", "Discard 1 and Draw 1. If it scores, Gain 1 coin token."),
    ("effect", "Reveal the top card of your Draw Deck, then Discard 1. Draw it."),
    ("effect", "Draw 1 Target card in Discard Stack and Trash another."),
    ("effect", "Hand limit +1 for each player."),
    ("effect", "Each opponent with 3+ cards in hand Discards 1; each other opponent Draws 1."),
    ("effect", "Discard all cards in hand except scoring cards of your suit."),
    ("effect", "When you Discard a card other than a scoring card of your suit, Draw 1."),
    ("effect", "If your Stack holds 2 starter cards or fewer, Draw 1."),
    ("line", "Play any card except a starter card costing 1."),
    ("line", "Play any card that is not a “Call” of your suit."),
    ("line", "Play the highest cost card in hand, preferring “Call”."),
    ("line", "Shop to Purchase a card of your suit from the Market Stack with the fewest cards."),
    ("line", "Build to Set scoring cards to “Oeuvre”, lowest cost first."),
    ("line", "Build to Set “Waste” to “Lesson”, otherwise “Coin”."),
    ("line", "If hand does not contain “Waste” but “Coin”, pass."),
    ("line", "If no scoring cards in hand but “Coin”, pass."),
    ("reset_line", "Retain “Understand” or “Listen” and “Hear”."),
    ("reset_line", "Retain up to 2 cards, “Waste” last."),
    ("effect", "Each opponent Discards your highest cost card"),
    ("line", "If an opponent's hand is smaller than their hand pass."),
    ("line", "Play “Take It With You” targeting “Waste”, otherwise “Coin” if 6+ cards in hand."),
    ("line", "If “Bury” or “Rise Up” in hand and 2+ in play, pass."),
    ("reset_line", "Retain “Call” on top of the Draw Deck."),
    ("effect", "Unless 0+ cards in hand, Draw 1"),
    ("effect", "If there is a card in hand available Draw 1"),
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
    ("effect", "Draw any scoring card in Discard Stack."),
    ("effect", "Draw the top scoring card of Discard Stack."),
    ("line", "Play “Danse Macabre” targeting the top scoring card of Trash Stack."),
    ("effect", "You may Discard 1. If they do, Draw 1."),
    ("effect", "Each player may Discard 1. If you do, they Draw 2."),
    ("effect", "Each opponent Discards 1. If they do, Draw 1."),
    ("line", "If “Waste” is in hand or “Coin” is in hand and “Call” is not, pass."),
    ("line", "If hand contains 2+ of “Waste” and “Coin”, pass."),
    (
        "line",
        "If an opponent has “Waste” on top of their Trash Stack and no scoring cards in Trash "
        "Stack pass.",
    ),
    ("effect", "Name a card. If the card is in hand, Draw 1"),
    ("effect", "Discard their highest cost card"),
    ("line", "Play their highest cost card."),
    ("effect", "Draw 1 “Coin” from Discard Stack"),
    ("effect", "Trash 1 “Waste” from hand or Discard Stack"),
    ("effect", "Gain 1 coin token and Draw 1 per 4 cards in Discard Stack"),
    ("effect", "Discard 1 and Trash 1 per “Waste” in play"),
    ("line", "If all Market Stacks of an opponent's suit are empty pass."),
    ("effect", "Take 2 more Acts"),
    ("effect", "Choose 2: Draw 1, or Gain 1 coin token"),
    ("effect", "If the top 2 cards of your Discard Stack are “Waste”, Draw 2."),
    ("effect", "Draw 1 scoring card from Draw Deck"),
    ("effect", "Draw 1 scoring card on top of Discard Stack and 1 from Trash Stack."),
    ("effect", "Move 1 “Coin” in Discard Stack to the top of the Stack"),
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


def test_whose_a_verb_is_after_all_players_have_done_something_has_to_be_said() -> None:
    with pytest.raises(WordingError, match='say "they Draw" or "you Draw"') as caught:
        parsed_readings(Text("All players Discard 1. Then Draw 1."), "effect")
    assert caught.value.start == len("All players Discard 1. Then ")


# ------------------------------------------------------------------------------- the guard


def test_what_said_back_means_something_else_is_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parsing, "english", lambda meaning: "Draw 2")
    assert parsed_readings(Text("Draw the top 2 cards of your Draw Deck"), "effect")
    with pytest.raises(WordingError, match='it would be said back as "Draw 2"'):
        parsed_readings(Text("Draw 3"), "effect")


def test_a_word_that_could_as_well_be_its_opposite_was_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "Unless “Call” in hand, play “Talk”."
    assert parsed_readings(Text(words), "line")
    once, twice = (parsing.understood(Text(w), "line") for w in (words, "If “Call” in hand pass"))
    assert once != twice
    senses = frozenset(map(canonical, once))
    monkeypatch.setattr(parsing, "_senses", lambda words, start: senses)
    with pytest.raises(WordingError, match='what "Unless" is said of is not understood') as caught:
        parsed_readings(Text(words), "line")
    assert (caught.value.start, caught.value.end) == (0, 6)


# ------------------------------------------------------------------------------ on a table


def test_an_opponents_stacks_are_compared_with_each_other() -> None:
    words = "an opponent's Discard Stack has more cards than their Draw Deck"
    assert holds(words, At(CLAY), At(WORDS, discard="3 Coin", deck="Coin"))
    assert not holds(words, At(CLAY), At(WORDS, discard="Coin", deck="2 Coin"))


def test_market_stacks_are_counted_by_their_top_cards() -> None:
    words = "Gain 1 coin token for each Market Stack topped by a “Bury”."
    table = play(words, At(CLAY, market=("2 Bury", "Bury, Rise Up", "")), At(WORDS))
    assert table.seats[0].coins == 1


def test_a_trailing_if_that_is_the_last_ones_leaves_the_first_as_it_is() -> None:
    says = "If 6+ cards in hand, play “Bury”/“Coin”, otherwise play “Bury”"
    few, many = (lay(At(CLAY, hand=hand), At(WORDS)) for hand in ("Coin", "6 Coin"))
    assert followed(says, few) == ""
    assert followed(says, many) == "play Coin"
