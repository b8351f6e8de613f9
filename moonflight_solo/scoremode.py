"""Score Mode: one Jack alone against two stacks of eight coin tokens, "Turn" and "End".

The rules are imported only when a game is played, so that the ranks load fast.
"""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Final, NamedTuple

from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import require_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from moonflight_solo.rules.catalogue import Catalogue
    from moonflight_solo.rules.game import Settings
    from moonflight_solo.rules.state import Player, Seat, Table

TOKENS: Final = 8
TURN: Final = "Turn"
END: Final = "End"


class Rank(NamedTuple):
    """A rank and the scores that earn it; ``least`` is the lowest of them."""

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
"""The table at the end of "Score Mode", highest rank first."""


def rank(score: int) -> Rank:
    """Return the rank that a final score earns; below 0 it is the lowest (ruling S-rank).

    Raises :class:`UsageError` for anything but a whole number.

    >>> rank(8).name
    'Courtier'
    """
    require_whole("a score", score)
    return next((earned for earned in RANKS if score >= earned.least), RANKS[-1])


def next_rank(score: int) -> Rank | None:
    """Return the lowest rank that takes more than a final score, ``None`` above them all.

    >>> next_rank(8).name
    'Prince of Moonflight'
    """
    return next((higher for higher in reversed(RANKS) if higher.least > score), None)


def rank_in_words(score: int, who: str = "You are") -> str:
    """Return the sentences of the table of ranks for a final score.

    >>> rank_in_words(8)
    'You are a Courtier. You may lead, when the music plays.'
    """
    earned = rank(score)
    return f"{who} a {earned.name}. {earned.saying}"


class ScoreMode:
    """The two token stacks of a game in Score Mode ("Score Mode", rulings S-*).

    Assign it to ``table.variant`` to play by it. ``turn`` and ``end`` are the tokens left in each
    stack. Raises :class:`UsageError` unless ``table`` has exactly one seat.
    """

    def __init__(self, table: Table) -> None:
        if len(table.seats) != 1:
            raise UsageError(f"Score Mode is played by one Jack alone, not {len(table.seats)}.")
        self.turn = TOKENS
        self.end = TOKENS

    @property
    def tokens(self) -> tuple[int, int]:
        """The tokens left in the Turn and in the End stack."""
        return self.turn, self.end

    def copy(self) -> ScoreMode:
        """Return a copy for a copied table."""
        return copy(self)

    def per_end(self, table: Table) -> int:
        """Return how many End tokens a Reset takes, if that many are left."""
        return 1 if table.turned else 2

    def stacks(self) -> list[str]:
        """Return the names of the stacks that have tokens left."""
        return [name for name, tokens in ((TURN, self.turn), (END, self.end)) if tokens]

    def may_turn(self, table: Table) -> bool:
        """Return whether the next Reset may take the last Turn token, and so bring the Turn."""
        return self.turn == 1 and not table.turned

    def must_end(self, table: Table) -> bool:
        """Return whether the next Reset must take the last End token (S-empty, S-end)."""
        return not self.turn and self.end <= self.per_end(table)

    def before_market(self, table: Table) -> None:
        """Take the tokens of one Reset, just before the market step (ruling S-step).

        The player chooses the stack if both have tokens (S-choice, S-empty). Taking the last Turn
        token triggers the Turn, unless it has already happened; taking the last End token ends the
        game (S-end).
        """
        from moonflight_solo.rules.reset import turn
        from moonflight_solo.rules.state import Event

        seat = table.seats[0]
        stack = self._choose(table, seat)
        tokens = 1
        if stack == TURN:
            self.turn -= 1
        else:
            tokens = min(self.end, self.per_end(table))
            self.end -= tokens
        if table.listener is not None:
            table.tell(Event("token", seat.number, number=tokens, source=stack, what=self.tokens))
        if self.end == 0:
            table.ended_by = "score-mode end"
        elif stack == TURN and self.turn == 0:
            turn(table)

    def _choose(self, table: Table, seat: Seat) -> str:
        from moonflight_solo.rules.state import Question

        stacks = self.stacks()
        (index,) = table.ask(seat, Question("token", stacks, [None] * len(stacks)))
        return stacks[index]


def table_for(settings: Settings, catalogue: Catalogue, players: Sequence[Player]) -> Table:
    """Return a table set up as printed, for Score Mode if the settings say so; raises like
    :func:`~moonflight_solo.rules.game.set_up`.
    """
    from moonflight_solo.rules.game import set_up

    table = set_up(settings, catalogue, players)
    if settings.score_mode:
        table.variant = ScoreMode(table)
    return table
