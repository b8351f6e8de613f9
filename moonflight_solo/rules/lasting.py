"""General changes while a card is in play: what players are kept from, and what cards cost them.

"If a card ... refers to a general change in circumstances its effect is ongoing" (Immediate or
Ongoing); "all cards overrule the Main Rules" (Rules Contradictions). Rulings G-bar and G-cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from moonflight_solo.rules.moves import befalls
from moonflight_solo.rules.state import Card, Change, Seat, Table
from moonflight_solo.wording.ast import Barrable


def kept_from(table: Table, seat: Seat, act: Barrable, card: Card | None = None) -> Card | None:
    """Return the card that keeps ``seat`` from an act, or from doing it to ``card``; else none.

    A change that speaks of some cards only keeps nobody from the act by itself.
    """
    if act not in table.changed:
        return None
    return next((source for source, _ in _changes(table, seat, act, card)), None)


def price(table: Table, seat: Seat, card: Card) -> int:
    """Return what ``seat`` pays in coin tokens if it Shops for ``card`` now, never below 0."""
    if "price" not in table.changed:
        return card.cost
    return max(0, card.cost + sum(each.cost for _, each in _changes(table, seat, "price", card)))


def total_price(table: Table, seat: Seat, cards: Sequence[Card]) -> int:
    """Return what ``seat`` pays if it Shops for all of ``cards`` at once."""
    if "price" not in table.changed:
        return cards[0].cost if len(cards) == 1 else sum([card.cost for card in cards])
    return sum([price(table, seat, card) for card in cards])


def _changes(
    table: Table, seat: Seat, of: Barrable | Literal["price"], card: Card | None
) -> Iterator[tuple[Card, Change]]:
    """Yield each change of this kind that ``seat`` is under, with the card that says it."""
    for holder in table.seats:
        for placed in (*holder.in_play, holder.character):
            for change in placed.card.changes:
                if of not in change.of or (change.fleeting and placed.stale):
                    continue
                if not befalls(change.who, holder is seat):
                    continue
                matches = change.matches
                if matches is None or (card is not None and matches(card, holder)):
                    yield placed.card, change
