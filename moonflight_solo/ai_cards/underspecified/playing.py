"""What a line that plays a card leaves open: which card, and what it is aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.underspecified.slot import (
    LineContext,
    Slot,
    condition_slots,
    is_open,
    list_slots,
    passed_over,
    ruled,
    silent_slot,
    stack_named,
)
from moonflight_solo.rules.candidates import choices
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import every_node, when_played


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
        says = f"the {'lowest' if context.turned else 'highest'} score, then the highest cost"
        note = "which-card-unsaid", 'say which, such as "the highest cost card"'
        open_ = len(playable) > 1
        yield ruled("of several that fit", says, span, "A-play", *note, open_=open_)
    if any(card.returns is not None for card in playable) and not described:
        says = "not played only to come straight back"
        remedy = "nothing need be changed: no card is played only to come back"
        yield ruled("if", says, span, "A-return", "impossible-unsaid", remedy)
    if act.target is not None:
        yield from _target(act.target, playable, act, condition, context)
    elif context.below:
        numbers = ", ".join(sub.number for sub in context.below)
        yield Slot("aimed at", f"what line {numbers} says", "print", span)
    elif not _zones_of(stack_named(condition)).isdisjoint(_zones_reached(playable)):
        says = "cards such as the condition names, on the Stack it names"
        yield ruled("aimed at", says, span, "A-same", "source-unsaid", _AIM)
    elif described and any(choices(card) for card in playable):
        says = "as its text asks, giving up what scores and costs least, taking the opposite"
        remedy = 'give such a card a line of its own before this one, with "targeting ..."'
        yield ruled("aimed at", says, span, "A-silent", "which-card-unsaid", remedy)
    elif not described:
        yield from _aimless(playable, context, span)


def _is_one(phrase: ast.Cards) -> bool:
    """Return whether a phrase means the one card on top of a Stack of one's own."""
    place = phrase.place
    own = place is not None and place.owner == "your" and len(place.zones) == 1
    return own and place is not None and place.top and phrase.whose is None


_AIM = 'say it after the card: "targeting ..."'


# ------------------------------------------------------------------------- with a target


def _target(
    target: ast.FirstOf | ast.Cases,
    playable: Sequence[Card],
    act: ast.PlayAct,
    condition: ast.Condition | None,
    context: LineContext,
) -> Iterator[Slot]:
    lists = [target] if isinstance(target, ast.FirstOf) else [each for _, each in target.cases]
    if isinstance(target, ast.Cases):
        for case, _ in target.cases:
            yield from condition_slots(case, act, context)
    span = target.span or context.whole
    phrases = [phrase for each in lists for phrase in each.options]
    asked = all(_asked_for(phrase, condition, playable, context) for phrase in phrases)
    for each in lists:
        for slot in list_slots(each, "aimed at", context, span):
            yield replace(slot, code="") if asked and slot.code == "impossible-unsaid" else slot
    yield from _which_target(phrases, playable, context, span)
    about = "if there is no such target"
    if asked:
        yield Slot(about, "the condition asks for one", "print", span)
    else:
        yield passed_over(about, span, context)


def _which_target(
    phrases: Sequence[ast.Cards], playable: Sequence[Card], context: LineContext, span: Span
) -> Iterator[Slot]:
    """Yield which cards that fit the words of a target are meant, and how many of them."""
    meant = set(context.cards(*phrases))
    if any(place.zones == ("hand",) for card in playable for place in _reached(card)):
        says = "what is in hand once the card has left it"
        remedy = 'say "other": "the highest scoring other card"'
        note, open_ = ("when-counted-unsaid", remedy), not meant.isdisjoint(playable)
        if all(each.other for each in phrases):
            yield Slot("picked from", says, "print", span)
        else:
            yield ruled("picked from", says, span, "A-target-self", *note, open_=open_)
    picked = [choices(card) for card in playable]
    if any(len(each) > 1 or any(one.cards.number != 1 for one in each) for each in picked):
        says = "each choice in turn, while there is such a card"
        remedy = (
            "nothing need be changed: how many are chosen is printed on the card that is played"
        )
        yield ruled("aims", says, span, "A-each", "partial-unsaid", remedy)
    if any(each.whose == "opponent" for each in phrases):
        says = "the next in turn order that fits"
        yield ruled("which opponent", says, span, "A-others", "chooser-unsaid")
    if any(is_open(each) and not _is_one(each) for each in phrases):
        yield silent_slot(span, 'say which, such as "the lowest cost" of them', meant)
    zones = sorted(_zones_reached(playable))
    if len(zones) > 1 and any(each.place is None for each in phrases):
        says = "wherever the card reaches, the hand before play"
        remedy = f'say where, such as "in {zones[0]}"'
        yield ruled("where", says, span, "A-tie", "source-unsaid", remedy)


