"""Combine the parts of a phrase into one node, and check finished meanings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, cast, get_args

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import MARKET
from moonflight_solo.wording.builder.marks import EXCEPTED, EXCLUDING, any_marked, is_marked
from moonflight_solo.wording.builder.nonsense import Misparse, Nonsense, doubt, refuse
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.lexer import where
from moonflight_solo.wording.walk import covering_span, nodes_of, rewritten

_DONE: dict[str, ast.Verb] = {KEYWORDS[verb].past.upper(): verb for verb in get_args(ast.Verb)}
_MEASURES: dict[str, ast.Measure] = {"COST": "cost", "COSTING": "cost", "STABILITY": "stability"}
_OF_SUITS: frozenset[ast.Zone] = frozenset({"market stack", "supply stack"})
NOT_ONE: Final = ast.Range(0, 0)

BOTH_PLACES = (
    "it does not say whether each of the places is meant, or both together: for both together "
    'say "or"'
)
"""What is unclear about so many cards "in hand and in play"."""


def name_of(token: Token) -> ast.Name:
    """Return a quoted name without its quotation marks, and with single spaces."""
    return ast.Name(" ".join(token[1:-1].split()), where(token))


def by_name(token: Token) -> ast.Cards:
    """Return the cards with a quoted name."""
    return ast.Cards(names=(name_of(token),), span=where(token))


def merge(parts: Sequence[ast.Cards]) -> ast.Cards:
    """Merge parts of a phrase into one; each slot may be set only once.

    Raises :class:`Nonsense` for a slot that is set twice, and for contradictory names.
    """
    phrase = empty = ast.Cards()
    excluding = excepting = False
    for part in parts:
        refuse(not isinstance(part, ast.Cards), '"per" needs something done')
        qualities = (part.suit, part.score, part.cost, part.stability, part.beside, part.does)
        describes = any(qualities) or part.names or part.starter is not None
        if excluding and not is_marked(part, *EXCLUDING) and describes:
            raise Nonsense("it is unclear how much of what follows is excepted")
        excluding = excluding or is_marked(part, *EXCLUDING)
        excepting = excepting or (is_marked(part, *EXCEPTED) and not part.but_not)
        for slot, value in part.compared().items():
            if value == getattr(empty, slot) or slot == "mark":
                continue
            present = getattr(phrase, slot)
            if slot == "number" and "some" in (value, present):
                # A plural noun counts as a number only if there is no other.
                value = value if present in ("some", None) else present
                present = None
            if slot == "place" and present is not None:
                joint = replace(present, settled=present.settled or value.settled)
                one_counts = (present.settled is None) != (value.settled is None)
                if one_counts and joint == replace(value, settled=joint.settled):
                    value, present = joint, None
            if slot == "but_not" or (slot == "ties" and value == ("first",) != present[-1:]):
                value = present + value
                present = ()
            if present != getattr(empty, slot):
                raise Misparse(f"two words for the {slot}")
            phrase = replace(phrase, **{slot: value})
    several = excepting and phrase.extreme and isinstance(phrase.number, int) and phrase.number > 1
    remedy = 'say "the 2 highest cost cards that do not score", or name those in between'
    doubt(several, f"whether these are left out before or after counting: {remedy}")
    refuse(phrase.names and phrase.but_not, "a card with one name has no other name")
    phrase = replace(phrase, span=covering_span(part.span for part in parts))
    if phrase.settled is None:
        return phrase
    # "With no card Settled on it" is said of the place.
    place = phrase.place or ast.Place(("in play",))
    refuse(place.zones != ("in play",), "cards are Settled only on cards in play")
    return replace(phrase, settled=None, place=replace(place, settled=phrase.settled))


def to_verb(word: Token) -> ast.Verb | None:
    """Return the keyword of a past participle such as "Discarded", if it is one."""
    return _DONE.get(word.type)


def measure_of(word: Token) -> ast.Measure:
    """Return the measure that a printed "cost", "score" or "Stability" names."""
    return _MEASURES.get(word.type, "score")


def verb_of(word: Token) -> ast.Verb:
    """Return the keyword of a printed verb, in any person, or of its past participle."""
    return cast(ast.Verb, to_verb(word) or word.type.lower())


def refuse_loose_suit(phrases: Sequence[ast.Cards]) -> None:
    """Reject a parse that takes the suit of "a Market Stack of your suit" for the card's."""
    for before, phrase in pairwise(phrases):
        of_stack = phrase.suit is not None and not _OF_SUITS.isdisjoint(before.zones)
        refuse(of_stack, "the suit is said of the Market Stack before it")


def refuse_loose_best(extreme: ast.Extreme | None, kind: ast.Cards) -> None:
    """Reject "the cheapest, if it scores": of all, or of those that do?

    The best one of all is the best of those that are good enough.
    """
    if extreme is None:
        return
    bound: ast.Range | None = getattr(kind, extreme.of)
    no_other = replace(kind, place=None, **{extreme.of: None}) == ast.Cards()
    if bound is None or not no_other or (bound.most if extreme.end == "highest" else bound.least):
        raise Nonsense("it does not say whether the highest or lowest of all cards or of these")


