"""Aligning the lines of two AI cards."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext, with_phrases
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.walk import rewritten

_ALIKE = 0.55
_SAME_ACT = 0.2
_SAME_NUMBER = 0.1


class Unit(Value):
    """A line with those below it (ruling A-sub); ``plain`` are their meanings in a normal form."""

    line: AILine
    below: tuple[AILine, ...]
    plain: tuple[ast.Line, ...]

    @property
    def number(self) -> str:
        """The number of the line."""
        return self.line.number

    @property
    def key(self) -> Hashable:
        """A key that is equal for units with the same meaning."""
        return canonical(self.plain)

    @property
    def words(self) -> str:
        """All its words, on one line."""
        return " ".join(line.words for line in (self.line, *self.below))


class Pair(Value):
    """A line of the old card and its new version; ``None`` for a missing one."""

    old: Unit | None
    new: Unit | None
    moved: bool = False


def print_order(line: AILine) -> tuple[int, ...]:
    """Return a sort key for the lines of one card in printed order."""
    return line.printed.text.spots[0][1:]


def have_crossed(moved: Pair, other: Pair) -> bool:
    """Return whether two lines are in the opposite order on the new card."""
    if not (moved.old and moved.new and other.old and other.new):
        return False
    before = print_order(moved.old.line) < print_order(other.old.line)
    return before != (print_order(moved.new.line) < print_order(other.new.line))


def units(card: AICard, section: Section, context: CompileContext) -> list[Unit]:
    """Return the main lines of one part of a card, each with those below it."""
    main_lines: list[Unit] = []
    for line in card.side(context.turned, section):
        if not line.printed.parent:
            below = card.below(line)
            meanings = map(context.meaning_of, (line, *below))
            main_lines.append(Unit(line, below, tuple(plainly(each, context) for each in meanings)))
    return main_lines


def match_units(old: Sequence[Unit], new: Sequence[Unit]) -> list[Pair]:
    """Match units, in the order of ``new``, with removed ones where they stood.

    Units with the same meaning match whatever their words; others match by similarity of words. A
    pair has moved if others that it preceded now precede it.
    """
    matches = _matches_by_meaning([unit.key for unit in old], [unit.key for unit in new])
    _match_by_words(old, new, matches)
    in_order = _longest_increasing([matches[before] for before in sorted(matches)])
    old_of = {after: before for before, after in matches.items()}
    pairs: list[Pair] = []
    first = 0  # of the old units that may still have to be listed as removed

    def removed(end: int | None) -> list[Pair]:
        return [Pair(old[i], None) for i in range(len(old))[first:end] if i not in matches]

    for after, unit in enumerate(new):
        before = old_of.get(after)
        if before is not None and after in in_order:
            pairs += removed(before)
            first = before + 1
        match = None if before is None else old[before]
        pairs.append(Pair(match, unit, match is not None and after not in in_order))
    return pairs + removed(None)


def _matches_by_meaning(old: Sequence[Hashable], new: Sequence[Hashable]) -> dict[int, int]:
    """Return the index of the new meaning for each old one with an equal, in order first."""
    matches: dict[int, int] = {}
    for block in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        matches.update((block.a + i, block.b + i) for i in range(block.size))
    for before, meaning in enumerate(old):
        if before not in matches:
            matched = set(matches.values())
            free = [i for i, other in enumerate(new) if other == meaning and i not in matched]
            matches.update((before, i) for i in free[:1])
    return matches


def _match_by_words(old: Sequence[Unit], new: Sequence[Unit], matches: dict[int, int]) -> None:
    """Add unmatched units with similar words to ``matches``, the most similar first."""
    candidates = sorted(
        (-_likeness(one, other), abs(before - after), before, after)
        for before, one in enumerate(old)
        for after, other in enumerate(new)
        if before not in matches and after not in matches.values()
    )
    for likeness, _, before, after in candidates:
        if -likeness >= _ALIKE and before not in matches and after not in matches.values():
            matches[before] = after


def _likeness(one: Unit, other: Unit) -> float:
    """Return how alike two lines are: the words they share, more for the same act or number."""
    words, others = (re.findall(r"\w+", unit.words.lower()) for unit in (one, other))
    matcher = SequenceMatcher(None, words, others, autojunk=False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    ratio = 1 if common == min(len(words), len(others)) else matcher.ratio()  # only said in full
    same_act = type(one.line.meaning.act) is type(other.line.meaning.act)
    same_number = one.number == other.number
    return ratio + (_SAME_ACT if same_act else 0) + (_SAME_NUMBER if same_number else 0)


def _longest_increasing(numbers: Sequence[int]) -> set[int]:
    """Return a longest increasing subsequence of ``numbers``: those that kept their order."""
    ends: list[int] = []  # the smallest last number of a sequence of each length
    previous: dict[int, int | None] = {}
    for number in numbers:
        length = bisect_left(ends, number)
        previous[number] = ends[length - 1] if length else None
        ends[length : length + 1] = [number]
    sequence: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        sequence.add(last)
        last = previous[last]
    return sequence


# ---------------------------------------------------------------------------------- normal form


def plainly(line: ast.Line, context: CompileContext) -> ast.Line:
    """Return ``line`` in a normal form shared by all wordings with the same effect.

    Cards and suits get their catalogue names, bare numbers of cards get the meaning of ruling
    A-exact, and it becomes explicit that a card is played and Set from hand, and Set on one in
    play. Raises :class:`UnknownName` for an unknown name.
    """
    lower = context.lower

    def name(printed: str) -> str:
        return context.names.card(printed, context.turned).name

    def counted(part: Any) -> Any:
        has_count = isinstance(part, ast.Has | ast.Coins)
        return replace(part, count=lower.settle(part.count)) if has_count else part

    def plain(part: Any) -> Any:
        match part:
            case ast.Range():
                return replace(part, bare=False)
            case ast.Suit(whose="named"):
                return replace(part, name=context.names.suit(part.name))
            case ast.Played():
                return replace(part, name=name(part.name))
            case ast.SpendAct(user=user) if user:
                return replace(part, user=name(user))
            case ast.Cards():
                names = tuple(dict.fromkeys(map(name, part.names)))
                return replace(part, names=names, but_not=tuple(sorted(map(name, part.but_not))))
        return part

    normal: ast.Line = rewritten(rewritten(line, counted), plain)
    if isinstance(normal.condition, ast.Played):
        return normal

    def from_hand(act: Any) -> Any:
        if not isinstance(act, ast.PlayAct | ast.BuildAct):
            return act
        held = with_phrases(act, lambda each: replace(each, place=each.place or IN_HAND))
        if isinstance(held, ast.BuildAct):
            return replace(held, onto=replace(held.onto, place=held.onto.place or IN_PLAY))
        return with_phrases(held, lambda each: replace(each, number=None))

    return replace(normal, act=rewritten(normal.act, from_hand))


def aim(line: ast.Line) -> Hashable:
    """Return a key for everything but the condition: the act and the cards chosen for it.

    A condition that names a Stack determines the aim of a card without a target (ruling A-same).
    """
    plays = isinstance(line.act, ast.PlayAct) and line.act.target is None
    return canonical(line.act), stack_named(line.condition) if plays else None
