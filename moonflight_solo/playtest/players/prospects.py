"""What a seat's hand is likely to score, now or at an End to come."""

from __future__ import annotations

from itertools import chain

from moonflight_solo.rules.state import Card, Seat, Table


def own_cards(seat: Seat) -> list[Card]:
    """Return all cards that come to a seat's hand some time. Which they are can be counted."""
    settled = chain.from_iterable(placed.settled for placed in seat.in_play)
    in_play = (placed.card for placed in seat.in_play)
    return [*seat.hand, *seat.draw_deck, *seat.discard_stack, *in_play, *settled]


def expected_score(seat: Seat) -> float:
    """Return about what a seat's hand would score if the End came soon."""
    return _drawn([card.score for card in own_cards(seat)], seat.hand_limit())


def final_score(table: Table, seat: Seat) -> float:
    """Return about what a seat's hand was likely to score at the End that has come, if one has.

    Cards still in play and Settled are too late for it. Without an End it is what the hand would
    score if one came soon, before the Turn with the ends that are down then.
    """
    if table.ended_by:
        cards = [*seat.hand, *seat.draw_deck, *seat.discard_stack]
        return _drawn([card.score for card in cards], seat.hand_limit())
    if table.turned:
        return expected_score(seat)
    return _drawn([card.flipped.score for card in own_cards(seat)], seat.hand_limit())


def cards_too_many(seat: Seat) -> int:
    """Return how many cards the seat has to get rid of, at least, before it brings the End."""
    return max(0, len(own_cards(seat)) - seat.hand_limit())


def _drawn(scores: list[int], limit: int) -> float:
    """Return the score of a hand of which the best card is kept and the others come by chance."""
    if len(scores) <= limit:
        return float(sum(scores))
    best = max(scores)
    return best + (sum(scores) - best) * (limit - 1) / (len(scores) - 1)
