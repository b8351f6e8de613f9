"""Build phrases for cards, places, suits and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, get_args

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import DONE, THE_REST, THE_TOP
from moonflight_solo.wording.builder.marks import any_marked, is_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import (
    BOTH_PLACES,
    anyones,
    by_name,
    measure_of,
    merge,
    name_of,
    refuse_loose_suit,
    refuse_loose_together,
    to_verb,
    top_of,
)
from moonflight_solo.wording.builder.negation import UNCLEAR_NOT, otherwise
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.quantities import NumberRules, multiple
from moonflight_solo.wording.lexer import where

_ZONES: tuple[ast.Zone, ...] = get_args(ast.Zone)
_SEVERAL = ("all", "any", "some", "many")
_ANY: Final = ast.Cards()
_NOT: Final = re.compile(r"(?:does|do)(?: not|n['’]t)\b|no\b", re.IGNORECASE)
_GOES_ON: Final = re.compile(r"(?:score|cost|stability)\b", re.IGNORECASE)
_SAID_AGAIN: Final = re.compile(r"\b(?:but|with)\b", re.IGNORECASE)


class NounRules(NumberRules):
    """Builds nodes for cards, places, suits and numbers, each with its span."""

    rows = {
        "many_cards": lambda *parts: replace(merge(parts), number="many"),
        "bottom": lambda _bottom, number=1: ast.Cards(int(number), mark="bottom"),
        "all_but": lambda number: ast.Cards(ast.AllBut(int(number))),
        "all_but_the": lambda number=1: ast.Cards(ast.AllBut(int(number)), mark="the number"),
        "number": lambda number: ast.Cards(int(number)),
        "the_other": lambda noun=None: (
            THE_REST if noun and is_plural(noun) else replace(THE_REST, mark="the other")
        ),
        "one_more": lambda number: ast.Cards(int(number), mark="without noun"),
        "top": lambda number=THE_TOP: ast.Cards(int(number), mark="top"),
        "the_number": lambda number: ast.Cards(int(number), mark="the number"),
        "any_name": lambda noun: (
            ast.Cards("some") if is_plural(noun) else ast.Cards(mark="singular")
        ),
        "named": lambda name, noun=None: replace(
            by_name(name), number="some" if noun and is_plural(noun) else None
        ),
        "extreme": lambda end, of: ast.Cards(extreme=ast.Extreme(end.lower(), measure_of(of))),
        "that_does": lambda word, *_cards: ast.Cards(does=word.type.lower()),
        "supply_stack": lambda suit=None: ast.Place(("supply stack",), suit=suit),
        "done_so": lambda word: ast.Cards(place=replace(DONE, by=to_verb(word))),
        "done_this_round": lambda word: ast.Cards(place=ast.Place(("round",), did=to_verb(word))),
        "such": lambda *parts: replace(merge(parts), number=None),
        "of_suit": lambda suit: ast.Cards(suit=suit),
        "not_of_suit": lambda suit: ast.Cards(suit=replace(suit, other=True)),
        "scoring_range": lambda *words: ast.Cards(score=replace(words[-1], bare=False, span=None)),
        "costing": lambda *words: ast.Cards(cost=replace(words[-1], bare=False, span=None)),
        "but_not": lambda *names: ast.Cards(
            but_not=tuple(name_of(name) for name in names if name.type == "QUOTED"),
            mark="excluding",
        ),
        "scoring_side": lambda _scoring, side: replace(side, score=ast.Range(1)),
        "with_settled": lambda count: ast.Cards(settled=replace(count, bare=False)),
        "topmost": top_of,
        "best_topped": lambda *parts: parts_of_kind(parts, ast.Cards)[0].extreme,
        "of_size": lambda count: replace(count, bare=False),
    }

    own_rows = {
        "your_cards": lambda self, *parts: replace(self.cards(*parts), mark="yours"),
        "their_cards": lambda self, *parts: replace(self.cards(*parts), mark="theirs"),
        "named_both": lambda self, *parts: replace(self.named_either(*parts), mark="both"),
        "whichever": lambda self, one, other, of: merge([self.named_either(one, other), of]),
        "at_bottom": lambda self, _bottom, place: self.at(_bottom_of(place)),
        "but_excluding": lambda self, *parts: replace(self.excluding(*parts), mark="but not"),
        "places_together": lambda self, *places: replace(self.places(*places), loose=False),
        "each_stack": lambda self, *stacks: replace(self.place(*stacks), mark="each stack"),
        "places_apart": lambda self, *places: replace(self.places(*places), apart=True),
    }

    # -- cards

    def cards(self, *parts: ast.Cards | ast.Per) -> ast.Cards:
        phrases = parts_of_kind(parts, ast.Cards)
        refuse_loose_suit(phrases)
        cards = merge(phrases)
        refuse_loose_together(phrases, cards)
        cards = _per(parts, cards)
        doubt(any_marked(phrases, "both") and cards.number not in _SEVERAL, "how many of each name")
        if cards.extreme is None:
            refuse(any_marked(phrases, "the number"), '"the" needs cards named before')
            doubt(any_marked(phrases, "tied"), "what is tied")
        if isinstance(cards.number, ast.AllBut):
            cards = _all_but(cards)
        cards = _at_the_end(cards, any_marked(phrases, "bottom"))
        described = replace(cards, number=None, place=None) != _ANY
        if cards.number == "any" and any_marked(phrases, "singular"):
            cards = replace(cards, number=None)
            cards = replace(cards, mark="any such") if described else cards
        if any_marked(phrases, "top"):
            cards = _of_the_top(cards)
        if len(parts) == 1 and (cards.other or is_marked(parts[0], "without noun")):
            return replace(cards, mark="without noun")
        if cards.number != THE_TOP:
            return cards
        refuse(any(phrase.number == "some" for phrase in phrases), "a plural needs a number")
        cards = replace(cards, number=None, place=cards.place and top_of(cards.place))
        return replace(cards, mark="top such") if described else cards

    def more_such(self, *parts: ast.Cards | ast.Per) -> ast.Cards:
        cards = self.cards(*parts)
        return replace(cards, mark=cards.mark or "more")

    def named_either(self, *parts: Token) -> ast.Cards:
        """Build cards with any of several names."""
        names = tuple(name_of(part) for part in parts if part.type == "QUOTED")
        plural = any(part.type == "CARD" and is_plural(part) for part in parts)
        return ast.Cards("some" if plural else None, names=names)

    def costs_either(self, *words: Token) -> tuple[ast.Cards, ...]:
        """Build "costs 3 or 5": either cost; "3 or 4" is a range."""
        first, second = (int(word) for word in words if word.type == "NUMBER")
        refuse(second <= first + 1, "the lower number comes first")
        return tuple(ast.Cards(cost=ast.Range(each, each)) for each in (first, second))

    def scores_either(self, *words: Token) -> tuple[ast.Cards, ...]:
        return tuple(ast.Cards(score=phrase.cost) for phrase in self.costs_either(*words))

    def told(self, *parts: object) -> tuple[object, ...]:
        self._refuse_loose_not(parts)
        return parts

    def _refuse_loose_not(self, parts: Sequence[object]) -> None:
        """Reject "does not score or cost 3", and "no score and Stability"."""
        for left, right in pairwise(parts_of_kind(parts, ast.Cards)):
            between = self._words[left.span[1] : right.span[0]] if left.span and right.span else ""
            goes_on = _NOT.match(self.printed(left)) and _GOES_ON.match(self.printed(right))
            unclear = goes_on and not _SAID_AGAIN.search(between)
            doubt(unclear, "whether “not” or “no” goes with what follows too")

    def each_of(self, *parts: ast.Cards) -> ast.Cards:
        self._refuse_loose_not(parts)
        if len(parts) > 1:
            return merge([replace(part, mark=None) for part in parts])
        # A single quality is printed with its "with", "of" or "that".
        (phrase,) = parts
        measures = {slot: getattr(phrase, slot) for slot in ("score", "cost", "stability")}
        plain = {slot: replace(measure, span=None) for slot, measure in measures.items() if measure}
        return replace(phrase, **plain)

    def settled_upon(self, cards: ast.Cards) -> ast.Cards:
        cards = replace(cards, place=cards.place or ast.Place(("in play",)))
        refuse(cards.zones != ("in play",), "cards are Settled only on cards in play")
        number = {"some": "all", None: 1}.get(cards.number, cards.number)  # type: ignore[arg-type]
        cards = anyones(replace(cards, number=number))
        return ast.Cards(place=ast.Place(("settled",), upon=cards))

    def at(self, place: ast.Place, settled: ast.Cards | None = None) -> ast.Cards:
        doubt(not place.zones, "which Stack: no Stack was named before")
        cards = ast.Cards(place=place)
        return cards if settled is None else merge([cards, settled])

    def on_top(self, place: ast.Place) -> ast.Cards:
        return replace(self.at(place), place=top_of(place))

    def measured(self, quality: Token, amount: ast.Range) -> ast.Cards:
        # The number is one card's own, so a bare one is exact: there is no gap to rule on.
        exact = replace(amount, bare=False, span=None)
        return replace(ast.Cards(), **{measure_of(quality): exact})

    def dearer(self, *words: object) -> ast.Cards:
        gap = next(iter(parts_of_kind(words, ast.Range)), None)
        least, most = (1, None) if gap is None else (0 if gap.least == 0 else gap.least, gap.most)
        most = None if most is None else ast.EVEN + most
        return ast.Cards(beside=ast.Range(0 if gap and gap.least == 0 else ast.EVEN + least, most))

    def excluding(self, *parts: ast.Cards) -> ast.Cards:
        return replace(merge([replace(part, mark=None) for part in parts]), mark="excepted")

    def exclusion(self, *parts: object) -> ast.Cards:
        """Build the description of a card that matches none of the parts."""
        phrase = merge(parts_of_kind(parts, ast.Cards))
        opposites = otherwise(replace(phrase, number=None))
        refuse(len(opposites) > 1, UNCLEAR_NOT)
        return opposites[0]

    def ties(self, *parts: object) -> ast.Cards:
        ties: ast.Ties = ()
        for part in parts_of_kind(parts, ast.Cards):
            ties += (replace(part.extreme, span=None),) if part.extreme else part.ties
        refuse("first" in ties[:-1], '"the first" leaves no tie: put it last')
        return ast.Cards(ties=ties)

    # -- places

    def places(self, first: ast.Place, *others: ast.Place) -> ast.Place:
        # In "their hand or play" the owner is said once for both.
        owner = first.owner
        each = [first, *(p if p.owner_said else replace(p, owner=owner) for p in others)]
        if others and any(place.top for place in each):
            if any(not p.top and ast.STACKS.issuperset(p.zones) for p in each):
                raise Nonsense("it names the top of one Stack but not of the other")
            each = [replace(place, top=True) for place in each]
            first = each[0]
        if any(replace(p, zones=()) != replace(first, zones=()) for p in each):
            raise Nonsense("the places belong to different players: make a sentence for each")
        zones = {zone for place in each for zone in place.zones}
        return replace(first, zones=tuple(z for z in _ZONES if z in zones), loose=bool(others))

    def places_both(self, *places: ast.Place) -> ast.Place:
        return replace(self.places(*places), loose=False, owner_said="", mark="both places")

    def place(self, owner: tuple[ast.Owner, str], where: ast.Place | ast.Zone | None) -> ast.Place:
        whose, printed = owner
        place = where if isinstance(where, ast.Place) else ast.Place((where,) if where else ())
        return replace(place, owner=whose, owner_said=printed)

    def any_stack(self, stacks: ast.Place) -> ast.Place:
        owner: ast.Owner = "your" if stacks.suit else "target"
        return replace(stacks, owner=owner, owner_said="article")

    def topped_by(self, *words: object) -> ast.Cards:
        parts = parts_of_kind(words, ast.Cards)
        top = merge(parts)
        refuse(top.place is not None, "the top card is on its Stack: leave its place out")
        return replace(top, mark="topped")

    def market(self, *qualities: ast.Cards | ast.Range | ast.Extreme | str) -> ast.Place:
        kinds = parts_of_kind(qualities, ast.Cards)
        tops = [kind for kind in kinds if is_marked(kind, "topped")]
        suit, top = merge([kind for kind in kinds if kind not in tops]).suit, merge(tops)
        refuse({"fewest", "most"}.issubset(qualities), "fewest and most exclude each other")
        return ast.Place(
            ("market stack",),
            suit=suit,
            fewest="fewest" in qualities,
            most="most" in qualities,
            size=next(iter(parts_of_kind(qualities, ast.Range)), None),
            matching="matching" in qualities,
            best=next(iter(parts_of_kind(qualities, ast.Extreme)), None),
            topped=replace(top, number=None, span=None) if tops else None,
            first="first" in qualities,
        )

    def named_suit(self, suit: Token) -> ast.Suit:
        # Keep a possessive s: whoever looks up the name decides about the spelling.
        words = suit[: -len("suit")].rstrip()
        before = len("jack o' ") if words.lower().startswith("jack o") else 0
        start, _ = where(suit)
        return ast.Suit("named", ast.SuitName(words[before:], (start + before, start + len(words))))


def _per(parts: Sequence[ast.Cards | ast.Per], cards: ast.Cards) -> ast.Cards:
    """Return cards with a "per" among their ``parts`` as their number."""
    per = next(iter(parts_of_kind(parts, ast.Per)), None)
    if per is None:
        return cards
    for part in parts[parts.index(per) + 1 :]:
        if isinstance(part, ast.Per) or replace(part, place=None, number=None, span=None) != _ANY:
            raise Nonsense('the words after "per" already describe what is counted')
    number = only(int, 1 if cards.number is None else cards.number, '"per" needs a number')
    return replace(cards, number=multiple(per, number))


def _bottom_of(place: ast.Place) -> ast.Place:
    return replace(top_of(place), top=False, bottom=True)


def _at_the_end(cards: ast.Cards, bottom: bool) -> ast.Cards:
    """Return cards from the bottom of a Stack, or from each of several places, if so worded."""
    place = cards.place
    if bottom:
        place = only(ast.Place, place, "it does not say the bottom of what")
        return replace(cards, place=_bottom_of(place))
    if is_marked(place, "each stack"):
        if cards.number not in (THE_TOP, 1, "all"):
            raise Nonsense("it does not say whether one card of each Market Stack or several")
        top = replace(place, top=True, one=False, span=None, mark=None)
        return replace(cards, number="all", place=top)
    if is_marked(place, "both places"):
        refuse(cards.number != "all", BOTH_PLACES)
        return replace(cards, place=replace(place, owner_said="", span=None, mark=None))
    return cards


def _of_the_top(cards: ast.Cards) -> ast.Cards:
    """Return cards from the top of their place, or of one that is still to be known."""
    if cards.place is None:
        return replace(cards, mark="top")
    if cards.targeted and cards.number != THE_TOP:
        raise Nonsense("a Target card is any of the Stack, not one from the top")
    top_of(cards.place)
    return cards


def _all_but(cards: ast.Cards) -> ast.Cards:
    """Return all cards but so many: all but the highest are the lowest."""
    plain = replace(cards, number=None, place=None, extreme=None, ties=(), targeted=False)
    doubt(plain != _ANY, "whether all of these but some or all cards but some of these")
    doubt("first" in cards.ties, "which of those alike is left")
    return cards.from_other_end()


def is_plural(noun: str) -> bool:
    """Return whether a printed "card" is in the plural ("card(s)" counts as plural)."""
    return noun.lower() != "card"
