"""Ways of saying the same: each is needed, and however it is said it says nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from helpers import at_least

from moonflight_solo.wording import paraphrase
from moonflight_solo.wording.english import english
from moonflight_solo.wording.paraphrase import Way, pattern, ways_of_saying
from moonflight_solo.wording.parsing import Start, readings, understood
from moonflight_solo.wording.text import Text

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
    """Yield all that a pattern matches, its groups as ``found`` has them: they stay as they are."""
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
    elif kind == "IN":
        yield next(chr(letter) for kind_in, letter in of if str(kind_in) == "LITERAL")
    else:  # where it stands, and what stands beside it
        assert kind in ("AT", "ASSERT", "ASSERT_NOT"), kind
        yield ""


def otherwise_said(way: Way) -> list[str]:
    """Return the example of a way of saying in all the other words that are brought to the same."""
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
    for way, words in Random(1).sample(told, min(at_least(150, 10_000), len(told))):
        assert read(words, way.where[0]) in ([], read(way.example, way.where[0])), words
