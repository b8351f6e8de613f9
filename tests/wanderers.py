"""A player who takes random legal acts and answers."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moonflight_solo.rules.acts import PASS, Build, Shop
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Act, Question, Seat, Table


class Wanderer:
    """Takes random legal acts and answers."""

    def __init__(self, lot: Random) -> None:
        self.lot = lot

    def act(self, table: Table, seat: Seat) -> Act:
        if self.lot.random() < 0.15:
            return PASS
        act = self.lot.choice(list(legal_acts(table, seat)))
        if isinstance(act, Shop):
            more = range(len(seat.stacks))
            act = longer(act, [Shop((*act.places, at)) for at in more], table, seat)
        elif isinstance(act, Build):
            pairs = [(card, at) for card in seat.hand for at in range(len(seat.in_play))]
            act = longer(act, [Build((*act.pairs, pair)) for pair in pairs], table, seat)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        number = self.lot.randint(question.least, min(question.most, len(question.items)))
        return self.lot.sample(range(len(question.items)), number)


def longer(act: Act, more: Sequence[Act], table: Table, seat: Seat) -> Act:
    """Return a legal act that does one thing more, or the act itself."""
    return next((each for each in more if each.why_illegal(table, seat) is None), act)
