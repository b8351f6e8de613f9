"""Facts and kinds of cards in a row: what one takes from those before it, or leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import IT, ONE, ONES, THEM
from moonflight_solo.wording.builder.merging import NOT_ONE, Nonsense, merged
from moonflight_solo.wording.builder.quantified import Listed, Such, each_such, is_described
from moonflight_solo.wording.canonical import single_facts
from moonflight_solo.wording.walk import nodes_of

_OF_SUCH_OR_ANY = 'it does not say whether those cards or any: say "cards" after the number'
_OF_ONE = re.compile(r"(?:is|has|scores|costs)\b", re.IGNORECASE)


def refuse_loose_number(kind: object, parts: Sequence[Such | Listed]) -> None:
    """Reject a number before the first of several kinds if it may apply to all of them."""
    if any(isinstance(part, Such) and not part.parts for part in parts):
        raise Nonsense("it does not say what is counted")
    _refuse_loose_bound(each.quota for part in parts for each in each_such(part))
    for one, other in pairwise(parts):
        if isinstance(one, Listed) or isinstance(other, Listed) or other.quota != "bare":
            continue
        named = any(part.names for part in one.parts)
        unsure = kind is ast.Either or named or one.quota == NOT_ONE
        if isinstance(one.quota, ast.Range) and unsure:
            raise Nonsense('it does not say whether the number is that of each or "together"')


def refuse_loose_others(parts: Sequence[ast.Condition]) -> None:
    """Reject a number of "other" cards after a name: other than one such card, or than all?"""
    for one, other in pairwise(parts):
        few = isinstance(other, ast.Has) and other.cards.other and other.count.most is not None
        if few and isinstance(one, ast.Has) and one.cards.names:
            remedy = "say how many cards there are in all"
            raise Nonsense(
                f"it does not say whether other than one of them or than all of them: {remedy}"
            )


def may_be_one_of_more(such: Such, said: str) -> bool:
    """Return whether what is ``said`` of such cards may be said of the cards before them too."""
    cards = replace(merged(such.parts), number=None)
    names, described = cards.names, cards != ast.Cards(names=cards.names)
    if isinstance(such.quota, ast.Range):
        return not described and {ONE, ONES}.issuperset(names)
    return not described and bool(names) and not _OF_ONE.match(said)


def refuse_loose_not(kind: type[ast.All | ast.Either], parts: Sequence[ast.Condition]) -> None:
    """Reject "you do not have X in hand or Y in play": or not Y either?

    With "or", that is as unclear after "X is not in hand" and "no X in hand", if what follows could
    go on from there.
    """
    for one, other in (([*single_facts(a)][-1], next(single_facts(b))) for a, b in pairwise(parts)):
        if not isinstance(other, marks.Verbless):
            continue
        loose = isinstance(one, marks.NotHeld)
        if kind is ast.Either and isinstance(one, ast.Has):
            goes_on = one.count == NOT_ONE and other.count.least and _starts_with_name(other)
            loose = loose or isinstance(one, marks.NotThere) or bool(goes_on)
        if loose:
            raise Nonsense(
                "it does not say whether “not” or “no” goes with what follows too: say it again, "
                "or say “is” there"
            )


def told_by_each(parts: Sequence[ast.Condition]) -> tuple[ast.Condition, ...]:
    """Return facts with "it", "one" and "none" resolved from the fact before."""
    counted = nodes_of(tuple(parts), ast.Has | ast.Coins)  # type: ignore[arg-type]
    _refuse_loose_bound(
        each.count for each in counted if isinstance(each, ast.Coins) or each.cards.place != THEM
    )
    _refuse_loose_predicate(parts)
    told = [parts[0]]
    for part in parts[1:]:
        told.append(_told_by(told[-1], part))
    return tuple(told)


def _refuse_loose_bound(counts: Iterable[object]) -> None:
    """Reject "at least 3 cards in hand and 2 in play": at least 2?"""
    bound = False
    for count in counts:
        if not isinstance(count, ast.Range):
            continue
        if bound and isinstance(count.least, marks.ListedNumber):
            raise Nonsense(
                f'it is unclear whether "at least" (or a similar word) applies to {count.least} '
                'too: repeat it, or write "exactly"'
            )
        bound = bound or any(isinstance(end, marks.Bound) for end in (count.least, count.most))


def _refuse_loose_predicate(parts: Sequence[ast.Condition]) -> None:
    """Reject "3 cards in hand and 2 in play score": all of them, or those in play?

    "3 cards in hand and 2 score" is clear: the two are of the three.
    """
    for one, other in pairwise(single_facts(ast.All(tuple(parts)))):
        verbless = isinstance(one, marks.Verbless) and not isinstance(one.cards, marks.Subject)
        if not (verbless and isinstance(other, ast.Has) and isinstance(other.cards, marks.Subject)):
            continue
        if other.cards.place is not None and other.cards.place.span is not None:
            raise Nonsense(
                "it does not say whether this is said of the cards before too: "
                "say it of each of them"
            )


def _told_by(before: ast.Condition, part: ast.Condition) -> ast.Condition:
    """Return a fact with "it" and "one" resolved from the fact before it."""
    if not isinstance(part, ast.Has):
        return part
    before = _one_of_alike(before)
    if not isinstance(before, ast.Has):
        if ONE in part.cards.names and not isinstance(before, ast.Status):
            raise Nonsense("it does not say what there is one or none of")
        described = any(is_described([cards]) for cards in nodes_of(before, ast.Cards))
        if isinstance(part, marks.CountWithoutNoun) and (
            described or isinstance(before, ast.Coins)
        ):
            raise Nonsense("it does not say what is counted")
        return part
    cards, place = before.cards, part.cards.place
    such = replace(cards, number=None, place=None)
    called = such != ast.Cards()
    if ONE in part.cards.names or (ONES in part.cards.names and called):
        if ONES in part.cards.names and not _is_number_of_same(part, before):
            raise Nonsense(_OF_SUCH_OR_ANY)
        said = replace(part.cards, names=(), place=None)
        # After a number, "one" is a number too; else it is any such card.
        number = part.count == ast.Range(1) != before.count and ONE in part.cards.names
        count = ast.Range(1, 1, bare=True) if number else part.count
        return replace(part, cards=replace(merged([such, said]), place=place), count=count)
    if isinstance(part, marks.CountWithoutNoun) and called:
        raise Nonsense("it does not say what is counted")
    if isinstance(part, marks.Nounless) and _may_be_such(part, before):
        raise Nonsense(_OF_SUCH_OR_ANY)
    if place == THEM and before.count == NOT_ONE:
        raise Nonsense("it does not say which cards are meant")
    if (place == THEM or (place == IT and before.count.of_one)) and before.total is None:
        such = merged([cards, replace(part.cards, place=None)])
        return replace(part, cards=such)
    return part


def _is_number_of_same(part: ast.Has, before: ast.Has) -> bool:
    """Return whether a bare number counts the kind of cards counted before.

    "2 scoring cards in hand or 3 in play" counts those that score. In "a card in hand scores and 3
    in play", or "a scoring card in hand and 3 in hand", the 3 may be any cards.
    """
    cards, place = before.cards, part.cards.place
    if isinstance(before, marks.Predicated) or cards.on_top or cards.extreme:
        return False
    counted = before.count != ast.Range(1)
    if place is not None and place.span is None:
        return counted or part.count.most == 1
    elsewhere = place != cards.place and cards.zones != ("round",)
    return elsewhere and (counted or not _starts_with_name(before))


def _starts_with_name(has: ast.Has) -> bool:
    """Return whether a fact begins with a name, without "a" before it."""
    name = next(iter(has.cards.names), None)
    start = name.span if isinstance(name, ast.Name) else None
    return start is not None and has.span is not None and has.span[0] == start[0]


def _one_of_alike(condition: ast.Condition) -> ast.Condition:
    """Return one of joined facts about the same number of the same cards in several places."""
    if not isinstance(condition, ast.All | ast.Either):
        return condition
    first = condition.parts[0]
    alike = isinstance(first, ast.Has) and all(
        isinstance(each, ast.Has)
        and replace(each, cards=first.cards) == first
        and replace(each.cards, place=None) == replace(first.cards, place=None)
        for each in condition.parts
    )
    return first if alike else condition


def _may_be_such(part: ast.Has, before: ast.Has) -> bool:
    """Return whether cards without a noun may be among those of the fact before."""
    such = replace(before.cards, number=None, place=None)
    if such == ast.Cards() or (such.names and before.count == ast.Range(1)):
        return False
    try:
        merged([such, replace(part.cards, place=None)])
    except Nonsense:
        return False
    return True
