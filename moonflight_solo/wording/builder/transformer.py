"""From one parse tree to what it means: the lines of AI cards, and whatever a card's text says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.clauses import Clauses
from moonflight_solo.wording.builder.merging import (
    Nonsense,
    called,
    expressly_yours,
    merged,
    name_of,
    top_of,
)
from moonflight_solo.wording.builder.negation import joined, negated
from moonflight_solo.wording.builder.sayings import IT, ONE
from moonflight_solo.wording.builder.spoken import MARKET, named_by
from moonflight_solo.wording.walk import hull, mapped, nodes_of

_HAND = ast.Place(("hand",))
_USED = " it"  # no name that could be printed


@v_args(inline=True)
class Builder(Clauses):
    """Builds the meaning of one unambiguous tree; raises :class:`Nonsense` where it has none."""

    # -- AI-card lines

    def line(self, *parts: Any) -> ast.Line:
        *condition, act = parts
        return _line(act, *condition)

    reset_line = line

    def line_if(self, act: ast.Act, condition: ast.Condition) -> ast.Line:
        return _line(act, condition)

    def line_unless(self, act: ast.Act, condition: ast.Condition) -> ast.Line:
        return _line(act, negated(condition))

    def if_unless(
        self, condition: ast.Condition, act: ast.Act, otherwise: ast.Condition
    ) -> ast.Line:
        both = joined(ast.All, [condition, negated(otherwise)])
        return _line(act, replace(both, span=hull([condition.span, otherwise.span])))

    def branched_line(self, condition: ast.Condition, act: ast.Act, otherwise: ast.Act) -> ast.Line:
        first = _told(ast.Line(act, condition)).act
        return _line(ast.Branch(condition, first, otherwise))

    def unless_line(self, condition: ast.Condition, act: ast.Act) -> ast.Line:
        return _line(act, negated(condition))

    def not_if(self, condition: ast.Condition, act: ast.Act) -> ast.Line:
        return _line(act, negated(condition))

    def if_possible(self, act: ast.Act) -> _IfPossible:
        return _IfPossible(act)

    def if_if(self, condition: ast.Condition, act: ast.Act, other: ast.Condition) -> ast.Line:
        both = joined(ast.All, [condition, other])
        return _line(act, replace(both, span=hull([condition.span, other.span])))

    def play_if(
        self, _play: Token, cards: ast.FirstOf, condition: ast.Condition, target: Any
    ) -> ast.Line:
        return _line(ast.PlayAct(cards, target), condition)

    def play_at(self, _play: Token, cards: ast.FirstOf, zone: Any, has: ast.Condition) -> ast.Line:
        condition = self.opponent_has("one", has)
        theirs = self.place(("their", "owner"), zone)
        return ast.Line(ast.PlayAct(cards, self.anything_there(theirs)), condition)

    def play_at_empty(self, play: Token, cards: ast.FirstOf, zone: Any, other: Any) -> ast.Line:
        return self.play_at(play, cards, zone, self.holds(self._own(other), ast.Range(0, 0)))

    def play_at_full(self, play: Token, cards: ast.FirstOf, zone: Any, other: Any) -> ast.Line:
        return self.play_at(play, cards, zone, self.holds(self._own(other), ast.Range(1)))

    def play_at_topped(
        self, play: Token, cards: ast.FirstOf, zone: Any, *such: ast.Cards
    ) -> ast.Line:
        top = ast.Cards(place=top_of(self._own(zone)))
        return self.play_at(play, cards, zone, self.there_is(merged([*such, top])))

    def _own(self, zone: Any) -> ast.Place:
        return self.place(("your", ""), zone)

    def branched_after(
        self, act: ast.Act, condition: ast.Condition, otherwise: ast.Act
    ) -> ast.Line:
        return self.branched_line(condition, act, otherwise)

    def branched_cards(
        self, condition: ast.Condition, act: ast.Act, cards: ast.FirstOf
    ) -> ast.Line:
        """Return an act, or the same with other cards where the condition does not hold."""
        if isinstance(act, ast.PlayAct) and not (act.target or act.giving or act.taking):
            return self.branched_line(condition, act, ast.PlayAct(cards))
        if isinstance(act, ast.Retain):
            return self.branched_line(condition, act, ast.Retain(cards))
        if isinstance(act, ast.ShopAct) and act.cards:
            return self.branched_line(condition, act, self.shop_act(None, cards))
        raise Nonsense("what is done otherwise is not said")

    def branched_cards_after(
        self, act: ast.Act, condition: ast.Condition, cards: ast.FirstOf
    ) -> ast.Line:
        return self.branched_cards(condition, act, cards)

    def play_act(self, _play: Token, cards: Any, *more: Any) -> ast.PlayAct:
        target = next((part for part in more if not isinstance(part, _Choices)), None)
        said = {part.of: part.by for part in more if isinstance(part, _Choices)}
        giving, taking = (said.get(of, ()) for of in ("giving", "taking"))
        return ast.PlayAct(_listed(cards), target, giving, taking)

    def giving(self, _up: Token, *by: ast.Cards) -> _Choices:
        return _Choices("giving", self.ties(*by).ties)

    def taking(self, *by: ast.Cards) -> _Choices:
        return _Choices("taking", self.ties(*by).ties)

    def payments(self, *payments: int | ast.Cards) -> tuple[int | ast.Cards, ...]:
        if len(payments) > 1 and any(isinstance(each, int) for each in payments):
            raise Nonsense("coin tokens in a list of cards")
        return payments

    def spend_act(self, *parts: Any) -> Any:
        payments = next(part for part in parts if isinstance(part, tuple))
        purpose: Any = next(
            (part for part in parts if isinstance(part, ast.Instruct | ast.Gain)), None
        )
        ties = tuple(part.extreme for part in parts if isinstance(part, ast.Cards) and part.extreme)
        user = next((part for part in parts if isinstance(part, ast.Name)), None)

        def spending(payment: int | ast.Cards) -> ast.SpendAct:
            coins, cards = (payment, None) if isinstance(payment, int) else (0, payment)
            if ties and cards is not None:
                cards = replace(cards, ties=ties)
            return ast.SpendAct(coins, cards, purpose, user, of_character=True in parts)

        acts = list(map(spending, payments))
        return _first_held([(act.cards, act) for act in acts])

    def used_it(self, *_card: Token) -> ast.Name:
        return ast.Name(_USED)

    def coin_payment(self, number: Token) -> int:
        return int(number)

    def used_card(self, name: Token) -> ast.Name:
        return name_of(name)

    def shop_act(self, _purchase: Token | None, said: Any) -> ast.ShopAct:
        cards = _listed(said)
        if cards.options[0].place == IT:
            return ast.ShopAct(cards)
        if any(c.place and c.place.zones != MARKET for c in cards.options):
            raise Nonsense("only Market Stacks sell cards")
        if any(c.number == "all" for c in cards.options):
            raise Nonsense("a line Shops for one card")
        if any(c.available and c.place and _is_one_stack(c.place) for c in cards.options):
            raise Nonsense("that Stack of all, or of those whose top can be paid, is not said")
        options = [replace(c, place=c.place and _for_sale(c.place)) for c in cards.options]
        return ast.ShopAct(replace(cards, options=tuple(options)))

    def shop_from(self, _purchase: Token, stacks: ast.Place) -> ast.ShopAct:
        return ast.ShopAct(None, _for_sale(stacks))

    def build_act(self, _set: Token, *parts: ast.Cards) -> ast.Act:
        *cards, onto = parts
        return _first_held([(each, ast.BuildAct(each, onto)) for each in cards])

    def first_of(self, *options: ast.Cards) -> ast.FirstOf:
        for one, other in pairwise(options):
            if one.ties and other == ast.Cards(extreme=other.extreme):
                raise Nonsense("what decides between equals is no card of its own")
            if one.but_not and other.names and not one.names:
                raise Nonsense("the name is another that is not meant")
        if any(
            len(each.names) > 1 and each.number in (None, "some") and each.extreme is None
            for each in options
        ):
            raise Nonsense('which of them first is not said: write "/" between the names')
        return ast.FirstOf(options)

    def or_else(self, first: Token, other: Token, missing: Token, *rest: Any) -> ast.FirstOf:
        """Return "A", or "B" if no "A" is in hand: that is a list of both."""
        one, two, none = map(called, (first, other, missing))
        elsewhere = [part for part in rest if isinstance(part, ast.Cards) and part.place != _HAND]
        if one != none or one == two or elsewhere:
            raise Nonsense("the other is not meant for lack of the first")
        return ast.FirstOf((one, two))

    def anything_there(self, place: ast.Place) -> ast.FirstOf:
        """Return "targeting their Trash Stack": whatever card of it the card reaches."""
        if not place.zones or not place.owner_said:
            raise Nonsense("whose it is, is not said")
        cards = ast.Cards(place=place, span=place.span)
        return ast.FirstOf((cards,), span=place.span)

    def it_targeted(self, *_card: Token) -> ast.FirstOf:
        return ast.FirstOf((ast.Cards(place=IT),))

    def that_opponent(self) -> ast.FirstOf:
        everywhere: tuple[ast.Zone, ...] = ("hand", "in play", "discard stack", "trash stack")
        place = ast.Place(everywhere, "their", owner_said="owner")
        return ast.FirstOf((ast.Cards(place=place),))

    def case(
        self, condition: ast.Condition, cards: ast.FirstOf
    ) -> tuple[ast.Condition, ast.FirstOf]:
        return condition, cards

    def cases(self, *cases: tuple[ast.Condition, ast.FirstOf]) -> ast.Cases:
        return ast.Cases(cases)

    def retain(self, _retain: Token, cards: Any) -> ast.Retain:
        return ast.Retain(_listed(cards))

    def retain_none(self, *_words: Token) -> ast.Retain:
        return ast.Retain(ast.FirstOf(()))

    def reset_move(self, _move: Token, cards: ast.FirstOf, to: ast.Place) -> ast.ResetMove:
        return ast.ResetMove(cards, to)


def _listed(cards: ast.FirstOf | ast.Cards) -> ast.FirstOf:
    """Return what is chosen from; "it" alone is a list of one."""
    return cards if isinstance(cards, ast.FirstOf) else ast.FirstOf((cards,), span=cards.span)


@dataclass(frozen=True, slots=True)
class _Choices:
    """What a card's own choices go by, one way or the other; only while a line is read."""

    of: str
    by: ast.Ties


