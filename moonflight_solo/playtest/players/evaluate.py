"""What a card, a card's text or an act is worth to a seat, from the meaning of the words alone.

Worth is counted in coin tokens. It is rough: enough for a player who looks one act ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from moonflight_solo.playtest.players.engines import engine
from moonflight_solo.playtest.players.prospects import expected_score, own_cards
from moonflight_solo.rules.lowering import card_condition
from moonflight_solo.rules.state import Card, Seat, Table
from moonflight_solo.wording import ast

POINT = 2.5
"""What a point in one's cards is worth."""

NEARER_END = 0.4
"""What one card fewer is worth, once the Turn has come, to a player who would win at the End."""

DEPTH = 2
"""How far a card that plays a card that plays a card is looked into."""


class Judge:
    """Judges for one seat at one moment, by what that seat may see.

    Of a Draw Deck only the cards in it are looked at, never their order: which they are can be
    counted from what lies open. ``deep`` is how many cards played by cards it has looked into.
    """

    def __init__(self, table: Table, seat: Seat, deep: int = 0) -> None:
        self.table = table
        self.seat = seat
        self._deep = deep
        self._next_card: float | None = None
        self._level: float | None = None
        self._ahead: bool | None = None
        self._discard_draws: bool | None = None
        self._keep: dict[Card, float] = {}
        self._triggered: dict[ast.Verb, float] = {}

    # ------------------------------------------------------------------ cards, as they are

    def engine(self, card: Card) -> float:
        """Return what playing the card is worth in general, some time later."""
        if self._discard_draws is None:
            self._discard_draws = any(self._heard("discard"))
        return engine(card, self._discard_draws)

    def keep(self, card: Card) -> float:
        """Return what it is worth to have the card among one's own; below 0: better rid of it."""
        known = self._keep.get(card)
        if known is None:
            known = self._keep[card] = self._judged(card)
        return known

    def _judged(self, card: Card) -> float:
        if self.table.turned:
            useful = 0.2 * min(self.engine(card), 2.0)
            return useful + POINT * (card.score - self.level()) - self._hurry()
        return self.engine(card) - 0.5 + POINT * card.flipped.score

    def hold(self, card: Card) -> float:
        """Return what it is worth to have the card in hand rather than any other."""
        if self.table.turned:
            return POINT * card.score + 0.1 * self.engine(card)
        return self.engine(card)

    def level(self) -> float:
        """Return what a card must score to make one's hand at the End better, not worse.

        A hand at the End is one card kept and the rest as they come, so it is the cards' average
        that counts; with no more cards than a hand holds, every point does.
        """
        if self._level is None:
            scores, limit = [card.score for card in own_cards(self.seat)], self.seat.hand_limit()
            crowded = len(scores) > limit
            self._level = sum(scores) / len(scores) if crowded else 0.0
        return self._level

    def _hurry(self) -> float:
        """Return what it is worth to have one card fewer, for coming to the End."""
        if self._ahead is None:
            own = expected_score(self.seat)
            others = [expected_score(seat) for seat in self.table.seats if seat is not self.seat]
            self._ahead = own > max(others, default=0.0)
        return NEARER_END if self._ahead else 0.0

    def next_card(self) -> float:
        """Return what the card drawn next is worth on average."""
        if self._next_card is None:
            seat = self.seat
            deck = seat.draw_deck or seat.discard_stack
            worth = fsum(map(self.hold if self.table.turned else self.engine, deck))
            self._next_card = worth / len(deck) if deck else 0.0
        return self._next_card

    def triggered(self, verb: ast.Verb) -> float:
        """Return what doing ``verb`` to a card brings by one's own cards' "When ..."."""
        known = self._triggered.get(verb)
        if known is None:
            self._triggered[verb] = 0.0  # while it is found out, a trigger sets off no other
            known = sum(self._each_time(when) for when in self._heard(verb))
            self._triggered[verb] = known
        return known

    def _heard(self, verb: ast.Verb) -> Iterator[ast.When]:
        """Yield the "When ..." of one's own cards that one's own doing of ``verb`` sets off."""
        if verb not in self.table.watched:
            return
        for placed in (*self.seat.in_play, self.seat.character):
            for effect in placed.card.meaning.effects:
                if not isinstance(effect, ast.When) or effect.who not in ("you", "each player"):
                    continue
                if effect.verb == verb:
                    yield effect

    def _each_time(self, when: ast.When) -> float:
        number = when.cards.number
        return self.effects(when.effects) / (number if isinstance(number, int) and number else 1)

    # ------------------------------------------------------------------ playing and spending

    def play(self, card: Card) -> float:
        """Return what playing ``card`` from hand is worth now."""
        hand = self.seat.hand
        at = hand.index(card)
        del hand[at]  # it has left the hand when its text is followed
        try:
            return self.text(card)
        finally:
            hand.insert(at, card)

    def text(self, card: Card) -> float:
        """Return what following the card's text is worth now, were it in play."""
        return self.effects(card.meaning.effects)

    def effects(self, effects: Sequence[ast.Effect]) -> float:
        """Return what following the effects is worth now."""
        return sum(self._effect(effect) for effect in effects)

    def _effect(self, effect: ast.Effect) -> float:
        if isinstance(effect, ast.Instruct):
            return self._whose(effect.who) * self._instruct(effect)
        if isinstance(effect, ast.Gain):
            return self._whose(effect.who) * self.coins(self._number(effect.amount))
        if isinstance(effect, ast.If):
            test = card_condition(effect.condition, self.table.names, self.table.turned)
            return self.effects(effect.effects if test(self.table, self.seat) else effect.otherwise)
        if isinstance(effect, ast.Limit):
            return 0.5 * effect.change if self.seat.hand and not self.seat.built else 0.0
        if isinstance(effect, ast.Spend):
            payable = self.seat.coins >= effect.coins and len(self.seat.hand) >= effect.cards
            return 0.2 if payable else 0.0
        return 0.1 if isinstance(effect, ast.When) else 0.0

    def coins(self, number: float) -> float:
        """Return what gaining so many coin tokens is worth."""
        return number * (0.5 if self.table.turned else 1.0)

    @staticmethod
    def _whose(who: ast.Who) -> float:
        return {"you": 1.0, "target player": 1.0, "each player": 0.2}.get(who, -0.8)

    def _number(self, number: ast.Number | ast.Per) -> int:
        if isinstance(number, int):
            return number
        if isinstance(number, ast.Per):
            return self._count(number.place) // max(1, number.each) * number.number
        return 99 if number == "all" else 1

    def _count(self, place: ast.Place) -> int:
        seat = self.seat
        sizes = {
            "hand": len(seat.hand),
            "in play": len(seat.in_play) + 1,
            "draw deck": len(seat.draw_deck),
            "discard stack": len(seat.discard_stack),
            "trash stack": len(seat.trash_stack),
            "supply stack": len(seat.supply),
            "market stack": sum(len(stack.cards) for stack in seat.market),
        }
        return sum(sizes[zone] for zone in place.zones)

    def _instruct(self, effect: ast.Instruct) -> float:
        place, number = effect.cards.place, self._number(effect.cards.number)
        if place is None or number <= 0:
            return 0.0
        if "draw deck" in place.zones:
            return self._from_deck(effect, place, number)
        worths = sorted(self._each(effect, place), reverse=True)[:number]
        if effect.verb in ("discard", "trash", "set", "move"):
            return sum(worths)  # has to be done, good or bad
        return max(0.0, sum(worths))

    def _from_deck(self, effect: ast.Instruct, place: ast.Place, number: int) -> float:
        seat, verb = self.seat, effect.verb
        deck = seat.draw_deck or seat.discard_stack
        number = min(number, len(seat.draw_deck) + len(seat.discard_stack))
        if place.owner != "your":
            return 0.3 if verb in ("discard", "trash") else 0.0
        if verb == "draw":
            return number * self.next_card()
        if verb == "trash" and deck:
            return -number * fsum(map(self.keep, deck)) / len(deck)
        return number * self.triggered(verb)

    def _each(self, effect: ast.Instruct, place: ast.Place) -> list[float]:
        """Return what doing the effect's verb to each card it may be done to is worth."""
        deed = effect.verb
        return [
            self.deed(deed, card, own, zone, effect.destination)
            for card, own, zone in self._within(place)
        ]

    def _within(self, place: ast.Place) -> list[tuple[Card, bool, str]]:
        """Return the cards that lie open in a place: each, whether it is one's own, and where."""
        found: list[tuple[Card, bool, str]] = []
        if "market stack" in place.zones:
            stacks = self.seat.market if place.owner == "your" else self.seat.stacks
            return [(stack.cards[-1], True, "market stack") for stack in stacks if stack.cards]
        seats: Sequence[Seat] = [self.seat] if place.owner == "your" else self.table.seats
        if place.owner == "opponent":
            seats = self.table.opponents(self.seat)
        for seat in seats:
            own = seat is self.seat
            for zone in place.zones:
                pile: Sequence[Card] = ()
                if zone == "in play":
                    pile = [placed.card for placed in seat.in_play]
                elif zone == "discard stack":
                    pile = seat.discard_stack
                elif zone == "trash stack":
                    pile = seat.trash_stack
                elif zone == "hand" and own:
                    pile = seat.hand
                found += [(card, own, zone) for card in (pile[-1:] if place.top else pile)]
        return found

    def deed(
        self, verb: str, card: Card, own: bool, zone: str, to: ast.Place | None = None
    ) -> float:
        """Return what it is worth to do ``verb`` to a card that lies open in ``zone``."""
        if not own:
            if verb == "trash":
                return self.keep(card)
            return -self.keep(card) if zone == "trash stack" else 0.1 * self.keep(card)
        if verb == "draw":
            return self.hold(card) + (self.keep(card) if zone == "trash stack" else 0.0)
        if verb == "trash":
            return self.triggered("trash") - self.keep(card)
        if verb == "discard":
            lost = self.hold(card) if zone == "hand" else -0.5 * max(0.0, self.hold(card))
            return self.triggered("discard") - lost
        if verb == "play":
            if self._deep >= DEPTH:
                return 0.0
            return Judge(self.table, self.seat, self._deep + 1).text(card)
        if verb == "purchase":
            return self.keep(card)
        if verb == "set":
            return -self.hold(card)
        if zone == "trash stack":
            return self.keep(card)
        return -self.keep(card) if to is not None and "trash stack" in to.zones else 0.0
