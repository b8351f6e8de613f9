"""The fewest changes that make two seats win as asked: a race, and what is left measured afresh.

Singles race on common seeds by successive halving (Karnin, Koren and Somekh 2013), then pairs and
triples of the best. The best of many owes something to chance, so the finalists play seeds that
nobody raced on, with confidence sequences that hold for all of them at once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import partial
from math import ceil, log, log2
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.comparing import seat_wins
from moonflight_solo.playtest.figures import Figures, Margin, Share
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
)
from moonflight_solo.playtest.tally import Tally

FRESH: Final = 1_000_000
"""The first seed of the finalists' games, counted from the plan's."""

_NUMBERS: Final = (1, 2, 3)
"""How many changes may be made together."""

_PARTS: Final = {1: 0.45, 2: 0.08, 3: 0.07}
"""The parts of all games that singles, pairs and triples race in; the rest is for the finals."""

_POOL: Final = 24
"""Singles that pairs and triples are made of."""

_TOGETHER: Final = 48
"""Pairs, and triples, that race."""

_FINALS: Final = ((4, 1), (2, 2), (1, 6))
"""Of each number of changes, how many finalists play, and how many games beside one another."""

_COST: Final = sum((1 + len(_NUMBERS) * keep) * size for keep, size in _FINALS)
_LEAST: Final = 0.15
"""The least part of the way that a change has to go to be combined with others."""

_AT_ONCE: Final = 200
"""The most games that a process plays at once, ten times as many as of slow ones."""

_PLAYED: Final = 10_000
"""The games that a command to check a result plays."""

Combination = tuple[int, ...]
"""The numbers of single changes, ascending; () for none."""


def tallies_of(
    plan: Plan,
    ways: Mapping[Combination, tuple[SingleChange, ...]],
    first: int,
    games: int,
    jobs: int,
) -> Generator[int, None, dict[Combination, Tally]]:
    """Play the seeds from ``first`` on with each of some changes, in ``jobs`` processes.

    Yields numbers of games as they are done, and returns the tallies of all ways that can be
    played.
    """
    most = _AT_ONCE // 10 if plan.slow else _AT_ONCE
    units = [
        (way, changes, at, min(most, first + games - at))
        for way, changes in ways.items()
        for at in range(first, first + games, most)
    ]
    play, ready = partial(_tally, plan), partial(run_of, plan)
    alone = ((unit, play(unit)) for unit in units)
    found, refused = {way: Tally() for way in ways}, set[Combination]()
    for (way, *_), own in alone if jobs == 1 else in_processes(play, units, jobs, ready):
        if own is None:
            refused.add(way)
        else:
            found[way].merge(own)
            yield own["games",]
    return {way: own for way, own in found.items() if way not in refused}


_Unit = tuple[Combination, tuple[SingleChange, ...], int, int]


def _tally(plan: Plan, unit: _Unit) -> Tally | None:
    _, changes, first, games = unit
    try:
        return play_batch(with_changes(run_of(plan), changes), first, games)
    except MoonflightError:
        return None


def sum_of(*some: Tally) -> Tally:
    """Return the tally of all games."""
    found = Tally()
    for each in some:
        found.merge(each)
    return found


def log_odds(tally: Tally) -> float:
    """Return the logarithm of the first seat's odds, an unfinished game counted as half."""
    won = tally["seat", 0, "won"] + tally["unfinished",] / 2
    return log((won + 0.5) / (tally["games",] - won + 0.5))


def stalls(tally: Tally, beside: Tally) -> bool:
    """Return whether surely more games never end than in ``beside``, of the cards as they are."""
    counts = [each[key,] for each in (beside, tally) for key in ("unfinished", "games")]
    return difference_of_shares(*counts).low > 0


