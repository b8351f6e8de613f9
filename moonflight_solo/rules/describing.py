"""Descriptions of cards compiled: which cards a printed phrase fits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import Protocol

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.table import Seat
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Match = Callable[[Card, Seat], bool]
Sift = Callable[[Sequence[Card], Seat], Sequence[Card]]
Score = Callable[[Card], int]

HIGHER_END: Score = attrgetter("high_score")
"""A card's score to an AI card (AI Mode, last paragraph; ruling A-score)."""
END_UP: Score = attrgetter("score")
"""A card's score to a card's text: that of the end now up."""


class CannotDo(MoonflightError):
    """Words that can be read, but ask for something the rules give no way to do."""


class Names(Protocol):
    """Whoever knows which card, and which suit, a printed name means."""

    def card(self, name: str, turned: bool) -> Card:
        """Return the card with ``name`` at the end up before or after the Turn."""
        ...

    def __hash__(self) -> int:
        """Names are the same as themselves only."""
        ...

    def suit(self, name: str) -> str:
        """Return the Jack whose suit is meant."""
        ...


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


def sifter(cards: m.Cards, names: Names, turned: bool, score: Score = HIGHER_END) -> Sift | None:
    """Return what picks out the cards such as ``cards`` describes; ``None`` if any card is.

    ``score`` says which score is meant: AI cards go by the higher end, card texts by the end up.

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
        sifts.append(_score_sift(cards.score) if score is HIGHER_END else _up_sift(cards.score))
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


def _up_sift(range_: m.Range) -> Sift:
    return _number_sift(range_test(range_), END_UP)


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


def matcher(cards: m.Cards, names: Names, turned: bool, score: Score = HIGHER_END) -> Match | None:
    """Return a test for one card being such as ``cards`` describes; ``None`` if any card is."""
    sift = sifter(cards, names, turned, score)
    if sift is None:
        return None
    return lambda card, seat: bool(sift((card,), seat))
