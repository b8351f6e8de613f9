"""From one parse tree to what it means: the lines of AI cards, and whatever a card's text says."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.conditions import joined, negated
from moonflight_solo.wording.deeds import MARKET, Deeds, named_by
from moonflight_solo.wording.phrases import IT, Nonsense, called, expressly_yours, name_of
from moonflight_solo.wording.walk import hull, nodes_of

_HAND = ast.Place(("hand",))


@v_args(inline=True)
class Builder(Deeds):
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
        return _line(ast.Branch(condition, act, otherwise))

    def unless_line(self, condition: ast.Condition, act: ast.Act) -> ast.Line:
        return _line(act, negated(condition))

    def not_if(self, condition: ast.Condition, act: ast.Act) -> ast.Line:
        return _line(act, negated(condition))

    def if_possible(self, act: ast.Act) -> _IfPossible:
        return _IfPossible(act)

    def play_act(self, _play: Token, cards: ast.FirstOf, target: Any = None) -> ast.PlayAct:
        return ast.PlayAct(cards, target)

    def spend_act(self, payment: int | ast.Cards, *rest: ast.Effect | ast.Name | bool) -> Any:
        coins, cards = (payment, None) if isinstance(payment, int) else (0, payment)
        purpose = next((part for part in rest if isinstance(part, ast.Node)), None)
        user = next((part for part in rest if isinstance(part, ast.Name)), None)
        return ast.SpendAct(coins, cards, purpose, user, of_character=True in rest)

    def coin_payment(self, number: Token) -> int:
        return int(number)

    def used_card(self, name: Token) -> ast.Name:
        return name_of(name)

    def shop_act(self, _purchase: Token, cards: ast.FirstOf) -> ast.ShopAct:
        if any(c.place and c.place.zones != MARKET for c in cards.options):
            raise Nonsense("only Market Stacks sell cards")
        options = [replace(c, place=c.place and _for_sale(c.place)) for c in cards.options]
        return ast.ShopAct(replace(cards, options=tuple(options)))

    def shop_from(self, _purchase: Token, stacks: ast.Place) -> ast.ShopAct:
        return ast.ShopAct(None, _for_sale(stacks))

    def shop_top(
        self, _purchase: Token, stacks: ast.Place, _card: Token, such: ast.Cards
    ) -> ast.ShopAct:
        cards = replace(such, place=_for_sale(stacks))
        return ast.ShopAct(ast.FirstOf((cards,), span=cards.span))

    def build_act(self, _set: Token, cards: ast.Cards, onto: ast.Cards) -> ast.BuildAct:
        return ast.BuildAct(cards, onto)

    def first_of(self, *options: ast.Cards) -> ast.FirstOf:
        for one, other in pairwise(options):
            if one.but_not and other.names and not one.names:
                raise Nonsense("the name is another that is not meant")
        if any(len(each.names) > 1 and each.number in (None, "some") for each in options):
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

    def retain(self, _retain: Token, cards: ast.FirstOf) -> ast.Retain:
        return ast.Retain(cards)

    def retain_none(self, *_words: Token) -> ast.Retain:
        return ast.Retain(ast.FirstOf(()))

    def reset_move(self, _move: Token, cards: ast.FirstOf, to: ast.Place) -> ast.ResetMove:
        return ast.ResetMove(cards, to)


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
    if counting and not isinstance(line.act, ast.PlayAct):
        raise Nonsense("no card is played that could be counted")
    return _told(line)


def _told(line: ast.Line) -> ast.Line:
    """Return a line in which "it" and "that suit" are what its condition has spoken of."""
    act, condition = line.act, line.condition
    if not any(place == IT for place in nodes_of(act, ast.Place)) and not any(
        suit.whose == "that" for suit in nodes_of(act, ast.Suit)
    ):
        return line
    suits = set(nodes_of(condition, ast.Suit))
    suit = suits.pop() if len(suits) == 1 else None
    return replace(line, act=_with(act, named_by(condition) if condition else None, suit))


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
    slots = {f.name: _with(getattr(part, f.name), it, suit) for f in fields(part) if f.compare}
    return replace(part, **slots)


def _for_sale(stacks: ast.Place) -> ast.Place:
    """Return Market Stacks as a Shop sees them: anybody's, unless it says whose (Shop)."""
    anybodys = stacks.suit is None and not expressly_yours(stacks)
    return replace(stacks, owner="target" if anybodys else "your", top=False)
