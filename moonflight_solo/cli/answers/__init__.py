"""What commands answer with --json, as types, and making them. The types define the schemas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, cast, get_args, get_type_hints

import msgspec

from moonflight_solo.values import Value

FieldWay = Callable[[Any], Any]
"""Makes a field of an answer from the value that is shown."""
_LIST: Final[Any] = list


class JSONAnswer(Value):
    """An answer in JSON, or a part of one; ``WAYS`` make those fields that are not copied."""

    WAYS: ClassVar[Mapping[str, FieldWay]] = MappingProxyType({})

    @classmethod
    def of(cls, source: object, **otherwise: Any) -> Self:
        """Fill an answer from attributes of ``source`` called alike, except as ``otherwise``."""
        due = [name for name in cls.__struct_fields__ if name not in otherwise]
        given = {name: cls.WAYS.get(name, attrgetter(name))(source) for name in due} | otherwise
        told = {name: value for name, value in given.items() if value is not msgspec.UNSET}
        return msgspec.convert(told, cls, from_attributes=True)


def answer_about(name: str, about: str, source: type, fields: str, **own: Any) -> type[JSONAnswer]:
    """Return a type of answer that shows ``fields`` of a ``source`` in this order; ``about`` says
    what it is.

    A field has the type that it has in the source, or of its ``own``: a type, ``[TYPE]`` for a list
    of it, or one of these and the way to make it.
    """
    hints = get_type_hints(source, include_extras=True)
    typed: list[tuple[str, Any]] = []
    ways: dict[str, FieldWay] = {}
    for field in fields.split():
        if field not in own:
            read = getattr(source, field)
            typed.append((field, hints.get(field) or get_type_hints(read.fget)["return"]))
            continue
        kind, *way = own[field] if isinstance(own[field], tuple) else (own[field],)
        every, one = isinstance(kind, list), kind[0] if isinstance(kind, list) else kind
        typed.append((field, _LIST[one] if every else kind))
        ways |= {field: _as_answer(one, every, *(way or [attrgetter(field)]))}
    own_names = {"__doc__": about, "WAYS": ways}
    made = msgspec.defstruct(name, typed, bases=(JSONAnswer,), namespace=own_names, frozen=True)
    return cast(type[JSONAnswer], made)


def _as_answer(kind: Any, every: bool, way: FieldWay) -> FieldWay:
    """Return a way whose result is shown as its ``kind`` of answer, or as it is."""
    kinds = [arg for arg in (kind, *get_args(kind)) if isinstance(arg, type)]
    types = [each for each in kinds if issubclass(each, JSONAnswer)]

    def shown(value: Any) -> Any:
        is_answer = value is None or not types or isinstance(value, types[0])
        return value if is_answer else types[0].of(value)

    if every:
        return lambda source: [shown(each) for each in way(source)]
    return lambda source: shown(way(source))
