"""Instrumented AI cards: what each line and each of its phrases decides."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import AimedAct, CompileContext, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side, status_of
from moonflight_solo.ai_cards.policy import LineCount, Seen
from moonflight_solo.check.games import best_by, looked
from moonflight_solo.playtest.changes import lists_of, with_list
from moonflight_solo.playtest.tally import TallyKey
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, expression, indented
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

# ------------------------------------------------------------------------------------- phrases


@dataclass(frozen=True, slots=True)
class LinePhrase:
    """A single phrase of a line.

    A ``condition`` is one fact behind the "If"; an ``option`` one card of a slash-separated list, a
    ``target`` one of such a list after "targeting", and a ``case`` one of several conditions for a
    target. ``line`` is the line's act with only this item in the list.
    """

    kind: Literal["condition", "case", "option", "target"]
    words: str
    fact: ast.Condition | None = None
    line: ast.Line | None = None


def line_phrases(line: AILine) -> tuple[LinePhrase, ...]:
    """Return the phrases of a line in printed order, except the only item of a list."""
    return tuple(_phrases(line.meaning))


def _phrases(line: ast.Line) -> Iterator[LinePhrase]:
    condition, act = line.condition, line.act
    if condition is not None and not isinstance(condition, ast.Played):
        for fact in facts(condition):
            yield LinePhrase("condition", say(fact), fact=fact)
    for of, items in lists_of(line).items():
        for cards in items:
            yield LinePhrase(of, say(cards), line=with_list(ast.Line(act), of, (cards,)))
    if isinstance(act, ast.PlayAct) and isinstance(act.target, ast.Cases):
        for case, _ in act.target.cases:
            yield LinePhrase("case", say(case), fact=case)


def _needed_alone(
    phrase: LinePhrase, card: AICard, line: AILine, scope: CompileContext
) -> r.Requirement:
    """Return what ``line`` of ``card`` would require with only ``phrase`` in its list."""
    if phrase.fact is not None:
        return scope.lower.condition(phrase.fact)
    assert phrase.line is not None
    alone = replace(line, reading=replace(line.reading, meaning=phrase.line))
    family = replace(card, lines=(alone, *card.below(line)))
    (compiled,) = compile_side(family, scope.turned, scope.basis)
    return compiled.possible


# --------------------------------------------------------------------------- instrumented lines

WORK: Final = ("lines", "facts", "ties")
"""The counted effort of following a card by hand."""

Counts = defaultdict[TallyKey, int]
"""Counts from one game, by tally key."""

LookingWay = Callable[[Table, Seat, Sequence[Seen]], tuple[int, AimedAct]]
"""Returns the index of the line followed (their number for none) and its decision.

What a look at a line found is noted as one integer, a bit mask of the requirement leaves seen to
hold. A zero is not noted unless the line is followed. Passing is noted after the last line.
"""


class Leaves:
    """The leaves of requirements as bits, and generated Python that sets them in ``n``."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._bits: dict[r.Requirement, int] = {}
        self._known: set[r.Requirement] = set()

    def expression(self, requirement: r.Requirement) -> str:
        """Return an expression for a requirement that notes every leaf it evaluates."""
        if isinstance(requirement, r.AllOf | r.AnyOf):
            word = " and " if isinstance(requirement, r.AllOf) else " or "
            parts = word.join(map(self.expression, requirement.parts))
            return f"({parts})" if parts else str(isinstance(requirement, r.AllOf))
        if isinstance(requirement, r.Not):
            return f"(not {self.expression(requirement.part)})"
        bit = self._bits.setdefault(requirement, 1 << len(self._bits))
        known = requirement in self._known
        return f"n & {bit}" if known else f"({self.plain(requirement)} and (n := n | {bit}))"

    def noted(self, requirement: r.Requirement) -> str:
        """Return an expression that notes a requirement; later expressions reuse its leaf."""
        written = self.expression(requirement)
        if not isinstance(requirement, r.AllOf | r.AnyOf | r.Not):
            self._known.add(requirement)
        return written

    def plain(self, requirement: r.Requirement) -> str:
        """Return an expression for a requirement that notes nothing."""
        return expression(requirement, self._code)

    def truths(self, noted: int) -> dict[r.Requirement, bool]:
        """Return which leaves a noted number marks as true."""
        return {leaf: bool(noted & bit) for leaf, bit in self._bits.items()}


class _LineLook(NamedTuple):
    """The result of one look at a line: what to count, and how many facts a person checks."""

    keys: tuple[TallyKey, ...]
    facts: int
    held: bool
    followed: bool


