"""Build the lines of AI cards; with the classes below it, the whole grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.clauses import ClauseRules
from moonflight_solo.wording.builder.constants import IT, MARKET, ONES, THEM
from moonflight_solo.wording.builder.line_references import (
    OWN_HAND,
    OWN_PLAY,
    USED,
    WHAT_IS_COUNTED,
    asked_of_it,
    for_sale,
    is_it,
    refuse_loose_cards,
    refuse_loose_one,
    resolve_in_line,
)
from moonflight_solo.wording.builder.marks import any_marked, is_marked, number_in, parts_of_kind
from moonflight_solo.wording.builder.merging import by_name, expressly_yours, merge, name_of, top_of
from moonflight_solo.wording.builder.negation import negate, unite
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.builder.quantified import asking_anybodys
from moonflight_solo.wording.walk import covering_span, nodes_of

_WHEN_WHICH = "when the one is done and when the other"
_OR_ELSE = re.compile(r"\b(?:otherwise|else|if not|failing that)\b", re.IGNORECASE)
_WHEN_OTHERWISE = 'whether that is for when it is not so: write "/" between, or repeat the verb'

_Asked = tuple[ast.Condition]
"""A condition before or after a line's act."""
_Listed = ast.FirstOf | ast.Cards
_Act = ast.AnyAct | ast.Line
"""An act, as a line of its own if it is worded with "if possible"."""


