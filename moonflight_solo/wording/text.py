"""Printed words, kept to the letter, with the place they were printed at."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from moonflight_solo.documents import Document


@dataclass(frozen=True, slots=True)
class Text:
    """Words as printed. ``spots`` maps offsets in ``words`` to lines and columns of ``file``.

    Each spot is ``(offset, line, column)``, in rising order; between two spots columns run on.
    """

    words: str
    file: str = ""
    spots: tuple[tuple[int, int, int], ...] = ((0, 1, 1),)

    def place(self, offset: int) -> str:
        """Return ``file:line:column`` of the character at ``offset``."""
        at = max(0, bisect_right(self.spots, (offset, 1 << 60, 0)) - 1)
        start, line, column = self.spots[at]
        position = f"{line}:{column + max(0, offset - start)}"
        return f"{self.file}:{position}" if self.file else position

    def part(self, start: int, end: int) -> Text:
        """Return the words from ``start`` to ``end`` as a text that still knows its place."""
        at = max(0, bisect_right(self.spots, (start, 1 << 60, 0)) - 1)
        offset, line, column = self.spots[at]
        first = (0, line, column + max(0, start - offset))
        rest = tuple((o - start, ln, c) for o, ln, c in self.spots if start < o < end)
        return Text(self.words[start:end], self.file, (first, *rest))


def one_line(words: str) -> str:
    """Return words with every run of white space as one space: how rulings are bound to them."""
    return " ".join(words.split())


def printed(document: Document, *path: str | int) -> Text:
    """Return the words at a key path of a document; an absent key is a blank text there."""
    value: object = document.data
    for key in path:
        if isinstance(value, dict):
            value = value.get(key, "")
        elif isinstance(value, list) and isinstance(key, int):
            value = value[key]
    words = value if isinstance(value, str) else ""
    return Text(words, document.file, tuple(document.spots(*path)) if words else ((0, 1, 1),))
