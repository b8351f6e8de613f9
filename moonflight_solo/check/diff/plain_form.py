"""Lines put in one form for all wordings that are carried out alike."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.lowering import Lowering
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast

_IN_HAND = ast.Place(("hand",))


def plainly(line: ast.Line, catalogue: Catalogue, turned: bool, rulings: Rulings) -> ast.Line:
    """Return ``line`` in one form for all wordings that are carried out alike.

    Cards and suits have their own names however they are printed, bare numbers of cards are what
    ruling A-exact takes them for, and a card is played from hand whether that is said or not.
    Raises :class:`UnknownName` for a name that nothing has.
    """
    exact = rulings.choice("A-exact") == "exactly"
    lower = Lowering(catalogue, turned, "", bare_is_exact=exact)

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(plain(each) for each in part)
        if not is_dataclass(part) or isinstance(part, type):
            return part
        if isinstance(part, ast.Has | ast.Coins):
            part = replace(part, count=lower.meant(part.count))
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
