"""The best act for a seat, its gain over the next best and why; and forecasts of AI cards' acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.coach.simulated_games import NO_GAIN, compare, reasons
from moonflight_solo.playtest.players.search import (
    ActSearch,
    Candidate,
    RolloutPolicy,
    RolloutSearch,
    T,
)
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.state import Act, Seat, Table
from moonflight_solo.values import Value

HINT_ROLLOUTS = 800
"""Total number of rollouts of a round to find the best acts."""

ROLLOUTS_ALONE = 300
"""The same in Score Mode, where rollouts are longer."""

LEAST = 6
"""Minimum number of rollouts per act."""

CHOOSING = 50
"""Games to the End after each of the best two acts, to choose between them."""

MEASURING = 200
"""New games after each, to measure what they are worth."""

_ROUNDS: Final = 6_000
"""Simulated rounds after which no more of these games begin: some AI cards never bring the End."""

WORTH_TELLING = 0.005
"""Smallest gain worth reporting, as a share of wins."""

POINTS_WORTH_TELLING = 0.05
"""Smallest gain worth reporting in Score Mode, in points."""


class Advice(Value):
    """The best act found, and the next best, ``None`` if there is no other to compare it with.

    ``worth`` is the share of games that the seat wins after it if AI cards play on, or in Score
    Mode the mean score; ``gain`` is the difference to the next best. ``reason`` is what surely
    differs in its favour, "" if nothing does; ``same`` says that all games went the same after
    either. ``unfinished`` of the ``games`` had no End, so they are not won. ``alone`` means Score
    Mode.
    """

    best: Act
    next_best: Act | None = None
    worth: Estimate = NO_GAIN
    gain: Estimate = NO_GAIN
    reason: str = ""
    games: int = 0
    unfinished: int = 0
    same: bool = False
    alone: bool = False

    @property
    def sure(self) -> bool:
        """Whether the best act beats the next best by more than chance."""
        return is_sure(self.gain, alone=self.alone)


def is_sure(gain: Estimate, *, alone: bool) -> bool:
    """Return whether a gain is positive by more than chance, and worth reporting.

    Its interval does not begin at 0 even as it is told, with one decimal.
    """
    least, worth = (0.1, POINTS_WORTH_TELLING) if alone else (0.001, WORTH_TELLING)
    return gain.low >= least and gain.value >= worth


def advise(table: Table, seat: Seat, policies: Sequence[RolloutPolicy], seed: int) -> Advice:
    """Return advice for the acting ``seat``, using only what it can see. Takes about a second.

    ``policies`` predict each seat. Deterministic for a given ``seed``. A search finds two acts,
    games to the End choose between them, and new games measure both, because the best of several
    estimates is too good to be true.
    """
    lots, alone = Random(seed), not seat.opponents
    searching = partial(ActSearch, policies, table, seat)
    acts = [Candidate(act) for act in candidate_acts(table, seat)]
    if len(acts) < 2:
        return Advice(acts[0].act, alone=alone)
    compared = partial(compare, searching, rounds=_ROUNDS)
    two = best_two(searching(seed=lots.getrandbits(64)), acts)
    comparison = compared(lots.getrandbits(64), candidates=two, games=(CHOOSING,))
    two = sorted(comparison.candidates, key=lambda each: -each.mean)
    games = compared(lots.getrandbits(64), candidates=two, games=(CHOOSING, MEASURING))
    if games.gain(0, 1).high < 0:
        games = games.reversed()
    best, other = games.candidates
    return Advice(
        best.act,
        other.act,
        games.worth(0),
        games.gain(0, 1),
        reasons(searching, lots.getrandbits(64), games),
        games.number,
        games.unfinished,
        games.same,
        alone,
    )


def best_two(search: RolloutSearch[T], going: Sequence[T], share: float = 1.0) -> Sequence[T]:
    """Return the best two candidates, or the only one, in ``share`` of the usual rollouts."""
    games = int(share * (ROLLOUTS_ALONE if search.alone else HINT_ROLLOUTS))
    while len(going) > 2:
        stages = (len(going) - 1).bit_length()
        more = max(LEAST, (games - search.games) // (len(going) * stages))
        for candidate in going:
            search.play_out(candidate, len(candidate.rollouts) + more)
        going = sorted(going, key=lambda each: -each.mean)[: max(2, (len(going) + 1) // 2)]
    return going


# --------------------------------------------------------------------------------------- forecasts


DEALS: Final = 100
"""Number of deals of the hidden cards to look at."""


class ForeseenAct(Value):
    """An act that an AI card may take next, the line it would follow, and its probability."""

    act: str
    line: str
    words: str
    share: float


def forecast(table: Table, seat: Seat, other: Seat, player: AICardPlayer) -> list[ForeseenAct]:
    """Return what ``player`` might do now in the seat of ``other``, the likeliest first.

    Redeals everything that ``seat`` cannot see, consistent with what it knows.
    """
    times: Counter[tuple[str, str, str]] = Counter()
    for number in range(DEALS):
        dealt = table.copy((), Random(number))
        determinize(dealt, dealt.seats[seat.number], Random(number))
        why = player.explain(dealt, dealt.seats[other.number])
        times[why.notation, why.line, why.words] += 1
    return [ForeseenAct(*which, many / DEALS) for which, many in times.most_common()]
