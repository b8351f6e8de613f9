"""Lines that Build: which cards are Set, on which cards, in which order."""

from __future__ import annotations

from operator import attrgetter

from moonflight_solo.ai_cards.context import IN_HAND, IN_PLAY, CompileContext, CompiledAct, Decision
from moonflight_solo.ai_cards.targeting import ordering
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.requirement import (
    FALSE,
    TRUE,
    Count,
    Not,
    Opaque,
    Requirement,
    Test,
    Total,
    both,
)
from moonflight_solo.rules.selectors import CannotDo, Kinds, only_says
from moonflight_solo.rules.state import Card, Placed, Seat, Table
from moonflight_solo.wording import ast

BUILT = "built already"
_ONCE_A_ROUND = Not(
    Opaque(
        BUILT,
        lambda table, seat: seat.built,
        needs=TRUE,
        enough=FALSE,
        because=lambda table, seat: "it has already built this round",
        status="not-allowed",
    )
)
_STABILITY = attrgetter("stability")
_SOME = ast.Range(1)
_FEW = "too few places to Set them"


def build_line(act: ast.BuildAct, context: CompileContext) -> CompiledAct:
    """Return a Build: cards in the line's order on places in the line's order.

    Raises :class:`CannotDo` for what no Build does.
    """
    if act.cards.place not in (None, IN_HAND):
        raise CannotDo("cards are Set from hand")
    if act.onto.place not in (None, IN_PLAY):
        raise CannotDo("cards are Set on cards in play")
    only_says(act.cards, {"number", "extreme", "place"}, "cards to Set")
    only_says(act.onto, {"number", "extreme", "place"}, "cards to Set upon")
    if isinstance(act.cards.number, ast.Per) or act.onto.number not in (None, "many", "some"):
        raise CannotDo("say how many cards to Set, not on how many")
    cards = frozenset(c for c in context.all_of(context.kinds(act.cards)) if "set" not in c.barred)
    onto = frozenset(c for c in context.all_of(context.kinds(act.onto)) if c.stability)
    card_order, onto_order = ordering(act.cards), ordering(act.onto)
    ties_only = act.cards.number == "many" and context.rulings.choice("A-many") == "ties-only"
    number = act.cards.number

    def cards_for(seat: Seat) -> list[Card]:
        ordered = card_order(card for card in seat.hand if card in cards)
        return _ties(ordered, act.cards) if ties_only else ordered

    def places_for(seat: Seat) -> list[Placed]:
        open_ = [placed for placed in seat.in_play if placed.card in onto]
        if not open_:
            return []
        upon = onto_order(placed.card for placed in open_)
        if ties_only:
            upon = _ties(upon, act.onto)
        if _only_first(act):
            upon = upon[:1]
        places: list[Placed] = []
        for card in upon:
            placed = next(p for p in open_ if p.card is card and p not in places)
            places += [placed] * card.stability
        return places

    def choose(table: Table, seat: Seat) -> Decision | None:
        if seat.built or not seat.hand or not seat.in_play:
            return None
        pairs = list(zip(cards_for(seat), places_for(seat), strict=False))
        if isinstance(number, int):
            pairs = pairs[:number] if len(pairs) >= number else []
        elif number is None:
            pairs = pairs[:1]
        return (Build(tuple(pairs)), None) if pairs else None

    least = number if isinstance(number, int) else 1
    if least == 0:
        return CompiledAct((FALSE,), choose)

    def enough_places(table: Table, seat: Seat) -> bool:
        return len(places_for(seat)) >= least

    possible = both(
        _ONCE_A_ROUND,
        Count(IN_PLAY, onto, _SOME, status="no-target", says="no such card in play has Stability"),
        context.held(cards, least, status="not-in-hand", says="too few such cards in hand"),
        *_places(act, onto, least, enough_places),
    )
    return CompiledAct((possible,), choose)


def _only_first(act: ast.BuildAct) -> bool:
    """Return whether one card alone is Set upon."""
    return act.onto.number is None and not act.onto.names


def _places(act: ast.BuildAct, onto: Kinds, least: int, test: Test) -> list[Requirement]:
    """Return when the cards Set upon have places for so many, if that is more than one."""
    if least == 1:
        return []
    if not _only_first(act):
        number = ast.Range(least)
        says = "too few places to Set them"
        return [
            Total(IN_PLAY, onto, ast.Range(0), _STABILITY, number, says=says, status="no-target")
        ]
    large = frozenset(card for card in onto if card.stability >= least)
    needs = Count(IN_PLAY, large, _SOME, status="no-target", says="too few places to Set them")
    if large == onto:
        return [needs]

    def because(table: Table, seat: Seat) -> str:
        return "too few places to Set them"

    name = (act.onto, least, "places")
    return [Opaque(name, test, needs=needs, enough=FALSE, because=because, status="no-target")]


def _ties(ordered: list[Card], cards: ast.Cards) -> list[Card]:
    """Return only the cards that share the best place in their order."""
    if not ordered or cards.extreme is None:
        return ordered
    by_cost = cards.extreme.of == "cost"
    best = ordered[0].cost if by_cost else ordered[0].high_score
    return [c for c in ordered if (c.cost if by_cost else c.high_score) == best]
