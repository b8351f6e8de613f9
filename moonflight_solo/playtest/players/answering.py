"""The answer to a question that is worth most now, by a plain judgement."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.playtest.players.evaluate import POINT, Judge
from moonflight_solo.rules.state import Card, MarketStack, Question, Seat, Table
from moonflight_solo.scoremode import TURN


def answer(table: Table, seat: Seat, question: Question) -> Sequence[int]:
    """Return the indexes of the items that are worth most; no more of them than is good."""
    judge = Judge(table, seat)
    worths = _worths(judge, table, seat, question)
    order = sorted(range(len(worths)), key=lambda index: -worths[index])
    if question.ask == "order":
        return order[::-1]  # the best last, so that it lies on top
    good = sum(1 for worth in worths if worth > 0)
    number = min(max(question.least, good), question.most, len(order))
    return order[:number]


def _worths(judge: Judge, table: Table, seat: Seat, question: Question) -> list[float]:
    ask, items = question.ask, question.items
    if ask == "token":
        return [1.0 if item == TURN else 0.5 for item in items]
    if ask == "player":
        own = 1.0 if question.verb in ("draw", "gain", "play", "purchase") else -1.0
        return [own if other is seat else 0.0 for other in items]
    if ask == "deal":
        return [-len(stack.cards) for stack in items]
    if ask == "to":
        return [_stack_worth(stack, seat) for stack in items]
    if ask == "onto":
        return [judge.engine(placed.card) for placed in items]
    if ask == "cover":
        return [_cover_worth(judge, table, seat, *item) for item in items]
    found = []
    for index, card in enumerate(question.cards):
        assert card is not None
        if ask == "retain":
            found.append(judge.hold(card) - judge.next_card())
        elif ask == "order":
            found.append(judge.hold(card))
        else:
            own = not question.owners or question.owners[index] == seat.number
            zone = question.zones[index] if question.zones else "hand"
            found.append(judge.deed(ask, card, own, zone))
    return found


def _stack_worth(stack: MarketStack, seat: Seat) -> float:
    return 1.0 if stack.owner == seat.number else 0.0


def _cover_worth(judge: Judge, table: Table, seat: Seat, card: Card, stack: MarketStack) -> float:
    """Return what it is worth to lay a card of one's own on a Market Stack of its suit."""
    rid = -judge.keep(card) if table.turned else -1.0
    top = stack.cards[-1] if stack.cards else None
    hides = POINT * top.score * 0.2 if top is not None and stack.owner != seat.number else 0.0
    return rid + hides
