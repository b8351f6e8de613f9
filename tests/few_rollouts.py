"""The coach in another process, with few rollouts: what a test patches is known only in its own."""

from __future__ import annotations

from pathlib import Path

from moonflight_solo.cli.game import coaching
from moonflight_solo.coach import advice, review

GAMES = 30
FINAL = 20
_looked_up = coaching._looked_up


def looked_up(path: Path, number: int) -> list[review.ReviewedDecision]:
    advice._GAMES, review.FINAL = GAMES, FINAL
    return _looked_up(path, number)
