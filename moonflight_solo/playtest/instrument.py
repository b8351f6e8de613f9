"""An AI card taken apart: each line and each of its phrases, to see what each decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import AimedAct, CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.playtest.tally import Key
from moonflight_solo.rules.requirement import TRUE, Requirement, Test, as_test, holds
from moonflight_solo.rules.state import Card, MarketStack, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

# ------------------------------------------------------------------------------------- phrases


@dataclass(frozen=True, slots=True)
class Phrase:
    """A single phrase of a line.

    A ``condition`` is one fact of what stands behind "If"; an ``option`` one card of a list with
    slashes, a ``target`` one of such a list after "targeting", and a ``case`` one of several
    conditions for a target. ``line`` is the whole line with none but this one in the list.
    """

    kind: Literal["condition", "case", "option", "target"]
    words: str
    fact: ast.Condition | None = None
    line: ast.Line | None = None


def phrases(line: AILine) -> tuple[Phrase, ...]:
    """Return the phrases of a line in printed order; those that stand alone in a list are none."""
    return tuple(_phrases(line.meaning))


def _phrases(line: ast.Line) -> Iterator[Phrase]:
    condition, act = line.condition, line.act
    if condition is not None and not isinstance(condition, ast.Played):
        for fact in facts(condition):
            yield Phrase("condition", say(fact), fact=fact)
    if isinstance(act, ast.PlayAct | ast.ShopAct) and act.cards is not None:
        for cards in _several(act.cards):
            alone = ast.Line(replace(act, cards=ast.FirstOf((cards,))))
            yield Phrase("option", say(cards), line=alone)
    if isinstance(act, ast.PlayAct):
        if isinstance(act.target, ast.Cases):
            for case, _ in act.target.cases:
                yield Phrase("case", say(case), fact=case)
        elif act.target is not None:
            for cards in _several(act.target):
                alone = ast.Line(replace(act, target=ast.FirstOf((cards,))))
                yield Phrase("target", say(cards), line=alone)


def _several(cards: ast.FirstOf) -> tuple[ast.Cards, ...]:
    return cards.options if len(cards.options) > 1 else ()


def possible_alone(phrase: Phrase, card: AICard, line: AILine, scope: CompileContext) -> Test:
    """Return whether ``line`` of ``card`` could be followed if only ``phrase`` was in its list."""
    assert phrase.line is not None
    alone = replace(line, reading=replace(line.reading, meaning=phrase.line))
    family = replace(card, lines=(alone, *card.below(line)))
    (compiled,) = compile_side(family, scope.turned, scope.names, scope.rulings)
    return lambda table, seat: compiled.attempt(table, seat) is not None


# ----------------------------------------------------------------------------- what is counted


class Together:
    """Things that are counted together, because they are always seen together."""

    __slots__ = ("keys",)

    def __init__(self, *keys: Key) -> None:
        self.keys = keys


class Counts:
    """How often each thing was seen in one game."""

    __slots__ = ("_alone", "_together")

    def __init__(self) -> None:
        self._alone: dict[Key, int] = {}
        self._together: dict[Together, int] = {}

    def one(self, key: Key) -> None:
        """Count ``key`` once."""
        self._alone[key] = self._alone.get(key, 0) + 1

    def all(self, together: Together) -> None:
        """Count each of the keys once."""
        self._together[together] = self._together.get(together, 0) + 1

    def counted(self) -> dict[Key, int]:
        """Return how often each key was counted."""
        found = dict(self._alone)
        for together, times in self._together.items():
            for key in together.keys:
                found[key] = found.get(key, 0) + times
        return found


# ------------------------------------------------------------------------------- a line at work


@dataclass(frozen=True, slots=True)
class _PhraseKeys:
    looked_at: Key
    true: Key
    decisive: Key

    @classmethod
    def of(cls, seat: int, place: int, number: int) -> _PhraseKeys:
        at: Key = ("detail", seat, place, "phrase", number)
        return cls((*at, "looked at"), (*at, "true"), (*at, "decisive"))


class LookedAt:
    """One line of a side, looked at in detail. ``place`` is its place among the card's lines."""

    def __init__(self, line: CompiledLine, card: AICard, seat: int, scope: CompileContext) -> None:
        self.line = line
        self.place = place = card.lines.index(line.line)
        self.at: Key = ("detail", seat, place)
        # The cards that they speak of (ruling A-sub).
        self.subs = [(card.lines.index(sub.line), sub.card) for sub in line.sublines]
        self.can_tie = can_tie(line.line)
        # The top of a Stack is another card when all is turned round.
        self.by_top = any(
            place.top
            for each in (line.line, *card.below(line.line))
            for place in nodes_of(each.meaning, ast.Place)
        )
        self._looked_at: Key = (*self.at, "looked at")
        self._condition = line.condition
        self._facts: list[tuple[Requirement, Test, _PhraseKeys]] = []
        self._worlds: dict[tuple[bool, ...], tuple[bool, Together]] = {}
        # Of a list the first that can be meant is the one taken.
        self._cases: list[tuple[Test, _PhraseKeys]] = []
        self._options: list[tuple[Test, _PhraseKeys]] = []
        self._targets: list[tuple[Test, _PhraseKeys]] = []
        for number, phrase in enumerate(phrases(line.line)):
            keys = _PhraseKeys.of(seat, place, number)
            self._add(phrase, keys, card, scope)
        self._seen = Together(self._looked_at)
        # Most lines play a card by name that is not in hand; there is no more to see then.
        played = isinstance(line.line.meaning.act, ast.PlayAct)
        self._by_name = line.needs if played else frozenset[Card]()
        conditional = self._condition != TRUE or self._cases
        self._quick = None if conditional else self._by_name or None
        self._not_in_hand = Together(
            self._looked_at,
            (*self.at, "status", "not-in-hand"),
            *(keys.looked_at for _, keys in (*self._options, *self._targets)),
        )

    def _add(self, phrase: Phrase, keys: _PhraseKeys, card: AICard, scope: CompileContext) -> None:
        if phrase.fact is None:
            kept = self._options if phrase.kind == "option" else self._targets
            kept.append((possible_alone(phrase, card, self.line.line, scope), keys))
            return
        fact = scope.lower.condition(phrase.fact)
        if phrase.kind == "condition":
            self._facts.append((fact, as_test(fact), keys))
        else:
            self._cases.append((as_test(fact), keys))

    def look(self, table: Table, seat: Seat, counts: Counts) -> AimedAct | None:
        """Count all there is to see of this line now, and return what it would do."""
        if self._quick is not None and self._quick.isdisjoint(seat.hand):
            counts.all(self._not_in_hand)
            return None
        held, seen = self._world(table, seat)
        counts.all(seen)
        if not held:
            return None
        decision = self.line.choose(table, seat)
        counts.one((*self.at, "status", self._status(decision, table, seat)))
        for list_ in (self._options, self._targets):
            _count_list(list_, decision is not None, table, seat, counts)
        _count_list(self._cases, True, table, seat, counts)
        return decision

    def _world(self, table: Table, seat: Seat) -> tuple[bool, Together]:
        """Return whether the condition holds, and what is to be counted of its facts."""
        if self._condition == TRUE:
            return True, self._seen
        world = tuple([test(table, seat) for _, test, _ in self._facts])
        known = self._worlds.get(world)
        if known is None:
            known = self._worlds[world] = self._in_world(self._condition, world)
        return known

    def _in_world(self, condition: Requirement, world: tuple[bool, ...]) -> tuple[bool, Together]:
        """Return whether the condition holds when just these of its facts do, and what to count.

        A fact is decisive when the condition would hold, or not hold, by that fact alone being
        otherwise.
        """
        facts = {fact: true for (fact, _, _), true in zip(self._facts, world, strict=True)}
        held = holds(condition, facts)
        keys: list[Key] = [self._looked_at]
        for fact, _, phrase in self._facts:
            keys.append(phrase.looked_at)
            if facts[fact]:
                keys.append(phrase.true)
            if holds(condition, {**facts, fact: not facts[fact]}) != held:
                keys.append(phrase.decisive)
        if not held:
            keys.append((*self.at, "status", "condition-false"))
        return held, Together(*keys)

    def _status(self, decision: AimedAct | None, table: Table, seat: Seat) -> str:
        if decision is not None:
            return "followed"
        if self._by_name and self._by_name.isdisjoint(seat.hand):
            return "not-in-hand"
        return self.line.why_not(table, seat)[0]


