"""A table as one value: laid out by hand, taken from a game, in a file (docs/scenarios.md)."""

from __future__ import annotations

from moonflight_solo.scenario.files import ScenarioFile, in_yaml, load_scenario, save_scenario
from moonflight_solo.scenario.layouts import (
    Expectation,
    InPlay,
    Marks,
    Names,
    PlacedCard,
    Scenario,
    SeatLayout,
    SettledCard,
    name_of,
)
from moonflight_solo.scenario.tables import PILES, lay_out, said_of, scenario_of, snapshot

__all__ = [
    "PILES",
    "Expectation",
    "InPlay",
    "Marks",
    "Names",
    "PlacedCard",
    "Scenario",
    "ScenarioFile",
    "SeatLayout",
    "SettledCard",
    "in_yaml",
    "lay_out",
    "load_scenario",
    "name_of",
    "said_of",
    "save_scenario",
    "scenario_of",
    "snapshot",
]
