"""A game as a list of decisions: kept line by line, taken back, resumed and replayed.

A record is a text file of JSON lines, described in ``docs/record.md``. The first line says what
the game is made from: settings, seats and digests of the words it was played by. Every further
line is an answer in the printed notation, a step back or forward among the answers, a remark, or
the end. AI cards and shuffles need no lines: they come out the same again.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import FileIO
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

from moonflight_solo.errors import DataError, MoonflightError
from moonflight_solo.rules.acts import Act
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings
from moonflight_solo.rules.notation import NotUnderstood, labels, notation, parse_act, parse_answer
from moonflight_solo.rules.players import Player, Question
from moonflight_solo.rules.table import Seat, Table

try:
    import fcntl
except ImportError:  # Windows, where nothing keeps two windows from the same game
    fcntl = None  # type: ignore[assignment]

T = TypeVar("T")

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
_SHAPES: Final[dict[str, type[Entry]]] = {
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


# ------------------------------------------------------------------------------ files


class RecordFile:
    """A record, and its file, which only ever grows: a line at a time, on the disk at once.

    While it is open no other process can go on with the same file. ``path`` is ``None`` for a
    game that is not recorded, which can still be taken back. Use it with ``with``.
    """

    def __init__(
        self,
        record: Record,
        path: Path | None = None,
        file: FileIO | None = None,
        *,
        safe: bool = True,
    ) -> None:
        self.record = record
        self.path = path
        self._file = file
        self._safe = safe
        self._length = 0

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def begin(cls, path: Path, header: Header, *, safe: bool = True) -> RecordFile:
        """Begin a record in a new file; ``safe`` False leaves it to the system when to write it.

        Raises :class:`FileExistsError` if there is such a file, :class:`CannotRecord` if it
        cannot be made.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record = cls(Record(header), path, FileIO(path, "x+"), safe=safe)
        except FileExistsError:
            if path.parent.is_dir():
                raise
            raise CannotRecord(f"{path.parent} is no folder.") from None
        except OSError as error:
            raise CannotRecord(f"{path} cannot be made: {error.strerror}.") from None
        try:
            record._take_hold()
            record._put(header)
            _sync_folder(path.parent)
        except OSError as error:
            record.close()
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        return record

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Return the record in a file, to be gone on with; nothing is written until then.

        A last line that was not written whole, as when the machine went off, is left out.
        Raises :class:`DataError`, and leaves the file as it is, for anything else that is wrong,
        and :class:`CannotRecord` if it cannot be written or is being played elsewhere.
        """
        record = read_record(path)
        try:
            file = cls(record, path, FileIO(path, "r+"))
        except OSError as error:
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        try:
            file._take_hold()
            # It may have grown before it was ours.
            file.record, file._length = _read(path)
        except BaseException:
            file.close()
            raise
        return file

    @property
    def recording(self) -> bool:
        """Whether what is written goes to a file."""
        return self._file is not None

    def write(self, entry: Entry) -> None:
        """Take in an entry and put it on the disk before returning.

        Raises :class:`CannotRecord` if it cannot be written: the file then ends with the entry
        before, nothing more is written to it, and the game goes on unrecorded.
        """
        self.record.add(entry)
        if self._file is None:
            return
        try:
            if not os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._path())):
                raise FileNotFoundError(errno.ENOENT, "another file lies there")
            self._put(entry)
        except OSError as error:
            self.close()
            raise CannotRecord(f"{self.path} cannot be written: {error.strerror}.") from None

    def close(self) -> None:
        """Let go of the file; whatever is written from now on stays in memory."""
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):
                file.close()

    def _path(self) -> Path:
        assert self.path is not None
        return self.path

    def _take_hold(self) -> None:
        assert self._file is not None
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUse(f"{self.path} is being played in another window.") from None
        except OSError:
            pass  # A file system without locks

    def _put(self, entry: Header | Entry) -> None:
        assert self._file is not None
        data = _as_line(entry)
        self._file.seek(self._length)
        self._file.truncate()
        try:
            waiting = memoryview(data)
            while waiting:
                waiting = waiting[self._file.write(waiting) :]
            if self._safe:
                os.fsync(self._file.fileno())
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._length)
            raise
        self._length += len(data)


def _as_line(entry: Header | Entry) -> bytes:
    data = msgspec.to_builtins(entry)
    return (json.dumps(data, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _sync_folder(folder: Path) -> None:
    """Put a folder's list of names on the disk, where that can be done."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def read_record(path: Path) -> Record:
    """Return the record in a file, without a last line that was not written whole.

    Raises :class:`DataError` naming file and line for a file that is damaged or no record.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[Record, int]:
    """Return the record in a file, and how many bytes of it are whole lines."""
    try:
        data = path.read_bytes()
    except OSError as error:
        remedy = "name a record; moonflight saves lists them"
        raise DataError(path, f"it cannot be read: {error.strerror}", remedy) from None
    length = data.rfind(b"\n") + 1
    first, *others = data[:length].split(b"\n")[:-1] or [data]
    record = Record(_header(path, first))
    if not length:
        raise DataError(f"{path}:1", "the first line is not whole", _NO_RECORD)
    for number, line in enumerate(others, 2):
        _add(record, path, number, line)
    return record, length


_NO_RECORD: Final = "name a record that moonflight made; moonflight saves lists them"


def _header(path: Path, line: bytes) -> Header:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise DataError(f"{path}:1", "this is no Moonflight record", _NO_RECORD)
    if data.get("format") != FORMAT:
        problem = f"this record has format {data.get('format')}, and {FORMAT} is understood"
        raise DataError(f"{path}:1", problem, "use the release that made it")
    try:
        return msgspec.convert(data, Header)
    except msgspec.ValidationError as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", _NO_RECORD) from None


def _add(record: Record, path: Path, number: int, line: bytes) -> None:
    try:
        data = json.loads(line)
        shape = next(shape for key, shape in _SHAPES.items() if key in data)
        entry = msgspec.convert(data, shape)
        if isinstance(entry, Answer) and entry.seat > len(record.header.seats):
            raise ValueError(f"there is no seat {entry.seat}")
        record.add(entry)
        record._lines[id(entry)] = number
    except (ValueError, TypeError, StopIteration, RecursionError) as error:
        detail = f": {error}" if isinstance(error, msgspec.ValidationError) else ""
        raise DataError(
            f"{path}:{number}",
            f"this line is damaged{detail}",
            "The file is left as it is; mend or take out that line in a copy",
        ) from None


# ---------------------------------------------------------------------------- players


class Recorded:
    """A player whose answers are kept: those on record are given again, then ``inner`` is asked.

    ``keep`` is told every new answer before the game goes on, and ``again`` every one that is
    about to be given again. ``answers`` may be shared by several players of one game. Raises
    :class:`Astray` if an answer on record does not fit the game.
    """

    def __init__(
        self,
        inner: Player,
        answers: Iterator[Answer],
        keep: Callable[[Answer], None],
        again: Callable[[Answer], None] | None = None,
    ) -> None:
        self.inner = inner
        self._answers = answers
        self._keep = keep
        self._again = again

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act on record, or ask for one and keep it."""
        recorded = self._next("act", table, seat)
        if recorded is not None:
            return _fitting(recorded, lambda: _legal(recorded.answer, table, seat))
        act = self.inner.act(table, seat)
        if act.fault(table, seat) is None:
            self._keep(Answer(seat.number + 1, table.round, notation(act, table, seat)))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the choice on record, or ask for one and keep it."""
        names = labels(question, table, seat)
        recorded = self._next(question.ask, table, seat)
        if recorded is not None:
            return _fitting(recorded, lambda: parse_answer(recorded.answer, question, names))
        chosen = self.inner.choose(table, seat, question)
        if question.fault(chosen) is None:
            told = answer_words(chosen, question, names)
            self._keep(Answer(seat.number + 1, table.round, told, question.ask))
        return chosen

    def _next(self, ask: str, table: Table, seat: Seat) -> Answer | None:
        answer = next(self._answers, None)
        if answer is None:
            return None
        then = (answer.ask, answer.seat, answer.round)
        if then != (ask, seat.number + 1, table.round):
            raise Astray(
                f'the record answers "{answer.ask}" for seat {answer.seat} in round '
                f'{answer.round} where the game asks "{ask}" of seat {seat.number + 1} in round '
                f"{table.round}: it does not belong to this game.",
                answer,
            )
        if self._again is not None:
            self._again(answer)
        return answer


def answer_words(chosen: Sequence[int], question: Question, names: Sequence[str]) -> str:
    """Return a choice in words that :func:`parse_answer` reads as the same choice.

    These are the labels in ``names``; should names have commas in them, numbers from 1.
    """
    words = ", ".join(names[index] for index in chosen) or "none"
    with suppress(NotUnderstood):
        if parse_answer(words, question, names) == list(chosen):
            return words
    return ", ".join(str(index + 1) for index in chosen)


def _legal(words: str, table: Table, seat: Seat) -> Act:
    act = parse_act(words, table, seat)
    fault = act.fault(table, seat)
    if fault is not None:
        raise MoonflightError(f"{fault}.")
    return act


def _fitting(recorded: Answer, answer: Callable[[], T]) -> T:
    try:
        return answer()
    except MoonflightError as error:
        raise Astray(
            f'the record says "{recorded.answer}" in round {recorded.round}, which does not '
            f"fit the game: {error}",
            recorded,
        ) from None
