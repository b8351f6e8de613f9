"""Rollouts from a copy of the table, with everything hidden from a seat dealt at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from operator import attrgetter
from random import Random

from moonflight_solo.rules.acts import Pass
from moonflight_solo.rules.game import action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Card, GameCards, Player, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

RolloutPolicy = Callable[[], Player]
"""Creates a fast rule-based player for one rollout."""

ROUNDS = 1
"""Rounds per rollout; the table is valued after their Resets."""

ROUNDS_FAR = 12
"""Rounds for a deep rollout, or when playing alone: most games end earlier."""


# ----------------------------------------------------------------------- redealing hidden cards


def determinize(table: Table, seat: Seat, rng: Random) -> None:
    """Redeal everything that ``seat`` cannot see on ``table``, which should be a copy.

    Which cards each player owns is public, because all that they bought, drew and lost was seen.
    Unknown are the order of one's own Draw Deck, which of another's cards are in hand, in the Draw
    Deck or Settled, and the order of each Supply Stack. The result depends only on public
    information and ``rng``.
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
    """Yield groups of places whose combined cards ``seat`` knows, but not which lies where.

    ``mixed`` says that a card in the game moves cards unseen to or from a Supply Stack, so that
    these cannot be told apart from the owner's other cards.
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
    """Return whether any card in the game moves cards unseen to or from a Supply Stack.

    Deal does not count, because it turns them face up.
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
    """Perform ``act``, then play on for this many rounds or to the End.

    The number of passes before the act is unknown, so it is reset.
    """
    act.perform(table, seat)
    table.acting = (seat.number + 1) % len(table.seats)
    table.passes, table.acted = int(isinstance(act, Pass)), 1
    for _ in range(rounds):
        action(table)
        reset(table)
        if table.ended_by:
            return
