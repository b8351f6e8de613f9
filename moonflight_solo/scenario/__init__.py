"""A table as one value: laid out by hand, taken from a game, or in a file (docs/scenarios.md)."""

from __future__ import annotations

from moonflight_solo.scenario.layouts import *
from moonflight_solo.scenario.tables import *
