"""Compile a card's text into the card: what it does when played, and while in play."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from moonflight_solo.rules.requirements.lowering import card_condition
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    Kinds,
    kinds_of,
    matcher,
    only_says,
)
from moonflight_solo.rules.state import (
    HAND_LIMIT,
    RETAIN_LIMIT,
    Ability,
    Card,
    CardInPlay,
    Change,
    LimitChange,
    Names,
    Resolve,
    Seat,
    Table,
    Trigger,
)
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.rules.texts.amounts import lasting_count, lasting_test
from moonflight_solo.rules.texts.effects import compile_effects
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import lasts, nodes_of


def compile_card(card: Card, meaning: ast.CardText, names: Names) -> None:
    """Compile ``meaning`` into ``card``.

    Raises :class:`CannotDo` for words that can be parsed but that the rules cannot carry out.
    """
    card.meaning = meaning
    immediate: list[ast.Effect] = []
    for effect in meaning.effects:
        if isinstance(effect, ast.SpendAbility):
            card.abilities += (_ability(effect, names, card),)
        elif isinstance(effect, ast.When):
            card.triggers += (_trigger(effect, names, card),)
        elif isinstance(effect, ast.Limit):
            card.limits += (_limit(effect, names, card),)
        elif isinstance(effect, ast.If) and lasts(effect):
            card.limits += (*_limits_while(effect, names, card),)
        elif isinstance(effect, ast.Prohibition | ast.PriceChange | ast.FreeFirstShop):
            card.changes += (_change(effect, names, card),)
        elif isinstance(effect, ast.Protection):
            card.barred |= frozenset(effect.verbs)
            if "move" in effect.verbs:
                card.barred |= MOVES  # "Discards etc. do count as Moves" (G-cannot)
        else:
            immediate.append(effect)
    if immediate:
        card.resolve = compile_effects(tuple(immediate), names, card)
        card.returns = _returns(immediate, names, card)


def _ability(effect: ast.SpendAbility, names: Names, card: Card) -> Ability:
    """Compile a Spend ability; raise :class:`CannotDo` if it takes cards of a suit not named."""
    resolve, phrase = compile_effects(effect.effects, names, card), effect.of
    payable: Kinds | None = None
    more = effect.more is not None
    if effect.more is not None:
        resolve = _pay_more_then(compile_effects((effect.more,), names, card), resolve)
    if phrase is not None:
        only_says(phrase, set(), "what is Spent")
        if any(suit.whose != "named" for suit in nodes_of(phrase, ast.Suit)):
            raise CannotDo(f'"{say(phrase)}": name the suit of the cards that are Spent.')
        payable = kinds_of(phrase, names, card.turned, "", END_UP)
    cost = (effect.coins, effect.cards)
    return Ability(*cost, effect.effects, say(effect), resolve, effect.once, payable, more)


def _pay_more_then(pay: Resolve, follow: Resolve) -> Resolve:
    """Pay what exceeds the first coin token or card, then follow the effects."""

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        table.moved = ()
        pay(table, seat, placed)
        # The first one was paid before: this card stands for it where those paid are counted.
        table.moved = (*table.moved, placed.card)
        return follow(table, seat, placed)

    return resolve


def _trigger(when: ast.When, names: Names, card: Card) -> Trigger:
    """Compile a trigger or replacement; raise :class:`CannotDo` for one that targets a player."""
    number = when.cards.number
    assert isinstance(number, int)
    matches = matcher(when.cards, names, card.turned, END_UP)
    if when.who in ("target player", "target opponent"):
        raise CannotDo("a trigger cannot target a player: say you, an opponent or each player.")
    sources = _sources(when)
    resolve = compile_effects(when.effects, names, card)
    instead = _replacement(when) if when.instead else ""
    tail = (when.once, when.fleeting, instead, sources, when.here)
    return Trigger(when.verb, when.who, number, matches, resolve, *tail)


def _sources(when: ast.When) -> tuple[ast.Zone, ...]:
    """Return the zones that a trigger's cards come from, none for any; refuse any other words."""
    only_says(when.cards, {"number", "place"}, "a trigger")
    place, keyword = when.cards.place, KEYWORDS.get(when.verb)
    if place is None:
        return ()
    plain = place == ast.Place(place.zones, top=place.top) and not place.this
    is_source = place.zones[0] in ("hand", "in play") or ast.STACKS.issuperset(place.zones)
    if not (plain and is_source and keyword and keyword.tells_from):
        raise CannotDo(f'"{say(when.cards)}": a trigger cannot say where.')
    return place.zones


