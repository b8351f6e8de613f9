"""The fewest changes that make two seats win as asked: a race, and what is left measured afresh.

Singles race on common seeds by successive halving (Karnin, Koren and Somekh 2013), then the pairs
and triples that should come nearest by what is known of their parts. The best of many owes
something to chance, so the finalists play seeds that nobody raced on, with confidence sequences
that hold for all of them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import product
from math import ceil, log2
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.playtest.plan import Plan, playtest_command
from moonflight_solo.playtest.racing import (
    FRESH,
    NO_GAMES,
    Belief,
    ChangeSearch,
    Combination,
    PlayedGames,
    log_odds,
    log_odds_beside,
    log_odds_of,
    play_games,
)
from moonflight_solo.playtest.runner import ShareOut
from moonflight_solo.playtest.single_changes import go_together, write_changes
from moonflight_solo.playtest.statistics import Moments, Z, point_for
from moonflight_solo.playtest.summaries.comparing import seat_wins
from moonflight_solo.playtest.summaries.figures import Figures, Margin, Share

MOST_CHANGES: Final = 3
"""How many changes may be made together."""

_SHARES: Final = {1: 3, 2: 3, 3: 2}
"""How the games of the races are shared out among singles, pairs and triples."""

_RACES: Final = 0.65
"""The part of all games that the races take; the rest is for the finals."""

_LEFT: Final = 6
"""How many combinations of each number race to the end."""

_WAYS: Final = (1, 1 / 2, -1 / 4, 1 / 3)
"""The parts of the way to the target that singles may make up, to be combined with others."""

_TOGETHER: Final = 48
"""The most pairs, and triples, that race."""

_FOR_EACH: Final = 400
"""The games that there have to be in all for each of those, or fewer race."""

_PARTS_TOO: Final = 6
"""How many single changes race beside them, those that most of them have."""

_ALIKE: Final = 12
"""The most of them with the same single change."""

_FINALS: Final = ((_LEFT, 1), (3, 2), (1, 4))
"""Of each number of changes, how many finalists play, and how many games beside one another."""

_APART: Final = 0.02
"""The variance of what changes do together beyond what each does alone."""

_SHOWN: Final = 8
"""The most single changes that are listed beside the best; fewer of pairs and of triples."""

_PLAYED: Final = 10_000
"""The games that a command to check a result plays."""


class BalanceRow(Struct, frozen=True):
    """Some ``changes`` together, none for the cards as they are.

    ``wins`` are the first seat's of the finished games; its interval is over all games, whoever
    would have won the unfinished ones, and holds for all rows at once. ``rounds`` is the mean of
    finished games. ``fresh`` says whether these are games of seeds that nothing was chosen by.
    ``nearer`` says whether these surely come nearer to the target than the cards as they are and
    fewer changes; ``alike`` is how many raced combinations of as many changes cannot be told apart.
    """

    changes: tuple[str, ...]
    fresh: bool
    games: int
    wins: Share
    unfinished: Share
    rounds: Margin
    command: str | None = None
    nearer: bool = False
    alike: int = 0


class BalanceFront(Struct, frozen=True, kw_only=True):
    """What a search found: ``front`` has the best combination of each number of changes.

    ``target`` is the share of games that the first of ``seats`` is to win. ``others`` are the
    likeliest that cannot be told apart from these. ``singles`` is how many changes there are,
    ``tried`` how many combinations raced, and ``games`` how many games were played in all;
    ``stopped`` says that there were to be more.
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


