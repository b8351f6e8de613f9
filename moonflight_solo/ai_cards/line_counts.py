"""How often the lines of an AI card were looked at, held and were followed: exact counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moonflight_solo.ai_cards.lines import CompiledLine


@dataclass(frozen=True, slots=True)
class LineCount:
    """What came of one line in all acts counted.

    ``looked_at``: acts at which no line above it was followed. ``condition_true``: those of them
    at which what the line says after "If" held, whether or not it could then be followed; for a
    line without a condition that is every time it was looked at. ``followed``: acts it gave.
    """

    looked_at: int = 0
    condition_true: int = 0
    followed: int = 0

    def __add__(self, other: LineCount) -> LineCount:
        """Return the counts of both together."""
        return LineCount(
            self.looked_at + other.looked_at,
            self.condition_true + other.condition_true,
            self.followed + other.followed,
        )


Coverage = Mapping[tuple[bool, str], LineCount]
"""The counts of each action line, by its side (after the Turn or before it) and its number."""


class ActCounts:
    """The acts of one or of many games by one AI card, counted by what came of its lines.

    A side's decision notes every act as one number: which line was followed, and the conditions
    that held on the way down to it. There are few such numbers, so this stays small.
    """

    __slots__ = ("_lines", "seen")

    def __init__(self, sides: Sequence[Sequence[CompiledLine]]) -> None:
        self._lines = tuple(sides)
        self.seen: tuple[Seen, ...] = tuple(Seen() for _ in sides)

    def coverage(self) -> Coverage:
        """Return what came of each action line; lines below another one are not among them."""
        return {
            (turned == 1, line.number): count
            for turned, lines in enumerate(self._lines)
            for line, count in zip(lines, _counts(lines, self.seen[turned]), strict=True)
        }


class Seen(dict[int, int]):
    """How often each number was noted; one not noted yet counts as 0."""

    def __missing__(self, _noted: int) -> int:
        return 0


def first_bit(lines: int) -> int:
    """Return which bit of an act's number stands for the condition of the first of ``lines``.

    The bits below it hold the place of the line followed, from 0, or for none their number.
    """
    return lines.bit_length()


def _counts(lines: Sequence[CompiledLine], seen: Mapping[int, int]) -> list[LineCount]:
    number, first = len(lines), first_bit(len(lines))
    held, followed = [0] * number, [0] * (number + 1)
    for noted, times in seen.items():
        followed[noted & (1 << first) - 1] += times
        for place in range(number):
            if noted >> first + place & 1:
                held[place] += times
    counts, looked_at = [], sum(followed)
    for place, line in enumerate(lines):
        true = looked_at if line.line.meaning.condition is None else held[place]
        counts.append(LineCount(looked_at, true, followed[place]))
        looked_at -= followed[place]
    return counts
