"""A game that stops at each decision, even within an act or in Reset, and can be copied there.

The rules ask their players from deep inside an act, so a stop is an exception, raised by the first
question without an answer; it leaves the table in the middle of things. To continue, the game
copies the table as it was when it last asked for an act and replays the answers given since.
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

    ``table`` may be in the middle of an act; only look at it.
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
        """Every legal act in the printed notation, or the name of each item to choose among.

        Shop and Build are listed for single cards only; combine these for several. To answer a
        question, give from ``least`` to ``most`` of the names, separated by commas.
        """
        if self.question is None:
            acts = legal_acts(self.table, self.seat)
            return [notation(act, self.table, self.seat) for act in acts]
        return labels(self.question, self.table, self.seat)


@dataclass(frozen=True)
class GivenAnswer:
    """An answer given: the seat, the round, what was asked (:attr:`Decision.ask`), the words."""

    seat: int
    round: int
    ask: str
    words: str


@dataclass(frozen=True, eq=False)
class _Point:
    """A game at a decision, or at its end.

    It is reached from ``base``, a table at which an act is asked for, by the answers ``given``: an
    act in notation, then indexes. ``answer`` is the last of them.
    """

    base: Table
    given: tuple[str | Indexes, ...]
    table: Table
    answer: GivenAnswer | None = None
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
        script: deque[str | Indexes],
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
        return parse_act(str(self.script.popleft()), table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the next choice of the script, or of ``then``."""
        if not self.script:
            return self.then.choose(table, seat, question)
        answer = self.script.popleft()
        assert not isinstance(answer, str)
        if self.before_last is not None and not self.script:
            self.before_last(table, seat)
        return answer


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
    def legal(self) -> list[str]:
        """The possible answers, see :attr:`Decision.legal`; empty once the game is over."""
        return [] if self.decision is None else self.decision.legal

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return self._points[-1].outcome

    @property
    def answers(self) -> list[GivenAnswer]:
        """All answers given and not taken back."""
        return [point.answer for point in self._points if point.answer is not None]

    # -- playing

    def push(self, words: str) -> Decision | None:
        """Answer the decision in the printed notation; return the next one.

        Names may be abbreviated while they stay unique. Raises
        :class:`~moonflight_solo.rules.notation.NotationError` for words that are no answer,
        :class:`~moonflight_solo.rules.acts.IllegalAct` for an act that the rules do not allow now,
        and :class:`MoonflightError` once the game is over; the game is then unchanged.
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
        answer = GivenAnswer(seat.number, table.round, decision.ask, said)
        self._points.append(self._played(base, given, answer))
        return self.decision

    def pop(self) -> GivenAnswer:
        """Take back the last answer and return it.

        Raises :class:`MoonflightError` if there is none.
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
        self, base: Table, given: tuple[str | Indexes, ...], answer: GivenAnswer | None
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
