"""Conditions of places and of the card spoken of, and several joined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.comparisons import Comparisons
from moonflight_solo.wording.builder.facts import anybodys
from moonflight_solo.wording.builder.merging import (
    Nonsense,
    called,
    merged,
    top_of,
)
from moonflight_solo.wording.builder.negation import joined, negated, of_opponent
from moonflight_solo.wording.builder.sayings import IT

ONE = " one"
"""Stands for the name of the card spoken of, until it is known which that is; no printed name."""


@dataclass(frozen=True, slots=True)
class _SoMany:
    """A count of cards whose place has been said before; only while a parse is read."""

    count: ast.Range
    cards: ast.Cards


@v_args(inline=True)
class Conditions(Comparisons):
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

    def empty_zone(self, zone: ast.Zone) -> ast.Has:
        return ast.Has(ast.Cards(place=ast.Place((zone,))), ast.Range(0, 0))

    def none_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return self.counted_empty(ast.Range(0, 0), stacks)

    def each_has(self, owner: tuple[ast.Owner, Any], stacks: ast.Place, *_card: Token) -> Any:
        return self.none_empty(self.place(owner, stacks))

    def counted_empty(self, count: ast.Range, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(anybodys(stacks), count)

    def some_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return self.counted_empty(ast.Range(1), stacks)

    def all_empty(self, owner: tuple[ast.Owner, Any], stacks: ast.Place) -> ast.Has:
        place = anybodys(self.place(owner, stacks))
        return ast.Has(ast.Cards(place=place), ast.Range(0, 0))

    def not_all_empty(self, owner: tuple[ast.Owner, Any], stacks: ast.Place) -> ast.Condition:
        return negated(self.all_empty(owner, stacks))

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

    def holds_all_of(self, place: ast.Place, names: tuple[Token, ...]) -> ast.Condition:
        return self.all_names_at(names, ast.Cards(place=place))

    def holds_not_all_of(self, place: ast.Place, names: tuple[Token, ...]) -> ast.Condition:
        return negated(self.holds_all_of(place, names))

    def one_is(self, number: Token, *parts: ast.Cards) -> ast.Has:
        if int(number) != 1:
            raise Nonsense("what so many are is not said")
        return ast.Has(merged([ast.Cards(names=(ast.Name(ONE),)), *parts]), ast.Range(1))

    def none_is(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(merged([ast.Cards(names=(ast.Name(ONE),)), *parts]), ast.Range(0, 0))

    def _each_holds(self, zones: Sequence[ast.Place], count: ast.Range) -> ast.Condition:
        """Return that each of some places holds so many; an opponent's are those of the same."""
        each = tuple(self.holds(zone, count) for zone in zones)
        if zones[0].owner != "opponent":
            return ast.All(each)
        return ast.Opponents(
            tuple(replace(has, cards=of_opponent(has.cards, "your")) for has in each)
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

    def such_many(self, count: ast.Range, *parts: ast.Cards) -> _SoMany:
        return _SoMany(count, merged(parts))

    def such_or_more(self, number: Token, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(int(number)), merged(parts))

    def such_or_fewer(self, number: Token, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(0, int(number)), merged(parts))

    def such_none(self, *parts: ast.Cards) -> _SoMany:
        return _SoMany(ast.Range(0, 0), merged(parts))


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
