"""A table as a value: laid out from it, taken down from a table, read from and kept in a file."""

from __future__ import annotations

from moonflight_solo.scenario.files import ScenarioFile, in_yaml, load_scenario, save_scenario
from moonflight_solo.scenario.layout import lay_out
from moonflight_solo.scenario.value import (
    Expectation,
    InPlay,
    PlacedCard,
    Scenario,
    SeatLayout,
    scenario_of,
    snapshot,
)