def wins_at_once(tally: Tally, at_once: int) -> Estimate:
    """Return the first seat's share of all games, whoever would have won the unfinished ones.

    The interval is a confidence sequence, one of ``at_once`` that all hold with 95% probability.
    """
    least, games = tally["seat", 0, "won"], tally["games",]
    low, high = (
        bounded_mean({1: won, 0: games - won}, 0, 1, at_once)
        for won in (least, least + tally["unfinished",])
    )
    return Estimate((low.value + high.value) / 2, low.low, high.high)


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
    rounds: Margin
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

    ``target`` is a share of games; about ``budget`` games are played. ``only`` and ``keep``
    restrict the changes as in :func:`single_changes`. Raises :class:`UsageError` unless two
    different Jacks are seated and something may change.
    """

    def __init__(
        self, plan: Plan, target: float, budget: int, only: Sequence[str], keep: Sequence[str]
    ) -> None:
        if len(plan.seats) != 2 or plan.seats[0].jack == plan.seats[1].jack:
            raise UsageError("balance takes two different Jacks; name two seats.")
        self.plan = replace(plan, detail_every=0, others=())
        self._run: Run = run_of(self.plan)
        self.singles = single_changes(self._run, only, keep)
        if not self.singles:
            raise UsageError("--only and --keep leave nothing to change.")
        self.target, self.budget = target, budget
        # Beside each combination, the cards as they are on the same seeds.
        self._raced: dict[Combination, tuple[Tally, Tally]] = {}
        self._today = Tally()
        self._fresh: dict[Combination, Tally] = {}
        self._next_seed = self.plan.seed

    def search(self, jobs: int) -> Iterator[int]:
        """Play in so many processes, and yield numbers of games as they are done.

        If it is not carried on, what is known until then stays so.
        """
        some: list[Combination] = [(number,) for number in range(len(self.singles))]
        yield from self._race(1, some, _POOL, jobs)
        way = self._way()
        pool = [each for each in self._best(1, _POOL) if self._effect(each) / way >= _LEAST]
        for number in _NUMBERS[1:]:
            before = pool if number == 2 else self._best(number - 1, _TOGETHER)
            yield from self._race(number, self._together(before, pool), _FINALS[0][0], jobs)
        first = self.plan.seed + FRESH
        for keep, size in _FINALS:
            left = [each for number in _NUMBERS for each in self.finalists(number)[:keep]]
            part = 1 - sum(_PARTS.values())
            games = max(1, round(part * self.budget * size / _COST))
            found = yield from self._play(left, first, games, jobs)
            for each, own in found.items():
                self._fresh.setdefault(each, Tally()).merge(own)
            first += games

    def _race(
        self, number: int, some: Sequence[Combination], keep: int, jobs: int
    ) -> Iterator[int]:
        """Play on with half of the combinations again and again, until ``keep`` are left."""
        left, today = some, Tally()
        rungs = max(1, ceil(log2(len(left) / keep))) if left else 0
        sizes = [2 ** (rung // 2) for rung in range(rungs)]
        cost = sum(size * (1 + len(left) / 2**rung) for rung, size in enumerate(sizes))
        for size in sizes:
            games = max(1, round(_PARTS[number] * self.budget * size / cost))
            found = yield from self._play(left, self._next_seed, games, jobs)
            self._next_seed += games
            self._today.merge(now := found.pop(()))
            today = sum_of(today, now)
            for each, own in found.items():
                before, _ = self._raced.get(each, (Tally(), None))
                self._raced[each] = sum_of(before, own), today
            left = self._best(number, max(keep, ceil(len(found) / 2)))

    def _effect(self, combination: Combination) -> float:
        own, beside = self._raced[combination]
        return log_odds(own) - log_odds(beside)

    def _way(self) -> float:
        """Return how far it is from the cards as they are to the target; not quite 0."""
        return log(self.target / (1 - self.target)) - log_odds(self._today) or 1e-9

    def _distance(self, combination: Combination, part: int = 1) -> tuple[float, Combination]:
        return abs(self._effect(combination) - self._way() / part), combination

    def _best(self, number: int, most: int) -> list[Combination]:
        """Return the raced combinations of so many changes, those that raced longest first.

        Singles may make up the whole way, half of it or a third, so the nearest to each in turn.
        """
        some = [each for each in self._raced if len(each) == number and not self._stalls(each)]
        parts = range(1, len(_NUMBERS) + 2 - number)
        orders = [sorted(some, key=lambda c: self._distance(c, part)) for part in parts]
        turns = dict.fromkeys(each for row in zip(*orders, strict=True) for each in row)
        return sorted(turns, key=lambda each: -self._raced[each][0]["games",])[:most]

    def _stalls(self, combination: Combination) -> bool:
        """Return whether surely more games never end than with the cards as they are."""
        own, beside = self._raced[combination]
        if combination in self._fresh:
            own, beside = self._fresh[combination], self._fresh[()]
        return stalls(own, beside)

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

    def finalists(self, number: int) -> list[Combination]:
        """Return the best combinations of so many changes that are known so far, best first."""

        def place(each: Combination) -> tuple[int, float, Combination]:
            fresh = self._fresh[each]
            return -fresh["games",], abs(wins_at_once(fresh, 1).value - self.target), each

        fresh = [each for each in self._fresh if len(each) == number and not self._stalls(each)]
        raced = sorted(self._best(number, _POOL), key=self._distance)[: _FINALS[0][0]]
        return sorted(fresh, key=place) if fresh else raced

    def _play(
        self, some: Sequence[Combination], first: int, games: int, jobs: int
    ) -> Generator[int, None, dict[Combination, Tally]]:
        """Play games of the cards as they are and of each combination."""
        ways = {each: self._changes(each) for each in ((), *some)}
        return (yield from tallies_of(self.plan, ways, first, games, jobs))

    def _changes(self, combination: Combination) -> tuple[SingleChange, ...]:
        return tuple(self.singles[number] for number in combination)

    # -- results

    def write(self, folder: Path) -> dict[Combination, Plan]:
        """Write the changed suits and AI cards of the best of each number, each into a folder.

        Returns the plans that play the files. Raises :class:`MoonflightError` for a file that
        cannot be written.
        """
        return {
            each: write_changes(self._run, self._changes(each), folder / str(number))
            for number in _NUMBERS
            for each in self.finalists(number)[:1]
        }

    def results(self, *, stopped: bool, plans: Mapping[Combination, Plan]) -> BalanceFront:
        """Return what is known so far; ``plans`` play the files of :meth:`write`."""
        known = [self.finalists(number) for number in _NUMBERS]
        raced = [own for own, _ in self._raced.values()]
        at_once = 1 + (sum(map(len, known)) if self._fresh else len(raced))

        def row(each: Combination) -> BalanceRow:
            own = self._fresh.get(each) or self._raced.get(each, (self._today,))[0]
            wins, _, never = seat_wins(Figures(own, self.plan), -1, 0)
            if own["games",]:
                reach = wins_at_once(own, at_once)
                wins = replace(wins, low=reach.low, high=reach.high, examples=())
            return BalanceRow(
                changes=tuple(change.label for change in self._changes(each)),
                fresh=each in self._fresh,
                games=own["games",],
                wins=wins,
                unfinished=never,
                rounds=Margin.of(Moments.of(own.histogram("rounds")).mean()),
                command=playtest_command(plans[each], _PLAYED) if each in plans else None,
            )

        return BalanceFront(
            digest=self.plan.digest(),
            seats=tuple(self.plan.titles),
            edition=self.plan.edition,
            target=self.target,
            singles=len(self.singles),
            tried=len(raced),
            games=sum(own["games",] for own in (self._today, *raced, *self._fresh.values())),
            stopped=stopped,
            today=row(()),
            front=tuple(row(each) for some in known for each in some[:1]),
            others=tuple(row(each) for some in known for each in some[1:]),
        )
