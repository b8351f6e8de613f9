"""Card texts compiled once into plain callables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moonflight_solo.rules import moves
from moonflight_solo.rules.cards import Ability, Card, Resolve, Trigger
from moonflight_solo.rules.counting import (
    CannotDo,
    Match,
    Names,
    condition_test,
    counter,
    market_stacks,
    matcher,
    owners,
    pile_of,
    refuse_hidden,
)
from moonflight_solo.rules.players import Ask, Question, ask
from moonflight_solo.rules.table import MarketStack, Placed, Seat, Table
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Amount = Callable[[Table, Seat], int]
Gone = Callable[[Placed, Seat], bool]


def compile_card(card: Card, meaning: m.CardText, names: Names) -> None:
    """Compile ``meaning`` into ``card``: what playing it does, and what it does while in play.

    Raises :class:`CannotDo` for words that can be read but that the rules give no way to do.
    """
    card.meaning = meaning
    immediate: list[m.Effect] = []
    for effect in meaning.effects:
        if isinstance(effect, m.Spend):
            resolve = compile_effects(effect.effects, names, card.turned)
            ability = Ability(effect.coins, effect.cards, effect.effects, say(effect), resolve)
            card.abilities = (*card.abilities, ability)
        elif isinstance(effect, m.When):
            card.triggers = (*card.triggers, _trigger(effect, names, card.turned))
        elif isinstance(effect, m.Limit):
            if effect.of == "hand":
                card.hand_limit += effect.change
            else:
                card.retain_limit += effect.change
        elif isinstance(effect, m.Cannot):
            card.barred = card.barred | frozenset(effect.verbs)
        else:
            immediate.append(effect)
    if immediate:
        card.resolve = compile_effects(tuple(immediate), names, card.turned)
        card.returns = _returns(immediate, names, card.turned)


def compile_effects(effects: Sequence[m.Effect], names: Names, turned: bool) -> Resolve:
    """Return the effects, one after another, as one callable.

    When the card that says them leaves play, the rest stops (ruling G-left).
    """
    steps = [_effect(effect, names, turned) for effect in effects]
    if len(steps) == 1:
        return steps[0]

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        stays = _stays(placed, seat)
        for step in steps:
            step(table, seat, placed)
            if stays and placed not in seat.in_play:
                return

    return resolve


def _stays(placed: Placed, seat: Seat) -> bool:
    """Return whether the card can leave play at all: the character card never does."""
    return placed is not seat.character


def _trigger(when: m.When, names: Names, turned: bool) -> Trigger:
    number = when.cards.number
    assert isinstance(number, int)
    match = matcher(when.cards, names, turned)
    who = "each player" if when.who == "each player" else when.who
    if who == "target player":
        raise CannotDo("a trigger cannot target a player: say you, an opponent or each player.")
    if when.cards.place is not None or when.cards.extreme is not None:
        raise CannotDo("a trigger cannot say where the cards lay.")
    resolve = compile_effects(when.effects, names, turned)
    return Trigger(when.verb, who, number, match, resolve)


def _returns(
    effects: Sequence[m.Effect], names: Names, turned: bool
) -> Callable[[Table, Seat], bool] | None:
    """Return a test for the card doing nothing now but coming back to hand (ruling A-return).

    The test is for a card still in hand, so hand counts are taken as if it had been played.
    ``None`` for a card that never comes back.
    """
    only = effects[0] if len(effects) == 1 else None
    back = (m.ThisCard("draw"),)
    if only == back[0]:
        return lambda table, seat: True
    if not isinstance(only, m.If) or back not in (only.effects, only.otherwise):
        return None
    test = condition_test(only.condition, names, turned)
    wanted = only.effects == back

    def returns(table: Table, seat: Seat) -> bool:
        # Any card stands for the played one here: only how many are left is looked at.
        card = seat.hand.pop()
        try:
            return test(table, seat) is wanted
        finally:
            seat.hand.append(card)

    return returns


def _effect(effect: m.Effect, names: Names, turned: bool) -> Resolve:
    if isinstance(effect, m.If):
        return _conditional(effect, names, turned)
    if isinstance(effect, m.Gain):
        return _gain(effect, names)
    if isinstance(effect, m.ThisCard):
        return _this_card(effect)
    if isinstance(effect, m.Instruct):
        return _for_each(effect.who, effect.verb, _instruct(effect, names, turned))
    raise CannotDo(f'"{say(effect)}" cannot be part of another instruction.')


def _conditional(effect: m.If, names: Names, turned: bool) -> Resolve:
    test = condition_test(effect.condition, names, turned)
    then = compile_effects(effect.effects, names, turned)
    otherwise = compile_effects(effect.otherwise, names, turned) if effect.otherwise else None

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        if test(table, seat):
            then(table, seat, placed)
        elif otherwise is not None:
            otherwise(table, seat, placed)

    return resolve


def _amount(number: int | m.Per | str | None, names: Names) -> Amount:
    if isinstance(number, int):
        return lambda table, seat: number
    if isinstance(number, m.Per):
        count, each, many = counter(number.place, names), number.each, number.number
        if each < 1:
            raise CannotDo('"per 0 cards" is no number.')
        return lambda table, seat: count(table, seat) // each * many
    if number == "all":
        return lambda table, seat: 1_000
    raise CannotDo('a card\'s instruction needs a number: say how many, or "all".')


def _gain(effect: m.Gain, names: Names) -> Resolve:
    amount = effect.amount
    if isinstance(amount, int):
        number = amount
        return _for_each(
            effect.who, "gain", lambda table, seat, placed: moves.gain(table, seat, number)
        )
    count = _amount(amount, names)
    return _for_each(
        effect.who, "gain", lambda table, seat, placed: moves.gain(table, seat, count(table, seat))
    )


def _this_card(effect: m.ThisCard) -> Resolve:
    verb = effect.verb
    if effect.destination is not None or verb not in ("draw", "discard", "trash"):
        raise CannotDo(f'"{say(effect)}": this card can only be Drawn, Discarded or Trashed.')

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        if placed not in seat.in_play:
            return
        card = moves.leave_play(seat, placed)
        _pile_for(verb, seat).append(card)
        moves.done(table, seat, verb, [card], "in play")

    return resolve


def _pile_for(verb: m.Verb, seat: Seat) -> list[Card]:
    if verb == "draw":
        return seat.hand
    return seat.trash_stack if verb == "trash" else seat.discard_stack


# ---------------------------------------------------------------------- whom it befalls


def _for_each(who: m.Who, verb: str, resolve: Resolve) -> Resolve:
    """Return ``resolve`` carried out for the player or players meant ("Card Targets")."""
    if who == "you":
        return resolve
    if who == "opponent":
        raise CannotDo('"an opponent" leaves open which: say "Target player" or "each opponent".')

    def resolve_all(table: Table, seat: Seat, placed: Placed) -> None:
        if who == "target player":
            seats = table.clockwise(seat.number)
            numbers = [s.number for s in seats]
            none: list[Card | None] = [None] * len(seats)
            zones = ["player"] * len(seats)
            question = Question(
                "player", seats, none, zones, numbers, source=placed.card, verb=verb
            )
            seats = [seats[i] for i in ask(table, seat, question)]
        elif who == "each opponent":
            seats = table.opponents(seat)
        else:
            seats = table.clockwise(seat.number)
        for each in seats:
            resolve(table, each, placed)

    return resolve_all


# ------------------------------------------------------------------ one card instruction


@dataclass(slots=True)
class Found:
    """A card that an instruction may act on, and where it lies."""

    card: Card
    zone: Any
    owner: Seat
    item: Any


def _instruct(effect: m.Instruct, names: Names, turned: bool) -> Resolve:
    """Compile an instruction that moves cards, "one card at a time"."""
    cards, verb = effect.cards, effect.verb
    place = cards.place
    if place is None:
        raise CannotDo(f'"{say(effect)}" does not say where the card comes from.')
    if cards.extreme or cards.available or cards.whose:
        raise CannotDo(f'"{say(effect)}": a card\'s instruction cannot choose by cost or score.')
    plain = m.Cards(cards.number, place=place)
    own_deck = place == m.Place(("draw deck",), top=True)
    if own_deck and cards == plain and effect.destination is None and effect.onto is None:
        fast = _from_deck(verb, _amount(cards.number, names))
        if fast is not None:
            return fast
    if verb == "deal":
        return _deal(effect, names)
    if cards == m.Cards(1, place=place) and effect.destination is None and verb == "draw":
        stack_top = _from_top(place)
        if stack_top is not None:
            return stack_top
    return _one_at_a_time(effect, place, names, turned)


def _from_deck(verb: m.Verb, amount: Amount) -> Resolve | None:
    if verb == "draw":
        return lambda table, seat, placed: moves.draw(table, seat, amount(table, seat))
    if verb in ("discard", "trash"):
        return lambda table, seat, placed: moves.take_off_deck(
            table, seat, verb, amount(table, seat)
        )
    return None


def _from_top(place: m.Place) -> Resolve | None:
    """Return the quick way to Draw the top card of one's own Discard or Trash Stack."""
    zone = place.zones[0]
    own = m.Place((zone,), top=True)
    if place != own or zone not in ("discard stack", "trash stack"):
        return None

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        pile = seat.discard_stack if zone == "discard stack" else seat.trash_stack
        if not pile:
            return
        if "draw" in pile[-1].barred:
            moves.blocked(table, seat, pile[-1])
            return
        card = pile.pop()
        seat.hand.append(card)
        moves.done(table, seat, "draw", [card], zone)

    return resolve


