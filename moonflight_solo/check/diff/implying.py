"""Meanings put in one form, and whether one condition holds wherever another does."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import product
from typing import Any

from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.conditions import as_meant
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts, holds

_MOST_WORLDS = 5_000
_IN_HAND = ast.Place(("hand",))


def plainly(line: ast.Line, catalogue: Catalogue, turned: bool, rulings: Rulings) -> ast.Line:
    """Return ``line`` in one form for all wordings that are carried out alike.

    Cards and suits have their own names however they are printed, bare numbers of cards are what
    ruling A-exact takes them for, and a card is played from hand whether that is said or not.
    Raises :class:`UnknownName` for a name that nothing has.
    """
    exact = rulings.choice("A-exact") == "exactly"

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(plain(each) for each in part)
        if not is_dataclass(part) or isinstance(part, type):
            return part
        if isinstance(part, ast.Has | ast.Coins):
            part = replace(part, count=as_meant(part.count, exact))
        part = replace(part, **{f.name: plain(getattr(part, f.name)) for f in fields(part)})
        return _named(part, catalogue, turned)

    meant = plain(line)
    assert isinstance(meant, ast.Line)
    if isinstance(meant.act, ast.PlayAct) and not isinstance(meant.condition, ast.Played):
        hand = ast.FirstOf(tuple(map(_from_hand, meant.act.cards.options)))
        return replace(meant, act=replace(meant.act, cards=hand))
    return meant


def _named(part: Any, catalogue: Catalogue, turned: bool) -> Any:
    def name(printed: str) -> str:
        return catalogue.card(printed, turned).name

    if isinstance(part, ast.Range):
        return replace(part, bare=False)
    if isinstance(part, ast.Suit) and part.whose == "named":
        return replace(part, name=catalogue.suit(part.name))
    if isinstance(part, ast.Played):
        return replace(part, name=name(part.name))
    if isinstance(part, ast.SpendAct) and part.user:
        return replace(part, user=name(part.user))
    if isinstance(part, ast.Cards):
        names = tuple(dict.fromkeys(map(name, part.names)))
        return replace(part, names=names, but_not=tuple(sorted(map(name, part.but_not))))
    return part


def _from_hand(cards: ast.Cards) -> ast.Cards:
    return replace(cards, place=cards.place or _IN_HAND, number=None)


def implies(one: ast.Condition | None, other: ast.Condition | None) -> bool:
    """Return whether ``other`` is proved to hold on every table on which ``one`` does.

    Both in the form of :func:`plainly`. Numbers of the same cards in the same place are taken
    together; everything else is taken to be free, so that a proof is one, while ``False`` only
    says that this proves nothing. ``None`` is no condition.
    """
    if other is None:
        return True
    about = list(dict.fromkeys([*(facts(one) if one is not None else ()), *facts(other)]))
    subjects: dict[Hashable, list[ast.Condition]] = {}
    for fact in about:
        subjects.setdefault(_subject(fact), []).append(fact)
    cases = [list(_cases(together)) for together in subjects.values()]
    number = 1
    for case in cases:
        number *= len(case)
    if number > _MOST_WORLDS:
        return False
    for row in product(*cases):
        world: dict[ast.Condition, bool] = {}
        for part in row:
            world.update(part)
        if (one is None or holds(one, world)) and not holds(other, world):
            return False
    return True


def _subject(fact: ast.Condition) -> Hashable:
    """Return what is counted by a fact; facts that count the same depend on each other."""
    if isinstance(fact, ast.Coins):
        return "coins"
    if isinstance(fact, ast.Has) and fact.total is None:
        return fact.cards
    if isinstance(fact, ast.EmptyStacks):
        return fact.stacks
    return fact


def _cases(together: list[ast.Condition]) -> Iterator[Mapping[ast.Condition, bool]]:
    """Yield every way in which facts about one number can hold together."""
    if len(together) == 1:
        only = together[0]
        # A count from 0 up always holds.
        always = _count(only) == ast.Range(0)
        yield from ({only: truth} for truth in ((True,) if always else (False, True)))
        return
    counts = {fact: _count(fact) for fact in together}
    edges = {0}
    for count in counts.values():
        edges |= {count.least} if count.most is None else {count.least, count.most + 1}
    for edge in sorted(edges):
        yield {
            fact: count.least <= edge and (count.most is None or edge <= count.most)
            for fact, count in counts.items()
        }


def _count(fact: ast.Condition) -> ast.Range:
    if isinstance(fact, ast.Has | ast.Coins | ast.EmptyStacks) and not (
        isinstance(fact, ast.Has) and fact.total is not None
    ):
        return fact.count
    return ast.Range(-1)