class LookedAt:
    """An instrumented line of a side; ``place`` is its index among the card's lines."""

    def __init__(self, line: CompiledLine, card: AICard, seat: int, scope: CompileContext) -> None:
        self.line, self.number = line, line.number
        self.place = place = card.lines.index(line.line)
        self.at: TallyKey = ("detail", seat, place)
        # Sublines with the cards they are about (ruling A-sub).
        self.subs = [(card.lines.index(sub.line), sub.card) for sub in line.sublines]
        self.can_tie = can_tie(line.line)
        self.best = best_by(line, scope)
        # If it plays the best card and only one kind qualifies, order does not matter.
        act = line.line.meaning.act
        self.plays_best = isinstance(act, ast.PlayAct) and len(line.options) == 1
        self.more_to_see = bool(self.best or self.can_tie or self.subs)
        # The rulings an act of this line rests on.
        words = line.line.ruled_by
        self.leaning: list[TallyKey] = [
            ("decided", seat, "words" if each in words else "gap", each) for each in line.rulings
        ]
        # Reversing the order changes the top of a Stack.
        self.by_top = any(
            place.top
            for each in (line.line, *card.below(line.line))
            for place in nodes_of(each.meaning, ast.Place)
        )
        self._possible, self.whole = line.possible, line.requirement
        self._facts: list[tuple[TallyKey, r.Requirement]] = []
        # The first possible item of each of these lists is taken.
        self._lists: dict[str, list[tuple[TallyKey, r.Requirement]]] = {}
        for number, phrase in enumerate(line_phrases(line.line)):
            needed = (*self.at, "phrase", number), _needed_alone(phrase, card, line.line, scope)
            of = phrase.kind
            (self._facts if of == "condition" else self._lists.setdefault(of, [])).append(needed)
        # Most lines play a named card that is not in hand; then there is nothing more to see.
        played = isinstance(line.line.meaning.act, ast.PlayAct)
        self._by_name = scope.held(line.needs) if played and line.needs else None
        # If that is tested first, nothing else was evaluated.
        self._guard = self._by_name if _in_hand_first(self._possible) else None
        self._looks: dict[int, _LineLook] = {}

    # ---------------------------------------------------------------------- code generation

    def written(self, code: Code, number: int) -> Iterator[str]:
        """Yield the generated Python for line ``number`` of its side."""
        found = self._leaves = Leaves(code)
        yield f"# {self.number} – {self.line.line.words}"
        yield "n = 0"
        for _, fact in self._facts:
            yield from map(found.noted, r.leaves(fact))
        note = f"notes[{number}][n] += 1"
        act = self._act_written(note, f"return {number}, {self._chosen(code)}")
        if self.line.condition == r.TRUE:
            yield from act
        else:
            yield f"if {found.expression(self.line.condition)}:"
            yield from indented(act)
        yield f"if n: {note}"

    def _act_written(self, note: str, followed: str) -> Iterator[str]:
        """Yield the code for what the line does once its condition holds."""
        found, lists = self._leaves, dict(self._lists)
        for _, case in lists.pop("case", ()):
            yield found.noted(case)
        body = [found.noted(alone) for list_ in lists.values() for _, alone in list_]
        body += [f"if {found.expression(self._possible)}:", *indented((note, followed))]
        for sale in r.leaves(self._possible):
            if isinstance(sale, r.ForSale):
                body.append(found.expression(r.AnyOf((sale.on("allowed"), sale.on("shown")))))
        if self._guard is not None:
            yield f"if {found.plain(self._guard)}:"
            yield from indented(body)
        elif self._by_name is not None:
            yield found.noted(self._by_name)
            yield from body
        else:
            yield from body

    def _chosen(self, code: Code) -> str:
        several, called = self.line.options, f"line {self.number}"
        if len(several) > 1:
            return f"{code.name(self.line.choose, called)}(table, seat)"
        (option,) = several
        if option.fixed is not None:
            return code.name(option.fixed, called)
        return f"{code.name(option.choose, called)}(table, seat)"

    # -------------------------------------------------------------------------------- decoding

    def look(self, noted: int) -> _LineLook:
        """Decode a noted number."""
        known = self._looks.get(noted)
        if known is None:
            known = self._looks[noted] = self._read(self._leaves.truths(noted))
        return known

    def _read(self, truths: Mapping[r.Requirement, bool]) -> _LineLook:
        held = r.holds(self.line.condition, truths)
        followed = held and r.holds(self._possible, truths)
        keys: list[TallyKey] = [(*self.at, "looked at"), *self._conditions(truths)]
        keys.append((*self.at, "status", self._status(truths, held, followed)))
        for of, list_ in self._lists.items() if held else ():
            decides = of == "case" or followed
            for key, alone in list_:
                keys.append((*key, "looked at"))
                if r.holds(alone, truths):
                    keys.append((*key, "true"))
                    if decides:
                        keys.append((*key, "decisive"))
                    decides = False
        if followed:
            keys += self.leaning
        return _LineLook(tuple(keys), looked(self.whole, truths.__getitem__)[1], held, followed)

    def _conditions(self, truths: Mapping[r.Requirement, bool]) -> Iterator[TallyKey]:
        """Yield what to count for the facts of the condition.

        A fact is decisive if flipping it alone would flip the condition.
        """
        condition = self.line.condition
        facts = {fact: r.holds(fact, truths) for _, fact in self._facts}
        for key, fact in self._facts:
            yield (*key, "looked at")
            if facts[fact]:
                yield (*key, "true")
            if r.holds(condition, {**facts, fact: not facts[fact]}) != r.holds(condition, facts):
                yield (*key, "decisive")

    def _status(self, truths: Mapping[r.Requirement, bool], held: bool, followed: bool) -> str:
        if followed:
            return "followed"
        if held and self._by_name and not self._guard and not truths[self._by_name]:
            return "not-in-hand"
        return status_of(self._possible, truths) if held else "condition-false"

    def backwards(self, table: Table, seat: Seat) -> AimedAct | None:
        """Return the decision if the seat saw the table in reverse order (A-tie).

        The condition already holds and does not depend on order.
        """
        stacks, by_suit = seat.stacks, seat.by_suit
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks = stacks[::-1]
        seat.by_suit = {suit: some[::-1] for suit, some in by_suit.items()}
        try:
            return self.line.choose(table, seat)
        finally:
            seat.hand.reverse()
            seat.in_play.reverse()
            seat.stacks, seat.by_suit = stacks, by_suit


