"""Lower printed conditions to requirements, with names resolved and rulings applied, once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.counts import Counting
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import looker, market_stacks, refuse_hidden
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    describes,
    only_says,
    within,
)
from moonflight_solo.rules.state import Card, Names, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

Versus = Callable[[Table, Seat, Seat], bool]
"""Tests what a player (the second seat) has, compared with the first seat."""

LACKING = "an opponent has not"


def _fact(name: str, test: r.Test, so: str = "it has", not_so: str = "not yet") -> r.Opaque:
    """Return a leaf for a fact about a player, with the words for how it stands."""
    return r.Opaque(name, test, because=lambda table, seat: so if test(table, seat) else not_so)


_STATUS = {
    "first player": _fact(
        "first player", lambda table, seat: table.first == seat.number, "it is", "it is another"
    ),
    "shopped": _fact("shopped already", lambda table, seat: seat.shopped),
    "passed": _fact(
        "passed",
        lambda table, seat: (table.acting - seat.number - 1) % len(table.seats) < table.passes,
        not_so="it has not",
    ),
    "built": _fact("built already", lambda table, seat: seat.built),
}
BUILT = replace(
    _STATUS["built"],
    because=lambda table, seat: "it has already built this round",
    status="not-allowed",
)
RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "more": operator.gt,
    "fewer": operator.lt,
    "as many": operator.eq,
    "at least as many": operator.ge,
    "at most as many": operator.le,
}


class Lowering(Counting):
    """Lowers whole conditions: joined facts, and conditions on other players."""

    def condition(self, condition: ast.Condition) -> r.Requirement:
        """Lower ``condition`` to a requirement.

        Raises :class:`CannotDo` if it only makes sense inside a line or asks for what cannot be
        seen, and an error for an unknown name.
        """
        match condition:
            case ast.All(parts):
                return r.both(*map(self.condition, parts))
            case ast.Either(parts):
                return r.either(*map(self.condition, parts))
            case ast.Played():
                raise CannotDo(
                    '"played" is said in a part of the line that plays the card: number it 1.1 if '
                    "that is line 1."
                )
            case ast.Opponents():
                return self._opponents(condition)
            case ast.Status():
                return self._status(condition)
            case ast.Compared():
                return self._all_but(condition) or self._own_compared(condition)
            case ast.StacksMatching():
                return self._such_stacks(condition)
            case ast.LimitIs():
                return self._limit_is(condition)
            case ast.Coins(count):
                return r.CoinCount(self.settle(count), says=say(condition))
            case ast.EmptyStacks(stacks, count):
                return r.EmptyStackCount(
                    self.place(stacks), self.settle(count), says=say(condition)
                )
            case ast.Has(count=count):
                return self.lower_count(condition, self.settle(count), say(condition))

    def _own_compared(self, condition: ast.Compared) -> r.Opaque:
        compared = self._comparison_test(condition, "your")
        return self._players_leaf(condition, lambda table, seat: compared(table, seat, seat))

    def _status(self, condition: ast.Status) -> r.Requirement:
        """Lower what a player has done this round; "nothing else" holds on the last line."""
        if condition.of == "nothing else":
            if self.in_text:
                raise CannotDo(f'"{say(condition)}": only an AI card says that.')
            return r.TRUE  # lines are tried in order, and this is the last (compile_side)
        says, denied = (say(replace(condition, so=so)) for so in (True, False))
        status = replace(_STATUS[condition.of], says=says, denied=denied)
        return status if condition.so else r.Not(status)

    def _all_but(self, part: ast.Compared) -> r.Count | None:
        """Lower "as many such cards as cards there" to "no other cards there", if it says that."""
        cards, rest = part.this.cards, part.than.cards
        if cards is None or rest is None or cards.place is None or cards.place != rest.place:
            return None
        only_says(cards, {"place"}, "a condition")
        kinds = self.kinds(cards)
        one_to_one = part.relation == "as many" and part.this.times == part.than.times
        if not one_to_one or describes(rest) or kinds is None:
            return None
        refuse_hidden(cards.place)
        other_kinds = frozenset(self.names.kinds(self.turned)) - kinds
        return r.Count(self.place(cards.place), other_kinds, ast.Range(0, 0), says=say(part))

    def spoken_of(self, condition: ast.Condition) -> r.Requirement | None:
        """Lower what a condition says of the opponent it mentions, from that opponent's own seat.

        Returns ``None`` unless exactly one of the joined facts (of each alternative) is about an
        opponent.
        """
        if isinstance(condition, ast.Either):
            ways = [way for part in condition.parts if (way := self.spoken_of(part)) is not None]
            return r.either(*ways) if len(ways) == len(condition.parts) else None
        parts = condition.parts if isinstance(condition, ast.All) else (condition,)
        opponents = [part for part in parts if isinstance(part, ast.Opponents)]
        single = [p for p in parts if isinstance(p, ast.Has) and p.cards.owner == "opponent"]
        if len(opponents) + len(single) != 1 or any(part.which != "one" for part in opponents):
            return None
        if single:
            return self._theirs(single[0])
        if any(isinstance(part, ast.Compared) for part in opponents[0].parts):
            versus = self._versus(opponents[0])

            def test(table: Table, opponent: Seat) -> bool:
                # compared with the acting player
                return versus(table, table.seats[table.acting], opponent)

            return r.Opaque(("their", condition, self), test)
        return r.both(*map(self._theirs, opponents[0].parts))

    def _opponents(self, condition: ast.Opponents) -> r.Requirement:
        """Lower a fact about one, each, no or so many opponents, some compared with the player."""
        if isinstance(condition.which, ast.Range):
            return self._so_many(condition, condition.which)
        if not any(isinstance(part, ast.Compared) for part in condition.parts):
            has = r.both(*map(self._theirs, condition.parts))
            in_words = say(replace(condition, which="one"))
            if condition.which == "each":
                not_so = in_words.replace("an opponent has ", f"{LACKING}: ")
                return r.Not(r.SomeOpponent(r.Not(has), not_so, say(condition)))
            some_opponent = r.SomeOpponent(has, in_words, say(replace(condition, which="no")))
            return some_opponent if condition.which == "one" else r.Not(some_opponent)
        versus = self._versus(condition)
        every, none = condition.which == "each", condition.which == "no"

        def test(table: Table, seat: Seat) -> bool:
            has = (versus(table, seat, other) for other in seat.opponents)
            return all(has) if every else any(has) is not none

        return self._players_leaf(condition, test)

    def players_such(self, condition: ast.Condition) -> Versus:
        """Return a test for whether a player (the second seat) meets a condition of the first."""
        if isinstance(condition, ast.Compared):
            return self._versus(ast.Opponents((condition,)))
        return _alone(as_test(self.condition(condition)))

    def _so_many(self, condition: ast.Opponents, count: ast.Range) -> r.Requirement:
        """Lower a condition that a number of opponents, or players if ``you``, meet."""
        versus, fits, you = self._versus(condition), within(self.settle(count)), condition.you

        def test(table: Table, seat: Seat) -> bool:
            whom = [seat, *seat.opponents] if you else seat.opponents
            return fits(sum(versus(table, seat, each) for each in whom))

        return self._players_leaf(condition, test)

    def _such_stacks(self, condition: ast.StacksMatching) -> r.Requirement:
        """Lower how many Market Stacks match; counts express only that a card is shown on one."""
        place = self.place(condition.stacks, fewest=True)
        fits = within(self.settle(condition.count))
        any_stacks = replace(place, size=None, topped=None)
        needs: r.Requirement = r.TRUE
        if place.topped is not None and condition.count.least:
            needs = r.ForSale(any_stacks, self.kinds(place.topped), "shown")

        def test(table: Table, seat: Seat) -> bool:
            return fits(len(market_stacks(table, seat, place)))

        return r.Opaque((condition, self), test, needs, says=say(condition))

    def _limit_is(self, condition: ast.LimitIs) -> r.Requirement:
        """Lower a condition on the player's hand limit, or on how many cards may be retained."""
        fits, kind = within(self.settle(condition.count)), condition.of

        def limit(seat: Seat) -> int:
            return seat.hand_limit() if kind == "hand" else seat.retain_limit()

        return r.Opaque(
            (condition, self.bare_is_exact),
            lambda table, seat: fits(limit(seat)),
            because=lambda table, seat: f"it is {limit(seat)}",
            says=say(condition),
        )

    def _players_leaf(self, condition: ast.Compared | ast.Opponents, test: r.Test) -> r.Opaque:
        """Return a leaf for a test that looks at several players' cards."""
        # The key has all of self: the same words mean other cards after the Turn or to another
        # Jack.
        return r.Opaque((condition, self), test, says=say(condition))

    def _versus(self, condition: ast.Opponents) -> Versus:
        """Return a test for whether an opponent meets all parts, compared with the first seat."""
        tests = [
            self._comparison_test(part, "opponent")
            if isinstance(part, ast.Compared)
            else _alone(as_test(self._theirs(part)))
            for part in condition.parts
        ]
        return lambda table, seat, other: all(test(table, seat, other) for test in tests)

    def _theirs(self, part: ast.Condition) -> r.Requirement:
        """Lower a condition on an opponent from that opponent's seat."""
        if isinstance(part, ast.Has):
            assert part.cards.place is not None
            place = replace(part.cards.place, owner="opponent")
            part = replace(part, cards=replace(part.cards, place=place))
        lowered = self.condition(part)
        return lowered.part if isinstance(lowered, r.SomeOpponent) else lowered

    def _comparison_test(self, part: ast.Compared, whose: ast.Owner) -> Versus:
        """Return a comparison as a test; ``whose`` is the owner that "your" means in it."""
        holds = RELATIONS[part.relation]
        (left, left_own), (right, right_own) = (
            self._amount(amount, whose) for amount in (part.this, part.than)
        )
        first, second = part.this.times, part.than.times

        def test(table: Table, seat: Seat, other_seat: Seat) -> bool:
            number = first * left(table, seat if left_own else other_seat)
            return holds(number, second * right(table, seat if right_own else other_seat))

        return test

    def _amount(
        self, amount: ast.Amount, whose: ast.Owner
    ) -> tuple[Callable[[Table, Seat], int], bool]:
        """Return a count of an amount, and whether it belongs to the player addressed."""
        cards = amount.cards
        if cards is None:
            return lambda table, seat: seat.coins, amount.owner == "holder"
        assert cards.place is not None
        only_says(cards, {"place"}, "a comparison")
        holder = cards.place.owner == "holder"
        kinds = self.kinds(cards)
        if kinds is not None:
            refuse_hidden(replace(cards.place, owner="your" if holder else whose))
        look = looker(replace(self.place(cards.place), owner="your"))
        if kinds is None:
            return lambda table, seat: len(look(table, seat)), holder
        return lambda table, seat: sum(map(kinds.__contains__, look(table, seat))), holder


