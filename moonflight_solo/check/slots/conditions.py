"""What a condition leaves open: how many, whose, by which end, and when it is counted."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.ai_cards.underspecified import cards_of
from moonflight_solo.check.slots.slot import Looking, Slot, phrase_slots, total_slot
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say


def condition_slots(condition: ast.Condition, act: ast.Act, look: Looking) -> Iterator[Slot]:
    """Yield the slots of each fact of a condition; ``act`` is what is done if it holds."""
    for fact in facts(condition):
        span = fact.span or look.whole
        if isinstance(fact, ast.Played):
            yield Slot("belongs to", "the line above it", "default", span, "A-sub")
        yield Slot("if", say(fact), "print", span)
        if isinstance(fact, ast.Has | ast.Coins | ast.EmptyStacks) and fact.count.bare:
            yield _bare(fact.count, look, span)
        if isinstance(fact, ast.Has):
            yield from _has(fact, act, look, span)


def _bare(count: ast.Range, look: Looking, span: Span) -> Slot:
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


def _has(fact: ast.Has, act: ast.Act, look: Looking, span: Span) -> Iterator[Slot]:
    """Yield the slots of cards counted; their number is a slot of its own."""
    if fact.total is not None:
        yield total_slot(span)
    yield from list(phrase_slots(fact.cards, "", look, span))[1:]
    if fact.cards.place and "hand" in fact.cards.place.zones and _leaves(fact, act, look):
        # That a card lies there that is played then could be counted at no other time.
        open_ = fact.count != ast.Range(1) or not fact.cards.names
        says, code = "before a card leaves the hand", "when-counted-unsaid" if open_ else ""
        remedy = "" if isinstance(act, ast.PlayAct) else _STILL_THERE
        yield Slot("counted", says, "ruling", span, "A-exact", code, remedy)


_STILL_THERE = "remember that the cards the act takes from hand are still counted"


def _leaves(fact: ast.Has, act: ast.Act, look: Looking) -> bool:
    """Return whether the act may take a card out of the hand that the fact has counted."""
    names, turned = look.names, look.turned
    if fact.cards.place is None or fact.cards.place.owner != "your":
        return False
    counted = set(cards_of(ast.FirstOf((fact.cards,)), names, turned))
    phrases: tuple[ast.Cards, ...] = ()
    if isinstance(act, ast.PlayAct):
        phrases = act.cards.options
    elif isinstance(act, ast.SpendAct | ast.BuildAct) and act.cards is not None:
        phrases = (act.cards,)
    return bool(phrases) and not counted.isdisjoint(cards_of(ast.FirstOf(phrases), names, turned))
