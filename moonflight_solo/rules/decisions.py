"""A game that stops at each decision, even within an act or in Reset, and can be copied there.

The rules ask their players from deep inside an act, so a stop is an exception, raised by the first
question without an answer; it leaves the table in the middle of things. To continue, the game
copies the table as it was when it last asked for an act and replays the answers given since.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any

from msgspec.structs import replace

from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.decision import Decision
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.possible_answers import Beginning, PossibleAnswer
from moonflight_solo.rules.scripted import GameStop, LazyRandom, Redeal, Script, Scripted, Stopping
from moonflight_solo.rules.state import Event, Player, Table
from moonflight_solo.rules.table_view import SeenEvent, TableView, seen_by
from moonflight_solo.values import Value

Listener = Callable[[Event], None]


class GivenAnswer(Value):
    """An answer given: the seat, the round, what was asked (:attr:`Decision.ask`), the words."""

    seat: int
    round: int
    ask: str
    words: str


@dataclass(slots=True, eq=False)
class _Point:
    """A game at a decision, or at its end, after the point ``before``.

    It is reached from ``base``, a table at which an act is asked for, by the answers ``given``, the
    first of them an act. ``answer`` is what was given last.
    """

    before: _Point | None
    base: Table
    given: Script
    answer: PossibleAnswer | None
    table: Table
    decision: Decision | None = None
    outcome: Outcome | None = None
    hear: Callable[[], Sequence[Event]] = tuple
    events: Sequence[Event] | None = None
    views: dict[int, Sequence[SeenEvent]] = field(default_factory=dict)

    def seen(self, seat: int) -> Iterator[SeenEvent]:
        """Yield what a seat has seen happen up to here."""
        points: list[_Point] = [self]
        while (before := points[-1].before) is not None:
            points.append(before)
        for point in reversed(points):
            if seat not in point.views:
                point.events = point.hear() if point.events is None else point.events
                views = (seen_by(seat, event) for event in point.events)
                point.views[seat] = [*filter(None, views)]
            yield from point.views[seat]


def _seen_before(point: _Point | None, base: Table, seat: int) -> Iterable[SeenEvent]:
    while point is not None and point.table is not base:
        point = point.before
    return point.seen(seat) if point else ()


class Game:
    """A game played by answering its decisions.

    ``table`` is freshly set up. ``players`` has a factory for each seat, or ``None`` for a seat
    whose decisions you make. Players are created anew whenever the game continues, so they must
    decide by the table alone, as AI cards do. ``listener`` hears every event once, including those
    of answers undone later. ``origin`` is what the game was made from, if that is known.
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
        self.origin: object = None
        self._players = tuple(players)
        self._points: list[_Point] = []
        self._points.append(self._point_after(None, table, (), None))

    def __repr__(self) -> str:
        jacks = " and ".join(map(self.table.title, range(len(self.table.seats))))
        return f"<Game of {jacks}: {self.decision or self.outcome}>"

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
    def asked(self) -> tuple[int, ...]:
        """The numbers of the seats whose decisions you make."""
        return tuple(at for at, player in enumerate(self._players) if player is None)

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be pushed now, as a value; empty once the game is over."""
        return [] if self.decision is None else self.decision.legal

    def view(self, seat: int) -> TableView:
        """Return what a seat sees, whether or not it has to decide; else it has no answers.

        Raises :class:`UsageError` for a number that is not a seat's, from 0.
        """
        point = self._points[-1]
        self._check_seat(seat)
        if point.decision is not None and point.decision.seat.number == seat:
            return point.decision.view
        view = Decision(point.table, point.table.seats[seat], past=point.seen).view
        return replace(view, legal=())

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` before that."""
        return self._points[-1].outcome

    @property
    def answers(self) -> list[GivenAnswer]:
        """All answers given and not undone."""
        answers = []
        for before, point in pairwise(self._points):
            stop, answer = before.decision, point.answer
            if stop is not None and answer is not None and not isinstance(answer, Beginning):
                given = stop.seat.number, stop.table.round, stop.ask, stop.words(answer)
                answers.append(GivenAnswer(*given))
        return answers

    # -- playing

    def push(self, answer: PossibleAnswer | str) -> Decision | None:
        """Answer the decision, with a value or in the printed notation; return the next one.

        Words are always a whole answer. Raises
        :class:`~moonflight_solo.rules.notation.NotationError` for words that are none,
        :class:`~moonflight_solo.rules.acts.IllegalAct` or
        :class:`~moonflight_solo.rules.state.IllegalChoice` for what the rules do not allow now, and
        :class:`MoonflightError` once the game is over; the game is then unchanged.
        """
        last = self._points[-1]
        decision = last.decision
        if decision is None:
            raise MoonflightError("the game is over.")
        answer = decision.read(answer) if isinstance(answer, str) else answer
        decision.refuse(answer)
        if isinstance(answer, Beginning):
            point = _Point(last, last.base, last.given, answer, last.table)
            point.decision = replace(decision, begun=answer.answer, past=point.seen)
        elif decision.question is None:
            point = self._point_after(last, decision.table, (answer,), answer)
        else:
            point = self._point_after(last, last.base, (*last.given, answer), answer)
        self._points.append(point)
        return point.decision

    def pop(self) -> PossibleAnswer:
        """Undo the last push, with all that followed from it, and return its answer.

        Raises :class:`MoonflightError` if there is nothing.
        """
        answer = self._points[-1].answer
        if answer is None:
            raise MoonflightError("there is nothing to undo.")
        self._points.pop()
        return answer

    def copy(self) -> Game:
        """Return an independent copy of the game at the same decision, without a listener."""
        return self._other(self._points.copy())

    def redealt(self, seat: int, rng: Random) -> Game:
        """Return a game at the same decision that ``seat`` cannot tell from this one.

        Everything that the seat cannot see is dealt afresh by ``rng``, and so is everything that
        will be shuffled. The new game cannot be saved, and its answers so far cannot be undone.
        Raises :class:`UsageError` within an act or Reset for a seat that does not decide, for a
        number that is not a seat's, and once the game is over.
        """
        last = self._points[-1]
        decision = last.decision
        if decision is None:
            raise UsageError("the game is over; there is nothing to deal afresh.")
        self._check_seat(seat)
        if not isinstance(rng, Random):
            raise UsageError(f"rng is a random.Random, not {rng!r}.")
        redeal = Redeal(seat, rng.getrandbits(64))
        script: Script = ()
        if decision.question is None:
            base = last.table.copied((), Random(0))
            redeal.carry_out(base)
        elif seat == decision.seat.number:
            base, script = last.base, (*last.given, redeal)
        else:
            raise UsageError("within an act, name the seat that decides; no other can redeal.")
        new = self._other([])
        new.origin = None  # its answers do not lead to it
        point = new._point_after(last, base, script, None)
        point.hear = tuple  # nothing has happened
        new._points.append(point)
        return new

    def _check_seat(self, seat: int) -> None:
        number = len(self.table.seats)
        if type(seat) is not int or not 0 <= seat < number:
            raise UsageError(f"{seat!r} is not a seat: seats go from 0 to {number - 1}.")

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> str:
        raise TypeError("a game cannot be pickled: pass on share(game), and load that")

    def _other(self, points: list[_Point]) -> Game:
        new = Game.__new__(Game)
        new.settings = self.settings
        new.listener = None
        new.origin = self.origin
        new._players = self._players
        new._points = points
        return new

    def _point_after(
        self, before: _Point | None, base: Table, script: Script, answer: PossibleAnswer | None
    ) -> _Point:
        """Play from ``base`` with the answers given, and return the point reached."""
        table, end = self._replay(before, base, script, self.listener)
        point = _Point(before, base, script, answer, table)
        point.hear = partial(self._events_of, before, base, script)
        if isinstance(end, Outcome):
            point.outcome = end
        elif end.seat is not None:
            lot = f"moonflight {self.settings.seed} answer {len(self._points)}"
            begun = before.decision.begun if answer is None and before and before.decision else None
            parts = (point.table, end.seat, end.question, begun, lot, point.seen)
            point.decision = Decision(*parts)
        return point

    def _events_of(self, before: _Point | None, base: Table, script: Script) -> Sequence[Event]:
        events: list[Event] = []
        self._replay(before, base, script, events.append)
        return events

    def _replay(
        self, before: _Point | None, base: Table, script: Script, listener: Listener | None
    ) -> tuple[Table, GameStop | Outcome]:
        """Return the table reached from ``base``, with where it stopped or the outcome.

        ``listener`` hears what happens after the last answer.
        """
        rest = deque(script)
        scripted = Scripted(rest, Stopping())
        rng: Any = LazyRandom(base.rng)
        players: list[Player] = [scripted if each is None else each() for each in self._players]
        for player in players:
            if hasattr(player, "past"):
                player.past = partial(_seen_before, before, base)
        table = base.copied(players, rng)
        if listener is not None:
            hear = listener

            def listen(event: Event) -> None:
                if not rest:  # replayed events have been heard
                    hear(event)

            table.listener = listen
        try:
            return table, play(table, self.settings)
        except GameStop as stop:
            return table, stop
