"""What a card's text says, clause by clause, from one parse to what it means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.lasting import LastingBuilder, as_per
from moonflight_solo.wording.builder.merging import (
    Nonsense,
    expressly_yours,
)
from moonflight_solo.wording.builder.negation import joined, negated
from moonflight_solo.wording.builder.quantities import only_one
from moonflight_solo.wording.builder.sayings import IT
from moonflight_solo.wording.builder.spoken import (
    Instead,
    Same,
    are_apart,
    narrowed,
    same_again,
    told_of,
    with_replacements,
)
from moonflight_solo.wording.builder.unsaid import (
    refuse_nothing_done,
    refuse_nothing_shown,
    refuse_other_than_spoken_of,
    refuse_unclear_others,
    spoken_of,
)
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import hull, mapped, nodes_of


@dataclass(frozen=True, slots=True)
class _And:
    """An effect that is said with "and" to be done too; only while a parse is read."""

    effect: ast.Effect


class _Then(_And):
    """An effect that is said with "then" to be done after another; only while a parse is read."""


class _InTurn(tuple[ast.Effect, ...]):
    """Effects of which the last is said with "then"; only while a parse is read."""


class _Apart(tuple[ast.Effect, ...]):
    """What is done otherwise, said in a sentence of its own; only while a parse is read."""


class _Case(tuple[ast.If]):
    """What is done in a case that is said after another; only while a parse is read."""


def _excludes(condition: ast.Condition, case: _Case) -> bool:
    """Return whether a case that is said after a condition cannot be one of both."""
    other = case[0].condition
    if not isinstance(condition, ast.Has) or not isinstance(other, ast.Has):
        return False
    alike = replace(other, count=condition.count) == condition
    return alike and are_apart(condition.count, other.count)


class _Hung(tuple[ast.Effect, ...]):
    """What is done if ``doer``, "you" or "they", has done it or has not; only while it is read."""

    doer: str


def _refuse_other_doer(who: str, parts: Sequence[object]) -> None:
    said = {part.doer == "you" for part in parts if isinstance(part, _Hung)}
    if (who != "you") in said:
        raise Nonsense("whose doing this hangs on is not said")


def _number_of(effect: ast.Effect) -> object:
    if isinstance(effect, ast.Instruct):
        return effect.cards.number
    return effect.amount if isinstance(effect, ast.Gain) else None


def _plain(effect: ast.Effect) -> ast.Effect:
    """Return an effect whose number "for each" is one like "per"."""
    number = _number_of(effect)
    if not isinstance(number, marks.ForEach):
        return effect
    per = as_per(number)
    if isinstance(effect, ast.Instruct):
        return replace(effect, cards=replace(effect.cards, number=per))
    assert isinstance(effect, ast.Gain)
    return replace(effect, amount=per)


def _is_cards(said: object) -> bool:
    return isinstance(said, ast.Cards)


def _brings(effect: ast.Effect | _And) -> bool:
    done = effect.effect if isinstance(effect, _And) else effect
    return KEYWORDS[getattr(done, "verb", "")].brings


def _is_number(effect: ast.Effect | _And) -> bool:
    return isinstance(_number_of(effect.effect if isinstance(effect, _And) else effect), int)


class Clauses(LastingBuilder):
    """Builds what a card's text says, out of deeds and conditions."""

    # -- card texts

    def effect(self, *sentences: tuple[ast.Effect, ...] | ast.Effect) -> ast.CardText:
        each = (said if isinstance(said, tuple) else (said,) for said in sentences)
        effects = with_replacements(same_again([effect for effects in each for effect in effects]))
        told = spoken_of(told_of(effects, None))
        refuse_nothing_done(told, frozenset())
        refuse_nothing_shown(told)
        if any(isinstance(getattr(effect, "otherwise", ()), _Apart) for effect in effects):
            _refuse_loose_otherwise(told)
        for one, other in pairwise(effects):
            if isinstance(one, ast.If) and isinstance(other, marks.IfNot):
                raise Nonsense('which "if" the "if not" goes with is not clear')
        _refuse_loose_other(told)
        refuse_other_than_spoken_of(told)
        refuse_unclear_others(told)
        _refuse_loose_stacks(told)
        named = any(ast.NAMED in cards.names for cards in nodes_of(told, ast.Cards))
        if named and not any(nodes_of(told, ast.NameCard)):
            raise Nonsense("which name is meant is not said")
        beside = any(cards.beside for cards in nodes_of(told, ast.Cards))
        if beside and not any(map(_moves_one, told)):
            raise Nonsense("which card is meant is not said")
        return ast.CardText(told)

    def conditional(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> ast.If:
        effects, *otherwise = clauses
        if otherwise and isinstance(otherwise[0], _Case) and not _excludes(condition, otherwise[0]):
            raise Nonsense("what is done where both are so is not said")
        nested = effects[0] if isinstance(effects[0], ast.If) else None
        if nested is None:
            return ast.If(condition, effects, *otherwise)
        if otherwise or nested.otherwise:
            raise Nonsense('which "if" the "if not" goes with is not clear')
        return ast.If(joined(ast.All, [condition, nested.condition]), nested.effects)

    def otherwise(self, clauses: tuple[ast.Effect, ...]) -> tuple[ast.Effect, ...]:
        if isinstance(clauses, _InTurn):
            raise Nonsense("whether that is done then in any case is not said")
        return clauses

    def other_case(self, condition: ast.Condition, *clauses: tuple[ast.Effect, ...]) -> _Case:
        return _Case((self.conditional(condition, *clauses),))

    def otherwise_apart(self, clauses: tuple[ast.Effect, ...]) -> _Apart:
        return _Apart(self.otherwise(clauses))

    def if_after(
        self,
        clauses: tuple[ast.Effect, ...],
        condition: ast.Condition,
        *otherwise: tuple[ast.Effect, ...],
    ) -> Any:
        if len(clauses) > 1:
            raise Nonsense("which of these is done only then is not clear")
        return self.conditional(condition, clauses, *otherwise)

    def such_after(
        self, clauses: tuple[ast.Effect, ...], condition: ast.Condition, *otherwise: Any
    ) -> Any:
        """Return "Play 1 Target card if it is a Hear", where "it" is the card that is played."""
        if len(clauses) > 1 or IT in nodes_of(clauses, ast.Place):
            raise Nonsense("which card is meant is not said")
        return narrowed(clauses[0], condition, otherwise)

    def other_after(
        self, clauses: tuple[ast.Effect, ...], condition: ast.Condition, *otherwise: Any
    ) -> Any:
        return self.such_after(clauses, negated(condition), *otherwise)

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
        _refuse_other_doer(who, after)
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
        who, clauses, *after = parts if isinstance(parts[0], str) else ("you", *parts)
        theirs = [getattr(effect, "who", "") == "they" for part in after for effect in part]
        if who == "you" or all(theirs):
            return self.may(*parts)
        _refuse_other_doer(who, after)
        if IT in nodes_of(after, ast.Place):
            raise Nonsense("which card is meant is not said")
        if any(theirs) or not all(map(_is_expressly_yours, after)):
            raise Nonsense('whose doing it is, is not said: say "you Draw", say, or "they Draw"')
        if who.startswith("each"):
            raise Nonsense("once, or for each who does it, is not said")
        then, otherwise = [*map(tuple, after), (), ()][:2]
        return ast.May((self.may(_known(who), clauses),), then, otherwise, optional=False)

    def may_else(self, *parts: Any) -> ast.May | ast.Those:
        *done, otherwise = parts
        return self.may_then(*done, (), otherwise)

    def if_done(
        self,
        clauses: tuple[ast.Effect, ...],
        then: tuple[ast.Effect, ...] = (),
        otherwise: tuple[ast.Effect, ...] = (),
    ) -> ast.May:
        who = getattr(clauses[0], "who", "you")
        if len(clauses) > 1 or isinstance(clauses[0], ast.Lasting) or who.startswith("each"):
            raise Nonsense('what "if you do" hangs on is not clear')
        _refuse_other_doer(who, (then, otherwise))
        return ast.May(clauses, then, otherwise, optional=False)

    def if_not_done(
        self, clauses: tuple[ast.Effect, ...], otherwise: tuple[ast.Effect, ...]
    ) -> ast.May:
        return self.if_done(clauses, (), otherwise)

    def if_not_so(
        self, clauses: tuple[ast.Effect, ...], otherwise: tuple[ast.Effect, ...]
    ) -> marks.IfNot:
        may = self.if_not_done(clauses, self.otherwise(otherwise))
        return marks.IfNot(**{slot: getattr(may, slot) for slot in may.__struct_fields__})

    def if_so(self, doer: str, effects: tuple[ast.Effect, ...]) -> _Hung:
        hung = _Hung(effects)
        hung.doer = doer
        return hung

    def ways(self, *ways: Any) -> list[Any]:
        only_one(*(way for way in ways if isinstance(way, Token)))
        return [way for way in ways if isinstance(way, tuple)]

    def choose(self, *said: Any) -> ast.Choose | ast.Those:
        ways = said[0] if isinstance(said[0], list) else [(way,) for way in said]
        ways = [
            tuple(self._also(ways[0][0], e) if _is_cards(e) else e for e in way) for way in ways
        ]
        if any(isinstance(effect, ast.Lasting) for way in ways for effect in way):
            raise Nonsense("a choice that lasts")
        doers = [getattr(way[0], "who", "you") for way in ways]
        if "they" not in doers[1:]:
            if doers[0] != "you" and not isinstance(said[0], list):
                raise Nonsense('who chooses is not said: say "Choose one: … or …"')
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

    def those_with(
        self, who: ast.Who, had: ast.Condition | ast.Range, effects: tuple[ast.Effect, ...]
    ) -> Any:
        return self._those(who, had, effects)

    def each_without(self, who: ast.Who, *parts: Any) -> Any:
        phrases = [part for part in parts if isinstance(part, ast.Cards)]
        such = replace(self.there_is_no(*phrases), span=hull(each.span for each in phrases))
        return self._those(who, such, parts[-1])

    def player_with_most(
        self, relation: str, thing: ast.Cards | None, effects: tuple[ast.Effect, ...], *tied: Any
    ) -> Any:
        if tied and tied[0] != effects:
            raise Nonsense("other things are done by those who are tied")
        return self._those("each player", self.the_most(relation, thing), effects)

    def target_with_most(self, *said: Any) -> Any:
        *who, relation, thing, effects = said
        if who not in ([], ["target player"]):
            remedy = 'say "with more … than you", or "player"'
            raise Nonsense(f"the most of all players, or of the opponents, is not said: {remedy}")
        return self._those("target player", self.the_most(relation, thing), effects)

    def _those(self, who: Any, had: ast.Condition | ast.Range, effects: Any) -> Any:
        if who == "they":
            raise Nonsense("who does it is not said")
        if any(expressly_yours(place) for place in nodes_of(had, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
        condition: Any = ast.Coins(had) if isinstance(had, ast.Range) else _owned(had)
        theirs = list(takewhile(lambda each: getattr(each, "who", "") == "they", effects))
        if not theirs:
            raise Nonsense('another player\'s doing is said with an "s"')
        mine = effects[len(theirs) :]
        if any(getattr(each, "who", "you") != "you" for each in mine):
            raise Nonsense("who does it is not said")
        those = ast.Those(
            _known(who), condition, tuple(replace(each, who="you") for each in theirs)
        )
        return (those, *mine) if mine else those

    def clauses(self, *said: ast.Effect | _And) -> tuple[ast.Effect, ...]:
        clauses: list[ast.Effect | _And] = []
        for each in said:
            more = each.effect if isinstance(each, _And) else each
            clauses.append(_And(self._also(clauses[-1], more)) if _is_cards(more) else each)
        for one, other in pairwise(clauses):
            per = type(other) is _And and _number_of(other.effect)
            alike = isinstance(per, ast.Per) and _brings(one) == _brings(other)
            if _is_number(one) and (isinstance(per, marks.ForEach) or alike):
                raise Nonsense("each of these for each card, or only the last, is not said")
        plain = (_plain(each.effect if isinstance(each, _And) else each) for each in clauses)
        return _InTurn(plain) if isinstance(clauses[-1], _Then) else tuple(plain)

    def _also(self, done: ast.Effect | _And, cards: Any) -> ast.Instruct:
        """Return the same keyword for other cards, of which only how many and where is said."""
        effect = done.effect if isinstance(done, _And) else done
        if not isinstance(effect, ast.Instruct) or effect.destination or effect.onto:
            raise Nonsense("what is done to these is not said")
        if not isinstance(cards.number, int | ast.UpTo):
            raise Nonsense("how many of these is not said")
        first = effect.cards
        placed = first.place is not None and first.place.span is not None
        if replace(first, number=None, place=None) != ast.Cards() and placed == (not cards.place):
            raise Nonsense("whether these are of the same place is not said")
        who: ast.Who = "you" if effect.who == "you" else "they"
        return self.instruction(who, Token(effect.verb.upper(), effect.verb), cards)

    def same_done(self, who: ast.Who) -> Same:
        return Same((), who=who)

    def too(self, cards: ast.Cards) -> _And:
        return _And(cards)  # type: ignore[arg-type]

    def anded(self, effect: ast.Effect) -> _And:
        return _And(effect)

    def then(self, effect: ast.Effect) -> _Then:
        return _Then(effect)


def _refuse_loose_stacks(effects: Sequence[ast.Effect]) -> None:
    """Refuse cards of "a Market Stack": one of your own suit's, or any of the table's?"""
    counted: list[ast.Instruct | ast.Per] = [*nodes_of(effects, ast.Instruct)]
    counted += nodes_of(effects, ast.Per)
    for place in (each.cards.place for each in counted):
        loose = place is not None and place.zones == ("market stack",) and place.owner == "your"
        if loose and place and place.suit is None and not expressly_yours(place):
            raise Nonsense('whose Market Stacks is not said: "Target", "your" or "of your suit"')


def _refuse_loose_otherwise(effects: Sequence[ast.Effect]) -> None:
    """Refuse "if so, A. If so, B. Otherwise C": where neither holds, or where the last does not?"""
    ifs = [effect if isinstance(effect, ast.If) else None for effect in effects]
    for one, other in pairwise(ifs):
        if one and other and other.otherwise and not one.otherwise:
            raise Nonsense('which "if" the "otherwise" goes with is not clear')


def _refuse_loose_other(effects: Sequence[ast.Effect]) -> None:
    """Refuse "Draw 1 from there and Trash another": from there too?"""
    deeds = [effect if isinstance(effect, ast.Instruct) else None for effect in effects]
    for one, other in pairwise(deeds):
        place = other.cards.place if one and other and other.cards.other else None
        if place is not None and place.span is None:
            raise Nonsense("which cards it is another of is not said")


def _is_expressly_yours(effects: Sequence[ast.Effect]) -> bool:
    """Return whether all that is done is said to be done by you, not by who was spoken of."""
    who = getattr(effects[0], "who", "") if effects else ""
    said = not effects or isinstance(who, marks.Whom) or not who
    return said and all(getattr(each, "who", "you") == "you" for each in effects)


def _moves_one(effect: ast.Effect) -> bool:
    return any(each.cards.number == 1 for each in nodes_of(effect, ast.Instruct))


def _as_own(effects: Sequence[ast.Effect]) -> tuple[ast.Effect, ...]:
    """Return what another player may do, as it is said of oneself."""
    for effect in effects:
        if getattr(effect, "who", "you") not in ("you", "they"):
            raise Nonsense("who may choose is not said")
        if any(
            isinstance(getattr(each, "who", ""), marks.Whom) for each in nodes_of(effect, ast.Node)
        ):
            raise Nonsense("one player's choice of what another does")
        if any(expressly_yours(place) for place in nodes_of(effect, ast.Place)):
            raise Nonsense("another player's doing in a place of yours")
    return tuple(_owned(effect) for effect in effects)


def _known(who: ast.Who) -> ast.Who:
    if who == "opponent":
        raise Nonsense('which opponent is not said: say "Target opponent" or "each opponent"')
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
