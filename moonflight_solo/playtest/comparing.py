"""The same seed played another way: what is counted of the two games side by side."""

from __future__ import annotations

from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.ending import Outcome


def count_pair(tally: Tally, seed: int, number: int, here: Outcome, there: Outcome) -> None:
    """Count the two games of ``seed``: as planned, and in the other way called ``number``.

    Only pairs of which both games came to their End are compared.
    """
    tally.add(("other", number, "games"), seed)
    if not (here.finished and there.finished):
        return
    tally.add(("other", number, "pairs"), seed)
    if _result(here) != _result(there):
        tally.add(("other", number, "otherwise"), seed)
    for seat, (score, other_score) in enumerate(zip(here.scores, there.scores, strict=True)):
        won, other_won = here.winner == seat, there.winner == seat
        tally.add(("other", number, "seat", seat, _won(won, other_won)), seed)
        tally.add(("other", number, "seat", seat, "score", other_score - score), seed)


def _result(outcome: Outcome) -> object:
    return outcome.winner, outcome.scores, outcome.rounds, outcome.ended_by


def _won(here: bool, there: bool) -> str:
    if here:
        return "both" if there else "only here"
    return "only there" if there else "neither"
