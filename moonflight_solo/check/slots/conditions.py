"""What a condition leaves open: how many, whose, by which end, and when it is counted."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.ai_cards.gaps import cards_of
from moonflight_solo.check.slots.printing import Printing, Span
from moonflight_solo.check.slots.slot import Looking, Slot, phrase_slots, total_slot
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say
from moonflight_solo.wording.sense import facts


def condition_slots(condition: m.Condition, act: m.Act, look: Looking) -> Iterator[Slot]:
    """Yield the slots of each fact of a condition; ``act`` is what is done if it holds."""
    for fact in facts(condition):
        span = _span(fact, look.printing)
        if isinstance(fact, m.Played):
            yield Slot("belongs to", "the line above it", "default", span, "A-sub")
        yield Slot("if", say(fact), "print", span)
        if isinstance(fact, m.Has | m.Coins | m.EmptyStacks) and fact.count.bare:
            yield _bare(fact.count, look, span)
        if isinstance(fact, m.Has):
            yield from _has(fact, act, look, span)


def _bare(count: m.Range, look: Looking, span: Span) -> Slot:
    exact = look.rulings.choice("A-exact") == "exactly"
    number = count.least
    return Slot(
        "how many",
        "exactly that many" if exact else "at least that many",
        "ruling",
        span,
        "A-exact",
        "exact-or-least-unsaid",
        f'write "exactly {number}" or "{number}+"',
    )


def _has(fact: m.Has, act: m.Act, look: Looking, span: Span) -> Iterator[Slot]:
    """Yield the slots of cards counted; their number is a slot of its own."""
    if fact.total is not None:
        yield total_slot(span)
    yield from list(phrase_slots(fact.cards, "", look, span))[1:]
    if fact.cards.place and "hand" in fact.cards.place.zones and _leaves(fact, act, look):
        # That a card lies there that is played then could be counted at no other time.
        open_ = fact.count != m.Range(1) or not fact.cards.names
        says, code = "before a card leaves the hand", "when-counted-unsaid" if open_ else ""
        remedy = "" if isinstance(act, m.PlayAct) else _STILL_THERE
        yield Slot("counted", says, "ruling", span, "A-exact", code, remedy)


_STILL_THERE = "remember that the cards the act takes from hand are still counted"


def _leaves(fact: m.Has, act: m.Act, look: Looking) -> bool:
    """Return whether the act may take a card out of the hand that the fact has counted."""
    names, turned = look.names, look.turned
    if fact.cards.place is None or fact.cards.place.owner != "your":
        return False
    counted = set(cards_of(m.FirstOf((fact.cards,)), names, turned))
    phrases: tuple[m.Cards, ...] = ()
    if isinstance(act, m.PlayAct):
        phrases = act.cards.options
    elif isinstance(act, m.SpendAct | m.BuildAct) and act.cards is not None:
        phrases = (act.cards,)
    return bool(phrases) and not counted.isdisjoint(cards_of(m.FirstOf(phrases), names, turned))


def _span(fact: m.Condition, printing: Printing) -> Span:
    """Return where a fact is printed: by itself, or in a list with others."""
    around = [
        unit.span
        for unit in printing.units
        if isinstance(unit.means, m.Has | m.Coins | m.EmptyStacks | m.Played | m.All | m.Either)
        and fact in facts(unit.means)
    ]
    return min(around, key=lambda span: (span[1] - span[0], span), default=printing.whole)
