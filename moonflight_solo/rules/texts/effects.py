"""Compile a card's effects to callables that follow them one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.lowering import card_condition, players_such
from moonflight_solo.rules.requirements.selectors import CannotDo, calling
from moonflight_solo.rules.state import Card, CardInPlay, CoinTokens, Names, Resolve, Seat, Table
from moonflight_solo.rules.texts.amounts import MANY, Quantity, holder_of, quantity_of
from moonflight_solo.rules.texts.candidates import choose_way, players_meant
from moonflight_solo.rules.texts.instructions import instruct
from moonflight_solo.rules.texts.other_effects import resolve_whole
from moonflight_solo.rules.texts.own_card import this_card, to_heard
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import nodes_of, rewritten


def compile_effects(
    effects: Sequence[ast.Effect], names: Names, card: Card, *, price: bool = False
) -> Resolve:
    """Compile effects to one callable that follows them in order.

    If the card leaves play, the rest is skipped (ruling G-left), except of the ``price`` that
    something else depends on (G-price).
    """
    steps = [_deed(together, names, card) for together in _by_doer(effects)]
    return steps[0] if len(steps) == 1 else _in_turn(steps, from_anywhere=price)


def _by_doer(effects: Sequence[ast.Effect]) -> Iterator[list[ast.Effect]]:
    """Group effects: each on its own, but with those that "they" do next."""
    together: list[ast.Effect] = []
    for effect in effects:
        if together and getattr(effect, "who", "you") != "they":
            yield together
            together = []
        together.append(effect)
    if together:
        yield together


def _deed(effects: Sequence[ast.Effect], names: Names, card: Card) -> Resolve:
    """Compile what one player, or each of several, does."""
    first, deeds = effects[0], tuple(effects)
    resolve = _done_by(deeds, names, card)
    if not isinstance(first, ast.PlayersDo) and getattr(first, "who", "you") == "you":
        return resolve
    yours = any(suit.whose == "your" for suit in nodes_of(deeds, ast.Suit))
    if yours or any(ast.NAMED in cards.names for cards in nodes_of(deeds, ast.Cards)):
        return _as_the_holder_says(deeds, names, card)
    return resolve


def _as_the_holder_says(effects: tuple[ast.Effect, ...], names: Names, card: Card) -> Resolve:
    """Compile what others do with cards of "your" suit, or named: by the card's holder."""
    compiled: dict[tuple[str, str], Resolve] = {}

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        (name,) = calling(ast.Cards(), seat, names, card.turned).names
        follow = compiled.get((seat.suit, name))
        if follow is None:

            def named(node: Any) -> Any:
                if isinstance(node, ast.Suit) and node.whose == "your":
                    return replace(node, whose="named", name=seat.suit)
                is_named = isinstance(node, ast.Cards) and ast.NAMED in node.names
                return replace(node, names=(name,)) if is_named else node

            follow = compiled[seat.suit, name] = _done_by(rewritten(effects, named), names, card)
        return follow(table, seat, placed)

    return resolve


def _done_by(effects: tuple[ast.Effect, ...], names: Names, card: Card) -> Resolve:
    """Compile effects that name whoever does them, and what "they" do next."""
    first = effects[0]
    steps = [_effect(effect, names, card) for effect in effects]
    if isinstance(first, ast.PlayersDo):  # "they" are then the Target
        they = [_for_each("they", "lose", step) for step in steps[1:]]
        return _in_turn([steps[0], *they]) if they else steps[0]
    who: ast.Who = getattr(first, "who", "you")
    verb: ast.Verb | ast.TokenVerb = "lose"
    if isinstance(first, ast.Instruct | ast.Gain | ast.ThisCard):
        verb = first.verb
    return _for_each(who, verb, steps[0] if len(steps) == 1 else _in_turn(steps))


