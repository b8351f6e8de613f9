"""Plain Python written from printed words: expressions, and the things they speak of by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from moonflight_solo.wording import ast


class Code:
    """The things that one piece of written Python speaks of, each under a name of its own.

    The names are made from what the things are called, so that the code can be read when printed.
    """

    def __init__(self) -> None:
        self._things: dict[str, Any] = {}
        self._names: dict[int, str] = {}

    def name(self, thing: object, called: str) -> str:
        """Return the name of ``thing``, which is ``called`` made fit for Python."""
        known = self._names.get(id(thing))
        if known is not None:
            return known
        # Nothing that the code itself calls by a name begins with "the".
        first = "the_" + re.sub(r"[^a-z0-9]+", "_", called.casefold()).strip("_")
        name, number = first, 1
        while name in self._things:
            number += 1
            name = f"{first}_{number}"
        self._things[name] = thing
        self._names[id(thing)] = name
        return name

    def function(self, name: str, parameters: str, body: Iterable[str]) -> Callable[..., Any]:
        """Return the function with this body, whose ``source`` can be printed."""
        lines = [f"def {name}({parameters}):", *(f"    {line}" for line in body)]
        source = "\n".join(lines) + "\n"
        made: dict[str, Any] = {}
        exec(compile(source, f"<written: {name}>", "exec"), dict(self._things), made)
        function: Callable[..., Any] = made[name]
        function.source = source  # type: ignore[attr-defined]
        return function


def range_code(number: str, range_: ast.Range) -> str:
    """Return the expression that the expression ``number`` is within ``range_``."""
    least, most = range_.least, range_.most
    if most is None:
        return f"{number} >= {least}"
    if least == most:
        return f"{number} == {least}"
    if least == 0:
        return f"{number} <= {most}"
    return f"{least} <= {number} <= {most}"
