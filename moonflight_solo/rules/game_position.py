"""The positions of a game at which somebody decides, and how one is reached from another.

The rules ask their players from deep inside an act, so a stop is an exception, raised by the first
question without an answer; it leaves the table in the middle of things. To go on from there, the
table is put back into a state in which it asked for an act, and the answers given since are
replayed. After an act the game goes on with the same table, so nothing is copied as long as nobody
wants to keep a table or to undo anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final

from moonflight_solo.rules.decision import Decision, TablePosition
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.possible_answers import Beginning, Choice, PossibleAnswer
from moonflight_solo.rules.scripted import (
    GameStop,
    LazyRandom,
    Redeal,
    Script,
    ScriptedPlayer,
    Stopping,
)
from moonflight_solo.rules.state import Act, Event, Player, Question, Table
from moonflight_solo.rules.state.table_state import TableState
from moonflight_solo.rules.table_view import SeenEvent, seen_by

MOST_REPLAYED: Final = 4
"""After so many answers the state of the table is kept: that takes as long as replaying three."""

_NO_PLAYERS: Final[dict[int, Any]] = {}

Listener = Callable[[Event], None]
Reached = tuple[Table, int | None, Question | None, Outcome | None]
"""A table, the number of the seat asked there, its question if not for an act; or the outcome."""


class Referee:
    """Plays a game on: the table as set up, the settings, and what makes each seat's player.

    ``None`` makes none, for a seat whose decisions the user of the game makes. The seats
    ``going_on`` have players who do not decide by the table alone, and can be ``copied``.
    """

    def __init__(
        self, table: Table, settings: Settings, players: Sequence[Callable[[], Player] | None]
    ) -> None:
        self.table, self.settings, self.players = table, settings, tuple(players)
        self.alone = not any(self.players)
        self.going_on: Sequence[Any] = ()

    def play(
        self,
        start: GamePosition,
        answers: Script,
        listener: Listener | None = None,
        table: Table | None = None,
    ) -> Reached:
        """Return the table reached from ``start`` by answers, and where it stopped.

        ``table`` stands at the start; without one, a new one is laid. ``listener`` hears what
        happens after the last answer.
        """
        if table is None:
            table = start.lay(self.table.copy((), Random(0)))
        rest = self._seat_players(table, start, answers)
        rng: Any = LazyRandom(table.rng)
        table.rng, table.listener = rng, None
        if listener is not None:
            hear = listener

            def listen(event: Event) -> None:
                if not rest:  # replayed events have been heard
                    hear(event)

            table.listener = listen
        try:
            return table, None, None, play(table, self.settings)
        except GameStop as stop:
            return table, stop.seat.number if stop.seat else None, stop.question, None

    def _seat_players(
        self, table: Table, start: GamePosition, answers: Script
    ) -> deque[Act | Choice | Redeal]:
        """Seat players at a table who give these answers, and return those still to be given."""
        if self.alone and table.players:
            scripted: Any = table.players[0]
            scripted.script.extend(answers)
        else:
            scripted = ScriptedPlayer(deque(answers), Stopping())
            players: list[Player] = [scripted if each is None else each() for each in self.players]
            for number, kept in start.players.items():
                players[number] = kept.copied()
            for player in players:
                if hasattr(player, "past"):
                    player.past = start.events_for
            table.players = tuple(players)
        return scripted.script  # type: ignore[no-any-return]


class GamePosition(TablePosition):
    """A game at a decision, or at its end, after the position ``before``.

    It is reached from the position ``start``, whose state is kept, by the answers ``given``.
    ``answer`` is what was given last, and ``begun`` the part given of an answer. ``index`` counts
    the positions before.
    """

    __slots__ = (
        *("_events", "_referee", "_state", "_views", "answer", "before", "begun", "given"),
        *("index", "number", "outcome", "players", "start"),
    )

    def __init__(
        self,
        referee: Referee,
        before: GamePosition | None,
        start: GamePosition | None,
        given: Script,
        answer: PossibleAnswer | None,
        reached: Reached,
    ) -> None:
        table, self.number, question, self.outcome = reached
        super().__init__(table, question)
        self._referee, self.before, self.given, self.answer = referee, before, given, answer
        self.start = start or self
        self.begun: Act | Choice | None = None
        self.index: int = 0 if before is None else before.index + 1
        self._state: TableState | None = None
        self.players: Mapping[int, Any] = _NO_PLAYERS
        self._events: Sequence[Event] | None = None
        self._views: dict[int, Sequence[SeenEvent]] | None = None

    @classmethod
    def at_new_table(
        cls, referee: Referee, table: Table, before: GamePosition | None = None
    ) -> GamePosition:
        """Return the position at a table that has just been laid; nobody has been asked yet."""
        new = cls(referee, before, None, (), None, (table, None, None, None))
        new._state, new._events, new.index = TableState(table), (), -1
        return new

    @property
    def decision(self) -> Decision | None:
        """What the game waits for, ``None`` if nobody decides any more."""
        return None if self.number is None else Decision(self, self.number, self.begun)

    @property
    def lot(self) -> str:
        """The name of the random numbers for the decision, of its own, however it is answered."""
        position = self
        while isinstance(position.answer, Beginning) and position.before is not None:
            position = position.before
        return f"moonflight {self._referee.settings.seed} answer {position.index}"

    def _keep(self, table: Table) -> None:
        """Keep the state of a table as it is here, and of players who do not decide by it alone."""
        self._state, players = TableState(table), table.players
        if going_on := self._referee.going_on:
            self.players = {number: players[number].copied() for number in going_on}

    def lay(self, table: Table) -> Table:
        """Put a table into the state kept here, and return it."""
        assert self._state is not None
        return self._state.onto(table)

    def restore(self) -> tuple[Table, Question | None]:
        """Return a table as it was here, reached once more from the start, and the question."""
        table, _, question, _ = self._referee.play(self.start, self.given)
        if question is None and self.start is not self:  # undone once, it may be so again
            self._keep(table)
        return table, question

    def take_back(self, table: Table | None) -> None:
        """Have a table, if any, with which the game has gone on from here."""
        if table is not None and self._table is None and self._state is not None:
            self._table = self._state.onto(table)

    def first(self, listener: Listener | None) -> GamePosition:
        """Return the position of the first decision at a table just laid."""
        reached = self._referee.play(self, (), listener)
        players = enumerate(reached[0].players)
        self._referee.going_on = [number for number, each in players if hasattr(each, "copied")]
        return GamePosition(self._referee, self, self, (), None, reached)

    def after(self, answer: PossibleAnswer, listener: Listener | None) -> GamePosition:
        """Return the position after an answer; the game goes on with the table of this one."""
        if isinstance(answer, Beginning):
            return self._begin(answer)
        start, given = self.start, (*self.given, answer)
        if isinstance(answer, Choice):
            table = self.leave()
            table = start.lay(table) if table else None
            reached = self._referee.play(start, given, listener, table)
        else:
            # Programs that are made anew may go another way than those that went on.
            many = len(given) > (MOST_REPLAYED if self._referee.alone else 0)
            if self._state is None and many:
                self._keep(self.now()[0])
            if self._state is not None:
                start, given = self, (answer,)
            table = self.leave()
            at, now = (self, (answer,)) if table else (start, given)
            reached = self._referee.play(at, now, listener, table)
        return GamePosition(self._referee, self, start, given, answer, reached)

    def _begin(self, beginning: Beginning) -> GamePosition:
        """Return the position in which part of a choice is given; nothing has happened."""
        table, question = self.restore() if self._shown else self.now()
        self.leave()
        reached = table, self.number, question, None
        new = GamePosition(self._referee, self, self.start, self.given, beginning, reached)
        new.begun, new._events = beginning.answer, ()
        return new

    def redealt(self, seat: int, seed: int) -> GamePosition:
        """Return a position that ``seat``, which decides or is not in an act, takes for this one.

        All that it cannot see is dealt afresh, by random numbers from ``seed``.
        """
        redeal, (table, question) = Redeal(seat, seed), self.now()
        if question is None:
            table = table.copy((), Random(0))
            redeal.carry_out(table)
            new = GamePosition.at_new_table(self._referee, table, self).first(None)
        else:
            given = (*self.given, redeal)
            reached = self._referee.play(self.start, given)
            new = GamePosition(self._referee, self, self.start, given, None, reached)
        new.begun, new.index, new._events = self.begun, 0, ()
        return new

    def events_for(self, seat: int) -> Iterator[SeenEvent]:
        """Yield what a seat has seen happen up to here."""
        positions = [self]
        while (before := positions[-1].before) is not None:
            positions.append(before)
        for position in reversed(positions):
            yield from position._seen_since(seat)

    def _seen_since(self, seat: int) -> Sequence[SeenEvent]:
        """Return what a seat has seen since the position before."""
        if self._views is None:
            self._views = {}
        if seat not in self._views:
            if self._events is None:
                self._events = events = list[Event]()
                self._referee.play(self.start, self.given, events.append)
            self._views[seat] = [*filter(None, (seen_by(seat, event) for event in self._events))]
        return self._views[seat]
