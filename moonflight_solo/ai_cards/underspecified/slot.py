"""Slots of a line: what must be known to carry it out, and where that comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import Basis, phrases_of, place_of_all
from moonflight_solo.ai_cards.how_to_read import in_a_stack
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.rules.requirements import selectors
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrase_english import one_after_another
from moonflight_solo.wording.walk import nodes_of

By = Literal["print", "ruling", "default"]


class Slot(Value):
    """One thing that must be known to carry out a line, and how it is known.

    ``about`` names it and ``says`` what it is. ``by`` is "print" for what the words at ``span``
    say, "default" for what the rulebooks say of every card or act, "ruling" for what neither does.
    ``code`` is the code of the note on an open slot, and ``remedy`` a clearer wording. ``named``:
    name the ruling when explaining why the line was followed.
    """

    about: str
    says: str
    by: By
    span: Span
    ruling: str = ""
    code: str = ""
    remedy: str = ""
    named: bool = True


class _Opening(Value):
    about: str
    says: str
    code: str = ""
    remedy: str = ""
    unpriced: str = ""


@cache
def _openings() -> dict[str, _Opening]:
    return convert(read_document(data_folder("guide") / "slots.yaml"), dict[str, _Opening])


def slot_of(name: str, span: Span, *, noted: bool = True, **given: object) -> Slot:
    """Return the slot that a ruling fills, described in ``guide/slots.yaml`` under ``name``.

    The name begins with the ruling's id. Only a ``noted`` slot gets a code and a remedy.
    """
    entry = _openings()[name]
    about, says, remedy = (each.format(**given) for each in (entry.about, entry.says, entry.remedy))
    note = (entry.code, remedy) if noted else ("", "")
    return Slot(about, says, "ruling", span, name.partition(" ")[0], *note)


def why_unpriced(ruling: str) -> str:
    """Return why no other way to fill the gap of a ruling can be played, "" if nothing says why."""
    openings = _openings().items()
    return next((each.unpriced for name, each in openings if name.partition(" ")[0] == ruling), "")


def in_box(slot: Slot) -> Slot:
    """Return a slot that a ruling fills as one that the card's box fills with the same answer."""
    return replace(slot, by="print", code="", remedy="") if slot.by == "ruling" else slot


class LineContext(Value):
    """Where slots are found: a line of a Jack's AI card, its sub-lines, and their basis."""

    line: AILine
    below: Sequence[AILine]
    basis: Basis
    jack: str

    @property
    def turned(self) -> bool:
        """Whether the line is on the side that is up after the Turn."""
        return self.line.printed.turned

    @property
    def whole(self) -> Span:
        """The span of all words."""
        return 0, len(self.line.printed.text.words)

    @property
    def meanings(self) -> list[ast.Line]:
        """What it and its sub-lines mean under the choices of rulings."""
        context = self.basis.context(self.jack, self.turned)
        return [context.meaning_of(each) for each in (self.line, *self.below)]

    def words(self, span: Span) -> str:
        """Return the printed words at a span."""
        return self.line.printed.text.words[slice(*span)]

    def cards(self, *phrases: ast.Cards) -> list[Card]:
        """Return the cards that phrases may mean: those named, or all that match the description.

        A description is matched by what is printed on a card, ignoring places. Raises
        :class:`~moonflight_solo.rules.catalogue.UnknownName` for an unknown card.
        """
        lists = ([self.basis.names.card(n, self.turned) for n in each.names] for each in phrases)
        cards = (own or self.kinds(phrase) for own, phrase in zip(lists, phrases, strict=True))
        return list(dict.fromkeys(chain.from_iterable(cards)))

    def kinds(self, phrase: ast.Cards) -> list[Card]:
        """Return every kind of card that a phrase describes."""
        kinds = selectors.kinds_of(phrase, self.basis.names, self.turned, self.jack)
        all_cards = self.basis.names.cards_for(self.basis.names.suits)
        up = [card.flipped if self.turned else card for card in all_cards]
        ends = [*up, *(card.other_end for card in up)]
        return [card for card in dict.fromkeys(ends) if card in kinds]


def phrase_slots(
    cards: ast.Cards, about: str, context: LineContext, within: Span
) -> Iterator[Slot]:
    """Yield the slots of a phrase for cards: which, whose, by which end, which of several.

    A slot is worth a note only if cards of this game differ in it.
    """
    yield Slot(about, say(ast.FirstOf((cards,))), "print", cards.span or within)
    yield from place_slots(cards.place, cards.span or within)
    yield from quality_slots(cards, context, within)


def list_slots(
    cards: ast.FirstOf, about: str, context: LineContext, within: Span
) -> Iterator[Slot]:
    """Yield the slots of a list of cards, of which the first possible one is meant."""
    span = cards.span or within
    for phrase in cards.options:
        yield from phrase_slots(phrase, about, context, span)
    if len(cards.options) > 1:
        yield Slot("of the list", "the earliest possible", "default", span, "A-slash")


