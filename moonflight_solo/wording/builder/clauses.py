"""What a card's text says, clause by clause, from one parse to what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from lark import Token
from lark.visitors import v_args
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.deeds import Deeds, verb_of
from moonflight_solo.wording.builder.merging import (
    ForEach,
    Nonsense,
    done,
    expressly_yours,
    merged,
)
from moonflight_solo.wording.builder.negation import joined, negated
from moonflight_solo.wording.builder.sayings import COIN_TOKENS, IT
from moonflight_solo.wording.builder.spoken import (
    Instead,
    Same,
    narrowed,
    refuse_nothing_done,
    refuse_nothing_shown,
    replaced,
    same_again,
    spoken_of,
    told_of,
)
from moonflight_solo.wording.walk import mapped, nodes_of


@dataclass(frozen=True, slots=True)
class _And:
    """An effect that is said with "and" to be done too; only while a parse is read."""

    effect: ast.Effect


@dataclass(frozen=True, slots=True)
class _Cost:
    """What a Spend ability costs; only while a parse is read."""

    coins: int = 0
    cards: int = 0
    more: ast.Instruct | ast.Gain | None = None


def _paid(number: Any) -> _Cost:
    """Return a cost of so many cards from hand, but one at least; they are Moved (G-spend)."""
    cards = ast.Cards(number, place=ast.Place(("hand",)))
    to = ast.Place(("discard stack",), top=True)
    return _Cost(cards=1, more=ast.Instruct("move", cards, to))


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


@v_args(inline=True)
class Clauses(Deeds):
    """Builds what a card's text says, out of deeds and conditions."""

    # -- card texts

    def effect(self, *sentences: tuple[ast.Effect, ...] | ast.Effect) -> ast.CardText:
        each = (said if isinstance(said, tuple) else (said,) for said in sentences)
        effects = replaced(same_again([effect for effects in each for effect in effects]))
        told = spoken_of(told_of(effects, None))
        refuse_nothing_done(told, frozenset())
        refuse_nothing_shown(told)
        return ast.CardText(told)

    def conditional(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> ast.If:
        effects, *otherwise = clauses
        nested = effects[0] if isinstance(effects[0], ast.If) else None
        if nested is None:
            return ast.If(condition, effects, *otherwise)
        if otherwise or nested.otherwise:
            raise Nonsense('which "if" the "if not" goes with is not clear')
        return ast.If(joined(ast.All, [condition, nested.condition]), nested.effects)

    def otherwise(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def if_after(
        self,
        clauses: tuple[ast.Effect, ...],
        condition: ast.Condition,
        *otherwise: tuple[ast.Effect, ...],
    ) -> Any:
        if len(clauses) > 1:
            raise Nonsense("which of these is done only then is not clear")
        if IT in nodes_of(condition, ast.Place) and IT not in nodes_of(clauses, ast.Place):
            return narrowed(clauses[0], condition, otherwise)
        return self.conditional(condition, clauses, *otherwise)

    def unless_after(
        self, clauses: tuple[ast.Effect, ...], condition: ast.Condition, *otherwise: Any
    ) -> Any:
        return self.if_after(clauses, negated(condition), *otherwise)

    def unless(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> ast.If:
        return self.conditional(negated(condition), *clauses)

    def instead(self, condition: ast.Condition, clauses: tuple[ast.Effect, ...]) -> Instead:
        return Instead(condition, clauses)

    def instead_of_all(self, clauses: tuple[ast.Effect, ...]) -> Instead:
        return Instead(None, clauses)  # type: ignore[arg-type]

    def instead_if(self, clauses: tuple[ast.Effect, ...], condition: ast.Condition) -> Instead:
        return self.instead(condition, clauses)

    def may(self, *parts: Any) -> ast.May | ast.Those:
        """Return what one may do, or what others may, as each one's own."""
        who, clauses, *after = parts if isinstance(parts[0], str) else ("you", *parts)
        if isinstance(clauses, ast.Choose):
            clauses = (clauses,)
        if any(isinstance(effect, ast.Lasting) for effect in clauses):
            raise Nonsense("a choice that lasts")
        if who == "you":
            if any(getattr(effect, "who", "you") != "you" for effect in clauses):
                raise Nonsense("who may choose is not said")
            then, otherwise = [*after, (), ()][:2]
            return ast.May(clauses, then, otherwise)
        then, otherwise = [*map(_as_own, after), (), ()][:2]
        may = ast.May(_as_own(clauses), then, otherwise)
        return ast.Those(_known(who), None, (may,))

    def may_then(self, *parts: Any) -> ast.May | ast.Those:
        """Return what one may do, and what hangs on it, which is said of whoever does it."""
        who, _, *after = parts if isinstance(parts[0], str) else ("you", *parts)
        theirs = [getattr(effect, "who", "") == "they" for part in after for effect in part]
        if who != "you" and not all(theirs):
            raise Nonsense("whose doing it is, is not said")
        return self.may(*parts)

    def may_else(self, *parts: Any) -> ast.May | ast.Those:
        *done, otherwise = parts
        return self.may(*done, (), otherwise)

    def if_done(
        self,
        clauses: tuple[ast.Effect, ...],
        then: tuple[ast.Effect, ...] = (),
        otherwise: tuple[ast.Effect, ...] = (),
    ) -> ast.May:
        if len(clauses) > 1 or isinstance(clauses[0], ast.Lasting):
            raise Nonsense('what "if you do" hangs on is not clear')
        return ast.May(clauses, then, otherwise, optional=False)

    def if_not_done(
        self, clauses: tuple[ast.Effect, ...], otherwise: tuple[ast.Effect, ...]
    ) -> ast.May:
        done = self.if_done(clauses)
        return replace(done, otherwise=otherwise)

    def if_you_dont(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def way(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        return clauses

    def ways(self, number: Token, *ways: tuple[ast.Effect, ...]) -> list[Any]:
        if int(number) != 1:
            raise Nonsense("more than one of several ways")
        return list(ways)

    def choose(self, *said: Any) -> ast.Choose | ast.Those:
        ways = said[0] if isinstance(said[0], list) else [(way,) for way in said]
        if any(isinstance(effect, ast.Lasting) for way in ways for effect in way):
            raise Nonsense("a choice that lasts")
        doers = [getattr(way[0], "who", "you") for way in ways]
        if "they" not in doers[1:]:
            return ast.Choose(tuple(ways))
        if set(doers[1:]) != {"they"} or any(len(way) > 1 for way in ways):
            raise Nonsense("who chooses is not said")
        return self.others_choose(doers[0], [(replace(ways[0][0], who="they"),), *ways[1:]])

    def others_choose(self, who: Any, ways: list[tuple[ast.Effect, ...]]) -> ast.Those:
        return ast.Those(_known(who), None, (ast.Choose(tuple(map(_as_own, ways))),))

    def alone(self, effect: ast.Effect) -> tuple[ast.Effect, ...]:
        return (effect,)

    def limits(self, *limits: ast.Limit) -> tuple[ast.Effect, ...]:
        return limits

    def lasting(self, *words: Any) -> tuple[ast.Effect, ...]:
        effect = next(word for word in words if not isinstance(word, Token))
        return effect if isinstance(effect, tuple) else (effect,)

    def each_player_with(
        self, had: ast.Condition | ast.Range, effects: tuple[ast.Effect, ...]
    ) -> Any:
        return self._those("each player", had, effects)

    def each_opponent_with(
        self, had: ast.Condition | ast.Range, effects: tuple[ast.Effect, ...]
    ) -> Any:
        return self._those("each opponent", had, effects)

    def player_with_most(
        self, relation: str, thing: ast.Cards | None, effects: tuple[ast.Effect, ...], *tied: Any
    ) -> Any:
        if tied and tied[0] != effects:
            raise Nonsense("other things are done by those who are tied")
        return self._those("each player", self.the_most(relation, thing), effects)

    def _those(self, who: Any, had: ast.Condition | ast.Range, effects: Any) -> Any:
        if any(expressly_yours(place) for place in nodes_of(had, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
        condition: Any = ast.Coins(had) if isinstance(had, ast.Range) else _owned(had)
        theirs = list(takewhile(lambda each: getattr(each, "who", "") == "they", effects))
        if not theirs:
            raise Nonsense('another player\'s doing is said with an "s"')
        mine = effects[len(theirs) :]
        if any(getattr(each, "who", "you") != "you" for each in mine):
            raise Nonsense("who does it is not said")
        those = ast.Those(who, condition, tuple(replace(each, who="you") for each in theirs))
        return (those, *mine) if mine else those

    def clauses(self, *clauses: ast.Effect | _And) -> tuple[ast.Effect, ...]:
        for one, other in pairwise(clauses):
            if isinstance(other, _And) and _is_for_each(other.effect) and _is_number(one):
                raise Nonsense("each of these for each card, or only the last, is not said")
        return tuple(_plain(each.effect if isinstance(each, _And) else each) for each in clauses)

    def same_done(self, who: ast.Who) -> Same:
        return Same((), who=who)

    def anded(self, effect: ast.Effect) -> _And:
        return _And(effect)

    def spend(self, cost: _Cost, effects: tuple[ast.Effect, ...]) -> ast.Spend:
        return ast.Spend(cost.coins, cost.cards, effects, more=cost.more)

    def spend_either(self, *parts: Any) -> tuple[ast.Spend, ...]:
        *costs, effects = parts
        return tuple(self.spend(cost, effects) for cost in costs)

    def cost(self, *items: _Cost) -> _Cost:
        if any(item == _Cost() for item in items):
            raise Nonsense("a cost of nothing")
        more = [item.more for item in items if item.more]
        if more and len(items) > 1:
            raise Nonsense("any number of one thing, and another")
        coins, cards = sum(item.coins for item in items), sum(item.cards for item in items)
        return _Cost(coins, cards, more[0] if more else None)

    def coin_cost(self, number: Token | None = None) -> _Cost:
        return _Cost(coins=1 if number is None else int(number))

    def card_cost(self, *words: Token) -> _Cost:
        return _Cost(cards=next((int(word) for word in words if word.type == "NUMBER"), 1))

    def coins_cost(self) -> _Cost:
        return _Cost(coins=1, more=ast.Gain(ast.UpTo(None), verb="lose"))

    def every_coin(self) -> _Cost:
        return _Cost(coins=1, more=ast.Gain(ast.Per(1, 1, COIN_TOKENS), verb="lose"))

    def any_cost(self, *_words: Token) -> _Cost:
        return _paid(ast.UpTo(None))

    def hand_cost(self, *_words: Token) -> _Cost:
        return _paid("all")

    def when(self, when: ast.When, effects: tuple[ast.Effect, ...]) -> ast.When:
        return replace(when, effects=effects)

    def done_when(self, effects: tuple[ast.Effect, ...], when: ast.When) -> ast.When:
        return self.when(when, effects)

    def moment(self, who: ast.Who, event: Any) -> ast.When:
        verb, cards = (event, ast.Cards(1)) if isinstance(event, str) else event
        said: Any = verb
        return ast.When(said, cards, (), who)

    def when_reset(self) -> ast.When:
        return ast.When("reset", ast.Cards(1), ())

    def when_round(self) -> ast.When:
        return ast.When("round", ast.Cards(1), ())

    def when_turn(self) -> ast.When:
        return ast.When("turn", ast.Cards(1), ())

    def once(self, effect: Any) -> Any:
        if isinstance(effect, tuple):
            raise Nonsense("once for each cost, or for either, is not said")
        if isinstance(effect, ast.When) and effect.verb in ("reset", "round", "turn"):
            raise Nonsense("that comes no oftener than once a round")
        return replace(effect, once=True)

    def first_time(self, who: ast.Who, event: Any, effects: tuple[ast.Effect, ...]) -> Any:
        return self.once(self.when(self.moment(who, event), effects))

    def fleeting(self, effect: ast.When | ast.Bar | ast.Price) -> Any:
        if isinstance(effect, ast.When) and effect.verb in ("reset", "round", "turn"):
            raise Nonsense("that comes no more until the Reset")
        return replace(effect, fleeting=True)

    def bars_cards(self, word: Token, cards: ast.Cards | None = None) -> Any:
        verb = verb_of(word)
        if verb not in ("play", "purchase"):
            kept = "a player can be kept from Play, Purchase, Spend, Shop and Build"
            raise Nonsense(f"{kept}, not from {verb.capitalize()}")
        return verb, cards

    def bar(self, who: ast.Who, *acts: Any) -> ast.Bar:
        said = [act if isinstance(act, tuple) else (act, None) for act in acts]
        phrases = [_such(cards) for _, cards in said]
        if len(said) > 1 and any(phrases):
            raise Nonsense("what these cards are kept from is not clear: say it in two sentences")
        return ast.Bar(tuple(act for act, _ in said), phrases[0], who)

    def price(self, *parts: Any) -> ast.Price:
        cards = merged([part for part in parts if isinstance(part, ast.Cards)])
        number = next(part for part in parts if getattr(part, "type", "") == "NUMBER")
        words = [part for part in parts if isinstance(part, str) and not isinstance(part, Token)]
        sign = -1 if words[0] == "fewer" else 1
        if cards.place is not None and cards.place.zones != ("market stack",):
            raise Nonsense("a card costs something where it is for sale")
        who: Any = words[1] if len(words) > 1 else "you"
        such = _such(replace(cards, place=None)) or ast.Cards()
        return ast.Price(such, sign * int(number), who)

    def when_instead(self, who: ast.Who, event: Any, said: Any) -> ast.When:
        """Return what is done in the place of a keyword (ruling G-instead)."""
        effects = said if isinstance(said, tuple) else (said,)
        when = self.when(self.moment(who, event), effects)
        one = len(effects) == 1 and isinstance(effects[0], ast.Deed | ast.May)
        if who != "you" or when.cards.number != 1 or not one:
            raise Nonsense("what would be done instead of what is not clear")
        if when.verb not in ("draw", "discard", "trash", "purchase", "gain"):
            raise Nonsense("what would be done is done: this keyword is not replaced by another")
        return replace(when, instead=True)

    def gains(self, _word: Token) -> str:
        return "gain"

    def event(self, word: Token, cards: ast.Cards) -> tuple[ast.Verb, ast.Cards]:
        verb = verb_of(word)
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense("a trigger counts cards")
        if cards.number == 0:
            raise Nonsense("nothing happens all the time")
        return verb, replace(cards, number=cards.number if isinstance(cards.number, int) else 1)

    def cannot(self, *parts: Any) -> ast.Cannot:
        words = [part for part in parts if part.type != "CARD"]
        return ast.Cannot(tuple(done(word) or verb_of(word) for word in words))

    def done_to(self, word: Token) -> Token:
        return word

    def limit(self, of: Token, change: Token, per: ast.Per | None = None) -> ast.Limit:
        kind: Any = of.lower()
        number = int(change.replace("−", "-").replace("–", "-"))
        return ast.Limit(kind, number, per and replace(_as_per(per), number=1))


def _such(cards: ast.Cards | None) -> ast.Cards | None:
    """Return which cards a general change speaks of; ``None`` for any."""
    if cards is None or cards == ast.Cards(cards.number, span=cards.span):
        if cards is not None and cards.number not in (None, "any", "some", "all"):
            raise Nonsense("so many cards, where all are meant")
        return None
    if cards.number not in (None, "any", "some", "all", 1):
        raise Nonsense("so many cards, where all are meant")
    return replace(cards, number="some")


def _as_own(effects: Sequence[ast.Effect]) -> tuple[ast.Effect, ...]:
    """Return what another player may do, as it is said of oneself."""
    for effect in effects:
        if getattr(effect, "who", "you") not in ("you", "they"):
            raise Nonsense("who may choose is not said")
        if any(expressly_yours(place) for place in nodes_of(effect, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
    return tuple(_owned(effect) for effect in effects)


def _known(who: ast.Who) -> ast.Who:
    if who == "opponent":
        raise Nonsense("which opponent is not said")
    return who


def _owned(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_owned, part))
    if not isinstance(part, ast.Node):
        return part
    own = mapped(part, _owned)
    if isinstance(own, ast.Place) and own.owner in ("their", "its"):
        return replace(own, owner="your", owner_said="")
    return replace(own, who="you") if getattr(own, "who", "you") == "they" else own
