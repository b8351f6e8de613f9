"""Conditions, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import Any, Literal

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.merging import (
    Both,
    Nonsense,
    Together,
    called,
    done,
    expressly_yours,
    merged,
    name_of,
    refuse_loose_suit,
    top_of,
)
from moonflight_solo.wording.builder.phrases import Phrases
from moonflight_solo.wording.builder.sayings import DONE, IT
from moonflight_solo.wording.walk import nodes_of

ONE = " one"
"""Stands for the name of the card spoken of, until it is known which that is; no printed name."""
_HAND = ast.Cards(place=ast.Place(("hand",)))
_TURNED: dict[str, str] = {
    "more": "fewer",
    "fewer": "more",
    "as many": "as many",
    "at least as many": "at most as many",
    "at most as many": "at least as many",
}
_OPPOSITES = {
    "more": "at most as many",
    "fewer": "at least as many",
    "at least as many": "fewer",
    "at most as many": "more",
}


def joined(kind: type[ast.All] | type[ast.Either], parts: Sequence[ast.Condition]) -> ast.Condition:
    """Return the parts under one "and" or "or", nested ones of the same kind laid open."""
    flat: list[ast.Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return kind(tuple(flat))


def negated(condition: ast.Condition) -> ast.Condition:
    """Return the condition that holds wherever ``condition`` does not.

    Raises :class:`Nonsense` for one of which that cannot be said in the same words: a number that
    may be exact or not (ruling A-exact), or what one opponent has.
    """
    if isinstance(condition, ast.All | ast.Either):
        other = ast.Either if isinstance(condition, ast.All) else ast.All
        return joined(other, [negated(part) for part in condition.parts])
    if isinstance(condition, ast.Status):
        return replace(condition, so=not condition.so)
    if isinstance(condition, ast.Opponents) and condition.which != "each":
        return replace(condition, which="no" if condition.which == "one" else "one")
    if isinstance(condition, ast.Compared) and condition.relation in _OPPOSITES:
        opposite: Any = _OPPOSITES[condition.relation]
        return replace(condition, relation=opposite)
    if isinstance(condition, ast.Played | ast.Opponents | ast.Compared) or condition.count.bare:
        raise Nonsense("what is not so then is not clear")
    if isinstance(condition, ast.Has):
        place = condition.cards.place
        if place is not None and (place.one or place.owner == "some"):
            raise Nonsense("what is not so then is not clear")
        if condition.total is not None and condition.count != ast.Range(0):
            raise Nonsense("what is not so then is not clear")
        if place is not None and place.owner == "opponent":
            return ast.Opponents((_of_one(condition),), "no")
        if condition.total is not None:
            totals = _outside(condition.total)
            return _one_of([replace(condition, total=total) for total in totals])
    return _one_of([replace(condition, count=count) for count in _outside(condition.count)])


def _outside(range_: ast.Range) -> list[ast.Range]:
    """Return the ranges of all numbers that are not in one."""
    below = [ast.Range(0, range_.least - 1)] if range_.least else []
    return below if range_.most is None else [*below, ast.Range(range_.most + 1)]


def _one_of(parts: Sequence[ast.Condition]) -> ast.Condition:
    return parts[0] if len(parts) == 1 else ast.Either(tuple(parts))


@dataclass(frozen=True, slots=True)
class _SoMany:
    """A count of cards whose place has been said before; only while a parse is read."""

    count: ast.Range
    cards: ast.Cards


@v_args(inline=True)
class Conditions(Phrases):
    """Builds conditions, out of phrases."""

    def either(self, *parts: ast.Condition) -> ast.Condition:
        _refuse_unsaid_change(parts)
        return joined(ast.Either, parts)

    def both(self, *parts: ast.Condition) -> ast.Condition:
        _refuse_unsaid_change(parts)
        told = [parts[0]]
        for part in parts[1:]:
            told.append(_told_by(told[-1], part))
        return joined(ast.All, told)

    def counted(self, count: ast.Range, *parts: Any) -> ast.Condition:
        cards = merged([part for part in parts if isinstance(part, ast.Cards)])
        total = next((replace(p, bare=False) for p in parts if isinstance(p, ast.Range)), None)
        return _one_by_one(ast.Has(cards, count, total, _counting(parts, cards)))

    def stack_holds(self, stacks: ast.Place, count: ast.Range) -> ast.Condition:
        return self.counted(count, ast.Cards(place=replace(stacks, owner_said="article")))

    def counted_cards(self, count: ast.Range, *words: Any) -> ast.Condition:
        parts = [part for part in words if part != "counting"]
        cards = replace(_such(parts), number=None)
        if cards.place is None:
            raise Nonsense("counted nowhere")
        if cards.place.apart and any(isinstance(part, Together) for part in parts):
            raise Nonsense("together, and each by itself")
        if len(cards.names) > 1 and not _counts_together(parts):
            raise Nonsense('counted one by one or "together", is not said')
        return _one_by_one(ast.Has(cards, count, counting=_counting(words, cards)))

    def counted_or_more(self, number: Token, *parts: Any) -> ast.Condition:
        return self.counted_cards(ast.Range(int(number)), *parts)

    def counted_or_fewer(self, number: Token, *parts: Any) -> ast.Condition:
        return self.counted_cards(ast.Range(0, int(number)), *parts)

    def there_is(self, cards: ast.Cards) -> ast.Condition:
        placed = _placed(replace(cards, number=None))
        count = _how_many(cards.number)
        if len(cards.names) < 2:
            return _one_by_one(ast.Has(placed, count))
        if count != ast.Range(1):
            raise Nonsense('counted one by one or "together", is not said')
        return joined(ast.Either, _each_of(placed, count))

    def there_are(self, has: ast.Condition) -> ast.Condition:
        return has

    def there_is_such(self, cards: ast.Cards, predicate: ast.Cards) -> ast.Condition:
        if cards.place is None:
            raise Nonsense("nowhere to look for the cards")
        return self.there_is(merged([cards, predicate]))

    def for_sale(self, cards: ast.Cards) -> ast.Has:
        if cards.number not in (None, 1, "any", "some"):
            raise Nonsense("how many are for sale")
        return self._on_sale(cards, ast.Range(1))

    def none_for_sale(self, *parts: ast.Cards) -> ast.Has:
        return self._on_sale(_such(parts), ast.Range(0, 0))

    def _on_sale(self, cards: ast.Cards, count: ast.Range) -> ast.Has:
        place = cards.place or ast.Place(("market stack",))
        if place.zones != ("market stack",) or len(cards.names) > 1:
            raise Nonsense("only the top cards of Market Stacks are for sale")
        there = replace(cards, number=None, available=True, place=_anybodys(place))
        return ast.Has(there, count)

    def there_is_any(self, *parts: ast.Cards) -> ast.Condition:
        return self.there_is(_such(parts))

    def there_is_no(self, *parts: ast.Cards) -> ast.Condition:
        cards = _placed(replace(_such(parts), number=None))
        none = ast.Range(0, 0)
        if len(cards.names) < 2:
            return ast.Has(cards, none)
        if any(isinstance(part, Both) for part in parts):
            raise Nonsense("none of the one, or of the other, or of both, is not said")
        return joined(ast.All, _each_of(cards, none))

    def you_have(self, has: ast.Condition) -> ast.Condition:
        return _yours(has)

    def you_have_neither(self, *things: ast.Cards | None) -> ast.Condition:
        none = ast.Range(0, 0)
        return joined(ast.All, [self.there_is_no(t) if t else ast.Coins(none) for t in things])

    def is_not_at(self, *parts: ast.Cards) -> ast.Condition:
        return negated(self.there_is(merged(parts)))

    def you_have_not(self, has: ast.Condition) -> ast.Condition:
        return negated(_yours(has))

    def held(self, count: ast.Range, *parts: ast.Cards) -> ast.Condition:
        return self.counted_cards(count, *parts, _HAND) if _says(parts) else ast.Has(_HAND, count)

    def held_none(self, *parts: ast.Cards) -> ast.Condition:
        return self.there_is_no(*parts, _HAND)

    def empty_zone(self, zone: ast.Zone) -> ast.Has:
        return ast.Has(ast.Cards(place=ast.Place((zone,))), ast.Range(0, 0))

    def none_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return self.counted_empty(ast.Range(0, 0), stacks)

    def each_has(self, owner: tuple[ast.Owner, Any], stacks: ast.Place, *_card: Token) -> Any:
        return self.none_empty(self.place(owner, stacks))

    def counted_empty(self, count: ast.Range, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(_anybodys(stacks), count)

    def some_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return self.counted_empty(ast.Range(1), stacks)

    def all_empty(self, owner: tuple[ast.Owner, Any], stacks: ast.Place) -> ast.Has:
        place = _anybodys(self.place(owner, stacks))
        return ast.Has(ast.Cards(place=place), ast.Range(0, 0))

    def not_all_empty(self, owner: tuple[ast.Owner, Any], stacks: ast.Place) -> ast.Condition:
        return negated(self.all_empty(owner, stacks))

    def was_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=done(word)))]))

    def was_not_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        verb: Any = word.type.lower()
        return negated(self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=verb))])))

    def both_empty(self, *zones: ast.Place) -> ast.Condition:
        owner = zones[0].owner
        if zones[1].owner_said and zones[1].owner != owner:
            raise Nonsense("places of different owners in one phrase")
        return self._each_holds([replace(zone, owner=owner) for zone in zones], ast.Range(0, 0))

    def neither_empty(self, one: ast.Place, other: ast.Place) -> ast.Condition:
        self.both_empty(one, other)
        return self._each_holds([one, replace(other, owner=one.owner)], ast.Range(1))

    def either_empty(self, one: ast.Place, other: ast.Place) -> ast.Condition:
        self.both_empty(one, other)
        none = ast.Range(0, 0)
        return ast.Either(
            tuple(self.holds(replace(p, owner=one.owner), none) for p in (one, other))
        )

    def empty_but(self, one: ast.Place, other: ast.Place) -> ast.Condition:
        self.both_empty(one, other)
        if one.owner != "your":
            raise Nonsense("whose it is, is not said")
        return ast.All((self.holds_none(one), self.holds_some(other)))

    def holds_such(self, place: ast.Place, such: ast.Cards | ast.Range | _SoMany) -> ast.Condition:
        at = ast.Cards(place=place)
        if isinstance(such, ast.Range):
            return self.holds(place, such)
        if isinstance(such, _SoMany):
            if such.count == ast.Range(0, 0):
                return self.there_is_no(such.cards, at)
            return self.counted_cards(such.count, such.cards, at)
        return self.there_is(merged([such, at]))

    def holds_not(self, place: ast.Place, such: ast.Cards | ast.Range | _SoMany) -> ast.Condition:
        return negated(self.holds_such(place, such))

    def one_is(self, number: Token, *parts: ast.Cards) -> ast.Has:
        if int(number) != 1:
            raise Nonsense("what so many are is not said")
        return ast.Has(merged([ast.Cards(names=(ast.Name(ONE),)), *parts]), ast.Range(1))

    def none_is(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(merged([ast.Cards(names=(ast.Name(ONE),)), *parts]), ast.Range(0, 0))

    def opponent_has_done(
        self, which: Literal["one", "each", "no"], what: Literal["shopped", "built"]
    ) -> ast.Opponents:
        return ast.Opponents((ast.Status(what),), which)

    def _each_holds(self, zones: Sequence[ast.Place], count: ast.Range) -> ast.Condition:
        """Return that each of some places holds so many; an opponent's are those of the same."""
        each = tuple(self.holds(zone, count) for zone in zones)
        if zones[0].owner != "opponent":
            return ast.All(each)
        return ast.Opponents(
            tuple(replace(has, cards=_of_opponent(has.cards, "your")) for has in each)
        )

    def together_hold(self, one: ast.Place, other: ast.Place, count: ast.Range) -> ast.Has:
        return self.holds(self.places(one, other), count)

    def topped(self, zone: ast.Place, cards: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, ast.Cards(place=top_of(zone))]))

    def it_is(self, such: ast.Cards) -> ast.Has:
        return ast.Has(merged([ast.Cards(place=IT), such]), ast.Range(1))

    def it_is_not(self, *names: Token) -> ast.Has:
        return self.it_is(self.but_not(*names))

    def it_is_called(self, name: Token) -> ast.Has:
        return self.it_is(called(name))

    def it_measures(self, of: Token, amount: ast.Range) -> ast.Has:
        return self.it_is(self.measured(of, amount))

    def this_has_settled(self, *parts: Any) -> ast.Has:
        count = next(part for part in parts if isinstance(part, ast.Range))
        return ast.Has(ast.Cards(place=ast.Place(("settled",))), count)

    def this_has_none(self, *_words: Token) -> ast.Has:
        return self.this_has_settled(ast.Range(0, 0))

    def total(self, *parts: Any) -> ast.Has:
        of: Any = next(p for p in parts if isinstance(p, Token) and p.type != "CARD").type.lower()
        at = next(part for part in parts if isinstance(part, ast.Cards | ast.Place))
        cards = ast.Cards(place=at) if isinstance(at, ast.Place) else at
        return ast.Has(cards, ast.Range(0), replace(parts[-1], bare=False), of=of)

    def all_such(self, *parts: Any) -> ast.Condition:
        """Return that as many cards there are such as there are cards."""
        at, such = (part for part in parts if isinstance(part, ast.Cards))
        if at.place is None or at != ast.Cards(place=at.place) or len(at.place.zones) > 1:
            raise Nonsense("all of which cards is not said")
        refuse_loose_suit([at, such])
        return _comparison(replace(merged([at, such]), number=None), "as many", at)

    def only_card(self, name: Token, *parts: Any) -> ast.Condition:
        such = merged([part for part in parts if isinstance(part, ast.Cards)])
        one = ast.Has(such, ast.Range(1, 1))
        return ast.All((one, ast.Has(merged([called(name), such]), ast.Range(1))))

    def so_many_of(self, count: ast.Range, *parts: Any) -> ast.Condition:
        """Return that so many of several names are there, each of them once or more often."""
        *names, at = parts
        if count.most is not None or not 1 <= count.least <= len(names):
            raise Nonsense("how many of these names is not clear")
        ways = combinations(_each_at(names, at), count.least)
        return _one_of([joined(ast.All, way) if len(way) > 1 else way[0] for way in ways])

    # -- opponents, and comparing them

    def opponent_has(
        self, which: Literal["one", "each", "no"], *parts: ast.Condition
    ) -> ast.Condition:
        if any(has.counting for has in nodes_of(parts, ast.Has)):
            raise Nonsense("a card is played from your hand, and counted there")
        if which == "one" and len(parts) == 1 and isinstance(parts[0], ast.Has | ast.Either):
            return _theirs(parts[0])
        return ast.Opponents(tuple(map(_of_one, parts)), which)

    def opponent_has_either(
        self, which: Literal["one", "each", "no"], *parts: ast.Condition
    ) -> ast.Condition:
        if which == "each":
            raise Nonsense("each the same of these, or each another, is not said")
        kind = ast.Either if which == "one" else ast.All
        return joined(kind, [self.opponent_has(which, part) for part in parts])

    def card_thing(self, *parts: ast.Cards) -> ast.Cards:
        return replace(_such(parts), number=None)

    def than_there(self, where: ast.Cards | ast.Place) -> ast.Place:
        place = where.place if isinstance(where, ast.Cards) else where
        if place is None or not place.zones:
            raise Nonsense("no Stack to be the same as")
        return place

    def compared(
        self, relation: str, thing: ast.Cards | None, rival: ast.Place | ast.Cards | str
    ) -> ast.Condition:
        if rival == "coins" or isinstance(rival, ast.Cards):
            return _own_comparison(thing, relation, rival)
        if thing is not None and thing.place is None:
            raise Nonsense("nowhere to count")
        if isinstance(rival, str):
            if rival == "you":
                return _comparison(thing, relation, _held_by(thing, "holder"))
            if thing is not None and thing.place and thing.place.owner != "your":
                raise Nonsense("whose it is, is said twice")
            which: Any = rival
            turned = _comparison(thing, _TURNED[relation], _held_by(thing, "holder"))
            return ast.Opponents((turned,), which)
        if thing is None or thing.place is None:
            raise Nonsense("coin tokens lie in no Stack")
        theirs = [place.owner == "opponent" for place in (thing.place, rival)]
        there = replace(thing, place=rival)
        if theirs == [False, False]:
            return _comparison(thing, relation, there)
        if theirs == [True, True]:
            raise Nonsense("two opponents compared")
        one, other = (thing, there) if theirs[0] else (there, thing)
        how = relation if theirs[0] else _TURNED[relation]
        than = _held_by(other, "holder")
        return ast.Opponents((_comparison(_held_by(one, "your"), how, than),))

    def thing_there(self, *parts: ast.Cards | Token) -> ast.Cards:
        cards = [part for part in parts if isinstance(part, ast.Cards)]
        names = [
            called(part) for part in parts if isinstance(part, Token) and part.type == "QUOTED"
        ]
        return replace(merged([*names, *cards]), number=None)

    def zone_compares(
        self, zone: ast.Place, relation: str, thing: ast.Cards | None, other: Any
    ) -> ast.Condition:
        at = ast.Cards(place=zone)
        if thing is None or other == "coins":
            raise Nonsense("coin tokens lie in no Stack")
        there = other if other.place else merged([other, at])
        return self.compared(relation, merged([thing, at]), there)

    def held_compared(
        self, relation: str, thing: ast.Cards | None, rival: ast.Place | str
    ) -> ast.Condition:
        if thing is not None and thing.place is None:
            thing = merged([thing, _HAND])
        return self.compared(relation, thing, rival)

    def zone_compared(self, one: ast.Place, relation: str, _card: Token, other: ast.Place) -> Any:
        return self.compared(relation, ast.Cards(place=one), self.than_there(other))

    def zone_has_most(self, zone: ast.Place, relation: str, _card: Token) -> ast.Condition:
        return self.compared(relation, ast.Cards(place=self.than_there(zone)), "each")

    def the_most(self, relation: str, thing: ast.Cards | None) -> ast.Condition:
        return self.compared(relation, thing, "each")

    # -- what is so

    def has_done(self, what: Literal["shopped", "built"]) -> ast.Status:
        return ast.Status(what)

    def has_not_done(self, what: Literal["shopped", "built"]) -> ast.Status:
        return ast.Status(what, so=False)

    def zone_contains(self, place: ast.Place, names: ast.Condition) -> ast.Condition:
        return _in_place(names, place)

    def name(self, token: Token) -> ast.Has:
        in_hand = replace(called(token), place=ast.Place(("hand",)))
        return ast.Has(in_hand, ast.Range(1))

    def such_many(self, count: ast.Range, *parts: ast.Cards) -> _SoMany:
        return _SoMany(count, merged(parts))

    def such_or_more(self, number: Token, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(int(number)), merged(parts))

    def such_or_fewer(self, number: Token, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(0, int(number)), merged(parts))

    def such_none(self, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(0, 0), merged(parts))

    def name_list(self, *names: Token) -> tuple[Token, ...]:
        return names

    def names_at(self, names: tuple[Token, ...], place: ast.Cards) -> ast.Condition:
        if len(names) == 1:
            return ast.Has(merged([called(names[0]), place]), ast.Range(1))
        return joined(ast.Either, _each_at(names, place))

    def all_names_at(self, names: tuple[Token, ...], place: ast.Cards) -> ast.Condition:
        return joined(ast.All, _each_at(names, place))

    def mixed_names(self, names: ast.Condition) -> ast.Condition:
        if not any(isinstance(part, ast.All | ast.Either) for part in getattr(names, "parts", ())):
            raise Nonsense("a list of names like any other")
        return names

    def mixed_names_at(self, names: ast.Condition, at: ast.Cards) -> ast.Condition:
        return _names_there(names, at.place)

    def holds(self, place: ast.Place, count: ast.Range, *_card: Token) -> ast.Has:
        if not place.zones:
            raise Nonsense("no Stack to be the same as")
        return ast.Has(ast.Cards(place=place, span=place.span), count)

    def holds_none(self, place: ast.Place, *_card: Token) -> ast.Has:
        return self.holds(place, ast.Range(0, 0))

    def holds_some(self, place: ast.Place) -> ast.Has:
        return self.holds(place, ast.Range(1))

    def is_there(self, *parts: ast.Cards) -> ast.Condition:
        return self.there_is(merged(parts))

    def is_not_there(self, name: Token, at: ast.Cards) -> ast.Condition:
        return negated(self.names_at((name,), at))

    def none_of(self, *parts: Any) -> ast.Condition:
        *names, at = parts
        return joined(ast.All, [negated(each) for each in _each_at(names, at)])

    def coins(self, *parts: Any) -> ast.Coins:
        return ast.Coins(parts[0])

    def played(self, name: Token, _played: Token) -> ast.Played:
        return ast.Played(name_of(name))


