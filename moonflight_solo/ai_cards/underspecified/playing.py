"""The slots of a line that plays a card: which card, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.how_to_read import is_open
from moonflight_solo.ai_cards.targeting import GIVEN_UP
from moonflight_solo.ai_cards.underspecified.slot import (
    LineContext,
    Slot,
    condition_slots,
    list_slots,
    slot_if_impossible,
    slot_of,
    target_named,
)
from moonflight_solo.rules.state import Card
from moonflight_solo.rules.texts.candidates import choices
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import one_after_another
from moonflight_solo.wording.walk import every_node, nodes_of, when_played


def play_slots(
    act: ast.PlayAct, condition: ast.Condition | None, context: LineContext
) -> Iterator[Slot]:
    """Yield the slots of a line that plays a card, and of what the card is aimed at."""
    span, options = act.cards.span or context.whole, act.cards.options
    if isinstance(condition, ast.Played):
        yield from list_slots(act.cards, "aims it at", context, span)
        return
    yield from list_slots(act.cards, "play", context, span)
    if any(phrase.place is None for phrase in options):
        yield Slot("from", "hand", "default", span)
    playable = context.cards(*options)
    described = not all(phrase.names for phrase in options)
    if any(map(is_open, options)):
        end = "lowest" if context.turned else "highest"
        yield slot_of("A-play", span, noted=len(playable) > 1, end=end)
    if any(card.returns is not None for card in playable) and not described:
        yield slot_of("A-return", span)
    if act.target is not None:
        yield from _target(act.target, playable, act, condition, context)
        return
    if context.below:
        numbers = ", ".join(sub.number for sub in context.below)
        yield Slot("aimed at", f"what line {numbers} says", "print", span)
    elif (stack := target_named(condition, context.basis.rulings)) and not _zones_reached(
        playable
    ).isdisjoint(stack.zones):
        yield slot_of("A-same", span)
        return
    facts = (fact for sub in context.below for fact in nodes_of(sub.meaning, ast.Played))
    names = {fact.name for fact in facts}
    rest = [card for card in playable if card.name not in names]
    yield from _choice_slots(rest, act, span, named=len(playable) > 1)
    yield from _aimless(rest, span, described=described, named=len(playable) > 1)


def _is_one(phrase: ast.Cards) -> bool:
    """Return whether a phrase means the single card on top of a Stack of the player's own."""
    single_top = phrase.on_top and len(phrase.zones) == 1
    return single_top and phrase.owner == "your" and phrase.whose is None


def _target(
    target: ast.FirstOf | ast.Cases,
    playable: Sequence[Card],
    act: ast.PlayAct,
    condition: ast.Condition | None,
    context: LineContext,
) -> Iterator[Slot]:
    """Yield the slots of a target said; a condition that asks for one leaves no doubt of it."""
    lists = [target] if isinstance(target, ast.FirstOf) else [each for _, each in target.cases]
    if isinstance(target, ast.Cases):
        for case, _ in target.cases:
            yield from condition_slots(case, act, context)
    span = target.span or context.whole
    phrases = [phrase for each in lists for phrase in each.options]
    required = all(_asked_for(phrase, condition, playable, context) for phrase in phrases)
    for each in lists:
        for slot in list_slots(each, "aimed at", context, span):
            yield replace(slot, code="") if required and slot.code == "impossible-unsaid" else slot
    yield from _which_target(phrases, playable, act, context, span)
    topic = "if there is no such target"
    if required:
        yield Slot(topic, "the condition asks for one", "print", span)
    else:
        yield slot_if_impossible(topic, span, context)


def _which_target(
    phrases: Sequence[ast.Cards],
    playable: Sequence[Card],
    act: ast.PlayAct,
    context: LineContext,
    span: Span,
) -> Iterator[Slot]:
    """Yield which of the cards that fit a target are meant, and how many."""
    cards = set(context.cards(*phrases))
    if any(place.zones == ("hand",) for card in playable for place in _places(card)):
        slot = slot_of("A-target-self", span, noted=not cards.isdisjoint(playable))
        by_print = all(phrase.other for phrase in phrases)
        yield Slot(slot.about, slot.says, "print", span) if by_print else slot
    deeds = [choices(card) for card in playable]
    if any(len(deed) > 1 or any(part.cards.number != 1 for part in deed) for deed in deeds):
        yield slot_of("A-each", span)
    if any(phrase.whose == "opponent" for phrase in phrases):
        yield slot_of("A-others", span)
    if len(cards) > 1 and any(is_open(phrase) and not _is_one(phrase) for phrase in phrases):
        yield from _choice_slots(playable, act, span, named=False)
    zones = sorted(_zones_reached(playable))
    if len(zones) > 1 and any(phrase.place is None for phrase in phrases):
        yield slot_of("A-tie of places", span, zone=zones[0])


