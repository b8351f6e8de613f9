"""Who sits at the table: anyone who can act and choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.events import Event

if TYPE_CHECKING:
    from moonflight_solo.rules.acts import Act
    from moonflight_solo.rules.table import Seat, Table

Ask = Literal[
    "draw",
    "discard",
    "trash",
    "play",
    "move",
    "purchase",
    "set",
    "onto",
    "deal",
    "to",
    "player",
    "order",
    "retain",
    "cover",
    "token",
]


class IllegalChoice(MoonflightError):
    """An answer that does not answer the question."""


@dataclass(slots=True)
class Question:
    """A choice the rules leave to a player.

    ``ask`` says what the choice is for; ``items`` are the things to choose among and ``cards``
    the card each one shows, if it shows one. ``zones`` says where each lies, ``owners`` whose
    it is (a seat number); both are empty where all is one's own and in one place. The answer is
    between ``least`` and ``most`` different indexes into ``items``; for ``order`` all of them,
    in order. ``source`` is the card that asks, and ``verb`` what a chosen player will do.
    """

    ask: Ask
    items: Sequence[Any]
    cards: Sequence[Card | None]
    zones: Sequence[str] = ()
    owners: Sequence[int] = ()
    least: int = 1
    most: int = 1
    source: Card | None = None
    verb: str = ""

    def fault(self, answer: Sequence[int]) -> str | None:
        """Return why ``answer`` is no answer, or ``None`` if it is one."""
        number = len(self.items)
        if len(answer) == 1 and self.least <= 1 <= self.most and 0 <= answer[0] < number:
            return None
        if answer == range(number) and self.most >= number:
            return None
        if len(set(answer)) != len(answer):
            return "the same thing is chosen twice"
        if any(not 0 <= index < len(self.items) for index in answer):
            return "there is no such choice"
        if len(answer) < self.least:
            return f"choose at least {self.least}"
        if len(answer) > self.most:
            return f"choose at most {self.most}"
        return None


class Player(Protocol):
    """Answers for one seat. The rules cannot tell a person from a card or a program."""

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act to take now."""
        ...

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the chosen indexes into the question's items."""
        ...


def ask(table: Table, seat: Seat, question: Question) -> Sequence[int]:
    """Return the player's answer; a choice with one possible answer is not asked (G-forced).

    Raises :class:`IllegalChoice` if the player's answer is none.
    """
    answer: Sequence[int]
    number = len(question.items)
    if question.least >= number and question.ask != "order":
        answer = range(number)
    else:
        answer = table.players[seat.number].choose(table, seat, question)
        one = len(answer) == 1 and question.most == 1 and 0 <= answer[0] < number
        if not one and (fault := question.fault(answer)) is not None:
            raise IllegalChoice(f"{fault}.")
    if table.listener is not None:
        cards = [card for card in (question.cards[index] for index in answer) if card]
        table.tell(Event("choice", seat.number, cards, hidden=True, what=question))
    return answer