def _such(parts: Sequence[ast.Cards | ast.Per]) -> ast.Cards:
    """Return a phrase without a number in front; "per" would have none to go with."""
    phrases = [part for part in parts if isinstance(part, ast.Cards)]
    if len(phrases) < len(parts):
        raise Nonsense('"per" where nothing is done')
    refuse_loose_suit(phrases)
    return merged(phrases)


def _how_many(number: ast.Number | ast.Amounts) -> ast.Range:
    if isinstance(number, int):
        return ast.Range(number, number, bare=True)
    if number in (None, "some", "any"):
        return ast.Range(1)
    raise Nonsense("no count of cards that are there")


def _placed(cards: ast.Cards) -> ast.Cards:
    if cards.place is None:
        raise Nonsense("nowhere to look for the cards")
    if cards.whose == "opponent":
        if cards.place.owner != "your" or expressly_yours(cards.place):
            raise Nonsense("an opponent's card in another's place")
        return replace(cards, whose=None, place=replace(cards.place, owner="opponent"))
    return cards


def _counting(words: Sequence[object], cards: ast.Cards) -> bool:
    """Return whether the card played is said to be counted, which is where it is played from."""
    place = cards.place
    if "counting" not in words:
        return False
    if place is None or place.owner != "your" or "hand" not in place.zones:
        raise Nonsense("a card is played from your hand, and counted there")
    return True


