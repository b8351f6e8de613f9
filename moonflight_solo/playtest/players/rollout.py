"""A game played out from the middle of a round, and what its end is worth to a seat."""

from __future__ import annotations

from math import erf

from moonflight_solo.playtest.players.prospects import cards_too_many, final_score
from moonflight_solo.rules.acts import Pass
from moonflight_solo.rules.game import ACT_LIMIT, action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Seat, Table

ROUNDS = 12
"""How many Resets are looked ahead at most; most games come to the End before."""

POINTS = 2.8
"""A lead of so many points is nearly as good as a bigger one."""

CERTAIN = 0.9
"""What a lead counts without an End, if the End is as near as can be."""

A_CARD = 0.02
"""How much less it counts for each card that a player has to get rid of for the End."""

FAR = 20
"""More cards than these make no difference to how far the End is."""

ALONE = 6.0
"""What a seat alone is measured against: a middling score."""


def play_out(table: Table, seat: Seat, act: Act) -> None:
    """Let ``seat`` take ``act`` now and all play on to the End, for :data:`ROUNDS` at most.

    How many have passed just before is not known; they are asked again.
    """
    act.perform(table, seat)
    finish_action(table, seat.number, passes=int(isinstance(act, Pass)))
    reset(table)
    for _ in range(ROUNDS - 1):
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
    """Return what the table is worth to ``seat``, from 0 to 1: about how likely it is to win.

    It is the scores to expect that count, not what the last cards drawn happened to score: that
    is chance, and would take many more games to even out. Without an End a lead counts less.
    """
    scores = [final_score(table, each) for each in table.seats]
    others = [score for number, score in enumerate(scores) if number != seat.number]
    if others:
        lead = (scores[seat.number] - max(others)) / POINTS
    else:
        lead = (scores[0] - ALONE) / (2 * POINTS)
    return 0.5 + 0.5 * erf(lead) * _certainty(table)


def _certainty(table: Table) -> float:
    """Return how much a lead counts: all at the End, less if the End is still far."""
    if table.ended_by:
        return 1.0
    return CERTAIN - A_CARD * min(FAR, *(cards_too_many(each) for each in table.seats))
