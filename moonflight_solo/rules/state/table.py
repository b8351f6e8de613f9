"""The table: every card, coin and marker, who sits where, and who plays for whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.state.cards import EVERY_VERB, Card, GameCards, Names
from moonflight_solo.rules.state.events import Event, IllegalChoice, Question
from moonflight_solo.wording.ast import Deeds, Verb, Zone

HAND_LIMIT = 5
RETAIN_LIMIT = 1
COINS_KEPT = 5
START_CARDS = 5
START_COINS = 5
MARKET_STACKS = 3


class Placed:
    """A card in play and the cards Settled on it, the last one Set at the end.

    ``foreign`` tells which of those are another player's: how many lie below, and the
    number of the seat. ``used``: its abilities and triggers that are done with for this round;
    ``stale``: it has been in play in a Reset.
    """

    __slots__ = ("card", "foreign", "settled", "stale", "used")

    def __init__(self, card: Card, settled: list[Card] | None = None) -> None:
        # Written out, for a card is put in play at every other act.
        self.card = card
        self.settled = [] if settled is None else settled
        self.foreign: tuple[tuple[int, int], ...] = ()
        self.used: tuple[object, ...] = ()
        self.stale = False

    def __repr__(self) -> str:
        return f"<{self.card.name} +{len(self.settled)}>" if self.settled else repr(self.card)

    def copied(self) -> Placed:
        """Return the same card with the same cards Settled on it."""
        copy = Placed(self.card, self.settled.copy())
        copy.foreign, copy.used, copy.stale = self.foreign, self.used, self.stale
        return copy

    def owner_of(self, index: int, seat: Seat) -> int:
        """Return the number of the seat that owns the Settled card at ``index``, from below."""
        return next((number for at, number in self.foreign if at == index), seat.number)

    def take(self, index: int) -> Card:
        """Take the Settled card at ``index``, from below, off."""
        rest = [(at, number) for at, number in self.foreign if at != index]
        self.foreign = tuple([(at - (at > index), number) for at, number in rest])
        return self.settled.pop(index)

    def lift(self, seat: Seat) -> tuple[Card, int]:
        """Take the topmost Settled card off; return it and the number of the seat that owns it.

        ``seat`` is the one that the card in play lies in front of.
        """
        card = self.settled.pop()
        if self.foreign and self.foreign[-1][0] == len(self.settled):
            *rest, (_, number) = self.foreign
            self.foreign = tuple(rest)
            return card, number
        return card, seat.number


Dropped = dict[int, list[Card]]
"""Cards that were Settled, by the number of the seat that owns them."""


class Heard:
    """The card that a "When ..." calls "it", whose it is and where it lies.

    ``put`` moves it from there to a pile, above all or below, while its keyword is being replaced,
    and returns what was Settled on it; a card that has been moved has none (G-trigger-it).
    """

    __slots__ = ("card", "owner", "put", "zone")

    def __init__(
        self,
        card: Card,
        owner: Seat,
        zone: Zone | None,
        put: Callable[[list[Card], bool], Dropped] | None = None,
    ) -> None:
        self.card, self.owner, self.zone, self.put = card, owner, zone, put


class Look:
    """Where in the Draw Deck of a ``seat``, from below, the cards lie that it has revealed."""

    __slots__ = ("at", "seat")

    def __init__(self, seat: int, at: list[int]) -> None:
        self.seat, self.at = seat, at


@dataclass(slots=True, eq=False)
class MarketStack:
    """A face-up Market Stack; the top card is the last of ``cards``.

    ``suit`` and ``owner`` (a seat number) stay when it is empty; both are ``None`` for a
    generic stack, whose ``name`` is its card's.
    """

    cards: list[Card]
    suit: str | None = None
    owner: int | None = None
    name: str = ""

    def copied(self) -> MarketStack:
        """Return a stack of the same cards."""
        return MarketStack(self.cards.copy(), self.suit, self.owner, self.name)


@dataclass(slots=True, eq=False)
class Seat:
    """One player's part of the table. The top of every Stack and Deck is its last card;
    ``hand`` is in the order held, longest first, and ``in_play`` in the order played.

    ``did`` is what has been done this round to which cards, if any card of the game asks.
    ``named`` is the card it has named last.
    ``bought`` is every card Purchased, at the end then up; nothing in the game looks at it.
    ``stacks`` is every Market Stack in this seat's reading order (ruling A-tie) and ``by_suit``
    the same by suit; ``opponents`` are the other seats, the next in order of play first, and
    ``opposing`` the suits that are theirs and not also one's own (G-mirror-shop). The table sets
    all four.
    """

    number: int
    jack: str
    character: Placed
    hand: list[Card] = field(default_factory=list)
    in_play: list[Placed] = field(default_factory=list)
    draw_deck: list[Card] = field(default_factory=list)
    discard_stack: list[Card] = field(default_factory=list)
    trash_stack: list[Card] = field(default_factory=list)
    supply: list[Card] = field(default_factory=list)
    bought: list[Card] = field(default_factory=list)
    market: tuple[MarketStack, ...] = ()
    coins: int = 0
    built: bool = False
    shopped: bool = False
    did: dict[Verb, tuple[Card, ...]] = field(default_factory=dict)
    named: str = ""
    stacks: tuple[MarketStack, ...] = ()
    by_suit: Mapping[str | None, Sequence[MarketStack]] = field(default_factory=dict)
    opponents: tuple[Seat, ...] = field(default=(), repr=False)
    opposing: frozenset[str] = frozenset()

    @classmethod
    def of(cls, number: int, jack: str, character: Card) -> Seat:
        """Return a seat at which nothing lies but its character card."""
        market = tuple([MarketStack([], jack, number) for _ in range(MARKET_STACKS)])
        return cls(number, jack, Placed(character), market=market)

    @property
    def suit(self) -> str:
        """The suit of this seat's character: its Jack's name."""
        return self.jack

    def copied(self) -> Seat:
        """Return a seat that has all this one has; what changes in play is new, cards are shared.

        The Market Stacks of others are not its own to copy: a table sets ``stacks`` anew.
        """
        return Seat(
            self.number,
            self.jack,
            self.character.copied(),
            self.hand.copy(),
            [placed.copied() for placed in self.in_play],
            self.draw_deck.copy(),
            self.discard_stack.copy(),
            self.trash_stack.copy(),
            self.supply.copy(),
            self.bought.copy(),
            tuple([stack.copied() for stack in self.market]),
            self.coins,
            self.built,
            self.shopped,
            self.did.copy(),
            self.named,
        )

    def hand_limit(self) -> int:
        """Return the current hand limit (Reset, Draw; ruling G-limit)."""
        limit = HAND_LIMIT
        for placed in (*self.in_play, self.character):
            card = placed.card
            limit += card.hand_limit
            if card.growing:
                limit += self._grown("hand", placed)
        return limit + self._changed("hand")

    def retain_limit(self) -> int:
        """Return how many cards may be kept in hand in Reset."""
        limit = RETAIN_LIMIT
        for placed in (*self.in_play, self.character):
            limit += placed.card.retain_limit + self._grown("retain", placed)
        return limit + self._changed("retain")

    def _changed(self, which: str) -> int:
        """Return by how much opponents' cards change a limit."""
        change = 0
        for other in self.opponents:
            for placed in (*other.in_play, other.character):
                for of, by in placed.card.others_limits:
                    change += by if of == which else 0
        return change

    def _grown(self, which: str, placed: Placed) -> int:
        """Return by how much a card makes a limit grow with cards of one's own."""
        growing = placed.card.growing
        return sum([change * count(self, placed) for of, change, count in growing if of == which])

    def abilities(self) -> Iterator[Placed]:
        """Yield what this seat can Spend with: cards in play longest first, the character."""
        for placed in self.in_play:
            if placed.card.abilities:
                yield placed
        if self.character.card.abilities:
            yield self.character


