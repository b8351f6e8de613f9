"""A table as a value: laid out from it, taken down from a table, read from and kept in a file."""

from __future__ import annotations

from moonflight_solo.scenario.layout import (
    ScenarioFile,
    in_yaml,
    lay_out,
    load_scenario,
    save_scenario,
)
from moonflight_solo.scenario.scenario import (
    Expectation,
    InPlay,
    PlacedCard,
    Scenario,
    SeatLayout,
    scenario_of,
    snapshot,
)
