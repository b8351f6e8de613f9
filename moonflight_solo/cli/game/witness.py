"""An AI player that can say afterwards why it did what it did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.rules.state import Act, Question, Seat, Table


@dataclass(frozen=True, slots=True)
class Testimony:
    """Why an AI seat took its last act: made before the act, while its reasons still stood."""

    title: str
    round: int
    explanation: Explanation


class Witness:
    """Plays as its AI card does, and keeps the reasons of its last act.

    ``explaining`` False leaves them out, for games that nobody asks about.
    """

    def __init__(self, follower: AICardPlayer, *, explaining: bool = True) -> None:
        self.follower = follower
        self.explaining = explaining
        self.last: Testimony | None = None

    @property
    def followed(self) -> str:
        """The number of the AI-card line of the last act."""
        return self.follower.followed

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the AI card says."""
        if self.explaining:
            explanation = self.follower.explain(table, seat)
            self.last = Testimony(table.title(seat.number), table.round, explanation)
        return self.follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Choose as the AI card says."""
        return self.follower.choose(table, seat, question)
