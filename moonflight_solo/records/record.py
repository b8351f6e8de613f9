"""A game as a list of decisions, with undo and redo.

It is stored as JSON lines, described in ``docs/record.md``. The first line has everything the game
is made from: settings, seats and digests of the words it was played with. Every further line is an
answer in the printed notation, an undo or redo step, a note, or the end. AI cards and shuffles need
no lines: they are reproducible.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Annotated, Any, Final, Literal, NoReturn

import msgspec

from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import OVER, counting_number, plural
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings
from moonflight_solo.rules.state import Card

try:  # Python's own, since hashlib loads OpenSSL, which takes a twentieth of a short command
    _hashes = import_module("_sha2" if sys.version_info >= (3, 12) else "_sha256")
except ImportError:  # a Python built without
    _hashes = import_module("hashlib")

FORMAT: Final = 1
KIND: Final = "moonflight record"

Natural = Annotated[int, msgspec.Meta(ge=0, lt=OVER)]
FromOne = Annotated[int, msgspec.Meta(ge=1, lt=OVER)]
WholeNumber = Annotated[int, msgspec.Meta(gt=-OVER, lt=OVER)]


class SeatHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat: its Jack, and whether a person or an AI card plays it.

    ``ai`` is the file of the AI card, "" for the printed one; at a person's seat, of the one that
    advises, and at a program's, of the one that is foreseen. ``by`` is that program, such as
    "greedy" or "search=50", "" for the AI card itself.
    """

    jack: str
    player: Literal["person", "ai"]
    ai: str = ""
    by: str = ""

    @property
    def follows_card(self) -> bool:
        """Whether an AI card is followed in this seat."""
        return self.player == "ai" and not self.by


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a record: everything the game is made from except the answers.

    ``first`` is a seat number from 1, ``None`` for one chosen at random. ``rulings`` are the
    choices made for this game. ``words`` maps everything printed that the game was played with
    to a short digest. ``program`` and ``begun`` are for people. ``taken_from`` says which game this
    one was taken over from, "" for none.
    """

    kind: str = KIND
    format: int = FORMAT
    program: str = ""
    begun: str = ""
    seats: Annotated[tuple[SeatHeader, ...], msgspec.Meta(min_length=1)]
    score_mode: bool = False
    edition: str
    seed: WholeNumber
    first: FromOne | None = None
    rulings: dict[str, str] = {}
    round_limit: FromOne = ROUND_LIMIT
    act_limit: FromOne = ACT_LIMIT
    card_files: tuple[str, ...] = ()
    open_hands: bool = False
    words: dict[str, str] = {}
    taken_from: str = ""

    @property
    def jacks(self) -> tuple[str, ...]:
        """The Jacks in seating order."""
        return tuple(seat.jack for seat in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats played by persons."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.player == "person")

    @property
    def told(self) -> str:
        """Who plays whom, the person first."""
        if not self.persons:
            return f"{' and '.join(self.jacks)}, watched"
        person = self.persons[0]
        others = self.jacks[:person] + self.jacks[person + 1 :]
        against = f" against {' and '.join(others)}" if others else " in Score Mode"
        return self.jacks[person] + against

    def settings(self) -> Settings:
        """Return the settings of the recorded game."""
        return Settings.of(self)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer: an act in the printed notation, or a choice as comma-separated labels.

    ``seat`` counts from 1. ``ask`` is the kind of choice, as in
    :class:`~moonflight_solo.rules.state.Question`. ``auto`` marks an answer that was forced or
    automatic, such as a choice among equal cards: nobody decided it, so it is not undone on its
    own. ``more`` marks one typed in the same line as the decision before, with which it is undone.
    ``line`` and ``table`` are only in records of watched games: the number of the AI-card line
    followed, and the whole table before the act.
    """

    seat: FromOne
    round: FromOne
    answer: str
    ask: str = "act"
    auto: bool = False
    more: bool = False
    line: str = ""
    table: dict[str, Any] | None = None


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A note about a moment of the game.

    ``answers`` had been given then, and ``act`` acts taken in ``round`` by all seats. The last
    AI-card line followed was line ``line`` of the player called ``ai``, with ``words`` printed on
    it, and led to the act ``did``.
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

    @property
    def told(self) -> str:
        """The note with its moment, in one line."""
        turned = ", after the Turn" if self.turned else ""
        moment = f"In round {self.round}{turned}, after {plural(self.act, 'act')}"
        if self.ai:
            line = f"line {self.line}, “{self.words}”" if self.line else "no line"
            moment += f", the last by {self.ai}: {self.did} ({line})"
        return f"{moment}. Note: {self.note}"


