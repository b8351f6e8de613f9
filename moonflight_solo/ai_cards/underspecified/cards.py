"""Which cards a line may be about, and what they let their player choose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from moonflight_solo.rules.candidates import choices
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.selectors import matcher
from moonflight_solo.rules.state import Card, Seat
from moonflight_solo.wording import ast


def cards_of(phrases: Iterable[ast.Cards], names: Catalogue, turned: bool) -> list[Card]:
    """Return the cards that a list may mean: those it names, or every card that it describes.

    A description goes by what is printed on a card; where it lies is not looked at. Raises
    :class:`~moonflight_solo.rules.catalogue.UnknownName` for a card there is not.
    """
    found: dict[Card, None] = {}
    for phrase in phrases:
        named = [names.card(name, turned) for name in phrase.names]
        found.update(dict.fromkeys(named or kinds_of(phrase, names, turned)))
    return list(found)


def kinds_of(phrase: ast.Cards, names: Catalogue, turned: bool) -> list[Card]:
    """Return every kind of card that a phrase describes, at the end up on that side.

    A suit that is yours or an opponent's may be any: whose eyes see it is not known here.
    """
    if phrase.suit is not None and phrase.suit.whose != "named":
        phrase = replace(phrase, suit=None)
    match = matcher(phrase, names, turned)
    nobody = Seat.of(0, "", Card(""))
    kinds = [card.flipped if turned else card for card in names.cards_for(names.suits)]
    return [
        card for card in kinds if not card.is_character and (match is None or match(card, nobody))
    ]


def picks_from_hand(card: Card, names: Catalogue) -> bool:
    """Return whether the card lets its player pick a card in hand (ruling A-target-self)."""
    return any(place.zones == ("hand",) for place in reached(card, names))


def chooses_often(card: Card, names: Catalogue) -> bool:
    """Return whether the card leaves more than one choice to its player (ruling A-each)."""
    found = choices(card, names)
    return len(found) > 1 or any(each.cards.number != 1 for each in found)


def reached(card: Card, names: Catalogue) -> Iterator[ast.Place]:
    """Yield each place, one zone at a time, in which the card lets its player choose."""
    for each in choices(card, names):
        place = each.cards.place
        if place is not None:
            yield from (replace(place, zones=(zone,)) for zone in place.zones)


def reaches(card: Card, place: ast.Place, names: Catalogue) -> bool:
    """Return whether the card lets its player choose among all cards in a place."""
    return all(
        any(
            (zone,) == each.zones
            and each.owner in (place.owner, "target")
            and (place.top or not each.top)
            for each in reached(card, names)
        )
        for zone in place.zones
    )


def aims_at_stack(condition: ast.Condition | None, card: Card, names: Catalogue) -> bool:
    """Return whether a card picks from a Stack such as the condition names (ruling A-same)."""
    named = stack_named(condition)
    zones = named.place.zones if named is not None and named.place is not None else ()
    return any(place.zones[0] in zones for place in reached(card, names))


def stack_named(condition: ast.Condition | None) -> ast.Cards | None:
    """Return the cards on a Discard or Trash Stack that a condition says there are (A-same).

    Those of an opponent's are said to be "an opponent's", as a target would be.
    """
    parts = condition.parts if isinstance(condition, ast.All | ast.Opponents) else (condition,)
    if isinstance(condition, ast.Opponents) and condition.which == "no":
        return None
    for part in parts:
        if isinstance(part, ast.Opponents) and part is not condition:
            if (theirs := stack_named(part)) is not None:
                return theirs
            continue
        if not isinstance(part, ast.Has) or part.count.least == 0:
            continue
        place = part.cards.place
        if place is not None and {"discard stack", "trash stack"}.issuperset(place.zones):
            if place.owner != "opponent" and not isinstance(condition, ast.Opponents):
                return part.cards
            return replace(part.cards, place=replace(place, owner="opponent"), whose="opponent")
    return None
