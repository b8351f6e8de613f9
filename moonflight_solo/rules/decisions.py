"""A game that stops at each decision, also inside an act or in Reset, and can be copied there.

The rules ask their players deep inside an act. So a stop is an exception, raised by the first
question without an answer: the table then lies in the middle of things. To go on, the table as it
was when an act was last asked for is copied, and played on with the answers given since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import IllegalAct, legal_acts
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.notation import (
    answer_notation,
    labels,
    notation,
    parse_act,
    parse_answer,
)
from moonflight_solo.rules.state import Act, Event, Player, Question, Seat, Table

Listener = Callable[[Event], None]

Indexes = tuple[int, ...]
"""An answer to a question: indexes into its items."""


@dataclass(frozen=True, eq=False)
class Decision:
    """What a game waits for: an act of ``seat``, or its answer to a ``question``.

    ``table`` lies as it does in the middle of whatever is being done: to be looked at only.
    """

    table: Table
    seat: Seat
    question: Question | None = None

    @property
    def ask(self) -> str:
        """What is asked for: "act", or as in :class:`~moonflight_solo.rules.state.Question`."""
        return "act" if self.question is None else self.question.ask

    @property
    def legal(self) -> list[str]:
        """Every legal act in the printed notation, or the name of each thing to choose among.

        Several cards bought or built at once are not listed: such an act is made of single ones.
        A question is answered by from ``least`` to ``most`` of these names, commas between.
        """
        if self.question is None:
            acts = legal_acts(self.table, self.seat)
            return [notation(act, self.table, self.seat) for act in acts]
        return labels(self.question, self.table, self.seat)


@dataclass(frozen=True)
class Given:
    """An answer given: by which seat, in which round, to what (:attr:`Decision.ask`)."""

    seat: int
    round: int
    ask: str
    words: str


@dataclass(frozen=True, eq=False)
class _Point:
    """A game at a decision, or at its end.

    It is come to from ``base``, a table at which an act is asked for, by the answers ``given``:
    an act in notation, then indexes. ``answer`` is the last of them.
    """

    base: Table
    given: tuple[str | Indexes, ...]
    table: Table
    answer: Given | None = None
    decision: Decision | None = None
    outcome: Outcome | None = None


class _Stop(Exception):
    """The game waits for a decision."""

    def __init__(self, decision: Decision) -> None:
        self.decision = decision


class _Stopping:
    """Stops the game at whatever it is asked."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise _Stop(Decision(table, seat))

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        raise _Stop(Decision(table, seat, question))


class Scripted:
    """Gives the answers of a ``script``, which all players may share, and goes on as ``then``.

    ``before_last`` is called before the last of them is given, if that is a choice.
    """

    def __init__(
        self,
        script: deque[str | Indexes],
        then: Player,
        before_last: Callable[[Table, Seat], None] | None = None,
    ) -> None:
        self.script = script
        self.then = then
        self.before_last = before_last

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act in the script, or what follows it."""
        if not self.script:
            return self.then.act(table, seat)
        return parse_act(str(self.script.popleft()), table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the choice in the script, or what follows it."""
        if not self.script:
            return self.then.choose(table, seat, question)
        answer = self.script.popleft()
        assert not isinstance(answer, str)
        if self.before_last is not None and not self.script:
            self.before_last(table, seat)
        return answer


class Game:
    """A game played by answering its decisions.

    ``table`` is a table just set up. ``players`` makes who plays in each seat, ``None`` for a seat
    that is asked. They are made anew whenever the game goes on, so they have to answer by the
    table alone, as AI cards do. ``listener`` hears of everything that happens, once; what is taken
    back has happened all the same.
    """

    def __init__(
        self,
        table: Table,
        settings: Settings,
        players: Sequence[Callable[[], Player] | None],
        listener: Listener | None = None,
    ) -> None:
        self.settings = settings
        self.listener = listener
        self._players = tuple(players)
        self._points: list[_Point] = []
        self._points.append(self._played(table, (), None))

    # -- where the game is

    @property
    def table(self) -> Table:
        """The table as it lies now: to be looked at only."""
        return self._points[-1].table

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; ``None`` once it is over."""
        return self._points[-1].decision

    @property
    def turn(self) -> int | None:
        """The number of the seat whose decision it is, from 0; ``None`` once the game is over."""
        return None if self.decision is None else self.decision.seat.number

    @property
    def legal(self) -> list[str]:
        """What may be answered now, see :attr:`Decision.legal`; empty once the game is over."""
        return [] if self.decision is None else self.decision.legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self._points[-1].outcome

    @property
    def answers(self) -> list[Given]:
        """All answers given so far that have not been taken back."""
        return [point.answer for point in self._points if point.answer is not None]

    # -- going on and back

    def push(self, words: str) -> Decision | None:
        """Answer the decision in the printed notation; return the next one.

        Names may be cut short while they stay unique. Raises
        :class:`~moonflight_solo.rules.notation.NotUnderstood` for words that are no answer,
        :class:`~moonflight_solo.rules.acts.IllegalAct` for an act that the rules do not allow now,
        and :class:`MoonflightError` once the game is over; the game then stands where it did.
        """
        here = self._points[-1]
        decision = here.decision
        if decision is None:
            raise MoonflightError("the game is over.")
        table, seat, question = decision.table, decision.seat, decision.question
        base, given = here.base, here.given
        if question is None:
            act = parse_act(words, table, seat)
            if (why := act.why_illegal(table, seat)) is not None:
                raise IllegalAct(f"{why}.")
            said = notation(act, table, seat)
            base, given = table, (said,)
        else:
            names = labels(question, table, seat)
            chosen = parse_answer(words, question, names)
            said = answer_notation(chosen, question, names)
            given = (*given, tuple(chosen))
        answer = Given(seat.number, table.round, decision.ask, said)
        self._points.append(self._played(base, given, answer))
        return self.decision

    def pop(self) -> Given:
        """Take the last answer back, and return it.

        Raises :class:`MoonflightError` if none has been given.
        """
        answer = self._points[-1].answer
        if answer is None:
            raise MoonflightError("there is nothing to take back.")
        self._points.pop()
        return answer

    def copy(self) -> Game:
        """Return the same game at the same decision, to be gone on with by itself, unheard."""
        new = Game.__new__(Game)
        new.settings = self.settings
        new.listener = None
        new._players = self._players
        new._points = self._points.copy()
        return new

    def _played(
        self, base: Table, given: tuple[str | Indexes, ...], answer: Given | None
    ) -> _Point:
        """Return the point to which the game comes from ``base`` by the answers given."""
        script = deque(given)
        asked = Scripted(script, _Stopping())
        rng = Random(0)
        rng.setstate(base.rng.getstate())
        players: list[Player] = [asked if each is None else each() for each in self._players]
        table = base.copied(players, rng)
        listener = self.listener
        if listener is not None:
            heard = listener

            def listen(event: Event) -> None:
                if not script:  # what came before has been heard
                    heard(event)

            table.listener = listen
        try:
            outcome = play(table, self.settings)
        except _Stop as stop:
            return _Point(base, given, table, answer, stop.decision)
        return _Point(base, given, table, answer, outcome=outcome)
