"""The displayed vocabulary: an example of everything the grammar parses."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from moonflight_solo.cli import main
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.disambiguation import read_as
from moonflight_solo.wording.earley import grammar
from moonflight_solo.wording.english import english
from moonflight_solo.wording.examples import LeftOut, left_out, wordings
from moonflight_solo.wording.parsing import _every_example, parsed_readings, understood
from moonflight_solo.wording.text import Text

TWOFOLD: list[tuple[Start, str]] = [
    ("line", "Shop to Purchase “Bury” if fewer than 2 in Discard Stack."),
    ("line", "If “Call” or “Talk” not in hand play “Oeuvre”."),
    ("line", "If you do not have “Call” and “Talk” in hand play “Oeuvre”."),
]
"""Understood, but always ambiguous: neither of two or not both."""
EXAMPLES = [(section.start, words) for section in wordings() for words in section.examples]


@pytest.mark.parametrize(("start", "words"), TWOFOLD)
def test_what_print_leaves_open_is_two_readings(start: Start, words: str) -> None:
    assert len(parsed_readings(Text(words), start)) == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("a “Bury” is available", 'a "Bury" card is available'),
        ("not all Market Stacks are empty", "not all Market Stacks are empty"),
        ("total score of hand is 2", "the total score in your hand is exactly 2"),
        (
            "there is no “Bury” or “Waste” in hand",
            'no "Bury" cards in your hand and no "Waste" cards in your hand',
        ),
        (
            "an opponent has 3+ cards in hand and 2+ cards in Draw Deck",
            "an opponent has 3+ cards in their hand and 2+ cards in their Draw Deck",
        ),
    ],
)
def test_what_is_counted_is_said_to_the_number(words: str, says: str) -> None:
    (meaning,) = parsed_readings(Text(f"If {words} pass"), "line")
    assert english(meaning) == f"If {says}, pass"
    assert parsed_readings(Text(english(meaning)), "line") == (meaning,)


def test_the_opposite_of_more_is_at_most_as_many() -> None:
    (meaning,) = parsed_readings(
        Text("Unless there are more cards in hand than in Draw Deck pass"), "line"
    )
    assert english(meaning) == "If at most as many cards in your hand as in your Draw Deck, pass"


@pytest.mark.parametrize("each", left_out(), ids=lambda each: each.words)
def test_what_is_said_to_be_left_out_is_refused(each: LeftOut) -> None:
    assert understood(Text(each.words), each.start) == ()


@pytest.mark.slow
def test_everything_the_grammar_reads_has_an_example() -> None:
    seen: set[str] = set()
    for start, words in [*EXAMPLES, *TWOFOLD]:
        for tree in grammar().parse(Text(words), start):
            seen.update(str(each.data) for each in tree.iter_subtrees())
    called = {rule.name for rule in grammar().rules if not rule.few}
    assert {name for name in called if not name.startswith("_")} - seen == set()


def test_every_word_of_the_vocabulary_has_an_example() -> None:
    """Each terminal is matched by a word of some example, so that none is a secret."""
    import re

    words = {
        match[0]
        for _, example in EXAMPLES
        for match in re.finditer(r"[“\"][^”\"]+[”\"]|\S+?(?=[.,/)]|\s|$)|[.,/()–-]", example)
    }
    suits = {example for _, example in EXAMPLES}
    missing = []
    for terminal in grammar().terminals:
        pattern = terminal.pattern()
        matched = any(pattern.fullmatch(word.strip("(")) for word in words | {"(", ")"})
        if not matched and not any(pattern.search(example) for example in suits):
            missing.append(terminal.name)
    assert missing == []


def test_the_command_shows_them() -> None:
    run = CliRunner().invoke
    every = run(main, ["jack", "words"])
    assert every.exit_code == 0
    assert all(words in every.stdout for _, words in EXAMPLES)
    some = run(main, ["jack", "words", "if", "not", "--read"])
    assert "if not, Draw this card" in some.stdout
    assert "Spend" not in some.stdout
    assert run(main, ["jack", "words", "abracadabra"]).exit_code == 2


def test_what_is_shown_is_how_it_is_read() -> None:
    section = wordings()[0]
    assert read_as(section.start, section.examples[0]) != section.examples[0]


def test_no_example_stands_twice() -> None:
    for start in ("effect", "line", "reset_line"):
        assert not [e for e, often in Counter(_every_example(start)).items() if often > 1]
