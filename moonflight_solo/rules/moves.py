"""The keywords that move cards and coin tokens, and the triggers they set off.

`draw`, `gain`, `lose`, `give` and `deal` return how many cards or coin tokens they moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    Dropped,
    Event,
    MarketStack,
    Question,
    Seat,
    SetOff,
    Table,
    TriggerEvent,
    TriggeringCard,
)
from moonflight_solo.rules.triggers import (
    act_done,
    cut_off,
    do_instead,
    fire,
    flush_triggers,
    follow,
    queue_trigger,
    remember,
    set_off,
)
from moonflight_solo.wording.ast import Verb, Zone

Pile = Callable[[Seat], list[Card]]
"""Finds a seat's Stack, Deck or hand; a list would go stale when the Draw Deck is replaced."""
_HAND: Pile = attrgetter("hand")

UNSEEN: Final = frozenset(("hand", "draw deck", "supply stack"))
"""Zones face down to others: only the owner may know which card moves between two of them."""


def shuffle(table: Table, cards: list[Card]) -> None:
    """Shuffle ``cards`` in place with the game's random stream."""
    numbers = iter(table.rng.random, None)
    cards.sort(key=partial(next, numbers))  # to next, the card is what comes after the last number


def refill(table: Table, seat: Seat) -> bool:
    """Shuffle the Discard Stack into a new Draw Deck; return whether it had any cards.

    "The Draw Deck" and "Draw" (Specific Rules), ruling G-refill.
    """
    if not seat.discard_stack:
        return False
    seat.draw_deck, seat.discard_stack = seat.discard_stack, seat.draw_deck
    shuffle(table, seat.draw_deck)
    if table.listener is not None:
        table.tell(Event("shuffle", seat.number, number=len(seat.draw_deck)))
    if "shuffle" in table.watched:
        queue_trigger(table, seat, "shuffle")
    return True


def target_deck(table: Table, seat: Seat) -> None:
    """Refill an empty Draw Deck that an effect targets.

    "The Draw Deck" (Specific Rules): with *any* effect, including one that puts cards on it.
    """
    if not seat.draw_deck:
        refill(table, seat)


def draw(table: Table, seat: Seat, number: int) -> int:
    """Draw up to ``number`` cards from the top of the seat's Draw Deck, as many as there are.

    Ignores what "other effects cannot" do, as a step of Reset may (ruling G-cannot).
    """
    # Cards kept there by a replacement are not looked at again (ruling G-instead).
    cards: list[Card] = []
    goal, staying = len(seat.hand) + number, 0
    if "draw" not in table.replaced:
        cards, number = off_deck(table, seat, number, _HAND), 0
    for _ in range(number):
        if len(seat.hand) >= goal:  # a replacement may have drawn more
            break
        if len(seat.draw_deck) <= staying and (staying or not refill(table, seat)):
            break
        deck, size = seat.draw_deck, len(seat.draw_deck)
        cards += _take(table, seat, "draw", deck, size - 1 - staying, "draw deck", seat.hand)
        staying += len(deck) == size
    if table.unheard("draw"):
        table.moved = cards or table.moved
        return len(cards)
    return finish_keyword(table, TriggerEvent(seat, "draw", cards, "draw deck"), hidden=True)


def _take(
    table: Table, seat: Seat, verb: Verb, cards: list[Card], spot: int, zone: Zone, pile: list[Card]
) -> list[Card]:
    """Move one of ``cards`` to a pile as ``verb``, unless something replaces that.

    Returns the card in a list if ``verb`` was done to it, else an empty one.
    """
    card, instead = cards[spot], ""
    if verb in table.replaced:

        def lift(to: list[Card], bottom: bool) -> Dropped:
            to.insert(0 if bottom else len(to), cards.pop(spot))
            return {}

        instead = do_instead(table, seat, verb, TriggeringCard(card, seat, zone, lift))
    if not instead:
        pile.append(cards.pop(spot))
    return [card] if instead in ("", "place") else []


def off_deck(
    table: Table, seat: Seat, number: int, pile: Pile, verb: Verb | None = None
) -> list[Card]:
    """Move cards from the top of the seat's Draw Deck to a pile, up to one that bars the ``verb``.

    That one goes back (Blocked Resolution). If the Draw Deck runs out and is refilled, cards just
    discarded are shuffled in.
    """
    cards: list[Card] = []
    if number > 0 and verb not in table.barred and not table.looks:
        deck = seat.draw_deck
        cards = deck[: -number - 1 : -1]
        del deck[-number:]
        pile(seat).extend(cards)
        missing = number - len(cards)
        if missing and refill(table, seat):
            cards += off_deck(table, seat, missing, pile, verb)
        return cards
    for _ in range(number):
        if not seat.draw_deck and not refill(table, seat):
            break
        card = seat.draw_deck[-1]
        if verb in card.barred:
            tell_blocked(table, seat, card)
            break
        pile(seat).append(seat.draw_deck.pop())
        if table.looks:
            table.left_deck(seat, len(seat.draw_deck))
        cards.append(card)
    return cards


