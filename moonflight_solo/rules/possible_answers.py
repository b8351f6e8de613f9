"""Every answer to a decision, as values: an act, a `Choice`, or the `Beginning` of either.

Where there are very many, a card is added at a time: to a Shop for several cards, a Build, a choice
of several items, and an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moonflight_solo.rules.acts import (
    PASS,
    Build,
    Shop,
    first_barred,
    kept_from,
    plays_and_spends,
    price,
)
from moonflight_solo.rules.state import Act, Card, Question, Seat, Table
from moonflight_solo.values import Value


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
        return list[PossibleAnswer](_shops(begun.places, table, seat))
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
    return [each for each in answers if not isinstance(each, Beginning | Choice)]


def _shops(places: tuple[int, ...], table: Table, seat: Seat) -> list[Shop | Beginning]:
    """Return each Shop for one card more, first for it alone and then with further ones."""
    own, coins, repriced, stacks = seat.suit, seat.coins, table.changed, seat.stacks
    for index, place in enumerate(places):
        coins -= price(table, seat, stacks[place].cards[-1 - places[:index].count(place)])
    closed = () if places or seat.shopped else first_barred(table, seat)
    if places or repriced:
        tops = [
            (place, card, cost)
            for place, stack in enumerate(stacks)
            for card in stack.cards[: -places.count(place) or None][-1:]
            if (cost := price(table, seat, card)) <= coins and card.suit not in closed
            if card.suit == own or not places
        ]
    else:  # the same at once, as nearly every Shop is for one card at its printed price
        tops = [
            (place, card, card.cost)
            for place, stack in enumerate(stacks)
            if stack.cards and (card := stack.cards[-1]).cost <= coins and card.suit not in closed
        ]
    shops: list[Shop | Beginning] = []
    for place, card, cost in tops:
        shop = Shop((*places, place))
        if repriced and shop.why_illegal(table, seat) is not None:
            continue
        shops.append(shop)
        if card.suit == own and _sells_more(shop, coins - cost, tops, table, seat):
            shops.append(Beginning(shop))
    return shops


def _sells_more(
    shop: Shop, coins: int, tops: Sequence[tuple[int, Card, int]], table: Table, seat: Seat
) -> bool:
    """Return whether a Shop can be for one card more, from ``tops`` or below its last."""
    last = shop.places[-1]
    cards, depth = seat.stacks[last].cards, shop.places.count(last) + 1
    more = [top for top in tops if top[0] != last]
    if depth <= len(cards):
        more.append((last, cards[-depth], price(table, seat, cards[-depth])))
    for place, card, cost in more:
        if cost > coins or card.suit != seat.suit:
            continue
        if not table.changed or Shop((*shop.places, place)).why_illegal(table, seat) is None:
            return True
    return False


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