class Act(Protocol):
    """What a player does when it is its turn to act: Play, Spend, Shop, Build or Pass."""

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why ``seat`` cannot do this now, without a full stop; ``None`` if it can."""
        ...

    def perform(self, table: Table, seat: Seat) -> None:
        """Do it. Raises a :class:`MoonflightError`, with the table as it was, if it is illegal."""
        ...


class Player(Protocol):
    """Answers for one seat. The rules cannot tell a person from a card or a program."""

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act to take now."""
        ...

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the chosen indexes into the question's items."""
        ...


class Variant(Protocol):
    """A way to play that adds to Reset; it may keep counts of its own."""

    def before_market(self, table: Table) -> None:
        """Do what is due just before the market step."""
        ...

    def copied(self) -> Variant:
        """Return the same variant for a copy of the table."""
        ...


_STANDING = (
    *("turned", "turned_in", "round", "first", "acting", "passes", "acted", "acts", "ended_by"),
    *("dealt", "paying", "nested", "chained", "spoken", "begun", "again", "moved"),
)
"""What stands on a table beside its cards, and is the same on a copy."""


class Table:
    """Everything on the table, and the players round it.

    All shuffles and draws of the game come from ``rng``; what players draw lots for is their own.
    ``turned_in`` is the round in whose Reset the Turn came; nothing in the game looks at it.
    ``acting`` is the seat that acts, or acted last. ``passes`` in a row and ``acted``, the acts of
    this round, are set when an Action section breaks off, so that it can be gone on with; ``begun``
    is the round of which the start has been heard.
    ``acts`` counts those of the rounds before. ``dealt`` is whether this Reset dealt cards.
    ``paying`` is what a card paid for an ability is, a "move" or a "discard" (ruling G-spend).
    ``watched`` and ``barred`` are the verbs that trigger, or are barred by, any card of the game at
    the ends now up; ``heard`` those that may trigger anything, as every deed is a Move as well.
    ``changed`` is what any card of the game changes for a player.
    """

    def __init__(
        self,
        cards: GameCards,
        seats: Sequence[Seat],
        generic: Sequence[MarketStack],
        players: Sequence[Player],
        rng: Random,
    ) -> None:
        self.cards = cards
        self.seats = tuple(seats)
        self.generic = tuple(generic)
        self.players = tuple(players)
        self.rng = rng
        self.turned = False
        self.turned_in: int | None = None
        self.round = 1
        self.first = 0
        self.acting = 0
        self.passes = 0
        self.acted = 0
        self.begun = 0
        self.acts = 0
        self.ended_by = ""
        self.dealt = False
        self.paying: Verb = "move"
        # How deep cards play or set off one another now, and how many have in this chain.
        self.nested = 0
        self.chained = 0
        # The number of the seat that the words being carried out have spoken of last.
        self.spoken: int | None = None
        # The card that has set off the trigger being resolved, or is spoken of by what replaces.
        self.told: Heard | None = None
        # The triggers whose deeds are being done instead of others, and are not replaced by the
        # same again, and what those deeds will set off, once the count is finished.
        self.replacing: tuple[object, ...] = ()
        self.late: list[tuple[Seat, Deeds, list[Card], str, Seat]] = []
        # How many acts more whoever acts now takes before the next player.
        self.again = 0
        # The card whose words are being carried out, and the cards they have moved last.
        self.own: Placed | None = None
        # What has been revealed, or looked at, by the words being carried out, the latest last.
        self.looks: list[Look] = []
        self.moved: Sequence[Card] = ()
        self.listener: Callable[[Event], None] | None = None
        self.variant: Variant | None = None
        number = len(self.seats)
        twice = (*self.seats, *self.seats)
        self._clockwise = tuple([twice[at : at + number] for at in range(number)])
        suits = frozenset([seat.suit for seat in self.seats])
        for seat in self.seats:
            seat.opponents = twice[seat.number + 1 : seat.number + number]
            seat.opposing = suits - {seat.suit}
            suited: dict[str | None, list[MarketStack]] = {}
            seat.stacks = (*seat.market, *self.generic)
            for other in seat.opponents:
                seat.stacks += other.market
            for stack in seat.stacks:
                if stack.suit in suited:
                    suited[stack.suit].append(stack)
                else:
                    suited[stack.suit] = [stack]
            seat.by_suit = suited
        self.watch()

    def copied(self, players: Sequence[Player], rng: Random) -> Table:
        """Return a table that lies as this one does, for ``players``, with ``rng`` to shuffle by.

        Cards never change and are shared; everything that does is new. Nobody listens.
        """
        seats = [seat.copied() for seat in self.seats]
        new = Table(self.cards, seats, [s.copied() for s in self.generic], players, rng)
        for name in _STANDING:
            setattr(new, name, getattr(self, name))
        new.looks = [Look(each.seat, each.at) for each in self.looks]
        new.variant = self.variant and self.variant.copied()
        new.watch()
        return new

    @property
    def edition(self) -> Edition:
        """The rulebook that the game is played by."""
        return self.cards.edition

    @property
    def names(self) -> Names:
        """Whoever knows what the names printed on cards mean."""
        return self.cards.names

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

    def watch(self) -> None:
        """Note which verbs trigger or are barred by any card of this game at the ends now up."""
        self.watched = self.cards.watched[self.turned]
        self.barred = self.cards.barred[self.turned]
        self.replaced = self.cards.replaced[self.turned]
        self.changed = self.cards.changed[self.turned]
        self.heard = EVERY_VERB if "move" in self.watched else self.watched

    def shown(self, seat: Seat) -> list[int]:
        """Return where in the seat's Draw Deck what it revealed last still lies, topmost first."""
        if not self.looks or self.looks[-1].seat != seat.number:
            return []
        return self.looks[-1].at[::-1]

    def left_deck(self, seat: Seat, index: int) -> None:
        """Note that the card at ``index`` from below has left the seat's Draw Deck."""
        for look in self.looks:
            if look.seat == seat.number:
                look.at = [at - (at > index) for at in look.at if at != index]

    def put_below(self, seat: Seat) -> None:
        """Note that a card has been put below all others of the seat's Draw Deck."""
        for look in self.looks:
            if look.seat == seat.number:
                look.at = [at + 1 for at in look.at]

    def forget_looks(self, seat: Seat) -> None:
        """Note that nobody knows any more where in the seat's Draw Deck a card lies."""
        for look in self.looks:
            if look.seat == seat.number:
                look.at = []

    def tell(self, event: Event) -> None:
        """Tell the listener what happened; callers ask for a listener first."""
        if self.listener is not None:
            self.listener(event)

    def ask(self, seat: Seat, question: Question) -> Sequence[int]:
        """Return a player's answer; a choice with one possible answer is not asked (G-forced).

        Raises :class:`IllegalChoice` if the player's answer is none.
        """
        answer: Sequence[int]
        number = len(question.items)
        if question.least >= number and question.ask != "order":
            answer = range(number)
        else:
            answer = self.players[seat.number].choose(self, seat, question)
            one = len(answer) == 1 and question.most == 1 and 0 <= answer[0] < number
            if not one and (problem := question.why_invalid(answer)) is not None:
                raise IllegalChoice(f"{problem}.")
        if self.listener is not None:
            cards = [card for card in (question.cards[index] for index in answer) if card]
            self.tell(Event("choice", seat.number, cards, hidden=True, what=question))
        return answer
