"""The six winning conditions: what a display has of each, and which cards are in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from moonscrown.decktet import ACE, Card, deck

Subset = tuple[Card, ...]
Subsets = Callable[[Sequence[Card]], list[Subset]]
"""The subsets of a display that meet a condition best; none if it has no card of the kind."""

Strength = tuple[int, tuple[int, int]]
"""How well a condition is met: how many cards (or suits), then the highest card of the subset."""

EVEN = frozenset({2, 4, 6, 8})
BELOW = 5


def _highest(display: Sequence[Card]) -> list[Subset]:
    return [(max(display, key=lambda card: card.height),)] if display else []


def _most(groups: Iterable[Subset]) -> list[Subset]:
    """Return the largest of several subsets, all of them if several are as large."""
    found = [group for group in groups if group]
    most = max(map(len, found), default=0)
    return list(dict.fromkeys(group for group in found if len(group) == most))


def _of_a_suit(display: Sequence[Card]) -> list[Subset]:
    return _most(tuple(c for c in display if suit in c.suits) for suit in deck().suits)


def _even(display: Sequence[Card]) -> list[Subset]:
    return _most([tuple(card for card in display if card.rank in EVEN)])


def _of_a_type(display: Sequence[Card]) -> list[Subset]:
    return _most(tuple(c for c in display if kind in c.types) for kind in deck().types)


def _low(display: Sequence[Card]) -> list[Subset]:
    return _most([tuple(card for card in display if ACE <= card.rank < BELOW)])


def _different_suits(display: Sequence[Card]) -> list[Subset]:
    """Return every set of cards with all the suits of the display and no card too many."""
    wanted = _suits_of(display)
    found: list[Subset] = []
    for size in range(1, len(wanted) + 1):
        for cards in combinations(display, size):
            if _suits_of(cards) == wanted and not any(set(less) < set(cards) for less in found):
                found.append(cards)
    return found


def _suits_of(cards: Iterable[Card]) -> frozenset[str]:
    return frozenset(suit for card in cards for suit in card.suits)


CONDITIONS: dict[str, tuple[str, Subsets]] = dict(
    zip(
        deck().suits,
        (
            ("highest card", _highest),
            ("most cards of a suit", _of_a_suit),
            ("most even cards", _even),
            ("most different suits", _different_suits),
            ("most cards of one type", _of_a_type),
            ("most cards below 5", _low),
        ),
        strict=True,
    )
)
"""What each suit on the pile asks for, and the subsets that answer it (ruling M-suits)."""


def subsets(suit: str, display: Sequence[Card]) -> list[Subset]:
    """Return the subsets of ``display`` that meet the condition of ``suit`` as well as it can."""
    return CONDITIONS[suit][1](display)


def strength(suit: str, display: Sequence[Card]) -> Strength | None:
    """Return how well ``display`` meets the condition of ``suit``; ``None`` if not at all.

    Of several subsets as good, the one with the highest card counts (ruling M-subset).
    """
    return _strength(suit, tuple(display))


# Every action of a turn asks for the same displays again.
@lru_cache(maxsize=50_000)
def _strength(suit: str, display: tuple[Card, ...]) -> Strength | None:
    found = subsets(suit, display)
    if not found:
        return None
    number = len(_suits_of(display)) if CONDITIONS[suit][1] is _different_suits else len(found[0])
    return number, max(card.height for cards in found for card in cards)


def meets(suit: str, display: Sequence[Card], others: Iterable[Sequence[Card]]) -> bool:
    """Return whether ``display`` meets the condition of ``suit`` better than the others'."""
    mine = strength(suit, display)
    if mine is None:
        return False
    theirs = (strength(suit, other) for other in others)
    return all(other is None or mine > other for other in theirs)
