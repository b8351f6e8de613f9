"""The nearest sentences that would be understood, found by changing one word at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from moonflight_solo.wording.fault import NotRead
from moonflight_solo.wording.text import Text, one_line

_MOST_SHOWN = 3
_MOST_TRIED = 60


def nearest_sentences(text: Text, fault: NotRead, understands: Callable[[str], bool]) -> list[str]:
    """Return up to three sentences that are understood and differ from ``text`` by one word.

    The word at fault is replaced by each word that would fit there, left out, or given a word
    before it; then the word before it is left out.
    """
    found: list[str] = []
    for words in islice(_changed(text, fault), _MOST_TRIED):
        if words not in found and understands(words):
            found.append(words)
            if len(found) == _MOST_SHOWN:
                break
    return found


def _changed(text: Text, fault: NotRead) -> Iterator[str]:
    before, after = text.words[: fault.start], text.words[fault.end :]
    word = text.words[fault.start : fault.end]
    fitting = [w for w in fault.expected if " " not in w]
    for fit in fitting:
        yield one_line(f"{before} {fit} {after}")
    if word:
        yield one_line(f"{before} {after}")
        for fit in fitting:
            yield one_line(f"{before} {fit} {word} {after}")
    shorter = before.rstrip().rpartition(" ")[0]
    yield one_line(f"{shorter} {word} {after}")
