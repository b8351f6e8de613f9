"""Counting and recognising cards: what printed conditions and descriptions are compiled to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.table import MarketStack, Seat, Table
from moonflight_solo.wording import meaning as m

Test = Callable[[Table, Seat], bool]
Match = Callable[[Card, Seat], bool]


class CannotDo(MoonflightError):
    """Words that can be read, but ask for something the rules give no way to do."""


class Names(Protocol):
    """Whoever knows which card, and which suit, a printed name means."""

    def card(self, name: str, turned: bool) -> Card:
        """Return the card with ``name`` at the end up before or after the Turn."""
        ...

    def suit(self, name: str) -> str:
        """Return the Jack whose suit is meant."""
        ...


def in_range(count: int, range_: m.Range) -> bool:
    """Return whether ``count`` is within ``range_``."""
    return count >= range_.least and (range_.most is None or count <= range_.most)


def range_test(range_: m.Range) -> Callable[[int], bool]:
    """Return the fastest test for a number being within ``range_``."""
    least, most = range_.least, range_.most
    if most is None:
        return least.__le__
    if least == most:
        return least.__eq__
    if least == 0:
        return most.__ge__
    return lambda count: least <= count <= most


def matcher(cards: m.Cards, names: Names, turned: bool) -> Match | None:
    """Return a test for one card being such as ``cards`` describes; ``None`` if any card is.

    The place, number and superlative are not part of it: they are not one card's own.
    """
    tests: list[Match] = []
    if cards.names:
        wanted = tuple(names.card(name, turned) for name in cards.names)
        tests.append(lambda card, seat: card in wanted)
    if cards.but_not:
        unwanted = tuple(names.card(name, turned) for name in cards.but_not)
        tests.append(lambda card, seat: card not in unwanted)
    if cards.starter:
        tests.append(lambda card, seat: card.is_starter)
    if cards.score is not None:
        scores = range_test(cards.score)
        tests.append(lambda card, seat: scores(card.high_score))
    if cards.cost is not None:
        costs = range_test(cards.cost)
        tests.append(lambda card, seat: costs(card.cost))
    if cards.stability is not None:
        stabilities = range_test(cards.stability)
        tests.append(lambda card, seat: stabilities(card.stability))
    if cards.suit is not None:
        tests.append(suit_test(cards.suit, names))
    if len(tests) <= 1:
        return tests[0] if tests else None
    return lambda card, seat: all(test(card, seat) for test in tests)


def suit_test(suit: m.Suit, names: Names) -> Match:
    """Return a test for a card being of the suit meant."""
    if suit.whose == "named":
        jack = names.suit(suit.name)
        return lambda card, seat: card.suit == jack
    if suit.whose == "your":
        return lambda card, seat: card.suit == seat.suit
    return lambda card, seat: card.suit is not None and card.suit != seat.suit


def owners(table: Table, seat: Seat, owner: m.Owner) -> Sequence[Seat]:
    """Return whose places are meant: one's own, every player's, or each opponent's."""
    if owner == "target":
        return table.clockwise(seat.number)
    if owner == "opponent":
        return table.opponents(seat)
    return (seat,)


def market_stacks(
    table: Table, seat: Seat, place: m.Place, names: Names | None
) -> Sequence[MarketStack]:
    """Return the Market Stacks a phrase means, in the seat's reading order."""
    if place.suit is None:
        if place.owner == "your":
            return seat.market
        if place.owner == "opponent":
            return [s for s in seat.stacks if s.owner not in (None, seat.number)]
        return seat.stacks
    suit = place.suit
    if suit.whose == "named":
        assert names is not None
        jack = names.suit(suit.name)
        return [stack for stack in seat.stacks if stack.suit == jack]
    if suit.whose == "your":
        return [stack for stack in seat.stacks if stack.suit == seat.suit]
    return [stack for stack in seat.stacks if stack.suit in table.opposing_suits(seat)]


def zone_cards(seat: Seat, zone: m.Zone, top: bool) -> Sequence[Card]:
    """Return the cards that lie in a zone of ``seat``, the top card of a Stack first."""
    if zone == "hand":
        return seat.hand
    if zone == "in play":
        return [placed.card for placed in seat.in_play]
    pile = pile_of(seat, zone)
    return pile[-1:] if top else pile[::-1]


def pile_of(seat: Seat, zone: m.Zone) -> list[Card]:
    """Return the Stack, Deck or hand of ``seat`` that is a plain list of cards."""
    if zone == "hand":
        return seat.hand
    if zone == "draw deck":
        return seat.draw_deck
    if zone == "discard stack":
        return seat.discard_stack
    if zone == "trash stack":
        return seat.trash_stack
    if zone == "supply stack":
        return seat.supply
    raise CannotDo(f'"{zone}" is no single Stack.')


