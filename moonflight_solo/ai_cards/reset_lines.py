"""The Reset lines of an AI card: what it retains, and what it moves to Market Stacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import IN_HAND, CompileContext
from moonflight_solo.ai_cards.targeting import ordering
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.places import market_stacks, only_place
from moonflight_solo.rules.requirement import Test, as_test
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import CannotDo, only_says
from moonflight_solo.rules.state import Card, MarketStack, Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say


class ResetLines:
    """What one side of an AI card says about Reset (rulings A-retain, A-market, A-step)."""

    def __init__(self, card: AICard, turned: bool, catalogue: Catalogue, rulings: Rulings) -> None:
        self._context = CompileContext(catalogue, turned, rulings, card.jack)
        self._retain: list[tuple[Test | None, ast.Retain]] = []
        self._moves: list[tuple[Test | None, ast.ResetMove]] = []
        for line in card.reset_lines(turned):
            self._add(line)

    def _add(self, line: AILine) -> None:
        act, condition = line.meaning.act, line.meaning.condition
        try:
            test = as_test(self._context.lower.condition(condition)) if condition else None
            if isinstance(act, ast.Retain | ast.ResetMove):
                for cards in act.cards.options:
                    only_says(cards, {"number", "extreme", "place"}, "a Reset line")
                    if cards.place not in (None, IN_HAND):
                        raise CannotDo("Reset lines speak of cards in hand")
                    if isinstance(cards.number, ast.Per) or cards.number == "many":
                        raise CannotDo("say how many cards, or all")
                    self._context.kinds(cards)
            if isinstance(act, ast.Retain):
                self._retain.append((test, act))
            elif isinstance(act, ast.ResetMove):
                if act.destination.zones not in (("market stack",), ("discard stack",)):
                    raise CannotDo("Reset lines move cards to Market Stacks or the Discard Stack")
                self._check_place(act.destination)
                self._moves.append((test, act))
        except (CannotDo, UnknownName) as error:
            raise CannotFollow(line, str(error)) from None

    def _check_place(self, place: ast.Place) -> None:
        """Look up now what the place names, so that a wrong name is told when the card is read."""
        only_place(place, fewest=True, matching=True)
        if place.zones == ("discard stack",) and place.owner != "your":
            raise CannotDo(f'"{say(place)}": a card goes to its owner\'s Discard Stack')
        if place.suit is not None and place.suit.whose == "named":
            self._context.names.suit(place.suit.name)

    def retained(self, question: Question, table: Table, seat: Seat) -> list[int]:
        """Return which cards in hand to keep, the earliest listed first, up to the limit.

        Cards that a line moves to the Discard Stack are not kept.
        """
        kept: list[int] = []
        given_up = self._given_up(question, table, seat)
        for test, act in self._retain:
            if test is not None and not test(table, seat):
                continue
            for cards in act.cards.options:
                for card in self._fitting(cards, question.cards, seat):
                    free = [i for i, c in enumerate(question.cards) if c is card and i not in kept]
                    if free and len(kept) < question.most and card not in given_up:
                        kept.append(free[0])
        return kept

    def _given_up(self, question: Question, table: Table, seat: Seat) -> list[Card]:
        return [
            card
            for test, act in self._moves
            if act.destination.zones == ("discard stack",) and (test is None or test(table, seat))
            for cards in act.cards.options
            for card in self._fitting(cards, question.cards, seat)
        ]

    def covering(
        self, question: Question, table: Table, seat: Seat, made: Counter[tuple[int, int]]
    ) -> list[int]:
        """Return the one listed move to a Market Stack to make next, if there is any.

        ``made`` counts the moves of this Reset by line and by card in its list, and is kept up.
        """
        for number, (test, act) in enumerate(self._moves):
            if act.destination.zones != ("market stack",):
                continue
            if test is not None and not test(table, seat):
                continue
            stacks = self._stacks(act.destination, table, seat)
            for option, cards in enumerate(act.cards.options):
                if made[number, option] >= self._most(cards):
                    continue
                for card in self._fitting(cards, question.cards, seat):
                    for index, (held, stack) in enumerate(question.items):
                        if held is card and stack in stacks:
                            made[number, option] += 1
                            return [index]
        return []

    def _stacks(self, place: ast.Place, table: Table, seat: Seat) -> Sequence[MarketStack]:
        """Return the stacks meant; "matching" ones are all that the question offers anyway."""
        if place.matching:
            return seat.stacks
        return market_stacks(table, seat, place, self._context.names)

    @staticmethod
    def _most(cards: ast.Cards) -> int:
        """Return how many cards a phrase moves: one, a number, or as many as there are."""
        if isinstance(cards.number, int):
            return cards.number
        return 1 if cards.number is None else 1_000

    def _fitting(self, cards: ast.Cards, found: Sequence[Card | None], seat: Seat) -> list[Card]:
        """Return the cards a phrase means, best first: one of them unless it says more."""
        kinds = self._context.kinds(cards)
        held = [c for c in found if c is not None and (kinds is None or c in kinds)]
        ordered = ordering(cards)(held)
        number = cards.number
        if isinstance(number, int):
            return ordered[:number]
        return ordered if number is not None else ordered[:1]
