"""The fewest changes that make two seats win as asked: a race, and what is left measured afresh.

Singles race on common seeds by successive halving (Karnin, Koren and Somekh 2013), then pairs and
triples of the best. The best of many owes something to chance, so the finalists play seeds that
nobody raced on, with confidence sequences that hold for all of them at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, hypot, log, log2
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.figures import Margin, Share
from moonflight_solo.playtest.plan import Plan, playtest_command
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.runner import in_processes, play_batch
from moonflight_solo.playtest.single_changes import (
    SingleChange,
    go_together,
    single_changes,
    with_changes,
    write_changes,
)
from moonflight_solo.playtest.statistics import (
    Estimate,
    Moments,
    bounded_mean,
    difference_of_shares,
    share_of,
)

MOST_CHANGES: Final = 3
"""The most changes together."""

FRESH: Final = 1_000_000
"""The first seed of the finalists' games, counted from the plan's."""

_PARTS: Final = (0.45, 0.08, 0.07, 0.4)
"""The shares of all games for singles, pairs, triples and finals."""

_POOL: Final = 24
"""Singles that pairs and triples are made of."""

_TOGETHER: Final = 48
"""Pairs, and triples, that race."""

_FINALISTS: Final = 4
_FINALS: Final = ((4, 1), (2, 2), (1, 6))
"""Of each number of changes, how many finalists play how large a part of the games for one."""

_FINAL_COST: Final = sum((1 + MOST_CHANGES * keep) * size for keep, size in _FINALS)
_MOST_AT_ONCE: Final = 200
"""The most games of one trial."""

_PLAYED: Final = 10_000
"""The games that a command to check a result plays."""

_LEAST: Final = 0.15
"""The least part of the way that a change has to go to be combined with others."""

Combination = tuple[int, ...]
"""The numbers of single changes, ascending; () for none."""


class ResultCounts(NamedTuple):
    """What games came to: how many, those the first seat won, the unfinished, and all rounds."""

    games: int = 0
    won: int = 0
    unfinished: int = 0
    rounds: int = 0
    squares: int = 0

    def plus(self, other: ResultCounts) -> ResultCounts:
        """Return the counts of both."""
        return ResultCounts(*map(sum, zip(self, other, strict=True)))

    @property
    def odds(self) -> float:
        """The logarithm of the odds of winning, an unfinished game counted as half."""
        won = self.won + self.unfinished / 2
        return log((won + 0.5) / (self.games - won + 0.5))

    def reach(self, at_once: int) -> Estimate:
        """Return the share won of all games, whoever would have won the unfinished ones."""
        ends = [
            bounded_mean({1: won, 0: self.games - won}, 0, 1, at_once)
            for won in (self.won, self.won + self.unfinished)
        ]
        return Estimate((ends[0].value + ends[1].value) / 2, ends[0].low, ends[1].high)

    def length(self) -> Estimate | None:
        """Return the mean rounds of finished games."""
        return Moments(self.games - self.unfinished, self.rounds, self.squares).mean()


class Trial(NamedTuple):
    """Games of a combination, with consecutive seeds from ``first``."""

    combination: Combination
    changes: tuple[SingleChange, ...]
    first: int
    games: int


def _played(plan: Plan, trial: Trial) -> ResultCounts | None:
    """Return what the games of a trial came to, ``None`` for changes that cannot be played."""
    try:
        tally = play_batch(with_changes(run_of(plan), trial.changes), trial.first, trial.games)
    except MoonflightError:
        return None
    rounds = Moments.of(tally.histogram("rounds"))
    return ResultCounts(
        trial.games, tally["seat", 0, "won"], tally["unfinished",], rounds.total, rounds.squares
    )


# ------------------------------------------------------------------------------- results


class BalanceRow(Struct, frozen=True):
    """Some ``changes`` together, none for the cards as they are.

    ``wins`` are the first seat's of the finished games; its interval is over all games, whoever
    would have won the unfinished ones, and holds for all rows at once. ``rounds`` is the mean of
    finished games. ``fresh`` says whether these are games of seeds that nothing was chosen by.
    """

    changes: tuple[str, ...]
    fresh: bool
    games: int
    wins: Share
    unfinished: Share
    unfinished_change: Margin
    rounds: float | None
    rounds_change: Margin
    command: str | None = None


class BalanceFront(Struct, frozen=True, kw_only=True):
    """What a search found: ``front`` has the best combination of each number of changes.

    ``target`` is the share of games that the first of ``seats`` is to win. ``others`` are the other
    finalists. ``singles`` is how many changes there are, ``tried`` how many combinations raced, and
    ``games`` how many games were played in all; ``stopped`` says that there were to be more.
    """

    kind: str = "moonflight balance"
    format: int = 1
    program: str = f"moonflight-solo {__version__}"
    digest: str
    seats: tuple[str, ...]
    edition: str
    target: float
    singles: int
    tried: int
    games: int
    stopped: bool
    today: BalanceRow
    front: tuple[BalanceRow, ...]
    others: tuple[BalanceRow, ...]


class BalanceSearch:
    """A search for the fewest changes to a plan's cards after which the first seat wins ``target``.

    ``target`` is a share of games; about ``games`` are played. ``only`` and ``keep`` restrict the
    changes as in :func:`single_changes`. Raises :class:`UsageError` unless two different Jacks are
    seated and something may change.
    """

    def __init__(
        self, plan: Plan, target: float, games: int, only: Sequence[str], keep: Sequence[str]
    ) -> None:
        if len(plan.seats) != 2 or plan.seats[0].jack == plan.seats[1].jack:
            raise UsageError("two different Jacks are balanced; name two seats.")
        self.plan = replace(plan, detail_every=0, others=())
        self._run: Run = run_of(self.plan)
        self.singles = single_changes(self._run, only, keep)
        if not self.singles:
            raise UsageError("--only and --keep leave nothing to change.")
        self.target, self.budget, self.games = target, games, 0
        # Beside what a combination came to, what the cards as they are came to on the same seeds.
        self._raced: dict[Combination, tuple[ResultCounts, ResultCounts]] = {}
        self._today = ResultCounts()
        self._fresh: dict[Combination, ResultCounts] = {}
        self._next_seed = self.plan.seed

    def search(self, jobs: int) -> Iterator[int]:
        """Play in so many processes, and yield the number of games so far after every few.

        If it is not carried on, what is known until then stays so.
        """
        some: list[Combination] = [(number,) for number in range(len(self.singles))]
        yield from self._race(some, _POOL, _PARTS[0], jobs)
        way = self._way()
        pool = [each for each in self._best(1, _POOL) if self._effect(each) / way >= _LEAST]
        for number in range(2, MOST_CHANGES + 1):
            before = pool if number == 2 else self._best(number - 1, _TOGETHER)
            some = self._together(before, pool)
            yield from self._race(some, _FINALISTS, _PARTS[number - 1], jobs)
        yield from self._final(jobs)

    # -- racing

    def _effect(self, combination: Combination) -> float:
        own, beside = self._raced[combination]
        return own.odds - beside.odds

    def _way(self) -> float:
        """Return how far it is from the cards as they are to the target; not quite 0."""
        return log(self.target / (1 - self.target)) - self._today.odds or 1e-9

    def _distance(self, combination: Combination, part: int = 1) -> tuple[float, Combination]:
        return abs(self._effect(combination) - self._way() / part), combination

    def _best(self, number: int, most: int) -> list[Combination]:
        """Return the raced combinations of so many changes, those that raced longest first.

        Singles may make up the whole way, half of it or a third, so the nearest to each in turn.
        """
        some = [each for each in self._raced if len(each) == number and not self._stalls(each)]
        parts = range(1, MOST_CHANGES + 2 - number)
        orders = [sorted(some, key=lambda c: self._distance(c, part)) for part in parts]
        turns = dict.fromkeys(each for row in zip(*orders, strict=True) for each in row)
        return sorted(turns, key=lambda each: -self._raced[each][0].games)[:most]

    def _stalls(self, combination: Combination) -> bool:
        """Return whether surely more games never end than with the cards as they are."""
        one, other = self._raced[combination]
        if combination in self._fresh:
            one, other = self._fresh[combination], self._fresh[()]
        return _more_unfinished(other, one).low > 0

    def _together(
        self, some: Sequence[Combination], pool: Sequence[Combination]
    ) -> list[Combination]:
        """Return the combinations with one change more whose effects add up best."""
        sums = {
            tuple(sorted((*one, *other))): self._effect(one) + self._effect(other)
            for one in some
            for other in pool
            if go_together([self.singles[number] for number in (*one, *other)])
        }
        way = self._way()
        return sorted(sums, key=lambda each: (abs(sums[each] - way), each))[:_TOGETHER]

    def _race(
        self, some: Sequence[Combination], keep: int, part: float, jobs: int
    ) -> Iterator[int]:
        """Play on with half of the combinations again and again, until ``keep`` are left."""
        left, number = list(some), len(some[0]) if some else 0
        rungs = max(1, ceil(log2(len(left) / keep))) if left else 0
        sizes = [2 ** (rung // 2) for rung in range(rungs)]
        cost = sum(size * (1 + len(left) / 2**rung) for rung, size in enumerate(sizes))
        for size in sizes:
            games = max(1, round(part * self.budget * size / cost))
            found = yield from self._play([(), *left], self._next_seed, games, jobs)
            self._next_seed += games
            today = found.pop(())
            self._today = self._today.plus(today)
            for each, own in found.items():
                before = self._raced.get(each, (ResultCounts(), ResultCounts()))
                self._raced[each] = before[0].plus(own), before[1].plus(today)
            left = self._best(number, max(keep, ceil(len(found) / 2)))

    def so_far(self) -> str:
        """Return the best combination that is known, with its share of wins."""
        some = [
            each for number in range(1, MOST_CHANGES + 1) for each in self.finalists(number)[:1]
        ]
        if not some:
            return "single changes"
        best = min(some, key=lambda each: self._off(self._known(each)))
        found = self._known(best)
        share = (found.won + found.unfinished / 2) / found.games
        return f"{plural(len(best), 'change')}: {share:.0%}"

    def _known(self, combination: Combination) -> ResultCounts:
        return self._fresh.get(combination) or self._raced[combination][0]

    def _final(self, jobs: int) -> Iterator[int]:
        """Measure the finalists on fresh seeds."""
        first = self.plan.seed + FRESH
        for keep, size in _FINALS:
            left = [
                each
                for number in range(1, MOST_CHANGES + 1)
                for each in self.finalists(number)[:keep]
            ]
            games = max(1, round(_PARTS[MOST_CHANGES] * self.budget * size / _FINAL_COST))
            found = yield from self._play([(), *left], first, games, jobs)
            for each, own in found.items():
                self._fresh[each] = self._fresh.get(each, ResultCounts()).plus(own)
            first += games

    def finalists(self, number: int) -> list[Combination]:
        """Return the best combinations of so many changes that are known so far, best first."""
        fresh = [each for each in self._fresh if len(each) == number and not self._stalls(each)]
        if not fresh:
            return sorted(self._best(number, _POOL), key=self._distance)[:_FINALISTS]
        return sorted(fresh, key=lambda c: (-self._fresh[c].games, self._off(self._fresh[c]), c))

    def _off(self, found: ResultCounts) -> float:
        return abs((found.won + found.unfinished / 2) / found.games - self.target)

    # -- playing

    def _play(
        self, some: Sequence[Combination], first: int, games: int, jobs: int
    ) -> Generator[int, None, dict[Combination, ResultCounts]]:
        """Play games of each combination; those that cannot be played are left out."""
        trials = [
            Trial(each, self._changes(each), at, min(_MOST_AT_ONCE, first + games - at))
            for each in some
            for at in range(first, first + games, _MOST_AT_ONCE)
        ]
        play = partial(_played, self.plan)
        played = (
            ((trial, play(trial)) for trial in trials)
            if jobs == 1
            else in_processes(play, trials, jobs, partial(run_of, self.plan))
        )
        found, refused = dict.fromkeys(some, ResultCounts()), set[Combination]()
        for trial, own in played:
            if own is None:
                refused.add(trial.combination)
                continue
            self.games += own.games
            found[trial.combination] = found[trial.combination].plus(own)
            yield self.games
        return {each: own for each, own in found.items() if each not in refused}

    def _changes(self, combination: Combination) -> tuple[SingleChange, ...]:
        return tuple(self.singles[number] for number in combination)

    # -- results

    def write(self, folder: Path) -> dict[Combination, Plan]:
        """Write the changed suits and AI cards of the best of each number, each into a folder.

        Returns the plans that play the files. Raises :class:`MoonflightError` for a file that
        cannot be written.
        """
        plans = {}
        for number in range(1, MOST_CHANGES + 1):
            for each in self.finalists(number)[:1]:
                plans[each] = write_changes(self._run, self._changes(each), folder / str(number))
        return plans

    def results(self, *, stopped: bool, plans: Mapping[Combination, Plan]) -> BalanceFront:
        """Return what is known so far; ``plans`` play the files of :meth:`write`."""
        known = [self.finalists(number) for number in range(1, MOST_CHANGES + 1)]
        at_once = 1 + (sum(map(len, known)) if self._fresh else len(self._raced))
        today = self._fresh.get((), self._today)

        def row(each: Combination) -> BalanceRow:
            fresh = self._fresh.get(each)
            own, beside = (fresh, today) if fresh else self._raced.get(each, (today, today))
            ended, reach = own.games - own.unfinished, own.reach(at_once) if own.games else None
            low, high = (reach.low, reach.high) if reach else (None, None)
            return BalanceRow(
                changes=tuple(change.label for change in self._changes(each)),
                fresh=fresh is not None,
                games=own.games,
                wins=Share(own.won, ended, own.won / ended if ended else None, low, high, ()),
                unfinished=_share(own.unfinished, own.games),
                unfinished_change=Margin.of(_more_unfinished(beside, own) if own.games else None),
                rounds=length.value if (length := own.length()) else None,
                rounds_change=_longer(beside, own),
                command=playtest_command(plans[each], _PLAYED) if each in plans else None,
            )

        return BalanceFront(
            digest=self.plan.digest(),
            seats=tuple(self.plan.titles),
            edition=self.plan.edition,
            target=self.target,
            singles=len(self.singles),
            tried=len(self._raced),
            games=self.games,
            stopped=stopped,
            today=row(()),
            front=tuple(row(each) for some in known for each in some[:1]),
            others=tuple(row(each) for some in known for each in some[1:]),
        )


def _share(count: int, of: int) -> Share:
    if not of:
        return Share(count, of, None, None, None, ())
    found = share_of(count, of)
    return Share(count, of, found.value, found.low, found.high, ())


def _more_unfinished(one: ResultCounts, other: ResultCounts) -> Estimate:
    return difference_of_shares(one.unfinished, one.games, other.unfinished, other.games)


def _longer(one: ResultCounts, other: ResultCounts) -> Margin:
    """Return how many rounds longer the finished games are."""
    before, after = one.length(), other.length()
    if before is None or after is None:
        return Margin()
    change = after.value - before.value
    reach = hypot(before.high - before.value, after.high - after.value)
    return Margin(change, change - reach, change + reach)