def _asked_for(
    cards: ast.Cards,
    condition: ast.Condition | None,
    playable: Sequence[Card],
    context: LineContext,
) -> bool:
    """Return whether the condition already requires such a target within every card's reach."""
    phrase = replace(cards, number=None, extreme=None, place=None, whose=None)
    if cards.extreme == ast.Extreme("highest", "score") and phrase.score is None:
        phrase = replace(phrase, score=ast.Range(1))
    owner = "opponent" if cards.whose else "your"
    # A card counted in hand may be the one that is played.
    itself = not set(context.cards(cards)).isdisjoint(playable)
    for part in condition.parts if isinstance(condition, ast.All) else (condition,):
        if not isinstance(part, ast.Has) or part.count.least < 1 or part.cards.place is None:
            continue
        place = part.cards.place
        if place.owner != owner or replace(part.cards, place=None) != phrase:
            continue
        if cards.place not in (None, place) or (itself and "hand" in place.zones):
            continue
        if all(_zones_open(card, place).issuperset(place.zones) for card in playable):
            return True
    return False


def _zones_open(card: Card, place: ast.Place) -> set[ast.Zone]:
    """Return the zones in which a card reaches such a place, all of it or only its top."""
    places = [each for each in _places(card) if each.owner in (place.owner, "target")]
    return {each.zones[0] for each in places if place.top or not each.top}


def _places(card: Card) -> Iterator[ast.Place]:
    """Yield each place, one zone at a time, in which the card lets its player choose."""
    for choice in choices(card):
        if choice.cards.place is not None:
            for zone in choice.cards.place.zones:
                yield replace(choice.cards.place, zones=(zone,))


def _zones_reached(cards: Sequence[Card]) -> set[ast.Zone]:
    return {place.zones[0] for card in cards for place in _places(card)}


def _choice_slots(
    cards: Sequence[Card], act: ast.PlayAct, span: Span, *, named: bool
) -> Iterator[Slot]:
    """Yield how cards are chosen to give up or take: as the line says, or by A-silent."""
    says = []
    for doing, ties, most, fits in (
        ("giving up", act.giving, "least", _gives_up),
        ("taking", act.taking, "most", _takes),
    ):
        group = [card for card in cards if any(map(fits, choices(card)))]
        if group and ties:
            yield Slot(doing, f"the {one_after_another(ties)}", "print", span)
        elif group:
            says.append(f"{_of(group, named)}{doing} what scores, then costs, {most}")
    if says:
        yield slot_of("A-silent of its own", span, ways="; ".join(says))
    turning = [card for card in cards if any(choice.verb == "turn" for choice in choices(card))]
    if turning:
        yield slot_of("A-turn", span, cards=_of(turning, named))


def _of(cards: Sequence[Card], named: bool) -> str:
    """Return the names of cards as a prefix, if ``named``."""
    return f"{', '.join(card.name for card in cards)}: " if named else ""


def _gives_up(each: ast.Instruct) -> bool:
    """Return whether a choice gives up a card, which may be the player's own."""
    if each.cards.owner in (None, "opponent"):
        return False
    return each.verb in GIVEN_UP or (each.verb == "move" and not _ONES.isdisjoint(each.cards.zones))


_ONES = frozenset({"hand", "in play"})


def _takes(each: ast.Instruct) -> bool:
    """Return whether a choice takes a card: not one given up, Turned or on top of a Stack."""
    if each.verb == "turn":
        return False
    if each.cards.owner != "your":
        return not each.cards.on_top or "market stack" in each.cards.zones
    return each.verb not in GIVEN_UP and not (
        each.verb == "move" and _ONES.issuperset(each.cards.zones)
    )


def _aimless(cards: Sequence[Card], span: Span, *, described: bool, named: bool) -> Iterator[Slot]:
    """Yield whose Stacks, which players and which places the cards act on.

    For cards that are only ``described`` it is reported, but not as a finding.
    """

    def slot(name: str, group: Sequence[Card]) -> Slot:
        return slot_of(name, span, noted=not described, cards=_of(group, named))

    def on_target_stack(each: ast.Instruct) -> bool:
        return each.cards.owner == "target" and "market stack" not in each.cards.zones

    on_stacks = [card for card in cards if any(map(on_target_stack, choices(card)))]
    if on_stacks:
        done_to = [choice for card in on_stacks for choice in choices(card)]
        against = any(KEYWORDS[instruction.verb].against for instruction in done_to)
        yield slot("A-own-stack against" if against else "A-own-stack", on_stacks)
    nodes = [(card, each) for card in cards for each in every_node(when_played(card.meaning))]
    acts = ast.Instruct | ast.ThisCard | ast.Gain
    on_players = [c for c, each in nodes if isinstance(each, acts) and each.who == "target player"]
    to_places = [card for card, each in nodes if _goes_where(each)]
    if on_players:
        yield slot("A-player", on_players)
    if to_places:
        yield slot("A-places", to_places)


def _goes_where(part: object) -> bool:
    """Return whether an instruction leaves open to which of several places a card goes."""
    if not isinstance(part, ast.Instruct):
        return False
    to = part.destination
    many_stacks = to is not None and "market stack" in to.zones and not to.matching
    return part.verb == "deal" or part.onto is not None or many_stacks
