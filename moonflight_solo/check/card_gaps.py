"""What a card's text leaves unsaid, and how the rulebook or a ruling fills it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec.structs import replace

from moonflight_solo.check.finding import Finding, PrintedSentence, codes, standard_finding
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import every_node, nodes_of, rewritten

_COST = re.compile(r"\d+ cards?", re.IGNORECASE)
_SAID = re.compile(r"\b(top|bottom|it|them)\b", re.IGNORECASE)


@cache
def _gap_codes() -> dict[str, str]:
    """Return the codes of all gaps by name, which is their case among the words of the code."""
    return {
        case: name
        for name, code in codes().items()
        if name.endswith("-unsaid")
        for case in code.says
    }


_Found = tuple[str, str]
"""The name of a gap, and the place it is about."""


def card_gaps(on: PrintedSentence, meaning: ast.CardText) -> Iterator[Finding]:
    """Yield a note for everything a card's text leaves unsaid: conditions, costs, instructions."""
    for effect in meaning.effects:
        if isinstance(effect, ast.If):
            yield from _notes(on, None, _condition(on.text, effect.condition))
        if isinstance(effect, ast.When):
            yield from _notes(on, None, [("triggered", "")])
    for spend in nodes_of(meaning, ast.SpendAbility):
        if spend.cards:
            cost = _COST.search(on.text.words, (spend.span or (0, 0))[0])
            yield from _notes(on, cost and cost.span(), [("spent", "")])
    for each in every_node(rewritten(meaning, _done_by)):
        if isinstance(each, ast.Instruct | ast.ThisCard | ast.Gain):
            verb = "" if isinstance(each, ast.Gain) else each.verb.capitalize()
            yield from _notes(on, each.span, _instruction(on.text, each), verb)


def _done_by(node: object) -> object:
    """Return what several players do as done by them, each instruction by itself."""
    if not isinstance(node, ast.PlayersDo):
        return node

    def done(each: object) -> object:
        if isinstance(each, ast.Instruct | ast.ThisCard | ast.Gain) and each.who == "you":
            return replace(each, who=node.who)
        return each

    return replace(node, effects=rewritten(node.effects, done))


def _notes(
    on: PrintedSentence, span: ast.Span | None, places: Iterable[_Found], keyword: str = ""
) -> Iterator[Finding]:
    """Yield a note for each of these gaps."""
    for name, place in places:
        code = _gap_codes()[name]
        yield standard_finding(code, on, span, case=name, place=place, keyword=keyword)


def _condition(text: Text, condition: ast.Condition) -> Iterator[_Found]:
    """Yield what a condition leaves unsaid: how many, of which cards, and whose."""
    if any(count.bare for count in nodes_of(condition, ast.Range)):
        yield "exact", ""
    places = list(nodes_of(condition, ast.Place))
    if any("hand" in place.zones for place in places):
        yield "without itself", ""
    on_market = any(place.zones == ("market stack",) for place in places)
    if on_market and not _ANYBODYS.search(_words(text, condition.span)):
        yield "whose Stacks", ""


def _words(text: Text, span: ast.Span | None) -> str:
    """Return the words at a span, none without one."""
    return text.words[slice(*span or (0, 0))]


def _instruction(text: Text, effect: ast.Instruct | ast.ThisCard | ast.Gain) -> Iterator[_Found]:
    """Yield what an instruction leaves unsaid: who chooses, which cards from where, how many.

    Of "this card", and of cards that "it" or "them" names (ruling G-trigger-it), only who chooses:
    which they are and where they lie is plain.
    """
    if effect.who != "you":
        yield ("target" if effect.who == "target player" else "each") + " chooses", ""
    number: object = effect.amount if isinstance(effect, ast.Gain) else None
    place = effect.cards.place if isinstance(effect, ast.Instruct) else None
    if isinstance(effect, ast.Instruct) and place and place.zones[0] not in _POINTED_AT:
        number = effect.cards.number
        yield from _source(effect, place)
        if number != "all":
            yield from _which(text, effect.cards, place)
            too_few = "none left" if number == 1 else "fewer left"
            yield too_few + (" to draw" if place.zones == ("draw deck",) else ""), ""
        yield from _destination(text, effect, place)
    if isinstance(number, ast.Per):
        yield from _count_gaps(number, _words(text, number.span or effect.span))


def _source(effect: ast.Instruct, place: ast.Place) -> Iterator[_Found]:
    """Yield whose the cards are, and in which place if none is printed."""
    those = say(place) if effect.who == "you" else _YOURS.sub("their", say(place))
    if place.span is None:
        yield "from of old", those
    elif _is_anyones(place) and place.zones != ("settled",):
        yield "from in front" if "in play" in place.zones else "from whose", those


def _count_gaps(per: ast.Per, words: str) -> Iterator[_Found]:
    """Yield what is not said of a number that is counted."""
    place = per.place
    whose = _COUNTED.get(place.zones[0], say(place))
    if place.zones == ("stacks",):
        if not _ANYBODYS.search(words):
            yield "whose Stacks", ""
    elif _is_anyones(place) and whose and not _YOURS.search(words):
        yield "counted whose", whose
    if per.each > 1 and not _ROUNDED.search(words):
        yield "rounded", ""
    yield "without itself" if "hand" in place.zones else "counted once", ""


_POINTED_AT = ("heard", "done", "shown")
"""The places of cards that "it" or "them" names."""
_YOURS = re.compile(r"\byour?\b", re.IGNORECASE)
_ANYBODYS = re.compile(r"\b(any|available|your?|target|generic|suits?)\b", re.IGNORECASE)
_ROUNDED = re.compile(r"\brounded\b", re.IGNORECASE)
_COUNTED: dict[ast.Zone, str] = {
    "in play": "the cards in front of you",
    "round": "the cards you have done it to",
    **dict.fromkeys(("players", "done", "shown", "heard", "settled"), ""),
}
"""What is counted, if it is not a place to name; "" where it is plain whose it is."""


def _is_anyones(place: ast.Place) -> bool:
    """Return whether a place is "your" without saying so."""
    return place.owner == "your" and place.owner_said != "owner"


def _which(text: Text, cards: ast.Cards, place: ast.Place) -> Iterator[_Found]:
    """Yield how cards are chosen among those in a place, if it is not said, nor at random."""
    stacked = not ast.STACKS.isdisjoint(place.zones)
    if cards.random:
        return
    if cards.extreme is not None:
        yield "which of equals", ""
    elif not stacked:
        yield "which", ""
    elif cards.targeted:
        yield "which of a Stack", ""
    elif not _SAID.search(_words(text, cards.span)):
        yield "which on a Target's top" if place.owner == "target" else "which on top", ""


def _destination(text: Text, effect: ast.Instruct, place: ast.Place) -> Iterator[_Found]:
    """Yield where cards from a place go, if that is not printed, or on whose Market Stacks."""
    to, stack = effect.destination, KEYWORDS[effect.verb].goes_to
    if to is not None:
        on_market = to.zones == ("market stack",) and not (to.matching or to.this)
        if on_market and not _ANYBODYS.search(_words(text, effect.span)):
            yield "whose Stacks", ""
    elif effect.verb == "purchase":
        yield "to, for what", ""
    elif stack in ast.STACKS and place.owner != "your":
        yield "to whose", NOUNS[stack]
