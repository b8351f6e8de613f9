"""Predict the certain outcome of an act by trying it on a copy of the table.

Predictions never use cards nobody has seen: an act that asks a player anything, or looks into a
Draw Deck, has no certain outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from moonflight_solo.rules.acts import Play, Spend
from moonflight_solo.rules.scripted import GameStop, Stopping
from moonflight_solo.rules.state import Act, Card, Event, Question, Seat, Table
from moonflight_solo.values import Value

OWN: Final = ("play", "spend", "choice", "triggered")
"""Events that are part of the act itself."""
FACE_UP: Final = ("discard stack", "trash stack")
"""Where anybody sees which card is taken."""


class Foreseen(Value):
    """The certain outcome of an act: only ``coins`` gained, or ``nothing`` at all.

    Both are unset if the outcome is more than that or uncertain. ``lost`` are cards that the act
    Trashes from hand without a choice, ``taken`` those it takes from Stacks in sight, if that is
    all it does.
    """

    coins: int = 0
    nothing: bool = False
    lost: tuple[Card, ...] = ()
    taken: tuple[Card, ...] = ()


class _NoLot(Random):
    """A source of randomness for shuffles, which are events, but not for random picks."""

    def randrange(self, *_args: Any, **_kwargs: Any) -> int:
        raise GameStop


class _Nobody(Stopping):
    """A player that answers nothing but the order of cards, which does not matter here."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if question.ask == "order":
            return range(len(question.items))
        return super().choose(table, seat, question)


def foreseen(act: Act, table: Table, seat: Seat) -> Foreseen:
    """Return the certain outcome of a legal act, as far as no card is drawn or answer asked for."""
    if isinstance(act, Play):
        says = act.card.resolve is not None
    elif isinstance(act, Spend):
        says = True
    else:
        return Foreseen()
    events: list[Event] = []
    copy = table.copy([_Nobody()] * len(table.seats), _NoLot(0))
    copy.listener = events.append
    seat_there = copy.seats[seat.number]
    try:
        act.perform(copy, seat_there)
    except GameStop:
        return Foreseen()
    news = [event for event in events if event.kind not in OWN]
    unseen = any(event.kind in ("draw", "shuffle") for event in news)
    losses = [event for event in news if (event.kind, event.source) == ("trash", "hand")]
    mine = [event for event in losses if event.seat == seat.number and not unseen]
    loss = [card for event in mine for card in event.cards]
    if any(event.kind != "gain" or event.seat != seat.number for event in news):
        in_sight = all(event.source in FACE_UP and event.seat == seat.number for event in news)
        gain = [card for event in news for card in event.cards if in_sight]
        return Foreseen(lost=tuple(loss), taken=tuple(gain))
    coins = sum(event.number for event in news)
    return Foreseen(coins, nothing=says and not coins)
