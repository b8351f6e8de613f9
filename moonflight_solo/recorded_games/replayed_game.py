"""A recorded game played again, or a game of AI cards played and recorded."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.recorded_games.start import GameStart
from moonflight_solo.records import Answer, Record, RecordedPlayer, ReplayMismatch
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.scripted import GameStop, Stopping
from moonflight_solo.rules.state import Player


class ReplayedGame:
    """A game replayed on its own table.

    Persons answer as recorded. AI cards decide for themselves, and must match their recorded acts
    if there are any. With ``keep`` a new game is played instead, and ``keep`` receives every
    answer. Set a listener on ``table``, then call `play`. ``given`` counts the recorded answers of
    each seat; ``before`` is called before each answer of a person, and with ``None`` where the
    record ends.
    """

    def __init__(
        self, record: Record, deck: AIDeck, keep: Callable[[Answer], None] | None = None
    ) -> None:
        header, self.record = record.header, record
        self.start = GameStart(header, deck)
        self.given = [0] * len(header.seats)
        self.before: Callable[[Answer | None], None] = lambda answer: None
        self.viewer = next(iter(header.persons), None)
        self.followers = self.start.opponents()
        theirs = deque(each for each in record.answers if each.seat - 1 in header.persons)
        watched = [each for each in record.answers if each.seat - 1 not in header.persons]
        self._due = iter(watched)
        self._keep = keep

        def player(seat: int) -> Player:
            follower = self.followers.get(seat)
            if follower is None:
                return RecordedPlayer(Stopping(), theirs, self._check, self._again)
            kept = watched or keep is not None
            return RecordedPlayer(follower, deque(), self._check) if kept else follower

        self.table = self.start.table(player)
        self.titles = tuple(map(self.table.title, range(len(header.seats))))

    def play(self) -> Outcome | None:
        """Play to the End and return the outcome, ``None`` if the record or a listener stops
        earlier.

        Raises :class:`ReplayMismatch` for a record that does not fit the game.
        """
        try:
            return play(self.table, self.record.header.settings())
        except GameStop:
            self.before(None)
            return None

    def _again(self, answer: Answer) -> None:
        self.before(answer)
        self.given[answer.seat - 1] += 1

    def _check(self, answer: Answer) -> None:
        """Pass an AI card's answer to ``keep``, or compare it with the record until that ends."""
        due = answer if self._keep is not None else next(self._due, None)
        if due is None:
            raise GameStop
        keys = ("seat", "round", "ask", "answer")
        if any(getattr(due, key) != getattr(answer, key) for key in keys):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )
        if self._keep is not None:
            self._keep(answer)
        self.given[answer.seat - 1] += 1