class BalanceSearch(ChangeSearch):
    """A search for the fewest changes to a plan's cards after which the first seat wins ``target``.

    ``target`` is a share of games; at most ``most`` changes are made together. ``files`` has the
    plans that play the files of :meth:`write`, on seeds that the search has not seen.
    """

    def __init__(
        self,
        plan: Plan,
        target: float,
        budget: int,
        only: Sequence[str] = (),
        keep: Sequence[str] = (),
        most: int = MOST_CHANGES,
    ) -> None:
        super().__init__(plan, budget, only, keep)
        self.target = target
        self._aim = log_odds(target)  # beliefs of combinations are sums of log odds
        self._numbers = range(1, most + 1)
        # Combinations of as many changes race on the same seeds; the finals are number 0.
        self._games: dict[int, dict[Combination, PlayedGames]] = {}
        self._expectations: dict[Combination, Belief] = {}
        self._next_seed = self.plan.seed
        self.files: dict[Combination, Plan] = {}

    def _races(self, share_out: ShareOut) -> Iterator[int]:
        """Race combinations of one change, then of more; the finals are on fresh seeds."""
        for number in self._numbers:
            yield from self._race(number, share_out)
        self._next_seed = self.plan.seed + FRESH
        cost = sum((1 + len(self._numbers) * keep) * size for keep, size in _FINALS)
        for keep, size in _FINALS:
            finalists = [each for number in self._numbers for each in self.finalists(number)[:keep]]
            yield from self._play(0, finalists, (1 - _RACES) * self.budget * size / cost, share_out)

    def _race(self, number: int, share_out: ShareOut) -> Iterator[int]:
        """Play on with half of the combinations again and again, in more games, to the last few."""
        left = self._next_combinations(number)
        # The parts that most of them have play the same seeds, to know what is luck of these.
        common = Counter(at for each in left for at in each if number > 1).most_common(_PARTS_TOO)
        beside = [(at,) for at, _ in common]
        rungs = max(1, ceil(log2(len(left) / _LEFT))) if left else 0
        sizes = [2 ** (rung // 2) for rung in range(rungs)]
        cost = sum(s * (1 + len(beside) + len(left) / 2**rung) for rung, s in enumerate(sizes))
        budget = _RACES * self.budget * _SHARES[number] / sum(_SHARES[n] for n in self._numbers)
        for size in sizes:
            yield from self._play(number, [*beside, *left], budget * size / cost, share_out)
            left = self._best(number, max(_LEFT, ceil(len(left) / 2)))

    def _play(
        self, number: int, some: Sequence[Combination], games: float, share_out: ShareOut
    ) -> Iterator[int]:
        """Play the next seeds with the cards as they are and with each combination."""
        seeds = range(self._next_seed, self._next_seed + max(1, round(games)))
        games_known, ways = self._games.get(number, {}), self._ways([(), *some])
        self._next_seed = seeds.stop
        try:
            yield from play_games(games_known, self.plan, ways, seeds, share_out)
        finally:  # without the cards as they are beside them, games say nothing
            if () in games_known:
                self._games[number] = games_known

    def _played(self, number: int) -> list[Combination]:
        return [each for each in self._games.get(number, ()) if len(each) == number]

    def _next_combinations(self, number: int) -> list[Combination]:
        """Return what races: every single change, or what should come nearest by its parts."""
        if number == 1:
            return [(at,) for at in range(len(self.singles))]
        sums: dict[Combination, Belief] = {}
        of_singles = {each: self._belief(each) for each in self._played(1)}
        of_smaller = {each: self._belief(each) for each in self._played(number - 1)}
        for smaller, single in product(of_smaller, of_singles):
            if single[0] not in smaller:
                known, added = of_smaller[smaller], of_singles[single]
                whole = tuple(sorted((*smaller, *single)))
                middle = known.middle + added.middle - self._now.middle
                sums[whole] = Belief(middle, known.variance + added.variance + _APART)
        order = sorted(sums, key=lambda each: (sums[each].off(self._aim), each))
        combinations, used = list[Combination](), Counter[int]()
        for each in order:
            # What a large change does to others is the same in all: not too many with one of them.
            if max(used[at] for at in each) < _ALIKE and go_together(self.changes(each)):
                combinations.append(each)
                used.update(each)
            if len(combinations) == max(_LEFT, min(_TOGETHER, self.budget // _FOR_EACH)):
                break
        self._expectations |= {combination: sums[combination] for combination in combinations}
        return combinations

    @property
    def _now(self) -> Belief:
        """What is known of the cards as they are."""
        return log_odds_of(b"".join(games[()].won for games in self._games.values()))

    def _estimate(self, combination: Combination) -> Belief:
        """Return what the games with some changes say, beside what is most like them."""
        beside: dict[Combination, Belief] = {(): self._now}
        if len(combination) > 1:
            beside |= {(at,): self._estimate((at,)) for at in combination}
        beliefs = list[Belief]()
        for games in self._games.values():
            if combination in games:
                # After Ctrl-C there may be fewer of the cards as they are.
                won = games[combination].won[: len(games[()].won)]
                ways = [
                    log_odds_beside(won, games[each].won, games_beside)
                    for each, games_beside in beside.items()
                    if each in games and len(games[each].won) >= len(won)
                ]
                beliefs.append(min(ways, key=lambda way: way.variance))
        return reduce(Belief.and_also, beliefs)

    def _belief(self, combination: Combination) -> Belief:
        """Return the same with what was to be expected before."""
        measured, expected = self._estimate(combination), self._expectations.get(combination)
        return measured.and_also(expected) if expected else measured.among_many(self._now.middle)

    def _best(self, number: int, most: int) -> list[Combination]:
        """Return the raced combinations of so many changes, those that raced longest first.

        Singles may make up the whole way, or parts of it, so the nearest to each in turn.
        """
        some = [each for each in self._played(number) if not self._stalls(each)]
        known, today = {each: self._belief(each) for each in some}, self._now.middle
        parts = _WAYS[: max(self._numbers) + 1] if number == 1 < max(self._numbers) else _WAYS[:1]
        aims = [today + part * (self._aim - today) for part in parts]
        orders = [sorted(some, key=lambda each: (known[each].least_off(aim), each)) for aim in aims]
        turns = dict.fromkeys(each for row in zip(*orders, strict=True) for each in row)
        return sorted(turns, key=lambda each: -len(self._games[number][each].won))[:most]

    def _stalls(self, combination: Combination) -> bool:
        """Return whether surely more games never end than with the cards as they are."""
        games = self._games[0 if combination in self._finals else len(combination)]
        return games[combination].stall(games[()])

    @property
    def _finals(self) -> dict[Combination, PlayedGames]:
        return self._games.get(0, {})

    def finalists(self, number: int) -> list[Combination]:
        """Return the best combinations of so many changes that are known so far, best first."""

        def place(each: Combination) -> tuple[int, float, Combination]:
            games = len(self._finals[each].won) if each in self._finals else 0
            return -games, self._belief(each).least_off(self._aim), each

        known = [each for each in self._finals if len(each) == number and not self._stalls(each)]
        return sorted(known or self._best(number, _LEFT), key=place)

    @property
    def best(self) -> list[Combination]:
        """The best combination of each number of changes, as far as it is known."""
        return [finalist for number in self._numbers for finalist in self.finalists(number)[:1]]

    def alike(self, number: int) -> list[Combination]:
        """Return what cannot be told apart from the best of so many changes, likeliest first.

        That is every raced combination whose 95% interval comes as near to the target as the best
        is measured to be: what does reach the target is missing in one search of twenty at most.
        """
        best = self.finalists(number)[:1]
        distances = list[tuple[float, Combination]]()
        for each in self._played(number) if best else ():
            if each not in best and not self._stalls(each):
                own = self._estimate(each)
                if own.least_off(self._aim, Z) <= self._estimate(best[0]).least_off(self._aim):
                    distances.append((own.weight_at(self._aim), each))
        return [each for _, each in sorted(distances, key=lambda row: (-row[0], row[1]))]

    def _surely_nearer(self, one: Combination, other: Combination) -> bool:
        """Return whether games on the same fresh seeds show that ``one`` is nearer the target."""
        wins = [self._finals[each].won for each in (one, other) if each in self._finals]
        if len(wins) < 2:
            return False
        sides = [1 if sum(won) > 2 * self.target * len(won) else -1 for won in wins]
        both = zip(*wins, strict=False)
        less = Counter(sides[1] * there - sides[0] * here for here, there in both)
        mean = Moments.of(less).mean(point_for(MOST_CHANGES))
        return mean is not None and mean.low > 2 * self.target * (sides[1] - sides[0])

    # -- results

    def write(self, folder: Path) -> None:
        """Write the changed suits and AI cards of the best of each number, each into a folder.

        Raises :class:`MoonflightError` for a file that cannot be written.
        """
        for each in self.best:
            plan = write_changes(self._run, self.changes(each), folder / str(len(each)))
            self.files[each] = replace(plan, seed=self.plan.seed + 2 * FRESH)

    def results(self) -> BalanceFront:
        """Return what is known so far."""
        best, written = self.best, self.files
        alike = {each: self.alike(len(each)) for each in best}
        others = [
            each
            for number, some in enumerate(alike.values(), 1)
            for each in some[: _SHOWN // number]
        ]
        tried = sum(len(self._played(number)) for number in self._numbers)
        nearest: Combination = ()

        def row(each: Combination, nearer: bool = False) -> BalanceRow:
            known = [self._games[n][each] for n in (0, len(each)) if each in self._games.get(n, ())]
            today = [games[()] for games in self._games.values()]
            own = known[0] if known else reduce(PlayedGames.and_then, today, NO_GAMES)
            wins, _, never = seat_wins(Figures(own.tally, self.plan), -1, 0)
            if own.won:
                reach = own.wins(len(self._finals) if each in self._finals else tried)
                wins = replace(wins, low=reach.low, high=reach.high, examples=())
            return BalanceRow(
                changes=tuple(change.label for change in self.changes(each)),
                fresh=each in self._finals,
                games=len(own.won),
                wins=wins,
                unfinished=never,
                rounds=Margin.of(Moments.of(own.tally.histogram("rounds")).mean()),
                command=playtest_command(written[each], _PLAYED) if each in written else None,
                nearer=nearer,
                alike=len(alike.get(each, ())),
            )

        front = list[BalanceRow]()
        for each in best:
            nearer = self._surely_nearer(each, nearest)
            front.append(row(each, nearer))
            nearest = each if nearer else nearest
        return BalanceFront(
            digest=self.plan.digest(),
            seats=tuple(self.plan.titles),
            edition=self.plan.edition,
            target=self.target,
            singles=len(self.singles),
            tried=tried,
            games=sum(len(own.won) for games in self._games.values() for own in games.values()),
            stopped=not self.done,
            today=row(()),
            front=tuple(front),
            others=tuple(map(row, others)),
        )
