"""What commands answer with --json, as types, and making them. The types define the schemas."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from moonflight_solo.values import Value


class JSONAnswer(Value):
    """An answer in JSON, or a part of one."""

    @classmethod
    def of(cls, found: object, **otherwise: Any) -> Self:
        """Fill an answer from the attributes of ``found`` called alike, except as ``otherwise``."""
        alike = [name for name in cls.__struct_fields__ if name not in otherwise]
        given = {name: getattr(found, name) for name in alike} | otherwise
        return msgspec.convert(given, cls, from_attributes=True)
