"""What is wrong with a wording, said with its place, and what would be understood instead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from moonflight_solo.errors import MoonflightError
from moonflight_solo.wording.text import Text


class WordingError(MoonflightError):
    """Printed words that cannot be read, or can be read in more ways than one.

    Attributes: ``text`` the whole sentence, ``start`` and ``end`` the offsets of the words at
    fault in it, ``problem``, ``nearest``, what would be understood and says the same, and where
    there is no such thing ``examples`` of what is understood.
    """

    def __init__(
        self,
        text: Text,
        start: int,
        end: int,
        problem: str,
        nearest: Sequence[str] = (),
        examples: Sequence[str] = (),
    ) -> None:
        self.text = text
        self.start = start
        self.end = end
        self.problem = problem
        self.nearest = tuple(nearest)
        self.examples = tuple(examples)
        remedy = f" Nearest understood: {'; '.join(self.nearest)}." if self.nearest else ""
        if self.examples:
            shown = " and ".join(f'"{words}"' for words in self.examples)
            remedy = f" Understood are, for example, {shown}."
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

    def fault(self, nearest: Sequence[str], examples: Sequence[str] = ()) -> WordingError:
        """Return the error for a person: sentences that say the same, or else true examples."""
        quoted = [f'"{words}"' for words in nearest]
        return WordingError(
            self.text, self.start, self.end, self.problem, quoted, () if nearest else examples
        )
