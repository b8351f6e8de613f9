"""From the value of a YAML scalar back to the characters it was written with."""

from __future__ import annotations

import re
from typing import Final

_BLANK: Final = " \t\n"
_BREAK: Final = re.compile("\n")

# A scalar that is not a block is made of: folds (line breaks that become a space or blank lines),
# escapes (several characters that become one), and characters that stand for themselves.
_FOLD: Final = r"(?P<fold>[ \t]*\n[ \t\n]*)"
_TOKENS: Final = {
    "": re.compile(rf"{_FOLD}|[ \t]+|[^ \t\n]+"),
    "'": re.compile(rf"{_FOLD}|(?P<escape>'')|[ \t]+|[^ \t\n']+"),
    '"': re.compile(
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


def _flowing(source: str, start: int, end: int, tokens: re.Pattern[str]) -> list[tuple[int, int]]:
    """Walk a plain or quoted scalar token by token."""
    pairs = []
    offset = 0
    for token in tokens.finditer(source, start, end):
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
            breaks = [match.start() for match in _BREAK.finditer(source, index, token.end())]
            if len(breaks) > 1 or token.lastgroup == "joint":
                del breaks[0]
            for place in breaks:
                pairs.append((offset, place))
                offset += 1
    return pairs


def _line_end(source: str, index: int) -> int:
    end = source.find("\n", index)
    return len(source) if end < 0 else end
