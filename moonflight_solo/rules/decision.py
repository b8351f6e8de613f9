"""A decision in a game: who has to decide what, what the seat may see, and what it can answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import Build, IllegalAct, Pass, Play, Shop, Spend
from moonflight_solo.rules.notation import (
    NotationError,
    answer_notation,
    labels,
    notation,
    parse_act,
    parse_answer,
)
from moonflight_solo.rules.possible_answers import (
    Beginning,
    Choice,
    PossibleAnswer,
    possible_answers,
)
from moonflight_solo.rules.state import Act, IllegalChoice, Question, Seat, Table
from moonflight_solo.rules.table_view import SeenEvent, TableView, table_view
from moonflight_solo.values import IdentityValue


class Decision(IdentityValue):
    """What a game waits for: an act of ``seat``, or its answer to a ``question``.

    ``begun`` is the part of the answer that has been given. ``table`` hides nothing and may be in
    the middle of an act; only look at it. ``lot`` names the decision's own random numbers, and
    ``past`` returns what a seat has seen before.
    """

    table: Table
    seat: Seat
    question: Question | None = None
    begun: Act | Choice | None = None
    lot: str = ""
    past: Callable[[int], Iterable[SeenEvent]] = lambda _: ()

    @property
    def view(self) -> TableView:
        """What the seat may see at the table, and what it has seen so far."""
        past = partial(self.past, self.seat.number)
        return table_view(self.table, self.seat, self.question, self.begun, self.lot, past)

    @property
    def ask(self) -> str:
        """What is due: "act", or as in :class:`~moonflight_solo.rules.state.Question`."""
        return "act" if self.question is None else self.question.ask

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be given now, as a value."""
        return possible_answers(self.table, self.seat, self.question, self.begun)

    def words(self, answer: PossibleAnswer) -> str:
        """Return an answer in the printed notation, with "..." behind a `Beginning`.

        Raises like :meth:`refuse` for anything that cannot be said here.
        """
        if isinstance(answer, Beginning):
            return f"{self.words(answer.answer)}, ..."
        if isinstance(answer, Choice) and self.question is not None:
            self.refuse(answer)
            names = labels(self.question, self.table, self.seat)
            return answer_notation(answer.indexes, self.question, names)
        if not isinstance(answer, Play | Spend | Shop | Build | Pass):
            raise self._illegal(answer)
        return notation(answer, self.table, self.seat)

    def read(self, words: str) -> Act | Choice:
        """Parse a whole answer; names may be abbreviated while they stay unique.

        Raises :class:`~moonflight_solo.rules.notation.NotationError` for anything else.
        """
        if not isinstance(words, str):
            raise NotationError(f"{words!r} is not an answer in words: pass a string.")
        if self.question is None:
            return parse_act(words, self.table, self.seat)
        names = labels(self.question, self.table, self.seat)
        return Choice(tuple(parse_answer(words, self.question, names)))

    def refuse(self, answer: PossibleAnswer) -> None:
        """Raise :class:`IllegalAct` or :class:`IllegalChoice` unless this can be answered now."""
        question, why = self.question, None
        try:
            hash(answer)  # a list in place of a tuple would not be equal to what is legal
            if isinstance(answer, Beginning):
                why = None if answer in self.legal else "nothing can be added to that here"
            elif isinstance(answer, Choice) and question is not None:
                why = question.why_invalid(answer.indexes)
            elif isinstance(answer, Choice):
                why = "an act is needed here"
            else:
                why = answer.why_illegal(self.table, self.seat)
                why = "a Choice is needed here, not an act" if question else why
        except (AttributeError, IndexError, TypeError):
            raise self._illegal(answer) from None
        if why is not None:
            raise (IllegalChoice if self.question else IllegalAct)(f"{why}.")

    def _illegal(self, answer: object) -> MoonflightError:
        error = IllegalChoice if self.question else IllegalAct
        return error(f"{answer!r} is not an answer here: choose one of legal.")

    def __repr__(self) -> str:
        what = "act" if self.question is None else f"answer ({self.ask})"
        return f"<{self.table.title(self.seat.number)}, round {self.table.round}: {what}>"
