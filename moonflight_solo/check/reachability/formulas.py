"""The solver's formulas over counts of cards."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from moonflight_solo.values import IdentityValue, Value

Variable = tuple[Hashable, Hashable]
"""The number of cards of a kind in a place: ``(place, kind)``."""

ENDLESS = 1 << 40
"""More than any count can be: no upper bound."""


class Sum(IdentityValue):
    """A weighted sum of distinct variables; weights are at least 1."""

    terms: tuple[tuple[Variable, int], ...]


class Bounds(Value):
    """``least <= sum <= most``; both are at least 0."""

    sum: Sum
    least: int
    most: int = ENDLESS


class Unknown(Value):
    """A fact that is known only by name, or its negation."""

    name: Hashable
    truth: bool = True


class And(Value):
    """A conjunction; without parts, always true."""

    parts: tuple[Formula, ...]


class Or(Value):
    """A disjunction; without parts, always false."""

    parts: tuple[Formula, ...]


Formula = Bounds | Unknown | And | Or

ALWAYS = And(())
NEVER = Or(())


def every(parts: Iterable[Formula]) -> Formula:
    """Return the conjunction of ``parts``."""
    formulas = tuple(parts)
    return formulas[0] if len(formulas) == 1 else And(formulas)


def some(parts: Iterable[Formula]) -> Formula:
    """Return the disjunction of ``parts``."""
    formulas = tuple(parts)
    return formulas[0] if len(formulas) == 1 else Or(formulas)


def atoms(formula: Formula) -> Iterator[Bounds | Unknown]:
    """Yield all bounds and facts of a formula, in order."""
    waiting = [formula]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Bounds | Unknown):
            yield part
        else:
            waiting += part.parts[::-1]


def negation(formula: Formula) -> Formula:
    """Return the negation of a formula."""
    match formula:
        case Bounds(sum_, least, most):
            fewer = (Bounds(sum_, 0, least - 1),) if least > 0 else ()
            return some((*fewer, *((Bounds(sum_, most + 1),) if most < ENDLESS else ())))
        case Unknown(name, truth):
            return Unknown(name, not truth)
        case And(parts):
            return some(map(negation, parts))
        case Or(parts):
            return every(map(negation, parts))