def tell_blocked(table: Table, seat: Seat, card: Card) -> None:
    """Emit an event: ``card`` was shown, cannot be moved this way, and went back."""
    if table.listener is not None:
        table.tell(Event("blocked", seat.number, [card]))


def gain(table: Table, seat: Seat, number: int) -> int:
    """Gain coin tokens from the Supply, which never runs out (ruling G-coins)."""
    if not number:
        return 0
    if "gain" in table.replaced:
        instead = do_instead(table, seat, "gain")
        flush_triggers(table)
        if instead:
            return 0
    seat.coins += number
    if table.listener is not None:
        table.tell(Event("gain", seat.number, number=number))
    if "gain" in table.watched:
        act_done(table, seat, "gain")
    return number


def lose(table: Table, seat: Seat, number: int) -> int:
    """Lose coin tokens to the Supply, at most as many as the seat has."""
    number = min(number, seat.coins)
    seat.coins -= number
    if table.listener is not None and number:
        table.tell(Event("lose", seat.number, number=number))
    return number


def give(table: Table, seat: Seat, receiver: Seat, number: int) -> int:
    """Give coin tokens to another player, at most as many as the seat has (G-give)."""
    number = lose(table, seat, number)
    receiver.coins += number
    if table.listener is not None and number:
        table.tell(Event("gain", receiver.number, number=number))
    return number


def finish_keyword(table: Table, cause: TriggerEvent, to: str = "", *, hidden: bool = False) -> int:
    """Emit an event for cards moved ``to`` a place by a keyword, and resolve its triggers.

    Call it once the count is finished: "Multiple Card Effects" and "Multiple Card Copies", rulings
    G-trigger and G-trigger-order.
    """
    seat, verb, cards = cause.doer, cause.verb, cause.cards
    if not cards:
        if table.late:
            flush_triggers(table)
        return 0
    if verb == "purchase":
        seat.bought.extend(cards)
    if table.cards.remembers:
        remember(seat, verb, cards)
    if table.listener is not None:
        owner = cause.whose if cause.source in ("hand", "draw deck") else None
        table.tell(Event(verb, (owner or seat).number, cards, 0, cause.source, to, hidden))
    if verb in table.trigger_verbs:
        fire(table, cause)
    if table.late:
        flush_triggers(table)
    table.moved = tuple(cards)
    return len(cards)


UNKNOWN_CARD = Card("?")
"""Stands for a card nobody has seen; it matches no description."""


def end_turning(table: Table, cause: TriggerEvent, losses: Sequence[Dropped] = ()) -> int:
    """Emit events for cards that have been Turned, and resolve the triggers.

    The cards still lie there; ``losses`` is what was Settled on them. Nobody sees which face-down
    cards were Turned, except a player who has just Looked at them (ruling G-turn-unseen).
    """
    seat, cards, source, whose = cause.doer, cause.cards, cause.source, cause.whose
    if not cards:
        return 0
    hidden = source == "hand"
    if source == "shown":
        source, unseen, hidden = "draw deck", False, table.looks[-1].hidden
    else:
        unseen = source in ("draw deck", "supply stack", "settled")
    faces = [UNKNOWN_CARD] * len(cards) if unseen else cards
    if table.cards.remembers:
        remember(seat, "turn", faces)
    if table.listener is not None:
        visible = [] if unseen else cards
        owner = whose or seat
        table.tell(Event("turned", owner.number, visible, len(cards), source, hidden=hidden))
    for card, settled in zip(cards, losses, strict=bool(losses)):
        tell_dropped(table, card, settled)
    fire(table, TriggerEvent(seat, "turn", faces, source, whose, cause.placed))
    table.moved = tuple(faces)
    return len(cards)


def lies_in_play(table: Table, placed: CardInPlay) -> bool:
    """Return whether a card is in play, in front of any player."""
    return any(placed in seat.in_play for seat in table.seats)


def drop_settled(table: Table, seat: Seat, placed: CardInPlay) -> Dropped:
    """Let go of the cards Settled on a card, and emit the events."""
    dropped = let_go(table, seat, placed)
    tell_dropped(table, placed.card, dropped)
    return dropped


def let_go(table: Table, seat: Seat, placed: CardInPlay) -> Dropped:
    """Move all cards Settled on a card to the Discard Stack.

    At once, topmost first, each to its owner's ("Set and Settled"; rulings G-settled, G-order and
    G-owner). ``seat`` is the one with the card in front of it. This is a Move; :func:`fire_dropped`
    resolves its triggers once the count is finished.
    """
    dropped: Dropped = {}
    while placed.settled:
        card, owner = placed.lift(seat)
        table.seats[owner].discard_stack.append(card)
        dropped.setdefault(owner, []).append(card)
    return dropped


