"""Events, for whoever listens to a game, and the choices left to a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.state.cards import Card
from moonflight_solo.wording.ast import TokenVerb, TriggerKind, Verb

_InAction = Literal["act", "choice", "triggered", "blocked", "reveal", "spend", "shuffle", "turned"]
_InReset = Literal["leave play", "settled", "retain", "return", "cover", "token", "turn"]
Kind = TriggerKind | TokenVerb | _InAction | _InReset | Literal["round", "end"]


@dataclass(slots=True)
class Event:
    """One thing that happened, to the seat with number ``seat``.

    ``cards`` are the cards it happened to; if ``hidden``, only ``seat`` may know which. ``number``
    counts coin tokens, cards or rounds; ``source`` and ``place`` say from where and to where.
    ``line`` is the number of the AI-card line that an act comes from, or "".
    """

    kind: Kind
    seat: int
    cards: list[Card] = field(default_factory=list)
    number: int = 0
    source: str = ""
    place: str = ""
    hidden: bool = False
    what: Any = None
    line: str = ""


Ask = Literal[Verb, "onto", "to", "player", "order", "retain", "cover", "token", "way"]


@dataclass(frozen=True)
class CoinTokens:
    """How many coin tokens: one of the ways to choose from where a text says "up to"."""

    number: int

    def __str__(self) -> str:
        return f"{self.number} coin token{'s' * (self.number != 1)}"


class IllegalChoice(MoonflightError):
    """An answer that the question does not allow."""


@dataclass(slots=True, init=False)
class Question:
    """A choice the rules leave to a player.

    ``ask`` says what the choice is for; ``items`` are the things to choose among and ``cards`` the
    card each one shows, if any. ``zones`` says where each lies, ``owners`` whose it is (a seat
    number); both may be empty if all are the player's own and in one place. The answer is between
    ``least`` and ``most`` different indexes into ``items``; for ``order`` all of them, in order. A
    ``way`` is one of several things to do, in words, or a number of `CoinTokens`.

    ``source`` is the card that asks, and ``verb`` what a chosen player will do. ``passed_over``:
    Stacks where nothing can be done may be chosen too, by choosing no item. ``left`` is how many
    choices are still to come one by one, including this one.
    """

    ask: Ask
    items: Sequence[Any]
    cards: Sequence[Card | None]
    zones: Sequence[str]
    owners: Sequence[int]
    least: int
    most: int
    source: Card | None
    verb: Verb | TokenVerb | None
    passed_over: bool
    left: int

    # An explicit __init__, which mypyc compiles: there are hundreds in a game.
    def __init__(
        self,
        ask: Ask,
        items: Sequence[Any],
        cards: Sequence[Card | None],
        zones: Sequence[str] = (),
        owners: Sequence[int] = (),
        least: int = 1,
        most: int = 1,
        source: Card | None = None,
        verb: Verb | TokenVerb | None = None,
        passed_over: bool = False,
        left: int = 1,
    ) -> None:
        self.ask, self.items, self.cards = ask, items, cards
        self.zones, self.owners, self.source = zones, owners, source
        self.least, self.most, self.verb = least, most, verb
        self.passed_over, self.left = passed_over, left

    def only(self, indexes: Sequence[int]) -> Question:
        """Return the question with only some of its items."""
        items, cards = [self.items[i] for i in indexes], [self.cards[i] for i in indexes]
        zones, owners = [self.zones[i] for i in indexes], [self.owners[i] for i in indexes]
        return self._about(items, cards, zones, owners)

    def with_more(self, other: Question) -> Question:
        """Return the question with the items of another one, too."""
        items, cards = [*self.items, *other.items], [*self.cards, *other.cards]
        zones, owners = [*self.zones, *other.zones], [*self.owners, *other.owners]
        return self._about(items, cards, zones, owners)

    def _about(
        self, items: list[Any], cards: list[Card | None], zones: list[str], owners: list[int]
    ) -> Question:
        """Return the same question about other items; faster than `dataclasses.replace`."""
        rest = self.least, self.most, self.source, self.verb, self.passed_over, self.left
        return Question(self.ask, items, cards, zones, owners, *rest)

    def why_invalid(self, answer: Sequence[int]) -> str | None:
        """Return why ``answer`` is not allowed, or ``None`` if it is."""
        number = len(self.items)
        # The commonest answers, one thing or all of them, need no further look.
        if len(answer) == 1 and self.least <= 1 <= self.most and 0 <= answer[0] < number:
            return None
        if answer == range(number) and self.most >= number:
            return None
        if len(set(answer)) != len(answer):
            return "you chose the same thing twice"
        if any(not 0 <= index < number for index in answer):
            return "that is not one of the choices"
        if len(answer) < self.least:
            return f"choose at least {self.least}"
        if len(answer) > self.most:
            return f"choose at most {self.most}"
        return None
