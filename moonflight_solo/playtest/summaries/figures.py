"""The statistics in summaries (counts, shares, spreads, differences), computed from tallies.

``None`` means unknown. All intervals ``low`` to ``high`` are 95% intervals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Self

from msgspec import Struct
from msgspec.structs import asdict

from moonflight_solo.playtest import statistics
from moonflight_solo.playtest.plan import Plan, watch_command
from moonflight_solo.playtest.tally import EXAMPLES_KEPT, Tally, TallyKey, whole_of


class ExampleGame(Struct, frozen=True):
    """A game to look at, with the command that shows it, ``None`` if there is none.

    ``at`` is the counted act, as "ROUND.ACT", where the command starts.
    """

    seed: int
    command: str | None
    at: str | None


class Counted(Struct, frozen=True):
    """A count, with the smallest seeds of games in which it occurred."""

    count: int
    examples: tuple[ExampleGame, ...]


class Bin(Counted, frozen=True):
    """The number of games with this value."""

    value: int


class Share(Struct, frozen=True):
    """``count`` of ``of`` things, with an interval; ``share`` is ``None`` if ``of`` is 0."""

    count: int
    of: int
    share: float | None
    low: float | None
    high: float | None
    examples: tuple[ExampleGame, ...]

    @staticmethod
    def share_of(
        count: int, of: int, examples: tuple[ExampleGame, ...] = (), z: float = statistics.Z
    ) -> Share:
        """Return ``count`` of ``of`` games as a share, without an interval if it is not one."""
        if not 0 < of >= count:
            return Share(count, of, None, None, None, examples)
        estimate = statistics.share_of(count, of, z)
        return Share(count, of, estimate.value, estimate.low, estimate.high, examples)


class ActShare(Share, frozen=True):
    """``count`` of ``of`` acts; ``share`` is the mean of the shares in ``games`` games.

    There is no interval for too few games.
    """

    games: int


class WhatShare(Share, frozen=True):
    """A share by cause, such as what ended a game or decided who won."""

    what: str


class Spread(Struct, frozen=True):
    """The distribution of an integer over ``games`` games; ``low`` to ``high`` is for its mean.

    ``quantiles`` are keyed by percentage, "5" to "95".
    """

    games: int
    mean: float | None
    low: float | None
    high: float | None
    deviation: float | None
    least: int | None
    most: int | None
    quantiles: dict[str, int | None]
    histogram: tuple[Bin, ...]


class Margin(Struct, frozen=True):
    """A difference. It has no interval if all values are equal."""

    difference: float | None = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, estimate: statistics.Estimate | None) -> Self:
        """Return a difference with its interval."""
        return cls(estimate.value, estimate.low, estimate.high) if estimate else cls()


QUANTILES: Final = (5, 25, 50, 75, 95)

ENOUGH_GAMES: Final = 100
"""Minimum number of games for an interval on acts."""


@dataclass
class Figures:
    """Computes the figures from the tally of a plan's games; example games are played by it.

    ``first_act(seed, key)`` locates the first act of a game counted under a key; with it, examples
    of acts point to that act.
    """

    tally: Tally
    plan: Plan
    first_act: Callable[[int, TallyKey], str | None] | None = None

    def played_by(self, plan: Plan) -> Figures:
        """Return the figures of the same tally with example games of another plan."""
        return Figures(self.tally, plan, self.first_act)

    def examples(self, seeds: Iterable[int], key: TallyKey = ()) -> tuple[ExampleGame, ...]:
        """Return example games, starting at the first act counted under ``key`` if known."""
        games = []
        for seed in seeds:
            at = self.first_act(seed, key) if self.first_act and key else None
            games.append(ExampleGame(seed, watch_command(self.plan, seed, at), at))
        return tuple(games)

    def count(self, *key: str | int) -> Counted:
        """Return the count of ``key`` with example games."""
        return Counted(self.tally[key], self.examples(self.tally.seeds(key), key))

    def share(self, of: int, *keys: TallyKey) -> Share:
        """Return the combined count of ``keys`` as a share of ``of``.

        There is no interval if it exceeds ``of``.
        """
        count = sum(self.tally[key] for key in keys)
        seeds = sorted({seed for key in keys for seed in self.tally.seeds(key)})
        key = keys[0] if len(keys) == 1 else ()
        examples = self.examples(seeds if key else seeds[:EXAMPLES_KEPT], key)
        return Share.share_of(count, of, examples)

    def share_of_acts(self, key: TallyKey, seat: int) -> ActShare:
        """Return a share of a seat's acts, answers or looks, averaged over games."""
        whole = whole_of(key, seat)
        assert whole is not None
        count, of, games = self.tally[key], self.tally[whole], self.tally["games with", *whole]
        examples = self.examples(self.tally.seeds(key), key)
        if not games:
            return ActShare(count, of, None, None, None, examples, 0)
        estimate = statistics.mean_of_shares(
            games, self.tally["parts", *key], self.tally["squares", *key]
        )
        enough = games >= ENOUGH_GAMES
        low, high = (estimate.low, estimate.high) if enough else (None, None)
        return ActShare(count, of, estimate.value, low, high, examples, games)

    def steps(self, *at: str | int) -> list[str]:
        """Return the key steps below ``at``, most frequent first."""
        steps = sorted(self.tally.below(*at).items(), key=lambda each: (-each[1], str(each[0])))
        return [str(step) for step, _ in steps]

    def what_shares(self, of: int, *at: str) -> tuple[WhatShare, ...]:
        """Return each step below ``at`` as a share of ``of``, most frequent first."""
        shares = [(self.share(of, (*at, what)), what) for what in self.steps(*at)]
        return tuple(WhatShare(**asdict(share), what=what) for share, what in shares)

    def spread(self, *at: str | int, most: int | None = None) -> Spread:
        """Return the distribution of the integers counted below ``at``.

        With ``most``, which says that all values are within 1 to ``most``, the interval of the mean
        holds for any skew.
        """
        histogram = self.tally.histogram(*at)
        moments = statistics.Moments.of(histogram)
        mean = moments.mean()
        interval = moments.vary and mean
        if most is not None and most > 1 and moments.number:
            interval = mean = statistics.bounded_mean(histogram, 1, most)
        bins = [(value, self.count(*at, value)) for value in sorted(histogram)]
        return Spread(
            games=moments.number,
            mean=mean.value if mean else None,
            low=interval.low if interval else None,
            high=interval.high if interval else None,
            deviation=moments.deviation,
            least=min(histogram, default=None),
            most=max(histogram, default=None),
            quantiles={str(each): statistics.quantile(histogram, each) for each in QUANTILES},
            histogram=tuple(Bin(each.count, each.examples, value) for value, each in bins),
        )
