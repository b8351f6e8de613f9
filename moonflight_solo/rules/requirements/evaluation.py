"""Evaluate requirements: as tests of the table, and by which leaves fail."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

from msgspec.structs import replace

from moonflight_solo.rules.acts import first_barred, kept_from, price
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.places import looker, market_stacks, stack_looker
from moonflight_solo.rules.requirements.selectors import within
from moonflight_solo.rules.state import Card, MarketStack, Seat, Table

_known: dict[int, tuple[r.Requirement, r.Test]] = {}
_MOST_KNOWN = 10_000


def as_test(requirement: r.Requirement) -> r.Test:
    """Return ``requirement`` as a test of the table from a seat's view; cached."""
    # Cached by identity, because hashing a tree hashes all its leaves.
    compiled = _known.get(id(requirement))
    if compiled is None or compiled[0] is not requirement:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        compiled = _known[id(requirement)] = requirement, _test_of(requirement)
    return compiled[1]


@lru_cache(maxsize=4096)
def _test_of(requirement: r.Requirement) -> r.Test:
    """Compile the test of a requirement that :func:`as_test` returns."""
    if isinstance(requirement, r.AllOf):
        return _until([as_test(part) for part in requirement.parts], stop=False)
    if isinstance(requirement, r.AnyOf):
        return _until([as_test(part) for part in requirement.parts], stop=True)
    if isinstance(requirement, r.Not):
        part = as_test(requirement.part)
        return lambda table, seat: not part(table, seat)
    if isinstance(requirement, r.SomeOpponent):
        return _some_opponent(as_test(requirement.part))
    if isinstance(requirement, r.CoinCount):
        fits = within(requirement.range)
        return lambda table, seat: fits(seat.coins)
    if isinstance(requirement, r.EmptyStackCount):
        return _empty_stacks(requirement)
    if isinstance(requirement, r.ForSale):
        near, less = nearness(requirement), ("shown", "allowed", "payable").index(requirement.terms)
        return lambda table, seat: near(table, seat) > less
    if isinstance(requirement, r.Opaque):
        return requirement.test
    if isinstance(requirement, r.Total):
        return _total(requirement)
    return _count(requirement)


def unmet(requirement: r.Requirement, table: Table, seat: Seat) -> list[r.Requirement]:
    """Return the leaves that keep ``requirement`` from holding, in printed order.

    One that must not hold stands in a `Not`. For `AllOf` the leaves of parts that fail; for `AnyOf`
    those of all its parts, or none if it holds.
    """
    if isinstance(requirement, r.AllOf | r.AnyOf):
        parts: Sequence[r.Requirement] = requirement.parts
        if isinstance(requirement, r.AnyOf) and as_test(requirement)(table, seat):
            return []
        return [leaf for part in parts for leaf in unmet(part, table, seat)]
    if as_test(requirement)(table, seat):
        return []
    denied = isinstance(requirement, r.Not)
    return [r.Not(leaf) for leaf in r.leaves(requirement)] if denied else [requirement]


def _empty_stacks(leaf: r.EmptyStackCount) -> r.Test:
    """Return a test for the number of empty Stacks; "none" stops at the first."""
    stacks, so_many, none = stack_looker(leaf.place), within(leaf.range), leaf.range.most == 0

    def test(table: Table, seat: Seat) -> bool:
        empty = 0
        for stack in stacks(table, seat):
            if not stack.cards:
                if none:
                    return False
                empty += 1
        return none or so_many(empty)

    return test


def _until(tests: Sequence[r.Test], stop: bool) -> r.Test:
    """Return a test that stops at the first of ``tests`` whose result is ``stop``."""

    def test(table: Table, seat: Seat) -> bool:
        for each in tests:
            if each(table, seat) is stop:
                return stop
        return not stop

    return test


def _some_opponent(check: r.Test) -> r.Test:
    """Return a test for whether the check holds from the seat of any opponent."""

    def test(table: Table, seat: Seat) -> bool:
        for opponent in seat.opponents:  # noqa: SIM110 - faster than any()
            if check(table, opponent):
                return True
        return False

    return test


def _one_stack(count: r.Count) -> r.Test:
    """Return a test for whether a single Market Stack holds the number of cards."""
    place, kinds, fits = count.place, count.kinds, within(count.range)
    visible = itemgetter(slice(-1, None) if place.top else slice(None))

    def test(table: Table, seat: Seat) -> bool:
        return any(
            fits(sum(kinds is None or card in kinds for card in visible(stack.cards)))
            for stack in market_stacks(table, seat, place)
        )

    return test


