"""Build options ("you may"), choices, what depends on them, "instead" and "the same"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import IT
from moonflight_solo.wording.builder.lasting import LastingRules
from moonflight_solo.wording.builder.marks import any_marked, doer, is_marked, is_other
from moonflight_solo.wording.builder.merging import expressly_yours, merge
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.builder.quantified import is_described
from moonflight_solo.wording.builder.subjects import refuse_loose_count
from moonflight_solo.wording.walk import T, each_changed, nodes_of


def _refuse_other_doer(who: str, parts: Sequence[object]) -> None:
    other = any_marked(parts, "if they do" if who == "you" else "if you do")
    doubt(other, "whose act this depends on")


class OptionRules(LastingRules):
    """Builds options and choices, and what follows from them, from instructions."""

    rows = {
        "if_so": lambda doer, effects: marks.Clauses(
            effects, "if you do" if doer == "you" else "if they do"
        )
    }

    own_rows = {"may_else": lambda self, *parts: self.may_then(*parts[:-1], (), parts[-1])}

    def may(self, *parts: Any) -> ast.May | ast.PlayersDo:
        """Build an option of the player, or of others, each for themselves."""
        who, clauses, *after = parts if isinstance(parts[0], str) else ("you", *parts)
        _refuse_other_doer(who, after)
        if isinstance(clauses, ast.Choose):
            clauses = (clauses,)
        refuse(any(isinstance(effect, ast.Lasting) for effect in clauses), "a choice cannot last")
        if who == "you":
            doubt(any(doer(effect) != "you" for effect in clauses), "who may choose")
            return ast.May(clauses, *after)
        if_done, otherwise = [*map(_as_own, after), (), ()][:2]
        may = ast.May(_as_own(clauses), if_done, otherwise)
        return ast.PlayersDo(definite(who), None, (may,))

    def may_then(self, *parts: Any) -> ast.May | ast.PlayersDo:
        """Build an option with consequences, worded for the player who has it."""
        who, clauses, *after = parts if isinstance(parts[0], str) else ("you", *parts)
        are_theirs = [getattr(effect, "who", "") == "they" for part in after for effect in part]
        if who == "you" or all(are_theirs):
            return self.may(*parts)
        _refuse_other_doer(who, after)
        doubt(IT in nodes_of(tuple(after), ast.Place), "which card is meant")
        if any(are_theirs) or not all(map(_is_expressly_yours, after)):
            raise Nonsense('it does not say who does it: say "you Draw" or "they Draw"')
        doubt(who.startswith("each"), "whether once or for each player who does it")
        if_done, otherwise = [*map(tuple, after), (), ()][:2]
        return ast.May((self.may(definite(who), clauses),), if_done, otherwise, optional=False)

    def if_done(self, clauses: ast.Effects, *after: ast.Effects) -> ast.May:
        who = doer(clauses[0])
        if len(clauses) > 1 or isinstance(clauses[0], ast.Lasting) or who.startswith("each"):
            raise Nonsense('it is unclear what "if you do" refers to')
        _refuse_other_doer(who, after)
        then, otherwise = [*after, (), ()][:2]
        return ast.May(clauses, then, otherwise, optional=False)

    def if_not_done(self, clauses: ast.Effects, otherwise: ast.Effects) -> ast.May:
        return self.if_done(clauses, (), otherwise)

    def if_not_possible(self, clauses: ast.Effects, otherwise: ast.Effects) -> ast.May:
        number = getattr(clauses[0], "cards", clauses[0])
        several = getattr(number, "number", getattr(number, "amount", 1)) != 1
        doubt(several, 'if fewer will do: "if you do not" asks if none was')
        return self.if_not_done(clauses, otherwise)

    def ways(self, *ways: object) -> list[object]:
        number = next((int(option) for option in ways if isinstance(option, Token)), 1)
        each = [option for option in ways if isinstance(option, tuple)]
        doubt(not 0 < number < len(each), "how many of these: all, or none")
        # Those chosen are done in the order printed (ruling G-choose-several).
        return [sum(some, ()) for some in combinations(each, number)]

    def choose(self, *parts: Any) -> ast.Choose | ast.PlayersDo:
        options = parts[0] if isinstance(parts[0], list) else [(option,) for option in parts]
        options = [
            tuple(self.also(options[0][0], e) if isinstance(e, ast.Cards) else e for e in option)
            for option in options
        ]
        if any(isinstance(effect, ast.Lasting) for option in options for effect in option):
            raise Nonsense("a choice cannot last")
        # "A scoring card or 2 other cards": others than this card, or than such?
        first, *rest = [[deed.cards for deed in nodes_of(way, ast.Instruct)] for way in options]
        others = any(is_other(cards) for each in rest for cards in each)
        unsure = others and is_described(first)
        doubt(unsure, "whether others than this card or than the first of these")
        doers = [doer(option[0]) for option in options]
        if "they" not in doers[1:]:
            if doers[0] != "you" and not isinstance(parts[0], list):
                raise Nonsense('it does not say who chooses: say "Choose one: … or …"')
            return ast.Choose(tuple(options))
        if set(doers[1:]) != {"they"} or any(len(option) > 1 for option in options):
            raise Nonsense("it does not say who chooses")
        return self.others_choose(doers[0], [(replace(options[0][0], who="they"),), *options[1:]])

    def others_choose(self, who: ast.Who, options: list[ast.Effects]) -> ast.PlayersDo:
        return ast.PlayersDo(definite(who), None, (ast.Choose(tuple(map(_as_own, options))),))

    def also(self, effect: ast.Effect, cards: ast.Cards) -> ast.Instruct:
        """Return the same keyword for more cards, given only by number and place."""
        target = isinstance(effect, ast.Instruct) and effect.onto
        if not isinstance(effect, ast.Instruct | ast.ThisCard) or effect.destination or target:
            raise Nonsense("it does not say what is done to these")
        doubt(not isinstance(cards.number, int | ast.UpTo), "how many of these")
        if isinstance(effect, ast.Instruct):
            first = effect.cards
            is_kind = replace(first, number=None, place=None) != ast.Cards()
            placed = first.place is not None and first.place.span is not None
            unsure = placed == (not cards.place) and (is_kind or cards.place)
            doubt(unsure, "whether these are from the same place: say it of both")
            cards = _of_that_kind(first, cards)
        who: ast.Who = "you" if effect.who == "you" else "they"
        return self.instruction(who, Token(effect.verb.upper(), effect.verb), cards)


def _of_that_kind(first: ast.Cards, addition: ast.Cards) -> ast.Cards:
    """Return more cards, which without a noun are of the kind of the first."""
    if not is_marked(addition, "more"):
        return addition
    if (first.targeted or first.random) and addition.zones != ("draw deck",):
        raise Nonsense("it does not say whether these are chosen in the same way: say it of both")
    measures = (first.cost, first.score, first.stability)
    ends = [measure.span[1] for measure in measures if measure and measure.span]
    if not addition.place and first.span and first.span[1] in ends:
        raise Nonsense("it does not say whether that is a number of cards or of what they measure")
    kind = replace(first, mark=None, number=None, place=None, targeted=False, other=False)
    plain = replace(kind, extreme=None, ties=())
    if plain != ast.Cards(span=plain.span) and is_described([addition]):
        raise Nonsense('it does not say whether those cards or any: say "cards" after the number')
    return merge([plain, replace(addition, mark=None)])


def _is_expressly_yours(effects: Sequence[ast.Effect]) -> bool:
    """Return whether every effect expressly says "you", not the player mentioned before."""
    who = getattr(effects[0], "who", "") if effects else ""
    printed = not effects or isinstance(who, marks.Whom) or not who
    return printed and all(doer(effect) == "you" for effect in effects)


def _as_own(effects: Sequence[ast.Effect]) -> ast.Effects:
    """Return another player's options from that player's view."""
    for effect in effects:
        doubt(doer(effect) not in ("you", "they"), "who may choose")
        is_said = any(isinstance(doer(node), marks.Whom) for node in nodes_of(effect, ast.Node))
        refuse(is_said, "one player cannot choose what another does")
        is_yours = any(map(expressly_yours, nodes_of(effect, ast.Place)))
        refuse(is_yours, "another player cannot do this in a place of yours")
        for number in nodes_of(effect, ast.Per | ast.Worth):  # type: ignore[arg-type]
            if number.cards.zones != ("coins",):  # "all their coin tokens"
                refuse_loose_count(number)
    return tuple(as_yours(effect) for effect in effects)


def definite(who: ast.Who) -> ast.Who:
    """Return ``who``, unless it leaves open which opponent."""
    doubt(who == "opponent", 'which opponent: say "Target opponent" or "each opponent"')
    return who


def as_yours(part: T) -> T:
    """Return "they" and "their" places as "you" and "your"."""

    def yours(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Place) and node.owner in ("their", "its"):
            return replace(node, owner="your", owner_said="")
        return replace(node, who="you") if doer(node) == "they" else node

    return each_changed(part, ast.Node, yours)


# -- "instead" and "the same"


class Same(ast.May):
    """Says "does the same" as in the previous effect; only during parsing."""

    who: ast.Who = "you"


def same_again(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "does the same" replaced by the effect before it."""
    resolved: list[ast.Effect] = []
    for effect in effects:
        if isinstance(effect, Same):
            last = resolved[-1] if resolved else None
            double = len(resolved) > 1 and getattr(last, "who", "") in (
                "they",
                getattr(resolved[-2], "who", ""),
            )
            others = any(place.owner != "your" for place in nodes_of(last, ast.Place))
            others = others or effect.who in ("opponent", getattr(last, "who", ""))
            if double or others or not isinstance(last, ast.Instruct | ast.Gain):
                raise Nonsense("it does not say what is done again, or by whom")
            effect = replace(last, who=effect.who)
        resolved.append(effect)
    return resolved


