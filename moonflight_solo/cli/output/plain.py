"""The table in sentences: the same facts as on the screen, one a line."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.cli.output.printed_card import numbers
from moonflight_solo.cli.output.terminal import plural
from moonflight_solo.cli.output.view import ActView, PileView, PlacedView, SeatView, View, later
from moonflight_solo.rules.state import Card


def sentences(view: View) -> list[str]:
    """Return every fact of the table that the screen shows, one's own first."""
    when = "after" if view.turned else "before"
    lines = [f"Round {view.round}, {when} the Turn. First Player: {view.first}."]
    if view.tokens is not None:
        lines.append(f"Tokens left: {view.tokens[0]} in the Turn stack.")
        lines.append(f"Tokens left: {view.tokens[1]} in the End stack.")
    for seat in reversed(view.seats):
        lines += _seat(seat, view)
    lines += [_market("Generic Market Stack", pile) for pile in view.generic]
    return lines


def own_hand(view: View) -> list[str]:
    """Return what one needs most to choose an act: hand and coin tokens."""
    you = view.you
    return [f"{_whose(you)} {line}" for line in (_hand(you), _coins(you))] if you else []


def act_lines(acts: Sequence[ActView]) -> list[str]:
    """Return the legal acts, one a line, with their numbers."""
    prices = [f" ({', '.join(_numbers(act.bought))})" if act.bought else "" for act in acts]
    return [f"{act.number}: {act.notation}{price}" for act, price in zip(acts, prices, strict=True)]


def _seat(seat: SeatView, view: View) -> list[str]:
    whose = _whose(seat)
    in_play = [f"card in play: {_placed(placed)}." for placed in seat.in_play]
    lines = [
        f'character {seat.character.name}: "{seat.character.words}"',
        _hand(seat),
        _coins(seat),
        *(in_play or ["cards in play: none."]),
        f"Draw Deck: {plural(seat.draw_count, 'card')}.",
        f"Discard Stack: {_pile(seat.discard)}.",
        f"Trash Stack: {_pile(seat.trash)}.",
        f"{view.supply}: {plural(seat.supply_count, 'card')}.",
        *(_market(f"Market Stack {at}", pile) for at, pile in enumerate(seat.market, 1)),
    ]
    has = "You have" if seat.you else f"{seat.title} has"
    return [
        *([f"You are {seat.title}."] if seat.you else []),
        *(f"{whose} {line}" for line in lines),
        *(f"{has} {done} this round." for done in ("shopped", "built") if getattr(seat, done)),
    ]


def _whose(seat: SeatView) -> str:
    return "Your" if seat.you else f"{seat.title}:"


def _hand(seat: SeatView) -> str:
    if seat.hand is None:
        return f"hand: {plural(seat.hand_count, 'card')}."
    return f"hand: {', '.join(_scored(card) for card in seat.hand) or 'empty'}."


def _coins(seat: SeatView) -> str:
    return f"coin tokens: {seat.coins}."


def _placed(placed: PlacedView) -> str:
    if not placed.count:
        return _scored(placed.card)
    names = ", ".join(card.name for card in placed.settled or ()) or placed.count
    return f"{_scored(placed.card)}, with Set on it: {names}"


def _pile(pile: PileView) -> str:
    if pile.top is None:
        return "empty"
    return f"{plural(len(pile.cards), 'card')}, {_scored(pile.top)} on top"


def _market(title: str, pile: PileView) -> str:
    if pile.top is None:
        return f"{title}: {pile.name + ', none left' if pile.name else 'empty'}."
    printed = ", ".join(_numbers(pile.top))
    return f"{title}: {pile.top.name}, {printed}, {plural(len(pile.cards), 'card')}."


def _scored(card: Card) -> str:
    printed = ", ".join(_numbers(card)[1:])
    return f"{card.name} ({printed})" if printed else card.name


def _numbers(card: Card) -> list[str]:
    after = [f"scores {later(card)} after the Turn"] if later(card) else []
    return [*numbers(card), *after]
