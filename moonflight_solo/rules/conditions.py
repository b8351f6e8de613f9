"""Printed conditions compiled to tests of the table, seen from a seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.describing import (
    HIGHER_END,
    CannotDo,
    Names,
    Score,
    Sift,
    only_says,
    range_test,
    sifter,
)
from moonflight_solo.rules.places import (
    Look,
    looker,
    market_stacks,
    only_place,
    refuse_hidden,
    zone_cards,
)
from moonflight_solo.rules.table import Seat, Table
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Test = Callable[[Table, Seat], bool]

_IN_HAND = m.Place(("hand",))


def condition_test(
    condition: m.Condition,
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
    if isinstance(condition, m.All | m.Either):
        parts = [
            condition_test(part, names, turned, bare_is_exact=bare_is_exact, score=score)
            for part in condition.parts
        ]
        if isinstance(condition, m.All):
            return _both(parts)
        return _any_in_hand(condition, names, turned) or _either(parts)
    if isinstance(condition, m.Coins):
        enough = range_test(as_meant(condition.count, bare_is_exact))
        return lambda table, seat: enough(seat.coins)
    if isinstance(condition, m.EmptyStacks):
        return _empty_test(condition, as_meant(condition.count, bare_is_exact), names)
    if isinstance(condition, m.Has):
        return _has_test(condition, as_meant(condition.count, bare_is_exact), names, turned, score)
    raise CannotDo('"played" can only be said in a line below the line that plays the card.')


def as_meant(count: m.Range, bare_is_exact: bool) -> m.Range:
    """Return the count that a bare number means under the ruling in force."""
    if count.bare and not bare_is_exact:
        return m.Range(count.least)
    return count


def _both(parts: Sequence[Test]) -> Test:
    if len(parts) == 1:
        return parts[0]
    first, rest = parts[0], _both(parts[1:])
    return lambda table, seat: first(table, seat) and rest(table, seat)


def _either(parts: Sequence[Test]) -> Test:
    if len(parts) == 1:
        return parts[0]
    first, rest = parts[0], _either(parts[1:])
    return lambda table, seat: first(table, seat) or rest(table, seat)


def wanted_in_hand(
    condition: m.Condition | None, names: Names, turned: bool
) -> frozenset[Card] | None:
    """Return the named cards of which a condition asks for one at least in hand, and no more.

    ``None`` if it asks for anything else.
    """
    if isinstance(condition, m.Has):
        cards = condition.cards
        if len(cards.names) != 1:
            return None
        if condition != m.Has(m.Cards(names=cards.names, place=_IN_HAND), m.Range(1)):
            return None
        return frozenset({names.card(cards.names[0], turned)})
    if isinstance(condition, m.Either):
        parts = [wanted_in_hand(part, names, turned) for part in condition.parts]
        if any(part is None for part in parts):
            return None
        return frozenset(card for part in parts for card in part or ())
    return None


def _any_in_hand(condition: m.Either, names: Names, turned: bool) -> Test | None:
    """Return the quick test for one of several named cards being in hand, if that is asked."""
    wanted = wanted_in_hand(condition, names, turned)
    if wanted is None:
        return None
    none_of = wanted.isdisjoint
    return lambda table, seat: not none_of(seat.hand)


def _empty_test(condition: m.EmptyStacks, count: m.Range, names: Names) -> Test:
    place = condition.stacks
    only_place(place)
    some_or_none = count in (m.Range(0, 0), m.Range(1))
    if some_or_none and place.suit is not None and place.suit.whose == "named":
        jack = names.suit(place.suit.name)
        none = count == m.Range(0, 0)

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


def _has_test(has: m.Has, count: m.Range, names: Names, turned: bool, score: Score) -> Test:
    place = has.cards.place
    assert place is not None
    only_says(has.cards, {"place"}, "a condition")
    only_place(place)
    if has.total is not None or has.cards != m.Cards(place=place):
        refuse_hidden(place)
    sift = sifter(has.cards, names, turned, score)
    if place.owner in ("target", "its"):
        raise CannotDo(f'"{say(place)}": a condition cannot leave open whose it is')
    if place.owner == "opponent":
        if place.suit is not None:
            raise CannotDo(f'"{say(place)}": an opponent\'s Market Stacks are of one suit')
        return _opponent_test(place, count, sift, has.total, score)
    look, within = looker(place, names), range_test(count)
    if has.total is not None:
        return _total_test(look, count, has.total, score)
    if sift is None:
        if place == _IN_HAND:
            return _hand_count_test(count)
        return lambda table, seat: within(len(look(table, seat)))
    if place == _IN_HAND and count == m.Range(1) and has.cards == _named(has.cards):
        wanted = names.card(has.cards.names[0], turned)
        return lambda table, seat: wanted in seat.hand
    if count == m.Range(1):
        return lambda table, seat: bool(sift(look(table, seat), seat))
    if count == m.Range(0, 0):
        return lambda table, seat: not sift(look(table, seat), seat)
    return lambda table, seat: within(len(sift(look(table, seat), seat)))


def _named(cards: m.Cards) -> m.Cards:
    """Return the phrase that says no more than the one name and the place of ``cards``."""
    return m.Cards(names=cards.names[:1], place=cards.place)


def _hand_count_test(count: m.Range) -> Test:
    least = count.least
    if count.most is None:
        return lambda table, seat: len(seat.hand) >= least
    if count.most == least:
        return lambda table, seat: len(seat.hand) == least
    within = range_test(count)
    return lambda table, seat: within(len(seat.hand))


def _total_test(look: Look, count: m.Range, total: m.Range, score: Score) -> Test:
    within, scores = range_test(count), range_test(total)

    def test(table: Table, seat: Seat) -> bool:
        cards = look(table, seat)
        return within(len(cards)) and scores(sum(map(score, cards)))

    return test


def _opponent_test(
    place: m.Place, count: m.Range, sift: Sift | None, total: m.Range | None, score: Score
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
