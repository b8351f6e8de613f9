"""What lines mean, in one form for all wordings that are carried out alike."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import fields, replace
from typing import Any

from moonflight_solo.ai_cards.context import IN_HAND
from moonflight_solo.ai_cards.underspecified.cards import stack_named
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.lowering import Lowering
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical


def plainly(line: ast.Line, catalogue: Catalogue, turned: bool, rulings: Rulings) -> ast.Line:
    """Return ``line`` in one form for all wordings that are carried out alike.

    Cards and suits have their own names however they are printed, bare numbers of cards are what
    ruling A-exact takes them for, and a card is played from hand whether that is said or not.
    Raises :class:`UnknownName` for a name that nothing has.
    """
    exact = rulings.choice("A-exact") == "exactly"
    lower = Lowering(catalogue, turned, "", bare_is_exact=exact)

    def name(printed: str) -> str:
        return catalogue.card(printed, turned).name

    def plain(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(plain(each) for each in part)
        if not isinstance(part, ast.Node):
            return part
        if isinstance(part, ast.Has | ast.Coins):
            part = replace(part, count=lower.meant(part.count))
        part = replace(part, **{f.name: plain(getattr(part, f.name)) for f in fields(part)})
        match part:
            case ast.Range():
                return replace(part, bare=False)
            case ast.Suit(whose="named"):
                return replace(part, name=catalogue.suit(part.name))
            case ast.Played():
                return replace(part, name=name(part.name))
            case ast.SpendAct(user=user) if user:
                return replace(part, user=name(user))
            case ast.Cards():
                names = tuple(dict.fromkeys(map(name, part.names)))
                return replace(part, names=names, but_not=tuple(sorted(map(name, part.but_not))))
        return part

    meant: ast.Line = plain(line)
    if not isinstance(meant.act, ast.PlayAct) or isinstance(meant.condition, ast.Played):
        return meant
    options = meant.act.cards.options
    held = (replace(cards, place=cards.place or IN_HAND, number=None) for cards in options)
    return replace(meant, act=replace(meant.act, cards=ast.FirstOf(tuple(held))))


def aim(line: ast.Line) -> Hashable:
    """Return what decides the act and the cards chosen for it: all but the condition.

    A condition that names a Stack says what a card without a target is aimed at (ruling A-same).
    """
    plays = isinstance(line.act, ast.PlayAct) and line.act.target is None
    return canonical(line.act), stack_named(line.condition) if plays else None
