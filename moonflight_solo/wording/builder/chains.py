"""Facts and kinds of cards in a row: what one takes from those before it, or leaves open."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import IT, ONE, ONES, THEM
from moonflight_solo.wording.builder.marks import VERBLESS, is_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import NOT_ONE, merge
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.builder.quantified import Group, Groups, each_such, is_described
from moonflight_solo.wording.canonical import single_facts
from moonflight_solo.wording.walk import nodes_of

_OF_SUCH_OR_ANY = 'it does not say whether those cards or any: say "cards" after the number'
_OF_ONE = re.compile(r"(?:is|has|scores|costs)\b", re.IGNORECASE)


def kinds_listed(kind: type[ast.All | ast.Either], parts: Sequence[Group | Groups]) -> Groups:
    """Return several kinds of cards; rejects a number before the first that may apply to all."""
    doubt(any(isinstance(part, Group) and not part.parts for part in parts), "what is counted")
    _refuse_loose_bound(group.quota for part in parts for group in each_such(part))
    for left, right in pairwise(parts):
        if isinstance(left, Group) and isinstance(right, Group) and right.quota == "bare":
            has_name = any(part.names for part in left.parts)
            unsure = kind is ast.Either or has_name or left.quota == NOT_ONE
            unsure = unsure and isinstance(left.quota, ast.Range)
            doubt(unsure, 'whether the number is that of each or "together"')
    return Groups(kind, tuple(parts))


def refuse_loose_others(parts: Sequence[ast.Condition]) -> None:
    """Reject a number of "other" cards after a name: other than one such card, or than all?"""
    for left, right in pairwise(parts):
        few = isinstance(right, ast.Has) and right.cards.other and right.count.most is not None
        named = isinstance(left, ast.Has) and left.cards.names
        remedy = "say how many cards there are in all"
        doubt(few and named, f"whether other than one of them or than all of them: {remedy}")


def may_be_one_of_more(group: Group, predicate: str) -> bool:
    """Return whether a ``predicate`` of such cards may be one of the cards before them too."""
    cards = replace(merge(group.parts), number=None)
    names, described = cards.names, cards != ast.Cards(names=cards.names)
    if isinstance(group.quota, ast.Range):
        return not described and {ONE, ONES}.issuperset(names)
    return not described and bool(names) and not _OF_ONE.match(predicate)


def refuse_loose_not(kind: type[ast.All | ast.Either], parts: Sequence[ast.Condition]) -> None:
    """Reject "you do not have X in hand or Y in play": or not Y either?

    With "or", that is as unclear after "X is not in hand" and "no X in hand", if what follows could
    go on from there.
    """
    for left, right in pairwise(parts):
        before, after = [*single_facts(left)][-1], next(single_facts(right))
        if not isinstance(after, ast.Has) or not is_marked(after, *VERBLESS):
            continue
        loose = is_marked(before, "not held")
        if kind is ast.Either and isinstance(before, ast.Has):
            goes_on = before.count == NOT_ONE and after.count.least and _starts_with_name(after)
            loose = loose or is_marked(before, "not there", "not held") or bool(goes_on)
        what = "whether “not” or “no” goes with what follows too: say it again, or say “is” there"
        doubt(loose, what)


def resolve_each(parts: Sequence[ast.Condition]) -> tuple[ast.Condition, ...]:
    """Return facts with "it", "one" and "none" resolved from the fact before."""
    counts = nodes_of(tuple(parts), ast.Has | ast.Coins)  # type: ignore[arg-type]
    own = (count for count in counts if isinstance(count, ast.Coins) or count.cards.place != THEM)
    _refuse_loose_bound(each.count for each in own)
    _refuse_loose_predicate(parts)
    resolved = [parts[0]]
    for part in parts[1:]:
        resolved.append(_resolve_from(resolved[-1], part))
    return tuple(resolved)


def _refuse_loose_bound(counts: Iterable[object]) -> None:
    """Reject "at least 3 cards in hand and 2 in play": at least 2?"""
    bound = False
    for count in parts_of_kind(counts, ast.Range):
        why = f'it is unclear whether "at least" (or a similar word) applies to {count.least} too'
        listed_too = bound and isinstance(count.least, marks.ListedNumber)
        refuse(listed_too, f'{why}: repeat it, or write "exactly"')
        bound = bound or any(isinstance(end, marks.Bound) for end in (count.least, count.most))


def _refuse_loose_predicate(parts: Sequence[ast.Condition]) -> None:
    """Reject "3 cards in hand and 2 in play score": all of them, or those in play?

    "3 cards in hand and 2 score" is clear: the two are of the three.
    """
    for left, right in pairwise(single_facts(ast.All(tuple(parts)))):
        if not isinstance(left, ast.Has) or not isinstance(right, ast.Has):
            continue
        verbless = is_marked(left, *VERBLESS) and not is_marked(left.cards, "subject")
        what = "whether this is said of the cards before too: say it of each of them"
        placed = right.cards.place is not None and right.cards.place.span is not None
        doubt(verbless and placed and is_marked(right.cards, "subject"), what)


def _resolve_from(before: ast.Condition, part: ast.Condition) -> ast.Condition:
    """Return a fact with "it" and "one" resolved from the fact before it."""
    if not isinstance(part, ast.Has):
        return part
    before = _one_of_alike(before)
    if not isinstance(before, ast.Has):
        one = ONE in part.cards.names and not isinstance(before, ast.Status)
        doubt(one, "what there is one or none of")
        described = any(is_described([cards]) for cards in nodes_of(before, ast.Cards))
        described = described or isinstance(before, ast.Coins)
        doubt(described and is_marked(part, "count alone"), "what is counted")
        return part
    cards, place = before.cards, part.cards.place
    kind = replace(cards, number=None, place=None)
    is_kind = kind != ast.Cards()
    if ONE in part.cards.names or (ONES in part.cards.names and is_kind):
        refuse(ONES in part.cards.names and not _is_number_of_same(part, before), _OF_SUCH_OR_ANY)
        phrase = replace(part.cards, names=(), place=None)
        # After a number, "one" is a number too; else it is any such card.
        number = part.count == ast.Range(1) != before.count and ONE in part.cards.names
        count = ast.Range(1, 1, bare=True) if number else part.count
        return replace(part, cards=replace(merge([kind, phrase]), place=place), count=count)
    doubt(is_marked(part, "count alone") and is_kind, "what is counted")
    refuse(is_marked(part, "nounless") and _may_be_such(part, before), _OF_SUCH_OR_ANY)
    doubt(place == THEM and before.count == NOT_ONE, "which cards are meant")
    if (place == THEM or (place == IT and before.count.of_one)) and before.total is None:
        kind = merge([cards, replace(part.cards, place=None)])
        return replace(part, cards=kind)
    return part


def _is_number_of_same(part: ast.Has, before: ast.Has) -> bool:
    """Return whether a bare number counts the kind of cards counted before.

    "2 scoring cards in hand or 3 in play" counts those that score. In "a card in hand scores and 3
    in play", or "a scoring card in hand and 3 in hand", the 3 may be any cards.
    """
    cards, place = before.cards, part.cards.place
    if is_marked(before, "predicated") or cards.on_top or cards.extreme:
        return False
    has_number = before.count != ast.Range(1)
    if place is not None and place.span is None:
        return has_number or part.count.most == 1
    other_place = place != cards.place and cards.zones != ("round",)
    return other_place and (has_number or not _starts_with_name(before))


def _starts_with_name(has: ast.Has) -> bool:
    """Return whether a fact begins with a name, without "a" before it."""
    name = next(iter(has.cards.names), None)
    start = name.span if isinstance(name, ast.Name) else None
    return start is not None and has.span is not None and has.span[0] == start[0]


def _one_of_alike(condition: ast.Condition) -> ast.Condition:
    """Return one of joined facts about the same number of the same cards in several places."""
    if not isinstance(condition, ast.All | ast.Either):
        return condition
    counts = parts_of_kind(condition.parts, ast.Has)
    kinds = {replace(has, cards=replace(has.cards, place=None)) for has in counts}
    return counts[0] if len(counts) == len(condition.parts) and len(kinds) == 1 else condition


def _may_be_such(part: ast.Has, before: ast.Has) -> bool:
    """Return whether cards without a noun may be among those of the fact before."""
    kind = replace(before.cards, number=None, place=None)
    if kind == ast.Cards() or (kind.names and before.count == ast.Range(1)):
        return False
    try:
        merge([kind, replace(part.cards, place=None)])
    except Nonsense:
        return False
    return True
