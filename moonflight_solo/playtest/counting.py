"""What is counted of every game: who won and why, how long it was, what was bought and scored."""

from __future__ import annotations

from collections import Counter

from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.scoremode import rank


def count_game(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count a game that is over. ``first`` is the seat that began it, from 0."""
    add = tally.add
    add(("games",), seed)
    add(("ended by", outcome.ended_by), seed)
    add(("acts",), seed, outcome.acts)
    if table.turned_in is not None:
        add(("turn", table.turned_in), seed)
    if not outcome.finished:
        add(("unfinished",), seed)
    for seat in table.seats:
        _count_bought(tally, seed, seat, outcome)
    if outcome.finished:
        _count_ending(tally, seed, first, table, outcome)


def _count_ending(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count what only a game that came to its End can tell."""
    add = tally.add
    winner = outcome.winner
    assert winner is not None
    add(("finished",), seed)
    add(("rounds", outcome.rounds), seed)
    add(("won by", outcome.won_by), seed)
    add(("seat", winner, "won"), seed)
    add(("seat", first, "first"), seed)
    if winner == first:
        add(("seat", first, "first won"), seed)
    else:
        add(("seat", winner, "later won"), seed)
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


def _count_bought(tally: Tally, seed: int, seat: Seat, outcome: Outcome) -> None:
    number = seat.number
    for name, copies in Counter(map(name_before, seat.bought)).items():
        tally.add(("seat", number, "bought", name), seed, copies)
        tally.add(("seat", number, "bought in", name), seed)
        if outcome.finished:
            tally.add(("seat", number, "bought, finished", name), seed)
            if outcome.winner == number:
                tally.add(("seat", number, "bought, won", name), seed)


def name_before(card: Card) -> str:
    """Return the name of a card's end before the Turn: what both its ends are counted under."""
    return card.flipped.name if card.turned else card.name
