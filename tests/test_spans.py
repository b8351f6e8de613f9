"""Meanings have the spans of their words, and their English form has no other meaning."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeVar

import pytest
from helpers import at_least
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mistakes import sample, sentences
from msgspec.structs import replace

from moonflight_solo.check.finding import TitledText, name_findings
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.builder.negation import negate
from moonflight_solo.wording.builder.nonsense import Nonsense
from moonflight_solo.wording.canonical import canonical, single_facts
from moonflight_solo.wording.disambiguation import WordRuling, disambiguate
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.parsing import parsed_readings, understood
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import covering_span, every_node, nodes_of

T = TypeVar("T")

STARTS: dict[str, Start] = {"action": "line", "reset": "reset_line", "text": "effect"}
EXAMPLES: list[tuple[Start, str]] = [
    (section.start, words) for section in wordings() for words in section.examples
]
PRINTED = [(STARTS[each.section], each.words) for each in sentences()]
EVERY = list(dict.fromkeys([*PRINTED, *EXAMPLES]))


@cache
def meanings_of(start: Start, words: str) -> tuple[ast.Meaning, ...]:
    return readings(Text(words), start)  # locked, and test_lock parses what is


@cache
def meanings() -> list[ast.Meaning]:
    return [each for start, words in EVERY for each in meanings_of(start, words)]


def below(whole: ast.Node) -> Iterator[ast.Node | ast.Name]:
    """Yield the direct parts of a node."""
    for value in whole.compared().values():
        for part in every_node(value) if isinstance(value, tuple) else (value,):
            if isinstance(part, ast.Node | ast.Name):
                yield part


def spans(meaning: object) -> list[ast.Span | None]:
    return [part.span for part in every_node(meaning) if isinstance(part, ast.Node | ast.Name)]


def test_every_part_lies_in_the_words_and_in_the_whole_it_is_part_of() -> None:
    for start, words in EVERY:
        assert meanings_of(start, words)
        for meaning in meanings_of(start, words):
            lies_in_the_words(words, meaning)


def test_an_example_is_read_in_one_way_and_so_is_what_is_said_of_it() -> None:
    for start, words in EXAMPLES:
        (meaning,) = meanings_of(start, words)
        again = understood(Text(english(meaning)), start)
        assert [canonical(each) for each in again] == [canonical(meaning)], words


def lies_in_the_words(words: str, meaning: ast.Meaning) -> None:
    assert meaning.span is not None or not words
    assert not words or meaning.span == (0, len(words))
    in_lists: set[ast.Span | None] = set()
    for node in nodes_of(meaning, ast.Node):
        for part in below(node):
            if part.span is None:
                # Only what is filled in has no words: where cards come from, and "at least one".
                assert isinstance(part, ast.Place | ast.Range), part
                continue
            start, end = part.span
            assert 0 <= start < end <= len(words)
            printed = words[start:end]
            assert printed == printed.strip(" ,.")
            # It begins and ends where a word does.
            assert not re.search(r"\w$", words[:start]) or not re.match(r"\w", printed)
            assert not re.match(r"\w", words[end:]) or not re.search(r"\w$", printed)
            if node.span is not None and covering_span([node.span, part.span]) != node.span:
                # "In hand" is printed once for a list of names.
                assert isinstance(part, ast.Place), (node, part)
                in_lists.add(part.span)
    for span in in_lists:
        wholes = [node.span for node in nodes_of(meaning, ast.All | ast.Either)]  # type: ignore[arg-type]
        assert any(covering_span([whole, span]) == whole for whole in wholes)
    for name in nodes_of(meaning, ast.Name):
        assert name.span is not None
        printed = words[slice(*name.span)]
        assert printed == name if isinstance(name, ast.SuitName) else printed[1:-1] == name


def test_the_words_of_a_fact_say_it() -> None:
    """Read by themselves, the words of each fact and act are what they are part of the line for."""
    for start, words in EVERY:
        for meaning in meanings_of(start, words):
            its_facts_are_said(start, words, meaning)


def its_facts_are_said(start: Start, words: str, meaning: ast.Meaning) -> None:
    theirs = [each.parts for each in nodes_of(meaning, ast.Opponents)]
    for fact in nodes_of(meaning, ast.Has | ast.Coins | ast.EmptyStacks):  # type: ignore[arg-type]
        if fact in every_node(tuple(theirs)) or re.search(r"\b(both|neither|without)\b", words):
            continue  # who it is of, or what is said of both, is printed once
        if fact.span is None or not _stands_alone(fact, words):
            continue
        printed = words[slice(*fact.span)]
        elsewhere = re.search(
            r"\b(their|its?|them|that card|total score is)\b|\bor 1 in\b", printed
        )
        if elsewhere or _of_opponents(fact, printed):
            continue  # whose it is, or of what it is one, is said before
        act = "play “Bury”" if "counting" in printed else "pass"
        alone = understood(Text(f"If {printed} {act}"), "line")
        said = [each.condition for each in alone if isinstance(each, ast.Line) and each.condition]
        if start == "effect":  # whose Market Stacks are meant differs there (G-stacks)
            as_text = understood(Text(f"If {printed} Draw 1"), "effect")
            said += [each.condition for each in nodes_of(as_text, ast.If)]
        # Of "fewer than 3 or more than 7 cards" both have all the words.
        said += [p for each in said if isinstance(each, ast.All | ast.Either) for p in each.parts]
        # After "unless" and "not" the words are of what is not so.
        said += [negate(each) for each in said if _has_opposite(each)]
        assert canonical(fact) in [canonical(each) for each in said], words


def _has_opposite(condition: ast.Condition) -> bool:
    try:
        negate(condition)
    except Nonsense:
        return False
    return True


def _of_opponents(fact: ast.Has | ast.Coins | ast.EmptyStacks, words: str) -> bool:
    place = fact.cards.place if isinstance(fact, ast.Has) else None
    return place is not None and place.owner == "opponent" and "opponent" not in words


def _stands_alone(fact: ast.Has | ast.Coins | ast.EmptyStacks, words: str) -> bool:
    """Return whether a fact does not share printed words with others.

    Names in a list mean nothing without their place, nor does what "an opponent has" without those
    words.
    """
    place = fact.cards.place if isinstance(fact, ast.Has) else None
    if place is None or fact.span is None:
        return True
    printed = words[slice(*fact.span)].lower()
    if re.search(
        r"\b(none|one|only|whose|using|set|is not|or .* is empty)\b",
        printed + words.lower(),
    ):
        return False  # what it is of is said elsewhere, or it is what the act itself asks for
    shared = "opponent has" in words and "opponent" not in printed
    return not shared and covering_span([place.span, fact.span]) == fact.span


def test_a_meaning_keeps_its_words_when_it_is_copied() -> None:
    assert len(meanings()) > 150
    for meaning in meanings():
        for other in (pickle.loads(pickle.dumps(meaning)), copy.deepcopy(meaning)):
            assert other == meaning
            assert spans(other) == spans(meaning)
        assert spans(replace(meaning)) == spans(meaning)


def test_words_make_no_two_meanings_differ() -> None:
    (one,) = parsed_readings(Text("Play “Bury” in hand."), "line")
    (other,) = parsed_readings(Text("play    “Bury” in hand"), "line")
    assert (one, hash(one), repr(one)) == (other, hash(other), repr(other))
    assert spans(one) != spans(other)
    assert canonical(one) == canonical(other)


def test_whose_a_place_is_may_be_printed_or_not() -> None:
    said = ["hand", "the hand", "your hand", "Target hand"]
    lines = [understood(Text(f"Trash 1 card in {each}"), "effect")[0] for each in said]
    places = [next(nodes_of(line, ast.Place)) for line in lines]
    assert [place.owner_said for place in places] == ["", "the", "owner", "owner"]
    assert [place.owner for place in places] == ["your", "your", "your", "target"]
    assert places[0] == places[2]
    assert pickle.loads(pickle.dumps(places[2])).owner_said == "owner"


# ---------------------------------------------------------------------------- ruled readings

TANGLED = "If “Bury” in hand and 3+ cards in Draw Deck or controlling 2+ coin tokens pass."


@pytest.mark.parametrize(
    "reads",
    [
        "If (“Bury” in hand and 3+ cards in Draw Deck) or controlling 2+ coin tokens pass",
        "If controlling 2+ coin tokens or (3+ cards in your Draw Deck and “Bury” in hand), pass",
        "If “Bury” in hand and (3+ cards in Draw Deck or controlling 2+ coin tokens) pass",
    ],
)
def test_a_ruled_reading_has_the_words_that_are_printed(reads: str) -> None:
    decision = {TANGLED: WordRuling("A-x", reads)}
    found = disambiguate(Text(TANGLED), "line", decision).meaning
    assert english(found) == english(parsed_readings(Text(reads), "line")[0])
    assert isinstance(found, ast.Line)
    assert found.condition is not None
    said = {TANGLED[slice(*fact.span)] for fact in single_facts(found.condition) if fact.span}
    assert said == {"“Bury” in hand", "3+ cards in Draw Deck", "controlling 2+ coin tokens"}
    assert TANGLED[slice(*(found.condition.span or (0, 0)))] == TANGLED[3:].partition(" pass")[0]
    assert TANGLED[slice(*(found.act.span or (0, 0)))] == "pass"


def test_a_fact_said_twice_has_both_its_places() -> None:
    words = "If “Bury” in hand and 3+ cards in hand or “Bury” in hand and “Waste” in hand pass."
    reads = "If (“Bury” in hand and 3+ cards in hand) or (“Waste” in hand and “Bury” in hand) pass"
    found = disambiguate(Text(words), "line", {words: WordRuling("A-x", reads)}).meaning
    assert isinstance(found, ast.Line)
    assert found.condition is not None
    places = [fact.span for fact in single_facts(found.condition) if '"Bury"' in english_of(fact)]
    assert [words[slice(*(span or (0, 0)))] for span in places] == ["“Bury” in hand"] * 2
    assert len(set(places)) == 2


def english_of(fact: ast.Condition) -> str:
    return english(ast.Line(ast.PassAct(), fact))


# -------------------------------------------------------------------------- English said back


def lines() -> list[ast.Line]:
    return [meaning for meaning in meanings() if isinstance(meaning, ast.Line)]


def facts() -> list[ast.Condition]:
    conditions = [line.condition for line in lines() if line.condition is not None]
    return list(dict.fromkeys(fact for each in conditions for fact in single_facts(each)))


def acts() -> list[ast.AnyAct]:
    return list(dict.fromkeys(line.act for line in lines()))


def _spoken_of_before(effect: ast.Effect) -> bool:
    """Return whether an effect's actor or owner refers to something said before it."""
    theirs = any(place.owner == "their" or place.shown for place in nodes_of(effect, ast.Place))
    return theirs or getattr(effect, "who", "") == "they"


