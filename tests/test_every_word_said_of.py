"""Words that were once read past, or as said of the wrong cards, players or numbers.

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
If 2 scoring cards in hand or 3+ in play pass.
    If 2 scoring cards in your hand or 3+ scoring cards in play, pass
If no starter cards in hand and 2+ in play pass.
    If no starter cards in your hand and 2+ starter cards in play, pass
If a “Waste” in hand and 2+ in Discard Stack pass.
    If "Waste" in your hand and 2+ "Waste" cards in your Discard Stack, pass
If “Call” in hand but only one pass.
    If "Call" in your hand and exactly 1 "Call" card in your hand, pass
If “Call” in hand and one in play pass.
    If "Call" in your hand and "Call" in play, pass
If at least 2 scoring cards in hand and no more than 5 pass.
    If 2+ scoring cards in your hand and at most 5 scoring cards in your hand, pass
If “Bury” is in hand or “Rise Up” is in play, but not both, pass.
    If ("Bury" in your hand or "Rise Up" in play) and (no "Bury" cards in your hand or no "Rise Up"
    cards in play), pass
If 3+ cards in hand or Draw Deck is empty, but not both, pass.
    If (3+ cards in your hand or no cards in your Draw Deck) and (at most 2 cards in your hand or
    1+ cards in your Draw Deck), pass
Play the highest cost card in hand, if tied the lowest scoring card.
    Play the highest cost card in your hand breaking ties by lowest scoring
Play the highest cost card before the Turn in hand.
    Play the highest cost card before the Turn in your hand
If at most 3 cards in play and 1 of them scores, pass.
    If at most 3 cards in play and there is 1 scoring card in play, pass
If “Lesson” in play with no cards Settled on it pass.
    If "Lesson" in play with no cards Settled on it, pass
If “Coin” is not in hand or “Waste” is in play pass.
    If no "Coin" cards in your hand or there is "Waste" in play, pass
If no scoring card in hand or a “Coin” in play pass.
    If no scoring cards in your hand or there is "Coin" in play, pass
If “Coin” is not in hand and “Waste” in play pass.
    If no "Coin" cards in your hand and "Waste" in play, pass
If a card in hand does not score but costs 3+ pass.
    If there is a non-scoring card with cost 3+ in your hand, pass
If a card in hand does not score and costs 3+ pass.
    If there is a non-scoring card with cost 3+ in your hand, pass
If all cards in hand are non-scoring cards pass.
    If all cards in your hand are non-scoring cards, pass
Play a card with no score and with Stability.
    Play a non-scoring card with stability 1+
If fewer than 4 cards in hand and play together pass.
    If at most 3 cards in your hand or play together, pass
If an opponent has 3+ cards in hand and their Draw Deck is empty pass.
    If an opponent has 3+ cards in their hand and no cards in their Draw Deck, pass
If no card in hand costs 3 or 5 pass.
    If no cards with cost exactly 3 in your hand and no cards with cost exactly 5 in your hand, pass
If a card in hand costs 3 or 4 pass.
    If there is a card with cost 3-4 in your hand, pass
If 3+ cards in hand, at least one of which costs 4+, pass.
    If 3+ cards in your hand and there is a card with cost 4+ in your hand, pass
If “Call” or “Talk” but not both in hand play it.
    If ("Call" in your hand or "Talk" in your hand) and (no "Call" cards in your hand or no "Talk"
    cards in your hand), play "Call" card in your hand/"Talk" card in your hand
If each card in play has a card Settled on it pass.
    If no cards in play with no cards Settled on it, pass
If not every “Oeuvre” in play has a card Settled on it pass.
    If "Oeuvre" in play with no cards Settled on it, pass
If “Call” or “Talk” in hand play the highest cost one.
    If "Call" in your hand or "Talk" in your hand, play the highest cost "Call" or "Talk" card in
    your hand
If 2+ scoring cards in hand play the lowest cost one.
    If 2+ scoring cards in your hand, play the lowest cost scoring card in your hand
Play the highest cost card in hand; if tied, the lowest scoring one.
    Play the highest cost card in your hand breaking ties by lowest scoring
If 2+ “Waste” in hand spend 1 of them using “Grave Robber”.
    If 2+ "Waste" cards in your hand, spend "Waste" card in your hand using "Grave Robber"
If 3+ cards in hand spend 1 using “Grave Robber”.
    If 3+ cards in your hand, spend 1 card using "Grave Robber"
If you cannot afford a scoring card pass.
    If no scoring card is available, pass
"""

