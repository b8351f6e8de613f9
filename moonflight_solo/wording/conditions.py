"""Conditions, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.phrases import (
    Nonsense,
    Phrases,
    called,
    expressly_yours,
    merged,
    name_of,
    where,
)


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
    if isinstance(condition, ast.Played | ast.OneOpponent) or condition.count.bare:
        raise Nonsense("what is not so then is not clear")
    if isinstance(condition, ast.Has):
        place = condition.cards.place
        others = place is not None and (place.one or place.owner in ("opponent", "some"))
        if others or condition.total is not None:
            raise Nonsense("what is not so then is not clear")
    least, most = condition.count.least, condition.count.most
    outside = [ast.Range(0, least - 1)] if least else []
    outside += [] if most is None else [ast.Range(most + 1)]
    parts = [replace(condition, count=count) for count in outside]
    return parts[0] if len(parts) == 1 else ast.Either(tuple(parts))


@v_args(inline=True)
class Conditions(Phrases):
    """Builds conditions, out of phrases."""

    def either(self, *parts: ast.Condition) -> ast.Condition:
        _refuse_unsaid_change(parts)
        return joined(ast.Either, parts)

    def both(self, *parts: ast.Condition) -> ast.Condition:
        _refuse_unsaid_change(parts)
        return joined(ast.All, parts)

    def counted(self, count: ast.Range, *parts: Any) -> ast.Condition:
        place = next(p for p in parts if isinstance(p, ast.Cards))
        total = next((replace(p, bare=False) for p in parts if isinstance(p, ast.Range)), None)
        return _one_by_one(ast.Has(place, count, total))

    def counted_cards(self, count: ast.Range, *parts: ast.Cards) -> ast.Condition:
        cards = replace(_such(parts), number=None)
        if cards.place is None or cards == ast.Cards(place=cards.place):
            raise Nonsense("counted elsewhere, or nowhere")
        return _one_by_one(ast.Has(cards, count))

    def there_is(self, cards: ast.Cards) -> ast.Condition:
        placed = _placed(replace(cards, number=None))
        return _one_by_one(ast.Has(placed, _how_many(cards.number)))

    def you_have(self, cards: ast.Cards) -> ast.Condition:
        return _yours(self.there_is(cards))

    def you_have_none(self, *parts: ast.Cards) -> ast.Condition:
        return _yours(self.there_is_no(*parts))

    def you_count(self, count: ast.Range, *parts: Any) -> ast.Condition:
        return _yours(self.counted(count, *parts))

    def there_is_any(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(_placed(replace(_such(parts), number=None)), ast.Range(1))

    def there_is_no(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(_placed(replace(_such(parts), number=None)), ast.Range(0, 0))

    none_such = there_is_no

    def none_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, ast.Range(0, 0))

    def counted_empty(self, count: ast.Range, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, count)

    def some_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, ast.Range(1))

    def opponent_has(self, has: ast.Condition) -> ast.Condition:
        return _theirs(has)

    def one_opponent(self, *parts: ast.Condition) -> ast.OneOpponent:
        theirs: list[ast.Has] = []
        for part in parts:
            if not isinstance(part, ast.Has):
                raise Nonsense("one opponent alone has all of this")
            placed = _of_opponent(part.cards, "your")
            theirs.append(replace(part, cards=placed))
        return ast.OneOpponent(tuple(theirs))

    def either_opponent(self, *parts: ast.Condition) -> ast.Condition:
        return joined(ast.Either, [_theirs(part) for part in parts])

    def hand_contains(self, hand: Token, names: ast.Condition) -> ast.Condition:
        return _in_hand(names, where(hand))

    def name(self, token: Token) -> ast.Has:
        in_hand = replace(called(token), place=ast.Place(("hand",)))
        return ast.Has(in_hand, ast.Range(1))

    def name_list(self, *names: Token) -> tuple[Token, ...]:
        return names

    def names_at(self, names: tuple[Token, ...], place: ast.Cards) -> ast.Condition:
        if len(names) == 1:
            return ast.Has(merged([called(names[0]), place]), ast.Range(1))
        return joined(ast.Either, _each_at(names, place))

    def all_names_at(self, names: tuple[Token, ...], place: ast.Cards) -> ast.Condition:
        return joined(ast.All, _each_at(names, place))

    def holds(self, place: ast.Place, count: ast.Range, *_card: Token) -> ast.Has:
        if not place.zones:
            raise Nonsense("no Stack to be the same as")
        return ast.Has(ast.Cards(place=place, span=place.span), count)

    def holds_none(self, place: ast.Place, *_card: Token) -> ast.Has:
        return self.holds(place, ast.Range(0, 0))

    def holds_some(self, place: ast.Place) -> ast.Has:
        return self.holds(place, ast.Range(1))

    def is_there(self, cards: ast.Cards, at: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, at]))

    def is_not_there(self, name: Token, at: ast.Cards) -> ast.Condition:
        return negated(self.names_at((name,), at))

    def none_of(self, *parts: Any) -> ast.Condition:
        *names, at = parts
        return joined(ast.All, [negated(each) for each in _each_at(names, at)])

    def coins(self, *parts: Any) -> ast.Coins:
        return ast.Coins(parts[0])

    def played(self, name: Token) -> ast.Played:
        return ast.Played(name_of(name))


def _such(parts: Sequence[ast.Cards | ast.Per]) -> ast.Cards:
    """Return a phrase without a number in front; "per" would have none to go with."""
    phrases = [part for part in parts if isinstance(part, ast.Cards)]
    if len(phrases) < len(parts):
        raise Nonsense('"per" where nothing is done')
    return merged(phrases)


def _how_many(number: ast.Number | ast.Per) -> ast.Range:
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
        return replace(has, cards=replace(has.cards, place=replace(place, one=True)))
    if not place.apart:
        return has
    if has.total is None and has.count in (ast.Range(0, 0), ast.Range(1)):
        raise Nonsense("where there is one of them, it makes no difference in which place")
    each = [replace(place, zones=(zone,), apart=False) for zone in place.zones]
    return joined(ast.Either, [replace(has, cards=replace(has.cards, place=zone)) for zone in each])


def _yours(condition: ast.Condition) -> ast.Condition:
    """Return what "you have": its place is expressly yours."""
    if isinstance(condition, ast.Either):
        return replace(condition, parts=tuple(map(_yours, condition.parts)))
    if not isinstance(condition, ast.Has) or condition.cards.place is None:
        return condition
    place = condition.cards.place
    if place.owner != "your":
        raise Nonsense("what you have in another's place")
    return replace(
        condition, cards=replace(condition.cards, place=replace(place, owner_said="owner"))
    )


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
    return isinstance(condition, ast.OneOpponent)


def _each_at(names: Sequence[Token], at: ast.Cards) -> list[ast.Condition]:
    """Return that each of the names lies in one place, which is printed once for them all."""
    phrases = [replace(called(name), place=at.place) for name in names]
    return [ast.Has(cards, ast.Range(1), span=cards.span) for cards in phrases]


def _in_hand(part: ast.Condition, span: ast.Span) -> ast.Condition:
    """Return a condition with the span of the one "hand" that all its names lie in."""
    if isinstance(part, ast.All | ast.Either):
        return replace(part, parts=tuple(_in_hand(each, span) for each in part.parts))
    if isinstance(part, ast.Has) and part.cards.place and part.cards.place.span is None:
        place = replace(part.cards.place, span=span)
        return replace(part, cards=replace(part.cards, place=place))
    return part
