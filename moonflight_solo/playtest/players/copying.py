"""A table copied, so that a player can try things out on it."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from random import Random

from moonflight_solo.rules.acts import Act, Build, Shop, Spend
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.players import Player
from moonflight_solo.rules.table import MarketStack, Placed, Seat, Table
from moonflight_solo.scoremode import ScoreMode

# Every list of cards of a seat, whichever there are.
_LISTS = tuple(
    name
    for name in Seat.__slots__
    if isinstance(getattr(Seat(0, "", Card("")), name), list) and name != "in_play"
)


def copied(table: Table, players: Sequence[Player], decks: Random) -> Table:
    """Return a table that lies as ``table`` does, for ``players`` and with ``decks`` to shuffle by.

    Cards never change and are shared; everything that does is new. Nobody listens. The tokens of
    Score Mode come along.
    """
    new = copy(table)
    new.players = tuple(players)
    new.decks = decks
    new.listener = None
    stacks: dict[MarketStack, MarketStack] = {}
    new.generic = tuple(_stack(stack, stacks) for stack in table.generic)
    new.seats = tuple(_seat(seat, stacks) for seat in table.seats)
    for seat, old in zip(new.seats, table.seats, strict=True):
        seat.stacks = tuple([stacks[stack] for stack in old.stacks])
        seat.by_suit = {
            suit: tuple([stacks[stack] for stack in named]) for suit, named in old.by_suit.items()
        }
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


def _stack(old: MarketStack, stacks: dict[MarketStack, MarketStack]) -> MarketStack:
    new = stacks[old] = MarketStack(old.cards, old.suit, old.owner, old.name)
    return new


def _seat(old: Seat, stacks: dict[MarketStack, MarketStack]) -> Seat:
    new = copy(old)
    for name in _LISTS:
        setattr(new, name, getattr(old, name).copy())
    new.character = Placed(old.character.card)
    new.in_play = [Placed(placed.card, placed.settled) for placed in old.in_play]
    first, second, third = old.market
    new.market = (_stack(first, stacks), _stack(second, stacks), _stack(third, stacks))
    return new


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
