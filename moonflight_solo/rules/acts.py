"""The five acts: Play, Spend, Shop, Build and Pass, as values.

An act names kinds of cards, and places by their position: a card in play by where it lies in front
of its player (`CHARACTER` for the character), a Market Stack by its place in the seat's reading
order. So the same act can be taken at the table and on any copy of it.

Also the general changes to them by cards in play: what players are barred from, and what cards
cost. "If a card ... refers to a general change in circumstances its effect is ongoing" (Immediate
or Ongoing); "all cards overrule the Main Rules" (Rules Contradictions). Rulings G-bar and
G-cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, Literal

from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import plural
from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.state import (
    CHARACTER,
    Ability,
    Act,
    Card,
    CardInPlay,
    Change,
    Event,
    MarketStack,
    Seat,
    Table,
    TriggerEvent,
)
from moonflight_solo.wording.ast import Barrable

NOTHING_THERE: Final = "the card you chose for it is no longer in play"


class IllegalAct(MoonflightError):
    """An act that the rules do not allow now; the table is unchanged."""


def _refuse_illegal(act: Act, table: Table, seat: Seat) -> None:
    why = act.why_illegal(table, seat)
    if why is not None:
        raise IllegalAct(f"{why}.")


@dataclass(slots=True, unsafe_hash=True)
class Play:
    """Play a card from hand: it enters play, then its instructions are followed."""

    card: Card

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        if self.card not in seat.hand:
            return f"{self.card.name} is not in hand"
        return _what_bars(table, seat, "play", [self.card])

    def perform(self, table: Table, seat: Seat) -> None:
        """Play the copy held longest. Raises :class:`IllegalAct` if the rules forbid it."""
        if "play" in table.changed:
            _refuse_illegal(self, table, seat)
        try:
            seat.hand.remove(self.card)
        except ValueError:
            raise IllegalAct(f"{self.card.name} is not in hand.") from None
        moves.put_in_play(table, seat, self.card)


def _what_bars(table: Table, seat: Seat, act: Barrable, cards: Sequence[Card] = ()) -> str | None:
    """Return what bars a seat from an act, or from doing it to one of ``cards``, if anything."""
    if table.changed:
        for card in cards or (None,):
            source = kept_from(table, seat, act, card)
            if source is not None:
                return f"{source.name} keeps you from it"
    return None


def _not_in_hand(cards: Sequence[Card], seat: Seat) -> str | None:
    """Return the first of ``cards`` that the seat holds too few copies of, as a problem."""
    for card in cards:
        if seat.hand.count(card) < cards.count(card):
            return f"{card.name} is not in hand"
    return None


@dataclass(slots=True, init=False, unsafe_hash=True)  # an explicit __init__, which mypyc compiles
class Spend:
    """Use a Spend ability of the card in play at ``place``, or of the character.

    ``cards`` go from hand to the Discard Stack. That is a Move; it is a Discard only if ruling
    G-spend has that choice.
    """

    place: int
    ability: Ability
    cards: tuple[Card, ...]

    def __init__(self, place: int, ability: Ability, cards: tuple[Card, ...] = ()) -> None:
        self.place, self.ability, self.cards = place, ability, cards

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        placed, ability = seat.card_at(self.place), self.ability
        if placed is None:
            return NOTHING_THERE
        if ability not in placed.card.abilities:
            return f"{placed.card.name} has no ability like that"
        if ability in placed.used:
            return f"that ability of {placed.card.name} can be used only once a round"
        if table.changed and (why := _what_bars(table, seat, "spend")) is not None:
            return why
        if seat.coins < ability.coins:
            return f"that costs {plural(ability.coins, 'coin token')} and you have {seat.coins}"
        if len(self.cards) != ability.cards:
            return f"that costs {ability.cards} cards, not {len(self.cards)}"
        if ability.kinds is not None and not ability.kinds.issuperset(self.cards):
            return f"{placed.card.name} says what is Spent: {ability.words}"
        return _not_in_hand(self.cards, seat) if self.cards else None

    def perform(self, table: Table, seat: Seat) -> None:
        """Pay, then follow the instructions. Raises :class:`IllegalAct` if the rules forbid it."""
        _refuse_illegal(self, table, seat)
        placed = seat.card_at(self.place)
        assert placed is not None
        seat.coins -= self.ability.coins
        for card in self.cards:
            seat.hand.remove(card)
            seat.discard_stack.append(card)
        if table.listener is not None:
            cards = list(self.cards)
            source = placed.card.name
            table.tell(Event("spend", seat.number, cards, self.ability.coins, source))
        if self.cards and table.paying in table.trigger_verbs:
            triggers.fire(table, TriggerEvent(seat, table.paying, list(self.cards)))
        if self.ability.once:
            placed.used = (*placed.used, self.ability)
        table.moved = self.cards
        self.ability.resolve(table, seat, placed)


@dataclass(slots=True, init=False, unsafe_hash=True)  # an explicit __init__, which mypyc compiles
class Shop:
    """Purchase the top card of one Market Stack, or several cards of your own suit.

    Buys from the Market Stacks at ``places`` in that order; a stack named again sells the card just
    uncovered (Shop, example; ruling G-multi).
    """

    places: tuple[int, ...]

    def __init__(self, places: tuple[int, ...]) -> None:
        self.places = places

    def stacks(self, seat: Seat) -> list[MarketStack]:
        """Return the Market Stacks bought from, in order."""
        return [seat.stacks[place] for place in self.places]

    def cards(self, seat: Seat) -> list[Card] | None:
        """Return the cards to buy, in order; ``None`` if a stack has too few."""
        stacks = seat.stacks
        if len(self.places) == 1:
            return stacks[self.places[0]].cards[-1:]
        depth: dict[int, int] = {}
        cards: list[Card] = []
        for place in self.places:
            below = depth.get(place, 0) + 1
            depth[place] = below
            if below > len(stacks[place].cards):
                return None
            cards.append(stacks[place].cards[-below])
        return cards

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        number = len(seat.stacks)
        for place in self.places:
            if not 0 <= place < number:
                return f"there is no Market Stack {place}; they go from 0 to {number - 1}"
        cards = self.cards(seat)
        if not cards:
            return "there is no card to Purchase there"
        if len(cards) > 1 and any(card.suit != seat.suit for card in cards):
            return "you can Purchase several cards at once only of your own suit"
        if not seat.shopped and cards[0].suit in first_barred(table, seat):
            return "your first Shop of a round cannot be for a card of an opponent's suit"
        why = _what_bars(table, seat, "shop") or _what_bars(table, seat, "purchase", cards)
        if why is not None:
            return why
        cost = total_price(table, seat, cards)
        if cost > seat.coins:
            return f"that costs {plural(cost, 'coin token')} and you have {seat.coins}"
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Pay and Purchase. Raises :class:`IllegalAct` if that is illegal or too expensive."""
        _refuse_illegal(self, table, seat)
        cost = total_price(table, seat, self.cards(seat) or ())
        seat.coins -= cost
        seat.shopped = True
        set_off = triggers.act_begun(table, seat, "shop")
        moves.purchase(table, seat, self.stacks(seat), cost)
        triggers.follow(table, set_off)


