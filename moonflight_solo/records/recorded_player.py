"""A player that replays recorded answers and records new ones."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from moonflight_solo.errors import MoonflightError
from moonflight_solo.records.record import Answer, ReplayMismatch
from moonflight_solo.rules.decision import Decision, TablePosition
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table


class RecordedPlayer(Struct, eq=False):
    """Replays the answers on record, then asks ``inner``.

    ``keep`` receives every new answer before the game goes on, and ``again`` every recorded one
    before it is replayed. ``answers`` may be shared by several players of one game. Raises
    :class:`ReplayMismatch` if a recorded answer does not fit the game.
    """

    inner: Player
    answers: deque[Answer]
    keep: Callable[[Answer], None]
    again: Callable[[Answer], None] = lambda answer: None

    @property
    def followed(self) -> str:
        """The number of the AI-card line of the last act, "" if none was followed."""
        return getattr(self.inner, "followed", "")

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the recorded act, or ask for one and record it."""
        decision = Decision(TablePosition(table), seat.number)
        recorded: Act | None = replayed(self.answers, decision, self.again)
        if recorded is not None:
            return recorded
        act = self.inner.act(table, seat)
        if act.why_illegal(table, seat) is None:
            words = decision.words(act)
            self.keep(Answer(seat.number + 1, table.round, words, line=self.followed))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the recorded choice, or ask for one and record it."""
        decision = Decision(TablePosition(table, question), seat.number)
        recorded: Choice | None = replayed(self.answers, decision, self.again)
        if recorded is not None:
            return recorded.indexes
        choice = self.inner.choose(table, seat, question)
        if question.why_invalid(choice) is None:
            words = decision.words(Choice(tuple(choice)))
            self.keep(Answer(seat.number + 1, table.round, words, question.ask))
        return choice


def replayed(
    due: deque[Answer], decision: Decision, again: Callable[[Answer], None] = lambda answer: None
) -> Any:
    """Return the recorded act or `Choice` for a decision, ``None`` if no more answers are due.

    It is taken from those ``due``, and ``again`` receives it first. Raises :class:`ReplayMismatch`
    if it does not fit the game.
    """
    if not due:
        return None
    answer, question = due[0], decision.position.now()[1]
    asked = decision.ask, decision.number + 1, decision.round
    forced = question is not None and question.passed_over and len(question.items) == 1
    if forced and (answer.ask, answer.seat) != asked[:2]:
        # The only Target Stack with a card was chosen unasked once (ruling G-take-search).
        return Choice((0,))
    due.popleft()
    if (answer.ask, answer.seat, answer.round) != asked:
        raise ReplayMismatch(
            f'the record answers "{answer.ask}" for seat {answer.seat} in round {answer.round} '
            f'where the game asks "{asked[0]}" of seat {asked[1]} in round {asked[2]}: it does not '
            "belong to this game.",
            answer,
        )
    again(answer)
    try:
        value = decision.read(answer.answer)
        decision.refuse(value)
    except MoonflightError as error:
        raise ReplayMismatch(
            f'the record says "{answer.answer}" in round {answer.round}, which does not '
            f"fit the game: {error}",
            answer,
        ) from None
    return value