class LookedAtSide:
    """The instrumented action lines of one side, compiled into one function.

    It decides like :class:`~moonflight_solo.ai_cards.policy.Policy`.
    """

    def __init__(self, lines: Sequence[LookedAt]) -> None:
        self.taken = lines
        # Indexed by the number the function returns; the last one is passing.
        self.lines: Sequence[LookedAt | None] = (*lines, None)
        code = Code()
        body = ["hand = seat.hand", "held = set(hand)"]
        for number, line in enumerate(lines):
            body += line.written(code, number)
        body.append(f"notes[{len(lines)}][0] += 1")
        body.append(f"return {len(lines)}, {code.name((PASS, None), 'passing')}")
        self.way: LookingWay = code.function("look", "table, seat, notes", body)

    def unnoted(self) -> list[Seen]:
        """Return empty notes for one game."""
        return [Seen() for _ in self.lines]

    def read(self, notes: Sequence[Seen], seat: int, counts: Counts) -> list[LineCount]:
        """Count one game's notes for a ``seat`` and return each line's result."""
        found: list[LineCount] = []
        looked_at = passed = notes[-1][0]
        for line, noted in zip(self.taken[::-1], notes[-2::-1], strict=True):
            looks = [(line.look(so), times) for so, times in noted.items()]
            followed = sum(times for look, times in looks if look.followed)
            looked_at += followed
            if unnoted := looked_at - sum(noted.values()):
                looks.append((line.look(0), unnoted))
            true = 0
            for look, times in looks:
                true += times * look.held
                counts["upkeep", seat, "facts"] += times * look.facts
                for key in look.keys:
                    counts[key] += times
            counts["upkeep", seat, "lines"] += looked_at
            found.append(LineCount(looked_at, true, followed))
        counts["seat", seat, "acts"] += looked_at
        counts["decided", seat, "default", "A-pass"] += passed
        return found[::-1]


def _in_hand_first(requirement: r.Requirement) -> bool:
    """Return whether every path first tests that a card is in hand."""
    if isinstance(requirement, r.AllOf | r.AnyOf):
        first = requirement.parts[:1] if isinstance(requirement, r.AllOf) else requirement.parts
        return bool(first) and all(map(_in_hand_first, first))
    if not isinstance(requirement, r.Count):
        return False
    return bool(in_hand(requirement)) and requirement.status == "not-in-hand"


def can_tie(line: AILine) -> bool:
    """Return whether a line may have to choose among cards; not if it names the card it plays."""
    act = line.meaning.act
    if isinstance(act, ast.PlayAct):
        return not all(cards.names for cards in act.cards.options)
    return not isinstance(act, ast.PassAct)
