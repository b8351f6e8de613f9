"""The grammar with each of its rules written out, as Lark makes it of `grammar/*.lark`.

That takes Lark half a second, and gives the same every time: it is kept in ``grammar.lock``, a line
each, first the terminals and then the rules. A grammar that is another is written out anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import starmap, takewhile
from pathlib import Path
from typing import Any, Final, get_args
from zlib import crc32

from moonflight_solo.values import Value
from moonflight_solo.wording import ast

STARTS: Final = get_args(ast.Start)
_PARTS = ("texts", "cards", "conditions", "lines", "vocabulary")
LOCK: Final = "grammar.lock"


class WordKind(Value):
    """A kind of word: a pattern that all of it matches, with flags as in a regular expression."""

    name: str
    written: str
    flags: str

    def pattern(self) -> re.Pattern[str]:
        """Return what every word of this kind matches as a whole."""
        return re.compile(f"(?{self.flags}:{self.written})" if self.flags else self.written)


class Rule(Value):
    """What a symbol may be read as: other symbols and terminals, in this order.

    Its trees are called ``name``; if ``few``, one of a single part is that part itself. ``order``
    is its place among all rules.
    """

    order: int
    symbol: str
    parts: tuple[str, ...]
    name: str
    few: bool


def expanded() -> tuple[list[WordKind], list[Rule]]:
    """Return the kinds of words and the rules of every kind of sentence, as kept if still so."""
    written = _written()
    try:
        head, *lines = Path(__file__).with_name(LOCK).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        head, lines = "", []
    rest = iter(lines if head == _digest(written) else _lines(written))
    return [*map(_kind, takewhile(bool, rest))], [*starmap(_rule, enumerate(rest))]


def in_lines() -> str:
    """Return what ``grammar.lock`` holds of the grammar as it stands."""
    written = _written()
    return "\n".join([_digest(written), *_lines(written)]) + "\n"


def _lines(written: str) -> Iterator[str]:
    """Give the terminals and, behind an empty line, the rules that Lark makes of a grammar."""
    from lark.load_grammar import load_grammar

    grammar: Any = load_grammar(written, "grammar", [], False)[0]  # type: ignore[no-untyped-call]
    terminals, rules, _ = grammar.compile(STARTS, set())
    for terminal in terminals:
        yield f"{terminal.name} {terminal.pattern.raw}"
    yield ""
    for rule in rules:
        few = "?" if rule.options.expand1 else ""
        symbols = (symbol.name for symbol in rule.expansion)
        yield " ".join([f"{few}{rule.origin.name}", rule.alias or "-", *symbols])


def _kind(line: str) -> WordKind:
    name, _, said = line.partition(" /")
    return WordKind(name, *said.rpartition("/")[::2])


def _rule(order: int, line: str) -> Rule:
    origin, alias, *parts = line.split()
    symbol = origin.lstrip("?")
    said = symbol if alias == "-" else alias
    return Rule(order, symbol, tuple(parts), said, origin != symbol and alias == "-")


def _written() -> str:
    folder = files("moonflight_solo.wording").joinpath("grammar")
    parts = [folder.joinpath(f"{part}.lark") for part in _PARTS]
    written = "\n".join(part.read_text("utf-8") for part in parts)
    return written + _words_as_called(written)


def _words_as_called(written: str) -> str:
    """Return the terminals of the words that have no line of their own: each is its own name."""
    used = dict.fromkeys(re.findall(r"\b_?[A-Z]{2,}\b", re.sub("//.*", "", written)))
    own = re.findall("^([A-Z_]+):", written, re.MULTILINE)
    missing = [name for name in used if name not in own]
    return "".join(f"{name}: /{name.strip('_').lower()}/i\n" for name in missing)


def _digest(written: str) -> str:
    return f"{crc32(written.encode()):08x}"
