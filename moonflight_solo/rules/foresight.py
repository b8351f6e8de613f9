"""What is certain to come of an act, found by trying it on a copy of the table.

Nothing is told that rests on cards nobody has seen: an act that asks anyone, or looks into a Draw
Deck, has no certain outcome.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from moonflight_solo.rules.acts import Play, Spend
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.state import Act, Card, Event, Question, Seat, Table
from moonflight_solo.values import Value

OWN: Final = ("play", "spend", "choice", "triggered")
"""What happens as part of an act itself."""


class Foreseen(Value):
    """What is certain to come of an act: so many coin tokens and nothing else, or nothing at all.

    ``lost`` are cards that it Trashes from hand without leaving a choice.
    """

    coins: int = 0
    nothing: bool = False
    lost: tuple[Card, ...] = ()


class _Asked(Exception):
    """Somebody has to decide."""


class _NoLot(Random):
    """Shuffles, which is told, but casts no lots: what comes of one is not certain."""

    def randrange(self, *_args: Any, **_kwargs: Any) -> int:
        raise _Asked


class _Nobody:
    """Answers nothing; in which order cards go is no matter here."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise _Asked

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if question.ask == "order":
            return range(len(question.items))
        raise _Asked


def foreseen(act: Act, table: Table, seat: Seat) -> Foreseen:
    """Return what is certain to come of an act that can be taken now."""
    if isinstance(act, Play):
        says = act.card.resolve is not None
    elif isinstance(act, Spend):
        says = True
    else:
        return Foreseen()
    heard: list[Event] = []
    copy = table.copied([_Nobody()] * len(table.seats), _NoLot(0))
    copy.listener = heard.append
    here = copy.seats[seat.number]
    try:
        parse_act(notation(act, table, seat), copy, here).perform(copy, here)
    except _Asked:
        return Foreseen()
    told = [event for event in heard if event.kind not in OWN]
    unseen = any(event.kind in ("draw", "shuffle") for event in told)
    lost = [card for event in told if _loses(event, seat) and not unseen for card in event.cards]
    if any(event.kind != "gain" or event.seat != seat.number for event in told):
        return Foreseen(lost=tuple(lost))
    coins = sum(event.number for event in told)
    return Foreseen(coins, nothing=says and not coins)


def _loses(event: Event, seat: Seat) -> bool:
    return event.kind == "trash" and event.source == "hand" and event.seat == seat.number