def _one_by_one(has: ast.Has) -> ast.Condition:
    """Return a count of cards in places that are each looked at by itself, if they are said so.

    "A Market Stack" is any one of them; "3 cards in hand or play" may be in either.
    """
    place = has.cards.place
    if place is None:
        return has
    if place.zones == ("market stack",) and place.owner_said == "article":
        if place.owner == "some":
            raise Nonsense("whose Market Stack it is, is not said")
        one = replace(_anybodys(place), one=True)
        return replace(has, cards=replace(has.cards, place=one))
    if not place.apart:
        return has
    if has.total is None and has.count in (ast.Range(0, 0), ast.Range(1)):
        raise Nonsense("where there is one of them, it makes no difference in which place")
    each = [replace(place, zones=(zone,), apart=False) for zone in place.zones]
    return joined(ast.Either, [replace(has, cards=replace(has.cards, place=zone)) for zone in each])


def _anybodys(stacks: ast.Place) -> ast.Place:
    """Return the Market Stacks of a condition: all on the table, if no suit is said (A-stacks)."""
    yours = stacks.suit is not None or expressly_yours(stacks)
    return stacks if yours else replace(stacks, owner="target")


def _yours(condition: ast.Condition) -> ast.Condition:
    """Return what "you have": its place is expressly yours."""
    if isinstance(condition, ast.Either | ast.All):
        return replace(condition, parts=tuple(map(_yours, condition.parts)))
    if not isinstance(condition, ast.Has) or condition.cards.place is None:
        return condition
    place = condition.cards.place
    if place.owner != "your":
        raise Nonsense("what you have in another's place")
    return replace(
        condition, cards=replace(condition.cards, place=replace(place, owner_said="owner"))
    )


