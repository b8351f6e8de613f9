"""Compile where the cards of an instruction go."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from msgspec.structs import replace

from moonflight_solo.rules.requirements.places import (
    PILES,
    known_place,
    market_stacks,
    owners,
    pile_of,
)
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    matcher,
    only_says,
    outermost_cards,
)
from moonflight_solo.rules.state import Card, Names, Question, Seat, Table
from moonflight_solo.rules.texts.candidates import choose_placed
from moonflight_solo.rules.texts.card_location import CardLocation
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS

Where = Callable[[Table, Seat, CardLocation], list[Card] | None]

_SET_UPON: tuple[ast.Owner, ...] = ("your", "target", "opponent")
_CHANGES = "the card would change its owner."


def destination(effect: ast.Instruct, names: Names, turned: bool) -> Where | None:
    """Compile a function that gives the pile for each card; ``None`` for cards to be played.

    The function returns ``None`` for a card that cannot be moved. Raises :class:`CannotDo` for what
    the rules have no way to do.
    """
    verb, place, to = effect.verb, effect.cards.place, effect.destination
    keyword = KEYWORDS[verb]
    assert place is not None
    whose = place.upon.place.owner if place.upon and place.upon.place else place.owner
    foreign = whose in ("target", "opponent", "their") and "market stack" not in place.zones
    if verb == "set":
        return _upon(effect, names, turned)
    not_for_sale = verb == "purchase" and place.zones != ("market stack",)
    for impossible, problem in (
        (effect.onto is not None, "only Set puts a card on another card."),
        (to is not None and verb != "move", f"{verb.capitalize()} goes where it always goes."),
        (not_for_sale, "a card is Purchased from a Market Stack."),
        (keyword.goes_to in ("hand", "in play") and foreign, _CHANGES),
    ):
        if impossible:
            raise CannotDo(f'"{say(effect)}": {problem}')
    if to is not None:
        return _moved_to(to, foreign, names)
    if verb == "move":
        raise CannotDo(f'"{say(effect)}" does not say where to.')
    if verb == "play":
        return None
    if verb == "purchase":
        return lambda table, seat, spot: seat.discard_stack
    pile = pile_for(verb)
    return lambda table, seat, spot: pile(spot.owner)


def _moved_to(to: ast.Place, foreign: bool, names: Names) -> Where:
    """Compile where a card is Moved to; raise :class:`CannotDo` if that changes its owner."""
    if len(to.zones) != 1 or to.zones[0] == "in play":
        raise CannotDo("a card is Moved to one Stack, Deck or hand.")
    zone = to.zones[0]
    if to.this:
        return lambda table, seat, spot: getattr(spot.item, "stack", spot.item).cards
    if zone == "market stack":
        return _market_stack(to, names)
    changes = to.owner == "your" if foreign else to.owner in ("target", "their")
    if changes or to.owner == "opponent":
        raise CannotDo(_CHANGES)
    return lambda table, seat, spot: pile_of(spot.owner, zone)


def _market_stack(to: ast.Place, names: Names) -> Where:
    """Compile a player's choice among the Market Stacks meant, of the card's suit if matching."""
    to = known_place(to, names, fewest=True, matching=True)
    place = replace(to, owner="target") if to.matching or to.suit is not None else to

    def where(table: Table, seat: Seat, spot: CardLocation) -> list[Card] | None:
        card = spot.card
        stacks = [s for s in market_stacks(table, seat, place) if s.suit is not None]
        if to.matching:
            stacks = [s for s in stacks if s.suit == card.suit]
        if not stacks:
            return None
        tops = [s.cards[-1] if s.cards else None for s in stacks]
        numbers = [s.owner if s.owner is not None else seat.number for s in stacks]
        zones = ["market stack"] * len(stacks)
        (index,) = table.ask(seat, Question("to", stacks, tops, zones, numbers, source=card))
        return stacks[index].cards

    return where


def _upon(effect: ast.Instruct, names: Names, turned: bool) -> Where:
    """Compile a player's choice of a card in play to Set on; the next cards go on the same one."""
    phrase, place = effect.onto or ast.Cards(), _set_upon(effect)
    match = matcher(phrase, names, turned, END_UP)
    by_owner, this_card = place.owner_said == "owner", place.this

    def where(table: Table, seat: Seat, spot: CardLocation) -> list[Card] | None:
        places = [
            (p, owner)
            for owner in owners(table, seat, place.owner)
            for p in owner.in_play
            if p is not spot.item and (match is None or match(p.card, seat))
            if not this_card or p is table.own
        ]
        if spot.upon is not None and phrase.number != "some":  # all of them go on the first one's
            places = [(p, owner) for p, owner in places if p is spot.upon]
        targets = [owner.number if by_owner else None for _, owner in places]
        indexes = outermost_cards(phrase, [p.card for p, _ in places], targets)
        open_ = [places[index] for index in indexes if places[index][0].card.stability]
        if not open_:
            return None
        below, owner = choose_placed(table, seat, open_, spot.card)
        if spot.owner is not owner:  # it stays its owner's (ruling G-owner)
            below.foreign = (*below.foreign, (len(below.settled), spot.owner.number))
        spot.upon = below
        return below.settled

    return where


def _set_upon(effect: ast.Instruct) -> ast.Place:
    """Return where the card to be Set upon lies; raise :class:`CannotDo` where none can."""
    phrase = effect.onto or ast.Cards()
    if effect.destination is not None:
        raise CannotDo(f'"{say(effect)}": a card is Set on a card in play.')
    only_says(phrase, {"place", "number", "targeted", "extreme"}, "the card it is Set on")
    if phrase.number not in (None, 1, "some"):
        raise CannotDo(f'"{say(effect)}": each card is Set on one card.')
    place = phrase.place or ast.Place(("in play",))
    if not place.this and place not in [ast.Place(("in play",), each) for each in _SET_UPON]:
        raise CannotDo(
            f'"{say(effect)}": cards are Set on your own card in play, an opponent’s or a Target.'
        )
    return place


def pile_for(verb: ast.Verb) -> Callable[[Seat], list[Card]]:
    """Return a function to the pile that Draw, Discard or Trash use: the owner's ("G-owner")."""
    zone = KEYWORDS[verb].goes_to
    if zone not in PILES:
        raise CannotDo(f"{verb.capitalize()} does not put a card in a Stack or hand.")
    return attrgetter(PILES[zone])
