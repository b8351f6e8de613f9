"""What the words of an AI-card line leave open: every slot of its meaning and how it is filled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.underspecified import (
    cards_of,
)
from moonflight_solo.check.slots.conditions import condition_slots
from moonflight_solo.check.slots.playing import play_slots
from moonflight_solo.check.slots.slot import (
    Looking,
    Slot,
    list_slots,
    phrase_slots,
    place_slots,
    silent_slot,
)
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.editions import Deed
from moonflight_solo.rules.rulings import Ruling, Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of


def slots_of(
    line: AILine, below: Sequence[AILine], catalogue: Catalogue, rulings: Rulings
) -> tuple[Slot, ...]:
    """Return the slots of a line's meaning, in the order in which it is carried out.

    ``below`` are the lines that belong to it. The line must be one that can be followed; each
    slot is there once, however often the words come back to it.
    """
    look = Looking(line.printed.text, catalogue, line.printed.turned, rulings)
    return tuple(dict.fromkeys(_Line(line, below, look).slots()))


def decided_by_print(slots: Sequence[Slot]) -> tuple[int, int]:
    """Return how many of the slots the print fills, and how many there are.

    The share of a card is the one divided by the other, over all slots of all its lines that can
    be followed. A slot that a rulebook fills for every card ("default") counts as not printed on
    this one, like one that a ruling fills.
    """
    return sum(slot.by == "print" for slot in slots), len(slots)


_WHICH_STACK = (
    "no words for which Stack are understood yet; ask for a card instead, such as "
    '"the lowest cost card of your suit"'
)


class _Line:
    """One line, looked through for its slots."""

    def __init__(self, line: AILine, below: Sequence[AILine], look: Looking) -> None:
        self._line = line
        self._below = below
        self._look = look
        self._whole = look.whole

    def slots(self) -> Iterator[Slot]:
        """Yield them in order; those that come up twice, twice."""
        meaning = self._line.meaning
        act = meaning.act
        if meaning.condition is not None:
            yield from condition_slots(meaning.condition, act, self._look)
        yield from self._ruled()
        if isinstance(act, ast.PlayAct):
            yield from play_slots(act, meaning.condition, self._below, self._look)
        elif isinstance(act, ast.SpendAct):
            yield from self._spend(act)
        elif isinstance(act, ast.ShopAct):
            yield from self._shop(act)
        elif isinstance(act, ast.BuildAct):
            yield from self._build(act)
        elif isinstance(act, ast.Retain | ast.ResetMove):
            yield from self._reset(act)
        else:
            yield Slot("act", "pass", "print", self._whole)

    def _ruled(self) -> Iterator[Slot]:
        """Yield what rulings on the very words of the line say."""
        by_reading = self._line.reading.ruling
        for ruled in self._line.ruled_by:
            ruling: Ruling | None = self._look.rulings.by_id.get(ruled)
            if ruled == by_reading:
                yield Slot("which reading", "the one shown", "ruling", self._whole, ruled)
            elif ruling is not None:
                asked = " ".join(ruling.question.split())
                yield Slot("as ruled", asked, "ruling", self._whole, ruled, "settled-by-ruling")

    def _spend(self, act: ast.SpendAct) -> Iterator[Slot]:
        span = self._whole
        if act.cards is None:
            coins = f"{act.coins} coin token{'' if act.coins == 1 else 's'}"
            yield Slot("pay", coins, "print", span)
        else:
            yield from phrase_slots(act.cards, "pay", self._look, span)
            paid = act.cards.span or span
            if act.cards.place is None:
                remedy = 'write "in hand" after the cards'
                yield Slot("from", "hand", "ruling", paid, "G-spend", "source-unsaid", remedy)
            if act.cards.number in ("any", "some"):
                says = "what the ability costs, once an act"
                yield Slot("how many", says, "ruling", paid, "A-partial", "partial-unsaid")
            if act.cards.extreme is None and not act.cards.names:
                several = len(self._look.kinds(act.cards)) > 1
                remedy = 'say which, such as "the lowest cost card in hand"' if several else ""
                yield silent_slot(paid, remedy=remedy)
        yield Slot("how often", "one act", "default", span, "A-one")
        if act.user is not None:
            used = act.user.span if isinstance(act.user, ast.Name) else None
            yield Slot("using", act.user, "print", used or span)
        elif act.of_character:
            yield Slot("using", "your character card", "print", span)
        else:
            says = "the card longest in play with that ability, the character card last"
            remedy = 'write "using" and the card, or "using character ability"'
            yield Slot("using", says, "ruling", span, "A-purpose", "which-card-unsaid", remedy)
        if act.purpose is not None:
            yield from self._purpose(act.purpose)

    def _purpose(self, purpose: ast.Effect) -> Iterator[Slot]:
        span = purpose.span or self._whole
        if isinstance(purpose, ast.Instruct):
            phrase = list(phrase_slots(purpose.cards, "to", self._look, span))
            yield Slot("to", say(purpose), "print", span)
            if purpose.cards.place and purpose.cards.place.span is None:
                says = f"{say(purpose.cards.place)}, as {purpose.verb.capitalize()} goes"
                yield Slot("from", says, "default", span)
                phrase = [slot for slot in phrase if slot.about != "whose"]
            yield from phrase[1:]
        else:
            yield Slot("to", say(purpose), "print", span)
        if _counts_each(purpose):
            yield Slot("rounded", "down", "ruling", span, "G-round", "rounding-unsaid")
        says = "the line is passed over"
        yield Slot("if that cannot happen", says, "ruling", span, "A-follow", "impossible-unsaid")

    def _shop(self, act: ast.ShopAct) -> Iterator[Slot]:
        span = self._whole
        yield Slot("first Shop of a round", "its limit binds", "ruling", span, "A-first-shop")
        if act.stacks is not None:
            stacks = act.stacks.span or span
            from_stacks = say(act).removeprefix("shop to Purchase from ")
            yield Slot("from", from_stacks, "print", stacks)
            if act.stacks.fewest:
                says = "the first whose top card can be paid"
                yield Slot(
                    "of several alike",
                    says,
                    "ruling",
                    stacks,
                    "A-fewest",
                    "tie-unsaid",
                    _WHICH_STACK,
                )
            return
        assert act.cards is not None
        yield from list_slots(act.cards, "buy", self._look, span)
        yield Slot("from", "the top of any Market Stack", "default", span)
        for cards in act.cards.options:
            at = cards.span or span
            if cards.available:
                says = "the top cards that may be bought and can be paid now"
                remedy = 'leave "available" out: no other card can be bought'
                yield Slot(
                    "available", says, "ruling", at, "A-available", "which-card-unsaid", remedy
                )
            elif cards.extreme is None and len(self._look.kinds(cards)) > 1 and not cards.names:
                says = "of those that can be paid, the highest score, then the highest cost"
                remedy = 'say which, such as "the highest cost card"'
                yield Slot(
                    "of several that fit",
                    says,
                    "ruling",
                    at,
                    "A-ties-buy",
                    "which-card-unsaid",
                    remedy,
                )
            else:
                says = "of those that can be paid, the highest score, then the highest cost"
                yield Slot("of several that fit", says, "ruling", at, "A-ties-buy")

    def _build(self, act: ast.BuildAct) -> Iterator[Slot]:
        span = self._whole
        yield from phrase_slots(act.cards, "Set", self._look, span)
        yield from phrase_slots(act.onto, "onto", self._look, span)
        at = act.cards.span or span
        if act.cards.place is None:
            yield Slot("from", "hand", "default", at)
        if act.cards.number == "many":
            filling = self._look.rulings.choice("A-many") == "in-order"
            says = (
                "on from the first of them until the places are taken"
                if filling
                else "only those that share the first place"
            )
            remedy = 'say how many, such as "2 lowest cost cards"'
            yield Slot("how far", says, "ruling", at, "A-many", "which-card-unsaid", remedy)
        elif act.cards.number in (None, "some", "any"):
            says = "as many as there are places, at least one"
            remedy = 'say how many, such as "2 highest cost cards"'
            yield Slot("how many", says, "ruling", at, "A-set-many", "partial-unsaid", remedy)
        else:
            yield Slot("how many", "no fewer", "ruling", at, "A-set-many")
            says = "the line is passed over"
            remedy = 'nothing need be changed; write "any" for the number if fewer will do'
            yield Slot(
                "if there are fewer", says, "ruling", at, "A-follow", "partial-unsaid", remedy
            )

    def _reset(self, act: ast.Retain | ast.ResetMove) -> Iterator[Slot]:
        span = self._whole
        about = "retain" if isinstance(act, ast.Retain) else "move"
        yield from list_slots(act.cards, about, self._look, span)
        deed: Deed = "retain cards" if isinstance(act, ast.Retain) else "cover"
        step = self._look.names.edition.step(deed)
        number = self._line.number
        if number == step:
            yield Slot("step", f"{number}, as the rulebook numbers it", "print", span, "A-step")
        else:
            says = f"the one in which that is done, which the rulebook numbers {step}"
            yield Slot("step", says, "ruling", span, "A-step", "step-unsaid", f"number it {step}")
        if isinstance(act, ast.Retain) and len(cards_of(act.cards, *self._side)) > 1:
            says = "as many as the retain limit lets it, the earliest listed first"
            remedy = "nothing need be changed: the retain limit says how many"
            yield Slot("how many", says, "ruling", span, "A-retain", "partial-unsaid", remedy)
        if isinstance(act, ast.ResetMove):
            to = act.destination
            yield Slot("to", say(to), "print", to.span or span)
            yield from place_slots(to, span)
            if to.zones == ("market stack",) and not to.fewest:
                says = "the first in reading order that fits"
                yield Slot("which Stack", says, "ruling", span, "A-places", "destination-unsaid")

    @property
    def _side(self) -> tuple[Catalogue, bool]:
        return self._look.names, self._look.turned


def _counts_each(part: object) -> bool:
    """Return whether a number "per" several cards is said anywhere in a meaning."""
    return any(per.each > 1 for per in nodes_of(part, ast.Per))
