"""The parts of a phrase, and how they were worded, while that still matters.

A node carries it as its ``mark`` (:data:`ast.Mark`), a number or a word as a class of its own. They
occur only during parsing: a mark of those in ``LOST_WORDS`` left at the end is a lost word
(:func:`.merging.without_marks`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeGuard, TypeVar

from lark import Token

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.nonsense import T

D = TypeVar("D", int, None)

EXCEPTED: Final[tuple[ast.Mark, ...]] = ("excepted", "but not")
EXCLUDING: Final[tuple[ast.Mark, ...]] = ("excluding", *EXCEPTED)
VERBLESS: Final[tuple[ast.Mark, ...]] = ("verbless", "count alone", "nounless")
LOST_WORDS: Final = frozenset(
    {"both", "theirs", "tied", "together", "not scoring", "singular", "not named", "topped"}
    | {"bottom", "the number", "definite", "sought", "for each", "each stack", "both places"}
    | {"any order", "instead"}
)
"""The marks of words that would be lost if nothing had used them."""


def is_marked(part: T | None, *marks: ast.Mark) -> TypeGuard[T]:
    """Return whether a part of a phrase has one of the marks."""
    return getattr(part, "mark", None) in marks


def any_marked(parts: Iterable[object], *marks: ast.Mark) -> bool:
    """Return whether one of the parts has one of the marks."""
    return any(is_marked(part, *marks) for part in parts)


def is_other(cards: ast.Cards) -> bool:
    """Return whether cards are other than this one, or than those before."""
    return cards.other or is_marked(cards, "another", "without noun")


def parts_of_kind(parts: Iterable[object], kind: type[T]) -> list[T]:
    """Return the parts of a ``kind``."""
    return [part for part in parts if isinstance(part, kind)]


def number_in(parts: Iterable[object], default: D) -> int | D:
    """Return the number among the words of a phrase, or the ``default``."""
    words = parts_of_kind(parts, Token)
    return next((int(word) for word in words if word.type == "NUMBER"), default)


def doer(effect: object) -> ast.Who:
    """Return who does something, "you" if it does not say."""
    who: ast.Who = getattr(effect, "who", "you")
    return who


class Clauses(tuple[ast.Effect, ...]):
    """Effects with a ``mark`` of how they were worded."""

    mark: ast.Mark

    def __new__(cls, effects: Iterable[ast.Effect], mark: ast.Mark) -> Clauses:
        """Return ``effects`` as so worded."""
        clauses = super().__new__(cls, effects)
        clauses.mark = mark
        return clauses


class Bound(int):
    """A number after "at least" or the like, which a bare number after it may share."""


class ListedNumber(int):
    """A bare number right after "and", "or" or a comma."""


class Multiple(str):
    """A relation to twice the other amount, or of twice the first one if ``turned``."""

    turned: bool

    def __new__(cls, relation: str, turned: bool = False) -> Multiple:
        """Return ``relation`` as one of a double amount."""
        multiple = super().__new__(cls, relation)
        multiple.turned = turned
        return multiple


class Whom(str):
    """A player in words that say more than who: an express "you", "each other", "that"."""