LINES_REFUSED = """
If “Call” in hand and 5+ in hand pass.
    whether those cards or any
If “Call” in hand and 2+ in play pass.
    whether those cards or any
If a scoring card in hand and 3+ in hand pass.
    whether those cards or any
If a card in hand costs 3+ and 2+ in play pass.
    whether those cards or any
If a card in hand costs 3+ and at most 5 pass.
    whether those cards or any
If the top card of Discard Stack scores and 2+ in play pass.
    whether those cards or any
If there is a scoring card on top of Discard Stack or 2+ in play pass.
    whether those cards or any
If the highest cost card in hand scores and 2+ in play pass.
    whether those cards or any
If you have Played a “Coin” this round and 2+ in play pass.
    whether those cards or any
If Draw Deck is empty and no “Coin” pass.
    it does not say where: the place before is empty
If no cards in hand and none score pass.
    it does not say where: the place before is empty
If no scoring cards in hand and one of them costs 3 pass.
    it does not say which cards are meant
If “Coin” in hand, “Waste” in hand or Draw Deck is empty, but not both, pass.
    it does not say which two “both” refers to
If an opponent holds fewer cards Drawn than you pass.
    the cards just moved are counted, not compared
If the top card of the Trash Stack is a card for each of your suit pass.
    "per" needs something done
If a card in play has no card Settled on this card pass.
    "this" does not follow here
Play “Dig” before the Turn.
    and "after the Turn" need a cost, score or Stability
Shop to Purchase a card of your suit after the Turn.
    and "after the Turn" need a cost, score or Stability
Play the highest cost card in hand, if tied the lowest cost.
    cards that are tied have the same cost
Play the highest cost card in hand, if tied the lowest score, then the highest score.
    cards that are tied have the same score
Play the highest cost card in hand. If tied, play the highest cost one with the lowest score.
    two words for the extreme
Shop to Purchase from the Market Stack with the fewest cards with the most cards.
    fewest and most exclude each other
Build to Set the highest scoring cards to top “Wake The Dead”.
    it does not say the top of what
Spend top 2 highest cost cards using “Take Us With You”.
    it does not say the top of what
If you do not have 3+ cards in hand or 2+ in play pass.
    whether “not” or “no” goes with what follows too
If you do not have “Coin” in hand and “Waste” in play pass.
    whether “not” or “no” goes with what follows too
If “Coin” is not in hand or “Waste” in play pass.
    whether “not” or “no” goes with what follows too
If hand does not contain “Coin” or “Waste” in play pass.
    whether “not” or “no” goes with what follows too
If no scoring card in hand or “Coin” in play pass.
    whether “not” or “no” goes with what follows too
If a card in hand does not score or cost 3+ pass.
    whether “not” or “no” goes with what follows too
Play a card with no score and Stability.
    whether “not” or “no” goes with what follows too
If all cards in hand do not score pass.
    whether none of them or not all of them
If every card in hand is not “Coin” pass.
    whether none of them or not all of them
If fewer than 4 cards in Draw Deck together pass.
    "together" needs more than one place or name
Play the lowest cost card together that is not “Waste”.
    "together" needs more than one place or name
Do not shop if Draw Deck is empty; otherwise play a scoring card.
    it does not say when the one is done and when the other
If you have 3+ cards in hand and their Draw Deck is empty pass.
    it does not say whose place is meant
If 2 cards in hand cost 3 or 5 pass.
    it does not say which of them are the one and which the other
If an opponent has Passed play the highest cost one.
    it does not say which card is meant
If 2+ “Waste” in hand spend 1 using “Grave Robber”.
    it does not say whether those cards or any
If a scoring card in hand build to Set all to “Oeuvre”.
    it does not say whether those cards or any
Shop to Purchase a card of your suit of any suit.
    "suit" does not follow here
"""

