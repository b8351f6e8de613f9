"""A table as one value: laid out by hand, taken from a game, in a file (docs/scenarios.md)."""

from __future__ import annotations

from moonflight_solo.scenario.layouts import (
    CardNames,
    Expectation,
    InPlay,
    Marks,
    PlacedCard,
    Scenario,
    SeatLayout,
    SettledCard,
    settled_name,
)
from moonflight_solo.scenario.tables import (
    PILE_FIELDS,
    ScenarioFile,
    in_yaml,
    lay_out,
    load_scenario,
    said_of,
    save_scenario,
    scenario_of,
    snapshot,
)
