"""The five acts: Play, Spend, Shop, Build and Pass.

Also the general changes to them by cards in play: what players are barred from, and what cards
cost. "If a card ... refers to a general change in circumstances its effect is ongoing" (Immediate
or Ongoing); "all cards overrule the Main Rules" (Rules Contradictions). Rulings G-bar and
G-cheaper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import plural
from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.state import (
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


class IllegalAct(MoonflightError):
    """An act that the rules do not allow now; the table is unchanged."""


def _refuse_illegal(act: Act, table: Table, seat: Seat) -> None:
    why = act.why_illegal(table, seat)
    if why is not None:
        raise IllegalAct(f"{why}.")


@dataclass(slots=True)
class Play:
    """Play a card from hand: it enters play, then its instructions are followed."""

    card: Card

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        if self.card not in seat.hand:
            return f"{self.card.name} is not in hand"
        return _kept(table, seat, "play", [self.card])

    def perform(self, table: Table, seat: Seat) -> None:
        """Play the copy held longest. Raises :class:`IllegalAct` if the rules forbid it."""
        if "play" in table.changed:
            _refuse_illegal(self, table, seat)
        try:
            seat.hand.remove(self.card)
        except ValueError:
            raise IllegalAct(f"{self.card.name} is not in hand.") from None
        moves.put_in_play(table, seat, self.card)


def _kept(table: Table, seat: Seat, act: Barrable, cards: Sequence[Card] = ()) -> str | None:
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


@dataclass(slots=True, init=False)  # an explicit __init__, which mypyc compiles
class Spend:
    """Use a Spend ability of a card in play in front of the player, or of the character.

    ``cards`` go from hand to the Discard Stack. That is a Move; it is a Discard only if ruling
    G-spend is switched to that.
    """

    placed: CardInPlay
    ability: Ability
    cards: tuple[Card, ...]

    def __init__(self, placed: CardInPlay, ability: Ability, cards: tuple[Card, ...] = ()) -> None:
        self.placed, self.ability, self.cards = placed, ability, cards

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        placed, ability = self.placed, self.ability
        if placed is not seat.character and placed not in seat.in_play:
            return f"{placed.card.name} is not in play"
        if ability not in placed.card.abilities:
            return f"{placed.card.name} has no such ability"
        if ability in placed.used:
            return f"{placed.card.name} can be used for that once a round"
        if table.changed and (why := _kept(table, seat, "spend")) is not None:
            return why
        if seat.coins < ability.coins:
            return f"that costs {plural(ability.coins, 'coin token')} and you control {seat.coins}"
        if len(self.cards) != ability.cards:
            return f"that costs {ability.cards} cards, not {len(self.cards)}"
        if ability.kinds is not None and not ability.kinds.issuperset(self.cards):
            return f"{placed.card.name} says what is Spent: {ability.words}"
        return _not_in_hand(self.cards, seat) if self.cards else None

    def perform(self, table: Table, seat: Seat) -> None:
        """Pay, then follow the instructions. Raises :class:`IllegalAct` if the rules forbid it."""
        _refuse_illegal(self, table, seat)
        seat.coins -= self.ability.coins
        for card in self.cards:
            seat.hand.remove(card)
            seat.discard_stack.append(card)
        if table.listener is not None:
            paid = list(self.cards)
            source = self.placed.card.name
            table.tell(Event("spend", seat.number, paid, self.ability.coins, source))
        if self.cards and table.paying in table.trigger_verbs:
            triggers.fire(table, TriggerEvent(seat, table.paying, list(self.cards)))
        if self.ability.once:
            self.placed.used = (*self.placed.used, self.ability)
        table.moved = self.cards
        self.ability.resolve(table, seat, self.placed)


@dataclass(slots=True, init=False)  # an explicit __init__, which mypyc compiles
class Shop:
    """Purchase the top card of one Market Stack, or several cards of your own suit.

    Buys from ``stacks`` in that order; a stack named again sells the card just uncovered (Shop,
    example; ruling G-multi).
    """

    stacks: tuple[MarketStack, ...]

    def __init__(self, stacks: tuple[MarketStack, ...]) -> None:
        self.stacks = stacks

    def cards(self) -> list[Card] | None:
        """Return the cards to buy, in order; ``None`` if a stack has too few."""
        if len(self.stacks) == 1:
            return self.stacks[0].cards[-1:]
        depth: dict[int, int] = {}
        cards: list[Card] = []
        for stack in self.stacks:
            below = depth.get(id(stack), 0) + 1
            depth[id(stack)] = below
            if below > len(stack.cards):
                return None
            cards.append(stack.cards[-below])
        return cards

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        cards = self.cards()
        if not cards:
            return "there is no card there to Purchase"
        if len(cards) > 1 and any(card.suit != seat.suit for card in cards):
            return "only cards of your own suit can be Purchased several at once"
        if not seat.shopped and cards[0].suit in first_barred(table, seat):
            return "your first Shop of a round cannot be for a card of an opponent's suit"
        if table.changed:
            why = _kept(table, seat, "shop") or _kept(table, seat, "purchase", cards)
            if why is not None:
                return why
        cost = total_price(table, seat, cards)
        if cost > seat.coins:
            return f"that costs {plural(cost, 'coin token')} and you control {seat.coins}"
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Pay and Purchase. Raises :class:`IllegalAct` if that is illegal or too expensive."""
        _refuse_illegal(self, table, seat)
        cost = total_price(table, seat, self.cards() or ())
        seat.coins -= cost
        seat.shopped = True
        told = triggers.act_begun(table, seat, "shop")
        moves.purchase(table, seat, self.stacks, cost)
        triggers.follow(table, told)


