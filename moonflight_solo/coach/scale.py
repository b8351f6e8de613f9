"""Words for what a decision costs on average, on a scale measured on players made of program."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.values import Value


class ScaleStep(Value):
    """A step of the scale: a ``word`` for a decision that costs at least ``least`` wins in a game.

    It was measured on ``games`` of ``players``, whose decisions cost ``cost`` on average.
    """

    word: str
    least: float
    players: tuple[str, ...]
    games: int
    cost: Estimate


@cache
def scale() -> tuple[ScaleStep, ...]:
    """Return the steps, the least cost first; `bench/coach_scale.py` measures them."""
    data = Path(__file__).with_name("scale.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[ScaleStep, ...])


def word_for(cost: Estimate) -> str:
    """Return the word for the average cost of a decision, two if its interval allows both.

    "" if the players are not surely apart.
    """
    ends = [
        next(step.word for step in reversed(scale()) if step.least <= max(0.0, end))
        for end in (cost.low, cost.high)
    ]
    return " to ".join(dict.fromkeys(ends))
