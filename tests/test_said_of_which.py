"""What may be said of one number, card, place or opponent, or of two.

Below each sentence is what it is said back as, or why it is refused.
"""

from __future__ import annotations

import re

import pytest
from helpers import rows

from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

LINES_READ = """
If “Coin” and “Waste” in an opponent's Discard Stack pass.
    If an opponent has a "Coin" card in their Discard Stack and a "Waste" card in their Discard
    Stack, pass
If “Coin” but not “Waste” in an opponent's Discard Stack pass.
    If an opponent has a "Coin" card in their Discard Stack and no "Waste" cards in their Discard
    Stack, pass
If an opponent's Discard Stack has neither “Coin” nor “Waste” pass.
    If an opponent has no "Coin" cards in their Discard Stack and no "Waste" cards in their Discard
    Stack, pass
If “Coin” is not in an opponent's Discard Stack pass.
    If no opponent has a "Coin" card in their Discard Stack, pass
If an opponent's Discard Stack has no scoring cards pass.
    If an opponent has no scoring cards in their Discard Stack, pass
If at least 2 scoring cards and at least one starter card in hand pass.
    If 2+ scoring cards in your hand and there is a starter card in your hand, pass
If at least 3 cards in hand and you have 2 coin tokens pass.
    If 3+ cards in your hand and controlling 2 coin tokens, pass
If hand holds at least two but no more than five cards pass.
    If 2-5 cards in your hand, pass
If 3 cards are in hand and 2 in play score pass.
    If 3 cards in your hand and 2 scoring cards in play, pass
If 3 cards in hand and a card in play scores pass.
    If 3 cards in your hand and there is a scoring card in play, pass
If the top card of Discard Stack is neither a starter card nor a scoring card pass.
    If there is a non-starter non-scoring card on top of your Discard Stack, pass
If “Call” is not in hand and is not in Discard Stack pass.
    If no "Call" cards in your hand or your Discard Stack, pass
If the number of cards in hand is not more than 3 pass.
    If at most 3 cards in your hand, pass
If not every opponent has Passed pass.
    If an opponent has not Passed, pass
Unless each opponent has 3+ cards in hand pass.
    If an opponent has at most 2 cards in their hand, pass
If not all of your cards in hand score pass.
    If not all cards in your hand are scoring cards, pass
If your hand has fewer scoring than non-scoring cards pass.
    If fewer scoring cards in your hand than non-scoring cards in your hand, pass
If “Call” in hand, “Talk” in play, and 3+ coin tokens, pass.
    If "Call" in your hand and "Talk" in play and controlling 3+ coin tokens, pass
If “Call” in hand, “Talk” in play or 3+ coin tokens, pass.
    If "Call" in your hand or "Talk" in play or controlling 3+ coin tokens, pass
If “Call” is not in play, you have no coin tokens and an opponent has 3+ cards in hand, pass.
    If no "Call" cards in play and you control no coin tokens and an opponent has 3+ cards in their
    hand, pass
If “Call”, “Talk” and 3+ scoring cards in hand, pass.
    If "Call" in your hand and "Talk" in your hand and 3+ scoring cards in your hand, pass
If “Dig” in hand or “Call” in hand shop to Purchase a card with score 2+.
    If "Dig" in your hand or "Call" in your hand, shop to Purchase a card with score 2+
If 3 cards in hand or 2 in play play 1 card in hand that scores.
    If 3 cards in your hand or 2 cards in play, play 1 scoring card in your hand
If there are 3 cards in hand and 2 in play score pass.
    If 3 cards in your hand and 2 scoring cards in play, pass
If “Call” in hand and “Talk” in play scores pass.
    If "Call" in your hand and there is a scoring "Talk" card in play, pass
If at most 3 cards in hand and there are 2 in play pass.
    If at most 3 cards in your hand and there are 2 cards in play, pass
If the number of cards in hand is at least 3 and 2 cards in play score pass.
    If 3+ cards in your hand and 2 scoring cards in play, pass
If “Call” and “Talk” in hand score pass.
    If there is a scoring "Call" card in your hand and there is a scoring "Talk" card in your hand,
    pass
"""

