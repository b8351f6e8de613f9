"""Build conditions on places, past deeds and the card just mentioned, and join conditions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.chains import (
    refuse_loose_not,
    refuse_loose_others,
    resolve_each,
)
from moonflight_solo.wording.builder.comparisons import ComparisonRules
from moonflight_solo.wording.builder.constants import DONE, IT, THEM
from moonflight_solo.wording.builder.marks import any_marked, is_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import (
    NOT_ONE,
    by_name,
    merge,
    name_of,
    top_of,
    verb_of,
)
from moonflight_solo.wording.builder.negation import negate, of_opponent, otherwise, unite
from moonflight_solo.wording.builder.nonsense import Misparse, Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.quantified import (
    Group,
    Groups,
    Subjects,
    anybodys,
    is_described,
    one_by_one,
)
from moonflight_solo.wording.canonical import single_facts
from moonflight_solo.wording.walk import each_changed, nodes_of


class ConditionRules(ComparisonRules):
    """Builds conditions from phrases."""

    rows = {
        "has_done": ast.Status,
        "has_passed": lambda: ast.Status("passed"),
        "has_not_done": lambda what: ast.Status(what, so=False),
        "empty_zone": lambda zone: ast.Has(ast.Cards(place=ast.Place((zone,))), ast.Range(0, 0)),
        "every_stack": lambda owner: (True, owner),
        "not_every_stack": lambda owner: (False, owner),
        "limit_now": lambda of, count: ast.LimitIs(of.lower(), count),
        "coins": lambda *parts: ast.Coins(parts[0]),
    }

    own_rows = {
        "no_zone": lambda self, *zones: self.are_not_empty(self.every_zone(*zones)),
        "together_hold": lambda self, one, other, count: self.holds(self.places(one, other), count),
        "topped": lambda self, zone, cards: self.there_is(merge([cards, self.on_top(zone)])),
        "it_measures": lambda self, quality, amount: self.it_is(self.measured(quality, amount)),
        "total_of_them": lambda self, of, total: self.total(of, ast.Cards(place=THEM), total),
        "was_not_done": lambda self, word, cards: negate(self.was_done(word, cards)),
        "not_done_in_round": lambda self, *deed: negate(self.done_in_round(*deed)),
        "opponent_has_done_to": lambda self, who, *so: self.opponent_has(
            who, self.done_in_round(*so)
        ),
        "some_zone": lambda self, *of: ast.Either(tuple(map(self.holds_none, _of_one_owner(of)))),
        "opponent_has_done": lambda self, who, trait: self.opponent_has(who, ast.Status(trait)),
    }

    def either(self, *parts: Any) -> ast.Condition:
        if isinstance(parts[-1], str):
            return self.one_of_two(self.either(*parts[:-1]))
        _refuse_unsaid_change(parts)
        what = "whether the absence goes with one of the conditions or with all"
        doubt(any_marked(parts, "contrast"), what)
        refuse_loose_not(ast.Either, parts)
        return unite(ast.Either, resolve_each(parts))

    def both(self, *parts: ast.Condition) -> ast.Condition:
        _refuse_unsaid_change(parts)
        refuse_loose_others(parts)
        refuse_loose_not(ast.All, parts)
        return unite(ast.All, resolve_each(parts))

    def one_of_two(self, either: ast.Condition, *_but: object) -> ast.Condition:
        two = only(ast.Either, either, "it does not say which two “both” refers to")
        doubt(len(two.parts) != 2, "which two “both” refers to")
        return ast.All((two, negate(ast.All(two.parts))))

    def both_there(self, *parts: Any) -> ast.Condition:
        """Join facts; the last is about cards in the place of the one before."""
        *facts, group = parts
        neither = isinstance(facts[-1], ast.Either) and group.quota == NOT_ONE
        doubt(neither, "whether the absence goes with the last alone or with both")
        fact = self.there(group, (self._place_of(facts[-1], group),))
        last = facts[-1]
        if is_marked(last, "predicated") and any_marked(nodes_of(group, ast.Node), "not named"):
            raise Nonsense("it says something of these cards that cannot be true")
        if isinstance(fact, ast.Has) and isinstance(last, ast.Has) and fact.cards == last.cards:
            # "At least two but no more than five cards" bounds one number twice.
            count = self.within_both(last.count, fact.count)
            return self.both(*facts[:-1], replace(last, count=count))
        return self.both(*facts, fact)

    def both_said(self, *parts: Any) -> ast.Condition:
        *facts, group, trait = parts
        refuse(getattr(trait, "available", False), "cards for sale lie in a Market Stack")
        return self.both(*facts, self.said_of(group, (self._place_of(facts[-1], group),), trait))

    def _place_of(self, fact: ast.Condition, group: Subjects) -> ast.Cards:
        counts = [has for has in single_facts(fact) if isinstance(has, ast.Has)]
        if any(has.count == NOT_ONE and not is_described([has.cards]) for has in counts):
            raise Nonsense("it does not say where: the place before is empty")
        places = {has.cards.place for has in counts}
        place = places.pop() if len(places) == 1 else None
        if place is None or place.owner != "your" or group.quota == "bare":
            raise Misparse('it does not say where the cards are, as in "in hand"')
        return ast.Cards(place=replace(place, span=None))

    def none_empty(self, stacks: ast.Place) -> ast.EmptyStacks:
        return self.counted_empty(ast.Range(0, 0), stacks)

    def counted_empty(self, *parts: ast.Range | ast.Place) -> ast.EmptyStacks:
        """Build a condition on how many Market Stacks are empty; "an" of them is at least one."""
        counts = [*parts_of_kind(parts, ast.Range), ast.Range(1)]
        return ast.EmptyStacks(anybodys(parts_of_kind(parts, ast.Place)[0]), counts[0])

    def stacks_are(self, quota: Any, stacks: ast.Place, trait: Any) -> ast.Condition:
        """Build a condition on how many Market Stacks have a size or a kind of top card."""
        few = quota in (ast.Range(0, 0), ast.Range(1))
        what = "whether of one opponent's suit or of all opponents' suits"
        doubt(stacks.suit == ast.Suit("opponent") and not few, what)
        if isinstance(quota, tuple):
            is_so, owner = quota
            all_stacks = self._all_stacks(self.place(owner, stacks), trait)
            return all_stacks if is_so else negate(all_stacks)
        if isinstance(trait, ast.Cards):
            return self._topped(quota, stacks, trait)
        if trait == ast.Range(0, 0):
            return self.counted_empty(quota, stacks)
        if quota == ast.Range(1):
            cards = ast.Cards(place=replace(stacks, owner_said="article"))
            return one_by_one(ast.Has(cards, trait))
        return ast.StacksMatching(replace(anybodys(stacks), size=replace(trait, bare=False)), quota)

    def tops_are(
        self, _card: Token, quota: object, stacks: ast.Place, trait: ast.Cards
    ) -> ast.Condition:
        refuse(quota == ast.Range(1), "one Stack has only one top card")
        return self.stacks_are(quota, stacks, trait)

    def _topped(self, quota: ast.Range, stacks: ast.Place, trait: ast.Cards) -> ast.Condition:
        if quota not in (ast.Range(0, 0), ast.Range(1)):
            top = replace(merge([trait]), number=None, span=None)
            return ast.StacksMatching(replace(anybodys(stacks), topped=top), quota)
        card = replace(merge([trait]), number=None)
        if not quota.least:
            return self.there_is_no(card, ast.Cards(place=top_of(anybodys(stacks))))
        tops = ast.Cards(place=top_of(replace(stacks, owner_said="article")))
        return self.there_is(merge([card, tops]))

    def _all_stacks(self, place: ast.Place, what: ast.Range | ast.Cards) -> ast.Condition:
        if isinstance(what, ast.Cards):
            at = ast.Cards(place=top_of(anybodys(place)))
            others = [self.there_is_no(each, at) for each in otherwise(replace(what, number=None))]
            return unite(ast.All, [self.none_empty(place), *others])
        if what == ast.Range(0, 0):
            return ast.Has(ast.Cards(place=anybodys(place)), what)
        if what == ast.Range(1):
            return self.none_empty(place)
        raise Nonsense("it does not say how many cards are in each")

    def every_zone(self, *zones: ast.Place) -> ast.Condition:
        """Build the condition that each place is empty; an opponent's are all of one opponent."""
        each = tuple(self.holds_none(zone) for zone in _of_one_owner(zones))
        if zones[0].owner != "opponent":
            return ast.All(each)
        theirs = (replace(has, cards=of_opponent(has.cards, "your")) for has in each)
        return ast.Opponents(tuple(theirs))

    def are_empty(self, zones: ast.Place | ast.Condition, *_but: object) -> ast.Condition:
        return self.holds_none(zones) if isinstance(zones, ast.Place) else zones

    def are_not_empty(self, zones: ast.Place | ast.Condition) -> ast.Condition:
        empty = self.are_empty(zones)
        return each_changed(empty, ast.Has, lambda has: replace(has, count=ast.Range(1)))

    def empty_but(self, empty: ast.Place, rest: ast.Place) -> ast.Condition:
        empty, rest = _of_one_owner((empty, rest))
        doubt(empty.owner != "your", "whose it is")
        return ast.All((self.holds_none(empty), self.holds(rest, ast.Range(1))))

    def zone_contains(self, place: ast.Place, group: Subjects) -> ast.Condition:
        return self.there(group, (replace(self.at(place), mark="holding"),))

    def zone_lacks(self, place: ast.Place, group: Subjects) -> ast.Condition:
        if isinstance(group, Groups) and group.kind is ast.All and not group.both:
            raise Nonsense("it is unclear whether neither of them or not both")
        return negate(self.zone_contains(place, group))

    def it_is(self, *parts: Any) -> ast.Has:
        return ast.Has(merge([ast.Cards(place=IT), parts[-1]]), ast.Range(1))

    def this_has_settled(self, *parts: object) -> ast.Has:
        counts = [*parts_of_kind(parts, ast.Range), ast.Range(1)]
        return ast.Has(ast.Cards(place=ast.Place(("settled",))), counts[0])

    def total(self, *parts: Any) -> ast.Has:
        of: Any = next(p for p in parts if isinstance(p, Token) and p.type != "CARD").type.lower()
        where = next(part for part in parts if isinstance(part, ast.Cards | ast.Place))
        cards = ast.Cards(place=where) if isinstance(where, ast.Place) else where
        return ast.Has(cards, ast.Range(0), replace(parts[-1], bare=False), of=of)

    def number_is(self, thing: ast.Cards | None, count: ast.Range) -> ast.Condition:
        count = replace(count, least=int(count.least), most=count.most and int(count.most))
        return ast.Coins(count) if thing is None else self.counted_cards(count, thing)

    def only_card(self, name: Token, *parts: object) -> ast.Condition:
        kind = merge(parts_of_kind(parts, ast.Cards))
        single = ast.Has(kind, ast.Range(1, 1))
        return ast.All((single, ast.Has(merge([by_name(name), kind]), ast.Range(1))))

    # -- past deeds

    def was_done(self, word: Token, cards: ast.Cards) -> ast.Condition:
        doing = replace(DONE, by=verb_of(word), owner_said="owner")
        return self.there_is(merge([cards, ast.Cards(place=doing)]))

    def done_in_round(self, word: Token, *what: ast.Cards | Subjects) -> ast.Condition:
        in_round = ast.Cards(place=ast.Place(("round",), did=verb_of(word)))
        others = any(cards.other for cards in nodes_of(what, ast.Cards))
        doubt(others, "other than which card of this round")
        if what and isinstance(what[0], Group | Groups):
            return self.there(what[0], (in_round,))
        return self.there_is(merge([*parts_of_kind(what, ast.Cards), in_round]))

    def opponent_has_passed(self, which: Any) -> ast.Condition:
        if which not in ("one", "each", "no") and not isinstance(which, ast.Range):
            raise Nonsense("your own Pass is not asked for: say which opponents have Passed")
        return self.opponent_has(which, ast.Status("passed"))

    # -- simple facts

    def holds(self, place: ast.Place, count: ast.Range, *_card: Token) -> ast.Has:
        refuse(not place.zones, "it does not say which Stack: no Stack was named before")
        return ast.Has(ast.Cards(place=place, span=place.span), count)

    def holds_none(self, place: ast.Place, *_card: Token) -> ast.Has:
        return self.holds(place, ast.Range(0, 0))

    def played(self, name: Token, _played: Token) -> ast.Played:
        return ast.Played(name_of(name))


def _refuse_unsaid_change(parts: Sequence[ast.Condition]) -> None:
    """Reject a bare count after what an opponent has, unless it says that it is your own."""
    for left, right in pairwise(parts):
        of_opponent = isinstance(left, ast.Has) and left.cards.owner == "opponent"
        if not (of_opponent or isinstance(left, ast.Opponents)) or not isinstance(right, ast.Has):
            continue
        place = right.cards.place
        if place and place.owner == "your" and place.owner_said != "owner":
            raise Nonsense('it does not say whose it is: "you have" or "and has"')


def _of_one_owner(zones: Sequence[ast.Place]) -> list[ast.Place]:
    """Return places with the owner that the first of them names for all."""
    owner = zones[0].owner
    if any(zone.owner_said and zone.owner != owner for zone in zones[1:]):
        raise Nonsense("the places belong to different players: make a sentence for each")
    return [replace(zone, owner=owner) for zone in zones]
