"""The grammar expanded into terminals and plain rules, as Lark compiles `grammar/*.lark`.

Compiling takes Lark seconds and always gives the same result, so ``grammar.lock`` caches it,
one terminal or rule a line. After a change to the grammar it is compiled anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from itertools import starmap, takewhile
from pathlib import Path
from typing import Final, get_args
from zlib import crc32

from moonflight_solo.values import Value
from moonflight_solo.wording import ast

STARTS: Final = get_args(ast.Start)
_PARTS = ("texts", "cards", "conditions", "lines", "vocabulary")
_FORMS = {"s": "{0}s?", "s|ing": "{0}s?|{0}ing"}
LOCK: Final = "grammar.lock"


class WordKind(Value):
    """A terminal: the regular expression ``written``, with its ``flags``, for a whole word."""

    name: str
    written: str
    flags: str

    def pattern(self) -> re.Pattern[str]:
        """Return the compiled pattern; use it with ``fullmatch``."""
        return re.compile(f"(?{self.flags}:{self.written})" if self.flags else self.written)


class Rule(Value):
    """A rule of the grammar: ``symbol`` expands to ``parts``.

    ``name`` is the name of its trees; if ``few``, a tree with a single child is replaced by it.
    ``order`` is the rule's index in the grammar.
    """

    order: int
    symbol: str
    parts: tuple[str, ...]
    name: str
    few: bool


def terminals_and_rules() -> tuple[list[WordKind], list[Rule]]:
    """Return all terminals and rules, from ``grammar.lock`` if it is up to date."""
    written = _source()
    try:
        head, *lines = Path(__file__).with_name(LOCK).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        head, lines = "", []
    rest = iter(lines if head == _digest(written) else _lines(written))
    return [*map(_kind, takewhile(bool, rest))], [*starmap(_rule, enumerate(rest))]


def in_lines() -> str:
    """Return the contents of ``grammar.lock`` for the current grammar."""
    written = _source()
    return "\n".join([_digest(written), *_lines(written)]) + "\n"


def _lines(written: str) -> Iterator[str]:
    """Yield a line for each terminal, an empty line, and a line for each rule."""
    from lark import Lark

    grammar = Lark(written, parser="earley", start=list(STARTS))
    for terminal in grammar.terminals:
        yield f"{terminal.name} {terminal.pattern.raw}"
    yield ""
    for rule in grammar.rules:
        few = "?" if rule.options.expand1 else ""
        symbols = (symbol.name for symbol in rule.expansion)
        yield " ".join([f"{few}{rule.origin.name}", rule.alias or "-", *symbols])


def _kind(line: str) -> WordKind:
    name, _, rest = line.partition(" /")
    return WordKind(name, *rest.rpartition("/")[::2])


def _rule(order: int, line: str) -> Rule:
    origin, alias, *parts = line.split()
    symbol = origin.lstrip("?")
    alias_or_symbol = symbol if alias == "-" else alias
    return Rule(order, symbol, tuple(parts), alias_or_symbol, origin != symbol and alias == "-")


def _source() -> str:
    folder = files("moonflight_solo.wording").joinpath("grammar")
    printed = "\n".join(folder.joinpath(f"{part}.lark").read_text("utf-8") for part in _PARTS)
    listed = re.findall(r"^[+](\S+) (.*)", printed, re.MULTILINE)
    forms = {name: _FORMS[ending] for ending, names in listed for name in names.split()}
    written = re.sub("^[+].*", "", printed, flags=re.MULTILINE)
    # A name without a definition matches itself, with the endings after which it is listed.
    used = dict.fromkeys(re.findall(r"\b_?[A-Z]{2,}\b", re.sub("//.*", "", written)))
    missing = used.keys() - re.findall("^([A-Z_]+):", written, re.MULTILINE)
    own_names = {name: forms.get(name, "{0}") for name in used if name in missing}
    words = ((name, form.format(name.strip("_").lower())) for name, form in own_names.items())
    return written + "".join(f"{name}: /{form}/i\n" for name, form in words)


def _digest(written: str) -> str:
    return f"{crc32(written.encode()):08x}"
