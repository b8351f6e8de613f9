"""Lines of two AI cards put side by side: which line of the one is which of the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.layout import Section

_ALIKE = 0.55
_SAME_ACT = 0.2
_SAME_NUMBER = 0.1


@dataclass(frozen=True, slots=True)
class Unit:
    """A line with the lines below it, which are a part of it (ruling A-sub)."""

    line: AILine
    below: tuple[AILine, ...]

    @property
    def number(self) -> str:
        """The number of the line."""
        return self.line.number

    @property
    def words(self) -> str:
        """All its words, on one line."""
        return " ".join(each.words for each in (self.line, *self.below))


@dataclass(frozen=True, slots=True)
class Pair:
    """A line of the old card and the one it became; ``None`` where there is none."""

    old: Unit | None
    new: Unit | None
    moved: bool = False


def place_of(line: AILine) -> tuple[int, ...]:
    """Return where a line is printed, in an order in which lines of one card can be put."""
    return line.printed.text.spots[0][1:]


def passed(moved: Pair, other: Pair) -> bool:
    """Return whether two lines stand the other way round on the new card."""
    if not (moved.old and moved.new and other.old and other.new):
        return False
    before = place_of(moved.old.line) < place_of(other.old.line)
    return before != (place_of(moved.new.line) < place_of(other.new.line))


def units(card: AICard, turned: bool, section: Section) -> list[Unit]:
    """Return the lines of one part of a card, each with those below it."""
    lines = card.side(turned) if section == "action" else card.reset_lines(turned)
    return [Unit(line, card.below(line)) for line in lines if not line.printed.parent]


def aligned(
    old: Sequence[Unit], new: Sequence[Unit], meant: Callable[[Unit], Hashable]
) -> list[Pair]:
    """Return which unit became which, in the order of ``new``, those gone where they stood.

    Units with equal ``meant`` are the same whatever their words; of the others, those whose words
    are most alike. A pair has moved if others that it stood before now stand before it.
    """
    found = _by_meaning([meant(unit) for unit in old], [meant(unit) for unit in new])
    _by_words(old, new, found)
    standing = _in_order([found[at] for at in sorted(found)])
    pairs: list[Pair] = []
    before = {after: at for at, after in found.items()}
    due = 0
    for after, unit in enumerate(new):
        at = before.get(after)
        if at is not None and after in standing:
            pairs += [Pair(each, None) for i, each in enumerate(old[due:at], due) if i not in found]
            due = at + 1
        pairs.append(
            Pair(None if at is None else old[at], unit, at is not None and after not in standing)
        )
    return pairs + [Pair(each, None) for i, each in enumerate(old[due:], due) if i not in found]


def _by_meaning(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    found: dict[int, int] = {}
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for block in matcher.get_matching_blocks():
        found.update((block.a + i, block.b + i) for i in range(block.size))
    for at, meant in enumerate(old):
        if at not in found:
            taken = set(found.values())
            free = [i for i, other in enumerate(new) if other == meant and i not in taken]
            found.update([(at, free[0])] if free else [])
    return found


def _by_words(old: Sequence[Unit], new: Sequence[Unit], found: dict[int, int]) -> None:
    """Add to ``found`` the pairs of those left over whose words are alike, the most alike first."""
    alike = sorted(
        (-_likeness(one, other), abs(at - after), at, after)
        for at, one in enumerate(old)
        for after, other in enumerate(new)
        if at not in found and after not in found.values()
    )
    for likeness, _, at, after in alike:
        if -likeness >= _ALIKE and at not in found and after not in found.values():
            found[at] = after


def _likeness(one: Unit, other: Unit) -> float:
    words, others = (unit.words.lower().split() for unit in (one, other))
    ratio: float = SequenceMatcher(None, words, others, autojunk=False).ratio()
    same_act = type(one.line.meaning.act) is type(other.line.meaning.act)
    same_number = one.number == other.number
    return ratio + (_SAME_ACT if same_act else 0) + (_SAME_NUMBER if same_number else 0)


def _in_order(numbers: Sequence[int]) -> set[int]:
    """Return a longest rising part of ``numbers``: those that have kept their order."""
    ends: list[int] = []
    back: dict[int, int | None] = {}
    for number in numbers:
        at = bisect_left(ends, number)
        back[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    kept: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(last)
        last = back[last]
    return kept
