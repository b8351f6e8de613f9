"""Whether two orders of lines come to the same line on every table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.check.diff.line_diff import Pair
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.rules import requirement as r


def come_to_the_same(pairs: Sequence[Pair], side: Side) -> bool:
    """Return whether it is proved that both cards follow the same line of one side, or none.

    The lines of each pair must mean the same; one that only one card has must be one that is never
    followed there. ``side`` is that of either card.
    """
    return all(side.never(each) for each in _differences(pairs, side))


def _differences(pairs: Sequence[Pair], side: Side) -> Iterator[r.Requirement]:
    """Yield requirements of which one holds on every table on which the cards part.

    There one card follows a line first that the other has not, or both follow lines first that
    stand the other way round on the other card.
    """
    units = [pair.new or pair.old for pair in pairs]
    can = [compile_line(u.line, u.below, side.context).requirement for u in units if u is not None]
    olds = {at: place_of(pair.old.line) for at, pair in enumerate(pairs) if pair.old is not None}
    old = sorted(olds, key=olds.__getitem__)
    new = [at for at, pair in enumerate(pairs) if pair.new is not None]

    def first(at: int, order: Sequence[int]) -> r.Requirement:
        before = order[: order.index(at)]
        return r.both(can[at], *(r.Not(can[each]) for each in before))

    for order, other in ((old, new), (new, old)):
        yield from (first(at, order) for at in order if at not in other)
    for one, other_one in combinations([at for at in old if at in new], 2):
        if new.index(other_one) < new.index(one):
            yield r.both(first(one, old), first(other_one, new))


def place_of(line: AILine) -> tuple[int, ...]:
    """Return where a line is printed, in an order in which lines of one card can be put."""
    return line.printed.text.spots[0][1:]
