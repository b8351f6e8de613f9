"""Refuse what has no meaning, with the reason."""

from __future__ import annotations

from math import inf
from typing import TypeVar, cast

T = TypeVar("T")


class Nonsense(Exception):
    """This parse has no meaning: its parts contradict each other or leave something open.

    ``width`` is how many letters the words at fault span, where that is not the whole sentence.
    """

    def __init__(self, why: str, width: float = inf) -> None:
        super().__init__(why)
        self.width = width


class Misparse(Nonsense):
    """A parse that hardly anyone means; it is told of only if there is no other."""


def refuse(is_so: object, why: str) -> None:
    """Raise :class:`Nonsense` with the reason ``why`` if ``is_so``."""
    if is_so:
        raise Nonsense(why)


def doubt(is_so: object, what: str) -> None:
    """Raise :class:`Nonsense` if ``is_so``, since the words then do not say ``what``."""
    if is_so:
        raise Nonsense(f"it does not say {what}")


def only(kind: type[T], part: object, why: str) -> T:
    """Return ``part``, which must be a ``kind``; raise :class:`Nonsense` if it is not."""
    refuse(not isinstance(part, kind), why)
    return cast(T, part)
