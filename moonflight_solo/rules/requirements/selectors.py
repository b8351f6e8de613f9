"""Selectors: which kinds of cards a printed phrase describes.

A phrase describes what is printed on a card, so it selects the same kinds wherever they lie. Its
place, number and superlative are not part of that: they do not belong to a single card.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter

from msgspec.structs import replace

from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.state import Card, Names, Seat
from moonflight_solo.values import compared_fields
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import every_node, when_played

Kinds = frozenset[Card]
Match = Callable[[Card, Seat], bool]
Score = Callable[[Card], int]

HIGHER_END: Score = attrgetter("high_score")
"""A card's score to an AI card (AI Mode, last paragraph; ruling A-score)."""
END_UP: Score = attrgetter("score")
"""A card's score to a card's text: that of the end now up."""


class CannotDo(MoonflightError):
    """Words that can be parsed, but ask for something the rules have no way to do."""


def within(range_: ast.Range) -> Callable[[int], bool]:
    """Return a fast test for a number being within ``range_``."""
    least, most = range_.least, range_.most
    if most is None:
        return least.__le__
    if least == most:
        return least.__eq__
    if least == 0:
        return most.__ge__
    return lambda count: least <= count <= most


DESCRIBING = frozenset(
    {"names", "but_not", "starter", "score", "cost", "stability", "suit", "side", "does"}
)
"""The slots that describe a single card, allowed wherever cards are described."""

_NOTHING = ast.Cards()
_SLOTS = compared_fields(ast.Cards)


def only_says(cards: ast.Cards, allowed: Collection[str], where: str) -> None:
    """Raise :class:`CannotDo` if a phrase uses a slot that is not supported where it stands.

    Besides :data:`DESCRIBING` only the slots ``allowed`` may be used, so that no printed word is
    ignored.
    """
    for slot in _SLOTS:
        if slot in DESCRIBING or slot in allowed:
            continue
        if slot == "ties" and "extreme" in allowed and "first" not in cards.ties:
            continue
        if getattr(cards, slot) != getattr(_NOTHING, slot):
            phrases = {"extreme": "the highest or lowest", "whose": "an opponent's"}
            phrase = phrases.get(slot, {"targeted": "Target"}.get(slot, slot))
            raise CannotDo(f'"{say(cards)}": {where} cannot say "{phrase}"')


def kinds_in_order(kinds: Kinds) -> list[Card]:
    """Return the kinds in an order that is the same in every process, namesakes too."""
    return sorted(kinds, key=lambda card: (card.name, card.turned, card.suit or ""))


def describes(cards: ast.Cards) -> bool:
    """Return whether a phrase describes the cards themselves; if not, any card matches."""
    return any(getattr(cards, slot) != getattr(_NOTHING, slot) for slot in DESCRIBING)


@lru_cache(maxsize=8192)
def kinds_of(
    cards: ast.Cards, names: Names, turned: bool, jack: str, score: Score = HIGHER_END
) -> Kinds:
    """Return the kinds of card that a phrase describes, at the ends up on that side of the Turn.

    ``jack`` is whose suit "your suit" is. ``score`` is which of a card's scores counts: AI cards
    use the higher end, card texts the end up. Raises an error for an unknown name.
    """
    tests = list(_tests(cards, names, turned, jack, score))
    return frozenset(card for card in names.kinds(turned) if all(test(card) for test in tests))


def _tests(
    cards: ast.Cards, names: Names, turned: bool, jack: str, score: Score
) -> Iterator[Callable[[Card], bool]]:
    """Yield a test for each quality in the phrase, of numbers by ``score`` or the side said."""
    if cards.names:
        card_names = filter(None, cards.names)  # "" is the name of no card
        ends = frozenset(end for name in card_names for end in names.ends(name, turned))
        yield ends.__contains__
    if cards.but_not:
        exceptions = frozenset(end for name in cards.but_not for end in names.ends(name, turned))
        yield lambda card: card not in exceptions
    if cards.starter is not None:
        yield lambda card: card.is_starter == cards.starter
    if cards.does is not None:
        yield partial(_does, cards.does)
    for amount, measure_name in (
        (cards.score, "score"),
        (cards.cost, "cost"),
        (cards.stability, "stability"),
    ):
        if amount is not None:
            yield _measure_test(within(amount), measure(measure_name, cards.side, score))
    if cards.suit is not None:
        yield _suit_test(cards.suit, names, jack)


