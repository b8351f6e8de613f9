"""Other answers to a question tried out: the act that asked is carried out again up to there."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import islice
from random import Random

from moonflight_solo.coach.advice import Onlooker
from moonflight_solo.playtest.players.rollout import ROUNDS, ROUNDS_FAR, RolloutPolicy, determinize
from moonflight_solo.playtest.players.search import (
    BETWEEN_ROUNDS,
    PlannedPlayer,
    RolloutSearch,
    Tried,
)
from moonflight_solo.rules.decisions import Indexes, Scripted
from moonflight_solo.rules.game import action
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

_MOST_ANSWERS = 8
"""How many answers to one question are tried out at most."""


class Notebook:
    """All that has been decided since one seat was last asked for an act, from a copy of the table.

    ``base`` is that copy, and ``given`` an act in notation or an answer for each decision since.
    """

    def __init__(self, own: int) -> None:
        self.base: Table | None = None
        self.given: list[str | Indexes] = []
        self._own = own

    def note(self, act: Act, table: Table, seat: Seat) -> None:
        """Note an act that is about to be taken."""
        if seat.number == self._own:
            self.base = table.copied((), copy(table.rng))
            self.given = []
        self.given.append(notation(act, table, seat))

    def usual(self, player: Player, question: Question, table: Table, seat: Seat) -> Sequence[int]:
        """Return what ``player`` would answer who plays the seat on from a question."""
        assert self.base is not None
        player.act(self.base, self.base.seats[self._own])
        return PlannedPlayer(player).choose(table, seat, question)


@dataclass(slots=True)
class TriedAnswer(Tried):
    """An answer to try out."""

    answer: Indexes


class AnswerSearch(RolloutSearch[TriedAnswer]):
    """The trying out of answers to the question that a table has come to since ``notebook.base``.

    All is done again up to the question; what ``seat`` cannot see then is dealt anew, the same for
    every answer, and the game is played on from there for ``rounds``.
    """

    def __init__(
        self,
        policies: Sequence[RolloutPolicy],
        notebook: Notebook,
        question: Question,
        own: int,
        seed: int,
        look: Onlooker | None = None,
        rounds: int = ROUNDS,
    ) -> None:
        super().__init__(look)
        assert notebook.base is not None
        self._policies = policies
        self._base = notebook.base
        self._given = tuple(notebook.given)
        self._resets = int(question.ask in BETWEEN_ROUNDS)
        self._own = own
        self._seed = seed
        self._rounds = rounds if len(self._base.seats) > 1 else ROUNDS_FAR

    def played(self, candidate: TriedAnswer, number: int) -> tuple[Table, Seat]:
        """Do all again up to the question, give the answer, and play on from there."""
        script, seed = deque([*self._given, candidate.answer]), 2 * (self._seed + number)

        def dealt(table: Table, seat: Seat) -> None:
            determinize(table, seat, Random(seed))
            table.rng.seed(seed + 1)

        players = [Scripted(script, make(), dealt) for make in self._policies]
        own = players[self._own]
        table = self._base.copied(players, copy(self._base.rng))
        own.then.act(table, table.seats[self._own])  # so that it answers as for its own act
        own.then = PlannedPlayer(own.then)
        for _ in range(self._rounds + self._resets):
            action(table)
            reset(table)
            if table.ended_by:
                break
        return table, table.seats[self._own]


# ----------------------------------------------------------------------------- what to try


def can_be_tried(question: Question, seat: Seat) -> bool:
    """Return whether a question leaves something to gain, among things that ``seat`` can see.

    Dealing anew what lies hidden would take the others from under the question.
    """
    owners = question.owners or [seat.number] * len(question.items)
    zones = question.zones or [""] * len(question.items)
    hidden = any(
        zone in ("draw deck", "supply stack") or (owner != seat.number and zone in _OTHERS_HIDE)
        for zone, owner in zip(zones, owners, strict=True)
    )
    return question.ask != "order" and not hidden and len(answers(question, ())) > 1


_OTHERS_HIDE = frozenset({"hand", "settled"})


def answers(question: Question, *first: Sequence[int]) -> list[Indexes]:
    """Return answers to try out: ``first`` these, then others one thing away or of one thing."""
    tried = dict.fromkeys(tuple(sorted(each)) for each in (*first, *_others(question, *first)))
    return list(
        islice((each for each in tried if question.why_invalid(each) is None), _MOST_ANSWERS)
    )


def _others(question: Question, *first: Sequence[int]) -> Iterator[Sequence[int]]:
    if question.least == 0:
        yield ()
    alike: dict[object, int] = {}
    for index in range(len(question.items)):
        zone = question.zones[index] if question.zones else ""
        owner = question.owners[index] if question.owners else 0
        card = question.cards[index] or question.items[index]
        alike.setdefault((id(card), zone, owner), index)
    yield from ((index,) for index in alike.values())
    for answer in first:
        for index in alike.values():
            yield (
                [each for each in answer if each != index] if index in answer else [*answer, index]
            )