@dataclass(frozen=True, slots=True)
class _IfPossible:
    """An act that is said to be passed over if it cannot be followed; only while a line is read."""

    act: ast.Act


def _line(act: ast.Act | _IfPossible, condition: ast.Condition | None = None) -> ast.Line:
    possible = isinstance(act, _IfPossible)
    line = ast.Line(act.act if isinstance(act, _IfPossible) else act, condition, possible)
    if isinstance(act, ast.Branch) and _IfPossible in map(type, (act.act, act.otherwise)):
        raise Nonsense("which of the two acts need not be possible")
    counting = any(has.counting for has in nodes_of(condition, ast.Has))
    taking = isinstance(line.act, ast.PlayAct | ast.SpendAct | ast.BuildAct) and line.act.cards
    if counting and not taking:
        raise Nonsense("no card is taken from hand that could be counted")
    for said in (condition, *(each.condition for each in nodes_of(act, ast.Branch))):
        _refuse_loose_extreme(act, said)
    return _told(line)


def _refuse_loose_extreme(act: Any, condition: ast.Condition | None) -> None:
    """Refuse "the cheapest" after a condition on some kind of cards: of those, or of all?"""
    kinds = [
        has.cards
        for has in nodes_of(condition, ast.Has)
        if has.count.least > 1 or (has.count.least and not has.cards.names)
    ]
    if not any(replace(kind, place=None) != ast.Cards() for kind in kinds):
        return
    for cards in nodes_of(act, ast.Cards):
        extreme = cards.extreme and cards.extreme.span
        if cards.place is None and extreme and cards.span and cards.span[1] == extreme[1]:
            raise Nonsense("of those cards, or of all in hand, is not said")


