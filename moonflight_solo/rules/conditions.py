"""Printed conditions written as plain Python: tests of the table, seen from a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from moonflight_solo.rules.codegen import Code, range_code
from moonflight_solo.rules.places import (
    Look,
    looker,
    market_stacks,
    only_place,
    refuse_hidden,
    zone_cards,
)
from moonflight_solo.rules.selectors import (
    HIGHER_END,
    CannotDo,
    Score,
    Sift,
    Some,
    description,
    only_says,
    range_test,
    sifter,
    some_such,
)
from moonflight_solo.rules.state import Card, Names, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Test = Callable[[Table, Seat], bool]

_HAND_OR_PLAY = ast.Place(("hand", "in play"))

# One's own cards that lie in plain lists, as expressions.
_LISTS: dict[ast.Zone, str] = {
    "hand": "hand",
    "draw deck": "seat.draw_deck",
    "discard stack": "seat.discard_stack",
    "trash stack": "seat.trash_stack",
}


@lru_cache(maxsize=2048)
def condition_test(
    condition: ast.Condition,
    names: Names,
    turned: bool,
    *,
    bare_is_exact: bool = True,
    score: Score = HIGHER_END,
) -> Test:
    """Return ``condition`` as a test of the table, seen from a seat.

    ``bare_is_exact``: whether "6 cards" means exactly six (ruling A-exact) or at least six;
    ``score``: which of a card's scores is meant.
    Raises :class:`CannotDo` for a condition that only makes sense inside a line.
    """
    code = Code()
    holds = ConditionCode(names, turned, bare_is_exact, score, code).written(condition)
    return code.function("holds", "table, seat", ["hand = seat.hand", f"return {holds}"])


class ConditionCode:
    """Writes conditions as expressions of ``table``, ``seat`` and its ``hand``.

    ``held`` is the name of the cards in hand in a form that is quick to look into; what the
    conditions are written for is as for :func:`condition_test`.
    """

    def __init__(
        self,
        names: Names,
        turned: bool,
        bare_is_exact: bool,
        score: Score,
        code: Code,
        held: str = "hand",
    ) -> None:
        self._names = names
        self._turned = turned
        self._bare_is_exact = bare_is_exact
        self._score = score
        self._code = code
        self._held = held

    def written(self, condition: ast.Condition) -> str:
        """Return ``condition`` as an expression; raises :class:`CannotDo`."""
        if isinstance(condition, ast.All):
            return self._joined(" and ", condition.parts)
        if isinstance(condition, ast.Either):
            return self._joined(" or ", condition.parts)
        if isinstance(condition, ast.Played):
            raise CannotDo(
                '"played" can only be said in a line below the line that plays the card.'
            )
        count = as_meant(condition.count, self._bare_is_exact)
        if isinstance(condition, ast.Coins):
            return range_code("seat.coins", count)
        if isinstance(condition, ast.EmptyStacks):
            test = _empty_test(condition, count, self._names)
            return f"{self._code.name(test, say(condition))}(table, seat)"
        return self._has(condition, count)

    def _joined(self, word: str, parts: Sequence[ast.Condition]) -> str:
        return f"({word.join(self.written(part) for part in parts)})"

    def _has(self, has: ast.Has, count: ast.Range) -> str:
        place = has.cards.place
        assert place is not None
        only_says(has.cards, {"place"}, "a condition")
        only_place(place)
        if has.total is not None or has.cards != ast.Cards(place=place):
            refuse_hidden(place)
        if place.owner in ("target", "its"):
            raise CannotDo(f'"{say(place)}": a condition cannot leave open whose it is')
        if place.owner == "your" and len(place.zones) == 1:
            own = self._own(has, place, count)
            if own is not None:
                return own
        test = _has_test(has, place, count, self._names, self._turned, self._score)
        return f"{self._code.name(test, say(has))}(table, seat)"

    def _own(self, has: ast.Has, place: ast.Place, count: ast.Range) -> str | None:
        """Return the expression for cards of one's own, where there is a short one."""
        zone = place.zones[0]
        cards = _LISTS.get(zone)
        described = has.cards != ast.Cards(place=place)
        if cards is not None and not described and not place.top:
            number = range_code(f"len({cards})", count)
            if has.total is None:
                return number
            score = self._code.name(self._score, "score")
            return f"({number} and {range_code(f'sum(map({score}, {cards}))', has.total)})"
        if has.total is not None:
            return None
        if zone == "hand" and count == ast.Range(1) and has.cards == _named(has.cards):
            wanted = self._names.card(has.cards.names[0], self._turned)
            return f"{self._code.name(wanted, wanted.name)} in {self._held}"
        if described and place.top and zone in ("discard stack", "trash stack"):
            such = description(has.cards, self._names, self._turned, self._code, self._score)
            such = f"{cards} != [] and (card := {cards}[-1]) and {such}"
            if count == ast.Range(1):
                return f"({such})"
            if count == ast.Range(0, 0):
                return f"(not ({such}))"
            return None
        if described and cards is not None and not place.top:
            if count == ast.Range(1):
                return f"{self._any(has.cards)}({cards}, seat)"
            if count == ast.Range(0, 0):
                return f"(not {self._any(has.cards)}({cards}, seat))"
        return None

    def _any(self, cards: ast.Cards) -> str:
        """Return the name of the test whether there is such a card among some."""
        test = some_such(replace(cards, place=None), self._names, self._turned, self._score)
        assert test is not None
        return self._code.name(test, f"any {say(cards)}")


