"""List the slots of an AI-card line and of its act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from moonflight_solo.ai_cards.how_to_read import is_open
from moonflight_solo.ai_cards.reset_lines import step_of
from moonflight_solo.ai_cards.spend_line import users
from moonflight_solo.ai_cards.underspecified.playing import play_slots
from moonflight_solo.ai_cards.underspecified.slot import (
    LineContext,
    Slot,
    condition_slots,
    in_box,
    list_slots,
    phrase_slots,
    place_slots,
    quality_slots,
    slot_if_impossible,
    slot_of,
)
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

_OF_PHRASES: Final = frozenset({"A-cost", "A-highest", "A-stack", "A-tie", "A-score", "A-lowest"})
_OF_LINES: Final = (
    *("A-exact", "A-sub", "A-one", "A-purpose", "A-partial", "A-first-shop", "A-fewest"),
    *("A-stacks", "A-afford", "G-all"),
    *("A-available", "A-ties-buy", "A-many", "A-set-many", "A-slash", "A-target-self", "A-each"),
    *("A-others", "A-same", "A-play", "A-step"),
)


def slots_of(context: LineContext) -> tuple[Slot, ...]:
    """Return the slots of a line's meaning, in the order in which it is carried out.

    The line must be one that can be followed. Slots are not repeated; what the card's box HOW TO
    READ answers is printed.
    """
    answers = {ruling for convention in context.line.box for ruling, _ in convention.answers}
    slots = (*_condition(context), *_word_slots(context), *_act(context))
    return tuple(dict.fromkeys(in_box(slot) if slot.ruling in answers else slot for slot in slots))


@lru_cache(maxsize=1024)
def gaps(context: LineContext) -> tuple[str, ...]:
    """Return the ids of the rulings to name when the line is explained to a person.

    These fill its gaps: those of phrases come first, and the act's before the condition's. Rulings
    that apply to every line alike are left out.
    """
    slots = (*_act(context), *_condition(context))
    ids = dict.fromkeys(slot.ruling for slot in slots if slot.named)
    of_phrases = (ruling for ruling in ids if ruling in _OF_PHRASES)
    return *of_phrases, *(ruling for ruling in _OF_LINES if ruling in ids)


def _condition(context: LineContext) -> Iterator[Slot]:
    meaning = context.line.meaning
    if meaning.condition is not None:
        yield from condition_slots(meaning.condition, meaning.act, context)


def _act(context: LineContext) -> Iterator[Slot]:
    """Yield the slots of a line's act, or of both and what decides between them."""
    act = context.line.meaning.act
    if isinstance(act, ast.Branch):
        for each, condition in ((act.act, act.condition), (act.otherwise, None)):
            if act.condition is not None:
                yield from condition_slots(act.condition, each, context)
            yield from _of_act(each, condition, context)
    else:
        yield from _of_act(act, context.line.meaning.condition, context)


def _of_act(
    act: ast.AnyAct, condition: ast.Condition | None, context: LineContext
) -> Iterator[Slot]:
    """Yield the slots of a single act."""
    if isinstance(act, ast.PlayAct):
        yield from play_slots(act, condition, context)
    elif isinstance(act, ast.SpendAct):
        yield from _spend(act, context)
    elif isinstance(act, ast.ShopAct):
        yield from _shop(act, context)
    elif isinstance(act, ast.BuildAct):
        yield from _build(act, context)
    elif isinstance(act, ast.PassAct):
        yield Slot("act", "pass", "print", context.whole)
    elif isinstance(act, ast.Retain | ast.ResetMove):
        yield from _reset(act, context)


def _word_slots(context: LineContext) -> Iterator[Slot]:
    """Yield a slot for each ruling on the exact words of the line."""
    span = context.whole
    for ruling in context.line.ruled_by:
        stored = context.basis.rulings.by_id.get(ruling)
        if ruling == context.line.reading.ruling:
            yield Slot("which reading", "the one shown", "ruling", span, ruling)
        elif stored is not None:
            text = " ".join(stored.question.split())
            yield Slot("as ruled", text, "ruling", span, ruling, "settled-by-ruling")


def _spend(act: ast.SpendAct, context: LineContext) -> Iterator[Slot]:
    """Yield the slots of a Spend: what pays, how often, with which ability, and what for."""
    span = context.whole
    if act.cards is None:
        yield Slot("pay", f"{act.coins} coin token{'s' * (act.coins != 1)}", "print", span)
    else:
        yield from phrase_slots(act.cards, "pay", context, span)
        place = act.cards.span or span
        if act.cards.place is None:
            yield slot_of("G-spend", place)
        if act.cards.number in ("any", "some"):
            yield slot_of("A-partial", place)
        if is_open(act.cards):
            yield _silent(act.cards, "the lowest cost card in hand", place, context)
    yield Slot("how often", "one act", "default", span, "A-one")
    if act.user is not None:
        named = act.user.span if isinstance(act.user, ast.Name) else None
        yield Slot("using", act.user, "print", named or span)
    elif act.of_character:
        yield Slot("using", "your character card", "print", span)
    else:
        able = users(act, context.basis.context(context.jack, context.turned))
        yield slot_of("A-purpose", span, noted=len(able) > 1)
    if act.purpose is not None:
        yield from _purpose(act.purpose, context)


def _silent(cards: ast.Cards, phrase: str, span: ast.Span, context: LineContext) -> Slot:
    """Return the slot for which fitting card is taken; ``phrase`` is a phrase that would say."""
    return slot_of("A-silent", span, noted=len(context.kinds(cards)) > 1, such=phrase)


