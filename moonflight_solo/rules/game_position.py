"""The positions of a game at which somebody decides, and how one is reached from another.

The rules ask their players from deep inside an act, so a stop is an exception, raised by the first
question without an answer; it leaves the table in the middle of things. To go on from there, the
table is put back into the state in which it last asked for an act, and the answers given since
are replayed. After an act the game goes on with the same table, so nothing is copied as long as
nobody wants to keep a table or to undo anything.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from moonflight_solo.rules.decision import Decision, Position
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.possible_answers import Beginning, Choice, PossibleAnswer
from moonflight_solo.rules.scripted import GameStop, LazyRandom, Redeal, Script, Scripted, Stopping
from moonflight_solo.rules.state import Act, Event, Player, Question, Table
from moonflight_solo.rules.state.table_state import TableState
from moonflight_solo.rules.table_view import SeenEvent, seen_by

Listener = Callable[[Event], None]
Reached = tuple[Table, int | None, Question | None, Outcome | None]
"""A table, the number of the seat asked there, its question if not for an act; or the outcome."""


class Referee:
    """Plays a game on: the table as set up, the settings, and what makes each seat's player.

    ``None`` makes none, for a seat whose decisions the user of the game makes.
    """

    def __init__(
        self, table: Table, settings: Settings, players: Sequence[Callable[[], Player] | None]
    ) -> None:
        self.table, self.settings, self.players = table, settings, tuple(players)
        self._alone = not any(self.players)

    def play(
        self,
        before: GamePosition | None,
        base: TableState,
        given: Script,
        listener: Listener | None = None,
        table: Table | None = None,
    ) -> Reached:
        """Return the table reached from ``base`` by answers, and where it stopped.

        ``table`` stands at the base; without one, a new one is laid. ``listener`` hears what
        happens after the last answer.
        """
        if table is None:
            table = base.onto(self.table.copied((), Random(0)))
        rest = self._seated(table, before, base, given)
        rng: Any = LazyRandom(base.rng)
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

    def _seated(
        self, table: Table, before: GamePosition | None, base: TableState, given: Script
    ) -> deque[Act | Choice | Redeal]:
        """Seat players at a table who give these answers, and return those still to be given."""
        if self._alone and table.players:
            scripted: Any = table.players[0]
            scripted.script.extend(given)
        else:
            scripted = Scripted(deque(given), Stopping())
            players: list[Player] = [scripted if each is None else each() for each in self.players]
            for player in players:
                if hasattr(player, "past"):
                    player.past = partial(_seen_before, before, base)
            table.players = tuple(players)
        return scripted.script  # type: ignore[no-any-return]


class GamePosition(Position):
    """A game at a decision, or at its end, after the position ``before``.

    It is reached from ``base``, where an act is asked for, by the answers ``given``, the first of
    them an act. ``answer`` is what was given last, and ``begun`` the part given of an answer.
    ``index`` counts the positions before; ``start`` is the base of what follows an act here.
    """

    __slots__ = (
        *("_events", "_referee", "_views", "answer", "base", "before", "begun", "given"),
        *("index", "number", "outcome", "start"),
    )

    def __init__(
        self,
        referee: Referee,
        before: GamePosition | None,
        base: TableState,
        given: Script,
        answer: PossibleAnswer | None,
        reached: Reached,
    ) -> None:
        table, self.number, question, self.outcome = reached
        super().__init__(table, question)
        self._referee, self.before, self.base, self.given = referee, before, base, given
        self.answer = answer
        self.begun: Act | Choice | None = None
        self.index: int = 0 if before is None else before.index + 1
        self.start: TableState | None = None
        self._events: Sequence[Event] | None = None
        self._views: dict[int, Sequence[SeenEvent]] = {}

    @property
    def decision(self) -> Decision | None:
        """What the game waits for, ``None`` if nobody decides any more."""
        return None if self.number is None else Decision(self, self.number, self.begun)

    @property
    def lot(self) -> str:
        """The name of the random numbers for the decision, of its own, however it is answered."""
        asked = self
        while isinstance(asked.answer, Beginning) and asked.before is not None:
            asked = asked.before
        return f"moonflight {self._referee.settings.seed} answer {asked.index}"

    def restored(self) -> tuple[Table, Question | None]:
        """Return a table as it was here, reached once more from the base, and the question."""
        table, _, question, _ = self._referee.play(self.before, self.base, self.given)
        return table, question

    def after(self, answer: PossibleAnswer, listener: Listener | None) -> GamePosition:
        """Return the position after an answer; the game goes on with the table of this one."""
        if isinstance(answer, Beginning):
            return self._begun(answer)
        if isinstance(answer, Choice):
            base, given, table = self.base, (*self.given, answer), self.leave()
            if table is not None:
                base.onto(table)
        else:
            base = self.start = self.start or TableState(self.now()[0])
            given, table = (answer,), self.leave()
        reached = self._referee.play(self, base, given, listener, table)
        return GamePosition(self._referee, self, base, given, answer, reached)

    def _begun(self, beginning: Beginning) -> GamePosition:
        table, question = self.restored() if self._shown else self.now()
        self.leave()
        reached = table, self.number, question, None
        new = GamePosition(self._referee, self, self.base, self.given, beginning, reached)
        new.begun, new._events = beginning.answer, ()
        return new

    def redealt(self, seat: int, seed: int) -> GamePosition:
        """Return a position that ``seat``, which decides or is not in an act, takes for this one.

        All that it cannot see is dealt afresh, by random numbers from ``seed``.
        """
        redeal, base, given = Redeal(seat, seed), self.base, self.given
        table, question = self.now()
        if question is None:
            table = table.copied((), Random(0))
            redeal.carry_out(table)
            base, given = TableState(table), ()
        else:
            given = (*given, redeal)
        reached = self._referee.play(self, base, given)
        new = GamePosition(self._referee, self, base, given, None, reached)
        new.begun, new.index, new._events = self.begun, 0, ()
        return new

    def seen(self, seat: int) -> Iterator[SeenEvent]:
        """Yield what a seat has seen happen up to here."""
        positions = [self]
        while (before := positions[-1].before) is not None:
            positions.append(before)
        for position in reversed(positions):
            yield from position._seen_since(seat)

    def _seen_since(self, seat: int) -> Sequence[SeenEvent]:
        """Return what a seat has seen since the position before."""
        if seat not in self._views:
            if self._events is None:
                self._events = events = list[Event]()
                self._referee.play(self.before, self.base, self.given, events.append)
            self._views[seat] = [*filter(None, (seen_by(seat, each) for each in self._events))]
        return self._views[seat]


def _seen_before(position: GamePosition | None, base: TableState, seat: int) -> Iterable[SeenEvent]:
    while position is not None and position.start is not base:
        position = position.before
    return position.seen(seat) if position else ()
