"""What a table is worth to a seat: about how likely it is to win, from what lies there.

A game played on need not come to its End to be valued: a round is enough. Before the Turn it is
weighed what the texts of a seat's cards do; no card is known. How the weights were found is told
in ``docs/speed.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, exp

from moonflight_solo.playtest.players.evaluate import (
    FORESEEN,
    cards_too_many,
    drawn,
    final_score,
    own_cards,
)
from moonflight_solo.rules.state import HAND_LIMIT, Card, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS

WEIGHTS = {
    "hand": 0.067,
    "best hand": 0.22,
    "cards": -0.138,
    "gained": 1.78,
    "gained later": -0.047,
    "brought": 0.27,
    "brought later": 0.88,
    "trashed": 2.07,
    "trashed later": 1.43,
}
"""What each of the :func:`features` of a seat before the Turn adds to its odds (their log)."""

_WEIGHTS = tuple(WEIGHTS.values())

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

MANY = 3.0
"""How many cards "any number" or "all" counts as."""


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
    return sum([weight * each for weight, each in zip(_WEIGHTS, features(seat), strict=True)])


def features(seat: Seat) -> tuple[float, ...]:
    """Return what is told by a seat's cards before the Turn, which can be counted by everyone.

    In the order of :data:`WEIGHTS`: what a hand of them will score after the Turn, and the best
    one; how many they are; the coin tokens that a card gains on average, and all together later;
    how many cards they play, Purchase or Move, and a card later on average; and how many a card
    Trashes, now and later.
    """
    cards = own_cards(seat)
    if not cards:
        return (0.0,) * len(WEIGHTS)
    number = len(cards)
    told = zip(*map(_told, cards), strict=True)
    scores, gained, gained_later, brought, brought_later, trashed, trashed_later = told
    return (
        drawn(scores, HAND_LIMIT),
        sum(sorted(scores)[-HAND_LIMIT:]),
        number,
        sum(gained) / number,
        sum(gained_later),
        sum(brought),
        sum(brought_later) / number,
        sum(trashed) / number,
        sum(trashed_later) / number,
    )


@lru_cache(maxsize=2048)
def _told(card: Card) -> tuple[float, ...]:
    """Return what a card tells, its score after the Turn first, see :func:`features`."""
    now, later = card.meaning.effects, card.flipped.meaning.effects
    bring: tuple[ast.Verb, ...] = ("play", "purchase", "move")
    return (
        card.flipped.score,
        _gained(now),
        _gained(later),
        _moved(now, bring),
        _moved(later, bring),
        _moved(now, ("trash",)),
        _moved(later, ("trash",)),
    )


def _moved(effects: Sequence[ast.Effect], verbs: Sequence[ast.Verb]) -> float:
    """Return about to how many cards following the effects does one of the ``verbs``."""
    total = 0.0
    for effect in effects:
        if isinstance(effect, ast.Instruct) and effect.verb in verbs:
            number = effect.cards.number
            cards = number if isinstance(number, int) else MANY
            total += cards if effect.who in ("you", "each player") else -cards
        elif isinstance(effect, ast.If | ast.Spend | ast.When):
            total += FORESEEN * _moved(effect.effects, verbs)
    return total


def _gained(effects: Sequence[ast.Effect]) -> float:
    """Return about how many coin tokens following the effects gains."""
    total = 0.0
    for effect in effects:
        if isinstance(effect, ast.Gain):
            amount = effect.amount
            each = amount.number if isinstance(amount, ast.Per) else 1
            coins = (amount if isinstance(amount, int) else 2 * each) * KEYWORDS[effect.verb].worth
            total += -coins if effect.who == "each opponent" else coins
        elif isinstance(effect, ast.If | ast.Spend | ast.When):
            total += FORESEEN * _gained(effect.effects)
    return total
