"""The table: every card, coin and marker, who sits where, and who plays for whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from moonflight_solo.rules.state.cards import MOVES, Card, GameCards, Names
from moonflight_solo.rules.state.events import Event, IllegalChoice, Question
from moonflight_solo.rules.state.seat import MarketStack, Placed, Seat
from moonflight_solo.wording.ast import Deeds, Verb, Zone

Dropped = dict[int, list[Card]]
"""Cards that were Settled, by the number of the seat that owns them."""


class Heard:
    """The card that a "When ..." calls "it", whose it is and where it lies.

    ``put`` moves it from there to a pile, above all or below, while its keyword is being replaced,
    and returns what was Settled on it; a card that has been moved has none (G-trigger-it).
    ``placed`` is the very card if it is in play, or the one it was Set upon, and ``gone`` says that
    a "When ..." has moved it.
    """

    __slots__ = ("card", "gone", "owner", "placed", "put", "zone")

    def __init__(
        self,
        card: Card,
        owner: Seat,
        zone: Zone | None,
        put: Callable[[list[Card], bool], Dropped] | None = None,
        placed: Placed | None = None,
    ) -> None:
        self.card, self.owner, self.zone, self.put = card, owner, zone, put
        self.placed, self.gone = placed, False


class Cause:
    """What "When ..." listens for: ``doer`` has done ``verb`` to cards, its own or ``whose``.

    ``source`` is where they lay; ``placed`` they are in play, or the cards they were Set upon.
    """

    __slots__ = ("cards", "doer", "placed", "source", "verb", "whose")

    def __init__(
        self,
        doer: Seat,
        verb: Deeds,
        cards: list[Card],
        source: str = "",
        whose: Seat | None = None,
        placed: Sequence[Placed] = (),
    ) -> None:
        self.doer, self.verb, self.cards = doer, verb, cards
        self.source, self.whose, self.placed = source, whose, placed


class Look:
    """Where in the Draw Deck of a ``seat``, from below, the cards lie that it has revealed.

    ``hidden`` says that only it has Looked at them.
    """

    __slots__ = ("at", "hidden", "seat")

    def __init__(self, seat: int, at: list[int], hidden: bool) -> None:
        self.seat, self.at, self.hidden = seat, at, hidden


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
    *("turned", "turned_in", "round", "first", "acting", "passes", "acted", "acts"),
    *("ended_by",),
    *("dealt", "paying", "nested", "chained", "spoken", "begun", "again", "moved"),
)
"""What stands on a table beside its cards, and is the same on a copy."""


class Table:
    """Everything on the table, and the players round it.

    All shuffles and draws of the game come from ``rng``; what players draw lots for is their own.
    ``turned_in`` is the round in whose Reset the Turn came; nothing in the game looks at it.
    ``acting`` is the seat that acts, or acted last. ``passes`` are those in a row
    and ``acted`` the acts of this round, before the one that is asked for or taken. ``begun`` is
    the round of which the start has been heard.
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
        self.edition = cards.edition
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
        self.late: list[Cause] = []
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
        new.looks = [Look(each.seat, each.at, each.hidden) for each in self.looks]
        new.variant = self.variant and self.variant.copied()
        new.watch()
        return new

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
        self.heard = MOVES | self.watched if "move" in self.watched else self.watched
        for seat in self.seats:
            seat.limited = self.cards.limiting

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
            if not one:
                problem = question.why_invalid(answer)
                if problem is not None:
                    raise IllegalChoice(f"{problem}.")
        if self.listener is not None:
            cards = [card for card in (question.cards[index] for index in answer) if card]
            self.tell(Event("choice", seat.number, cards, hidden=True, what=question))
        return answer
