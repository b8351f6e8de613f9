"""What an AI card asks of the person who follows it by hand: lines, facts and ties, per act."""

from __future__ import annotations

from collections.abc import Sequence
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
        held, looked_at = _looked(line.requirement, table, seat)
        facts += looked_at
        if held:
            return number, facts, _tied(line, context, table, seat)
    return len(lines), facts, False


def _looked(requirement: r.Requirement, table: Table, seat: Seat) -> tuple[bool, int]:
    """Return whether a requirement holds, and how many leaves had to be looked at to know."""
    if isinstance(requirement, r.All | r.Any):
        ends_with = isinstance(requirement, r.Any)
        number = 0
        for part in requirement.parts:
            held, looked_at = _looked(part, table, seat)
            number += looked_at
            if held is ends_with:
                return held, number
        return not ends_with, number
    if isinstance(requirement, r.Not):
        held, looked_at = _looked(requirement.part, table, seat)
        return not held, looked_at
    return as_test(requirement)(table, seat), 1


def _tied(line: CompiledLine, context: CompileContext, table: Table, seat: Seat) -> bool:
    """Return whether several kinds of card are equally good for the act of a line."""
    act = line.line.meaning.act
    tops = [stack.cards[-1] for each in table.seats for stack in each.market if stack.cards]
    lying = tops if isinstance(act, ast.ShopAct) else seat.hand
    return any(_equals(phrase, context, lying) for phrase in phrases_of(act))


def _equals(phrase: ast.Cards, context: CompileContext, lying: Sequence[Card]) -> bool:
    if phrase.extreme is None:
        return False
    kinds = context.kinds(phrase)
    ranks = [*map(rank(phrase), {card for card in lying if kinds is None or card in kinds})]
    return ranks.count(min(ranks, default=())) > 1
