"""Coin tokens that a card's words have players Gain, Lose and give one another."""

from __future__ import annotations

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, Names, Placed, Resolve, Seat, Table
from moonflight_solo.rules.texts.amounts import MANY, Quantity, holder_of, quantity_of
from moonflight_solo.rules.texts.candidates import choose_way, players_meant
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrase_english import coin_tokens
from moonflight_solo.wording.walk import nodes_of


def gain_tokens(effect: ast.Gain, names: Names, own: Card) -> Resolve:
    """Return what is Gained or Lost; it is done in full if there were so many."""
    amount, up_to = _tokens(effect, names, own), isinstance(effect.amount, ast.UpTo)
    move = moves.lose if effect.verb == "lose" else moves.gain
    counted = any(place.zones == ("done",) for place in nodes_of(own.meaning, ast.Place))
    if isinstance(effect.amount, int) and not counted:
        wanted = effect.amount
        return lambda table, seat, placed: 0 < wanted == move(table, seat, wanted)

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        number = amount(table, seat, placed)
        done = move(table, seat, number)
        table.moved = (placed.card,) * done  # to be counted as "that many"
        return (0 if up_to else number) <= done > 0

    return resolve


def _tokens(effect: ast.Gain | ast.Give, names: Names, own: Card) -> Quantity:
    """Return how many coin tokens are meant; of "up to" so many whoever does it says how many."""
    number, gained = effect.amount, isinstance(effect, ast.Gain) and effect.verb == "gain"
    if not isinstance(number, ast.UpTo):
        return quantity_of(number, names, own.turned)
    if gained and number.most is None:
        raise CannotDo(f'"{say(effect)}": say how many coin tokens.')
    most = MANY if number.most is None else number.most

    def chosen(table: Table, seat: Seat, placed: Placed) -> int:
        there = most if gained else min(most, seat.coins)
        ways = [f"{each} {coin_tokens(each)}" for each in range(there, -1, -1)]
        return there - choose_way(table, seat, placed, ways)

    return chosen


def give_tokens(effect: ast.Give, names: Names, own: Card) -> Resolve:
    """Return what one player gives another, who does not Gain it (ruling G-give)."""
    amount, to = _tokens(effect, names, own), effect.to

    def resolve(table: Table, seat: Seat, placed: Placed) -> bool:
        if to == "you":
            number = amount(table, seat, placed)
            return 0 < number == moves.give(table, seat, holder_of(table, placed), number)
        full = True
        for other in players_meant(to, table, seat, placed, "gain"):
            if other is not seat:
                number = amount(table, seat, placed)
                full = 0 < number == moves.give(table, seat, other, number) and full
        return full

    return resolve