def as_meant(count: ast.Range, bare_is_exact: bool) -> ast.Range:
    """Return the count that a bare number means under the ruling in force."""
    if count.bare and not bare_is_exact:
        return ast.Range(count.least)
    return count


def _empty_test(condition: ast.EmptyStacks, count: ast.Range, names: Names) -> Test:
    place = condition.stacks
    only_place(place)
    some_or_none = count in (ast.Range(0, 0), ast.Range(1))
    if some_or_none and place.suit is not None and place.suit.whose == "named":
        jack = names.suit(place.suit.name)
        none = count == ast.Range(0, 0)

        def suit_test(table: Table, seat: Seat) -> bool:
            for stack in seat.by_suit.get(jack, ()):
                if not stack.cards:
                    return not none
            return none

        return suit_test
    within = range_test(count)

    def test(table: Table, seat: Seat) -> bool:
        stacks = market_stacks(table, seat, place, names)
        return within(sum(1 for stack in stacks if not stack.cards))

    return test


def _has_test(
    has: ast.Has, place: ast.Place, count: ast.Range, names: Names, turned: bool, score: Score
) -> Test:
    sift = sifter(has.cards, names, turned, score)
    some = some_such(replace(has.cards, place=None), names, turned, score)
    if place.owner == "opponent":
        if place.suit is not None:
            raise CannotDo(f'"{say(place)}": an opponent\'s Market Stacks are of one suit')
        if some is not None and count == ast.Range(1) and has.total is None:
            return _some_opponent_test(place, some)
        return _opponent_test(place, count, sift, has.total, score)
    if some is not None and count == ast.Range(1) and place == _HAND_OR_PLAY:
        return lambda table, seat: (
            some(seat.hand, seat) or some([placed.card for placed in seat.in_play], seat)
        )
    look, within = looker(place, names), range_test(count)
    if has.total is not None:
        return _total_test(look, count, has.total, score)
    if sift is None:
        return lambda table, seat: within(len(look(table, seat)))
    if count == ast.Range(1):
        return lambda table, seat: bool(sift(look(table, seat), seat))
    if count == ast.Range(0, 0):
        return lambda table, seat: not sift(look(table, seat), seat)
    return lambda table, seat: within(len(sift(look(table, seat), seat)))


def _some_opponent_test(place: ast.Place, some: Some) -> Test:
    """Return the quick test for an opponent having one such card."""

    def test(table: Table, seat: Seat) -> bool:
        for other in table.opponents(seat):
            for zone in place.zones:
                if some(zone_cards(other, zone, place.top), seat):
                    return True
        return False

    return test


def _named(cards: ast.Cards) -> ast.Cards:
    """Return the phrase that says no more than the one name and the place of ``cards``."""
    return ast.Cards(names=cards.names[:1], place=cards.place)


def _total_test(look: Look, count: ast.Range, total: ast.Range, score: Score) -> Test:
    within, scores = range_test(count), range_test(total)

    def test(table: Table, seat: Seat) -> bool:
        cards = look(table, seat)
        return within(len(cards)) and scores(sum(map(score, cards)))

    return test


def _opponent_test(
    place: ast.Place, count: ast.Range, sift: Sift | None, total: ast.Range | None, score: Score
) -> Test:
    """Return a test for one opponent alone having that many ("An opponent has ...")."""
    within = range_test(count)
    scores = range_test(total) if total is not None else None

    def test(table: Table, seat: Seat) -> bool:
        for other in table.opponents(seat):
            cards: Sequence[Card]
            cards = [c for zone in place.zones for c in zone_cards(other, zone, place.top)]
            if sift is not None:
                cards = sift(cards, seat)
            if within(len(cards)) and (scores is None or scores(sum(map(score, cards)))):
                return True
        return False

    return test
