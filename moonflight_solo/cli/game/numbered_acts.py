"""Stable numbers for acts and choices, and lines of several numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Final

from moonflight_solo.cli.output.view import NEAR, OTHERS, ActView, place_number
from moonflight_solo.numbers import counting_number, plural
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend, shop_from
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.notation import NotationError, parse_build
from moonflight_solo.rules.state import Act, Card, MarketStack, Question, Seat, Table
from moonflight_solo.values import Value

PASSING: Final = 0
OTHER_ACT: Final = "that number now stands for a different act"
_HAND: Final = range(1, 11)
_BEYOND: Final = 201
"""First of the numbers of what has none of a decade."""


class Numbers:
    """Assigns numbers to acts; 0 always means pass.

    A card in hand keeps its number and shares it with its copies, and a Market Stack has one number
    for the whole game. What is spent with a card in play has a decade of its own, in which a card
    from hand has its last digit: card 2 is spent by 32 or 42. Cards in play to Build on share a
    decade. Within a hand no number is reused.

    The numbers depend only on what `see` and `of` were told of the game so far: tell them every
    decision of the seat, made now or on record.
    """

    def __init__(self) -> None:
        self._hand: tuple[int, bool] = 0, False
        self._numbers: dict[object, int] = {}

    def see(self, seat: Seat, round_number: int, *, drawn: bool = False) -> None:
        """Number the cards in hand at a decision; ``drawn`` says that Reset has drawn a new hand.

        With a new hand, what has left the table is forgotten.
        """
        if self._hand != (round_number, drawn):
            self._hand = round_number, drawn
            there = {*seat.hand, *seat.in_play, seat.character}
            here = ((key, key[0] if isinstance(key, tuple) else key) for key in self._numbers)
            self._numbers = {key: self._numbers[key] for key, on in here if on in there}
        for card in seat.hand:
            self.of_card(card)

    def of_card(self, card: Card) -> int:
        """Return the number of a card in hand."""
        return self._first(card, chain(_HAND, count(_BEYOND)))

    def place(self, card: Card) -> int:
        """Return where a card lies in hand: by its number, unless it has not been seen yet."""
        return self._numbers.get(card, _BEYOND)

    def of(self, acts: Sequence[Act], seat: Seat, round_number: int) -> list[int]:
        """Return the number of each legal act, in the order of ``acts``."""
        self.see(seat, round_number)
        return [self._number(act, seat) for act in acts]

    def _number(self, act: Act, seat: Seat) -> int:
        if isinstance(act, Pass):
            return PASSING
        if isinstance(act, Shop):
            return place_number(seat.stacks[act.places[0]], seat)
        if isinstance(act, Build):
            decade = self._decade((seat.character, "build"), seat)
            on, free = seat.card_at(act.pairs[-1][1]), range(decade + 1, decade + 11)
            return self._first(on, chain(free, count(_BEYOND)))
        if isinstance(act, Spend):
            placed = seat.card_at(act.place)
            assert placed is not None
            key = placed, placed.card.abilities.index(act.ability)
            own = self.of_card(act.cards[0]) if len(act.cards) == 1 else 1 - len(act.cards)
            if own in (*_HAND, 1):
                return self._decade(key, seat) + max(own, 1)
            return self._first((*key, *act.cards), count(_BEYOND))
        assert isinstance(act, Play)
        return self.of_card(act.card)

    def _decade(self, key: object, seat: Seat) -> int:
        """Return the ten numbers for one ability, or for Building, by the one before them.

        The first two are for the Jack's ability and for Building, in every game.
        """
        first = -(-max(31, OTHERS + len(seat.stacks) - NEAR) // 10) * 10 - 10
        kept = (seat.character, 0), (seat.character, "build")
        start = kept.index(key) if key in kept else len(kept)
        return self._first(key, count(first + 10 * start, 10))

    def _first(self, key: object, free: Iterable[int]) -> int:
        """Return what is known by a key, else the first number that is not taken."""
        if key not in self._numbers:
            numbers_used = set(self._numbers.values())
            self._numbers[key] = next(number for number in free if number not in numbers_used)
        return self._numbers[key]


def market_stack(number: int, seat: Seat) -> MarketStack | None:
    """Return the Market Stack with this number, ``None`` if there is none."""
    return next((stack for stack in seat.stacks if place_number(stack, seat) == number), None)


def numbers_on_table(
    question: Question, indexes: Sequence[int], seat: Seat, numbers: Numbers
) -> tuple[int, ...]:
    """Return the choices' numbers on the table, empty unless all have one.

    What covers a Market Stack has the number of the card in hand.
    """
    choice_numbers: list[int] = []
    for index in indexes:
        item, card = question.items[index], question.cards[index]
        in_hand = question.zones[index] == "hand" if question.zones else question.ask == "retain"
        own = not question.owners or question.owners[index] == seat.number
        if isinstance(item, MarketStack):
            choice_numbers.append(place_number(item, seat))
        elif card and in_hand and (own or question.ask == "cover"):
            choice_numbers.append(numbers.of_card(card))
    return tuple(choice_numbers) if len(choice_numbers) == len(indexes) else ()


def numbers_to_order(question: Question) -> tuple[int, ...]:
    """Return a number for each card to put in order, the same for copies; empty if not asked."""
    number_of: dict[int, int] = {}
    cards = question.cards if question.ask == "order" else ()
    return tuple(number_of.setdefault(id(card), len(number_of) + 1) for card in cards)


def positions(choices: Sequence[object]) -> tuple[int, ...]:
    """Return the numbers of choices in their order, from 1."""
    return tuple(range(1, len(choices) + 1))


NUMBERS: Final = re.compile("[0-9]+([ ,]+[0-9]+)*")


def numbers_in(words: str) -> list[int]:
    """Parse words that match `NUMBERS`."""
    return [counting_number(digits) or PASSING for digits in re.split("[ ,]+", words)]


def acts_numbered(
    verbs: Sequence[str], words: str, listed: Sequence[ActView], seat: Seat
) -> list[Act]:
    """Return the numbered acts, each of which must have one of ``verbs``.

    Raises `NotationError` for an act with another verb, or an unknown number.
    """
    by_number = {act.number: act for act in listed}
    acts: list[Act] = []
    numbers = numbers_in(words)
    for number in numbers:
        stack = market_stack(number, seat)
        if stack is not None and {"shop", "buy"}.intersection(verbs):
            if numbers.count(number) > len(stack.cards):
                cards = plural(len(stack.cards), "card")
                there = f"has only {cards}" if stack.cards else "is empty"
                raise NotationError(f"the Market Stack {number} {there}.")
            acts.append(shop_from(stack, seat))
        elif number in by_number and by_number[number].verb in verbs:
            acts.append(by_number[number].act)
        else:
            here = f": {stack.cards[-1].name} is in the Market" if stack and stack.cards else ""
            what = by_number[number].notation if number in by_number else f"not an act now{here}"
            raise NotationError(f"{number} is {what}.")
    return acts


def in_one(acts: Sequence[Act], seat: Seat) -> Act | None:
    """Merge acts into one act, ``None`` if they have to be taken one by one.

    Several cards of one's own suit can be bought in one act.
    """
    if len(acts) == 1:
        return acts[0]
    stacks = [stack for act in acts if isinstance(act, Shop) for stack in act.stacks(seat)]
    suited = len(stacks) == len(acts) and all(stack.suit == seat.suit for stack in stacks)
    return Shop(tuple(map(seat.stacks.index, stacks))) if suited else None


def building(words: str, listed: Sequence[ActView], seat: Seat) -> Build:
    """Return what to Set on what, given names or numbers such as "1 2 on 41"; see `parse_build`."""
    hand = {str(act.number): act.card for act in listed if act.card and act.verb == "play"}
    onto = {
        str(each.number): each.placed for each in listed if each.placed and each.verb == "build"
    }
    return parse_build(re.sub("(?<=[0-9]) +(?=[0-9])", ",", words), seat, hand, onto)


def only_spend(verbs: Sequence[str], what: str, listed: Sequence[ActView]) -> Act | None:
    """Return the Spend act that pays ``what``, if there is only one card to spend it with."""
    if verbs != ["spend"] or not what:
        return None
    spends = [act for act in listed if act.verb == "spend"]
    matches = [spend for spend in spends if plain(spend.words.what).startswith(plain(what))]
    return matches[0].act if len(matches) == 1 else None


class _Step(Value):
    """A planned act: its number, what it meant when typed, and in which round."""

    number: int
    act: Act
    meant: object
    round: int

    def why_not(self, table: Table, seat: Seat) -> str:
        """Return why the act is impossible now."""
        stack = market_stack(self.number, seat)
        lies = f"{stack.cards[-1].name} lies there now" if stack and stack.cards else ""
        return self.act.why_illegal(table, seat) or lies or OTHER_ACT


class ActLine:
    """The acts still planned from a typed line; each must still mean what it meant when typed."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._warned: _Step | None = None
        self._round = 0
        self._offered: dict[int, ActView] = {}

    @property
    def going_on(self) -> bool:
        """Whether any planned acts are left."""
        return bool(self._steps)

    def clear(self) -> None:
        """Drop the plan."""
        self._steps.clear()

    def offer(self, acts: Sequence[ActView], round_number: int) -> None:
        """Remember what the numbers mean in this round, for when they cannot be done any more."""
        if round_number != self._round:
            self._round, self._offered = round_number, {}
        self._offered |= {act.number: act for act in acts}

    def type(self, words: str, acts: Sequence[ActView], table: Table, seat: Seat) -> None:
        """Plan a line of numbers; raises `NotationError` for one without a card or act.

        After the first act, a card may be one that is unaffordable now: the acts before it may gain
        coins.
        """
        self._steps = []
        listed = {act.number: act for act in acts}
        steps: list[_Step] = []
        for number in numbers_in(words):
            stack = market_stack(number, seat)
            if number in listed:
                act = listed[number]
                if act.verb == "build":
                    typed = f'"build {act.words.what} on {number}"'
                    raise NotationError(f"to Build {act.words.using}, type the card too: {typed}.")
                steps.append(_step(act, table.round))
                continue
            if (stack is None or not stack.cards) and (before := self._offered.get(number)):
                why = before.act.why_illegal(table, seat) or OTHER_ACT
                raise NotationError(f"{number}, {before.notation}, cannot be done now: {why}.")
            if stack is None or not stack.cards:
                raise NotationError(f"no act has the number {number} now.")
            card = stack.cards[-1]
            step = _Step(number, shop_from(stack, seat), card, table.round)
            if not steps:
                why = step.why_not(table, seat)
                raise NotationError(f"{number}, {card.name}, cannot be bought now: {why}.")
            steps.append(step)
        self._steps = steps

    def plan(self, acts: Sequence[ActView], round_number: int) -> None:
        """Plan legal acts one after another."""
        self._steps = [_step(act, round_number) for act in acts]

    def next(self, acts: Sequence[ActView], table: Table, seat: Seat) -> Act | None:
        """Return the next planned act, ``None`` if there is none left in this round.

        Raises `NotationError` and drops the plan if the number means something else by now, or if
        the act is certain to Trash a card in hand; typing that number again confirms it.
        """
        if not self._steps or self._steps[0].round != table.round:
            self._steps.clear()
            return None
        step, self._steps = self._steps[0], self._steps[1:]
        rest, warned = self._steps, self._warned
        self._warned = None
        hits = [act for act in acts if act.number == step.number and _deed(act) == step.meant]
        lost = [card.name for card in hits[0].foreseen.lost if card.high_score] if hits else []
        if hits and (not lost or warned == step):
            return hits[0].act
        self._steps = []
        if not hits:
            left = ". The rest of the line was ignored" if rest else ""
            why = step.why_not(table, seat)
            raise NotationError(f"{step.number} cannot be done now: {why}{left}.")
        self._warned = step
        act, number = hits[0].notation, step.number
        raise NotationError(
            f"{act} would Trash {', '.join(lost)} from your hand. To do it, type {number} again."
        )


def _step(act: ActView, round_number: int) -> _Step:
    return _Step(act.number, act.act, _deed(act), round_number)


def _deed(act: ActView) -> object:
    return act.card or act.notation
