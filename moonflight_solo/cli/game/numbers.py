"""The number to type for each act, which stays with a card for as long as it stays where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.state import Act, MarketStack, Seat

PASSING: Final = 0
HAND: Final = range(1, 11)
MARKET: Final = 11
OTHERS: Final = 21
"""Where the numbers of opponents' Market Stacks begin; those of one's own and the generic ones,
eight in all, begin at `MARKET`."""
_TABLE: Final = 8


class Numbers:
    """Numbers acts as one person plays: 0 passes, always.

    A card in hand keeps its number, copies have one together, and a Market Stack has one for the
    whole game, whatever it shows. Every other act keeps its number as long as it can be taken. No
    number comes to mean another act within a round.
    """

    def __init__(self) -> None:
        self._round = 0
        self._known: dict[object, int] = {}

    def of(self, acts: Sequence[Act], seat: Seat, round_number: int) -> list[int]:
        """Return the number of each act that can be taken in a round, in their order."""
        keys = [_key(act, seat) for act in acts]
        if round_number != self._round:
            self._round = round_number
            self._known = {key: self._known[key] for key in keys if key in self._known}
        rest = max(31, OTHERS + len(seat.stacks) - _TABLE)
        # Building on one card comes before building on the next.
        for key, act in sorted(zip(keys, acts, strict=True), key=lambda pair: _onto(pair[1], seat)):
            if isinstance(key, int) or key in self._known:
                continue
            taken = set(self._known.values())
            free: Iterator[int] = iter(HAND) if isinstance(act, Play) else iter(())
            number = next((each for each in free if each not in taken), 0)
            self._known[key] = number or next(n for n in count(rest) if n not in taken)
        return [key if isinstance(key, int) else self._known[key] for key in keys]


def _key(act: Act, seat: Seat) -> object:
    """Return the number of an act that always has the same one, else what it is known by."""
    if isinstance(act, Pass):
        return PASSING
    if isinstance(act, Shop):
        return _place(act.stacks[0], seat)
    if isinstance(act, Spend):
        return (act.placed, act.ability, *act.cards)
    if isinstance(act, Build):
        return act.pairs
    assert isinstance(act, Play)
    return act.card


def _onto(act: Act, seat: Seat) -> int:
    return seat.in_play.index(act.pairs[0][1]) if isinstance(act, Build) else -1


def market_stack(number: int, seat: Seat) -> MarketStack | None:
    """Return the Market Stack that has a number, if one has it."""
    return next((stack for stack in seat.stacks if _place(stack, seat) == number), None)


def _place(stack: MarketStack, seat: Seat) -> int:
    at = seat.stacks.index(stack)
    return MARKET + at if at < _TABLE else OTHERS + at - _TABLE
