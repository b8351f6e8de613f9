"""Why a line is passed over: its requirement's unmet leaves, in words."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.rules.places import market_stacks
from moonflight_solo.rules.requirement import (
    All,
    Any,
    Coins,
    Count,
    EmptyStacks,
    ForSale,
    Not,
    Opaque,
    Requirement,
    SomeOpponent,
    Status,
    Total,
    as_test,
    counted,
    on_sale,
    said,
    unmet,
)
from moonflight_solo.rules.state import Seat, Table

Reason = tuple[Status, str]
"""A status and the reason in words."""

# From the one that came nearest to being followed.
_NEAREST: tuple[Status, ...] = (
    "no-target",
    "cannot-pay",
    "not-allowed",
    "would-do-nothing",
    "not-in-play",
    "not-in-hand",
)


def why_false(condition: Requirement, table: Table, seat: Seat) -> Reason:
    """Return what was seen of each fact that keeps ``condition`` from holding."""
    seen = [
        f'not "{said(leaf)}": {_seen(leaf, table, seat)}' for leaf in unmet(condition, table, seat)
    ]
    return "condition-false", "; ".join(seen)


def _seen(leaf: Requirement, table: Table, seat: Seat) -> str:
    if isinstance(leaf, SomeOpponent):
        theirs = [_number(leaf.part, table, other) for other in table.opponents(seat)]
        return max(theirs, default=(0, "there is none"))[1]
    return _number(leaf, table, seat)[1]


def _number(leaf: Requirement, table: Table, seat: Seat) -> tuple[int, str]:
    """Return how much a leaf counts now, and that in words."""
    if isinstance(leaf, Coins):
        return seat.coins, f"{seat.coins} coin tokens under control"
    if isinstance(leaf, EmptyStacks):
        stacks = market_stacks(table, seat, leaf.place)
        empty = sum(not stack.cards for stack in stacks)
        return empty, f"{empty} of {len(stacks)} are empty"
    if isinstance(leaf, Total):
        cards = counted(leaf, table, seat)
        return len(cards), f"{len(cards)} with total score {sum(map(leaf.of, cards))}"
    assert isinstance(leaf, Count)
    number = len(counted(leaf, table, seat))
    if number == 0:
        return 0, "there is none"
    return number, f"there {'is' if number == 1 else 'are'} {number}"


def why_impossible(options: Sequence[Requirement], table: Table, seat: Seat) -> Reason:
    """Return what stands in the way of an act that none of ``options`` makes possible.

    The status is that of the one that came nearest to being followed.
    """
    reasons = [_nearest(option, table, seat) for option in options]
    status = min((reason[0] for reason in reasons), key=_NEAREST.index)
    return status, "; ".join(reason for _, reason in reasons)


def _nearest(requirement: Requirement, table: Table, seat: Seat) -> Reason:
    """Return the first thing that is missing; of several ways, of the one that came nearest."""
    if isinstance(requirement, All):
        first = next(part for part in requirement.parts if not as_test(part)(table, seat))
        return _nearest(first, table, seat)
    if isinstance(requirement, Any):
        reasons = [_nearest(part, table, seat) for part in requirement.parts]
        none: Reason = "not-in-play", "a card with such an ability is not in play"
        return min(reasons, key=lambda reason: _NEAREST.index(reason[0]), default=none)
    return _missing(requirement, table, seat)


def _missing(leaf: Requirement, table: Table, seat: Seat) -> Reason:
    if isinstance(leaf, Not):
        leaf = leaf.part
    if isinstance(leaf, Opaque):
        return leaf.status, leaf.because(table, seat) if leaf.because else str(leaf.name)
    if isinstance(leaf, ForSale):
        return _not_for_sale(leaf, table, seat)
    if isinstance(leaf, Coins):
        return leaf.status, f"{seat.coins} coin tokens under control"
    assert isinstance(leaf, Count | Total)
    if leaf.status == "cannot-pay":
        return leaf.status, f"{len(counted(leaf, table, seat))} {leaf.says} cards in hand"
    empty = "no such card is in hand" if seat.hand else "the hand is empty"
    return leaf.status, leaf.says or empty


_FIRST_SHOP: Reason = "not-allowed", "the first Shop of a round cannot be for an opponent's suit"
_NEVER: Reason = "not-allowed", "its own text says that it cannot be Purchased"


def _not_for_sale(sale: ForSale, table: Table, seat: Seat) -> Reason:
    """Return what keeps a card from being bought: none there, not allowed, or too dear."""
    from_stacks = bool(sale.says)
    shown = on_sale(sale.on("shown"))(table, seat)
    if not shown:
        if from_stacks:
            return "no-target", "that Market Stack is empty"
        return "no-target", "no such card is on top of a Market Stack"
    allowed = on_sale(sale.on("allowed"))(table, seat)
    if not allowed:
        return _NEVER if "purchase" in shown[0].cards[-1].barred else _FIRST_SHOP
    cost = min(stack.cards[-1].cost for stack in allowed)
    what = "its top card" if from_stacks else "the cheapest"
    return "cannot-pay", f"{what} costs {cost}, {seat.coins} under control"
