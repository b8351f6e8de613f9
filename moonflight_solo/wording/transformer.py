"""From one parse tree to what it means.

What the rulebooks fill in for every card is filled in here, once: whose Stack is meant
("Card Targets"), that the top card is meant unless a "Target card" is asked for, and where
cards come from when Draw, Discard, Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.conditions import Conditions, joined, negated
from moonflight_solo.wording.phrases import Nonsense, expressly_yours, name_of, top_of
from moonflight_solo.wording.walk import hull, nodes_of

_SOURCES: dict[ast.Verb, ast.Place] = {
    "draw": ast.Place(("draw deck",), top=True),
    "discard": ast.Place(("hand",)),
    "trash": ast.Place(("hand", "in play")),
    "set": ast.Place(("hand",)),
    "play": ast.Place(("hand",)),
    "deal": ast.Place(("supply stack",), top=True),
}
_MARKET: tuple[ast.Zone, ...] = ("market stack",)


def _source(verb: ast.Verb, cards: ast.Cards) -> ast.Cards:
    cards = _anyones(cards)
    place = cards.place or _SOURCES.get(verb)
    # "The highest cost card in the Stack" says which of its cards, so the top one is not meant.
    superlative = cards.extreme is not None and place is not None and place.zones != _MARKET
    whole = cards.targeted or cards.number == "all" or superlative
    if place is not None and not ast.STACKS.isdisjoint(place.zones) and not whole:
        place = replace(place, top=True)
    if cards.number == "some":
        raise Nonsense("a plural without a number")
    number = 1 if cards.number is None else cards.number
    return replace(cards, place=place, number=number)


def _anyones(cards: ast.Cards) -> ast.Cards:
    """Return "Target card in play" as a card of any player (ruling G-target-play)."""
    place = cards.place
    if place is None or place.zones != ("in play",) or not cards.targeted:
        return cards
    return cards if expressly_yours(place) else replace(cards, place=replace(place, owner="target"))


def _same_stack(source: ast.Place | None, destination: ast.Place) -> ast.Place:
    """Return what "the Stack" or "its Discard Stack" is, seen from where the card lies."""
    if not destination.zones:
        if source is None or len(source.zones) != 1 or not ast.STACKS.issuperset(source.zones):
            raise Nonsense("no Stack to be the same as")
        return replace(destination, zones=source.zones, owner=source.owner, top=True)
    return destination


@v_args(inline=True)
class Builder(Conditions):
    """Builds the meaning of one unambiguous tree; raises :class:`Nonsense` where it has none."""

    # -- card texts

    def effect(self, *sentences: tuple[ast.Effect, ...] | ast.Effect) -> ast.CardText:
        each = (said if isinstance(said, tuple) else (said,) for said in sentences)
        return ast.CardText(_spoken_of([effect for effects in each for effect in effects]))

    def conditional(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> ast.If:
        return ast.If(condition, *map(_spoken_of, clauses))

    def otherwise(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def if_after(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> ast.If:
        if len(clauses) > 1:
            raise Nonsense("which of these is done only then is not clear")
        return self.conditional(condition, clauses)

    def unless_after(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> ast.If:
        return self.if_after(clauses, negated(condition))

    def unless(self, condition: ast.Condition, clauses: tuple[ast.Effect, ...]) -> ast.If:
        return self.conditional(negated(condition), clauses)

    def clauses(self, *clauses: ast.Effect) -> tuple[ast.Effect, ...]:
        return clauses

    def spend(self, cost: tuple[int, int], effects: tuple[ast.Effect, ...]) -> ast.Spend:
        return ast.Spend(cost[0], cost[1], _spoken_of(effects))

    def cost(self, *items: tuple[int, int]) -> tuple[int, int]:
        if any(item == (0, 0) for item in items):
            raise Nonsense("a cost of nothing")
        return sum(coins for coins, _ in items), sum(cards for _, cards in items)

    def coin_cost(self, number: Token) -> tuple[int, int]:
        return int(number), 0

    def card_cost(self, number: Token, _card: Token) -> tuple[int, int]:
        return 0, int(number)

    def when(
        self, who: ast.Who, event: tuple[ast.Verb, ast.Cards], effects: tuple[ast.Effect, ...]
    ) -> ast.When:
        return ast.When(*event, _spoken_of(effects, who), who)

    def event(self, word: Token, cards: ast.Cards) -> tuple[ast.Verb, ast.Cards]:
        verb = _verb(word)
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense("a trigger counts cards")
        if cards.number == 0:
            raise Nonsense("nothing happens all the time")
        return verb, replace(cards, number=cards.number if isinstance(cards.number, int) else 1)

    def cannot(self, *parts: Any) -> ast.Cannot:
        return ast.Cannot(tuple(map(_verb, parts[:-1])))

    def limit(self, of: Token, change: Token) -> ast.Limit:
        kind: Any = of.lower()
        return ast.Limit(kind, int(change.replace("−", "-").replace("–", "-")))

    # -- instructions

    def instruction(
        self,
        who: ast.Who,
        word: Token,
        cards: ast.Cards,
        to: ast.Place | ast.Cards | None = None,
    ) -> ast.Instruct:
        who, verb = _subject(who, word), _verb(word)
        cards = _source(verb, cards)
        source = cards.place
        cards = replace(cards, place=source and _of_doer(source, who))
        if isinstance(cards.number, ast.Per):
            cards = replace(cards, number=_counted_by(cards.number, who))
        if isinstance(to, ast.Place):
            return ast.Instruct(verb, cards, _of_doer(_same_stack(source, to), who), who=who)
        return ast.Instruct(verb, cards, onto=to, who=who)

    def whole_zone(self, who: ast.Who, word: Token, zone: ast.Place) -> ast.Instruct:
        who, verb = _subject(who, word), _verb(word)
        if not zone.zones:
            raise Nonsense("no Stack to be the same as")
        cards = ast.Cards("all", place=_of_doer(zone, who), span=zone.span)
        return ast.Instruct(verb, cards, who=who)

    def this_card(
        self, who: ast.Who, word: Token, _card: Token, to: ast.Place | ast.Cards | None = None
    ) -> ast.ThisCard:
        who, verb = _subject(who, word), _verb(word)
        if isinstance(to, ast.Cards) or (to and not to.zones):
            raise Nonsense("no such place for this card")
        return ast.ThisCard(verb, to, who)

    def gain(
        self, who: ast.Who, word: Token, number: Token, per: ast.Per | None = None
    ) -> ast.Gain:
        who = _subject(who, word)
        if per is None:
            return ast.Gain(int(number), who)
        return ast.Gain(_counted_by(replace(per, number=int(number)), who), who)

    def to_top(self, place: ast.Place) -> ast.Place:
        return top_of(place)

    def to_place(self, place: ast.Place) -> ast.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: ast.Cards) -> ast.Cards:
        return _anyones(cards)

    # -- AI-card lines

    def line(self, *parts: Any) -> ast.Line:
        *condition, act = parts
        return ast.Line(act, *condition)

    reset_line = line

    def line_if(self, act: ast.Act, condition: ast.Condition) -> ast.Line:
        return ast.Line(act, condition)

    def line_unless(self, act: ast.Act, condition: ast.Condition) -> ast.Line:
        return ast.Line(act, negated(condition))

    def if_unless(
        self, condition: ast.Condition, act: ast.Act, otherwise: ast.Condition
    ) -> ast.Line:
        both = joined(ast.All, [condition, negated(otherwise)])
        return ast.Line(act, replace(both, span=hull([condition.span, otherwise.span])))

    def branched_line(self, condition: ast.Condition, act: ast.Act, otherwise: ast.Act) -> ast.Line:
        return ast.Line(ast.Branch(condition, act, otherwise))

    def unless_line(self, condition: ast.Condition, act: ast.Act) -> ast.Line:
        return ast.Line(act, negated(condition))

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
        if any(c.place and c.place.zones != _MARKET for c in cards.options):
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


def _for_sale(stacks: ast.Place) -> ast.Place:
    """Return Market Stacks as a Shop sees them: anybody's, unless it says whose (Shop)."""
    anybodys = stacks.suit is None and not expressly_yours(stacks)
    return replace(stacks, owner="target" if anybodys else "your", top=False)


