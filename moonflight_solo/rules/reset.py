"""Reset: the printed steps between two rounds, in the order of the edition."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.editions import ResetDeed
from moonflight_solo.rules.state import (
    COINS_KEPT,
    MARKET_STACKS,
    Ask,
    Card,
    CardInPlay,
    Dropped,
    Event,
    MarketStack,
    Question,
    Seat,
    Table,
    TriggerEvent,
)


def reset(table: Table) -> None:
    """Carry out the steps of Reset; stop as soon as the End is triggered.

    All players do each step before anyone does the next, starting with the First Player.
    """
    if table.cards.timed:
        for placed in _all_in_play(table):
            placed.stale = True
    if "reset" in table.watched:
        for seat in table.in_order():
            triggers.act_done(table, seat, "reset")
    for step in table.edition.reset:
        _DEEDS[step.does](table)
        if table.ended_by:
            return


def _silent_on(table: Table) -> Sequence[Collection[Ask]]:
    """Return to which questions of Reset each player never says anything, and is not asked.

    A listener hears every question.
    """
    if table.listener is not None:
        return ((),) * len(table.seats)
    table.know_players()
    return table.silent


def leave_play(table: Table) -> None:
    """Move cards in play without Settled cards to the Discard Stack, in the owner's order."""
    silent = _silent_on(table)
    for seat in table.in_order():
        cards = [placed.card for placed in seat.in_play if not placed.settled]
        if not cards:
            continue
        number = len(cards)
        seat.in_play = [placed for placed in seat.in_play if placed.settled]
        if number > 1 and "order" in silent[seat.number]:
            if (tell := table.left_open[seat.number]) is not None:
                tell(cards)
        elif number > 1:
            question = Question("order", cards, cards, least=number, most=number)
            order = table.ask(seat, question)
            if order != range(number):
                cards = [cards[index] for index in order]
        seat.discard_stack += cards
        if table.listener is not None:
            table.tell(Event("leave play", seat.number, cards))
        if "move" in table.trigger_verbs:
            triggers.fire(table, TriggerEvent(seat, "move", cards))


def retain_cards(table: Table) -> None:
    """Keep cards in hand up to the retain limit; Move the rest, which is not a Discard."""
    silent = _silent_on(table)
    for seat in table.in_order():
        hand = seat.hand
        if not hand:
            continue
        choice: Sequence[int] = ()
        if "retain" not in silent[seat.number]:
            most = min(seat.retain_limit(), len(hand))
            question = Question("retain", hand, hand, least=0, most=most)
            choice = table.ask(seat, question) if most > 0 else ()
        rest = [card for index, card in enumerate(hand) if index not in choice] if choice else hand
        seat.hand = [card for index, card in enumerate(hand) if index in choice] if choice else []
        seat.discard_stack += rest
        if table.listener is not None:
            table.tell(Event("retain", seat.number, list(seat.hand), hidden=True))
            if rest:
                table.tell(Event("move", seat.number, rest, 0, "hand", "discard stack"))
        if "move" in table.trigger_verbs:
            triggers.fire(table, TriggerEvent(seat, "move", rest))


def keep_coins(table: Table) -> None:
    """Keep up to five coin tokens (ruling G-coins-kept)."""
    for seat in table.seats:
        excess = seat.coins - COINS_KEPT
        if excess > 0:
            seat.coins = COINS_KEPT
            if table.listener is not None:
                table.tell(Event("return", seat.number, number=excess))


def draw_step(table: Table) -> None:
    """Draw up to the current hand limit; a larger hand keeps its cards (ruling G-limit)."""
    for seat in table.in_order():
        missing = seat.hand_limit() - len(seat.hand)
        if missing > 0:
            moves.draw(table, seat, missing)


def market_step(table: Table) -> None:
    """The market step: deal if a stack calls for it, then Turn if a Supply Stack is empty.

    Which empty Market Stacks call for a deal depends on the edition (ruling G-empty). Empty Supply
    Stacks are checked whether or not anything was dealt (ruling G-turn).
    """
    if table.variant is not None:
        table.variant.before_market(table)
        if table.ended_by:
            return
    table.dealt = False
    if empty_stacks(table):
        for seat in table.in_order():
            if moves.deal(table, seat, MARKET_STACKS):
                table.dealt = True
    for seat in table.seats:
        if not seat.supply and not table.turned:
            turn(table)


def empty_stacks(table: Table) -> list[MarketStack]:
    """Return the empty Market Stacks that call for a deal (ruling G-empty)."""
    any_calls = table.edition.deal_when_empty == "any"
    empty: list[MarketStack] = []
    for stack in table.seats[0].stacks:
        if not stack.cards and (any_calls or stack.owner is not None):
            empty.append(stack)
    return empty


