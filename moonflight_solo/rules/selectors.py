"""Descriptions of cards compiled: which cards a printed phrase fits."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.codegen import Code, range_code
from moonflight_solo.rules.state import Card, Names, Seat
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Match = Callable[[Card, Seat], bool]
Sift = Callable[[Sequence[Card], Seat], Sequence[Card]]
Some = Callable[[Iterable[Card], Seat], bool]
Score = Callable[[Card], int]

HIGHER_END: Score = attrgetter("high_score")
"""A card's score to an AI card (AI Mode, last paragraph; ruling A-score)."""
END_UP: Score = attrgetter("score")
"""A card's score to a card's text: that of the end now up."""


class CannotDo(MoonflightError):
    """Words that can be read, but ask for something the rules give no way to do."""


def range_test(range_: ast.Range) -> Callable[[int], bool]:
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


def only_says(cards: ast.Cards, allowed: Collection[str], where: str) -> None:
    """Raise :class:`CannotDo` if a phrase says more than is carried out where it stands.

    Beside :data:`DESCRIBING` only the slots ``allowed`` may be used; no printed word is dropped.
    """
    empty = ast.Cards()
    for slot in ast.Cards.__slots__:
        if slot in DESCRIBING or slot in allowed:
            continue
        if getattr(cards, slot) != getattr(empty, slot):
            meant = {"extreme": "the highest or lowest", "whose": "an opponent's"}
            said = meant.get(slot, {"targeted": "Target"}.get(slot, slot))
            raise CannotDo(f'"{say(cards)}": {where} cannot say "{said}"')


def description(
    cards: ast.Cards, names: Names, turned: bool, code: Code, score: Score = HIGHER_END
) -> str:
    """Return the expression that ``card`` is such as ``cards`` describes; "" if any card is.

    ``score`` says which score is meant: AI cards go by the higher end, card texts by the end up.
    The place, number and superlative are not part of it: they are not one card's own.
    """
    said: list[str] = []
    if cards.names:
        said.append(_named(cards.names, "is", "in", names, turned, code))
    if cards.but_not:
        said.append(_named(cards.but_not, "is not", "not in", names, turned, code))
    if cards.starter:
        said.append("card.is_starter")
    if cards.score is not None:
        which = "high_score" if score is HIGHER_END else "score"
        said.append(range_code(f"card.{which}", cards.score))
    if cards.cost is not None:
        said.append(range_code("card.cost", cards.cost))
    if cards.stability is not None:
        said.append(range_code("card.stability", cards.stability))
    if cards.suit is not None:
        said.append(_of_suit(cards.suit, names))
    return " and ".join(said)


def _named(
    said: Sequence[str], one: str, several: str, names: Names, turned: bool, code: Code
) -> str:
    meant = [names.card(name, turned) for name in said]
    called = [code.name(card, card.name) for card in meant]
    return f"card {one} {called[0]}" if len(meant) == 1 else f"card {several} ({', '.join(called)})"


def _of_suit(suit: ast.Suit, names: Names) -> str:
    if suit.whose == "named":
        return f"card.suit == {names.suit(suit.name)!r}"
    if suit.whose == "your":
        return "card.suit == seat.jack"
    return "card.suit not in (None, seat.jack)"


@lru_cache(maxsize=2048)
def sifter(cards: ast.Cards, names: Names, turned: bool, score: Score = HIGHER_END) -> Sift | None:
    """Return what picks out the cards such as ``cards`` describes; ``None`` if any card is."""
    code = Code()
    said = description(cards, names, turned, code, score)
    if not said:
        return None
    return code.function("sift", "found, seat", [f"return [card for card in found if {said}]"])


@lru_cache(maxsize=2048)
def matcher(
    cards: ast.Cards, names: Names, turned: bool, score: Score = HIGHER_END
) -> Match | None:
    """Return a test for one card being such as ``cards`` describes; ``None`` if any card is."""
    code = Code()
    said = description(cards, names, turned, code, score)
    return code.function("match", "card, seat", [f"return {said}"]) if said else None


@lru_cache(maxsize=2048)
def some_such(
    cards: ast.Cards, names: Names, turned: bool, score: Score = HIGHER_END
) -> Some | None:
    """Return a test for there being a card such as ``cards`` describes; ``None`` if any card is."""
    code = Code()
    said = description(cards, names, turned, code, score)
    if not said:
        return None
    body = ["for card in found:", f"    if {said}:", "        return True", "return False"]
    return code.function("some_such", "found, seat", body)
