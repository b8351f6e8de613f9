"""Which cards a line means: picking by its words, and by the default where it is silent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.counting import Names, matcher, sifter
from moonflight_solo.rules.players import Question
from moonflight_solo.rules.table import Seat
from moonflight_solo.wording import meaning as m

Pick = Callable[[Sequence[Card], Seat], Card | None]
Order = Callable[[Sequence[Card]], list[Card]]

_COST = attrgetter("cost")
_SCORE = attrgetter("high_score")
_TAKING = attrgetter("high_score", "cost")

# What a player gives up by these, it gives up least willingly last (ruling A-silent).
_GIVING = frozenset({"discard", "trash", "set"})


def ordering(cards: m.Cards) -> Order:
    """Return the order in which a phrase prefers the cards it fits, best first.

    A superlative decides, ties by reading order (ruling A-tie); "highest scoring" leaves out
    cards that score nothing (ruling A-highest). Without one, the order they lie in.
    """
    extreme = cards.extreme
    if extreme is None:
        return list
    key = _COST if extreme.of == "cost" else _SCORE
    if extreme.end == "lowest":
        return lambda found: sorted(found, key=key)
    if extreme.of == "cost":
        return lambda found: sorted(found, key=key, reverse=True)
    return lambda found: sorted((c for c in found if c.high_score), key=key, reverse=True)


def picker(cards: m.Cards, names: Names, turned: bool) -> Pick:
    """Return the choice of one card by a phrase: by its superlative, else A-silent's taking."""
    sift = sifter(cards, names, turned)
    best = _best(cards.extreme, bool(cards.names))
    if sift is None:
        return lambda found, seat: best(found) if found else None

    def pick(found: Sequence[Card], seat: Seat) -> Card | None:
        fitting = sift(found, seat)
        return best(fitting) if fitting else None

    return pick


def _best(extreme: m.Extreme | None, named: bool) -> Callable[[Sequence[Card]], Card | None]:
    # max and min keep the first of several alike, which is ruling A-tie.
    if extreme is None:
        if named:
            return lambda found: found[0]
        return lambda found: max(found, key=_TAKING)
    if extreme.of == "cost":
        if extreme.end == "highest":
            return lambda found: max(found, key=_COST)
        return lambda found: min(found, key=_COST)
    if extreme.end == "lowest":
        return lambda found: min(found, key=_SCORE)

    def highest_scoring(found: Sequence[Card]) -> Card | None:
        card = max(found, key=_SCORE)
        return card if card.high_score else None

    return highest_scoring


class Aim:
    """What a line says its act is aimed at: a list of phrases, the earliest possible one meant."""

    __slots__ = ("_phrases",)

    def __init__(self, target: m.FirstOf, names: Names, turned: bool) -> None:
        self._phrases = [
            (
                cards,
                sifter(cards, names, turned),
                matcher(cards, names, turned),
                _best(cards.extreme, bool(cards.names)),
            )
            for cards in target.options
        ]

    def index(self, question: Question, seat: Seat) -> int | None:
        """Return which of the question's items the line means, or ``None`` if none of them."""
        for cards, sift, match, best in self._phrases:
            if cards.place is None and cards.whose is None and None not in question.cards:
                shown: Sequence[Card] = question.cards  # type: ignore[assignment]
                meant = shown if sift is None else sift(shown, seat)
                chosen = best(meant) if meant else None
                if chosen is not None:
                    return question.cards.index(chosen)
                continue
            fitting = [
                (index, card)
                for index, card in enumerate(question.cards)
                if card is not None
                and _lies(cards, question.zones[index], question.owners[index], seat)
                and (match is None or match(card, seat))
            ]
            chosen = best([card for _, card in fitting]) if fitting else None
            if chosen is not None:
                return next(index for index, card in fitting if card is chosen)
        return None


def _lies(cards: m.Cards, zone: str, owner: int, seat: Seat) -> bool:
    if cards.whose == "opponent" and owner == seat.number:
        return False
    place = cards.place
    if place is None:
        return True
    if zone not in place.zones:
        return False
    if place.owner == "your":
        return owner == seat.number
    return place.owner == "target" or owner != seat.number


def silent_index(question: Question, seat: Seat) -> int:
    """Return the choice where a line says nothing (rulings A-silent, A-own-stack, A-tie)."""
    if question.ask == "player":
        others = [i for i, owner in enumerate(question.owners) if owner != seat.number]
        return others[0] if others and question.verb in _GIVING else 0
    if question.ask in ("onto", "deal", "to") or any(card is None for card in question.cards):
        return 0
    indexes = [i for i, owner in enumerate(question.owners) if owner == seat.number]
    indexes = indexes or list(range(len(question.items)))
    cards = [question.cards[i] for i in indexes]
    giving = question.ask in _GIVING or (
        question.ask == "move" and question.zones[indexes[0]] in ("hand", "in play")
    )
    best = min(cards, key=_TAKING) if giving else max(cards, key=_TAKING)
    return indexes[cards.index(best)]
