"""What sentences mean, said back; which can be read in several ways, and which are refused."""

from __future__ import annotations

import re

import pytest
from helpers import rows
from on_tables import TOP

from moonflight_solo.wording import ast, parsing
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.earley import grammar
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError
from moonflight_solo.wording.walk import nodes_of

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
        "Gain 1 coin token per Market Stack of your suit whose top card is a scoring card",
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
        'If 2 "Bury" cards on top of the Market Stacks, pass',
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
    (
        "effect",
        f"{TOP} If it costs less than 3, Trash it; if it costs 3, Draw it; otherwise Discard it.",
        f"{TOP} If it is a card with cost at most 2, Trash the top card of your Draw Deck, if not, "
        "if it is a card with cost exactly 3, Draw the top card of your Draw Deck, if not, "
        "Discard the top card of your Draw Deck",
    ),
    (
        "effect",
        f"{TOP} If it is a “Waste”, Trash it. If it is a “Coin”, Draw it.",
        f'{TOP} If it is a "Waste" card, Trash the top card of your Draw Deck, if not, '
        'if it is a "Coin" card, Draw the top card of your Draw Deck',
    ),
    (
        "effect",
        f"{TOP} Draw it unless it is a “Waste”.",
        f'{TOP} If it is a card that is not "Waste", Draw the top card of your Draw Deck',
    ),
    (
        "effect",
        f"{TOP} Unless it is of your suit, Trash it.",
        f"{TOP} If it is a card not of your suit, Trash the top card of your Draw Deck",
    ),
    (
        "effect",
        "Draw 1 Target card in Discard Stack unless it is “Bury”.",
        'Draw 1 Target card in your Discard Stack that is not "Bury"',
    ),
    (
        "effect",
        "Discard 1 unless it is a “Waste”.",
        'Discard 1 card in your hand that is not "Waste"',
    ),
    (
        "effect",
        "Trash 1 from hand. Draw 1 if it scores.",
        "Trash 1 card in your hand. If there is a scoring card moved this way, "
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "If you have “Bury” but not “Rise Up” in hand, Draw 1.",
        'If "Bury" in your hand and no "Rise Up" cards in your hand, '
        "Draw the top card of your Draw Deck",
    ),
    (
        "effect",
        "All players Discard 1, then Draw 1.",
        "Each player Discards 1 card in their hand. They Draw the top card of their Draw Deck",
    ),
    (
        "effect",
        "All opponents Draw 1, Discard 1 and Gain 1 coin token.",
        "Each opponent Draws the top card of their Draw Deck. "
        "They Discard 1 card in their hand. They Gain 1 coin token",
    ),
    (
        "line",
        "If the top card of the Discard Stack does not score and the top card of the Trash Stack "
        "does, play “Danse Macabre”.",
        "If there is a non-scoring card on top of your Discard Stack and "
        'there is a scoring card on top of your Trash Stack, play "Danse Macabre"',
    ),
    (
        "line",
        "If 6+ cards in hand, or “Talk” is in hand but not “Teach”, play “Call”.",
        'If 6+ cards in your hand or ("Talk" in your hand and no "Teach" cards in your hand), '
        'play "Call"',
    ),
    (
        "line",
        "If controlling 3+ coin tokens and “Teach” but not “Call” is in hand play “Call”.",
        'If controlling 3+ coin tokens and "Teach" in your hand and no "Call" cards in your hand, '
        'play "Call"',
    ),
    (
        "effect",
        "Discard 3 from Draw Deck. Draw a scoring one of them.",
        "Discard the top 3 cards of your Draw Deck. Draw 1 scoring card of them",
    ),
    (
        "effect",
        "Draw 3. Discard the lowest cost one.",
        "Draw the top 3 cards of your Draw Deck. Discard 1 lowest cost card of them",
    ),
    (
        "effect",
        "Each opponent's hand limit -1 and your retain limit +1.",
        "Hand limit -1 for opponents. Retain limit +1",
    ),
    (
        "line",
        "If no “Talk” but “Call” in hand play “Teach”.",
        'If no "Talk" cards in your hand and "Call" in your hand, play "Teach"',
    ),
]
SEVERAL: list[tuple[ast.Start, str]] = [
    ("line", "Unless you have more coin tokens than any opponent, pass."),
    ("line", "Play “Call” unless you have more coin tokens than any opponent."),
    ("line", "If 5+ cards in hand, play or Draw Deck, pass."),
    ("effect", "Discard 1 from hand. Trash 1 from Draw Deck if it is of your suit."),
    ("effect", "Discard 1 to Draw 2."),
    ("line", "Shop to Purchase “Bury” if fewer than 2 in Discard Stack."),
    ("line", "If a scoring card in hand but not “Dig”, play “Bury”."),
]
REFUSED: list[tuple[ast.Start, str]] = [
    ("line", "Play “Call”, otherwise “Talk” if 6+ cards in hand."),
    ("line", "Play “Call”, then “Talk” unless 6+ cards in hand."),
    ("line", "Shop to Purchase “Wealth”, otherwise “Riches” if controlling 6+ coin tokens."),
    ("reset_line", "Retain “Call”, or “Talk” if 6+ cards in hand."),
    ("line", "If First Player play “Call”, otherwise “Talk”."),
    ("line", "If 6+ cards in hand play “Call”, if not “Talk”."),
    ("line", "If 6+ coin tokens shop to Purchase “Wealth”, otherwise “Coins”."),
    ("reset_line", "If 6+ cards in hand retain “Call”, otherwise “Talk”."),
    ("line", "If you have the most coin tokens, pass."),
    ("line", "If your Draw Deck has the fewest cards of all players, pass."),
    ("effect", "Each player with the most cards in hand Discards 1. You Draw 1"),
    ("effect", "The player with the fewest cards in hand Draws 1"),
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
    ("effect", "Discard until you have 3 cards in hand, then Draw that many."),
    ("effect", "Discard up to 2. Each opponent Draws that many. Gain that many coin tokens."),
    ("effect", "Discard 2. Draw 1. Trash them."),
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
    ("effect", "Discard 1. If it isn't a “Waste”, Trash it instead."),
    ("line", "Play “Rise Up” if the top two cards of Discard Stack are scoring cards."),
    (
        "line",
        "Shop to Purchase the top card of the fullest Market Stack of Words and Names' suit that "
        "it can afford.",
    ),
    (
        "reset_line",
        "If 3+ scoring cards in hand retain the cheapest, else retain the costliest card.",
    ),
    ("reset_line", "Move the lowest cost card to each Market Stack."),
    ("effect", f"{TOP} If it is a “Waste”, Discard it. If it scores, Draw it."),
    ("effect", f"{TOP} If 6+ cards in hand, Draw 1. Trash it."),
    ("effect", f"{TOP} You may Trash it. If it scores, Draw it."),
    ("effect", "Reveal the top 3 cards of your Draw Deck. Draw one that scores."),
    ("effect", "Reveal the top 3 cards of your Draw Deck. Draw the highest cost card."),
    (
        "effect",
        "If the top card of your Discard Stack and the top card of your Trash Stack score, Draw 1.",
    ),
    ("effect", "Hand limit +1 and retain limit +1 for each opponent."),
    ("line", "If 6+ cards in Draw Deck and Discard Stack play “Call”."),
    ("effect", "If you have 2 or more cards in hand and in play, Draw 1."),
    ("effect", "Draw 1 from Discard Stack. Draw another."),
    ("effect", "Discard 1 from Draw Deck. You may Discard 1 more."),
    ("effect", "Discard 1 “Waste”. You may Discard another."),
    ("effect", "Trash 1 from hand. You may Trash another."),
    ("effect", "If you have no cards in play, Discard one."),
    ("effect", "Draw the cheapest one."),
    ("effect", "Draw 1 card, or 3 coin tokens if your hand is empty."),
    ("effect", "When you Discard a card, Draw 1, or 3 if your hand is empty."),
    ("effect", "If you have a “Coin” and a “Waste” in hand, Discard one."),
    ("effect", "Draw 2, then Discard 2. Draw twice that many."),
    ("effect", "Gain 2 coin tokens for each card in hand, at most 4."),
    ("line", "If the only card in hand is “Bury” or “Dig”, pass."),
    ("effect", "Discard 1 scoring card or 2 other cards."),
    ("effect", "Discard 3 from Draw Deck. Draw the highest cost card."),
    ("effect", "Discard 3 from Draw Deck. Draw a scoring one."),
    ("effect", "Draw a scoring card."),
    ("effect", "Draw the highest cost card in Discard Stack, unless it scores."),
    ("effect", "Trash the lowest cost card in hand if it is of your suit."),
    ("effect", "Trash 1 to 3 cards in hand."),
    ("effect", "Each player's hand limit -1 and retain limit +1."),
    ("line", "Play “Call The Living” targeting a scoring card, unless none in Discard Stack."),
    (
        "line",
        "Play “Call The Living” targeting the highest cost card in Discard Stack if it costs 4+.",
    ),
    ("line", "Play “Take It With You” targeting “Waste” if 2+ in hand."),
    ("line", "Spend “Waste” using “Grave Robber” if one is in play."),
    ("line", "Play a scoring card if there are two in hand."),
    ("reset_line", "Retain scoring cards if 2+ in hand."),
]


