"""The keywords that move cards and coin tokens, one card at a time, and what they trigger.

Each returns how many cards or coin tokens it has moved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from operator import attrgetter
from typing import Final

from moonflight_solo.rules.state import (
    MARKET_STACKS,
    Card,
    Cause,
    Dropped,
    Event,
    Heard,
    MarketStack,
    Placed,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.triggers import (
    act_done,
    cut_off,
    fire,
    hear_late,
    hear_later,
    remember,
    replaced,
)
from moonflight_solo.wording.ast import Verb, Zone

Pile = Callable[[Seat], list[Card]]
"""Finds a Stack, Deck or hand of a seat's: one that is shuffled anew is another list."""
_HAND: Pile = attrgetter("hand")

UNSEEN: Final = frozenset(("hand", "draw deck", "supply stack"))
"""Where cards lie face down to others: only their owner may know what goes from one to another."""


def shuffle(table: Table, cards: list[Card]) -> None:
    """Shuffle ``cards`` in place with the game's own randomness."""
    draw = table.rng.random
    cards.sort(key=lambda _card: draw())


def refill(table: Table, seat: Seat) -> bool:
    """Shuffle the Discard Stack into a new Draw Deck; return whether there was one to shuffle.

    "The Draw Deck" and "Draw" (Specific Rules), ruling G-refill.
    """
    if not seat.discard_stack:
        return False
    seat.draw_deck, seat.discard_stack = seat.discard_stack, seat.draw_deck
    shuffle(table, seat.draw_deck)
    if table.listener is not None:
        table.tell(Event("shuffle", seat.number, number=len(seat.draw_deck)))
    if "shuffle" in table.watched:
        hear_later(table, seat, "shuffle")
    return True


def target_deck(table: Table, seat: Seat) -> None:
    """Make a new Draw Deck of the Discard Stack if an effect targets one that is empty.

    "The Draw Deck" (Specific Rules): with *any* effect, one that puts cards on it too.
    """
    if not seat.draw_deck:
        refill(table, seat)


def draw(table: Table, seat: Seat, number: int) -> int:
    """Draw ``number`` cards from the top of the seat's Draw Deck; what is not there is wasted.

    Nothing bars it: what "other effects cannot" do, a step of Reset can (ruling G-cannot).
    """
    if "draw" not in table.replaced:
        drawn = _off_deck(table, seat, number, _HAND)
        return tell_done(table, Cause(seat, "draw", drawn, "draw deck"), hidden=True)
    drawn, deck = [], seat.draw_deck
    wanted = len(seat.hand) + number
    kept = 0  # what stays by what was done instead is done with (ruling G-instead)
    for _ in range(number):
        if len(seat.hand) >= wanted:  # by more that was done instead
            break
        if len(deck) <= kept and (kept or not refill(table, seat)):
            break
        lying = len(deck)
        drawn += _take(table, seat, "draw", deck, lying - 1 - kept, "draw deck", seat.hand)
        kept += len(deck) == lying
    return tell_done(table, Cause(seat, "draw", drawn, "draw deck"), hidden=True)


def _take(
    table: Table, seat: Seat, verb: Verb, cards: list[Card], at: int, zone: Zone, pile: list[Card]
) -> list[Card]:
    """Put one of ``cards`` on a pile, which is ``verb``, unless something replaces that.

    Return the card that it was done to, if it was.
    """
    card, instead = cards[at], ""
    if verb in table.replaced:
        instead = replaced(table, seat, verb, Heard(card, seat, zone, partial(_lift, cards, at)))
    if not instead:
        pile.append(cards.pop(at))
    return [card] if instead in ("", "place") else []


def _lift(cards: list[Card], at: int, pile: list[Card], bottom: bool) -> Dropped:
    put_on(pile, cards.pop(at), bottom)
    return {}


def put_on(pile: list[Card], card: Card, bottom: bool) -> None:
    """Put a card on top of a pile, or below all of it."""
    pile.insert(0 if bottom else len(pile), card)


def _off_deck(
    table: Table, seat: Seat, number: int, pile: Pile, verb: Verb | None = None
) -> list[Card]:
    """Put cards from the top of the seat's Draw Deck on a pile, up to one that bars the ``verb``.

    If the Draw Deck must be made anew for it, those discarded before are shuffled in.
    """
    deck = seat.draw_deck
    if 0 < number <= len(deck) and verb not in table.barred:
        off = deck[: -number - 1 : -1]
        del deck[-number:]
        pile(seat).extend(off)
        for _ in off if table.looks else ():
            table.left_deck(seat, len(deck))
        return off
    off = []
    for _ in range(number):
        if not seat.draw_deck and not refill(table, seat):
            break
        card = seat.draw_deck[-1]
        if verb in card.barred:
            blocked(table, seat, card)
            break
        pile(seat).append(seat.draw_deck.pop())
        if table.looks:
            table.left_deck(seat, len(seat.draw_deck))
        off.append(card)
    return off


