"""A decision in a game: who has to decide what, what the seat may see, and what it can answer."""

from __future__ import annotations

from collections.abc import Iterable
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


class TablePosition:
    """A table where something is decided, until the game goes on with that table."""

    __slots__ = ("_question", "_shown", "_table")

    def __init__(self, table: Table, question: Question | None = None) -> None:
        self._table: Table | None = table
        self._question = question
        self._shown = False

    @property
    def lot(self) -> str:
        """The name of the random numbers for the decision."""
        return ""

    def events_for(self, seat: int) -> Iterable[SeenEvent]:
        """Return what a seat has seen happen up to here."""
        return ()

    def now(self) -> tuple[Table, Question | None]:
        """Return the table as it was here, to be looked at before the game goes on.

        With it comes the question, ``None`` where an act is asked for. If the game has gone on with
        the table, another is laid.
        """
        if self._table is None:
            self._table, self._question = self.restore()
        return self._table, self._question

    def restore(self) -> tuple[Table, Question | None]:
        """Return a table as it was here, and the question about it."""
        raise NotImplementedError

    def show(self) -> tuple[Table, Question | None]:
        """Return the table, with which the game will not go on, and the question."""
        self._shown = True
        return self.now()

    def leave(self) -> Table | None:
        """Return the table for the game to go on with, ``None`` if it was shown to somebody."""
        if self._shown:
            return None
        table, self._table, self._question = self._table, None, None
        return table


class Decision(IdentityValue):
    """What a game waits for: an act of seat ``number``, or its answer to a question.

    ``begun`` is the part of the answer that has been given.
    """

    position: TablePosition
    number: int
    begun: Act | Choice | None = None

    @property
    def table(self) -> Table:
        """The table, maybe in the middle of an act. It hides nothing; only look at it."""
        return self.position.show()[0]

    @property
    def seat(self) -> Seat:
        """The seat that has to decide, at that table."""
        return self.table.seats[self.number]

    @property
    def question(self) -> Question | None:
        """The question, ``None`` if an act is asked for."""
        return self.position.show()[1]

    @property
    def round(self) -> int:
        """The round in which it has to decide."""
        return self.position.now()[0].round

    def _now(self) -> tuple[Table, Seat, Question | None]:
        table, question = self.position.now()
        return table, table.seats[self.number], question

    @property
    def view(self) -> TableView:
        """What the seat may see at the table, and what it has seen so far."""
        past = partial(self.position.events_for, self.number)
        return table_view(*self._now(), self.begun, self.position.lot, past)

    @property
    def ask(self) -> str:
        """What is due: "act", or as in :class:`~moonflight_solo.rules.state.Question`."""
        question = self.position.now()[1]
        return "act" if question is None else question.ask

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be given now, as a value."""
        return possible_answers(*self._now(), self.begun)

    def words(self, answer: PossibleAnswer) -> str:
        """Return an answer in the printed notation, with "..." behind a `Beginning`.

        Raises like :meth:`refuse` for anything that cannot be said here.
        """
        if isinstance(answer, Beginning):
            return f"{self.words(answer.answer)}, ..."
        table, seat, question = self._now()
        if isinstance(answer, Choice) and question is not None:
            self.refuse(answer)
            return answer_notation(answer.indexes, question, labels(question, table, seat))
        if not isinstance(answer, Play | Spend | Shop | Build | Pass):
            raise self._illegal(answer)
        return notation(answer, table, seat)

    def read(self, words: str) -> Act | Choice:
        """Parse a whole answer; names may be abbreviated while they stay unique.

        Raises :class:`~moonflight_solo.rules.notation.NotationError` for anything else.
        """
        if not isinstance(words, str):
            raise NotationError(f"{words!r} is not an answer in words: pass a string.")
        table, seat, question = self._now()
        if question is None:
            return parse_act(words, table, seat)
        return Choice(tuple(parse_answer(words, question, labels(question, table, seat))))

    def refuse(self, answer: PossibleAnswer) -> None:
        """Raise :class:`IllegalAct` or :class:`IllegalChoice` unless this can be answered now."""
        table, seat, question = self._now()
        why = None
        try:
            hash(answer)  # a list in place of a tuple would not be equal to what is legal
            if isinstance(answer, Beginning):
                why = None if answer in self.legal else "nothing can be added to that here"
            elif isinstance(answer, Choice) and question is not None:
                why = question.why_invalid(answer.indexes)
            elif isinstance(answer, Choice):
                why = "an act is needed here"
            else:
                why = answer.why_illegal(table, seat)
                why = "a Choice is needed here, not an act" if question else why
        except (AttributeError, IndexError, TypeError):
            raise self._illegal(answer) from None
        if why is not None:
            raise (IllegalChoice if question else IllegalAct)(f"{why}.")

    def _illegal(self, answer: object) -> MoonflightError:
        error = IllegalAct if self.ask == "act" else IllegalChoice
        return error(f"{answer!r} is not an answer here: choose one of legal.")

    def __repr__(self) -> str:
        table, seat, question = self._now()
        what = "act" if question is None else f"answer ({question.ask})"
        return f"<{table.title(seat.number)}, round {table.round}: {what}>"