def can_be_kept(meaning: ast.Meaning) -> None:
    """Check that no kind of node is left that is there only while a parse is read, for such cannot
    be kept for the next run.
    """
    for node in nodes_of(meaning, ast.Node):
        assert getattr(ast, type(node).__name__, None) is type(node)


@pytest.mark.parametrize(("start", "words", "says"), SAID)
def test_what_it_means_is_said(start: ast.Start, words: str, says: str) -> None:
    (meaning,) = parsed_readings(Text(words), start)
    assert english(meaning) == says
    assert parsed_readings(Text(says), start) == (meaning,)
    can_be_kept(meaning)


@pytest.mark.parametrize(("start", "words"), SEVERAL)
def test_what_is_open_is_asked(start: ast.Start, words: str) -> None:
    one, other = parsed_readings(Text(words), start)
    can_be_kept(one)
    can_be_kept(other)


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


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("Everybody else Discards 1", "Each opponent Discards 1"),
        (
            "Once per round, you may Spend 1 card to Draw 1",
            "Once per round, Spend 1 card to Draw 1",
        ),
        ("If you have coin tokens, Draw 1", "If you have 1+ coin tokens, Draw 1"),
        ("Draw 3. Discard any number of them", "Draw 3. Discard any number of cards of them"),
        (
            "If the top card of Discard Stack costs more than 2 coin tokens Draw 1",
            "If the top card of Discard Stack costs 3+ Draw 1",
        ),
        *(
            (f"Choose one: {words}", "Choose one: Draw 1, or Gain 2 coin tokens, or Discard 1")
            for words in (
                "Draw 1; Gain 2 coin tokens; Discard 1",
                "Draw 1; Gain 2 coin tokens; or Discard 1",
            )
        ),
        ("Trash this card or 2 from hand", "Choose one: Trash this card, or Trash 2 from hand"),
        ("Trash this card and 2 from hand", "Trash this card. Trash 2 from hand"),
        (
            "Discard the highest cost card in hand. If tied, you choose",
            "Discard the highest cost card in hand",
        ),
        *(
            (
                f"Target player reveals their hand{link} 1 scoring card from it",
                "Target player reveals their hand. Discard 1 Target scoring card in their hand",
            )
            for link in (". Discard", " and you Discard")
        ),
        (
            "Gain 1 coin token for each card in play except this card",
            "Gain 1 per other card in play",
        ),
        (
            "Until the Reset, cards you Purchase enter your hand",
            "Until the Reset, when you Purchase a card, Move it to your hand instead",
        ),
        (
            "If an opponent holds the First Player Marker, Draw 1",
            "If you are not First Player, Draw 1",
        ),
    ],
)
def test_what_is_said_otherwise_is_the_same(words: str, same: str) -> None:
    (one,), (other,) = (parsed_readings(Text(each), "effect") for each in (words, same))
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    ("start", "words", "said"),
    [
        ("effect", "Discard any number of cards, then Draw that many", "Draw that many cards"),
        ("effect", "Target opponent Discards 1 at random", "Discards 1 random card in"),
        ("effect", "Each opponent cannot Build", "Opponents cannot Build"),
        ("effect", "Scoring cards cannot be Purchased", "No player can Purchase"),
        ("effect", "Discard 1 non-starter card in hand", "non-starter card"),
        ("effect", "You may Choose one: Draw 1, or Gain 1 coin token", "You may choose one: "),
        ("effect", "Gain 1 coin token for each empty Market Stack", "Stack of your suit"),
        ("effect", "Trash 1 from hand. Gain coin tokens equal to its cost", "equal to its cost"),
        (
            "line",
            "If you have not Discarded a scoring card this round pass.",
            "you have not Discarded a scoring card this round",
        ),
        ("line", "If no coin tokens pass.", "controlling no coin tokens"),
        ("line", "If exactly 1 Market Stack is empty pass.", "exactly 1 Market Stack is empty"),
        ("line", "Play a card that does not score.", "Play a non-scoring card"),
        ("line", "Play the lowest cost card scoring 0.", "the lowest cost non-scoring card"),
        (
            "line",
            "Build to Set as many starter cards as possible to “Oeuvre”.",
            "as many starter cards as possible",
        ),
    ],
)
def test_it_is_said_back_in_plain_english(start: ast.Start, words: str, said: str) -> None:
    assert said in english(parsed_readings(Text(words), start)[0])