def take_off_deck(table: Table, seat: Seat, verb: Verb, number: int, pile: Pile) -> int:
    """Put ``number`` cards from the top of the seat's Draw Deck on its ``pile``, which is ``verb``.

    A card that bars the verb goes back, and the rest is ignored (Blocked Resolution).
    """
    gone = _off_deck(table, seat, number, pile, verb)
    return tell_done(table, Cause(seat, verb, gone, "draw deck"), hidden=verb == "draw")


def blocked(table: Table, seat: Seat, card: Card) -> None:
    """Tell that ``card`` was shown, cannot be moved so, and went back."""
    if table.listener is not None:
        table.tell(Event("blocked", seat.number, [card]))


def gain(table: Table, seat: Seat, number: int) -> int:
    """Take coin tokens from the Supply, which never runs out (ruling G-coins)."""
    if not number:
        return 0
    if "gain" in table.replaced:
        instead = replaced(table, seat, "gain")
        hear_late(table)
        if instead:
            return 0
    seat.coins += number
    if table.listener is not None:
        table.tell(Event("gain", seat.number, number=number))
    if "gain" in table.watched:
        act_done(table, seat, "gain")
    return number


def lose(table: Table, seat: Seat, number: int) -> int:
    """Give coin tokens back to the Supply, as many as there are if they are fewer."""
    number = min(number, seat.coins)
    seat.coins -= number
    if table.listener is not None and number:
        table.tell(Event("lose", seat.number, number=number))
    return number


def give(table: Table, seat: Seat, other: Seat, number: int) -> int:
    """Give coin tokens to another player, as many as there are if they are fewer (G-give)."""
    number = min(number, seat.coins)
    seat.coins -= number
    other.coins += number
    if table.listener is not None and number:
        table.tell(Event("lose", seat.number, number=number))
        table.tell(Event("gain", other.number, number=number))
    return number


def tell_done(table: Table, done: Cause, place: str = "", *, hidden: bool = False) -> int:
    """Tell by what keyword cards went to a ``place`` and resolve what it triggers.

    Once the count is finished: "Multiple Card Effects" and "Multiple Card Copies", rulings
    G-trigger and G-trigger-order.
    """
    seat, verb, cards = done.doer, done.verb, done.cards
    if not cards:
        if table.late:
            hear_late(table)
        return 0
    if verb == "purchase":
        seat.bought.extend(cards)
    if table.cards.remembers:
        remember(seat, verb, cards)
    if table.listener is not None:
        theirs = done.whose if done.source in ("hand", "draw deck") else None
        shown = (theirs or seat).number
        table.tell(Event(verb, shown, cards, 0, done.source, place, hidden))
    if verb in table.heard:
        fire(table, done)
    if table.late:
        hear_late(table)
    table.moved = tuple(cards)
    return len(cards)


UNKNOWN_CARD = Card("?")
"""Stands for a card that nobody has seen: nothing said of a card is so of it."""


def turned(table: Table, done: Cause, lost: Sequence[Dropped] = ()) -> int:
    """Tell of cards that have been Turned, and resolve what it triggers.

    They lie there still, and have ``lost`` what was Settled on them. Which they are, nobody sees of
    those that lie face down, but for who has just Looked at them (ruling G-turn-unseen).
    """
    seat, cards, source, whose = done.doer, done.cards, done.source, done.whose
    if not cards:
        return 0
    hidden = source == "hand"
    if source == "shown":
        source, unseen, hidden = "draw deck", False, table.looks[-1].hidden
    else:
        unseen = source in ("draw deck", "supply stack", "settled")
    heard = [UNKNOWN_CARD] * len(cards) if unseen else cards
    if table.cards.remembers:
        remember(seat, "turn", heard)
    if table.listener is not None:
        shown = [] if unseen else cards
        owner = whose or seat
        table.tell(Event("turned", owner.number, shown, len(cards), source, hidden=hidden))
    for card, dropped in zip(cards, lost, strict=bool(lost)):
        tell_dropped(table, card, dropped)
    fire(table, Cause(seat, "turn", heard, source, whose, done.placed))
    table.moved = tuple(heard)
    return len(cards)


def tell_moved(table: Table, seat: Seat, card: Card, source: str, place: str) -> None:
    """Tell that a card goes to another place than its keyword would put it in."""
    if table.listener is not None:
        table.tell(Event("move", seat.number, [card], 0, source, place))


def lies_in_play(table: Table, placed: Placed) -> bool:
    """Return whether a card is in play, in front of whichever player."""
    for seat in table.seats:  # noqa: SIM110 - the quick way: asked at every instruction
        if placed in seat.in_play:
            return True
    return False


