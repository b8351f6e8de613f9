"""Instrumented AI cards: what each line and each of its phrases decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import CompileContext, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine, status_of
from moonflight_solo.check.games import best_by, look_up
from moonflight_solo.playtest.observing.line_phrases import line_phrases, needed_alone
from moonflight_solo.playtest.tally import KEY_NUMBERS, TallyKey, packed
from moonflight_solo.rules.acts import Build, Shop, Spend
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.state import Act, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

WORK: Final = ("lines", "facts", "ties")
"""The counted effort of following a card by hand."""


def deed(act: Act, seat: Seat) -> object:
    """Return a key that is equal for acts that differ only in which copy of a card they use."""
    if isinstance(act, Build):
        onto = act.onto(seat)
        return sorted((card.name, placed.card.name, len(placed.settled)) for card, placed in onto)
    if isinstance(act, Spend):
        return act.ability, sorted(card.name for card in act.cards)
    return act.stacks(seat) if isinstance(act, Shop) else act


class DifferingWays(NamedTuple):
    """The alternatives that may act differently because of one line, as bit masks.

    Those in ``followed`` if it is followed; if it is ``passed`` over, those whose own requirement
    for the line holds.
    """

    followed: int
    passed: Mapping[r.Requirement, int]


class InstrumentedLine:
    """An instrumented line of a side; ``place`` is its index among the card's lines."""

    def __init__(self, line: CompiledLine, card: AICard, seat: int, scope: CompileContext) -> None:
        self.line, self.number = line, line.number
        self.place = place = card.lines.index(line.line)
        self.at: TallyKey = ("detail", seat, place)
        # The sublines' places, with the cards they are about (ruling A-sub), and what is counted.
        below = [(card.lines.index(sub.line), sub.card) for sub in line.sublines]
        self.subs = {under: (kind, _below(seat, under)) for under, kind in below}
        self.ties = KEY_NUMBERS[(*self.at, "ties")]
        self.defaults = KEY_NUMBERS[(*self.at, "defaults")]
        self.only = line.options[0] if len(line.options) == 1 else None
        # An ability that costs no card is used alike in any order.
        costless = self.only and self.only.spend and not self.only.spend.ability.cards
        self.can_tie = can_tie(line.line) and not costless
        self.best = best_by(line, scope)
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
        self.possible, self.whole = line.possible, line.requirement
        # The last leaf of a single option: once the others hold, choosing decides it.
        parts = line.possible.parts if isinstance(line.possible, r.AllOf) else ()
        alone = len(line.options) == 1 and bool(parts) and isinstance(parts[-1], r.Opaque)
        self.chooses_last = parts[-1] if alone else None
        self.facts: list[tuple[TallyKey, r.Requirement]] = []
        # The first possible item of each of these lists is taken.
        self.lists: dict[str, list[tuple[TallyKey, r.Requirement]]] = {}
        for number, phrase in enumerate(line_phrases(line.line)):
            needed = (*self.at, "phrase", number), needed_alone(phrase, card, line.line, scope)
            of = phrase.kind
            into = self.facts if of == "condition" else self.lists.setdefault(of, [])
            into.append(needed)
        # Most lines play a named card that is not in hand; then there is nothing more to see.
        played = isinstance(line.line.meaning.act, ast.PlayAct)
        self.by_name = scope.in_hand(line.needs) if played and line.needs else None
        # If that is tested first, nothing else was evaluated.
        self.guard = self.by_name if _in_hand_first(self.possible) else None

    def look_at(self, truths: Mapping[r.Requirement, bool]) -> int:
        """Return what a look counts, packed, at which exactly these leaves were seen to hold."""
        holds = r.holds(self.line.condition, truths)
        followed = holds and r.holds(self.possible, truths)
        outcomes = [("looked at", True), ("true", holds), ("followed", followed)]
        keys: list[TallyKey] = [("line", *self.at[1:], what) for what, is_so in outcomes if is_so]
        keys += [(*self.at, "looked at"), *self._conditions(truths)]
        keys.append((*self.at, "status", self._status(truths, holds, followed)))
        for of, list_ in self.lists.items() if holds else ():
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
        counts = {KEY_NUMBERS[key]: 1 for key in keys}
        counts[KEY_NUMBERS["upkeep", self.at[1], "lines"]] = 1
        facts = look_up(self.whole, truths.__getitem__)[1]
        return packed({**counts, KEY_NUMBERS["upkeep", self.at[1], "facts"]: facts})

    def _conditions(self, truths: Mapping[r.Requirement, bool]) -> Iterator[TallyKey]:
        """Yield what to count for the facts of the condition.

        A fact is decisive if flipping it alone would flip the condition.
        """
        condition = self.line.condition
        # A fact that is denied ("the first Shop") is a leaf by what it denies.
        parts = [fact.part if isinstance(fact, r.Not) else fact for _, fact in self.facts]
        # A ruling may add a leaf that is not printed.
        values = {leaf: truths.get(leaf, False) for leaf in r.leaves(condition)}
        values |= {part: r.holds(part, truths) for part in parts}
        for (key, fact), part in zip(self.facts, parts, strict=True):
            yield (*key, "looked at")
            if r.holds(fact, truths):
                yield (*key, "true")
            if r.holds(condition, {**values, part: not values[part]}) != r.holds(condition, values):
                yield (*key, "decisive")

    def _status(self, truths: Mapping[r.Requirement, bool], holds: bool, followed: bool) -> str:
        """Return "followed", or why it was not: by its condition, its card, or its act."""
        if followed:
            return "followed"
        if holds and self.by_name and not self.guard and not truths[self.by_name]:
            return "not-in-hand"
        return status_of(self.possible, truths) if holds else "condition-false"

    def backwards(self, table: Table, seat: Seat) -> object:
        """Return the `deed` it would do if the seat saw the table in reverse order (A-tie).

        The condition already holds and does not depend on order.
        """
        as_it_is = seat.stacks, seat.by_suit
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks = seat.stacks[::-1]
        seat.by_suit = {suit: stacks[::-1] for suit, stacks in seat.by_suit.items()}
        try:
            decision = self.line.choose(table, seat)
            return None if decision is None else deed(decision[0], seat)
        finally:
            seat.hand.reverse()
            seat.in_play.reverse()
            seat.stacks, seat.by_suit = as_it_is


def _below(seat: int, place: int) -> dict[str, int]:
    """Return the numbers of what is counted of a subline."""
    at: TallyKey = ("detail", seat, place)
    results = ("condition-false", "no-target", "followed")
    looked_at = {"looked at": KEY_NUMBERS[(*at, "looked at")]}
    return looked_at | {each: KEY_NUMBERS[(*at, "status", each)] for each in results}


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
