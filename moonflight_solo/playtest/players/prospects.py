"""What a seat's hand is likely to score, now or at an End to come."""

from __future__ import annotations

from itertools import chain
from math import fsum

from moonflight_solo.playtest.players.engines import engine
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.table import COINS_KEPT, MARKET_STACKS, Seat, Table

POINTS_FOR_A_COIN = 0.08
"""How many points a coin token that is earned some time comes to."""


def own_cards(seat: Seat) -> list[Card]:
    """Return all cards that come to a seat's hand some time. Which they are can be counted."""
    settled = chain.from_iterable(placed.settled for placed in seat.in_play)
    in_play = (placed.card for placed in seat.in_play)
    return [*seat.hand, *seat.draw_deck, *seat.discard_stack, *in_play, *settled]


def expected_score(seat: Seat) -> float:
    """Return about what a seat's hand would score if the End came soon.

    The best card is kept in hand, the others are drawn as they come.
    """
    return _drawn([card.score for card in own_cards(seat)], seat.hand_limit())


def prospect(table: Table, seat: Seat) -> float:
    """Return about what a seat's hand will score at an End that comes later, after the Turn.

    Half as the cards come, half as if all but the best had been got rid of by then. Until the
    Turn, what its cards will earn counts too, as points can be bought for it.
    """
    cards, limit = own_cards(seat), seat.hand_limit()
    scores = [card.score if table.turned else card.flipped.score for card in cards]
    scores.sort(reverse=True)
    points = 0.5 * _drawn(scores, limit) + 0.5 * sum(scores[:limit])
    if table.turned or not cards:
        return points
    rounds = min(len(each.supply) for each in table.seats) / MARKET_STACKS
    a_card = fsum(engine(card, False) for card in cards) / len(cards)
    coins = rounds * min(limit, len(cards)) * a_card + min(seat.coins, COINS_KEPT)
    return points + POINTS_FOR_A_COIN * coins


def _drawn(scores: list[int], limit: int) -> float:
    if len(scores) <= limit:
        return float(sum(scores))
    best = max(scores)
    return best + (sum(scores) - best) * (limit - 1) / (len(scores) - 1)
