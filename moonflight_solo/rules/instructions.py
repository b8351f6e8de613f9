"""One instruction that moves cards, compiled: how many, which, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable

from moonflight_solo.rules import moves
from moonflight_solo.rules.cards import Card, Resolve
from moonflight_solo.rules.counting import CannotDo, Match, Names, counter, matcher, refuse_hidden
from moonflight_solo.rules.offers import Found, narrowed, offer_from
from moonflight_solo.rules.players import ask
from moonflight_solo.rules.putting import putter
from moonflight_solo.rules.table import Placed, Seat, Table
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.english import say

Amount = Callable[[Table, Seat], int]


def amount_of(number: int | m.Per | str | None, names: Names) -> Amount:
    """Return how many cards or coin tokens a printed number comes to when it is resolved.

    Raises :class:`CannotDo` for a card text that says no number.
    """
    if isinstance(number, int):
        return lambda table, seat: number
    if isinstance(number, m.Per):
        count, each, many = counter(number.place, names), number.each, number.number
        if each < 1:
            raise CannotDo('"per 0 cards" is no number.')
        return lambda table, seat: count(table, seat) // each * many
    if number == "all":
        return lambda table, seat: 1_000
    raise CannotDo('a card\'s instruction needs a number: say how many, or "all".')


def instruct(effect: m.Instruct, names: Names, turned: bool) -> Resolve:
    """Compile an instruction that moves cards, "one card at a time"."""
    cards, verb = effect.cards, effect.verb
    place = cards.place
    if place is None:
        raise CannotDo(f'"{say(effect)}" does not say where the card comes from.')
    if cards.extreme or cards.available or cards.whose:
        raise CannotDo(f'"{say(effect)}": a card\'s instruction cannot choose by cost or score.')
    plain = m.Cards(cards.number, place=place)
    own_deck = place == m.Place(("draw deck",), top=True)
    if own_deck and cards == plain and effect.destination is None and effect.onto is None:
        fast = _from_deck(verb, amount_of(cards.number, names))
        if fast is not None:
            return fast
    if verb == "deal":
        return _deal(effect, names)
    if cards == m.Cards(1, place=place) and effect.destination is None and verb == "draw":
        stack_top = _from_top(place)
        if stack_top is not None:
            return stack_top
    return _one_at_a_time(effect, place, names, turned)


def _from_deck(verb: m.Verb, amount: Amount) -> Resolve | None:
    if verb == "draw":
        return lambda table, seat, placed: moves.draw(table, seat, amount(table, seat))
    if verb in ("discard", "trash"):
        return lambda table, seat, placed: moves.take_off_deck(
            table, seat, verb, amount(table, seat)
        )
    return None


def _from_top(place: m.Place) -> Resolve | None:
    """Return the quick way to Draw the top card of one's own Discard or Trash Stack."""
    zone = place.zones[0]
    own = m.Place((zone,), top=True)
    if place != own or zone not in ("discard stack", "trash stack"):
        return None

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        pile = seat.discard_stack if zone == "discard stack" else seat.trash_stack
        if not pile:
            return
        if "draw" in pile[-1].barred:
            moves.blocked(table, seat, pile[-1])
            return
        card = pile.pop()
        seat.hand.append(card)
        moves.done(table, seat, "draw", [card], zone)

    return resolve


def _deal(effect: m.Instruct, names: Names) -> Resolve:
    cards = effect.cards
    supply = m.Place(("supply stack",), top=True)
    plain = cards == m.Cards(cards.number, place=supply)
    if not plain or effect.destination is not None or effect.onto is not None:
        raise CannotDo(f'"{say(effect)}": Deal moves cards from the Supply Stack only.')
    amount = amount_of(cards.number, names)

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        moves.deal(table, seat, amount(table, seat))

    return resolve


def _one_at_a_time(effect: m.Instruct, place: m.Place, names: Names, turned: bool) -> Resolve:
    verb = effect.verb
    cards = effect.cards
    match = matcher(cards, names, turned)
    if match is not None and not place.top:
        refuse_hidden(place)
    amount = amount_of(cards.number, names)
    put = putter(effect, names, turned)
    whole = cards.number == "all"

    def resolve(table: Table, seat: Seat, placed: Placed) -> None:
        acted: list[Card] = []
        source: m.Zone = place.zones[0]
        stays = placed in seat.in_play
        for _ in range(amount(table, seat)):
            found = _choose(table, seat, placed, verb, place, match, names, in_order=whole)
            if found is None or not put(table, seat, placed, found):
                break
            acted.append(found.card)
            source = found.zone
            if stays and placed not in seat.in_play:
                break
        # What is played or Set has told of itself, card by card.
        if acted and verb not in ("play", "set", "purchase"):
            where = effect.destination.zones[0] if effect.destination else ""
            hidden = verb == "draw" and source == "draw deck"
            moves.done(table, seat, verb, acted, source, where, hidden=hidden)

    return resolve


def _choose(
    table: Table,
    seat: Seat,
    placed: Placed,
    verb: m.Verb,
    place: m.Place,
    match: Match | None,
    names: Names,
    *,
    in_order: bool,
) -> Found | None:
    """Return the card the instruction acts on next, asking its player where there is a choice.

    Cards that bar the verb are not offered; a barred card on top of a Stack that leaves no
    choice stops the instruction (Blocked Resolution, ruling G-cannot).
    """
    offer = offer_from(table, seat, place, names, verb, placed.card)
    if match is not None:
        offer = narrowed(offer, [i for i, c in enumerate(offer.cards) if c and match(c, seat)])
    if verb in table.barred:
        open_ = [
            index
            for index, card in enumerate(offer.cards)
            if card and (verb not in card.barred or offer.items[index] is placed)
        ]
        if not open_ and len(offer.cards) == 1 and place.top and offer.cards[0]:
            moves.blocked(table, seat, offer.cards[0])
        offer = narrowed(offer, open_)
    if not offer.items:
        return None
    index = 0
    if not in_order:
        (index,) = ask(table, seat, offer)
    card = offer.cards[index]
    assert card is not None
    return Found(card, offer.zones[index], table.seats[offer.owners[index]], offer.items[index])
