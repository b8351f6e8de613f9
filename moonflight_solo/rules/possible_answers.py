"""Every answer to a decision, as values: an act, a `Choice`, or the `Beginning` of either.

Where there are very many, a card is added at a time: to a Shop for several cards, a Build, a choice
of several items, and an order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from moonflight_solo.rules.acts import (
    PASS,
    Build,
    Shop,
    kept_from,
    plays_and_spends,
    price,
    total_price,
)
from moonflight_solo.rules.requirements.evaluation import on_sale
from moonflight_solo.rules.requirements.requirement import ForSale
from moonflight_solo.rules.state import Act, Card, Question, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast

_MARKETS = ast.Place(("market stack",), "target", top=True)
payable_stacks = on_sale(ForSale(_MARKETS, None, "payable"))
"""Lists the Market Stacks whose top card a seat can buy now."""


class Choice(Value):
    """An answer to a question: ``indexes`` into its items, in order if it asks for an order."""

    indexes: tuple[int, ...]


class Beginning(Value):
    """The first part of an answer, to which the next decision adds.

    ``answer`` is an act or a choice. Something can always be added to it, and then has to be.
    """

    answer: Act | Choice


PossibleAnswer = Act | Choice | Beginning


def possible_answers(
    table: Table, seat: Seat, question: Question | None, begun: Act | Choice | None = None
) -> list[PossibleAnswer]:
    """Return every answer that can be given now, in a fixed order.

    ``begun`` is the part of it that has been given. Every position that any answer leads to is
    reached by these. Copies of a card in hand count once, except among the items of a question.
    """
    if question is not None:
        indexes = begun.indexes if isinstance(begun, Choice) else ()
        return [*(_orders if question.ask == "order" else _choices)(question, indexes)]
    if isinstance(begun, Shop):
        return [*_shops(begun.places, table, seat)]
    if isinstance(begun, Build):
        return [*_builds(begun.pairs, table, seat)]
    answers: list[PossibleAnswer] = [*plays_and_spends(table, seat)]
    answers += _shops((), table, seat)
    answers += _builds((), table, seat)
    answers.append(PASS)
    return answers


def legal_acts(table: Table, seat: Seat) -> list[Act]:
    """Return every legal act, those with Shop and Build for single cards only."""
    answers = possible_answers(table, seat, None)
    return [answer for answer in answers if not isinstance(answer, Beginning | Choice)]


def _shops(places: tuple[int, ...], table: Table, seat: Seat) -> Iterator[Shop | Beginning]:
    """Yield each Shop for one card more, first for it alone and then with further ones."""
    coins = seat.coins
    if places:
        coins -= total_price(table, seat, Shop(places).cards(seat) or ())
        next_places: Iterable[int] = _own_suit(places, coins, table, seat)
    else:
        next_places = map(seat.stacks.index, payable_stacks(table, seat))
    for place in next_places:
        shop, card = Shop((*places, place)), seat.stacks[place].cards[-1 - places.count(place)]
        yield shop
        if card.suit == seat.suit:
            rest = coins - price(table, seat, card)
            if next(_own_suit(shop.places, rest, table, seat), None) is not None:
                yield Beginning(shop)


def _own_suit(places: tuple[int, ...], coins: int, table: Table, seat: Seat) -> Iterator[int]:
    """Yield the place of each card of its own suit that a seat can buy too, after ``places``."""
    for place, stack in enumerate(seat.stacks):
        depth = places.count(place) + 1
        card = stack.cards[-depth] if depth <= len(stack.cards) else None
        if card is None or card.suit != seat.suit or price(table, seat, card) > coins:
            continue
        if not table.changed or Shop((*places, place)).why_illegal(table, seat) is None:
            yield place


def _builds(
    pairs: tuple[tuple[Card, int], ...], table: Table, seat: Seat
) -> Iterator[Build | Beginning]:
    """Yield each Build of one card more, first of it alone and then with further ones."""
    if seat.built or not seat.hand:
        return
    places = [n for n, placed in enumerate(seat.in_play) for _ in range(placed.card.stability)]
    if not places or kept_from(table, seat, "build"):
        return
    cards = [card for card in seat.hand if "set" not in card.barred]
    for card, place in pairs:
        places.remove(place)
        cards.remove(card)
    several = min(len(places), len(cards)) > 1
    for card in dict.fromkeys(cards):
        for place in dict.fromkeys(places):
            build = Build((*pairs, (card, place)))
            yield build
            if several:
                yield Beginning(build)


def _choices(question: Question, indexes: tuple[int, ...]) -> Iterator[Choice | Beginning]:
    """Yield each choice of one item more, in the order of the items."""
    least, most, number = question.least, question.most, len(question.items)
    if least == 0 and not indexes:
        yield Choice(())
    count = len(indexes) + 1
    for index in range(indexes[-1] + 1 if indexes else 0, number if most else 0):
        later = number - 1 - index
        if count >= least:
            yield Choice((*indexes, index))
        if later and count < most and count + later >= least:
            yield Beginning(Choice((*indexes, index)))


def _orders(question: Question, indexes: tuple[int, ...]) -> Iterator[Choice | Beginning]:
    """Yield the rest as it lies, then each kind of card that can come next instead."""
    cards = question.cards
    rest = [index for index in range(len(cards)) if index not in indexes]
    yield Choice((*indexes, *rest))
    for index in {id(cards[each]): each for each in reversed(rest)}.values():
        later = [each for each in rest if each != index]
        if len({id(cards[each]) for each in later}) > 1:
            yield Beginning(Choice((*indexes, index)))
        elif cards[index] is not cards[rest[0]]:
            yield Choice((*indexes, index, *later))