def tell_dropped(table: Table, card: Card, dropped: Dropped) -> None:
    """Emit events for the cards that were Settled on ``card`` and have been let go."""
    if table.listener is not None:
        for owner, cards in dropped.items():
            table.tell(Event("settled", owner, cards, place=card.name))


def fire_dropped(table: Table, dropped: Dropped) -> None:
    """Resolve the triggers of Settled cards' Moves, those of each owner's cards as its own deed."""
    if "move" in table.trigger_verbs:
        for owner, cards in dropped.items():
            fire(table, TriggerEvent(table.seats[owner], "move", cards))


def put_in_play(table: Table, seat: Seat, card: Card) -> int:
    """Put ``card`` in play in front of ``seat`` and follow its instructions.

    The card is in play before its instructions are followed (Acts, Play; ruling G-self).
    """
    placed, looks = CardInPlay(card), len(table.looks)
    seat.in_play.append(placed)
    if table.cards.remembers:
        remember(seat, "play", [card])
    if table.listener is not None:
        table.tell(Event("play", seat.number, [card]))
    set_off_by_play: Sequence[SetOff] = ()
    resolve, nested = card.resolve, table.nested
    if "play" in table.trigger_verbs:  # what its text brings up has not heard it (G-own-play)
        set_off_by_play = set_off(table, TriggerEvent(seat, "play", [card], placed=(placed,)))
    if resolve is not None and (nested == 0 or not cut_off(table)):
        table.nested = nested + 1
        table.chained += 1
        try:
            resolve(table, seat, placed)
        finally:
            if table.looks:
                del table.looks[looks:]
            table.nested = nested
            if not nested:
                table.chained = 0
    if set_off_by_play:
        follow(table, set_off_by_play)
    return 1


def purchase(table: Table, seat: Seat, stacks: Sequence[MarketStack], paid: int) -> None:
    """Move the top card of each of ``stacks`` in turn to the seat's Discard Stack.

    ``paid`` is the total paid, in coin tokens.
    """
    cards: list[Card] = []
    for stack in stacks:
        pile = seat.discard_stack
        cards += _take(table, seat, "purchase", stack.cards, -1, "market stack", pile)
    seat.bought.extend(cards)
    flush_triggers(table)
    if table.cards.remembers:
        remember(seat, "purchase", cards)
    if table.listener is not None:
        table.tell(Event("purchase", seat.number, cards, paid, what=paid))
    if "purchase" in table.trigger_verbs:
        fire(table, TriggerEvent(seat, "purchase", cards))


def settle(table: Table, seat: Seat, pairs: Sequence[tuple[Card, CardInPlay]]) -> None:
    """Set each card, already taken from hand, face down on the card in play paired with it."""
    for card, placed in pairs:
        placed.settled.append(card)
    if table.cards.remembers:
        remember(seat, "set", [card for card, _ in pairs])
    if table.listener is not None:
        cards = [card for card, _ in pairs]
        onto_names = ", ".join(placed.card.name for _, placed in pairs)
        table.tell(Event("set", seat.number, cards, 0, "hand", onto_names, hidden=True))
    if "set" in table.trigger_verbs:
        places = [placed for _, placed in pairs]
        fire(table, TriggerEvent(seat, "set", [card for card, _ in pairs], placed=places))


def deal(table: Table, seat: Seat, number: int, stacks: Sequence[MarketStack] | None = None) -> int:
    """Deal ``number`` cards from the seat's Supply Stack to ``stacks``, by default its own.

    As evenly as possible ("Deal"); the owner chooses where the odd cards go (G-deal-short).
    """
    number = min(number, len(seat.supply))
    stacks = stacks or seat.market
    if number == 0:
        return 0
    each, odd = divmod(number, len(stacks))
    extra: Sequence[int] = ()
    if odd:
        tops = [stack.cards[-1] if stack.cards else None for stack in stacks]
        zones, numbers = ["market stack"] * len(tops), [seat.number] * len(tops)
        extra = table.ask(seat, Question("deal", stacks, tops, zones, numbers, odd, odd))
    order: Sequence[MarketStack] = stacks
    if each != 1 or odd:
        order = [s for index, s in enumerate(stacks) for _ in range(each + (index in extra))]
    cards = [seat.supply.pop() for _ in order]
    for stack, card in zip(order, cards, strict=True):
        stack.cards.append(card)
    if table.unheard("deal"):
        table.moved = cards
        return number
    to = ", ".join([str(1 + seat.market.index(stack)) for stack in order])
    return finish_keyword(table, TriggerEvent(seat, "deal", cards, "supply stack"), to)