def _does(verb: str, card: Card) -> bool:
    """Return whether playing a card makes its player do ``verb``."""
    return any(
        isinstance(each, ast.Instruct | ast.Gain) and each.verb == verb and each.who == "you"
        for each in every_node(when_played(card.meaning))
    )


def measure(of: str, side: str | None, score: Score = HIGHER_END) -> Score:
    """Return a function from a card to its cost, score or Stability at the end that counts.

    Without a ``side`` that is the end now up, except that ``score`` decides about scores.
    """
    if side is None:
        return score if of == "score" else attrgetter(of)
    if side == "higher":
        by_end = attrgetter(of)
        return HIGHER_END if of == "score" else lambda card: max(by_end(card), by_end(card.flipped))
    after = side == "after"

    def at_that_end(card: Card) -> int:
        end = card if card.turned == after else card.flipped
        number: int = getattr(end, of)
        return number

    return at_that_end


def outermost(extreme: ast.Extreme, worths: Sequence[int]) -> list[int]:
    """Return the indexes of the highest or lowest of ``worths``."""
    best = max if extreme.end == "highest" else min
    top = best(worths, default=0)
    return [index for index, worth in enumerate(worths) if worth == top]


def asks_for_any(extreme: ast.Extreme) -> bool:
    """Return whether "highest" requires a value above 0: of score or Stability (A-highest)."""
    return extreme.end == "highest" and extreme.of != "cost"


def outermost_cards(
    phrase: ast.Cards, cards: Sequence[Card | None], targets: Sequence[object]
) -> list[int]:
    """Return the indexes of the highest or lowest ``cards``, by the end now up (G-extreme).

    Determined separately for each of ``targets``, since only one of these will be chosen. "Highest
    scoring" requires a score; ties are broken without that.
    """
    remaining = list(range(len(cards)))
    for extreme in (phrase.extreme, *phrase.ties):
        if not isinstance(extreme, ast.Extreme):
            continue
        worth = measure(extreme.of, phrase.side, END_UP)
        outer: list[int] = []
        for target in dict.fromkeys([targets[index] for index in remaining]):
            indexes = [index for index in remaining if targets[index] == target]
            worths = [worth(card) if card else 0 for card in [cards[index] for index in indexes]]
            any_will_do = extreme is not phrase.extreme or not asks_for_any(extreme)
            if any_will_do or max(worths, default=0) > 0:
                outer += [indexes[index] for index in outermost(extreme, worths)]
        remaining = sorted(outer)
    return remaining


def _measure_test(fits: Callable[[int], bool], of: Score) -> Callable[[Card], bool]:
    return lambda card: fits(of(card))


def _suit_test(suit: ast.Suit, names: Names, jack: str) -> Callable[[Card], bool]:
    """Return a test for a suit; "your" is that of ``jack``, and generic cards have none."""
    if suit.other:
        of_it = _suit_test(replace(suit, other=False), names, jack)
        return lambda card: not of_it(card)
    if suit.whose == "opponent":
        return lambda card: card.suit not in (None, jack)
    if suit.whose == "generic":
        return lambda card: card.suit is None and not card.is_starter
    suit_of = names.suit(suit.name) if suit.whose == "named" else jack
    return lambda card: card.suit == suit_of


def calling(cards: ast.Cards, seat: Seat, names: Names, turned: bool) -> ast.Cards:
    """Return ``cards`` with the name that the player has named, "" if no card has that name now."""
    up = any(card.name == seat.named for card in names.kinds(turned))
    return replace(cards, names=(seat.named if up else "",))


def matcher(
    cards: ast.Cards, names: Names, turned: bool, score: Score = HIGHER_END
) -> Match | None:
    """Return a test for whether a card matches ``cards``; ``None`` if any card does.

    "Your suit" is that of the seat passed to the test.
    """
    if not describes(cards):
        return None
    if ast.NAMED in cards.names:
        return lambda card, seat: (
            card in kinds_of(calling(cards, seat, names, turned), names, turned, seat.jack, score)
        )
    if cards.suit is not None and cards.suit.whose != "named":
        return lambda card, seat: card in kinds_of(cards, names, turned, seat.jack, score)
    kinds = kinds_of(cards, names, turned, "", score)
    return lambda card, seat: card in kinds
