"""Conditions, from one parse to what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.phrases import (
    EXPRESSLY_YOUR,
    Nonsense,
    Phrases,
    merged,
    name_of,
)


def joined(kind: type[m.All] | type[m.Either], parts: Sequence[m.Condition]) -> m.Condition:
    """Return the parts under one "and" or "or", nested ones of the same kind laid open."""
    flat: list[m.Condition] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, kind) else (part,))
    return kind(tuple(flat))


@v_args(inline=True)
class Conditions(Phrases):
    """Builds conditions, out of phrases."""

    def either(self, *parts: m.Condition) -> m.Condition:
        return joined(m.Either, parts)

    def both(self, *parts: m.Condition) -> m.Condition:
        return joined(m.All, parts)

    def counted(self, count: m.Range, *parts: Any) -> m.Has:
        place = next(p for p in parts if isinstance(p, m.Cards))
        total = next((replace(p, bare=False) for p in parts if isinstance(p, m.Range)), None)
        return m.Has(place, count, total)

    def counted_cards(self, count: m.Range, *parts: m.Cards) -> m.Has:
        cards = replace(merged(parts), number=None)
        if cards.place is None or cards == m.Cards(place=cards.place):
            raise Nonsense("counted elsewhere, or nowhere")
        return m.Has(cards, count)

    def there_is(self, cards: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(cards, number=None)), self._how_many(cards.number))

    @staticmethod
    def _how_many(number: m.Number | m.Per) -> m.Range:
        if isinstance(number, int) and number >= 0:
            return m.Range(number, number, bare=True)
        if number in (None, "some", "any"):
            return m.Range(1)
        raise Nonsense("no count of cards that are there")

    def there_is_any(self, *parts: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(merged(parts), number=None)), m.Range(1))

    def there_is_no(self, *parts: m.Cards) -> m.Has:
        return m.Has(self._placed(replace(merged(parts), number=None)), m.Range(0, 0))

    none_such = there_is_no

    @staticmethod
    def _placed(cards: m.Cards) -> m.Cards:
        if cards.place is None:
            raise Nonsense("nowhere to look for the cards")
        if cards.whose == "opponent":
            if cards.place.owner != "your" or cards.place.owner is EXPRESSLY_YOUR:
                raise Nonsense("an opponent's card in another's place")
            theirs = replace(cards.place, owner="opponent")
            return replace(cards, whose=None, place=theirs)
        return cards

    def none_empty(self, stacks: m.Place) -> m.EmptyStacks:
        return m.EmptyStacks(stacks, m.Range(0, 0))

    def counted_empty(self, count: m.Range, stacks: m.Place) -> m.EmptyStacks:
        return m.EmptyStacks(stacks, count)

    def some_empty(self, stacks: m.Place) -> m.EmptyStacks:
        return m.EmptyStacks(stacks, m.Range(1))

    def opponent_has(self, cards: m.Cards) -> m.Has:
        place = self._placed(cards).place
        assert place is not None
        if place.owner not in ("its", "your") or place.owner is EXPRESSLY_YOUR:
            raise Nonsense("an opponent's card in another's place")
        theirs = replace(place, owner="opponent")
        return m.Has(replace(cards, number=None, place=theirs), self._how_many(cards.number))

    def opponent_counts(self, has: m.Has) -> m.Has:
        place = has.cards.place
        assert place is not None
        if place.owner not in ("its", "your", "opponent") or place.owner is EXPRESSLY_YOUR:
            raise Nonsense("an opponent's card in another's place")
        return replace(has, cards=replace(has.cards, place=replace(place, owner="opponent")))

    def hand_contains(self, _hand: Token, names: m.Condition) -> m.Condition:
        return names

    def name(self, token: Token) -> m.Has:
        return m.Has(m.Cards(names=(name_of(token),), place=m.Place(("hand",))), m.Range(1))

    def name_list(self, *names: Token) -> tuple[str, ...]:
        return tuple(name_of(n) for n in names)

    def names_at(self, names: tuple[str, ...], place: m.Cards) -> m.Condition:
        each = [m.Has(replace(place, names=(name,)), m.Range(1)) for name in names]
        return each[0] if len(each) == 1 else joined(m.Either, each)

    def all_names_at(self, names: tuple[str, ...], place: m.Cards) -> m.Condition:
        return joined(m.All, [m.Has(replace(place, names=(n,)), m.Range(1)) for n in names])

    def coins(self, *parts: Any) -> m.Coins:
        return m.Coins(next(p for p in parts if isinstance(p, m.Range)))

    def played(self, name: Token) -> m.Played:
        return m.Played(name_of(name))
