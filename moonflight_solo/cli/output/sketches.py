"""Small tables shown in words, and kept as scenario files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from moonflight_solo.check.small_tables.outcomes import counted
from moonflight_solo.check.small_tables.sketch import SeatSketch, Sketch

_ZONES = {
    "hand": "hand",
    "draw_deck": "Draw Deck",
    "discard_stack": "Discard Stack",
    "trash_stack": "Trash Stack",
    "supply": "Supply Stack",
}


def table_words(sketch: Sketch) -> list[str]:
    """Return what lies on a table, a line for each seat at which there is anything.

    The acting seat comes first. Hands are in the order held, Stacks and Decks from the top.
    """
    mine = sketch.acting - 1
    rows = [_seat_words(sketch.seats[mine])]
    for index, seat in enumerate(sketch.seats):
        if index != mine and seat.size:
            rows.append(f"opponent, {seat.jack}: {_seat_words(seat)}")
    if sketch.generic:
        stacks = ", ".join(f"{number} {name}" for name, number in sketch.generic)
        rows.append(f"generic Market Stacks: {stacks}")
    return rows


def scenario_words(scenario: Mapping[str, Any]) -> list[str]:
    """Return what :func:`table_words` does, of a table laid out as a scenario file has it."""
    return table_words(
        Sketch(
            tuple(map(_seat_sketch, scenario["seats"])),
            scenario.get("turned", False),
            generic=tuple(scenario.get("generic", {}).items()),
            acting=scenario.get("acting", 1),
        )
    )


def _seat_sketch(seat: Mapping[str, Any]) -> SeatSketch:
    in_play = [
        (each,) if isinstance(each, str) else (each["card"], *each["settled"])
        for each in seat.get("in_play", ())
    ]
    hand, draw_deck, discard_stack, trash_stack, supply = (
        tuple(seat.get(zone, ())) for zone in _ZONES
    )
    return SeatSketch(
        seat["jack"],
        hand,
        tuple(in_play),
        draw_deck,
        discard_stack,
        trash_stack,
        supply,
        tuple(map(tuple, seat.get("market", ((), (), ())))),
        seat.get("coins", 0),
        seat.get("built", False),
        seat.get("shopped", False),
    )


def _seat_words(seat: SeatSketch) -> str:
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


def _placed_words(placed: tuple[str, ...]) -> str:
    settled = f" with {counted(placed[1:])} Settled on it" if len(placed) > 1 else ""
    return placed[0] + settled


def save_scenario(directory: Path, name: str, scenario: Mapping[str, Any], note: str = "") -> Path:
    """Write a scenario to ``directory``, which is made if need be; return its file.

    ``note`` stands above it as a comment.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.yaml"
    written = yaml.safe_dump(
        dict(scenario), sort_keys=False, allow_unicode=True, default_flow_style=None, width=98
    )
    comment = "".join(f"# {line}\n" for line in note.splitlines())
    path.write_text(comment + written, "utf-8")
    return path