def effects() -> list[ast.Effect]:
    texts = [meaning for meaning in meanings() if isinstance(meaning, ast.CardText)]
    said = dict.fromkeys(effect for text in texts for effect in text.effects)
    named = ("named", "than it")
    plain = [effect for effect in said if not any(word in say(effect) for word in named)]
    return [effect for effect in plain if not _spoken_of_before(effect)]


def one_of(some: Callable[[], Sequence[T]]) -> st.SearchStrategy[T]:
    """Return a strategy for sampling a list that is only computed when needed."""
    return st.deferred(lambda: st.sampled_from(some()))


def grouped(parts: st.SearchStrategy[ast.Condition]) -> st.SearchStrategy[ast.Condition]:
    some = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return some.map(ast.All) | some.map(ast.Either)


def flat(part: ast.Condition) -> ast.Condition:
    """Merge nested groups of the same kind in a condition, as parsing does."""
    if not isinstance(part, ast.All | ast.Either):
        return part
    parts: list[ast.Condition] = []
    for each in map(flat, part.parts):
        parts.extend(each.parts if type(each) is type(part) else (each,))
    return type(part)(tuple(parts))


def plain_facts() -> list[ast.Condition]:
    """Return facts that can be combined.

    Excludes facts that contain "and" or "or", which would make conditions too tangled to parse, and
    those on opponents, because consecutive ones are read as about the same one.
    """
    return [
        fact for fact in facts() if not re.search(r"\b(and|or|opponents?|players)\b", say(fact))
    ]