def _told(line: ast.Line) -> ast.Line:
    """Return a line in which "it" and "that suit" are what its condition has spoken of."""
    act, condition = line.act, line.condition
    if condition is not None and any(
        ONE in cards.names for cards in nodes_of(condition, ast.Cards)
    ):
        line = replace(line, condition=_called(condition, _the_name(act)))
        act, condition = line.act, line.condition
    if isinstance(act, ast.SpendAct) and act.user == _USED:
        return replace(line, act=replace(act, user=_the_one_in_play(condition)))
    if not any(place == IT for place in nodes_of(act, ast.Place)) and not any(
        suit.whose == "that" for suit in nodes_of(act, ast.Suit)
    ):
        return line
    suits = set(nodes_of(condition, ast.Suit))
    suit = suits.pop() if len(suits) == 1 else None
    it = named_by(condition) if condition else None
    told = _with(act, it, suit)
    if isinstance(told, ast.ShopAct) and told.cards and IT in nodes_of(act, ast.Place):
        if any(each.place is None or each.place.zones != MARKET for each in told.cards.options):
            raise Nonsense("only Market Stacks sell cards")
        told = replace(told, cards=_top_ones(told.cards))
    return replace(line, act=told)


def _first_held(ways: Sequence[tuple[ast.Cards | None, ast.Act]]) -> ast.Act:
    """Return the act with the first of several kinds of cards of which there is one in hand."""
    act = ways[-1][1]
    for cards, other in reversed(ways[:-1]):
        assert cards is not None
        held = replace(cards, number=None, extreme=None, ties=(), place=_HAND)
        if held == ast.Cards(place=_HAND) or len(cards.names) > 1:
            raise Nonsense("what is taken first leaves nothing for the next")
        act = ast.Branch(ast.Has(held, ast.Range(1)), other, act)
    return act


