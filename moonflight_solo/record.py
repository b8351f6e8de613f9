"""A game as a list of decisions: kept line by line, taken back, resumed and replayed.

A record is a text file of JSON lines. The first line says what the game is made from: settings,
seats and the words of every card. Every further line is one answer of a person in the printed
notation, or a step back or forward among them, or a remark. AI cards and shuffles need no lines:
they come out the same again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from moonflight_solo.errors import DataError, MoonflightError
from moonflight_solo.rules.acts import Act
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.game import Settings
from moonflight_solo.rules.notation import labels, notation, parse_act, parse_answer
from moonflight_solo.rules.players import Player, Question
from moonflight_solo.rules.table import Seat, Table

T = TypeVar("T")

FORMAT = 1
_KIND = "moonflight record"


class SeatHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits in a seat: a Jack, played by a person or by an AI card (a file, or built in)."""

    jack: str
    player: Literal["person", "ai"]
    ai: str = ""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record: all that the game is made from beside the answers.

    ``first`` is a seat number from 1, ``None`` for a First Player drawn by lot. ``words`` maps
    every card and AI-card line of the game to a short digest of its printed words.
    """

    format: int
    seed: int
    edition: str
    seats: tuple[SeatHeader, ...]
    first: int | None = None
    rulings: dict[str, str] = {}
    round_limit: int = 0
    act_limit: int = 0
    card_files: tuple[str, ...] = ()
    open_hands: bool = False
    words: dict[str, str] = {}
    kind: str = _KIND

    def settings(self) -> Settings:
        """Return the settings of the game recorded."""
        return Settings(
            jacks=tuple(seat.jack for seat in self.seats),
            seed=self.seed,
            edition=self.edition,
            first=None if self.first is None else self.first - 1,
            rulings=self.rulings,
            round_limit=self.round_limit,
            act_limit=self.act_limit,
        )


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One answer of a person: an act, or a choice as its labels, in the printed notation."""

    seat: int
    round: int
    answer: str
    ask: str = "act"


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A remark tied to a moment: how many answers had been given, the round, the AI line."""

    note: str
    answers: int
    round: int
    line: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step among the answers: so many from the start stand now; the rest can be redone."""

    stand: int


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game is over: how, and the scores."""

    ended: str
    scores: list[int]
    winner: int | None = None


Entry = Answer | Note | Step | Ended
_SHAPES: dict[str, type[Entry]] = {
    "answer": Answer,
    "note": Note,
    "stand": Step,
    "ended": Ended,
}


class OtherWords(MoonflightError):
    """The game was recorded with other card or AI-card words; ``changed`` names which."""

    def __init__(self, file: str, changed: Sequence[str]) -> None:
        self.changed = tuple(changed)
        some = ", ".join(changed[:5]) + (f" and {len(changed) - 5} more" if changed[5:] else "")
        super().__init__(
            f"{file}: this game was played with other words than those here: {some}. "
            "Bring the old words back, or start a new game."
        )


class Astray(MoonflightError):
    """A recorded answer does not fit the game that came out of the answers before it."""


@dataclass
class Record:
    """A recorded game: its header, the answers that stand, those taken back, and the notes."""

    header: Header
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    ended: Ended | None = None

    def add(self, entry: Entry) -> None:
        """Take in one further entry."""
        if isinstance(entry, Answer):
            self.answers.append(entry)
            self.undone.clear()
            self.ended = None
        elif isinstance(entry, Step):
            every = [*self.answers, *self.undone]
            self.answers, self.undone = every[: entry.stand], every[entry.stand :]
            self.ended = None
        elif isinstance(entry, Note):
            self.notes.append(entry)
        else:
            self.ended = entry

    def check_words(self, words: Mapping[str, str], file: str) -> None:
        """Raise :class:`OtherWords` unless the words of the game are those in force here."""
        then = self.header.words
        changed = [name for name in {**then, **words} if then.get(name) != words.get(name)]
        if changed:
            raise OtherWords(file, sorted(changed))


def digests(cards: Sequence[Card], lines: Mapping[str, str]) -> dict[str, str]:
    """Return a short digest of the words of every card end, and of every AI-card line."""
    found: dict[str, str] = {}
    for card in cards:
        for end in (card, card.flipped):
            printed = f"{end.name} {end.cost} {end.corner} {end.words}"
            found[end.name if end.name not in found else f"{end.name} (other end)"] = _digest(
                printed
            )
    for name, words in lines.items():
        found[name] = _digest(words)
    return found


def _digest(words: str) -> str:
    return sha256(words.encode()).hexdigest()[:8]


# ------------------------------------------------------------------------------ files


class RecordFile:
    """A record as a file that only ever grows, a line at a time, each on the disk at once."""

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self.record = record

    @classmethod
    def begin(cls, path: Path, header: Header) -> RecordFile:
        """Begin a record in a new file; raises :class:`MoonflightError` if it cannot be made."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8") as file:
                _write(file.fileno(), msgspec.to_builtins(header))
        except OSError as error:
            raise MoonflightError(f"{path}: cannot begin a record: {error.strerror}.") from None
        return cls(path, Record(header))

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Return the record in a file, to be gone on with.

        A last line that was not written whole, as when the machine went off, is left out.
        Raises :class:`DataError`, and leaves the file as it is, for anything else that is wrong.
        """
        return cls(path, read_record(path))

    def write(self, entry: Entry) -> None:
        """Take in an entry and put it on the disk before returning."""
        try:
            with self.path.open("r+b") as file:
                file.seek(_whole_length(file.read()))
                file.truncate()
                _write(file.fileno(), msgspec.to_builtins(entry))
        except OSError as error:
            raise MoonflightError(f"{self.path}: cannot be written: {error.strerror}.") from None
        self.record.add(entry)

    def stand(self, number: int) -> None:
        """Let only the first ``number`` answers stand; the others can be redone."""
        self.write(Step(number))


def _write(descriptor: int, data: Any) -> None:
    line = json.dumps(data, ensure_ascii=False, separators=(", ", ": ")) + "\n"
    os.write(descriptor, line.encode())
    os.fsync(descriptor)


def _whole_length(data: bytes) -> int:
    return data.rfind(b"\n") + 1


def read_record(path: Path) -> Record:
    """Return the record in a file; raises :class:`DataError` naming file and line."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise DataError(path, f"cannot be read: {error.strerror}", "name a record") from None
    lines = data[: _whole_length(data)].split(b"\n")[:-1]
    if not lines:
        raise DataError(path, "this is no Moonflight record: it is empty", "name a record")
    record = Record(_header(path, lines[0]))
    for number, line in enumerate(lines[1:], 2):
        record.add(_entry(path, number, line))
    return record


