"""A player that replays recorded answers and records new ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain

from msgspec import Struct

from moonflight_solo.errors import MoonflightError
from moonflight_solo.records.record import Answer, ReplayMismatch
from moonflight_solo.rules.notation import (
    answer_notation,
    labels,
    notation,
    parse_act,
    parse_answer,
)
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table


class RecordedPlayer(Struct, eq=False):
    """Replays the answers on record, then asks ``inner``.

    ``keep`` receives every new answer before the game goes on, and ``again`` every recorded one
    before it is replayed. ``answers`` may be shared by several players of one game. Raises
    :class:`ReplayMismatch` if a recorded answer does not fit the game.
    """

    inner: Player
    answers: Iterator[Answer]
    keep: Callable[[Answer], None]
    again: Callable[[Answer], None] = lambda answer: None

    @property
    def followed(self) -> str:
        """The number of the AI-card line of the last act, "" if none was followed."""
        return getattr(self.inner, "followed", "")

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the recorded act, or ask for one and record it."""
        recorded = self._next("act", table, seat)
        if recorded is not None:
            with _checking_fit(recorded):
                act = parse_act(recorded.answer, table, seat)
                if (why := act.why_illegal(table, seat)) is not None:
                    raise MoonflightError(f"{why}.")
                return act
        act = self.inner.act(table, seat)
        if act.why_illegal(table, seat) is None:
            words = notation(act, table, seat)
            self.keep(Answer(seat.number + 1, table.round, words, line=self.followed))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the recorded choice, or ask for one and record it."""
        names = labels(question, table, seat)
        if self._omits_forced_choice(question, seat):
            return [0]
        recorded = self._next(question.ask, table, seat)
        if recorded is not None:
            with _checking_fit(recorded):
                return parse_answer(recorded.answer, question, names)
        choice = self.inner.choose(table, seat, question)
        if question.why_invalid(choice) is None:
            words = answer_notation(choice, question, names)
            self.keep(Answer(seat.number + 1, table.round, words, question.ask))
        return choice

    def _omits_forced_choice(self, question: Question, seat: Seat) -> bool:
        """Return whether the record omits a choice that was not asked for when it was made.

        Then the only Target Stack with a card had to be chosen (ruling G-take-search).
        """
        forced = question.passed_over and len(question.items) == 1
        answer = next(self.answers, None) if forced else None
        if answer is None:
            return False
        self.answers = chain([answer], self.answers)
        return (answer.ask, answer.seat) != (question.ask, seat.number + 1)

    def _next(self, ask: str, table: Table, seat: Seat) -> Answer | None:
        answer = next(self.answers, None)
        if answer is None:
            return None
        recorded = (answer.ask, answer.seat, answer.round)
        if recorded != (ask, seat.number + 1, table.round):
            raise ReplayMismatch(
                f'the record answers "{answer.ask}" for seat {answer.seat} in round '
                f'{answer.round} where the game asks "{ask}" of seat {seat.number + 1} in round '
                f"{table.round}: it does not belong to this game.",
                answer,
            )
        self.again(answer)
        return answer


@contextmanager
def _checking_fit(recorded: Answer) -> Iterator[None]:
    try:
        yield
    except MoonflightError as error:
        raise ReplayMismatch(
            f'the record says "{recorded.answer}" in round {recorded.round}, which does not '
            f"fit the game: {error}",
            recorded,
        ) from None
