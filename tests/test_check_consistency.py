"""Consistency of an AI card's wording: names, phrases, capitals."""

from __future__ import annotations

import pytest
from helpers import CLAY

from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.consistency import consistency_findings
from moonflight_solo.documents import parse_document
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings

Told = list[tuple[str, str, str]]


def card(*lines: str) -> AICard:
    numbered = "".join(f"  {number} – {line}\n" for number, line in enumerate(lines, 1))
    text = f"jack: {CLAY}\ncard: |\n  PRE TURN\n  ACTION\n{numbered}"
    return read_ai_card(parse_document(text, "own.yaml"), catalogue())


def told(*lines: str, beside: tuple[AICard, ...] = (), choice: str = "exactly") -> Told:
    rulings = printed_rulings().switch({"A-exact": choice})
    found = consistency_findings(card(*lines), beside, Basis(catalogue(), rulings))
    return [(each.code, each.line, each.words) for each in found]


@pytest.mark.parametrize(
    "name", ["Clay and Bones’", "Clay and Bones'", "Clay and Bones’s", "Clay and Bones"]
)
def test_a_possessive_is_no_other_name(name: str) -> None:
    assert told(f"Shop to Purchase a scoring card of Jack o’ {name} suit.", "Pass.") == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Shop to Purchase a scoring card of Jack O’ Clay and Bone’s suit.", "Clay and Bone’s"),
        ("Play “rise up”.", "rise up"),
        ("Spend 1 “Waste” card in hand using “Grave robber”.", "Grave robber"),
        ("If there is a card of Clays and Bones suit in play pass.", "Clays and Bones"),
    ],
)
def test_a_name_spelled_otherwise_is_told_of(line: str, words: str) -> None:
    assert told(line, "Pass.") == [("near-name", "pre-Turn 1", words)]


def test_a_name_is_told_of_once_a_line_and_below_another_too() -> None:
    lines = ("Play the highest cost card in hand.", "Play “Bury”/“bury”.")
    assert told(*lines) == [("near-name", "pre-Turn 2", "bury")]


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("6+ coin tokens in hand", "controlling 3+ coin tokens", "6+ coin tokens in hand"),
        ("4+ in hand", "6+ cards in hand", "4+ in hand"),
        ("fewer than 4 cards in hand", "at most 3 cards in hand", "fewer than 4 cards in hand"),
        ("“Bury” in hand", "hand contains “Waste”", "hand contains “Waste”"),
    ],
)
def test_one_meaning_in_two_wordings_is_told_of_in_either_order(
    one: str, other: str, words: str
) -> None:
    for lines in ((one, other), (other, one)):
        found = told(*(f"If {condition} pass" for condition in lines))
        assert [(code, said) for code, _, said in found] == [("two-wordings", words)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("If 4+ cards in hand pass", "If 6+ cards in the Draw Deck pass"),
        ("If 6 cards in hand pass", "If exactly 6 cards in hand pass"),
        (
            "If there is a “Bury” in the Trash Stack pass",
            "If there is a “Waste” in Trash Stack pass",
        ),
        ("If “Call” or “Talk” in hand pass", "If 2+ “Coin” in hand pass"),
        ("If any “Waste” cards in play pass", "If there is a “Coin” card in play pass"),
        ("If “Bury” or “Waste” in hand pass", "If “Rise Up” in hand pass"),
        ("Pass", "Pass."),
        ("Play “Bury”", "Play ”Bury”."),
    ],
)
def test_what_differs_in_meaning_or_in_nothing_is_not_told_of(one: str, other: str) -> None:
    assert told(one, other) == []


def test_the_printed_cards_are_compared_with_but_not_told_of() -> None:
    printed = load_ai_card(CLAY, catalogue())
    words = "If there is a card with score 1+ on top of Discard Stack pass"
    assert told(words) == []
    # Clay and Bones says "scoring" as well as "with score 1+", so both agree with the print.
    assert told(words, beside=(printed,)) == []
    other = load_ai_card("Words and Names", catalogue())
    assert told("If 4+ coin tokens in hand pass", beside=(printed, other)) == []
    assert told("If 4+ coin tokens in hand pass", beside=(other,)) == [
        ("two-wordings", "pre-Turn 1", "4+ coin tokens in hand")
    ]
    clear = "If there is a scoring card on top of Discard Stack pass"
    assert told(clear, beside=(printed,)) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("If “Bury” OR “Waste” in hand pass", "If “Bury” OR “Rise Up” in hand pass"), []),
        (
            (
                "If “Bury” or “Waste” in hand pass",
                "If “Bury” or “Rise Up” in hand pass",
                "If “Bury” in hand AND 3+ cards in Draw Deck pass",
            ),
            [("mixed-connectives", "pre-Turn 3", "AND")],
        ),
        # The "and" of a Jack's name, and those within a card's name, join nothing.
        (("If “Bury” OR “Waste” in hand Shop to Purchase a card of Clay and Bones’ suit",), []),
    ],
)
def test_capitals_that_change_are_told_of(lines: tuple[str, ...], expected: Told) -> None:
    assert told(*lines) == expected


def test_a_number_that_means_two_things_is_told_of() -> None:
    lines = ("If 6 cards in hand play “Bury”.", "Play a card scoring 1.")
    assert told(*lines) == []
    assert told(*lines, choice="at-least") == [
        ("one-wording-two-meanings", "pre-Turn 1", "6 cards in hand")
    ]
