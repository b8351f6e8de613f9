"""Score Mode: one Jack alone against two stacks of eight coin tokens, "Turn" and "End".

Nothing of the rules is imported until a game is played: the ranks are known without them.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from moonflight_solo.errors import UsageError

if TYPE_CHECKING:
    from moonflight_solo.rules.state import Seat, Table

TOKENS: Final = 8
TURN: Final = "Turn"
END: Final = "End"


class Rank(NamedTuple):
    """What a final score is worth. ``least`` is the lowest score that earns it."""

    name: str
    saying: str
    least: int
    scores: str


RANKS: Final = (
    Rank(
        "Prince of Moonflight", "Your every whim is a tarantella in the eternal dance.", 10, "10+"
    ),
    Rank("Courtier", "You may lead, when the music plays.", 7, "7-9"),
    Rank("Guildsman", "You may follow when others lead.", 4, "4-6"),
    Rank("Mere Fay", "You will not see the dance, you do not hear the music.", 0, "0-3"),
)
"""The table at the end of "Score Mode", the highest rank first."""


def rank(score: int) -> Rank:
    """Return the rank that a final score earns; one below 0 is the lowest (ruling S-rank).

    >>> rank(8).name
    'Courtier'
    """
    return next((each for each in RANKS if score >= each.least), RANKS[-1])


def rank_in_words(score: int, who: str = "You are") -> str:
    """Return what a final score makes of a person, in the words of the table of ranks.

    >>> rank_in_words(8)
    'You are a Courtier. You may lead, when the music plays.'
    """
    earned = rank(score)
    return f"{who} a {earned.name}. {earned.saying}"


class ScoreMode:
    """The two stacks of tokens of a game in Score Mode ("Score Mode", rulings S-*).

    ``table`` must have one seat, else :class:`UsageError` is raised. ``table.variant =
    ScoreMode(table)`` lets it be played. ``turn`` and ``end`` are the tokens left in each stack.
    """

    def __init__(self, table: Table) -> None:
        if len(table.seats) != 1:
            raise UsageError(f"Score Mode is played by one Jack alone, not {len(table.seats)}.")
        self.turn = TOKENS
        self.end = TOKENS

    def copied(self) -> ScoreMode:
        """Return the same stacks of tokens for a copied table."""
        return copy(self)

    def per_end(self, table: Table) -> int:
        """Return how many tokens the End stack gives at a time, if it has as many."""
        return 1 if table.turned else 2

    def stacks(self) -> list[str]:
        """Return which stacks have tokens left."""
        return [name for name, left in ((TURN, self.turn), (END, self.end)) if left]

    def must_end(self, table: Table) -> bool:
        """Return whether the next Reset has to take the last End token (S-empty, S-end)."""
        return not self.turn and self.end <= self.per_end(table)

    def before_market(self, table: Table) -> None:
        """Take the tokens of one Reset, just before the market step (ruling S-step).

        Asks the player which where there is a choice (S-choice, S-empty). The last Turn token
        brings the Turn unless it has come already; the last End token the End (S-end).
        """
        from moonflight_solo.rules.reset import turn
        from moonflight_solo.rules.state import Event

        seat = table.seats[0]
        stack = self._choose(table, seat)
        taken = 1
        if stack == TURN:
            self.turn -= 1
        else:
            taken = min(self.end, self.per_end(table))
            self.end -= taken
        if table.listener is not None:
            left = (self.turn, self.end)
            table.tell(Event("token", seat.number, number=taken, source=stack, what=left))
        if self.end == 0:
            table.ended_by = "score-mode end"
        elif stack == TURN and self.turn == 0:
            turn(table)

    def _choose(self, table: Table, seat: Seat) -> str:
        from moonflight_solo.rules.state import Question

        stacks = self.stacks()
        (index,) = table.ask(seat, Question("token", stacks, [None] * len(stacks)))
        return stacks[index]
