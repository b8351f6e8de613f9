"""Build comparisons, and conditions on opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.chains import refuse_loose_not, resolve_each
from moonflight_solo.wording.builder.facts import HAND, FactRules
from moonflight_solo.wording.builder.marks import any_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import by_name, merge
from moonflight_solo.wording.builder.negation import (
    held_by,
    negate,
    of_an_opponent,
    of_one,
    otherwise,
    unite,
)
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.quantified import (
    Group,
    assert_existence,
    each_place,
    merge_phrases,
    phrases,
    refuse_loose_places,
)
from moonflight_solo.wording.walk import nodes_of

Thing = ast.Cards | None
"""What is compared: cards, or coin tokens if ``None``."""
_Rival = ast.Place | ast.Cards | str | tuple[type[ast.All | ast.Either], list["_Rival"]]
_Which = Literal["one", "each", "no", "nobody", "everyone", "anyone"] | tuple[ast.Range, str]
_OWN: tuple[ast.Owner, ...] = ("your", "its", "their")


class ComparisonRules(FactRules):
    """Builds comparisons and conditions on opponents from facts and phrases."""

    rows = {
        "doubled": marks.Multiple,
        "halving": lambda relation: marks.Multiple(relation, turned=True),
        "so_many_players": lambda count: (count, "players"),
        "in_each_place": lambda where: (ast.All, each_place(where.place)),
        "such_in_each_place": lambda rival: (ast.All, _each_rival(rival)),
        "card_thing": lambda *parts: replace(_each_alone(merge_phrases(parts), parts), number=None),
    }

    own_rows = {
        "some_opponent_has_not": lambda self, has: self.opponent_has_not("one", has),
        "holds_only": lambda self, zone, kind: self.only_there(kind, ast.Cards(place=zone)),
        "held": lambda self, group, *parts: self.there(group, (*phrases(parts), HAND)),
    }

    # -- opponents and comparisons

    def opponent_is_first(self, which: object) -> ast.Status:
        refuse(which not in ("one", "no"), 'there is one First Player: say "an opponent"')
        return ast.Status("first player", so=which == "no")

    def opponent_has(self, which: _Which, *facts: ast.Condition) -> ast.Condition:
        parts = tuple(map(assert_existence, resolve_each(facts)))
        places = [has.cards.place for has in nodes_of(facts, ast.Has) if has.cards.place]
        places_said = {(place.zones, bool(place.owner_said)) for place in places}
        unsaid = len({zones for zones, _ in places_said}) < len(places_said)
        refuse(unsaid, "it says whose it is for only one of the two")
        with_you = any(isinstance(part, ast.Compared) and is_adrift(part) for part in parts)
        match which:
            case "everyone" | "anyone":
                refuse(with_you, "nobody is compared with themselves")
                kind: type[ast.All | ast.Either] = ast.All if which == "everyone" else ast.Either
                others = self.opponent_has("each" if which == "everyone" else "one", *parts)
                return unite(kind, [unite(ast.All, parts), others])
            case "nobody":
                you_neither = [] if with_you else [negate(unite(ast.All, parts))]
                return unite(ast.All, [*you_neither, self.opponent_has("no", *parts)])
        if which not in ("one", "no"):
            refuse_loose_places(parts)
        elif len(parts) == 1 and isinstance(parts[0], ast.Either):
            return self.opponent_has_either(which, *parts[0].parts)
        elif len(parts) == 1 and isinstance(parts[0], ast.All):
            return self.opponent_has(which, *parts[0].parts)
        if isinstance(which, tuple):
            refuse(with_you, "nobody is compared with themselves")
            return ast.Opponents(tuple(map(of_one, parts)), which[0], you=True)
        if any(has.counting for has in nodes_of(parts, ast.Has)):
            raise Nonsense("a card is played from your hand, and counted there")
        by_deed = any(place.did for place in places)
        one_fact = len(parts) == 1 and isinstance(parts[0], ast.Has)
        if which == "one" and one_fact and not by_deed:
            return of_an_opponent(parts[0])
        return ast.Opponents(tuple(map(of_one, parts)), which)

    def opponent_compares(self, which: _Which, relation: str, thing: Thing) -> ast.Condition:
        """Build "has fewer cards in Draw Deck": than you, the player the text addresses."""
        return self.opponent_has(which, self.compared(relation, thing, "you"))

    def opponent_has_not(self, which: _Which, has: ast.Condition) -> ast.Condition:
        refuse(which != "one", "it is unclear which of them have it")
        return self.opponent_has(which, negate(has))

    def only_there(self, kind: ast.Cards, where: ast.Cards) -> ast.Condition:
        """Build the condition that a place holds cards, and only such cards."""
        any_card = ast.Has(where, ast.Range(1))
        return unite(ast.All, [any_card, self.said_of(Group("all", ()), (where,), kind)])

    def only_such(self, card: Token, where: ast.Cards, kind: ast.Cards) -> ast.Condition:
        """Build "the only card there is ..." or "the only cards there are ..."."""
        if card.lower() != "card":
            return self.only_there(kind, where)
        cards = merge([kind, where])
        return ast.All((ast.Has(where, ast.Range(1, 1)), ast.Has(cards, ast.Range(1))))

    def opponent_has_either(self, which: _Which, *parts: ast.Condition) -> ast.Condition:
        doubt(which not in ("one", "no"), "whether each takes the same one of these or its own")
        kind = ast.All if which == "no" else ast.Either
        refuse_loose_not(ast.Either, parts)
        return unite(kind, [self.opponent_has(which, part) for part in resolve_each(parts)])

    def than_there(self, where: ast.Cards | ast.Place) -> ast.Place:
        place = where.place if isinstance(where, ast.Cards) else where
        place = only(ast.Place, place, "it does not say which Stack: no Stack was named before")
        refuse(not place.zones, "it does not say which Stack: no Stack was named before")
        return place

    def compared(self, relation: str, thing: Thing, rival: _Rival) -> ast.Condition:
        if thing is not None and (places := each_place(thing.place)):
            each = [replace(thing, place=one_place) for one_place in places]
            return unite(ast.Either, [self.compared(relation, left, rival) for left in each])
        kind, rivals = rival if isinstance(rival, tuple) else (ast.Either, _each_rival(rival))
        if rivals or isinstance(rival, tuple):
            return self._with_each(kind, relation, thing, rivals)
        if rival == "coins" or isinstance(rival, ast.Cards):
            return _own_comparison(thing, relation, rival)
        doubt(thing is not None and thing.place is None, 'where to count, as in "in hand"')
        if isinstance(rival, str):
            if rival == "you":
                return _comparison(thing, relation, held_by(thing, "holder"))
            refuse(thing and thing.owner not in (None, "your"), "it says twice whose it is")
            reverse = _comparison(thing, _converse(relation), held_by(thing, "holder"))
            return ast.Opponents((reverse,), cast(Literal["one", "each"], rival))
        thing = only(ast.Cards, thing, "coin tokens are not in a Stack")
        are_theirs = [owner == "opponent" for owner in (thing.owner, rival.owner)]
        there = replace(thing, place=rival)
        if are_theirs[0] and rival.owner in ("its", "their"):
            case = _comparison(held_by(thing, "your"), relation, held_by(there, "your"))
            refuse(case.this == case.than, "nothing is compared with itself")
            return ast.Opponents((case,))
        if are_theirs == [False, False]:
            return _comparison(thing, relation, there)
        refuse(are_theirs == [True, True], "two opponents are not compared")
        left, right = (thing, there) if are_theirs[0] else (there, thing)
        how = relation if are_theirs[0] else _converse(relation)
        than = held_by(right, "holder")
        return ast.Opponents((_comparison(held_by(left, "your"), how, than),))

    def _with_each(self, kind: Any, how: str, thing: Thing, rivals: list[Any]) -> ast.Condition:
        """Compare with each rival by itself: with all of them, or with any."""
        if not rivals or (kind is ast.All and thing is not None and thing.place is None):
            raise Nonsense("it does not say in which of the places")
        each = [self.compared(how, thing, rival) for rival in rivals]
        if kind is ast.All and isinstance(each[0], ast.Opponents):
            return replace(each[0], parts=tuple(nodes_of(tuple(each), ast.Compared)))
        return unite(kind, each)

    def thing_there(self, *parts: ast.Cards | Token) -> ast.Cards:
        cards = parts_of_kind(parts, ast.Cards)
        words = parts_of_kind(parts, Token)
        names = [by_name(word) for word in words if word.type == "QUOTED"]
        return replace(_each_alone(merge([*names, *cards]), cards), number=None)

    def zone_compares(self, at: ast.Place, how: str, thing: Thing, rival: _Rival) -> ast.Condition:
        cards_there = ast.Cards(place=at)
        thing = only(ast.Cards, thing, "coin tokens are not in a Stack")
        than = only(ast.Cards, rival, "coin tokens are not in a Stack")
        there = than if than.place else merge([than, cards_there])
        return self.compared(how, merge([thing, cards_there]), there)

    def held_compared(self, relation: str, thing: Thing, rival: ast.Place | str) -> ast.Condition:
        if thing is not None and thing.place is None:
            thing = merge([thing, HAND])
        return self.compared(relation, thing, rival)

    def number_compared(self, thing: Thing, relation: str, rival: _Rival) -> ast.Condition:
        if any(isinstance(each, ast.Cards) and each_place(each.place) for each in (thing, rival)):
            raise Nonsense('it does not say which place is counted, or both "together"')
        if isinstance(thing, ast.Cards) and isinstance(rival, ast.Cards) and not rival.place:
            rival = replace(rival, place=thing.place)
        return self.compared(relation, thing, rival)

    def zone_compared(self, zone: ast.Place, how: str, _: Token, rival: ast.Place) -> ast.Condition:
        if rival == ast.Place(()):
            rival = replace(rival, zones=zone.zones)
        return self.compared(how, ast.Cards(place=zone), self.than_there(rival))

    def by_half(self, relation: str, *parts: Token | ast.Place | ast.Cards) -> ast.Condition:
        """Return that more than half of some cards are such: more than there are others."""
        where, last = (part for part in parts if not isinstance(part, Token))
        trait = only(ast.Cards, last, "it does not say half of which cards")
        rest = otherwise(trait)
        doubt(len(rest) != 1, "half of which cards")
        cards = ast.Cards(place=self.than_there(where))
        refuse(each_place(cards.place), "it does not say which of the places it is half of")
        return self.compared(relation, merge([cards, trait]), merge([cards, rest[0]]))


def _each_alone(cards: ast.Cards, parts: Sequence[object]) -> ast.Cards:
    """Return cards, unless they are in each of several places and "together"."""
    if each_place(cards.place) and any_marked(parts, "together"):
        raise Nonsense('"together" cannot be "each" too')
    return cards


def _each_rival(rival: object) -> list[Any]:
    """Return what is compared with, in each of several places by itself; nothing if in one."""
    if isinstance(rival, ast.Cards):
        return [replace(rival, place=place) for place in each_place(rival.place)]
    return each_place(rival) if isinstance(rival, ast.Place) else []


_ONLY_COUNTED = {
    "settled": "Settled cards",
    "done": "the cards just moved",
    "shown": "the cards shown",
    "round": "the cards of this round",
}


def _comparison(amount: ast.Cards | None, relation: str, rival: ast.Cards | None) -> ast.Compared:
    """Compare two amounts of cards, or "your" coin tokens with the holder's."""
    return _compare(ast.Amount(amount), relation, ast.Amount(rival, "your" if rival else "holder"))