def _verb(word: Token) -> ast.Verb:
    verb: Any = word.type.lower()
    return verb  # type: ignore[no-any-return]


def _subject(who: ast.Who, word: Token) -> ast.Who:
    """Return who does it: a verb in the third person without a subject keeps the one before."""
    third = word.lower().endswith("s")
    if who == "you":
        return "they" if third else who
    if not third:
        raise Nonsense(f'another player\'s doing is said "{word}s"')
    return who


def _of_doer(place: ast.Place, who: ast.Who) -> ast.Place:
    """Return a place as the one who acts there sees it: "their hand" is then one's own."""
    if who == "you":
        return place
    if expressly_yours(place):
        raise Nonsense("another player's doing in a place of yours")
    return replace(place, owner="your") if place.owner in ("its", "their") else place


def _counted_by(per: ast.Per, who: ast.Who) -> ast.Per:
    """Return "per card in your hand" as it is meant where another does it: that is not theirs."""
    if who != "you" and expressly_yours(per.place):
        return replace(per, place=replace(per.place, owner="holder"))
    return replace(per, place=_of_doer(per.place, who))


def _spoken_of(effects: Sequence[ast.Effect], spoken: ast.Who = "you") -> tuple[ast.Effect, ...]:
    """Return effects in order, if each "their" and each verb without a subject has somebody.

    ``spoken`` is who was spoken of before.
    """
    for effect in effects:
        who: ast.Who = getattr(effect, "who", "you")
        if who == "they" and spoken == "you":
            raise Nonsense("who does it is not said")
        if who == "you" and isinstance(effect, ast.Instruct | ast.Gain):
            theirs = [place for place in nodes_of(effect, ast.Place) if place.owner == "their"]
            one = spoken in ("target player", "opponent")
            if theirs and not one:
                raise Nonsense("whose it is, is not said")
            if not theirs and isinstance(effect, ast.Instruct):
                spoken = "you"
        elif who not in ("you", "they"):
            spoken = who
    return tuple(effects)


def _is_open(place: ast.Place) -> bool:
    return place.zones == () or not ast.STACKS.issuperset(place.zones)