def with_replacements(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Return effects with each "instead" turned into an alternative to the effect before it.

    "Draw 1. If 3+ cards in hand, Draw 2 instead" becomes "if 3+ cards in hand, Draw 2, otherwise
    Draw 1"; "All players Draw 1; you Draw 2 instead" has no condition, but an exception. Of several
    effects before it the last is replaced, if it is of the same kind.
    """
    resolved: list[ast.Effect] = []
    for effect in effects:
        if not isinstance(effect, ast.If) or not is_marked(effect, "instead"):
            resolved.append(effect)
            continue
        replaced = resolved.pop() if resolved else None
        if replaced is not None and effect.condition is None:
            resolved += _but_yours(replaced, effect.effects)
            continue
        if not isinstance(replaced, ast.Instruct | ast.Gain | ast.ThisCard):
            raise Nonsense("it does not say what this replaces")
        doubt(doer(replaced) != "you", "whose act is replaced")
        other_kind = _kind_of(replaced) not in map(_kind_of, effect.effects)
        doubt(resolved and other_kind, "which of the instructions before this replaces")
        resolved.append(ast.If(effect.condition, effect.effects, (replaced,)))
    return resolved


def _kind_of(effect: ast.Effect) -> object:
    """Return what an effect does: its keyword, if it moves cards."""
    return effect.verb if isinstance(effect, ast.Instruct) else type(effect)


def _but_yours(all_do: ast.Effect, exception: Sequence[ast.Effect]) -> Sequence[ast.Effect]:
    """Split "each player ..., you instead ...": you act first, then each opponent."""
    if not isinstance(all_do, ast.Instruct | ast.Gain) or all_do.who != "each player":
        raise Nonsense("it does not say what this replaces")
    yours = len(exception) == 1 and getattr(exception[0], "who", "") == "you"
    doubt(not yours, "what this replaces")
    return (*exception, replace(all_do, who="each opponent"))
