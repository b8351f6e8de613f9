"""Compile effects that are not card by card: reveal, shuffle, swap, name, and another act."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import owners, pile_of
from moonflight_solo.rules.requirements.selectors import END_UP, CannotDo, matcher, only_says
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    Event,
    Look,
    Resolve,
    Seat,
    Table,
    TriggerEvent,
)
from moonflight_solo.rules.texts.candidates import choose_player, choose_way
from moonflight_solo.rules.texts.own_card import NOT_OF_ONE
from moonflight_solo.rules.triggers import act_done, queue_trigger
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Zone
from moonflight_solo.wording.english import say


def resolve_whole(
    effect: ast.Reveal | ast.Shuffle | ast.Swap | ast.ExtraAct | ast.NameCard,
) -> Resolve:
    """Compile such an effect; raise :class:`CannotDo` for a place that is not a player's own."""
    if isinstance(effect, ast.ExtraAct | ast.NameCard):
        return _again if isinstance(effect, ast.ExtraAct) else _name_card
    if isinstance(effect, ast.Shuffle):
        zone = effect.place.zones[0]
        if zone in NOT_OF_ONE:
            raise CannotDo(f'"{say(effect)}": only a hand or a Stack of yours is shuffled.')
        pile = _pile(zone)
        return lambda table, seat, placed: shuffle_in(table, seat, zone, pile) > 0
    if isinstance(effect, ast.Swap):
        first, second = (
            (place.zones[0], _pile(place.zones[0])) for place in (effect.one, effect.other)
        )
        return lambda table, seat, placed: swap(table, seat, first, second) > 0
    return _reveal(effect)


def _again(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    """Give the acting player another act; there is none to give in another player's effects."""
    if seat.number == table.acting:
        table.again += 1
    return seat.number == table.acting


def _name_card(table: Table, seat: Seat, placed: CardInPlay) -> bool:
    """Let the player name a card of the game."""
    kinds = table.names.kinds(table.turned)
    names = list(dict.fromkeys(card.name for card in kinds))
    seat.named = names[choose_way(table, seat, placed, names)]
    return True


def _reveal(effect: ast.Reveal) -> Resolve:
    """Compile showing a hand or cards of a Draw Deck, of a player chosen if it may be another."""
    place, number = effect.cards.place, effect.cards.number
    assert place is not None
    if isinstance(number, ast.UntilCard):
        return _reveal_until(number.cards)
    of_deck = number if isinstance(number, int) else None

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        player: Seat | None = seat
        if place.owner != "your":
            seats = owners(table, seat, place.owner)
            player = choose_player(table, seat, seats, placed.card, "discard")
            table.spoken = player.number if player else None
        if player is None:
            return False
        hidden = effect.to == "you"
        return _show(table, player, of_deck, seat, hidden=hidden, bottom=place.bottom) > 0

    return resolve


def _reveal_until(sought: ast.Cards) -> Resolve:
    """Compile revealing cards of the Draw Deck up to the first one ``sought``, or all."""
    only_says(sought, {"number"}, "the card sought")

    def resolve(table: Table, seat: Seat, placed: CardInPlay) -> bool:
        match = matcher(sought, table.names, table.turned, END_UP)
        moves.target_deck(table, seat)
        matches = [match is None or match(card, seat) for card in reversed(seat.draw_deck)]
        number = matches.index(True) + 1 if True in matches else len(matches)
        _show(table, seat, number, seat)
        return True in matches

    return resolve


def _pile(zone: ast.Zone) -> moves.Pile:
    return lambda seat: pile_of(seat, zone)


def _show(
    table: Table,
    seat: Seat,
    number: int | None,
    viewer: Seat,
    *,
    hidden: bool = False,
    bottom: bool = False,
) -> int:
    """Show a whole hand, or ``number`` cards of a Draw Deck, refilled if it is empty.

    If ``hidden``, only the ``viewer`` sees them. Returns how many cards there are.
    """
    if number is not None:
        moves.target_deck(table, seat)
    pile = seat.hand if number is None else seat.draw_deck
    cards = pile[:] if number is None else pile[:number] if bottom else pile[: -number - 1 : -1]
    on_top = len(cards) if number is not None and seat is viewer and not bottom else 0
    table.looks.append(Look(viewer.number, list(range(len(pile) - on_top, len(pile))), hidden))
    if table.listener is not None and cards:
        zone = "hand" if number is None else "draw deck"
        whose = "" if seat is viewer else table.title(seat.number)
        table.tell(Event("reveal", viewer.number, cards, 0, zone, whose, hidden=hidden))
    return len(cards)


def shuffle_in(table: Table, seat: Seat, zone: Zone, pile_of: moves.Pile) -> int:
    """Put all cards of a zone of the player's own into the Draw Deck and shuffle it; it is a Move.

    A card that other effects cannot Move stays where it is (Blocked Resolution; ruling G-cannot).
    """
    if zone != "discard stack":
        moves.target_deck(table, seat)
    table.move_looks(seat, lambda at: [])  # nobody knows any longer
    if zone == "draw deck":
        moves.shuffle(table, seat.draw_deck)
        if table.listener is not None:
            table.tell(Event("shuffle", seat.number, number=len(seat.draw_deck)))
        if "shuffle" in table.watched:
            act_done(table, seat, "shuffle")
        return len(seat.draw_deck)
    pile = pile_of(seat)
    cards = _movable(pile)
    pile[:] = _unmovable(pile)
    seat.draw_deck += cards
    moves.shuffle(table, seat.draw_deck)
    if "shuffle" in table.watched:
        queue_trigger(table, seat, "shuffle")
    cause = TriggerEvent(seat, "move", cards, zone)
    return moves.finish_keyword(table, cause, "draw deck", hidden=zone == "hand")


def swap(
    table: Table, seat: Seat, first: tuple[Zone, moves.Pile], second: tuple[Zone, moves.Pile]
) -> int:
    """Exchange the cards of two zones of the player's own, but those that bar a Move."""
    (zone, here_of), (there_zone, there_of) = first, second
    if "draw deck" in (zone, there_zone):
        moves.target_deck(table, seat)
    table.move_looks(seat, lambda at: [])  # nobody knows any longer
    here, there = here_of(seat), there_of(seat)
    from_here, from_there = _movable(here), _movable(there)
    here[:], there[:] = _unmovable(here) + from_there, _unmovable(there) + from_here
    hidden = {zone, there_zone} <= moves.UNSEEN
    moves_made = ((from_here, zone, there_zone), (from_there, there_zone, zone))
    return sum(
        moves.finish_keyword(table, TriggerEvent(seat, "move", cards, source), to, hidden=hidden)
        for cards, source, to in moves_made
    )


def _movable(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if "move" not in card.barred]


def _unmovable(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if "move" in card.barred]
