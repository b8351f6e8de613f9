"""Lines that Build: which cards are Set, on which cards, in which order."""

from __future__ import annotations

from operator import attrgetter

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import (
    IN_PLAY,
    SOME,
    AimedAct,
    CompileContext,
    Option,
    check_phrase,
)
from moonflight_solo.ai_cards.targeting import GIVING, ordering, ranking
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.places import in_play
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Placed, Seat, Table
from moonflight_solo.wording import ast

_STABILITY = attrgetter("stability")
_ANY = ast.Range(0)
_FEW = "too few places to Set them"


def build_line(act: ast.BuildAct, context: CompileContext) -> tuple[Option, ...]:
    """Return a Build: cards in the line's order on places in the line's order.

    Raises :class:`CannotDo` for what no Build does.
    """
    check_phrase(act.cards, "cards to Set", "cards are Set from hand")
    settled = act.onto.place.settled if act.onto.place else None
    on = act.onto if settled is None else replace(act.onto, place=IN_PLAY)
    check_phrase(on, "cards to Set upon", "cards are Set on cards in play", IN_PLAY)
    number = act.cards.number
    most = number.most if isinstance(number, ast.UpTo) else None
    if isinstance(number, ast.UpTo):
        number = "any"
    one_each = number in (None, 1) and act.onto.number == "all"  # ruling A-set-many
    so_many_each = isinstance(number, int) and number > 1 and act.onto.number == "all"
    known = act.onto.number in (None, "all", "many", "some") and not so_many_each
    if isinstance(number, ast.Amounts) or not known:
        raise CannotDo("say how many cards to Set, not on how many")
    cards = frozenset(c for c in context.all_of(context.kinds(act.cards)) if "set" not in c.barred)
    onto = frozenset(c for c in context.all_of(context.kinds(act.onto)) if c.stability)
    card_order, onto_order = ordering(act.cards, GIVING), ordering(act.onto)
    ties_only = number == "many" and context.rulings.choice("A-many") == "ties-only"
    # Whether one card alone is Set upon.
    only_first = act.onto.number is None and not act.onto.names
    least = number if isinstance(number, int) else 1

    def cards_for(seat: Seat) -> list[Card]:
        ordered = card_order([card for card in seat.hand if card in cards])
        return _ties(ordered, act.cards) if ties_only else ordered

    def places_for(seat: Seat) -> list[Placed]:
        there = seat.in_play if settled is None else in_play(seat, settled)
        open_ = [placed for placed in there if placed.card in onto]
        upon = onto_order([placed.card for placed in open_])
        if ties_only:
            upon = _ties(upon, act.onto)
        places: list[Placed] = []
        for card in upon[:1] if only_first else upon:
            for placed in open_:
                if placed.card is card and placed not in places:
                    places += [placed] * (1 if one_each else card.stability)
                    break
        return places

    def choose(table: Table, seat: Seat) -> AimedAct | None:
        if seat.built or not seat.hand:
            return None
        for placed in seat.in_play:
            if placed.card in onto:
                break
        else:
            return None
        pairs = list(zip(cards_for(seat), places_for(seat), strict=False))
        if len(pairs) < least:
            return None
        if (number is None or isinstance(number, int)) and not one_each:
            pairs = pairs[:least]
        elif most is not None:
            pairs = pairs[:most]
        return (Build(tuple(pairs)), None) if pairs else None

    def enough(table: Table, seat: Seat) -> bool:
        return len(places_for(seat)) >= least

    if least == 0:
        return (Option(r.FALSE, choose),)
    places: r.Requirement = r.TRUE
    name = act.onto, least, context
    if settled is not None:
        places = _enough(name, enough, r.TRUE)
    elif least > 1 and only_first:
        large = frozenset(card for card in onto if card.stability >= least)
        places = r.Count(IN_PLAY, large, SOME, status="no-target", says=_FEW)
        places = places if large == onto else _enough(name, enough, places)
    elif least > 1:
        so_many = ast.Range(least)
        places = r.Total(IN_PLAY, onto, _ANY, _STABILITY, so_many, says=_FEW, status="no-target")
    possible = r.both(
        r.Not(BUILT),
        r.Count(IN_PLAY, onto, SOME, status="no-target", says="no such card in play has Stability"),
        context.held(cards, least, status="not-in-hand", says="too few such cards in hand"),
        places,
    )
    return (Option(possible, choose),)


def _enough(name: object, enough: r.Test, needs: r.Requirement) -> r.Requirement:
    """Return when there are places enough, of which counts tell only what is needed."""
    return r.Opaque(name, enough, needs, r.FALSE, lambda table, seat: _FEW, status="no-target")


def _ties(ordered: list[Card], cards: ast.Cards) -> list[Card]:
    """Return only the cards that share the best place in their order."""
    if not ordered or cards.extreme is None:
        return ordered
    worth = ranking(cards)
    return [card for card in ordered if worth(card) == worth(ordered[0])]
