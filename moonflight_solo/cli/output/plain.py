"""The table in sentences: the same facts as on the screen, one a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from moonflight_solo.cli.output.printed import numbers
from moonflight_solo.cli.output.standing import Standing
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
    for seat in view.own_first:
        lines += _seat(seat, view)
    lines += [_market("Generic Market Stack", pile) for pile in view.generic]
    return [*lines, *standing_lines(view.standing)] if view.standing else lines


def own_hand(view: View) -> list[str]:
    """Return what one needs most to choose an act: hand, coin tokens, and whether it may end."""
    you, standing = view.you, view.standing
    lines = [f"{_whose(you)} {line}" for line in (_hand(you, _scored), _coins(you))] if you else []
    return [*lines, *(end_lines(standing) if standing and standing.ending else ())]


def standing_lines(standing: Standing) -> list[str]:
    """Return how the game stands, a fact a line."""
    then = "" if standing.later is None else f", and {standing.later} after the Turn"
    lines = [f"Your hand scores {standing.score}{then}."]
    if standing.rank:
        lines.append(f"That is the rank {standing.rank}.")
    if standing.next_rank is not None:
        name, least = standing.next_rank
        lines.append(f"{name} takes {least}.")
    if standing.turns:
        lines.append("The Turn comes in this Reset.")
    elif standing.deals is not None:
        tokens = f", or of {plural(standing.tokens, 'Turn token')}" if standing.tokens else ""
        deals = plural(standing.deals, "deal")
        lines.append(f"The Turn comes with the last of {deals}{tokens}.")
    if standing.deals is not None and not standing.dealt:
        empty = " and ".join(standing.empty)
        lines.append(
            f"This Reset deals, because of an empty Market Stack: {empty}."
            if empty
            else "This Reset deals nothing as yet: no Market Stack is empty."
        )
    return [*lines, *end_lines(standing)]


def end_lines(standing: Standing) -> list[str]:
    """Return whether the End comes, and who would win."""
    if not standing.ending:
        return [
            f"{'You have' if at == 0 else f'{left.title} has'} {plural(left.cards, 'card')} left; "
            f"the End comes at {left.limit}."
            for at, left in enumerate(standing.left)
        ]
    lines = ["If everyone passes now, the End comes in this Reset."]
    for at, left in enumerate(standing.left):
        number = left.least if left.least == left.most else f"{left.least} to {left.most}"
        lines.append(f"{'You' if at == 0 else left.title} would score {number}.")
    if standing.winner:
        you = standing.winner == standing.left[0].title
        lines.append("You would win." if you else f"{standing.winner} would win.")
    return lines


def act_lines(acts: Sequence[ActView]) -> list[str]:
    """Return the legal acts, one a line, with their numbers."""
    return [f"{act.number}: {act.notation}{_noted(act)}" for act in acts]


def _noted(act: ActView) -> str:
    """Return what a card costs and becomes that can be bought, or what is certain to come of it."""
    if act.card is not None and act.verb == "shop":
        return f" ({_both(act.card)})"
    if act.foreseen.coins:
        return f" (gains {plural(act.foreseen.coins, 'coin token')})"
    return " (nothing would come of it)" if act.foreseen.nothing else ""


def _seat(seat: SeatView, view: View) -> list[str]:
    whose = _whose(seat)
    in_play = [f"card in play: {_placed(placed)}." for placed in seat.in_play]
    lines = [
        f'character {seat.character.name}: "{seat.character.words}"',
        _hand(seat, lambda card: f"{card.name} ({_both(card)})"),
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


def _hand(seat: SeatView, called: Callable[[Card], str]) -> str:
    if seat.hand is None:
        return f"hand: {plural(seat.hand_count, 'card')}."
    hand = Counter(map(called, seat.hand))
    words = [f"{name} ×{count}" if count > 1 else name for name, count in hand.items()]
    return f"hand: {', '.join(words) or 'empty'}."


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
    return f"{title}: {pile.top.name} ({_both(pile.top)}), {plural(len(pile.cards), 'card')}."


def _scored(card: Card) -> str:
    after = [f"scores {later(card)} after the Turn"] if later(card) else []
    printed = ", ".join([*numbers(card)[1:], *after])
    return f"{card.name} ({printed})" if printed else card.name


def _both(card: Card) -> str:
    """Return the numbers of the end up now, and before the Turn what the card becomes."""
    printed = ", ".join(numbers(card))
    other = card.flipped
    if card.turned or (card.name, numbers(card)) == (other.name, numbers(other)):
        return printed
    becomes = f"{other.name}, " if other.name != card.name else ""
    return f"{printed}; after the Turn {becomes}{', '.join(numbers(other))}"