def _deal(effect: m.Instruct, names: Names) -> Resolve:
    cards = effect.cards
    supply = m.Place(("supply stack",), top=True)
    plain = cards == m.Cards(cards.number, place=supply)
    if not plain or effect.destination is not None or effect.onto is not None:
        raise CannotDo(f'"{say(effect)}": Deal moves cards from the Supply Stack only.')
    amount = _amount(cards.number, names)

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        moves.deal(table, seat, amount(table, seat))

    return resolve


def _one_at_a_time(effect: m.Instruct, place: m.Place, names: Names, turned: bool) -> Resolve:
    verb = effect.verb
    cards = effect.cards
    match = matcher(cards, names, turned)
    if match is not None and not place.top:
        refuse_hidden(place)
    amount = _amount(cards.number, names)
    put = _putter(effect, names, turned)
    whole = cards.number == "all"

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        acted: list[Card] = []
        source: m.Zone = place.zones[0]
        stays = _stays(placed, seat) and placed in seat.in_play
        for _ in range(amount(table, seat)):
            found = _choose(table, seat, placed, verb, place, match, names, in_order=whole)
            if found is None or not put(table, seat, placed, found):
                break
            acted.append(found.card)
            source = found.zone
            if stays and placed not in seat.in_play:
                break
        # What is played or Set has told of itself, card by card.
        if acted and verb not in ("play", "set", "purchase"):
            where = effect.destination.zones[0] if effect.destination else ""
            hidden = verb == "draw" and source == "draw deck"
            moves.done(table, seat, verb, acted, source, where, hidden=hidden)

    return resolve


