"""Printed conditions lowered to requirements: names looked up, rulings applied, once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from moonflight_solo.rules.places import only_place, refuse_hidden
from moonflight_solo.rules.requirement import (
    Coins,
    Count,
    EmptyStacks,
    Requirement,
    SomeOpponent,
    Test,
    Total,
    as_test,
    both,
    either,
)
from moonflight_solo.rules.selectors import (
    END_UP,
    HIGHER_END,
    CannotDo,
    Kinds,
    Score,
    describes,
    kinds_of,
    only_says,
)
from moonflight_solo.rules.state import Names, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of


@dataclass(frozen=True, slots=True)
class Lowering:
    """What words are lowered against.

    ``jack``: whose "your suit" is. ``bare_is_exact``: whether "6 cards" means exactly six (ruling
    A-exact) or at least six. ``score``: which of a card's scores is meant.
    """

    names: Names
    turned: bool
    jack: str
    bare_is_exact: bool = True
    score: Score = HIGHER_END

    def condition(self, condition: ast.Condition) -> Requirement:
        """Return ``condition`` as a requirement.

        Raises :class:`CannotDo` for one that only makes sense inside a line or that asks for
        what cannot be seen, and an error for a name that nothing has.
        """
        if isinstance(condition, ast.All):
            return both(*map(self.condition, condition.parts))
        if isinstance(condition, ast.Either):
            return either(*map(self.condition, condition.parts))
        if isinstance(condition, ast.Played):
            raise CannotDo(
                '"played" can only be said in a line below the line that plays the card.'
            )
        if isinstance(condition, ast.OneOpponent):
            theirs = [
                self.condition(replace(has, cards=replace(has.cards, place=_theirs(has))))
                for has in condition.parts
            ]
            parts = (part.part for part in theirs if isinstance(part, SomeOpponent))
            return SomeOpponent(both(*parts))
        says, count = say(condition), self.meant(condition.count)
        if isinstance(condition, ast.Coins):
            return Coins(count, says=says)
        if isinstance(condition, ast.EmptyStacks):
            return EmptyStacks(self.place(condition.stacks), count, says=says)
        return self._has(condition, count, says)

    def meant(self, count: ast.Range) -> ast.Range:
        """Return the count that a bare number means under the ruling in force."""
        if count.bare and not self.bare_is_exact:
            return ast.Range(count.least)
        return replace(count, bare=False)

    def place(self, place: ast.Place, *, fewest: bool = False, matching: bool = False) -> ast.Place:
        """Return a place whose suit bears its Jack's own name.

        Raises :class:`CannotDo` for Market Stacks described in a way that means nothing there.
        """
        only_place(place, fewest=fewest, matching=matching)
        suit = place.suit
        if suit is None or suit.whose != "named":
            return place
        return replace(place, suit=replace(suit, name=self.names.suit(suit.name)))

    def kinds(self, cards: ast.Cards) -> Kinds | None:
        """Return the kinds of card that a phrase describes; ``None`` if any card is meant."""
        if not describes(cards):
            return None
        return kinds_of(cards, self.names, self.turned, self.jack, self.score)

    def _has(self, has: ast.Has, count: ast.Range, says: str) -> Requirement:
        assert has.cards.place is not None
        only_says(has.cards, {"place"}, "a condition")
        place, kinds = self.place(has.cards.place), self.kinds(has.cards)
        if has.total is not None or kinds is not None:
            refuse_hidden(place)
        if place.owner in ("target", "its", "their"):
            raise CannotDo(f'"{say(place)}": a condition cannot leave open whose it is')
        theirs = place.owner in ("opponent", "some")
        if theirs and place.suit is not None:
            raise CannotDo(f'"{say(place)}": an opponent\'s Market Stacks are of one suit')
        somebodys = place.owner == "some"
        if theirs:
            place = replace(place, owner="your")
        wanted: Requirement
        if has.total is None:
            wanted = Count(place, kinds, count, says=says)
        else:
            wanted = Total(place, kinds, count, self.score, has.total, says=says)
        if somebodys:
            return either(wanted, SomeOpponent(wanted))
        return SomeOpponent(wanted) if theirs else wanted


def _theirs(has: ast.Has) -> ast.Place:
    assert has.cards.place is not None
    return replace(has.cards.place, owner="opponent")


@lru_cache(maxsize=2048)
def card_condition(condition: ast.Condition, names: Names, turned: bool) -> Test:
    """Return a condition in a card's text as a test: by the scores now up, of whoever has it.

    Raises as :meth:`Lowering.condition` does.
    """

    def seen_by(jack: str) -> Test:
        return as_test(Lowering(names, turned, jack, score=END_UP).condition(condition))

    if all(suit.whose == "named" for suit in nodes_of(condition, ast.Suit)):
        return seen_by("")
    seen_by("")  # what cannot be done is told now
    by_jack = lru_cache(maxsize=None)(seen_by)

    def test(table: Table, seat: Seat) -> bool:
        return by_jack(seat.jack)(table, seat)

    return test
