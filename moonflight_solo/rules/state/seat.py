"""One player's part of the table: cards in play, hand, Stacks and coin tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from moonflight_solo.rules.state.cards import Card
from moonflight_solo.wording.ast import TriggerKind

HAND_LIMIT = 5
RETAIN_LIMIT = 1
COINS_KEPT = 5
CHARACTER = -1
"""The place of the character, among those of the cards in play."""
START_CARDS = 5
START_COINS = 5
MARKET_STACKS = 3


@dataclass(slots=True, eq=False, repr=False)
class CardInPlay:
    """A card in play and the cards Settled on it, the last one Set at the end.

    ``foreign`` has the index and the owner's seat number of each Settled card of another player.
    ``used`` are its abilities and triggers already used this round; ``stale``: it was in play
    during a Reset.
    """

    card: Card
    settled: list[Card] = field(default_factory=list)
    foreign: tuple[tuple[int, int], ...] = ()
    used: tuple[object, ...] = ()
    stale: bool = False

    def __repr__(self) -> str:
        return f"<{self.card.name} +{len(self.settled)}>" if self.settled else repr(self.card)

    def copy(self) -> CardInPlay:
        """Return a copy, with the same cards Settled on it."""
        return CardInPlay(self.card, self.settled[:], self.foreign, self.used, self.stale)

    def owner_of(self, index: int, seat: Seat) -> int:
        """Return the seat number of the owner of the Settled card at ``index``, from the bottom."""
        return next((number for position, number in self.foreign if position == index), seat.number)

    def take(self, index: int) -> Card:
        """Take off the Settled card at ``index``, from the bottom."""
        rest = [(position, number) for position, number in self.foreign if position != index]
        self.foreign = tuple([(position - (position > index), number) for position, number in rest])
        return self.settled.pop(index)

    def lift(self, seat: Seat) -> tuple[Card, int]:
        """Take off the topmost Settled card; return it and the number of the seat that owns it.

        ``seat`` is the one with the card in play in front of it.
        """
        if not self.foreign:  # as nearly always
            return self.settled.pop(), seat.number
        index = len(self.settled) - 1
        owner = self.owner_of(index, seat)
        return self.take(index), owner


@dataclass(slots=True, eq=False)
class MarketStack:
    """A face-up Market Stack; the top card is the last of ``cards``.

    ``suit`` and ``owner`` (a seat number) stay when it is empty; both are ``None`` for a generic
    stack, whose ``name`` is its card's.
    """

    cards: list[Card]
    suit: str | None = None
    owner: int | None = None
    name: str = ""


_NOWHERE: Final[Mapping[str | None, Sequence[MarketStack]]] = {}


@dataclass(slots=True, eq=False)
class Seat:
    """One player's part of the table.

    The top of every Stack and Deck is its last card. ``hand`` is in the order held, longest first,
    ``in_play`` in the order played. ``did`` maps verbs to the cards they were done to this round,
    if any card of the game asks. ``named`` is the card it named last. ``bought`` is every card
    Purchased, at the end then up; the rules do not use it.

    The table sets the rest: ``stacks`` is every Market Stack in this seat's reading order (ruling
    A-tie), and ``by_suit`` the same by suit. ``opponents`` are the other seats, in order of play,
    and ``opposing`` their suits, without its own (G-mirror-shop). ``limited``: other players' cards
    may change its limits.
    """

    number: int
    jack: str
    character: CardInPlay
    hand: list[Card] = field(default_factory=list)
    in_play: list[CardInPlay] = field(default_factory=list)
    draw_deck: list[Card] = field(default_factory=list)
    discard_stack: list[Card] = field(default_factory=list)
    trash_stack: list[Card] = field(default_factory=list)
    supply: list[Card] = field(default_factory=list)
    bought: list[Card] = field(default_factory=list)
    market: tuple[MarketStack, ...] = ()
    coins: int = 0
    built: bool = False
    shopped: bool = False
    did: dict[TriggerKind, tuple[Card, ...]] = field(default_factory=dict)
    named: str = ""
    stacks: tuple[MarketStack, ...] = ()
    by_suit: Mapping[str | None, Sequence[MarketStack]] = field(default_factory=dict)
    opponents: tuple[Seat, ...] = field(default=(), repr=False)
    opposing: frozenset[str] = frozenset()
    limited: bool = True

    @classmethod
    def of(cls, number: int, jack: str, character: Card) -> Seat:
        """Return an empty seat with its character card."""
        market = tuple([MarketStack([], jack, number) for _ in range(MARKET_STACKS)])
        return cls(number, jack, CardInPlay(character), market=market)

    @property
    def suit(self) -> str:
        """The suit of this seat's character: its Jack's name."""
        return self.jack

    def copy(self) -> Seat:
        """Return a copy; cards are shared, whatever changes in play is copied.

        The table sets anew what is around it, such as other seats' Market Stacks.
        """
        return Seat(
            self.number,
            self.jack,
            self.character.copy(),
            self.hand[:],
            [placed.copy() for placed in self.in_play],
            self.draw_deck[:],
            self.discard_stack[:],
            self.trash_stack[:],
            self.supply[:],
            self.bought[:],
            tuple([MarketStack(s.cards[:], s.suit, s.owner) for s in self.market]),
            self.coins,
            self.built,
            self.shopped,
            self.did.copy(),
            self.named,
            (),
            _NOWHERE,
            (),
            self.opposing,
        )

    def hand_limit(self) -> int:
        """Return the current hand limit (Reset, Draw; ruling G-limit)."""
        return HAND_LIMIT + self._limit_changes("hand")

    def retain_limit(self) -> int:
        """Return how many cards may be kept in hand in Reset."""
        return RETAIN_LIMIT + self._limit_changes("retain")

    def _limit_changes(self, limit: str) -> int:
        """Return the sum of all changes to a limit, by this seat's cards and its opponents'."""
        total = 0
        for placed in (*self.in_play, self.character):
            for change in placed.card.limits:
                if change.of != limit or change.who == "each opponent":
                    continue
                total += change.by * change.times(self, placed) if change.times else change.by
        for opponent in self.opponents if self.limited else ():
            for placed in (*opponent.in_play, opponent.character):
                for change in placed.card.limits:
                    if change.of == limit and change.who != "you":
                        total += change.by
        return total

    def card_at(self, place: int) -> CardInPlay | None:
        """Return the card in play at ``place``, or the character; ``None`` if none is there."""
        if place == CHARACTER:
            return self.character
        return self.in_play[place] if 0 <= place < len(self.in_play) else None

    def place_of(self, placed: CardInPlay) -> int:
        """Return the place of a card in play in front of this seat, or of its character."""
        return CHARACTER if placed is self.character else self.in_play.index(placed)

    def abilities(self) -> Iterator[CardInPlay]:
        """Yield what this seat can Spend with: cards in play, longest first, then the character."""
        for placed in self.in_play:
            if placed.card.abilities:
                yield placed
        if self.character.card.abilities:
            yield self.character