def _choose(
    table: Table,
    seat: Seat,
    placed: Placed,
    verb: m.Verb,
    place: m.Place,
    match: Match | None,
    names: Names,
    *,
    in_order: bool,
) -> Found | None:
    """Return the card the instruction acts on next, asking its player where there is a choice.

    Cards that bar the verb are not offered; a barred card on top of a Stack that leaves no
    choice stops the instruction (Blocked Resolution, ruling G-cannot).
    """
    offer = _offer(table, seat, place, names, verb, placed.card)
    if match is not None:
        offer = _only(offer, [i for i, c in enumerate(offer.cards) if c and match(c, seat)])
    if verb in table.barred:
        open_ = [
            index
            for index, card in enumerate(offer.cards)
            if card and (verb not in card.barred or offer.items[index] is placed)
        ]
        if not open_ and len(offer.cards) == 1 and place.top and offer.cards[0]:
            moves.blocked(table, seat, offer.cards[0])
        offer = _only(offer, open_)
    if not offer.items:
        return None
    index = 0
    if not in_order:
        (index,) = ask(table, seat, offer)
    card = offer.cards[index]
    assert card is not None
    return Found(card, offer.zones[index], table.seats[offer.owners[index]], offer.items[index])


def _offer(
    table: Table, seat: Seat, place: m.Place, names: Names, verb: Ask, source: Card
) -> Question:
    """Return the question which of the cards in ``place``, in reading order (ruling A-tie)."""
    items: list[Any] = []
    cards: list[Card] = []
    zones: list[str] = []
    numbers: list[int] = []
    if "market stack" in place.zones:
        items += [stack for stack in market_stacks(table, seat, place, names) if stack.cards]
        cards += [stack.cards[-1] for stack in items]
        zones += ["market stack"] * len(items)
        numbers += [seat.number] * len(items)
        return Question(verb, items, cards, zones, numbers, source=source)
    for owner in owners(table, seat, place.owner):
        for zone in place.zones:
            if zone == "in play":
                more: Sequence[Any] = owner.in_play
                shown = [each.card for each in owner.in_play]
            elif zone == "hand":
                more = range(len(owner.hand))
                shown = owner.hand
            else:
                pile = _filled_pile(table, owner, zone)
                more = range(len(pile) - 1, -1, -1)[: 1 if place.top else None]
                shown = [pile[index] for index in more]
            items += more
            cards += shown
            zones += [zone] * len(shown)
            numbers += [owner.number] * len(shown)
    return Question(verb, items, cards, zones, numbers, source=source)


