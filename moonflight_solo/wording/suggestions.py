"""The nearest sentences that would be understood, found by changing one word at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice

from moonflight_solo.wording.errors import NotRead
from moonflight_solo.wording.text import Text, one_line

_MOST_SHOWN = 3
_MOST_TRIED = 80
_MOST_LIKE = 12


def nearest_sentences(
    text: Text,
    fault: NotRead,
    vocabulary: Sequence[str],
    understands: Callable[[str], bool],
) -> list[str]:
    """Return up to three sentences that are understood and differ from ``text`` by one word.

    The word at fault is replaced by each word that would fit there, likest first, left out, or
    given a word before it; then the word before it is replaced from the vocabulary or left out.
    """
    found: list[str] = []
    for words in islice(_changed(text, fault, vocabulary), _MOST_TRIED):
        if words not in found and understands(words):
            found.append(words)
            if len(found) == _MOST_SHOWN:
                break
    return found


def _changed(text: Text, fault: NotRead, vocabulary: Sequence[str]) -> Iterator[str]:
    before, after = text.words[: fault.start], text.words[fault.end :]
    word = text.words[fault.start : fault.end]
    fitting = _likest(word, [w for w in fault.expected if w.isalpha()])
    for fit in fitting:
        yield one_line(f"{before} {fit} {after}")
    shorter, _, last = before.rstrip().rpartition(" ")
    if last.isalpha():
        for like in _likest(last, vocabulary)[:_MOST_LIKE]:
            yield one_line(f"{shorter} {like} {word} {after}")
    if word:
        yield one_line(f"{before} {after}")
        for fit in fitting:
            yield one_line(f"{before} {fit} {word} {after}")
    yield one_line(f"{shorter} {word} {after}")


def _likest(word: str, words: Sequence[str]) -> list[str]:
    """Return ``words``, those most like ``word`` first."""
    return sorted(words, key=lambda other: (-SequenceMatcher(None, word, other).ratio(), other))