def turn(table: Table) -> None:
    """Turn every card everywhere; Settled cards leave at once if Stability is lost (G-settled).

    A card that was Turned earlier is Turned back (ruling G-turned-back). Instructions of cards in
    play are not followed again ("The Turn", last note).
    """
    if table.turned:
        return
    for seat in table.in_order():
        triggers.act_done(table, seat, "the turn")
    table.turned = True
    table.turned_in = table.round
    piles: list[list[Card]] = [stack.cards for stack in table.generic]
    for seat in table.seats:
        piles += [seat.hand, seat.draw_deck, seat.discard_stack, seat.trash_stack, seat.supply]
        piles += [stack.cards for stack in seat.market]
        piles += [placed.settled for placed in seat.in_play]
        for placed in (*seat.in_play, seat.character):
            placed.card = placed.card.flipped
    for pile in piles:
        pile[:] = [card.flipped for card in pile]
    table.watch()
    if table.listener is not None:
        table.tell(Event("turn", table.first, number=table.round))
    drops = [
        moves.drop_settled(table, seat, placed)
        for seat in table.in_order()
        for placed in seat.in_play
        if placed.settled and not placed.card.stability
    ]
    for seat in table.in_order():
        triggers.act_done(table, seat, "the turn")
    for drop in drops:
        moves.fire_dropped(table, drop)


def cover(table: Table) -> None:
    """After a deal, let each player Move up to one card from hand to each matching stack.

    Any Market Stack of the card's suit matches, even an opponent's (ruling G-cover-any).
    """
    if not table.dealt:
        return
    silent = _silent_on(table)
    for seat in table.in_order():
        if "cover" in silent[seat.number]:
            continue
        stacks: list[MarketStack] = []
        while (choice := _cover_one(table, seat, stacks)) is not None:
            card, stack = choice
            seat.hand.remove(card)
            stack.cards.append(card)
            stacks.append(stack)
            if table.listener is not None:
                table.tell(Event("cover", seat.number, [card], place=stack.suit or ""))
            triggers.fire(table, TriggerEvent(seat, "move", [card]))


def _cover_one(
    table: Table, seat: Seat, done_stacks: list[MarketStack]
) -> tuple[Card, MarketStack] | None:
    """Let the player cover a Stack with a card of its suit; ``None`` if it cannot or does not."""
    suits = seat.by_suit
    pairs = [
        (card, stack)
        for card in dict.fromkeys(seat.hand)
        if card.suit in suits and card.suit is not None
        for stack in suits[card.suit]
        if stack not in done_stacks
    ]
    if not pairs:
        return None
    cards = [card for card, _ in pairs]
    numbers = [seat.number if stack.owner is None else stack.owner for _, stack in pairs]
    question = Question("cover", pairs, cards, ["hand"] * len(pairs), numbers, 0, 1)
    answer = table.ask(seat, question)
    return pairs[answer[0]] if answer else None


def end(table: Table) -> None:
    """Trigger the End if a player's Draw Deck and Discard Stack are both empty (G-end-both)."""
    for seat in table.seats:
        if not seat.draw_deck and not seat.discard_stack:
            table.ended_by = "end"


def drop_topmost(table: Table) -> None:
    """Move the topmost Settled card of each card still in play to the Discard Stack."""
    for seat in table.in_order():
        dropped: Dropped = {}
        for placed in seat.in_play:
            if placed.settled:
                card, owner = placed.lift(seat)
                dropped.setdefault(owner, []).append(card)
        for owner, cards in dropped.items():
            table.seats[owner].discard_stack.extend(cards)
            if table.listener is not None:
                table.tell(Event("settled", owner, cards))
            moves.fire_dropped(table, {owner: cards})


def pass_marker(table: Table) -> None:
    """Pass the First Player Marker to the left and start a new round."""
    table.first = (table.first + 1) % len(table.seats)
    table.round += 1
    for seat in table.seats:
        seat.built = seat.shopped = False
        seat.did.clear()
    if table.cards.timed:
        for placed in _all_in_play(table):
            placed.used = ()


def _all_in_play(table: Table) -> Iterator[CardInPlay]:
    """Yield every card in play and every character."""
    for seat in table.seats:
        yield from seat.in_play
        yield seat.character


_DEEDS: dict[ResetDeed, Callable[[Table], None]] = {
    "leave play": leave_play,
    "retain cards": retain_cards,
    "keep coins": keep_coins,
    "draw": draw_step,
    "deal": market_step,
    "cover": cover,
    "end": end,
    "settled": drop_topmost,
    "pass marker": pass_marker,
}
