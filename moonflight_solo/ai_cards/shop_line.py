"""Lines that Shop: for which card, or from which Market Stack."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import AimedAct, CompileContext, Option
from moonflight_solo.ai_cards.preference import Silent, preference
from moonflight_solo.rules.acts import shop_from
from moonflight_solo.rules.requirements.evaluation import best_on_sale, on_sale
from moonflight_solo.rules.requirements.requirement import ForSale, Opaque
from moonflight_solo.rules.requirements.selectors import only_says
from moonflight_solo.rules.state import MarketStack, Seat, Table
from moonflight_solo.wording import ast

_ANY_STACK = ast.Place(("market stack",), "target")
_FIRST: Silent = (lambda card: 0, False)
"""Prefers the first stack in reading order."""


def shop_line(act: ast.ShopAct, context: CompileContext) -> tuple[Option, ...]:
    """Compile a line that buys the first possible of its cards, or from its stacks.

    Raises :class:`CannotDo` for what no Shop does.
    """
    if act.cards is not None:
        return tuple(_shop_for(cards, context) for cards in act.cards.options)
    assert act.stacks is not None
    place = context.lower.place(replace(act.stacks, first=False), fewest=True)
    sale = ForSale(place, None, "payable", says="its top card", status="cannot-pay")
    if context.rulings.choice("A-afford" if act.stacks.first else "A-fewest") == "there":
        return (_if_payable(act, sale, best_on_sale(sale.on("allowed"), *_FIRST)),)
    return (_buying(sale, best_on_sale(sale, *_FIRST)),)


def _shop_for(cards: ast.Cards, context: CompileContext) -> Option:
    """Return the option to Purchase the best card that can be paid for, or of all (A-afford)."""
    only_says(cards, {"number", "extreme", "ties", "available", "place"}, "a Shop")
    place = context.lower.place(cards.place, fewest=True) if cards.place else _ANY_STACK
    sale = ForSale(place, context.kinds(cards), "payable", status="cannot-pay")
    order = ast.Cards(names=cards.names, extreme=cards.extreme, ties=cards.ties, side=cards.side)
    best_of_all = context.rulings.choice("A-afford") == "there"
    if best_of_all and cards.extreme is not None and not cards.available:
        return _if_payable(cards, sale, best_on_sale(sale.on("allowed"), *preference(order)))
    return _buying(sale, best_on_sale(sale, *preference(order)))


def _if_payable(
    key: Hashable, sale: ForSale, stack: Callable[[Table, Seat], MarketStack | None]
) -> Option:
    """Return the option to buy from the stack found of all there, if it can pay (A-afford)."""
    payable = on_sale(sale)

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        top = stack(table, seat)
        return (shop_from(top, seat), None) if top and top in payable(table, seat) else None

    def test(table: Table, seat: Seat) -> bool:
        return choose(table, seat) is not None

    needs = Opaque((key, sale), test, sale, says=sale.says, status=sale.status)
    return Option(needs, choose)


def _buying(sale: ForSale, stack: Callable[[Table, Seat], MarketStack | None]) -> Option:
    """Return the option to buy from the stack found now."""

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        top = stack(table, seat)
        return None if top is None else (shop_from(top, seat), None)

    return Option(sale, choose, stack=stack)
