"""What is said back of a meaning is read to that meaning again, over all that is locked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import mutants
import pytest
from helpers import at_least

from moonflight_solo.wording import ast, lock, parsing, phrase_english
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text

STEP = 8 - at_least(1, 7)
"""A part of it all; with MOONFLIGHT_THOROUGH=1 all."""


def locked() -> Iterator[tuple[str, ast.Start, ast.Meaning]]:
    """Yield a part of all locked sentences with each of their meanings."""
    for file in (lock.LOCK_OF_PRINT, lock.LOCK_OF_EXAMPLES):
        for (kind, words), means in [*lock.lock_of(file).items()][::STEP]:
            start: Any = kind
            for meaning in msgspec.json.decode(means):
                yield words, start, lock.decode(meaning)
    read = [each for each in mutants.locked() if not each[0].startswith("refused")]
    for _, kind, words in read[::STEP]:
        start, frame = mutants.KINDS[kind]
        for meaning in parsing.understood(Text(frame.format(words)), start):
            yield words, start, meaning


def said_otherwise() -> Iterator[str]:
    """Yield the sentences of which something else is said back."""
    for words, start, meaning in locked():
        again = parsing.understood(Text(english(meaning)), start)
        if canonical(meaning) not in map(canonical, again):
            yield words


def test_what_is_said_back_means_the_same() -> None:
    assert len([*locked()]) > 300
    assert [*said_otherwise()] == []


@pytest.mark.parametrize("fault", [("hand", "play"), ("draw deck", "Discard Stack")])
def test_a_fault_in_a_table_of_words_is_seen(
    fault: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(phrase_english.NOUNS, *fault)
    assert any(said_otherwise())
