"""The table in sentences: the same facts as on the screen, one a line."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.cli.output.view import ActView, CardView, PileView, PlacedView, SeatView, View


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
    return [_hand(you), _coins(you)] if you else []


def act_lines(acts: Sequence[ActView]) -> list[str]:
    """Return the legal acts, one a line, with their numbers."""
    lines = []
    for act in acts:
        bought = act.bought
        price = f" ({', '.join(_numbers(bought))})" if bought else ""
        lines.append(f"{act.number}: {act.notation}{price}")
    return lines


def _seat(seat: SeatView, view: View) -> list[str]:
    who, whose = ("You", "Your") if seat.you else (seat.title, f"{seat.title}:")
    character = seat.character
    lines = []
    if seat.you:
        lines.append(f"You are {seat.title}.")
    lines.append(f'{whose} character {character.name}: "{character.words}"')
    lines += [_hand(seat), _coins(seat)]
    if not seat.in_play:
        lines.append(f"{whose} cards in play: none.")
    for placed in seat.in_play:
        lines.append(f"{whose} card in play: {_placed(placed)}.")
    lines.append(f"{whose} Draw Deck: {_cards(seat.draw_count)}.")
    lines.append(f"{whose} Discard Stack: {_pile(seat.discard)}.")
    lines.append(f"{whose} Trash Stack: {_pile(seat.trash)}.")
    lines.append(f"{whose} {view.supply}: {_cards(seat.supply_count)}.")
    for number, pile in enumerate(seat.market, 1):
        lines.append(_market(f"{whose} Market Stack {number}", pile))
    for done, what in ((seat.shopped, "shopped"), (seat.built, "built")):
        if done:
            lines.append(f"{who} {'have' if seat.you else 'has'} {what} this round.")
    return lines


def _hand(seat: SeatView) -> str:
    whose = "Your hand" if seat.you else f"{seat.title}: hand"
    if seat.hand is None:
        return f"{whose}: {_cards(seat.hand_count)}."
    return f"{whose}: {', '.join(_scored(card) for card in seat.hand) or 'empty'}."


def _coins(seat: SeatView) -> str:
    return f"{'Your' if seat.you else seat.title + ':'} coin tokens: {seat.coins}."


def _placed(placed: PlacedView) -> str:
    if not placed.count:
        return _scored(placed.card)
    names = ", ".join(card.name for card in placed.settled) if placed.settled else placed.count
    return f"{_scored(placed.card)}, with Set on it: {names}"


def _pile(pile: PileView) -> str:
    if pile.top is None:
        return "empty"
    return f"{_cards(len(pile.cards))}, {_scored(pile.top)} on top"


def _market(title: str, pile: PileView) -> str:
    if pile.top is None:
        return f"{title}: {pile.name + ', none left' if pile.name else 'empty'}."
    numbers = ", ".join(_numbers(pile.top))
    return f"{title}: {pile.top.name}, {numbers}, {_cards(len(pile.cards))}."


def _scored(card: CardView) -> str:
    numbers = _numbers(card)[1:]
    return f"{card.name} ({', '.join(numbers)})" if numbers else card.name


def _numbers(card: CardView) -> list[str]:
    numbers = [f"cost {card.cost}"]
    if card.stability:
        numbers.append(f"Stability {card.stability}")
    if card.score:
        numbers.append(f"scores {card.score}")
    if card.later:
        numbers.append(f"scores {card.later} after the Turn")
    return numbers


def _cards(number: int) -> str:
    return f"{number} card{'' if number == 1 else 's'}"
