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
        the next entry; the first has offset 0. Exact for every style of scalar, except the blanks
        that a folded one (`>`) makes from line breaks. Raises `KeyError` if there is no scalar at
        the path.
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


_BLANK: Final = " \t\n"

# A non-block scalar consists of folds (line breaks that become a space or blank lines), escapes
# (several characters that become one), and literal characters.
_FOLD: Final = r"(?P<fold>[ \t]*\n[ \t\n]*)"
_TOKENS: Final = {
    "": rf"{_FOLD}|[ \t]+|[^ \t\n]+",
    "'": rf"{_FOLD}|(?P<escape>'')|[ \t]+|[^ \t\n']+",
    '"': (
        rf"{_FOLD}|(?P<joint>\\\n[ \t\n]*)|(?P<escape>\\(?:x.{{2}}|u.{{4}}|U.{{8}}|.))"
        r"|[ \t]+|[^ \t\n\\]+"
    ),
}


def source_map(source: str, start: int, end: int, style: str, value: str) -> list[tuple[int, int]]:
    """Pair offsets in a scalar's value with indexes in its source, ascending.

    The scalar is `source[start:end]`, with "\\n" line breaks; `style` is its opening character
    (`|`, `>`, a quote) or "" for a plain one. Each pair applies to the characters up to the next
    pair, one for one. Only the blanks that a folded scalar (`>`) makes from line breaks and
    indentation may be a few columns off.
    """
    if style == "|":
        pairs = _literal(source, start, value)
    elif style == ">":
        pairs = _folded(source, start, end, value)
    else:
        quote = len(style)
        pairs = _flowing(source, start + quote, end - quote, _TOKENS[style])
    return pairs or [(0, start)]


def _literal(source: str, start: int, value: str) -> list[tuple[int, int]]:
    """Map a literal scalar: each value line is the tail of its source line, however indented."""
    pairs = []
    offset = 0
    line_end = _line_end(source, start)
    for line in value.split("\n"):
        if offset == len(value):
            break
        line_end = _line_end(source, line_end + 1)
        pairs.append((offset, line_end - len(line)))
        offset += len(line) + 1
    return pairs


def _folded(source: str, start: int, end: int, value: str) -> list[tuple[int, int]]:
    """Map a folded scalar by finding the words of each source line in the value in turn."""
    line_start = _line_end(source, start) + 1
    pairs = [(0, min(line_start, len(source)))]
    offset = 0
    while line_start < end:
        line_end = _line_end(source, line_start)
        words = source[line_start:line_end].strip(_BLANK)
        if words:
            while value[offset : offset + 1] and value[offset] in _BLANK:
                offset += 1
            pairs.append((offset, source.index(words, line_start)))
            offset += len(words)
        line_start = line_end + 1
    return pairs[1:] if pairs[1:2] and pairs[1][0] == 0 else pairs


def _flowing(source: str, start: int, end: int, tokens: str) -> list[tuple[int, int]]:
    """Map a plain or quoted scalar token by token."""
    pairs = []
    offset = 0
    for token in re.compile(tokens).finditer(source, start, end):
        index = token.start()
        if token.lastgroup == "escape":
            pairs.append((offset, index))
            offset += 1
        elif token.lastgroup is None:
            pairs.append((offset, index))
            offset += len(token[0])
        else:
            # The first break only ends its line: it becomes a space, or nothing after a backslash,
            # unless blank lines follow, each of which is a line break.
            breaks = [place for place in range(index, token.end()) if source[place] == "\n"]
            if len(breaks) > 1 or token.lastgroup == "joint":
                del breaks[0]
            for line_break in breaks:
                pairs.append((offset, line_break))
                offset += 1
    return pairs


def _line_end(source: str, index: int) -> int:
    end = source.find("\n", index)
    return len(source) if end < 0 else end
