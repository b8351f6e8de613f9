"""Card texts compiled once into plain callables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.lowering import card_condition, players_such
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
    Change,
    Names,
    Placed,
    Resolve,
    Seat,
    Table,
    Trigger,
)
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.rules.texts.amounts import lasting_count, lasting_test
from moonflight_solo.rules.texts.candidates import choose_way, players_meant
from moonflight_solo.rules.texts.instructions import instruct
from moonflight_solo.rules.texts.own_card import this_card, to_heard
from moonflight_solo.rules.texts.tokens import gain_tokens, give_tokens
from moonflight_solo.rules.texts.whole import resolve_whole
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.walk import lasts, nodes_of


def compile_card(card: Card, meaning: ast.CardText, names: Names) -> None:
    """Compile ``meaning`` into ``card``: what playing it does, and what it does while in play.

    Raises :class:`CannotDo` for words that can be read but that the rules give no way to do.
    """
    card.meaning = meaning
    immediate: list[ast.Effect] = []
    for effect in meaning.effects:
        if isinstance(effect, ast.SpendAbility):
            resolve = compile_effects(effect.effects, names, card)
            if effect.more is not None:
                resolve = _paid_more(compile_effects((effect.more,), names, card), resolve)
            cost = (effect.coins, effect.cards)
            paid = _payable_with(effect.of, names, card)
            ability = Ability(*cost, effect.effects, say(effect), resolve, effect.once, paid)
            card.abilities = (*card.abilities, ability)
        elif isinstance(effect, ast.When):
            card.triggers = (*card.triggers, _trigger(effect, names, card))
        elif isinstance(effect, ast.Limit):
            if effect.sets:
                first = (effect.of, 1, _sets(effect, card))
                card.growing = (*card.growing, first)
                continue
            if effect.who != "you":
                if effect.per is not None:
                    raise CannotDo(f'"{say(effect)}": say by how much it changes.')
                card.others_limits = (*card.others_limits, (effect.of, effect.change))
                if effect.who == "each opponent":
                    continue
            if effect.per is not None:
                count = lasting_count(effect.per, names, card.turned)
                card.growing = (*card.growing, (effect.of, effect.change, count))
            elif effect.of == "hand":
                card.hand_limit += effect.change
            else:
                card.retain_limit += effect.change
        elif isinstance(effect, ast.If) and lasts(effect):
            for each in effect.effects:
                assert isinstance(each, ast.Limit)
                if effect.otherwise or each != ast.Limit(each.of, each.change):
                    raise CannotDo(
                        f'"{say(effect)}": say of one change of your limit when it is so.'
                    )
                while_so = lasting_test(effect.condition, names, card.turned)
                card.growing = (*card.growing, (each.of, each.change, while_so))
        elif isinstance(effect, ast.Free):
            change = Change(frozenset({"first shop"}), "you", None)
            card.changes = (*card.changes, change)
        elif isinstance(effect, ast.Bar | ast.PriceChange):
            card.changes = (*card.changes, _change(effect, names, card))
        elif isinstance(effect, ast.Cannot):
            card.barred = card.barred | frozenset(effect.verbs)
            if "move" in effect.verbs:
                card.barred |= MOVES  # "Discards etc. do count as Moves" (G-cannot)
        else:
            immediate.append(effect)
    if immediate:
        card.resolve = compile_effects(tuple(immediate), names, card)
        card.returns = _returns(immediate, names, card)


def compile_effects(effects: Sequence[ast.Effect], names: Names, own: Card) -> Resolve:
    """Return the effects, one after another, as one callable.

    When the card that says them leaves play, the rest stops (ruling G-left).
    """
    steps = [_deed(together, names, own) for together in _by_doer(effects)]
    return steps[0] if len(steps) == 1 else _in_turn(steps)


def _sets(effect: ast.Limit, card: Card) -> Callable[[Seat, Placed], int]:
    """Return what a limit that "is" so many adds to the usual one; a second copy adds nothing."""
    more = effect.change - (HAND_LIMIT if effect.of == "hand" else RETAIN_LIMIT)

    def added(seat: Seat, placed: Placed) -> int:
        there = (*seat.in_play, seat.character)
        return more if next(each for each in there if each.card is card) is placed else 0

    return added


def _payable_with(of: ast.Cards | None, names: Names, card: Card) -> Kinds | None:
    if of is None:
        return None
    only_says(of, set(), "what is Spent")
    if any(suit.whose != "named" for suit in nodes_of(of, ast.Suit)):
        raise CannotDo(f'"{say(of)}": name the suit of the cards that are Spent.')
    return kinds_of(of, names, card.turned, "", END_UP)


def _paid_more(pay: Resolve, follow: Resolve) -> Resolve:
    """Return what is paid beyond the first coin token or card, and what follows all of it."""

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        nothing: tuple[Card, ...] = ()
        table.moved = nothing
        pay(table, seat, placed)
        table.moved = (*table.moved, placed.card)
        return follow(table, seat, placed)

    return resolve


def _price(effects: Sequence[ast.Effect], names: Names, own: Card) -> Resolve:
    """Return what is done for something to follow on: all of it, from wherever (G-price)."""
    steps = [_deed(together, names, own) for together in _by_doer(effects)]

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        full = True
        for step in steps:
            full = step(table, seat, placed) and full
        return full

    return resolve


def _by_doer(effects: Sequence[ast.Effect]) -> Iterator[list[ast.Effect]]:
    """Yield effects one by one, but together those that another player does one after another."""
    together: list[ast.Effect] = []
    for effect in effects:
        if together and getattr(effect, "who", "you") != "they":
            yield together
            together = []
        together.append(effect)
    if together:
        yield together


def _deed(effects: Sequence[ast.Effect], names: Names, own: Card) -> Resolve:
    """Return what one player, or each of some, does."""
    steps = [_effect(effect, names, own) for effect in effects]
    first = effects[0]
    if isinstance(first, ast.Those):  # what "they" do then, the Target does
        they = [_for_each("they", "lose", step) for step in steps[1:]]
        return _in_turn([steps[0], *they]) if they else steps[0]
    who: ast.Who = getattr(first, "who", "you")
    verb: ast.Verb | ast.TokenVerb = "lose"
    if isinstance(first, ast.Instruct | ast.Gain | ast.ThisCard):
        verb = first.verb
    return _for_each(who, verb, steps[0] if len(steps) == 1 else _in_turn(steps))


def _in_turn(steps: Sequence[Resolve]) -> Resolve:
    """Return one step after another; those after the card has left play are void (G-left)."""

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        stays = moves.lies_in_play(table, placed)
        full = True
        for number, step in enumerate(steps, 1):
            full = step(table, seat, placed) and full
            if stays and not moves.lies_in_play(table, placed):
                return full and number == len(steps)
        return full

    return resolve


def _trigger(when: ast.When, names: Names, own: Card) -> Trigger:
    number = when.cards.number
    assert isinstance(number, int)
    match = matcher(when.cards, names, own.turned, END_UP)
    if when.who in ("target player", "target opponent"):
        raise CannotDo("a trigger cannot target a player: say you, an opponent or each player.")
    only_says(when.cards, {"number", "place"}, "a trigger")
    place = when.cards.place
    told = place is None or (place == ast.Place(place.zones, top=place.top) and not place.this)
    told = told and (place is None or place.zones[0] in ("hand", "in play") or _is_stack(place))
    if not told or (place and when.verb not in ("draw", "discard", "trash", "turn")):
        raise CannotDo(f'"{say(when.cards)}": a trigger cannot say where.')
    resolve = compile_effects(when.effects, names, own)
    trigger = Trigger(when.verb, when.who, number, match, resolve, when.once, when.fleeting)
    trigger.sources = place.zones if place else ()
    trigger.here = when.here
    if when.instead:
        place = ast.Place(("heard",))
        said = [each for each in nodes_of(when.effects, ast.Instruct) if each.cards.place == place]
        moved = [each for each in said if each.verb == "move"]
        may = any(each.optional for each in nodes_of(when.effects, ast.May))
        trigger.instead = "place" if moved else "deed" if said or may else "other"
        turned = any(each.verb == "turn" for each in said)
        if when.verb == "purchase" and (turned or not said):
            raise CannotDo(f'"{say(when)}": a card that is paid for is Purchased.')
    return trigger


def _is_stack(place: ast.Place) -> bool:
    return ast.STACKS.issuperset(place.zones)


def _change(effect: ast.Bar | ast.PriceChange, names: Names, own: Card) -> Change:
    cards = effect.cards
    if cards is not None:
        only_says(cards, {"number"}, "a general change")
    match = None if cards is None else matcher(cards, names, own.turned, END_UP)
    if isinstance(effect, ast.PriceChange):
        return Change(frozenset({"price"}), effect.who, match, effect.change, effect.fleeting)
    return Change(frozenset(effect.acts), effect.who, match, 0, effect.fleeting)


def _returns(
    effects: Sequence[ast.Effect], names: Names, own: Card
) -> Callable[[Table, Seat], bool] | None:
    """Return a test for the card doing nothing now but coming back to hand (ruling A-return).

    The test is for a card still in hand, so hand counts are taken as if it had been played.
    ``None`` for a card that never comes back.
    """
    only = effects[0] if len(effects) == 1 else None
    back = (ast.ThisCard("draw"),)
    if only == back[0]:
        return lambda table, seat: True
    if not isinstance(only, ast.If) or back not in (only.effects, only.otherwise):
        return None
    test = card_condition(only.condition, names, own.turned, own)
    wanted = only.effects == back

    def returns(table: Table, seat: Seat) -> bool:
        # Any card stands for the played one here: only how many are left is looked at.
        card = seat.hand.pop()
        try:
            return test(table, seat) is wanted
        finally:
            seat.hand.append(card)

    return returns


def _effect(effect: ast.Effect, names: Names, own: Card) -> Resolve:
    resolve = _plainly(effect, names, own)
    if not any(_OF_ITSELF & set(p.zones) or p.this for p in nodes_of(own.meaning, ast.Place)):
        return resolve

    def of_itself(table: Table, seat: Seat, placed: Placed) -> bool:
        table.own, before = placed, table.moved
        full = resolve(table, seat, placed)
        if table.moved is before and isinstance(effect, ast.Instruct | ast.Shuffle):
            table.moved = ()
        return full

    return of_itself


_OF_ITSELF: frozenset[ast.Zone] = frozenset({"settled", "done"})


def _plainly(effect: ast.Effect, names: Names, own: Card) -> Resolve:
    if isinstance(effect, ast.Those):
        return _those(effect, names, own)
    if isinstance(effect, ast.If):
        return _conditional(effect, names, own)
    if isinstance(effect, ast.Gain):
        return gain_tokens(effect, names, own)
    if isinstance(effect, ast.Give):
        return give_tokens(effect, names, own)
    if isinstance(effect, ast.ThisCard):
        return this_card(effect, own)
    if isinstance(effect, ast.Instruct) and effect.cards.place == ast.Place(("heard",)):
        whens = [when for when in nodes_of(own.meaning, ast.When) if when.instead]
        redirected = any(effect in nodes_of(when, ast.Instruct) for when in whens)
        return to_heard(effect, quietly=redirected and effect.verb == "move")
    if isinstance(effect, ast.Instruct):
        return instruct(effect, names, own.turned)
    if isinstance(effect, ast.May):
        return _may(effect, names, own)
    if isinstance(effect, ast.Choose):
        return _choose(effect, names, own)
    if isinstance(effect, ast.Reveal | ast.Shuffle | ast.Swap | ast.Again | ast.NameCard):
        return resolve_whole(effect)
    raise CannotDo(f'"{say(effect)}" cannot be part of another instruction.')


def _conditional(effect: ast.If, names: Names, own: Card) -> Resolve:
    test = card_condition(effect.condition, names, own.turned, own)
    then = compile_effects(effect.effects, names, own)
    otherwise = compile_effects(effect.otherwise, names, own) if effect.otherwise else None

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if test(table, seat):
            return then(table, seat, placed)
        return otherwise is not None and otherwise(table, seat, placed)

    return resolve


def _may(effect: ast.May, names: Names, own: Card) -> Resolve:
    """Return what a player may do, and what hangs on whether it was done (ruling G-may).

    What hangs on it is carried out even if the card has left play by it (ruling G-price).
    """
    then, otherwise = (
        compile_effects(part, names, own) if part else None
        for part in (effect.then, effect.otherwise)
    )
    do = (_price if then else compile_effects)(effect.effects, names, own)
    optional, words = effect.optional, " and ".join(map(say, effect.effects))

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        tried = not optional or choose_way(table, seat, placed, (words, "nothing")) == 0
        done = tried and do(table, seat, placed)
        after = then if done else otherwise
        if after is not None:
            after(table, seat, placed)
        return done

    return resolve


def _those(effect: ast.Those, names: Names, own: Card) -> Resolve:
    """Return what each player does of whom the condition holds when the effect begins."""
    test = players_such(effect.condition, names, own.turned) if effect.condition else None
    do = compile_effects(effect.effects, names, own)
    verbs = [each.verb for each in nodes_of(effect.effects, ast.Instruct)]
    verb = verbs[0] if verbs else "discard"

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        such = partial(test, table, seat) if test else lambda each: True
        meant = players_meant(effect.who, table, seat, placed, verb, such)
        steps = [partial(_by, each, do) for each in meant]
        return bool(steps) and _in_turn(steps)(table, seat, placed)

    return resolve


def _by(doer: Seat, do: Resolve, table: Table, _seat: Seat, placed: Placed) -> bool:
    return do(table, doer, placed)


def _choose(effect: ast.Choose, names: Names, own: Card) -> Resolve:
    ways = [compile_effects(way, names, own) for way in effect.ways]
    words = [" and ".join(map(say, way)) for way in effect.ways]

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        return ways[choose_way(table, seat, placed, words)](table, seat, placed)

    return resolve


# ---------------------------------------------------------------------- whom it befalls


def _for_each(who: ast.Who, verb: ast.Verb | ast.TokenVerb, resolve: Resolve) -> Resolve:
    """Return ``resolve`` carried out for the player or players meant ("Card Targets")."""
    if who == "you":
        return resolve
    if who == "opponent":
        raise CannotDo('"an opponent" leaves open which: say "Target player" or "each opponent".')

    def resolve_all(table: Table, seat: Seat, placed: Placed) -> bool:
        seats = players_meant(who, table, seat, placed, verb)
        stays = moves.lies_in_play(table, placed)
        before, moved, full = table.moved, list[Card](), bool(seats)
        for number, each in enumerate(seats, 1):
            # What was moved before, each is told of alike; what all have moved is told after.
            table.moved = before
            full = resolve(table, each, placed) and full
            moved += table.moved if table.moved is not before else ()
            if stays and not moves.lies_in_play(table, placed):
                full = full and number == len(seats)
                break
        table.moved = tuple(moved)
        return full

    return resolve_all