def _of_one(part: ast.Condition) -> ast.Has | ast.Coins | ast.Compared | ast.Status:
    """Return what one opponent alone has: "your" in it is theirs."""
    if isinstance(part, ast.Coins):
        return part
    if isinstance(part, ast.Compared):
        return _their_comparison(part)
    if not isinstance(part, ast.Has):
        raise Nonsense("one opponent alone has all of this")
    return replace(part, cards=_of_opponent(part.cards, "your"))


def _theirs(has: ast.Condition) -> ast.Condition:
    if isinstance(has, ast.Either):
        return replace(has, parts=tuple(map(_theirs, has.parts)))
    if not isinstance(has, ast.Has):
        raise Nonsense("no opponent has that")
    return replace(has, cards=_of_opponent(has.cards, "opponent"))


def _of_opponent(cards: ast.Cards, owner: ast.Owner) -> ast.Cards:
    """Return cards in an opponent's place, if it is said to be nobody else's."""
    place = cards.place
    assert place is not None
    if place.owner not in ("its", "their", "your", "opponent") or expressly_yours(place):
        raise Nonsense("an opponent's card in another's place")
    return replace(cards, place=replace(place, owner=owner))


def _refuse_unsaid_change(parts: Sequence[ast.Condition]) -> None:
    """Refuse to take a count after what an opponent has for one's own, unless that is said."""
    for one, other in pairwise(parts):
        if not _is_opponents(one) or not isinstance(other, ast.Has):
            continue
        place = other.cards.place
        counts = other.cards == ast.Cards(place=place) or (place and "hand" not in place.zones)
        if counts and place and place.owner == "your" and place.owner_said != "owner":
            raise Nonsense('whose it is, is not said: "you have" or "and has"')


