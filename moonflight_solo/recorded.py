"""A player whose answers are kept, and given again from a record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import TypeVar

from moonflight_solo.errors import MoonflightError
from moonflight_solo.record import (
    Answer,
    Astray,
)
from moonflight_solo.rules.notation import NotUnderstood, labels, notation, parse_act, parse_answer
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

T = TypeVar("T")


class Recorded:
    """A player whose answers are kept: those on record are given again, then ``inner`` is asked.

    ``keep`` is told every new answer before the game goes on, and ``again`` every one that is
    about to be given again. ``answers`` may be shared by several players of one game. Raises
    :class:`Astray` if an answer on record does not fit the game.
    """

    def __init__(
        self,
        inner: Player,
        answers: Iterator[Answer],
        keep: Callable[[Answer], None],
        again: Callable[[Answer], None] | None = None,
    ) -> None:
        self.inner = inner
        self._answers = answers
        self._keep = keep
        self._again = again

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act on record, or ask for one and keep it."""
        recorded = self._next("act", table, seat)
        if recorded is not None:
            return _fitting(recorded, lambda: _legal(recorded.answer, table, seat))
        act = self.inner.act(table, seat)
        if act.why_illegal(table, seat) is None:
            self._keep(Answer(seat.number + 1, table.round, notation(act, table, seat)))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the choice on record, or ask for one and keep it."""
        names = labels(question, table, seat)
        recorded = self._next(question.ask, table, seat)
        if recorded is not None:
            return _fitting(recorded, lambda: parse_answer(recorded.answer, question, names))
        chosen = self.inner.choose(table, seat, question)
        if question.why_invalid(chosen) is None:
            told = answer_words(chosen, question, names)
            self._keep(Answer(seat.number + 1, table.round, told, question.ask))
        return chosen

    def _next(self, ask: str, table: Table, seat: Seat) -> Answer | None:
        answer = next(self._answers, None)
        if answer is None:
            return None
        then = (answer.ask, answer.seat, answer.round)
        if then != (ask, seat.number + 1, table.round):
            raise Astray(
                f'the record answers "{answer.ask}" for seat {answer.seat} in round '
                f'{answer.round} where the game asks "{ask}" of seat {seat.number + 1} in round '
                f"{table.round}: it does not belong to this game.",
                answer,
            )
        if self._again is not None:
            self._again(answer)
        return answer


def answer_words(chosen: Sequence[int], question: Question, names: Sequence[str]) -> str:
    """Return a choice in words that :func:`parse_answer` reads as the same choice.

    These are the labels in ``names``; should names have commas in them, numbers from 1.
    """
    words = ", ".join(names[index] for index in chosen) or "none"
    with suppress(NotUnderstood):
        if parse_answer(words, question, names) == list(chosen):
            return words
    return ", ".join(str(index + 1) for index in chosen)


def _legal(words: str, table: Table, seat: Seat) -> Act:
    act = parse_act(words, table, seat)
    fault = act.why_illegal(table, seat)
    if fault is not None:
        raise MoonflightError(f"{fault}.")
    return act


def _fitting(recorded: Answer, answer: Callable[[], T]) -> T:
    try:
        return answer()
    except MoonflightError as error:
        raise Astray(
            f'the record says "{recorded.answer}" in round {recorded.round}, which does not '
            f"fit the game: {error}",
            recorded,
        ) from None
