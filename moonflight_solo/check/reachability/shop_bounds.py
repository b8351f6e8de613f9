"""When a line that Shops can be followed, as a statement about counts."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.check.reachability.count_model import World
from moonflight_solo.check.reachability.solver import FALSE, And, Formula, Or
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.wording import ast


def shopped(act: ast.ShopAct, world: World) -> Formula:
    """Return when a line can buy one of its cards, or from one of its stacks.

    ``ai_cards/shop_line.py``; what is barred or too dear is not among what can be bought.
    """
    if act.stacks is not None:
        return _from(act.stacks, world)
    assert act.cards is not None
    return Or(tuple(world.buyable(world.meant(cards)) for cards in act.cards.options))


def _from(place: ast.Place, world: World) -> Formula:
    """Return when the top of one of several Market Stacks can be bought.

    Of those with the fewest cards, none can be bought from if one of them all is empty.
    """
    jack = _suit_of(place, world)
    some = world.buyable(on_top(place, world))
    if jack is None or world.strays:
        return world.fact(("shop from", place), needs=some)
    if not place.fewest:
        return some
    none_empty = world.empty(jack, 0, 0)
    own = jack == world.scope.jack
    all_of_them = world.buyable(on_top(place, world), MARKET_STACKS) if own else FALSE
    return world.fact(
        ("shop from", place),
        needs=And((none_empty, some)),
        enough=And((none_empty, all_of_them)),
    )


def _suit_of(place: ast.Place, world: World) -> str | None:
    """Return the Jack whose Market Stacks are meant, if they are one Jack's."""
    suit = place.suit
    if suit is None:
        return world.scope.jack if place.owner == "your" and not world.strays else None
    if suit.whose == "named":
        return world.scope.names.suit(suit.name)
    return world.scope.jack if suit.whose == "your" else None


def on_top(place: ast.Place, world: World) -> Sequence[Card]:
    """Return the cards that may lie on top of the stacks meant."""
    if world.strays:
        return world.sold
    jack = _suit_of(place, world)
    if jack is not None:
        return [card for card in world.sold if card.suit == jack]
    if place.suit is not None:
        return [card for card in world.sold if card.suit not in (None, world.scope.jack)]
    return world.sold
