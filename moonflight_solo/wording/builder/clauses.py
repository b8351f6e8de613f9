"""Build the meaning of card texts, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.antecedents import with_antecedents
from moonflight_solo.wording.builder.constants import IT
from moonflight_solo.wording.builder.marks import (
    any_marked,
    doer,
    is_marked,
    is_other,
    parts_of_kind,
)
from moonflight_solo.wording.builder.merging import expressly_yours, merge, refuse_loose_best
from moonflight_solo.wording.builder.negation import are_apart, negate, unite
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.optional import (
    OptionRules,
    Same,
    as_yours,
    definite,
    same_again,
    with_replacements,
)
from moonflight_solo.wording.builder.quantified import (
    is_described,
    refuse_loose_places,
    your_stacks,
)
from moonflight_solo.wording.builder.spoken import Spoken
from moonflight_solo.wording.builder.subjects import is_targets, refuse_loose_whose
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import covering_span, each_changed, nodes_of

_ANY = re.compile(r"\bany\b", re.IGNORECASE)


def _excludes(condition: ast.Condition, other: ast.Condition) -> bool:
    """Return whether a second condition can never hold together with the first."""
    if not isinstance(condition, ast.Has) or not isinstance(other, ast.Has):
        return False
    same = replace(other, count=condition.count) == condition
    return same and are_apart(condition.count, other.count)


def _number_of(effect: ast.Effect) -> ast.Number | ast.Amounts:
    if isinstance(effect, ast.Instruct):
        return effect.cards.number
    return effect.amount if isinstance(effect, ast.Gain) else None


def _plain(effect: ast.Effect) -> ast.Effect:
    """Return an instruction with its "for each" number as a plain "per"."""
    is_deed = isinstance(effect, ast.Instruct | ast.Gain)
    return each_changed(effect, ast.Per, lambda per: replace(per, mark=None)) if is_deed else effect


def _brings(effect: ast.Effect) -> bool:
    keyword = KEYWORDS.get(getattr(effect, "verb", ""))
    return keyword is not None and keyword.brings


class ClauseRules(OptionRules):
    """Builds card texts from instructions and conditions."""

    rows = {
        "instead": lambda condition, effects: ast.If(condition, effects, mark="instead"),
        "instead_if": lambda clauses, condition: ast.If(condition, clauses, mark="instead"),
        "instead_of_all": lambda clauses: ast.If(None, clauses, mark="instead"),  # type: ignore[arg-type]
        "alone": lambda effect: effect if isinstance(effect, tuple) else (effect,),
        "same_done": lambda who: Same((), who=who),
        "too": lambda cards: marks.Clauses((cards,), "and"),
        "anded": lambda effect: marks.Clauses((effect,), "and"),
        "then": lambda effect: marks.Clauses((effect,), "in turn"),
    }

    own_rows = {
        "otherwise_apart": lambda self, clauses: marks.Clauses(self.otherwise(clauses), "apart"),
        "other_case": lambda self, *parts: marks.Clauses((self.conditional(*parts),), "case"),
        "other_after": lambda self, deed, so, *rest: self.such_after(deed, negate(so), *rest),
        "unless_after": lambda self, clauses, so, *rest: self.if_after(clauses, negate(so), *rest),
        "unless": lambda self, condition, *clauses: self.conditional(negate(condition), *clauses),
    }

    # -- card texts

    def effect(self, *sentences: ast.Effects | ast.Effect) -> ast.CardText:
        each = (part if isinstance(part, tuple) else (part,) for part in sentences)
        effects = with_replacements(same_again([effect for effects in each for effect in effects]))
        text = with_antecedents(effects, Spoken())
        if any(is_marked(getattr(effect, "otherwise", ()), "apart") for effect in effects):
            _refuse_loose_otherwise(text)
        for left, right in pairwise(effects):
            if isinstance(left, ast.Instruct) and left.cards.number != 1 and self._is_all(right):
                raise Nonsense('it does not say whether those cards or any: say "all of them"')
            if isinstance(left, ast.If) and is_marked(right, "if not"):
                raise Nonsense('it is unclear which "if" the "if not" belongs to')
        _refuse_more(text)
        _refuse_others(text)
        _refuse_stacks(text)
        uses_name = any(ast.NAMED in cards.names for cards in nodes_of(text, ast.Cards))
        doubt(uses_name and not any(nodes_of(text, ast.NameCard)), "which name is meant")
        _refuse_beside(text)
        return ast.CardText(each_changed(text, ast.Node, self._about_yours))

    def _about_yours(self, node: ast.Node) -> ast.Node:
        """Return a fact about Market Stacks as about yours, unless it says "any"."""
        is_fact = isinstance(node, ast.Has | ast.EmptyStacks | ast.StacksMatching)
        sold = isinstance(node, ast.Has) and node.cards.available
        return node if not is_fact or sold or _ANY.search(self.printed(node)) else your_stacks(node)

    def conditional(self, condition: ast.Condition, *clauses: ast.Effects) -> ast.If:
        effects, *otherwise = clauses
        if otherwise and is_marked(otherwise[0], "case"):
            (case,) = parts_of_kind(otherwise[0], ast.If)
            doubt(not _excludes(condition, case.condition), "what is done if both hold")
        kinds = [[has.cards] for has in nodes_of(condition, ast.Has) if has.count.least]
        unsure = any(map(self._is_all, effects)) and any(map(is_described, kinds))
        doubt(unsure, 'whether those cards or any: say "all of them"')
        nested = effects[0] if isinstance(effects[0], ast.If) else None
        if nested is None:
            return ast.If(condition, effects, *otherwise)
        refuse(otherwise or nested.otherwise, 'it is unclear which "if" the "if not" belongs to')
        return ast.If(unite(ast.All, [condition, nested.condition]), nested.effects)

    def _is_all(self, effect: ast.Effect) -> bool:
        """Return whether an instruction says "all", and nothing more of the cards."""
        cards = effect.cards if isinstance(effect, ast.Instruct) else ast.Cards()
        return cards.number == "all" and self.printed(cards).lower() == "all"

    def otherwise(self, clauses: ast.Effects) -> ast.Effects:
        doubt(is_marked(clauses, "in turn"), "whether that then happens in any case")
        return clauses

    def if_after(self, clauses: ast.Effects, so: ast.Condition, *rest: ast.Effects) -> ast.If:
        why = "it is unclear which of these is done only then: make two sentences of it"
        refuse(len(clauses) > 1, why)
        uncalled = any_marked(nodes_of(so, ast.Node), "count alone")
        doubt(uncalled and is_described([*nodes_of(clauses, ast.Cards)]), "what is counted")
        refuse_loose_whose(clauses, so, self.printed(so))
        return self.conditional(so, clauses, *rest)

    def such_after(self, clauses: ast.Effects, so: ast.Condition, *rest: object) -> ast.Instruct:
        """Build "Play 1 Target card if it is a Hear", where "it" is the card to be played."""
        refuse(IT not in nodes_of(so, ast.Place), "")
        doubt(len(clauses) > 1 or IT in nodes_of(clauses, ast.Place), "which card is meant")
        return _restrict(clauses[0], so, rest)

    def if_not_so(self, clauses: ast.Effects, otherwise: ast.Effects) -> ast.May:
        return replace(self.if_not_done(clauses, self.otherwise(otherwise)), mark="if not")

    def lasting(self, *words: object) -> ast.Effects:
        effect = next(word for word in words if not isinstance(word, Token))
        return effect if isinstance(effect, tuple) else (effect,)

    def each_without(self, who: ast.Who, *parts: object) -> object:
        phrases = parts_of_kind(parts, ast.Cards)
        span = covering_span(phrase.span for phrase in phrases)
        return self.those_with(who, replace(self.there_is_no(*phrases), span=span), parts[-1])

    def player_with_most(
        self, relation: str, thing: ast.Cards | None, effects: ast.Effects, tied: ast.Effects
    ) -> object:
        """Build "the player with the most X does Y, if tied, they all do Y"."""
        refuse(tied != effects, "those who are tied have to do the same")
        return self.those_with("each player", self.compared(relation, thing, "each"), effects)

    def target_with_most(self, *parts: Any) -> object:
        *who, relation, thing, effects = parts
        remedy = 'say "with more … than you", or "player"'
        what = f"whether the most of all players or of the opponents: {remedy}"
        doubt(who not in ([], ["target player"]), what)
        return self.those_with("target player", self.compared(relation, thing, "each"), effects)

    def those_with(self, who: Any, need: ast.Condition | ast.Range, effects: Any) -> object:
        doubt(who == "they", "who does it")
        is_yours = any(map(expressly_yours, nodes_of(need, ast.Place)))
        refuse(is_yours, "another player cannot do this in a place of yours")
        refuse_loose_places([need])
        condition = ast.Coins(need) if isinstance(need, ast.Range) else as_yours(need)
        theirs = list(takewhile(lambda each: getattr(each, "who", "") == "they", effects))
        refuse(not theirs, 'after another player a keyword ends in "s"')
        yours = effects[len(theirs) :]
        doubt(any(doer(each) != "you" for each in yours), "who does it")
        do = tuple(replace(each, who="you") for each in theirs)
        players_do = ast.PlayersDo(definite(who), condition, do)
        return (players_do, *yours) if yours else players_do

    def clauses(self, *parts: ast.Effect | marks.Clauses) -> ast.Effects:
        effects: list[ast.Effect] = []
        for part in parts:
            (each,) = part if isinstance(part, tuple) else (part,)
            effects.append(self.also(effects[-1], each) if isinstance(each, ast.Cards) else each)
        for (before, after), part in zip(pairwise(effects), parts[1:], strict=True):
            is_said = isinstance(getattr(after, "who", ""), marks.Whom)
            yours = doer(before) != "you" == doer(after) and not is_said
            limits = isinstance(before, ast.Limit) and isinstance(after, ast.Limit)
            doubt(yours and limits, 'whose other limit that is: say "your"')
            per = is_marked(part, "and") and _number_of(after)
            same_way = isinstance(per, ast.Per) and _brings(before) == _brings(after)
            unsure = isinstance(_number_of(before), int)
            unsure = unsure and (same_way or is_marked(per, "for each"))
            doubt(unsure, "whether each of these is done for each card or only the last")
            deed = isinstance(after, ast.Instruct | ast.Gain)
            doubt(yours and deed, 'who does it: say "you Draw" or "Draws"')
        plain = tuple(map(_plain, effects))
        return marks.Clauses(plain, "in turn") if is_marked(parts[-1], "in turn") else plain


def _restrict(effect: ast.Effect, condition: ast.Condition, otherwise: object) -> ast.Instruct:
    """Restrict an instruction to cards that meet a condition on "it"."""
    deed = only(ast.Instruct, effect, "it does not say which card is meant")
    it = only(ast.Has, condition, "it does not say which card is meant")
    if otherwise or deed.cards.number != 1 or (it.count, it.cards.place) != (ast.Range(1), IT):
        raise Nonsense("it does not say which card is meant")
    refuse_loose_best(deed.cards.extreme, it.cards)
    if deed.verb == "draw" and (deed.cards.place is None or deed.cards.place.span is None):
        raise Nonsense("nobody can tell apart cards they do not see")
    return replace(deed, cards=merge([deed.cards, replace(it.cards, place=None)]))


def _refuse_loose_otherwise(effects: Sequence[ast.Effect]) -> None:
    """Reject "if so, A. If so, B. Otherwise C": if neither holds, or if the second does not?"""
    for left, right in pairwise(effects):
        if isinstance(left, ast.If) and isinstance(right, ast.If):
            unclear = right.otherwise and not left.otherwise
            refuse(unclear, 'it is unclear which "if" the "otherwise" belongs to')


def _refuse_more(effects: Sequence[ast.Effect]) -> None:
    """Reject "another" or "one more" of cards that only another keyword, or kind, is said of."""
    for first, second in pairwise(nodes_of(effects, ast.Instruct)):
        kinds = {replace(e.cards, number=None, other=False, mark=None) for e in (first, second)}
        more = is_marked(second.cards, "without noun")
        more = more and (first.verb != second.verb or len(kinds) > 1)
        doubt(more, "which cards these are more of: say it of these too")


def _refuse_others(effects: Sequence[ast.Effect]) -> None:
    """Reject "each other player" after another player, and "other" cards after a named one: other
    than you or this card, or than that one?
    """
    has_name = other_player = False
    for node in nodes_of(effects, ast.Node):
        has_name = has_name or isinstance(node, ast.NameCard)
        what = "whether other than this card or than the named one: say which cards they are"
        doubt(has_name and isinstance(node, ast.Cards) and is_other(node), what)
        who = doer(node)
        what = 'whose others they are: say "each opponent" if they are yours'
        doubt(other_player and isinstance(who, marks.Whom) and who == "each opponent", what)
        of_another = who != "you" or isinstance(node, ast.Opponents)
        if isinstance(node, ast.Place):
            of_another = is_targets(node) and node.zones != ("market stack",)
        elif isinstance(node, ast.Give):
            of_another = of_another or node.to != "you"
        other_player = other_player or of_another


def _refuse_stacks(effects: Sequence[ast.Effect]) -> None:
    """Reject "a Market Stack": of your own suit, or any on the table?"""
    deeds = [*nodes_of(effects, ast.Instruct)]
    places = [deed.destination for deed in deeds if deed.verb != "deal"]
    places += [deed.cards.place for deed in deeds]
    places += [per.place for per in nodes_of(effects, ast.Per)]
    for place in places:
        loose = place is not None and place.zones == ("market stack",) and place.owner == "your"
        is_clear = place and (place.suit or place.matching or place.this or expressly_yours(place))
        doubt(loose and not is_clear, 'whose Market Stacks: "Target", "your" or "of your suit"')


def _refuse_beside(effects: Sequence[ast.Effect]) -> None:
    """Reject "costing more than it" unless one card was moved, paid or heard of just before."""
    triggers = [*nodes_of(effects, ast.When), *nodes_of(effects, ast.SpendAbility)]
    before: object = 1 if triggers else None
    for deed in nodes_of(effects, ast.Node):
        if isinstance(deed, ast.Instruct | ast.Reveal):
            beside = any(cards.beside for cards in nodes_of(deed, ast.Cards))
            doubt(before != 1 and beside, "which card is meant")
            before = deed.cards.number if isinstance(deed, ast.Instruct) else None
