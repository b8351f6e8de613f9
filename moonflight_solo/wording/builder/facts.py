"""What is there, and how much of it, from one parse to what it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, Literal

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.merging import (
    Both,
    BothPlaces,
    ButNot,
    Excluding,
    Nonsense,
    Together,
    Uncalled,
    called,
    done,
    expressly_yours,
    merged,
    name_of,
    refuse_loose_suit,
    where,
)
from moonflight_solo.wording.builder.negation import joined, negated, otherwise
from moonflight_solo.wording.builder.phrases import THE_TOP, Phrases, Scoreless
from moonflight_solo.wording.builder.sayings import DONE, IT, ONE, ONES, THEM
from moonflight_solo.wording.walk import nodes_of

HAND = ast.Cards(place=ast.Place(("hand",)))
_NONE, _SOME = ast.Range(0, 0), ast.Range(1)
Quota = ast.Range | Literal["some", "bare", "all", "not all"]
"""How many of some cards are such, or lie there; "some": as many as their words say; "bare": not
even an article."""
Here = tuple[ast.Cards, ...]
"""What is said of where cards lie, and after it."""


class Such(ast.Node):
    """Cards of which something is said, and of how many of them; only while a parse is read."""

    quota: Quota
    parts: tuple[ast.Cards, ...]


class Listed(ast.Node):
    """Several such, of all or of any of which the same is said; only while a parse is read.

    ``quota``: it says how many of them it is of all of which it is so. ``both``: so it is said.
    """

    kind: type[ast.All | ast.Either]
    parts: tuple[Such | Listed, ...]
    quota: bool = False
    both: bool = False


@v_args(inline=True)
class Facts(Phrases):
    """Builds facts about cards that are counted or named, out of phrases."""

    # -- cards, before it is said where they are

    def so_many_such(self, count: ast.Range, *parts: Any) -> Such:
        return Such(count, _phrases(parts))

    def so_many_ones(self, count: ast.Range) -> Such:
        return Such(count, (ast.Cards(names=(ast.Name(ONES),)),))

    def so_many_or_more(self, number: Token, *parts: Any) -> Such:
        return Such(ast.Range(int(number)), _phrases(parts))

    def so_many_or_fewer(self, number: Token, *parts: Any) -> Such:
        return Such(ast.Range(0, int(number)), _phrases(parts))

    def in_either_range(self, one: ast.Range, other: ast.Range, *parts: Any) -> Listed:
        return Listed(ast.Either, tuple(Such(each, _phrases(parts)) for each in (one, other)))

    def none_such(self, *parts: Any) -> Such:
        return Such(_NONE, _phrases(parts))

    def none_named(self, *names: Token) -> Such | Listed:
        each = tuple(_of_name(_NONE, name) for name in names)
        return each[0] if len(each) == 1 else Listed(ast.All, each)

    def bare_such(self, *parts: Any) -> Such:
        return Such("bare", _phrases(parts))

    def name_list(self, *names: Token) -> tuple[Token, ...]:
        return names

    def here(self, *parts: Any) -> Here:
        return _phrases(parts)

    def none_of_it(self) -> Such:
        return Such(_NONE, (ast.Cards(names=(ast.Name(ONE),)),))

    def some_such(self, *parts: Any) -> Such:
        return Such("some", _phrases(parts))

    def all_such(self, *parts: Any) -> Such:
        return Such("all", _phrases(parts))

    def not_all_such(self, *parts: Any) -> Such:
        return Such("not all", _phrases(parts))

    def so_many_of(self, quota: Any, names: tuple[Token, ...]) -> Listed:
        """Return so many of several names, each of them once or more often."""
        each = tuple(_of_name("some", name) for name in names)
        if quota in ("all of these", "not all of these"):
            kind = ast.All if quota == "all of these" else ast.Either
            return Listed(kind, each if kind is ast.All else tuple(map(_lacking, each)))
        if quota == _NONE:
            return Listed(ast.All, tuple(map(_lacking, each)))
        least, most = quota.least, len(each) if quota.most is None else quota.most
        if not 1 <= least <= most <= len(each) or (quota.bare and least < len(each)):
            raise Nonsense("how many of these names is not clear")
        ways = [
            Listed(ast.All, tuple(a if a in some else _lacking(a) for a in each))
            for number in range(least, most + 1)
            for some in combinations(each, number)
        ]
        if most == len(each):
            ways = [Listed(ast.All, some) for some in combinations(each, least)]
        return ways[0] if len(ways) == 1 else Listed(ast.Either, tuple(ways), quota=True)

    def some_of_them(self) -> Such:
        return Such("some", (ast.Cards(place=THEM),))

    def some_of(self, *parts: Such | Listed) -> Listed:
        _refuse_loose_number(ast.Either, parts)
        return Listed(ast.Either, parts)

    def all_of(self, *parts: Such | Listed) -> Listed:
        _refuse_loose_number(ast.All, parts)
        return Listed(ast.All, parts)

    def both_of(self, *parts: Such | Listed) -> Listed:
        return replace(self.all_of(*parts), both=True)

    def none_of(self, *parts: Such) -> Listed:
        return Listed(ast.All, tuple(map(_lacking, parts)))

    def total_of(self, _score: Token, total: ast.Range, *side: ast.Cards) -> Any:
        return replace(total, bare=False), *side

    # -- where they are, or what is said of them

    def there(self, such: Such | Listed, here: Here, *more: Any) -> ast.Condition:
        """Return that such cards lie there, and what their scores come to."""
        if isinstance(such, Listed):
            if any(isinstance(part, Together) for part in here):
                raise Nonsense("together, and each by itself")
            each = [_spoken(part, self.there(part, here, *more)) for part in such.parts]
            return joined(such.kind, each)
        if any(part.place for part in such.parts):  # said of itself, in a list that lies elsewhere
            if any(p.place and p.place.zones == ("settled",) for p in such.parts):
                _refuse_not_in_play(here)
            here = tuple(replace(part, place=None) for part in here)
        if any(isinstance(part.place, BothPlaces) for part in here):
            return self._in_both(such, here, *more)
        but = [isinstance(part, ButNot) for part in (*such.parts, *here)]
        number = isinstance(such.quota, ast.Range) and such.quota
        if number and any(but if number.least else but[len(such.parts) :]):
            raise Nonsense("none but such, or none of them and such, is not said")
        total = next((part for part in more if isinstance(part, tuple)), ())
        if such.quota in ("some", "bare"):
            if such.parts and such.parts[0].number == THE_TOP and not _described(such.parts, here):
                raise Nonsense("what the top card is, is not said")
            if more:
                raise Nonsense("how many they are is not said")
            return self.there_is(self.cards(*such.parts, *here))
        if isinstance(such.quota, str):
            raise Nonsense("what all of them are is not said")
        parts = (*such.parts, *here)
        if such.quota == _NONE and not more:
            return self.there_is_no(*parts)
        if not total:
            has = self.counted_cards(such.quota, *parts, *more)
            uncalled = isinstance(has, ast.Has) and not such.parts
            return Uncalled(**has.slots(), span=has.span) if uncalled else has
        cards = replace(merged([*parts, *total[1:]]), number=None)
        return _one_by_one(ast.Has(cards, such.quota, total[0], _counting(more, cards)))

    def _in_both(self, such: Such, here: Here, *more: Any) -> ast.Condition:
        """Return that such cards lie in one place and in another: in each, or in both together."""
        together = any(isinstance(part, Together) for part in here)
        both = next(part for part in here if isinstance(part.place, BothPlaces))
        place = ast.Place(**(both.place.slots() if both.place else {}))
        at = [place] if together else [replace(place, zones=(zone,)) for zone in place.zones]
        if not together and such.quota not in ("bare", _NONE):
            raise Nonsense('in each, or "together", is not said')
        each = [
            self.there(such, tuple(replace(p, place=one) if p is both else p for p in here), *more)
            for one in at
        ]
        return each[0] if together else joined(ast.All, each)

    def are_there(self, such: Such | Listed, here: Here, *more: Any) -> ast.Condition:
        if isinstance(such, Such) and not such.parts:
            raise Nonsense("what so many are is not said")
        if len({each.quota == _NONE for each in _each_such(such)}) > 1:
            raise Nonsense("some and none cannot be said to be there")
        return self.there(such, here, *more)

    def one_is(self, number: Token, here: Here) -> ast.Condition:
        if int(number) != 1:
            raise Nonsense("what so many are is not said")
        return self.there(Such("some", (ast.Cards(names=(ast.Name(ONE),)),)), here)

    def not_there(self, such: Such | Listed, here: Here) -> ast.Condition:
        if isinstance(such, Listed):
            each = [_spoken(part, self.not_there(part, here)) for part in such.parts]
            return joined(such.kind, each)
        if such.quota not in ("some", "bare") or any(isinstance(p.place, BothPlaces) for p in here):
            raise Nonsense("what is not so then is not clear")
        return negated(self.there(such, here))

    def there_but_not(self, such: Such | Listed, *parts: Any) -> ast.Condition:
        """Return "X but not Y in hand": the one is there, and the other is not."""
        return self._one_not_other(such, ("some", "bare"), _NONE, *parts)

    def none_but(self, such: Such | Listed, *parts: Any) -> ast.Condition:
        return self._one_not_other(such, (_NONE,), "some", *parts)

    def _one_not_other(
        self, such: Such | Listed, quotas: Sequence[Quota], other: Quota, *parts: Any
    ) -> ast.Condition:
        name = next(part for part in parts if isinstance(part, Token))
        here = next(part for part in parts if isinstance(part, tuple))
        each = list(_each_such(such))
        if any(one.quota not in quotas or not merged(one.parts).names for one in each):
            raise Nonsense("what is there, and what is not, is not clear")
        facts = [self.there(one, here) for one in (such, _of_name(other, name))]
        return joined(ast.All, facts)

    def none_there(self, such: Listed, here: Here) -> ast.Condition:
        return negated(self.there(such, here))

    not_both_there = none_there

    def here_not_there(self, such: Any, here: Here, other: Here) -> ast.Condition:
        return joined(ast.All, [self.there(such, here), self.not_there(such, other)])

    def there_not_there(self, such: Any, here: Here, *others: Any) -> ast.Condition:
        other, at = others if len(others) > 1 else (*others, here)
        return joined(ast.All, [self.there(such, here), self.not_there(other, at)])

    def including(self, has: ast.Condition, such: Such | Listed) -> ast.Condition:
        place = has.cards.place if isinstance(has, ast.Has) else None
        if place is None:
            raise Nonsense("which cards these are among is not said")
        return joined(
            ast.All, [has, self.there(such, (ast.Cards(place=replace(place, span=None)),))]
        )

    def said_of(self, such: Such | Listed, *said: Any) -> ast.Condition:
        """Return what is said of such cards, with the place where they lie before it if it is."""
        if isinstance(such, Listed):
            return joined(such.kind, [self.said_of(part, *said) for part in such.parts])
        *where, what = said
        here: Here = where[0] if where else ()
        if isinstance(what, ast.Cards) and what.available:
            if such.quota not in ("some", "bare", _NONE, _SOME) or what != ast.Cards(
                available=True
            ):
                raise Nonsense("how many are for sale")
            count = _NONE if such.quota == _NONE else _SOME
            return self._on_sale(self.cards(*such.parts, *here), count)
        if isinstance(what, tuple):
            if such.quota not in ("some", "bare", _NONE, _SOME):
                raise Nonsense("which of them are the one, and which the other, is not said")
            kind = ast.All if such.quota == _NONE else ast.Either
            return joined(kind, [self.said_of(such, here, each) for each in what])
        if any(part.extreme for part in (*such.parts, *here)):
            if such.quota not in ("some", "bare"):
                raise Nonsense("how many of the best are such is not said")
            best = replace(_placed(self.cards(*such.parts, *here)), number=None)
            return ast.Has(best, _SOME, such=replace(what, number=None))
        if such.quota in ("all", "not all"):
            return self._all_so(such, self.cards(*such.parts, *here), what)
        if all(part.place is None for part in (*such.parts, *here)):
            raise Nonsense("nowhere to look for the cards")
        if such.parts:  # what is excepted is said before what all the others are
            such = replace(such, parts=(merged(such.parts),))
        return self.there(such, (*here, what))

    def _all_so(self, such: Such, cards: ast.Cards, what: ast.Cards) -> ast.Condition:
        """Return that no such card is otherwise; where there is none, all of them are such."""
        cards = replace(cards, number=None)
        if cards.place is None or len(cards.place.zones) > 1:
            raise Nonsense("all of which cards is not said")
        refuse_loose_suit([cards, what])
        if cards != ast.Cards(place=cards.place):
            others = [self.there_is_no(cards, other) for other in otherwise(what)]
            none = joined(ast.All, others) if len(others) > 1 else others[0]
            return none if such.quota == "all" else negated(none)
        those = ast.Amount(replace(merged([cards, what]), number=None))
        how: Any = "as many" if such.quota == "all" else "fewer"
        return ast.Compared(those, how, ast.Amount(cards))

    def said_of_both(self, such: Any, *more: Any) -> ast.Condition:
        """Return that the same is said of the one and of the other, or just not of that."""
        *parts, so = more
        at = next(n for n, part in enumerate(parts) if isinstance(part, Such | Listed))
        *here, what = parts[:at]
        other, *there = parts[at:]
        one = self.said_of(such, *here, what)
        if not isinstance(what, tuple) and _is_not(what):
            if so == "too":
                raise Nonsense("what is not so of the one cannot be so of the other too")
            so = not so
        if so:
            return joined(ast.All, [one, self.said_of(other, *(there or here), what)])
        if isinstance(what, tuple) or isinstance(other, Listed):
            raise Nonsense("what is not so is not clear")
        others = tuple(otherwise(what))
        not_so = self.said_of(other, *(there or here), others if len(others) > 1 else others[0])
        return joined(ast.All, [one, not_so])

    def either_of(self, *said: ast.Cards) -> tuple[ast.Cards, ...]:
        return said

    def one_of_two(self, both: ast.Condition, *_but: Any) -> ast.Condition:
        if not isinstance(both, ast.Either) or len(both.parts) != 2:
            raise Nonsense("both of which two is not said")
        return ast.All((both, negated(ast.All(both.parts))))

    def stack_holds(self, stacks: ast.Place, count: ast.Range) -> ast.Condition:
        cards = ast.Cards(place=replace(stacks, owner_said="article"))
        return _one_by_one(ast.Has(cards, count))

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

    def there_is(self, cards: ast.Cards) -> ast.Condition:
        if cards.extreme is not None:
            raise Nonsense("what the best of them is, is not said")
        placed = _placed(replace(cards, number=None))
        count = _how_many(cards.number)
        if len(cards.names) < 2:
            return _one_by_one(ast.Has(placed, count))
        if count != ast.Range(1):
            raise Nonsense('counted one by one or "together", is not said')
        return joined(ast.Either, _each_of(placed, count))

    def there_are(self, has: ast.Condition) -> ast.Condition:
        return has

    def _on_sale(self, cards: ast.Cards, count: ast.Range) -> ast.Has:
        place = cards.place or ast.Place(("market stack",))
        if place.zones != ("market stack",) or len(cards.names) > 1 or cards.extreme:
            raise Nonsense("only the top cards of Market Stacks are for sale")
        there = replace(cards, number=None, available=True, place=anybodys(place))
        return ast.Has(there, count)

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

    def you_have_not(self, has: ast.Condition) -> ast.Condition:
        return negated(_yours(has))

    def you_have_none(self, such: Listed, here: Here) -> ast.Condition:
        return self.not_there(such, here)

    def held(self, such: Such | Listed, *parts: ast.Cards) -> ast.Condition:
        return self.there(such, (*_phrases(parts), HAND))

    def was_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        return self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=done(word)))]))

    def was_not_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        verb: Any = word.type.lower()
        return negated(self.there_is(merged([cards, ast.Cards(place=replace(DONE, by=verb))])))

    def done_in_round(self, word: Token, cards: ast.Cards | None = None) -> ast.Condition:
        did: Any = done(word) or word.type.lower()
        if cards is not None and cards.other:
            raise Nonsense("which of the cards of this round are others is not known")
        at = ast.Cards(place=ast.Place(("round",), did=did))
        return self.there_is(merged([cards or ast.Cards(), at]))

    def not_done_in_round(self, word: Token, cards: ast.Cards | None = None) -> ast.Condition:
        return negated(self.done_in_round(word, cards))

    def total(self, *parts: Any) -> ast.Has:
        of: Any = next(p for p in parts if isinstance(p, Token) and p.type != "CARD").type.lower()
        at = next(part for part in parts if isinstance(part, ast.Cards | ast.Place))
        cards = ast.Cards(place=at) if isinstance(at, ast.Place) else at
        return ast.Has(cards, ast.Range(0), replace(parts[-1], bare=False), of=of)

    def total_of_them(self, of: Token, total: ast.Range) -> ast.Has:
        return self.total(of, ast.Cards(place=THEM), total)

    def number_is(self, thing: ast.Cards | None, count: ast.Range) -> ast.Condition:
        return ast.Coins(count) if thing is None else self.counted_cards(count, thing)

    def only_card(self, name: Token, *parts: Any) -> ast.Condition:
        such = merged([part for part in parts if isinstance(part, ast.Cards)])
        one = ast.Has(such, ast.Range(1, 1))
        return ast.All((one, ast.Has(merged([called(name), such]), ast.Range(1))))

    # -- what is so

    def has_done(self, what: Literal["shopped", "built"]) -> ast.Status:
        return ast.Status(what)

    def has_not_done(self, what: Literal["shopped", "built"]) -> ast.Status:
        return ast.Status(what, so=False)

    def holds(self, place: ast.Place, count: ast.Range, *_card: Token) -> ast.Has:
        if not place.zones:
            raise Nonsense("no Stack to be the same as")
        return ast.Has(ast.Cards(place=place, span=place.span), count)

    def holds_none(self, place: ast.Place, *_card: Token) -> ast.Has:
        return self.holds(place, ast.Range(0, 0))

    def holds_some(self, place: ast.Place) -> ast.Has:
        return self.holds(place, ast.Range(1))

    def coins(self, *parts: Any) -> ast.Coins:
        return ast.Coins(parts[0])

    def played(self, name: Token, _played: Token) -> ast.Played:
        return ast.Played(name_of(name))


def _is_not(said: ast.Cards) -> bool:
    """Return whether a predicate says what cards are not."""
    other = said.suit is not None and said.suit.other
    other = other or isinstance(said, Scoreless | Excluding)
    return bool(said.but_not) or said.starter is False or other


def _described(*phrases: Sequence[ast.Cards]) -> bool:
    """Return whether anything is said of cards but how many they are, and where."""
    each = [replace(part, number=None, place=None) for parts in phrases for part in parts]
    return merged(each) != ast.Cards()


def _phrases(parts: Sequence[Any]) -> tuple[ast.Cards, ...]:
    if not all(isinstance(part, ast.Cards) for part in parts):
        raise Nonsense('"per" where nothing is done')
    return tuple(parts)


def _refuse_not_in_play(here: Here) -> None:
    if any(part.place not in (None, ast.Place(("in play",))) for part in here):
        raise Nonsense("cards are Settled only on cards in play")


def _of_name(quota: Quota, name: Token) -> Such:
    return Such(quota, (called(name),), span=where(name))


def _each_such(such: Such | Listed) -> Iterator[Such]:
    if isinstance(such, Such):
        yield such
    elif not such.quota:
        for part in such.parts:
            yield from _each_such(part)


def _lacking(such: Such | Listed) -> Such | Listed:
    """Return none of such cards."""
    if isinstance(such, Listed) or such.quota not in ("some", "bare"):
        raise Nonsense("what is not so then is not clear")
    return replace(such, quota=_NONE)


def _refuse_loose_number(kind: object, parts: Sequence[Such | Listed]) -> None:
    """Refuse a number before the first of several kinds of cards that may be meant of them all."""
    if any(isinstance(part, Such) and not part.parts for part in parts):
        raise Nonsense("so many of what is not said")
    for one, other in pairwise(parts):
        if isinstance(one, Listed) or isinstance(other, Listed) or other.quota != "bare":
            continue
        named = any(part.names for part in one.parts)
        unsure = kind is ast.Either or named or one.quota == _NONE
        if isinstance(one.quota, ast.Range) and unsure:
            raise Nonsense('whether the number is that of each, or "together", is not said')


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
    if cards.place.owner == "some" and cards.place.zones == ("market stack",):
        raise Nonsense("whose Market Stack it is, is not said")
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
    if place.top and place.zones != ("market stack",) and has.count.least > len(place.zones):
        raise Nonsense("only one card lies on top")
    if not place.apart or place == THEM:
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


def _spoken(such: Such | Listed, fact: ast.Condition) -> ast.Condition:
    """Return what is so of one of several with the words that say which of them it is."""
    if isinstance(fact, ast.Has):
        fact = replace(fact, cards=replace(fact.cards, span=such.span))
    return replace(fact, span=such.span)


def _counts_together(parts: Sequence[ast.Cards]) -> bool:
    """Return whether cards of several names are said to be counted together."""
    if any(isinstance(part, Together) for part in parts):
        return True
    return any(len(p.names) > 1 and p.number == "some" and not isinstance(p, Both) for p in parts)


def told_by_each(parts: Sequence[ast.Condition]) -> tuple[ast.Condition, ...]:
    """Return facts in which "it", "one" and "none" are the cards of the fact said before."""
    told = [parts[0]]
    for part in parts[1:]:
        told.append(_told_by(told[-1], part))
    return tuple(told)


def _told_by(before: ast.Condition, part: ast.Condition) -> ast.Condition:
    """Return a fact in which "it" and "one" are the cards of the fact said before it."""
    if not isinstance(part, ast.Has):
        return part
    if not isinstance(before, ast.Has):
        if ONE in part.cards.names and not isinstance(before, ast.Status):
            raise Nonsense("none of what is not said")
        told = [has.cards for has in nodes_of(before, ast.Has)]
        if isinstance(part, Uncalled) and any(_described([cards]) for cards in told):
            raise Nonsense("so many of which is not said")
        return part
    cards, place = before.cards, part.cards.place
    called = replace(cards, place=None) != ast.Cards()
    if ONE in part.cards.names or (ONES in part.cards.names and called):
        said = replace(part.cards, names=(), place=None)
        such = merged([replace(cards, number=None, place=None), said])
        return replace(part, cards=replace(such, place=place))
    if isinstance(part, Uncalled) and called:
        raise Nonsense("so many of which is not said")
    one = before.count in (ast.Range(1), ast.Range(1, 1)) or before.count == ast.Range(1, 1, True)
    if (place == THEM or (place == IT and one)) and before.total is None:
        such = merged([cards, replace(part.cards, place=None)])
        return replace(part, cards=such)
    return part
