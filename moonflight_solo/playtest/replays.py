"""Games played again: where something was first counted, and what goes on without end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.observer import Observer, instruments_of
from moonflight_solo.playtest.plan import Treatment
from moonflight_solo.playtest.run import Run, run_of, side_name
from moonflight_solo.playtest.tally import Key
from moonflight_solo.playtest.ways.treatments import Of, left_out
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Act, Event, Player, Question, Seat, Table

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


_Followed = tuple[int, str, str]
"""A seat, from 1, and the side and number of the line it followed; "" for none."""

_SMALLEST_FIRST: Final[tuple[Of, ...]] = ("items", "lines")


def endless(run: Run, seed: int) -> s.EndlessGame:
    """Play a game that never ended again, and return what went on in it and what ends it.

    Of the lines followed in its second half it is asked since when there were no others. They
    stand with their acts from then on, the most first.
    """
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))
    rounds: dict[int, Counter[_Followed]] = {}

    def listen(event: Event) -> None:
        if event.kind == "act":
            line = event.seat + 1, side_name(table.turned), event.line
            rounds.setdefault(table.round, Counter())[line] += 1

    table.listener = listen
    played = play(table, settings).rounds
    going_on = {line for number in rounds if number > played // 2 for line in rounds[number]}
    since = played
    while since > 1 and rounds.get(since - 1, Counter()).keys() <= going_on:
        since -= 1
    acts: Counter[_Followed] = Counter()
    for number, counts in rounds.items():
        if number >= since:
            acts.update(counts)
    lines = sorted(acts.items(), key=lambda each: (-each[1], each[0]))
    told = tuple(s.GoingOn(*line, number) for line, number in lines)
    return s.EndlessGame(seed, since, played, told, *_ended_without(run, seed, acts.keys()))


def _ended_without(run: Run, seed: int, lines: Set[_Followed]) -> tuple[tuple[str, ...], int]:
    """Return what ends a game by being left out, and how many things were tried.

    Items of the lists in the ``lines`` that go on and on are tried first: if leaving out one of
    them is enough, no whole line is tried.
    """
    tried = 0
    for of in _SMALLEST_FIRST:
        ways = [each for each in left_out(run, of) if _line_of(run, each) in lines]
        tried += len(ways)
        runs = ((each.label, run_of(run.plan.treated(each))) for each in ways)
        ended = tuple(label for label, other in runs if other.played(seed).finished)
        if ended:
            return ended, tried
    return (), tried


def _line_of(run: Run, treatment: Treatment) -> _Followed:
    (*_, omitted) = treatment.omitted or ()
    card = run.ai_cards[omitted.seat]
    assert card is not None
    line = card.lines[omitted.line]
    return omitted.seat + 1, side_name(line.printed.turned), line.number
