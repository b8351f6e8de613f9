"""A table made smaller, as long as it still shows what it should."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from moonflight_solo.scenario import PlacedCard, Scenario, SeatLayout
from moonflight_solo.scenario.scenario import PILES, Names

Still = Callable[[Scenario], bool]


def shrunk(scenario: Scenario, still: Still) -> Scenario:
    """Return ``scenario`` with cards and coin tokens taken away as long as ``still`` holds of it.

    No single card, coin token or mark can then be taken away any more. Whole places are tried
    first, the other seats' before one's own; at last cards alike are put side by side where that
    makes no difference. ``still`` must hold of ``scenario`` itself.
    """
    while True:
        smaller = next(filter(still, _smaller(scenario)), None)
        if smaller is None:
            tidy = _tidied(scenario, still)
            if tidy == scenario:
                return scenario
            smaller = tidy
        scenario = smaller


def _tidied(scenario: Scenario, still: Still) -> Scenario:
    """Return the scenario with cards alike side by side in each place, where ``still`` holds."""
    for index in range(len(scenario.seats)):
        for zone in ("hand", *PILES):
            seat = scenario.seats[index]
            names: Names = getattr(seat, zone)
            sorted_ = tuple(sorted(names, key=names.index))
            tidy = scenario.with_seat(index, _changed(seat, zone, sorted_))
            if sorted_ != names and still(tidy):
                scenario = tidy
    return scenario


def _smaller(scenario: Scenario) -> Iterator[Scenario]:
    """Yield the scenarios with something taken away, those with much taken away first."""
    mine = scenario.acting - 1
    generic = scenario.generic
    if generic:
        yield scenario.but(generic={})
    order = [*(i for i in range(len(scenario.seats)) if i != mine), mine]
    for index in order:
        seat = scenario.seats[index]
        if index != mine and seat != SeatLayout(seat.jack):
            yield scenario.with_seat(index, SeatLayout(seat.jack))
        for less in _emptier(seat):
            yield scenario.with_seat(index, less)
    if scenario.first_player != 1:
        yield scenario.but(first_player=1)
    for name, number in generic.items():
        yield scenario.but(generic={n: left for n, left in generic.items() if n != name})
        if number > 1:
            yield scenario.but(generic={**generic, name: number - 1})
    for index in order:
        for less in _one_less(scenario.seats[index]):
            yield scenario.with_seat(index, less)


def _emptier(seat: SeatLayout) -> Iterator[SeatLayout]:
    """Yield the seat with a whole place emptied, or half of it."""
    if any(seat.market):
        yield replace(seat, market=((), (), ()))
    for zone in (*PILES, "in_play", "hand"):
        cards = getattr(seat, zone)
        if cards:
            yield _changed(seat, zone, ())
        if len(cards) > 3:
            half = len(cards) // 2
            yield _changed(seat, zone, cards[:half])
            yield _changed(seat, zone, cards[half:])
    if seat.coins > 1:
        yield replace(seat, coins=0)
        yield replace(seat, coins=seat.coins // 2)


def _one_less(seat: SeatLayout) -> Iterator[SeatLayout]:
    """Yield the seat with one card, one coin token or one mark less."""
    for number, stack in enumerate(seat.market):
        for less in _without_one(stack):
            market = (*seat.market[:number], less, *seat.market[number + 1 :])
            yield replace(seat, market=market)
    for zone in (*PILES, "hand"):
        for less in _without_one(getattr(seat, zone)):
            yield _changed(seat, zone, less)
    for at, placed in enumerate(seat.in_play):
        before, after = seat.in_play[:at], seat.in_play[at + 1 :]
        yield replace(seat, in_play=(*before, *after))
        if isinstance(placed, PlacedCard):
            for less in _without_one(placed.settled):
                left = PlacedCard(placed.card, less) if less else placed.card
                yield replace(seat, in_play=(*before, left, *after))
    if seat.coins:
        yield replace(seat, coins=seat.coins - 1)
    for mark in ("built", "shopped"):
        if getattr(seat, mark):
            yield _changed(seat, mark, False)


def _changed(seat: SeatLayout, part: str, value: Any) -> SeatLayout:
    return replace(seat, **{part: value})


def _without_one(names: Names) -> Iterator[Names]:
    for at, name in enumerate(names):
        if at == 0 or names[at - 1] != name:
            yield (*names[:at], *names[at + 1 :])
