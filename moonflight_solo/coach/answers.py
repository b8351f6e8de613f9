"""Trying other answers to a question, by replaying the act that led to it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass

from moonflight_solo.playtest.players.search import BETWEEN_ROUNDS, RolloutSearch, Trial, play_on
from moonflight_solo.rules.possible_answers import Choice
from moonflight_solo.rules.scripted import Redeal, ScriptedPlayer
from moonflight_solo.rules.state import Act, Question, Seat, Table

_MOST_ANSWERS = 8
"""Maximum number of answers to try per question."""


class Notebook:
    """Decisions ``given`` since a seat was last asked for an act; ``base`` is the table then."""

    def __init__(self, own: int) -> None:
        self.base: Table | None = None
        self.given: list[Act | Choice] = []
        self._own = own

    def note(self, act: Act, table: Table, seat: Seat) -> None:
        """Record an act that is about to be taken."""
        if seat.number == self._own:
            self.base = table.copy((), copy(table.rng))
            self.given = []
        self.given.append(act)


@dataclass(slots=True)
class TriedAnswer(Trial):
    """An answer to try."""

    answer: tuple[int, ...]


@dataclass(kw_only=True)
class AnswerSearch(RolloutSearch[TriedAnswer]):
    """The search for the best answer to a ``question`` that arose since ``table`` was as it is.

    Everything ``given`` since is replayed; what ``seat`` cannot see then is redealt, identically
    for every answer, and the game is played on.
    """

    given: Sequence[Act | Choice]
    question: Question

    def roll_out(self, candidate: TriedAnswer, number: int) -> tuple[Table, Seat]:
        """Replay up to the question, give the answer, and play on."""
        at = self.seat.number
        redeal = Redeal(at, 2 * (self.seed + number))
        script = deque([*self.given, redeal, Choice(candidate.answer)])
        players = [ScriptedPlayer(script, make()) for make in self.policies]
        own = players[at]
        table = self.table.copy(players, copy(self.table.rng))
        own.then.act(table, table.seats[at])  # so that it answers as after its own act
        own.then = self.answering(own.then, None)
        play_on(table, self.rounds + (self.question.ask in BETWEEN_ROUNDS))
        return table, table.seats[at]


# ------------------------------------------------------------------------------ candidates


def can_be_tried(question: Question, seat: Seat) -> bool:
    """Return whether an answer matters and moves only what ``seat`` sees: the rest is redealt."""
    owners = question.owners or [seat.number] * len(question.items)
    zones = question.zones or [""] * len(question.items)
    hidden = any(
        zone in ("draw deck", "supply stack") or (owner != seat.number and zone in _OTHERS_HIDE)
        for zone, owner in zip(zones, owners, strict=True)
    )
    return question.ask != "order" and not hidden and len(answers(question, ())) > 1


_OTHERS_HIDE = frozenset({"hand", "settled"})


def answers(question: Question, *first: Sequence[int]) -> list[tuple[int, ...]]:
    """Return answers to try: ``first``, then ones that differ by one item or have a single item."""
    tried = dict.fromkeys(tuple(sorted(each)) for each in (*first, *_others(question, *first)))
    return [each for each in tried if question.why_invalid(each) is None][:_MOST_ANSWERS]


def _others(question: Question, *first: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield no item if allowed, each single item, and each answer with an item more or less.

    Of items that are the same card in the same place, only the first.
    """
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
