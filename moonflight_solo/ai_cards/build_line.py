"""Lines that Build: which cards to Set, on which cards, in which order."""

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
from moonflight_solo.ai_cards.preference import ordering, ranking, silent_order
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.requirements.places import in_play
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast

_STABILITY = attrgetter("stability")
_ANY = ast.Range(0)
_FEW = "too few places to Set them"


def build_line(act: ast.BuildAct, context: CompileContext) -> tuple[Option, ...]:
    """Compile a Build: cards in the line's order onto places in the line's order.

    Raises :class:`CannotDo` for what no Build does.
    """
    build = _Building(act, context)
    return (Option(build.requirement(), build.choose),)


class _Building:
    """The cards that a line Sets, and the cards it Sets them on."""

    def __init__(self, act: ast.BuildAct, context: CompileContext) -> None:
        check_phrase(act.cards, "cards to Set", "cards are Set from hand")
        self.act, self.context = act, context
        self.settled = act.onto.place.settled if act.onto.place else None
        on = act.onto if self.settled is None else replace(act.onto, place=IN_PLAY)
        check_phrase(on, "cards to Set it on", "cards are Set on cards in play", IN_PLAY)
        number, each = act.cards.number, act.onto.number
        exactly = number if isinstance(number, int) else None
        so_many_each = exactly is not None and exactly > 1 and each == "all"
        so_many_each |= isinstance(number, ast.UpTo) and each == "all"
        supported = each in (None, "all", "many", "some") and not so_many_each
        if not supported or (isinstance(number, ast.Amounts) and not isinstance(number, ast.UpTo)):
            raise CannotDo("say how many cards to Set, not on how many to Set them")
        self.one_each = number in (None, 1) and each == "all"  # ruling A-set-many
        self.least = 1 if exactly is None else exactly
        most = number.most if isinstance(number, ast.UpTo) else None
        self.most = self.least if number is None or exactly is not None else most
        self.most = None if self.one_each else self.most
        self.ties_only = number == "many" and context.rulings.choice("A-many") == "ties-only"
        # Whether all go on a single card.
        self.only_first = each is None and not act.onto.names
        cards = context.all_of(context.kinds(act.cards))
        self.cards = frozenset(card for card in cards if "set" not in card.barred)
        kinds = context.all_of(context.kinds(act.onto))
        self.onto = frozenset(card for card in kinds if card.stability)
        self.card_order = ordering(act.cards, silent_order(act, context.turned))
        self.onto_order = ordering(act.onto)

    def choose(self, table: Table, seat: Seat) -> AimedAct | None:
        """Return the Build to do now, best cards on best places; ``None`` if too few fit."""
        if seat.built or not seat.hand:
            return None
        for placed in seat.in_play:
            if placed.card in self.onto:
                break
        else:
            return None
        cards = self.card_order([card for card in seat.hand if card in self.cards])
        if self.ties_only:
            cards = _ties(cards, self.act.cards)
        pairs = list(zip(cards, self._places_for(seat), strict=False))
        if len(pairs) < self.least:
            return None
        pairs = pairs[: self.most]
        return (Build(tuple(pairs)), None) if pairs else None

    def _places_for(self, seat: Seat) -> list[int]:
        """Return the places to Set on, the best first, each once or as often as there is room."""
        in_front = seat.in_play if self.settled is None else in_play(seat, self.settled)
        open_ = [placed for placed in in_front if placed.card in self.onto]
        order = self.onto_order([placed.card for placed in open_])
        if self.ties_only:
            order = _ties(order, self.act.onto)
        places: list[int] = []
        for card in order[:1] if self.only_first else order:
            for placed in open_:
                place = seat.place_of(placed)
                if placed.card is card and place not in places:
                    places += [place] * (1 if self.one_each else card.stability)
                    break
        return places

    def requirement(self) -> r.Requirement:
        """Return the requirement for :meth:`choose` to find a Build."""
        if self.least == 0:
            return r.FALSE
        says = "no card in play that it names has Stability"
        below = r.Count(IN_PLAY, self.onto, SOME, status="no-target", says=says)
        in_hand = self.context.in_hand(self.cards, self.least, "too few of these cards in hand")
        return r.both(r.Not(BUILT), below, in_hand, self._places())

    def _places(self) -> r.Requirement:
        """Return the requirement for enough places to Set on; opaque where counts cannot tell."""
        least, kinds = self.least, self.onto
        if self.settled is not None:
            return self._enough(r.TRUE)
        if least == 1:
            return r.TRUE
        if not self.only_first:
            number = ast.Range(least)
            return r.Total(IN_PLAY, kinds, _ANY, _STABILITY, number, says=_FEW, status="no-target")
        large = frozenset(card for card in kinds if card.stability >= least)
        one_place = r.Count(IN_PLAY, large, SOME, status="no-target", says=_FEW)
        return one_place if large == kinds else self._enough(one_place)

    def _enough(self, needs: r.Requirement) -> r.Requirement:
        """Return a leaf for enough places, of which ``needs`` is all that counts can express."""
        return r.Opaque(
            (self.act.onto, self.least, self.context),
            lambda table, seat: len(self._places_for(seat)) >= self.least,
            needs,
            because=lambda table, seat: _FEW,
            status="no-target",
        )


def _ties(ordered: list[Card], cards: ast.Cards) -> list[Card]:
    """Return only the cards tied for first place in their order."""
    if not ordered or cards.extreme is None:
        return ordered
    worth = ranking(cards)
    return [card for card in ordered if worth(card) == worth(ordered[0])]
