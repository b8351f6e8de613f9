"""Heuristic values of cards, texts, acts and whole decks, from the parsed meaning alone.

The unit is one coin token. The values are rough: good enough for a player who looks one act ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import fsum

from moonflight_solo.rules.requirements.lowering import card_condition
from moonflight_solo.rules.requirements.places import PILES, zone_cards
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS

POINT = 2.5
"""Value of a point on one's cards."""

NEARER_END = 0.4
"""Value of one card fewer after the Turn, to a player who would win at the End."""

DEPTH = 2
"""Recursion depth for cards that play cards."""

_WHOSE: dict[ast.Who, float] = {"you": 1.0, "target player": 1.0, "each player": 0.2}
"""Weight of an effect by who carries it out; effects on opponents count negative."""

_FACE_UP = frozenset({"in play", "discard stack", "trash stack"})
_COUNTED = frozenset({*PILES, "in play", "market stack"})

FORESEEN = 0.5
"""Discount for a conditional or optional text that has not been tried yet."""


class Evaluator:
    """Estimates values for one seat now, using only what that seat may see.

    It uses the contents of Draw Decks, which can be deduced from public information, but never
    their order. ``deep`` is the current recursion depth into cards played by cards.
    """

    def __init__(self, table: Table, seat: Seat, deep: int = 0) -> None:
        self.table = table
        self.seat = seat
        self._deep = deep
        self._keep: dict[Card, float] = {}
        self._trigger_gains: dict[ast.Verb, float] = {}
        self._own: Card | None = None  # the card whose text is being evaluated

    def engine(self, card: Card) -> float:
        """Return the general value of playing the card at some later time."""
        return _engine(card, self._discard_draws)

    @cached_property
    def _discard_draws(self) -> bool:
        return bool(self._triggers_on("discard"))

    def keep(self, card: Card) -> float:
        """Return the value of owning the card; negative if one is better off without it."""
        value = self._keep.get(card)
        if value is None:
            if self.table.turned:
                useful = 0.2 * min(self.engine(card), 2.0)
                value = useful + POINT * (card.score - self._level) - self._hurry
            else:
                value = self.engine(card) - 0.5 + POINT * card.flipped.score
            self._keep[card] = value
        return value

    def hold(self, card: Card) -> float:
        """Return the value of having the card in hand rather than an average one."""
        if self.table.turned:
            return POINT * card.score + 0.1 * self.engine(card)
        return self.engine(card)

    @cached_property
    def _level(self) -> float:
        """The score from which a card improves one's hand at the End.

        A hand at the End is one retained card and random others, so the average score matters; if
        all cards fit into one hand, every point does.
        """
        scores = [card.score for card in own_cards(self.seat)]
        return sum(scores) / len(scores) if len(scores) > self.seat.hand_limit() else 0.0

    @cached_property
    def _hurry(self) -> float:
        """What a card costs by putting the End off, which a seat with the best score wants."""
        best = max(map(expected_score, self.seat.opponents), default=0.0)
        return NEARER_END if expected_score(self.seat) > best else 0.0

    @cached_property
    def next_card(self) -> float:
        """The expected value of the next card drawn."""
        deck = self.seat.draw_deck or self.seat.discard_stack
        worth = fsum(map(self.hold if self.table.turned else self.engine, deck))
        return worth / len(deck) if deck else 0.0

    def trigger_gain(self, verb: ast.Verb) -> float:
        """Return what doing ``verb`` to a card gains from "When ..." on one's own cards."""
        gain = self._trigger_gains.get(verb)
        if gain is None:
            gain = self._trigger_gains[verb] = 0.0  # triggers do not set off each other here
            for when in self._triggers_on(verb):
                number = when.cards.number
                each_time = number if isinstance(number, int) and number else 1
                gain += self.effects(when.effects, self._own or Card("")) / each_time
            self._trigger_gains[verb] = gain
        return gain

    def _triggers_on(self, verb: ast.Verb) -> list[ast.When]:
        """Return the "When ..." effects on one's own cards that one's own ``verb`` sets off."""
        if verb not in self.table.watched:
            return []
        placed = (*self.seat.in_play, self.seat.character)
        cards = [card.card for card in placed if card.card.triggers]
        effects = (effect for card in cards for effect in card.meaning.effects)
        whens = [effect for effect in effects if isinstance(effect, ast.When)]
        return [when for when in whens if when.verb == verb and when.who in ("you", "each player")]

    def play(self, card: Card) -> float:
        """Return the current value of playing ``card`` from hand."""
        hand = self.seat.hand
        at = hand.index(card)
        del hand[at]  # the card has left the hand when its text is followed
        try:
            return self.effects(card.meaning.effects, card)
        finally:
            hand.insert(at, card)

    def effects(self, effects: Sequence[ast.Effect], own: Card | None = None) -> float:
        """Return the current value of following the effects, of the card ``own`` if given."""
        self._own = own or self._own
        return sum(self._effect(effect) for effect in effects)

    def _effect(self, effect: ast.Effect) -> float:
        """Return the value of an effect; of a choice the first way, of an option at least 0."""
        if isinstance(effect, ast.Instruct):
            return _WHOSE.get(effect.who, -0.8) * self._instruct(effect)
        if isinstance(effect, ast.Gain):
            coin = (0.5 if self.table.turned else 1.0) * KEYWORDS[effect.verb].worth
            return _WHOSE.get(effect.who, -0.8) * (self._number(effect.amount) * coin)
        if isinstance(effect, ast.If):
            test = card_condition(effect.condition, self.table.names, self.table.turned, self._own)
            return self.effects(effect.effects if test(self.table, self.seat) else effect.otherwise)
        if isinstance(effect, ast.May):
            return max(0.0, self.effects((*effect.effects, *effect.then)))
        if isinstance(effect, ast.Choose):
            return self.effects(effect.ways[0])
        if isinstance(effect, ast.Limit):
            return 0.5 * effect.change if self.seat.hand and not self.seat.built else 0.0
        if isinstance(effect, ast.SpendAbility):
            payable = self.seat.coins >= effect.coins and len(self.seat.hand) >= effect.cards
            return 0.2 if payable else 0.0
        return 0.1 if isinstance(effect, ast.When) else 0.0

    def _number(self, number: ast.Number | ast.Amounts) -> int:
        """Return a number as it is now; 99 for all, 1 where the player chooses it."""
        if isinstance(number, int):
            return number
        if isinstance(number, ast.Per):
            number_of_cards = max(0, self._count(number.place) - number.beyond)
            so_many = number_of_cards // max(1, number.each) * number.number
            return so_many if number.most is None else min(number.most, so_many)
        if isinstance(number, ast.Until):
            due = self.seat.hand_limit() if number.count is None else number.count
            return abs(due - len(self.seat.hand))
        return 99 if number == "all" else 1

    def _count(self, place: ast.Place) -> int:
        # Zones whose size is only known when it is done count as one.
        zones = [zone for zone in place.zones if zone in _COUNTED]
        sizes = [len(zone_cards(self.seat, zone, top=False)) for zone in zones]
        return sum(sizes) + ("in play" in zones) + len(place.zones) - len(zones)

    def _instruct(self, effect: ast.Instruct) -> float:
        """Return the value of an instruction for the most valuable cards it can move."""
        place, number = effect.cards.place, self._number(effect.cards.number)
        if place is None or number <= 0:
            return 0.0
        if "draw deck" in place.zones:
            return self._from_deck(effect, place, number)
        to = effect.destination
        worths = [self.deed(effect.verb, *where, to) for where in self._within(place)]
        worth = sum(sorted(worths, reverse=True)[:number])
        return max(0.0, worth) if KEYWORDS[effect.verb].brings else worth

    def _from_deck(self, effect: ast.Instruct, place: ast.Place, number: int) -> float:
        """Return the value of moving cards off a Draw Deck, whose order nobody knows."""
        seat, verb = self.seat, effect.verb
        deck = seat.draw_deck or seat.discard_stack
        number = min(number, len(seat.draw_deck) + len(seat.discard_stack))
        keyword = KEYWORDS[verb]
        if place.owner != "your":
            return 0.3 if keyword.against else 0.0
        if keyword.goes_to == "hand":
            return number * self.next_card
        if keyword.goes_to == "trash stack" and deck:
            return -number * fsum(map(self.keep, deck)) / len(deck)
        return number * self.trigger_gain(verb)

    def _within(self, place: ast.Place) -> list[tuple[Card, bool, str]]:
        """Return the face-up cards in a place, each with whether it is one's own and its zone."""
        cards: list[tuple[Card, bool, str]] = []
        if "market stack" in place.zones:
            stacks = self.seat.market if place.owner == "your" else self.seat.stacks
            return [(stack.cards[-1], True, "market stack") for stack in stacks if stack.cards]
        seats: Sequence[Seat] = [self.seat] if place.owner == "your" else self.table.seats
        if place.owner == "opponent":
            seats = self.seat.opponents
        for seat in seats:
            own = seat is self.seat
            for zone in place.zones:
                if zone in _FACE_UP or (own and zone == "hand"):
                    cards += [(card, own, zone) for card in zone_cards(seat, zone, place.top)]
        return cards

    def deed(
        self, verb: ast.Verb, card: Card, own: bool, zone: str, to: ast.Place | None = None
    ) -> float:
        """Return the value of doing ``verb`` to a face-up card, ``own`` or not, in ``zone``."""
        keyword = KEYWORDS[verb]
        if keyword.stays:
            gained = self.hold(card.other_end) - self.hold(card)
            return self.trigger_gain(verb) + gained if own else -0.1 * gained
        goes_to = keyword.goes_to
        if not own:
            if goes_to == "trash stack":
                return self.keep(card)
            return -self.keep(card) if zone == "trash stack" else 0.1 * self.keep(card)
        if keyword.only_from == "market stack":
            return self.keep(card)
        if goes_to is None or goes_to == "market stack":
            if zone == "trash stack":
                return self.keep(card)
            return -self.keep(card) if to is not None and "trash stack" in to.zones else 0.0
        if goes_to == "hand":
            return self.hold(card) + (self.keep(card) if zone == "trash stack" else 0.0)
        if goes_to == "trash stack":
            return self.trigger_gain(verb) - self.keep(card)
        if goes_to != "in play":
            lost = self.hold(card) if zone == "hand" else -0.5 * max(0.0, self.hold(card))
            return self.trigger_gain(verb) - lost
        if keyword.face_down:
            return -self.hold(card)
        if self._deep >= DEPTH:
            return 0.0
        deeper = Evaluator(self.table, self.seat, self._deep + 1)
        return deeper.effects(card.meaning.effects, card)