def _asked_for(
    cards: ast.Cards,
    condition: ast.Condition | None,
    playable: Sequence[Card],
    context: LineContext,
) -> bool:
    """Return whether a condition says that such cards lie where every card played reaches them."""
    such = replace(cards, number=None, extreme=None, place=None, whose=None)
    if cards.extreme == ast.Extreme("highest", "score") and such.score is None:
        such = replace(such, score=ast.Range(1))
    owner = "opponent" if cards.whose else "your"
    # What is counted in hand may be the very card that is played.
    itself = not set(context.cards(cards)).isdisjoint(playable)
    for part in condition.parts if isinstance(condition, ast.All) else (condition,):
        if not isinstance(part, ast.Has) or part.count.least < 1 or part.cards.place is None:
            continue
        place = part.cards.place
        if place.owner != owner or replace(part.cards, place=None) != such:
            continue
        if cards.place not in (None, place) or (itself and "hand" in place.zones):
            continue
        if all(_reaches(card, place) for card in playable):
            return True
    return False


def _reached(card: Card) -> Iterator[ast.Place]:
    """Yield each place, one zone at a time, in which the card lets its player choose."""
    for each in choices(card):
        if each.cards.place is not None:
            for zone in each.cards.place.zones:
                yield replace(each.cards.place, zones=(zone,))


def _zones_reached(cards: Sequence[Card]) -> set[ast.Zone]:
    return {place.zones[0] for card in cards for place in _reached(card)}


def _zones_of(cards: ast.Cards | None) -> set[ast.Zone]:
    return set(cards.place.zones) if cards is not None and cards.place is not None else set()


def _reaches(card: Card, place: ast.Place) -> bool:
    """Return whether the card lets its player choose among all cards in a place."""
    fitting = {
        each.zones[0]
        for each in _reached(card)
        if each.owner in (place.owner, "target") and (place.top or not each.top)
    }
    return fitting.issuperset(place.zones)


# ---------------------------------------------------------------------- without a target


def _aimless(playable: Sequence[Card], context: LineContext, span: Span) -> Iterator[Slot]:
    """Yield how the choices are made that the card played leaves, and the line says nothing of."""

    def of(cards: Sequence[Card], says: str) -> str:
        """Return what is said of some of the cards that may be played, with their names."""
        return says if len(playable) == 1 else f"{', '.join(c.name for c in cards)}: {says}"

    picking = {card: choices(card) for card in playable}
    on_stacks = [card for card, picks in picking.items() if any(map(_of_target_stack, picks))]
    others = [card for card, picks in picking.items() if picks and card not in on_stacks]
    if on_stacks:
        says = of(on_stacks, "your own Stack if it has a card, else the next player's")
        if any(KEYWORDS[each.verb].against for card in on_stacks for each in picking[card]):
            says = of(on_stacks, "the next opponent's Stack to Discard or Trash, else your own")
        yield ruled("whose Stack", says, span, "A-own-stack", "source-unsaid")
    if others:
        says = of(others, "giving up, what scores and costs least; taking, the opposite")
        yield ruled("aimed at", says, span, "A-silent", "which-card-unsaid", _AIM)
    done = [(card, each) for card in playable for each in every_node(when_played(card.meaning))]
    on_players = [card for card, each in done if _is_on_player(each)]
    to_places = [card for card, each in done if _goes_where(each)]
    if on_players:
        says = of(on_players, "the next opponent to Discard or Trash, else you")
        yield ruled("which player", says, span, "A-player", "chooser-unsaid")
    if to_places:
        says = of(to_places, "the first place in reading order")
        yield ruled("to", says, span, "A-places", "destination-unsaid")


def _of_target_stack(each: ast.Instruct) -> bool:
    place = each.cards.place
    return place is not None and place.owner == "target" and "market stack" not in place.zones


def _is_on_player(part: object) -> bool:
    if not isinstance(part, ast.Instruct | ast.ThisCard | ast.Gain):
        return False
    return part.who == "target player"


def _goes_where(part: object) -> bool:
    """Return whether an instruction leaves open to which of several places a card goes."""
    if not isinstance(part, ast.Instruct):
        return False
    to = part.destination
    several = to is not None and "market stack" in to.zones and not to.matching
    return part.verb == "deal" or part.onto is not None or several