TEXTS_READ = """
Shuffle your hand into your Draw Deck and Draw that many cards
    Shuffle your hand into your Draw Deck. Draw that many cards from your Draw Deck
Discard 2. If you Discarded a scoring card, Draw 1
    Discard 2 cards in your hand. If there is a scoring card moved this way, Draw the top card of
    your Draw Deck
Gain 2 coin tokens. Draw 1 for each
    Gain 2 coin tokens. Draw that many cards from your Draw Deck
Draw 2, then Discard 1. Trash it
    Draw the top 2 cards of your Draw Deck. Discard 1 card in your hand. Trash it
Draw 1. If it costs 3 or more, Discard it; otherwise Trash it
    Draw the top card of your Draw Deck. If there is a card with cost 3+ moved this way, Discard it,
    if not, if there is a card moved this way, Trash it
Discard 2. Trash 1 of them
    Discard 2 cards in your hand. Trash 1 card of them
Discard 1. You may put it on top of your Draw Deck. If you do, Draw 1
    Discard 1 card in your hand. You may Move it to your Draw Deck. If you do, Draw the top card of
    your Draw Deck
Discard 1. Trash it. Gain coin tokens equal to its cost
    Discard 1 card in your hand. Trash it. Gain coin tokens equal to its cost
Look at the top 2 cards of your Draw Deck. Draw 1 of them. Discard the other
    Look at the top 2 cards of your Draw Deck. Draw 1 card of them. Discard the rest
Look at the top 3 cards of your Draw Deck. Draw 1 of them. Discard the other cards
    Look at the top 3 cards of your Draw Deck. Draw 1 card of them. Discard the rest
Discard 2 of your choice
    Discard 2 cards in your hand
Draw the top 2
    Draw the top 2 cards of your Draw Deck
Discard a card in play with a card Settled on it
    Discard 1 card in play with a card Settled on it
Trash 1 scoring card or 2
    Choose one: Trash 1 scoring card in your hand or play, or Trash 2 scoring cards in your hand or
    play
Draw 1. Discard 1. If you have 5+ cards in hand, Discard 2 instead
    Draw the top card of your Draw Deck. If 5+ cards in your hand, Discard 2 cards in your hand, if
    not, Discard 1 card in your hand
Draw 1. If you have 5+ cards in hand, Gain 2 coin tokens instead
    If 5+ cards in your hand, Gain 2 coin tokens, if not, Draw the top card of your Draw Deck
Draw 1, and if it scores, Discard it
    Draw the top card of your Draw Deck. If there is a scoring card moved this way, Discard it
If 2+ “Waste” in hand, Trash all of them
    If 2+ "Waste" cards in your hand, Trash all "Waste" cards in your hand
If 3+ cards in hand, Discard all
    If 3+ cards in your hand, Discard your hand
If you have 3+ cards in hand, each opponent Discards 1 and you Draw 1
    If 3+ cards in your hand, each opponent Discards 1 card in their hand and you Draw the top card
    of your Draw Deck
Each opponent Discards 1 card of Clay and Bones' suit
    Each opponent Discards 1 card of Jack o' Clay and Bones' suit in their hand
Each opponent with a card of your suit in hand Discards 1
    Each opponent with a card of your suit in their hand Discards 1 card in their hand
Each opponent Discards 1 and Hand limit +1
    Each opponent Discards 1 card in their hand. Hand limit +1
Look at the top card of Target player's Draw Deck. Discard it or put it back
    Look at the top card of Target Draw Deck. Choose one: Discard the top card of their Draw Deck,
    or Move the top card of their Draw Deck to their Draw Deck
Look at the top card of your Draw Deck. Discard it or put it back
    Look at the top card of your Draw Deck. Choose one: Discard the top card of your Draw Deck, or
    Move the top card of your Draw Deck to your Draw Deck
Draw 1 Target card in Draw Deck, then shuffle it
    Draw 1 Target card in your Draw Deck. Shuffle your Draw Deck
If you haven't Purchased anything this round, Draw 2
    If you have not Purchased a card this round, Draw the top 2 cards of your Draw Deck
All players Discard their hands. You then Draw 1 for each card Discarded
    Each player Discards their hand. Draw that many cards from your Draw Deck
If you have 3+ cards in hand, each opponent with no cards in hand Draws 1 and you Draw 1
    If 3+ cards in your hand, each opponent with no cards in their hand Draws the top card of their
    Draw Deck and you Draw the top card of your Draw Deck
"""

