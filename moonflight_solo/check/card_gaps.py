"""What a card's text leaves unsaid, and how the rulebook or a ruling fills it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec
from msgspec.structs import replace

from moonflight_solo.check.finding import Finding, PrintedSentence, finding
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import every_node, nodes_of, rewritten

_COST = re.compile(r"\d+ cards?", re.IGNORECASE)
_SAID = re.compile(r"\b(top|bottom|it|them)\b", re.IGNORECASE)


class _Gap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    because: str
    ruling: str = ""


@cache
def _gaps() -> dict[str, _Gap]:
    return convert(read_document(data_folder("guide") / "gaps.yaml"), dict[str, _Gap])


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
    for name, place in places:
        gap = _gaps()[name]
        because = gap.because.format(place=place, keyword=keyword)
        yield finding(gap.code, on, because, span=span, ruling=gap.ruling)


def _condition(text: Text, condition: ast.Condition) -> Iterator[_Found]:
    if any(count.bare for count in nodes_of(condition, ast.Range)):
        yield "exact", ""
    if any("hand" in place.zones for place in nodes_of(condition, ast.Place)):
        yield "without itself", ""
    words = text.words[slice(*condition.span or (0, 0))]
    stacks = (place.zones == ("market stack",) for place in nodes_of(condition, ast.Place))
    if any(stacks) and not _ANYBODYS.search(words):
        yield "whose Stacks", ""


def _instruction(text: Text, effect: ast.Instruct | ast.ThisCard | ast.Gain) -> Iterator[_Found]:
    """Yield what an instruction leaves unsaid: who chooses, which cards from where, how many."""
    if effect.who != "you":
        yield ("target" if effect.who == "target player" else "each") + " chooses", ""
    if isinstance(effect, ast.Gain):
        number: object = effect.amount
    elif isinstance(effect, ast.ThisCard) or (place := effect.cards.place) is None:
        return
    elif place.zones[0] in ("heard", "done", "shown"):
        return  # "it" or "them" says which cards and where they lie (ruling G-trigger-it)
    else:
        number = effect.cards.number
        yield from _source(effect, place)
        if number != "all":
            yield from _which(text, effect.cards, place)
            too_few = "none left" if number == 1 else "fewer left"
            yield too_few + (" to draw" if place.zones == ("draw deck",) else ""), ""
        yield from _destination(text, effect, place)
    if isinstance(number, ast.Per):
        yield from _count_gaps(number, text.words[slice(*number.span or effect.span or (0, 0))])


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
    return place.owner == "your" and place.owner_said != "owner"


def _which(text: Text, cards: ast.Cards, place: ast.Place) -> Iterator[_Found]:
    stacked = not ast.STACKS.isdisjoint(place.zones)
    if cards.random:
        return
    if cards.extreme is not None:
        yield "which of equals", ""
    elif not stacked:
        yield "which", ""
    elif cards.targeted:
        yield "which of a Stack", ""
    elif cards.span is None or not _SAID.search(text.words, *cards.span):
        yield "which on a Target's top" if place.owner == "target" else "which on top", ""


def _destination(text: Text, effect: ast.Instruct, place: ast.Place) -> Iterator[_Found]:
    to = effect.destination
    if to is not None:
        stacks = to.zones == ("market stack",) and not (to.matching or to.this)
        if stacks and not _ANYBODYS.search(text.words[slice(*effect.span or (0, 0))]):
            yield "whose Stacks", ""
        return
    stack = KEYWORDS[effect.verb].goes_to
    if effect.verb == "purchase":
        yield "to, for what", ""
    elif stack in ast.STACKS and place.owner != "your":
        yield "to whose", NOUNS[stack]