def _is_opponents(condition: ast.Condition) -> bool:
    if isinstance(condition, ast.Has):
        return condition.cards.place is not None and condition.cards.place.owner == "opponent"
    return isinstance(condition, ast.Opponents)


def _each_of(cards: ast.Cards, count: ast.Range) -> list[ast.Has]:
    """Return the same of cards of each name, which have one place between them."""
    return [ast.Has(replace(cards, names=(name,)), count) for name in cards.names]


def _says(parts: Sequence[ast.Cards]) -> bool:
    return merged(parts) != ast.Cards(merged(parts).number)


def _counts_together(parts: Sequence[ast.Cards]) -> bool:
    """Return whether cards of several names are said to be counted together."""
    if any(isinstance(part, Together) for part in parts):
        return True
    return any(len(p.names) > 1 and p.number == "some" and not isinstance(p, Both) for p in parts)


def _comparison(this: ast.Cards | None, relation: str, than: ast.Cards | None) -> ast.Compared:
    """Return a comparison of what lies in two places, or of your coin tokens and the holder's."""
    which: Any = relation
    return ast.Compared(ast.Amount(this), which, ast.Amount(than, "your" if than else "holder"))


def _own_comparison(thing: ast.Cards | None, relation: str, rival: Any) -> ast.Compared:
    """Return a comparison of two things of one's own: cards there, or coin tokens."""
    other = None if rival == "coins" else rival
    if thing and other and thing.place is None:
        thing = merged([thing, ast.Cards(place=other.place)])
    for one in (thing, other):
        if one is not None and (one.place is None or one.place.owner != "your"):
            raise Nonsense("nowhere to count, or somebody else's")
    if thing is None and other is None:
        raise Nonsense("compared with itself")
    which: Any = relation
    return ast.Compared(ast.Amount(thing), which, ast.Amount(other))


