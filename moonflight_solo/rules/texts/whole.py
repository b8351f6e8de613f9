"""What is done to no cards one by one: shown, shuffled, swapped, named; and another act."""

from __future__ import annotations

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.places import owners, pile_of
from moonflight_solo.rules.requirements.selectors import END_UP, CannotDo, matcher, only_says
from moonflight_solo.rules.state import Placed, Resolve, Seat, Table
from moonflight_solo.rules.texts.candidates import choose_player, choose_way
from moonflight_solo.rules.texts.own_card import NOT_OF_ONE
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say


def resolve_whole(
    effect: ast.Reveal | ast.Shuffle | ast.Swap | ast.Again | ast.NameCard,
) -> Resolve:
    """Return what moves no card by a keyword, one by one; refuses places that are nobody's own."""
    if isinstance(effect, ast.Again):
        return _again
    if isinstance(effect, ast.NameCard):
        return _name
    if isinstance(effect, ast.Shuffle):
        zone = effect.place.zones[0]
        if zone in NOT_OF_ONE:
            raise CannotDo(f'"{say(effect)}": only a hand or a Stack of yours is shuffled.')
        pile = _pile(zone)
        return lambda table, seat, placed: moves.shuffle_in(table, seat, zone, pile) > 0
    if isinstance(effect, ast.Swap):
        one, other = (
            (place.zones[0], _pile(place.zones[0])) for place in (effect.one, effect.other)
        )
        return lambda table, seat, placed: moves.swap(table, seat, one, other) > 0
    return _reveal(effect)


def _again(table: Table, seat: Seat, placed: Placed) -> bool:
    """Let whoever acts take another act; what another player does then has none to add to."""
    if seat.number == table.acting:
        table.again += 1
    return seat.number == table.acting


def _name(table: Table, seat: Seat, placed: Placed) -> bool:
    kinds = table.names.kinds(table.turned)
    names = list(dict.fromkeys(card.name for card in kinds))
    seat.named = names[choose_way(table, seat, placed, names)]
    return True


def _reveal(effect: ast.Reveal) -> Resolve:
    place, top, to = effect.cards.place, effect.cards.number, effect.to
    assert place is not None
    whose, bottom = place.owner, place.bottom
    shown = top if isinstance(top, int) else None
    if isinstance(top, ast.Finding):
        return _reveal_until(top)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if whose == "your":
            return moves.reveal(table, seat, shown, to, seat, bottom) > 0
        others = owners(table, seat, whose)
        other = choose_player(table, seat, others, placed.card, "discard")
        table.spoken = other.number if other else None
        return other is not None and moves.reveal(table, other, shown, to, seat, bottom) > 0

    return resolve


def _pile(zone: ast.Zone) -> moves.Pile:
    return lambda seat: pile_of(seat, zone)


def _reveal_until(sought: ast.Finding) -> Resolve:
    only_says(sought.cards, {"number"}, "the card sought")

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        match = matcher(sought.cards, table.names, table.turned, END_UP)
        moves.target_deck(table, seat)
        deck = seat.draw_deck[::-1]
        such = [match is None or match(card, seat) for card in deck]
        number = such.index(True) + 1 if True in such else len(deck)
        return moves.reveal(table, seat, number, "all", seat, False) > 0 and True in such

    return resolve