def _in_turn(steps: Sequence[Resolve], *, from_anywhere: bool = False) -> Resolve:
    """Follow steps in order; once the card has left play, the rest is void (G-left)."""

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        stays = not from_anywhere and moves.lies_in_play(table, placed)
        full = True
        for number, step in enumerate(steps, 1):
            full = step(table, seat, placed) and full
            if stays and not moves.lies_in_play(table, placed):
                return full and number == len(steps)
        return full

    return resolve


def _effect(effect: ast.Effect, names: Names, card: Card) -> Resolve:
    """Compile an effect, which notes its card and what it moves if the text mentions these."""
    resolve = _plain_effect(effect, names, card)
    if not any(_TRACKED & set(p.zones) or p.this for p in nodes_of(card.meaning, ast.Place)):
        return resolve

    def resolve_and_track(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        outer_card, moved_before, table.own = table.own, table.moved, placed
        try:
            full = resolve(table, seat, placed)
        finally:
            table.own = outer_card
        if table.moved is moved_before and isinstance(effect, ast.Instruct | ast.Shuffle):
            table.moved = ()  # it moved none, and the next effect is not about earlier ones
        return full

    return resolve_and_track


_TRACKED: frozenset[ast.Zone] = frozenset({"settled", "done"})


def _plain_effect(effect: ast.Effect, names: Names, card: Card) -> Resolve:
    """Compile an effect by its kind; a Move that replaces a keyword is told quietly."""
    if isinstance(effect, ast.PlayersDo):
        return _players_do(effect, names, card)
    if isinstance(effect, ast.If):
        return _conditional(effect, names, card)
    if isinstance(effect, ast.Gain):
        return gain_tokens(effect, names, card)
    if isinstance(effect, ast.Give):
        return give_tokens(effect, names, card)
    if isinstance(effect, ast.ThisCard):
        return this_card(effect, card)
    if isinstance(effect, ast.Instruct) and effect.cards.place == ast.Place(("heard",)):
        whens = [when for when in nodes_of(card.meaning, ast.When) if when.instead]
        redirected = any(effect in nodes_of(when, ast.Instruct) for when in whens)
        return to_heard(effect, quietly=redirected and effect.verb == "move")
    if isinstance(effect, ast.Instruct):
        return instruct(effect, names, card.turned)
    if isinstance(effect, ast.May):
        return _may(effect, names, card)
    if isinstance(effect, ast.Choose):
        return _choose(effect, names, card)
    if isinstance(effect, ast.Reveal | ast.Shuffle | ast.Swap | ast.ExtraAct | ast.NameCard):
        return resolve_whole(effect)
    raise CannotDo(f'"{say(effect)}" cannot be part of another instruction.')


def _conditional(effect: ast.If, names: Names, card: Card) -> Resolve:
    """Compile an effect with a condition, tested when it is resolved."""
    test = card_condition(effect.condition, names, card.turned, card)
    if_true = compile_effects(effect.effects, names, card)
    otherwise = compile_effects(effect.otherwise, names, card) if effect.otherwise else None

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        if test(table, seat):
            return if_true(table, seat, placed)
        return otherwise is not None and otherwise(table, seat, placed)

    return resolve


def _may(effect: ast.May, names: Names, card: Card) -> Resolve:
    """Compile an option, and what depends on whether it was done (ruling G-may).

    What depends on it is followed even if the card left play for it (ruling G-price).
    """
    if_done, otherwise = (
        compile_effects(part, names, card) if part else None
        for part in (effect.then, effect.otherwise)
    )
    do = compile_effects(effect.effects, names, card, price=if_done is not None)
    optional, words = effect.optional, " and ".join(map(say, effect.effects))

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        is_chosen = not optional or choose_way(table, seat, placed, (words, "nothing")) == 0
        is_done = is_chosen and do(table, seat, placed)
        after = if_done if is_done else otherwise
        if after is not None:
            after(table, seat, placed)
        return is_done

    return resolve


def _players_do(effect: ast.PlayersDo, names: Names, card: Card) -> Resolve:
    """Compile effects for each player that meets the condition when the effect begins."""
    test = players_such(effect.condition, names, card.turned) if effect.condition else None
    do = compile_effects(effect.effects, names, card)
    verbs = [instruction.verb for instruction in nodes_of(effect.effects, ast.Instruct)]
    verb = verbs[0] if verbs else "discard"

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        matches = partial(test, table, seat) if test else lambda each: True
        players = players_meant(effect.who, table, seat, placed, verb, matches)
        steps = [lambda table, _, placed, by=player: do(table, by, placed) for player in players]
        return _in_turn(steps)(table, seat, placed) if steps else False

    return resolve


def _choose(effect: ast.Choose, names: Names, card: Card) -> Resolve:
    """Compile a choice among ways, one of which the player has to take."""
    options = [compile_effects(option, names, card) for option in effect.ways]
    words = [" and ".join(map(say, option)) for option in effect.ways]

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        return options[choose_way(table, seat, placed, words)](table, seat, placed)

    return resolve


def _for_each(who: ast.Who, verb: ast.Verb | ast.TokenVerb, resolve: Resolve) -> Resolve:
    """Make ``resolve`` act for the player or players that ``who`` means ("Card Targets")."""
    if who == "you":
        return resolve
    if who == "opponent":
        raise CannotDo('"an opponent" leaves open which: say "Target player" or "each opponent".')

    def resolve_all(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        seats = players_meant(who, table, seat, placed, verb)
        stays = moves.lies_in_play(table, placed)
        before, cards, full = table.moved, list[Card](), bool(seats)
        for number, each in enumerate(seats, 1):
            # Each starts from what was moved before; afterwards it is what all have moved.
            table.moved = before
            full = resolve(table, each, placed) and full
            cards += table.moved if table.moved is not before else ()
            if stays and not moves.lies_in_play(table, placed):
                full = full and number == len(seats)
                break
        table.moved = tuple(cards)
        return full

    return resolve_all


def gain_tokens(effect: ast.Gain, names: Names, card: Card) -> Resolve:
    """Compile gaining or losing coin tokens; it is done in full if there were that many."""
    amount = _tokens(effect, names, card)
    move = moves.lose if effect.verb == "lose" else moves.gain
    is_counted = any(place.zones == ("done",) for place in nodes_of(card.meaning, ast.Place))
    if isinstance(effect.amount, int) and not is_counted:
        amount_printed = effect.amount
        return lambda table, seat, placed: 0 < amount_printed == move(table, seat, amount_printed)

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        number = amount(table, seat, placed)
        number_moved = move(table, seat, number)
        table.moved = (placed.card,) * number_moved  # for "that many" to count
        return 0 < number == number_moved

    return resolve


def _tokens(effect: ast.Gain | ast.Give, names: Names, card: Card) -> Quantity:
    """Compile a number of coin tokens; for "up to", the acting player chooses it."""
    number, is_gain = effect.amount, isinstance(effect, ast.Gain) and effect.verb == "gain"
    if not isinstance(number, ast.UpTo):
        return quantity_of(number, names, card.turned)
    if is_gain and number.most is None:
        raise CannotDo(f'"{say(effect)}": say how many coin tokens.')
    most = MANY if number.most is None else number.most

    def chosen(table: Table, seat: Seat, placed: CardInPlay) -> int:
        highest = most if is_gain else min(most, seat.coins)
        options = [CoinTokens(each) for each in range(highest, -1, -1)]
        return highest - choose_way(table, seat, placed, options)

    return chosen


def give_tokens(effect: ast.Give, names: Names, card: Card) -> Resolve:
    """Compile giving coin tokens to another player, who does not Gain them (ruling G-give)."""
    amount, to = _tokens(effect, names, card), effect.to

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        if to == "you":
            number = amount(table, seat, placed)
            return 0 < number == moves.give(table, seat, holder_of(table, placed), number)
        full = True
        for player in players_meant(to, table, seat, placed, "gain"):
            if player is not seat:
                number = amount(table, seat, placed)
                full = 0 < number == moves.give(table, seat, player, number) and full
        return full

    return resolve
