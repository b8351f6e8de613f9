"""Moonflight, played alone: against its printed AI cards, or for a rank in Score Mode.

As a library: load cards and AI cards, play a game decision by decision, ask what an AI card does
and why, check a wording, run a playtest. ``docs/library.md`` shows how.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moonflight_solo.library import *  # noqa: F403

__version__ = "0.1.0"

# The public names, known without importing the library, so that commands start fast.
_OFFERED = frozenset(
    {
        *("Beginning", "Build", "Choice", "IllegalChoice", "Pass", "Play", "Shop", "Spend"),
        *("AICard", "Card", "Catalogue", "DataError", "Decision", "Event", "Explanation"),
        *("Finding", "Game", "GivenAnswer", "IllegalAct", "MoonflightError", "NotationError"),
        *("Outcome", "Report", "Scenario", "ScenarioFile", "Seat", "SeatLayout", "Step"),
        *("Summary", "Table", "UsageError", "parse_ai_card", "check_ai_card", "check_wording"),
        *("explain", "lay_out", "load_ai_card", "load_cards", "load_scenario", "new_game"),
        *("PlayerView", "SeenEvent", "TableView"),
        *("rank", "run_playtest", "save", "scenario_of", "share", "step", "load"),
    }
)

__all__ = [*sorted(_OFFERED)]


def __getattr__(name: str) -> object:
    if name not in _OFFERED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from moonflight_solo import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OFFERED})
