"""Immutable values: what a class is derived from that is made fast, compared and replaced.

They are structs of msgspec, and ``msgspec.structs.replace`` makes one that differs in something. As
data classes a command would wait for the making of them longer than for most games. Only what games
ask again and again stays a data class, for mypyc makes those fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True):
    """A value, equal to any of its class with the same in every slot."""


class Thing(Value, eq=False):
    """A value that is equal only to itself."""


class Marked(Value, eq=False):
    """A value with marks, the slots in ``MARKS``, that make no two of them differ."""

    MARKS: ClassVar[tuple[str, ...]] = ()

    def slots(self) -> dict[str, Any]:
        """Return what it is but for its marks, by the names of its slots."""
        return dict(zip(compared_slots(type(self)), self.filled(), strict=True))

    def filled(self) -> tuple[Any, ...]:
        """Return what it is but for its marks, in the order of its slots."""
        return _parted(type(self))(self)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        parted = _parted(type(self))
        return parted(self) == parted(other)

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec has one of its own, which minds the marks

    def __hash__(self) -> int:
        return hash(self.filled())

    def __repr__(self) -> str:
        slots = ", ".join(f"{name}={value!r}" for name, value in self.slots().items())
        return f"{type(self).__name__}({slots})"


@cache
def compared_slots(kind: type[Marked]) -> tuple[str, ...]:
    """Return the names of the slots in which two of a kind may differ, in their order."""
    return tuple(name for name in kind.__struct_fields__ if name not in kind.MARKS)


@cache
def _parted(kind: type[Marked]) -> Callable[[object], tuple[Any, ...]]:
    """Return what gives the values by which two of a kind are compared."""
    names = compared_slots(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda each: tuple(getattr(each, name) for name in names)