class Seek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An undo or redo step: the number of answers that stand now; the others can be redone."""

    stand: Natural


class Departure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The person left the unfinished game in round ``left``."""

    left: FromOne


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The end of the game: how it ended, the round, every seat's score, and the winner's seat, from
    1.

    ``table`` is only in records of watched games.
    """

    ended: str
    round: FromOne
    scores: list[WholeNumber]
    winner: FromOne | None = None
    table: dict[str, Any] | None = None


Entry = Answer | Note | Seek | Departure | Ended
SHAPES: Final[dict[str, type[Entry]]] = {
    "answer": Answer,
    "note": Note,
    "stand": Seek,
    "left": Departure,
    "ended": Ended,
}


def digests(cards: Sequence[Card], lines: Mapping[str, str]) -> dict[str, str]:
    """Return a short digest of every card, both ends, and of every line, by name.

    A card's digest changes with anything printed on it and with its number of copies.
    """
    digest_of: dict[str, str] = {}
    for card in cards:
        ends = [f"{end.name} {end.cost} {end.corner} {end.words}" for end in (card, card.flipped)]
        name = card.name if card.name not in digest_of else f"{card.name} / {card.flipped.name}"
        digest_of[name] = digest(f"{card.copies} {card.suit} {' / '.join(ends)}")
    for name, words in lines.items():
        digest_of[name] = digest(words)
    return digest_of


def digest(words: str) -> str:
    """Return an eight-digit digest of ``words``."""
    digits: str = _hashes.sha256(words.encode(errors="backslashreplace")).hexdigest()
    return digits[:8]


def words_of(header: Header) -> str:
    """Return one digest for all the words a game is played with."""
    return digest(json.dumps(sorted(header.words.items())))


# --------------------------------------------------------------------------- the record


class OtherWords(MoonflightError):
    """The game was recorded with other card or AI-card words; ``changed`` names them."""

    def __init__(self, file: str, changed: Sequence[str]) -> None:
        self.changed = tuple(changed)
        names = ", ".join(changed[:8]) + (f" and {len(changed) - 8} more" if changed[8:] else "")
        super().__init__(
            f"{file}: this game was played with words that have changed: {names}. "
            "Restore the old words, or start a new game."
        )


class ReplayMismatch(MoonflightError):
    """A recorded answer does not fit the game at that point."""

    def __init__(self, message: str, answer: Answer) -> None:
        self.answer = answer
        super().__init__(message)


class OtherAnswers(Exception):
    """The answers have changed, so that the game must be replayed; the message says which."""


@dataclass
class Record:
    """A recorded game: its header, the current answers, undone ones, and notes.

    ``taken_back`` counts the undo steps, ``taken`` the answers just taken over from another game.
    """

    header: Header
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    ended: Ended | None = None
    taken_back: int = 0
    _left: int = 1
    taken: int = 0
    _lost: set[int] = field(default_factory=set)
    _lines: dict[int, int] = field(default_factory=dict, compare=False)

    def add(self, entry: Entry, line: int = 0) -> None:
        """Add an entry, read from ``line`` of a file.

        Raises `ValueError` for an unknown seat, or an undo or redo step out of range.
        """
        self._lines[id(entry)] = line
        if not isinstance(entry, Note):
            self._left = entry.left if isinstance(entry, Departure) else 1
        if isinstance(entry, Answer):
            if entry.seat > len(self.header.seats):
                raise ValueError(f"there is no seat {entry.seat}")
            if self.undone:
                # Notes made after undone answers belong to a discarded game.
                count = len(self.answers)
                self._lost.update(i for i, note in enumerate(self.notes) if note.answers > count)
            self.answers.append(entry)
            self.undone.clear()
            self.ended = None
        elif isinstance(entry, Seek):
            answers = [*self.answers, *self.undone]
            if entry.stand > len(answers):
                raise ValueError(f"there are fewer than {entry.stand} answers")
            self.taken_back += entry.stand < len(self.answers)
            self.answers, self.undone = answers[: entry.stand], answers[entry.stand :]
            self.ended = None
        elif isinstance(entry, Note):
            self.notes.append(entry)
        elif isinstance(entry, Ended):
            self.ended = entry

    def place(self, answer: Answer) -> str:
        """Return the line of the file that an answer was read from, as ``:LINE``, or ""."""
        line = self._lines.get(id(answer))
        return f":{line}" if line else ""

    @property
    def round(self) -> int:
        """The round that the game has reached, as far as is known."""
        return max(self.answers[-1].round if self.answers else 1, self._left)

    @property
    def untouched(self) -> bool:
        """Whether nothing was ever decided or noted here."""
        decisions = any(not answer.auto for answer in (*self.answers[self.taken :], *self.undone))
        ended = self.ended and not self.taken
        return not (decisions or self.taken_back or self.notes or ended)

    def stands(self, note: int) -> bool:
        """Return whether the moment of a note, by its index, has not been undone."""
        return note not in self._lost and self.notes[note].answers <= len(self.answers)

    @property
    def standing(self) -> list[Note]:
        """The notes whose moments have not been undone."""
        return [note for number, note in enumerate(self.notes) if self.stands(number)]

    # -- undo and redo

    def undo(self, words: str, keep: Callable[[Entry], None]) -> NoReturn:
        """Undo the last line typed, a number of them, or the "round", passing the step to ``keep``.

        A line may hold several decisions; automatic answers after it are undone too. Always raises:
        :class:`OtherAnswers` when done, :class:`MoonflightError` if there are not enough lines.
        """
        many = 1 if words == "round" else _number_of_lines("undo", words, "round")
        lines = _starts(self.answers, many, "undo")
        stand = lines[-many]
        if words == "round":
            number = self.answers[stand].round
            stand = next(index for index in lines if self.answers[index].round == number)
        answers = self.answers[stand:]
        keep(Seek(stand))
        raise OtherAnswers(f"Undone: {_first_and_last(answers)}. Type redo to restore it.")

    def redo(self, words: str, keep: Callable[[Entry], None]) -> NoReturn:
        """Redo one line, a number of them, or "all"; raises like `undo`."""
        many = 1 if words == "all" else _number_of_lines("redo", words, "all")
        lines = [*_starts(self.undone, many, "redo"), len(self.undone)]
        stand = lines[-1 if words == "all" else many]
        answers = self.undone[:stand]
        keep(Seek(len(self.answers) + stand))
        raise OtherAnswers(f"Redone: {_first_and_last(answers)}.")

    def check_words(self, words: Mapping[str, str], file: str) -> None:
        """Raise :class:`OtherWords` unless the game's words are those in force here.

        Rulings that had no choices when it was recorded are taken to have been at their defaults.
        """
        recorded = self.header.words
        words = {
            name: word_digest
            for name, word_digest in words.items()
            if name in recorded or not name.startswith("ruling ")
        }
        changed = [name for name in {**recorded, **words} if recorded.get(name) != words.get(name)]
        if changed:
            raise OtherWords(file, changed)


def _number_of_lines(name: str, words: str, other: str) -> int:
    number = counting_number(words) if words else 1
    if not number:
        raise MoonflightError(f'type "{name}", "{name}" and how many lines, or "{name} {other}".')
    return number


def _starts(answers: Sequence[Answer], due: int, what: str) -> list[int]:
    """Return the indexes of the answers that begin a typed line; there must be at least ``due``."""
    lines = [index for index, answer in enumerate(answers) if not (answer.auto or answer.more)]
    if not lines:
        raise MoonflightError(f"there is nothing to {what}.")
    if due > len(lines):
        verb = "is" if len(lines) == 1 else "are"
        raise MoonflightError(f"there {verb} only {plural(len(lines), 'line')} to {what}.")
    return lines


def _first_and_last(answers: Sequence[Answer]) -> str:
    """Return what was decided, in the order of the game: the first and the last of many."""
    quoted: list[str] = []
    act: int | None = None
    for answer in answers:
        if not answer.auto:
            act = len(quoted) if answer.ask == "act" else act
            quoted.append(f'"{answer.answer}"')
        elif answer.ask == "act" and act is not None:  # only "done" passes again by itself
            quoted[act] = '"done"'
    return ", ".join(quoted if len(quoted) < 5 else [*quoted[:2], "...", quoted[-1]])