def _only(offer: Question, indexes: Sequence[int]) -> Question:
    """Return the question with only some of its items."""
    return replace(
        offer,
        items=[offer.items[i] for i in indexes],
        cards=[offer.cards[i] for i in indexes],
        zones=[offer.zones[i] for i in indexes],
        owners=[offer.owners[i] for i in indexes],
    )


def _filled_pile(table: Table, owner: Seat, zone: m.Zone) -> list[Card]:
    pile = pile_of(owner, zone)
    if not pile and zone == "draw deck" and moves.refill(table, owner):
        return owner.draw_deck
    return pile


def _take(found: Found) -> Card:
    item = found.item
    if isinstance(item, Placed):
        return moves.leave_play(found.owner, item)
    if isinstance(item, MarketStack):
        return item.cards.pop()
    return pile_of(found.owner, found.zone).pop(item)


Put = Callable[[Table, Seat, Placed, Found], bool]


def _putter(effect: m.Instruct, names: Names, turned: bool) -> Put:
    """Return what becomes of each card found; it says whether the card could be moved."""
    verb, place = effect.verb, effect.cards.place
    assert place is not None
    if verb == "set":
        return _setter(effect, names, turned)
    if effect.onto is not None:
        raise CannotDo(f'"{say(effect)}": only Set puts a card on another card.')
    foreign = place.owner in ("target", "opponent") and "market stack" not in place.zones
    if effect.destination is not None:
        if verb != "move":
            raise CannotDo(f'"{say(effect)}": {verb.capitalize()} goes where it always goes.')
        return _mover(effect.destination, foreign, names)
    if verb == "purchase":
        if place.zones != ("market stack",):
            raise CannotDo(f'"{say(effect)}": a card is Purchased from a Market Stack.')
        return _purchase
    if verb == "play":
        if foreign:
            raise CannotDo(f'"{say(effect)}": the card would change its owner.')
        return _play
    if verb == "move":
        raise CannotDo(f'"{say(effect)}" does not say where to.')
    if verb == "draw" and foreign:
        raise CannotDo(f'"{say(effect)}": the card would change its owner.')

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        _pile_for(verb, found.owner).append(_take(found))
        return True

    return put


