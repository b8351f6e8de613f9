"""A slow, straightforward implementation of AI-card lines, straight from their meaning.

It prepares and generates nothing; tests compare the game's own followers with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.state import (
    Ability,
    Card,
    CardInPlay,
    MarketStack,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.wording import ast

CardLocation = tuple[Any, ...]
"""A line's decision: the kind of act, and what it acts on."""


@dataclass(frozen=True)
class Slow:
    """One seat's view of a table, and what a line's words mean there."""

    table: Table
    seat: Seat
    names: Catalogue
    turned: bool
    bare_is_exact: bool = True

    # -- numbers, cards and places

    def within(self, number: int, amount: ast.Range) -> bool:
        if amount.bare and not self.bare_is_exact:
            return number >= amount.least
        return amount.least <= number and (amount.most is None or number <= amount.most)

    def such(self, card: Card, words: ast.Cards) -> bool:
        names = [self.names.card(name, self.turned) for name in words.names]
        other = [self.names.card(name, self.turned) for name in words.but_not]
        numbers = (
            (words.score, card.high_score),
            (words.cost, card.cost),
            (words.stability, card.stability),
        )
        return (
            (not names or any(card is each for each in names))
            and all(card is not each for each in other)
            and (card.is_starter or not words.starter)
            and all(self.within(has, asked) for asked, has in numbers if asked is not None)
            and (words.suit is None or self.of_suit(card.suit, words.suit))
        )

    def of_suit(self, suit: str | None, words: ast.Suit) -> bool:
        if words.whose == "named":
            return suit == self.names.suit(words.name)
        if words.whose == "your":
            return suit == self.seat.jack
        return suit is not None and suit != self.seat.jack

    def lying(self, owner: Seat, zone: ast.Zone, top: bool) -> list[Card]:
        if zone == "hand":
            return list(owner.hand)
        if zone == "in play":
            return [placed.card for placed in owner.in_play]
        piles = {
            "draw deck": owner.draw_deck,
            "discard stack": owner.discard_stack,
            "trash stack": owner.trash_stack,
            "supply stack": owner.supply,
        }
        pile = piles[zone][::-1]
        return pile[:1] if top else pile

    def stacks(self, place: ast.Place) -> list[MarketStack]:
        if place.suit is not None:
            suit = place.suit
            found = [s for s in self.seat.stacks if s.suit and self.of_suit(s.suit, suit)]
        elif place.owner == "opponent":
            found = [s for s in self.seat.stacks if s.owner not in (None, self.seat.number)]
        else:
            found = [s for s in self.seat.stacks if s.owner == self.seat.number]
        if place.fewest:
            fewest = min((len(stack.cards) for stack in found), default=0)
            found = [stack for stack in found if len(stack.cards) == fewest]
        return found

    # -- conditions

    def holds(self, words: ast.Condition) -> bool:
        if isinstance(words, ast.All):
            return all(self.holds(part) for part in words.parts)
        if isinstance(words, ast.Either):
            return any(self.holds(part) for part in words.parts)
        if isinstance(words, ast.Coins):
            return self.within(self.seat.coins, words.count)
        if isinstance(words, ast.EmptyStacks):
            empty = [stack for stack in self.stacks(words.stacks) if not stack.cards]
            return self.within(len(empty), words.count)
        assert isinstance(words, ast.Has)
        place = words.cards.place
        assert place is not None
        if place.owner == "opponent":
            return any(
                self.counts(
                    [c for z in place.zones for c in self.lying(other, z, place.top)], words
                )
                for other in self.table.seats
                if other is not self.seat
            )
        if "market stack" in place.zones:
            cards = [
                c for s in self.stacks(place) for c in (s.cards[-1:] if place.top else s.cards)
            ]
            return self.counts(cards, words)
        own = [c for zone in place.zones for c in self.lying(self.seat, zone, place.top)]
        return self.counts(own, words)

    def counts(self, cards: Sequence[Card], words: ast.Has) -> bool:
        fit = [card for card in cards if self.such(card, words.cards)]
        total = sum(card.high_score for card in fit)
        enough = words.total is None or self.within(total, words.total)
        return self.within(len(fit), words.count) and enough

    # -- one card of several

    def best(
        self, words: ast.Cards, cards: Sequence[Card], *, keeping: bool = False
    ) -> Card | None:
        """Return the card that a phrase means, the first of equals.

        If the phrase does not say, the one that scores most, or with ``keeping`` least.
        """
        fit = [card for card in cards if self.such(card, words)]
        if words.extreme is None:
            if words.names:
                return fit[0] if fit else None
            sign = -1 if keeping else 1
            ranks = [(sign * card.high_score, card.cost) for card in fit]
            return fit[ranks.index(max(ranks))] if fit else None
        return next(iter(self.in_order(words, fit)), None)

    def in_order(self, words: ast.Cards, cards: Sequence[Card]) -> list[Card]:
        extreme = words.extreme
        if extreme is None:
            return list(cards)
        found = list(cards)
        if extreme == ast.Extreme("highest", "score"):
            found = [card for card in found if card.high_score > 0]
        sign = -1 if extreme.end == "highest" else 1
        return sorted(
            found, key=lambda c: sign * (c.cost if extreme.of == "cost" else c.high_score)
        )

    # -- acts

    def act(self, line: ast.Line) -> CardLocation | None:
        """Return the line's decision, ``None`` if it cannot be followed."""
        if line.condition is not None and not self.holds(line.condition):
            return None
        act = line.act
        if isinstance(act, ast.PlayAct):
            return self.play(act)
        if isinstance(act, ast.SpendAct):
            return self.spend(act)
        if isinstance(act, ast.ShopAct):
            return self.shop(act)
        if isinstance(act, ast.BuildAct):
            return self.build(act)
        assert isinstance(act, ast.PassAct)
        return ("pass",)

    def play(self, act: ast.PlayAct) -> CardLocation | None:
        target = act.target
        if isinstance(target, ast.Cases):
            holding = [cards for condition, cards in target.cases if self.holds(condition)]
            if not holding:
                return None
            target = holding[0]
        useful = [
            card
            for card in self.seat.hand
            if card.returns is None or not card.returns(self.table, self.seat)
        ]
        for words in act.cards.options:
            card = self.best(words, useful, keeping=self.turned)
            if card is None:
                continue
            if target is None:
                return ("play", card, None)
            aimed = self.aimed(card, target)
            if aimed is not None:
                return ("play", card, aimed)
        return None

    def aimed(self, card: Card, target: ast.FirstOf) -> object | None:
        """Return the item a card would be aimed at; "any" where only the default chooses."""
        offer = reach(card, self.table, self.seat)
        for words in target.options:
            fit: list[tuple[object, Card]] = []
            for at, (item, reached) in enumerate(zip(offer.items, offer.cards, strict=True)):
                if reached is None or not self.such(reached, words):
                    continue
                if self.lies(offer, at, words):
                    fit.append((item, reached))
            if not fit:
                continue
            if words.extreme is None:
                return fit[0][1] if words.names else "any"
            found = self.in_order(words, [each for _, each in fit])
            if found:
                return found[0]
        return None

    def lies(self, offer: Question, at: int, words: ast.Cards) -> bool:
        zones, owners = offer.zones, offer.owners
        mine = owners[at] == self.seat.number
        place = words.place
        if words.whose == "opponent" and mine:
            return False
        if place is None:
            return True
        before = list(zip(zones, owners, strict=True))[:at]
        on_top = (zones[at], owners[at]) not in before
        owner = self.table.seats[owners[at]]
        piles = {"discard stack": owner.discard_stack, "trash stack": owner.trash_stack}
        if zones[at] in piles:
            on_top = on_top and piles[zones[at]][-1] is offer.cards[at]
        whose = {"your": mine, "target": True}.get(place.owner, not mine)
        return whose and zones[at] in place.zones and (on_top or not place.top)

    def spend(self, act: ast.SpendAct) -> CardLocation | None:
        using = self.names.card(act.user, self.turned) if act.user else None
        users = [] if act.of_character else list(self.seat.in_play)
        users += [] if using is not None else [self.seat.character]
        for placed in users:
            if using is not None and placed.card is not using:
                continue
            for ability in placed.card.abilities:
                paid = self.paid(act, ability)
                if paid is not None and self.serves(act.purpose, ability):
                    return ("spend", placed, ability, paid)
        return None

    def serves(self, purpose: ast.Effect | None, ability: Ability) -> bool:
        """Return whether an ability serves a purpose; only drawing cards is supported."""
        if purpose is None:
            return True
        assert isinstance(purpose, ast.Instruct)
        assert purpose.verb == "draw"
        return purpose in ability.effects and bool(self.seat.draw_deck or self.seat.discard_stack)

    def paid(self, act: ast.SpendAct, ability: Ability) -> tuple[Card, ...] | None:
        words = act.cards
        if words is None:
            affordable = self.seat.coins >= ability.coins
            return () if (ability.coins, ability.cards) == (act.coins, 0) and affordable else None
        number = 1 if words.number is None else words.number
        if (
            ability.coins
            or not ability.cards
            or (isinstance(number, int) and number != ability.cards)
        ):
            return None
        fit = [card for card in self.seat.hand if self.such(card, words)]
        if words.extreme is None:
            fit.sort(key=lambda card: (card.high_score, card.cost))
        paid = tuple(self.in_order(words, fit)[: ability.cards])
        return paid if len(paid) == ability.cards else None

    def shop(self, act: ast.ShopAct) -> CardLocation | None:
        if act.stacks is not None:
            meant = [s for s in self.stacks(act.stacks) if s.cards and self.for_sale(s)]
            return ("shop", meant[0]) if meant else None
        assert act.cards is not None
        for words in act.cards.options:
            shown = [s for s in self.seat.stacks if s.cards and self.for_sale(s)]
            card = self.best(words, [stack.cards[-1] for stack in shown])
            if card is not None:
                return ("shop", next(stack for stack in shown if stack.cards[-1] is card))
        return None

    def for_sale(self, stack: MarketStack) -> bool:
        card = stack.cards[-1]
        others = {seat.jack for seat in self.table.seats} - {self.seat.jack}
        allowed = self.seat.shopped or card.suit not in others
        return allowed and card.cost <= self.seat.coins

    def build(self, act: ast.BuildAct) -> CardLocation | None:
        if self.seat.built:
            return None
        cards = [c for c in self.seat.hand if self.such(c, act.cards) and "set" not in c.barred]
        cards = self.in_order(act.cards, cards)
        stable = [placed for placed in self.seat.in_play if placed.card.stability]
        onto = [placed for placed in stable if self.such(placed.card, act.onto)]
        order = self.in_order(act.onto, [placed.card for placed in onto])
        if act.onto.number is None and not act.onto.names:
            order = order[:1]
        places: list[CardInPlay] = []
        for card in order:
            placed = next(p for p in onto if p.card is card and p not in places)
            places += [placed] * card.stability
        pairs = list(zip(cards, places, strict=False))
        number = act.cards.number
        if isinstance(number, int):
            pairs = pairs[:number] if len(pairs) >= number else []
        elif number is None:
            pairs = pairs[:1]
        return ("build", *pairs) if pairs else None
