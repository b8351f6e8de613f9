"""Whether two orders of lines come to the same line on every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.check.diff.line_diff import Pair
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Formula, Not


def come_to_the_same(pairs: Sequence[Pair], side: Side) -> bool:
    """Return whether it is proved that both cards follow the same line of one side, or none.

    The lines of each pair must mean the same; one that only one card has must be one that is never
    followed there. ``side`` is that of either card.
    """
    return all(side.never(each) for each in _differences(pairs, side))


def _differences(pairs: Sequence[Pair], side: Side) -> Iterator[Formula]:
    """Yield statements of which one holds on every table on which the cards part.

    There one card follows a line first that the other has not, or both follow lines first that
    stand the other way round on the other card.
    """
    can = [_followed(pair, side) for pair in pairs]
    every = range(len(pairs))
    orders = (
        sorted((at for at in every if pairs[at].old is not None), key=lambda at: _old(pairs[at])),
        [at for at in every if pairs[at].new is not None],
    )

    def first(at: int, order: Sequence[int]) -> Formula:
        before = order[: order.index(at)]
        return And((can[at], *(Not(can[each]) for each in before)))

    for order, other in (orders, orders[::-1]):
        yield from (first(at, order) for at in order if at not in other)
    old, new = orders
    for one, other_one in combinations([at for at in old if at in new], 2):
        if new.index(other_one) < new.index(one):
            yield And((first(one, old), first(other_one, new)))


def _followed(pair: Pair, side: Side) -> Formula:
    """Return when the line of a pair is followed, if it is looked at."""
    unit = pair.new or pair.old
    assert unit is not None
    return side.formula(compile_line(unit.line, unit.below, side.world.context).requirement)


def _old(pair: Pair) -> tuple[int, ...]:
    """Return where the line is printed on the old card."""
    assert pair.old is not None
    return place_of(pair.old.line)


def place_of(line: AILine) -> tuple[int, ...]:
    """Return where a line is printed, in an order in which lines of one card can be put."""
    return line.printed.text.spots[0][1:]
