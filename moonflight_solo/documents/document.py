"""A document: plain data, and the place of everything in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, Final

from moonflight_solo.errors import DataError
from moonflight_solo.values import IdentityValue, Value

MAX_BYTES: Final = 1024 * 1024
MAX_DEPTH: Final = 40
Path_ = tuple[str | int, ...]


class SourcePlace(Value):
    """A position in a file; line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Source:
    """The text of a file, with "\\n" line breaks and no byte order mark."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, index: int) -> SourcePlace:
        """Return the place of a character of the text."""
        line = bisect_right(self._line_starts, index)
        return SourcePlace(self.file, line, index - self._line_starts[line - 1] + 1)

    def error_at(self, index: int, problem: str, remedy: str) -> DataError:
        """Create an error at a character of the text."""
        return DataError(self.place(index), problem, remedy)


class WrittenValue(Value):
    """Where a value is written: from `start`, and for a scalar to `end`, its style and words."""

    start: int
    end: int = 0
    style: str = ""
    words: str | None = None


class Document(IdentityValue):
    """A YAML document: plain data, and the place of everything in it.

    `data` consists of dict, list, str, int, float, bool and None, with str keys as written. Key
    paths identify values: `("cards", 3, "text")` is the value under "text" in the fourth item under
    "cards", and the empty path is the document. `spans` and `keys` have the positions of values and
    keys.
    """

    source: Source
    data: object
    spans: dict[Path_, WrittenValue]
    keys: dict[Path_, int]

    @property
    def fields(self) -> dict[str, Any]:
        """The top-level mapping; empty if the document is something else."""
        return self.data if isinstance(self.data, dict) else {}

    @property
    def file(self) -> str:
        """The name of the file, as given."""
        return self.source.file

    @property
    def text(self) -> str:
        """The whole text."""
        return self.source.text

    def place(self, *path: str | int) -> SourcePlace:
        """Return the place of the value at a key path, or of its nearest existing parent."""
        while path not in self.spans:
            path = path[:-1]
        return self.source.place(self.spans[path].start)

    def key_place(self, *path: str | int) -> SourcePlace:
        """Return the place of the last key of a path; for an item of a list, of its value."""
        return self.source.place(self.keys[path]) if path in self.keys else self.place(*path)

    def spots(self, *path: str | int) -> list[tuple[int, int, int]]:
        """Return where the characters of a text are written, as (offset, line, column) in order.

        An entry applies to the character at its offset and those after it, one column each, until
        the next entry; the first has offset 0. Exact for every character but blanks, which follow
        the character before them. Raises `KeyError` if there is no scalar at the path.
        """
        span = self.spans[path]
        if span.words is None:
            raise KeyError(path)
        spots: list[tuple[int, int, int]] = []
        text = self.source.text
        for offset, index in source_map(text, span.start, span.end, span.style, span.words):
            place = self.source.place(index)
            if spots:
                before, line, column = spots[-1]
                if (line, column - before) == (place.line, place.column - offset):
                    continue
            spots.append((offset, place.line, place.column))
        return spots


# What stands in a scalar's source for characters of its value, by style: for one, for blanks, or,
# matched by no group, for as many as there are.
_WORDS: Final = r"[^ \t\n](?:[^\n]*[^ \t\n])?"
_PIECES: Final = {
    "'": r"(?P<one>'')|[^ \t\n'](?:[^\n']*[^ \t\n'])?",
    '"': (
        r"(?P<blank>\\(?:[ \t\ntn]|(?:x|u00|U000000)(?:09|0[aA]|20)))"
        r"|(?P<one>\\(?:x.{2}|u.{4}|U.{8}|.))|[^ \t\n\\](?:[^\n\\]*[^ \t\n\\])?"
    ),
}


def source_map(source: str, start: int, end: int, style: str, value: str) -> list[tuple[int, int]]:
    """Pair offsets in a scalar's value with indexes in its source, ascending.

    The scalar is `source[start:end]`, with "\\n" line breaks; `style` is its opening character
    (`|`, `>`, a quote) or "" for a plain one. Each pair applies to the characters up to the next
    pair, one for one. Blanks come after the character before them, wherever they are written.
    """
    header_end = source.find("\n", start, end) if style in ("|", ">") else start
    first = header_end + len(style) if value else start
    pairs = [(0, first)]
    offset = 0
    for piece in re.compile(_PIECES.get(style, _WORDS)).finditer(source, first, end):
        if piece.lastgroup == "blank":
            continue
        while value[offset : offset + 1] in (" ", "\t", "\n"):
            offset += 1
        if offset >= len(value):
            break
        if not offset:
            del pairs[0]
        pairs.append((offset, piece.start()))
        offset += 1 if piece.lastgroup == "one" else len(piece[0])
    return pairs
