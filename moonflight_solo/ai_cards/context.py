"""The context in which AI-card lines are compiled, and the options that acts compile to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.how_to_read import with_choices
from moonflight_solo.ai_cards.preference import TiedKinds
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.requirements.selectors import (
    CannotDo,
    Kinds,
    asks_for_any,
    measure,
    only_says,
)
from moonflight_solo.rules.rulings import Ruling, Rulings, printed_rulings
from moonflight_solo.rules.state import Ability, Act, Card, MarketStack, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import rewritten

A = TypeVar("A", bound=ast.AnyAct)

AimedAct = tuple[Act, Aim | None]
"""An act, and what the line aims it at, if it says so."""
Chooser = Callable[[Table, Seat], AimedAct | None]
"""Returns the act to do now, or ``None`` if it is not possible."""

IN_HAND = ast.Place(("hand",))
IN_PLAY = ast.Place(("in play",))
SOME = ast.Range(1)


class AimedCase(Value):
    """A decision to play a card where the case ``holds``, possible if the aim is ``reached``."""

    holds: r.Requirement
    reached: r.Requirement
    decision: AimedAct


class OneSpend(Value):
    """A Spend ability that can be used where ``needs`` holds, if ``pay`` finds the cards for it."""

    ability: Ability
    aim: Aim | None
    needs: r.Requirement
    pay: Callable[[Table, Seat], tuple[Card, ...] | None]


class Option(Value):
    """One way to do what a line says; a line's options are tried in printed order.

    ``choose`` finds a decision exactly where ``needs`` holds. ``fixed`` is the decision if it is
    always the same. If the decision depends only on a card picked from the hand, ``picked`` has the
    kinds it is the first of, and the decision for each card. If it is to buy from a Market Stack,
    ``stack`` finds that. If only one ability serves, ``spend`` has it. If it is to play one card,
    ``aimed`` has what to aim it at, by cases.
    """

    needs: r.Requirement
    choose: Chooser
    fixed: AimedAct | None = None
    picked: tuple[TiedKinds, Mapping[Card, AimedAct]] | None = None
    stack: Callable[[Table, Seat], MarketStack | None] | None = None
    spend: OneSpend | None = None
    aimed: tuple[AimedCase, ...] = ()


class Basis(Value):
    """What AI cards are followed by: the cards they may name, and the rulings in force."""

    names: Catalogue
    rulings: Rulings = msgspec.field(default_factory=printed_rulings)

    def context(self, jack: str, turned: bool) -> CompileContext:
        """Return the context for the lines of one side of a Jack's AI card."""
        return CompileContext(self.names, turned, self.rulings, jack)

    def with_rulings(self, more: Sequence[Ruling]) -> Basis:
        """Return the same with the rulings that an AI card adds for its own lines."""
        return Basis(self.names, self.rulings.with_more(list(more)))


