"""The table as counts: what one side of an AI card can be looked at against.

The table is that of a game with one of each known Jack at most, seen from the AI card's seat. A
game with the same Jack twice has more copies than are counted with here. Generic cards have the
copies of a game with four seats; a starter card stays with its owner, and Market Stacks hold no
other cards than they are set up with and covered with, unless some card's text can Move cards
there.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from functools import cache

from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.check.reachability.solver import (
    FALSE,
    TRUE,
    And,
    Copies,
    Count,
    Fact,
    Formula,
    Not,
    Or,
    Variable,
)
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.selectors import Kinds, Score
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

SEATS = 4

BUYABLE = "buyable"
"""On top of a Market Stack, not barred by the first-Shop rule, and the coin tokens suffice."""
DEAR = "dear"
"""On top of a Market Stack, and barred or too dear."""
COINS: Variable = ("coins", "coin token")

_PARTS: dict[ast.Zone, tuple[str, ...]] = {
    "hand": ("hand",),
    "in play": ("in play",),
    "draw deck": ("draw deck",),
    "discard stack": ("discard top", "discard below"),
    "trash stack": ("trash top", "trash below"),
    "supply stack": ("supply",),
}
_THEIRS = "others' "


def parts_of(zone: ast.Zone, mine: bool, top: bool = False) -> tuple[str, ...] | None:
    """Return the places a zone consists of, one's own or all others' together.

    With ``top`` those of the top cards; ``None`` where what lies on top is not told apart.
    """
    parts = _PARTS.get(zone)
    if parts is None or (top and zone in ("draw deck", "supply stack")):
        return None
    if top:
        parts = parts[:1]
    return parts if mine else tuple(_THEIRS + part for part in parts)


def empty_stacks(suit: Hashable) -> Variable:
    """Return the number of empty Market Stacks of a suit, or of a place as printed."""
    return (("empty", suit), "stack")


class World:
    """What there is to count for one side of an AI card, and what holds on every table."""

    def __init__(self, context: CompileContext) -> None:
        self.context = context
        names = context.names
        jacks = dict.fromkeys((context.jack, *names.suits))
        up = [card.flipped if context.turned else card for card in names.cards_for(jacks)]
        self.kinds = tuple(card for card in up if not card.is_character)
        self.opponents = max(1, len(names.suits) - 1)
        self.strays = _moves_to_market(names)
        self.sold = tuple(card for card in self.kinds if self.strays or not card.is_starter)
        self._known: dict[Hashable, tuple[Formula, ...]] = {}

    # -- counts

    def among(self, kinds: Kinds | None) -> tuple[Card, ...]:
        """Return these kinds of card, every kind for ``None``, in a fixed order."""
        return tuple(card for card in self.kinds if kinds is None or card in kinds)

    def variable(self, place: str, card: Card) -> Variable:
        """Return how many cards of a kind lie in a place."""
        if not card.is_starter or self.strays:
            return place, (card, "")
        return place, (card, _THEIRS if place.startswith(_THEIRS) else "own")

    def number(
        self,
        places: Iterable[str],
        cards: Sequence[Card],
        least: int,
        most: int | None = None,
    ) -> Formula:
        """Return the statement that so many of these cards lie in these places together."""
        if least <= 0 and most is None:
            return TRUE
        terms = tuple((self.variable(place, card), 1) for place in places for card in cards)
        return Count(terms, least, most)

    def worth(
        self, places: Iterable[str], cards: Sequence[Card], of: Score, total: ast.Range
    ) -> Formula:
        """Return the statement that these cards in these places come to so much together."""
        terms = tuple(
            (self.variable(place, card), of(card)) for place in places for card in cards if of(card)
        )
        return Count(terms, total.least, total.most)

    def buyable(self, cards: Sequence[Card], least: int = 1) -> Formula:
        """Return the statement that so many of these cards can be bought now."""
        bought = [c for c in cards if c in self.sold and "purchase" not in c.barred]
        return self.number((BUYABLE,), bought, least)

    def for_sale(self, cards: Sequence[Card]) -> Formula:
        """Return the statement that one of these cards lies on top of a Market Stack."""
        return self.number((BUYABLE, DEAR), [c for c in cards if c in self.sold], 1)

    def coins(self, least: int, most: int | None = None) -> Formula:
        """Return the statement that the seat controls so many coin tokens."""
        return Count(((COINS, 1),), least, most)

    def empty(self, suit: Hashable, least: int, most: int | None = None) -> Formula:
        """Return the statement that so many Market Stacks of a suit are empty."""
        return Count(((empty_stacks(suit), 1),), least, most)

    def fact(self, name: Hashable, needs: Formula = TRUE, enough: Formula = FALSE) -> Formula:
        """Return a fact that the counts do not reach: what it needs, and what is enough for it.

        The same name must mean the same on every table.
        """
        fact = Fact(name)
        known = []
        if needs != TRUE:
            known.append(Or((Not(fact), needs)))
        if enough != FALSE:
            known.append(Or((fact, Not(enough))))
        self._known[name] = tuple(known)
        return fact

    def known_of(self, name: Hashable) -> tuple[Formula, ...]:
        """Return what is known of a fact: that it needs something, that something is enough."""
        return self._known.get(name, ())

    # -- what always holds

    def with_invariants(self, formula: Formula, opponents: int | None = None) -> Formula:
        """Return ``formula`` with all that holds on every table of what it speaks of.

        With ``opponents`` only tables with that many others are meant, else those with any.
        """
        parts: dict[Formula, None] = {formula: None}
        places: dict[Hashable, None] = {}
        facts: dict[Hashable, None] = {}
        gathered = -1
        while gathered < len(facts):
            gathered = len(facts)
            for part in list(parts):
                _gather(part, places, facts)
            parts.update({known: None for name in facts for known in self.known_of(name)})
        others = self.opponents if opponents is None else opponents
        return And((*parts, *self._stacks(places, others), *self._market(places)))

    def copies(self, opponents: int | None = None) -> Copies:
        """Return how many copies of each kind of card there are, with so many opponents."""
        others = self.opponents if opponents is None else opponents
        seats = SEATS if opponents is None else opponents + 1
        copies: dict[Hashable, int] = {}
        for card in self.kinds:
            if card.suit is not None:
                copies[card, ""] = card.copies
            elif not card.is_starter or self.strays:
                copies[card, ""] = card.copies * seats
            else:
                copies[card, "own"] = card.copies
                copies[card, _THEIRS] = card.copies * others
        return copies

    def _stacks(self, places: Iterable[Hashable], others: int) -> Iterator[Formula]:
        """Yield that a Stack has one top card, unless it is empty."""
        for place in list(places):
            if not isinstance(place, str) or not place.endswith((" top", " below")):
                continue
            stack = place.rpartition(" ")[0]
            tops, below = (f"{stack} top",), (f"{stack} below",)
            players = others if place.startswith(_THEIRS) else 1
            yield self.number(tops, self.kinds, 0, players)
            some = self.number(tops, self.kinds, 1)
            yield Or((some, self.number(below, self.kinds, 0, 0)))

    def _market(self, places: Collection[Hashable]) -> Iterator[Formula]:
        """Yield that what can be bought can be paid, and how many Market Stacks there are."""
        own_empty = empty_stacks(self.context.jack)[0] in places
        if BUYABLE not in places and DEAR not in places and not own_empty:
            return
        for cost in sorted({card.cost for card in self.sold} - {0}):
            costly = [card for card in self.sold if card.cost >= cost]
            yield Or((self.number((BUYABLE,), costly, 0, 0), self.coins(cost)))
        if self.strays:
            return
        tops = (BUYABLE, DEAR) if DEAR in places or own_empty else (BUYABLE,)
        for jack in self.context.names.suits:
            suit = [card for card in self.sold if card.suit == jack]
            yield self.number(tops, suit, 0, MARKET_STACKS)
        for card in self.sold:
            if card.suit is None:
                yield self.number(tops, (card,), 0, 1)
        if own_empty:
            yield self._own_stacks()
        if DEAR in places or own_empty:
            yield from self._never_barred()

    def _own_stacks(self) -> Formula:
        """Return that each Market Stack of one's own suit is empty or has a top card."""
        own = [card for card in self.sold if card.suit == self.context.jack]
        terms = tuple((self.variable(place, card), 1) for place in (BUYABLE, DEAR) for card in own)
        stacks = (*terms, (empty_stacks(self.context.jack), 1))
        return Count(stacks, MARKET_STACKS, MARKET_STACKS)

    def _never_barred(self) -> Iterator[Formula]:
        """Yield that own and generic cards that cannot be bought cannot be paid."""
        own = (None, self.context.jack)
        free = [c for c in self.sold if c.suit in own and "purchase" not in c.barred]
        for cost in sorted({card.cost for card in free}):
            cheap = [card for card in free if card.cost <= cost]
            yield Or((self.number((DEAR,), cheap, 0, 0), self.coins(0, cost - 1)))


@cache
def _moves_to_market(names: Catalogue) -> bool:
    """Return whether a card's text can put a card of any sort on a Market Stack."""
    cards = names.cards_for(names.suits)
    return any(_puts_in_market(effect) for card in cards for effect in (card, card.flipped))


def _gather(formula: Formula, places: dict[Hashable, None], facts: dict[Hashable, None]) -> None:
    """Gather the places and facts that a formula speaks of."""
    if isinstance(formula, Count):
        places.update({place: None for (place, _), _ in formula.terms})
    elif isinstance(formula, Fact):
        facts[formula.name] = None
    elif isinstance(formula, Not):
        _gather(formula.part, places, facts)
    else:
        for part in formula.parts:
            _gather(part, places, facts)


def _puts_in_market(card: Card) -> bool:
    return any(
        each.destination is not None
        and "market stack" in each.destination.zones
        and not each.destination.matching
        for each in nodes_of(card.meaning, ast.Instruct)
    )
