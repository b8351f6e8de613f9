"""The parts of a meaning, however deep they lie in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import TypeVar

from moonflight_solo.wording import ast

T = TypeVar("T")


def every_node(meaning: object) -> Iterator[object]:
    """Yield a meaning and everything within it, in printed order, a whole before its parts."""
    yield meaning
    if isinstance(meaning, tuple):
        for part in meaning:
            yield from every_node(part)
    elif isinstance(meaning, ast.Node):
        for slot in fields(meaning):
            if slot.compare:
                yield from every_node(getattr(meaning, slot.name))


def nodes_of(meaning: object, kind: type[T]) -> Iterator[T]:
    """Yield every part of a meaning that is of a kind."""
    return (part for part in every_node(meaning) if isinstance(part, kind))


def hull(spans: Iterable[ast.Span | None]) -> ast.Span | None:
    """Return the span from the first of the words at ``spans`` to the last of them."""
    known = [span for span in spans if span is not None]
    return (min(start for start, _ in known), max(end for _, end in known)) if known else None


def when_played(text: ast.CardText) -> tuple[ast.Effect, ...]:
    """Return the effects followed when a card is played: all but its abilities and triggers."""
    return tuple(each for each in text.effects if not isinstance(each, ast.Spend | ast.When))
