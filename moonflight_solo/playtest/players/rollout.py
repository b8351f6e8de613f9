"""Rollouts from a copy of the table."""

from __future__ import annotations

from collections.abc import Callable

from moonflight_solo.rules.acts import Pass
from moonflight_solo.rules.game import action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Player, Seat, Table

RolloutPolicy = Callable[[], Player]
"""Creates a fast rule-based player for one rollout."""

ROUNDS = 1
"""Rounds per rollout; the table is valued after their Resets."""

ROUNDS_FAR = 12
"""Rounds for a deep rollout, or when playing alone: most games end earlier."""


# ----------------------------------------------------------------------------- playing on


def play_out(table: Table, seat: Seat, act: Act, rounds: int = ROUNDS) -> None:
    """Perform ``act``, then play on for this many rounds or to the End.

    The number of passes before the act is unknown, so it is reset.
    """
    act.perform(table, seat)
    table.acting = (seat.number + 1) % len(table.seats)
    table.passes, table.acted = int(isinstance(act, Pass)), 1
    play_on(table, rounds)


def play_on(table: Table, rounds: int) -> None:
    """Play for this many rounds, counting the one begun, or to the End."""
    for _ in range(rounds):
        action(table)
        reset(table)
        if table.ended_by:
            return