def is_of_settled(cards: ast.Cards) -> bool:
    """Return whether named cards are identified by what is Settled on them."""
    return bool(cards.names and cards.place and cards.place.settled)


CONDITIONS = one_of(facts) | st.recursive(one_of(plain_facts), grouped, max_leaves=4).map(flat)


@settings(deadline=None, max_examples=at_least(60, 600))
@given(one_of(acts), st.none() | CONDITIONS)
def test_what_is_said_of_a_line_has_exactly_its_meaning(
    act: ast.AnyAct, condition: ast.Condition | None
) -> None:
    # Only a card that is played can be counted.
    assume(
        isinstance(act, ast.PlayAct) or not any(h.counting for h in nodes_of(condition, ast.Has))
    )
    # An act upon a card of which something Settled is said is upon that very one (ruling A-same).
    said = {h.cards.names for h in nodes_of(condition, ast.Has) if is_of_settled(h.cards)}
    assume(not any(c.names in said and not is_of_settled(c) for c in nodes_of(act, ast.Cards)))
    line = ast.Line(act, None if isinstance(act, ast.Branch) else condition)
    reset = any(isinstance(each, ast.Retain | ast.ResetMove) for each in every_node(act))
    found = understood(Text(english(line)), "reset_line" if reset else "line")
    assume(found)  # what is joined by lot may leave something open, and is refused
    assert found == (line,)