@lru_cache(maxsize=2048)
def _engine(card: Card, discard_draws: bool) -> float:
    return sum(_in_general(effect, discard_draws) for effect in card.meaning.effects)


def _in_general(effect: ast.Effect, discard_draws: bool) -> float:
    """Return the value of an effect at some later time, whatever is on the table then."""
    if isinstance(effect, ast.Gain):
        return coins_in_general(effect)
    if isinstance(effect, ast.Instruct):
        number, keyword = effect.cards.number, KEYWORDS[effect.verb]
        many = float(number) if isinstance(number, int) else 3.0
        if effect.verb == "discard" and "draw deck" in effect.cards.zones:
            return 0.9 * many if discard_draws else 0.0
        if keyword.goes_to is None:
            return keyword.worth
        return keyword.worth * (min(many, 4.0) if keyword.goes_to == "trash stack" else many)
    if isinstance(effect, ast.If | ast.SpendAbility):
        return FORESEEN * sum(_in_general(each, discard_draws) for each in effect.effects)
    if isinstance(effect, ast.Limit):
        return 1.0 * effect.change
    return 0.5 if isinstance(effect, ast.When) else 0.0


def coins_in_general(effect: ast.Gain) -> float:
    """Return how many coin tokens an effect brings, counting two for a number not printed."""
    amount = effect.amount
    each = amount.number if isinstance(amount, ast.Per) else 1
    return KEYWORDS[effect.verb].worth * (amount if isinstance(amount, int) else 2 * each)


