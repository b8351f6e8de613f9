"""Small tables shown in words."""

from __future__ import annotations

from moonflight_solo.check.small_tables.outcomes import counted
from moonflight_solo.scenario import InPlay, Scenario, SeatLayout

_ZONES = {
    "hand": "hand",
    "draw_deck": "Draw Deck",
    "discard_stack": "Discard Stack",
    "trash_stack": "Trash Stack",
    "supply": "Supply Stack",
}


def table_words(scenario: Scenario) -> list[str]:
    """Return what lies on a table, a line for each seat at which there is anything.

    The acting seat comes first. Hands are in the order held, Stacks and Decks from the top.
    """
    mine = scenario.acting - 1
    rows = [_seat_words(scenario.seats[mine])]
    for index, seat in enumerate(scenario.seats):
        if index != mine and seat.size:
            rows.append(f"opponent, {seat.jack}: {_seat_words(seat)}")
    if scenario.generic:
        stacks = ", ".join(f"{number} {name}" for name, number in scenario.generic.items())
        rows.append(f"generic Market Stacks: {stacks}")
    return rows


def _seat_words(seat: SeatLayout) -> str:
    parts: list[str] = []
    for zone, called in _ZONES.items():
        names = getattr(seat, zone)
        if names:
            parts.append(f"{called}: {counted(names)}")
        if zone == "hand" and seat.in_play:
            parts.append(f"in play: {', '.join(map(_placed_words, seat.in_play))}")
    if any(seat.market):
        stacks = " | ".join(counted(stack) or "empty" for stack in seat.market)
        parts.append(f"Market Stacks: {stacks}")
    if seat.coins:
        parts.append(f"{seat.coins} coin token{'s' if seat.coins > 1 else ''}")
    parts += [f"has {mark} this round" for mark in ("built", "shopped") if getattr(seat, mark)]
    return "; ".join(parts) or "nothing on the table"


def _placed_words(placed: InPlay) -> str:
    if isinstance(placed, str):
        return placed
    return f"{placed.card} with {counted(placed.settled)} Settled on it"
