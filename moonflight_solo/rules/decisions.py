"""A game that stops at each decision, even within an act or in Reset, and can be copied there.

The rules ask their players from deep inside an act, so a stop is an exception, raised by the first
question without an answer; it leaves the table in the middle of things. To continue, the game
copies the table as it was when it last asked for an act and replays the answers given since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from msgspec.structs import replace

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import IllegalAct
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.notation import (
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
from moonflight_solo.rules.state import Act, Event, IllegalChoice, Player, Question, Seat, Table
from moonflight_solo.values import IdentityValue, Value

Listener = Callable[[Event], None]


class Decision(IdentityValue):
    """What a game waits for: an act of ``seat``, or its answer to a ``question``.

    ``begun`` is the part of the answer that has been given. ``table`` may be in the middle of an
    act; only look at it.
    """

    table: Table
    seat: Seat
    question: Question | None = None
    begun: Act | Choice | None = None

    @property
    def ask(self) -> str:
        """What is asked for: "act", or as in :class:`~moonflight_solo.rules.state.Question`."""
        return "act" if self.question is None else self.question.ask

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be given now, as a value."""
        return possible_answers(self.table, self.seat, self.question, self.begun)

    def words(self, answer: PossibleAnswer) -> str:
        """Return an answer in the printed notation, with "..." behind a `Beginning`."""
        if isinstance(answer, Beginning):
            return f"{self.words(answer.answer)}, ..."
        if isinstance(answer, Choice):
            assert self.question is not None
            names = labels(self.question, self.table, self.seat)
            return answer_notation(answer.indexes, self.question, names)
        return notation(answer, self.table, self.seat)

    def read(self, words: str) -> Act | Choice:
        """Parse a whole answer; names may be abbreviated while they stay unique.

        Raises :class:`~moonflight_solo.rules.notation.NotationError` for words that are no answer.
        """
        if self.question is None:
            return parse_act(words, self.table, self.seat)
        names = labels(self.question, self.table, self.seat)
        return Choice(tuple(parse_answer(words, self.question, names)))

    def refuse(self, answer: PossibleAnswer) -> None:
        """Raise :class:`IllegalAct` or :class:`IllegalChoice` unless this can be answered now."""
        if isinstance(answer, Beginning):
            why = None if answer in self.legal else "nothing can be added to that here"
        elif isinstance(answer, Choice):
            question = self.question
            why = question.why_invalid(answer.indexes) if question else "an act is asked for here"
        else:
            why = answer.why_illegal(self.table, self.seat)
            why = "the answer to a question is asked for here" if self.question else why
        if why is not None:
            raise (IllegalChoice if self.question else IllegalAct)(f"{why}.")

    def __repr__(self) -> str:
        what = "act" if self.question is None else f"answer ({self.ask})"
        return f"<{self.table.title(self.seat.number)}, round {self.table.round}: {what}>"


class GivenAnswer(Value):
    """An answer given: the seat, the round, what was asked (:attr:`Decision.ask`), the words."""

    seat: int
    round: int
    ask: str
    words: str


class _Point(IdentityValue):
    """A game at a decision, or at its end.

    It is reached from ``base``, a table at which an act is asked for, by the answers ``given``, the
    first of them an act. ``answer`` is what was given last.
    """

    base: Table
    given: tuple[Act | Choice, ...]
    table: Table
    answer: PossibleAnswer | None = None
    decision: Decision | None = None
    outcome: Outcome | None = None


class GameStop(Exception):
    """Raised by a player or a listener to stop a game, where it waits for a ``decision`` if any."""

    def __init__(self, decision: Decision | None = None) -> None:
        self.decision = decision


