"""All that can change at a table, in a few flat objects."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, islice
from operator import attrgetter

from moonflight_solo.rules.state.cards import Card
from moonflight_solo.rules.state.seat import CardInPlay
from moonflight_solo.rules.state.table import Table, progress

_seat_parts = attrgetter("coins", "built", "shopped", "named")
_piles = attrgetter("hand", "draw_deck", "discard_stack", "trash_stack", "supply", "bought")
_cards, _card, _settled = attrgetter("cards"), attrgetter("card"), attrgetter("settled")
_marks = attrgetter("foreign", "used", "stale")


class TableState:
    """The state of a table where an act is asked for: what `Table.copied` copies.

    Python's garbage collector walks through a copied table's hundred small objects again and again;
    this has a dozen. ``rng`` is the table's own, which must not be used elsewhere from then on.
    """

    __slots__ = (
        *("_cards", "_ends", "_in_play", "_looks", "_marks", "_numbers", "_progress", "_seats"),
        *("_turned", "_variant", "rng"),
    )

    def __init__(self, table: Table) -> None:
        seats, in_play = table.seats, list[CardInPlay]()
        piles: list[Sequence[Card]] = [*map(_cards, seats[0].stacks)]
        for seat in seats:
            piles += _piles(seat)
            in_play.append(seat.character)
            in_play += seat.in_play
        piles += map(_settled, in_play)
        self._cards = [*chain.from_iterable(piles)]
        self._ends = [*accumulate(map(len, piles))]
        self._in_play = [*map(_card, in_play)]
        self._numbers = [len(seat.in_play) for seat in seats]
        marked = [1 for card in in_play if card.stale or card.used or card.foreign]
        self._marks = [*map(_marks, in_play)] if marked else ()
        self._seats = [(_seat_parts(seat), seat.did.copy()) for seat in seats]
        self._turned, self._progress = table.turned, progress(table)
        self._looks = [look.copied() for look in table.looks]
        self._variant = table.variant and table.variant.copy()
        self.rng = table.rng

    def onto(self, table: Table) -> Table:
        """Put a table of the same game back into this state, and return it.

        It has no listener then, and the players that it had.
        """
        seats, slices = table.seats, map(slice, chain((0,), self._ends), self._ends)
        rest = map(self._cards.__getitem__, slices)
        for stack in seats[0].stacks:
            stack.cards = next(rest)
        for seat, (parts, did) in zip(seats, self._seats, strict=True):
            seat.coins, seat.built, seat.shopped, seat.named = parts
            seat.did = did.copy()
            seat.hand, seat.draw_deck, seat.discard_stack = islice(rest, 3)
            seat.trash_stack, seat.supply, seat.bought = islice(rest, 3)
        columns = zip(*self._marks, strict=True)
        in_play = map(CardInPlay, self._in_play, rest, *columns)
        for seat, number in zip(seats, self._numbers, strict=True):
            seat.character = next(in_play)
            seat.in_play = [*islice(in_play, number)]
        table.go_on_from(self._progress)
        table.looks = [look.copied() for look in self._looks]
        table.variant = self._variant and self._variant.copy()
        table.late, table.replacing, table.rng = [], (), self.rng
        table.triggering = table.own = table.listener = None
        if table.turned != self._turned:
            table.turned = self._turned
            table.watch()
        return table
