"""Sentences whose words do not agree are refused, with what to write; none that is printed is."""

from __future__ import annotations

import pytest

from moonflight_solo.wording import lock
from moonflight_solo.wording.agreement import mismatch
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


@pytest.mark.parametrize(
    ("words", "fault", "advice"),
    [
        ("If there is a “Waste” are in Trash Stack, pass.", "are", "two verbs"),
        ("If a Market Stacks of your suit are empty, pass.", "a Market Stacks", '"stack"'),
        ("If a scoring cards in hand, pass.", "a scoring cards", '"card"'),
        ("If 2 or fewer card in hand, pass.", "fewer card", '"cards"'),
        ("If the highest cost in hand are “Bury”, pass.", "are", '"is"'),
        ("If there is no cards in hand, pass.", "is", '"are"'),
        ("If exactly 5 “Call” in hand scores, pass.", "scores", '"score"'),
        ("If you is First Player, pass.", "is", '"are"'),
        ("If an opponent have 3+ cards in hand, pass.", "have", '"has"'),
        ("If any player has Discarded a this round, pass.", "a", '"a card"'),
        ("If 6 cards in hand play card.", "card", '"a card"'),
        ("If there are cards of Stack or Trash Stack, pass.", "Stack", '"Discard Stack"'),
        ("If a opponent has 3+ cards in hand, pass.", "a", '"an"'),
        ("If Draw Deck and Draw Deck together hold 3+ cards, pass.", "and", "named twice"),
        ("If there is a “Waste” in hand or in your hand, pass.", "or", "named twice"),
    ],
)
def test_words_that_do_not_agree_are_refused(words: str, fault: str, advice: str) -> None:
    with pytest.raises(WordingError) as refused:
        parsed_readings(Text(words), "line")
    assert refused.value.words == fault
    assert advice in refused.value.problem


def test_printed_texts_and_what_they_are_said_to_mean_agree() -> None:
    locked = {**lock.lock_of(lock.LOCK_OF_PRINT), **lock.lock_of(lock.LOCK_OF_EXAMPLES)}
    assert len(locked) > 1_000
    assert [words for _, words in locked if mismatch(words)] == []


@pytest.mark.parametrize("words", ["control", "hold"])
def test_only_have_makes_the_perfect(words: str) -> None:
    with pytest.raises(WordingError, match="does not follow here"):
        parsed_readings(Text(f"If you {words} not Shopped this round, pass."), "line")
    assert parsed_readings(Text("If you have not Shopped this round, pass."), "line")


def test_places_and_verbs_of_their_own_are_not_taken_for_these_slips() -> None:
    for words in (
        "If 5+ scoring cards in hand or hand contains “Dig” pass.",
        "If Draw Deck and Discard Stack together hold 3+ cards, pass.",
        "Play cards until hand is empty.",
    ):
        assert mismatch(words) is None
        assert parsed_readings(Text(words), "line")
    assert mismatch("Whenever you draw the gain a coin") is not None


def test_a_verb_at_the_beginning_has_no_word_before_it() -> None:
    """It is not compared with the last word of the sentence, as if that stood before it."""
    assert mismatch("has a card for you") is None
