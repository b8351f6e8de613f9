"""Where in a game something was first counted, found by playing the game again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from moonflight_solo.playtest.observer import Observer, instruments_of
from moonflight_solo.playtest.run import Run
from moonflight_solo.playtest.tally import Key
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

_OF_ACTS: Final = frozenset({"line", "detail", "decided", "otherwise"})


class Places:
    """The first acts of games of a run at which things were counted, as "ROUND.ACT".

    A game is played again when it is first asked for; not those of a searching player, which take
    long.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._games: dict[int, dict[Key, str]] = {}

    def first(self, seed: int, key: Key) -> str | None:
        """Return the first act in the game of ``seed`` that was counted under ``key``."""
        if key[0] not in _OF_ACTS or self._run.plan.slow:
            return None
        if seed not in self._games:
            self._games[seed] = self._played(seed)
        found = self._games[seed]
        at = [found[each] for each in _seen_as(key, found) if each in found]
        return min(at, key=_in_order, default=None)

    def _played(self, seed: int) -> dict[Key, str]:
        settings = self._run.plan.settings(seed)
        clock, found = _Clock(), dict[Key, str]()
        watched = instruments_of(self._run).observed(self._run.players(settings))
        players = [_Timed(player, clock, found) for player in watched]
        play(self._run.set_up(settings, players), settings)
        return found


def _seen_as(key: Key, found: Iterable[Key]) -> Iterable[Key]:
    """Return the keys under which an act in detail is counted that ``key`` counts."""
    if key[0] == "otherwise":
        return [(*key[:2], "acts")]
    if key[0] == "line" or key[-1] == "followed in":
        at: Key = ("detail", *key[1:3])
        if key[-1] == "looked at":
            return [(*at, "looked at")]
        if key[-1] == "true":
            status = (*at, "status")
            return [k for k in found if k[:4] == status and k[-1] != "condition-false"]
        return [(*at, "status", "followed")]
    return [key]


def _in_order(at: str) -> list[int]:
    return [int(number) for number in at.split(".")]


class _Clock:
    """Counts the acts of each round, of all seats."""

    def __init__(self) -> None:
        self.round = self.acts = 0

    def act(self, table: Table) -> None:
        if table.round != self.round:
            self.round, self.acts = table.round, 0
        self.acts += 1


class _Timed:
    """Plays as another does, and notes at which act each thing was first counted."""

    def __init__(self, player: Player, clock: _Clock, found: dict[Key, str]) -> None:
        self._player = player
        self._clock = clock
        self._found = found

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the other does."""
        self._clock.act(table)
        act = self._player.act(table, seat)
        self._note()
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the other does; a question in Reset belongs to the act before it."""
        answer = self._player.choose(table, seat, question)
        self._note()
        return answer

    def _note(self) -> None:
        if not isinstance(self._player, Observer):
            return
        for key in self._player.read()[0].keys() - self._found.keys():
            self._found[key] = f"{self._clock.round}.{self._clock.acts}"
