"""A card as it lies on the table: one end up, the other waiting for the Turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from moonflight_solo.wording.ast import CardText, Verb
from moonflight_solo.wording.text import Text

if TYPE_CHECKING:
    from moonflight_solo.rules.table import Placed, Seat, Table

Resolve = Callable[["Table", "Seat", "Placed"], None]
"""Carries out instructions for the seat the card lies in front of."""


class Ability:
    """A Spend ability: what it costs, what follows, and the words it was read from."""

    __slots__ = ("cards", "coins", "effects", "resolve", "words")

    def __init__(
        self, coins: int, cards: int, effects: tuple[object, ...], words: str, resolve: Resolve
    ) -> None:
        self.coins = coins
        self.cards = cards
        self.effects = effects
        self.words = words
        self.resolve = resolve


class Trigger:
    """A "When ..." of a card: whose doing is watched, what, how many at a time, what follows."""

    __slots__ = ("matches", "number", "resolve", "verb", "who")

    def __init__(
        self,
        verb: Verb,
        who: str,
        number: int,
        matches: Callable[[Card, Seat], bool] | None,
        resolve: Resolve,
    ) -> None:
        self.verb = verb
        self.who = who
        self.number = number
        self.matches = matches
        self.resolve = resolve


class Card:
    """One end of one kind of printed card. All copies share one object; never changed in play.

    ``flipped`` is the same card with its other end up. ``stability`` is 0 where a dash is
    printed, and ``score`` likewise; ``high_score`` is the higher of both ends (ruling A-score),
    and ``worth`` that and the cost, by which cards are given up or taken (ruling A-silent).
    ``suit`` is a Jack's name, or ``None`` for starter and generic cards.
    """

    __slots__ = (
        "abilities",
        "barred",
        "copies",
        "cost",
        "flipped",
        "hand_limit",
        "high_score",
        "is_character",
        "is_starter",
        "meaning",
        "name",
        "resolve",
        "retain_limit",
        "returns",
        "score",
        "stability",
        "suit",
        "text",
        "triggers",
        "turned",
        "worth",
    )

    def __init__(
        self,
        name: str,
        *,
        cost: int = 0,
        stability: int = 0,
        score: int = 0,
        suit: str | None = None,
        copies: int = 1,
        turned: bool = False,
        starter: bool = False,
        character: bool = False,
        text: Text | None = None,
    ) -> None:
        self.name = name
        self.cost = cost
        self.stability = stability
        self.score = score
        self.high_score = score
        self.worth = (score, cost)
        self.suit = suit
        self.copies = copies
        self.turned = turned
        self.is_starter = starter
        self.is_character = character
        self.text = text or Text("")
        self.meaning = CardText()
        self.flipped: Card = self
        # What the text was compiled to; rules/effects.py fills these in once.
        self.resolve: Resolve | None = None
        self.abilities: tuple[Ability, ...] = ()
        self.triggers: tuple[Trigger, ...] = ()
        self.hand_limit = 0
        self.retain_limit = 0
        self.barred: frozenset[Verb] = frozenset()
        self.returns: Callable[[Table, Seat], bool] | None = None

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def words(self) -> str:
        """The text printed at this end, on one line."""
        return " ".join(self.text.words.split())

    @property
    def corner(self) -> str:
        """Stability and score as printed in the corner, such as ``-/2``."""
        return f"{self.stability or '-'}/{self.score or '-'}"


def join(before: Card, after: Card) -> None:
    """Make ``before`` and ``after`` the two ends of one card."""
    before.flipped, after.flipped = after, before
    after.turned = True
    before.high_score = after.high_score = max(before.score, after.score)
    before.worth = (before.high_score, before.cost)
    after.worth = (after.high_score, after.cost)
