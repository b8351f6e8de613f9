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
from moonflight_solo.wording.conditions import Conditions, negated
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrases import IT, ForEach, Nonsense, expressly_yours, merged, top_of
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
    per = ast.Per(
        number.number, number.each, number.cards, number.beyond, number.up, span=number.span
    )
    if isinstance(effect, ast.Instruct):
        return replace(effect, cards=replace(effect.cards, number=per))
    assert isinstance(effect, ast.Gain)
    return replace(effect, amount=per)


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
            it = (
                replace(effect.cards, place=replace(place, shown=True)) if alone and place else None
            )
        elif isinstance(effect, ast.If):
            if it is None and (narrowed := _narrowed(effect)) is not None:
                told.append(narrowed)
                continue
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
        else:
            it = None
        told.append(effect)
    return tuple(told)


def _done_to(effect: ast.Instruct, it: ast.Cards | None) -> ast.Instruct:
    place = None if it is None else it.place
    if it is None or place is None:
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
        if it is None or it.place is None or not it.place.top:
            raise Nonsense("which card is meant is not said")
        return it.place
    if not isinstance(part, ast.Node):
        return part
    return replace(part, **{f.name: _with_it(getattr(part, f.name), it) for f in fields(part)})


def _narrowed(effect: ast.If) -> ast.Instruct | None:
    """Return "Play 1 Target card if it is not a Hear" as an instruction about such a card."""
    condition = effect.condition
    if not isinstance(condition, ast.Has) or condition.cards.place != IT or effect.otherwise:
        return None
    deed = effect.effects[0]
    if len(effect.effects) > 1 or not isinstance(deed, ast.Instruct) or deed.cards.number != 1:
        return None
    return replace(deed, cards=merged([deed.cards, replace(condition.cards, place=None)]))


def named_by(condition: ast.Condition) -> ast.Cards | None:
    """Return the one card that a condition says is there; ``None`` if it says more or less."""
    if not isinstance(condition, ast.Has) or condition.count != ast.Range(1) or condition.total:
        return None
    place = condition.cards.place
    return condition.cards if place and place.owner == "your" and len(place.zones) == 1 else None


def _refuse_anothers(zone: ast.Place) -> None:
    if not zone.zones or zone.owner != "your":
        raise Nonsense("only your own cards can be shuffled or swapped")


def _source(verb: ast.Verb, cards: ast.Cards) -> ast.Cards:
    cards = anyones(cards)
    place = cards.place or KEYWORDS[verb].source
    # "The highest cost card in the Stack" says which of its cards, so the top one is not meant.
    superlative = cards.extreme is not None and place is not None and place.zones != MARKET
    whole = cards.targeted or cards.number == "all" or superlative
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
        return ast.CardText(_spoken_of(_told_of(effects, None)))

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

    def if_done(
        self,
        clauses: tuple[ast.Effect, ...],
        then: tuple[ast.Effect, ...] = (),
        otherwise: tuple[ast.Effect, ...] = (),
    ) -> ast.May:
        if len(clauses) > 1 or isinstance(clauses[0], ast.Limit | ast.Cannot | ast.Reveal):
            raise Nonsense('what "if you do" hangs on is not clear')
        parts = map(_spoken_of, (clauses, then, otherwise))
        return ast.May(*parts, optional=False)

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

    def worth(self, of: Token, cards: ast.Cards) -> ast.Worth:
        if cards.place is None or cards.number not in (None, 1):
            raise Nonsense("which card's it is, is not said")
        place = cards.place
        if not place.top and not ast.STACKS.isdisjoint(place.zones):
            raise Nonsense("which card of the Stack is not said")
        which: Any = of.lower()
        return ast.Worth(which, replace(cards, number=1))

    def lose(self, who: ast.Who, word: Token, number: Token, *_words: Token) -> ast.Gain:
        return ast.Gain(int(number), _subject(who, word), "lose")

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

    def to_place(self, place: ast.Place) -> ast.Place:
        return place if _is_open(place) else replace(place, top=True)

    def to_cards(self, cards: ast.Cards) -> ast.Cards:
        return anyones(cards)


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