@settings(deadline=None, max_examples=at_least(60, 600))
@given(st.lists(one_of(effects), min_size=1, max_size=3))
def test_what_is_said_of_a_card_text_has_exactly_its_meaning(effects: list[ast.Effect]) -> None:
    text = ast.CardText(tuple(effects))
    # "Moved this way" and "of them" say nothing without what was done before.
    assume(not any({"done", "shown"} & set(place.zones) for place in nodes_of(text, ast.Place)))
    found = understood(Text(english(text)), "effect")
    assume(found)  # what stands in a row by lot may leave something open, and is refused
    assert found == (text,)


def test_what_is_said_of_any_reading_of_a_mistaken_sentence_has_exactly_its_meaning() -> None:
    """Whoever looks at how a line was read sees what the mistake has made of it."""
    read = 0
    for mistake in sample(at_least(2, 40)):
        start = STARTS[mistake.sentence.section]
        for meaning in understood(Text(mistake.words), start):
            read += 1
            again = understood(Text(english(meaning)), start)
            assert [canonical(each) for each in again] == [canonical(meaning)]
    assert read > 10


# ---------------------------------------------------------------------------------- names


def test_a_name_that_is_wrong_is_told_of_where_it_first_stands() -> None:
    text = Text("If “bury” or “Brury” in hand play “Brury”/“bury”.")
    (meaning,) = parsed_readings(text, "line")
    found = list(name_findings(TitledText(text), meaning, False, catalogue()))
    assert [(each.code, each.start, each.words) for each in found] == [
        ("near-name", 4, "bury"),
        ("unknown-name", 14, "Brury"),
    ]


def test_what_one_phrase_says_of_two_places_is_said_by_all_of_it() -> None:
    words = "If exactly 5 cards in hand or Draw Deck pass."
    said = []
    for meaning in parsed_readings(Text(words), "line"):
        assert isinstance(meaning, ast.Line)
        assert meaning.condition is not None
        said.append([words[slice(*(f.span or (0, 0)))] for f in single_facts(meaning.condition)])
    phrase = "exactly 5 cards in hand or Draw Deck"
    assert sorted(said, key=len) == [[phrase], [phrase, phrase]]
