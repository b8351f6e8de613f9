"""What must hold on the table: one small tree for every condition and for every act.

Printed words are lowered to it once (``lowering.py`` for conditions, ``ai_cards`` for what
an act needs), with names looked up and rulings applied. All else is a reading of the tree: it is
evaluated and its unmet leaves are found (``evaluation.py``); the wording check flips a leaf,
solves the tree, compares two of them and steps the bounds of a leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import ClassVar, Literal

from msgspec.structs import replace

from moonflight_solo.rules.requirements.selectors import Kinds, Score
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Marked, Value
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
"""What is the matter with a line, if a leaf does not hold."""


class AllOf(Value):
    """Every part holds; without parts, always."""

    parts: tuple[Requirement, ...]


class AnyOf(Value):
    """At least one part holds; without parts, never."""

    parts: tuple[Requirement, ...]


TRUE = AllOf(())
FALSE = AnyOf(())


class Leaf(Marked, kw_only=True):
    """A single fact. ``says`` are its words in canonical English, ``span`` where they are printed.

    Two leaves are equal when they ask the same of the table, whatever words they came from.
    """

    says: str = ""
    span: ast.Span | None = None
    status: Obstacle = "condition-false"
    MARKS: ClassVar[tuple[str, ...]] = ("says", "span", "status")


class Count(Leaf):
    """So many cards of these ``kinds`` (``None``: any cards, face down too) lie in ``place``.

    The place's suit bears the Jack's own name; its owner is the seat that is looked from.
    """

    place: ast.Place
    kinds: Kinds | None
    range: ast.Range


class Total(Leaf):
    """So many cards of these ``kinds`` lie in ``place``, and come to ``total`` in ``of``."""

    place: ast.Place
    kinds: Kinds | None
    range: ast.Range
    of: Score
    total: ast.Range


class CoinCount(Leaf):
    """So many coin tokens are under control."""

    range: ast.Range


class EmptyStackCount(Leaf):
    """So many of the Market Stacks in ``place`` are empty."""

    place: ast.Place
    range: ast.Range


class ForSale(Leaf):
    """A card of these ``kinds`` lies on top of a Market Stack in ``place``.

    ``terms``: it is ``shown`` there, ``allowed`` to be Purchased now (the first Shop of a round,
    its own text), or ``payable`` as well.
    """

    place: ast.Place
    kinds: Kinds | None
    terms: Literal["shown", "allowed", "payable"]

    def on(self, terms: Literal["shown", "allowed", "payable"]) -> ForSale:
        """Return the same on other terms."""
        return replace(self, terms=terms)


class Opaque(Leaf):
    """A test with a ``name``, for what counts do not reach.

    It is known to need ``needs``, and to hold wherever ``enough`` does; no more is known of it
    where they are left out. ``because`` says what was seen when it does not hold. Two of a name
    must mean the same on every table.
    """

    name: Hashable
    test: Test
    needs: Requirement = TRUE
    enough: Requirement = FALSE
    because: Explain | None = None
    MARKS: ClassVar[tuple[str, ...]] = (*Leaf.MARKS, "test", "needs", "enough", "because")


class Not(Value):
    """The part does not hold."""

    part: Requirement


class SomeOpponent(Marked):
    """The part holds of one opponent alone; what is "your" in it is theirs.

    ``asks`` is what a person is asked to know of it, where the part's own words do not say whose.
    """

    part: Requirement
    asks: str = ""
    MARKS: ClassVar[tuple[str, ...]] = ("asks",)


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
    """Return that all parts hold, nested ones laid open and what always holds left out."""
    flat: list[Requirement] = []
    for part in parts:
        flat += part.parts if isinstance(part, AllOf) else (part,)
    if FALSE in flat:
        return FALSE
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def either(*parts: Requirement) -> Requirement:
    """Return that one part at least holds, nested ones laid open and impossible ones left out."""
    flat: list[Requirement] = []
    for part in parts:
        flat += part.parts if isinstance(part, AnyOf) else (part,)
    if TRUE in flat:
        return TRUE
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def exactly_one(one: Requirement, other: Requirement) -> Requirement:
    """Return that one of two requirements holds, and the other does not."""
    return either(both(one, Not(other)), both(Not(one), other))


# ------------------------------------------------------------------------------- walking


def leaves(requirement: Requirement) -> Iterator[Requirement]:
    """Yield every leaf, each as often as it stands there; what some opponent has is one leaf."""
    if isinstance(requirement, AllOf | AnyOf):
        for part in requirement.parts:
            yield from leaves(part)
    elif isinstance(requirement, Not):
        yield from leaves(requirement.part)
    else:
        yield requirement


def said(leaf: Requirement) -> str:
    """Return the words of a leaf."""
    if isinstance(leaf, SomeOpponent):
        return " and ".join(said(part) for part in leaves(leaf.part))
    return getattr(leaf, "says", "")


Truth = bool | None
"""Whether something holds; ``None`` if that is not known."""


def truth(requirement: Requirement, of_leaf: Callable[[Requirement], Truth]) -> Truth:
    """Return whether ``requirement`` holds by what is known of its leaves.

    They are asked for in printed order, and no further than it takes.
    """
    if isinstance(requirement, AllOf | AnyOf):
        decides = isinstance(requirement, AnyOf)
        found: Truth = not decides
        for part in requirement.parts:
            known = truth(part, of_leaf)
            if known is decides:
                return decides
            found = None if known is None else found
        return found
    if isinstance(requirement, Not):
        known = truth(requirement.part, of_leaf)
        return None if known is None else not known
    return of_leaf(requirement)


def holds(requirement: Requirement, truths: Mapping[Requirement, bool]) -> bool:
    """Return whether ``requirement`` holds where just these of its leaves do."""
    return truth(requirement, truths.__getitem__) is True


def with_leaves(
    requirement: Requirement, change: Callable[[Requirement], Requirement]
) -> Requirement:
    """Return ``requirement`` with each of its leaves as ``change`` makes it."""
    if isinstance(requirement, AllOf | AnyOf):
        join = both if isinstance(requirement, AllOf) else either
        return join(*(with_leaves(part, change) for part in requirement.parts))
    if isinstance(requirement, Not):
        return Not(with_leaves(requirement.part, change))
    return change(requirement)