class Builder(ClauseRules):
    """Builds the meaning of one parse tree; raises :class:`Nonsense` if it has none."""

    rows = {
        "so": lambda *conditions: conditions,
        "unless_so": lambda condition: (negate(condition),),
        "if_possible": lambda act: ast.Line(act, if_possible=True),
        "play_if": lambda _play, cards, so, target: _line(ast.PlayAct(cards, target), so),
        "retain_names": lambda _retain, *names: ast.Retain(ast.FirstOf(tuple(map(by_name, names)))),
        "used_it": lambda *_card: ast.Name(USED),
        "coin_payment": lambda number=1: int(number),
        "used_card": name_of,
        "list_of_names": lambda *names: tuple(map(by_name, names)),
        "cases": lambda *cases: ast.Cases(cases),
    }

    own_rows = {
        "zone_empty": lambda self, zone: self.holds(self._own(zone), ast.Range(0, 0)),
        "zone_not_empty": lambda self, zone: self.holds(self._own(zone), ast.Range(1)),
        "giving": lambda self, *parts: ("giving", self.ties(*parts).ties),
        "taking": lambda self, *parts: ("taking", self.ties(*parts).ties),
    }

    # -- AI-card lines

    def line(self, *parts: Any) -> ast.Line:
        index = next(n for n, part in enumerate(parts) if not isinstance(part, tuple))
        before, after = (tuple(chain(*each)) for each in (parts[:index], parts[index + 1 :]))
        ones = any(ONES in cards.names for cards in nodes_of(before, ast.Cards))
        doubt(ones, WHAT_IS_COUNTED)
        refuse_loose_one(parts[index], after)
        act, rest = asked_of_it(parts[index], after)
        cards, target = getattr(act, "cards", None), getattr(act, "target", None)
        for what, options in (("card", cards), ("target", target)):
            in_order = is_marked(options, "in order")
            doubt(rest and in_order, f"whether that applies to the last {what} alone")
        if before and isinstance(cards, ast.FirstOf) and target is None:
            doubt(_OR_ELSE.search(self.printed(cards)), _WHEN_OTHERWISE)
        conditions = [*before, *rest]
        if len(conditions) < 2:
            return _line(act, *conditions)
        condition = unite(ast.All, conditions)
        return _line(act, replace(condition, span=covering_span(each.span for each in conditions)))

    reset_line = line

    def branched_line(self, test: _Asked, act: ast.AnyAct, otherwise: ast.AnyAct) -> ast.Line:
        first = resolve_in_line(ast.Line(act, *test)).act
        return _line(ast.Branch(*test, first, otherwise))

    def branched_after(self, act: ast.AnyAct, test: _Asked, otherwise: ast.AnyAct) -> ast.Line:
        if not is_it(otherwise):
            return self.branched_line(test, act, otherwise)
        second = resolve_in_line(ast.Line(otherwise, negate(*test))).act
        return _line(ast.Branch(*test, act, second))

    def branched_cards(self, act: ast.AnyAct, test: _Asked, cards: ast.FirstOf) -> ast.Line:
        """Build "Play A if so, otherwise B": the same act with other cards."""
        if isinstance(act, ast.PlayAct) and not (act.target or act.giving or act.taking):
            return self.branched_line(test, act, ast.PlayAct(cards))
        if isinstance(act, ast.ShopAct) and act.cards:
            return self.branched_line(test, act, self.shop_act(None, cards))
        raise Nonsense("it does not say what to do if not")

    def first_act(self, first: _Act, second: _Act) -> ast.Line:
        """Build "Play this, otherwise play that" as one list."""
        first = first.act if isinstance(first, ast.Line) else first
        if not isinstance(first, ast.PlayAct) or not isinstance(second, ast.PlayAct):
            raise Nonsense("it does not say when the other is done")
        cards = ast.FirstOf((*first.cards.options, *second.cards.options))
        act = replace(first, cards=cards)
        doubt(act != replace(second, cards=cards), "when the other is done")
        return _line(act)

    def not_if(self, *parts: ast.AnyAct | _Asked) -> ast.Line:
        (test,) = parts_of_kind(parts, tuple)
        *acts, act = (part for part in parts if not isinstance(part, tuple))
        doubt(not acts and not isinstance(act, ast.ShopAct), _WHEN_WHICH)
        return self.not_but(test, *acts, act)

    def not_but(self, test: _Asked, *parts: ast.AnyAct) -> ast.Line:
        """Build an act that is barred exactly under a condition."""
        *others, act = parts
        doubt(others and not is_it(act) and act != others[0], _WHEN_WHICH)
        return _line(others[0] if others else act, negate(*test))

    def below(self, name: Token, _played: Token, *parts: Any) -> ast.Line:
        verb: Any = parts[0].type.lower() if len(parts) > 1 else "target"
        return _line(ast.PlayAct(parts[-1], verb=verb), self.played(name, _played))

    def play_at(self, _: Token, cards: ast.FirstOf, zone: ast.Zone, so: ast.Condition) -> ast.Line:
        parts = so.parts if isinstance(so, ast.All) else (so,)
        condition = self.opponent_has("one", *parts)
        their_zone = self.place(("their", "owner"), zone)
        return ast.Line(ast.PlayAct(cards, self.anything_there(their_zone)), condition)

    def play_at_topped(
        self, play: Token, cards: ast.FirstOf, zone: ast.Zone, *kind: ast.Cards
    ) -> ast.Line:
        top = ast.Cards(place=top_of(self._own(zone)))
        return self.play_at(play, cards, zone, self.there_is(merge([*kind, top])))

    def _own(self, zone: ast.Place | ast.Zone) -> ast.Place:
        return self.place(("your", ""), zone)

    def play_act(self, _play: Token, cards: _Listed, *parts: Any) -> ast.PlayAct:
        target = next((part for part in parts if not isinstance(part, tuple)), None)
        return ast.PlayAct(_as_list(cards), target, **dict(parts_of_kind(parts, tuple)))

    def payments(self, *payments: int | ast.Cards) -> tuple[int | ast.Cards, ...]:
        coins = len(payments) > 1 and parts_of_kind(payments, int)
        refuse(coins, "a list of cards cannot contain coin tokens")
        return payments

    def spend_act(self, *parts: object) -> object:
        payments = parts_of_kind(parts, tuple)[0]
        single: list[Any] = [part for part in parts if isinstance(part, ast.Deed)] or [None]
        purposes = next(iter(parts_of_kind(parts, list)), single)
        ties = tuple(part.extreme for part in parts if isinstance(part, ast.Cards) and part.extreme)
        user = next(iter(parts_of_kind(parts, ast.Name)), None)

        def spending(payment: int | ast.Cards, purpose: Any = purposes[0]) -> ast.SpendAct:
            coins, cards = (payment, None) if isinstance(payment, int) else (0, payment)
            if ties and cards is not None:
                cards = replace(cards, ties=ties)
            return ast.SpendAct(coins, cards, purpose, user, of_character=True in parts)

        if len(payments) > 1:
            mixed = any(each.number not in (None, 1, "some", "any") for each in payments)
            doubt(mixed, "whether cards of the two may be mixed")
        if len(purposes) > 1:
            doubt(len(payments) > 1, "which of the two lists comes first")
            served = [(each.cards, spending(payments[0], each)) for each in purposes]
            return _first_possible(served)
        acts = list(map(spending, payments))
        return _first_possible([(act.cards, act) for act in acts])

    def purposes(self, word: Token, *parts: object) -> list[ast.Instruct]:
        """Build the purposes of a Spend: one of several names, in order (ruling A-slash)."""
        doubt(number_in(parts, 1) != 1, "whether cards of the two may be mixed")
        places = parts_of_kind(parts, ast.Cards)
        names = [word for word in parts_of_kind(parts, Token) if word.type == "QUOTED"]
        each = (merge([ast.Cards(1), by_name(name), *places]) for name in names)
        return [self.instruction("you", word, cards) for cards in each]

    def shop_act(self, _purchase: Token | None, sold: _Listed) -> ast.ShopAct:
        cards = _as_list(sold)
        if cards.options[0].place in (IT, THEM):
            return ast.ShopAct(cards)
        elsewhere = any(c.place and c.place.zones != MARKET for c in cards.options)
        refuse(elsewhere, "only Market Stacks sell cards")
        what = "how to choose several so that all can be paid for: name one card"
        doubt(any(c.number not in (None, 1) for c in cards.options), what)
        what = "whether of all Stacks or of those whose top card can be paid for"
        doubt(any(c.available and c.place and _is_one_stack(c.place) for c in cards.options), what)
        unsuited = [c.place for c in cards.options if c.suit and c.place and not c.place.suit]
        doubt(any(map(_is_one_stack, unsuited)), "whether of all Stacks or of those of the suit")
        options = [replace(c, place=c.place and for_sale(c.place)) for c in cards.options]
        return ast.ShopAct(replace(cards, options=tuple(options)))

    def shop_from(self, _purchase: Token, stacks: ast.Place) -> ast.ShopAct:
        doubt(stacks.matching, "whose suit is meant")
        return ast.ShopAct(None, for_sale(stacks))

    def build_act(self, _set: Token, *parts: ast.Cards | tuple[ast.Cards, ...]) -> ast.AnyAct:
        last, cards = parts[-1], parts_of_kind(parts[:-1], ast.Cards)
        bases = last if isinstance(last, tuple) else (last,)
        numbers = [each.number for each in (*cards, *bases)]
        why = "it is unclear whether one item of the list is for all or each takes its first"
        refuse(len(cards) > 1 and any(number not in (None, 1) for number in numbers), why)
        many = len(bases) > 1 and ("many" in numbers or any(base.number == "all" for base in bases))
        doubt(many, "whether as many as the first of them takes or as all of them do")
        one_tied = any(base.ties for base in bases) and not all(card.ties for card in cards)
        doubt(one_tied, "whether of the cards Set or of those built on")
        acts = [[(card, ast.BuildAct(card, base)) for card in cards] for base in bases]
        return _first_possible([*zip(bases, map(_first_possible, acts), strict=True)], OWN_PLAY)

    def first_of(self, *options: ast.Cards) -> ast.FirstOf:
        options = _all_placed(options)
        _refuse_said_of_one(options)
        what = "whether the top card, if it fits, or the first card that fits"
        doubt(any_marked(options, "top such"), what)
        for left, right in pairwise(options):
            bare = left.ties and right == ast.Cards(extreme=right.extreme)
            refuse(bare, "the tie-break does not name a card of its own")
            only_name = right == ast.Cards(names=right.names or ("",))
            left_out = left.but_not and not left.names and only_name
            refuse(left_out, "the name after it is not the one left out")
        some = [c for c in options if c.number in (None, "some") and c.extreme is None]
        several = any(len(phrase.names) > 1 for phrase in some)
        doubt(several, 'which of them comes first: write "/" between the names')
        return ast.FirstOf(options)

    def in_order(self, *options: ast.Cards) -> ast.FirstOf:
        _refuse_said_of_one(options)
        return replace(self.first_of(*options), mark="in order")

    def preferring(self, cards: ast.Cards, *parts: object) -> ast.FirstOf:
        """Build "a card, preferring A (over B)": A first, then B or, without "over", any other."""
        doubt(cards.extreme is not None, "whether the names or the highest or lowest come first")
        _refuse_several(cards)
        names = parts_of_kind(parts, tuple)
        preferred = [merge([cards, name]) for part in names for name in part]
        return self.first_of(*preferred) if len(names) > 1 else self.first_of(*preferred, cards)

    def names_last(self, cards: ast.Cards, names: tuple[ast.Cards, ...]) -> ast.FirstOf:
        _refuse_several(cards)
        rest = ast.Cards(but_not=tuple(name for phrase in names for name in phrase.names))
        return self.first_of(merge([cards, rest]), *(merge([cards, name]) for name in names))

    def or_else(self, first: Token, other: Token, missing: Token, *rest: object) -> ast.FirstOf:
        """Build "A, or B if no A is in hand" as a list of both."""
        first_cards, other_cards, missing_cards = map(by_name, (first, other, missing))
        printed_places = [p for p in rest if isinstance(p, ast.Cards) and p.place != OWN_HAND]
        if first_cards != missing_cards or first_cards == other_cards or printed_places:
            raise Nonsense("the condition is not about the first card of the list")
        return ast.FirstOf((first_cards, other_cards))

    def anything_there(self, place: ast.Place) -> ast.FirstOf:
        """Build "targeting their Trash Stack": any card there that the played card can reach."""
        doubt(not place.zones or not place.owner_said, "whose it is")
        cards = ast.Cards(place=place, span=place.span)
        return ast.FirstOf((cards,), span=place.span)

    def retain(self, _retain: Token, cards: _Listed) -> ast.Retain:
        cards = _as_list(cards)
        elsewhere = any(c.place and c.place.zones not in ((), ("hand",)) for c in cards.options)
        refuse(elsewhere, "only cards in hand are Retained")
        return ast.Retain(cards)

    def reset_move(self, _move: Token, cards: ast.FirstOf, to: ast.Place) -> ast.ResetMove:
        if to.zones == MARKET and to.owner not in ("your", "target"):
            raise Nonsense('Market Stacks go by suit: say "of an opponent\'s suit"')
        if to.zones == MARKET and to.suit is None and not to.matching and not expressly_yours(to):
            to = replace(to, owner="target")  # any player's that the card matches (G-cover-any)
        return ast.ResetMove(cards, to)


