"""What a searching player might do next: acts, and the answers they bring."""

from __future__ import annotations

from dataclasses import dataclass, field

from moonflight_solo.playtest.players.evaluate import Judge
from moonflight_solo.playtest.players.greedy import builds, payment, several
from moonflight_solo.rules.acts import PASS, Play, Shop, Spend
from moonflight_solo.rules.state import Act, Question, Seat, Table


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing a question offers, told so that it is found again on another table."""

    ask: str
    card: str
    zone: str
    owner: int


@dataclass(slots=True)
class Plan:
    """An act to try out, and what is answered to the question it brings, if not by habit.

    ``looks`` is what the games played out after it were worth, one each.
    """

    act: Act
    pick: Pick | None = None
    looks: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """What a game played out was worth on average."""
        return sum(self.looks) / len(self.looks) if self.looks else 0.0


def pick_of(question: Question, seat: Seat, index: int) -> Pick:
    """Return what item ``index`` of a question to ``seat`` offers."""
    card = question.cards[index]
    zone = question.zones[index] if question.zones else ""
    owner = question.owners[index] if question.owners else seat.number
    return Pick(question.ask, card.name if card else "", zone, owner)


def planned_answer(pick: Pick | None, seat: Seat, question: Question) -> list[int] | None:
    """Return the answer that makes the ``pick``; ``None`` if the question does not offer it."""
    if pick is None or question.most != 1:
        return None
    for index in range(len(question.items)):
        if pick_of(question, seat, index) == pick:
            return [index]
    return None


def candidates(table: Table, seat: Seat) -> list[Act]:
    """Return the acts worth trying out, each kind of card once.

    What a Spend costs is paid with the cards missed least; Build is one, of as many cards as can
    be borne; of Shops for several cards only the best is among them.
    """
    judge = Judge(table, seat)
    acts: list[Act] = [Play(card) for card in dict.fromkeys(seat.hand)]
    for placed in seat.abilities():
        for ability in placed.card.abilities:
            if ability.coins <= seat.coins and ability.cards <= len(seat.hand):
                acts.append(Spend(placed, ability, payment(judge, seat, ability)))
    bought: dict[str, Shop] = {}
    for stack in seat.stacks:
        if stack.cards and stack.cards[-1].cost <= seat.coins:
            shop = Shop((stack,))
            if shop.why_illegal(table, seat) is None:
                bought.setdefault(stack.cards[-1].name, shop)
    acts += bought.values()
    acts += [act for _, act in several(judge, table, seat)]
    acts += [act for _, act in builds(judge, table, seat)]
    return [*acts, PASS]