def shop_from(stack: MarketStack, seat: Seat) -> Shop:
    """Return the Shop for the top card of a Market Stack."""
    return Shop((seat.stacks.index(stack),))


@dataclass(slots=True, init=False, unsafe_hash=True)  # an explicit __init__, which mypyc compiles
class Build:
    """Set cards from hand on cards in play, once a round, up to each card's Stability.

    ``pairs`` are a card and the place of the card in play it is Set on.
    """

    pairs: tuple[tuple[Card, int], ...]

    def __init__(self, pairs: tuple[tuple[Card, int], ...]) -> None:
        self.pairs = pairs

    def onto(self, seat: Seat) -> list[tuple[Card, CardInPlay]]:
        """Return each card with the card in play it is Set on."""
        return [(card, seat.in_play[place]) for card, place in self.pairs]

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        if seat.built:
            return "you have already built this round"
        if table.changed and (why := _what_bars(table, seat, "build")) is not None:
            return why
        if not self.pairs:
            return "Build Sets at least one card"
        cards = [card for card, _ in self.pairs]
        missing = _not_in_hand(cards, seat)
        if missing is not None:
            return missing
        no_set = next((card for card in cards if "set" in card.barred), None)
        if no_set is not None:
            return f"{no_set.name} cannot be Set"
        places = [place for _, place in self.pairs]
        for place in places:
            if not 0 <= place < len(seat.in_play):
                return NOTHING_THERE
            placed = seat.in_play[place]
            if places.count(place) > placed.card.stability:
                name, stability = placed.card.name, placed.card.stability or "-"
                return f"{name} has a Stability of {stability}"
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Set the cards. Raises :class:`IllegalAct` if the rules forbid it."""
        _refuse_illegal(self, table, seat)
        pairs = self.onto(seat)
        for card, _ in self.pairs:
            seat.hand.remove(card)
        seat.built = True
        set_off = triggers.act_begun(table, seat, "build")
        moves.settle(table, seat, pairs)
        triggers.follow(table, set_off)


@dataclass(slots=True, unsafe_hash=True)
class Pass:
    """Do nothing."""

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return ``None``: passing is always legal."""
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Do nothing."""


PASS = Pass()


def plays_and_spends(table: Table, seat: Seat) -> Iterator[Play | Spend]:
    """Yield every legal Play and Spend, in a fixed order; copies of a card in hand count once."""
    barred = "play" in table.changed
    for card in dict.fromkeys(seat.hand):
        if not barred or kept_from(table, seat, "play", card) is None:
            yield Play(card)
    if table.changed and kept_from(table, seat, "spend") is not None:
        return
    for place, placed in (*enumerate(seat.in_play), (CHARACTER, seat.character)):
        for ability in placed.card.abilities:
            if ability.coins <= seat.coins and ability not in placed.used:
                for cards in payments(ability.payable(seat.hand), ability.cards):
                    yield Spend(place, ability, cards)


def payments(hand: Sequence[Card], number: int) -> Iterator[tuple[Card, ...]]:
    """Yield every distinct way to pick ``number`` cards of ``hand``."""
    if number == 1:
        yield from zip(dict.fromkeys(hand))
        return
    keys: set[tuple[int, ...]] = set()
    for cards in combinations(hand, number):
        key = tuple(sorted(map(id, cards)))
        if key not in keys:
            keys.add(key)
            yield cards


def first_barred(table: Table, seat: Seat) -> frozenset[str]:
    """Return the suits that a seat's first Shop of a round cannot be for."""
    free = "first shop" in table.changed and any(_changes(table, seat, "first shop", None))
    return frozenset() if free else seat.opposing


