"""Build facts: which cards are there, and how many."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.chains import (
    kinds_listed,
    may_be_one_of_more,
    refuse_loose_others,
)
from moonflight_solo.wording.builder.constants import ONE, ONES, THE_TOP, THEM
from moonflight_solo.wording.builder.marks import EXCLUDING, any_marked, is_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import by_name, merge, refuse_loose_suit
from moonflight_solo.wording.builder.negation import UNCLEAR_NOT, negate, otherwise, unite
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.noun_phrases import NounRules
from moonflight_solo.wording.builder.quantified import (
    Group,
    Groups,
    PlaceParts,
    Quota,
    Subjects,
    anybodys,
    assert_existence,
    counts_played,
    each_such,
    in_place,
    is_described,
    merge_phrases,
    of_each_fact,
    of_same_opponent,
    on_named,
    one_by_one,
    phrases,
    said_with_not,
    with_span_of,
    yours,
)
from moonflight_solo.wording.lexer import where

HAND = ast.Cards(place=ast.Place(("hand",)))
_IS_NOT = re.compile(r"(?:is|are|does|do)(?: not|n['’]t)\b", re.IGNORECASE)
_NONE, _SOME = ast.Range(0, 0), ast.Range(1)


class FactRules(NounRules):
    """Builds facts about counted or named cards from phrases."""

    rows = {
        "none_such": lambda *parts: Group(_NONE, phrases(parts)),
        "bare_such": lambda *parts: Group("bare", phrases(parts)),
        "some_such": lambda *parts: Group("some", phrases(parts)),
        "all_such": lambda *parts: Group("all", phrases(parts)),
        "not_all_such": lambda *parts: Group("not all", phrases(parts)),
        "so_many_such": lambda count, *parts: Group(count, phrases(parts)),
        "so_many_or_more": lambda number, *parts: Group(ast.Range(int(number)), phrases(parts)),
        "so_many_or_fewer": lambda number, *parts: Group(ast.Range(0, int(number)), phrases(parts)),
        "here": lambda *parts: phrases(parts),
        "none_of_it": lambda: Group(_NONE, (ast.Cards(names=(ast.Name(ONE),)),)),
        "another_such": lambda *parts: Group("some", phrases([ast.Cards(other=True), *parts])),
        "some_of_them": lambda: Group("some", (ast.Cards(place=THEM),)),
        "none_of_those": lambda: Group(_NONE, (ast.Cards(place=THEM),)),
        "none_of": lambda *parts: Groups(ast.All, tuple(map(_no_such, parts))),
        "some_of": lambda *parts: kinds_listed(ast.Either, parts),
        "all_of": lambda *parts: kinds_listed(ast.All, parts),
        "both_of": lambda *parts: replace(kinds_listed(ast.All, parts), both=True),
        "total_of": lambda _score, total, *side: (replace(total, bare=False), *side),
        "asserted": assert_existence,
        "verbless": lambda condition: of_each_fact(
            condition, lambda has: replace(has, mark=has.mark or "verbless")
        ),
        "you_have": yours,
        "you_have_not": lambda has: said_with_not(negate(yours(has)), "not held"),
    }

    own_rows = {
        "there_but_not": lambda self, *parts: self._one_not_other(("some", "bare"), _NONE, *parts),
        "none_but": lambda self, *parts: self._one_not_other((_NONE,), "some", *parts),
        "none_there": lambda self, group, area: negate(self.there(group, area)),
    }

    # -- cards, without their place

    def in_either_range(self, first: ast.Range, second: ast.Range, *parts: object) -> Groups:
        return Groups(ast.Either, tuple(Group(each, phrases(parts)) for each in (first, second)))

    def not_so_many(self, number: Token, *parts: object) -> Groups:
        refuse(not int(number), "the number 0 is not possible here")
        fewer, more = ast.Range(0, int(number) - 1), ast.Range(int(number) + 1)
        return self.in_either_range(fewer, more, *parts)

    def this_or_that_many(self, first: Token, second: Token, *parts: object) -> Groups:
        refuse(int(second) <= int(first) + 1, "the lower number comes first")
        each = [ast.Range(int(number), int(number)) for number in (first, second)]
        return self.in_either_range(*each, *parts)

    def none_named(self, *names: Token) -> Subjects:
        each = tuple(_of_name(_NONE, name, "not named") for name in names)
        return each[0] if len(each) == 1 else Groups(ast.All, each)

    def the_such(self, *parts: object) -> Group:
        group = Group("some", phrases(parts))
        if is_described(group.parts):
            return group
        return replace(group, parts=(*group.parts, ast.Cards(mark="definite")))

    def so_many_of(self, quota: ast.Range | str, names: tuple[Token, ...]) -> Groups:
        """Build "2 of" several names: all combinations of names that fulfil it."""
        each = tuple(_of_name("some", name) for name in names)
        if isinstance(quota, str):  # "all of these" or "not all of these"
            kind = ast.All if quota == "all of these" else ast.Either
            return Groups(kind, each if kind is ast.All else tuple(map(_no_such, each)))
        if quota == _NONE:
            return Groups(ast.All, tuple(map(_no_such, each)))
        least, most = quota.least, len(each) if quota.most is None else quota.most
        always = (least, most) == (0, len(each))
        two_of_two = least == len(each) and not quota.bare
        if not least <= most <= len(each) or always or two_of_two:
            raise Nonsense("it is unclear how many of these names")
        if quota.bare and least < len(each):
            raise Nonsense('it does not say whether just that many: say "exactly", or "at least"')
        if not least:
            lists = (tuple(map(_no_such, pick)) for pick in combinations(each, most + 1))
            return Groups(ast.All, tuple(Groups(ast.Either, pick) for pick in lists), quota=True)
        options = [
            Groups(ast.All, tuple(a if a in pick else _no_such(a) for a in each))
            for number in range(least, most + 1)
            for pick in combinations(each, number)
        ]
        if most == len(each):
            options = [Groups(ast.All, pick) for pick in combinations(each, least)]
        return options[0] if len(options) == 1 else Groups(ast.Either, tuple(options), quota=True)

    # -- facts about cards

    def there(self, group: Subjects, area: PlaceParts, *sums: object) -> ast.Condition:
        """Build the fact that such cards lie there, and a bound on their summed scores."""
        if isinstance(group, Groups):
            refuse(any_marked(area, "together"), '"together" cannot be "each" too')
            unplaced = tuple(replace(part, place=None) for part in area)
            each = []
            for part in group.parts:
                own_place = isinstance(part, Group) and any(p.place for p in part.parts)
                fact = self.there(part, unplaced if own_place else area, *sums)
                each.append(with_span_of(part, fact))
            refuse_loose_others(each)
            return of_same_opponent(group.kind, each)
        if any(p.place and p.place.zones == ("settled",) for p in group.parts):
            elsewhere = any(part.place not in (None, ast.Place(("in play",))) for part in area)
            refuse(elsewhere, "cards are Settled only on cards in play")
            area = tuple(replace(part, place=None) for part in area)
        if any_marked((part.place for part in area), "both places"):
            return self._in_both(group, area, *sums)
        top = any(part.place and part.place.top for part in area)
        doubt(any_marked(group.parts, "definite") and not top, "which card is meant")
        excludes = [is_marked(part, "but not") for part in (*group.parts, *area)]
        number = isinstance(group.quota, ast.Range) and group.quota
        if number and any(excludes if number.least else excludes[len(group.parts) :]):
            raise Nonsense("it is unclear whether only these cards may be there, or none of them")
        parts = (*group.parts, *area)
        if isinstance(group.quota, ast.Range):
            if group.quota == _NONE and not sums:
                return self.there_is_no(*parts)
            return self._count_there(group, group.quota, area, *sums)
        doubt(group.quota not in ("some", "bare"), "what all of them are")
        only_top = group.parts and group.parts[0].number == THE_TOP
        doubt(only_top and not is_described(group.parts, area), "what the top card must be")
        doubt(sums, "how many there are")
        return self.there_is(self.cards(*parts))

    def _count_there(
        self, group: Group, count: ast.Range, area: PlaceParts, *sums: object
    ) -> ast.Condition:
        """Build a number of such cards there, or one with a bound on their summed scores."""
        parts = (*group.parts, *area)
        total = next((part for part in sums if isinstance(part, tuple)), ())
        if total:
            cards = replace(merge([*parts, *total[1:]]), number=None)
            return one_by_one(ast.Has(cards, count, total[0], counts_played(sums, cards)))
        fact = self.counted_cards(count, *parts, *sums)
        no_kind = isinstance(fact, ast.Has) and not group.parts
        doubt(no_kind and count == ast.Range(1, 1, bare=True), 'what “one” refers to: say "1 card"')
        nouns = (part.number == "some" or part.names or part.starter for part in group.parts)
        nounless = not any(nouns) and not any_marked(group.parts, "singular")
        if isinstance(fact, ast.Has) and nounless and is_described(group.parts):
            return replace(fact, mark="nounless")
        return replace(fact, mark="count alone") if no_kind else fact

    def _in_both(self, group: Group, area: PlaceParts, *sums: object) -> ast.Condition:
        """Build a fact about two places joined by "and": each of them, or both together."""
        together = any_marked(area, "together")
        pair = next(part for part in area if is_marked(part.place, "both places"))
        place = replace(pair.place or ast.Place(()), mark=None, span=None)
        places = [place] if together else [replace(place, zones=(zone,)) for zone in place.zones]
        doubt(not together and group.quota not in ("bare", _NONE), 'whether in each or "together"')
        each = [
            self.there(group, tuple(replace(p, place=one) if p is pair else p for p in area), *sums)
            for one in places
        ]
        return unite(ast.All, each)

    def are_there(self, group: Subjects, area: PlaceParts, *sums: object) -> ast.Condition:
        """Build "X and Y are in Z"; some of it there and some of it not is refused."""
        doubt(isinstance(group, Group) and not group.parts, "what that many cards are")
        if len({each.quota == _NONE for each in each_such(group)}) > 1:
            raise Nonsense("cards cannot be there and not be there in one phrase")
        return self.there(group, area, *sums)

    def so_many_ones(self, count: ast.Range) -> Group:
        """Return a number of the cards just mentioned; "there is one" means any."""
        if count == ast.Range(1, 1, bare=True):
            number = ast.Range(count.least)
            any_one: Quota = number if isinstance(count.least, marks.ListedNumber) else "some"
            return Group(any_one, (ast.Cards(names=(ast.Name(ONE),)),))
        return Group(count, (ast.Cards(names=(ast.Name(ONES),)),))

    def not_there(self, group: Subjects, area: PlaceParts) -> ast.Condition:
        if isinstance(group, Groups):
            each = [with_span_of(part, self.not_there(part, area)) for part in group.parts]
            return unite(group.kind, each)
        both = any_marked((part.place for part in area), "both places")
        refuse(both or group.quota not in ("some", "bare"), UNCLEAR_NOT)
        several = len(merge(group.parts).names) > 1
        refuse(several, "it is unclear whether none of them or not all of them")
        return said_with_not(negate(self.there(group, area)), "not there")

    def _one_not_other(
        self, quotas: Sequence[Quota], quota: Quota, group: Subjects, *parts: object
    ) -> ast.Condition:
        name = parts_of_kind(parts, Token)[0]
        parts_there = parts_of_kind(parts, tuple)[0]
        area = tuple(replace(part, mark="holding") for part in parts_there)
        each = list(each_such(group))
        if any(kind.quota not in quotas or not merge(kind.parts).names for kind in each):
            raise Nonsense("it is unclear what is there and what is not")
        facts = [self.there(kind, area) for kind in (group, _of_name(quota, name))]
        return of_same_opponent(ast.All, facts)

    def here_not_there(self, group: Subjects, area: PlaceParts, other: PlaceParts) -> ast.Condition:
        return unite(ast.All, [self.there(group, area), self.not_there(group, other)])

    def there_not_there(
        self, group: Subjects, area: PlaceParts, second: Subjects, *other: PlaceParts
    ) -> ast.Condition:
        pair = self.there(group, area), self.not_there(second, [*other, area][0])
        return ast.All(pair, mark="contrast")

    def including(self, fact: ast.Condition, group: Subjects) -> ast.Condition:
        place = fact.cards.place if isinstance(fact, ast.Has) else None
        place = only(ast.Place, place, "it does not say which cards these are among")
        among_them = ast.Cards(place=replace(place, span=None))
        return unite(ast.All, [fact, self.there(group, (among_them,))])

    def said_of(self, group: Subjects, *parts: Any) -> ast.Condition:
        """Build a statement about such cards, whose place may come before it."""
        if isinstance(group, Groups):
            return unite(group.kind, [self.said_of(part, *parts) for part in group.parts])
        *places, trait = parts
        area: PlaceParts = places[0] if places else ()
        few = group.quota in ("some", "bare", _NONE, _SOME)
        if isinstance(trait, ast.Cards) and trait.available:
            odd = not few or trait != ast.Cards(available=True)
            refuse(odd, 'it cannot count the cards for sale: say "a card" or "no card"')
            count = _NONE if group.quota == _NONE else _SOME
            return self._on_sale(self.cards(*group.parts, *area), count)
        if isinstance(trait, tuple):
            doubt(not few, "which of them are the one and which the other")
            kind = ast.All if group.quota == _NONE else ast.Either
            return unite(kind, [self.said_of(group, area, each) for each in trait])
        if any(part.extreme for part in (*group.parts, *area)):
            doubt(group.quota not in ("some", "bare"), "how many of the best must fit")
            best = replace(in_place(self.cards(*group.parts, *area)), number=None)
            return ast.Has(best, _SOME, such=replace(trait, number=None))
        if group.quota in ("all", "not all"):
            what = "whether none of them or not all of them: say “no card …” or “not all cards …”"
            doubt(group.quota == "all" and _IS_NOT.match(self.printed(trait)), what)
            return self._all_so(group, self.cards(*group.parts, *area), trait)
        if all(part.place is None for part in (*group.parts, *area)):
            raise Nonsense('it does not say where the cards are, as in "in hand"')
        if group.parts:  # an exclusion belongs before the predicate
            group = replace(group, parts=(merge(group.parts),))
        fact = self.there(group, (*area, trait))
        if isinstance(fact, ast.Has) and may_be_one_of_more(group, self.printed(trait)):
            fact = replace(fact, cards=replace(fact.cards, mark="subject"))
        return replace(fact, mark=fact.mark or "predicated") if isinstance(fact, ast.Has) else fact

    def _all_so(self, group: Group, cards: ast.Cards, trait: ast.Cards) -> ast.Condition:
        """Build "all cards are ...": none is otherwise. Holds too if there are no such cards."""
        cards = replace(cards, number=None)
        doubt(cards.place is None or len(cards.place.zones) > 1, "which cards “all” refers to")
        refuse_loose_suit([cards, trait])
        if cards != ast.Cards(place=cards.place) or trait.settled:
            others = [self.there_is_no(cards, other) for other in otherwise(trait)]
            no_other = unite(ast.All, others)
            return no_other if group.quota == "all" else negate(no_other)
        these = ast.Amount(replace(merge([cards, trait]), number=None))
        all_are = group.quota == "all"
        return ast.Compared(these, "as many" if all_are else "fewer", ast.Amount(cards))

    def said_of_both(self, group: Subjects, *parts: Any) -> ast.Condition:
        """Build the same statement about two kinds of cards, or its negation for the second."""
        *before, same = parts
        index = next(n for n, part in enumerate(before) if isinstance(part, Subjects))
        *area, trait = before[:index]
        other, *spot = before[index:]
        first = self.said_of(group, *area, trait)
        if isinstance(trait, ast.Cards):
            other_suit = trait.suit is not None and trait.suit.other
            says_not = other_suit or is_marked(trait, "not scoring", *EXCLUDING)
            says_not = says_not or bool(trait.but_not) or trait.starter is False
            too = says_not and same == "too"
            refuse(too, 'after "not" the second cannot be said to be true "too"')
            same = same != says_not
        if same:
            return unite(ast.All, [first, self.said_of(other, *(spot or area), trait)])
        refuse(isinstance(trait, tuple) or isinstance(other, Groups), UNCLEAR_NOT)
        rest = tuple(otherwise(trait))
        second = self.said_of(other, *(spot or area), rest if len(rest) > 1 else rest[0])
        return unite(ast.All, [first, second])

    def counted_cards(self, count: ast.Range, *words: object) -> ast.Condition:
        parts = phrases([word for word in words if word != "counting"])
        cards = replace(merge_phrases(parts), number=None)
        place = only(ast.Place, cards.place, "counted nowhere")
        refuse(place.apart and any_marked(parts, "together"), '"together" cannot be "each" too')
        several = [part for part in parts if len(part.names) > 1 and part.number == "some"]
        together = any_marked(parts, "together") or not all(is_marked(p, "both") for p in several)
        if len(cards.names) > 1 and not together:
            raise Nonsense('it does not say whether they are counted one by one or "together"')
        return one_by_one(ast.Has(cards, count, counting=counts_played(words, cards)))

    def there_is(self, cards: ast.Cards) -> ast.Condition:
        doubt(cards.extreme is not None, "what makes one of them the best")
        placed, number = in_place(replace(cards, number=None)), cards.number
        is_known = isinstance(number, int) or number in (None, "some", "any")
        refuse(not is_known, "this number of cards cannot be there")
        count = ast.Range(number, number, bare=True) if isinstance(number, int) else _SOME
        if len(cards.names) < 2:
            return one_by_one(ast.Has(placed, count))
        doubt(count != _SOME, 'whether they are counted one by one or "together"')
        return unite(ast.Either, _each_of(placed, count))

    def _on_sale(self, cards: ast.Cards, count: ast.Range) -> ast.Has:
        place = cards.place or ast.Place(("market stack",))
        if place.zones != ("market stack",) or len(cards.names) > 1 or cards.extreme:
            raise Nonsense("only the top cards of Market Stacks are for sale")
        return ast.Has(replace(cards, number=None, available=True, place=anybodys(place)), count)

    def there_is_no(self, *parts: ast.Cards) -> ast.Condition:
        cards = in_place(replace(merge_phrases(parts), number=None))
        remedy = 'say "an opponent has no …" or "no opponent has …"'
        what = f"whether one opponent has none or no opponent has any: {remedy}"
        doubt(cards.owner == "opponent" and not any_marked(parts, "holding"), what)
        if len(cards.names) < 2:
            return on_named(ast.Has(cards, _NONE))
        refuse(any_marked(parts, "both"), "it is unclear whether one of the two or both are absent")
        return unite(ast.All, _each_of(cards, _NONE))

    def you_have_neither(self, *measures: ast.Cards | None) -> ast.Condition:
        return unite(ast.All, [self.there_is_no(t) if t else ast.Coins(_NONE) for t in measures])


def _of_name(quota: Quota, name: Token, mark: ast.Mark | None = None) -> Group:
    """Return a number of cards with a name."""
    return Group(quota, (replace(by_name(name), mark=mark),), span=where(name))


def _no_such(group: Subjects) -> Subjects:
    """Return none of such cards."""
    single = only(Group, group, UNCLEAR_NOT)
    refuse(single.quota not in ("some", "bare"), UNCLEAR_NOT)
    return replace(single, quota=_NONE)


def _each_of(cards: ast.Cards, count: ast.Range) -> list[ast.Has]:
    """Return the same fact for each name."""
    return [ast.Has(replace(cards, names=(name,)), count) for name in cards.names]
