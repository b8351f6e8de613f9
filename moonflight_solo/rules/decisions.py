"""A game that stops at each decision, even within an act or in Reset, and can be copied there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from msgspec.structs import replace

from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.decision import Decision
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings
from moonflight_solo.rules.game_position import GamePosition, Listener, Referee
from moonflight_solo.rules.possible_answers import Beginning, PossibleAnswer
from moonflight_solo.rules.state import Player, Table
from moonflight_solo.rules.table_view import TableView
from moonflight_solo.values import Value


class GivenAnswer(Value):
    """An answer given: the seat, the round, what was asked (:attr:`Decision.ask`), the words."""

    seat: int
    round: int
    ask: str
    words: str


class Game:
    """A game played by answering its decisions.

    ``table`` is freshly set up. ``players`` has a factory for each seat, or ``None`` for a seat
    whose decisions you make. Players are created anew whenever the game continues, so they must
    decide by the table alone, as AI cards do, or have a method ``copied`` for one that goes on in
    the same way. ``listener`` hears every event once, including those of answers undone later.
    ``origin`` is what the game was made from, if that is known.
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
        self._referee = Referee(table, settings, players)
        self._positions: list[GamePosition] = []
        self._reach(GamePosition.at_new_table(self._referee, table).first(listener))

    def __repr__(self) -> str:
        table = self._referee.table
        jacks = " and ".join(map(table.title, range(len(table.seats))))
        return f"<Game of {jacks}: {self.decision or self.outcome}>"

    # -- state of the game

    @property
    def table(self) -> Table:
        """The current table; only look at it."""
        return self._positions[-1].show()[0]

    @property
    def decision(self) -> Decision | None:
        """What the game waits for; ``None`` once it is over."""
        return self._decision

    @property
    def decider(self) -> int | None:
        """The number of the seat to decide, from 0; ``None`` once the game is over."""
        return None if self.decision is None else self.decision.number

    @property
    def asked(self) -> tuple[int, ...]:
        """The numbers of the seats whose decisions you make."""
        return tuple(index for index, player in enumerate(self._referee.players) if player is None)

    @property
    def legal(self) -> list[PossibleAnswer]:
        """Every answer that can be pushed now, as a value; empty once the game is over."""
        return [] if self._decision is None else self._decision.legal

    def view(self, seat: int) -> TableView:
        """Return what a seat sees, whether or not it has to decide; else it has no answers.

        Raises :class:`UsageError` for a number that is not a seat's, from 0.
        """
        self._check_seat(seat)
        decision, position = self.decision, self._positions[-1]
        if decision is not None and decision.number == seat:
            return decision.view
        return replace(Decision(position, seat).view, legal=())

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` before that."""
        return self._positions[-1].outcome

    @property
    def answers(self) -> list[GivenAnswer]:
        """All answers given and not undone."""
        answers = []
        for before, after in pairwise(self._positions):
            stop, answer = before.decision, after.answer
            if stop is not None and answer is not None and not isinstance(answer, Beginning):
                values = stop.number, stop.round, stop.ask, stop.words(answer)
                answers.append(GivenAnswer(*values))
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
        decision = self._decision
        if decision is None:
            raise MoonflightError("the game is over; `outcome` says how it ended.")
        answer = decision.read(answer) if isinstance(answer, str) else answer
        decision.refuse(answer)
        self._reach(self._positions[-1].after(answer, self.listener))
        return self._decision

    def pop(self) -> PossibleAnswer:
        """Undo the last push, with all that followed from it, and return its answer.

        Raises :class:`MoonflightError` if there is nothing.
        """
        answer = self._positions[-1].answer
        if answer is None:
            raise MoonflightError("there is nothing to undo.")
        undone = self._positions.pop()
        self._positions[-1].take_back(undone.leave())
        self._decision = self._positions[-1].decision
        return answer

    def copy(self) -> Game:
        """Return an independent copy of the game at the same decision, without a listener."""
        return self._other(self._positions.copy())

    def redealt(self, seat: int, rng: Random) -> Game:
        """Return a game at the same decision that ``seat`` cannot tell from this one.

        Everything that the seat cannot see is dealt afresh by ``rng``, and so is everything that
        will be shuffled. The new game cannot be saved, and its answers so far cannot be undone.
        Raises :class:`UsageError` within an act or Reset for a seat that does not decide, for a
        number that is not a seat's, and once the game is over.
        """
        decision = self.decision
        if decision is None:
            raise UsageError("the game is over; there is nothing to deal afresh.")
        self._check_seat(seat)
        if not isinstance(rng, Random):
            raise UsageError(f"rng is a random.Random, not {rng!r}.")
        if decision.ask != "act" and seat != decision.number:
            raise UsageError("within an act, name the seat that decides; no other can redeal.")
        new = self._other([self._positions[-1].redealt(seat, rng.getrandbits(64))])
        new.origin = None  # its answers do not lead to it
        return new

    def _check_seat(self, seat: int) -> None:
        number = len(self._referee.table.seats)
        if type(seat) is not int or not 0 <= seat < number:
            raise UsageError(f"{seat!r} is not a seat: seats go from 0 to {number - 1}.")

    def __deepcopy__(self, memo: object) -> Game:
        return self.copy()

    def __reduce__(self) -> str:
        raise TypeError("a game cannot be pickled: pass on share(game), and load that")

    def _reach(self, position: GamePosition) -> None:
        self._positions.append(position)
        self._decision = position.decision

    def _other(self, positions: list[GamePosition]) -> Game:
        """Return a game of its own, without listener, that stands at the last of ``positions``."""
        new = Game.__new__(Game)
        new.settings, new.listener, new.origin = self.settings, None, self.origin
        new._referee, new._positions = self._referee, positions
        new._decision = positions[-1].decision
        return new
