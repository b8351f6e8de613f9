"""The parts of a meaning, however deep they lie in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import TypeVar

T = TypeVar("T")


def every_node(meaning: object) -> Iterator[object]:
    """Yield a meaning and everything within it, in printed order, a whole before its parts."""
    yield meaning
    if isinstance(meaning, tuple):
        for part in meaning:
            yield from every_node(part)
    elif is_dataclass(meaning):
        for slot in fields(meaning):
            yield from every_node(getattr(meaning, slot.name))


def nodes_of(meaning: object, kind: type[T]) -> Iterator[T]:
    """Yield every part of a meaning that is of a kind."""
    return (part for part in every_node(meaning) if isinstance(part, kind))
