"""Build comparisons, and conditions on opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.chains import refuse_loose_not, told_by_each
from moonflight_solo.wording.builder.facts import HAND, FactRules
from moonflight_solo.wording.builder.merging import Nonsense, called, merged
from moonflight_solo.wording.builder.negation import (
    held_by,
    joined,
    negated,
    of_an_opponent,
    of_one,
    otherwise,
)
from moonflight_solo.wording.builder.quantified import (
    Listed,
    Such,
    asserted,
    each_place,
    phrases,
    refuse_loose_places,
    unnumbered,
)
from moonflight_solo.wording.walk import nodes_of

_TURNED: dict[str, str] = {
    "more": "fewer",
    "fewer": "more",
    "as many": "as many",
    "at least as many": "at most as many",
    "at most as many": "at least as many",
}
_OWN: tuple[ast.Owner, ...] = ("your", "its", "their")


class ComparisonRules(FactRules):
    """Builds comparisons and conditions on opponents from facts and phrases."""

    rows = {
        "so_many_players": lambda count: (count, "players"),
        "in_each_place": lambda where: (ast.All, [rival.place for rival in _each_rival(where)]),
        "such_in_each_place": lambda rival: (ast.All, _each_rival(rival)),
        "card_thing": lambda *parts: replace(_told(unnumbered(parts), parts), number=None),
    }

    # -- opponents and comparisons

    def opponent_is_first(self, which: Any) -> ast.Status:
        if which not in ("one", "no"):
            raise Nonsense("there is one First Player")
        return ast.Status("first player", so=which == "no")

    def opponent_has(self, which: Any, *said: ast.Condition) -> ast.Condition:
        parts = tuple(map(asserted, told_by_each(said)))
        places = [has.cards.place for has in nodes_of(said, ast.Has) if has.cards.place]
        if any(
            len({bool(p.owner_said) for p in places if p.zones == at.zones}) > 1 for at in places
        ):
            raise Nonsense("it says whose it is for only one of the two")
        if which in ("everyone", "anyone"):
            if any(map(_is_with_you, parts)):
                raise Nonsense("nobody is compared with themselves")
            kind: Any = ast.All if which == "everyone" else ast.Either
            theirs = self.opponent_has("each" if which == "everyone" else "one", *parts)
            return joined(kind, [*parts, theirs] if kind is ast.All else [_all(parts), theirs])
        if which == "nobody":
            none = self.opponent_has("no", *parts)
            if any(map(_is_with_you, parts)):
                return none
            return joined(ast.All, [negated(_all(parts)), none])
        if which not in ("one", "no"):
            refuse_loose_places(parts)
        elif len(parts) == 1 and isinstance(parts[0], ast.Either):
            return self.opponent_has_either(which, *parts[0].parts)
        elif len(parts) == 1 and isinstance(parts[0], ast.All):
            return self.opponent_has(which, *parts[0].parts)
        if isinstance(which, tuple):
            if any(map(_is_with_you, parts)):
                raise Nonsense("nobody is compared with themselves")
            return ast.Opponents(tuple(map(of_one, parts)), which[0], you=True)
        if any(has.counting for has in nodes_of(parts, ast.Has)):
            raise Nonsense("a card is played from your hand, and counted there")
        done = any(place.did for place in places)
        one_fact = len(parts) == 1 and isinstance(parts[0], ast.Has)
        if which == "one" and one_fact and not done:
            return of_an_opponent(parts[0])
        return ast.Opponents(tuple(map(of_one, parts)), which)

    def opponent_compares(self, which: Any, relation: str, thing: ast.Cards | None) -> Any:
        """Build "has fewer cards in Draw Deck": than you, the player the text addresses."""
        return self.opponent_has(which, self.compared(relation, thing, "you"))

    def opponent_has_not(self, which: Any, has: ast.Condition) -> ast.Condition:
        if which != "one":
            raise Nonsense("it is unclear which of them have it")
        return self.opponent_has(which, negated(has))

    def some_opponent_has_not(self, has: ast.Condition) -> ast.Condition:
        return self.opponent_has_not("one", has)

    def holds_only(self, zone: ast.Place, such: ast.Cards) -> ast.Condition:
        return self.only_there(such, ast.Cards(place=zone))

    def only_there(self, such: ast.Cards, at: ast.Cards) -> ast.Condition:
        """Build the condition that a place holds cards, and only such cards."""
        some = ast.Has(at, ast.Range(1))
        return joined(ast.All, [some, self.said_of(Such("all", ()), (at,), such)])

    def only_such(self, card: Token, at: ast.Cards, such: ast.Cards) -> ast.Condition:
        """Build "the only card there is ..." or "the only cards there are ..."."""
        if card.lower() != "card":
            return self.only_there(such, at)
        return ast.All((ast.Has(at, ast.Range(1, 1)), ast.Has(merged([such, at]), ast.Range(1))))

    def opponent_has_either(
        self, which: Literal["one", "each", "no"], *parts: ast.Condition
    ) -> ast.Condition:
        if which not in ("one", "no"):
            raise Nonsense("it does not say whether each takes the same one of these or its own")
        kind = ast.All if which == "no" else ast.Either
        refuse_loose_not(ast.Either, parts)
        return joined(kind, [self.opponent_has(which, part) for part in told_by_each(parts)])

    def than_there(self, where: ast.Cards | ast.Place) -> ast.Place:
        place = where.place if isinstance(where, ast.Cards) else where
        if place is None or not place.zones:
            raise Nonsense("no Stack to be the same as")
        return place

    def compared(
        self,
        relation: str,
        thing: ast.Cards | None,
        rival: ast.Place | ast.Cards | str | tuple[Any, ...],
    ) -> ast.Condition:
        if thing is not None and (ways := each_place(thing.place)):
            each = [replace(thing, place=way) for way in ways]
            return joined(ast.Either, [self.compared(relation, one, rival) for one in each])
        kind, rivals = rival if isinstance(rival, tuple) else (ast.Either, _each_rival(rival))
        if rivals or isinstance(rival, tuple):
            return self._with_each(kind, relation, thing, rivals)
        if rival == "coins" or isinstance(rival, ast.Cards):
            return _own_comparison(thing, relation, rival)
        if thing is not None and thing.place is None:
            raise Nonsense('it does not say where to count, as in "in hand"')
        if isinstance(rival, str):
            if rival == "you":
                return _comparison(thing, relation, held_by(thing, "holder"))
            if thing is not None and thing.place and thing.place.owner != "your":
                raise Nonsense("it says twice whose it is")
            which: Any = rival
            turned = _comparison(thing, _turned(relation), held_by(thing, "holder"))
            return ast.Opponents((turned,), which)
        if thing is None or thing.place is None:
            raise Nonsense("coin tokens lie in no Stack")
        theirs = [place.owner == "opponent" for place in (thing.place, rival)]
        there = replace(thing, place=rival)
        if theirs[0] and rival.owner in ("its", "their"):
            own = _comparison(held_by(thing, "your"), relation, held_by(there, "your"))
            if own.this == own.than:
                raise Nonsense("compared with itself")
            return ast.Opponents((own,))
        if theirs == [False, False]:
            return _comparison(thing, relation, there)
        if theirs == [True, True]:
            raise Nonsense("two opponents compared")
        one, other = (thing, there) if theirs[0] else (there, thing)
        how = relation if theirs[0] else _turned(relation)
        than = held_by(other, "holder")
        return ast.Opponents((_comparison(held_by(one, "your"), how, than),))

    def _with_each(
        self, kind: Any, relation: str, thing: ast.Cards | None, rivals: Sequence[Any]
    ) -> ast.Condition:
        """Compare with each rival by itself: with all of them, or with any."""
        if not rivals or (kind is ast.All and thing is not None and thing.place is None):
            raise Nonsense("it does not say in which of the places")
        each = [self.compared(relation, thing, rival) for rival in rivals]
        if kind is ast.All and isinstance(each[0], ast.Opponents):
            return replace(
                each[0], parts=tuple(p for one in each for p in nodes_of(one, ast.Compared))
            )
        return joined(kind, each)

    def thing_there(self, *parts: ast.Cards | Token) -> ast.Cards:
        cards = [part for part in parts if isinstance(part, ast.Cards)]
        names = [
            called(part) for part in parts if isinstance(part, Token) and part.type == "QUOTED"
        ]
        return replace(_told(merged([*names, *cards]), cards), number=None)

    def zone_compares(
        self, zone: ast.Place, relation: str, thing: ast.Cards | None, other: Any
    ) -> ast.Condition:
        at = ast.Cards(place=zone)
        if thing is None or other == "coins":
            raise Nonsense("coin tokens lie in no Stack")
        there = other if other.place else merged([other, at])
        return self.compared(relation, merged([thing, at]), there)

    def held(self, such: Such | Listed, *parts: ast.Cards) -> ast.Condition:
        return self.there(such, (*phrases(parts), HAND))

    def held_compared(
        self, relation: str, thing: ast.Cards | None, rival: ast.Place | str
    ) -> ast.Condition:
        if thing is not None and thing.place is None:
            thing = merged([thing, HAND])
        return self.compared(relation, thing, rival)

    def number_compared(self, thing: Any, relation: str, other: Any) -> ast.Condition:
        if any(isinstance(each, ast.Cards) and each_place(each.place) for each in (thing, other)):
            raise Nonsense("one number of what lies in any of the places")
        if isinstance(thing, ast.Cards) and isinstance(other, ast.Cards) and not other.place:
            other = replace(other, place=thing.place)
        return self.compared(relation, thing, other)

    def zone_compared(self, one: ast.Place, relation: str, _card: Token, other: ast.Place) -> Any:
        if other == ast.Place(()):
            other = replace(other, zones=one.zones)
        return self.compared(relation, ast.Cards(place=one), self.than_there(other))

    def by_half(self, relation: str, *parts: Any) -> ast.Condition:
        """Return that more than half of some cards are such: more than there are others."""
        *where, what = (part for part in parts if not isinstance(part, Token))
        others = list(otherwise(what)) if isinstance(what, ast.Cards) else []
        if len(others) != 1:
            raise Nonsense("it does not say half of which cards")
        cards = ast.Cards(place=self.than_there(where[0]))
        if each_place(cards.place):
            raise Nonsense("half of what lies in any of the places")
        return self.compared(relation, merged([cards, what]), merged([cards, others[0]]))

    def zone_has_most(self, zone: ast.Place, relation: str, _card: Token) -> ast.Condition:
        return self.compared(relation, ast.Cards(place=self.than_there(zone)), "each")

    def the_most(self, relation: str, thing: ast.Cards | None) -> ast.Condition:
        return self.compared(relation, thing, "each")


def _told(cards: ast.Cards, parts: Sequence[object]) -> ast.Cards:
    """Return cards, unless they are in each of several places and "together"."""
    if each_place(cards.place) and any(isinstance(part, marks.Together) for part in parts):
        raise Nonsense("together, and each by itself")
    return cards


def _each_rival(rival: Any) -> list[Any]:
    """Return what is compared with, in each of several places by itself; nothing if in one."""
    if isinstance(rival, ast.Cards):
        return [replace(rival, place=place) for place in each_place(rival.place)]
    return each_place(rival) if isinstance(rival, ast.Place) else []


def _is_with_you(part: ast.Condition) -> bool:
    return isinstance(part, ast.Compared) and is_adrift(part)


def _all(parts: Sequence[ast.Condition]) -> ast.Condition:
    return parts[0] if len(parts) == 1 else joined(ast.All, parts)


_ONLY_COUNTED = {
    "settled": "Settled cards",
    "done": "the cards just moved",
    "shown": "the cards shown",
    "round": "the cards of this round",
}


def _comparison(this: ast.Cards | None, relation: str, than: ast.Cards | None) -> ast.Compared:
    """Compare two amounts of cards, or "your" coin tokens with the holder's."""
    return _compared(ast.Amount(this), relation, ast.Amount(than, "your" if than else "holder"))