TEXTS_REFUSED = """
Each opponent Discards 1. If you Discarded a scoring card, Draw 1
    nothing before says that you did this
Target player Discards 2. If you did not Discard a “Waste”, Draw 1
    nothing before says that you did this
Gain 2 coin tokens. Draw 1 for each card Discarded
    nothing before says what was done this way
Shuffle your hand into your Draw Deck. Draw 1 for each card Discarded this way
    nothing before says what was done this way
Gain 2 coin tokens and Draw 1. Discard that many
    it does not say how many of the cards that were moved
Draw 2, then Discard 1. Trash 1 of them
    it does not say which cards are meant
Trash 1 from hand, then Draw 1. Trash 1 of them
    it does not say which cards are meant
When you Discard a card, Draw 1, then Discard 1 of them
    it does not say which cards are meant
Trash 1 from hand, then Draw 1. Gain coin tokens equal to its cost
    it does not say which card is meant
When you Gain coin tokens, Gain coin tokens equal to its cost
    nothing before says what was done this way
Look at the top 3 cards of your Draw Deck. Discard it
    it does not say which card is meant
Reveal the top 3 cards of your Draw Deck. Draw 1 of them. Discard it
    it does not say which card is meant
Look at the top 3 cards of your Draw Deck. Draw 1 of them. Discard the other
    that is not all that is left: say "the others"
Draw 1 of your choice
    there is nothing to choose
Trash all cards of your choice in hand
    there is nothing to choose
Trash top 1 from hand
    only a Stack or Deck has a top
Discard the top 2
    only a Stack or Deck has a top
Discard a card in play with a card Settled on this card
    "this" does not follow here
Gain twice as many coin tokens as there are cards for each in play
    it is unclear what “for each” refers to
Spend 1 starter card for each to Trash 1 starter card
    it is unclear what “for each” refers to
Draw 1 for each per “Coin” in play
    the words after "per" already describe what is counted
Trash a card costing 3 or 5
    whether that is a number of cards or of what they measure
Discard 1 card scoring 1 and 2
    whether that is a number of cards or of what they measure
Purchase 1 card costing 4 or less or 2
    whether that is a number of cards or of what they measure
Discard 2 cards that do not score and cost 3+
    whether “not” or “no” goes with what follows too
Draw 1 and Discard 1. If you have 5+ cards in hand, Draw 2 instead
    it does not say which of the instructions before this replaces
Gain 1 coin token. Draw 1. If you have 5+ cards in hand, Trash 1 from hand instead
    it does not say which of the instructions before this replaces
While this card has 2+ cards Settled on it, Draw 2
    "has" does not follow here
Discard 1. Trash 1 from hand. Draw 1 for each card Discarded this way
    only the last deed can be referred to
Discard 2, then Draw 1. If you Discarded a scoring card, Draw 1
    only the last deed can be referred to
If 2+ “Waste” in hand, Trash all
    it does not say whether those cards or any
Draw 3. Discard all
    it does not say whether those cards or any
Discard 2 from Draw Deck. Draw all
    it does not say whether those cards or any
Draw the top 2 Target cards in Discard Stack
    a Target card is any of the Stack
Opponents cannot Purchase all scoring cards
    it does not say whether none of them or not all of them
Each opponent Discards 1 and Draw 1
    it does not say who does it
Target player Draws 1, then Gain 1 coin token
    it does not say who does it
Each opponent Discards 1 card of an opponent's suit
    it does not say whose opponent's suit is meant
Each opponent Loses 1 coin token per card of an opponent's suit in play in front of them
    it does not say whose opponent's suit is meant
Each opponent Trashes 1 from an opponent's Discard Stack
    it does not say whose opponent is meant
Target player Loses 1 coin token per card in an opponent's hand
    it does not say whose opponent is meant
Trash 1 Target card in Target player's Draw Deck, then shuffle it
    "it" does not follow here
Draw 1 Target card in Discard Stack, then shuffle it
    "it" does not follow here
Each opponent Discards 2. Gain 1 coin token for each card you Discarded this way
    "way" does not follow here
"""


@pytest.mark.parametrize(
    ("start", "words", "meant"), [*rows("line", LINES_READ), *rows("effect", TEXTS_READ)]
)
def test_every_word_is_read(start: ast.Start, words: str, meant: str) -> None:
    assert [english(each) for each in parsed_readings(Text(words), start)] == [meant]


@pytest.mark.parametrize(
    ("start", "words", "why"), [*rows("line", LINES_REFUSED), *rows("effect", TEXTS_REFUSED)]
)
def test_a_word_that_would_be_lost_is_told_of(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=re.escape(why)):
        parsed_readings(Text(words), start)