def _purpose(purpose: ast.Effect, context: LineContext) -> Iterator[Slot]:
    """Yield the slots of what a Spend is for, and of where the cards for it come from."""
    span = purpose.span or context.whole
    yield Slot("to", say(purpose), "print", span)
    if isinstance(purpose, ast.Instruct):
        place = purpose.cards.place
        if place is not None and place.span is None:
            says = f"{say(place)}, as {purpose.verb.capitalize()} goes"
            yield Slot("from", says, "default", span)
        else:
            yield from place_slots(place, purpose.cards.span or span)
        yield from quality_slots(purpose.cards, context, span)
    if any(per.each > 1 for per in nodes_of(purpose, ast.Per)):
        yield slot_of("G-round", span)
    yield slot_if_impossible("if that cannot happen", span, context)


def _shop(act: ast.ShopAct, context: LineContext) -> Iterator[Slot]:
    """Yield the slots of a Shop, from certain Stacks or for certain cards."""
    span = context.whole
    if not _own_suit(act, context):
        yield slot_of("A-first-shop", span)
    if act.stacks is not None:
        place = act.stacks.span or span
        says = say(act).removeprefix("shop to Purchase from ")
        yield Slot("from", says, "print", place)
        if act.stacks.owner == "target":
            yield slot_of("A-stacks to buy from", place)
        if act.stacks.first:
            yield Slot("if several are equal", "the first", "print", place)
            those = "the next whose top card can" if _payable(context) else "the line is skipped"
            yield slot_of("A-afford of Stacks", place, those=those)
        else:
            there = context.basis.rulings.choice("A-fewest") == "there"
            those = ", affordable or not" if there else " whose top card can be paid for"
            yield slot_of("A-fewest", place, those=those)
        return
    assert act.cards is not None
    yield from list_slots(act.cards, "buy", context, span)
    yield Slot("from", "the top of any Market Stack", "default", span)
    for cards in act.cards.options:
        yield from _purchase_slots(cards, context, cards.span or span)


def _own_suit(act: ast.ShopAct, context: LineContext) -> bool:
    """Return whether only cards of the player's own suit can be bought, which are not limited."""
    if act.cards is not None:
        return all(card.suit == context.jack for card in context.cards(*act.cards.options))
    suit = act.stacks.suit if act.stacks else None
    if suit is None or suit.other:
        return False
    by_name = suit.whose == "named" and context.basis.names.suit(suit.name) == context.jack
    return by_name or suit.whose == "your"


def _payable(context: LineContext) -> bool:
    return context.basis.rulings.choice("A-afford") == "payable"


def _purchase_slots(cards: ast.Cards, context: LineContext, span: ast.Span) -> Iterator[Slot]:
    """Yield among which cards a superlative chooses, or how ties are broken without one."""
    if cards.available and (cards.extreme or cards.ties):
        says = "those that may be bought now and can be paid for"
        yield Slot("of which", says, "default", span, "A-available")
    elif cards.available:
        yield slot_of("A-available", span)
    elif cards.extreme is not None and len(context.kinds(replace(cards, extreme=None))) > 1:
        can = " and can be paid for" * _payable(context)
        yield slot_of("A-afford", span, those=f"those that may be bought now{can}")
    elif not cards.ties:
        several = is_open(cards) and len(context.kinds(cards)) > 1
        yield slot_of("A-ties-buy", span, noted=several)


def _build(act: ast.BuildAct, context: LineContext) -> Iterator[Slot]:
    """Yield the slots of a Build: which cards, on which, and how many of them."""
    yield from phrase_slots(act.cards, "Set", context, context.whole)
    yield from phrase_slots(act.onto, "onto", context, context.whole)
    place, number = act.cards.span or context.whole, act.cards.number
    if act.cards.place is None:
        yield Slot("from", "hand", "default", place)
    if is_open(act.cards):
        yield _silent(act.cards, "the lowest cost card in hand", place, context)
    if number == "many":
        if act.cards.extreme or not act.cards.ties:
            in_order = context.basis.rulings.choice("A-many") == "in-order"
            yield slot_of("A-many in order" if in_order else "A-many", place)
    elif number is None:
        yield Slot("how many", "one", "print", place)
    elif number in ("some", "any"):
        yield slot_of("A-set-many", place)
    else:
        yield slot_of("A-set-many exactly", place)
        yield slot_of("A-follow with fewer", place)


def _reset(act: ast.Retain | ast.ResetMove, context: LineContext) -> Iterator[Slot]:
    """Yield the slots of a Reset line, with the step of the Reset in which it is followed."""
    span, number = context.whole, context.line.number
    retains = isinstance(act, ast.Retain)
    yield from list_slots(act.cards, "retain" if retains else "move", context, span)
    for cards in filter(is_open, act.cards.options):
        phrase = f"the {'highest' if retains else 'lowest'} scoring card"
        yield _silent(cards, phrase, cards.span or span, context)
    step = step_of(act, context.basis.names.edition)
    if number == step:
        yield Slot("step", f"{number}, as the rulebook numbers it", "print", span, "A-step")
    else:
        yield slot_of("A-step", span, step=step)
    if retains and len(context.cards(*act.cards.options)) > 1:
        yield slot_of("A-retain", span)
    if isinstance(act, ast.ResetMove):
        to = act.destination
        yield Slot("to", say(to), "print", to.span or span)
        yield from place_slots(to, span)
        if to.zones == ("market stack",) and not to.fewest:
            yield slot_of("A-places of Stacks", span)
