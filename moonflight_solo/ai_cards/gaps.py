"""What a line's words leave open, and which ruling fills each gap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace

from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.phrases import STACKS


def gaps(line: m.Line) -> tuple[str, ...]:
    """Return the ids of the rulings that fill what ``line`` leaves open, each once, in order."""
    return tuple(dict.fromkeys(_gaps(line)))


def _gaps(line: m.Line) -> Iterator[str]:
    act = line.act
    yield from _counts(line)
    if isinstance(act, m.SpendAct):
        yield "A-one"
        if act.user is None and not act.of_character:
            yield "A-purpose"
        if act.cards is not None and act.cards.number in ("any", "some"):
            yield "A-partial"
    if isinstance(act, m.ShopAct):
        yield "A-first-shop"
        if act.stacks is not None and act.stacks.fewest:
            yield "A-fewest"
        for cards in act.cards.options if act.cards else ():
            yield "A-available" if cards.available else "A-ties-buy"
    if isinstance(act, m.BuildAct):
        yield "A-many" if act.cards.number == "many" else "A-set-many"
    if isinstance(act, m.PlayAct):
        if len(act.cards.options) > 1:
            yield "A-slash"
        if act.target is not None:
            yield from _target_gaps(act.target)
        elif stack_named(line.condition):
            yield "A-same"
        if any(not c.names and c.extreme is None for c in act.cards.options):
            yield "A-play"
    if isinstance(act, m.Retain | m.ResetMove):
        yield "A-step"


def _target_gaps(target: m.FirstOf | m.Cases) -> Iterator[str]:
    yield "A-target-self"
    yield "A-each"
    lists = [cards for _, cards in target.cases] if isinstance(target, m.Cases) else [target]
    for each in lists:
        if len(each.options) > 1:
            yield "A-slash"
        if any(cards.whose == "opponent" for cards in each.options):
            yield "A-others"


def stack_named(condition: m.Condition | None) -> m.Cards | None:
    """Return the cards on a Discard or Trash Stack that a condition says there are (A-same).

    Those of an opponent's are said to be "an opponent's", as a target would be.
    """
    parts = condition.parts if isinstance(condition, m.All) else (condition,)
    for part in parts:
        if not isinstance(part, m.Has) or part.count.least == 0:
            continue
        place = part.cards.place
        if place is not None and {"discard stack", "trash stack"}.issuperset(place.zones):
            return (
                replace(part.cards, whose="opponent") if place.owner == "opponent" else part.cards
            )
    return None


def _counts(part: object) -> Iterator[str]:
    """Yield the rulings that numbers and superlatives call for, anywhere in a meaning."""
    if isinstance(part, m.Range) and part.bare:
        yield "A-exact"
    if isinstance(part, m.Cards) and part.extreme is not None:
        yield "A-cost" if part.extreme.of == "cost" else "A-highest"
        stacked = part.place is not None and STACKS.issuperset(part.place.zones)
        yield "A-stack" if stacked else "A-tie"
    if isinstance(part, m.Cards) and part.score is not None:
        yield "A-score"
    if isinstance(part, m.Has) and part.total is not None:
        yield "A-score"
    if isinstance(part, m.Played):
        yield "A-sub"
    if isinstance(part, tuple):
        for item in part:
            yield from _counts(item)
    elif is_dataclass(part):
        for slot in fields(part):
            yield from _counts(getattr(part, slot.name))
