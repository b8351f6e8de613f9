"""What is wrong with a wording, said with its place, and what would be understood instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice

from moonflight_solo.errors import MoonflightError
from moonflight_solo.wording.text import Text, one_line

_MOST_SHOWN = 3
_MOST_TRIED = 80
_MOST_LIKE = 12


class WordingError(MoonflightError):
    """Printed words that cannot be read, or can be read in more ways than one.

    Attributes: ``text`` the whole sentence, ``start`` and ``end`` the offsets of the words at
    fault in it, ``problem``, and ``nearest``, the words or phrases that would be understood.
    """

    def __init__(
        self,
        text: Text,
        start: int,
        end: int,
        problem: str,
        nearest: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.problem = problem
        self.nearest = tuple(nearest)
        remedy = f" Nearest understood: {'; '.join(self.nearest)}." if self.nearest else ""
        super().__init__(f"{text.place(start)}: {problem}.{remedy}")

    @property
    def words(self) -> str:
        """The words at fault."""
        return self.text.words[self.start : self.end]


@dataclass(frozen=True)
class NotRead(Exception):
    """The parser stopped: at which words, why, and the words it would have taken there."""

    text: Text
    start: int
    end: int
    problem: str
    expected: tuple[str, ...]

    def fault(self, nearest: Sequence[str]) -> WordingError:
        """Return the error for a person: the nearest sentences, or else the words that fit."""
        nearest = [f'"{words}"' for words in nearest] or self.expected[:12]
        return WordingError(self.text, self.start, self.end, self.problem, nearest)


def nearest_sentences(
    fault: NotRead, vocabulary: Sequence[str], understands: Callable[[str], bool]
) -> list[str]:
    """Return up to three sentences that are understood and differ by one word from that at fault.

    The word at fault is replaced by each word that would fit there, likest first, left out, or
    given a word before it; then the word before it is replaced from the vocabulary or left out.
    """
    found: list[str] = []
    for words in islice(_changed(fault, vocabulary), _MOST_TRIED):
        if words not in found and understands(words):
            found.append(words)
            if len(found) == _MOST_SHOWN:
                break
    return found


def _changed(fault: NotRead, vocabulary: Sequence[str]) -> Iterator[str]:
    words = fault.text.words
    before, word, after = words[: fault.start], words[fault.start : fault.end], words[fault.end :]
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
