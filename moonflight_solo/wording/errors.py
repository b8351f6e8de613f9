"""What is wrong with a wording, said with its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.errors import MoonflightError
from moonflight_solo.wording.text import Text


class WordingError(MoonflightError):
    """Printed words that cannot be read, or can be read in more ways than one.

    Attributes: ``text`` the whole sentence, ``start`` and ``end`` the offsets of the words at
    fault in it, ``problem``, and ``nearest``, the words or phrases that would be understood.
    """

    def __init__(
        self,
        text: Text,
        start: int,
        end: int,
        problem: str,
        nearest: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.problem = problem
        self.nearest = tuple(nearest)
        remedy = f" Nearest understood: {'; '.join(self.nearest)}." if self.nearest else ""
        super().__init__(f"{text.place(start)}: {problem}.{remedy}")

    @property
    def words(self) -> str:
        """The words at fault."""
        return self.text.words[self.start : self.end]


@dataclass(frozen=True)
class NotRead(Exception):
    """The parser stopped: at which words, why, and the words it would have taken there."""

    text: Text
    start: int
    end: int
    problem: str
    expected: tuple[str, ...]

    def fault(self, nearest: Sequence[str]) -> WordingError:
        """Return the error for a person: the nearest sentences, or else the words that fit."""
        nearest = [f'"{words}"' for words in nearest] or self.expected[:12]
        return WordingError(self.text, self.start, self.end, self.problem, nearest)