def _compared(this: ast.Amount, relation: str, than: ast.Amount) -> ast.Compared:
    for zone in (zone for each in (this, than) if each.cards for zone in each.cards.zones[:1]):
        if zone in _ONLY_COUNTED:
            raise Nonsense(f"{_ONLY_COUNTED[zone]} are counted, not compared")
    which: Any = str(relation)
    if isinstance(relation, marks.Multiple):
        if relation.turned:
            this = replace(this, times=2)
        else:
            than = replace(than, times=2)
    return ast.Compared(this, which, than)


def _turned(relation: str) -> str:
    """Return how the second amount compares with the first."""
    turned = _TURNED[relation]
    if isinstance(relation, marks.Multiple):
        return marks.Multiple(turned, not relation.turned)
    return turned


def _own_comparison(thing: ast.Cards | None, relation: str, rival: Any) -> ast.Compared:
    """Compare two amounts of the player's own: cards somewhere, or coin tokens."""
    other = None if rival == "coins" else rival
    if thing and other and thing.place is None:
        thing = merged([thing, ast.Cards(place=other.place)])
    for one in (thing, other):
        if one is not None and (one.place is None or one.place.owner not in _OWN):
            raise Nonsense('it does not say where of yours to count, as in "in hand"')
    if thing is None and other is None:
        raise Nonsense("compared with itself")
    return _compared(ast.Amount(thing), relation, ast.Amount(other))


def is_adrift(condition: ast.Compared) -> bool:
    """Return whether a comparison is not between two different amounts of your own."""
    both = (condition.this, condition.than)
    amounts = [(each, each.cards.place if each.cards else None) for each in both]
    own = all((place.owner if place else each.owner) == "your" for each, place in amounts)
    return not own or condition.this == condition.than
