"""Phrases that name cards, places, suits and numbers, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from lark import Token, Transformer, Tree
from lark.visitors import v_args

from moonflight_solo.wording import ast

_ZONES: tuple[ast.Zone, ...] = get_args(ast.Zone)
STACKS = frozenset(_ZONES) - {"hand", "in play"}


class _Expressly(str):
    """A word that is printed, where another would be taken as said if it were not."""


EXPRESSLY_YOUR: Any = _Expressly("your")


class _Unsaid(str):
    """An owner that is not printed."""


_UNSAID: Any = _Unsaid("your")


class Nonsense(Exception):
    """This parse says nothing: its parts cannot stand together."""


def name_of(token: str) -> str:
    """Return a quoted name without its quotation marks."""
    return token.strip('"“”').strip()


def merged(parts: Sequence[ast.Cards | tuple[int, ast.Place]]) -> ast.Cards:
    """Return one phrase that says all that its parts say; each slot may be said once.

    Raises :class:`Nonsense` for a slot said twice, and for "per" where nothing is done so often.
    """
    whole = ast.Cards()
    empty = ast.Cards()
    for part in parts:
        if isinstance(part, tuple):
            raise Nonsense('"per" where nothing is done')
        for slot in ast.Cards.__slots__:
            value = getattr(part, slot)
            if value == getattr(empty, slot):
                continue
            said = getattr(whole, slot)
            if slot == "number" and "some" in (value, said):
                # A plural noun says how many only where no number does.
                value = value if said in ("some", None) else said
                said = None
            if slot == "but_not":
                value = said + value
                said = ()
            if said != getattr(empty, slot):
                raise Nonsense(f"two words for the {slot}")
            whole = replace(whole, **{slot: value})
    return whole


@v_args(inline=True)
class Phrases(Transformer[Token, Any]):
    """Builds what names cards, places, suits and numbers."""

    # -- cards

    def cards(self, *parts: ast.Cards | tuple[int, ast.Place]) -> ast.Cards:
        phrases = [p for p in parts if isinstance(p, ast.Cards)]
        _refuse_loose_suit(phrases)
        cards = merged(phrases)
        for part in parts:
            if isinstance(part, tuple):
                if not isinstance(cards.number, int):
                    raise Nonsense('"per" without a number')
                cards = replace(cards, number=ast.Per(cards.number, *part))
        if cards.number == -1:  # "the top card"
            if any(phrase.number == "some" for phrase in phrases):
                raise Nonsense("a plural without a number")
            cards = replace(cards, number=None, place=cards.place and top_of(cards.place))
        return cards

    def unsaid(self) -> ast.Cards:
        return ast.Cards()

    def number(self, number: Token) -> ast.Cards:
        return ast.Cards(int(number))

    def any(self) -> ast.Cards:
        return ast.Cards("any")

    def all(self) -> ast.Cards:
        return ast.Cards("all")

    def many(self) -> ast.Cards:
        return ast.Cards("many")

    def top(self, number: Token | None = None) -> ast.Cards:
        return ast.Cards(int(number) if number else -1)

    def targeted(self) -> ast.Cards:
        return ast.Cards(targeted=True)

    def extreme(self, end: Token, of: Token) -> ast.Cards:
        which: Any = end.lower()
        return ast.Cards(extreme=ast.Extreme(which, "cost" if of.type == "COST" else "score"))

    def starter(self) -> ast.Cards:
        return ast.Cards(starter=True)

    def scoring(self, *_words: Token) -> ast.Cards:
        return ast.Cards(score=ast.Range(1))

    def opponents(self) -> ast.Cards:
        return ast.Cards(whose="opponent")

    def any_name(self, noun: Token) -> ast.Cards:
        return ast.Cards("some" if is_plural(noun) else None)

    def named(self, name: Token, noun: Token | None = None) -> ast.Cards:
        return ast.Cards("some" if noun and is_plural(noun) else None, (name_of(name),))

    def at(self, place: ast.Place) -> ast.Cards:
        if not place.zones:  # "the Stack" can only be one that has been named
            raise Nonsense("no Stack to be the same as")
        return ast.Cards(place=place)

    def on_top(self, place: ast.Place) -> ast.Cards:
        return replace(self.at(place), place=top_of(place))

    def of_suit(self, suit: ast.Suit) -> ast.Cards:
        return ast.Cards(suit=suit)

    def measured(self, of: Token, amount: ast.Range) -> ast.Cards:
        # The number is one card's own, so a bare one is exact: there is no gap to rule on.
        return ast.Cards(**{of.type.lower(): replace(amount, bare=False)})  # type: ignore[arg-type]

    def scoring_range(self, _scoring: Token, amount: ast.Range) -> ast.Cards:
        return ast.Cards(score=replace(amount, bare=False))

    def but_not(self, name: Token) -> ast.Cards:
        return ast.Cards(but_not=(name_of(name),))

    def per_quality(self, per: tuple[int, ast.Place]) -> tuple[int, ast.Place]:
        return per

    def available(self) -> ast.Cards:
        return ast.Cards(available=True)

    # -- ranges

    def bare(self, n: Token) -> ast.Range:
        return ast.Range(int(n), int(n), bare=True)

    def exactly(self, n: Token) -> ast.Range:
        return ast.Range(int(n), int(n))

    def plus(self, n: Token) -> ast.Range:
        return ast.Range(int(n[:-1]))

    def at_least(self, n: Token) -> ast.Range:
        return ast.Range(int(n))

    def at_most(self, n: Token) -> ast.Range:
        return ast.Range(0, int(n))

    def fewer(self, n: Token) -> ast.Range:
        if int(n) == 0:
            raise Nonsense("fewer than none")
        return ast.Range(0, int(n) - 1)

    def more(self, n: Token) -> ast.Range:
        return ast.Range(int(n) + 1)

    def between(self, both: Token) -> ast.Range:
        least, most = both.replace("–", "-").split("-")
        if int(least) > int(most):
            raise Nonsense("a range that runs backward")
        return ast.Range(int(least), int(most))

    # -- places

    def places(self, *places: ast.Place) -> ast.Place:
        if len(places) == 1:
            return places[0]
        # "their hand or play": whose it is is said once for both.
        places = (
            places[0],
            *(replace(p, owner=places[0].owner) if p.owner is _UNSAID else p for p in places[1:]),
        )
        if any(replace(p, zones=()) != replace(places[0], zones=()) for p in places):
            raise Nonsense("places of different owners in one phrase")
        zones = {zone for place in places for zone in place.zones}
        return replace(places[0], zones=tuple(z for z in _ZONES if z in zones))

    def place(self, *parts: Any) -> ast.Place:
        owner: ast.Owner = parts[0] if len(parts) == 2 else _UNSAID
        where = parts[-1]
        if isinstance(where, ast.Place):
            return replace(where, owner=owner)
        return ast.Place((where,) if where else (), owner)

    def your(self) -> ast.Owner:
        return "your"

    def expressly_your(self) -> ast.Owner:
        yours: ast.Owner = EXPRESSLY_YOUR
        return yours

    def its(self) -> ast.Owner:
        return "its"

    def target(self, *_parts: Any) -> Any:
        # Two rules share the name: whose Stack ("Target ..."), and what a line targets.
        return _parts[0] if _parts else "target"

    def opponent(self) -> ast.Owner:
        return "opponent"

    def hand(self, *_words: Token) -> ast.Zone:
        return "hand"

    def in_play(self, *_words: Token) -> ast.Zone:
        return "in play"

    def draw_deck(self, *_words: Token) -> ast.Zone:
        return "draw deck"

    def discard_stack(self, *_words: Token) -> ast.Zone:
        return "discard stack"

    def trash_stack(self, *_words: Token) -> ast.Zone:
        return "trash stack"

    def supply_stack(self, *_words: Token) -> ast.Zone:
        return "supply stack"

    def same_stack(self, *_words: Token) -> None:
        return None

    def market(self, *qualities: ast.Cards | str | Tree[Token]) -> ast.Place:
        place = ast.Place(("market stack",))
        for quality in qualities:
            if isinstance(quality, ast.Cards):
                place = replace(place, suit=quality.suit)
            elif quality == "fewest":
                place = replace(place, fewest=True)
            else:
                place = replace(place, matching=True)
        return place

    def fewest(self, _card: Token) -> str:
        return "fewest"

    def matching(self) -> str:
        return "matching"

    def named_suit(self, words: Token) -> ast.Suit:
        return ast.Suit("named", suit_name(words))

    def your_suit(self) -> ast.Suit:
        return ast.Suit("your")

    def opponents_suit(self) -> ast.Suit:
        return ast.Suit("opponent")


def _refuse_loose_suit(phrases: Sequence[ast.Cards]) -> None:
    """Refuse a parse that takes the suit of "a Market Stack of your suit" for the card's."""
    stacks_named = False
    for phrase in phrases:
        if stacks_named and phrase.suit is not None:
            raise Nonsense("the suit belongs to the Market Stack before it")
        place = phrase.place
        stacks_named = place is not None and "market stack" in place.zones


def top_of(place: ast.Place) -> ast.Place:
    """Return the top of a place; raises :class:`Nonsense` where there is none, as in a hand."""
    if not STACKS.issuperset(place.zones):
        raise Nonsense("the top of what is no Stack")
    return replace(place, top=True)


def is_plural(noun: str) -> bool:
    """Return whether a printed "card" is more than one ("card(s)" is)."""
    return noun.lower() != "card"


def suit_name(words: str) -> str:
    """Return the Jack's name out of a suit as printed, without "Jack o'" before and "suit" after.

    A possessive s stays on it: how a name is spelled is for whoever looks it up to judge.
    """
    name = words[: -len("suit")].strip()
    if name.lower().startswith("jack o"):
        name = name[len("jack o' ") :]
    return name
