"""The figures that are told, counts, shares, spreads and differences, and how they are made.

``None`` is a figure that nothing is known of. Every interval ``low`` to ``high`` is one of 95 %.
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
    """A game to look at. ``command`` shows it, ``None`` if no command can.

    ``at`` is the act, as "ROUND.ACT", that was counted and that the command begins with.
    """

    seed: int
    command: str | None
    at: str | None


class Counted(Struct, frozen=True):
    """How often something was counted, with the smallest seeds of games in which it was."""

    count: int
    examples: tuple[ExampleGame, ...]


class Bin(Counted, frozen=True):
    """How many games had this very value."""

    value: int


class Share(Struct, frozen=True):
    """``count`` of ``of`` things, with its interval; ``of`` none there is no ``share``."""

    count: int
    of: int
    share: float | None
    low: float | None
    high: float | None
    examples: tuple[ExampleGame, ...]


class ActShare(Share, frozen=True):
    """``count`` of ``of`` acts; its ``share`` is the mean of those that its ``games`` have.

    Of too few games there is no interval.
    """

    games: int


class WhatShare(Share, frozen=True):
    """A share by what ended a game, or by what decided who won it."""

    what: str


class Spread(Struct, frozen=True):
    """How a whole number is spread over ``games`` games; ``low`` to ``high`` is of its mean.

    ``quantiles`` are by their per cent, "5" to "95".
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
    """How much more one is than another. Values that are all alike have no interval."""

    difference: float | None = None
    low: float | None = None
    high: float | None = None

    @classmethod
    def of(cls, found: statistics.Estimate | None, than: float = 0.0) -> Self:
        """Return how much more ``found`` is ``than`` another value, with its interval."""
        return cls(found.value - than, found.low - than, found.high - than) if found else cls()


QUANTILES: Final = (5, 25, 50, 75, 95)

ENOUGH_GAMES: Final = 100
"""Of acts from fewer games no interval is told."""


@dataclass
class Figures:
    """The figures of a tally of games of ``plan``.

    With ``first_act``, which finds the first act of a game that was counted under a key, the
    examples of acts lead to that very act.
    """

    tally: Tally
    plan: Plan
    first_act: Callable[[int, TallyKey], str | None] | None = None

    def examples(
        self, seeds: Iterable[int], key: TallyKey = (), plan: Plan | None = None
    ) -> tuple[ExampleGame, ...]:
        """Return games to look at, from the first act that was counted under ``key`` if known."""
        found = []
        for seed in seeds:
            at = self.first_act(seed, key) if self.first_act and key else None
            found.append(ExampleGame(seed, watch_command(plan or self.plan, seed, at), at))
        return tuple(found)

    def count(self, *key: str | int, plan: Plan | None = None) -> Counted:
        """Return how often ``key`` was counted, with games to look at."""
        return Counted(self.tally[key], self.examples(self.tally.seeds(key), key, plan))

    def share(self, of: int, *keys: TallyKey, plan: Plan | None = None) -> Share:
        """Return the share of ``of`` that was counted under ``keys`` together.

        What is no share of ``of`` has no interval.
        """
        count = sum(self.tally[key] for key in keys)
        seeds = sorted({seed for key in keys for seed in self.tally.seeds(key)})
        (key,) = keys if len(keys) == 1 else ((),)
        examples = self.examples(seeds if key else seeds[:EXAMPLES_KEPT], key, plan)
        return self.share_of(count, of, examples)

    def share_of(self, count: int, of: int, examples: tuple[ExampleGame, ...] = ()) -> Share:
        """Return ``count`` of ``of`` games as a share, without an interval where it is none."""
        if not 0 < of >= count:
            return Share(count, of, None, None, None, examples)
        found = statistics.wilson(count, of)
        return Share(count, of, found.value, found.low, found.high, examples)

    def share_of_acts(self, key: TallyKey, seat: int) -> ActShare:
        """Return a share of acts, answers or looks of a seat, which come in games."""
        whole = whole_of(key, seat)
        assert whole is not None
        count, of, games = self.tally[key], self.tally[whole], self.tally["games with", *whole]
        examples = self.examples(self.tally.seeds(key), key)
        if not games:
            return ActShare(count, of, None, None, None, examples, 0)
        found = statistics.mean_of_shares(
            games, self.tally["parts", *key], self.tally["squares", *key]
        )
        enough = games >= ENOUGH_GAMES
        low, high = (found.low, found.high) if enough else (None, None)
        return ActShare(count, of, found.value, low, high, examples, games)

    def steps(self, *at: str | int) -> list[str]:
        """Return the steps counted below ``at``, the most often counted first."""
        steps = sorted(self.tally.below(*at).items(), key=lambda each: (-each[1], str(each[0])))
        return [str(step) for step, _ in steps]

    def what_shares(self, of: int, *at: str) -> tuple[WhatShare, ...]:
        """Return the shares of ``of`` of each step below ``at``, the most often counted first."""
        shares = [(self.share(of, (*at, what)), what) for what in self.steps(*at)]
        return tuple(WhatShare(**asdict(share), what=what) for share, what in shares)

    def spread(self, *at: str | int, most: int | None = None) -> Spread:
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
        return Spread(
            games=moments.number,
            mean=mean.value if mean else None,
            low=known.low if known else None,
            high=known.high if known else None,
            deviation=moments.deviation,
            least=min(histogram, default=None),
            most=max(histogram, default=None),
            quantiles={str(each): statistics.quantile(histogram, each) for each in QUANTILES},
            histogram=tuple(Bin(each.count, each.examples, value) for value, each in bins),
        )