def _header(path: Path, line: bytes) -> Header:
    remedy = "name a record that moonflight play made"
    try:
        data = json.loads(line)
    except ValueError:
        raise DataError(f"{path}:1", "this is no Moonflight record", remedy) from None
    if not isinstance(data, dict) or data.get("kind") != _KIND:
        raise DataError(f"{path}:1", "this is no Moonflight record", remedy)
    if data.get("format") != FORMAT:
        problem = f"this record has format {data.get('format')}, and {FORMAT} is understood"
        raise DataError(f"{path}:1", problem, "use the release that made it")
    try:
        return msgspec.convert(data, Header)
    except msgspec.ValidationError as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", remedy) from None


def _entry(path: Path, number: int, line: bytes) -> Entry:
    remedy = "the file is left as it is; mend or remove that line in a copy"
    try:
        data = json.loads(line)
        shape = next(shape for key, shape in _SHAPES.items() if key in data)
        return msgspec.convert(data, shape)
    except (ValueError, TypeError, StopIteration, msgspec.ValidationError):
        raise DataError(f"{path}:{number}", "this line is damaged", remedy) from None


# ---------------------------------------------------------------------------- players


class Recorded:
    """A player whose answers are kept: those on record are given again, then ``inner`` is asked.

    ``keep`` is told every new answer. Raises :class:`Astray` if an answer on record does not fit.
    """

    def __init__(
        self,
        inner: Player,
        answers: Iterator[Answer],
        keep: Callable[[Answer], None],
    ) -> None:
        self.inner = inner
        self._answers = answers
        self._keep = keep
        self.live = False

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act on record, or ask for one and keep it."""
        recorded = self._next("act")
        if recorded is not None:
            return self._fitting(recorded, lambda: self._recorded_act(recorded, table, seat))
        act = self.inner.act(table, seat)
        self._keep(Answer(seat.number + 1, table.round, notation(act, table, seat)))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the choice on record, or ask for one and keep it."""
        names = labels(question, table, seat)
        recorded = self._next(question.ask)
        if recorded is not None:
            return self._fitting(recorded, lambda: parse_answer(recorded.answer, question, names))
        chosen = self.inner.choose(table, seat, question)
        told = ", ".join(names[index] for index in chosen) or "none"
        self._keep(Answer(seat.number + 1, table.round, told, question.ask))
        return chosen

    def _next(self, ask: str) -> Answer | None:
        answer = None if self.live else next(self._answers, None)
        if answer is None:
            self.live = True
        elif answer.ask != ask:
            raise Astray(
                f"the record answers {answer.ask!r} where the game asks {ask!r}, in round "
                f"{answer.round}: it does not belong to this game."
            )
        return answer

    @staticmethod
    def _recorded_act(recorded: Answer, table: Table, seat: Seat) -> Act:
        act = parse_act(recorded.answer, table, seat)
        fault = act.fault(table, seat)
        if fault is not None:
            raise MoonflightError(fault)
        return act

    @staticmethod
    def _fitting(recorded: Answer, answer: Callable[[], T]) -> T:
        try:
            return answer()
        except MoonflightError as error:
            raise Astray(
                f'the record says "{recorded.answer}" in round {recorded.round}, which does not '
                f"fit the game: {error}"
            ) from None
