"""What is counted of each game, and of the two games of a pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from moonflight_solo.playtest.paired import won_more
from moonflight_solo.playtest.tally import Tally, TallyKey, name_before
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.state import Table
from moonflight_solo.scoremode import rank

OutcomePair = tuple[Outcome, Outcome]
"""How a game ended as planned, and under a treatment."""


def count_game(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count a finished or unfinished game. ``first`` is the seat that went first, from 0."""
    add = tally.add
    add(("games",), seed)
    add(("ended by", outcome.ended_by), seed)
    add(("acts",), seed, outcome.acts)
    if outcome.finished:
        add(("acts, finished",), seed, outcome.acts)
    if table.turned_in is not None:
        add(("turn", table.turned_in), seed)
    for seat in table.seats:
        for name, copies in Counter(map(name_before, seat.bought)).items():
            add(("seat", seat.number, "bought", name), seed, copies)
            add(("seat", seat.number, "bought in", name), seed)
            if outcome.finished:
                add(("seat", seat.number, "bought, finished", name), seed)
                if outcome.winner == seat.number:
                    add(("seat", seat.number, "bought, won", name), seed)
    if outcome.finished:
        _count_ending(tally, seed, first, table, outcome)
    else:
        add(("unfinished",), seed)
        add(("seat", first, "first, unfinished"), seed)


def _count_ending(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count what only applies to finished games."""
    add = tally.add
    winner = outcome.winner
    assert winner is not None
    add(("finished",), seed)
    add(("rounds", outcome.rounds), seed)
    add(("won by", outcome.won_by), seed)
    add(("seat", winner, "won"), seed)
    add(("seat", first, "first"), seed)
    add(("seat", winner, "first won" if winner == first else "later won"), seed)
    if table.variant is not None:  # Score Mode, whichever way the End came
        add(("rank", rank(outcome.scores[0]).name), seed)
    for number in outcome.triggered_by:
        add(("seat", number, "brought the End"), seed)
    for seat in table.seats:
        number = seat.number
        add(("seat", number, "score", outcome.scores[number]), seed)
        for card, copies in Counter(seat.hand).items():
            name = name_before(card)
            add(("seat", number, "held", name), seed, copies)
            add(("seat", number, "points", name), seed, copies * card.score)


def count_pair(tally: Tally, seed: int, number: int, here: Outcome, there: Outcome) -> None:
    """Count the two games of ``seed``: as planned, and under treatment ``number``.

    Scores are compared only if both games finished.
    """
    at: TallyKey = ("other", number)
    tally.add((*at, "games"), seed)
    tally.add((*at, "acts"), seed, here.acts + there.acts)
    for where, outcome in (("here", here), ("there", there)):
        if not outcome.finished:
            tally.add((*at, "unfinished", where), seed)
    if _result(here) != _result(there):
        tally.add((*at, "otherwise"), seed)
    for seat in range(len(here.scores)):
        tally.add((*at, "seat", seat, _ending(here, seat), _ending(there, seat)), seed)
    if not (here.finished and there.finished):
        return
    tally.add((*at, "pairs"), seed)
    for seat, (score, other_score) in enumerate(zip(here.scores, there.scores, strict=True)):
        tally.add((*at, "seat", seat, "score", other_score - score), seed)


def count_again(
    tally: Tally, seed: int, number: int, pairs: Sequence[OutcomePair], again: int
) -> None:
    """Count a seat's wins there minus here over all replays of one seed's pair.

    Seeds whose games never diverge have the same weight as others. Unfinished games are counted
    both against the treatment and for it, except one that is the same both ways.
    """
    at: TallyKey = ("other", number)
    times = (again + 1) // len(pairs)
    for seat in range(len(pairs[0][0].scores)):
        parted = [pair for pair in pairs if pair[0] is not pair[1]]
        ends = [won_more(_ending(here, seat), _ending(there, seat)) for here, there in parted]
        won = (times * sum(end[at] for end in ends) for at in (0, 1))
        tally.add((*at, "seat", seat, "again", *won), seed)


def _ending(outcome: Outcome, seat: int) -> str:
    if not outcome.finished:
        return "unfinished"
    return "won" if outcome.winner == seat else "lost"


def _result(outcome: Outcome) -> object:
    return outcome.winner, outcome.scores, outcome.rounds, outcome.ended_by
