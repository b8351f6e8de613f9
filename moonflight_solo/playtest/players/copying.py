"""A table copied, so that a player can try things out on it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from moonflight_solo.rules.acts import Act, Build, Shop, Spend
from moonflight_solo.rules.players import Player
from moonflight_solo.rules.table import Placed, Seat, Table
from moonflight_solo.scoremode import ScoreMode


def copied(table: Table, players: Sequence[Player], decks: Random) -> Table:
    """Return a table that lies as ``table`` does, for ``players`` and with ``decks`` to shuffle by.

    Cards never change and are shared; everything that does is new. Nobody listens. The tokens of
    Score Mode come along.
    """
    new = Table(
        table.catalogue,
        [seat.copied() for seat in table.seats],
        [stack.copied() for stack in table.generic],
        players,
        decks,
    )
    new.go_on_from(table)
    mode = score_mode(table)
    if mode is not None:
        tokens = ScoreMode(new)
        tokens.turn, tokens.end = mode.turn, mode.end
        new.before_market = tokens.before_market
    return new


def score_mode(table: Table) -> ScoreMode | None:
    """Return the tokens of a table in Score Mode, ``None`` for any other table."""
    mode = getattr(table.before_market, "__self__", None)
    return mode if isinstance(mode, ScoreMode) else None


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
