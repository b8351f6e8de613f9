"""Lines that Build: which cards are Set, on which cards, in which order."""

from __future__ import annotations

from moonflight_solo.ai_cards.context import (
    IN_HAND,
    Attempt,
    CompileContext,
    Decision,
    Reason,
    WhyNot,
)
from moonflight_solo.ai_cards.targeting import ordering
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.selectors import CannotDo, matcher, only_says
from moonflight_solo.rules.state import Card, Placed, Seat, Table
from moonflight_solo.wording import ast


def build_line(act: ast.BuildAct, scope: CompileContext) -> tuple[Attempt, WhyNot]:
    """Compile a Build: cards in the line's order on places in the line's order."""
    if act.cards.place not in (None, IN_HAND):
        raise CannotDo("cards are Set from hand")
    if act.onto.place not in (None, ast.Place(("in play",))):
        raise CannotDo("cards are Set on cards in play")
    only_says(act.cards, {"number", "extreme", "place"}, "cards to Set")
    only_says(act.onto, {"number", "extreme", "place"}, "cards to Set upon")
    if isinstance(act.cards.number, ast.Per) or act.onto.number not in (None, "many", "some"):
        raise CannotDo("say how many cards to Set, not on how many")
    card_match = matcher(act.cards, scope.names, scope.turned)
    onto_match = matcher(act.onto, scope.names, scope.turned)
    card_order, onto_order = ordering(act.cards), ordering(act.onto)
    ties_only = act.cards.number == "many" and scope.rulings.choice("A-many") == "ties-only"
    number = act.cards.number

    def cards_for(seat: Seat) -> list[Card]:
        held = [
            card
            for card in seat.hand
            if "set" not in card.barred and (card_match is None or card_match(card, seat))
        ]
        ordered = card_order(held)
        return _ties(ordered, act.cards) if ties_only else ordered

    def places_for(seat: Seat) -> list[Placed]:
        open_ = [
            placed
            for placed in seat.in_play
            if placed.card.stability and (onto_match is None or onto_match(placed.card, seat))
        ]
        if not open_:
            return []
        cards = onto_order([placed.card for placed in open_])
        if ties_only:
            cards = _ties(cards, act.onto)
        if act.onto.number is None and not act.onto.names:
            cards = cards[:1]
        places: list[Placed] = []
        for card in cards:
            placed = next(p for p in open_ if p.card is card and p not in places)
            places += [placed] * card.stability
        return places

    def attempt(table: Table, seat: Seat) -> Decision | None:
        if seat.built or not seat.hand or not seat.in_play:
            return None
        places = places_for(seat)
        if not places:
            return None
        pairs = list(zip(cards_for(seat), places, strict=False))
        if isinstance(number, int):
            pairs = pairs[:number] if len(pairs) >= number else []
        elif number is None:
            pairs = pairs[:1]
        return (Build(tuple(pairs)), None) if pairs else None

    def why(table: Table, seat: Seat) -> Reason:
        if seat.built:
            return "not-allowed", "it has already built this round"
        if not places_for(seat):
            return "no-target", "no such card in play has Stability"
        return "not-in-hand", "too few such cards in hand"

    return attempt, why


def _ties(ordered: list[Card], cards: ast.Cards) -> list[Card]:
    """Return only the cards that share the best place in their order."""
    if not ordered or cards.extreme is None:
        return ordered
    by_cost = cards.extreme.of == "cost"
    best = ordered[0].cost if by_cost else ordered[0].high_score
    return [c for c in ordered if (c.cost if by_cost else c.high_score) == best]
