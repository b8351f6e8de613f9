"""Every paraphrase is needed, and does not change the meaning of anything."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from helpers import at_least

from moonflight_solo.wording import paraphrase, remedies
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.english import english
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.paraphrase import Paraphrase, longest_letters, pattern, ways_of_saying
from moonflight_solo.wording.parsing import parsed_readings, understood
from moonflight_solo.wording.remedies import Equivalent, Slip, Synonym, equivalents, slips, synonyms
from moonflight_solo.wording.text import Text, WordingError

PATTERNS: Any = re._parser
WAYS = ways_of_saying()


def read(words: str, start: Start) -> list[str]:
    return sorted(map(english, understood(Text(words), start)))


def test_each_way_of_saying_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its example has one reading with it, and not that one without it."""
    for way in WAYS:
        others = tuple(other for other in WAYS if other is not way)
        (meaning,) = readings(Text(way.example), way.where[0])
        with monkeypatch.context() as without:
            without.setattr(paraphrase, "ways_of_saying", lambda others=others: others)
            assert read(way.example, way.where[0]) != [english(meaning)], way.example


def forms(tree: Any, found: re.Match[str]) -> Iterator[str]:
    """Yield all strings that a pattern matches, with its groups fixed as in ``found``."""
    for parts in product(*(tuple(_forms(str(kind), of, found)) for kind, of in tree)):
        yield "".join(parts)


def _forms(kind: str, of: Any, found: re.Match[str]) -> Iterator[str]:
    if kind == "LITERAL":
        yield chr(of)
    elif kind == "BRANCH":
        for branch in of[1]:
            yield from forms(branch, found)
    elif kind == "SUBPATTERN" and of[0] is not None:
        yield found.group(of[0]) or ""
    elif kind == "SUBPATTERN":
        yield from forms(of[3], found)
    elif kind in ("MAX_REPEAT", "MIN_REPEAT"):
        least, _, repeated = of
        kept = str(repeated[0][0]) == "SUBPATTERN" and repeated[0][1][0] is not None
        yield from forms(repeated, found)
        if least == 0 and not kept:
            yield ""
    elif kind == "GROUPREF":
        yield found.group(of) or ""
    elif kind == "IN":
        yield next(chr(letter) for kind_in, letter in of if str(kind_in) == "LITERAL")
    else:  # where it stands, and what stands beside it
        assert kind in ("AT", "ASSERT", "ASSERT_NOT"), kind
        yield ""


def otherwise_said(way: Paraphrase) -> list[str]:
    """Return a paraphrase's example in all other words it covers."""
    said = pattern(way.said)
    found = said.search(way.example)
    assert found is not None, way.example
    before, after = way.example[: found.start()], way.example[found.end() :]
    every = {
        f"{before}{form}{after}" for form in islice(forms(PATTERNS.parse(said.pattern), found), 60)
    }
    return sorted(every - {way.example})


def test_other_words_for_it_are_read_the_same_or_refused() -> None:
    """Some of them; with MOONFLIGHT_THOROUGH=1 all."""
    told = [(way, words) for way in WAYS for words in otherwise_said(way)]
    assert len(told) > 900
    for way, words in Random(1).sample(told, min(at_least(80, 10_000), len(told))):
        assert read(words, way.where[0]) in ([], read(way.example, way.where[0])), words


@pytest.mark.parametrize("each", synonyms(), ids=lambda each: each.word)
def test_a_designers_word_is_answered_with_what_the_rulebooks_say(each: Synonym) -> None:
    with pytest.raises(WordingError) as refused:
        parsed_readings(Text(each.example), each.where)
    if len(each.say) > 1:
        assert all(f'"{say}"' in str(refused.value) for say in each.say)
        assert "Nearest" not in str(refused.value)
    else:
        said = re.sub(rf"(?i)\b{each.word}\b", each.say[0], each.example)
        assert said.casefold() in str(refused.value).casefold()
        assert read(said, each.where)


@pytest.mark.parametrize("each", slips(), ids=lambda each: each.example)
def test_what_cannot_be_meant_so_is_answered_with_what_is_wrong(each: Slip) -> None:
    for start in each.where[:1]:
        with pytest.raises(WordingError) as refused:
            parsed_readings(Text(each.example), start)
        assert each.wrong.partition("\\")[0] in str(refused.value)
        assert refused.value.words


def offered(words: str, start: Start) -> list[str]:
    """Return the sentences that are offered for one that is refused."""
    with pytest.raises(WordingError) as refused:
        parsed_readings(Text(words), start)
    return [each.partition('"')[2][:-1] for each in refused.value.nearest]