def place_slots(place: ast.Place | None, within: Span) -> Iterator[Slot]:
    """Yield whose a place is ("Card Targets": your own, unless it says otherwise)."""
    if place is None or "market stack" in place.zones:
        return
    span, words = place.span or within, say(place)
    if place.owner_said == "owner" or place.owner != "your":
        yield Slot("whose", words, "print", span)
    else:
        says = f"your cards in {words}" if place.zones == ("in play",) else words
        yield Slot("whose", says, "default", span)


def slot_if_impossible(about: str, span: Span, context: LineContext) -> Slot:
    """Return the slot for what happens to a line that cannot be carried out (A-follow)."""
    if context.line.meaning.if_possible:
        return Slot(about, "the line is skipped", "print", span)
    return slot_of("A-follow", span, about=about)


def quality_slots(cards: ast.Cards, context: LineContext, within: Span) -> Iterator[Slot]:
    """Yield by which end cards are judged, if that matters, and which of equals is meant."""
    span, kinds = cards.span or within, context.kinds(cards)
    if cards.side is not None:
        end = "the higher one" if cards.side == "higher" else f"the one up {cards.side} the Turn"
        yield Slot("which end", end, "print", span)
        place = (cards.extreme and cards.extreme.span) or span
        yield from _tie_slots(cards, cards.extreme, kinds, place)
        return
    if cards.score is not None:
        if context.words(cards.score.span or span).lower() == "scoring":
            yield Slot("score", _HIGHER, "default", span, "A-score")
        else:
            terms = ast.Cards(score=cards.score), context.basis.names, context.turned, ""
            differ = selectors.kinds_of(*terms) != selectors.kinds_of(*terms, selectors.END_UP)
            higher = context.basis.rulings.choice("A-score") == "higher-end"
            name = "A-score of any" if cards.score == ast.Range(1) else "A-score"
            which = _HIGHER if higher else "that of the end that is up"
            yield slot_of(name, span, noted=differ, which=which)
    if cards.cost is not None:
        yield _cost_slot(kinds, span)
    if cards.extreme is not None:
        yield from _extreme_slots(cards, cards.extreme, kinds, context)
    else:
        yield from _tie_slots(cards, None, kinds, span)


_HIGHER = "the higher of its two"


def _cost_slot(kinds: Sequence[Card], span: Span) -> Slot:
    """Return the slot for the end whose cost counts; noted if any of ``kinds`` has two costs."""
    two_costs = any(card.cost != card.flipped.cost for card in kinds)
    return slot_of("A-cost", span, noted=two_costs)


def _extreme_slots(
    cards: ast.Cards, extreme: ast.Extreme, kinds: Sequence[Card], context: LineContext
) -> Iterator[Slot]:
    """Yield by which end a superlative goes, whether a 0 will do, and what breaks ties."""
    span = extreme.span or cards.span or context.whole
    if extreme.of == "cost":
        yield _cost_slot(kinds, span)
    elif extreme.of == "score":
        yield Slot("score", _HIGHER, "default", span, "A-score", named=False)
        if extreme.end == "lowest" and cards.score is None:
            scores = {selectors.measure("score", cards.side)(card) > 0 for card in kinds}
            any_card = context.basis.rulings.choice("A-lowest") == "any-card"
            outcome = "it is that one" if any_card else "it is another, which scores"
            yield slot_of("A-lowest", span, noted=len(scores) > 1, it=outcome)
    if selectors.asks_for_any(extreme):
        verb = "scores" if extreme.of == "score" else "has Stability"
        unscored = any(not selectors.measure(extreme.of, cards.side)(card) for card in kinds)
        slot = slot_of("A-highest", span, noted=unscored, has=verb)
        by_print = unscored and context.line.meaning.if_possible
        yield Slot(slot.about, slot.says, "print", span) if by_print else slot
    yield from _tie_slots(cards, extreme, kinds, span)


def _tie_slots(
    cards: ast.Cards, extreme: ast.Extreme | None, kinds: Sequence[Card], span: Span
) -> Iterator[Slot]:
    """Yield which of several cards is meant if the phrase or its superlative leaves a tie."""
    if cards.ties:
        yield Slot("if several are equal", f"the {one_after_another(cards.ties)}", "print", span)
        return
    if extreme is None:
        return
    key = selectors.measure(extreme.of, cards.side)
    ties = len({*map(key, kinds)}) < len(kinds) or "in play" in cards.zones
    yield slot_of("A-stack" if in_a_stack(cards) else "A-tie", span, noted=ties)


