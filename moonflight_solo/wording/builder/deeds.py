"""What a card's text says is done, from one parse to what it means.

What the rulebooks fill in for every card is filled in here, once: whose Stack is meant
("Card Targets"), that the top card is meant unless a "Target card" is asked for, and where
cards come from when Draw, Discard, Trash, Set or Deal do not say ("Specific Rules").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import Any, Final

from lark import Token
from lark.visitors import v_args

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.conditions import Conditions
from moonflight_solo.wording.builder.merging import (
    ForEach,
    Nonsense,
    done,
    expressly_yours,
    merged,
    top_of,
)
from moonflight_solo.wording.builder.negation import negated
from moonflight_solo.wording.builder.sayings import COIN_TOKENS, DONE, IT, SHOWN, THEM
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of

_IT: Final = ast.Cards(1, place=IT)
MARKET: tuple[ast.Zone, ...] = ("market stack",)


@dataclass(frozen=True, slots=True)
class _And:
    """An effect that is said with "and" to be done too; only while a parse is read."""

    effect: ast.Effect


def _number_of(effect: ast.Effect) -> object:
    if isinstance(effect, ast.Instruct):
        return effect.cards.number
    return effect.amount if isinstance(effect, ast.Gain) else None


def _plain(effect: ast.Effect) -> ast.Effect:
    """Return an effect whose number "for each" is one like "per"."""
    number = _number_of(effect)
    if not isinstance(number, ForEach):
        return effect
    per = _as_per(number)
    if isinstance(effect, ast.Instruct):
        return replace(effect, cards=replace(effect.cards, number=per))
    assert isinstance(effect, ast.Gain)
    return replace(effect, amount=per)


def _as_per(per: ast.Per) -> ast.Per:
    return ast.Per(per.number, per.each, per.cards, per.beyond, per.up, span=per.span)


def _is_for_each(effect: ast.Effect) -> bool:
    return isinstance(_number_of(effect), ForEach)


def _is_number(effect: ast.Effect | _And) -> bool:
    return isinstance(_number_of(effect.effect if isinstance(effect, _And) else effect), int)


class _Instead(ast.If):
    """A condition under which the effect before it is replaced; only while a parse is read."""

    __slots__ = ()


def _instead(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "instead" as another way of the effect before it."""
    done: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, _Instead):
            if not done or not isinstance(done[-1], ast.Instruct | ast.Gain | ast.ThisCard):
                raise Nonsense("what this is done instead of is not said")
            if getattr(done[-1], "who", "you") != "you":
                raise Nonsense("whose doing is replaced is not said")
            effect = ast.If(effect.condition, effect.effects, (done.pop(),))
        done.append(effect)
    return done


def _told_of(effects: Sequence[ast.Effect], it: ast.Cards | None) -> tuple[ast.Effect, ...]:
    """Return effects in which each "it" is the card spoken of before; ``it`` at their beginning."""
    told: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, ast.Reveal):
            place = effect.cards.place
            alone = effect.cards.number == 1 and place is not None
            it = ast.Cards(place=SHOWN) if place and place.top else None
            if alone and place:
                it = replace(effect.cards, place=replace(place, shown=True))
        elif isinstance(effect, ast.If):
            condition = _with_it(effect.condition, it)
            those = it if condition != effect.condition else named_by(condition)
            other = those if those and those.place and those.place.top else None
            if condition != effect.condition or (it is not None and it.place and it.place.shown):
                those = other = it
            effect = replace(
                effect,
                condition=condition,
                effects=_told_of(effect.effects, those),
                otherwise=_told_of(effect.otherwise, other),
            )
        elif isinstance(effect, ast.May):
            effect = replace(
                effect,
                effects=_told_of(effect.effects, it),
                then=_told_of(effect.then, it),
                otherwise=_told_of(effect.otherwise, it),
            )
        elif isinstance(effect, ast.Choose):
            effect = replace(effect, ways=tuple(_told_of(way, it) for way in effect.ways))
        elif isinstance(effect, ast.Spend | ast.When):
            effect = replace(effect, effects=_told_of(effect.effects, None))
        elif isinstance(effect, ast.Instruct) and effect.cards.place == _IT.place:
            effect, it = _done_to(effect, it), None
        elif it is not None and it.place == SHOWN and _is_of_shown(effect):
            effect = _of_them(effect)
        else:
            it = ast.Cards(place=DONE) if _is_one(effect) else None
        told.append(effect)
    return tuple(told)


