"""Compile printed numbers to functions that count cards or coin tokens."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from msgspec.structs import replace

from moonflight_solo.rules.requirements.places import (
    known_place,
    looker,
    owners,
    refuse_hidden,
    zone_cards,
)
from moonflight_solo.rules.requirements.selectors import (
    END_UP,
    CannotDo,
    matcher,
    only_says,
    within,
)
from moonflight_solo.rules.state import CardInPlay, Names, Seat, Table
from moonflight_solo.rules.texts.candidates import choose_player
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say

Quantity = Callable[[Table, Seat, CardInPlay], int]


def quantity_of(number: ast.Number | ast.Amounts, names: Names, turned: bool) -> Quantity:
    """Compile a number to a function that gives its value when it is resolved.

    Raises :class:`CannotDo` for a text without a number.
    """
    if isinstance(number, int):
        return lambda table, seat, placed: number
    if isinstance(number, ast.Per):
        return _per(number, names, turned)
    if isinstance(number, ast.UpTo):
        most = _most(number)
        return lambda table, seat, placed: most
    if isinstance(number, ast.AtLeast):
        return lambda table, seat, placed: MANY
    if isinstance(number, ast.Worth):
        return _worth(number, names)
    if isinstance(number, ast.Until):
        goal = number.count or 0
        return lambda table, seat, placed: max(0, goal - seat.coins)
    raise CannotDo('a card\'s instruction needs a number: say how many, or "all".')


MANY = 1_000


def _per(per: ast.Per, names: Names, turned: bool) -> Quantity:
    """Compile "1 per 2 cards": so many for every so many cards counted, at most so many."""
    if per.each < 1:
        raise CannotDo('"per 0 cards" is not a number.')
    count, many, most = _counter(per.cards, names, turned, per.different), per.number, _most(per)
    return lambda table, seat, placed: min(most, _steps(per, count(table, seat, placed)) * many)


def _steps(per: ast.Per, number: int) -> int:
    """Return how many times so many cards count."""
    return (max(0, number - per.beyond) + (per.each - 1 if per.up else 0)) // per.each


def _most(number: ast.Per | ast.UpTo) -> int:
    return MANY if number.most is None else number.most


def _counter(
    cards: ast.Cards, names: Names, turned: bool, different: str | None = None
) -> Quantity:
    """Compile a count of cards in a place; a "holder" place is that of the card's holder.

    With ``different``, cards equal in that count once, and those without a suit or with a dash not
    at all.
    """
    place = cards.place
    assert place is not None
    if cards.other and (place.zones, place.owner) == (("in play",), "your"):
        with_itself = replace(cards, other=False)
        count_all = _counter(with_itself, names, turned)
        fits = matcher(with_itself, names, turned, END_UP)

        def others(table: Table, seat: Seat, placed: CardInPlay) -> int:
            itself = placed in seat.in_play and (fits is None or fits(placed.card, seat))
            return count_all(table, seat, placed) - itself

        return others
    only_says(cards, {"place"}, "a count")
    place = known_place(place, names, fewest=place.zones == ("stacks",))
    cards = replace(cards, place=place)
    own_cards = replace(cards, place=replace(place, owner="your"))
    if place.owner == "holder":
        return _for_owner("holder", _counter(own_cards, names, turned, different))
    if _is_ones(place):
        if place.zones == ("market stack",) or cards.suit == ast.Suit("your"):
            raise CannotDo(f'"{say(cards)}": it does not choose whose are counted, or which.')
        if different is not None or cards != ast.Cards(place=place):
            refuse_hidden(place)
        return _for_owner(place.owner, _counter(own_cards, names, turned, different))
    if different is None and cards == ast.Cards(place=place):
        everything = looker(place)
        return lambda table, seat, placed: len(everything(table, seat))
    refuse_hidden(place)
    look = looker(place)
    match = matcher(cards, names, turned, END_UP)
    if different is None:
        assert match is not None
        return lambda table, seat, placed: sum(match(card, seat) for card in look(table, seat))

    def count_different(table: Table, seat: Seat, placed: CardInPlay) -> int:
        matches = [card for card in look(table, seat) if match is None or match(card, seat)]
        if different == "suit":  # starter cards have an S in the top left corner (G-suit-s)
            return len({"S" if card.is_starter else card.suit for card in matches} - {None})
        qualities = {getattr(card, different) for card in matches}
        return len(qualities if different == "cost" else qualities - {0, ""})

    return count_different


def _is_ones(place: ast.Place) -> bool:
    """Return whether the place belongs to one player who must be chosen."""
    return place.owner in ("target", "opponent") and place.owner_said == "owner"


def _for_owner(whose: ast.Owner, own: Quantity) -> Quantity:
    """Return what a number of its own is for the card's holder, or a player it chooses."""

    def of_owner(table: Table, seat: Seat, placed: CardInPlay) -> int:
        holder = holder_of(table, placed)
        if whose == "holder":
            return own(table, holder, placed)
        seats = owners(table, holder, whose)
        player = choose_player(table, holder, seats, placed.card, "gain")  # Card Targets
        return 0 if player is None else own(table, player, placed)

    return of_owner