@dataclass(slots=True, init=False)  # an explicit __init__, which mypyc compiles
class Build:
    """Set cards from hand on cards in play, once a round, up to each card's Stability."""

    pairs: tuple[tuple[Card, CardInPlay], ...]

    def __init__(self, pairs: tuple[tuple[Card, CardInPlay], ...]) -> None:
        self.pairs = pairs

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why the act is illegal now, ``None`` if it is legal."""
        if seat.built:
            return "you have already built this round"
        if table.changed and (why := _kept(table, seat, "build")) is not None:
            return why
        if not self.pairs:
            return "Build Sets at least one card"
        cards = [card for card, _ in self.pairs]
        missing = _not_in_hand(cards, seat)
        if missing is not None:
            return missing
        barred = next((card for card in cards if "set" in card.barred), None)
        if barred is not None:
            return f"{barred.name} cannot be Set"
        onto = [placed for _, placed in self.pairs]
        for placed in onto:
            if placed not in seat.in_play:
                return f"{placed.card.name} is not in play in front of you"
            if onto.count(placed) > placed.card.stability:
                name, stability = placed.card.name, placed.card.stability or "-"
                return f"{name} has a Stability of {stability}"
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Set the cards. Raises :class:`IllegalAct` if the rules forbid it."""
        _refuse_illegal(self, table, seat)
        for card, _ in self.pairs:
            seat.hand.remove(card)
        seat.built = True
        told = triggers.act_begun(table, seat, "build")
        moves.settle(table, seat, self.pairs)
        triggers.follow(table, told)


@dataclass(slots=True)
class Pass:
    """Do nothing."""

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return ``None``: passing is always legal."""
        return None

    def perform(self, table: Table, seat: Seat) -> None:
        """Do nothing."""


PASS = Pass()


def legal_acts(table: Table, seat: Seat) -> Iterator[Act]:
    """Yield every legal act, in a fixed order.

    Shop and Build are listed for single cards only; combine these for several. Copies of a card in
    hand count once.
    """
    hand = list(dict.fromkeys(seat.hand))
    for card in hand:
        if "play" not in table.changed or kept_from(table, seat, "play", card) is None:
            yield Play(card)
    kept = kept_from(table, seat, "spend")
    for placed in seat.abilities():
        for ability in placed.card.abilities:
            if ability.coins <= seat.coins and ability not in placed.used and not kept:
                for cards in payments(ability.payable(seat.hand), ability.cards):
                    yield Spend(placed, ability, cards)
    for stack in seat.stacks:
        shop = Shop((stack,))
        if shop.why_illegal(table, seat) is None:
            yield shop
    for card in hand:
        for placed in seat.in_play:
            build = Build(((card, placed),))
            if build.why_illegal(table, seat) is None:
                yield build
    yield PASS


def payments(hand: Sequence[Card], number: int) -> Iterator[tuple[Card, ...]]:
    """Yield every distinct way to pick ``number`` cards of ``hand``."""
    seen: set[tuple[int, ...]] = set()
    for cards in combinations(hand, number):
        key = tuple(sorted(map(id, cards)))
        if key not in seen:
            seen.add(key)
            yield cards


# -------------------------------------------------------------------------- general changes


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
    table: Table, seat: Seat, of: Barrable | Literal["price", "first shop"], card: Card | None
) -> Iterator[tuple[Card, Change]]:
    """Yield each change of this kind that affects ``seat``, with the card that makes it."""
    for holder in table.seats:
        for placed in (*holder.in_play, holder.character):
            for change in placed.card.changes:
                if of not in change.of or (change.fleeting and placed.stale):
                    continue
                if not triggers.befalls(change.who, holder is seat):
                    continue
                matches = change.matches
                if matches is None or (card is not None and matches(card, holder)):
                    yield placed.card, change