class CompileContext(Value):
    """The context of a line: the cards it may name, the rulings in force, its side and its Jack.

    ``spoken_of`` is the card that its act takes from hand, if the line names exactly one: "other"
    cards are all but that.
    """

    names: Catalogue
    turned: bool
    rulings: Rulings
    jack: str
    spoken_of: Card | None = None

    def character(self) -> Card:
        """Return the Jack's character card at the end up on this side."""
        card = self.names.suits[self.jack].character
        return card.flipped if self.turned else card

    @property
    def lower(self) -> Lowering:
        """Lowers conditions, places and phrases of this side of this Jack's AI card."""
        exact = self.rulings.bare_is_exact(self.turned)
        card = self.spoken_of
        other_than: tuple[Card, ast.Zone] | None = (card, "hand") if card else None
        return Lowering(self.names, self.turned, self.jack, exact, other_than=other_than)

    def meaning_of(self, line: AILine) -> ast.Line:
        """Return a line's meaning under the other choices of rulings.

        What the card's box HOW TO READ answers stays as it is printed there. Bare numbers (A-exact)
        get their meaning where they are compared.
        """
        answers = {"A-exact", *(ruling for each in line.box for ruling, _ in each.answers)}
        switched = {k: v for k, v in self.rulings.switched.items() if k not in answers}
        meaning = with_choices(line.meaning, switched, self.turned, line.printed.text.words)
        if switched.get("G-all") == "one-at-least" and meaning.condition:

            def with_one(node: object) -> object:
                place = place_of_all(node)
                if place is None or not isinstance(node, ast.Compared):
                    return node
                return ast.All((ast.Has(ast.Cards(place=place), SOME), node))

            meaning = replace(meaning, condition=rewritten(meaning.condition, with_one))
        return meaning

    @property
    def basis(self) -> Basis:
        """The cards and the rulings, for any side of any AI card."""
        return Basis(self.names, self.rulings)

    @property
    def now(self) -> str:
        """The side of the Turn in words."""
        return "after the Turn" if self.turned else "before the Turn"

    def about(self, act: ast.AnyAct) -> CompileContext:
        """Return the context of a line with this act, with ``spoken_of`` set."""
        takes_cards = isinstance(act, ast.PlayAct | ast.SpendAct | ast.Retain)
        phrases = phrases_of(act) if takes_cards else ()
        names = [name for phrase in phrases for name in phrase.names]
        single = len(names) == 1 == len(phrases) and phrases[0].number in (None, 1)
        card = self.names.card(names[0], self.turned) if single else None
        return CompileContext(self.names, self.turned, self.rulings, self.jack, card)

    def kinds(self, cards: ast.Cards) -> Kinds | None:
        """Return the kinds that a phrase can pick, ``None`` for any card.

        "Highest scoring" picks no card without a score (ruling A-highest).
        """
        kinds, extreme = self.lower.kinds(cards), cards.extreme
        lowest = extreme is not None and (extreme.end, extreme.of) == ("lowest", "score")
        scoring = lowest and self.rulings.choice("A-lowest") == "scoring-card"
        if extreme is None or not (scoring or asks_for_any(extreme)):
            return kinds
        worth = measure(extreme.of, cards.side)
        return frozenset(card for card in self.all_of(kinds) if worth(card))

    def all_of(self, kinds: Kinds | None) -> Kinds:
        """Return ``kinds``, or all kinds for ``None``."""
        return frozenset(self.names.kinds(self.turned)) if kinds is None else kinds

    def any_of(self, phrases: Iterable[ast.Cards]) -> Kinds:
        """Return the kinds that at least one of the phrases can pick."""
        return frozenset().union(*(self.all_of(self.kinds(phrase)) for phrase in phrases))

    def in_hand(
        self,
        kinds: Kinds | None,
        least: int = 1,
        says: str = "",
        status: r.Obstacle = "not-in-hand",
    ) -> r.Count:
        """Return the requirement that at least ``least`` of these cards are in hand."""
        return r.Count(IN_HAND, kinds, ast.Range(least), says=says, status=status)


def phrases_of(act: ast.AnyAct) -> tuple[ast.Cards, ...]:
    """Return the phrases for the cards that an act plays, Spends, buys, Sets, keeps or Moves."""
    cards: ast.FirstOf | ast.Cards | None = getattr(act, "cards", None)
    if isinstance(cards, ast.FirstOf):
        return cards.options
    return () if cards is None else (cards,)


def with_phrases(act: A, change: Callable[[ast.Cards], ast.Cards]) -> A:
    """Return an act with ``change`` applied to each of its phrases."""
    cards: ast.FirstOf | ast.Cards | None = getattr(act, "cards", None)
    if cards is None:
        return act
    if isinstance(cards, ast.Cards):
        return replace(act, cards=change(cards))
    return replace(act, cards=ast.FirstOf(tuple(map(change, cards.options))))


def check_phrase(cards: ast.Cards, what: str, lie: str = "", place: ast.Place = IN_HAND) -> None:
    """Raise :class:`CannotDo` if a phrase says more than which cards in ``place``.

    ``what`` and ``lie`` are for the messages: what they are, and where such cards lie.
    """
    if cards.place not in (None, place):
        raise CannotDo(lie)
    only_says(cards, {"number", "extreme", "ties", "place"}, what)


def in_hand(requirement: r.Requirement) -> tuple[r.Count, ...]:
    """Return counts of cards in hand of which at least one must hold; none if no card is needed."""
    if isinstance(requirement, r.Count):
        return (requirement,) if requirement.place == IN_HAND and requirement.range.least else ()
    if isinstance(requirement, r.AllOf):
        return next(filter(None, map(in_hand, requirement.parts)), ())
    if isinstance(requirement, r.AnyOf):
        leaves = [in_hand(part) for part in requirement.parts]
        return tuple(leaf for group in leaves for leaf in group) if all(leaves) else ()
    return ()


def place_of_all(fact: object) -> ast.Place | None:
    """Return the place of which a fact says that all cards there are of some kind, if it does."""
    if not isinstance(fact, ast.Compared) or fact.relation != "as many" or not fact.than.cards:
        return None
    first, cards = fact.this, fact.than.cards
    comparable = first.cards is not None and first.cards.place == cards.place and first.times == 1
    return cards.place if comparable and cards == ast.Cards(place=cards.place) else None