def _compare(amount: ast.Amount, relation: str, rival: ast.Amount) -> ast.Compared:
    for zone in (zone for each in (amount, rival) if each.cards for zone in each.cards.zones[:1]):
        if zone in _ONLY_COUNTED:
            raise Nonsense(f"{_ONLY_COUNTED[zone]} are counted, not compared")
    which: Any = str(relation)
    if isinstance(relation, marks.Multiple):
        if relation.turned:
            amount = replace(amount, times=2)
        else:
            rival = replace(rival, times=2)
    return ast.Compared(amount, which, rival)


def _converse(relation: str) -> str:
    """Return how the second amount compares with the first."""
    turned = ast.TURNED[relation]
    if isinstance(relation, marks.Multiple):
        return marks.Multiple(turned, not relation.turned)
    return turned


def _own_comparison(thing: Thing, relation: str, rival: object) -> ast.Compared:
    """Compare two amounts of the player's own: cards somewhere, or coin tokens."""
    rest = rival if isinstance(rival, ast.Cards) else None
    if thing and rest and thing.place is None:
        thing = merge([thing, ast.Cards(place=rest.place)])
    for one in (thing, rest):
        if one is not None and (one.place is None or one.place.owner not in _OWN):
            raise Nonsense('it does not say where of yours to count, as in "in hand"')
    refuse(thing is None and rest is None, "nothing is compared with itself")
    return _compare(ast.Amount(thing), relation, ast.Amount(rest))


def is_adrift(condition: ast.Compared) -> bool:
    """Return whether a comparison is not between two different amounts of your own."""
    amounts = (condition.this, condition.than)
    places = [(amount, amount.cards.place if amount.cards else None) for amount in amounts]
    all_own = all((place.owner if place else each.owner) == "your" for each, place in places)
    return not all_own or condition.this == condition.than