def instruction_amount(effect: ast.Instruct, names: Names, turned: bool) -> Quantity:
    """Compile how many cards an instruction acts on."""
    number = effect.cards.number
    if not isinstance(number, ast.Until):
        return quantity_of(number, names, turned)
    goal, sign = number.count, 1 if effect.verb == "draw" else -1
    if goal is None:
        return lambda table, seat, placed: max(0, sign * (seat.hand_limit() - len(seat.hand)))
    return lambda table, seat, placed: max(0, sign * (goal - len(seat.hand)))


def _worth(worth: ast.Worth, names: Names) -> Quantity:
    """Compile the cost, score or Stability of a single card at the end now up; 0 without a card."""
    cards, place = worth.cards, worth.cards.place
    assert place is not None
    if place.owner == "holder":
        own_cards = replace(cards, place=replace(place, owner="your"))
        return _for_owner("holder", _worth(replace(worth, cards=own_cards), names))
    only_says(cards, {"number", "place"}, "a number")
    refuse_hidden(place)
    by_deed = place.zones in (("done",), ("heard",))
    if not (place.top or by_deed) or cards != ast.Cards(1, place=place):
        raise CannotDo(f'"{say(cards)}": it must be clear which card it is: say the top card.')
    place = known_place(place, names, fewest=True)
    of_one = _is_ones(place)
    look = looker(replace(place, owner="your") if of_one else place)
    measured = attrgetter(worth.of)

    def worth_there(table: Table, seat: Seat, placed: CardInPlay) -> int:
        return sum(map(measured, look(table, seat)))

    return _for_owner(place.owner, worth_there) if of_one else worth_there


def holder_of(table: Table, placed: CardInPlay) -> Seat:
    """Return the seat that has a card in play or a character in front of it."""
    for seat in table.seats:
        if placed is seat.character or placed in seat.in_play:
            return seat
    return table.seats[table.acting]


def lasting_count(per: ast.Per, names: Names, turned: bool) -> Callable[[Seat, CardInPlay], int]:
    """Compile the number of steps of a limit that depends on the player's own cards.

    Raises :class:`CannotDo` for cards that are not all visible or not in one place.
    """
    cards, place = per.cards, per.place
    if place.zones == ("players",):
        return lambda seat, placed: len(seat.opponents)
    if place.owner != "your" or len(place.zones) > 1 or place.bottom:
        raise CannotDo("a limit goes by cards of your own in one place.")
    only_says(cards, {"place"}, "a limit")
    zone, settled, match = place.zones[0], place.settled, matcher(cards, names, turned, END_UP)
    if zone in ("market stack", "stacks", "supply stack", "done", "coins", "players") or (
        match and zone == "settled"
    ):
        raise CannotDo("a limit goes by cards of your own in one place.")
    if match is not None:
        refuse_hidden(place)

    def count(seat: Seat, placed: CardInPlay) -> int:
        pile = placed.settled if zone == "settled" else zone_cards(seat, zone, place.top, settled)
        number = sum(match is None or match(card, seat) for card in pile)
        return min(_most(per), _steps(per, number))

    return count


def lasting_test(
    condition: ast.Condition, names: Names, turned: bool
) -> Callable[[Seat, CardInPlay], int]:
    """Compile a condition on a limit to a function that gives 1 while it holds, else 0.

    Raises :class:`CannotDo` for what the player cannot see.
    """
    if isinstance(condition, ast.All | ast.Either):
        parts = [lasting_test(part, names, turned) for part in condition.parts]
        combine = min if isinstance(condition, ast.All) else max
        return lambda seat, placed: combine(part(seat, placed) for part in parts)
    if isinstance(condition, ast.Coins):
        enough = within(condition.count)
        return lambda seat, placed: enough(seat.coins)
    bare_count = isinstance(condition, ast.Has) and ast.Has(condition.cards, condition.count)
    if not isinstance(condition, ast.Has) or condition != bare_count:
        raise CannotDo(f'"{say(condition)}": a limit goes by your own cards and coin tokens.')
    count = lasting_count(ast.Per(1, 1, condition.cards), names, turned)
    fits = within(condition.count)
    return lambda seat, placed: fits(count(seat, placed))
