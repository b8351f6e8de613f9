"""An AI card taken apart: each line and each of its phrases, to see what each decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import AimedAct, CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side, statuses
from moonflight_solo.playtest.tally import Key
from moonflight_solo.rules.requirements.codegen import Code, expression
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import TRUE, Requirement, Test, holds
from moonflight_solo.rules.state import Card, Seat, Table
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


# ------------------------------------------------------------------------------- a line at work

Counts = Counter[Key]
"""How often each thing was seen in one game, by the key that it is counted under."""


class Together:
    """Lists of things that are counted together, and how often each: far fewer than the things.

    The lists must stay as they are.
    """

    def __init__(self) -> None:
        self._times: defaultdict[int, int] = defaultdict(int)
        self._lists: dict[int, list[Key]] = {}

    def add(self, keys: list[Key]) -> None:
        """Count every one of ``keys``."""
        self._times[id(keys)] += 1
        self._lists[id(keys)] = keys

    def counted(self) -> Counts:
        """Return how often each thing was counted."""
        counts: Counts = Counter()
        for at, keys in self._lists.items():
            for key in keys:
                counts[key] += self._times[at]
        return counts


class _PhraseKeys:
    def __init__(self, *at: str | int) -> None:
        self.looked_at: Key = (*at, "looked at")
        self.true: Key = (*at, "true")
        self.decisive: Key = (*at, "decisive")


class LookedAt:
    """One line of a side, looked at in detail. ``place`` is its place among the card's lines."""

    def __init__(self, line: CompiledLine, card: AICard, seat: int, scope: CompileContext) -> None:
        self.line = line
        self.place = place = card.lines.index(line.line)
        self.at: Key = ("detail", seat, place)
        # The cards that they speak of (ruling A-sub).
        self.subs = [(card.lines.index(sub.line), sub.card) for sub in line.sublines]
        self.can_tie = can_tie(line.line)
        # The rulings that an act of it leans on.
        words = line.line.ruled_by
        self.leaning: list[Key] = [
            ("decided", seat, "words" if each in words else "gap", each) for each in line.rulings
        ]
        # The top of a Stack is another card when all is turned round.
        self.by_top = any(
            place.top
            for each in (line.line, *card.below(line.line))
            for place in nodes_of(each.meaning, ast.Place)
        )
        self._looked_at: Key = (*self.at, "looked at")
        self._condition = line.condition
        self._facts: list[tuple[Requirement, _PhraseKeys]] = []
        self._worlds: dict[tuple[bool, ...], tuple[bool, list[Key]]] = {}
        # Of each of these lists the first that can be meant is the one taken.
        self._lists: dict[str, list[tuple[Test, _PhraseKeys]]] = {}
        for number, phrase in enumerate(phrases(line.line)):
            keys = _PhraseKeys(*self.at, "phrase", number)
            if phrase.fact is None:
                test = possible_alone(phrase, card, line.line, scope)
            else:
                fact = scope.lower.condition(phrase.fact)
                test = as_test(fact)
                if phrase.kind == "condition":
                    self._facts.append((fact, keys))
                    continue
            self._lists.setdefault(phrase.kind, []).append((test, keys))
        self._why_not = statuses(line.possible)
        self._world = _written([fact for fact, _ in self._facts])
        # Most lines play a card by name that is not in hand; there is no more to see then.
        played = isinstance(line.line.meaning.act, ast.PlayAct)
        self._by_name = line.needs if played else frozenset[Card]()
        conditional = self._condition != TRUE or "case" in self._lists
        self._quick = None if conditional else self._by_name or None
        self._not_in_hand: list[Key] = [
            self._looked_at,
            (*self.at, "status", "not-in-hand"),
            *(keys.looked_at for list_ in self._lists.values() for _, keys in list_),
        ]

    def look(self, table: Table, seat: Seat, counts: Counts, together: Together) -> AimedAct | None:
        """Count all there is to see of this line now, and return what it would do."""
        if self._quick is not None and self._quick.isdisjoint(seat.hand):
            together.add(self._not_in_hand)
            return None
        world = self._world(table, seat)
        known = self._worlds.get(world)
        if known is None:
            known = self._worlds[world] = self._in_world(world)
        held, seen = known
        together.add(seen)
        if not held:
            return None
        decision = self.line.choose(table, seat)
        counts[(*self.at, "status", self._status(decision, table, seat))] += 1
        for kind, list_ in self._lists.items():
            decides = kind == "case" or decision is not None
            for test, keys in list_:
                counts[keys.looked_at] += 1
                if test(table, seat):
                    counts[keys.true] += 1
                    counts[keys.decisive] += decides
                    decides = False
        return decision

    def _in_world(self, world: tuple[bool, ...]) -> tuple[bool, list[Key]]:
        """Return whether the condition holds when just these of its facts do, and what to count.

        A fact is decisive when the condition would hold, or not hold, by that fact alone being
        otherwise.
        """
        condition = self._condition
        facts = {fact: true for (fact, _), true in zip(self._facts, world, strict=True)}
        held = holds(condition, facts)
        keys: list[Key] = [self._looked_at]
        for fact, phrase in self._facts:
            keys.append(phrase.looked_at)
            if facts[fact]:
                keys.append(phrase.true)
            if holds(condition, {**facts, fact: not facts[fact]}) != held:
                keys.append(phrase.decisive)
        if not held:
            keys.append((*self.at, "status", "condition-false"))
        return held, keys

    def backwards(self, table: Table, seat: Seat) -> AimedAct | None:
        """Return what it would do if the seat saw the table in the opposite order (A-tie)."""
        stacks, by_suit = seat.stacks, seat.by_suit
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks = stacks[::-1]
        seat.by_suit = {suit: some[::-1] for suit, some in by_suit.items()}
        try:
            return self.line.attempt(table, seat)
        finally:
            seat.hand.reverse()
            seat.in_play.reverse()
            seat.stacks, seat.by_suit = stacks, by_suit

    def _status(self, decision: AimedAct | None, table: Table, seat: Seat) -> str:
        if decision is not None:
            return "followed"
        if self._by_name and self._by_name.isdisjoint(seat.hand):
            return "not-in-hand"
        return self._why_not(table, seat)


def _written(facts: Sequence[Requirement]) -> Callable[[Table, Seat], tuple[bool, ...]]:
    """Return what tells which of some facts hold, written as plain Python."""
    code = Code()
    told = "".join(f"{expression(fact, code)}, " for fact in facts)
    body = ["hand = seat.hand", "held = set(hand)"] if " held" in told else ["hand = seat.hand"]
    world: Callable[[Table, Seat], tuple[bool, ...]]
    world = code.function("world", "table, seat", [*body, f"return ({told})"])
    return world


def can_tie(line: AILine) -> bool:
    """Whether a line may have to choose among cards: not if it names the card that it plays."""
    act = line.meaning.act
    if isinstance(act, ast.PlayAct):
        return not all(cards.names for cards in act.cards.options)
    return not isinstance(act, ast.PassAct)