def _as_list(cards: _Listed) -> ast.FirstOf:
    """Return a list to choose from; a single phrase is a list of one."""
    return cards if isinstance(cards, ast.FirstOf) else ast.FirstOf((cards,), span=cards.span)


def _line(act: _Act, condition: ast.Condition | None = None) -> ast.Line:
    possible = isinstance(act, ast.Line)
    act = act.act if isinstance(act, ast.Line) else act
    line = ast.Line(asking_anybodys(act), asking_anybodys(condition), possible)
    doubt(any(nodes_of(act, ast.Line)), "which of the two acts need not be possible")
    counting = any(has.counting for has in nodes_of(condition, ast.Has))
    takes_cards = isinstance(line.act, ast.PlayAct | ast.SpendAct | ast.BuildAct) and line.act.cards
    refuse(counting and not takes_cards, "this act takes no card from hand that could be counted")
    for each_condition in (condition, *(branch.condition for branch in nodes_of(act, ast.Branch))):
        refuse_loose_cards(act, each_condition)
    return resolve_in_line(line)


def _first_possible(
    acts: Sequence[tuple[ast.Cards | None, ast.AnyAct]], place: ast.Place = OWN_HAND
) -> ast.AnyAct:
    """Build the first possible of several acts, by the kind of cards each needs."""
    act = acts[-1][1]
    for cards, each_act in reversed(acts[:-1]):
        assert cards is not None
        cards_there = replace(cards, number=None, extreme=None, ties=(), place=cards.place or place)
        if cards_there == ast.Cards(place=place) or len(cards.names) > 1:
            raise Nonsense("the first of these fits every card, so the next is never taken")
        act = ast.Branch(None, each_act, act)
    return act


