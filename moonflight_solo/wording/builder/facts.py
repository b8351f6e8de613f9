"""Build facts: which cards are there, and how many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.chains import (
    may_be_one_of_more,
    refuse_loose_number,
    refuse_loose_others,
)
from moonflight_solo.wording.builder.constants import ONE, ONES, THE_TOP, THEM
from moonflight_solo.wording.builder.merging import Nonsense, merged, refuse_loose_suit
from moonflight_solo.wording.builder.negation import joined, negated, otherwise
from moonflight_solo.wording.builder.noun_phrases import NounRules
from moonflight_solo.wording.builder.quantified import (
    Here,
    Listed,
    Quota,
    Such,
    anybodys,
    asserted,
    counts_played,
    counts_together,
    each_of,
    each_such,
    how_many,
    in_place,
    is_described,
    is_not,
    is_nounless,
    is_placed,
    lacking,
    of_name,
    of_same_opponent,
    on_named,
    one_by_one,
    phrases,
    refuse_all_not,
    refuse_loose_none,
    refuse_not_in_play,
    said_with_not,
    spoken,
    unnumbered,
    verbless,
    yours,
)
from moonflight_solo.wording.walk import as_class

HAND = ast.Cards(place=ast.Place(("hand",)))
_NONE, _SOME = ast.Range(0, 0), ast.Range(1)


class FactRules(NounRules):
    """Builds facts about counted or named cards from phrases."""

    rows = {
        "none_such": lambda *parts: Such(_NONE, phrases(parts)),
        "bare_such": lambda *parts: Such("bare", phrases(parts)),
        "some_such": lambda *parts: Such("some", phrases(parts)),
        "all_such": lambda *parts: Such("all", phrases(parts)),
        "not_all_such": lambda *parts: Such("not all", phrases(parts)),
        "so_many_such": lambda count, *parts: Such(count, phrases(parts)),
        "so_many_or_more": lambda number, *parts: Such(ast.Range(int(number)), phrases(parts)),
        "so_many_or_fewer": lambda number, *parts: Such(ast.Range(0, int(number)), phrases(parts)),
        "here": lambda *parts: phrases(parts),
        "none_of_it": lambda: Such(_NONE, (ast.Cards(names=(ast.Name(ONE),)),)),
        "another_such": lambda *parts: Such("some", phrases([ast.Cards(other=True), *parts])),
        "some_of_them": lambda: Such("some", (ast.Cards(place=THEM),)),
        "none_of_those": lambda: Such(_NONE, (ast.Cards(place=THEM),)),
        "none_of": lambda *parts: Listed(ast.All, tuple(map(lacking, parts))),
        "total_of": lambda _score, total, *side: (replace(total, bare=False), *side),
        "asserted": asserted,
        "verbless": verbless,
        "you_have": yours,
        "you_have_not": lambda has: said_with_not(negated(yours(has)), marks.NotHeld),
    }

    # -- cards, without their place

    def in_either_range(self, one: ast.Range, other: ast.Range, *parts: Any) -> Listed:
        return Listed(ast.Either, tuple(Such(each, phrases(parts)) for each in (one, other)))

    def not_so_many(self, number: Token, *parts: Any) -> Listed:
        if not int(number):
            raise Nonsense("not none")
        fewer, more = ast.Range(0, int(number) - 1), ast.Range(int(number) + 1)
        return self.in_either_range(fewer, more, *parts)

    def this_or_that_many(self, one: Token, other: Token, *parts: Any) -> Listed:
        if int(other) <= int(one) + 1:
            raise Nonsense("numbers that follow one another")
        each = [ast.Range(int(number), int(number)) for number in (one, other)]
        return self.in_either_range(*each, *parts)

    def none_named(self, *names: Token) -> Such | Listed:
        named = [of_name(_NONE, name) for name in names]
        each = tuple(
            replace(such, parts=(as_class(such.parts[0], marks.NegatedName),)) for such in named
        )
        return each[0] if len(each) == 1 else Listed(ast.All, each)

    def the_such(self, *parts: Any) -> Such:
        such = Such("some", phrases(parts))
        described = is_described(such.parts)
        return such if described else replace(such, parts=(*such.parts, marks.Definite()))

    def so_many_of(self, quota: Any, names: tuple[Token, ...]) -> Listed:
        """Build "2 of" several names: all combinations of names that fulfil it."""
        each = tuple(of_name("some", name) for name in names)
        if quota in ("all of these", "not all of these"):
            kind = ast.All if quota == "all of these" else ast.Either
            return Listed(kind, each if kind is ast.All else tuple(map(lacking, each)))
        if quota == _NONE:
            return Listed(ast.All, tuple(map(lacking, each)))
        least, most = quota.least, len(each) if quota.most is None else quota.most
        always = (least, most) == (0, len(each))
        two_of_two = least == len(each) and not quota.bare
        if not least <= most <= len(each) or always or two_of_two:
            raise Nonsense("it is unclear how many of these names")
        if quota.bare and least < len(each):
            raise Nonsense('that many, or more of these: say "exactly", or "at least"')
        if not least:
            every = (tuple(map(lacking, some)) for some in combinations(each, most + 1))
            return Listed(ast.All, tuple(Listed(ast.Either, some) for some in every), quota=True)
        ways = [
            Listed(ast.All, tuple(a if a in some else lacking(a) for a in each))
            for number in range(least, most + 1)
            for some in combinations(each, number)
        ]
        if most == len(each):
            ways = [Listed(ast.All, some) for some in combinations(each, least)]
        return ways[0] if len(ways) == 1 else Listed(ast.Either, tuple(ways), quota=True)

    def some_of(self, *parts: Such | Listed) -> Listed:
        refuse_loose_number(ast.Either, parts)
        return Listed(ast.Either, parts)

    def all_of(self, *parts: Such | Listed) -> Listed:
        refuse_loose_number(ast.All, parts)
        return Listed(ast.All, parts)

    def both_of(self, *parts: Such | Listed) -> Listed:
        return replace(self.all_of(*parts), both=True)

    # -- facts about cards

    def there(self, such: Such | Listed, here: Here, *more: Any) -> ast.Condition:
        """Build the fact that such cards lie there, and a bound on their summed scores."""
        if isinstance(such, Listed):
            if any(isinstance(part, marks.Together) for part in here):
                raise Nonsense("together, and each by itself")
            elsewhere = tuple(replace(part, place=None) for part in here)
            each = [
                # One of the list may have a place of its own.
                spoken(part, self.there(part, elsewhere if is_placed(part) else here, *more))
                for part in such.parts
            ]
            refuse_loose_others(each)
            return of_same_opponent(such.kind, each)
        if any(p.place and p.place.zones == ("settled",) for p in such.parts):
            refuse_not_in_play(here)
            here = tuple(replace(part, place=None) for part in here)
        if any(isinstance(part.place, marks.BothPlaces) for part in here):
            return self._in_both(such, here, *more)
        top = any(part.place and part.place.top for part in here)
        if any(isinstance(part, marks.Definite) for part in such.parts) and not top:
            raise Nonsense("it does not say which card is meant")
        but = [isinstance(part, marks.ButNot) for part in (*such.parts, *here)]
        number = isinstance(such.quota, ast.Range) and such.quota
        if number and any(but if number.least else but[len(such.parts) :]):
            raise Nonsense("it is unclear whether only these cards may be there, or none of them")
        parts = (*such.parts, *here)
        if isinstance(such.quota, ast.Range):
            if such.quota == _NONE and not more:
                return self.there_is_no(*parts)
            return self._so_many_there(such, such.quota, here, *more)
        if such.quota not in ("some", "bare"):
            raise Nonsense("it does not say what all of them are")
        only_top = such.parts and such.parts[0].number == THE_TOP
        if only_top and not is_described(such.parts, here):
            raise Nonsense("it does not say what the top card must be")
        if more:
            raise Nonsense("it does not say how many there are")
        return self.there_is(self.cards(*parts))

    def _so_many_there(self, such: Such, count: ast.Range, here: Here, *more: Any) -> ast.Condition:
        """Build a number of such cards there, or one with a bound on their summed scores."""
        parts = (*such.parts, *here)
        total = next((part for part in more if isinstance(part, tuple)), ())
        if total:
            cards = replace(merged([*parts, *total[1:]]), number=None)
            return one_by_one(ast.Has(cards, count, total[0], counts_played(more, cards)))
        has = self.counted_cards(count, *parts, *more)
        uncalled = isinstance(has, ast.Has) and not such.parts
        if uncalled and count == ast.Range(1, 1, bare=True):
            raise Nonsense('it does not say what “one” refers to: say "1 card"')
        if isinstance(has, ast.Has) and is_nounless(such):
            return as_class(has, marks.Nounless)
        return as_class(has, marks.CountWithoutNoun) if uncalled else has

    def _in_both(self, such: Such, here: Here, *more: Any) -> ast.Condition:
        """Build a fact about two places joined by "and": each of them, or both together."""
        together = any(isinstance(part, marks.Together) for part in here)
        both = next(part for part in here if isinstance(part.place, marks.BothPlaces))
        place = ast.Place(**(both.place.compared() if both.place else {}))
        at = [place] if together else [replace(place, zones=(zone,)) for zone in place.zones]
        if not together and such.quota not in ("bare", _NONE):
            raise Nonsense('it does not say whether in each or "together"')
        each = [
            self.there(such, tuple(replace(p, place=one) if p is both else p for p in here), *more)
            for one in at
        ]
        return each[0] if together else joined(ast.All, each)

    def are_there(self, such: Such | Listed, here: Here, *more: Any) -> ast.Condition:
        if isinstance(such, Such) and not such.parts:
            raise Nonsense("it does not say what that many cards are")
        if len({each.quota == _NONE for each in each_such(such)}) > 1:
            raise Nonsense("some and none cannot be said to be there")
        return self.there(such, here, *more)

    def so_many_ones(self, count: ast.Range) -> Such:
        """Return a number of the cards just mentioned; "there is one" means any."""
        if count == ast.Range(1, 1, bare=True):
            number = ast.Range(count.least)
            any_one: Quota = number if isinstance(count.least, marks.ListedNumber) else "some"
            return Such(any_one, (ast.Cards(names=(ast.Name(ONE),)),))
        return Such(count, (ast.Cards(names=(ast.Name(ONES),)),))

    def not_there(self, such: Such | Listed, here: Here) -> ast.Condition:
        if isinstance(such, Listed):
            each = [spoken(part, self.not_there(part, here)) for part in such.parts]
            return joined(such.kind, each)
        if such.quota not in ("some", "bare") or any(
            isinstance(p.place, marks.BothPlaces) for p in here
        ):
            raise Nonsense("it is unclear what “not” applies to")
        if len(merged(such.parts).names) > 1:
            raise Nonsense("it is unclear whether none of them or not all of them")
        return said_with_not(negated(self.there(such, here)), marks.NotThere)

    def there_but_not(self, such: Such | Listed, *parts: Any) -> ast.Condition:
        """Build "X but not Y in hand": X is there, and Y is not."""
        return self._one_not_other(such, ("some", "bare"), _NONE, *parts)

    def none_but(self, such: Such | Listed, *parts: Any) -> ast.Condition:
        return self._one_not_other(such, (_NONE,), "some", *parts)

    def _one_not_other(
        self, such: Such | Listed, quotas: Sequence[Quota], other: Quota, *parts: Any
    ) -> ast.Condition:
        name = next(part for part in parts if isinstance(part, Token))
        there = next(part for part in parts if isinstance(part, tuple))
        here = tuple(as_class(part, marks.Holding) for part in there)
        each = list(each_such(such))
        if any(one.quota not in quotas or not merged(one.parts).names for one in each):
            raise Nonsense("it is unclear what is there and what is not")
        facts = [self.there(one, here) for one in (such, of_name(other, name))]
        return of_same_opponent(ast.All, facts)

    def none_there(self, such: Listed, here: Here) -> ast.Condition:
        return negated(self.there(such, here))

    not_both_there = none_there

    def here_not_there(self, such: Any, here: Here, other: Here) -> ast.Condition:
        return joined(ast.All, [self.there(such, here), self.not_there(such, other)])

    def there_not_there(self, such: Any, here: Here, *others: Any) -> ast.Condition:
        other, at = others if len(others) > 1 else (*others, here)
        return marks.ContrastPair((self.there(such, here), self.not_there(other, at)))

    def including(self, has: ast.Condition, such: Such | Listed) -> ast.Condition:
        place = has.cards.place if isinstance(has, ast.Has) else None
        if place is None:
            raise Nonsense("it does not say which cards these are among")
        return joined(
            ast.All, [has, self.there(such, (ast.Cards(place=replace(place, span=None)),))]
        )

    def said_of(self, such: Such | Listed, *said: Any) -> ast.Condition:
        """Build a statement about such cards, whose place may come before it."""
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
                raise Nonsense("it does not say which of them are the one and which the other")
            kind = ast.All if such.quota == _NONE else ast.Either
            return joined(kind, [self.said_of(such, here, each) for each in what])
        if any(part.extreme for part in (*such.parts, *here)):
            if such.quota not in ("some", "bare"):
                raise Nonsense("it does not say how many of the best must fit")
            best = replace(in_place(self.cards(*such.parts, *here)), number=None)
            return ast.Has(best, _SOME, such=replace(what, number=None))
        if such.quota in ("all", "not all"):
            refuse_all_not(such.quota, self.printed(what))
            return self._all_so(such, self.cards(*such.parts, *here), what)
        if all(part.place is None for part in (*such.parts, *here)):
            raise Nonsense('it does not say where the cards are, as in "in hand"')
        if such.parts:  # an exclusion belongs before the predicate
            such = replace(such, parts=(merged(such.parts),))
        fact = self.there(such, (*here, what))
        if isinstance(fact, ast.Has) and may_be_one_of_more(such, self.printed(what)):
            fact = replace(fact, cards=as_class(fact.cards, marks.Subject))
        return as_class(fact, marks.Predicated) if type(fact) is ast.Has else fact

    def _all_so(self, such: Such, cards: ast.Cards, what: ast.Cards) -> ast.Condition:
        """Build "all cards are ...": none is otherwise. Holds too if there are no such cards."""
        cards = replace(cards, number=None)
        if cards.place is None or len(cards.place.zones) > 1:
            raise Nonsense("it does not say which cards “all” refers to")
        refuse_loose_suit([cards, what])
        if cards != ast.Cards(place=cards.place) or what.settled:
            others = [self.there_is_no(cards, other) for other in otherwise(what)]
            none = joined(ast.All, others) if len(others) > 1 else others[0]
            return none if such.quota == "all" else negated(none)
        those = ast.Amount(replace(merged([cards, what]), number=None))
        how: Any = "as many" if such.quota == "all" else "fewer"
        return ast.Compared(those, how, ast.Amount(cards))

    def said_of_both(self, such: Any, *more: Any) -> ast.Condition:
        """Build the same statement about two kinds of cards, or its negation for the second."""
        *parts, so = more
        at = next(n for n, part in enumerate(parts) if isinstance(part, Such | Listed))
        *here, what = parts[:at]
        other, *there = parts[at:]
        one = self.said_of(such, *here, what)
        if not isinstance(what, tuple) and is_not(what):
            if so == "too":
                raise Nonsense("what is not true of one cannot be true of the other too")
            so = not so
        if so:
            return joined(ast.All, [one, self.said_of(other, *(there or here), what)])
        if isinstance(what, tuple) or isinstance(other, Listed):
            raise Nonsense("it is unclear what “not” applies to")
        others = tuple(otherwise(what))
        not_so = self.said_of(other, *(there or here), others if len(others) > 1 else others[0])
        return joined(ast.All, [one, not_so])

    def stack_holds(self, stacks: ast.Place, count: ast.Range) -> ast.Condition:
        cards = ast.Cards(place=replace(stacks, owner_said="article"))
        return one_by_one(ast.Has(cards, count))

    def counted_cards(self, count: ast.Range, *words: Any) -> ast.Condition:
        parts = [part for part in words if part != "counting"]
        cards = replace(unnumbered(parts), number=None)
        if cards.place is None:
            raise Nonsense("counted nowhere")
        if cards.place.apart and any(isinstance(part, marks.Together) for part in parts):
            raise Nonsense("together, and each by itself")
        if len(cards.names) > 1 and not counts_together(parts):
            raise Nonsense('it does not say whether they are counted one by one or "together"')
        return one_by_one(ast.Has(cards, count, counting=counts_played(words, cards)))

    def there_is(self, cards: ast.Cards) -> ast.Condition:
        if cards.extreme is not None:
            raise Nonsense("it does not say what makes one of them the best")
        placed, count = in_place(replace(cards, number=None)), how_many(cards.number)
        if len(cards.names) < 2:
            return one_by_one(ast.Has(placed, count))
        if count != ast.Range(1):
            raise Nonsense('it does not say whether they are counted one by one or "together"')
        return joined(ast.Either, each_of(placed, count))

    def _on_sale(self, cards: ast.Cards, count: ast.Range) -> ast.Has:
        place = cards.place or ast.Place(("market stack",))
        if place.zones != ("market stack",) or len(cards.names) > 1 or cards.extreme:
            raise Nonsense("only the top cards of Market Stacks are for sale")
        there = replace(cards, number=None, available=True, place=anybodys(place))
        return ast.Has(there, count)

    def there_is_no(self, *parts: ast.Cards) -> ast.Condition:
        cards = in_place(replace(unnumbered(parts), number=None))
        refuse_loose_none(cards, parts)
        if len(cards.names) < 2:
            return on_named(ast.Has(cards, _NONE))
        if any(isinstance(part, marks.Both) for part in parts):
            raise Nonsense("it is unclear whether one of the two or both are absent")
        return joined(ast.All, each_of(cards, _NONE))

    def you_have_neither(self, *things: ast.Cards | None) -> ast.Condition:
        none = ast.Range(0, 0)
        return joined(ast.All, [self.there_is_no(t) if t else ast.Coins(none) for t in things])
