"""What an AI card asks of the person who follows it by hand: lines, facts and ties, per act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from moonflight_solo.ai_cards.context import CompileContext, phrases_of
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.targeting import rank
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.report import Upkeep
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.scenario import lay_out
from moonflight_solo.wording import ast

if TYPE_CHECKING:  # a playtest counts without the prover
    from moonflight_solo.check.reachability.side import Side

GAMES = 6


def upkeep(sides: Sequence[Side], games: int = GAMES) -> Upkeep:
    """Return what following a card asks, at the tables of so many games of AI against AI.

    The same sides give the same figures.
    """
    names, rulings = sides[0].context.names, sides[0].context.rulings
    acts = []
    for scenario in game_tables(sides[0].card, names, games, rulings):
        table = lay_out(scenario, names)
        side = sides[table.turned]
        acts.append(work_of(side.lines, side.context, table, table.seats[table.acting]))
    return Upkeep.of(len(acts), *(sum(each) for each in zip(*acts, strict=True)))


def work_of(
    lines: Sequence[CompiledLine], context: CompileContext, table: Table, seat: Seat
) -> tuple[int, int, bool]:
    """Return how many lines are read for an act, how many facts looked at, and whether a tie is."""
    facts = 0
    for number, line in enumerate(lines, 1):
        held, looked_at = looked(line.requirement, lambda leaf: as_test(leaf)(table, seat))
        facts += looked_at
        if held:
            best = best_by(line, context)
            return number, facts, best is not None and tied(best(table, seat))
    return len(lines), facts, False


def looked(requirement: r.Requirement, holds: Callable[[r.Requirement], bool]) -> tuple[bool, int]:
    """Return whether a requirement holds, and how many leaves had to be looked at to know.

    ``holds`` tells it of a leaf.
    """
    if isinstance(requirement, r.All | r.Any):
        ends_with = isinstance(requirement, r.Any)
        number = 0
        for part in requirement.parts:
            held, looked_at = looked(part, holds)
            number += looked_at
            if held is ends_with:
                return held, number
        return not ends_with, number
    if isinstance(requirement, r.Not):
        held, looked_at = looked(requirement.part, holds)
        return not held, looked_at
    return holds(requirement), 1


Best = Callable[[Table, Seat], Sequence[Sequence[Card]]]
"""Returns for each superlative of an act the kinds of card that are equally good by it."""


def best_by(line: CompiledLine, context: CompileContext) -> Best | None:
    """Return what finds the kinds that are best for the act of a line, if it has a superlative."""
    act = line.line.meaning.act
    shopping = isinstance(act, ast.ShopAct)
    ranked = [
        (context.kinds(phrase), cache(rank(phrase)))
        for phrase in phrases_of(act)
        if phrase.extreme is not None
    ]

    @lru_cache(maxsize=1024)
    def found(lying: frozenset[Card]) -> Sequence[Sequence[Card]]:
        several = []
        for kinds, order in ranked:
            some = lying if kinds is None else kinds & lying
            first = min(map(order, some), default=())
            several.append([card for card in some if order(card) == first])
        return several

    def best(table: Table, seat: Seat) -> Sequence[Sequence[Card]]:
        if not shopping:
            return found(frozenset(seat.hand))
        stacks = (stack for each in table.seats for stack in each.market)
        return found(frozenset(stack.cards[-1] for stack in stacks if stack.cards))

    return best if ranked else None


def tied(best: Sequence[Sequence[Card]]) -> bool:
    """Return whether several kinds are equally good."""
    return any(len(kinds) > 1 for kinds in best)
