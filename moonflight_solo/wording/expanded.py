"""The grammar with each of its rules written out, as Lark makes it of `grammar/*.lark`.

That takes Lark half a second, and gives the same every time: it is kept in ``grammar.lock``, a line
each, first the terminals and then the rules. A grammar that is another is written out anew.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, get_args
from zlib import crc32

from lark.grammar import NonTerminal, Rule, RuleOptions, Terminal
from lark.lexer import PatternRE, TerminalDef
from lark.load_grammar import Grammar, load_grammar

from moonflight_solo.wording import ast

STARTS: Final = get_args(ast.Start)
_PARTS = ("texts", "cards", "conditions", "lines", "vocabulary")
LOCK: Final = "grammar.lock"


class Expanded(Grammar):
    """A grammar whose rules are written out already."""

    def __init__(self, terminals: list[TerminalDef], rules: list[Rule]) -> None:
        super().__init__([], [], [])
        self._made = terminals, rules

    def compile(
        self, start: object, terminals_to_keep: object
    ) -> tuple[list[TerminalDef], list[Rule], list[str]]:
        """Return the terminals and the rules; nothing is ignored."""
        return *self._made, []


def expanded() -> Grammar:
    """Return the grammar of every kind of sentence, as it is kept if that is of its words."""
    written = _written()
    try:
        head, *lines = Path(__file__).with_name(LOCK).read_text("utf-8").splitlines()
    except (OSError, ValueError):
        head, lines = "", []
    return _read(lines) if head == _digest(written) else _loaded(written)


def in_lines() -> str:
    """Return what ``grammar.lock`` holds of the grammar as it stands."""
    written = _written()
    terminals, rules, _ = _loaded(written).compile(STARTS, set())
    lines = [_digest(written)]
    lines += [f"{terminal.name} {terminal.pattern.raw}" for terminal in terminals]
    lines.append("")
    for rule in rules:
        few = "?" if rule.options.expand1 else ""
        symbols = (symbol.name for symbol in rule.expansion)
        lines.append(" ".join([f"{few}{rule.origin.name}", rule.alias or "-", *symbols]))
    return "\n".join(lines) + "\n"


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


def _loaded(written: str) -> Grammar:
    made: tuple[Grammar, object] = load_grammar(written, "grammar", [], False)  # type: ignore[no-untyped-call]
    return made[0]


def _read(lines: list[str]) -> Expanded:
    rest = iter(lines)
    return Expanded([*map(_terminal, takewhile(bool, rest))], [*_rules(rest)])


def _terminal(line: str) -> TerminalDef:
    name, _, said = line.partition(" /")
    value, _, flags = said.rpartition("/")
    return TerminalDef(name, PatternRE(value, tuple(flags), f"/{said}"))


def _rules(lines: Iterator[str]) -> Iterator[Rule]:
    plain, few = RuleOptions(), RuleOptions(expand1=True)
    so_far = Counter[str]()

    @cache
    def symbol(name: str) -> Any:
        return Terminal(name, name.startswith("_")) if name.isupper() else NonTerminal(name)

    for line in lines:
        origin, alias, *names = line.split()
        options = few if origin.startswith("?") else plain
        name = origin.lstrip("?")
        said = None if alias == "-" else alias
        yield Rule(symbol(name), [*map(symbol, names)], so_far[name], said, options)
        so_far[name] += 1
