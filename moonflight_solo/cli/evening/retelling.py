"""A recorded game played again on a table of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moonflight_solo.cli.game.header import opponents
from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.records import Answer, Record, RecordedPlayer, ReplayMismatch
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play, set_up
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode


class Enough(Exception):
    """All that was wanted, or all there is, has been played."""


class _Absent:
    """Sits where the record of a person ends."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise Enough

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        raise Enough


class Retelling:
    """A recorded game on a table of its own.

    A person answers as recorded. So does an AI card of itself, and if its acts are on record too
    they have to be the same again. ``table`` waits for its listener; `play` plays it.
    ``given`` is how many answers on record each seat has given; ``before`` is called with each
    answer of a person, and with ``None`` where the record ends.
    """

    def __init__(
        self,
        record: Record,
        deck: AIDeck,
        before: Callable[[Answer | None], None] = lambda answer: None,
    ) -> None:
        header = record.header
        self.settings = header.settings()
        self.given = [0] * len(header.seats)
        self._before = before
        theirs = iter([each for each in record.answers if each.seat - 1 in header.persons])
        watched = [each for each in record.answers if each.seat - 1 not in header.persons]
        self._due = iter(watched)
        self.followers = opponents(header, deck)
        players: list[Player] = []
        for number in range(len(header.seats)):
            player: Player | None = self.followers.get(number)
            if player is None:
                player = RecordedPlayer(_Absent(), theirs, self._check, self._again)
            elif watched:
                player = RecordedPlayer(player, iter(()), self._check)
            players.append(player)
        self.table = set_up(self.settings, deck.catalogue, players)
        if header.score_mode:
            self.table.variant = ScoreMode(self.table)

    def play(self) -> Outcome | None:
        """Play the game to its End, or ``None`` to where the record, or a listener, stops it.

        Raises :class:`ReplayMismatch` for a record that does not fit the game.
        """
        try:
            return play(self.table, self.settings)
        except Enough:
            self._before(None)
            return None

    def _again(self, answer: Answer) -> None:
        self._before(answer)
        self.given[answer.seat - 1] += 1

    def _check(self, answer: Answer) -> None:
        """Compare what an AI card does with what is on record."""
        due = next(self._due, None)
        if due is None:
            raise Enough
        keys = ("seat", "round", "ask", "answer")
        if any(getattr(due, key) != getattr(answer, key) for key in keys):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )
        self.given[answer.seat - 1] += 1
