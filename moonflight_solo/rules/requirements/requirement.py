"""Requirements: one small tree type for what conditions and acts need of the table.

Printed words are lowered to it once (``lowering.py`` for conditions, ``ai_cards`` for what an act
needs), with names resolved and rulings applied. Everything else uses the tree: it is evaluated and
its unmet leaves are found (``evaluation.py``); the wording check flips a leaf, solves the tree,
compares two trees and steps the bounds of a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from moonflight_solo.rules.requirements.selectors import Kinds, Score
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Value, ValueWithMarks
from moonflight_solo.wording import ast

Test = Callable[[Table, Seat], bool]
Explain = Callable[[Table, Seat], str]
Obstacle = Literal[
    "condition-false",
    "not-in-hand",
    "not-in-play",
    "no-target",
    "cannot-pay",
    "not-allowed",
    "would-do-nothing",
]
"""Why a line cannot be followed if a leaf does not hold."""


class AllOf(Value):
    """Every part holds; always true without parts."""

    parts: tuple[Requirement, ...]


class AnyOf(Value):
    """At least one part holds; never true without parts."""

    parts: tuple[Requirement, ...]


TRUE = AllOf(())
FALSE = AnyOf(())


class Leaf(ValueWithMarks, kw_only=True):
    """A single fact. ``says`` is its wording in canonical English, ``span`` where it is printed.

    ``denied`` is the wording of its opposite, where that is not just other cards or numbers.
    Two leaves are equal if they ask the same of the table, whatever their wording.
    """

    says: str = ""
    denied: str = ""
    span: ast.Span | None = None
    status: Obstacle = "condition-false"
    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("says", "denied", "span", "status")


class Count(Leaf):
    """A number of cards of these ``kinds`` (``None``: any, even face down) lie in ``place``.

    The place's suit has the Jack's full name; "your" is the seat that looks.
    """

    place: ast.Place
    kinds: Kinds | None
    range: ast.Range


class Total(Leaf):
    """A number of cards of these ``kinds`` lie in ``place``, and their ``of`` sums to ``total``."""

    place: ast.Place
    kinds: Kinds | None
    range: ast.Range
    of: Score
    total: ast.Range
    measured: Literal["score", "cost", "stability"] = "score"


class CoinCount(Leaf):
    """The seat controls a number of coin tokens."""

    range: ast.Range


class EmptyStackCount(Leaf):
    """A number of the Market Stacks in ``place`` are empty."""

    place: ast.Place
    range: ast.Range


class ForSale(Leaf):
    """A card of these ``kinds`` lies on top of a Market Stack in ``place``.

    ``terms``: it is just ``shown`` there, it may be Purchased now (``allowed`` by the rule on the
    first Shop of a round and by other cards), or it is also ``payable``.
    """

    place: ast.Place
    kinds: Kinds | None
    terms: Literal["shown", "allowed", "payable"]

    def on(self, terms: Literal["shown", "allowed", "payable"]) -> ForSale:
        """Return the same leaf on other terms."""
        return replace(self, terms=terms)


class Opaque(Leaf):
    """A test with a ``name``, for what counts cannot express.

    It implies ``needs``, and is implied by ``enough``; the defaults say nothing. ``because``
    explains a failure from the table. Two with the same name must be equivalent on every table.
    """

    name: Hashable
    test: Test
    needs: Requirement = TRUE
    enough: Requirement = FALSE
    because: Explain | None = None
    NOT_COMPARED: ClassVar = (*Leaf.NOT_COMPARED, "test", "needs", "enough", "because")

    @property
    def only_needs(self) -> bool:
        """Whether it has no words of its own, and is just what it needs."""
        return not self.says and self.needs == self.enough


class Not(Value):
    """The part does not hold."""

    part: Requirement


class SomeOpponent(ValueWithMarks):
    """The part holds for at least one opponent; "your" in it means that opponent's.

    ``says`` is its wording, where the part's own words do not say whose, and ``denied`` that of its
    opposite.
    """

    part: Requirement
    says: str = ""
    denied: str = ""
    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("says", "denied")


Requirement = (
    Count
    | Total
    | CoinCount
    | EmptyStackCount
    | ForSale
    | Opaque
    | AllOf
    | AnyOf
    | Not
    | SomeOpponent
)


def both(*parts: Requirement) -> Requirement:
    """Join requirements with "and": flatten nested ones and drop those always true."""
    flat: list[Requirement] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllOf) else (part,)
    if FALSE in flat:
        return FALSE
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def either(*parts: Requirement) -> Requirement:
    """Join requirements with "or": flatten nested ones and drop those never true."""
    flat: list[Requirement] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOf) else (part,)
    if TRUE in flat:
        return TRUE
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def exactly_one(one: Requirement, other: Requirement) -> Requirement:
    """Return the requirement that exactly one of two holds."""
    return either(both(one, Not(other)), both(Not(one), other))


def leaves(requirement: Requirement) -> Iterator[Requirement]:
    """Yield every leaf, repeated ones too; a `SomeOpponent` is one leaf."""
    if isinstance(requirement, AllOf | AnyOf):
        for part in requirement.parts:
            yield from leaves(part)
    elif isinstance(requirement, Not):
        yield from leaves(requirement.part)
    else:
        yield requirement


def wording(leaf: Requirement) -> str:
    """Return the wording of a leaf, or of the denial of one."""
    if isinstance(leaf, Not):
        return getattr(leaf.part, "denied", "") or f"not: {wording(leaf.part)}"
    if isinstance(leaf, SomeOpponent) and not leaf.says:
        return " and ".join(wording(part) for part in leaves(leaf.part))
    return getattr(leaf, "says", "")


Truth = bool | None
"""Whether something holds; ``None`` if unknown."""


def truth(requirement: Requirement, of_leaf: Callable[[Requirement], Truth]) -> Truth:
    """Evaluate ``requirement`` by what is known of its leaves.

    Leaves are evaluated in printed order, and no further than needed.
    """
    if isinstance(requirement, AllOf | AnyOf):
        decides = isinstance(requirement, AnyOf)
        result: Truth = not decides
        for part in requirement.parts:
            part_truth = truth(part, of_leaf)
            if part_truth is decides:
                return decides
            result = None if part_truth is None else result
        return result
    if isinstance(requirement, Not):
        part_truth = truth(requirement.part, of_leaf)
        return None if part_truth is None else not part_truth
    return of_leaf(requirement)


def holds(requirement: Requirement, truths: Mapping[Requirement, bool]) -> bool:
    """Evaluate ``requirement`` with the given truth of each of its leaves."""
    return truth(requirement, truths.__getitem__) is True


def with_leaves(
    requirement: Requirement, change: Callable[[Requirement], Requirement]
) -> Requirement:
    """Return ``requirement`` with ``change`` applied to each leaf."""
    if isinstance(requirement, AllOf | AnyOf):
        join = both if isinstance(requirement, AllOf) else either
        return join(*(with_leaves(part, change) for part in requirement.parts))
    if isinstance(requirement, Not):
        return Not(with_leaves(requirement.part, change))
    return change(requirement)
