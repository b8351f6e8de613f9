"""Work out who acts, and whose cards and coin tokens are affected."""

from __future__ import annotations

import re
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import MARKET
from moonflight_solo.wording.builder.marks import doer
from moonflight_solo.wording.builder.merging import expressly_yours
from moonflight_solo.wording.builder.negation import held_by
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.walk import nodes_of

_NAMED = re.compile(r"\b(you|your|opponents?|(?<!first )players?|their)\b", re.IGNORECASE)


def amount_of(amount: object, who: ast.Who) -> Any:
    """Return how many coin tokens ``who`` gains, loses or gives."""
    if isinstance(amount, tuple):
        number, (owner, printed) = amount
        others = printed and (owner == "your") != (who == "you")
        refuse(others, "a player can lose only their own coin tokens")
        return number
    return count_for(amount, who) if isinstance(amount, ast.Per | ast.Worth) else amount


def between(giver: ast.Who, taker: ast.Who, amount: object, doer: ast.Who) -> ast.Give:
    """Build a Give between two players, worded with ``doer`` as its subject (ruling G-give)."""
    refuse((giver == "you") == (taker == "you"), "it is unclear who gives and who takes")
    doubt("opponent" in (giver, taker), 'which opponent: say "Target opponent" or "each opponent"')
    why = "it is unclear whose coin tokens are all taken: say who gives them"
    refuse(isinstance(amount, tuple) and doer != giver, why)
    refuse(isinstance(amount, ast.UpTo) and doer != giver, "it is unclear who chooses the number")
    if isinstance(amount, ast.Per | ast.Worth) and doer != giver:
        if giver != "you":  # counted from your cards, though another player follows it
            cards = amount.cards
            refuse(cards.owner != "your", "it is unclear whose cards are counted")
            amount = replace(amount, cards=held_by(cards, "holder"))
        return ast.Give(amount, giver, taker)
    return ast.Give(amount_of(amount, giver), giver, taker)


def check_chooser(cards: ast.Cards, who: ast.Who) -> ast.Cards:
    """Return cards "of your choice" as chosen by the player who acts (Card Resolution)."""
    chooser = cards.chooser
    if chooser is not None and (chooser == "you") != (who == "you"):
        remedy = 'say "Discard 1 Target card in Target opponent\'s hand", for example'
        raise Nonsense(f"one player cannot choose what another does: {remedy}")
    place = cards.place
    unseen = place is not None and place.owner != "your" and "hand" in place.zones
    return replace(cards, chooser=None, targeted=cards.targeted or bool(chooser and unseen))


def subject(who: ast.Who, word: Token) -> ast.Who:
    """Return who acts; a third-person verb without a subject keeps the previous one."""
    third = word.lower().endswith("s")
    if who == "they":
        return who
    if who == "you":
        return "they" if third else who
    refuse(not third, f'after another player write "{word}s"')
    return who


def of_doer(place: ast.Place, who: ast.Who) -> ast.Place:
    """Return a place from the acting player's view: "their hand" becomes "your"."""
    if who == "you":
        return place
    if expressly_yours(place) or place.upon is not None:
        raise Nonsense("another player cannot do this in a place of yours")
    is_theirs = place.owner in ("its", "their")
    return replace(place, owner="your", owner_said="") if is_theirs else place


def count_for(number: Any, who: ast.Who) -> Any:
    """Return "per card in your hand" for another acting player: "your" is not theirs."""
    cards, place = number.cards, number.cards.place
    if who == "you":
        return number
    refuse_loose_count(number)
    if expressly_yours(place) or place.zones == ("round",):  # "you" are meant (G-round-count)
        place = replace(place, owner="holder")
    else:
        place = of_doer(place, who)
    return replace(number, cards=replace(cards, place=place))


_WHOSE = {
    "in play": 'say "in play in front of you" or "in play in front of them"',
    "coins": 'say "you have"',
    "stacks": 'say "of your suit"',
}


def refuse_loose_count(number: Any) -> None:
    """Reject "each opponent Discards 1 per card in hand".

    Card Targets speaks for the player with the card, the sentence for those who act.
    """
    place = number.cards.place
    if place.owner == "your" and not expressly_yours(place) and _is_owned(place):
        remedy = _WHOSE.get(place.zones[0], 'say "your" or "their"')
        raise Nonsense(f"it does not say whose are counted: {remedy}")


def _is_owned(place: ast.Place) -> bool:
    """Return whether a place belongs to one player."""
    owned = ast.STACKS.union({"hand", "in play", "coins", "stacks"}).issuperset(place.zones)
    return owned and place.suit != ast.Suit("generic")


def refuse_loose_whose(effects: object, condition: ast.Condition, words: str) -> None:
    """Reject "each opponent Discards 1 if 5+ cards in hand": in yours or in theirs?"""
    if all(doer(node) == "you" for node in nodes_of(effects, ast.Node)):
        return
    nodes = nodes_of(condition, ast.Node)
    open_ = any(isinstance(node, ast.Coins | ast.LimitIs | ast.Status) for node in nodes)
    places = [place for place in nodes_of(condition, ast.Place) if place.owner == "your"]
    if (open_ or any(map(_is_owned, places))) and not _NAMED.search(words):
        remedy = 'put the "if" first, which then asks about you'
        raise Nonsense(f"it does not say whose: {remedy}, or say whose")


def same_stack(source: ast.Place | None, destination: ast.Place) -> ast.Place:
    """Resolve "the Stack" or "its Discard Stack" from where the card lies."""
    if destination.zones:
        return destination
    if source is None or len(source.zones) != 1 or not ast.STACKS.issuperset(source.zones):
        raise Nonsense("it does not say which Stack: no Stack was named before")
    one_of_many = source.zones == MARKET  # exactly that Stack
    place = replace(destination, zones=source.zones, owner=source.owner, this=one_of_many)
    return replace(place, top=not place.bottom)


def is_targets(place: ast.Place | None) -> bool:
    """Return whether a place is a Target player's or an opponent's."""
    return place is not None and place.owner in ("target", "opponent")
