"""What a Supply Stack must be made of ("Building The Market")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from moonflight_solo.rules.cards import Card


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
