"""Searches among single changes to cards: their games on common seeds, and what these say."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import product, takewhile
from math import exp, log, sqrt
from operator import mul
from typing import Final, NamedTuple

from msgspec.structs import replace

from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import ShareOut, play_batch, workers
from moonflight_solo.playtest.single_changes import SingleChange, single_changes, with_changes
from moonflight_solo.playtest.statistics import Estimate, difference_of_shares, mean_between
from moonflight_solo.playtest.tally import Tally

FRESH: Final = 1_000_000
"""The first seed of games that nothing was chosen by, counted from the plan's."""

_AT_ONCE: Final = 200
"""The most games that a process plays at once, ten times as many as of slow ones."""

Combination = tuple[int, ...]
"""The numbers of single changes, ascending; () for the cards as they are."""

_Unit = tuple[Combination, Sequence[SingleChange], range]


class PlayedGames(NamedTuple):
    """Some games: their tally, and twice what the first seat won in each, in the order of seeds.

    An unfinished game counts as half won.
    """

    tally: Tally
    won: bytes = b""

    def and_then(self, later: PlayedGames) -> PlayedGames:
        """Return these games with those of later seeds."""
        return PlayedGames(_sum_of([self.tally, later.tally]), self.won + later.won)

    @property
    def record(self) -> tuple[int, int, int]:
        """How many of them the first seat won and lost, and how many never ended."""
        return self.won.count(2), self.won.count(0), self.won.count(1)

    def wins(self, at_once: int) -> Estimate:
        """Return the first seat's share of all games, whoever would have won the unfinished ones.

        The interval is a confidence sequence, one of ``at_once`` that all hold with 95%
        probability.
        """
        won, lost, never = self.record
        return mean_between({1: won, 0: lost + never}, {1: won + never, 0: lost}, 0, 1, at_once)

    def stall(self, beside: PlayedGames) -> bool:
        """Return whether surely more of them never end than ``beside``."""
        counts = [each for own in (beside, self) for each in (own.record[2], len(own.won))]
        return difference_of_shares(*counts).low > 0


NO_GAMES: Final = PlayedGames(Tally())


class ChangeSearch:
    """A search among the single changes to two decks; it plays about ``budget`` games.

    ``only`` and ``keep`` restrict the changes as in :func:`single_changes`. ``done`` says whether
    everything was played. Raises :class:`UsageError` unless two different Jacks are seated and
    something may change.
    """

    def __init__(
        self, plan: Plan, budget: int, only: Sequence[str] = (), keep: Sequence[str] = ()
    ) -> None:
        if len(plan.seats) != 2 or plan.seats[0].jack == plan.seats[1].jack:
            raise UsageError("name two different Jacks, who play against each other.")
        self.plan, self.budget = replace(plan, detail_every=0, others=()), budget
        self._run = run_of(self.plan)
        self.singles = single_changes(self._run, only, keep)
        if not self.singles:
            raise UsageError("--only and --keep leave nothing to change.")
        self.done = False

    def changes(self, combination: Combination) -> tuple[SingleChange, ...]:
        """Return the changes of a combination."""
        return tuple(self.singles[number] for number in combination)

    def _ways(self, some: Iterable[Combination]) -> dict[Combination, Sequence[SingleChange]]:
        """Return the changes of some combinations, to be played."""
        return {each: self.changes(each) for each in some}

    def search(self, jobs: int) -> Generator[int, None, None]:
        """Play in so many processes, and yield numbers of games as they are done.

        If it is not carried on, what is known until then stays so.
        """
        with workers(jobs, partial(run_of, self.plan)) as share_out:
            yield from self._races(share_out)
        self.done = True

    @abstractmethod
    def _races(self, share_out: ShareOut) -> Iterator[int]:
        """Play everything."""


def play_games(
    known: dict[Combination, PlayedGames],
    plan: Plan,
    ways: Mapping[Combination, Sequence[SingleChange]],
    seeds: range,
    share_out: ShareOut,
) -> Iterator[int]:
    """Play the seeds with each combination's changes, by ``share_out``.

    Yields numbers of games as they are done, and adds them to those that are ``known``, also if it
    is not carried on: of each the seeds up to the first that is missing. What cannot be played
    is left out.
    """
    most = _AT_ONCE // 10 if plan.slow else _AT_ONCE
    parts = [seeds[at : at + most] for at in range(0, len(seeds), most)]
    units = [(way, changes, part) for part in parts for way, changes in ways.items()]
    found = dict[tuple[Combination, range], PlayedGames]()
    try:
        for (way, _, part), own in share_out(partial(_play_unit, plan), units):
            found[way, part] = own
            yield len(own.won)
    finally:
        for way in ways:
            played = [found[each] for each in takewhile(found.__contains__, product([way], parts))]
            if not all(own.won for own in played):
                known.pop(way, None)
            elif played:
                known[way] = reduce(PlayedGames.and_then, played, known.get(way, NO_GAMES))


def _play_unit(plan: Plan, unit: _Unit) -> PlayedGames:
    """Return the games of a unit; none if they cannot be played."""
    _, changes, seeds = unit
    try:
        changed = with_changes(run_of(plan), changes)
        each = [play_batch(changed, seed, 1) for seed in seeds]
    except MoonflightError:
        return NO_GAMES
    won = bytes(2 * own["seat", 0, "won"] + own["unfinished",] for own in each)
    return PlayedGames(_sum_of(each), won)


def _sum_of(some: Iterable[Tally]) -> Tally:
    tally = Tally()
    for each in some:
        tally.merge(each)
    return tally


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


def log_odds_beside(won: bytes, beside: bytes, known: Belief) -> Belief:
    """Return what some games say, helped by those of other cards, of which more is ``known``.

    ``beside`` begins with the same seeds. As far as both go alike, luck on these seeds is taken out
    (a control variate): most changes leave the result of nine games in ten as it was.
    """
    own = log_odds_of(won)
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
        own.middle - slope * (luck.middle - known.middle),
        own.variance * (1 - likeness**2) + slope**2 * known.variance,
    )
