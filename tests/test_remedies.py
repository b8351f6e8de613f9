"""Remedies for wordings that are not understood never change the meaning."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.parsing import parsed_readings, understood
from moonflight_solo.wording.text import Text, WordingError

MEANT: list[tuple[Start, str]] = [
    ("line", "If not controlling 3+ coin tokens at all play “Bury”."),
    ("effect", "You might Trash 1"),
    ("effect", "Draw 1 instead"),
    ("effect", "If 2+ cards not in hand Draw 1"),
    ("effect", "Hand limit +3 also retain limit -1"),
    ("effect", "Disard 1 from Draw Deck"),
    ("effect", "Discard 1 form Draw Deck"),
    ("effect", "Gain 1 coin tokn"),
    ("effect", "Draw 1 for every singel card in hand"),
    ("line", "Shop to Purchase the highest costing card availble."),
    ("line", "Spend lowst cost card using character ability."),
    ("line", "Play the highst cost card in hand."),
    ("line", "Buy “Coins”."),
    ("line", "If an oponent has no cards in hand pass."),
    ("line", "Play “Bury” when no cards aer in hand."),
    ("effect", "Destroy 1 from hand"),
    ("effect", "Discard 1 from your discard pile"),
    ("reset_line", "Retian “Understand”."),
    ("effect", "Opponents cannot Draw cards of your suit until the Reset."),
]
LIGHT = set("a an the of card cards token tokens then in".split())  # noqa: SIM905
SAYS = {
    "buy": "shop to purchase",
    "destroy": "trash",
    "discard pile": "discard stack",
    "keep": "retain",
}


def weighty(words: str) -> Counter[str]:
    """Return the words that a remedy may not change: all but the light ones."""
    plain = words.lower()
    for synonym, said in SAYS.items():
        plain = re.sub(rf"\b{synonym}\b", said, plain)
    return Counter(word for word in re.findall(r"[\w+’']+", plain) if word not in LIGHT)


@pytest.mark.parametrize(("start", "words"), MEANT)
def test_every_remedy_is_accepted_and_says_the_same(start: Start, words: str) -> None:
    """Only a word that is no word of the game is replaced, by one it is a misspelling of."""
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), start)
    error = caught.value
    assert error.nearest or error.examples
    for remedy in error.nearest:
        said = remedy.strip('"')
        assert understood(Text(said), start), said
        lost, new = weighty(words) - weighty(said), weighty(said) - weighty(words)
        assert sum(new.values()) <= sum(lost.values()) <= 1, said
        assert lost.keys() <= {error.words.lower()}, said
    for example in error.examples:
        assert understood(Text(example), start), example


@pytest.mark.parametrize(
    ("words", "start", "said"),
    [
        ("Gаin 2 coin tokens.", "effect", 'write "Gain"'),
        ("Play «Call».", "line", "is not a quotation mark here"),
        ("Play “Call.", "line", "a quotation mark is missing"),
        ("Draw 1 “", "effect", "a quotation mark is missing"),
        ("Retain “Call”.", "line", "put the line under RESET"),
        ("Play “Call”.", "reset_line", "put the line under ACTION"),
        ("Discard “Waste”.", "reset_line", "only Moved"),
        ("Throw away 1 card from hand.", "effect", 'say "Discard" or "Trash"'),
        ("Get 2", "effect", 'say "Gain", "Draw" or "Purchase"'),
        ("Put a “Waste” from the market to hand", "effect", '"Put" is not understood: say "Move"'),
        ("Unless you have 5 cards in hand, Draw 1", "effect", 'say "exactly 5" or "5+"'),
        ("Play the highest cost card in hand and in play.", "line", 'both together say "or"'),
        ("Play all “Coin”s.", "line", 'a name takes no "s": write “Coin” cards'),
        ("If fewer cards than an opponent pass.", "line", "where to count"),
        ("If you do not have 3 coin tokens, Draw 1", "effect", 'say "exactly 3" or "3+"'),
    ],
)
def test_a_slip_is_named_for_what_it_is(words: str, start: Start, said: str) -> None:
    with pytest.raises(WordingError, match=re.escape(said)):
        parsed_readings(Text(words), start)


def test_a_capital_that_opens_a_sentence_is_not_taken_for_a_name() -> None:
    for words in ("Counter Target card", "Draw 1. Counter Target card"):
        with pytest.raises(WordingError) as caught:
            parsed_readings(Text(words), "effect")
        assert caught.value.words == "Counter"
        assert "name" not in str(caught.value)


@pytest.mark.parametrize(
    ("start", "words", "remedies"),
    [
        ("line", "If Call and Talk in hand pass.", ["If “Call” and “Talk” in hand pass."]),
        ("effect", "Trash 1 hand", ["Trash 1 from hand"]),
        ("effect", "Discard 2 Draw Deck", ["Discard 2 from Draw Deck"]),
        ("line", "If 6+ cards hand play “Call”.", ["If 6+ cards in hand play “Call”."]),
        ("effect", "Trash 1 from Draw Decks", ["Trash 1 from Draw Deck"]),
        ("line", "Buy “Coins”.", ["Shop to Purchase “Coins”."]),
        ("effect", "Exile 1 card from hand", ["Trash 1 card from hand"]),
        ("line", "Play Coin or Waste.", ["Play “Coin”/“Waste”."]),
        ("line", "Spend Waste using Grave Robber.", ["Spend “Waste” using “Grave Robber”."]),
        ("line", "If holding just one card, play it.", ["If holding exactly one card, play it."]),
        ("line", "If controlling 6+ tokens pass.", ["If controlling 6+ coin tokens pass."]),
        ("line", "If the Turn is near pass.", []),
    ],
)
def test_the_shortest_remedy_stands_alone(start: Start, words: str, remedies: list[str]) -> None:
    """Names are quoted and capitals kept; of remedies that mean the same one is shown."""
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), start)
    assert [each.strip('"') for each in caught.value.nearest] == remedies
    assert ("this is about" not in str(caught.value)) is bool(remedies)


def test_a_name_without_quotation_marks_is_written_with_them() -> None:
    with pytest.raises(WordingError, match="write “Shallow Grave”"):
        parsed_readings(Text("Play Shallow Grave."), "line")


@pytest.mark.parametrize(
    "words",
    [
        "Unset 1 card",
        "Stash 1 card",
        "Heal 1 card",
        "Redraw 1 card",
        "Improve 1 card",
        "Discard 1 unsettled card",
        "Display 1 card",
        "Discard 1 from land",
    ],
)
def test_another_word_is_not_taken_for_a_misspelling(words: str) -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), "effect")
    assert caught.value.nearest == ()


def test_what_differs_is_not_chosen_for_the_writer() -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text("Throw away 1 card from hand."), "effect")
    assert caught.value.nearest == ()


@pytest.mark.parametrize(
    ("start", "words", "said", "unsaid"),
    [
        ("line", "If opponents control no coin tokens pass.", "all opponents", "a opponents"),
        ("effect", "When you Draw from Discard Stack Draw 1", "Draw a card from", "the from"),
        ("line", "If opponent has 3+ cards in hand pass.", "If an opponent has", "a opponent"),
        ("line", "Play “Dig” targeting “Oeuvre” with Settled cards.", "for example", "a Settled"),
    ],
)
def test_a_remedy_is_english_and_read(start: Start, words: str, said: str, unsaid: str) -> None:
    with pytest.raises(WordingError) as error:
        parsed_readings(Text(words), start)
    assert said in str(error.value)
    assert unsaid not in str(error.value)
    for remedy in error.value.nearest:
        assert parsed_readings(Text(remedy.strip('"')), start)


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (
            "Opponents cannot Draw",
            "a player can be kept from Play, Purchase, Spend, Shop and Build",
        ),
        ("Your cards cost 1 less", "what cards cost to buy"),
        ("Draw 1 twice", "how often it is done"),
        ("If you would Set a card, Trash it would", "what is done instead"),
        ("At the next Reset but one Draw 1", "when it is done"),
    ],
)
def test_a_refusal_says_what_kind_of_thing_and_shows_two_that_are_read(
    words: str, kind: str
) -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), "effect")
    error = caught.value
    assert kind in error.problem
    assert len(error.examples) == 2
    assert all(understood(Text(example), "effect") for example in error.examples)


@pytest.mark.parametrize(
    ("start", "words", "end"),
    [
        ("line", "Buy a card.", 'Nearest understood: "Shop to Purchase a card."'),
        ("effect", "Buy 1 card", 'Nearest understood: "Purchase 1 card".'),
        ("line", "Spend 2 coins to draw.", '"Spend 1 coin token to Draw 1." and "'),
    ],
)
def test_a_message_ends_with_one_full_stop(start: Start, words: str, end: str) -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words), start)
    assert end in str(caught.value)
    assert not str(caught.value).endswith(('.".', ".”."))
    if words.endswith("draw."):
        assert caught.value.problem.startswith('"Spend 2 coins to draw." breaks off')