def _told_by(before: ast.Condition, part: ast.Condition) -> ast.Condition:
    """Return a fact in which "it" and "one" are the cards of the fact said before it."""
    if not isinstance(part, ast.Has) or not isinstance(before, ast.Has):
        return part
    cards, place = before.cards, part.cards.place
    if ONE in part.cards.names:
        return replace(part, cards=replace(cards, number=None, place=place))
    one = before.count in (ast.Range(1), ast.Range(1, 1)) or before.count == ast.Range(1, 1, True)
    if place == IT and one and before.total is None and cards.place is not None:
        such = merged([cards, replace(part.cards, place=None)])
        return replace(part, cards=such)
    return part


def _held_by(cards: ast.Cards | None, owner: ast.Owner) -> ast.Cards | None:
    return cards and replace(cards, place=cards.place and replace(cards.place, owner=owner))


def _their_comparison(part: ast.Compared) -> ast.Compared:
    """Return a comparison as it is meant of an opponent: "your" hand is then the holder's."""
    amounts = []
    for amount in (part.this, part.than):
        place = amount.cards.place if amount.cards else None
        if place is None:
            amounts.append(amount)
            continue
        owner: ast.Owner = "holder" if expressly_yours(place) else "your"
        if place.owner not in ("your", "its", "their", "holder") or amount.cards is None:
            raise Nonsense("an opponent's card in another's place")
        owner = "holder" if place.owner == "holder" else owner
        amounts.append(replace(amount, cards=_held_by(amount.cards, owner)))
    if amounts[0] == amounts[1]:
        raise Nonsense("compared with itself")
    return replace(part, this=amounts[0], than=amounts[1])


