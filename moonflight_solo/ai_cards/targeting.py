"""Which cards a line means: picking by its words, and by the default where it is silent."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter

from moonflight_solo.rules.codegen import Code
from moonflight_solo.rules.selectors import CannotDo, Some, description, only_says
from moonflight_solo.rules.state import Card, Names, Question, Seat
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Pick = Callable[[Sequence[Card], Seat], Card | None]
Order = Callable[[Sequence[Card]], list[Card]]

_COST = attrgetter("cost")
_SCORE = attrgetter("high_score")
_WORTH = attrgetter("worth")

# What a player gives up by these, it gives up least willingly last (ruling A-silent).
_GIVING = frozenset({"discard", "trash", "set"})
# What is done to another player rather than to oneself (ruling A-player).
_AGAINST = frozenset({"discard", "trash"})


def ordering(cards: ast.Cards) -> Order:
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


def picker(cards: ast.Cards, names: Names, turned: bool) -> Pick:
    """Return the choice of one card by a phrase: by its superlative, else A-silent's taking."""
    code = Code()
    picked = picked_by(cards, "found", names, turned, code)
    if picked is not None:
        return code.function("pick", "found, seat", [f"return {picked}"])
    such = description(cards, names, turned, code)
    key = _key(cards, code)
    body = ["for card in found:", f"    if {such}:", "        return card", "return None"]
    if key is not None:
        found = f"[card for card in found if {such}]" if such else "found"
        body = [
            f"card = max({found}, key={key}, default=None)",
            "return card if card and card.high_score else None",
        ]
    return code.function("pick", "found, seat", body)


def picked_by(cards: ast.Cards, found: str, names: Names, turned: bool, code: Code) -> str | None:
    """Return the expression of the card a phrase picks among ``found``; ``None`` if there is none.

    max and min keep the first of several alike, which is ruling A-tie.
    """
    key = _key(cards, code)
    extreme = cards.extreme
    if key is None or (extreme and extreme.of == "score" and extreme.end == "highest"):
        return None
    such = description(cards, names, turned, code)
    among = f"[card for card in {found} if {such}]" if such else found
    end = "min" if extreme and extreme.end == "lowest" else "max"
    return f"{end}({among}, key={key}, default=None)"


def _key(cards: ast.Cards, code: Code) -> str | None:
    """Return the name of what a phrase goes by; ``None`` if it is by the reading order."""
    if cards.extreme is not None:
        by_cost = cards.extreme.of == "cost"
        return code.name(_COST, "cost") if by_cost else code.name(_SCORE, "score")
    return None if cards.names else code.name(_WORTH, "worth")


class Aim:
    """What a line says its act is aimed at: a list of phrases, the earliest possible one meant."""

    __slots__ = ("_names", "_own", "_phrases", "_target", "_turned")

    def __init__(self, target: ast.FirstOf, names: Names, turned: bool) -> None:
        self._target = target
        self._names = names
        self._turned = turned
        self._own: dict[ast.Zone, Some] = {}
        for cards in target.options:
            only_says(cards, {"number", "extreme", "place", "whose"}, "a target")
            if cards.number not in (None, "some", "any"):
                raise CannotDo(f'"{say(cards)}": the card\'s own text says how many')
        self._phrases = [
            (
                _fitting(cards, names, turned),
                bool(cards.names),
                picker(ast.Cards(extreme=cards.extreme), names, turned) if cards.extreme else None,
            )
            for cards in target.options
        ]

    def fits_some(self, cards: Sequence[Card], zone: ast.Zone, seat: Seat) -> bool:
        """Return whether :meth:`index` would find one of these, all one's own cards in ``zone``."""
        some = self._own.get(zone)
        if some is None:
            some = self._own[zone] = self._some_in(zone)
        return some(cards, seat)

    def _some_in(self, zone: ast.Zone) -> Some:
        code = Code()
        fits: list[str] = []
        for cards in self._target.options:
            place = cards.place
            if cards.whose == "opponent" or (place and place.owner in ("opponent", "its")):
                continue
            if place is None or zone in place.zones:
                scoring = cards.extreme == ast.Extreme("highest", "score")
                such = description(cards, self._names, self._turned, code) or "True"
                fits.append(f"({such}{' and card.high_score' if scoring else ''})")
        test = " or ".join(fits) or "False"
        body = ["for card in found:", f"    if {test}:", "        return True", "return False"]
        return code.function("fits_some", "found, seat", body)

    def index(self, question: Question, seat: Seat) -> int | None:
        """Return which of the question's items the line means, or ``None`` if none of them.

        A superlative decides; of several cards by name the first in reading order; else the
        default, among the cards the phrase fits (rulings A-tie, A-others, A-each, A-silent).
        """
        for fitting_in, named, best in self._phrases:
            fitting = fitting_in(question, seat)
            if not fitting:
                continue
            if best is not None:
                found = [card for i in fitting if (card := question.cards[i]) is not None]
                chosen = best(found, seat)
                if chosen is not None:
                    return fitting[found.index(chosen)]
            elif named:
                return fitting[0]
            else:
                return silent_index(question, seat, fitting)
        return None


def _fitting(cards: ast.Cards, names: Names, turned: bool) -> Callable[[Question, Seat], list[int]]:
    """Return what finds the indexes of a question's items that a phrase fits."""
    code = Code()
    fits = ["card is not None", description(cards, names, turned, code)]
    if cards.whose == "opponent":
        fits.append("question.owners[index] != seat.number")
    place = cards.place
    if place is not None:
        fits.append(f"question.zones[index] in {place.zones!r}")
        if place.top:
            fits.append(f"{code.name(_is_top, 'is top')}(question, index)")
        if place.owner == "your":
            fits.append("question.owners[index] == seat.number")
        elif place.owner != "target":
            fits.append("question.owners[index] != seat.number")
    body = [
        "return [",
        "    index for index, card in enumerate(question.cards)",
        f"    if {' and '.join(filter(None, fits))}",
        "]",
    ]
    return code.function("fitting", "question, seat", body)


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
    if question.ask in ("onto", "deal", "to") or None in question.cards:
        return 0
    indexes = range(len(question.items)) if among is None else among
    owners = set(question.owners)
    if len(owners) > 1:
        owners = {question.owners[i] for i in indexes}
        whose = seat.number if seat.number in owners else question.owners[indexes[0]]
        indexes = [i for i in indexes if question.owners[i] == whose]
    cards = [question.cards[i] for i in indexes]
    giving = question.ask in _GIVING or (
        question.ask == "move" and question.zones[indexes[0]] in ("hand", "in play")
    )
    best = min(cards, key=_WORTH) if giving else max(cards, key=_WORTH)
    return indexes[cards.index(best)]