def _alone(test: r.Test) -> Versus:
    return lambda table, seat, other: test(table, other)


@lru_cache(maxsize=2048)
def text_requirement(
    condition: ast.Condition, names: Names, turned: bool, own: Card | None, jack: str = ""
) -> r.Requirement:
    """Lower a condition in the text of ``own``; "your suit" in it is that of ``jack``."""
    other_than: tuple[Card, ast.Zone] | None = (own, "in play") if own else None
    lower = Lowering(names, turned, jack, score=END_UP, in_text=True, other_than=other_than)
    return lower.condition(condition)


def goes_by_no_seat(condition: ast.Condition) -> bool:
    """Return whether a condition means the same cards whoever it is about."""
    return all(suit.whose == "named" for suit in nodes_of(condition, ast.Suit))


def card_condition(
    condition: ast.Condition, names: Names, turned: bool, own: Card | None = None
) -> r.Test:
    """Compile a condition in a card's text to a test, by the scores now up.

    ``own`` is the card itself, which is in play then (ruling G-self). Raises like
    :meth:`Lowering.condition`.
    """

    return _by_seat(
        condition, lambda jack: as_test(text_requirement(condition, names, turned, own, jack))
    )


def _by_seat(
    condition: ast.Condition, make: Callable[[str], Callable[..., bool]]
) -> Callable[..., bool]:
    """Return a test that ``make`` makes for each Jack when a seat of it is first tested."""
    test = make("")  # raise CannotDo now, not in a game
    if goes_by_no_seat(condition):
        return test
    by_jack = lru_cache(maxsize=None)(make)
    return lambda table, seat, *others: by_jack(seat.jack)(table, seat, *others)


@lru_cache(maxsize=512)
def players_such(condition: ast.Condition, names: Names, turned: bool) -> Versus:
    """Compile a condition that a card's text puts on players, as compared with its holder.

    "You" and "your suit" in it are those of the first seat. Raises like :meth:`Lowering.condition`.
    """

    def such(jack: str) -> Versus:
        lower = Lowering(names, turned, jack, score=END_UP, in_text=True)
        return lower.players_such(condition)

    return _by_seat(condition, such)
