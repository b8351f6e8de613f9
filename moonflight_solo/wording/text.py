"""Printed text with its place in a file, and errors in it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from moonflight_solo.documents import Document
from moonflight_solo.errors import MoonflightError
from moonflight_solo.values import Value


class Text(Value):
    """Printed text. ``spots`` maps offsets in ``words`` to lines and columns of ``file``.

    Each spot is ``(offset, line, column)``, by rising offset; columns run on from one spot to the
    next.
    """

    words: str
    file: str = ""
    spots: tuple[tuple[int, int, int], ...] = ((0, 1, 1),)

    def place(self, offset: int) -> str:
        """Return ``file:line:column`` of the character at ``offset``."""
        index = max(0, bisect_right(self.spots, (offset, 1 << 60, 0)) - 1)
        start, line, column = self.spots[index]
        position = f"{line}:{column + max(0, offset - start)}"
        return f"{self.file}:{position}" if self.file else position

    def part(self, start: int, end: int) -> Text:
        """Return the words from ``start`` to ``end`` as a text that keeps its place."""
        index = max(0, bisect_right(self.spots, (start, 1 << 60, 0)) - 1)
        offset, line, column = self.spots[index]
        first_spot = (0, line, column + max(0, start - offset))
        rest = tuple((o - start, ln, c) for o, ln, c in self.spots if start < o < end)
        return Text(self.words[start:end], self.file, (first_spot, *rest))


def one_line(words: str) -> str:
    """Return words with every run of white space as one space; rulings are keyed by this form."""
    return " ".join(words.split())


def as_sentence(words: str) -> str:
    """Return words, if any, with a full stop, unless they or a quotation at their end have one."""
    return words if words.endswith((".", "?", "!", '."', ".”")) else words and f"{words}."


def text_at(document: Document, *path: str | int) -> Text:
    """Return the text at a key path of a document, blank if the key is absent."""
    value: object = document.data
    for key in path:
        if isinstance(value, dict):
            value = value.get(key, "")
        elif isinstance(value, list) and isinstance(key, int):
            value = value[key]
    words = value if isinstance(value, str) else ""
    return Text(words, document.file, tuple(document.spots(*path)) if words else ((0, 1, 1),))


# -------------------------------------------------------------------------------- errors


class WordingError(MoonflightError):
    """Printed text that cannot be parsed, or has more than one reading.

    Attributes: ``text`` is the whole sentence, ``start`` and ``end`` are the offsets of the words
    at fault, ``problem`` says what is wrong. ``nearest`` are equivalent wordings that are
    understood or, failing that, ``examples`` of what is.
    """

    def __init__(
        self,
        text: Text,
        start: int,
        end: int,
        problem: str,
        nearest: Sequence[str] = (),
        examples: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.problem = problem
        self.nearest = tuple(nearest)
        self.examples = tuple(examples)
        remedy = f"Nearest understood: {'; '.join(self.nearest)}" if self.nearest else ""
        if self.examples:
            quoted = " and ".join(f'"{words}"' for words in self.examples)
            remedy = f"These are understood, for example: {quoted}"
        super().__init__(f"{text.place(start)}: {problem}. {as_sentence(remedy)}".rstrip())

    @property
    def words(self) -> str:
        """The words at fault."""
        return self.text.words[self.start : self.end]


class NotRead(Exception):
    """A parse failure: the words it stopped at, why, and the words that could stand there."""

    def __init__(
        self, text: Text, start: int, end: int, problem: str, expected: tuple[str, ...]
    ) -> None:
        super().__init__(problem)
        self.text, self.start, self.end = text, start, end
        self.problem, self.expected = problem, expected
