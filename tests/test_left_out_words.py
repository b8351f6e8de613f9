"""What a number without a noun, or two places joined by "or", can stand for.

Below each sentence is what it is said back as, for each reading, or why it is refused.
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
If 2 scoring cards in hand or 1 in play pass.
    If 2 scoring cards in your hand or 1 scoring card in play, pass
If two “Waste” in hand and one in play pass.
    If 2 "Waste" cards in your hand and 1 "Waste" card in play, pass
If “Waste” is in hand or one is in play pass.
    If "Waste" in your hand or "Waste" in play, pass
If 2 in hand or 1 in play pass.
    If 2 cards in your hand or 1 card in play, pass
If an opponent has 2 scoring cards in hand or 1 in play pass.
    If an opponent has 2 scoring cards in their hand or an opponent has 1 scoring card in play, pass
If 2 scoring cards in hand or 1 starter in play pass.
    If 2 scoring cards in your hand or 1 starter card in play, pass
If “Call” in hand and 1 of your suit in play pass.
    If "Call" in your hand and 1 card of your suit in play, pass
If 2 scoring cards in hand or play or 1 in Discard Stack pass.
    If 2 scoring cards in your hand or 2 scoring cards in play or 1 scoring card in your
    Discard Stack, pass | If 2 scoring cards in your hand or play together or 1 scoring card in
    your Discard Stack, pass
If more cards in hand than in play or Discard Stack pass.
    If more cards in your hand than in play and more cards in your hand than in your Discard
    Stack, pass | If more cards in your hand than in play or more cards in your hand than in your
    Discard Stack, pass | If more cards in your hand than in play or your Discard Stack together,
    pass
If more cards in hand or play than in Discard Stack pass.
    If more cards in your hand or play together than in your Discard Stack, pass | If more cards
    in your hand than in your Discard Stack or more cards in play than in your Discard Stack, pass
If more cards in hand than in play and Discard Stack together pass.
    If more cards in your hand than in play or your Discard Stack together, pass
If an opponent has fewer cards in hand or play than you pass.
    If an opponent has fewer cards in their hand or play together than you, pass | If an opponent
    has fewer cards in their hand than you or an opponent has fewer cards in play than you, pass
If more cards in hand than in an opponent's hand or play pass.
    If an opponent has fewer cards in their hand or play together than in your hand, pass | If an
    opponent has fewer cards in their hand than you and has fewer cards in play than in your hand,
    pass | If an opponent has fewer cards in their hand than you or an opponent has fewer cards in
    play than in your hand, pass
Play “Bury” if 2 in hand or 1 in play.
    If 2 "Bury" cards in your hand or 1 "Bury" card in play, play "Bury" | If 2 cards in your hand
    or 1 card in play, play "Bury"
Play “Bury” if 4+ cards in hand and 2 in play.
    If 4+ cards in your hand and 2 cards in play, play "Bury"
If “Oeuvre” is not in play yet, play it.
    If no "Oeuvre" cards in play, play "Oeuvre"
If 3+ cards in either hand or play pass.
    If 3+ cards in your hand or 3+ cards in play, pass
If more scoring cards than starter cards in hand or play pass.
    If more scoring cards in your hand or play together than starter cards in your hand or play
    together, pass | If more scoring cards in your hand than starter cards in your hand or more
    scoring cards in play than starter cards in play, pass
If the number of cards in hand is more than the number of cards in play or Discard Stack pass.
    If more cards in your hand than in play or your Discard Stack together, pass
"""

LINES_REFUSED = """
If controlling 4 coin tokens or 2 in play pass.
    it does not say what is counted
If more scoring cards in hand than in play or 2 in Discard Stack pass.
    it does not say what is counted
If 2 scoring cards in hand or 1 costing 3+ in play pass.
    it does not say whether those cards or any: say "cards" after the number
If 2 scoring cards in hand or 1 other in play pass.
    it does not say whether those cards or any
If 2 scoring cards in hand or 1 of them in play pass.
    two words for the place
If “Bury” is in hand and “Oeuvre” is not in play, play it.
    it does not say which card is meant
If each opponent has 3+ cards in hand or play pass.
    it does not say whether in each of the places or in both "together"
If two or more opponents have more cards in hand or play than you pass.
    it does not say whether in each of the places or in both "together"
"""

TEXTS_READ = """
Discard 2 scoring cards from hand or 1 from play
    Choose one: Discard 2 scoring cards in your hand, or Discard 1 scoring card in play
Discard 2 scoring cards from hand or 1 card from play
    Choose one: Discard 2 scoring cards in your hand, or Discard 1 card in play
Trash 2 “Waste” cards from hand and 1 from play
    Trash 2 "Waste" cards in your hand. Trash 1 "Waste" card in play
Trash the highest cost card in hand or 1 in play
    Choose one: Trash 1 highest cost card in your hand, or Trash 1 card in play
Choose two: Draw 1; Gain 1 coin token; Discard 1
    Choose one: Draw the top card of your Draw Deck and Gain 1 coin token, or Draw the top card of
    your Draw Deck and Discard 1 card in your hand, or Gain 1 coin token and Discard 1 card in
    your hand
If you have twice as many cards in hand as in play Draw 1
    If at least twice as many cards in your hand as in play, Draw the top card of your Draw Deck |
    If exactly twice as many cards in your hand as in play, Draw the top card of your Draw Deck
Each opponent with more cards in hand and play together than you Discards 1
    Each opponent with more cards in their hand or play together than you Discards 1 card in their
    hand
"""

TEXTS_REFUSED = """
Choose two: Draw 1, or Gain 1 coin token
    it does not say how many of these: all, or none
Discard all but 2 scoring cards
    it does not say whether all of these but some or all cards but some of these
Trash 1 scoring card from hand and 2 from Discard Stack
    it does not say whether the top card or any
Draw 1 Target card in Discard Stack or 1 in Trash Stack
    it does not say whether these are chosen in the same way: say it of both
Discard 1 scoring card from hand or 1 costing 3+ from play
    it does not say whether those cards or any
Each opponent with more cards in hand or play than you Discards 1
    it does not say whether in each of the places or in both "together"
"""


@pytest.mark.parametrize(
    ("start", "words", "meant"), [*rows("line", LINES_READ), *rows("effect", TEXTS_READ)]
)
def test_what_is_left_out_is_read_as(start: ast.Start, words: str, meant: str) -> None:
    found = [english(each) for each in parsed_readings(Text(words), start)]
    assert sorted(found) == sorted(meant.split(" | "))
    for said in found:
        assert [english(each) for each in parsed_readings(Text(said), start)] == [said]


@pytest.mark.parametrize(
    ("start", "words", "why"), [*rows("line", LINES_REFUSED), *rows("effect", TEXTS_REFUSED)]
)
def test_what_is_left_out_is_asked_for(start: ast.Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=re.escape(why)):
        parsed_readings(Text(words), start)
