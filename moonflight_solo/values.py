"""Base classes for immutable values that are cheap to define, compare and replace.

They are msgspec structs; ``msgspec.structs.replace`` makes a changed copy. Defining as many data
classes would delay a command longer than most games take. Only what games evaluate over and over
stays a data class, because mypyc makes those fast.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True):
    """An immutable value, equal to any of its class with equal fields."""


class IdentityValue(Value, eq=False):
    """A value compared by identity."""


class ValueWithMarks(Value, eq=False):
    """A value that ignores the fields named in ``NOT_COMPARED`` when it is compared or hashed."""

    NOT_COMPARED: ClassVar[tuple[str, ...]] = ()

    def compared(self) -> dict[str, Any]:
        """Return the compared fields, by name."""
        return dict(zip(compared_fields(type(self)), self.compared_values(), strict=True))

    def compared_values(self) -> tuple[Any, ...]:
        """Return the values of the compared fields, in order."""
        return _value_getter(type(self))(self)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return False
        values_of = _value_getter(type(self))
        return values_of(self) == values_of(other)

    def __ne__(self, other: object) -> bool:
        return not self == other  # msgspec's own would compare the marks

    def __hash__(self) -> int:
        return hash(self.compared_values())

    def __repr__(self) -> str:
        slots = ", ".join(f"{name}={value!r}" for name, value in self.compared().items())
        return f"{type(self).__name__}({slots})"


@cache
def compared_fields(kind: type[ValueWithMarks]) -> tuple[str, ...]:
    """Return the names of the fields that instances of ``kind`` are compared by, in order."""
    return tuple(name for name in kind.__struct_fields__ if name not in kind.NOT_COMPARED)


@cache
def _value_getter(kind: type[ValueWithMarks]) -> Callable[[object], tuple[Any, ...]]:
    """Return a function from an instance of ``kind`` to the values it is compared by."""
    names = compared_fields(kind)
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)
