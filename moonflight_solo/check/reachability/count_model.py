"""A table as card counts: everything that one side of an AI card can test.

Models games with at most one of each known Jack, from the AI card's seat; games with the same Jack
twice have more copies than are counted. Generic cards have the copies of a four-seat game; a
starter card stays with its owner, and Market Stacks contain only the cards they are set up and
covered with, unless a card's text can Move cards there.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from moonflight_solo.ai_cards.context import SOME, CompileContext
from moonflight_solo.check.reachability import formulas as f
from moonflight_solo.check.reachability.solver import Copies
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import Kinds, Score
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

_SEATS = 4

BUYABLE = "buyable"
"""On top of a Market Stack, allowed by the first-Shop rule, and affordable."""
DEAR = "dear"
"""On top of a Market Stack, but barred or too expensive."""
COINS: f.Variable = ("coins", "coin token")

_PARTS: dict[ast.Zone, tuple[str, ...]] = {
    "hand": ("hand",),
    "in play": ("in play",),
    "draw deck": ("draw deck",),
    "discard stack": ("discard top", "discard below"),
    "trash stack": ("trash top", "trash below"),
    "supply stack": ("supply",),
}
ALL_OPPONENTS = "others' "
"""What a place of all opponents together begins with."""
_ANY_STACK = ast.Place(("market stack",), "target")
_GENERIC_STACK = ast.Place(("market stack",), suit=ast.Suit("generic"))


class OtherEnd(NamedTuple):
    """A place, holding cards that were Turned individually rather than by the Turn."""

    place: str


def number_empty(suit: Hashable) -> f.Variable:
    """Return the variable for the empty Market Stacks of a suit, or of a place as printed."""
    return (("empty", suit), "stack")


class CountModel:
    """The variables for one side of an AI card, and the invariants that hold on every table."""

    def __init__(self, context: CompileContext) -> None:
        self.context = context
        names = context.names
        jacks = dict.fromkeys((context.jack, *names.suits))
        up = [card.flipped if context.turned else card for card in names.cards_for(jacks)]
        up = [card for card in up if not card.is_character]
        other = [card.flipped for card in up if card.other_end is not card]
        self.kinds = (*up, *other) if names.turning else tuple(up)
        self.opponents = max(1, len(names.suits) - 1)
        cards = names.cards_for(names.suits)
        self.strays = any(map(_puts_in_market, (end for c in cards for end in (c, c.flipped))))
        self.bent = names.restrains(context.turned)
        self.for_sale = tuple(card for card in self.kinds if self.strays or not card.is_starter)
        self._sums: dict[tuple[tuple[f.Variable, int], ...], f.Sum] = {}
        self._formulas: dict[r.Requirement, f.Formula] = {}
        # For each fact: what it implies, and what implies it.
        self.known: dict[Hashable, tuple[f.Formula, ...]] = {}

    # -- counts

    def variable(self, place: str, card: Card) -> f.Variable:
        """Return the variable for the cards of a kind in a place, with that end up."""
        own = "" if not card.is_starter or self.strays else "own"
        whose = ALL_OPPONENTS if own and place.startswith(ALL_OPPONENTS) else own
        if card.turned is self.context.turned:
            return place, (card, whose)
        return OtherEnd(place), (card.flipped, whose)

    def _count(
        self, terms: Iterable[tuple[f.Variable, int]], least: int, most: int | None = None
    ) -> f.Formula:
        """Return that a weighted sum of variables is within bounds."""
        if least <= 0 and most is None:
            return f.ALWAYS
        added = tuple(terms)
        sum_ = self._sums.setdefault(added, f.Sum(added))
        return f.Bounds(sum_, least, f.ENDLESS if most is None else most)

    def _number(
        self,
        places: Iterable[str],
        cards: Sequence[Card],
        least: int,
        most: int | None = None,
        worth: Score = lambda card: 1,
    ) -> f.Formula:
        """Return that the total worth of these cards in these places is within bounds."""
        terms = (
            (self.variable(place, card), worth(card))
            for place in places
            for card in cards
            if worth(card)
        )
        return self._count(terms, least, most)

    def _of(self, variable: f.Variable, least: int, most: int | None = None) -> f.Formula:
        return self._count([(variable, 1)], least, most)

    # -- requirements

    def formula(self, requirement: r.Requirement) -> f.Formula:
        """Translate ``requirement`` to a formula over counts.

        What counts cannot express becomes an unknown fact, constrained by what it needs and what
        suffices for it.
        """
        formula = self._formulas.get(requirement)
        if formula is None:
            formula = self._formulas[requirement] = self._formula(requirement)
        return formula

    def _formula(self, requirement: r.Requirement) -> f.Formula:
        match requirement:
            case r.AllOf(parts):
                return f.every(map(self.formula, parts))
            case r.AnyOf(parts):
                return f.some(map(self.formula, parts))
            case r.Not(part):
                return f.negation(self.formula(part))
            case r.CoinCount(range_):
                return self._of(COINS, range_.least, range_.most)
            case r.EmptyStackCount(place, range_):
                return self._of(
                    number_empty(self._jack_of(place) or place), range_.least, range_.most
                )
            case r.Opaque(needs=needs, enough=enough) if needs == enough:
                return self.formula(needs)
            case r.Opaque(needs=needs, enough=enough):
                return self._fact(requirement, self.formula(needs), self.formula(enough))
            case r.SomeOpponent(part):
                return self._theirs(requirement, part)
            case r.ForSale():
                return self._for_sale(requirement)
            case r.Count() | r.Total():
                return self._count_formula(requirement)

    def _fact(
        self, requirement: r.Requirement, needs: f.Formula = f.ALWAYS, enough: f.Formula = f.NEVER
    ) -> f.Formula:
        """Return an unknown fact with these constraints."""
        constraints = []
        if needs != f.ALWAYS:
            constraints.append(f.some((f.Unknown(requirement, False), needs)))
        if enough != f.NEVER:
            constraints.append(f.some((f.Unknown(requirement), f.negation(enough))))
        self.known[requirement] = tuple(constraints)
        return f.Unknown(requirement)

    def _among(self, kinds: Kinds | None) -> tuple[Card, ...]:
        return tuple(card for card in self.kinds if kinds is None or card in kinds)

    def _count_formula(self, leaf: r.Count | r.Total) -> f.Formula:
        """Return the bounds on the cards in a place; a fact if what counts lies face down."""
        if leaf.place.one:
            return self._fact(leaf)
        places = _parts_of(leaf.place)
        if places is None:
            return self._face_down(leaf)
        kinds = self._among(leaf.kinds)
        number = self._number(places, kinds, leaf.range.least, leaf.range.most)
        if isinstance(leaf, r.Total):
            worth = self._number(places, kinds, leaf.total.least, leaf.total.most, leaf.of)
            return f.And((number, worth))
        return number

    def _face_down(self, leaf: r.Count | r.Total) -> f.Formula:
        """Return the condition on the top card that a face-down pile shows, none if it is empty."""
        parts = _PARTS.get(leaf.place.zones[0])
        if len(leaf.place.zones) > 1 or parts is None or isinstance(leaf, r.Total):
            return self._fact(leaf)
        shown = self._number(parts, self.kinds, 0, 0), self._number(parts, self.kinds, 1)
        least, most = leaf.range.least, leaf.range.most
        return f.some(
            each for n, each in enumerate(shown) if least <= n and (most is None or n <= most)
        )

    def _theirs(self, requirement: r.SomeOpponent, part: r.Requirement) -> f.Formula:
        """Return the condition on one opponent, approximated by counting all opponents together."""
        places = _parts_of(part.place, ALL_OPPONENTS) if isinstance(part, r.Count) else None
        if places is None or not isinstance(part, r.Count):
            return self._fact(requirement)
        needs = self._number(places, self._among(part.kinds), part.range.least)
        return needs if part.range == SOME else self._fact(requirement, needs)

    def _for_sale(self, sale: r.ForSale) -> f.Formula:
        """Return when a top card is for sale.

        Of the stacks with the fewest cards, none can be bought from if any stack is empty.
        """
        place, jack = sale.place, self._jack_of(sale.place)
        cards: Sequence[Card] = self.for_sale
        if not self.strays and jack is not None:
            cards = [card for card in cards if card.suit == jack]
        elif not self.strays and place.suit == ast.Suit("generic"):
            cards = [card for card in cards if card.suit is None]
        elif not self.strays and place.suit is not None:
            cards = [card for card in cards if card.suit not in (None, self.context.jack)]
        if sale.kinds is not None:
            cards = [card for card in cards if card in sale.kinds]
        if sale.terms == "shown":
            return self._number((BUYABLE, DEAR), cards, 1)
        can = self._number((BUYABLE,), cards, 1)
        if place in (_ANY_STACK, _GENERIC_STACK) and not (place.suit and self.strays):
            return can
        if jack is None or self.strays or place.most or place.size:
            return self._fact(sale, can)
        if not place.fewest:
            return can
        none_empty = self._of(number_empty(jack), 0, 0)
        own = jack == self.context.jack
        all_can = self._number((BUYABLE,), cards, MARKET_STACKS) if own else f.NEVER
        return self._fact(sale, f.And((none_empty, can)), f.And((none_empty, all_can)))

    def _jack_of(self, place: ast.Place) -> str | None:
        """Return the Jack whose Market Stacks are meant, ``None`` if they are not one Jack's."""
        suit = place.suit
        if suit is None:
            return self.context.jack if place.owner == "your" else None
        if suit.whose == "named":
            return suit.name
        return self.context.jack if suit.whose == "your" else None

    # -- invariants

    def with_invariants(self, formula: f.Formula, opponents: int | None = None) -> f.And:
        """Return ``formula`` and all invariants about its variables and facts.

        ``opponents`` restricts it to tables with that many opponents; by default any number.
        """
        parts = [formula]
        places: dict[Hashable, None] = {}
        facts: set[Hashable] = set()
        for part in parts:  # every new fact adds what is known of it
            for atom in f.atoms(part):
                if isinstance(atom, f.Bounds):
                    for (place, _), _ in atom.sum.terms:
                        places[place.place if isinstance(place, OtherEnd) else place] = None
                elif atom.name not in facts:
                    facts.add(atom.name)
                    parts += self.known.get(atom.name, ())
        others = self.opponents if opponents is None else opponents
        invariants = *self._stacks(places, others), *self._market(places)
        return f.And((*dict.fromkeys(parts), *invariants))

    def copies(self, opponents: int | None = None) -> Copies:
        """Return how many copies of each kind of card there are, with this many opponents."""
        others = self.opponents if opponents is None else opponents
        seats = _SEATS if opponents is None else opponents + 1
        copies: dict[Hashable, int] = {}
        for card in self.kinds:
            if card.turned is not self.context.turned:
                continue  # both ends are the same cards
            if card.suit is not None:
                copies[card, ""] = card.copies
            elif not card.is_starter or self.strays:
                copies[card, ""] = card.copies * seats
            else:
                copies[card, "own"] = card.copies
                copies[card, ALL_OPPONENTS] = card.copies * others
        return copies

    def _stacks(self, places: Iterable[Hashable], others: int) -> Iterator[f.Formula]:
        """Yield that a Stack has exactly one top card unless it is empty."""
        for place in list(places):
            if not isinstance(place, str) or not place.endswith((" top", " below")):
                continue
            stack = place.rpartition(" ")[0]
            tops, below = (f"{stack} top",), (f"{stack} below",)
            players = others if place.startswith(ALL_OPPONENTS) else 1
            yield self._number(tops, self.kinds, 0, players)
            one = self._number(tops, self.kinds, 1)
            yield f.some((one, self._number(below, self.kinds, 0, 0)))

    def _market(self, places: Collection[Hashable]) -> Iterator[f.Formula]:
        """Yield that what can be bought is affordable, and how many Market Stacks there are."""
        own_empty = number_empty(self.context.jack)[0] in places
        if BUYABLE not in places and DEAR not in places and not own_empty:
            return
        if self.bent:  # cards in play affect what is for sale, and its price
            return
        for cost in sorted({card.cost for card in self.for_sale} - {0}):
            costly = [card for card in self.for_sale if card.cost >= cost]
            yield f.some((self._number((BUYABLE,), costly, 0, 0), self._of(COINS, cost)))
        if self.strays:
            return
        tops = (BUYABLE, DEAR) if DEAR in places or own_empty else (BUYABLE,)
        for jack in self.context.names.suits:
            suit = [card for card in self.for_sale if card.suit == jack]
            yield self._number(tops, suit, 0, MARKET_STACKS)
        for card in self.for_sale:
            if card.suit is None:
                ends = [each for each in (card, card.flipped) if each in self.for_sale]
                yield self._number(tops, ends, 0, 1)
        if own_empty:
            # Each Market Stack of one's own suit is empty or has a top card.
            own = [card for card in self.for_sale if card.suit == self.context.jack]
            lying = [(self.variable(place, card), 1) for place in (BUYABLE, DEAR) for card in own]
            stacks = [*lying, (number_empty(self.context.jack), 1)]
            yield self._count(stacks, MARKET_STACKS, MARKET_STACKS)
        if DEAR in places or own_empty:
            yield from self._never_barred()

    def _never_barred(self) -> Iterator[f.Formula]:
        """Yield that own and generic cards that cannot be bought are unaffordable."""
        own = (None, self.context.jack)
        free = [c for c in self.for_sale if c.suit in own]
        for cost in sorted({card.cost for card in free}):
            cheap = [card for card in free if card.cost <= cost]
            yield f.some((self._number((DEAR,), cheap, 0, 0), self._of(COINS, 0, cost - 1)))


def _parts_of(place: ast.Place, whose: str = "") -> list[str] | None:
    """Return the variables' places for the zones of a place, one's own or all opponents' together.

    ``None`` if the top card is not modelled separately.
    """
    parts: list[str] = []
    for zone in place.zones:
        if zone not in _PARTS or (place.top and zone in ("draw deck", "supply stack")):
            return None
        parts += _PARTS[zone][:1] if place.top else _PARTS[zone]
    return [whose + part for part in parts]


def _puts_in_market(card: Card) -> bool:
    """Return whether a card's text can put any kind of card on a Market Stack."""
    return any(
        instruct.destination is not None
        and "market stack" in instruct.destination.zones
        and not instruct.destination.matching
        for instruct in nodes_of(card.meaning, ast.Instruct)
    )
