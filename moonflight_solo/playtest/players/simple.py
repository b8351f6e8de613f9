"""Players that look no further than the current act: random and greedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random

from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.playtest.players.evaluate import POINT, Evaluator
from moonflight_solo.rules.acts import PASS, Build, Pass, Play, Shop, Spend, price, shop_from
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import legal_acts, payable_stacks
from moonflight_solo.rules.state import (
    Ability,
    Act,
    Card,
    CardInPlay,
    MarketStack,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scoremode import TURN
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS

PASSES = 0.1
"""Probability that the random player passes when it could act, so that every round ends."""

WORTH_DOING = 0.05
"""Minimum value of an act worth taking."""

COIN_KEPT = 0.35
"""Value of a coin token that is not paid, as it can be kept for the next round."""

MOST_ACTS = 100
"""Maximum number of acts per round: some cards could be played again and again forever."""


class RandomPlayer:
    """Chooses uniformly among all legal acts and all possible answers.

    ``rng`` is its own random stream. It passes with probability :data:`PASSES`, or when nothing
    else is legal.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._act: Act = PASS

    def copied(self) -> RandomPlayer:
        """Return a player that goes on in the same way."""
        new = RandomPlayer(copy(self._rng))
        new._act = self._act
        return new

    def act(self, table: Table, seat: Seat) -> Act:
        """Return a random legal act."""
        acts = list(legal_acts(table, seat))[:-1]
        passing = not acts or self._rng.random() < PASSES
        self._act = PASS if passing else self._rng.choice(acts)
        return self._act

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Explain that the act was random."""
        words = notation(self._act, table, seat)
        return Explanation("", self._act, words, (), "It acts at random.")

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return a random possible answer: any allowed number of items, in any order."""
        most = min(question.most, len(question.items))
        number = self._rng.randint(min(question.least, most), most)
        return self._rng.sample(range(len(question.items)), number)


class GreedyPlayer:
    """Plays the most valuable card, then buys the most valuable one, then Builds, then passes.

    It knows no card by name and evaluates the meaning of texts. It is deterministic and uses no
    hidden information.
    """

    def __init__(self) -> None:
        self._round = 0
        self._acts = 0
        self._worth = 0.0
        self._act: Act = PASS

    def copied(self) -> GreedyPlayer:
        """Return a player that goes on in the same way."""
        return copy(self)

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the most valuable act; Pass if none is worth anything."""
        if table.round != self._round:
            self._round, self._acts = table.round, 0
        self._acts += 1
        self._act = PASS
        if self._acts > MOST_ACTS:
            return PASS
        values = Evaluator(table, seat)
        for acts in (_plays, _shops, _builds, _waits):
            self._worth = WORTH_DOING
            for worth, act in acts(values, table, seat):
                if worth > self._worth and _may(act, table, seat):
                    self._worth, self._act = worth, act
            if self._act is not PASS:
                return self._act
        return PASS

    def explain(self, table: Table, seat: Seat) -> Explanation:
        """Explain the last act by its estimated value."""
        if isinstance(self._act, Pass):
            because = "No act is worth anything to it now."
        elif isinstance(self._act, Build):
            because = "It Sets the cards it needs least."
        else:
            what = "purchases" if isinstance(self._act, Shop) else "cards and abilities"
            worth = f"{self._worth:.1f} coin tokens"
            because = f"Of its {what} this is worth most to it now, about {worth}."
        return Explanation("", self._act, notation(self._act, table, seat), (), because)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the indexes of the most valuable items, leaving out harmful ones if possible."""
        worths = _worths(Evaluator(table, seat), table, seat, question)
        order = sorted(range(len(worths)), key=lambda index: -worths[index])
        if question.ask == "order":
            return order[::-1]  # the best last, so that it lies on top
        good = sum(1 for worth in worths if worth > 0)
        number = min(max(question.least, good), question.most, len(order))
        return order[:number]


Acts = Iterator[tuple[float, Act]]
"""Acts with their values."""


def _plays(values: Evaluator, table: Table, seat: Seat) -> Acts:
    """Yield the Play of each kind of card in hand with instructions, and each Spend it can pay."""
    for card in dict.fromkeys(seat.hand):
        if card.resolve is not None or card.meaning.effects:
            yield values.play(card), Play(card)
    for placed, ability in _payable(seat):
        yield _spend(values, seat, placed, ability)


def _payable(seat: Seat) -> Iterator[tuple[CardInPlay, Ability]]:
    """Yield the abilities whose cost the seat can pay, each with the card that has it."""
    for placed in seat.abilities():
        for ability in placed.card.abilities:
            enough = ability.cards <= len(ability.payable(seat.hand))
            if ability.coins <= seat.coins and enough:
                yield placed, ability


def _spend(
    values: Evaluator, seat: Seat, placed: CardInPlay, ability: Ability
) -> tuple[float, Act]:
    """Return a Spend and its value less the cards paid, which are gone when the effects follow."""
    paid = _payment(values, seat, ability)
    rest = seat.hand.copy()
    for card in paid:
        rest.remove(card)
    lost = sum(max(0.0, values.hold(card)) for card in paid) + ability.coins
    whole = seat.hand
    seat.hand = rest  # what is paid is gone when the effects follow
    try:
        worth = values.effects(ability.effects, placed.card)
    finally:
        seat.hand = whole
    return worth - lost, Spend(seat.place_of(placed), ability, paid)


def _payment(values: Evaluator, seat: Seat, ability: Ability) -> tuple[Card, ...]:
    return tuple(sorted(ability.payable(seat.hand), key=values.hold)[: ability.cards])


