"""Which printed words say a part of a condition: meanings do not remember their words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from moonflight_solo.rules.catalogue import plain
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.parsing import understood
from moonflight_solo.wording.text import Text

Span = tuple[int, int]

_IF = re.compile(r"\bif\s+", re.IGNORECASE)
_ACT = re.compile(r",?\s+(?:then\s+)?(?=(?:play|spend|shop|build|pass|retain|move)\b)", re.I)
_JOINT = re.compile(r"\s*(?:,\s*)?\b(?:and|or)\b\s*|\s*,\s*", re.IGNORECASE)
_QUOTED = re.compile('[“”"]([^“”"]+)[“”"]')
_MOST_TRIES = 24


def whole(text: Text) -> Span:
    """Return the span of all words."""
    return 0, len(text.words)


def words_of_name(text: Text, name: str) -> Span:
    """Return the span of a card's name in quotation marks, of the whole line if it is not there."""
    for found in _QUOTED.finditer(text.words):
        if plain(" ".join(found[1].split())) == plain(name):
            return found.start(), found.end()
    return whole(text)


def words_of_condition(text: Text, condition: ast.Condition) -> Span:
    """Return the span of the condition of a line, of the whole line if it cannot be told."""
    begun = _IF.search(text.words)
    if begun is None:
        return whole(text)
    for ended in _ACT.finditer(text.words, begun.end()):
        if _says(text.words[begun.end() : ended.start()], condition):
            return begun.start(), ended.start()
    return whole(text)


def words_of_part(text: Text, part: ast.Condition, condition: ast.Condition) -> Span:
    """Return the span of one part of the condition of a line.

    Where no words say just that, those of a card's name that only this part has; else the span
    of the whole condition.
    """
    start, end = words_of_condition(text, condition)
    if part == condition:
        return start, end
    begun = _IF.match(text.words, start)
    start_of_facts = begun.end() if begun else start
    for first, last in _pieces(text.words, start_of_facts, end):
        if _says(text.words[first:last], part):
            return first, last
    for name in _names(part):
        if _names(condition).count(name) == 1:
            return words_of_name(text, name)
    return start, end


def _pieces(words: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans between two joints of a condition, the shortest first."""
    quoted = [found.span() for found in _QUOTED.finditer(words, start, end)]
    cuts = [(start, start), (end, end)]
    for joint in _JOINT.finditer(words, start, end):
        if not any(first < joint.start() < last for first, last in quoted):
            cuts.append(joint.span())
    cuts.sort()
    spans = [(one[1], other[0]) for one, other in combinations(cuts, 2) if one[1] < other[0]]
    yield from sorted(spans, key=lambda span: (span[1] - span[0], span))[:_MOST_TRIES]


def _says(words: str, condition: ast.Condition) -> bool:
    """Return whether these words can be read as this condition."""
    found = understood(Text(f"If {words} pass"), "line")
    wanted = canonical(condition)
    return any(isinstance(each, ast.Line) and canonical(each.condition) == wanted for each in found)


def _names(condition: ast.Condition) -> list[str]:
    if isinstance(condition, ast.All | ast.Either):
        return [name for part in condition.parts for name in _names(part)]
    return list(condition.cards.names) if isinstance(condition, ast.Has) else []