def _top_ones(cards: ast.FirstOf) -> ast.FirstOf:
    each = (
        replace(c, place=c.place and _for_sale(replace(c.place, one=False))) for c in cards.options
    )
    return replace(cards, options=tuple(each))


def _the_name(act: ast.Act) -> str:
    """Return the one name of the cards an act is about."""
    names = {name for cards in nodes_of(act, ast.Cards) for name in cards.names}
    if len(names) != 1:
        raise Nonsense("one of which is not said")
    return names.pop()


def _called(part: Any, name: str) -> Any:
    """Return a condition in which "one" is a card of that name."""
    if isinstance(part, tuple):
        return tuple(name if each == ONE else _called(each, name) for each in part)
    if not isinstance(part, ast.Node):
        return part
    return mapped(part, lambda slot: _called(slot, name))


def _the_one_in_play(condition: ast.Condition | None) -> str:
    """Return the name of the card that a condition says is in play."""
    there = [
        has.cards
        for has in nodes_of(condition, ast.Has)
        if has.cards.place and has.cards.place.zones == ("in play",)
    ]
    if len(there) != 1 or len(there[0].names) != 1:
        raise Nonsense("which card is used is not said")
    return there[0].names[0]


def _with(part: Any, it: ast.Cards | None, suit: ast.Suit | None) -> Any:
    if isinstance(part, tuple) and not isinstance(part, str):
        return tuple(_with(each, it, suit) for each in part)
    if isinstance(part, ast.Suit) and part.whose == "that":
        if suit is None:
            raise Nonsense("which suit that is, is not said")
        return suit
    if isinstance(part, ast.Cards) and part.place == IT:
        if it is None:
            raise Nonsense("which card is meant is not said")
        return replace(it, number=None)
    if not isinstance(part, ast.Node):
        return part
    return mapped(part, lambda slot: _with(slot, it, suit))


def _is_one_stack(stacks: ast.Place) -> bool:
    return stacks.fewest or stacks.most or stacks.best is not None


def _for_sale(stacks: ast.Place) -> ast.Place:
    """Return Market Stacks as a Shop sees them: anybody's, unless it says whose (Shop)."""
    if stacks.suit is None and stacks.owner == "opponent":
        return replace(stacks, top=False)
    anybodys = stacks.suit is None and not expressly_yours(stacks)
    return replace(stacks, owner="target" if anybodys else "your", top=False)
