"""A game as a list of decisions: kept line by line, taken back, resumed and replayed.

A record is a text file of JSON lines, described in ``docs/record.md``. The first line says what
the game is made from: settings, seats and digests of the words it was played by. Every further
line is an answer in the printed notation, a step back or forward among the answers, a remark, or
the end. AI cards and shuffles need no lines: they come out the same again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings
from moonflight_solo.rules.state import Card

FORMAT: Final = 1
KIND: Final = "moonflight record"

Natural = Annotated[int, msgspec.Meta(ge=0)]
FromOne = Annotated[int, msgspec.Meta(ge=1)]


class SeatHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat: a Jack, played by a person or by an AI card.

    ``ai`` is the file of the AI card, "" for the printed one.
    """

    jack: str
    player: Literal["person", "ai"]
    ai: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a record: all that the game is made from beside the answers.

    ``first`` is a seat number from 1, ``None`` for a First Player drawn by lot. ``rulings`` are
    the choices switched for this game. ``words`` maps everything printed that the game was played
    by to a short digest of its words. ``program`` and ``begun`` are for people.
    """

    kind: str = KIND
    format: int = FORMAT
    program: str = ""
    begun: str = ""
    seats: Annotated[tuple[SeatHeader, ...], msgspec.Meta(min_length=1)]
    score_mode: bool = False
    edition: str
    seed: int
    first: FromOne | None = None
    rulings: dict[str, str] = {}
    round_limit: FromOne = ROUND_LIMIT
    act_limit: FromOne = ACT_LIMIT
    card_files: tuple[str, ...] = ()
    open_hands: bool = False
    words: dict[str, str] = {}

    @property
    def jacks(self) -> tuple[str, ...]:
        """The Jacks in seating order."""
        return tuple(seat.jack for seat in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats that persons sit in."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.player == "person")

    def settings(self) -> Settings:
        """Return the settings of the game recorded."""
        return Settings(
            jacks=self.jacks,
            seed=self.seed,
            edition=self.edition,
            first=None if self.first is None else self.first - 1,
            rulings=self.rulings,
            round_limit=self.round_limit,
            act_limit=self.act_limit,
        )


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer: an act in the printed notation, or a choice as its labels with commas between.

    ``seat`` counts from 1. ``ask`` says what a choice was for, as in
    :class:`~moonflight_solo.rules.players.Question`. ``auto`` marks what followed of itself,
    such as a choice among cards all alike: nobody decided it, so nobody takes it back by itself.
    ``line`` and ``table`` stand only in the record of a game watched: the number of the AI-card
    line followed, and the whole table before the act.
    """

    seat: FromOne
    round: FromOne
    answer: str
    ask: str = "act"
    auto: bool = False
    line: str = ""
    table: dict[str, Any] | None = None


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A remark tied to a moment of the game.

    ``answers`` had been given then, and ``act`` acts taken in ``round`` by all seats. The last
    AI-card line followed until then was line ``line`` of the player called ``ai``, with ``words``
    printed on it, and led to the act ``did``.
    """

    note: str
    answers: Natural
    round: FromOne
    act: Natural = 0
    turned: bool = False
    ai: str = ""
    line: str = ""
    words: str = ""
    did: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step among the answers: so many from the start stand now; the others can be redone."""

    stand: Natural


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game is over: how, in which round, what each seat scores, and which seat, from 1, wins.

    ``table`` stands only in the record of a game watched.
    """

    ended: str
    round: FromOne
    scores: list[int]
    winner: FromOne | None = None
    table: dict[str, Any] | None = None


Entry = Answer | Note | Step | Ended
SHAPES: Final[dict[str, type[Entry]]] = {
    "answer": Answer,
    "note": Note,
    "stand": Step,
    "ended": Ended,
}


class OtherWords(MoonflightError):
    """The game was recorded with other card or AI-card words; ``changed`` names which."""

    def __init__(self, file: str, changed: Sequence[str]) -> None:
        self.changed = tuple(changed)
        some = ", ".join(changed[:8]) + (f" and {len(changed) - 8} more" if changed[8:] else "")
        super().__init__(
            f"{file}: this game was played by other words than those here: {some}. "
            "Bring the old words back, or start a new game."
        )

    def __reduce__(self) -> tuple[type[OtherWords], tuple[str, tuple[str, ...]]]:
        """Let the error cross from a worker process to the one that shows it."""
        return type(self), (str(self).partition(": this game")[0], self.changed)


class Astray(MoonflightError):
    """A recorded answer does not fit the game that came out of the answers before it."""

    def __init__(self, message: str, answer: Answer) -> None:
        self.answer = answer
        super().__init__(message)

    def __reduce__(self) -> tuple[type[Astray], tuple[str, Answer]]:
        """Let the error cross from a worker process to the one that shows it."""
        return type(self), (str(self), self.answer)


class CannotRecord(MoonflightError):
    """A record cannot be begun or gone on with; the game itself is none the worse."""


class InUse(CannotRecord):
    """Another process is going on with the same record."""


@dataclass
class Record:
    """A recorded game: its header, the answers that stand, those taken back, and the notes."""

    header: Header
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    ended: Ended | None = None
    _lost: set[int] = field(default_factory=set)
    _lines: dict[int, int] = field(default_factory=dict, compare=False)

    def add(self, entry: Entry) -> None:
        """Take in one further entry; raises `ValueError` for a step to answers never given."""
        if isinstance(entry, Answer):
            if self.undone:
                # What was remarked after these answers belongs to a game that never was.
                here = len(self.answers)
                self._lost.update(i for i, note in enumerate(self.notes) if note.answers > here)
            self.answers.append(entry)
            self.undone.clear()
            self.ended = None
        elif isinstance(entry, Step):
            every = [*self.answers, *self.undone]
            if entry.stand > len(every):
                raise ValueError(f"there are only {len(every)} answers, not {entry.stand}")
            self.answers, self.undone = every[: entry.stand], every[entry.stand :]
            self.ended = None
        elif isinstance(entry, Note):
            self.notes.append(entry)
        else:
            self.ended = entry

    def place(self, answer: Answer) -> str:
        """Return the line of the file that an answer was read from, as ``:LINE``, or ""."""
        line = self._lines.get(id(answer))
        return f":{line}" if line else ""

    @property
    def round(self) -> int:
        """The round of the last answer that stands."""
        return self.answers[-1].round if self.answers else 1

    def stands(self, note: int) -> bool:
        """Return whether the moment of a note, by its place in ``notes``, has not been undone."""
        return note not in self._lost and self.notes[note].answers <= len(self.answers)

    # -- back and forward

    def back(self, decisions: int = 1) -> int:
        """Return how many answers stand once so many decisions are taken back.

        What followed a decision of itself goes with it. Raises :class:`MoonflightError` if there
        are not so many.
        """
        made = _decisions(self.answers)
        if not made:
            raise MoonflightError("there is nothing to take back.")
        if decisions > len(made):
            raise MoonflightError(f"there are only {_count(len(made))} to take back.")
        return made[-decisions]

    def back_to_round(self) -> int:
        """Return how many answers stand at the start of the round of the last decision."""
        last = self.answers[self.back()].round
        return next(i for i in _decisions(self.answers) if self.answers[i].round == last)

    def forward(self, decisions: int = 1) -> int:
        """Return how many answers stand once so many decisions taken back are made again.

        Raises :class:`MoonflightError` if there are not so many.
        """
        made = _decisions(self.undone)
        if not made:
            raise MoonflightError("there is nothing to bring again.")
        if decisions > len(made):
            raise MoonflightError(f"there are only {_count(len(made))} to bring again.")
        upto = made[decisions] if decisions < len(made) else len(self.undone)
        return len(self.answers) + upto

    def check_words(self, words: Mapping[str, str], file: str) -> None:
        """Raise :class:`OtherWords` unless the words of the game are those in force here."""
        then = self.header.words
        changed = [name for name in {**then, **words} if then.get(name) != words.get(name)]
        if changed:
            raise OtherWords(file, changed)


def _decisions(answers: Sequence[Answer]) -> list[int]:
    return [index for index, answer in enumerate(answers) if not answer.auto]


def _count(decisions: int) -> str:
    return f"{decisions} decision{'' if decisions == 1 else 's'}"


def digests(cards: Sequence[Card], lines: Mapping[str, str]) -> dict[str, str]:
    """Return a short digest of every card, both ends, by its name, and of every line by its own.

    A card's digest changes with anything printed on it and with its number of copies.
    """
    found: dict[str, str] = {}
    for card in cards:
        ends = [f"{end.name} {end.cost} {end.corner} {end.words}" for end in (card, card.flipped)]
        name = card.name if card.name not in found else f"{card.name} / {card.flipped.name}"
        found[name] = digest(f"{card.copies} {card.suit} {' / '.join(ends)}")
    for name, words in lines.items():
        found[name] = digest(words)
    return found


def digest(words: str) -> str:
    """Return eight letters that stand for ``words`` and change when they do."""
    return sha256(words.encode()).hexdigest()[:8]
