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
from moonflight_solo.check.small_tables.sketch import Sketch, shrunk

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

    def do_something(self, sketch: Sketch) -> bool:
        """Return whether one of the lines is followed on a table."""
        return any(self._followed(each) for each in self._done(sketch))

    def ways(self, tables: Iterable[Sketch]) -> dict[Way, list[Sketch]]:
        """Return in which ways the lines differ, and the tables on which they do."""
        found: dict[Way, list[Sketch]] = {}
        for sketch in tables:
            way = self._way(sketch)
            if way is not None:
                found.setdefault(way, []).append(sketch)
        return found

    def shown(self, sketches: Sequence[Sketch], way: Way) -> Shown:
        """Return the smallest table that shows a way.

        One on which the whole cards act otherwise if there is one, else one on which the line is
        looked at at least, else one that shows it of the lines by themselves.
        """
        if not self._reset:
            for visible in (self._acted_on, self._looked_at):
                found = self._first(sketches, way, visible)
                if found is not None:
                    return self._both.show(found, *(unit.number for unit in self._units))
        sketch = shrunk(sketches[0], lambda less: self._way(less) == way)
        old, new = self._full(sketch)
        if self._reset:
            return Shown(sketch, str(old), str(new), old, new, section="reset")
        said = [str(done) if done.line else "passed over" for done in (old, new)]
        return Shown(sketch, said[0], said[1], old, new, alone=True)

    def _first(
        self, sketches: Sequence[Sketch], way: Way, visible: Callable[[Sketch], bool]
    ) -> Sketch | None:
        first = next(filter(visible, sketches), None)
        if first is None:
            return None
        return shrunk(first, lambda less: self._way(less) == way and visible(less))

    def _acted_on(self, sketch: Sketch) -> bool:
        return self._looked_at(sketch) and self._both.acts_differ(sketch)

    def _looked_at(self, sketch: Sketch) -> bool:
        """Return whether no earlier line of either card is followed first."""
        if self._reset:
            return True
        done = plans(self._both.followers, sketch, self._both.catalogue)
        return all(
            not each.line or main_number(each.line) >= main_number(unit.number)
            for each, unit in zip(done, self._units, strict=True)
        )

    def _way(self, sketch: Sketch) -> Way | None:
        old, new = self._done(sketch)
        followed = self._followed(old), self._followed(new)
        if followed == (True, False):
            return "only old"
        if followed == (False, True):
            return "only new"
        if followed == (False, False):
            return None
        if old.deed == new.deed and not self._reset and not self._same_aim:
            old, new = self._full(sketch)
        return "otherwise" if old.deed != new.deed else None

    def _done(self, sketch: Sketch) -> list[Outcome]:
        if self._reset:
            return self._full(sketch)
        return plans(self._followers, sketch, self._both.catalogue)

    def _full(self, sketch: Sketch) -> list[Outcome]:
        see = reset_outcome if self._reset else outcome
        return [see(each, sketch, self._both.catalogue) for each in self._followers]

    def _followed(self, done: Outcome) -> bool:
        return done.notation != "retain nothing" if self._reset else bool(done.line)


def main_number(line: str) -> int:
    """Return the number of a line, or of the one it is a part of."""
    return int(line.partition(".")[0])
