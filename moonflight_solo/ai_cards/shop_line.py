"""Lines that Shop: for a card by its description, or from one of several stacks."""

from __future__ import annotations

from collections.abc import Callable, Collection

from moonflight_solo.ai_cards.context import (
    Attempt,
    CompileContext,
    Decision,
    Reason,
    WhyNot,
    joined,
)
from moonflight_solo.ai_cards.targeting import Pick, picker
from moonflight_solo.rules.acts import Shop
from moonflight_solo.rules.codegen import Code
from moonflight_solo.rules.places import market_stacks, only_place
from moonflight_solo.rules.selectors import CannotDo, description, matcher, only_says
from moonflight_solo.rules.state import MarketStack, Seat, Table
from moonflight_solo.wording import ast

_FIRST_SHOP: Reason = "not-allowed", "the first Shop of a round cannot be for an opponent's suit"
_NEVER: Reason = "not-allowed", "its own text says that it cannot be Purchased"


def _barred(stack: MarketStack, table: Table, seat: Seat) -> Reason | None:
    """Return what bars the top card: the first-Shop rule (ruling A-first-shop), or its text."""
    card = stack.cards[-1]
    if "purchase" in card.barred:
        return _NEVER
    return _FIRST_SHOP if not seat.shopped and card.suit in table.opposing_suits(seat) else None


def shop_line(act: ast.ShopAct, scope: CompileContext) -> tuple[Attempt, WhyNot]:
    """Return a line that buys the first possible of its cards from any Market Stack."""
    assert act.cards is not None
    for cards in act.cards.options:
        only_says(cards, {"number", "extreme", "available"}, "a Shop")
        if cards.number not in (None, 1):
            raise CannotDo("a line Shops for one card")
    options = [_option(cards, scope) for cards in act.cards.options]
    matches = [matcher(cards, scope.names, scope.turned) for cards in act.cards.options]

    def attempt(table: Table, seat: Seat) -> Decision | None:
        barred = () if seat.shopped else table.opposing_suits(seat)
        for open_stacks, pick in options:
            stacks = open_stacks(seat, barred)
            if stacks:
                tops = [stack.cards[-1] for stack in stacks]
                card = pick(tops, seat)
                if card is not None:
                    return Shop((stacks[tops.index(card)],)), None
        return None

    def why(table: Table, seat: Seat) -> Reason:
        reasons: list[Reason] = []
        for match in matches:
            shown = [s for s in seat.stacks if s.cards and (not match or match(s.cards[-1], seat))]
            if not shown:
                reasons.append(("no-target", "no such card is on top of a Market Stack"))
                continue
            allowed = [s for s in shown if not _barred(s, table, seat)]
            if not allowed:
                reasons.append(_barred(shown[0], table, seat) or _FIRST_SHOP)
                continue
            cheapest = min(s.cards[-1].cost for s in allowed)
            reasons.append(
                ("cannot-pay", f"the cheapest costs {cheapest}, {seat.coins} under control")
            )
        return joined(reasons)

    return attempt, why


Open = Callable[[Seat, Collection[str | None]], list[MarketStack]]


def _option(cards: ast.Cards, scope: CompileContext) -> tuple[Open, Pick]:
    """Return what finds the stacks that show such a card, payable and not barred; and the pick."""
    code = Code()
    fits = [
        "stack.cards and (card := stack.cards[-1]).cost <= coins",
        description(cards, scope.names, scope.turned, code),
        "card.suit not in barred",
        "'purchase' not in card.barred",
    ]
    body = [
        "coins = seat.coins",
        "return [",
        "    stack for stack in seat.stacks",
        f"    if {' and '.join(filter(None, fits))}",
        "]",
    ]
    best = ast.Cards(names=cards.names, extreme=cards.extreme)
    pick = picker(best, scope.names, scope.turned)
    return code.function("open_stacks", "seat, barred", body), pick


def shop_from_line(place: ast.Place, scope: CompileContext) -> tuple[Attempt, WhyNot]:
    """Compile a Shop from one of several stacks; of those with the fewest, the first payable."""
    only_place(place, fewest=True)
    if place.suit is not None and place.suit.whose == "named":
        scope.names.suit(place.suit.name)  # a wrong name is told when the card is read

    def meant(table: Table, seat: Seat) -> list[MarketStack]:
        stacks = market_stacks(table, seat, place, scope.names)
        return [stack for stack in stacks if stack.cards]

    def attempt(table: Table, seat: Seat) -> Decision | None:
        coins = seat.coins
        for stack in market_stacks(table, seat, place, scope.names):
            cards = stack.cards
            if cards and cards[-1].cost <= coins and not _barred(stack, table, seat):
                return Shop((stack,)), None
        return None

    def why(table: Table, seat: Seat) -> Reason:
        stacks = meant(table, seat)
        if not stacks:
            return "no-target", "that Market Stack is empty"
        allowed = [stack for stack in stacks if not _barred(stack, table, seat)]
        if not allowed:
            return _barred(stacks[0], table, seat) or _FIRST_SHOP
        cheapest = min(stack.cards[-1].cost for stack in allowed)
        return "cannot-pay", f"its top card costs {cheapest}, {seat.coins} under control"

    return attempt, why