class Stopping:
    """A player that stops the game at any question."""

    def act(self, table: Table, seat: Seat) -> Act:
        """Stop the game."""
        raise GameStop(Decision(table, seat))

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Stop the game."""
        raise GameStop(Decision(table, seat, question))


class Scripted:
    """A player that gives the answers of a ``script``, then those of the player ``then``.

    All players may share a script. ``before_last`` is called before its last answer if that is a
    choice.
    """

    def __init__(
        self,
        script: deque[Act | Choice],
        then: Player,
        before_last: Callable[[Table, Seat], None] | None = None,
    ) -> None:
        self.script = script
        self.then = then
        self.before_last = before_last

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the next act of the script, or of ``then``."""
        if not self.script:
            return self.then.act(table, seat)
        act = self.script.popleft()
        assert not isinstance(act, Choice)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the next choice of the script, or of ``then``."""
        if not self.script:
            return self.then.choose(table, seat, question)
        answer = self.script.popleft()
        assert isinstance(answer, Choice)
        if self.before_last is not None and not self.script:
            self.before_last(table, seat)
        return answer.indexes


class Game:
    """A game played by answering its decisions.

    ``table`` is freshly set up. ``players`` has a factory for each seat, or ``None`` for a seat
    whose decisions are asked for. Players are created anew whenever the game goes on, so they must
    decide by the table alone, as AI cards do. ``listener`` hears every event once, including those
    of answers taken back later.
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

    # -- state of the game

    @property
    def table(self) -> Table:
        """The current table; only look at it."""
        return self._points[-1].table

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; ``None`` once it is over."""
        return self._points[-1].decision

    @property
    def decider(self) -> int | None:
        """The number of the seat to decide, from 0; ``None`` once the game is over."""
        return None if self.decision is None else self.decision.seat.number

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be pushed now, as a value; empty once the game is over."""
        return [] if self.decision is None else self.decision.legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self._points[-1].outcome

    @property
    def answers(self) -> list[GivenAnswer]:
        """All answers given and not taken back."""
        found = []
        for before, point in pairwise(self._points):
            here, answer = before.decision, point.answer
            if here is not None and answer is not None and not isinstance(answer, Beginning):
                given = here.seat.number, here.table.round, here.ask, here.words(answer)
                found.append(GivenAnswer(*given))
        return found

    # -- playing

    def push(self, answer: PossibleAnswer | str) -> Decision | None:
        """Answer the decision, with a value or in the printed notation; return the next one.

        Words are always a whole answer. Raises
        :class:`~moonflight_solo.rules.notation.NotationError` for words that are none,
        :class:`~moonflight_solo.rules.acts.IllegalAct` or
        :class:`~moonflight_solo.rules.state.IllegalChoice` for what the rules do not allow now, and
        :class:`MoonflightError` once the game is over; the game is then unchanged.
        """
        here = self._points[-1]
        decision = here.decision
        if decision is None:
            raise MoonflightError("the game is over.")
        answer = decision.read(answer) if isinstance(answer, str) else answer
        decision.refuse(answer)
        if isinstance(answer, Beginning):
            begun = replace(decision, begun=answer.answer)
            self._points.append(replace(here, answer=answer, decision=begun))
        elif decision.question is None:
            self._points.append(self._played(decision.table, (answer,), answer))
        else:
            self._points.append(self._played(here.base, (*here.given, answer), answer))
        return self.decision

    def pop(self) -> PossibleAnswer:
        """Take back what was pushed last, with all that followed from it, and return it.

        Raises :class:`MoonflightError` if there is nothing.
        """
        answer = self._points[-1].answer
        if answer is None:
            raise MoonflightError("there is nothing to take back.")
        self._points.pop()
        return answer

    def copy(self) -> Game:
        """Return an independent copy of the game at the same decision, without a listener."""
        new = Game.__new__(Game)
        new.settings = self.settings
        new.listener = None
        new._players = self._players
        new._points = self._points.copy()
        return new

    def _played(
        self, base: Table, given: tuple[Act | Choice, ...], answer: PossibleAnswer | None
    ) -> _Point:
        """Play from ``base`` with the answers given, and return the point reached."""
        script = deque(given)
        asked = Scripted(script, Stopping())
        rng = Random(0)
        rng.setstate(base.rng.getstate())
        players: list[Player] = [asked if each is None else each() for each in self._players]
        table = base.copied(players, rng)
        listener = self.listener
        if listener is not None:
            heard = listener

            def listen(event: Event) -> None:
                if not script:  # replayed events have been heard
                    heard(event)

            table.listener = listen
        try:
            outcome = play(table, self.settings)
        except GameStop as stop:
            return _Point(base, given, table, answer, stop.decision)
        return _Point(base, given, table, answer, outcome=outcome)
