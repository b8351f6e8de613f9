"""What was counted in the games of a plan, as the counts, shares and spreads that are told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import asdict

from moonflight_solo.playtest import statistics
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.plan import Plan, watch_command
from moonflight_solo.playtest.replays import Places
from moonflight_solo.playtest.tally import KEPT, Key, Tally, whole_of

QUANTILES: Final = (5, 25, 50, 75, 95)

ENOUGH_GAMES: Final = 100
"""Of acts from fewer games no interval is told."""


class Figures:
    """The figures of a tally of games of ``plan``.

    With ``places`` the examples of acts lead to the very act.
    """

    def __init__(self, tally: Tally, plan: Plan, places: Places | None = None) -> None:
        self.tally = tally
        self.plan = plan
        self.places = places

    def examples(
        self, seeds: Iterable[int], key: Key = (), plan: Plan | None = None
    ) -> tuple[s.ExampleGame, ...]:
        """Return games to look at, from the first act that was counted under ``key`` if known."""
        found = []
        for seed in seeds:
            at = self.places.first(seed, key) if self.places and key else None
            found.append(s.ExampleGame(seed, watch_command(plan or self.plan, seed, at), at))
        return tuple(found)

    def count(self, *key: str | int, plan: Plan | None = None) -> s.Counted:
        """Return how often ``key`` was counted, with games to look at."""
        return s.Counted(self.tally[key], self.examples(self.tally.seeds(key), key, plan))

    def share(self, of: int, *keys: Key, plan: Plan | None = None) -> s.Share:
        """Return the share of ``of`` that was counted under ``keys`` together.

        What is no share of ``of`` has no interval.
        """
        count = sum(self.tally[key] for key in keys)
        seeds = sorted({seed for key in keys for seed in self.tally.seeds(key)})
        (key,) = keys if len(keys) == 1 else ((),)
        examples = self.examples(seeds if key else seeds[:KEPT], key, plan)
        return self.share_of(count, of, examples)

    def share_of(self, count: int, of: int, examples: tuple[s.ExampleGame, ...] = ()) -> s.Share:
        """Return ``count`` of ``of`` games as a share, without an interval where it is none."""
        if not 0 < of >= count:
            return s.Share(count, of, None, None, None, examples)
        found = statistics.wilson(count, of)
        return s.Share(count, of, found.value, found.low, found.high, examples)

    def share_of_acts(self, key: Key, seat: int) -> s.ActShare:
        """Return a share of acts, answers or looks of a seat, which come in games."""
        whole = whole_of(key, seat)
        assert whole is not None
        count, of, games = self.tally[key], self.tally[whole], self.tally["games with", *whole]
        examples = self.examples(self.tally.seeds(key), key)
        if not games:
            return s.ActShare(count, of, None, None, None, examples, 0)
        found = statistics.mean_of_shares(
            games, self.tally["parts", *key], self.tally["squares", *key]
        )
        enough = games >= ENOUGH_GAMES
        low, high = (found.low, found.high) if enough else (None, None)
        return s.ActShare(count, of, found.value, low, high, examples, games)

    def steps(self, *at: str | int) -> list[str]:
        """Return the steps counted below ``at``, the most often counted first."""
        steps = sorted(self.tally.below(*at).items(), key=lambda each: (-each[1], str(each[0])))
        return [str(step) for step, _ in steps]

    def what_shares(self, of: int, *at: str) -> tuple[s.WhatShare, ...]:
        """Return the shares of ``of`` of each step below ``at``, the most often counted first."""
        shares = [(self.share(of, (*at, what)), what) for what in self.steps(*at)]
        return tuple(s.WhatShare(**asdict(share), what=what) for share, what in shares)

    def spread(self, *at: str | int, most: int | None = None) -> s.Spread:
        """Return how the whole numbers counted a step below ``at`` are spread.

        If none can lie outside 1 to ``most``, the interval of the mean holds however skewed they
        are.
        """
        histogram = self.tally.histogram(*at)
        moments = statistics.Moments.of(histogram)
        mean = moments.mean()
        known = moments.vary and mean
        if most is not None and most > 1 and moments.number:
            known = mean = statistics.bounded_mean(histogram, 1, most)
        bins = [(value, self.count(*at, value)) for value in sorted(histogram)]
        return s.Spread(
            games=moments.number,
            mean=mean.value if mean else None,
            low=known.low if known else None,
            high=known.high if known else None,
            deviation=moments.deviation,
            least=min(histogram, default=None),
            most=max(histogram, default=None),
            quantiles={str(each): statistics.quantile(histogram, each) for each in QUANTILES},
            histogram=tuple(s.Bin(each.count, each.examples, value) for value, each in bins),
        )
