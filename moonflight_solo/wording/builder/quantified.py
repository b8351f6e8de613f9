"""Subjects of facts: kinds of cards, with how many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.marks import is_marked, parts_of_kind
from moonflight_solo.wording.builder.merging import (
    expressly_yours,
    merge,
    refuse_loose_suit,
    refuse_loose_together,
)
from moonflight_solo.wording.builder.negation import OWN_PLACES, of_one, unite
from moonflight_solo.wording.builder.nonsense import Misparse, Nonsense, doubt, refuse
from moonflight_solo.wording.walk import T, each_changed, nodes_of

Quota = ast.Range | Literal["some", "bare", "all", "not all"]
"""How many of some cards; "some": as many as their words say; "bare": without even an article."""
PlaceParts = tuple[ast.Cards, ...]
"""The phrases that say where cards lie, and those after it."""


class Group(ast.Node):
    """A kind of cards, and how many of them; only during parsing."""

    quota: Quota
    parts: tuple[ast.Cards, ...]


class Groups(ast.Node):
    """Several kinds of cards, any or all of which a statement is about; only during parsing.

    ``quota``: it comes from a number of several names. ``both``: it was worded with "both".
    """

    kind: type[ast.All | ast.Either]
    parts: tuple[Group | Groups, ...]
    quota: bool = False
    both: bool = False


Subjects = Group | Groups
"""What a statement is about."""


def is_described(*phrases: Sequence[ast.Cards]) -> bool:
    """Return whether phrases describe more than number and place."""
    each = [replace(part, number=None, place=None) for parts in phrases for part in parts]
    return merge(each) != ast.Cards()


def phrases(parts: Sequence[object]) -> tuple[ast.Cards, ...]:
    """Return parts that must all be phrases; a "per" would have nothing to go with."""
    refuse(not all(isinstance(part, ast.Cards) for part in parts), '"per" needs something done')
    return tuple(parts_of_kind(parts, ast.Cards))


def each_such(group: Subjects) -> Iterator[Group]:
    """Yield each kind of cards of a list, except where it came from a quota."""
    if isinstance(group, Group):
        yield group
    elif not group.quota:
        for part in group.parts:
            yield from each_such(part)


def merge_phrases(parts: Sequence[ast.Cards | ast.Per]) -> ast.Cards:
    """Merge the phrases; "per" would have no number to go with."""
    phrases = parts_of_kind(parts, ast.Cards)
    refuse(len(phrases) < len(parts), '"per" needs something done')
    refuse_loose_suit(phrases)
    cards = merge(phrases)
    refuse_loose_together(phrases, cards)
    return cards


def in_place(cards: ast.Cards) -> ast.Cards:
    """Return cards with a known place; an opponent's card in that opponent's place."""
    if cards.place is None:
        raise Misparse('it does not say where the cards are, as in "in hand"')
    if cards.place.owner == "some" and cards.place.zones == ("market stack",):
        raise Nonsense("it does not say whose Market Stack it is")
    if cards.whose == "opponent":
        refuse(cards.place.owner != "your" or expressly_yours(cards.place), OWN_PLACES)
        return replace(cards, whose=None, place=replace(cards.place, owner="opponent"))
    return cards


def counts_played(words: Sequence[object], cards: ast.Cards) -> bool:
    """Return whether the card played counts too; it must be counted in your hand."""
    counting, in_hand = "counting" in words, cards.owner == "your" and "hand" in cards.zones
    refuse(counting and not in_hand, "a card is played from your hand, and counted there")
    return counting


def one_by_one(has: ast.Has) -> ast.Condition:
    """Return a count of cards, split where each place is to be counted separately.

    "A Market Stack" is any single one; "3 cards in hand or play" may be in either.
    """
    has = on_named(has)
    place = has.cards.place
    if place is None:
        return has
    if place.zones == ("market stack",) and place.owner_said == "article":
        doubt(place.owner == "some", "whose Market Stack it is")
        single = replace(anybodys(place), one=True)
        return replace(has, cards=replace(has.cards, place=single))
    if place.top and place.zones != ("market stack",) and has.count.least > len(place.zones):
        raise Nonsense("only one card lies on top")
    if not (places := each_place(place)):
        return has
    if has.total is None and has.count in (ast.Range(0, 0), ast.Range(1)):
        raise Nonsense('with one card "each" makes no difference: join the places with "or"')
    each = [replace(has, cards=replace(has.cards, place=single)) for single in places]
    return unite(ast.Either, each)


def refuse_loose_places(facts: Sequence[object]) -> None:
    """Reject a number in one place or another where the readings are not told apart."""
    for fact in (*nodes_of(tuple(facts), ast.Has), *nodes_of(tuple(facts), ast.Compared)):
        count = fact.count if isinstance(fact, ast.Has) else ast.Range(2)
        many = getattr(fact, "total", None) or count.least > 1 or count.most
        loose = many and any(place.loose for place in nodes_of(fact, ast.Place))
        doubt(loose, 'whether in each of the places or in both "together"')


def each_place(place: ast.Place | None) -> list[ast.Place]:
    """Return each of several places that are looked at separately; none if they are not."""
    if place is None or not place.apart:
        return []
    return [replace(place, zones=(zone,), apart=False) for zone in place.zones]


def on_named(has: ast.Has) -> ast.Has:
    """Return a count of cards Settled on named cards as a fact about those cards in play."""
    place, count = has.cards.place, has.count
    base = place.upon if place else None
    if base is None or not base.names or has.cards != ast.Cards(place=place) or base.place is None:
        return has
    settled = ast.Range(count.most + 1) if not count.least and count.most is not None else count
    place_in_play = replace(base.place, settled=replace(settled, bare=False))
    number = ast.Range(1) if count.least else ast.Range(0, 0)
    return ast.Has(replace(base, number=None, place=place_in_play), number)


def anybodys(stacks: ast.Place) -> ast.Place:
    """Return a condition's Market Stacks: all, unless a suit or "your" is printed (A-stacks)."""
    by_owner = stacks.suit is not None or expressly_yours(stacks)
    return stacks if by_owner else replace(stacks, owner="target")


