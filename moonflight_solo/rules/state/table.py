"""The table: every card, coin token and marker, the seats, and their players."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from random import Random
from typing import Any, Final, Literal, Protocol

from moonflight_solo.rules.editions import Edition
from moonflight_solo.rules.state.cards import Card, GameCards, Names, Trigger
from moonflight_solo.rules.state.events import Ask, Event, IllegalChoice, Question
from moonflight_solo.rules.state.seat import CardInPlay, MarketStack, Seat
from moonflight_solo.wording.ast import Barrable, TriggerKind, Verb, Zone

Dropped = dict[int, list[Card]]
"""Cards that were Settled, by their owner's seat number."""


@dataclass(slots=True, eq=False)
class TriggeringCard:
    """The card that a "When ..." calls "it", with its owner and its zone.

    ``put`` moves it from there to the top or bottom of a pile while its keyword is being replaced,
    and returns what was Settled on it; a card already moved has none (G-trigger-it). ``placed`` is
    the card itself if it is in play, or the card it was Set upon. ``gone``: a "When ..." has moved
    it.
    """

    card: Card
    owner: Seat
    zone: Zone | None
    put: Callable[[list[Card], bool], Dropped] | None = None
    placed: CardInPlay | None = None
    gone: bool = False


@dataclass(slots=True, eq=False)
class TriggerEvent:
    """A deed that can set off triggers: ``doer`` has done ``verb`` to cards, its own or ``whose``.

    ``source`` is where they lay. ``placed`` are the cards if they are in play, or those they were
    Set upon.
    """

    doer: Seat
    verb: TriggerKind
    cards: list[Card]
    source: str = ""
    whose: Seat | None = None
    placed: Sequence[CardInPlay] = ()


WaitingTrigger = tuple[Trigger, Seat, CardInPlay]
"""A trigger, its seat, and the card it is printed on."""
SetOff = tuple[TriggerEvent, Sequence[WaitingTrigger]]
"""A deed, and what it has set off."""


@dataclass(slots=True, eq=False)
class Look:
    """The positions of the cards that ``seat`` has revealed in its Draw Deck, from the bottom.

    ``hidden``: it alone has Looked at them.
    """

    seat: int
    at: list[int]
    hidden: bool

    def copied(self) -> Look:
        """Return a copy; what is seen moves with the cards of its own table."""
        return Look(self.seat, self.at, self.hidden)


class Act(Protocol):
    """An act of a player: Play, Spend, Shop, Build or Pass."""

    def why_illegal(self, table: Table, seat: Seat) -> str | None:
        """Return why ``seat`` cannot do this now, without a full stop; ``None`` if it can."""

    def perform(self, table: Table, seat: Seat) -> None:
        """Do it. Raises a :class:`MoonflightError`, with the table unchanged, if it is illegal."""


class Player(Protocol):
    """Decides for one seat; the rules cannot tell a person from an AI card or a program."""

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act to take now."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return the chosen indexes into the question's items."""


progress: Final = attrgetter(
    *("turned_in", "round", "first", "acting", "passes", "acted", "begun", "acts", "ended_by"),
    *("dealt", "paying", "nested", "chained", "spoken", "again", "moved"),
)
"""Returns how far a table and the text being followed there have come; see `Table.go_on_from`."""


