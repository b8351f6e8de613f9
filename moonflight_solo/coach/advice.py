"""The best act a seat can take now, what it gains over the next best, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from moonflight_solo.coach.factors import Measured, measured, reason
from moonflight_solo.playtest.players.rollout import ROUNDS_FAR, RolloutPolicy
from moonflight_solo.playtest.players.search import (
    ActSearch,
    Candidate,
    Search,
    T,
    Tried,
    gain_over,
)
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate, Z
from moonflight_solo.rules.state import Act, Seat, Table

NO_GAIN = Estimate(0, 0, 0)

Look = Callable[[Tried, Table, Seat], None]
"""Is shown how each game lies that was played on from something tried out."""

GAMES = 1200
"""How many games are played on to find the best acts, all together."""

GAMES_ALONE = 300
"""How many are where nobody else plays, as these are played on further."""

LEAST = 6
"""Each act is played on at least so often."""

FINAL = 200
"""How often the best acts are played on once more, to tell what one gains over the other."""

WORTH_TELLING = 0.005
"""A gain below this share of wins is none to a person."""

POINTS_WORTH_TELLING = 0.05
"""Nor is one below this in points, in Score Mode."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best act found, and the next best, ``None`` if there is no other.

    ``worth`` is the share of games that ``seat`` is thought to win after it, or in Score Mode the
    score to expect, and ``gain`` how much more that is than after the next best. ``reason`` is what
    speaks most for it, "" if nothing stands out. ``alone``: it is Score Mode.
    """

    best: Act
    next_best: Act | None
    worth: float
    gain: Estimate
    reason: str
    alone: bool

    @property
    def sure(self) -> bool:
        """Whether the best act is better than the next best by more than chance may do."""
        return is_sure(self.gain, alone=self.alone)


def is_sure(gain: Estimate, *, alone: bool) -> bool:
    """Return whether a gain is above 0 by more than chance may do, and worth telling."""
    return gain.low > 0 and gain.value >= (POINTS_WORTH_TELLING if alone else WORTH_TELLING)


def advise(table: Table, seat: Seat, policies: Sequence[RolloutPolicy], seed: int) -> Advice:
    """Return advice to ``seat``, which is to act, by what it can see. It takes about a second.

    ``policies`` are for every seat how it is thought to play. The same ``seed`` gives the same
    advice. What one act gains is told by games that had no part in choosing it.
    """
    lots = Random(seed)
    alone = not table.opponents(seat)
    search = ActSearch(policies, table, seat, lots.getrandbits(64))
    going = [Candidate(act) for act in candidate_acts(table, seat)]
    acts = [each.act for each in best_two(search, going, alone=alone)]
    found = compare(table, seat, policies, lots.getrandbits(64), acts, FINAL)
    if len(acts) < 2:
        return Advice(acts[0], None, found.worths[0], found.gain, "", alone)
    if found.gain.value < 0:
        found, acts = found.turned(), acts[::-1]
    return Advice(acts[0], acts[1], found.worths[0], found.gain, found.reasons[0], alone)


def best_two(
    search: Search[T], going: Sequence[T], *, alone: bool, share: float = 1.0
) -> Sequence[T]:
    """Return the two best of some, or the one there is: after each stage the better half goes on.

    ``share`` is how many of the usual number of games are played on.
    """
    games = int(share * (GAMES_ALONE if alone else GAMES))
    while len(going) > 2:
        stages = (len(going) - 1).bit_length()
        more = max(LEAST, (games - search.games) // (len(going) * stages))
        for candidate in going:
            search.play_out(candidate, len(candidate.rollouts) + more)
        going = sorted(going, key=lambda each: -each.mean)[: max(2, (len(going) + 1) // 2)]
    return going


@dataclass(frozen=True, slots=True)
class Comparison:
    """What each of some acts is worth, how much better the first is than the second, and what
    speaks for either of the two.
    """

    worths: tuple[float, ...]
    gain: Estimate = NO_GAIN
    reasons: tuple[str, str] = ("", "")

    def turned(self) -> Comparison:
        """Return the comparison of the second of two acts with the first."""
        gain = Estimate(-self.gain.value, -self.gain.high, -self.gain.low)
        return Comparison(self.worths[::-1], gain, self.reasons[::-1])


def compare(
    table: Table,
    seat: Seat,
    policies: Sequence[RolloutPolicy],
    seed: int,
    acts: Sequence[Act],
    games: int,
) -> Comparison:
    """Return how some acts do in so many games played on far, each on the same tables."""
    searching = partial(ActSearch, policies, table, seat, seed, rounds=ROUNDS_FAR)
    return compared(searching, [Candidate(act) for act in acts], table, seat, games)


def compared(
    searching: Callable[[Look], Search[T]],
    candidates: Sequence[T],
    table: Table,
    seat: Seat,
    games: int,
) -> Comparison:
    """Return how some things do that ``seat`` could do now, in so many games played on."""
    found: dict[int, list[Measured]] = {}
    alone = not table.opponents(seat)

    def look(candidate: Tried, table: Table, seat: Seat) -> None:
        measures = measured(table, seat)
        found.setdefault(id(candidate), []).append(measures)
        if alone:
            candidate.rollouts[-1] = measures["score"][0]

    search = searching(look)
    for candidate in candidates:
        search.play_out(candidate, games)
    worths = tuple([each.mean for each in candidates])
    if len(candidates) < 2:
        return Comparison(worths)
    first, second, *_ = candidates
    mean, error = gain_over(second, first)
    gain = Estimate(mean, mean - Z * error, mean + Z * error)
    these, those = found[id(first)], found[id(second)]
    other = _rival(table, seat)
    return Comparison(worths, gain, (reason(these, those, other), reason(those, these, other)))


def _rival(table: Table, seat: Seat) -> str:
    others = table.opponents(seat)
    return table.title(others[0].number) if len(others) == 1 else "the best of the others"
