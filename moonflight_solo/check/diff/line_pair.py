"""A line and what it became, each by itself: followed when, and to do what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.diff.both import Both, Shown
from moonflight_solo.check.diff.disagree import aim
from moonflight_solo.check.diff.line_diff import Unit
from moonflight_solo.check.small_tables.outcomes import (
    Outcome,
    alone,
    outcome,
    plans,
    reset_outcome,
)
from moonflight_solo.check.small_tables.shrink import shrunk
from moonflight_solo.scenario import Scenario

Way = Literal["only old", "only new", "otherwise"]


class LinePair:
    """A line and what it became, each by itself, as if their cards had no other lines."""

    def __init__(self, both: Both, old: Unit, new: Unit, section: Section) -> None:
        self._both = both
        self._units = (old, new)
        self._reset = section == "reset"
        self.old_alone, self.new_alone = (
            alone(card, unit.line) for card, unit in zip(both.cards, (old, new), strict=True)
        )
        self._followers = [
            AICardPlayer(card, both.catalogue, both.rulings)
            for card in (self.old_alone, self.new_alone)
        ]
        self._same_aim = (
            aim(old.line.meaning) == aim(new.line.meaning) and not old.below and not new.below
        )

    def do_something(self, scenario: Scenario) -> bool:
        """Return whether one of the lines is followed on a table."""
        return any(self._followed(each) for each in self._done(scenario))

    def ways(self, tables: Iterable[Scenario]) -> dict[Way, list[Scenario]]:
        """Return in which ways the lines differ, and the tables on which they do."""
        found: dict[Way, list[Scenario]] = {}
        for scenario in tables:
            way = self._way(scenario)
            if way is not None:
                found.setdefault(way, []).append(scenario)
        return found

    def shown(self, scenarios: Sequence[Scenario], way: Way) -> Shown:
        """Return the smallest table that shows a way.

        One on which the whole cards act otherwise if there is one, else one on which the line is
        looked at at least, else one that shows it of the lines by themselves.
        """
        if not self._reset:
            for visible in (self._acted_on, self._looked_at):
                found = self._first(scenarios, way, visible)
                if found is not None:
                    return self._both.show(found, *(unit.number for unit in self._units))
        scenario = shrunk(scenarios[0], lambda less: self._way(less) == way)
        old, new = self._full(scenario)
        if self._reset:
            return Shown(scenario, str(old), str(new), old, new, section="reset")
        said = [str(done) if done.line else "passed over" for done in (old, new)]
        return Shown(scenario, said[0], said[1], old, new, alone=True)

    def _first(
        self, scenarios: Sequence[Scenario], way: Way, visible: Callable[[Scenario], bool]
    ) -> Scenario | None:
        first = next(filter(visible, scenarios), None)
        if first is None:
            return None
        return shrunk(first, lambda less: self._way(less) == way and visible(less))

    def _acted_on(self, scenario: Scenario) -> bool:
        return self._looked_at(scenario) and self._both.acts_differ(scenario)

    def _looked_at(self, scenario: Scenario) -> bool:
        """Return whether no earlier line of either card is followed first."""
        if self._reset:
            return True
        done = plans(self._both.followers, scenario, self._both.catalogue)
        return all(
            not each.line or main_number(each.line) >= main_number(unit.number)
            for each, unit in zip(done, self._units, strict=True)
        )

    def _way(self, scenario: Scenario) -> Way | None:
        old, new = self._done(scenario)
        followed = self._followed(old), self._followed(new)
        if followed == (True, False):
            return "only old"
        if followed == (False, True):
            return "only new"
        if followed == (False, False):
            return None
        if old.deed == new.deed and not self._reset and not self._same_aim:
            old, new = self._full(scenario)
        return "otherwise" if old.deed != new.deed else None

    def _done(self, scenario: Scenario) -> list[Outcome]:
        if self._reset:
            return self._full(scenario)
        return plans(self._followers, scenario, self._both.catalogue)

    def _full(self, scenario: Scenario) -> list[Outcome]:
        see = reset_outcome if self._reset else outcome
        return [see(each, scenario, self._both.catalogue) for each in self._followers]

    def _followed(self, done: Outcome) -> bool:
        return done.notation != "retain nothing" if self._reset else bool(done.line)


def main_number(line: str) -> int:
    """Return the number of a line, or of the one it is a part of."""
    return int(line.partition(".")[0])
