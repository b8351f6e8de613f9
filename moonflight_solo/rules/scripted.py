"""Players that give the answers they were told, or stop the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any

from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.values import Value


class LazyRandom:
    """Goes on where the stream of random numbers ``rng`` stands, copied once it is needed.

    Most answers need none, and a copy takes longer than most answers.
    """

    __slots__ = ("_of", "_own")

    def __init__(self, rng: Random | LazyRandom) -> None:
        self._of: Random = (rng._own or rng._of) if isinstance(rng, LazyRandom) else rng
        self._own: Random | None = None

    def __getattr__(self, name: str) -> Any:
        if name == "getstate":
            return (self._own or self._of).getstate
        if self._own is None:
            self._own = self.__copy__()
        return getattr(self._own, name)

    def __copy__(self) -> Random:
        new: Random = Random.__new__(Random, 0)  # type: ignore[call-arg]  # seeded once, not twice
        new.setstate((self._own or self._of).getstate())
        return new


class Redeal(Value):
    """Between answers: all that ``seat`` cannot see is redealt here, and what is shuffled later."""

    seat: int
    seed: int

    def carry_out(self, table: Table, question: Question | None = None) -> None:
        """Redeal ``table``, where the seat may be asked a ``question``."""
        determinize(table, table.seats[self.seat], Random(self.seed), question)
        table.rng = Random(self.seed + 1)


Script = tuple[Act | Choice | Redeal, ...]
_NO_ACT = Choice, Redeal


class GameStop(Exception):
    """Raised by a player or a listener to stop a game, where ``seat`` is asked something if any."""

    def __init__(
        self, table: Table | None = None, seat: Seat | None = None, question: Question | None = None
    ) -> None:
        self.table, self.seat, self.question = table, seat, question


class Stopping:
    """A player that stops the game at any question."""

    def act(self, table: Table, seat: Seat) -> Act:
        """Stop the game."""
        raise GameStop(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Stop the game."""
        raise GameStop(table, seat, question)


class ScriptedPlayer:
    """A player that gives the answers of a ``script``, then those of the player ``then``.

    All players may share a script.
    """

    def __init__(self, script: deque[Act | Choice | Redeal], player: Player) -> None:
        self.script = script
        self.then = player

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the next act of the script, or of ``then``."""
        if not self.script:
            return self.then.act(table, seat)
        act = self.script.popleft()
        assert not isinstance(act, _NO_ACT)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the next choice of the script, or of ``then``."""
        while self.script and isinstance(redeal := self.script[0], Redeal):
            self.script.popleft()
            redeal.carry_out(table, question)
        if not self.script:
            return self.then.choose(table, seat, question)
        answer = self.script.popleft()
        assert isinstance(answer, Choice)
        return answer.indexes
