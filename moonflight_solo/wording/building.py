"""From one parse tree to what it means.

What the rulebooks fill in for every card is filled in here, once: whose Stack is meant
("Card Targets"), that the top card is meant unless a "Target card" is asked for, and where
cards come from when Draw, Discard, Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.conditions import Conditions
from moonflight_solo.wording.phrases import (
    EXPRESSLY_YOUR,
    STACKS,
    Nonsense,
    is_plural,
    name_of,
    top_of,
)

_SOURCES: dict[m.Verb, m.Place] = {
    "draw": m.Place(("draw deck",), top=True),
    "discard": m.Place(("hand",)),
    "trash": m.Place(("hand", "in play")),
    "set": m.Place(("hand",)),
    "play": m.Place(("hand",)),
    "deal": m.Place(("supply stack",), top=True),
}
_MARKET: tuple[m.Zone, ...] = ("market stack",)


def _source(verb: m.Verb, cards: m.Cards) -> m.Cards:
    cards = _anyones(cards)
    place = cards.place or _SOURCES.get(verb)
    # "The highest cost card in the Stack" says which of its cards, so the top one is not meant.
    superlative = cards.extreme is not None and place is not None and place.zones != _MARKET
    whole = cards.targeted or cards.number == "all" or superlative
    if place is not None and not STACKS.isdisjoint(place.zones) and not whole:
        place = replace(place, top=True)
    if cards.number == "some":
        raise Nonsense("a plural without a number")
    number = 1 if cards.number is None else cards.number
    return replace(cards, place=place, number=number)


def _anyones(cards: m.Cards) -> m.Cards:
    """Return "Target card in play" as a card of any player (ruling G-target-play)."""
    place = cards.place
    if place is None or place.zones != ("in play",) or place.owner is EXPRESSLY_YOUR:
        return cards
    return replace(cards, place=replace(place, owner="target")) if cards.targeted else cards


def _same_stack(source: m.Place | None, destination: m.Place) -> m.Place:
    """Return what "the Stack" or "its Discard Stack" is, seen from where the card lies."""
    if not destination.zones:
        if source is None or len(source.zones) != 1 or not STACKS.issuperset(source.zones):
            raise Nonsense("no Stack to be the same as")
        return replace(destination, zones=source.zones, owner=source.owner, top=True)
    return destination


@v_args(inline=True)
class Builder(Conditions):
    """Builds the meaning of one unambiguous tree; raises :class:`Nonsense` where it has none."""

    # -- card texts

    def effect(self, *sentences: tuple[m.Effect, ...]) -> m.CardText:
        return m.CardText(tuple(effect for sentence in sentences for effect in sentence))

    def sentence(self, said: tuple[m.Effect, ...] | m.Spend | m.When) -> tuple[m.Effect, ...]:
        return said if isinstance(said, tuple) else (said,)

    def conditional(
        self,
        condition: m.Condition,
        clauses: tuple[m.Effect, ...],
        otherwise: tuple[m.Effect, ...] = (),
    ) -> tuple[m.Effect, ...]:
        return (m.If(condition, clauses, otherwise),)

    def otherwise(self, clauses: tuple[m.Effect, ...]) -> tuple[m.Effect, ...]:
        return clauses

    def clauses(self, *clauses: m.Effect) -> tuple[m.Effect, ...]:
        return clauses

    def spend(self, cost: tuple[int, int], effects: tuple[m.Effect, ...]) -> m.Spend:
        return m.Spend(cost[0], cost[1], effects)

    def cost(self, *items: tuple[int, int]) -> tuple[int, int]:
        if any(item == (0, 0) for item in items):
            raise Nonsense("a cost of nothing")
        return sum(coins for coins, _ in items), sum(cards for _, cards in items)

    def coin_cost(self, number: Token) -> tuple[int, int]:
        return int(number), 0

    def card_cost(self, number: Token, _card: Token) -> tuple[int, int]:
        return 0, int(number)

    def when(self, *parts: Any) -> m.When:
        who: m.Who = parts[0] if len(parts) == 3 else "you"
        verb, cards = parts[-2]
        return m.When(verb, cards, parts[-1], who)

    def event(self, verb: m.Verb, cards: m.Cards) -> tuple[m.Verb, m.Cards]:
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense("a trigger counts cards")
        if cards.number == 0:
            raise Nonsense("nothing happens all the time")
        return verb, replace(cards, number=cards.number if isinstance(cards.number, int) else 1)

    def cannot(self, *parts: Any) -> m.Cannot:
        return m.Cannot(parts[:-1])

    def limit(self, of: Token, change: Token) -> m.Limit:
        kind: Any = of.lower()
        return m.Limit(kind, int(change.replace("−", "-").replace("–", "-")))

    # -- instructions

    def instruction(self, *parts: Any) -> m.Instruct:
        who, parts = self._who(parts)
        verb: m.Verb = parts[0]
        cards = _source(verb, parts[1])
        destination: m.Place | None = None
        onto: m.Cards | None = None
        if len(parts) == 3:
            if isinstance(parts[2], m.Cards):
                onto = parts[2]
            else:
                destination = _same_stack(cards.place, parts[2])
        cards = replace(cards, place=_of_doer(cards.place, who))
        return m.Instruct(verb, cards, _of_doer(destination, who), onto, who)

    def whole_zone(self, *parts: Any) -> m.Instruct:
        who, parts = self._who(parts)
        zone = parts[-1]
        owner: m.Owner = parts[1] if len(parts) == 3 else "your"
        if zone is None:
            raise Nonsense("no Stack to be the same as")
        place = _of_doer(m.Place((zone,), owner), who)
        return m.Instruct(parts[0], m.Cards("all", place=place), who=who)

    def this_card(self, *parts: Any) -> m.ThisCard:
        who, parts = self._who(parts)
        destination = parts[2] if len(parts) == 3 else None
        if isinstance(destination, m.Cards) or (destination and not destination.zones):
            raise Nonsense("no such place for this card")
        return m.ThisCard(parts[0], destination, who)

    def gain(self, *parts: Any) -> m.Gain:
        who, parts = self._who(parts)
        number = int(parts[0])
        if len(parts) == 1:
            return m.Gain(number, who)
        each, place = parts[1]
        counted = _of_doer(place, who)
        assert counted is not None
        return m.Gain(m.Per(number, each, counted), who)

    @staticmethod
    def _who(parts: tuple[Any, ...]) -> tuple[m.Who, tuple[Any, ...]]:
        if isinstance(parts[0], str) and parts[0] in get_args(m.Who):
            who: Any = parts[0]
            return who, parts[1:]
        return "you", parts

    def you(self) -> m.Who:
        return "you"

    def target_player(self) -> m.Who:
        return "target player"

    def each_player(self) -> m.Who:
        return "each player"

    def each_opponent(self) -> m.Who:
        return "each opponent"

    def an_opponent(self) -> m.Who:
        return "opponent"

    def verb(self, token: Token) -> m.Verb:
        word: Any = token.type.lower()
        return word  # type: ignore[no-any-return]

    def per(self, *parts: Any) -> tuple[int, m.Place]:
        *each, card, cards = parts
        if cards.place is None:
            raise Nonsense("nowhere to count")
        if not each and is_plural(card):
            raise Nonsense("per how many cards")
        return int(each[0]) if each else 1, cards.place

    def to_top(self, place: m.Place) -> m.Place:
        return top_of(place)

    def to_place(self, place: m.Place) -> m.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: m.Cards) -> m.Cards:
        return _anyones(cards)

    # -- AI-card lines

    def line(self, *parts: Any) -> m.Line:
        return m.Line(parts[-1], parts[0] if len(parts) == 2 else None)

    reset_line = line

    def play_act(self, _play: Token, cards: m.FirstOf, target: Any = None) -> m.PlayAct:
        return m.PlayAct(cards, target)

    def spend_act(self, payment: int | m.Cards, *rest: Any) -> m.SpendAct:
        purpose: m.Effect | None = None
        user: str | None = None
        of_character = False
        for part in rest:
            if isinstance(part, str):
                user = part
            elif part is True:
                of_character = True
            else:
                purpose = part
        coins, cards = (payment, None) if isinstance(payment, int) else (0, payment)
        return m.SpendAct(coins, cards, purpose, user, of_character)

    def coin_payment(self, number: Token) -> int:
        return int(number)

    def card_payment(self, cards: m.Cards) -> m.Cards:
        return cards

    def used_card(self, name: Token) -> str:
        return name_of(name)

    def used_character(self) -> bool:
        return True

    def shop_act(self, _purchase: Token, cards: m.FirstOf) -> m.ShopAct:
        if any(c.place and "market stack" not in c.place.zones for c in cards.options):
            raise Nonsense("only Market Stacks sell cards")
        return m.ShopAct(cards)

    def shop_from(self, _purchase: Token, stacks: m.Place) -> m.ShopAct:
        return m.ShopAct(None, stacks)

    def build_act(self, _set: Token, cards: m.Cards, onto: m.Cards) -> m.BuildAct:
        return m.BuildAct(cards, onto)

    def cards_placed(self, cards: m.Cards) -> m.Cards:
        return cards

    def pass_act(self) -> m.PassAct:
        return m.PassAct()

    def first_of(self, *options: m.Cards) -> m.FirstOf:
        return m.FirstOf(options)

    def case(self, condition: m.Condition, cards: m.FirstOf) -> tuple[m.Condition, m.FirstOf]:
        return condition, cards

    def cases(self, *cases: tuple[m.Condition, m.FirstOf]) -> m.Cases:
        return m.Cases(cases)

    def retain(self, _retain: Token, cards: m.FirstOf) -> m.Retain:
        return m.Retain(cards)

    def reset_move(self, _move: Token, cards: m.FirstOf, to: m.Place) -> m.ResetMove:
        return m.ResetMove(cards, to)


def _of_doer(place: m.Place | None, who: m.Who) -> m.Place | None:
    """Return a place as the one who acts there sees it: "their hand" is then one's own."""
    if place is None or who == "you":
        return place
    if place.owner is EXPRESSLY_YOUR:
        raise Nonsense("another player's doing in a place of yours")
    return replace(place, owner="your") if place.owner == "its" else place


def _is_open(place: m.Place) -> bool:
    return place.zones == () or not STACKS.issuperset(place.zones)