def _is_of_shown(effect: ast.Effect) -> bool:
    places = list(nodes_of(effect, ast.Place))
    return isinstance(effect, ast.Instruct) and (THEM in places or SHOWN in places)


def _of_them(effect: ast.Effect) -> ast.Effect:
    """Return an instruction about those of the cards shown that are left."""
    assert isinstance(effect, ast.Instruct)
    return replace(effect, cards=replace(effect.cards, place=SHOWN))


def _is_one(effect: ast.Effect) -> bool:
    """Return whether an effect moves one card, which is then spoken of as "it"."""
    return isinstance(effect, ast.Instruct) and effect.who == "you" and effect.cards.number == 1


def _done_to(effect: ast.Instruct, it: ast.Cards | None) -> ast.Instruct:
    place = None if it is None else it.place
    if it is None or place is None or place == DONE:
        raise Nonsense("which card is meant is not said")
    if effect.verb in ("set", "purchase", "deal"):
        raise Nonsense("which card is meant is not said")
    cards = ast.Cards(1, place=replace(place, shown=False), span=effect.cards.span)
    if not place.top:
        stacked = not ast.STACKS.isdisjoint(place.zones)
        cards = replace(it, number=1, targeted=stacked, span=effect.cards.span)
    to = effect.destination
    return replace(effect, cards=cards, destination=to and _same_stack(place, to))


def _with_it(part: Any, it: ast.Cards | None) -> Any:
    """Return a condition in which "it" is the card spoken of before."""
    if isinstance(part, tuple):
        return tuple(_with_it(each, it) for each in part)
    if isinstance(part, ast.Place) and part == _IT.place:
        if it is None or it.place is None or not (it.place.top or it.place == DONE):
            raise Nonsense("which card is meant is not said")
        return it.place
    if not isinstance(part, ast.Node):
        return part
    return replace(part, **{f.name: _with_it(getattr(part, f.name), it) for f in fields(part)})


def _narrowed(deed: ast.Effect, condition: ast.Condition) -> ast.Instruct:
    """Return "Play 1 Target card if it is not a Hear" as an instruction about such a card."""
    it_is = isinstance(condition, ast.Has) and condition.cards.place == IT
    if not it_is or not isinstance(deed, ast.Instruct) or deed.cards.number != 1:
        raise Nonsense("which card is meant is not said")
    assert isinstance(condition, ast.Has)
    return replace(deed, cards=merged([deed.cards, replace(condition.cards, place=None)]))


def named_by(condition: ast.Condition) -> ast.Cards | None:
    """Return the one card that a condition says is there; ``None`` if it says more or less."""
    if isinstance(condition, ast.All):
        named = [cards for part in condition.parts if (cards := named_by(part)) is not None]
        return named[0] if len(named) == 1 else None
    if not isinstance(condition, ast.Has) or condition.count != ast.Range(1) or condition.total:
        return None
    place = condition.cards.place
    if place is None or len(place.zones) != 1:
        return None
    return condition.cards if place.owner == "your" or place.zones == MARKET else None


def _refuse_anothers(zone: ast.Place) -> None:
    if not zone.zones or zone.owner != "your":
        raise Nonsense("only your own cards can be shuffled or swapped")