def your_stacks(fact: T) -> T:
    """Return a fact of a card's text about Market Stacks as about your own (Card Targets)."""

    def owned(stacks: ast.Place) -> ast.Place:
        anyones = stacks.zones == ("market stack",) and stacks.owner == "target" and not stacks.suit
        return replace(stacks, owner="your", suit=ast.Suit("your")) if anyones else stacks

    return each_changed(fact, ast.Place, owned)


def asking_anybodys(meaning: T) -> T:
    """Return a line's condition or act that asks of anybody's Market Stacks, unless it says whose
    (A-stacks).
    """

    def asked(place: ast.Place) -> ast.Place:
        is_stack = place.zones == ("market stack",) and place.owner == "your"
        return anybodys(place) if is_stack else place

    return each_changed(meaning, ast.Fact, lambda fact: each_changed(fact, ast.Place, asked))  # type: ignore[arg-type,type-var]


def of_each_fact(
    condition: ast.Condition, change: Callable[[ast.Has], ast.Condition]
) -> ast.Condition:
    """Return a condition with each of its counts of cards changed."""
    if isinstance(condition, ast.Either | ast.All):
        parts = tuple(of_each_fact(part, change) for part in condition.parts)
        return replace(condition, parts=parts)
    return change(condition) if isinstance(condition, ast.Has) else condition


def said_with_not(condition: ast.Condition, mark: ast.Mark) -> ast.Condition:
    """Return facts as said with "not", which might go with what follows too."""
    return of_each_fact(condition, lambda has: replace(has, mark=mark))


def assert_existence(condition: ast.Condition) -> ast.Condition:
    """Return what a verb says: that "there is" such a card, or that somebody has one."""
    return of_each_fact(
        condition, lambda has: replace(has, mark=None) if is_marked(has, "verbless") else has
    )


def yours(condition: ast.Condition) -> ast.Condition:
    """Return what "you have": its place is expressly yours."""

    def your(has: ast.Has) -> ast.Condition:
        if (place := has.cards.place) is None:
            return has
        refuse(place.owner != "your", "your cards cannot be in another player's place")
        cards = replace(has.cards, place=replace(place, owner_said="owner"))
        return assert_existence(replace(has, cards=cards))

    return of_each_fact(condition, your)


def of_same_opponent(
    kind: type[ast.All | ast.Either], facts: Sequence[ast.Condition]
) -> ast.Condition:
    """Join facts about one place: an opponent's is that of one and the same opponent."""
    places = [has.cards.place for has in nodes_of(tuple(facts), ast.Has)]
    if kind is ast.Either or not any(place and place.owner == "opponent" for place in places):
        return unite(kind, facts)
    return ast.Opponents(tuple(map(of_one, facts)))


def with_span_of(group: Subjects, fact: ast.Condition) -> ast.Condition:
    """Return a fact about one kind of a list, with the span of that kind."""
    if isinstance(fact, ast.Has):
        fact = replace(fact, cards=replace(fact.cards, span=group.span))
    return replace(fact, span=group.span)