def drop_settled(table: Table, seat: Seat, placed: Placed) -> Dropped:
    """Do and tell :func:`let_go` of a card that is gone or has lost its Stability."""
    dropped = let_go(table, seat, placed)
    tell_dropped(table, placed.card, dropped)
    return dropped


def let_go(table: Table, seat: Seat, placed: Placed) -> Dropped:
    """Move cards Settled on a card to the Discard Stack.

    At once, the topmost first, each to its owner's ("Set and Settled"; rulings G-settled, G-order
    and G-owner). ``seat`` is the one that the card lay in front of. It is a Move, of which
    :func:`hear_dropped` tells once the count is finished.
    """
    dropped: dict[int, list[Card]] = {}
    while placed.settled:
        card, owner = placed.lift(seat)
        table.seats[owner].discard_stack.append(card)
        dropped.setdefault(owner, []).append(card)
    return dropped


def tell_dropped(table: Table, upon: Card, dropped: Dropped) -> None:
    """Tell what has been let go that was Settled ``upon`` a card."""
    if table.listener is not None:
        for owner, cards in dropped.items():
            table.tell(Event("settled", owner, cards, place=upon.name))


def hear_dropped(table: Table, dropped: Dropped) -> None:
    """Resolve what it triggers that Settled cards were Moved, each by its owner as in Reset."""
    if "move" in table.heard:
        for owner, cards in dropped.items():
            fire(table, Cause(table.seats[owner], "move", cards))


def put_in_play(table: Table, seat: Seat, card: Card) -> int:
    """Put ``card`` in play in front of ``seat`` and follow its instructions.

    The card is in play before its instructions are followed (Acts, Play; ruling G-self).
    """
    placed, looks = Placed(card), len(table.looks)
    seat.in_play.append(placed)
    if table.cards.remembers:
        remember(seat, "play", [card])
    if table.listener is not None:
        table.tell(Event("play", seat.number, [card]))
    resolve = card.resolve
    if resolve is not None and (table.nested == 0 or not cut_off(table)):
        table.nested += 1
        table.chained += 1
        try:
            resolve(table, seat, placed)
        finally:
            del table.looks[looks:]
            table.nested -= 1
            if not table.nested:
                table.chained = 0
    if "play" in table.heard:
        fire(table, Cause(seat, "play", [card], placed=(placed,)))
    return 1


def purchase(table: Table, seat: Seat, stacks: Sequence[MarketStack], paid: int) -> None:
    """Move the top card of each of ``stacks`` in turn to the seat's Discard Stack.

    ``paid`` is what was paid for all of them.
    """
    bought: list[Card] = []
    for stack in stacks:
        pile = seat.discard_stack
        bought += _take(table, seat, "purchase", stack.cards, -1, "market stack", pile)
    seat.bought.extend(bought)
    hear_late(table)
    if table.cards.remembers:
        remember(seat, "purchase", bought)
    if table.listener is not None:
        table.tell(Event("purchase", seat.number, bought, paid, what=paid))
    if "purchase" in table.heard:
        fire(table, Cause(seat, "purchase", bought))


def settle(table: Table, seat: Seat, pairs: Sequence[tuple[Card, Placed]]) -> None:
    """Set each card from hand, face down, on the card in play it is paired with."""
    for card, onto in pairs:
        onto.settled.append(card)
    if table.cards.remembers:
        remember(seat, "set", [card for card, _ in pairs])
    if table.listener is not None:
        cards = [card for card, _ in pairs]
        onto_names = ", ".join(onto.card.name for _, onto in pairs)
        table.tell(Event("set", seat.number, cards, 0, "hand", onto_names, hidden=True))
    if "set" in table.heard:
        upon = [onto for _, onto in pairs]
        fire(table, Cause(seat, "set", [card for card, _ in pairs], placed=upon))


def deal(table: Table, seat: Seat, number: int) -> int:
    """Deal ``number`` cards from the seat's Supply Stack as evenly as possible.

    "Deal" (Specific Rules), ruling G-deal-short: the owner chooses where the odd cards go.
    """
    number = min(number, len(seat.supply))
    if number == 0:
        return 0
    each, odd = divmod(number, MARKET_STACKS)
    extra: Sequence[int] = ()
    if odd:
        extra = table.ask(seat, _where_odd_cards_go(seat, odd))
    dealt: list[Card] = []
    for index, stack in enumerate(seat.market):
        for _ in range(each + (index in extra)):
            card = seat.supply.pop()
            stack.cards.append(card)
            dealt.append(card)
    return tell_done(table, Cause(seat, "deal", dealt, "supply stack"))


def _where_odd_cards_go(seat: Seat, odd: int) -> Question:
    tops = [stack.cards[-1] if stack.cards else None for stack in seat.market]
    zones = ["market stack"] * MARKET_STACKS
    return Question("deal", seat.market, tops, zones, [seat.number] * MARKET_STACKS, odd, odd)
