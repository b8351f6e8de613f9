"""Generating small tables on which lines show what they mean.

A line is split into the things it tests: the facts of its condition, the cards it plays, pays, buys
or Builds with, and its targets. Each can be laid out in a few ways that matter: there or not there,
one too few or one too many, the highest and the lowest. The tables combine these, starting near
tables on which the lines are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, product, zip_longest
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.small_tables.dimensions import Dimension, Fragment, looked_at
from moonflight_solo.check.small_tables.pool import MINE, THEIRS, Pool
from moonflight_solo.rules.requirements import places
from moonflight_solo.rules.requirements.requirement import Requirement, holds, leaves
from moonflight_solo.rules.state import MARKET_STACKS
from moonflight_solo.scenario import PILE_FIELDS, CardNames, PlacedCard, Scenario, SeatLayout

_MOST_BASES = 6


def small_tables(
    cards: Sequence[AICard],
    basis: Basis,
    follows: Callable[[Scenario], bool],
    limit: int = 2_000,
) -> list[Scenario]:
    """Return up to ``limit`` tables on which the lines of ``cards`` matter, smallest first.

    ``cards`` are versions of one Jack's AI card, each of one line and its sublines, all of the same
    side. ``follows`` says whether any of them acts on a table; variations of those tables are
    explored more closely. Deterministic.
    """
    first = cards[0].lines[0]
    context = basis.context(cards[0].jack, first.printed.turned)
    pool = Pool(context, [line for card in cards for line in card.lines])
    looked = [looked_at(card, pool) for card in cards]
    things = list(dict.fromkeys(dimension for _, dimensions in looked for dimension in dimensions))
    starts = list(_starts(things, [condition for condition, _ in looked]))
    scenarios: dict[Scenario, tuple[int, ...]] = {}

    def add(ways: Iterable[tuple[int, ...]], most: int) -> None:
        for way in ways:
            if len(scenarios) >= most:
                return
            scenario = _table((each.ways[at] for each, at in zip(things, way, strict=True)), pool)
            if scenario is not None:
                scenarios.setdefault(scenario, way)

    add(starts, limit // 4)
    for start in starts[:_MOST_BASES]:
        add(_variations(start, things, 1), limit // 2)
    followed = sorted((s for s in scenarios if follows(s)), key=lambda scenario: scenario.size)
    bases = [scenarios[scenario] for scenario in followed[:_MOST_BASES]] or starts[:2]
    for base in bases:
        add(_variations(base, things, 1), limit * 3 // 4)
    # Round-robin, so that no table is varied exhaustively before the next is tried.
    rows = zip_longest(*(_variations(base, things, 2) for base in bases))
    add((way for row in rows for way in row if way is not None), limit)
    return sorted(scenarios, key=lambda scenario: scenario.size)


def _starts(
    things: Sequence[Dimension], conditions: Sequence[Requirement]
) -> Iterator[tuple[int, ...]]:
    """Yield a way for every combination of truths, those in which a condition holds first."""
    about = [thing.fact for thing in things if thing.fact is not None]
    rows = list(product((False, True), repeat=len(about))) if len(about) <= 7 else _few(len(about))
    rows.sort(key=sum)

    def none_holds(row: Sequence[bool]) -> bool:
        world = dict(zip(about, row, strict=True))
        worlds_with = ({**dict.fromkeys(leaves(each), True), **world} for each in conditions)
        return not any(map(holds, conditions, worlds_with))

    for row in sorted(rows, key=none_holds):
        truth = iter(row)
        yield tuple(
            thing.first(thing.wanted if thing.fact is None else next(truth)) for thing in things
        )


def _few(number: int) -> list[tuple[bool, ...]]:
    """Return the rows of ``number`` truths in which at most two differ from all the others."""
    rows: dict[tuple[bool, ...], None] = {}
    for all_ in (False, True):
        for other in range(3):
            for odd in combinations(range(number), other):
                rows.setdefault(tuple(all_ != (at in odd) for at in range(number)))
    return list(rows)


def _variations(
    base: tuple[int, ...], things: Sequence[Dimension], changes: int
) -> Iterator[tuple[int, ...]]:
    """Yield every variation of ``base`` with that many things changed."""
    for which in combinations(range(len(things)), changes):
        for ways in product(*(range(len(things[at].ways)) for at in which)):
            varied = list(base)
            for at, way in zip(which, ways, strict=True):
                varied[at] = way
            yield tuple(varied)


def _table(parts: Iterable[Fragment], pool: Pool) -> Scenario | None:
    """Combine fragments into a table; ``None`` if the game does not have enough cards."""
    seats: tuple[_Zones, _Zones] = {}, {}
    tops: list[str] = []
    used: list[str] = []
    coins, marks = 0, dict[str, bool]()
    for part in parts:
        for owner, zone, names in part.puts:
            used += map(pool.up.__getitem__, names)
            if zone == "generic":
                tops += names
            else:
                zones = seats[owner]
                zones[zone] = zones[zone] + names if zone in zones else names
        coins = max(coins, part.coins)
        marks |= dict.fromkeys(part.marks, True)
    if any(used.count(name) > pool.copies(name) for name in {*used}):
        return None
    mine, theirs = seats
    return Scenario(
        edition=pool.context.names.edition.edition,
        turned=pool.context.turned,
        seats=(
            _seat(pool.jacks[MINE], mine, coins=coins, **marks),
            _seat(pool.jacks[THEIRS], theirs),
        ),
        generic={name: tops.count(name) for name in tops},
    )


def _seat(jack: str, zones: _Zones, **more: Any) -> SeatLayout:
    """Return a seat with the cards of each zone, and more of its fields."""
    market = tuple([zones.pop(stack, ()) for stack in _MARKET])
    lying: dict[str, Any] = {_FIELDS.get(zone, zone): names for zone, names in zones.items()}
    return SeatLayout(jack, market=market, **lying, **more)


_Zones = dict[str, CardNames]
_MARKET = [f"market {number}" for number in range(MARKET_STACKS)]
_FIELDS = {**places.PILES, "in play": "in_play"}


# ------------------------------------------------------------------------------------- shrinking


Still = Callable[[Scenario], bool]


def shrunk(scenario: Scenario, still: Still) -> Scenario:
    """Remove cards and coin tokens from ``scenario`` while ``still`` holds.

    In the result no single card, coin token or mark can be removed. Whole zones are tried first,
    and other seats before one's own; finally equal cards are grouped where that does not matter.
    ``still`` must hold for ``scenario`` itself.
    """
    while True:
        smaller = next(filter(still, _smaller(scenario)), None) or _grouping(scenario, still)
        if smaller == scenario:
            return scenario
        scenario = smaller


def _grouping(scenario: Scenario, still: Still) -> Scenario:
    """Group equal cards in each zone, where ``still`` holds."""
    for index in range(len(scenario.seats)):
        for zone in ("hand", *PILE_FIELDS):
            seat = scenario.seats[index]
            names: CardNames = getattr(seat, zone)
            alike = tuple(sorted(names, key=names.index))
            tidy = scenario.with_seat(index, replace(seat, **{zone: alike}))
            if alike != names and still(tidy):
                scenario = tidy
    return scenario


def _smaller(scenario: Scenario) -> Iterator[Scenario]:
    """Yield the scenarios with something removed, largest removals first."""
    mine = scenario.acting - 1
    generic = scenario.generic
    if scenario.generic_turned:
        yield scenario.but(generic_turned={})
    if generic:
        yield scenario.but(generic={}, generic_turned={})
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
        if name in scenario.generic_turned:
            continue
        yield scenario.but(generic={n: left for n, left in generic.items() if n != name})
        if number > 1:
            yield scenario.but(generic={**generic, name: number - 1})
    for index in order:
        for less in _one_less(scenario.seats[index]):
            yield scenario.with_seat(index, less)


def _emptier(seat: SeatLayout) -> Iterator[SeatLayout]:
    """Yield the seat with a whole zone emptied, or half of it."""
    if any(seat.market):
        yield replace(seat, market=((), (), ()))
    for zone in (*PILE_FIELDS, "in_play", "hand"):
        cards = getattr(seat, zone)
        if cards:
            yield replace(seat, **{zone: ()})
        if len(cards) > 3:
            half = len(cards) // 2
            yield replace(seat, **{zone: cards[:half]})
            yield replace(seat, **{zone: cards[half:]})
    if seat.coins > 1:
        yield replace(seat, coins=0)
        yield replace(seat, coins=seat.coins // 2)


def _one_less(seat: SeatLayout) -> Iterator[SeatLayout]:
    """Yield the seat with one card, coin token or mark removed."""
    for number, stack in enumerate(seat.market):
        for less in _without_one(stack):
            market = (*seat.market[:number], less, *seat.market[number + 1 :])
            yield replace(seat, market=market)
    for zone in (*PILE_FIELDS, "hand"):
        for less in _without_one(getattr(seat, zone)):
            yield replace(seat, **{zone: less})
    for index, placed in enumerate(seat.in_play):
        before, after = seat.in_play[:index], seat.in_play[index + 1 :]
        yield replace(seat, in_play=(*before, *after))
        if isinstance(placed, PlacedCard):
            yield replace(seat, in_play=(*before, placed.card, *after))
            for less in _without_one(placed.settled):
                yield replace(seat, in_play=(*before, replace(placed, settled=less), *after))
    if seat.coins:
        yield replace(seat, coins=seat.coins - 1)
    for mark in ("built", "shopped", "done", "named", "character"):
        blank = getattr(SeatLayout(seat.jack), mark)
        if getattr(seat, mark) != blank:
            yield replace(seat, **{mark: blank})


def _without_one(cards: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the cards without each one in turn, only the first of equal neighbours."""
    for index, card in enumerate(cards):
        if index == 0 or cards[index - 1] != card:
            yield (*cards[:index], *cards[index + 1 :])