class Variant(Protocol):
    """A variant of the game that adds to Reset; ``tokens`` are counts of its own, which all see."""

    @property
    def tokens(self) -> tuple[int, ...]:
        """The number of tokens left in each of its stacks."""

    def before_market(self, table: Table) -> None:
        """Do what is due just before the market step."""

    def copy(self) -> Variant:
        """Return a copy for a copied table."""


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """Everything on the table, and its players.

    All shuffles and draws of the game use ``rng``; players have their own randomness. ``turned_in``
    is the round in whose Reset the Turn came; the rules do not use it. ``acting`` is the seat that
    acts, or acted last. ``passes`` counts passes in a row, ``acted`` the finished acts of this
    round and ``acts`` those of earlier rounds. ``begun`` is the last round whose beginning was
    announced to triggers. ``dealt``: this Reset dealt cards. ``paying`` is what paying with a card
    is, a "move" or a "discard" (ruling G-spend).

    ``watched``, ``trigger_verbs``, ``barred``, ``replaced`` and ``changed`` are those of
    `GameCards` at the ends now up; ``orders`` are the seats in order of play from each of them.
    """

    cards: GameCards
    seats: tuple[Seat, ...]
    generic: tuple[MarketStack, ...]
    players: tuple[Player, ...]
    rng: Random
    turned: bool = False
    variant: Variant | None = None
    # A copy takes these over. ``nested`` is the depth of nested Plays and triggers, ``chained`` the
    # length of the current chain; ``spoken`` is the seat number of the player whom the text being
    # followed mentioned last, ``moved`` what it moved last, and ``again`` how many further acts the
    # acting player takes before the next player.
    turned_in: int | None = None
    round: int = 1
    first: int = 0
    acting: int = 0
    passes: int = 0
    acted: int = 0
    begun: int = 0
    acts: int = 0
    ended_by: str = ""
    dealt: bool = False
    paying: Verb = "move"
    nested: int = 0
    chained: int = 0
    spoken: int | None = None
    again: int = 0
    moved: Sequence[Card] = ()
    # What the text being followed has revealed or looked at, latest last; and the triggers that the
    # effects of replacements will set off once the count is finished.
    looks: list[Look] = field(default_factory=list)
    late: list[SetOff] = field(default_factory=list)
    # A copy does not have these: the card that set off the current trigger, or that a replacement
    # is about; the replacements being carried out, which cannot replace their own effects; and the
    # card whose text is being followed.
    triggering: TriggeringCard | None = None
    replacing: tuple[object, ...] = ()
    own: CardInPlay | None = None
    listener: Callable[[Event], None] | None = None
    # What `know_players` finds out of each: how its acts are taken at once; which questions of
    # Reset it never says anything to; and who observes it in that, if anybody.
    turns: list[tuple[Any, ...]] = field(default_factory=list)
    silent: Sequence[Collection[Ask]] = ()
    left_open: Sequence[Callable[[Sequence[Card]], None] | None] = ()
    players_known: Sequence[Player] = ()
    edition: Edition = field(init=False)
    orders: tuple[tuple[Seat, ...], ...] = field(init=False)
    watched: frozenset[TriggerKind] = field(init=False)
    barred: frozenset[Verb] = field(init=False)
    replaced: frozenset[TriggerKind] = field(init=False)
    changed: frozenset[Barrable | Literal["price", "first shop"]] = field(init=False)
    trigger_verbs: frozenset[Any] = field(init=False)
    plain: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.edition = self.cards.edition
        self._see_around()
        self.watch()

    def _see_around(self) -> None:
        """Tell each seat who and which Market Stacks are around it, in its reading order.

        Its own stacks come first, then the generic ones, then its opponents' (ruling A-tie).
        """
        seats, generic = self.seats, self.generic
        number, twice = len(seats), seats * 2
        self.orders = tuple([twice[n : n + number] for n in range(number)])
        suits: dict[str | None, Sequence[MarketStack]] = {each.jack: each.market for each in seats}
        mirror = len(suits) < number
        if generic:
            suits[None] = generic
        for n, seat in enumerate(seats):
            seat.opponents = opponents = twice[n + 1 : n + number]
            stacks = seat.market + generic
            for opponent in opponents:
                stacks += opponent.market
            seat.stacks, seat.by_suit = stacks, suits
            if not seat.opposing:
                seat.opposing = frozenset([o.jack for o in opponents if o.jack != seat.jack])
            if mirror:
                seat.by_suit = {of: [stack for stack in stacks if stack.suit == of] for of in suits}

    def copy(self, players: Sequence[Player], rng: Random) -> Table:
        """Return a copy of the table for ``players``, with ``rng`` for its shuffles.

        Cards never change and are shared; everything else is copied. The copy has no listener.
        """
        seats = tuple([seat.copy() for seat in self.seats])
        generic = [MarketStack(stack.cards[:], None, None, stack.name) for stack in self.generic]
        new = Table(self.cards, seats, tuple(generic), tuple(players), rng, self.turned)
        new.go_on_from(progress(self))
        new.looks = [look.copied() for look in self.looks]
        new.variant = self.variant and self.variant.copy()
        return new

    def go_on_from(self, progress: tuple[Any, ...]) -> None:
        """Take over the :func:`progress` of another table."""
        self.turned_in, self.round, self.first, self.acting, *rest = progress
        self.passes, self.acted, self.begun, self.acts, self.ended_by, *rest = rest
        self.dealt, self.paying, self.nested, self.chained, *rest = rest
        self.spoken, self.again, moved = rest
        self.moved = moved[:]

    def __repr__(self) -> str:
        titles = ", ".join(map(self.title, range(len(self.seats))))
        return f"<Table of {titles}, round {self.round}{', after the Turn' * self.turned}>"

    @property
    def names(self) -> Names:
        """Looks up the names printed on cards."""
        return self.cards.names

    def title(self, number: int) -> str:
        """Return the name of seat ``number``: its Jack, numbered if that Jack sits twice."""
        jack = self.seats[number].jack
        numbers = [seat.number for seat in self.seats if seat.jack == jack]
        return jack if len(numbers) == 1 else f"{jack} ({numbers.index(number) + 1})"

    def clockwise(self, start: int) -> tuple[Seat, ...]:
        """Return all seats in order of play from seat number ``start``."""
        return self.orders[start % len(self.seats)]

    def in_order(self) -> tuple[Seat, ...]:
        """Return all seats in order of play, the First Player first."""
        return self.orders[self.first]

    def watch(self) -> None:
        """Update what any card of this game triggers, bars or changes at the ends now up."""
        self.watched = self.cards.watched[self.turned]
        self.barred = self.cards.barred[self.turned]
        self.replaced = self.cards.replaced[self.turned]
        self.changed = self.cards.changed[self.turned]
        self.trigger_verbs = self.cards.trigger_verbs[self.turned]
        self.plain = self.cards.plain[self.turned]
        self.players_known = ()
        for seat in self.seats:
            seat.limited = self.cards.limiting

    def know_players(self) -> None:
        """Find out anew what players need not be asked, if others sit here now or the Turn came.

        A player ``silent_in_reset`` leaves cards in their order, and retains or Moves none.
        """
        if self.players_known is not self.players:
            silent = [getattr(player, "silent_in_reset", None) for player in self.players]
            self.silent = tuple([() if each is None else each[self.turned] for each in silent])
            self.left_open = tuple([getattr(player, "left_open", None) for player in self.players])
            self.players_known, self.turns = self.players, []

    def unheard(self, verb: Verb) -> bool:
        """Return whether nobody listens to a keyword, and no card waits for or remembers it."""
        return self.listener is None and verb in self.plain

    def revealed_spots(self, seat: Seat) -> list[int]:
        """Return where the cards last revealed lie in the seat's Draw Deck, topmost first."""
        if not self.looks or self.looks[-1].seat != seat.number:
            return []
        return self.looks[-1].at[::-1]

    def left_deck(self, seat: Seat, index: int) -> None:
        """Update looks: the card at ``index``, from the bottom, has left the seat's Draw Deck."""
        self.move_looks(seat, lambda at: [n - (n > index) for n in at if n != index])

    def move_looks(self, seat: Seat, moved: Callable[[list[int]], list[int]]) -> None:
        """Update where the cards seen in the seat's Draw Deck lie, from the bottom."""
        for look in self.looks:
            if look.seat == seat.number:
                look.at = moved(look.at)

    def tell(self, event: Event) -> None:
        """Pass an event to the listener; callers check first that there is one."""
        if self.listener is not None:
            self.listener(event)

    def ask(self, seat: Seat, question: Question) -> Sequence[int]:
        """Return a player's answer; a question with one possible answer is not asked (G-forced).

        Raises :class:`IllegalChoice` for an answer the question does not allow.
        """
        answer: Sequence[int]
        number = len(question.items)
        if question.least >= number and question.ask != "order":
            answer = range(number)
        else:
            answer = self.players[seat.number].choose(self, seat, question)
            single = len(answer) == 1 and question.most == 1 and 0 <= answer[0] < number
            problem = None if single else question.why_invalid(answer)
            if problem is not None:
                raise IllegalChoice(f"{problem}.")
        if self.listener is not None:
            cards = [card for card in (question.cards[index] for index in answer) if card]
            self.tell(Event("choice", seat.number, cards, hidden=True, what=question))
        return answer
