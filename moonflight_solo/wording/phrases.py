"""Phrases that name cards, places, suits and numbers, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

from lark import Token, Transformer, Tree
from lark.visitors import v_args

from moonflight_solo.wording import meaning as m

_ZONES: tuple[m.Zone, ...] = get_args(m.Zone)
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


def merged(parts: Sequence[m.Cards | tuple[int, m.Place]]) -> m.Cards:
    """Return one phrase that says all that its parts say; each slot may be said once.

    Raises :class:`Nonsense` for a slot said twice, and for "per" where nothing is done so often.
    """
    whole = m.Cards()
    empty = m.Cards()
    for part in parts:
        if isinstance(part, tuple):
            raise Nonsense('"per" where nothing is done')
        for slot in m.Cards.__slots__:
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

    def cards(self, *parts: m.Cards | tuple[int, m.Place]) -> m.Cards:
        phrases = [p for p in parts if isinstance(p, m.Cards)]
        _refuse_loose_suit(phrases)
        cards = merged(phrases)
        for part in parts:
            if isinstance(part, tuple):
                if not isinstance(cards.number, int):
                    raise Nonsense('"per" without a number')
                cards = replace(cards, number=m.Per(cards.number, *part))
        if cards.number == -1:  # "the top card"
            if any(phrase.number == "some" for phrase in phrases):
                raise Nonsense("a plural without a number")
            cards = replace(cards, number=None, place=cards.place and top_of(cards.place))
        return cards

    def unsaid(self) -> m.Cards:
        return m.Cards()

    def number(self, number: Token) -> m.Cards:
        return m.Cards(int(number))

    def any(self) -> m.Cards:
        return m.Cards("any")

    def all(self) -> m.Cards:
        return m.Cards("all")

    def many(self) -> m.Cards:
        return m.Cards("many")

    def top(self, number: Token | None = None) -> m.Cards:
        return m.Cards(int(number) if number else -1)

    def targeted(self) -> m.Cards:
        return m.Cards(targeted=True)

    def extreme(self, end: Token, of: Token) -> m.Cards:
        which: Any = end.lower()
        return m.Cards(extreme=m.Extreme(which, "cost" if of.type == "COST" else "score"))

    def starter(self) -> m.Cards:
        return m.Cards(starter=True)

    def scoring(self, *_words: Token) -> m.Cards:
        return m.Cards(score=m.Range(1))

    def opponents(self) -> m.Cards:
        return m.Cards(whose="opponent")

    def any_name(self, noun: Token) -> m.Cards:
        return m.Cards("some" if is_plural(noun) else None)

    def named(self, name: Token, noun: Token | None = None) -> m.Cards:
        return m.Cards("some" if noun and is_plural(noun) else None, (name_of(name),))

    def at(self, place: m.Place) -> m.Cards:
        if not place.zones:  # "the Stack" can only be one that has been named
            raise Nonsense("no Stack to be the same as")
        return m.Cards(place=place)

    def on_top(self, place: m.Place) -> m.Cards:
        return replace(self.at(place), place=top_of(place))

    def of_suit(self, suit: m.Suit) -> m.Cards:
        return m.Cards(suit=suit)

    def measured(self, of: Token, amount: m.Range) -> m.Cards:
        # The number is one card's own, so a bare one is exact: there is no gap to rule on.
        return m.Cards(**{of.type.lower(): replace(amount, bare=False)})  # type: ignore[arg-type]

    def scoring_range(self, _scoring: Token, amount: m.Range) -> m.Cards:
        return m.Cards(score=replace(amount, bare=False))

    def but_not(self, name: Token) -> m.Cards:
        return m.Cards(but_not=(name_of(name),))

    def per_quality(self, per: tuple[int, m.Place]) -> tuple[int, m.Place]:
        return per

    def available(self) -> m.Cards:
        return m.Cards(available=True)

    # -- ranges

    def bare(self, n: Token) -> m.Range:
        return m.Range(int(n), int(n), bare=True)

    def exactly(self, n: Token) -> m.Range:
        return m.Range(int(n), int(n))

    def plus(self, n: Token) -> m.Range:
        return m.Range(int(n[:-1]))

    def at_least(self, n: Token) -> m.Range:
        return m.Range(int(n))

    def at_most(self, n: Token) -> m.Range:
        return m.Range(0, int(n))

    def fewer(self, n: Token) -> m.Range:
        if int(n) == 0:
            raise Nonsense("fewer than none")
        return m.Range(0, int(n) - 1)

    def more(self, n: Token) -> m.Range:
        return m.Range(int(n) + 1)

    def between(self, both: Token) -> m.Range:
        least, most = both.replace("–", "-").split("-")
        if int(least) > int(most):
            raise Nonsense("a range that runs backward")
        return m.Range(int(least), int(most))

    # -- places

    def places(self, *places: m.Place) -> m.Place:
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

    def place(self, *parts: Any) -> m.Place:
        owner: m.Owner = parts[0] if len(parts) == 2 else _UNSAID
        where = parts[-1]
        if isinstance(where, m.Place):
            return replace(where, owner=owner)
        return m.Place((where,) if where else (), owner)

    def your(self) -> m.Owner:
        return "your"

    def expressly_your(self) -> m.Owner:
        yours: m.Owner = EXPRESSLY_YOUR
        return yours

    def its(self) -> m.Owner:
        return "its"

    def target(self, *_parts: Any) -> Any:
        # Two rules share the name: whose Stack ("Target ..."), and what a line targets.
        return _parts[0] if _parts else "target"

    def opponent(self) -> m.Owner:
        return "opponent"

    def hand(self, *_words: Token) -> m.Zone:
        return "hand"

    def in_play(self, *_words: Token) -> m.Zone:
        return "in play"

    def draw_deck(self, *_words: Token) -> m.Zone:
        return "draw deck"

    def discard_stack(self, *_words: Token) -> m.Zone:
        return "discard stack"

    def trash_stack(self, *_words: Token) -> m.Zone:
        return "trash stack"

    def supply_stack(self, *_words: Token) -> m.Zone:
        return "supply stack"

    def same_stack(self, *_words: Token) -> None:
        return None

    def market(self, *qualities: m.Cards | str | Tree[Token]) -> m.Place:
        place = m.Place(("market stack",))
        for quality in qualities:
            if isinstance(quality, m.Cards):
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

    def named_suit(self, words: Token) -> m.Suit:
        return m.Suit("named", suit_name(words))

    def your_suit(self) -> m.Suit:
        return m.Suit("your")

    def opponents_suit(self) -> m.Suit:
        return m.Suit("opponent")


def _refuse_loose_suit(phrases: Sequence[m.Cards]) -> None:
    """Refuse a parse that takes the suit of "a Market Stack of your suit" for the card's."""
    stacks_named = False
    for phrase in phrases:
        if stacks_named and phrase.suit is not None:
            raise Nonsense("the suit belongs to the Market Stack before it")
        place = phrase.place
        stacks_named = place is not None and "market stack" in place.zones


def top_of(place: m.Place) -> m.Place:
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
