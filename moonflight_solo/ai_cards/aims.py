"""Which cards a line means: picking by its words, and by the default where it is silent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.describing import CannotDo, Names, matcher, only_says, sifter
from moonflight_solo.rules.players import Question
from moonflight_solo.rules.table import Seat
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Pick = Callable[[Sequence[Card], Seat], Card | None]
Order = Callable[[Sequence[Card]], list[Card]]

_COST = attrgetter("cost")
_SCORE = attrgetter("high_score")
_TAKING = attrgetter("high_score", "cost")

# What a player gives up by these, it gives up least willingly last (ruling A-silent).
_GIVING = frozenset({"discard", "trash", "set"})
# What is done to another player rather than to oneself (ruling A-player).
_AGAINST = frozenset({"discard", "trash"})


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
        for cards in target.options:
            only_says(cards, {"number", "extreme", "place", "whose"}, "a target")
            if cards.number not in (None, "some", "any"):
                raise CannotDo(f'"{say(cards)}": the card\'s own text says how many')
        self._phrases = [
            (
                cards,
                matcher(cards, names, turned),
                _best(cards.extreme, bool(cards.names)) if cards.extreme else None,
            )
            for cards in target.options
        ]

    def index(self, question: Question, seat: Seat) -> int | None:
        """Return which of the question's items the line means, or ``None`` if none of them.

        A superlative decides; of several cards by name the first in reading order; else the
        default, among the cards the phrase fits (rulings A-tie, A-others, A-each, A-silent).
        """
        for cards, match, best in self._phrases:
            fitting = [
                index
                for index, card in enumerate(question.cards)
                if card is not None
                and (match is None or match(card, seat))
                and _lies(cards, question, index, seat)
            ]
            if not fitting:
                continue
            if best is not None:
                found = [card for i in fitting if (card := question.cards[i]) is not None]
                chosen = best(found)
                if chosen is not None:
                    return fitting[found.index(chosen)]
            elif cards.names:
                return fitting[0]
            else:
                return silent_index(question, seat, fitting)
        return None


def _lies(cards: m.Cards, question: Question, index: int, seat: Seat) -> bool:
    if cards.whose is None and cards.place is None:
        return True
    owner = question.owners[index]
    if cards.whose == "opponent" and owner == seat.number:
        return False
    place = cards.place
    if place is None:
        return True
    if question.zones[index] not in place.zones:
        return False
    if place.top and not _is_top(question, index):
        return False
    if place.owner == "your":
        return owner == seat.number
    return place.owner == "target" or owner != seat.number


def _is_top(question: Question, index: int) -> bool:
    """Return whether an item lies on top: cards of a Stack are offered from the top down."""
    where = question.zones[index], question.owners[index]
    return all((question.zones[i], question.owners[i]) != where for i in range(index))


def silent_index(question: Question, seat: Seat, among: Sequence[int] | None = None) -> int:
    """Return the choice where a line says nothing, of the items ``among`` those of a question.

    One's own before others', the next in order of play first (A-own-stack, A-others); giving up
    what scores and costs least, taking what scores and costs most (A-silent); the first in
    reading order of several alike (A-tie, A-places).
    """
    if question.ask == "player":
        others = [i for i, owner in enumerate(question.owners) if owner != seat.number]
        return others[0] if others and question.verb in _AGAINST else 0
    if question.ask in ("onto", "deal", "to") or any(card is None for card in question.cards):
        return 0
    indexes = range(len(question.items)) if among is None else among
    if question.owners:
        owners = [question.owners[i] for i in indexes]
        whose = seat.number if seat.number in owners else owners[0]
        indexes = [i for i in indexes if question.owners[i] == whose]
    cards = [question.cards[i] for i in indexes]
    giving = question.ask in _GIVING or (
        question.ask == "move" and question.zones[indexes[0]] in ("hand", "in play")
    )
    best = min(cards, key=_TAKING) if giving else max(cards, key=_TAKING)
    return indexes[cards.index(best)]
