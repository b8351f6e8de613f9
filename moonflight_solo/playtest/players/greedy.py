"""A player who looks one act ahead: the act that is worth most now, by a plain judgement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moonflight_solo.playtest.players.answering import answer
from moonflight_solo.playtest.players.evaluate import Judge
from moonflight_solo.rules.acts import PASS, Build, Play, Shop, Spend
from moonflight_solo.rules.state import (
    Ability,
    Act,
    Card,
    MarketStack,
    Placed,
    Question,
    Seat,
    Table,
)
from moonflight_solo.wording import ast

WORTH_DOING = 0.05
"""The least an act must be worth to be taken."""

COIN_KEPT = 0.35
"""What a coin token not paid is worth, as it can be kept for the next round."""

MOST_ACTS = 100
"""How many acts it takes in a round: some cards could be played again and again for ever."""


class GreedyPlayer:
    """Plays what brings most, then buys what is worth most, then builds, then passes.

    It knows no card by name: everything is judged by what the texts mean. It needs no randomness
    and looks at nothing hidden.
    """

    def __init__(self) -> None:
        self._round = 0
        self._acts = 0

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that is worth most; Pass if none is worth anything."""
        if table.round != self._round:
            self._round, self._acts = table.round, 0
        self._acts += 1
        if self._acts > MOST_ACTS:
            return PASS
        judge = Judge(table, seat)
        for acts in (_plays, _shops, builds, _waits):
            best, found = WORTH_DOING, None
            for worth, act in acts(judge, table, seat):
                if worth > best:
                    best, found = worth, act
            if found is not None:
                return found
        return PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the answer that is worth most."""
        return answer(table, seat, question)


Offer = Iterator[tuple[float, Act]]


def _plays(judge: Judge, table: Table, seat: Seat) -> Offer:
    """Yield the cards to play and the abilities to spend with."""
    for card in dict.fromkeys(seat.hand):
        if card.resolve is not None or card.meaning.effects:
            yield judge.play(card), Play(card)
    for placed in seat.abilities():
        for ability in placed.card.abilities:
            spend = _spend(judge, seat, placed, ability)
            if spend is not None:
                yield spend


def _spend(judge: Judge, seat: Seat, placed: Placed, ability: Ability) -> tuple[float, Act] | None:
    """Return a Spend paid with the cards that are missed least, and its worth."""
    if ability.coins > seat.coins or ability.cards > len(seat.hand):
        return None
    paid = payment(judge, seat, ability)
    kept = seat.hand.copy()
    for card in paid:
        kept.remove(card)
    lost = sum(max(0.0, judge.hold(card)) for card in paid) + ability.coins
    whole = seat.hand
    seat.hand = kept  # what is paid is gone when the effects follow
    try:
        worth = judge.effects(ability.effects)
    finally:
        seat.hand = whole
    return worth - lost, Spend(placed, ability, paid)


def payment(judge: Judge, seat: Seat, ability: Ability) -> tuple[Card, ...]:
    """Return the cards in hand that are missed least, as many as an ability costs."""
    return tuple(sorted(seat.hand, key=judge.hold)[: ability.cards])


def _shops(judge: Judge, table: Table, seat: Seat) -> Offer:
    """Yield the cards to buy."""
    for stack in seat.stacks:
        if stack.cards and stack.cards[-1].cost <= seat.coins:
            shop = Shop((stack,))
            card = stack.cards[-1]
            if shop.why_illegal(table, seat) is None:
                yield price(judge, card, table), shop
    yield from several(judge, table, seat)


def several(judge: Judge, table: Table, seat: Seat) -> Offer:
    """Yield one Shop for several cards of one's own suit, if that many are worth their cost.

    The best each time, a card revealed by one before it too (ruling G-multi).
    """
    depths = dict.fromkeys(seat.market, 0)
    bought: list[MarketStack] = []
    worth, purse = 0.0, seat.coins
    while True:
        best, found = WORTH_DOING, None
        for stack, depth in depths.items():
            card = stack.cards[-1 - depth] if depth < len(stack.cards) else None
            if card is None or card.suit != seat.suit or card.cost > purse:
                continue
            if "purchase" not in card.barred and price(judge, card, table) > best:
                best, found = price(judge, card, table), stack
        if found is None:
            break
        purse -= found.cards[-1 - depths[found]].cost
        worth += best
        depths[found] += 1
        bought.append(found)
    if len(bought) > 1:
        yield worth, Shop(tuple(bought))


def price(judge: Judge, card: Card, table: Table) -> float:
    """Return what buying a card is worth, its cost taken off."""
    if table.turned:
        return judge.keep(card) - COIN_KEPT * card.cost
    later = 0.5 * judge.engine(card.flipped)
    return judge.keep(card) + later - COIN_KEPT * card.cost


def builds(judge: Judge, table: Table, seat: Seat) -> Offer:
    """Yield one Build: the cards missed least on every card in play that can bear them."""
    if seat.built or not seat.hand:
        return
    places = [placed for placed in seat.in_play for _ in range(placed.card.stability)]
    places.sort(key=lambda placed: -judge.engine(placed.card))
    cards = sorted((card for card in seat.hand if "set" not in card.barred), key=judge.keep)
    if table.turned:
        cards = [card for card in cards if not card.score]
    pairs = tuple(zip(cards, places, strict=False))
    if pairs:
        yield 1.0, Build(pairs)


def _waits(judge: Judge, table: Table, seat: Seat) -> Offer:
    """Yield cards played for nothing but to have fewer in hand, as another card there asks for."""
    if any(isinstance(effect, ast.If) for card in seat.hand for effect in card.meaning.effects):
        for card in dict.fromkeys(seat.hand):
            if judge.play(card) >= 0:
                yield WORTH_DOING + 1 / (10 + judge.hold(card)), Play(card)
