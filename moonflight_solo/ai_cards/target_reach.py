"""The requirement for a card, once played, to reach a line's target."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import Kinds, Match
from moonflight_solo.rules.state import Card, Seat
from moonflight_solo.rules.texts.candidates import reach, reaching
from moonflight_solo.wording import ast

_SOME = ast.Range(1)


def needs_of_target(
    target: ast.FirstOf, card: Card, context: CompileContext, whose: r.Requirement | None = None
) -> r.Requirement:
    """Return the requirement for a card in hand, once played, to act on a target.

    ``whose`` says which opponents the line has mentioned before, if any.
    """
    reached = [_CardsInReach(card, phrase, context, whose) for phrase in target.options]
    sources = reaching(card, context.names)
    return r.either(*(way for each in reached for source in sources for way in each.ways(*source)))


class _CardsInReach:
    """The cards that a card can act on and a phrase means."""

    def __init__(
        self, card: Card, phrase: ast.Cards, context: CompileContext, whose: r.Requirement | None
    ) -> None:
        self._card = card
        self._phrase = phrase
        self._fits = context.all_of(context.kinds(phrase))
        self._nobody = Seat.of(0, context.jack, context.character())
        aim = Aim(ast.FirstOf((phrase,)), context.kinds, whose)
        self._theirs = phrase.owner == "their"
        # Exact but opaque: for what counts cannot distinguish.
        self._somehow = r.Opaque(
            ("reaches", card, phrase, context, whose if self._theirs else None),
            lambda table, seat: aim.index(reach(card, table, seat), table, seat) is not None,
        )

    def ways(
        self, place: ast.Place, verb: ast.Verb, match: Match | None
    ) -> Iterator[r.Requirement]:
        """Yield the requirement for each way in which a card in ``place`` can be meant."""
        open_ = frozenset(
            card
            for card in self._fits
            if verb not in card.barred and (match is None or match(card, self._nobody))
        )
        for mine in (True, False):
            if not self._whose(place, mine):
                continue
            for zone in place.zones:
                if self._phrase.place is None or zone in self._phrase.place.zones:
                    yield self._in_zone(place, zone, mine, open_)

    def _whose(self, place: ast.Place, mine: bool) -> bool:
        """Return whether the cards offered may be the player's own (or not), and may be meant."""
        if "market stack" in place.zones:
            may_be = mine
        else:
            may_be = place.owner != "opponent" if mine else place.owner in ("target", "opponent")
        if not may_be or (self._phrase.whose == "opponent" and mine):
            return False
        place_meant = self._phrase.place
        if place_meant is None or place_meant.owner == "target":
            return True
        return mine if place_meant.owner == "your" else not mine

    def _in_zone(self, place: ast.Place, zone: ast.Zone, mine: bool, open_: Kinds) -> r.Requirement:
        """Return the requirement for such a card in a zone; opaque where counts are not enough."""
        place_meant = self._phrase.place
        if self._theirs or (place_meant is not None and place_meant.settled is not None):
            return self._somehow
        only_top = place_meant is not None and place_meant.top
        if zone == "market stack" and not only_top:
            sale = r.ForSale(replace(place, fewest=False), open_, "shown")
            any_stack = place == ast.Place(("market stack",), "target", place.top)
            return sale if any_stack else r.both(self._somehow, sale)
        top = place.top or only_top
        if zone in ("market stack", "supply stack") or (top and zone == "draw deck"):
            return self._somehow
        if only_top and zone in ("hand", "in play"):
            return self._somehow
        itself = mine and place.owner == "your"
        if itself and zone == "in play" and self._card in self._fits:
            return r.TRUE
        if not open_:
            return r.FALSE
        # The card played has left the hand (ruling A-target-self).
        is_played = itself and zone == "hand" and self._card in open_
        count = r.Count(ast.Place((zone,), top=top), open_, ast.Range(2) if is_played else _SOME)
        return count if mine else r.SomeOpponent(count)
