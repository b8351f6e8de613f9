"""What is there, and how much of it, from one parse to what it means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, Literal

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

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
)
from moonflight_solo.wording.builder.negation import joined, negated, one_of
from moonflight_solo.wording.builder.phrases import Phrases
from moonflight_solo.wording.builder.sayings import DONE

HAND = ast.Cards(place=ast.Place(("hand",)))


@v_args(inline=True)
class Facts(Phrases):
    """Builds facts about cards that are counted or named, out of phrases."""

    def counted(self, count: ast.Range, *parts: Any) -> ast.Condition:
        cards = merged([part for part in parts if isinstance(part, ast.Cards)])
        total = next((replace(p, bare=False) for p in parts if isinstance(p, ast.Range)), None)
        return _one_by_one(ast.Has(cards, count, total, _counting(parts, cards)))

    def stack_holds(self, stacks: ast.Place, count: ast.Range) -> ast.Condition:
        return self.counted(count, ast.Cards(place=replace(stacks, owner_said="article")))

    def counted_cards(self, count: ast.Range, *words: Any) -> ast.Condition:
        parts = [part for part in words if part != "counting"]
        cards = replace(unnumbered(parts), number=None)
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
        return self._on_sale(unnumbered(parts), ast.Range(0, 0))

    def _on_sale(self, cards: ast.Cards, count: ast.Range) -> ast.Has:
        place = cards.place or ast.Place(("market stack",))
        if place.zones != ("market stack",) or len(cards.names) > 1:
            raise Nonsense("only the top cards of Market Stacks are for sale")
        there = replace(cards, number=None, available=True, place=anybodys(place))
        return ast.Has(there, count)

    def there_is_any(self, *parts: ast.Cards) -> ast.Condition:
        return self.there_is(unnumbered(parts))

    def there_is_no(self, *parts: ast.Cards) -> ast.Condition:
        cards = _placed(replace(unnumbered(parts), number=None))
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
        return self.counted_cards(count, *parts, HAND) if _says(parts) else ast.Has(HAND, count)

    def held_none(self, *parts: ast.Cards) -> ast.Condition:
        return self.there_is_no(*parts, HAND)

    def was_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=done(word)))]))

    def was_not_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        verb: Any = word.type.lower()
        return negated(self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=verb))])))

    def done_in_round(self, word: Token, cards: ast.Cards | None = None) -> ast.Condition:
        did: Any = done(word) or word.type.lower()
        at = ast.Cards(place=ast.Place(("round",), did=did))
        return self.there_is(merged([cards or ast.Cards(), at]))

    def not_done_in_round(self, word: Token, cards: ast.Cards | None = None) -> ast.Condition:
        return negated(self.done_in_round(word, cards))

    def total(self, *parts: Any) -> ast.Has:
        of: Any = next(p for p in parts if isinstance(p, Token) and p.type != "CARD").type.lower()
        at = next(part for part in parts if isinstance(part, ast.Cards | ast.Place))
        cards = ast.Cards(place=at) if isinstance(at, ast.Place) else at
        return ast.Has(cards, ast.Range(0), replace(parts[-1], bare=False), of=of)

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
        return one_of([joined(ast.All, way) if len(way) > 1 else way[0] for way in ways])

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

    def none_of_these(self, *parts: Any) -> ast.Condition:
        return self.none_of(*(part for part in parts if getattr(part, "type", "") != "CARD"))

    def one_not_other(self, one: Token, other: Token, at: ast.Cards) -> ast.Condition:
        has, has_not = _each_at((one, other), at)
        return joined(ast.All, [has, negated(has_not)])

    def either_counted(self, one: ast.Range, other: ast.Range, *parts: Any) -> ast.Condition:
        return joined(ast.Either, [self.counted(each, *parts) for each in (one, other)])

    def missing_one(self, *parts: Any) -> ast.Condition:
        return self.some_missing(*(part for part in parts if getattr(part, "type", "") != "CARD"))

    def some_missing(self, *parts: Any) -> ast.Condition:
        *names, at = parts
        return joined(ast.Either, [negated(each) for each in _each_at(names, at)])

    def coins(self, *parts: Any) -> ast.Coins:
        return ast.Coins(parts[0])

    def played(self, name: Token, _played: Token) -> ast.Played:
        return ast.Played(name_of(name))


def unnumbered(parts: Sequence[ast.Cards | ast.Per]) -> ast.Cards:
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
        one = replace(anybodys(place), one=True)
        return replace(has, cards=replace(has.cards, place=one))
    if not place.apart:
        return has
    if has.total is None and has.count in (ast.Range(0, 0), ast.Range(1)):
        raise Nonsense("where there is one of them, it makes no difference in which place")
    each = [replace(place, zones=(zone,), apart=False) for zone in place.zones]
    return joined(ast.Either, [replace(has, cards=replace(has.cards, place=zone)) for zone in each])


def anybodys(stacks: ast.Place) -> ast.Place:
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
