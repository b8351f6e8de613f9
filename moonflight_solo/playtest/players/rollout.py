"""A game played on from a copy of the table, with what a seat cannot see dealt as it might lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from random import Random

from moonflight_solo.rules.acts import Build, Pass, Shop, Spend
from moonflight_solo.rules.game import action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Card, GameCards, Placed, Player, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

RolloutPolicy = Callable[[], Player]
"""Makes a player who acts quickly, by rule: one for each game played on."""

ROUNDS = 1
"""How many Resets are looked ahead: what lies on the table then is valued."""

ROUNDS_FAR = 12
"""How many are to see further, and where nobody else plays: most games come to the End before."""


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


# ----------------------------------------------------------------------- dealing what is hidden


def determinize(table: Table, seat: Seat, rng: Random) -> None:
    """Deal all that ``seat`` cannot see anew on ``table``, which should be a copy.

    Which cards each player owns can be counted: all that they bought, drew and lost was seen by
    everyone. So only the order of one's own Draw Deck is unknown, what of another's cards is in
    hand, in the Draw Deck or Settled, and the order of each Supply Stack. What comes of it depends
    on nothing but what can be known and on ``rng``.
    """
    lot = rng.random
    for places in hidden_places(table, seat, mixes(table.cards)):
        cards = sorted((card for place in places for card in place), key=_name)
        cards.sort(key=lambda _card: lot())
        for place in places:
            place[:] = cards[: len(place)]
            del cards[: len(place)]


_name = attrgetter("name")


def hidden_places(table: Table, seat: Seat, mixed: bool) -> Iterator[list[list[Card]]]:
    """Yield the places whose cards ``seat`` knows together, but not which of them lies where.

    ``mixed``: a card of the game moves cards unseen out of a Supply Stack or into it, so that its
    owner's cards and those of the Supply Stack cannot be told apart.
    """
    for other in table.seats:
        places = [other.draw_deck]
        if other is not seat:
            places += [other.hand, *(p.settled for p in other.in_play if not p.foreign)]
        if mixed:
            yield [*places, other.supply]
        else:
            yield places
            yield [other.supply]


@lru_cache(maxsize=256)
def mixes(cards: GameCards) -> bool:
    """Return whether any card of a game moves cards unseen to or from a Supply Stack.

    Deal lays them open, so it does not.
    """
    return any(
        effect.verb != "deal"
        and any(
            place is not None and "supply stack" in place.zones
            for place in (effect.cards.place, effect.destination)
        )
        for card in [*cards.kinds, *(each.flipped for each in cards.kinds)]
        for effect in nodes_of(card.meaning.effects, ast.Instruct)
    )


# ----------------------------------------------------------------------------- playing on


def play_out(table: Table, seat: Seat, act: Act, rounds: int = ROUNDS) -> None:
    """Let ``seat`` take ``act`` now and all play on for so many rounds, or to the End.

    How many have passed just before is not known; they are asked again.
    """
    act.perform(table, seat)
    table.acting = (seat.number + 1) % len(table.seats)
    table.passes, table.acted = int(isinstance(act, Pass)), 1
    for _ in range(rounds):
        action(table)
        reset(table)
        if table.ended_by:
            return