WHOLE: list[tuple[ast.Start, str]] = [
    ("line", "Pass if no cards in hand and in play."),
    ("line", "If no “Lesson” in hand and play, play “Teach”."),
    ("effect", "Gain 2 coin tokens per card in hand and in play."),
]


@pytest.mark.parametrize(("start", "words"), WHOLE)
def test_nothing_is_left_of_the_reading_of_it(start: ast.Start, words: str) -> None:
    meanings = parsed_readings(Text(words), start)
    assert meanings
    for meaning in meanings:
        can_be_kept(meaning)


def test_a_name_or_a_number_without_a_trace_is_found() -> None:
    words = "If 6+ cards in hand or two or more “Waste” in play, play “Call”."
    (tree,) = grammar().parse(Text(words), "line")
    (meaning,) = parsed_readings(Text(words), "line")
    assert parsing.lost_words(tree, meaning) == []
    assert parsing.lost_words(tree, ast.Line(ast.PassAct())) == ["“Waste”", "“Call”", "6+", "two"]
    flagged = ast.Line(ast.PlayAct(ast.FirstOf((ast.Cards(other=True),))))
    assert "two" in parsing.lost_words(tree, flagged), "a flag is no number"


TEXTS_READ = """
Discard 1 unless it is a “Waste”.
    Discard 1 card in your hand that is not "Waste"
Discard all cards on top of your Market Stacks
    Discard all cards on top of your Market Stacks
Draw 2. Discard any starter cards Drawn
    Draw the top 2 cards of your Draw Deck. Discard all starter cards of them
Gain 1 coin token for each empty Market Stack
    Gain 1 coin token per empty Market Stack of your suit
Give Target player up to 2 coin tokens
    Give up to 2 coin tokens to Target player
Hand limit +1 per opponent
    Hand limit +1 per opponent
If First Player Draw 1. If 5+ cards in hand Draw 2, if not Draw 1.
    If you are First Player, Draw the top card of your Draw Deck. If 5+ cards in your hand, Draw
    the top 2 cards of your Draw Deck, if not, Draw the top card of your Draw Deck
If every Market Stack of your suit has a card, Draw 1
    If no Market Stack of your suit is empty, Draw the top card of your Draw Deck
Move “Bury” to your Market Stack.
    Move 1 "Bury" card to your Market Stack
Spend your hand to Gain 1 coin token for each card spent
    Spend all cards in your hand to Gain that many coin tokens
Trash 1 from hand. Draw 1 if it scores.
    Trash 1 card in your hand. If there is a scoring card moved this way, Draw the top card of
    your Draw Deck
Trash up to 9 cards from your Market Stacks
    Trash up to 9 cards from your Market Stack
Cards in Market Stacks cost 1 less
    Cards cost 1 less
Opponents cannot Play 1 scoring card
    Opponents cannot Play scoring cards
If 2-2 cards in hand Draw 1
    If exactly 2 cards in your hand, Draw the top card of your Draw Deck
"""
LINES_READ = """
If 2+ Market Stacks are empty pass.
    If 2+ Market Stacks are empty, pass
If a Market Stack of your suit has only 1 card shop to Purchase it.
    If exactly 1 card in a Market Stack of your suit, shop to Purchase from the Market Stack of
    your suit with exactly 1 card
If an opponent has no cards in their Draw Deck or no cards in hand play “Go Down”.
    If an opponent has no cards in their Draw Deck or an opponent has no cards in their hand,
    play "Go Down"
If an opponent's Draw Deck and Discard Stack are both empty play “Go Down” targeting that opponent.
    If an opponent has no cards in their Draw Deck and no cards in their Discard Stack, play "Go
    Down" targeting a card in their hand or their play or their Discard Stack or their Trash
    Stack
If at most 2 cards in hand play "Memory".
    If at most 2 cards in your hand, play "Memory"
If exactly 5 cards in hand or Draw Deck together play “Bury”.
    If exactly 5 cards in your hand or your Draw Deck together, play "Bury"
If exactly 9 cards in hand with total score 2 by their higher ends play “Understand”.
    If exactly 9 cards in your hand with total score exactly 2 by the higher end, play
    "Understand"
If no Market Stacks of your suit have a scoring card on top pass.
    If no scoring cards on top of the Market Stacks of your suit, pass
If no “Waste”/“Coin” in hand play “Oeuvre”.
    If no "Waste" cards in your hand and no "Coin" cards in your hand, play "Oeuvre"
If not “Call” or “Talk” in hand play “Oeuvre”.
    If no "Call" cards in your hand and no "Talk" cards in your hand, play "Oeuvre"
If two or more “Waste” or “Coin” cards in hand play “Dig”.
    If 2+ "Waste" or "Coin" cards in your hand together, play "Dig"
If “Grave Robber” is in play and “Waste” in hand Spend “Waste” using it.
    If "Grave Robber" in play and "Waste" in your hand, spend "Waste" using "Grave Robber"
Play any starter card, preferring “Waste” over “Coin”.
    Play starter "Waste" card/starter "Coin" card
Play “Riches”, or “Coins” if no “Riches” in hand.
    Play "Riches"/"Coins"
Play 1 card in hand if it scores.
    Play 1 scoring card in your hand
If exactly 5 cards in hand or Draw Deck pass.
    If exactly 5 cards in your hand or exactly 5 cards in your Draw Deck, pass | If exactly 5
    cards in your hand or your Draw Deck together, pass
"""
RESETS_READ = """
Retain “Understand” and “Listen”.
    Retain "Understand"/"Listen"
Retain 1 card, “Waste” last.
    Retain 1 card that is not "Waste"/1 "Waste" card
"""
TEXTS_REFUSED = """
Discard 1 and Draw 1. If it scores, Gain 1 coin token.
    it does not say which card is meant
Discard 2 and Trash 1. Draw that many.
    it does not say how many of the cards that were moved
Draw 1 instead
    it does not say what this replaces
Draw 1 “Coin” from Discard Stack
    it does not say whether the top card or any: say "on top of" or "Target"
Draw 2. If you Discarded a scoring card, Draw 1
    nothing before says what was done this way
Spend 1 card to Discard 1 then Gain coin tokens equal to its cost
    it does not say whether the card Spent or the card moved then
Target player Discards their hand and Draws 5 and you do the same.
    it does not say what is done again, or by whom
Turn 1 of them
    it does not say which cards are meant
When you Draw a card, Discard 1 other card
    it is unclear whether “another” is one other than this card or than that card
Discard an opponent's card in your play
    an opponent's card is in that opponent's own places
Turn this card to your hand
    this card cannot go to that place
Target player Discards 1. If you do, they Draw 1
    it does not say whose act this depends on
Choose one: Target player Draws 1 and Discards 1 or they Gain 1 coin token.
    it does not say who chooses
You may Gain 1 coin token. If you do, Gain coin tokens equal to its cost
    nothing before says what was done this way
"""
LINES_REFUSED = """
If 2+ “Oeuvre” in play Build to Set “Waste” to them.
    it does not say whether one card or one on each of them
Play “Go Down” targeting an opponent's “Coin”/“Waste”.
    it is unclear whether that applies to the whole list or to one item
If your hand and an opponent's Draw Deck are both empty pass.
    the places belong to different players: make a sentence for each
Play “Bury”/“Call” if it scores.
    it does not say which card is meant
If 2+ Market Stacks of your suit have 1 card shop to Purchase it.
    it does not say which card is meant
If 3+ scoring cards in hand play 2 of them.
    it does not say which card is meant
If an opponent has a “Bury” in play play it.
    it does not say which card is meant
If 2+ cards in Discard Stack and it scores pass.
    it does not say which cards are meant
If “Hear” and 1 other card in hand play “Hear”.
    it does not say whether other than one of them or than all of them
"""


