"""Counting and recognising cards: what printed conditions and descriptions are compiled to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import Protocol

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.table import MarketStack, Seat, Table
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Test = Callable[[Table, Seat], bool]
Match = Callable[[Card, Seat], bool]
Sift = Callable[[Sequence[Card], Seat], Sequence[Card]]
Look = Callable[[Table, Seat], Sequence[Card]]

_IN_HAND = m.Place(("hand",))


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


DESCRIBING = frozenset({"names", "but_not", "starter", "score", "cost", "stability", "suit"})
"""What a phrase may say of a single card, wherever cards are described."""


def only_says(cards: m.Cards, allowed: Collection[str], where: str) -> None:
    """Raise :class:`CannotDo` if a phrase says more than is carried out where it stands.

    Beside :data:`DESCRIBING` only the slots ``allowed`` may be used; no printed word is dropped.
    """
    empty = m.Cards()
    for slot in m.Cards.__slots__:
        if slot in DESCRIBING or slot in allowed:
            continue
        if getattr(cards, slot) != getattr(empty, slot):
            meant = {"extreme": "the highest or lowest", "whose": "an opponent's"}
            said = meant.get(slot, {"targeted": "Target"}.get(slot, slot))
            raise CannotDo(f'"{say(cards)}": {where} cannot say "{said}"')


def only_place(place: m.Place, *, fewest: bool = False, matching: bool = False) -> None:
    """Raise :class:`CannotDo` for a Market Stack described in a way that means nothing there."""
    if (place.fewest and not fewest) or (place.matching and not matching):
        raise CannotDo(f'"{say(place)}" cannot be said here')


def sifter(cards: m.Cards, names: Names, turned: bool) -> Sift | None:
    """Return what picks out the cards such as ``cards`` describes; ``None`` if any card is.

    The place, number and superlative are not part of it: they are not one card's own.
    """
    sifts: list[Sift] = []
    if cards.names:
        wanted = frozenset(names.card(name, turned) for name in cards.names)
        sifts.append(lambda found, seat: [c for c in found if c in wanted])
    if cards.but_not:
        unwanted = frozenset(names.card(name, turned) for name in cards.but_not)
        sifts.append(lambda found, seat: [c for c in found if c not in unwanted])
    if cards.starter:
        sifts.append(lambda found, seat: [c for c in found if c.is_starter])
    if cards.score is not None:
        sifts.append(_score_sift(cards.score))
    for range_, number in (
        (cards.cost, attrgetter("cost")),
        (cards.stability, attrgetter("stability")),
    ):
        if range_ is not None:
            sifts.append(_number_sift(range_test(range_), number))
    if cards.suit is not None:
        sifts.append(_suit_sift(cards.suit, names))
    return _in_turn(sifts)


def _score_sift(range_: m.Range) -> Sift:
    least = range_.least
    if range_.most is None:
        return lambda found, seat: [c for c in found if c.high_score >= least]
    most = range_.most
    return lambda found, seat: [c for c in found if least <= c.high_score <= most]


def _number_sift(test: Callable[[int], bool], number: Callable[[Card], int]) -> Sift:
    return lambda found, seat: [c for c in found if test(number(c))]


def _suit_sift(suit: m.Suit, names: Names) -> Sift:
    if suit.whose == "named":
        jack = names.suit(suit.name)
        return lambda found, seat: [c for c in found if c.suit == jack]
    if suit.whose == "your":
        return lambda found, seat: [c for c in found if c.suit == seat.suit]
    return lambda found, seat: [c for c in found if c.suit not in (None, seat.suit)]


def _in_turn(sifts: list[Sift]) -> Sift | None:
    if len(sifts) <= 1:
        return sifts[0] if sifts else None
    first, second = sifts[0], _in_turn(sifts[1:])
    assert second is not None
    return lambda found, seat: second(first(found, seat), seat)


def matcher(cards: m.Cards, names: Names, turned: bool) -> Match | None:
    """Return a test for one card being such as ``cards`` describes; ``None`` if any card is."""
    sift = sifter(cards, names, turned)
    if sift is None:
        return None
    return lambda card, seat: bool(sift((card,), seat))


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
    """Return the Market Stacks a phrase means, in the seat's reading order.

    "With the fewest cards" leaves the stacks that share the fewest (ruling A-fewest).
    """
    stacks = _of_suit(table, seat, place, names)
    if place.fewest and stacks:
        fewest = min(len(stack.cards) for stack in stacks)
        stacks = [stack for stack in stacks if len(stack.cards) == fewest]
    return stacks


def _of_suit(
    table: Table, seat: Seat, place: m.Place, names: Names | None
) -> Sequence[MarketStack]:
    if place.suit is None:
        if place.owner == "your":
            return seat.market
        if place.owner == "opponent":
            return [s for s in seat.stacks if s.owner not in (None, seat.number)]
        return seat.stacks
    suit = place.suit
    if suit.whose == "named":
        assert names is not None
        return seat.by_suit.get(names.suit(suit.name), ())
    if suit.whose == "your":
        return seat.by_suit[seat.suit]
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


def cards_in(table: Table, seat: Seat, place: m.Place, names: Names | None) -> list[Card]:
    """Return the cards in ``place``, seen from ``seat``, in reading order (ruling A-tie)."""
    if "market stack" in place.zones:
        stacks = market_stacks(table, seat, place, names)
        return [c for s in stacks for c in (s.cards[-1:] if place.top else s.cards[::-1])]
    return [
        card
        for owner in owners(table, seat, place.owner)
        for zone in place.zones
        for card in zone_cards(owner, zone, place.top)
    ]


def looker(place: m.Place, names: Names | None) -> Look:
    """Return a look at the cards in ``place``, in any order: only what is there matters."""
    if place.owner == "your" and len(place.zones) == 1:
        look = (_TOPS if place.top else _PILES).get(place.zones[0])
        if look is not None:
            return look
    return lambda table, seat: cards_in(table, seat, place, names)


_PILES: dict[m.Zone, Look] = {
    "hand": lambda table, seat: seat.hand,
    "in play": lambda table, seat: [placed.card for placed in seat.in_play],
    "draw deck": lambda table, seat: seat.draw_deck,
    "discard stack": lambda table, seat: seat.discard_stack,
    "trash stack": lambda table, seat: seat.trash_stack,
}
_TOPS: dict[m.Zone, Look] = {
    "discard stack": lambda table, seat: seat.discard_stack[-1:],
    "trash stack": lambda table, seat: seat.trash_stack[-1:],
}


def counter(place: m.Place, names: Names | None) -> Callable[[Table, Seat], int]:
    """Return a count of the cards in ``place``."""
    look = looker(place, names)
    return lambda table, seat: len(look(table, seat))


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
            return _both(parts)
        return _any_in_hand(condition, names, turned) or _either(parts)
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


def _any_in_hand(condition: m.Either, names: Names, turned: bool) -> Test | None:
    """Return the quick test for one of several named cards being in hand, if that is asked."""
    wanted: set[Card] = set()
    for part in condition.parts:
        if not isinstance(part, m.Has) or len(part.cards.names) != 1:
            return None
        if part != m.Has(m.Cards(names=part.cards.names, place=_IN_HAND), m.Range(1)):
            return None
        wanted.add(names.card(part.cards.names[0], turned))
    none_of = frozenset(wanted).isdisjoint
    return lambda table, seat: not none_of(seat.hand)


def _empty_test(condition: m.EmptyStacks, names: Names) -> Test:
    place, count = condition.stacks, condition.count
    only_place(place)
    if place.suit is not None and place.suit.whose == "named":
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
    only_says(has.cards, {"place"}, "a condition")
    only_place(place)
    if has.total is not None or has.cards != m.Cards(place=place):
        refuse_hidden(place)
    count = as_meant(has.count, bare_is_exact)
    sift = sifter(has.cards, names, turned)
    if place.owner == "opponent":
        return _opponent_test(place, count, sift)
    look, within = looker(place, names), range_test(count)
    if has.total is not None:
        return _total_test(look, count, has.total)
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


def _total_test(look: Look, count: m.Range, total: m.Range) -> Test:
    within, scores = range_test(count), range_test(total)

    def test(table: Table, seat: Seat) -> bool:
        cards = look(table, seat)
        return within(len(cards)) and scores(sum([card.high_score for card in cards]))

    return test


def _opponent_test(place: m.Place, count: m.Range, sift: Sift | None) -> Test:
    """Return a test for one opponent alone having that many ("An opponent has ...")."""
    within = range_test(count)

    def test(table: Table, seat: Seat) -> bool:
        for other in table.opponents(seat):
            cards = [c for zone in place.zones for c in zone_cards(other, zone, place.top)]
            if within(len(cards if sift is None else sift(cards, seat))):
                return True
        return False

    return test
