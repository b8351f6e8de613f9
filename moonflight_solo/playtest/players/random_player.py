"""A player who takes any legal act and gives any answer, as its lot falls."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moonflight_solo.rules.acts import PASS, legal_acts
from moonflight_solo.rules.state import Act, Question, Seat, Table

PASSES = 0.1
"""How often it passes although it could do something, so that every round ends."""


class RandomPlayer:
    """Chooses among all legal acts and all possible answers, each as likely as any other.

    ``lot`` is its own random stream. It passes when nothing else is legal, and otherwise with the
    odds of :data:`PASSES`.
    """

    def __init__(self, lot: Random) -> None:
        self._lot = lot

    def act(self, table: Table, seat: Seat) -> Act:
        """Return any legal act."""
        acts = list(legal_acts(table, seat))[:-1]
        if not acts or self._lot.random() < PASSES:
            return PASS
        return self._lot.choice(acts)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return any possible answer: any number of the items that may be chosen, in any order."""
        most = min(question.most, len(question.items))
        number = self._lot.randint(min(question.least, most), most)
        return self._lot.sample(range(len(question.items)), number)