def refuse_loose_together(phrases: Sequence[ast.Cards], cards: ast.Cards) -> None:
    """Reject "together" where there is only one place, and no more than one name."""
    one_place = cards.place is None or len(cards.place.zones) < 2
    if one_place and len(cards.names) < 2 and any_marked(phrases, "together"):
        raise Nonsense('"together" needs more than one place or name')


def cards_of_fact(has: ast.Has) -> ast.Cards:
    """Return the cards a fact is about: of several that are the highest, those that are such."""
    cards, kind = has.cards, has.such
    if kind is None:
        return cards
    one_card = len(kind.names) == 1  # copies of one card
    return merge([replace(cards, extreme=None if one_card else cards.extreme), kind])


def top_of(place: ast.Place) -> ast.Place:
    """Return the top of a place; raises :class:`Nonsense` unless it is a Stack or Deck."""
    refuse(not ast.STACKS.issuperset(place.zones), "only a Stack or Deck has a top")
    return replace(place, top=True)


def expressly_yours(place: ast.Place) -> bool:
    """Return whether "your" is printed, not just the default (Card Targets)."""
    return place.owner == "your" and place.owner_said == "owner"


def only_card_of(condition: ast.Condition) -> ast.Cards | None:
    """Return the only card that a condition says is there, if there is only one."""
    if isinstance(condition, ast.All):
        cards_named = [*filter(None, map(only_card_of, condition.parts))]
        return cards_named[0] if len(cards_named) == 1 else None
    if not isinstance(condition, ast.Has) or condition.total or not condition.count.of_one:
        return None
    zones = condition.cards.zones
    is_known = len(zones) == 1 and (condition.cards.owner == "your" or zones == MARKET)
    return cards_of_fact(condition) if is_known else None


def kind_counted(condition: ast.Condition) -> ast.Cards | None:
    """Return the cards a condition counts, as "them", if they are of one kind."""
    parts = condition.parts if isinstance(condition, ast.All) else (condition,)
    facts = (part for part in parts if isinstance(part, ast.Has) and part.count.least)
    counts = [*map(cards_of_fact, facts)]
    place = counts[0].place if len(counts) == 1 else None
    if place is None or place.owner != "your" or len(place.zones) != 1 or place.top:
        return None
    return replace(counts[0], number="some") if place.zones[0] not in ("done", "round") else None


def anyones(cards: ast.Cards) -> ast.Cards:
    """Return "Target card in play" as a card of any player (ruling G-target-play)."""
    place = cards.place
    if place is None or place.zones != ("in play",) or not cards.targeted:
        return cards
    if place.owner not in ("your", "target"):
        return cards  # the print says whose
    return cards if expressly_yours(place) else replace(cards, place=replace(place, owner="target"))


def without_marks(meaning: ast.Meaning) -> ast.Meaning:
    """Return a meaning without marks.

    Raises :class:`Nonsense` for a mark that still matters, as a printed word would be lost.
    """
    for cards in nodes_of(meaning, ast.Cards):
        top_alone = is_marked(cards, "top", "top such") and cards.place is None
        doubt(top_alone, "the top of what")
    plain: ast.Meaning = rewritten(meaning, _plain)
    worths, totals = nodes_of(plain, ast.Worth), nodes_of(plain, ast.Has)
    sums = {id(worth.cards) for worth in worths}
    sums |= {id(total.cards) for total in totals if total.total is not None}
    for node in nodes_of(plain, ast.Node):
        refuse(is_marked(node, "both places"), BOTH_PLACES)
        if isinstance(node, ast.Cards) and id(node) not in sums:
            _refuse_unmeasured(node)
        if node.mark or getattr(ast, type(node).__name__, None) is not type(node):
            raise Nonsense("it does not say what each of them is for")
    return plain


def _refuse_unmeasured(cards: ast.Cards) -> None:
    """Reject a side where nothing is measured, and ties by what those tied are alike in."""
    orders = (cards.extreme, *(tie for tie in cards.ties if tie != "first"))
    measures = [order.of for order in orders if order is not None]
    if cards.side and not measures and (cards.cost, cards.score, cards.stability) == (None,) * 3:
        raise Nonsense('"before the Turn" and "after the Turn" need a cost, score or Stability')
    if len(measures) != len(set(measures)):
        raise Nonsense(f"cards that are tied have the same {measures[-1]}")


def _plain(node: ast.Node) -> ast.Node:
    """Return a node without its mark where the difference does not matter."""
    for slot in ("who", "to"):
        if isinstance(value := getattr(node, slot, None), marks.Whom):
            node = replace(node, **{slot: str(value)})
    if getattr(node, "mark", None) and node.mark not in marks.LOST_WORDS:
        node = replace(node, mark=None)
    if isinstance(node, ast.Range):
        most = None if node.most is None else int(node.most)
        return replace(node, least=int(node.least), most=most)
    if type(node) is ast.Place:
        return replace(node, loose=False) if node.loose else node
    if not isinstance(node, ast.Per | ast.Has) or getattr(node, "count", NOT_ONE) != NOT_ONE:
        return node
    place = node.cards.place and replace(node.cards.place, mark=None)
    both = is_marked(node.cards.place, "both places")
    return replace(node, cards=replace(node.cards, place=place)) if both else node