def own_cards(seat: Seat) -> list[Card]:
    """Return all cards that can come to a seat's hand, which is public information."""
    cards = [*seat.hand, *seat.draw_deck, *seat.discard_stack]
    cards += [placed.card for placed in seat.in_play]
    for placed in seat.in_play:
        cards += placed.settled
    return cards


def expected_score(seat: Seat) -> float:
    """Return the expected score of a seat's hand if the End came soon."""
    return hand_by_chance([card.score for card in own_cards(seat)], seat.hand_limit())


def final_score(table: Table, seat: Seat) -> float:
    """Return the expected score of a seat's hand at the End, if it has come.

    Cards still in play or Settled do not count for it. Without an End, returns the expectation for
    one that comes soon; before the Turn, with the cards' other ends.
    """
    if table.ended_by:
        cards = [*seat.hand, *seat.draw_deck, *seat.discard_stack]
        return hand_by_chance([card.score for card in cards], seat.hand_limit())
    if table.turned:
        return expected_score(seat)
    return hand_by_chance([card.flipped.score for card in own_cards(seat)], seat.hand_limit())


def hand_by_chance(scores: Sequence[float], limit: int) -> float:
    """Return the expected score of a hand with the best card retained and the others random."""
    if len(scores) <= limit:
        return float(sum(scores))
    best = max(scores)
    return best + (sum(scores) - best) * (limit - 1) / (len(scores) - 1)