def kept_from(table: Table, seat: Seat, act: Barrable, card: Card | None = None) -> Card | None:
    """Return the card that bars ``seat`` from an act, or from doing it to ``card``, if any.

    Without ``card``, changes that affect only some cards do not count.
    """
    if act == "shop" and table.edition.shop_is_spend and "spend" in table.changed:
        source = kept_from(table, seat, "spend")
        if source is not None:
            return source
    if act not in table.changed:
        return None
    return next((source for source, _ in _changes(table, seat, act, card)), None)


def price(table: Table, seat: Seat, card: Card) -> int:
    """Return what ``seat`` now pays to Shop for ``card``, in coin tokens, never below 0."""
    if "price" not in table.changed:
        return card.cost
    return max(0, card.cost + sum(each.cost for _, each in _changes(table, seat, "price", card)))


def total_price(table: Table, seat: Seat, cards: Sequence[Card]) -> int:
    """Return what ``seat`` now pays to Shop for all of ``cards`` at once, in coin tokens."""
    if "price" not in table.changed:
        return cards[0].cost if len(cards) == 1 else sum([card.cost for card in cards])
    return sum([price(table, seat, card) for card in cards])


def _changes(
    table: Table, seat: Seat, kind: Barrable | Literal["price", "first shop"], card: Card | None
) -> Iterator[tuple[Card, Change]]:
    """Yield each change of this kind that affects ``seat``, with the card that makes it."""
    for holder in table.seats:
        for placed in (*holder.in_play, holder.character):
            for change in placed.card.changes:
                if kind not in change.of or (change.fleeting and placed.stale):
                    continue
                if not triggers.befalls(change.who, holder is seat):
                    continue
                matches = change.matches
                if matches is None or (card is not None and matches(card, holder)):
                    yield placed.card, change