def _shops(values: Evaluator, table: Table, seat: Seat) -> Acts:
    """Yield a Shop for each card for sale, and one for several of the seat's own suit."""
    for stack in payable_stacks(table, seat):
        yield _price(values, stack.cards[-1], table), shop_from(stack, seat)
    yield from _several(values, table, seat)


def _several(values: Evaluator, table: Table, seat: Seat) -> Acts:
    """Yield a Shop for several cards of one's own suit, if that many are worth their cost.

    Includes cards that earlier picks reveal (ruling G-multi).
    """
    purse, worth = seat.coins, 0.0
    bought: list[int] = []
    depths = dict.fromkeys(seat.market, 0)
    while True:
        best, best_stack = WORTH_DOING, None
        for stack, depth in depths.items():
            card = stack.cards[-1 - depth] if depth < len(stack.cards) else None
            if card is None or card.suit != seat.suit or price(table, seat, card) > purse:
                continue
            if (good := _price(values, card, table)) > best:
                best, best_stack = good, stack
        if best_stack is None:
            break
        purse -= price(table, seat, best_stack.cards[-1 - depths[best_stack]])
        depths[best_stack] += 1
        worth += best
        bought.append(seat.stacks.index(best_stack))
    if len(bought) > 1:
        yield worth, Shop(tuple(bought))


def _price(values: Evaluator, card: Card, table: Table) -> float:
    """Return the worth of Purchasing a card, before the Turn also by its other end."""
    if table.turned:
        return values.keep(card) - COIN_KEPT * card.cost
    later = 0.5 * values.engine(card.flipped)
    return values.keep(card) + later - COIN_KEPT * card.cost


def _builds(values: Evaluator, table: Table, seat: Seat) -> Acts:
    """Yield one Build: the least valuable cards on every card in play with Stability."""
    if seat.built or not seat.hand:
        return
    places = [index for index, card in enumerate(seat.in_play) for _ in range(card.card.stability)]
    places.sort(key=lambda at: -values.engine(seat.in_play[at].card))
    # After the Turn only those without a score are worth Setting.
    cards = [c for c in seat.hand if "set" not in c.barred and not (table.turned and c.score)]
    cards.sort(key=values.keep)
    pairs = tuple(zip(cards, places, strict=False))
    if pairs:
        yield 1.0, Build(pairs)


def _waits(values: Evaluator, table: Table, seat: Seat) -> Acts:
    """Yield harmless cards to play just to empty the hand, if another card there has a
    condition.
    """
    if any(isinstance(effect, ast.If) for card in seat.hand for effect in card.meaning.effects):
        for card in dict.fromkeys(seat.hand):
            if values.play(card) >= 0:
                yield WORTH_DOING + 1 / (10 + values.hold(card)), Play(card)


def candidate_acts(table: Table, seat: Seat) -> list[Act]:
    """Return the acts worth trying, one per kind of card.

    Spends are paid with the least valuable cards; there is one Build, of as many cards as fit; of
    Shops for several cards, only the best. Playing a card without text and Stability is omitted, as
    it is not better than passing.
    """
    values = Evaluator(table, seat)
    kinds = dict.fromkeys(seat.hand)
    acts: list[Act] = [Play(card) for card in kinds if card.meaning.effects or card.stability]
    for placed, ability in _payable(seat):
        acts.append(Spend(seat.place_of(placed), ability, _payment(values, seat, ability)))
    bought: dict[str, Act] = {}
    for stack in payable_stacks(table, seat):
        bought.setdefault(stack.cards[-1].name, shop_from(stack, seat))
    more = [act for _, act in (*_several(values, table, seat), *_builds(values, table, seat))]
    acts, more = ([act for act in those if _may(act, table, seat)] for those in (acts, more))
    return [*acts, *bought.values(), *more, PASS]


def _may(act: Act, table: Table, seat: Seat) -> bool:
    """Return whether no card's effect forbids an otherwise legal act."""
    if not (table.changed or table.cards.timed):
        return True
    return act.why_illegal(table, seat) is None


def _worths(values: Evaluator, table: Table, seat: Seat, question: Question) -> list[float]:
    """Return the worth of each item of a question; 0 for a card that is face down."""
    ask, items = question.ask, question.items
    if ask == "token":
        return [1.0 if item == TURN else 0.5 for item in items]
    if ask == "player":
        own = 1.0 if question.verb and KEYWORDS[question.verb].brings else -1.0
        return [own if other is seat else 0.0 for other in items]
    if ask == "way":
        return [1.0 / (1 + place) for place in range(len(items))]
    if ask == "deal":
        return [-len(stack.cards) for stack in items]
    if ask == "to":
        return [1.0 if stack.owner == seat.number else 0.0 for stack in items]
    if ask == "onto":
        return [values.engine(placed.card) for placed in items]
    if ask == "cover":
        return [_cover_worth(values, table, seat, *item) for item in items]
    worths = []
    for index, card in enumerate(question.cards):
        if card is None:  # face down
            worths.append(0.0)
        elif ask == "retain":
            worths.append(values.hold(card) - values.next_card)
        elif ask == "order":
            worths.append(values.hold(card))
        else:
            mine = not question.owners or question.owners[index] == seat.number
            zone = question.zones[index] if question.zones else "hand"
            worths.append(values.deed(ask, card, mine, zone))
    return worths


def _cover_worth(
    values: Evaluator, table: Table, seat: Seat, card: Card, stack: MarketStack
) -> float:
    """Return the worth of covering a Market Stack, more if it hides an opponent's points."""
    rid = -values.keep(card) if table.turned else -1.0
    top = stack.cards[-1] if stack.cards else None
    hides = POINT * top.score * 0.2 if top is not None and stack.owner != seat.number else 0.0
    return rid + hides