@pytest.mark.parametrize(
    ("start", "words", "meant"),
    [*rows("effect", TEXTS_READ), *rows("line", LINES_READ), *rows("reset_line", RESETS_READ)],
)
def test_it_is_read_as(start: ast.Start, words: str, meant: str) -> None:
    found = parsed_readings(Text(words), start)
    assert " | ".join(sorted(map(english, found))) == meant


@pytest.mark.parametrize(
    ("start", "words", "why"), [*rows("effect", TEXTS_REFUSED), *rows("line", LINES_REFUSED)]
)
def test_it_is_refused_since(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=re.escape(why)):
        parsed_readings(Text(words), start)


UNSAID: list[tuple[ast.Start, str, str]] = [
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


@pytest.mark.parametrize(("start", "words", "why"), UNSAID)
def test_what_is_left_unsaid_is_told(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError) as refused:
        parsed_readings(Text(words), start)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "If you have Discarded this round Gain 1",
            "If you have Discarded a card this round, Gain 1 coin token",
        ),
        (
            "If you have not Trashed this round Gain 1",
            "If you have not Trashed a card this round, Gain 1 coin token",
        ),
        (
            "If you have Trashed 2+ cards this round Gain 1",
            "If you have Trashed 2+ cards this round, Gain 1 coin token",
        ),
        ("Discard all but 1", "Discard all but 1 card in your hand"),
        ("Discard all but 2", "Discard all but 2 cards in your hand"),
    ],
)
def test_it_is_said_back_in_english(words: str, said: str) -> None:
    (meaning,) = parsed_readings(Text(words), "effect")
    assert english(meaning) == said