def _source(verb: ast.Verb, cards: ast.Cards) -> ast.Cards:
    cards = anyones(cards)
    place = cards.place or KEYWORDS[verb].source
    # "The highest cost card in the Stack" says which of its cards, so the top one is not meant.
    superlative = cards.extreme is not None and not cards.available
    whole = cards.targeted or cards.random or cards.number == "all" or superlative
    if place is not None and not ast.STACKS.isdisjoint(place.zones) and not whole:
        place = replace(place, top=True)
    if cards.number == "some":
        raise Nonsense("a plural without a number")
    number = 1 if cards.number is None else cards.number
    return replace(cards, place=place, number=number)


def anyones(cards: ast.Cards) -> ast.Cards:
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
class Deeds(Conditions):
    """Builds what a card's text says, out of phrases and conditions."""

    # -- card texts

    def effect(self, *sentences: tuple[ast.Effect, ...] | ast.Effect) -> ast.CardText:
        each = (said if isinstance(said, tuple) else (said,) for said in sentences)
        effects = _instead([effect for effects in each for effect in effects])
        told = _spoken_of(_told_of(effects, None))
        _refuse_nothing_done(told, frozenset())
        _refuse_nothing_shown(told)
        return ast.CardText(told)

    def conditional(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> ast.If:
        return ast.If(condition, *map(_spoken_of, clauses))

    def otherwise(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def if_after(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> Any:
        if len(clauses) > 1:
            raise Nonsense("which of these is done only then is not clear")
        if IT in nodes_of(condition, ast.Place) and IT not in nodes_of(clauses, ast.Place):
            return _narrowed(clauses[0], condition)
        return self.conditional(condition, clauses)

    def unless_after(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> Any:
        return self.if_after(clauses, negated(condition))

    def unless(self, condition: ast.Condition, clauses: tuple[ast.Effect, ...]) -> ast.If:
        return self.conditional(negated(condition), clauses)

    def unless_else(
        self,
        clauses: tuple[ast.Effect, ...],
        condition: ast.Condition,
        otherwise: tuple[ast.Effect, ...],
    ) -> ast.If:
        return self.conditional(negated(condition), clauses, otherwise)

    def instead(self, condition: ast.Condition, clauses: tuple[ast.Effect, ...]) -> _Instead:
        return _Instead(condition, _spoken_of(clauses))

    def instead_if(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> _Instead:
        return self.instead(condition, clauses)

    def may(
        self,
        clauses: tuple[ast.Effect, ...],
        then: tuple[ast.Effect, ...] = (),
        otherwise: tuple[ast.Effect, ...] = (),
    ) -> ast.May:
        if any(getattr(effect, "who", "you") != "you" for effect in clauses):
            raise Nonsense("who may choose is not said")
        if any(isinstance(effect, ast.Limit | ast.Cannot) for effect in clauses):
            raise Nonsense("a choice that lasts")
        return ast.May(_spoken_of(clauses), _spoken_of(then), _spoken_of(otherwise))

    def may_else(
        self, clauses: tuple[ast.Effect, ...], otherwise: tuple[ast.Effect, ...]
    ) -> ast.May:
        return self.may(clauses, (), otherwise)

    def others_may(
        self, who: ast.Who, clauses: tuple[ast.Effect, ...], then: tuple[ast.Effect, ...] = ()
    ) -> ast.May:
        if who == "opponent":
            raise Nonsense("which opponent is not said")
        return replace(self.may(_as_own(clauses), _as_own(then)), who=who)

    def if_done(
        self,
        clauses: tuple[ast.Effect, ...],
        then: tuple[ast.Effect, ...] = (),
        otherwise: tuple[ast.Effect, ...] = (),
    ) -> ast.May:
        if len(clauses) > 1 or isinstance(clauses[0], ast.Limit | ast.Cannot | ast.Reveal):
            raise Nonsense('what "if you do" hangs on is not clear')
        do, after, instead = map(_spoken_of, (clauses, then, otherwise))
        return ast.May(do, after, instead, optional=False)

    def if_not_done(
        self, clauses: tuple[ast.Effect, ...], otherwise: tuple[ast.Effect, ...]
    ) -> ast.May:
        done = self.if_done(clauses)
        return replace(done, otherwise=_spoken_of(otherwise))

    def if_you_dont(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def way(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def choose(self, *ways: Any) -> ast.Choose:
        if isinstance(ways[0], Token):
            number, *ways = ways  # type: ignore[assignment]
            if int(number) != 1:
                raise Nonsense("more than one of several ways")
        each = [way if isinstance(way, tuple) else (way,) for way in ways]
        if any(isinstance(effect, ast.Limit | ast.Cannot) for way in each for effect in way):
            raise Nonsense("a choice that lasts")
        return ast.Choose(tuple(map(_spoken_of, each)))

    def optional(self, effect: ast.Effect) -> tuple[ast.Effect, ...]:
        return (effect,)

    def limits(self, *limits: ast.Limit) -> tuple[ast.Effect, ...]:
        return limits

    def lasting(self, *words: Any) -> tuple[ast.Effect, ...]:
        effect = words[-1]
        return effect if isinstance(effect, tuple) else (effect,)

    def each_player_with(
        self, had: ast.Condition | ast.Range, effects: tuple[ast.Effect, ...]
    ) -> ast.Those:
        return self._those("each player", had, effects)

    def each_opponent_with(
        self, had: ast.Condition | ast.Range, effects: tuple[ast.Effect, ...]
    ) -> ast.Those:
        return self._those("each opponent", had, effects)

    def player_with_most(
        self, relation: str, thing: ast.Cards | None, effects: tuple[ast.Effect, ...], *tied: Any
    ) -> ast.Those:
        if tied and tied[0] != effects:
            raise Nonsense("other things are done by those who are tied")
        return self._those("each player", self.the_most(relation, thing), effects)

    def _those(self, who: Any, had: ast.Condition | ast.Range, effects: Any) -> ast.Those:
        if any(expressly_yours(place) for place in nodes_of(had, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
        condition: Any = ast.Coins(had) if isinstance(had, ast.Range) else _owned(had)
        first, *rest = effects
        if getattr(first, "who", "") != "they" or any(e.who != "they" for e in rest):
            raise Nonsense('another player\'s doing is said with an "s"')
        return ast.Those(who, condition, tuple(replace(each, who="you") for each in effects))

    def clauses(self, *clauses: ast.Effect | _And) -> tuple[ast.Effect, ...]:
        for one, other in pairwise(clauses):
            if isinstance(other, _And) and _is_for_each(other.effect) and _is_number(one):
                raise Nonsense("each of these for each card, or only the last, is not said")
        return tuple(_plain(each.effect if isinstance(each, _And) else each) for each in clauses)

    def anded(self, effect: ast.Effect) -> _And:
        return _And(effect)

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

    def when(self, who: ast.Who, event: Any, effects: tuple[ast.Effect, ...]) -> ast.When:
        verb, cards = (event, ast.Cards(1)) if isinstance(event, str) else event
        said: Any = verb
        return ast.When(said, cards, _spoken_of(effects, who), who)

    def when_reset(self, effects: tuple[ast.Effect, ...]) -> ast.When:
        return ast.When("reset", ast.Cards(1), _spoken_of(effects))

    def when_round(self, effects: tuple[ast.Effect, ...]) -> ast.When:
        return ast.When("round", ast.Cards(1), _spoken_of(effects))

    def gains(self, _word: Token) -> str:
        return "gain"

    def event(self, word: Token, cards: ast.Cards) -> tuple[ast.Verb, ast.Cards]:
        verb = _verb(word)
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense("a trigger counts cards")
        if cards.number == 0:
            raise Nonsense("nothing happens all the time")
        return verb, replace(cards, number=cards.number if isinstance(cards.number, int) else 1)

    def cannot(self, *parts: Any) -> ast.Cannot:
        words = [part for part in parts if part.type != "CARD"]
        return ast.Cannot(tuple(done(word) or _verb(word) for word in words))

    def done_to(self, word: Token) -> Token:
        return word

    def limit(self, of: Token, change: Token, per: ast.Per | None = None) -> ast.Limit:
        kind: Any = of.lower()
        number = int(change.replace("−", "-").replace("–", "-"))
        return ast.Limit(kind, number, per and replace(_as_per(per), number=1))

    # -- instructions

    def instruction(
        self,
        who: ast.Who,
        word: Token,
        cards: ast.Cards,
        to: ast.Place | ast.Cards | None = None,
    ) -> ast.Instruct:
        who, verb = _subject(who, word), _verb(word)
        if verb == "draw" and cards.place and "hand" in cards.place.zones:
            raise Nonsense("cards in hand have been Drawn already")
        cards = _source(verb, _chosen_by(cards, who))
        source = cards.place
        if cards.other and source is not None and "in play" not in source.zones:
            cards = replace(cards, other=False)  # the card that says it lies in play
        cards = replace(cards, place=source and _of_doer(source, who))
        if isinstance(cards.number, ast.Per | ast.Worth):
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

    def gain_worth(self, who: ast.Who, word: Token, worth: ast.Worth) -> ast.Gain:
        who = _subject(who, word)
        return ast.Gain(_counted_by(worth, who), who)

    def worth(self, of: Token, cards: ast.Cards | None = None) -> ast.Worth:
        cards = cards or ast.Cards(1, place=DONE)
        if cards.place is None or cards.number not in (None, 1):
            raise Nonsense("which card's it is, is not said")
        place = cards.place
        if not place.top and not ast.STACKS.isdisjoint(place.zones):
            raise Nonsense("which card of the Stack is not said")
        which: Any = of.lower()
        return ast.Worth(which, replace(cards, number=1))

    def lose(self, who: ast.Who, word: Token, number: Token, *words: Any) -> ast.Gain:
        per = next((part for part in words if isinstance(part, ast.Per)), None)
        return replace(self.gain(who, word, number, per), verb="lose")

    def until(self, who: ast.Who, word: Token, *words: Any) -> ast.Instruct:
        number = next(part for part in words if isinstance(part, Token) and part.type == "NUMBER")
        said = [part for part in words if isinstance(part, ast.Cards)]
        verb, wanted = _verb(word), ast.Until(int(number))
        if any(part != ast.Cards("some") for part in said):
            raise Nonsense("how many, is said twice")
        if verb not in ("draw", "discard", "trash"):
            raise Nonsense("so many in hand are not come to in this way")
        source = ast.Place(("hand",)) if verb != "draw" else None
        return self.instruction(who, word, ast.Cards(wanted, place=source))

    def so_many_cards(self, who: ast.Who, word: Token, _card: Token, per: ast.Per) -> ast.Instruct:
        return self.instruction(who, word, ast.Cards(per))

    def as_many_cards(self, who: ast.Who, word: Token, *parts: Any) -> ast.Instruct:
        phrases = [part for part in parts if isinstance(part, ast.Cards)]
        return self.instruction(who, word, ast.Cards(self.so_many(*phrases)))

    def as_many_coins(self, who: ast.Who, word: Token, *parts: Any) -> ast.Gain:
        phrases = [part for part in parts if isinstance(part, ast.Cards)]
        return self.so_many_coins(who, word, self.so_many(*phrases))

    def so_many_coins(self, who: ast.Who, word: Token, per: ast.Per) -> ast.Gain:
        verb: ast.TokenVerb = "gain" if word.type == "GAIN" else "lose"
        who = _subject(who, word)
        return ast.Gain(_counted_by(per, who), who, verb)

    def that_many_coins(self, who: ast.Who, word: Token) -> ast.Gain:
        return self.so_many_coins(who, word, ast.Per(1, 1, ast.Cards(place=DONE)))

    def lose_all(self, who: ast.Who, word: Token, purse: tuple[ast.Owner, str]) -> ast.Gain:
        _refuse_anothers_purse(who, purse)
        return self.so_many_coins(who, word, ast.Per(1, 1, COIN_TOKENS))

    def half_zone(self, who: ast.Who, word: Token, *parts: Any) -> ast.Instruct:
        zone = next(part for part in parts if isinstance(part, ast.Place | ast.Cards))
        at = zone if isinstance(zone, ast.Cards) else ast.Cards(place=zone, span=zone.span)
        return self.instruction(who, word, replace(at, number=ast.Per(1, 2, at, up="up" in parts)))

    def half_coins(
        self, who: ast.Who, word: Token, purse: tuple[ast.Owner, str], rounded: str = "down"
    ) -> ast.Gain:
        _refuse_anothers_purse(who, purse)
        return self.so_many_coins(who, word, ast.Per(1, 2, COIN_TOKENS, up=rounded == "up"))

    def hand_of_so_many(self, number: Token, *_words: Token) -> Token:
        return number

    def reveal(self, _word: Token, cards: ast.Cards) -> ast.Reveal:
        return self._seen(cards, "all")

    def look_at(self, cards: ast.Cards) -> ast.Reveal:
        return self._seen(cards, "you")

    def reveal_zone(self, _word: Token, zone: ast.Place) -> ast.Reveal:
        if zone.zones != ("hand",) or zone.owner != "your":
            raise Nonsense("that is seen already, or never")
        return ast.Reveal(ast.Cards("all", place=zone))

    def _seen(self, cards: ast.Cards, to: Any) -> ast.Reveal:
        place = cards.place
        if place is not None and place.zones == ("draw deck",):
            place = top_of(place)
            cards = replace(cards, place=place)
        if place is None or not place.top or place.zones != ("draw deck",):
            raise Nonsense("only the top of a Draw Deck or a hand is there to be revealed")
        if place.owner != "your" or not isinstance(cards.number, int | None):
            raise Nonsense("only your own Draw Deck can be looked at")
        if cards != ast.Cards(cards.number, place=place):
            raise Nonsense("what is face down cannot be told apart")
        return ast.Reveal(replace(cards, number=cards.number or 1), to)

    def shuffle(self, place: ast.Place, into: ast.Place) -> ast.Shuffle:
        if into.zones != ("draw deck",) or place.zones == into.zones:
            raise Nonsense("cards are shuffled into a Draw Deck")
        for zone in (place, into):
            _refuse_anothers(zone)
        return ast.Shuffle(place)

    def swap(self, one: ast.Place, other: ast.Place) -> ast.Swap:
        for zone in (one, other):
            _refuse_anothers(zone)
            if zone.zones[0] not in ("hand", "discard stack", "trash stack", "draw deck"):
                raise Nonsense("that cannot change places")
        if one.zones == other.zones:
            raise Nonsense("a place cannot be swapped with itself")
        return ast.Swap(one, other)

    def it(self, who: ast.Who, word: Token, *rest: Any) -> ast.Instruct:
        to = next((part for part in rest if isinstance(part, ast.Node)), None)
        if who != "you" or word.lower().endswith("s"):
            raise Nonsense('which card another player\'s "it" is, is not said')
        if isinstance(to, ast.Place):
            return ast.Instruct(_verb(word), _IT, to, who="you")
        if to is not None and not isinstance(to, ast.Cards):
            raise Nonsense("no such place for a card")
        return ast.Instruct(_verb(word), _IT, onto=to)

    def to_top(self, place: ast.Place, *face_down: Token) -> ast.Place:
        if face_down and place.zones != ("draw deck",):
            raise Nonsense("only the cards of a Draw Deck lie face down there")
        return top_of(place)

    def to_bottom(self, _bottom: Token, place: ast.Place) -> ast.Place:
        return replace(top_of(place), top=False, bottom=True)

    def to_place(self, place: ast.Place) -> ast.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: ast.Cards) -> ast.Cards:
        return anyones(cards)


def _refuse_anothers_purse(who: ast.Who, purse: tuple[ast.Owner, str]) -> None:
    """Refuse to let anybody lose coin tokens that are said to be another's."""
    owner, said = purse
    if said and (owner == "your") != (who == "you"):
        raise Nonsense("one player loses what another controls")


def _chosen_by(cards: ast.Cards, who: ast.Who) -> ast.Cards:
    """Return cards "of your choice": whoever does it chooses (Card Resolution)."""
    chooser = cards.chooser
    if chooser is not None and (chooser == "you") != (who == "you"):
        raise Nonsense("one player's choice of what another does")
    return replace(cards, chooser=None)


def _as_own(effects: Sequence[ast.Effect]) -> tuple[ast.Effect, ...]:
    """Return what another player may do, as it is said of oneself."""
    for effect in effects:
        if getattr(effect, "who", "you") != "you" or not isinstance(effect, ast.Deed):
            raise Nonsense("who may choose is not said")
        if any(expressly_yours(place) for place in nodes_of(effect, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
    return tuple(_owned(effect) for effect in effects)


def _owned(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_owned, part))
    if not isinstance(part, ast.Node):
        return part
    own = replace(part, **{f.name: _owned(getattr(part, f.name)) for f in fields(part)})
    if isinstance(own, ast.Place) and own.owner in ("their", "its"):
        return replace(own, owner="your", owner_said="")
    return own


def _refuse_nothing_done(effects: Sequence[ast.Effect], done: frozenset[str]) -> frozenset[str]:
    """Refuse to speak of cards that were moved where nothing has moved any; return what has."""
    for effect in effects:
        if isinstance(effect, ast.If | ast.May | ast.Those | ast.Choose):
            _refuse_undone(getattr(effect, "condition", None), done)
            ways = effect.ways if isinstance(effect, ast.Choose) else (effect.effects,)
            after = [_refuse_nothing_done(way, done) for way in ways]
            if isinstance(effect, ast.May):
                _refuse_nothing_done(effect.then, after[0])
                _refuse_nothing_done(effect.otherwise, done)
            done = frozenset()
        elif isinstance(effect, ast.Spend | ast.When):
            _refuse_nothing_done(effect.effects, frozenset())
        else:
            _refuse_undone(effect, done)
            done = frozenset({effect.verb} if isinstance(effect, ast.Instruct) else ())
            if done and _is_one(effect):
                done |= {"one"}
    return done


def _refuse_nothing_shown(effects: Sequence[ast.Effect]) -> None:
    """Refuse to speak of "the rest" where no cards have been shown just before."""
    shown = False
    for effect in effects:
        if SHOWN in nodes_of(effect, ast.Place) and not shown:
            raise Nonsense("the rest of which cards is not said")
        revealed = isinstance(effect, ast.Reveal) and effect.cards.place is not None
        shown = (revealed and _shows_several(effect)) or (shown and _is_of_shown(effect))


def _shows_several(effect: ast.Effect) -> bool:
    number = effect.cards.number if isinstance(effect, ast.Reveal) else 0
    return isinstance(number, int) and number > 1


def _refuse_undone(part: Any, done: frozenset[str]) -> None:
    for place in nodes_of(part, ast.Place):
        if place == DONE and (not done or place.by not in (None, *done)):
            raise Nonsense("what has been done so is not said before")
    if "one" not in done and any(worth.cards.place == DONE for worth in nodes_of(part, ast.Worth)):
        raise Nonsense("which card is meant is not said")


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


def _counted_by(number: Any, who: ast.Who) -> Any:
    """Return "per card in your hand" as it is meant where another does it: that is not theirs."""
    place = number.cards.place
    if who != "you" and expressly_yours(place):
        place = replace(place, owner="holder")
    else:
        place = _of_doer(place, who)
    return replace(number, cards=replace(number.cards, place=place))


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
