"""A document: plain data, and the place of everything in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Any, Final

from moonflight_solo.errors import DataError
from moonflight_solo.values import Thing, Value

MAX_BYTES: Final = 1024 * 1024
MAX_DEPTH: Final = 40
Path_ = tuple[str | int, ...]


class SourcePlace(Value):
    """A spot in a file; line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


class Source:
    """The text of a file, with "\\n" for every line break and no byte order mark."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", self.text))]

    def place(self, index: int) -> SourcePlace:
        """Tell where a character of the text stands."""
        line = bisect_right(self._line_starts, index)
        return SourcePlace(self.file, line, index - self._line_starts[line - 1] + 1)

    def wrong(self, index: int, problem: str, remedy: str) -> DataError:
        """Return what is wrong at a character of the text, as an error to be raised."""
        return DataError(self.place(index), problem, remedy)


class Written(Value):
    """Where a value is written: from `start`, and for a scalar to `end`, how, and its words."""

    start: int
    end: int = 0
    style: str = ""
    words: str | None = None


class Document(Thing):
    """A YAML document: plain data, and the place of everything in it.

    `data` is made of dict, list, str, int, float, bool and None, the keys of every dict are str as
    they are written. Places are asked for by key path: `("cards", 3, "text")` is the value under
    "text" in the fourth item under "cards", and no key at all is the document. `spans` and `keys`
    say where the values and the keys are written.
    """

    source: Source
    data: object
    spans: dict[Path_, Written]
    keys: dict[Path_, int]

    @property
    def fields(self) -> dict[str, Any]:
        """The data by key; nothing if it has none."""
        return self.data if isinstance(self.data, dict) else {}

    @property
    def file(self) -> str:
        """The name of the file, as it was given."""
        return self.source.file

    @property
    def text(self) -> str:
        """All that is written in it."""
        return self.source.text

    def place(self, *path: str | int) -> SourcePlace:
        """Tell where the value at a key path starts, or else its nearest parent that exists."""
        while path not in self.spans:
            path = path[:-1]
        return self.source.place(self.spans[path].start)

    def key_place(self, *path: str | int) -> SourcePlace:
        """Tell where the last key of a path is written; for an item of a list, its value."""
        return self.source.place(self.keys[path]) if path in self.keys else self.place(*path)

    def spots(self, *path: str | int) -> list[tuple[int, int, int]]:
        """Tell where the characters of a text are written, as (offset, line, column) in order.

        An entry holds for the character of the text at its offset and those after it, one column
        each, until the next entry; the first has offset 0. Exact for every style of scalar, but
        for the blanks that a folded one (`>`) makes of line breaks. Raises `KeyError` when there
        is no scalar at the path.
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

# A scalar that is not a block is made of: folds (line breaks that become a space or blank lines),
# escapes (several characters that become one), and characters that stand for themselves.
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
    """Pair offsets in a scalar's value with indexes in its source, in rising order.

    The scalar is `source[start:end]`, with "\\n" for every line break; `style` is the character it
    opens with (`|`, `>`, a quote) or "" for a plain one. Each pair holds for the characters from
    its offset to that of the next pair, one for one. Only the blanks that a folded scalar (`>`)
    makes out of line breaks and indentation may be some columns off.
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
    """Every line of the value is the tail of its source line, however deep that is indented."""
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
    """The words of each source line are found in the value one after the other."""
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
    """Walk a plain or quoted scalar token by token."""
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
            # The first break only ends its line: a space, or nothing behind a backslash, unless
            # blank lines follow it. Each of these is a line break.
            breaks = [at for at in range(index, token.end()) if source[at] == "\n"]
            if len(breaks) > 1 or token.lastgroup == "joint":
                del breaks[0]
            for place in breaks:
                pairs.append((offset, place))
                offset += 1
    return pairs


def _line_end(source: str, index: int) -> int:
    end = source.find("\n", index)
    return len(source) if end < 0 else end
