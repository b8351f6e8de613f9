"""What a Supply Stack must be made of ("Building The Market")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from operator import sub

from moonflight_solo.rules.state import Card


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition on a Supply Stack: what is counted, how many are due and how many are there."""

    what: str
    due: int
    found: int

    @property
    def met(self) -> bool:
        """Whether there are exactly as many as are due."""
        return self.due == self.found


def conditions(copies: Mapping[Card, int]) -> tuple[Condition, ...]:
    """Return the four conditions on a Supply Stack of so many ``copies`` of each kind of card.

    The cards are given at their pre-Turn ends; those with no copies do not count.
    """
    taken = {card: number for card, number in copies.items() if number}
    return (
        Condition("cards", 24, sum(taken.values())),
        Condition("kinds of cards by name", 8, len(taken)),
        Condition(
            "points on the post-Turn ends",
            13,
            sum(card.flipped.score * number for card, number in taken.items()),
        ),
        Condition(
            "points on the pre-Turn ends",
            2,
            sum(card.score * number for card, number in taken.items()),
        ),
    )


def completion(available: Mapping[Card, int], taken: Mapping[Card, int]) -> dict[Card, int] | None:
    """Return a Supply Stack that meets every condition, with at least the cards ``taken``.

    No more copies of a card are in it than are ``available``. The earliest cards of the pool are
    preferred, and as many copies of each; ``None`` if no such Supply Stack can be made.
    """
    due = tuple(condition.due for condition in conditions({}))
    kinds = list(available)
    dead: set[tuple[int, tuple[int, ...]]] = set()

    def rest(index: int, left: tuple[int, ...]) -> dict[Card, int] | None:
        if min(left) < 0 or (index, left) in dead:
            return None
        if index == len(kinds):
            return None if any(left) else {}
        card = kinds[index]
        for copies in range(available[card], taken.get(card, 0) - 1, -1):
            used = (
                copies,
                1 if copies else 0,
                card.flipped.score * copies,
                card.score * copies,
            )
            found = rest(index + 1, tuple(map(sub, left, used)))
            if found is not None:
                return {card: copies, **found} if copies else found
        dead.add((index, left))
        return None

    return rest(0, due)
