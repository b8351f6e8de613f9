"""A game played out on a copy of the table, with what a seat cannot see dealt as it might lie."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import erf
from random import Random

from moonflight_solo.playtest.players.evaluate import cards_too_many, final_score
from moonflight_solo.rules.acts import Build, Pass, Shop, Spend
from moonflight_solo.rules.game import action
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Card, GameCards, Placed, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

ROUNDS = 12
"""How many Resets are looked ahead at most; most games come to the End before."""

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
    for places in hidden_places(table, seat, mixes(table.cards)):
        cards = sorted((card for place in places for card in place), key=lambda card: card.name)
        rng.shuffle(cards)
        for place in places:
            place[:] = cards[: len(place)]
            del cards[: len(place)]


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


# -------------------------------------------------------------------------- playing to the End


def play_out(table: Table, seat: Seat, act: Act) -> None:
    """Let ``seat`` take ``act`` now and all play on to the End, for :data:`ROUNDS` at most.

    How many have passed just before is not known; they are asked again.
    """
    act.perform(table, seat)
    table.acting = (seat.number + 1) % len(table.seats)
    table.passes, table.acted = int(isinstance(act, Pass)), 1
    for _ in range(ROUNDS):
        action(table)
        reset(table)
        if table.ended_by:
            return


def win_estimate(table: Table, seat: Seat) -> float:
    """Return what the table is worth to ``seat``, from 0 to 1: about how likely it is to win.

    It is the scores to expect that count, not what the last cards drawn happened to score: that
    is chance, and would take many more games to even out. Without an End a lead counts less.
    """
    scores = [final_score(table, each) for each in table.seats]
    others = [score for number, score in enumerate(scores) if number != seat.number]
    if others:
        lead = (scores[seat.number] - max(others)) / POINTS
    else:
        lead = (scores[0] - ALONE) / (2 * POINTS)
    return 0.5 + 0.5 * erf(lead) * _certainty(table)


def _certainty(table: Table) -> float:
    """Return how much a lead counts: all at the End, less if the End is still far."""
    if table.ended_by:
        return 1.0
    return CERTAIN - A_CARD * min(FAR, *(cards_too_many(each) for each in table.seats))
