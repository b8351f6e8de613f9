"""The Reset lines of an AI card: what it retains, and what it Moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import astuple

from moonflight_solo.ai_cards.card import AICard, AILine, CannotFollow
from moonflight_solo.ai_cards.context import Basis, check_phrase
from moonflight_solo.ai_cards.preference import Order, ordering, silent_order
from moonflight_solo.rules.catalogue import UnknownName
from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.places import market_stacks
from moonflight_solo.rules.requirements.requirement import TRUE, Not, Test
from moonflight_solo.rules.requirements.selectors import CannotDo, Kinds
from moonflight_solo.rules.state import Ask, Card, Question, Seat, Table
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of

_MANY = 1_000


class ResetPhrase(IdentityValue):
    """Up to ``most`` cards in hand, in ``order``, that a line means while ``test`` holds.

    They go to ``destination``, or are retained if that is ``None``.
    """

    test: Test
    destination: ast.Place | None
    kinds: Kinds | None
    order: Order
    most: int

    def cards(self, cards: Sequence[Card | None]) -> list[Card]:
        """Return the cards meant, best first."""
        matches = [c for c in cards if c is not None and (self.kinds is None or c in self.kinds)]
        return self.order(matches)[: self.most]


def step_of(act: ast.AnyAct, edition: Edition) -> str:
    """Return the number of the step of Reset in which a line's act is done (ruling A-step)."""
    moves = nodes_of(act, ast.ResetMove)
    covers = any(move.destination.zones == ("market stack",) for move in moves)
    return edition.step("cover" if covers else "retain cards")


class ResetLines:
    """What one side of an AI card says about Reset (rulings A-retain, A-market, A-step)."""

    def __init__(self, card: AICard, turned: bool, basis: Basis) -> None:
        self._context = basis.context(card.jack, turned)
        self._phrases: list[ResetPhrase] = []
        for line in card.reset_lines(turned):
            try:
                self._phrases += self._phrases_of(line)
            except (CannotDo, UnknownName) as error:
                raise CannotFollow(line, str(error)) from None

    def alike(self, other: ResetLines) -> bool:
        """Return whether both surely mean the same; what equal meanings compile to is shared."""
        return [*map(astuple, self._phrases)] == [*map(astuple, other._phrases)]

    @property
    def silent(self) -> frozenset[Ask]:
        """The questions of Reset of which no line speaks; cards leave play as they lie."""
        zones = {phrase.destination.zones if phrase.destination else () for phrase in self._phrases}
        asks: dict[Ask, tuple[str, ...]] = {"retain": (), "cover": ("market stack",)}
        return frozenset(["order", *(ask for ask, zone in asks.items() if zone not in zones)])

    def _phrases_of(self, line: AILine) -> Iterator[ResetPhrase]:
        """Yield what a Reset line does; nothing if its number has to be its step's and is not."""
        meaning = self._context.meaning_of(line)
        act, condition = meaning.act, meaning.condition
        each = act.act if isinstance(act, ast.Branch) else act
        step = step_of(each, self._context.names.edition)
        if self._context.rulings.choice("A-step") == "numbered" and line.number != step:
            return
        if ast.Status("passed") in nodes_of(meaning, ast.Status):
            raise CannotDo("in Reset all players have Passed")
        lower = self._context.about(each).lower
        if isinstance(act, ast.Branch):
            assert act.condition is not None
            holds = lower.condition(act.condition)
            yield from self._of_act(act.act, as_test(holds))
            yield from self._of_act(act.otherwise, as_test(Not(holds)))
        else:
            yield from self._of_act(act, as_test(lower.condition(condition) if condition else TRUE))

    def _of_act(self, act: ast.AnyAct, test: Test) -> Iterator[ResetPhrase]:
        """Yield the phrases of an act, followed if ``test`` holds; "retain none" has most 0."""
        assert isinstance(act, ast.Retain | ast.ResetMove)
        if isinstance(act, ast.Retain) and not act.cards.options:
            yield ResetPhrase(test, None, None, list, 0)
        destination = self._place(act.destination) if isinstance(act, ast.ResetMove) else None
        for cards in act.cards.options:
            check_phrase(cards, "a Reset line", "Reset lines are about cards in hand")
            number = cards.number
            if isinstance(number, ast.UpTo):
                number = number.most or "all"
            elif isinstance(number, ast.Amounts):
                raise CannotDo("say how many cards, or all")
            kinds = self._context.kinds(cards)
            most = 1 if number is None else number if isinstance(number, int) else _MANY
            silent = silent_order(act, self._context.turned)
            yield ResetPhrase(test, destination, kinds, ordering(cards, silent), most)

    def _place(self, place: ast.Place) -> ast.Place:
        """Return a resolved place; an unknown name is reported before any game."""
        if place.zones not in (("market stack",), ("discard stack",)):
            raise CannotDo("Reset lines move cards to Market Stacks or the Discard Stack")
        if place.zones == ("discard stack",) and place.owner != "your":
            raise CannotDo(f'"{say(place)}": a card goes to its owner\'s Discard Stack')
        return self._context.lower.place(place, fewest=True, matching=True)

    def _saying(self, zones: tuple[str, ...], table: Table, seat: Seat) -> Iterator[ResetPhrase]:
        """Yield the phrases that hold now for cards that go to ``zones``; () means retained."""
        for phrase in self._phrases:
            destination = phrase.destination.zones if phrase.destination else ()
            if destination == zones and phrase.test(table, seat):
                yield phrase

    def to_retain(self, question: Question, table: Table, seat: Seat) -> list[int]:
        """Return which cards in hand to keep, the earliest listed first, up to the limit.

        Cards that a line moves to the Discard Stack are not kept.
        """
        indexes: list[int] = []
        hand = question.cards
        moves = self._saying(("discard stack",), table, seat)
        given_up = [card for phrase in moves for card in phrase.cards(hand)]
        retained = list(self._saying((), table, seat))
        if any(phrase.most == 0 for phrase in retained):
            return []
        for phrase in retained:
            for card in phrase.cards(hand):
                free = [i for i, c in enumerate(hand) if c is card and i not in indexes]
                if len(free) > given_up.count(card) and len(indexes) < question.most:
                    indexes.append(free[0])
        return indexes

    def covering(
        self, question: Question, table: Table, seat: Seat, moves: Counter[ResetPhrase]
    ) -> list[int]:
        """Return the next listed move to a Market Stack, if there is one.

        ``moves`` counts this Reset's moves by phrase, and is updated.
        """
        for phrase in self._saying(("market stack",), table, seat):
            if moves[phrase] >= phrase.most:
                continue
            place = phrase.destination
            assert place is not None
            # The question offers matching stacks only.
            stacks = seat.stacks if place.matching else market_stacks(table, seat, place)
            for card in phrase.cards(question.cards):
                for index, (card_there, stack) in enumerate(question.items):
                    if card_there is card and stack in stacks:
                        moves[phrase] += 1
                        return [index]
        return []
