"""Regression tests for mutants that no test killed (docs/mutants.md): parsing.

Below each sentence is what it is said back as, for each reading, or why it is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

TEXTS_READ = """
Discard 1 unless it is a “Waste”.
    Discard 1 card in your hand that is not "Waste"
Discard all cards on top of your Market Stacks
    Discard all cards on top of your Market Stacks
Draw 2. Discard any starter cards Drawn
    Draw the top 2 cards of your Draw Deck. Discard all starter cards of them
Gain 1 coin token for each empty Market Stack
    Gain 1 coin token per empty Market Stack
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
    the top card, or any of the Stack: say "on top of", or "Target"
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
    an opponent's card in another's place
Turn this card to your hand
    no such place for this card
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
    places of different owners in one phrase
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
    other than one such card or than all of them
"""


def rows(start: ast.Start, written: str) -> Iterator[tuple[ast.Start, str, str]]:
    """Yield each sentence with the text below it."""
    for each in re.split(r"\n(?! )", written.strip()):
        words, _, below = each.partition("\n")
        yield start, words, " ".join(below.split())


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
