"""Games with changes to cards, on common seeds, and how often the first seat wins with each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import exp, log, sqrt
from operator import mul
from typing import Final, NamedTuple

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import ShareOut, play_batch
from moonflight_solo.playtest.single_changes import SingleChange, with_changes
from moonflight_solo.playtest.statistics import difference_of_shares
from moonflight_solo.playtest.tally import Tally

FRESH: Final = 1_000_000
"""The first seed of games that nothing was chosen by, counted from the plan's."""

_AT_ONCE: Final = 200
"""The most games that a process plays at once, ten times as many as of slow ones."""

Combination = tuple[int, ...]
"""The numbers of single changes, ascending; () for the cards as they are."""

_Unit = tuple[Combination, tuple[SingleChange, ...], int, int]


class PlayedGames(NamedTuple):
    """Some games: their tally, and twice what the first seat won in each, in the order of seeds.

    An unfinished game counts as half won.
    """

    tally: Tally
    won: bytes = b""

    def and_then(self, later: PlayedGames) -> PlayedGames:
        """Return these games with those of later seeds."""
        return PlayedGames(sum_of(self.tally, later.tally), self.won + later.won)


def play_games(
    games_of: dict[Combination, PlayedGames],
    plan: Plan,
    singles: Sequence[SingleChange],
    combinations: Iterable[Combination],
    first: int,
    games: int,
    share_out: ShareOut,
) -> Iterator[int]:
    """Play the seeds from ``first`` on with some of the changes each, by ``share_out``.

    Yields numbers of games as they are done, and adds the games to ``games_of``, also if it is not
    carried on: of each the seeds up to the first that is missing. What cannot be played is not in.
    """
    most = _AT_ONCE // 10 if plan.slow else _AT_ONCE
    ways = {way: changes_of(singles, way) for way in combinations}
    units = [
        (way, changes, at, min(most, first + games - at))
        for at in range(first, first + games, most)
        for way, changes in ways.items()
    ]
    played = dict[_Unit, PlayedGames | None]()
    try:
        for unit, own in share_out(partial(_play, plan), units):
            played[unit] = own
            if own is not None:
                yield len(own.won)
    finally:
        left = set(ways)
        for unit in units:
            way, own = unit[0], played.get(unit)
            if own is None:
                left.discard(way)
            elif way in left:
                games_of[way] = games_of[way].and_then(own) if way in games_of else own
        for unit, own in played.items():
            if own is None:
                games_of.pop(unit[0], None)


def changes_of(singles: Sequence[SingleChange], way: Combination) -> tuple[SingleChange, ...]:
    """Return the changes whose numbers a combination has."""
    return tuple(singles[number] for number in way)


def _play(plan: Plan, unit: _Unit) -> PlayedGames | None:
    _, changes, first, games = unit
    try:
        changed = with_changes(run_of(plan), changes)
        each = [play_batch(changed, seed, 1) for seed in range(first, first + games)]
    except MoonflightError:
        return None
    won = bytes(2 * own["seat", 0, "won"] + own["unfinished",] for own in each)
    return PlayedGames(sum_of(*each), won)


def sum_of(*tallies: Tally) -> Tally:
    """Return the tally of all games."""
    total = Tally()
    for each in tallies:
        total.merge(each)
    return total


def stalls(tally: Tally, beside: Tally) -> bool:
    """Return whether surely more games never end than in ``beside``, of the cards as they are."""
    counts = [each[key,] for each in (beside, tally) for key in ("unfinished", "games")]
    return difference_of_shares(*counts).low > 0


# ------------------------------------------------------------------------------ log odds


def log_odds(share: float) -> float:
    """Return the logarithm of the odds of a share."""
    return log(share / (1 - share))


_EFFECTS: Final = ((0.015, 0.9), (0.64, 0.1))
"""Variances of what single changes do to log odds, and how many of all: a few do much.

Measured on the 302 changes to two printed decks, 500 games each.
"""


class Belief(NamedTuple):
    """What is known of the first seat's log odds: a normal distribution."""

    middle: float
    variance: float

    def and_also(self, other: Belief) -> Belief:
        """Return what is known from two independent sources."""
        whole = self.variance + other.variance
        middle = (self.middle * other.variance + other.middle * self.variance) / whole
        return Belief(middle, self.variance * other.variance / whole)

    def among_many(self, usual: float) -> Belief:
        """Return what is known of one of many changes, most of which hardly move ``usual``.

        What the games say is drawn in towards that, unless it is too far from it for chance: the
        largest of many owe most to luck.
        """
        parts = []
        for variance, share in _EFFECTS:
            own, prior = self.and_also(Belief(usual, variance)), self.variance + variance
            parts.append((share * Belief(self.middle, prior).weight_at(usual), own))
        whole = sum(weight for weight, _ in parts) or 1.0
        middle = sum(weight * own.middle for weight, own in parts) / whole
        return Belief(middle, sum(weight * own.off(middle) for weight, own in parts) / whole)

    def off(self, target: float) -> float:
        """Return the mean square of the distance to a target."""
        return (self.middle - target) ** 2 + self.variance

    def weight_at(self, target: float) -> float:
        """Return how likely a target is, as the density of the distribution."""
        return exp(-((self.middle - target) ** 2) / 2 / self.variance) / sqrt(self.variance)

    def least_off(self, target: float, z: float = 0) -> float:
        """Return the least distance to a target within ``z`` standard deviations."""
        return max(0.0, abs(self.middle - target) - z * sqrt(self.variance))


def log_odds_of(won: bytes) -> Belief:
    """Return what games say, as in :class:`PlayedGames`; half a game is added to each end."""
    share = (sum(won) + 1) / (2 * len(won) + 2)
    return Belief(log_odds(share), 1 / (share * (1 - share) * (len(won) + 1)))


def log_odds_beside(won: bytes, beside: bytes, belief: Belief) -> Belief:
    """Return what some games say, helped by those of other cards, whose ``belief`` is surer.

    ``beside`` begins with the same seeds. As far as
    both go alike, luck on these seeds is taken out (a control variate): most changes leave the
    result of nine games in ten as it was.
    """
    own, (middle, variance) = log_odds_of(won), belief
    games, other = len(won), beside[: len(won)]
    luck = log_odds_of(other)
    product = sum(map(mul, won, other)) / games - sum(won) * sum(other) / games**2
    squares = [
        sum(map(mul, each, each)) / games - (sum(each) / games) ** 2 for each in (won, other)
    ]
    if not all(squares):
        return own
    likeness = product / (squares[0] * squares[1]) ** 0.5 * games / (games + 2)
    slope = likeness * (own.variance / luck.variance) ** 0.5
    return Belief(
        own.middle - slope * (luck.middle - middle),
        own.variance * (1 - likeness**2) + slope**2 * variance,
    )