def _is_one_stack(stacks: ast.Place) -> bool:
    """Return whether a superlative picks one Market Stack of several."""
    return stacks.fewest or stacks.most or stacks.best is not None


def _refuse_several(cards: ast.Cards) -> None:
    """Reject "up to 2 cards" in a preference: that many of each, or together?"""
    if isinstance(cards.number, int | ast.UpTo) and cards.number != 1:
        raise Nonsense("it does not say whether the number is of each or together")


def _all_placed(options: Sequence[ast.Cards]) -> tuple[ast.Cards, ...]:
    """Give all names of a list the place printed after the last."""
    *before, last = options
    names = all(option == ast.Cards(names=option.names) and option.names for option in options[:-1])
    if not before or last.place is None or not names or len(last.names) != 1:
        return tuple(options)
    place = replace(last.place, span=None)
    return (*(replace(phrase, place=place) for phrase in before), last)


def _refuse_said_of_one(options: Sequence[ast.Cards]) -> None:
    """Reject words before or after a list that may belong to all of it or to one item."""
    first, *rest = (replace(o, place=None) if o.place == OWN_HAND else o for o in options)
    if not rest:
        return
    last, before = rest[-1], (first, *rest[:-1])
    placed = last.place is not None and last.extreme is None
    placed = placed and all(each.place is None for each in before)
    described = last.names and replace(last, names=(), number=None) != ast.Cards()
    only_names = all(replace(phrase, names=(), number=None) == ast.Cards() for phrase in before)
    owned = first.whose is not None and all(each.whose is None for each in rest)
    owned = owned or bool(first.extreme and first.names and not first.ties)
    if placed or (described and only_names) or owned:
        raise Nonsense("it is unclear whether that applies to the whole list or to one item")