def _purchase(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
    moves.purchase(table, seat, [found.item])
    return True


def _play(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
    if isinstance(found.item, Placed):
        return False
    moves.put_in_play(table, seat, _take(found))
    return True


def _mover(to: m.Place, foreign: bool, names: Names) -> Put:
    if len(to.zones) != 1 or to.zones[0] == "in play":
        raise CannotDo("a card is Moved to one Stack, Deck or hand.")
    zone = to.zones[0]
    if zone == "market stack":
        return _market_mover(to, names)
    if foreign and to.owner == "your":
        raise CannotDo("the card would change its owner.")
    if to.owner == "opponent" or (to.owner == "target" and not foreign):
        raise CannotDo("the card would change its owner.")

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        pile_of(found.owner, zone).append(_take(found))
        return True

    return put


def _market_mover(to: m.Place, names: Names) -> Put:
    where = replace(to, owner="target") if to.matching or to.suit is not None else to

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        card = found.card
        stacks = [s for s in market_stacks(table, seat, where, names) if s.suit is not None]
        if to.matching:
            stacks = [s for s in stacks if s.suit == card.suit]
        if not stacks:
            return False
        tops = [s.cards[-1] if s.cards else None for s in stacks]
        owner_numbers = [s.owner if s.owner is not None else seat.number for s in stacks]
        zones = ["market stack"] * len(stacks)
        question = Question("to", stacks, tops, zones, owner_numbers, source=card)
        (index,) = ask(table, seat, question)
        stacks[index].cards.append(_take(found))
        return True

    return put


def _setter(effect: m.Instruct, names: Names, turned: bool) -> Put:
    if effect.destination is not None:
        raise CannotDo(f'"{say(effect)}": a card is Set on a card in play.')
    onto_match = matcher(effect.onto, names, turned) if effect.onto else None
    onto_place = effect.onto.place if effect.onto else None
    if onto_place not in (None, m.Place(("in play",))):
        raise CannotDo(f'"{say(effect)}": a card is Set on a card in play of your own.')

    def put(table: Table, seat: Seat, placed: Placed, found: Found) -> bool:
        places = [
            p
            for p in seat.in_play
            if p.card.stability
            and p is not found.item
            and (onto_match is None or onto_match(p.card, seat))
        ]
        if not places:
            return False
        wanted: Ask = "onto"
        cards = [p.card for p in places]
        numbers = [seat.number] * len(places)
        zones = ["in play"] * len(places)
        question = Question(wanted, places, cards, zones, numbers, source=found.card)
        (index,) = ask(table, seat, question)
        moves.settle(table, seat, [(_take(found), places[index])], found.zone)
        return True

    return put


# ------------------------------------------------------- what a card could be aimed at


def reach(card: Card, table: Table, seat: Seat) -> Question:
    """Return every card that ``card`` could act on by choice if ``seat`` played it now.

    It would be in play then and no longer in hand (rulings G-self and A-target-self).
    """
    reached = Question("play", [], [], [], [])
    for instruct in _instructions(card.meaning.effects):
        place, names = instruct.cards.place, table.catalogue
        if place is None or not {"draw deck", "supply stack"}.isdisjoint(place.zones):
            continue
        match = matcher(instruct.cards, names, card.turned)
        offer = _offer(table, seat, place, names, instruct.verb, card)
        fits = [
            index
            for index, other in enumerate(offer.cards)
            if other and (match is None or match(other, seat)) and instruct.verb not in other.barred
        ]
        if "hand" in place.zones and place.owner == "your":
            itself_held = [i for i in fits if offer.zones[i] == "hand" and offer.cards[i] is card]
            fits = [i for i in fits if i not in itself_held[:1]]
        reached = _joined(reached, _only(offer, fits))
        if place.owner == "your" and "in play" in place.zones:
            itself = Question("play", [None], [card], ["in play"], [seat.number])
            reached = _joined(reached, itself)
    return reached


def _joined(first: Question, second: Question) -> Question:
    return Question(
        "play",
        [*first.items, *second.items],
        [*first.cards, *second.cards],
        [*first.zones, *second.zones],
        [*first.owners, *second.owners],
    )


def _instructions(effects: Sequence[m.Effect]) -> list[m.Instruct]:
    found: list[m.Instruct] = []
    for effect in effects:
        if isinstance(effect, m.Instruct):
            found.append(effect)
        elif isinstance(effect, m.If):
            found += _instructions((*effect.effects, *effect.otherwise))
    return found
