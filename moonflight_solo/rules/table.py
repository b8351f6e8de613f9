"""The table: every card, coin and marker, and who sits where."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, get_args

from moonflight_solo.rules.cards import Card
from moonflight_solo.wording.ast import Verb

if TYPE_CHECKING:
    from moonflight_solo.rules.catalogue import Catalogue
    from moonflight_solo.rules.editions import Edition
    from moonflight_solo.rules.events import Event
    from moonflight_solo.rules.players import Player

HAND_LIMIT = 5
RETAIN_LIMIT = 1
COINS_KEPT = 5
START_CARDS = 5
START_COINS = 5
MARKET_STACKS = 3

_EVERY_VERB = frozenset(get_args(Verb))


@lru_cache(maxsize=256)
def _watched_and_barred(
    catalogue: Catalogue, jacks: tuple[str, ...], turned: bool
) -> tuple[frozenset[str], frozenset[str]]:
    """Return which verbs trigger, and which are barred by, any card of a game of these Jacks."""
    cards = catalogue.cards_for(jacks)
    up = [card.flipped if card.turned != turned else card for card in cards]
    watched = frozenset(trigger.verb for card in up for trigger in card.triggers)
    return watched, frozenset(verb for card in up for verb in card.barred)


class Placed:
    """A card in play and the cards Settled on it, the last one Set at the end.

    ``foreign`` tells which of those are another player's: how many lie below, and the
    number of the seat.
    """

    __slots__ = ("card", "foreign", "settled")

    def __init__(self, card: Card, settled: Sequence[Card] = ()) -> None:
        self.card = card
        self.settled: list[Card] = [*settled]
        self.foreign: list[tuple[int, int]] = []

    def __repr__(self) -> str:
        return f"<{self.card.name} +{len(self.settled)}>" if self.settled else repr(self.card)

    def copied(self) -> Placed:
        """Return the same card with the same cards Settled on it."""
        new = Placed(self.card, self.settled)
        new.foreign = self.foreign.copy()
        return new

    def lift(self, seat: Seat) -> tuple[Card, int]:
        """Take the topmost Settled card off; return it and the number of the seat that owns it.

        ``seat`` is the one that the card in play lies in front of.
        """
        card = self.settled.pop()
        if self.foreign and self.foreign[-1][0] == len(self.settled):
            return card, self.foreign.pop()[1]
        return card, seat.number


class MarketStack:
    """A face-up Market Stack; the top card is the last of ``cards``.

    ``suit`` and ``owner`` (a seat number) stay when it is empty; both are ``None`` for a
    generic stack, whose ``name`` is its card's.
    """

    __slots__ = ("cards", "name", "owner", "suit")

    def __init__(
        self,
        cards: Sequence[Card],
        suit: str | None = None,
        owner: int | None = None,
        name: str = "",
    ) -> None:
        self.cards = list(cards)
        self.suit = suit
        self.owner = owner
        self.name = name

    def copied(self) -> MarketStack:
        """Return a stack of the same cards."""
        return MarketStack(self.cards, self.suit, self.owner, self.name)


class Seat:
    """One player's part of the table. The top of every Stack and Deck is its last card;
    ``hand`` is in the order held, longest first, and ``in_play`` in the order played.
    """

    __slots__ = (
        "bought",
        "built",
        "by_suit",
        "character",
        "coins",
        "discard_stack",
        "draw_deck",
        "hand",
        "in_play",
        "jack",
        "market",
        "number",
        "shopped",
        "stacks",
        "supply",
        "trash_stack",
    )

    def __init__(self, number: int, jack: str, character: Card) -> None:
        self.number = number
        self.jack = jack
        self.character = Placed(character)
        self.hand: list[Card] = []
        self.in_play: list[Placed] = []
        self.draw_deck: list[Card] = []
        self.discard_stack: list[Card] = []
        self.trash_stack: list[Card] = []
        self.supply: list[Card] = []
        # Every card Purchased, at the end then up; nothing in the game looks at it.
        self.bought: list[Card] = []
        self.market = tuple(MarketStack((), jack, number) for _ in range(MARKET_STACKS))
        self.coins = 0
        self.built = False
        self.shopped = False
        # Every Market Stack in this seat's reading order (ruling A-tie), and the same by suit;
        # the table sets them.
        self.stacks: tuple[MarketStack, ...] = ()
        self.by_suit: dict[str | None, tuple[MarketStack, ...]] = {}

    @property
    def suit(self) -> str:
        """The suit of this seat's character: its Jack's name."""
        return self.jack

    def copied(self) -> Seat:
        """Return a seat that has all this one has; what changes in play is new, cards are shared.

        The Market Stacks of others are not its own to copy: a table sets ``stacks`` anew.
        """
        new = Seat(self.number, self.jack, self.character.card)
        new.hand = self.hand.copy()
        new.in_play = [placed.copied() for placed in self.in_play]
        new.draw_deck = self.draw_deck.copy()
        new.discard_stack = self.discard_stack.copy()
        new.trash_stack = self.trash_stack.copy()
        new.supply = self.supply.copy()
        new.bought = self.bought.copy()
        new.market = tuple([stack.copied() for stack in self.market])
        new.coins = self.coins
        new.built = self.built
        new.shopped = self.shopped
        return new

    def hand_limit(self) -> int:
        """Return the current hand limit (Reset, Draw; ruling G-limit)."""
        limit = HAND_LIMIT + self.character.card.hand_limit
        for placed in self.in_play:
            limit += placed.card.hand_limit
        return limit

    def retain_limit(self) -> int:
        """Return how many cards may be kept in hand in Reset."""
        limit = RETAIN_LIMIT + self.character.card.retain_limit
        for placed in self.in_play:
            limit += placed.card.retain_limit
        return limit

    def abilities(self) -> Iterator[Placed]:
        """Yield what this seat can Spend with: cards in play longest first, the character."""
        for placed in self.in_play:
            if placed.card.abilities:
                yield placed
        if self.character.card.abilities:
            yield self.character


class Table:
    """Everything on the table, and the players round it.

    All randomness of the game comes from ``decks``; what players draw lots for is their own.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        seats: Sequence[Seat],
        generic: Sequence[MarketStack],
        players: Sequence[Player],
        decks: Random,
    ) -> None:
        self.catalogue = catalogue
        self.edition: Edition = catalogue.edition
        self.seats = tuple(seats)
        self.generic = tuple(generic)
        self.players = tuple(players)
        self.decks = decks
        self.turned = False
        # The round in whose Reset the Turn came; nothing in the game looks at it.
        self.turned_in: int | None = None
        self.round = 1
        self.first = 0
        self.acting = 0
        self.acts = 0
        self.ended_by = ""
        self.dealt = False
        self.triggering = 0
        self.listener: Callable[[Event], None] | None = None
        self.before_market: Callable[[Table], None] | None = None
        self.watched: frozenset[str] = frozenset()
        # The verbs that may trigger anything: every deed is a Move as well.
        self.heard: frozenset[str] = frozenset()
        self.barred: frozenset[str] = frozenset()
        self.sit(self.seats)
        for seat in self.seats:
            others = [s.market for s in self.opponents(seat)]
            seat.stacks = (
                *seat.market,
                *self.generic,
                *(stack for market in others for stack in market),
            )
        for seat in self.seats:
            suits = {stack.suit for stack in seat.stacks}
            seat.by_suit = {
                suit: tuple(stack for stack in seat.stacks if stack.suit == suit) for suit in suits
            }
        self._opposing = {
            seat.number: frozenset(s.suit for s in self.seats) - {seat.suit} for seat in self.seats
        }
        self.watch()

    def sit(self, seats: Sequence[Seat]) -> None:
        """Let these take the places at the table, as many and the same Jacks as before."""
        self.seats = tuple(seats)
        number = len(self.seats)
        twice = (*self.seats, *self.seats)
        self._clockwise = tuple(twice[at : at + number] for at in range(number))
        self._opponents = tuple(twice[at + 1 : at + number] for at in range(number))

    def go_on_from(self, other: Table) -> None:
        """Take up the game where ``other`` stands, a table laid in the same way."""
        self.turned = other.turned
        self.turned_in = other.turned_in
        self.round = other.round
        self.first = other.first
        self.acting = other.acting
        self.acts = other.acts
        self.ended_by = other.ended_by
        self.dealt = other.dealt
        self.triggering = other.triggering
        self.watch()

    def title(self, number: int) -> str:
        """Return what seat ``number`` is called: its Jack, numbered if the Jack sits twice."""
        jack = self.seats[number].jack
        alike = [seat.number for seat in self.seats if seat.jack == jack]
        return jack if len(alike) == 1 else f"{jack} ({alike.index(number) + 1})"

    def clockwise(self, start: int) -> tuple[Seat, ...]:
        """Return all seats in order of play from seat number ``start``."""
        return self._clockwise[start % len(self.seats)]

    def in_order(self) -> tuple[Seat, ...]:
        """Return all seats from the First Player on."""
        return self._clockwise[self.first]

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats, the next in order of play first."""
        return self._opponents[seat.number]

    def opposing_suits(self, seat: Seat) -> frozenset[str]:
        """Return the suits that are an opponent's and not also one's own (G-mirror-shop)."""
        return self._opposing[seat.number]

    def watch(self) -> None:
        """Note which verbs trigger or are barred by any card of this game at the ends now up."""
        jacks = tuple(seat.jack for seat in self.seats)
        self.watched, self.barred = _watched_and_barred(self.catalogue, jacks, self.turned)
        self.heard = _EVERY_VERB if "move" in self.watched else self.watched

    def tell(self, event: Event) -> None:
        """Tell the listener what happened; callers ask for a listener first."""
        if self.listener is not None:
            self.listener(event)

    def zones(self, seat: Seat) -> dict[str, list[Card]]:
        """Return every card of a seat by where it lies, Market Stacks included."""
        return {
            "hand": seat.hand,
            "in play": [placed.card for placed in seat.in_play],
            "settled": [card for placed in seat.in_play for card in placed.settled],
            "draw deck": seat.draw_deck,
            "discard stack": seat.discard_stack,
            "trash stack": seat.trash_stack,
            "supply stack": seat.supply,
            "market stacks": [card for stack in seat.market for card in stack.cards],
        }

    def every_card(self) -> list[Card]:
        """Return every card of the game, wherever it lies."""
        cards: list[Card] = [c for stack in self.generic for c in stack.cards]
        for seat in self.seats:
            for zone in self.zones(seat).values():
                cards.extend(zone)
        return cards
