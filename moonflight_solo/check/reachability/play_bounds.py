"""When a line that Plays a card can be followed, as a statement about counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moonflight_solo.check.reachability.conditions import condition_bounds
from moonflight_solo.check.reachability.count_model import World, parts_of
from moonflight_solo.check.reachability.shop_bounds import on_top
from moonflight_solo.check.reachability.solver import FALSE, TRUE, And, Formula, Not, Or
from moonflight_solo.rules.candidates import reaching
from moonflight_solo.rules.selectors import Match
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast

_HAND = ast.Place(("hand",))
_BACK = (ast.ThisCard("draw"),)


def played(act: ast.PlayAct, world: World) -> Formula:
    """Return when the first possible of a line's cards can be played, at its target if it says one.

    ``ai_cards/play_line.py``; lines below it only say what its card is aimed at.
    """
    if act.target is None:
        return Or(tuple(_any_of(world.meant(cards), world) for cards in act.cards.options))
    if isinstance(act.target, ast.FirstOf):
        return _aimed(act, act.target, world)
    ways: list[Formula] = []
    before: list[Formula] = []
    for condition, target in act.target.cases:
        holds = condition_bounds(condition, world)
        ways.append(And((*before, holds, _aimed(act, target, world))))
        before.append(Not(holds))
    return Or(tuple(ways))


def chosen(act: ast.PlayAct, card: Card, world: World) -> Formula:
    """Return what it takes for a line without a target to choose this card and no other.

    Where several cards are equal it says nothing of which lies first.
    """
    ways: list[Formula] = []
    before: list[Formula] = []
    for cards in act.cards.options:
        kinds = world.meant(cards)
        if card in kinds:
            better = [k for k in kinds if k.returns is None and _preferred(k, card, cards)]
            none_better = world.number(("hand",), better, 0, 0)
            ways.append(And((*before, _one(card, world), none_better)))
        before.append(Not(_any_of(kinds, world)))
    return Or(tuple(ways))


def _preferred(one: Card, other: Card, cards: ast.Cards) -> bool:
    """Return whether a phrase picks ``one`` before ``other`` wherever they lie in hand."""
    extreme = cards.extreme
    if extreme is None:
        if cards.names:
            return False
        return (one.high_score, one.cost) > (other.high_score, other.cost)
    first, second = (
        (one.cost, other.cost) if extreme.of == "cost" else (one.high_score, other.high_score)
    )
    return first > second if extreme.end == "highest" else first < second


# ------------------------------------------------------------------------- cards in hand


def _any_of(kinds: Sequence[Card], world: World) -> Formula:
    """Return when one of these cards can be played: in hand, and not only to come back."""
    plain = [card for card in kinds if card.returns is None]
    ways = [_one(card, world) for card in kinds if card.returns is not None]
    return Or((world.held(plain), *ways)) if ways else world.held(plain)


def _one(card: Card, world: World) -> Formula:
    if card.returns is None:
        return world.held((card,))
    return And((world.held((card,)), Not(_comes_back(card, world))))


def _comes_back(card: Card, world: World) -> Formula:
    """Return when a card in hand would only come straight back to it (ruling A-return)."""
    immediate = [
        effect
        for effect in card.meaning.effects
        if not isinstance(effect, ast.Spend | ast.When | ast.Limit | ast.Cannot)
    ]
    only = immediate[0]
    if only == _BACK[0]:
        return TRUE
    assert isinstance(only, ast.If)
    holds = _with_one_less(only.condition, world)
    if holds is None:
        return world.fact(("comes back", card))
    return holds if only.effects == _BACK else Not(holds)


def _with_one_less(condition: ast.Condition, world: World) -> Formula | None:
    """Return a condition about the number of cards in hand as it is once one has been played."""
    if isinstance(condition, ast.All | ast.Either):
        parts = [_with_one_less(part, world) for part in condition.parts]
        known = tuple(part for part in parts if part is not None)
        if len(known) < len(parts):
            return None
        return And(known) if isinstance(condition, ast.All) else Or(known)
    if not isinstance(condition, ast.Has) or condition.total is not None:
        return None
    if condition.cards != ast.Cards(place=_HAND):
        return None
    least, most = condition.count.least, condition.count.most
    one_more = None if most is None else most + 1
    return world.number(("hand",), world.kinds, least + 1 if least else 0, one_more)


# ------------------------------------------------------------------------------- targets


def _aimed(act: ast.PlayAct, target: ast.FirstOf, world: World) -> Formula:
    """Return when one of the cards can be played at a target."""
    ways = [_aimed_with(cards, target, world) for cards in act.cards.options]
    return Or(tuple(ways))


def _aimed_with(cards: ast.Cards, target: ast.FirstOf, world: World) -> Formula:
    """Return when the card that a phrase picks has a target; only that one is tried."""
    kinds = world.meant(cards)
    ways = tuple(And((_one(card, world), targeted(target, card, world))) for card in kinds)
    if len(kinds) == 1:
        return ways[0]
    aimless = tuple(Or((Not(_one(card, world)), targeted(target, card, world))) for card in kinds)
    enough = And((_any_of(kinds, world), *aimless))
    return world.fact((cards, target), needs=Or(ways), enough=enough)


def targeted(target: ast.FirstOf, card: Card, world: World) -> Formula:
    """Return when a card in hand, once played, can be aimed at what is meant.

    ``Aim.index`` of what ``rules.offers.reach`` finds.
    """
    sources = reaching(card, world.scope.names)
    return Or(
        tuple(
            way
            for phrase in target.options
            for place, verb, match in sources
            for way in _Reached(card, phrase, world, len(sources)).ways(place, verb, match)
        )
    )


class _Reached:
    """What a card can act on of what a phrase means."""

    def __init__(self, card: Card, phrase: ast.Cards, world: World, sources: int) -> None:
        self._card = card
        self._phrase = phrase
        self._world = world
        self._sources = sources
        self._fits = world.meant(phrase)

    def ways(self, place: ast.Place, verb: ast.Verb, match: Match | None) -> Iterator[Formula]:
        """Yield each way in which one of the cards in ``place`` can be meant."""
        world = self._world
        open_ = [
            card
            for card in self._fits
            if verb not in card.barred and (match is None or match(card, world.seat))
        ]
        narrowed = match is not None or any(verb in card.barred for card in world.kinds)
        for mine in (True, False):
            if not self._whose(place, mine):
                continue
            for zone in place.zones:
                if self._phrase.place is None or zone in self._phrase.place.zones:
                    yield self._in_zone(place, zone, mine, open_, narrowed)

    def _whose(self, place: ast.Place, mine: bool) -> bool:
        """Return whether the cards offered may be one's own (or others'), and are meant so."""
        if "market stack" in place.zones:
            offered = mine
        else:
            offered = place.owner != "opponent" if mine else place.owner in ("target", "opponent")
        if not offered or (self._phrase.whose == "opponent" and mine):
            return False
        meant = self._phrase.place
        if meant is None or meant.owner == "target":
            return True
        return mine if meant.owner == "your" else not mine

    def _in_zone(
        self, place: ast.Place, zone: ast.Zone, mine: bool, open_: list[Card], narrowed: bool
    ) -> Formula:
        meant = self._phrase.place
        only_top = meant is not None and meant.top
        unclear = only_top and (narrowed or self._sources > 1)
        parts = parts_of(zone, mine, place.top or only_top)
        if zone == "market stack" and not only_top:
            return self._in_market(place, open_)
        if parts is None or unclear:
            return self._world.fact((self._card, self._phrase, place, zone, mine))
        if only_top and zone in ("hand", "in play"):
            return self._world.fact((self._card, self._phrase, place, zone, mine))
        itself = mine and place.owner == "your"
        if itself and zone == "in play" and self._card in self._fits:
            return TRUE
        gone = itself and zone == "hand" and self._card in open_
        return self._world.number(parts, open_, 2 if gone else 1) if open_ else FALSE

    def _in_market(self, place: ast.Place, open_: list[Card]) -> Formula:
        """Return when one of these cards lies on top of a Market Stack such as ``place`` means."""
        some = self._world.for_sale([card for card in open_ if card in on_top(place, self._world)])
        if place == ast.Place(("market stack",), "target", place.top):
            return some
        return self._world.fact((self._card, self._phrase, place), needs=some)