@pytest.mark.parametrize("each", equivalents(), ids=lambda each: each.example)
def test_a_sentence_that_is_refused_is_answered_with_one_that_is_understood(
    each: Equivalent, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = each.where[0]
    same = offered(each.example, start)
    assert same
    assert all(parsed_readings(Text(words), start) for words in same)
    others = tuple(other for other in equivalents() if other is not each)
    monkeypatch.setattr(remedies, "equivalents", lambda: others)
    assert offered(each.example, start) != same


def test_whatever_is_offered_is_understood() -> None:
    """Of the sentences known to be refused; a line may be offered under another heading."""
    starts: dict[str, Start] = {"under RESET: ": "reset_line", "under ACTION: ": "line"}
    lock = files("moonflight_solo.wording").joinpath("refused.lock").read_text("utf-8")
    entries = [json.loads(line) for line in lock.splitlines()]
    offers = [(each["start"], words) for each in entries for words in each.get("nearest", ())]
    assert len(offers) > 150
    for start, words in Random(2).sample(offers, min(at_least(60, 1_000), len(offers))):
        heading, _, said = words.partition('"')
        assert parsed_readings(Text(said[:-1]), starts.get(heading, start))


def test_one_of_them_is_refused_wherever_it_stands() -> None:
    said = "If 3+ cards in hand and %s is “Waste” pass."
    both = [said % "any of them", said % "exactly one of them"]
    assert offered(said % "one of them", "line") == both


TURNED: list[tuple[Start, str, list[str]]] = [
    ("effect", "Look at Target player's hand. You may Trash a card from it", []),
    ("effect", "Each opponent must Discard 1 or Gain 1 coin token", []),
    ("effect", "Each player must Discard 1, then Draw 1", []),
    ("effect", "Move 1 from hand and 1 from Draw Deck to the Trash Stack", []),
    ("effect", "Discard 1 for each card in each opponent's hand", []),
    ("effect", "Discard your hand and shuffle it", []),
    ("effect", "Trash your hand, Discard your Draw Deck and Draw as many cards as were in it", []),
    ("effect", "Hand limit +1 for each player", []),
    ("effect", "Either Draw 1 or Discard 1, then Gain 1 coin token", []),
    ("effect", "Draw 9 and discard this card at the end of the round", []),
    ("effect", "This card cannot be Purchased", ["Other effects cannot Purchase this card"]),
    (
        "effect",
        "All players Discard 1 or Draw 1",
        [
            "Each player chooses one: Discard 1 card in their hand, "
            "or Draw the top card of their Draw Deck"
        ],
    ),
    (
        "effect",
        "When opponents Discard a card, Draw 1",
        [],
    ),
    ("line", "If 6+ cards in hand, play “Teach” if in hand, otherwise play “Talk”.", []),
    (
        "line",
        "Play “Go Down” targeting an opponent's Trash Stack if its Discard Stack is empty.",
        [],
    ),
    ("line", "If an opponent is holding the First Player Marker and 10+ cards pass.", []),
    ("line", "If an opponent has 9+ cards in hand and any coin tokens remain pass.", []),
    (
        "line",
        "If an opponent has more cards in its hand than in its Draw Deck pass.",
        ["If an opponent has more cards in their hand than in their Draw Deck, pass"],
    ),
    (
        "line",
        "If you have more coin tokens than any other player pass.",
        ["If each opponent has fewer coin tokens than you, pass"],
    ),
    (
        "line",
        "If 3+ cards in play but not “Talk” pass.",
        ['If 3+ cards in play and no "Talk" cards in play, pass'],
    ),
    (
        "reset_line",
        "Move “Bury” to a Market Stack of its suit.",
        ['Move "Bury" to a matching Market Stack'],
    ),
]
"""Sentences that a paraphrase once changed the meaning of."""


@pytest.mark.parametrize(("start", "words", "says"), TURNED, ids=lambda each: str(each)[:40])
def test_nothing_is_turned_into_what_it_does_not_say(
    start: Start, words: str, says: list[str]
) -> None:
    assert read(words, start) == says


@pytest.mark.parametrize(
    ("said", "letters"),
    [
        ("when(?:ever)? there is", " there is"),
        ("cards? (?:left|remaining)", "card"),
        ("(?:no|zero) {some}", " "),
        ("all|every", ""),
        (r"each (?!other)\w+ Discard[es]* it", " discard"),
        ("an? card(?=,)", " card"),
    ],
)
def test_letters_that_are_looked_for_first_are_in_all_that_is_found(
    said: str, letters: str
) -> None:
    assert longest_letters(said) == letters


def test_letters_are_in_every_example() -> None:
    for way in ways_of_saying():
        assert longest_letters(way.said) in way.example.lower()