LINES_REFUSED = """
If no scoring card is on top of an opponent's Discard Stack pass.
    it does not say whether one opponent has none or no opponent has any
If neither “Coin” nor “Waste” is in an opponent's Discard Stack pass.
    it does not say whether one opponent has none or no opponent has any
If there isn't a scoring card on top of an opponent's Trash Stack pass.
    it does not say whether one opponent has none or no opponent has any
If at least two scoring cards or one starter card in hand pass.
    applies to 1 too
If no more than 3 cards in hand and 2 coin tokens pass.
    applies to 2 too
If the number of cards in hand is even pass.
    whether a number is even or odd is not asked
If each opponent has 3+ cards in hand or “Coin” in hand pass.
    it does not say whose it is
If at least 3 cards in hand, 2 in play and 1 in Discard Stack pass.
    applies to 2 too
If “Call” in hand, 3+ coin tokens, pass.
    "," does not follow here
If 3 cards in hand, 2 in play and 1 in Discard Stack score pass.
    it does not say whether this is said of the cards before too
If 3 cards in hand and 2 in play score pass.
    it does not say whether this is said of the cards before too
If no card in hand and none in play scores pass.
    it does not say whether this is said of the cards before too
If “Call” in hand and “Talk” in play cost 3 pass.
    it does not say whether this is said of the cards before too
If 2+ cards Settled on every “Oeuvre” pass.
    it does not say whether that many lie on each of them
If no more than 2 cards in Discard Stack or 1 in play pass.
    applies to 1 too
If 3 cards in hand or play and 2 in Discard Stack score pass.
    it does not say whether this is said of the cards before too
If 3 cards in hand or 2 in play are “Coin” pass.
    it does not say whether this is said of the cards before too
"""

TEXTS_READ = """
Target player Discards 1. That player Draws 1
    Target player Discards 1 card in their hand. They Draw the top card of their Draw Deck
Target player Discards 1. Target player Draws 1
    Target player Discards 1 card in their hand. Target player Draws the top card of their Draw Deck
Spend 1 coin token or 2 cards to Draw 1
    Spend 1 coin token to Draw the top card of your Draw Deck. Spend 2 cards to Draw the top card of
    your Draw Deck
Discard 2. If exactly one of them scores, Draw 1
    Discard 2 cards in your hand. If exactly 1 scoring card moved this way, Draw the top card of
    your Draw Deck
Trash 1 from hand. Gain 1 coin token. Draw 1 Target card in Discard Stack costing more than it
    Trash 1 card in your hand. Gain 1 coin token. Draw 1 Target card costing more than it in your
    Discard Stack
Spend 1 card to Draw 1 Target card in Discard Stack costing more than it
    Spend 1 card to Draw 1 Target card costing more than it in your Discard Stack
If at least 2 cards in hand Draw 1 and Discard 2
    If 2+ cards in your hand, Draw the top card of your Draw Deck and Discard 2 cards in your hand
If 2 cards in hand or 3 in play Trash 1 Target card in Discard Stack that scores
    If 2 cards in your hand or 3 cards in play, Trash 1 Target scoring card in your Discard Stack
Reveal the top card of your Draw Deck. Draw it. Draw another
    Reveal the top card of your Draw Deck. Draw the top card of your Draw Deck. Draw the top card of
    your Draw Deck
Trash the 2 highest cost cards in hand that are not scoring cards
    Trash 2 highest cost non-scoring cards in your hand
Discard 2. If neither is a “Coin”, Draw 1
    Discard 2 cards in your hand. If no "Coin" cards moved this way, Draw the top card of your Draw
    Deck
Name a card. Each other player Discards 1
    Name a card. Each opponent Discards 1 card in their hand
Move 1 of Target Trash Stack to its Discard Stack
    Move the top card of Target Trash Stack to its Discard Stack
"""

TEXTS_REFUSED = """
Spend 1 card and 1 coin token or 2 cards to Draw 1
    make a sentence of each way to pay
Spend 2 cards or 1 card and 1 coin token to Draw 1
    make a sentence of each way to pay
Discard 2. If one of them scores, Draw 1
    it does not say whether both may be
Reveal the top card of your Draw Deck. If it scores, Draw another
    one other than this card or than that card
Name a card. Trash all other cards in your hand
    it does not say whether other than this card or than the named one
Draw 2, then Discard one
    it does not say whether one of those or any card
Discard the other card in hand
    it does not say other than which card
Trash the two highest cost cards in hand except those that score
    it does not say whether these are left out before or after counting
Trash up to 2 from hand. Draw 1 Target card in Discard Stack costing more than it
    it does not say which card is meant
Reveal the top card of your Draw Deck. Draw 1 Target card in Discard Stack costing more than it
    it does not say which card is meant
Draw 1 Target card in Discard Stack costing more than it
    it does not say which card is meant
Discard the top 2 cards of its Draw Deck
    it does not say whose place is meant
"""

RESET_REFUSED = """
Move “Bury” to an opponent's Market Stack.
    Market Stacks go by suit
"""


@pytest.mark.parametrize(
    ("start", "words", "meant"), [*rows("line", LINES_READ), *rows("effect", TEXTS_READ)]
)
def test_it_is_said_of(start: ast.Start, words: str, meant: str) -> None:
    assert [english(each) for each in parsed_readings(Text(words), start)] == [meant]


@pytest.mark.parametrize(
    ("start", "words", "why"),
    [
        *rows("line", LINES_REFUSED),
        *rows("effect", TEXTS_REFUSED),
        *rows("reset_line", RESET_REFUSED),
    ],
)
def test_of_which_it_is_said_is_asked(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=re.escape(why)):
        parsed_readings(Text(words), start)
