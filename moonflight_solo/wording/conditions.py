"""Conditions, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
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


@v_args(inline=True)
class Conditions(Phrases):
    """Builds conditions, out of phrases."""

    def either(self, *parts: ast.Condition) -> ast.Condition:
        return joined(ast.Either, parts)

    def both(self, *parts: ast.Condition) -> ast.Condition:
        return joined(ast.All, parts)

    def counted(self, count: ast.Range, *parts: Any) -> ast.Has:
        place = next(p for p in parts if isinstance(p, ast.Cards))
        total = next((replace(p, bare=False) for p in parts if isinstance(p, ast.Range)), None)
        return ast.Has(place, count, total)

    def counted_cards(self, count: ast.Range, *parts: ast.Cards) -> ast.Has:
        cards = replace(_such(parts), number=None)
        if cards.place is None or cards == ast.Cards(place=cards.place):
            raise Nonsense("counted elsewhere, or nowhere")
        return ast.Has(cards, count)

    def there_is(self, cards: ast.Cards) -> ast.Has:
        return ast.Has(_placed(replace(cards, number=None)), _how_many(cards.number))

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

    def opponent_has(self, cards: ast.Cards) -> ast.Has:
        return _theirs(self.there_is(cards), "its", "your")

    def opponent_counts(self, has: ast.Has) -> ast.Has:
        return _theirs(has, "its", "your", "opponent")

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
        return replace(cards, whose=None, place=_of_opponent(cards.place, "your"))
    return cards


def _theirs(has: ast.Has, *owners: ast.Owner) -> ast.Has:
    assert has.cards.place is not None
    return replace(has, cards=replace(has.cards, place=_of_opponent(has.cards.place, *owners)))


def _of_opponent(place: ast.Place, *owners: ast.Owner) -> ast.Place:
    """Return a place as an opponent's, if it is said to be of none but ``owners``."""
    if place.owner not in owners or expressly_yours(place):
        raise Nonsense("an opponent's card in another's place")
    return replace(place, owner="opponent")


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
