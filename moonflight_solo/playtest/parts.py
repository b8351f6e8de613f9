"""The parts a summary is made of: counts, shares and spreads, each with games to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from moonflight_solo.playtest.commandline import watch_command
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.statistics import Moments, quantile, wilson
from moonflight_solo.playtest.tally import KEPT, Key, Tally

Part = dict[str, Any]

QUANTILES = (5, 25, 50, 75, 95)


class Parts:
    """Makes the parts of a summary from what was counted in games of a plan."""

    def __init__(self, tally: Tally, plan: Plan) -> None:
        self.tally = tally
        self.plan = plan

    def examples(self, seeds: Iterable[int]) -> list[Part]:
        """Return games to look at, each with the command that shows it."""
        return [{"seed": seed, "command": watch_command(self.plan, seed)} for seed in seeds]

    def count(self, key: Key) -> Part:
        """Return how often ``key`` was counted."""
        return {"count": self.tally[key], "examples": self.examples(self.tally.seeds(key))}

    def share(self, key: Key, of: int) -> Part:
        """Return which share of ``of`` was counted under ``key``, with Wilson's interval."""
        return {**self.share_number(self.tally[key], of), **self.count(key)}

    def share_of(self, keys: Sequence[Key], of: int) -> Part:
        """Return which share of ``of`` was counted under ``keys`` together."""
        seeds = sorted({seed for key in keys for seed in self.tally.seeds(key)})[:KEPT]
        number = sum(self.tally[key] for key in keys)
        return {**self.share_number(number, of), "examples": self.examples(seeds)}

    def share_of_sum(self, of: int, *at: str | int) -> Part:
        """Return which share of ``of`` was counted under any key a step below ``at``."""
        return self.share_of([(*at, step) for step in self.tally.below(*at)], of)

    def share_number(self, number: int, of: int) -> Part:
        """Return a share without examples. What is no share of ``of`` has no interval."""
        if not 0 < of >= number:
            return {
                "count": number,
                "of": of,
                "share": None,
                "low": None,
                "high": None,
                "examples": [],
            }
        found = wilson(number, of)
        return {
            "count": number,
            "of": of,
            "share": found.value,
            "low": found.low,
            "high": found.high,
            "examples": [],
        }

    def shares_below(self, of: int, *at: str | int, called: str) -> list[Part]:
        """Return the share of every key a step below ``at``, the largest first."""
        steps = sorted(self.tally.below(*at).items(), key=lambda each: (-each[1], str(each[0])))
        return [{called: step, **self.share((*at, step), of)} for step, _ in steps]

    def spread(self, *at: str | int) -> Part:
        """Return how the whole numbers counted a step below ``at`` are spread."""
        histogram = {int(value): count for value, count in self.tally.below(*at).items()}
        moments = Moments.of(histogram)
        mean = moments.mean()
        return {
            "games": moments.number,
            "mean": mean and mean.value,
            "low": mean.low if mean and moments.vary else None,
            "high": mean.high if mean and moments.vary else None,
            "deviation": moments.deviation,
            "least": min(histogram, default=None),
            "most": max(histogram, default=None),
            "quantiles": {str(each): quantile(histogram, each) for each in QUANTILES},
            "histogram": [
                {"value": value, **self.count((*at, value))} for value in sorted(histogram)
            ],
        }

    @staticmethod
    def unknown_difference() -> Part:
        """Return a difference that nothing is known of."""
        return {"difference": None, "low": None, "high": None}
