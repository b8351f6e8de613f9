"""What a line that plays a card leaves open: which card, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.underspecified import (
    aims_at_stack,
    cards_of,
    chooses_often,
    picks_from_hand,
)
from moonflight_solo.check.slots.conditions import condition_slots
from moonflight_solo.check.slots.slot import Looking, Slot, list_slots, silent_slot
from moonflight_solo.rules.candidates import choices
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.walk import every_node, when_played


def play_slots(
    act: ast.PlayAct, condition: ast.Condition | None, below: Sequence[AILine], look: Looking
) -> Iterator[Slot]:
    """Yield the slots of a line that plays a card, and of what the card is aimed at."""
    names, turned = look.names, look.turned
    span = act.cards.span or look.whole
    if isinstance(condition, ast.Played):
        yield from list_slots(act.cards, "aims it at", look, span)
        return
    yield from list_slots(act.cards, "play", look, span)
    if any(phrase.place is None for phrase in act.cards.options):
        yield Slot("from", "hand", "default", span)
    playable = cards_of(act.cards, names, turned)
    described = any(not phrase.names for phrase in act.cards.options)
    if any(not c.names and c.extreme is None for c in act.cards.options):
        open_ = len(playable) > 1
        code = "which-card-unsaid" if open_ else ""
        remedy = 'say which, such as "the highest cost card"' if open_ else ""
        says = "the highest score, then the highest cost"
        yield Slot("of several that fit", says, "ruling", span, "A-play", code, remedy)
    if any(card.returns is not None for card in playable) and not described:
        says = "not played only to come straight back"
        remedy = "nothing need be changed: no card is played only to come back"
        yield Slot("if", says, "ruling", span, "A-return", "impossible-unsaid", remedy)
    if act.target is not None:
        yield from _target(act.target, playable, act, condition, look)
    elif below:
        numbers = ", ".join(sub.number for sub in below)
        yield Slot("aimed at", f"what line {numbers} says", "print", span)
    elif any(aims_at_stack(condition, card, names) for card in playable):
        says = "cards such as the condition names, on the Stack it names"
        remedy = 'say it after the card: "targeting ..."'
        yield Slot("aimed at", says, "ruling", span, "A-same", "source-unsaid", remedy)
    elif described:
        yield from _any_card_aimless(playable, look, span)
    else:
        yield from _aimless(playable, look, span)


def _target(
    target: ast.FirstOf | ast.Cases,
    playable: Sequence[Card],
    act: ast.PlayAct,
    condition: ast.Condition | None,
    look: Looking,
) -> Iterator[Slot]:
    lists = [target] if isinstance(target, ast.FirstOf) else [each for _, each in target.cases]
    if isinstance(target, ast.Cases):
        for case, _ in target.cases:
            yield from condition_slots(case, act, look)
    span = target.span or look.whole
    phrases = [phrase for each in lists for phrase in each.options]
    asked = all(_asked_for(phrase, condition, playable, look) for phrase in phrases)
    for each in lists:
        for slot in list_slots(each, "aimed at", look, span):
            yield replace(slot, code="") if asked and slot.code == "impossible-unsaid" else slot
    yield from _which_target(phrases, playable, look, span)
    if asked:
        yield Slot("if there is no such target", "the condition asks for one", "print", span)
        return
    says = "the line is passed over"
    yield Slot("if there is no such target", says, "ruling", span, "A-follow", "impossible-unsaid")


def _which_target(
    phrases: Sequence[ast.Cards], playable: Sequence[Card], look: Looking, span: Span
) -> Iterator[Slot]:
    """Yield which cards that fit the words of a target are meant, and how many of them."""
    names = look.names
    meant = {
        card for each in phrases for card in cards_of(ast.FirstOf((each,)), names, look.turned)
    }
    if any(picks_from_hand(card, names) for card in playable):
        itself = not meant.isdisjoint(playable)
        code = "when-counted-unsaid" if itself else ""
        remedy = (
            "nothing need be changed: a card that is played has left the hand" if itself else ""
        )
        says = "what is in hand once the card has left it"
        yield Slot("picked from", says, "ruling", span, "A-target-self", code, remedy)
    if any(chooses_often(card, names) for card in playable):
        says = "each choice in turn, while there is such a card"
        remedy = (
            "nothing need be changed: how many are chosen is printed on the card that is played"
        )
        yield Slot("aims", says, "ruling", span, "A-each", "partial-unsaid", remedy)
    if any(each.whose == "opponent" for each in phrases):
        says = "the next in turn order that fits"
        yield Slot("which opponent", says, "ruling", span, "A-others", "chooser-unsaid")
    if any(not each.names and each.extreme is None for each in phrases):
        remedy = 'say which, such as "the lowest cost" of them'
        yield silent_slot(span, remedy=remedy if len(meant) > 1 else "")
    zones = {place.zones[0] for card in playable for place in _reached(card, names)}
    if len(zones) > 1 and any(each.place is None for each in phrases):
        says = "wherever the card reaches, the hand before play"
        remedy = f'say where, such as "in {sorted(zones)[0]}"'
        yield Slot("where", says, "ruling", span, "A-tie", "source-unsaid", remedy)


def _asked_for(
    cards: ast.Cards, condition: ast.Condition | None, playable: Sequence[Card], look: Looking
) -> bool:
    """Return whether a condition says that such cards lie where every card played reaches them."""
    scoring = ast.Extreme("highest", "score")
    such = replace(cards, number=None, extreme=None, place=None, whose=None)
    if cards.extreme == scoring and such.score is None:
        such = replace(such, score=ast.Range(1))
    owner = "opponent" if cards.whose else "your"
    meant = cards_of(ast.FirstOf((cards,)), look.names, look.turned)
    for part in condition.parts if isinstance(condition, ast.All) else (condition,):
        if not isinstance(part, ast.Has) or part.count.least < 1 or part.cards.place is None:
            continue
        place = part.cards.place
        if place.owner != owner or replace(part.cards, place=None) != such:
            continue
        # What is counted in hand may be the very card that is played.
        itself = "hand" in place.zones and not set(meant).isdisjoint(playable)
        reached = all(_reaches(card, place, look.names) for card in playable)
        if reached and not itself and cards.place in (None, place):
            return True
    return False


def _reaches(card: Card, place: ast.Place, names: Catalogue) -> bool:
    """Return whether a card lets its player choose among all cards in a place."""
    return all(
        any(
            zone in each.zones
            and each.owner in (place.owner, "target")
            and (place.top or not each.top)
            for each in _reached(card, names)
        )
        for zone in place.zones
    )


def _any_card_aimless(playable: Sequence[Card], look: Looking, span: Span) -> Iterator[Slot]:
    """Yield how the choices are made that a card played leaves, if any of many may be meant."""
    if any(choices(card, look.names) for card in playable):
        says = "as its text asks, giving up what scores and costs least, taking the opposite"
        remedy = 'give such a card a line of its own before this one, with "targeting ..."'
        yield Slot("aimed at", says, "ruling", span, "A-silent", "which-card-unsaid", remedy)


def _aimless(playable: Sequence[Card], look: Looking, span: Span) -> Iterator[Slot]:
    """Yield how the choices are made that the card played leaves, and the line says nothing of."""
    names = look.names
    picking = [card for card in playable if choices(card, names)]
    on_stacks = [card for card in picking if any(map(_of_target_stack, choices(card, names)))]
    others = [card for card in picking if card not in on_stacks]
    if on_stacks:
        says = _of(on_stacks, playable, "your own Stack if it has a card, else the next player's")
        yield Slot("whose Stack", says, "ruling", span, "A-own-stack", "source-unsaid")
    if others:
        says = "giving up, what scores and costs least; taking, the opposite"
        says = _of(others, playable, says)
        remedy = 'say it after the card: "targeting ..."'
        yield Slot("aimed at", says, "ruling", span, "A-silent", "which-card-unsaid", remedy)
    yield from _players_and_places(playable, span)


def _of(cards: Sequence[Card], playable: Sequence[Card], says: str) -> str:
    """Return what is said of some of the cards that may be played, with their names."""
    return says if len(playable) == 1 else f"{', '.join(card.name for card in cards)}: {says}"


def _players_and_places(playable: Sequence[Card], span: Span) -> Iterator[Slot]:
    done = [(card, each) for card in playable for each in every_node(when_played(card.meaning))]
    on_players = [card for card, each in done if getattr(each, "who", "") == "target player"]
    to_places = [
        card for card, each in done if isinstance(each, ast.Instruct) and _goes_where(each)
    ]
    if on_players:
        says = _of(on_players, playable, "the next opponent to Discard or Trash, else you")
        yield Slot("which player", says, "ruling", span, "A-player", "chooser-unsaid")
    if to_places:
        says = _of(to_places, playable, "the first place in reading order")
        yield Slot("to", says, "ruling", span, "A-places", "destination-unsaid")


# ------------------------------------------------------------------- what a card played does


def _reached(card: Card, names: Catalogue) -> Iterator[ast.Place]:
    """Yield each place, one zone at a time, in which a card lets its player choose."""
    for each in choices(card, names):
        place = each.cards.place
        if place is not None:
            yield from (replace(place, zones=(zone,)) for zone in place.zones)


def _of_target_stack(each: ast.Instruct) -> bool:
    place = each.cards.place
    return place is not None and place.owner == "target" and "market stack" not in place.zones


def _goes_where(each: ast.Instruct) -> bool:
    """Return whether an instruction leaves open to which of several places a card goes."""
    to = each.destination
    several = to is not None and "market stack" in to.zones and not to.matching
    return each.verb == "deal" or each.onto is not None or several
