"""Which card is preferred: by a phrase's superlative, by a name, or by default (A-silent)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Final

from msgspec.structs import replace

from moonflight_solo.rules.requirements.selectors import Kinds, measure
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast

Pick = Callable[[Sequence[Card]], Card | None]
Order = Callable[[Iterable[Card]], list[Card]]

_WORTH = attrgetter("worth")
_SCORE, _COST = (
    {end: ast.Extreme(end, of) for end in ("lowest", "highest")} for of in ("score", "cost")
)
GIVING: Final[ast.Ties] = (_SCORE["lowest"], _COST["lowest"])
TAKING: Final[ast.Ties] = (_SCORE["highest"], _COST["highest"])
"""What to give up and what to take by default (A-silent, A-ties-buy)."""


def silent_order(act: ast.AnyAct, turned: bool) -> ast.Ties:
    """Return the default ranking of an act's cards (A-silent, A-ties-buy).

    After the Turn, scoring cards are kept rather than played (A-play).
    """
    if isinstance(act, ast.PlayAct) and turned:
        return GIVING[0], TAKING[1]
    gives = isinstance(act, ast.SpendAct | ast.BuildAct | ast.ResetMove)
    return GIVING if gives else TAKING


def ordering(cards: ast.Cards, silent: ast.Ties = ()) -> Order:
    """Return the order in which a phrase prefers cards, best first.

    By its superlative and tie-breakers, then in reading order (ruling A-tie). Without either, by
    the ``silent`` default (A-silent), or in the order given.
    """
    if cards.extreme is None and not cards.ties:
        if cards.names or not silent:
            return list
        cards = replace(cards, ties=silent)
    if cards.extreme is not None and not cards.ties:
        key = measure(cards.extreme.of, cards.side)
        return partial(sorted, key=key, reverse=cards.extreme.end == "highest")
    return partial(sorted, key=ranking(cards))


def best(value: Callable[[Card], Any], most: bool = False, kinds: Kinds | None = None) -> Pick:
    """Return a pick of the first card with the smallest, or largest (``most``), value of ``value``.

    Considers only these ``kinds``. min and max with a key take three times as long.
    """

    def pick(cards: Sequence[Card]) -> Card | None:
        choice, top = None, None
        for card in cards:
            if kinds is None or card in kinds:
                worth = value(card)
                if choice is None or (worth > top if most else worth < top):
                    choice, top = card, worth
        return choice

    return pick


_MOST_HANDS: Final = 10_000


class TiedKinds(dict[frozenset[Card], frozenset[Card]]):
    """The kinds of which a pick takes the first it comes to, by all kinds it has before it."""

    def __init__(self, pick: Pick) -> None:
        self._pick = pick

    def __missing__(self, kinds: frozenset[Card]) -> frozenset[Card]:
        if len(self) >= _MOST_HANDS:
            self.clear()
        pick, rest, equals = self._pick, list(kinds), list[Card]()
        kind = pick(rest)
        while kind is not None and (not equals or pick([kind, equals[0]]) is kind):
            equals.append(kind)
            rest.remove(kind)
            kind = pick(rest)
        ties = self[kinds] = frozenset(equals)
        return ties


Silent = tuple[Callable[[Card], Any], bool]
"""A default: what to measure, and whether more is better."""
WORTH_TAKEN: Final[Silent] = (_WORTH, True)
KEPT: Final[Silent] = (lambda card: (card.high_score, -card.cost), False)
"""What to take, and what to play while scoring cards are kept (A-silent, A-play)."""


def preference(cards: ast.Cards, silent: Silent = WORTH_TAKEN) -> Silent:
    """Return what a phrase prefers one card by, and whether more of it is better.

    Its superlative; for a name nothing, as the first in reading order is meant; otherwise the
    ``silent`` default.
    """
    extreme = cards.extreme
    if extreme is not None and not cards.ties:
        return measure(extreme.of, cards.side), extreme.end == "highest"
    if extreme is not None or cards.ties:
        return ranking(cards), False
    return (lambda card: 0, False) if cards.names else silent


def picker(cards: ast.Cards, kinds: Kinds | None, silent: Silent = WORTH_TAKEN) -> Pick:
    """Return a pick of one card for a phrase that can pick these ``kinds``.

    Of several alike it picks the first (ruling A-tie).
    """
    return best(*preference(cards, silent), kinds)


def ranking(cards: ast.Cards) -> Callable[[Card], tuple[int, ...]]:
    """Return a sort key for a superlative and then tie-breakers; the best comes first."""
    keys = [
        (measure(extreme.of, cards.side), -1 if extreme.end == "highest" else 1)
        for extreme in (cards.extreme, *cards.ties)
        if isinstance(extreme, ast.Extreme)
    ]
    return lambda card: tuple([sign * key(card) for key, sign in keys])