def is_adrift(condition: ast.Compared) -> bool:
    """Return whether a comparison stands where only your own places can be compared."""
    both = (condition.this, condition.than)
    amounts = [(each, each.cards.place if each.cards else None) for each in both]
    own = all((place.owner if place else each.owner) == "your" for each, place in amounts)
    return not own or condition.this == condition.than


def _each_at(names: Sequence[Token], at: ast.Cards) -> list[ast.Condition]:
    """Return that each of the names lies in one place, which is printed once for them all."""
    phrases = [replace(called(name), place=at.place) for name in names]
    return [ast.Has(cards, ast.Range(1), span=cards.span) for cards in phrases]


def _names_there(part: ast.Condition, place: ast.Place | None) -> ast.Condition:
    if isinstance(part, ast.All | ast.Either):
        return replace(part, parts=tuple(_names_there(each, place) for each in part.parts))
    if not isinstance(part, ast.Has) or not part.cards.names:
        raise Nonsense("a list of names, and something else")
    return replace(part, cards=replace(part.cards, place=place))


def _in_place(part: ast.Condition, place: ast.Place) -> ast.Condition:
    """Return a condition in which all names that are said to lie nowhere lie in one place."""
    if isinstance(part, ast.All | ast.Either):
        return replace(part, parts=tuple(_in_place(each, place) for each in part.parts))
    if isinstance(part, ast.Has) and part.cards.place and part.cards.place.span is None:
        return replace(part, cards=replace(part.cards, place=place))
    return part