def condition_slots(
    condition: ast.Condition, act: ast.AnyAct, context: LineContext
) -> Iterator[Slot]:
    """Yield the slots of each fact of a condition; ``act`` is what it is for."""
    for fact in facts(condition):
        span = fact.span or context.whole
        if isinstance(fact, ast.Played):
            yield Slot("belongs to", "the line above it", "default", span, "A-sub")
        yield Slot("if", say(fact), "print", span)
        if isinstance(fact, ast.Has | ast.Coins | ast.EmptyStacks) and fact.count.bare:
            exact = context.basis.rulings.bare_is_exact(context.turned)
            relation = "exactly" if exact else "at least"
            yield slot_of("A-exact", span, so=relation, number=fact.count.least)
        if isinstance(fact, ast.Has):
            yield from _has_slots(fact, act, context, span)
        if _holds_of_none(fact, facts(condition), context.words(span)):
            holds = context.basis.rulings.choice("G-all") == "holds"
            yield slot_of("G-all", span, so="it holds" if holds else "it does not hold")
        for place in nodes_of(fact, ast.Place):
            if place.zones == ("market stack",) and place.owner == "target":
                all_stacks = not place.one and not isinstance(fact, ast.EmptyStacks)
                yield slot_of("A-stacks", span, which="all" if all_stacks else "any one")


_ALL = re.compile(r"\b(?<!not )(all|every|each)\b", re.IGNORECASE)


def _holds_of_none(fact: ast.Condition, other_facts: Sequence[ast.Condition], words: str) -> bool:
    """Return whether a fact says of all cards what is so of none, too (ruling G-all)."""
    if (place := place_of_all(fact)) is not None:
        return ast.Has(ast.Cards(place=place), ast.Range(1)) not in other_facts
    holds_none = isinstance(fact, ast.Has) and fact.count == ast.Range(0, 0)
    return holds_none and bool(_ALL.search(words))


def _has_slots(fact: ast.Has, act: ast.AnyAct, context: LineContext, span: Span) -> Iterator[Slot]:
    """Yield the slots of counted cards, except how many; whether the card to be played counts."""
    if fact.total is not None and fact.cards.side is None:
        if fact.of == "score":
            yield slot_of("A-score", span, which=_HIGHER)
        elif fact.of == "cost":
            yield _cost_slot(context.kinds(fact.cards), span)
    yield from place_slots(fact.cards.place, fact.cards.span or span)
    yield from quality_slots(fact.cards, context, span)
    if "hand" in fact.cards.zones and _may_take(fact.cards, act, context):
        # That the card to be played is there cannot be meant of any other time.
        open_ = fact.count != ast.Range(1) or not fact.cards.names
        slot = slot_of("A-counted", span, noted=open_)
        printed = Slot(slot.about, slot.says, "print", span)
        yield replace(printed if fact.counting else slot, named=False)


def _may_take(cards: ast.Cards, act: ast.AnyAct, context: LineContext) -> bool:
    """Return whether the act may take a card that was counted in your hand."""
    takes_cards = isinstance(act, ast.PlayAct | ast.SpendAct | ast.BuildAct)
    phrases = phrases_of(act) if takes_cards else ()
    return cards.owner == "your" and not set(context.cards(cards)).isdisjoint(
        context.cards(*phrases)
    )


def target_named(condition: ast.Condition | None, rulings: Rulings) -> ast.Cards | None:
    """Return the cards on a Stack that a condition names as the Target, by the ruling A-same."""
    return stack_named(condition) if rulings.choice("A-same") == "named" else None


def stack_named(condition: ast.Condition | None) -> ast.Cards | None:
    """Return the cards that a condition says are on a Discard or Trash Stack (A-same).

    An opponent's are marked as "an opponent's", as they would be in a target.
    """
    if isinstance(condition, ast.Either):
        each = [stack_named(part) for part in condition.parts]
        stacks = {replace(cards, names=(), span=None) for cards in each if cards is not None}
        names = tuple(name for cards in each if cards for name in cards.names)
        one_stack = len(stacks) == 1 and None not in each
        return replace(stacks.pop(), names=names) if one_stack else None
    parts = condition.parts if isinstance(condition, ast.All | ast.Opponents) else (condition,)
    if isinstance(condition, ast.Opponents) and condition.which == "no":
        return None
    for part in parts:
        if isinstance(part, ast.Opponents) and part is not condition:
            if (stack := stack_named(part)) is not None:
                return stack
            continue
        if not isinstance(part, ast.Has) or part.count.least == 0:
            continue
        place = part.cards.place
        if place is not None and {"discard stack", "trash stack"}.issuperset(place.zones):
            if place.owner != "opponent" and not isinstance(condition, ast.Opponents):
                return part.cards
            return replace(part.cards, place=replace(place, owner="opponent"), whose="opponent")
    return None