def cards_in(table: Table, seat: Seat, place: m.Place, names: Names | None) -> Iterator[Card]:
    """Yield the cards in ``place``, seen from ``seat``, in reading order (ruling A-tie)."""
    if "market stack" in place.zones:
        for stack in market_stacks(table, seat, place, names):
            yield from stack.cards[-1:] if place.top else stack.cards[::-1]
        return
    for owner in owners(table, seat, place.owner):
        for zone in place.zones:
            yield from zone_cards(owner, zone, place.top)


def counter(place: m.Place, names: Names | None) -> Callable[[Table, Seat], int]:
    """Return a count of the cards in ``place``."""
    if place.owner == "your" and not place.top and len(place.zones) == 1:
        zone = place.zones[0]
        if zone == "hand":
            return lambda table, seat: len(seat.hand)
        if zone == "draw deck":
            return lambda table, seat: len(seat.draw_deck)
        if zone == "discard stack":
            return lambda table, seat: len(seat.discard_stack)
        if zone == "trash stack":
            return lambda table, seat: len(seat.trash_stack)
        if zone == "in play":
            return lambda table, seat: len(seat.in_play)
    return lambda table, seat: sum(1 for _ in cards_in(table, seat, place, names))


def condition_test(
    condition: m.Condition, names: Names, turned: bool, *, bare_is_exact: bool = True
) -> Test:
    """Return ``condition`` as a test of the table, seen from a seat.

    ``bare_is_exact``: whether "6 cards" means exactly six (ruling A-exact) or at least six.
    Raises :class:`CannotDo` for a condition that only makes sense inside a line.
    """
    if isinstance(condition, m.All | m.Either):
        parts = [
            condition_test(part, names, turned, bare_is_exact=bare_is_exact)
            for part in condition.parts
        ]
        if isinstance(condition, m.All):
            return lambda table, seat: all(part(table, seat) for part in parts)
        return lambda table, seat: any(part(table, seat) for part in parts)
    if isinstance(condition, m.Coins):
        enough = range_test(as_meant(condition.count, bare_is_exact))
        return lambda table, seat: enough(seat.coins)
    if isinstance(condition, m.EmptyStacks):
        return _empty_test(condition, names)
    if isinstance(condition, m.Has):
        return _has_test(condition, names, turned, bare_is_exact)
    raise CannotDo('"played" can only be said in a line below the line that plays the card.')


def as_meant(count: m.Range, bare_is_exact: bool) -> m.Range:
    """Return the count that a bare number means under the ruling in force."""
    if count.bare and not bare_is_exact:
        return m.Range(count.least)
    return count


def _empty_test(condition: m.EmptyStacks, names: Names) -> Test:
    place, within = condition.stacks, range_test(condition.count)

    def test(table: Table, seat: Seat) -> bool:
        stacks = market_stacks(table, seat, place, names)
        return within(sum(1 for stack in stacks if not stack.cards))

    return test


def refuse_hidden(place: m.Place) -> None:
    """Raise :class:`CannotDo` if the cards in ``place`` cannot be looked at by the player.

    Draw Decks and Supply Stacks are face down, hands are their owners' ("Face Up and Down").
    """
    if "draw deck" in place.zones or "supply stack" in place.zones:
        raise CannotDo("the cards of a Draw Deck or Supply Stack lie face down: only count them.")
    if "hand" in place.zones and place.owner != "your":
        raise CannotDo("another player's hand cannot be looked at: only count its cards.")


def _has_test(has: m.Has, names: Names, turned: bool, bare_is_exact: bool) -> Test:
    place = has.cards.place
    assert place is not None
    if has.total is not None or has.cards != m.Cards(place=place):
        refuse_hidden(place)
    count = as_meant(has.count, bare_is_exact)
    within = range_test(count)
    match = matcher(has.cards, names, turned)
    if has.total is not None:
        total = range_test(has.total)

        def total_test(table: Table, seat: Seat) -> bool:
            cards = list(cards_in(table, seat, place, names))
            return within(len(cards)) and total(sum(card.high_score for card in cards))

        return total_test
    if place.owner == "opponent":
        # "An opponent has ...": one opponent alone must have that many.
        def opponent_test(table: Table, seat: Seat) -> bool:
            for other in table.opponents(seat):
                cards = (c for zone in place.zones for c in zone_cards(other, zone, place.top))
                if within(sum(1 for card in cards if match is None or match(card, seat))):
                    return True
            return False

        return opponent_test
    if match is None:
        number = counter(place, names)
        return lambda table, seat: within(number(table, seat))
    if len(has.cards.names) == 1 and has.cards == m.Cards(names=has.cards.names, place=place):
        if place == m.Place(("hand",)) and count == m.Range(1):
            named = names.card(has.cards.names[0], turned)
            return lambda table, seat: named in seat.hand
    if count == m.Range(1):
        return lambda table, seat: any(
            match(card, seat) for card in cards_in(table, seat, place, names)
        )
    return lambda table, seat: within(
        sum(1 for card in cards_in(table, seat, place, names) if match(card, seat))
    )
