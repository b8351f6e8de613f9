"""What a line's words leave open, and which ruling fills each gap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from moonflight_solo.rules.candidates import choices
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.selectors import matcher
from moonflight_solo.rules.state import Card, Seat
from moonflight_solo.wording import ast
from moonflight_solo.wording.phrases import STACKS
from moonflight_solo.wording.walk import every_node


def gaps(line: ast.Line, names: Catalogue, turned: bool) -> tuple[str, ...]:
    """Return the ids of the rulings that fill what ``line`` leaves open, each once, in order.

    The cards that the line may play decide whether a ruling on targets is needed at all. Raises
    :class:`~moonflight_solo.rules.catalogue.UnknownName` for a card there is not.
    """
    return tuple(dict.fromkeys(_gaps(line, names, turned)))


def _gaps(line: ast.Line, names: Catalogue, turned: bool) -> Iterator[str]:
    act = line.act
    yield from _counts(line)
    if isinstance(act, ast.SpendAct):
        yield "A-one"
        if act.user is None and not act.of_character:
            yield "A-purpose"
        if act.cards is not None and act.cards.number in ("any", "some"):
            yield "A-partial"
    if isinstance(act, ast.ShopAct):
        yield "A-first-shop"
        if act.stacks is not None and act.stacks.fewest:
            yield "A-fewest"
        for cards in act.cards.options if act.cards else ():
            yield "A-available" if cards.available else "A-ties-buy"
    if isinstance(act, ast.BuildAct):
        yield "A-many" if act.cards.number == "many" else "A-set-many"
    if isinstance(act, ast.PlayAct):
        if len(act.cards.options) > 1:
            yield "A-slash"
        playable = cards_of(act.cards, names, turned)
        if act.target is not None:
            yield from _target_gaps(act.target, playable, names)
        elif any(aims_at_stack(line.condition, card, names) for card in playable):
            yield "A-same"
        if any(not c.names and c.extreme is None for c in act.cards.options):
            yield "A-play"
    if isinstance(act, ast.Retain | ast.ResetMove):
        yield "A-step"


def _target_gaps(
    target: ast.FirstOf | ast.Cases, playable: Sequence[Card], names: Catalogue
) -> Iterator[str]:
    if any(picks_from_hand(card, names) for card in playable):
        yield "A-target-self"
    if any(chooses_often(card, names) for card in playable):
        yield "A-each"
    lists = [cards for _, cards in target.cases] if isinstance(target, ast.Cases) else [target]
    for each in lists:
        if len(each.options) > 1:
            yield "A-slash"
        if any(cards.whose == "opponent" for cards in each.options):
            yield "A-others"


# ----------------------------------------------------------------------- the cards concerned


def cards_of(meant: ast.FirstOf, names: Catalogue, turned: bool) -> list[Card]:
    """Return the cards that a list may mean: those it names, or every card that it describes.

    A description goes by what is printed on a card; where it lies is not looked at.
    """
    found: dict[Card, None] = {}
    for phrase in meant.options:
        if phrase.names:
            found.update(dict.fromkeys(names.card(name, turned) for name in phrase.names))
        else:
            found.update(dict.fromkeys(kinds_of(phrase, names, turned)))
    return list(found)


def kinds_of(phrase: ast.Cards, names: Catalogue, turned: bool) -> list[Card]:
    """Return every kind of card that a phrase describes, at the end up on that side.

    A suit that is yours or an opponent's may be any: whose eyes see it is not known here.
    """
    if phrase.suit is not None and phrase.suit.whose != "named":
        phrase = replace(phrase, suit=None)
    match = matcher(phrase, names, turned)
    nobody = Seat(0, "", Card(""))
    kinds = [card.flipped if turned else card for card in names.cards_for(names.suits)]
    return [
        card for card in kinds if not card.is_character and (match is None or match(card, nobody))
    ]


def picks_from_hand(card: Card, names: Catalogue) -> bool:
    """Return whether the card lets its player pick a card in hand (ruling A-target-self)."""
    return any(
        each.cards.place and "hand" in each.cards.place.zones for each in choices(card, names)
    )


def chooses_often(card: Card, names: Catalogue) -> bool:
    """Return whether the card leaves more than one choice to its player (ruling A-each)."""
    found = choices(card, names)
    return len(found) > 1 or any(each.cards.number != 1 for each in found)


def aims_at_stack(condition: ast.Condition | None, card: Card, names: Catalogue) -> bool:
    """Return whether a card picks from a Stack such as the condition names (ruling A-same)."""
    named = stack_named(condition)
    if named is None or named.place is None:
        return False
    zones = set(named.place.zones)
    return any(
        each.cards.place and zones.intersection(each.cards.place.zones)
        for each in choices(card, names)
    )


def stack_named(condition: ast.Condition | None) -> ast.Cards | None:
    """Return the cards on a Discard or Trash Stack that a condition says there are (A-same).

    Those of an opponent's are said to be "an opponent's", as a target would be.
    """
    parts = condition.parts if isinstance(condition, ast.All) else (condition,)
    for part in parts:
        if not isinstance(part, ast.Has) or part.count.least == 0:
            continue
        place = part.cards.place
        if place is not None and {"discard stack", "trash stack"}.issuperset(place.zones):
            return (
                replace(part.cards, whose="opponent") if place.owner == "opponent" else part.cards
            )
    return None


def _counts(meaning: object) -> Iterator[str]:
    """Yield the rulings that numbers and superlatives call for, anywhere in a meaning."""
    for part in every_node(meaning):
        if isinstance(part, ast.Range) and part.bare:
            yield "A-exact"
        if isinstance(part, ast.Cards) and part.extreme is not None:
            yield "A-cost" if part.extreme.of == "cost" else "A-highest"
            stacked = part.place is not None and STACKS.issuperset(part.place.zones)
            yield "A-stack" if stacked else "A-tie"
        if isinstance(part, ast.Cards) and part.score is not None:
            yield "A-score"
        if isinstance(part, ast.Has) and part.total is not None:
            yield "A-score"
        if isinstance(part, ast.Played):
            yield "A-sub"
