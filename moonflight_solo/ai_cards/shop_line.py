"""Lines that Shop: for a card by its description, or from one of several stacks."""

from __future__ import annotations

from moonflight_solo.ai_cards.context import CompileContext, CompiledAct, Decision
from moonflight_solo.ai_cards.targeting import picker
from moonflight_solo.rules.acts import Shop
from moonflight_solo.rules.requirement import ForSale, on_sale
from moonflight_solo.rules.selectors import CannotDo, only_says
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.wording import ast

_ANY_STACK = ast.Place(("market stack",), "target")


def shop_line(act: ast.ShopAct, context: CompileContext) -> CompiledAct:
    """Return a line that buys the first possible of its cards, or from its stacks.

    Raises :class:`CannotDo` for what no Shop does.
    """
    if act.stacks is not None:
        return _shop_from(act.stacks, context)
    assert act.cards is not None
    for cards in act.cards.options:
        only_says(cards, {"number", "extreme", "available"}, "a Shop")
        if cards.number not in (None, 1):
            raise CannotDo("a line Shops for one card")
    sales = [
        ForSale(_ANY_STACK, context.kinds(cards), "payable", status="cannot-pay")
        for cards in act.cards.options
    ]
    # Only such cards are for sale: the pick goes by the name or superlative alone.
    options = [
        (on_sale(sale), picker(ast.Cards(names=cards.names, extreme=cards.extreme), sale.kinds))
        for sale, cards in zip(sales, act.cards.options, strict=True)
    ]

    def choose(table: Table, seat: Seat) -> Decision | None:
        for sellers, pick in options:
            stacks = sellers(table, seat)
            if stacks:
                tops = [stack.cards[-1] for stack in stacks]
                card = pick(tops)
                if card is not None:
                    return Shop((stacks[tops.index(card)],)), None
        return None

    return CompiledAct(tuple(sales), choose)


def _shop_from(stacks: ast.Place, context: CompileContext) -> CompiledAct:
    """Return a Shop from one of several stacks; of those with the fewest, the first payable."""
    place = context.lower.place(stacks, fewest=True)
    sale = ForSale(place, None, "payable", says="its top card", status="cannot-pay")
    sellers = on_sale(sale)

    def choose(table: Table, seat: Seat) -> Decision | None:
        found = sellers(table, seat)
        return (Shop((found[0],)), None) if found else None

    return CompiledAct((sale,), choose)
