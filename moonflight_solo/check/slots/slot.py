"""Slots of a line: what has to be known to carry it out, and where each of them comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.ai_cards.underspecified import kinds_of
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import END_UP, HIGHER_END, Score, matcher
from moonflight_solo.rules.state import Card, Seat
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrases import STACKS
from moonflight_solo.wording.text import Text

By = Literal["print", "ruling", "default"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that has to be known to carry out a line, and how it is known.

    ``about`` names it and ``says`` what it is. ``by`` "print" is what the words at ``span`` say,
    "default" what the rulebooks say of every card or act, and "ruling" what neither does. A
    ``code`` is that of the note which an open slot is worth; ``remedy`` puts the words otherwise.
    """

    about: str
    says: str
    by: By
    span: Span
    ruling: str = ""
    code: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Looking:
    """What slots are found with: the printed words, and the cards of the side they stand on."""

    text: Text
    names: Catalogue
    turned: bool
    rulings: Rulings

    @property
    def whole(self) -> Span:
        """The span of all words."""
        return 0, len(self.text.words)

    def words(self, span: Span) -> str:
        """Return the printed words at a span."""
        return self.text.words[slice(*span)]

    def kinds(self, cards: ast.Cards) -> list[Card]:
        """Return every kind of card that a phrase describes."""
        return kinds_of(cards, self.names, self.turned)


def phrase_slots(cards: ast.Cards, about: str, look: Looking, within: Span) -> Iterator[Slot]:
    """Yield the slots of a phrase that names cards: which, whose, by which end, which of several.

    A slot is open only if cards of this game differ in it.
    """
    span = cards.span or within
    yield Slot(about, say(ast.FirstOf((cards,))), "print", span)
    yield from place_slots(cards.place, span)
    kinds = look.kinds(cards)
    yield from _end_slots(cards, kinds, look, span)
    if cards.extreme is not None:
        yield from _extreme_slots(cards, cards.extreme, kinds, look, span)


def place_slots(place: ast.Place | None, span: Span) -> Iterator[Slot]:
    """Yield whose a place is ("Card Targets": your own, unless it says otherwise)."""
    if place is None or "market stack" in place.zones:
        return
    span = place.span or span
    if place.owner_said == "owner" or place.owner != "your":
        yield Slot("whose", say(place), "print", span)
    else:
        own = say(place)
        says = f"your cards in {own}" if place.zones == ("in play",) else own
        yield Slot("whose", says, "default", span)


def list_slots(cards: ast.FirstOf, about: str, look: Looking, within: Span) -> Iterator[Slot]:
    """Yield the slots of a list of cards of which the earliest possible is meant."""
    span = cards.span or within
    for phrase in cards.options:
        yield from phrase_slots(phrase, about, look, span)
    if len(cards.options) > 1:
        yield Slot("of the list", "the earliest possible", "default", span, "A-slash")


def silent_slot(span: Span, *, remedy: str) -> Slot:
    """Return which card is taken where the line does not say (ruling A-silent).

    It is worth a note if there is a ``remedy``.
    """
    says = "giving up, what scores and costs least; taking, what scores and costs most"
    code = "which-card-unsaid" if remedy else ""
    return Slot("of several that fit", says, "ruling", span, "A-silent", code, remedy)


def _end_slots(
    cards: ast.Cards, kinds: Sequence[Card], look: Looking, span: Span
) -> Iterator[Slot]:
    """Yield by which end's score or cost a card is judged, if that makes a difference."""
    if cards.score is not None:
        if look.words(cards.score.span or span).lower() == "scoring":
            yield Slot("score", "of the end with the higher one", "default", span, "A-score")
        else:
            differ = _fitting(cards, look, HIGHER_END) != _fitting(cards, look, END_UP)
            yield _score_slot(span, remedy=_SCORING[cards.score == ast.Range(1)] if differ else "")
    if cards.cost is not None:
        yield _cost_slot(kinds, span)


# Of "score 1+", and of any other number.
_SCORING = {
    True: 'say "scoring", which the rulebooks explain',
    False: "no words for one end are understood yet; a card counts by its higher end",
}


def _score_slot(span: Span, *, remedy: str) -> Slot:
    """Return by which end's score is judged; worth a note if there is a ``remedy``."""
    code = "which-end-unsaid" if remedy else ""
    return Slot("score", "of the end with the higher one", "ruling", span, "A-score", code, remedy)


def total_slot(span: Span) -> Slot:
    """Return by which end's score cards are added up."""
    return _score_slot(span, remedy=_SCORING[False])


def _cost_slot(kinds: Sequence[Card], span: Span) -> Slot:
    """Return by which end's cost is judged; worth a note if some ``kinds`` have two."""
    code = "which-end-unsaid" if any(card.cost != card.flipped.cost for card in kinds) else ""
    return Slot("cost", "of the end now up", "ruling", span, "A-cost", code)


def _fitting(cards: ast.Cards, look: Looking, score: Score) -> list[Card]:
    only = ast.Cards(score=cards.score)
    match = matcher(only, look.names, look.turned, score)
    nobody = Seat(0, "", Card(""))
    return [card for card in look.kinds(ast.Cards()) if match is None or match(card, nobody)]


def _extreme_slots(
    cards: ast.Cards, extreme: ast.Extreme, kinds: Sequence[Card], look: Looking, within: Span
) -> Iterator[Slot]:
    span = extreme.span or within
    if extreme.of == "cost":
        yield _cost_slot(kinds, span)
        key: Callable[[Card], int] = lambda card: card.cost  # noqa: E731
    else:
        key = HIGHER_END
        yield Slot("score", "of the end with the higher one", "default", span, "A-score")
        if extreme.end == "highest":
            none = any(card.high_score == 0 for card in kinds)
            code = "impossible-unsaid" if none else ""
            says = "there is no such card"
            yield Slot("if none of them scores", says, "ruling", span, "A-highest", code)
    place = cards.place
    stacked = place is not None and STACKS.issuperset(place.zones)
    keys = [key(card) for card in kinds]
    alike = len(set(keys)) < len(keys) or (place is not None and "in play" in place.zones)
    yield Slot(
        "of several alike",
        "the one nearest the top" if stacked else "the first in reading order",
        "ruling",
        span,
        "A-stack" if stacked else "A-tie",
        "tie-unsaid" if alike else "",
    )
