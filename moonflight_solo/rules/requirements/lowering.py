"""Printed conditions lowered to requirements: names looked up, rulings applied, once."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import (
    known_place,
    looker,
    market_stacks,
    refuse_hidden,
)
from moonflight_solo.rules.requirements.requirement import (
    FALSE,
    TRUE,
    Coins,
    Count,
    EmptyStacks,
    ForSale,
    Not,
    Opaque,
    Requirement,
    SomeOpponent,
    Test,
    Total,
    both,
    either,
)
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    HIGHER_END,
    CannotDo,
    Kinds,
    Score,
    describes,
    kinds_of,
    measure,
    only_says,
    within,
)
from moonflight_solo.rules.state import Card, Names, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

Versus = Callable[[Table, Seat, Seat], bool]
"""Tests what one player has, the latter seat, beside what another has."""

_STATUS = {
    "first player": Opaque(
        "first player", lambda t, s: t.first == s.number, TRUE, FALSE, lambda t, s: "it is another"
    ),
    "shopped": Opaque(
        "shopped already", lambda t, s: s.shopped, TRUE, FALSE, lambda t, s: "not yet"
    ),
}
BUILT = Opaque(
    "built already",
    lambda table, seat: seat.built,
    needs=TRUE,
    enough=FALSE,
    because=lambda table, seat: "it has already built this round",
    status="not-allowed",
)
_RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "more": operator.gt,
    "fewer": operator.lt,
    "as many": operator.eq,
    "at least as many": operator.ge,
    "at most as many": operator.le,
}


class Lowering(Value):
    """What words are lowered against.

    ``jack``: whose "your suit" is. ``bare_is_exact``: whether "6 cards" means exactly six (ruling
    A-exact) or at least six. ``score``: which of a card's scores is meant. ``in_text``: the words
    are a card's own, which may speak of itself. ``other_than``: the card that
    "other" ones are not, and where it is counted.
    """

    names: Names
    turned: bool
    jack: str
    bare_is_exact: bool = True
    score: Score = HIGHER_END
    in_text: bool = False
    other_than: tuple[Card, ast.Zone] | None = None

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
        if isinstance(condition, ast.Opponents):
            return self._opponents(condition)
        says = say(condition)
        if isinstance(condition, ast.Status):
            wanted = replace(_STATUS.get(condition.of, BUILT), says=says)
            return wanted if condition.so else Not(wanted)
        if isinstance(condition, ast.Compared):
            if (others := self._all_but(condition)) is not None:
                return replace(others, says=says)
            compared = self._compared(condition, "your")
            return self._seen(condition, lambda t, seat: compared(t, seat, seat))
        if isinstance(condition, ast.SuchStacks):
            return self._such_stacks(condition, says)
        if isinstance(condition, ast.LimitIs):
            return self._limit_is(condition, says)
        count = self.meant(condition.count)
        if isinstance(condition, ast.Coins):
            return Coins(count, says=says)
        if isinstance(condition, ast.EmptyStacks):
            return EmptyStacks(self.place(condition.stacks), count, says=says)
        return self._has(condition, count, says)

    def _all_but(self, part: ast.Compared) -> Count | None:
        """Return that no other cards are there, where as many are such as there are any."""
        cards, rest = part.this.cards, part.than.cards
        if cards is None or rest is None or cards.place is None or cards.place != rest.place:
            return None
        only_says(cards, {"place"}, "a condition")
        kinds = self.kinds(cards)
        if part.relation != "as many" or describes(rest) or kinds is None:
            return None
        refuse_hidden(cards.place)
        others = frozenset(self.names.kinds(self.turned)) - kinds
        return Count(self.place(cards.place), others, ast.Range(0, 0))

    def meant(self, count: ast.Range) -> ast.Range:
        """Return the count that a bare number means under the ruling in force."""
        if count.bare and not self.bare_is_exact:
            return ast.Range(count.least)
        return replace(count, bare=False)

    def place(self, place: ast.Place, *, fewest: bool = False, matching: bool = False) -> ast.Place:
        """Return a place whose suit bears its Jack's own name.

        Raises :class:`CannotDo` for Market Stacks described in a way that means nothing there.
        """
        suit = place.suit
        if suit is not None and place.zones == ("supply stack",):
            named = self.names.suit(suit.name) if suit.whose == "named" else self.jack
            if suit.whose not in ("named", "your") or named != self.jack:
                raise CannotDo(f'"{say(place)}": only your own Supply Stack is counted')
            return replace(place, suit=None)
        return known_place(place, self.names, fewest=fewest, matching=matching)

    def kinds(self, cards: ast.Cards) -> Kinds | None:
        """Return the kinds of card that a phrase describes; ``None`` if any card is meant."""
        if not describes(cards):
            return None
        return kinds_of(cards, self.names, self.turned, self.jack, self.score)

    def spoken_of(self, condition: ast.Condition) -> Requirement | None:
        """Return what the opponents spoken of in a condition have, from their own seats.

        ``None`` where it speaks of no one opponent, or of several in turn.
        """
        if isinstance(condition, ast.Either):
            ways = [way for part in condition.parts if (way := self.spoken_of(part)) is not None]
            return either(*ways) if len(ways) == len(condition.parts) else None
        parts = condition.parts if isinstance(condition, ast.All) else (condition,)
        found = [part for part in parts if isinstance(part, ast.Opponents)]
        single = [p for p in parts if isinstance(p, ast.Has) and _is_an_opponents(p)]
        if len(found) + len(single) != 1 or any(part.which != "one" for part in found):
            return None
        if single:
            return self._theirs(single[0])
        if any(isinstance(part, ast.Compared) for part in found[0].parts):
            versus = self._versus(found[0])

            def test(table: Table, theirs: Seat) -> bool:
                # Compared with the player whose act it is.
                return versus(table, table.seats[table.acting], theirs)

            return Opaque(("their", condition, self), test, needs=TRUE, enough=FALSE)
        return both(*map(self._theirs, found[0].parts))

    def _opponents(self, condition: ast.Opponents) -> Requirement:
        if isinstance(condition.which, ast.Range):
            return self._so_many(condition, condition.which)
        if not any(isinstance(part, ast.Compared) for part in condition.parts):
            has = both(*map(self._theirs, condition.parts))
            if condition.which == "each":
                return Not(SomeOpponent(Not(has)))
            return SomeOpponent(has) if condition.which == "one" else Not(SomeOpponent(has))
        versus = self._versus(condition)
        every, none = condition.which == "each", condition.which == "no"

        def test(table: Table, seat: Seat) -> bool:
            has = (versus(table, seat, other) for other in seat.opponents)
            return all(has) if every else any(has) is not none

        return self._seen(condition, test)

    def _so_many(self, condition: ast.Opponents, count: ast.Range) -> Requirement:
        """Return that so many opponents have all of it, or players if one counts oneself."""
        versus, fits, you = self._versus(condition), within(self.meant(count)), condition.you

        def test(table: Table, seat: Seat) -> bool:
            whom = [seat, *seat.opponents] if you else seat.opponents
            return fits(sum(versus(table, seat, each) for each in whom))

        return self._seen(condition, test)

    def _such_stacks(self, condition: ast.SuchStacks, says: str) -> Requirement:
        place = self.place(condition.stacks, fewest=True)
        fits = within(self.meant(condition.count))
        plain = replace(place, size=None, topped=None)
        needs: Requirement = TRUE
        if place.topped is not None and condition.count.least:
            needs = ForSale(plain, self.kinds(place.topped), "shown")

        def test(table: Table, seat: Seat) -> bool:
            return fits(len(market_stacks(table, seat, place)))

        return Opaque((condition, self), test, needs=needs, enough=FALSE, says=says)

    def _limit_is(self, condition: ast.LimitIs, says: str) -> Requirement:
        fits, of = within(self.meant(condition.count)), condition.of

        def limit(seat: Seat) -> int:
            return seat.hand_limit() if of == "hand" else seat.retain_limit()

        return Opaque(
            (condition, self.bare_is_exact),
            lambda table, seat: fits(limit(seat)),
            needs=TRUE,
            enough=FALSE,
            because=lambda table, seat: f"it is {limit(seat)}",
            says=says,
        )

    def _seen(self, condition: ast.Compared | ast.Opponents, test: Test) -> Opaque:
        """Return what takes more than one player's cards to be seen."""
        # The same words mean other cards on the other side of the Turn, and to another Jack.
        return Opaque((condition, self), test, needs=TRUE, enough=FALSE, says=say(condition))

    def _versus(self, condition: ast.Opponents) -> Versus:
        """Return the test that one opponent has all that is said, beside the player spoken to."""
        tests = [
            self._compared(part, "opponent")
            if isinstance(part, ast.Compared)
            else _alone(as_test(self._theirs(part)))
            for part in condition.parts
        ]
        return lambda table, seat, other: all(test(table, seat, other) for test in tests)

    def _theirs(self, part: ast.Condition) -> Requirement:
        """Return what an opponent has as it is seen from that opponent's seat."""
        if isinstance(part, ast.Has):
            assert part.cards.place is not None
            place = replace(part.cards.place, owner="opponent")
            part = replace(part, cards=replace(part.cards, place=place))
        lowered = self.condition(part)
        return lowered.part if isinstance(lowered, SomeOpponent) else lowered

    def _compared(self, part: ast.Compared, whose: ast.Owner) -> Versus:
        """Return a comparison as a test; ``whose`` are the cards that are "your" in it."""
        holds = _RELATIONS[part.relation]
        (one, mine), (other, yours) = (
            self._amount(amount, whose) for amount in (part.this, part.than)
        )

        def test(table: Table, seat: Seat, other_seat: Seat) -> bool:
            this = one(table, seat if mine else other_seat)
            return holds(this, other(table, seat if yours else other_seat))

        return test

    def _amount(
        self, amount: ast.Amount, whose: ast.Owner
    ) -> tuple[Callable[[Table, Seat], int], bool]:
        """Return how much there is, and whether it is that of whoever the words speak to."""
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

    def _has(self, has: ast.Has, count: ast.Range, says: str) -> Requirement:
        assert has.cards.place is not None
        if ast.NAMED in has.cards.names:
            return self._named(has, count, says)
        if has.cards.available:
            return self._on_sale(has, says)
        if has.such is not None:
            return self._best_is(has, has.such, says)
        only_says(has.cards, {"place", "other"}, "a condition")
        if has.counting and self.score is not HIGHER_END:
            raise CannotDo(f'"{say(has)}": only a line of an AI card plays a card')
        cards = replace(has.cards, side=None) if has.total is not None else has.cards
        place, kinds = self.place(has.cards.place), self.kinds(cards)
        if not self.in_text and place.zones[0] in ("settled", "done", "round"):
            raise CannotDo(f'"{say(has)}": only a card says that of itself')
        if has.cards.other:
            return self._others(has, kinds, says)
        if (has.total is not None or kinds is not None) and not place.shown:
            refuse_hidden(place)
        place = replace(place, shown=False)
        on_table = place.owner == "target" and place.zones == ("market stack",)
        if place.owner in ("target", "its", "their") and not on_table:
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
            of = measure(has.of, has.cards.side, self.score)
            wanted = Total(place, kinds, count, of, has.total, says=says)
        if place.settled is not None:
            bare = replace(place, settled=None)
            least = Count(bare, kinds, ast.Range(count.least)) if count.least else TRUE
            wanted = Opaque(wanted, as_test(wanted), needs=least, enough=FALSE, says=says)
        if somebodys:
            return either(wanted, SomeOpponent(wanted))
        return SomeOpponent(wanted) if theirs else wanted

    def _best_is(self, has: ast.Has, such: ast.Cards, says: str) -> Requirement:
        """Return that the highest or lowest card there is such; of several alike one will do."""
        cards, extreme, place = has.cards, has.cards.extreme, has.cards.place
        assert extreme is not None
        assert place is not None
        only_says(cards, {"place", "extreme"}, "a condition")
        if place.owner != "your":
            raise CannotDo(f'"{say(has)}": the best of another\'s cards cannot be asked for')
        refuse_hidden(place)
        among = self.kinds(replace(cards, extreme=None)) or frozenset(self.names.kinds(self.turned))
        of, wanted = measure(extreme.of, cards.side, self.score), self.kinds(such) or among
        sign = 1 if extreme.end == "highest" else -1

        def way(best: int) -> Requirement:
            found = frozenset(card for card in among & wanted if of(card) == best)
            better = frozenset(card for card in among if (of(card) - best) * sign > 0)
            there = self.place(place)
            return both(
                Count(there, found, ast.Range(1), says=says),
                Count(there, better, ast.Range(0, 0), says=says),
            )

        return either(*map(way, sorted({of(card) for card in among & wanted})))

    def _named(self, has: ast.Has, count: ast.Range, says: str) -> Opaque:
        """Return that there are so many cards of the name that has been named."""

        def test(table: Table, seat: Seat) -> bool:
            cards = replace(has.cards, names=(seat.named,))
            return as_test(self._has(replace(has, cards=cards), count, says))(table, seat)

        return Opaque((has, self), test, needs=TRUE, enough=FALSE, says=says)

    def _others(self, has: ast.Has, kinds: Kinds | None, says: str) -> Requirement:
        """Return that there are so many such cards, not counting the one that is spoken of."""
        place = has.cards.place
        if self.other_than is None or has.total is not None or place is None:
            raise CannotDo(f'"{say(has)}": which card the others are other than is not said')
        card, zone = self.other_than
        plain = replace(has, cards=replace(has.cards, other=False))
        count = self.meant(has.count)
        without = self._has(plain, count, says)
        itself = kinds is None or card in kinds
        if not itself or zone not in place.zones or place.owner != "your":
            return without
        most = None if count.most is None else count.most + 1
        one_more = ast.Range(count.least + 1 if count.least else 0, most)
        there = Count(ast.Place((zone,)), frozenset({card}), ast.Range(1), says=says)
        with_it = both(there, self._has(plain, one_more, says))
        return either(with_it, both(Not(there), without))

    def _on_sale(self, has: ast.Has, says: str) -> Requirement:
        """Return that a card is there to be Purchased, or none (ruling A-available)."""
        assert has.cards.place is not None
        only_says(has.cards, {"place", "available"}, "what is available")
        if has.cards.place.zones != ("market stack",):
            raise CannotDo(f'"{say(has)}": only what lies in a Market Stack is available')
        sale = ForSale(self.place(has.cards.place), self.kinds(has.cards), "payable", says=says)
        return Not(sale) if has.count.most == 0 else sale


def _is_an_opponents(has: ast.Has) -> bool:
    return has.cards.place is not None and has.cards.place.owner == "opponent"


def _alone(test: Test) -> Versus:
    return lambda table, seat, other: test(table, other)


@lru_cache(maxsize=2048)
def card_condition(
    condition: ast.Condition, names: Names, turned: bool, own: Card | None = None
) -> Test:
    """Return a condition in a card's text as a test: by the scores now up, of whoever has it.

    ``own`` is the card itself, which lies in play then (ruling G-self). Raises as
    :meth:`Lowering.condition` does.
    """

    def seen_by(jack: str) -> Test:
        other_than: tuple[Card, ast.Zone] | None = (own, "in play") if own else None
        lower = Lowering(names, turned, jack, score=END_UP, in_text=True, other_than=other_than)
        return as_test(lower.condition(condition))

    if all(suit.whose == "named" for suit in nodes_of(condition, ast.Suit)):
        return seen_by("")
    seen_by("")  # what cannot be done is told now
    by_jack = lru_cache(maxsize=None)(seen_by)

    def test(table: Table, seat: Seat) -> bool:
        return by_jack(seat.jack)(table, seat)

    return test
