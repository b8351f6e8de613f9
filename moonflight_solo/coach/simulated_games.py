"""Choices compared in games played on to the End, on the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import inf
from typing import Final, Generic

from moonflight_solo.coach.reasons import Measures, measures_at_the_end, measures_of_cards, reason
from moonflight_solo.playtest.players.search import RolloutSearch, T
from moonflight_solo.playtest.statistics import Estimate, Moments, mean_gain, share_of
from moonflight_solo.rules.ending import outcome, score
from moonflight_solo.rules.game import ROUND_LIMIT
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Value

NO_GAIN: Final = Estimate(0.0, 0.0, 0.0)

Searching = Callable[..., RolloutSearch[T]]
"""Makes a search from the keyword ``seed``, and perhaps ``look``, ``rounds`` and ``answering``."""

_LEAST_GAMES: Final = 2
"""Minimum number of games, however long they are."""

_SOON: Final = 60
"""Simulated rounds after each of two choices, to see what becomes of the cards."""


class SimulatedGame(Value):
    """A game to its End: 1 if it was won, else 0, or the score of a seat alone; and how it was."""

    result: float
    rounds: int
    ended: bool
    measures: Measures


@dataclass(frozen=True)
class SimulatedGames(Generic[T]):
    """Candidates, and equally many games after each of them, in which AI cards play every seat.

    The rollouts of ``candidates`` are values of the tables at the End, by which one may choose
    (scores, for a seat alone); the wins are in ``games``.
    """

    candidates: Sequence[T]
    alone: bool

    @property
    def games(self) -> list[list[SimulatedGame]]:
        """The games after each candidate."""
        return [each.seen for each in self.candidates]

    @property
    def number(self) -> int:
        """The number of games after each candidate."""
        return len(self.games[-1])

    @property
    def unfinished(self) -> int:
        """The number of games after the first candidate that had no End."""
        return sum([not game.ended for game in self.games[0]])

    @property
    def same(self) -> bool:
        """Whether all games went the same whatever was chosen, as far as their End tells."""
        return all(game == self.games[0] for game in self.games)

    def worth(self, at: int) -> Estimate:
        """Return the share won of all games after candidate ``at``, or alone the mean score."""
        results = Counter(int(game.result) for game in self.games[at])
        if self.alone:
            mean = Moments.of(results).mean()
            assert mean is not None
            return mean
        return share_of(results[1], self.number)

    def gain(self, at: int, than: int) -> Estimate:
        """Return the gain of candidate ``at`` over candidate ``than``, as :meth:`worth` counts."""
        pairs = zip(self.games[at], self.games[than], strict=True)
        gained = mean_gain([one.result - other.result for one, other in pairs])
        most = inf if self.alone else 1.0  # a seat cannot win more than every game
        return Estimate(gained.value, max(-most, gained.low), min(most, gained.high))

    def reversed(self) -> SimulatedGames[T]:
        """Return the comparison with the candidates in reverse order."""
        return SimulatedGames(self.candidates[::-1], self.alone)


Enough = Callable[[SimulatedGames[T]], bool]
"""Says of a comparison that no more games are needed."""


def compare(
    searching: Searching[T],
    seed: int,
    candidates: Sequence[T],
    games: Sequence[int],
    rounds: float = inf,
    enough: Enough[T] = lambda result: False,
) -> SimulatedGames[T]:
    """Compare choices of a seat in games to the End, with everything it cannot see dealt anew.

    ``games`` are increasing numbers of games after each; at each of them it stops if all have gone
    the same, or if it is ``enough``. After ``rounds`` simulated rounds no more begin, but for the
    first few.
    """
    # AI cards answer in Reset, too, unaided.
    search = searching(seed=seed, rounds=ROUND_LIMIT, answering=lambda own, _: own)
    begun, spent = search.table.round - 1, 0

    def look(table: Table, seat: Seat) -> SimulatedGame:
        ended, rounds = bool(table.ended_by), table.round - begun
        won = score(seat) if search.alone else ended and outcome(table).winner == seat.number
        return SimulatedGame(float(won), rounds, ended, measures_at_the_end(table, seat))

    search.look = look
    if search.alone:
        search.value = lambda table, seat: float(score(seat))
    result = SimulatedGames(_untried(candidates), search.alone)
    for most in games:
        for number in range(result.number + 1, most + 1):
            if number > _LEAST_GAMES and spent >= rounds:
                break
            for each in result.candidates:
                search.play_out(each, number)
                spent += each.seen[-1].rounds
        if result.same or enough(result):
            break
    return result


def _untried(candidates: Sequence[T]) -> list[T]:
    """Return copies of candidates after which no game has been played."""
    return [replace(each, rollouts=[], seen=[]) for each in candidates]


def reasons(searching: Searching[T], seed: int, comparison: SimulatedGames[T]) -> str:
    """Return what surely differs in favour of the first of two choices, "" if nothing does.

    The scores at the End are those of the games; what becomes of the cards is seen in new rounds.
    """
    search, choices = searching(seed=seed, look=measures_of_cards), _untried(comparison.candidates)
    for each in choices:
        search.play_out(each, _SOON)
    others, table = search.seat.opponents, search.table
    other = table.title(others[0].number) if len(others) == 1 else "the best of your opponents"
    these, those = ([game.measures for game in games] for games in comparison.games)
    at_the_end = reason(these, those, other)
    one, two = (each.seen for each in choices)
    if at_the_end:  # what hands score is said already: what becomes of the cards says why
        for measures, name in product((*one, *two), ("hand", "their hand")):
            measures.pop(name, None)
    return "; ".join(filter(None, (at_the_end, reason(one, two, other))))
