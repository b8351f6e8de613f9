"""Resolve "it", "them" and "that suit" in the lines of AI cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import IT, MARKET, ONE, ONES, THEM
from moonflight_solo.wording.builder.marks import any_marked
from moonflight_solo.wording.builder.merging import (
    cards_of_fact,
    expressly_yours,
    merge,
    only_card_of,
    refuse_loose_best,
)
from moonflight_solo.wording.builder.negation import negate
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.builder.quantified import is_described
from moonflight_solo.wording.canonical import single_facts
from moonflight_solo.wording.walk import N, T, nodes_of, rewritten

OWN_HAND = ast.Place(("hand",))
OWN_PLAY = ast.Place(("in play",))
USED = " it"  # never a printed name
WHAT_IS_COUNTED = 'what is counted: say "cards", or what they are'


def _is_one(node: object) -> bool:
    return isinstance(node, ast.Cards) and not {ONE, ONES}.isdisjoint(node.names)


def is_it(act: object) -> bool:
    """Return whether an act refers to "it"."""
    return any(place == IT for place in nodes_of(act, ast.Place))


def asked_of_it(act: N, after: Sequence[ast.Condition]) -> tuple[N, list[ast.Condition]]:
    """Merge conditions on "it" into the act: a card "if it costs 5+" is such a card."""
    conditions: list[ast.Condition] = []
    for each in after:
        if not isinstance(each, ast.Has) or each.cards.place != IT:
            conditions.append(each)
            continue
        cards, kind = getattr(act, "cards", None), replace(each.cards, place=None)
        match cards:
            case ast.FirstOf((ast.Cards(None | 1) as option,)):
                refuse_loose_best(option.extreme, kind)
            case _:
                raise Nonsense("it does not say which card is meant")
        act = replace(act, cards=replace(cards, options=(merge([option, kind]),)))
    return act, conditions


def refuse_loose_one(act: object, after: Sequence[ast.Condition]) -> None:
    """Reject "one in play" or "2+ in hand" where two kinds of cards may be meant, or no name is."""
    ones = [*filter(_is_one, nodes_of(after, ast.Cards))]
    uncalled = any_marked(nodes_of(after, ast.Node), "count alone")
    target = getattr(act, "target", None)
    if target and (ones or uncalled or is_it(after)):
        raise Nonsense("it does not say whether of the card played or of its target")
    used = isinstance(act, ast.SpendAct) and act.user and any(c.place != OWN_HAND for c in ones)
    doubt(used, "whether of the card Spent or of the card used")
    cards = getattr(act, "cards", None)
    kinds = cards.options if isinstance(cards, ast.FirstOf) else [cards] if cards else []
    unnamed = [replace(kind, extreme=None, ties=()) for kind in kinds if not kind.names]
    doubt((ones or uncalled) and is_described(unnamed), WHAT_IS_COUNTED)


def refuse_loose_cards(act: object, condition: ast.Condition | None) -> None:
    """Reject "the cheapest" after a condition on a kind of cards, and "if 2+ Waste in hand, spend
    1": of those, or of all?
    """
    counts = [has for has in nodes_of(condition, ast.Has) if has.count.least]
    kinds = [has.cards for has in counts if has.count.least > 1 or not has.cards.names]
    if any(replace(kind, place=None) != ast.Cards() for kind in kinds):
        for cards in nodes_of(act, ast.Cards):
            extreme = cards.extreme and cards.extreme.span
            if cards.place is None and extreme and cards.span and cards.span[1] == extreme[1]:
                raise Nonsense("it does not say whether of those cards or of all cards in hand")
    in_hand = any("hand" in has.cards.zones and is_described([has.cards]) for has in counts)
    if in_hand and any_marked(nodes_of(act, ast.Node), "more"):
        raise Nonsense('it does not say whether those cards or any: say "1 of them"')


def resolve_in_line(line: ast.Line) -> ast.Line:
    """Return a line with "one", "it", "them" and "that suit" resolved from its condition."""
    condition = _with_one_named(line.condition, line.act)
    act = _at_those_without(line.act, condition)
    line = replace(line, act=act, condition=condition)
    if isinstance(act, ast.SpendAct) and act.user == USED:
        cards = [h.cards for h in nodes_of(condition, ast.Has) if h.cards.zones == ("in play",)]
        doubt(len(cards) != 1 or len(cards[0].names) != 1, "which card is used")
        return replace(line, act=replace(act, user=cards[0].names[0]))
    pronouns = set(nodes_of(act, ast.Place)) & {IT, THEM}
    if not pronouns and not any(suit.whose == "that" for suit in nodes_of(act, ast.Suit)):
        return line
    if isinstance(act, ast.ShopAct) and (act.stacks == IT or _is_of_one_card(act, condition)):
        return replace(line, act=ast.ShopAct(None, for_sale(_that_stack(condition))))
    act = _with_referents(act, condition)
    if isinstance(act, ast.ShopAct) and act.cards and pronouns:
        options = act.cards.options
        refuse(any(option.zones != MARKET for option in options), "only Market Stacks sell cards")
        sold = [replace(o, place=for_sale(replace(o.place, one=False))) for o in options if o.place]
        act = replace(act, cards=replace(act.cards, options=tuple(sold)))
    return replace(line, act=act)


def _with_one_named(condition: ast.Condition | None, act: object) -> ast.Condition | None:
    """Return a condition in which "one" has the only name that the act has."""
    phrases = [*nodes_of(condition, ast.Cards)]
    if not any(map(_is_one, phrases)):
        return condition
    card_phrases = (has.cards for has in nodes_of(condition, ast.Has))
    is_plural = any(ONES in cards.names for cards in phrases)
    doubt(is_plural and not all(map(_is_one, card_phrases)), "what is counted")
    names = {name for cards in nodes_of(act, ast.Cards) for name in cards.names}
    doubt(len(names) != 1, "what “one” refers to")
    return rewritten(
        condition, lambda node: replace(node, names=tuple(names)) if _is_one(node) else node
    )


def _with_referents(act: object, condition: ast.Condition | None) -> object:
    """Return an act with the cards and the suit that its pronouns refer to in the condition."""
    suits = set(nodes_of(condition, ast.Suit))
    suit = suits.pop() if len(suits) == 1 else None
    doubt(suit is not None and suit.whose == "opponent", "which opponent's suit")
    it = _card_named(condition) if condition else None
    them = _cards_of(condition) if condition else None
    match condition:  # one or the other, but not both: a single card
        case ast.All((ast.Either(either), rest)) if rest == negate(ast.All(either)):
            it = it or them
    if them is not None:
        act = rewritten(act, partial(_build_of_them, them))
    return _with(act, it, suit, them)


def _at_those_without(act: object, condition: ast.Condition | None) -> object:
    """Restrict an act on a card in play to the one whose Settled cards the condition describes.

    The condition is the reason for the act, as in ruling A-same.
    """
    counts = [has.cards for has in nodes_of(condition, ast.Has) if has.count.least]
    settled = [cards for cards in counts if cards.place and cards.place.settled and cards.names]
    home = {cards.names: cards.place for cards in settled}

    def placed(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Cards) and node.names in home and node.place in (None, OWN_PLAY):
            return replace(node, place=home[node.names])
        return node

    if isinstance(act, ast.PlayAct):
        return replace(act, target=rewritten(act.target, placed))
    return replace(act, onto=placed(act.onto)) if isinstance(act, ast.BuildAct) else act


def _is_of_one_card(act: ast.ShopAct, condition: ast.Condition | None) -> bool:
    """Return whether "it" is the only card of the Market Stack that the condition mentions."""
    if not isinstance(condition, ast.Has) or not is_it(act):
        return False
    place = condition.cards.place
    if not place or not place.one or condition.cards != ast.Cards(place=place):
        return False
    doubt(condition.count != ast.Range(1, 1), "which card is meant")
    return True


def _build_of_them(cards_of_condition: ast.Cards, act: object) -> object:
    """Return a Build of "them", or onto "them", with as many of those as possible."""
    if not isinstance(act, ast.BuildAct):
        return act
    them = ast.Cards("all", place=THEM)
    doubt(act.cards == them and len(cards_of_condition.names) > 1, "how many of each name")
    if act.onto == them and act.cards.number in (None, 1):
        raise Nonsense("it does not say whether one card or one on each of them")
    cards = replace(cards_of_condition, number="all") if act.cards == them else act.cards
    target = replace(cards_of_condition, number="some") if act.onto == them else act.onto
    return replace(act, cards=cards, onto=target)


def _card_named(condition: ast.Condition) -> ast.Cards | None:
    """Return the one card that a condition names as there, or as not in play: one to be put there.

    ``None`` if it names another as well.
    """
    parts = condition.parts if isinstance(condition, ast.All) else (condition,)
    absent = [p.cards for p in parts if isinstance(p, ast.Has) and p.count == ast.Range(0, 0)]
    missing = [
        replace(cards, place=None)
        for cards in absent
        if len(cards.names) == 1 and cards == ast.Cards(names=cards.names, place=OWN_PLAY)
    ]
    card = only_card_of(condition)
    if card is None:
        return missing[0] if len(parts) == 1 and missing else None
    return card if all(phrase.names == card.names for phrase in missing) else None


def _cards_of(condition: ast.Condition) -> ast.Cards | None:
    """Return the cards that the whole condition says are in one place."""
    if isinstance(condition, ast.StacksMatching) and condition.stacks.topped:
        stacks = replace(condition.stacks, topped=None)
        return replace(condition.stacks.topped, place=stacks)
    facts = [has for has in single_facts(condition) if isinstance(has, ast.Has) and has.count.least]
    places = {has.cards.place for has in facts}
    if len(places) != 1 or any(has.total or has.cards.suit for has in facts[1:]):
        return None
    names = dict.fromkeys(name for has in facts for name in has.cards.names)
    if len(facts) == 1:
        return replace(cards_of_fact(facts[0]), number=None)
    place = places.pop()
    only_names = all(has.cards == ast.Cards(names=has.cards.names, place=place) for has in facts)
    return ast.Cards(names=tuple(names), place=place) if only_names and all(names) else None


def _that_stack(condition: ast.Condition | None) -> ast.Place:
    """Return the Market Stack that the condition mentions."""
    if isinstance(condition, ast.Has) and condition.cards.place and condition.count.least:
        cards, place = condition.cards, condition.cards.place
        if place.zones == MARKET and place.one and cards == ast.Cards(place=place):
            return replace(place, one=False, size=replace(condition.count, bare=False))
        if place.zones == MARKET and place.top:
            return replace(place, one=False, top=False, topped=replace(cards, place=None))
    if isinstance(condition, ast.StacksMatching):
        return condition.stacks
    raise Nonsense("it does not say which Market Stack")


def _with(act: T, it: ast.Cards | None, suit: ast.Suit | None, them: ast.Cards | None) -> T:
    """Return an act with "it", "them" and "that suit" replaced; a list of "them" by each name."""

    def meant(node: ast.Node) -> ast.Node:
        if isinstance(node, ast.Suit) and node.whose == "that":
            return only(ast.Suit, suit, "it does not say which suit that is")
        if isinstance(node, ast.FirstOf):
            options: list[ast.Cards] = []
            for cards in node.options:
                several = len(cards.names) > 1 and cards.extreme is None
                names = [(name,) for name in cards.names] if several else [cards.names]
                options += [replace(cards, names=name) for name in names]
            return replace(node, options=tuple(options))
        if not isinstance(node, ast.Cards) or node.place not in (IT, THEM):
            return node
        pronoun_cards = it if node.place == IT else them
        referent = only(ast.Cards, pronoun_cards, "it does not say which card is meant")
        doubt(node.number not in (None, 1, "any"), "which card is meant")
        return merge([replace(referent, number=None), replace(node, number=None, place=None)])

    return rewritten(act, meant)


def for_sale(stacks: ast.Place) -> ast.Place:
    """Return Market Stacks to Shop from: any player's, unless the print says whose (Shop)."""
    if stacks.suit is None and stacks.owner == "opponent":
        return replace(stacks, top=False)
    anybodys = stacks.suit is None and not expressly_yours(stacks)
    return replace(stacks, owner="target" if anybodys else "your", top=False)
