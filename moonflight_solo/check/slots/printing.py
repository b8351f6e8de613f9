"""The printed words of a line beside their meaning: which words say which part of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from lark import Token, Tree
from lark.exceptions import VisitError

from moonflight_solo.wording import ast
from moonflight_solo.wording.parsing import Start, parse_of
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.transformer import Builder

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unit:
    """Some words that mean something together: the grammar's rule, what they mean, where."""

    rule: str
    means: Any
    span: Span

    def within(self, span: Span) -> bool:
        """Return whether the unit lies in a span."""
        return span[0] <= self.span[0] and self.span[1] <= span[1]


class Printing:
    """The words of a sentence, taken apart as they are in one of its meanings."""

    def __init__(self, text: Text, start: Start, meaning: ast.Meaning) -> None:
        """Take apart ``text``; raises :class:`ValueError` if it does not mean ``meaning``."""
        self.text = text
        self._tree = parse_of(text, start, meaning)

    @property
    def whole(self) -> Span:
        """The span of all words."""
        return 0, len(self.text.words)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All units, larger ones before those in them, in printed order."""
        return tuple(_units(self._tree))

    def span(self, part: object, within: Span | None = None) -> Span:
        """Return where ``part`` of the meaning is printed, or else ``within`` or all words."""
        around = within or self.whole
        for unit in self.units:
            if unit.means == part and type(unit.means) is type(part) and unit.within(around):
                return unit.span
        return around

    def says(self, rule: str, within: Span) -> bool:
        """Return whether a rule of the grammar has read words within a span."""
        return any(unit.rule == rule and unit.within(within) for unit in self.units)


@lru_cache(maxsize=256)
def printing_of(text: Text, start: Start, meaning: ast.Meaning) -> Printing:
    """Return a :class:`Printing`, made once: taking a sentence apart takes its time."""
    return Printing(text, start, meaning)


def _units(tree: Tree[Token]) -> Iterator[Unit]:
    span = _span(tree)
    if span is not None:
        # Some words mean something only together with those around them.
        with suppress(VisitError):
            yield Unit(str(tree.data), Builder().transform(tree), span)
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _units(child)


def _span(tree: Tree[Token]) -> Span | None:
    """Return where a tree is printed. One that was ambiguous does not know itself how far."""
    spans = [_span(child) for child in tree.children if isinstance(child, Tree)]
    found = [span for span in spans if span is not None]
    if not tree.meta.empty:
        found.append((tree.meta.start_pos, tree.meta.end_pos))
    if not found:
        return None
    return min(start for start, _ in found), max(end for _, end in found)
