"""What AI-card lines are compiled against, and what a line is compiled to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.lowering import Lowering
from moonflight_solo.rules.requirement import Count, Requirement, Status
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import Kinds
from moonflight_solo.rules.state import Act, Card, Seat, Table
from moonflight_solo.wording import ast

Decision = tuple[Act, Aim | None]
Choose = Callable[[Table, Seat], Decision | None]
"""Returns an act and what it is aimed at, if what it needs is there."""

IN_HAND = ast.Place(("hand",))
IN_PLAY = ast.Place(("in play",))


@dataclass(frozen=True, slots=True)
class CompiledAct:
    """An act ready to be done: it is chosen wherever one of ``options`` holds, else ``None``.

    ``ready``: where no more can stand in its way than that cards are not in hand, what is decided
    for the first of them that is (``None``: for no card at all).
    """

    options: tuple[Requirement, ...]
    choose: Choose
    ready: tuple[tuple[Card | None, Decision], ...] = ()


@dataclass(frozen=True, slots=True)
class CompileContext:
    """What a line is compiled against: the names it may say, the rulings in force, its Jack."""

    names: Catalogue
    turned: bool
    rulings: Rulings
    jack: str

    def character(self) -> Card:
        """Return the Jack's character card at the end up on this side."""
        card = self.names.suits[self.jack].character
        return card.flipped if self.turned else card

    @property
    def lower(self) -> Lowering:
        """What lowers conditions, places and phrases on this side of this Jack's AI card."""
        exact = self.rulings.choice("A-exact") == "exactly"
        return Lowering(self.names, self.turned, self.jack, bare_is_exact=exact)

    def kinds(self, cards: ast.Cards) -> Kinds | None:
        """Return the kinds that a phrase can pick, ``None`` if any card.

        "Highest scoring" picks none that scores nothing (ruling A-highest).
        """
        kinds = self.lower.kinds(cards)
        if cards.extreme != ast.Extreme("highest", "score"):
            return kinds
        return frozenset(card for card in self.all_of(kinds) if card.high_score)

    def all_of(self, kinds: Kinds | None) -> Kinds:
        """Return these kinds, every kind there is for ``None``."""
        return frozenset(self.names.kinds(self.turned)) if kinds is None else kinds

    def held(
        self, kinds: Kinds | None, least: int = 1, says: str = "", status: Status = "not-in-hand"
    ) -> Count:
        """Return the requirement that so many of these cards are in hand."""
        return Count(IN_HAND, kinds, ast.Range(least), says=says, status=status)
