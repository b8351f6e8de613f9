"""What a table is worth to a seat: about how likely it is to win, from what lies there.

A game played out need not come to its End to be valued: a round is enough. Before the Turn the
weights are fitted to games between searching players (``tools/fit_value.py``). They know no card:
only how good a hand a seat's cards can come to, how many there are, and how much their texts Trash
and gain.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, exp

from moonflight_solo.playtest.players.evaluate import (
    FORESEEN,
    cards_too_many,
    final_score,
    own_cards,
)
from moonflight_solo.rules.state import HAND_LIMIT, Card, Seat, Table
from moonflight_solo.wording import ast

WEIGHTS = (0.44, -0.276, 2.87, 2.7)
"""What the four :func:`features` of a seat's cards before the Turn add to its odds (their log)."""

POINTS = 2.8
"""A lead of so many points is nearly as good as a bigger one."""

CERTAIN = 0.9
"""What a lead counts without an End, if the End is as near as can be."""

A_CARD = 0.02
"""How much less it counts for each card that a player has to get rid of for the End."""

FAR = 20
"""More cards than these make no difference to how far the End is."""

ALONE = 6.0
"""What a seat alone is measured against: a middling score."""

MANY = 4.0
"""A card counts as Trashing so many at most, and "any number" as one fewer."""


def win_estimate(table: Table, seat: Seat) -> float:
    """Return what the table is worth to ``seat``, from 0 to 1: about how likely it is to win.

    It is the scores to expect that count, not what the last cards drawn happened to score: that
    is chance, and would take many more games to even out. Without an End a lead counts less.
    """
    others = [other for other in table.seats if other is not seat]
    if not others:
        lead = (final_score(table, seat) - ALONE) / (2 * POINTS)
    elif table.turned or table.ended_by:
        best = max([final_score(table, other) for other in others])
        lead = (final_score(table, seat) - best) / POINTS
    else:
        ahead = promise(seat) - max([promise(other) for other in others])
        return 1 / (1 + exp(-ahead))
    return 0.5 + 0.5 * erf(lead) * _certainty(table)


def _certainty(table: Table) -> float:
    """Return how much a lead counts: all at the End, less if the End is still far."""
    if table.ended_by:
        return 1.0
    return CERTAIN - A_CARD * min(FAR, *[cards_too_many(each) for each in table.seats])


def promise(seat: Seat) -> float:
    """Return how well a seat's cards promise to do, before the Turn; only differences count."""
    return sum([weight * each for weight, each in zip(WEIGHTS, features(seat), strict=True)])


def features(seat: Seat) -> tuple[float, float, float, float]:
    """Return what is told by a seat's cards before the Turn, which can be counted by everyone.

    The score of the best hand among them after the Turn; how many they are; how many cards one of
    them Trashes on average after it; and how many coin tokens one of them gains before.
    """
    cards = own_cards(seat)
    scores, trashed, gained = [], 0.0, 0.0
    for card in cards:
        later = card.flipped
        scores.append(later.score)
        trashed += _trashes(later)
        gained += _gains(card)
    scores.sort()
    number = len(cards) or 1
    return sum(scores[-HAND_LIMIT:]), len(cards), trashed / number, gained / number


@lru_cache(maxsize=2048)
def _trashes(card: Card) -> float:
    return _trashed(card.meaning.effects)


@lru_cache(maxsize=2048)
def _gains(card: Card) -> float:
    return _gained(card.meaning.effects)


def _trashed(effects: Sequence[ast.Effect]) -> float:
    """Return about how many cards following the effects Trashes."""
    total = 0.0
    for effect in effects:
        if isinstance(effect, ast.Instruct) and effect.verb == "trash":
            number = effect.cards.number
            cards = min(MANY, number) if isinstance(number, int) else MANY - 1
            total += cards if effect.who in ("you", "each player") else -cards
        elif isinstance(effect, ast.If | ast.Spend | ast.When):
            total += FORESEEN * _trashed(effect.effects)
    return total


def _gained(effects: Sequence[ast.Effect]) -> float:
    """Return about how many coin tokens following the effects gains."""
    total = 0.0
    for effect in effects:
        if isinstance(effect, ast.Gain):
            amount = effect.amount
            coins = amount if isinstance(amount, int) else 2 * amount.number
            total += -coins if effect.who == "each opponent" else coins
        elif isinstance(effect, ast.If | ast.Spend | ast.When):
            total += FORESEEN * _gained(effect.effects)
    return total