def _count(count: r.Count) -> r.Test:
    """Return a test for a number of cards; any or none of several zones is told zone by zone."""
    if count.place.one:
        return _one_stack(count)
    place, kinds, range_ = count.place, count.kinds, count.range
    look, fits = looker(place), within(range_)
    is_any = range_.least == 1 and range_.most is None
    if (is_any or range_.most == 0) and len(place.zones) > 1:  # the first zone may tell
        zones = [replace(place, zones=(zone,)) for zone in place.zones]
        return _until([_count(replace(count, place=zone)) for zone in zones], stop=is_any)
    if kinds is None:
        return lambda table, seat: fits(len(look(table, seat)))
    if is_any:
        return lambda table, seat: not kinds.isdisjoint(look(table, seat))
    if range_.most == 0:
        return lambda table, seat: kinds.isdisjoint(look(table, seat))
    return lambda table, seat: fits(sum(map(kinds.__contains__, look(table, seat))))


def _total(total: r.Total) -> r.Test:
    """Return a test for how many matching cards there are, and for what they total."""
    look, kinds, of = looker(total.place), total.kinds, total.of
    number, fits = within(total.range), within(total.total)

    def test(table: Table, seat: Seat) -> bool:
        cards = look(table, seat)
        if kinds is not None:
            cards = [card for card in cards if card in kinds]
        return number(len(cards)) and fits(sum(map(of, cards)))

    return test


@lru_cache(maxsize=1024)
def on_sale(sale: r.ForSale) -> Callable[[Table, Seat], list[MarketStack]]:
    """Return a function that lists the Market Stacks with a top card for sale, in reading order."""
    stacks, kinds = stack_looker(sale.place), sale.kinds
    free, any_price = sale.terms == "shown", sale.terms != "payable"

    def sellers(table: Table, seat: Seat) -> list[MarketStack]:
        coins = _NO_LIMIT if any_price else seat.coins
        barred: Collection[str] = () if seat.shopped or free else seat.opposing
        changed = table.changed and not free  # cards in play may have a say
        if changed and kept_from(table, seat, "shop"):
            return []
        if changed and barred:
            barred = first_barred(table, seat)
        for_sale = []
        for stack in stacks(table, seat):
            cards = stack.cards
            if cards and (kinds is None or cards[-1] in kinds):
                card = cards[-1]
                if card.suit in barred or (changed and kept_from(table, seat, "purchase", card)):
                    continue
                if (price(table, seat, card) if changed else card.cost) <= coins:
                    for_sale.append(stack)
        return for_sale

    return sellers


def best_on_sale(
    sale: r.ForSale, value: Callable[[Card], Any], most: bool
) -> Callable[[Table, Seat], MarketStack | None]:
    """Return a function that finds the Market Stack with the best top card for sale.

    That is the first with the smallest, or largest (``most``), value of ``value``.
    """
    sellers, extreme = on_sale(sale), max if most else min

    def best(table: Table, seat: Seat) -> MarketStack | None:
        stacks = sellers(table, seat)
        if len(stacks) > 1:
            return extreme(stacks, key=lambda stack: value(stack.cards[-1]))
        return stacks[0] if stacks else None

    return best


_NO_LIMIT = 1 << 30


@lru_cache(maxsize=1024)
def nearness(sale: r.ForSale) -> Callable[[Table, Seat], int]:
    """Return a function giving the best terms that any of the cards is for sale on.

    3: payable; 2: allowed; 1: shown; 0: there is none.
    """
    terms = [on_sale(sale.on(each)) for each in ("payable", "allowed", "shown")]
    stacks, kinds = stack_looker(sale.place), sale.kinds

    def near(table: Table, seat: Seat) -> int:
        if table.changed:
            return next((3 - i for i, on_terms in enumerate(terms) if on_terms(table, seat)), 0)
        barred: Collection[str] = () if seat.shopped else seat.opposing
        coins, nearest = seat.coins, 0
        for stack in stacks(table, seat):
            if not stack.cards:
                continue
            card = stack.cards[-1]
            if kinds is not None and card not in kinds:
                continue
            if card.suit in barred:
                nearest = nearest or 1
            elif card.cost <= coins:
                return 3
            else:
                nearest = 2
        return nearest

    return near


def cards_of_leaf(leaf: r.Count | r.Total, table: Table, seat: Seat) -> list[Card]:
    """Return the cards that a leaf counts now."""
    kinds = leaf.kinds
    return [card for card in looker(leaf.place)(table, seat) if kinds is None or card in kinds]
