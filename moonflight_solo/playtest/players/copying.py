"""An act carried over to a copied table."""

from __future__ import annotations

from moonflight_solo.rules.acts import Build, Shop, Spend
from moonflight_solo.rules.state import Act, Placed, Seat


def moved(act: Act, seat: Seat, there: Seat) -> Act:
    """Return ``act`` of ``seat`` as the act of the same seat on a copied table."""
    if isinstance(act, Spend):
        return Spend(_same(act.placed, seat, there), act.ability, act.cards)
    if isinstance(act, Shop):
        return Shop(tuple([there.stacks[seat.stacks.index(stack)] for stack in act.stacks]))
    if isinstance(act, Build):
        return Build(tuple([(card, _same(onto, seat, there)) for card, onto in act.pairs]))
    return act


def _same(placed: Placed, seat: Seat, there: Seat) -> Placed:
    if placed is seat.character:
        return there.character
    return there.in_play[seat.in_play.index(placed)]
