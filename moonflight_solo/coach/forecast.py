"""What an AI card may do next, for somebody who sees neither its hand nor its deck."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Final

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.players.rollout import determinize
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Value

DEALS: Final = 100
"""So many ways in which the hidden cards may lie are looked at."""


class ForeseenAct(Value):
    """An act that an AI card may take next, the line it would follow, and how likely it is."""

    act: str
    line: str
    words: str
    share: float


def forecast(table: Table, seat: Seat, other: Seat, player: AICardPlayer) -> list[ForeseenAct]:
    """Return what ``player`` would do now in the seat of ``other``, the likeliest first.

    All that ``seat`` cannot see is dealt anew each time, as its cards may lie by all that it knows.
    """
    found: Counter[tuple[str, str, str]] = Counter()
    for number in range(DEALS):
        dealt = table.copied((), Random(number))
        determinize(dealt, dealt.seats[seat.number], Random(number))
        why = player.explain(dealt, dealt.seats[other.number])
        found[why.notation, why.line, why.words] += 1
    return [ForeseenAct(*which, many / DEALS) for which, many in found.most_common()]
