"""The names of cards and suits that a line says, as they are printed and as they are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from moonflight_solo.wording import ast
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import every_node


@dataclass(frozen=True, slots=True)
class Name:
    """A card's or a suit's name as a meaning has it."""

    name: str
    of_suit: bool = False


def names_in(meaning: object) -> Iterator[Name]:
    """Yield the names that a meaning says, as they are printed."""
    for part in every_node(meaning):
        if isinstance(part, ast.Cards):
            yield from map(Name, (*part.names, *part.but_not))
        if isinstance(part, ast.Suit) and part.whose == "named":
            yield Name(part.name, True)
        if isinstance(part, ast.Played):
            yield Name(part.name)
        if isinstance(part, ast.SpendAct) and part.user:
            yield Name(part.user)


def span_of_name(text: Text, name: Name) -> tuple[int, int]:
    """Return where a name is printed, or all the words if it stands there otherwise."""
    words = re.sub(r"\s", " ", text.words)
    start = words.find(name.name)
    return (start, start + len(name.name)) if start >= 0 else (0, len(words))
