"""A game played out from the middle of a round, and what its end is worth to a seat."""

from __future__ import annotations

from math import tanh

from moonflight_solo.playtest.players.prospects import prospect
from moonflight_solo.rules.acts import Act, Pass
from moonflight_solo.rules.ending import score
from moonflight_solo.rules.game import ACT_LIMIT, action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.table import Seat, Table

WINNING = 0.6
"""How much of an End's worth is winning; the rest is by how much."""

POINTS = 4.0
"""A lead of so many points is about as good as a bigger one."""


def play_out(table: Table, seat: Seat, act: Act, rounds: int) -> None:
    """Let ``seat`` take ``act`` now and all play on to the End, for ``rounds`` Resets at most.

    How many have passed just before is not known; they are asked again.
    """
    act.perform(table, seat)
    finish_action(table, seat.number, passes=int(isinstance(act, Pass)))
    reset(table)
    for _ in range(rounds - 1):
        if table.ended_by:
            return
        action(table)
        reset(table)


def finish_action(table: Table, after: int, passes: int) -> None:
    """Let all act in turn, the seat next after number ``after`` first, until all have passed."""
    number = len(table.seats)
    at = after
    for _ in range(ACT_LIMIT):
        if passes >= number:
            return
        at = (at + 1) % number
        table.acting = at
        act = table.players[at].act(table, table.seats[at])
        passes = passes + 1 if isinstance(act, Pass) else 0
        act.perform(table, table.seats[at])


def worth(table: Table, seat: Seat) -> float:
    """Return what the table is worth to ``seat``, from 0 to 1; a sure win is worth most.

    Before the End it is the scores to expect that count, and a lead counts less.
    """
    if table.ended_by:
        standing = lead(table, seat, [float(score(each)) for each in table.seats])
        won = 1.0 if standing > 0 else 0.5 if standing == 0 else 0.0
        if len(table.seats) == 1:
            won = 0.5
        return WINNING * won + (1 - WINNING) * _share(standing)
    standing = lead(table, seat, [prospect(table, each) for each in table.seats])
    return WINNING * _share(standing, 0.7) + (1 - WINNING) * _share(standing)


def lead(table: Table, seat: Seat, scores: list[float]) -> float:
    """Return by how much a seat's score is above the best other one; alone, above half a game's."""
    others = [score for number, score in enumerate(scores) if number != seat.number]
    return scores[seat.number] - max(others, default=POINTS)


def _share(standing: float, certain: float = 1.0) -> float:
    return 0.5 + 0.5 * tanh(certain * standing / POINTS)
