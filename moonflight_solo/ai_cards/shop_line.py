"""Lines that Shop: for which card, or from which Market Stack."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import AimedAct, CompileContext, Option
from moonflight_solo.ai_cards.targeting import picker
from moonflight_solo.rules.acts import Shop
from moonflight_solo.rules.requirements.evaluation import on_sale
from moonflight_solo.rules.requirements.requirement import ForSale, Opaque
from moonflight_solo.rules.requirements.selectors import only_says
from moonflight_solo.rules.state import MarketStack, Seat, Table
from moonflight_solo.wording import ast

_ANY_STACK = ast.Place(("market stack",), "target")


def shop_line(act: ast.ShopAct, context: CompileContext) -> tuple[Option, ...]:
    """Compile a line that buys the first possible of its cards, or from its stacks.

    Raises :class:`CannotDo` for what no Shop does.
    """
    if act.cards is not None:
        return tuple(_shop_for(cards, context) for cards in act.cards.options)
    assert act.stacks is not None
    place = context.lower.place(replace(act.stacks, first=False), fewest=True)
    sale = ForSale(place, None, "payable", says="its top card", status="cannot-pay")
    sellers = on_sale(sale)

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        """Take the first stack that can be paid for, of those with the fewest cards."""
        found = sellers(table, seat)
        return (Shop((found[0],)), None) if found else None

    if act.stacks.first and context.rulings.choice("A-afford") == "there":
        return (_if_payable(act, sale, lambda stacks: stacks[0]),)
    return (Option(sale, choose),)


def _if_payable(
    said: Hashable, sale: ForSale, pick: Callable[[Sequence[MarketStack]], MarketStack]
) -> Option:
    """Return the option to buy what is picked of all there, if it can be paid for (A-afford)."""
    shown, payable = on_sale(sale.on("allowed")), on_sale(sale)

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        there = shown(table, seat)
        if not there or (stack := pick(there)) not in payable(table, seat):
            return None
        return Shop((stack,)), None

    def test(table: Table, seat: Seat) -> bool:
        return choose(table, seat) is not None

    needs = Opaque((said, sale), test, sale, says=sale.says, status=sale.status)
    return Option(needs, choose)


def _shop_for(cards: ast.Cards, context: CompileContext) -> Option:
    only_says(cards, {"number", "extreme", "ties", "available", "place"}, "a Shop")
    place = context.lower.place(cards.place, fewest=True) if cards.place else _ANY_STACK
    sale = ForSale(place, context.kinds(cards), "payable", status="cannot-pay")
    sellers = on_sale(sale)
    # Sellers are filtered already, so only a name or superlative picks.
    said = ast.Cards(names=cards.names, extreme=cards.extreme, ties=cards.ties, side=cards.side)
    pick = picker(said, sale.kinds)

    there = context.rulings.choice("A-afford") == "there"
    if there and cards.extreme is not None and not cards.available:

        def best(stacks: Sequence[MarketStack]) -> MarketStack:
            tops = [stack.cards[-1] for stack in stacks]
            card = pick(tops)
            return stacks[0 if card is None else tops.index(card)]

        return _if_payable(cards, sale, best)

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        stacks = sellers(table, seat)
        if not stacks:
            return None
        tops = [stack.cards[-1] for stack in stacks]
        card = pick(tops)
        return None if card is None else (Shop((stacks[tops.index(card)],)), None)

    return Option(sale, choose)
