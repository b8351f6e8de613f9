"""What a condition saw: the values on the table, in words."""

from __future__ import annotations

from collections.abc import Callable

from moonflight_solo.rules.conditions import Test
from moonflight_solo.rules.places import cards_in, market_stacks
from moonflight_solo.rules.selectors import matcher
from moonflight_solo.rules.state import Names, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say


def observed(
    condition: ast.Condition,
    table: Table,
    seat: Seat,
    test: Callable[[ast.Condition], Test],
    names: Names,
) -> str:
    """Return what was seen of each fact that keeps ``condition`` from holding."""
    if isinstance(condition, ast.All):
        false = [part for part in condition.parts if not test(part)(table, seat)]
        return "; ".join(observed(part, table, seat, test, names) for part in false)
    if isinstance(condition, ast.Either):
        return "; ".join(observed(part, table, seat, test, names) for part in condition.parts)
    return f'not "{say(condition)}": {_seen(condition, table, seat, names)}'


def _seen(fact: ast.Condition, table: Table, seat: Seat, names: Names) -> str:
    if isinstance(fact, ast.Coins):
        return f"{seat.coins} coin tokens under control"
    if isinstance(fact, ast.EmptyStacks):
        stacks = market_stacks(table, seat, fact.stacks, names)
        empty = sum(1 for stack in stacks if not stack.cards)
        return f"{empty} of {len(stacks)} are empty"
    if isinstance(fact, ast.Has):
        return _counted(fact, table, seat, names)
    return "it was not"


def _counted(fact: ast.Has, table: Table, seat: Seat, names: Names) -> str:
    place = fact.cards.place
    assert place is not None
    cards = list(cards_in(table, seat, place, names))
    if fact.total is not None:
        total = sum(card.high_score for card in cards)
        return f"{len(cards)} with total score {total}"
    match = matcher(fact.cards, names, table.turned)
    count = sum(1 for card in cards if match is None or match(card, seat))
    return "there is none" if count == 0 else f"there {'is' if count == 1 else 'are'} {count}"