def _count_list(
    list_: list[tuple[Test, _PhraseKeys]], decides: bool, table: Table, seat: Seat, counts: Counts
) -> None:
    """Count which of a list could be meant; the first is decisive if the list ``decides``."""
    for possible, keys in list_:
        counts.one(keys.looked_at)
        if possible(table, seat):
            counts.one(keys.true)
            if decides:
                counts.one(keys.decisive)
            decides = False


def sides(
    card: AICard, seat: int, lines: tuple[CompiledLine, ...], scope: CompileContext
) -> list[LookedAt]:
    """Return the lines of one side of a card, to be looked at in detail."""
    return [
        LookedAt(line, card, seat, scope)
        for line in lines
        if line.line.printed.turned == scope.turned
    ]


class Backwards:
    """The table in the opposite reading order, for a seat, while it is entered (ruling A-tie)."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._stacks: tuple[MarketStack, ...] = seat.stacks
        self._by_suit = seat.by_suit
        self._stacks_backwards = seat.stacks[::-1]
        self._by_suit_backwards = {suit: stacks[::-1] for suit, stacks in seat.by_suit.items()}

    def __enter__(self) -> None:
        seat = self._seat
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks, seat.by_suit = self._stacks_backwards, self._by_suit_backwards

    def __exit__(self, *_: object) -> None:
        seat = self._seat
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks, seat.by_suit = self._stacks, self._by_suit


def can_tie(line: AILine) -> bool:
    """Whether a line may have to choose among cards: not if it names the card that it plays."""
    act = line.meaning.act
    if isinstance(act, ast.PlayAct):
        return not all(cards.names for cards in act.cards.options)
    return not isinstance(act, ast.PassAct)
