"""The whole table as plain data, hidden zones too, laid out as a scenario file lays it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moonflight_solo.rules.state import Card, Placed, Seat, Table


def snapshot(table: Table) -> dict[str, Any]:
    """Return where every card, coin token and marker is, with the keys of ``docs/scenarios.md``.

    Cards by the name at the end now up; Stacks and Decks with the top card first, hands and play
    with the card longest there first. Seat numbers count from 1.
    """
    return {
        "edition": table.edition.edition,
        "turned": table.turned,
        "acting": table.acting + 1,
        "first_player": table.first + 1,
        "seats": [_seat(seat) for seat in table.seats],
        "generic": {stack.name: len(stack.cards) for stack in table.generic},
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "jack": seat.jack,
        "hand": _names(seat.hand),
        "in_play": [_placed(placed) for placed in seat.in_play],
        "draw_deck": _names(seat.draw_deck[::-1]),
        "discard_stack": _names(seat.discard_stack[::-1]),
        "trash_stack": _names(seat.trash_stack[::-1]),
        "supply": _names(seat.supply[::-1]),
        "market": [_names(stack.cards[::-1]) for stack in seat.market],
        "coins": seat.coins,
        "built": seat.built,
        "shopped": seat.shopped,
    }


def _names(cards: Sequence[Card]) -> list[str]:
    return [card.name for card in cards]


def _placed(placed: Placed) -> str | dict[str, Any]:
    if not placed.settled:
        return placed.card.name
    return {"card": placed.card.name, "settled": _names(placed.settled)}
