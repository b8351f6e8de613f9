"""Conditions, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.phrases import (
    EXPRESSLY_YOUR,
    Nonsense,
    Phrases,
    merged,
    name_of,
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
        cards = replace(merged(parts), number=None)
        if cards.place is None or cards == ast.Cards(place=cards.place):
            raise Nonsense("counted elsewhere, or nowhere")
        return ast.Has(cards, count)

    def there_is(self, cards: ast.Cards) -> ast.Has:
        return ast.Has(self._placed(replace(cards, number=None)), self._how_many(cards.number))

    @staticmethod
    def _how_many(number: ast.Number | ast.Per) -> ast.Range:
        if isinstance(number, int) and number >= 0:
            return ast.Range(number, number, bare=True)
        if number in (None, "some", "any"):
            return ast.Range(1)
        raise Nonsense("no count of cards that are there")

    def there_is_any(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(self._placed(replace(merged(parts), number=None)), ast.Range(1))

    def there_is_no(self, *parts: ast.Cards) -> ast.Has:
        return ast.Has(self._placed(replace(merged(parts), number=None)), ast.Range(0, 0))

    none_such = there_is_no

    @staticmethod
    def _placed(cards: ast.Cards) -> ast.Cards:
        if cards.place is None:
            raise Nonsense("nowhere to look for the cards")
        if cards.whose == "opponent":
            if cards.place.owner != "your" or cards.place.owner is EXPRESSLY_YOUR:
                raise Nonsense("an opponent's card in another's place")
            theirs = replace(cards.place, owner="opponent")
            return replace(cards, whose=None, place=theirs)
        return cards

    def none_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, ast.Range(0, 0))

    def counted_empty(self, count: ast.Range, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, count)

    def some_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return ast.EmptyStacks(stacks, ast.Range(1))

    def opponent_has(self, cards: ast.Cards) -> ast.Has:
        place = self._placed(cards).place
        assert place is not None
        if place.owner not in ("its", "your") or place.owner is EXPRESSLY_YOUR:
            raise Nonsense("an opponent's card in another's place")
        theirs = replace(place, owner="opponent")
        return ast.Has(replace(cards, number=None, place=theirs), self._how_many(cards.number))

    def opponent_counts(self, has: ast.Has) -> ast.Has:
        place = has.cards.place
        assert place is not None
        if place.owner not in ("its", "your", "opponent") or place.owner is EXPRESSLY_YOUR:
            raise Nonsense("an opponent's card in another's place")
        return replace(has, cards=replace(has.cards, place=replace(place, owner="opponent")))

    def hand_contains(self, _hand: Token, names: ast.Condition) -> ast.Condition:
        return names

    def name(self, token: Token) -> ast.Has:
        return ast.Has(ast.Cards(names=(name_of(token),), place=ast.Place(("hand",))), ast.Range(1))

    def name_list(self, *names: Token) -> tuple[str, ...]:
        return tuple(name_of(n) for n in names)

    def names_at(self, names: tuple[str, ...], place: ast.Cards) -> ast.Condition:
        each = [ast.Has(replace(place, names=(name,)), ast.Range(1)) for name in names]
        return each[0] if len(each) == 1 else joined(ast.Either, each)

    def all_names_at(self, names: tuple[str, ...], place: ast.Cards) -> ast.Condition:
        return joined(ast.All, [ast.Has(replace(place, names=(n,)), ast.Range(1)) for n in names])

    def coins(self, *parts: Any) -> ast.Coins:
        return ast.Coins(next(p for p in parts if isinstance(p, ast.Range)))

    def played(self, name: Token) -> ast.Played:
        return ast.Played(name_of(name))
