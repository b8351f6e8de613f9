"""Every game of a playtest by itself: a line of a CSV file each, for other programs."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.tally import Tally

HEADS: Final = ("seed", "first", "ended_by", "rounds", "acts", "turn", "winner", "lead_changes")


def game_rows(tally: Tally, plan: Plan) -> str:
    """Return a heading and a line for every game, by its seed.

    Seats count from 1; ``turn`` is the round of the Turn and ``winner`` a seat, empty for none;
    ``lead_changes`` is how often another seat came to own the most points;
    the score of a game that never ended is that of its last round. The plan must keep each game.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*HEADS, *(f"score_{number + 1}" for number in range(len(plan.seats)))])
    writer.writerows(sorted(_rows(tally)))
    return text.getvalue()


def _rows(tally: Tally) -> Iterator[tuple[object, ...]]:
    for key in tally:
        if key[0] == "game":
            seed, first, ended_by, rounds, acts, turn, winner, changes, *scores = key[1:]
            yield seed, first, ended_by, rounds, acts, turn or "", winner or "", changes, *scores