def _replacement(when: ast.When) -> Literal["place", "deed", "other"]:
    """Return what takes the place of the verb, as in :class:`Trigger`."""
    heard = ast.Place(("heard",))
    verbs = {do.verb for do in nodes_of(when.effects, ast.Instruct) if do.cards.place == heard}
    if when.verb == "purchase" and ("turn" in verbs or not verbs):
        raise CannotDo(f'"{say(when)}": a card that is paid for is Purchased.')
    is_optional = any(may.optional for may in nodes_of(when.effects, ast.May))
    return "place" if "move" in verbs else "deed" if verbs or is_optional else "other"


def _limit(effect: ast.Limit, names: Names, card: Card) -> LimitChange:
    """Compile a change of a limit; of two copies that set one to a number, only the first does."""
    if effect.sets:
        usual = HAND_LIMIT if effect.of == "hand" else RETAIN_LIMIT

        def is_first(seat: Seat, placed: CardInPlay) -> bool:
            in_front = (*seat.in_play, seat.character)  # a second copy adds nothing
            return next(each for each in in_front if each.card is card) is placed

        return LimitChange(effect.of, "you", effect.change - usual, is_first)
    if effect.per is None:
        return LimitChange(effect.of, effect.who, effect.change)
    if effect.who != "you":
        raise CannotDo(f'"{say(effect)}": say by how much it changes.')
    count = lasting_count(effect.per, names, card.turned)
    return LimitChange(effect.of, "you", effect.change, count)


def _limits_while(effect: ast.If, names: Names, card: Card) -> Iterator[LimitChange]:
    """Compile changes of limits that hold only under a condition."""
    for limit in effect.effects:
        assert isinstance(limit, ast.Limit)
        if effect.otherwise or limit != ast.Limit(limit.of, limit.change):
            raise CannotDo(f'"{say(effect)}": say of one change of your limit when it is so.')
        while_so = lasting_test(effect.condition, names, card.turned)
        yield LimitChange(limit.of, "you", limit.change, while_so)


def _change(
    effect: ast.Prohibition | ast.PriceChange | ast.FreeFirstShop, names: Names, card: Card
) -> Change:
    """Compile what an effect changes for players while its card is in play."""
    if isinstance(effect, ast.FreeFirstShop):
        return Change(frozenset({"first shop"}), "you", None)
    cards = effect.cards
    if cards is not None:
        only_says(cards, {"number"}, "a general change")
    match = None if cards is None else matcher(cards, names, card.turned, END_UP)
    if isinstance(effect, ast.PriceChange):
        return Change(frozenset({"price"}), effect.who, match, effect.change, effect.fleeting)
    return Change(frozenset(effect.acts), effect.who, match, 0, effect.fleeting)


def _returns(
    effects: Sequence[ast.Effect], names: Names, own_card: Card
) -> Callable[[Table, Seat], bool] | None:
    """Return a test for whether playing the card would only return it to hand (ruling A-return).

    The test is for a card still in hand, and counts the hand as if it had been played. ``None`` for
    a card that never returns.
    """
    only = effects[0] if len(effects) == 1 else None
    back = (ast.ThisCard("draw"),)
    if only == back[0]:
        return lambda table, seat: True
    if not isinstance(only, ast.If) or back not in (only.effects, only.otherwise):
        return None
    test = card_condition(only.condition, names, own_card.turned, own_card)
    back_if_true = only.effects == back

    def returns(table: Table, seat: Seat) -> bool:
        # Pop any card in place of the played one: only the number left matters.
        card = seat.hand.pop()
        try:
            return test(table, seat) is back_if_true
        finally:
            seat.hand.append(card)

    return returns
