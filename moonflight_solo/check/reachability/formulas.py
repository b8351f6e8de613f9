"""Statements about counts of cards: what the solver is asked."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from moonflight_solo.values import Thing, Value

Variable = tuple[Hashable, Hashable]
"""How many cards of a kind lie in a place: ``(place, kind)``."""

ENDLESS = 1 << 40
"""More than can ever be: no upper bound."""


class Sum(Thing):
    """Numbers of cards added up, each times its weight of at least 1; no variable stands twice."""

    terms: tuple[tuple[Variable, int], ...]


class Bounds(Value):
    """``least <= sum <= most``; both are at least 0."""

    sum: Sum
    least: int
    most: int = ENDLESS


class Unknown(Value):
    """Something that is true, or is not, of which no more is known than its name."""

    name: Hashable
    truth: bool = True


class And(Value):
    """Every part is true; without parts, always."""

    parts: tuple[Formula, ...]


class Or(Value):
    """At least one part is true; without parts, never."""

    parts: tuple[Formula, ...]


Formula = Bounds | Unknown | And | Or

ALWAYS = And(())
NEVER = Or(())


def every(parts: Iterable[Formula]) -> Formula:
    """Return that every part is true."""
    found = tuple(parts)
    return found[0] if len(found) == 1 else And(found)


def some(parts: Iterable[Formula]) -> Formula:
    """Return that at least one part is true."""
    found = tuple(parts)
    return found[0] if len(found) == 1 else Or(found)


def denied(formula: Formula) -> Formula:
    """Return that a formula is false."""
    match formula:
        case Bounds(sum_, least, most):
            fewer = (Bounds(sum_, 0, least - 1),) if least > 0 else ()
            return some((*fewer, *((Bounds(sum_, most + 1),) if most < ENDLESS else ())))
        case Unknown(name, truth):
            return Unknown(name, not truth)
        case And(parts):
            return some(map(denied, parts))
        case Or(parts):
            return every(map(denied, parts))
