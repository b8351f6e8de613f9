"""A game as a list of decisions, which can be taken back and made again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from moonflight_solo.errors import MoonflightError
from moonflight_solo.records.entries import Answer, Ended, Entry, Header, Note, Seek


class OtherWords(MoonflightError):
    """The game was recorded with other card or AI-card words; ``changed`` names which."""

    def __init__(self, file: str, changed: Sequence[str]) -> None:
        self.changed = tuple(changed)
        some = ", ".join(changed[:8]) + (f" and {len(changed) - 8} more" if changed[8:] else "")
        super().__init__(
            f"{file}: this game was played by other words than those here: {some}. "
            "Bring the old words back, or start a new game."
        )


class ReplayMismatch(MoonflightError):
    """A recorded answer does not fit the game that came out of the answers before it."""

    def __init__(self, message: str, answer: Answer) -> None:
        self.answer = answer
        super().__init__(message)


@dataclass
class Record:
    """A recorded game: its header, the answers that stand, those taken back, and the notes.

    ``taken_back`` is how often answers were taken back.
    """

    header: Header
    answers: list[Answer] = field(default_factory=list)
    undone: list[Answer] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    ended: Ended | None = None
    taken_back: int = 0
    _lost: set[int] = field(default_factory=set)
    _lines: dict[int, int] = field(default_factory=dict, compare=False)

    def add(self, entry: Entry, line: int = 0) -> None:
        """Take in one further entry, which stands in ``line`` of a file.

        Raises `ValueError` for a seat that is not there and a step to answers never given.
        """
        self._lines[id(entry)] = line
        if isinstance(entry, Answer):
            if entry.seat > len(self.header.seats):
                raise ValueError(f"there is no seat {entry.seat}")
            if self.undone:
                # What was remarked after these answers belongs to a game that never was.
                here = len(self.answers)
                self._lost.update(i for i, note in enumerate(self.notes) if note.answers > here)
            self.answers.append(entry)
            self.undone.clear()
            self.ended = None
        elif isinstance(entry, Seek):
            every = [*self.answers, *self.undone]
            if entry.stand > len(every):
                raise ValueError(f"there are only {len(every)} answers, not {entry.stand}")
            self.taken_back += entry.stand < len(self.answers)
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

    @property
    def untouched(self) -> bool:
        """Whether nothing was ever decided or remarked in it."""
        decided = any(not answer.auto for answer in (*self.answers, *self.undone))
        return not (decided or self.notes or self.ended)

    def stands(self, note: int) -> bool:
        """Return whether the moment of a note, by its place in ``notes``, has not been undone."""
        return note not in self._lost and self.notes[note].answers <= len(self.answers)

    # -- back and forward

    def back(self, decisions: int = 1) -> int:
        """Return how many answers stand once so many decisions are taken back.

        What followed a decision of itself goes with it. Raises :class:`MoonflightError` if there
        are not so many.
        """
        return _made(self.answers, decisions, "take back")[-decisions]

    def back_to_round(self) -> int:
        """Return how many answers stand at the start of the round of the last decision."""
        last = self.answers[self.back()].round
        made = _made(self.answers, 1, "take back")
        return next(index for index in made if self.answers[index].round == last)

    def forward(self, decisions: int = 1) -> int:
        """Return how many answers stand once so many decisions taken back are made again.

        Raises :class:`MoonflightError` if there are not so many.
        """
        made = [*_made(self.undone, decisions, "bring again"), len(self.undone)]
        return len(self.answers) + made[decisions]

    def check_words(self, words: Mapping[str, str], file: str) -> None:
        """Raise :class:`OtherWords` unless the words of the game are those in force here.

        A ruling that could not be switched yet when it was recorded was as it is by default.
        """
        then = self.header.words
        words = {name: each for name, each in words.items() if name in then or not _ruled(name)}
        changed = [name for name in {**then, **words} if then.get(name) != words.get(name)]
        if changed:
            raise OtherWords(file, changed)


def _ruled(name: str) -> bool:
    return name.startswith("ruling ")


def _made(answers: Sequence[Answer], due: int, what: str) -> list[int]:
    """Return which answers somebody decided; there must be as many as are ``due``."""
    made = [index for index, answer in enumerate(answers) if not answer.auto]
    if not made:
        raise MoonflightError(f"there is nothing to {what}.")
    if due > len(made):
        many = f"{len(made)} decision{'' if len(made) == 1 else 's'}"
        raise MoonflightError(f"there are only {many} to {what}.")
    return made
