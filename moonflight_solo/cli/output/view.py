"""What one seat may see of the table, as plain values: hidden zones are only counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.rules.acts import Build, Shop, Spend
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Card, MarketStack, Placed, Seat, Table

LineKind = Literal["act", "pass", "reset", "round", "turn", "end"]


@dataclass(frozen=True, slots=True)
class CardView:
    """The end of a card that is up. ``later`` is the score after the Turn, 0 once it has come.

    ``suit`` is a Jack's name, or "" for starter and generic cards.
    """

    name: str
    suit: str
    cost: int
    stability: int
    score: int
    later: int
    words: str


@dataclass(frozen=True, slots=True)
class PlacedView:
    """A card in play. ``settled`` names what is Set on it, the last one Set at the end.

    It is ``None`` where that may not be seen; ``count`` says how many there are.
    """

    card: CardView
    settled: tuple[CardView, ...] | None
    count: int


@dataclass(frozen=True, slots=True)
class PileView:
    """A face-up Stack, whose order anyone may look up: the top card first.

    ``name`` is the card's that a generic Market Stack is made of.
    """

    title: str
    cards: tuple[CardView, ...]
    name: str = ""

    @property
    def top(self) -> CardView | None:
        """The card on top, if there is one."""
        return self.cards[0] if self.cards else None


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player's part of the table. ``hand`` is ``None`` where it may not be seen."""

    title: str
    jack: str
    you: bool
    first: bool
    character: CardView
    hand: tuple[CardView, ...] | None
    hand_count: int
    in_play: tuple[PlacedView, ...]
    draw_count: int
    discard: PileView
    trash: PileView
    supply_count: int
    market: tuple[PileView, ...]
    coins: int
    built: bool
    shopped: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table from one seat. ``seats`` are in order of play, one's own last.

    ``tokens`` are what is left in the Turn and the End stack of Score Mode. ``suits`` are the
    suits of the game, each once, in seating order. ``supply`` is what the edition calls a
    suit's face-down stack.
    """

    round: int
    turned: bool
    first: str
    seats: tuple[SeatView, ...]
    generic: tuple[PileView, ...]
    tokens: tuple[int, int] | None
    suits: tuple[str, ...]
    supply: str

    @property
    def you(self) -> SeatView | None:
        """One's own seat, if one has one."""
        return next((seat for seat in self.seats if seat.you), None)

    def piles(self) -> list[PileView]:
        """Return every face-up Stack on the table, one's own first."""
        found: list[PileView] = []
        for seat in reversed(self.seats):
            found += [seat.discard, seat.trash, *seat.market]
        return [*found, *self.generic]


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of what happened. ``seat`` is whose it was, ``None`` for the whole table's."""

    words: str
    kind: LineKind
    seat: int | None = None


def view(
    table: Table,
    seat: int | None,
    *,
    open_hands: bool = False,
    tokens: tuple[int, int] | None = None,
) -> View:
    """Return what seat number ``seat`` may see; ``None`` is a spectator, without a seat.

    With ``open_hands`` every hand and what is Set face down is seen too.
    """
    order = table.seats if seat is None else table.clockwise(seat + 1)
    return View(
        round=table.round,
        turned=table.turned,
        first=table.title(table.first),
        seats=tuple(_seat(table, each, seat, open_hands) for each in order),
        generic=tuple(pile_view(stack, table) for stack in table.generic),
        tokens=tokens,
        suits=tuple(dict.fromkeys(each.suit for each in table.seats)),
        supply=table.edition.terms.get("supply stack", "Supply Stack"),
    )


def card_view(card: Card) -> CardView:
    """Return the end of ``card`` that is up."""
    return CardView(
        name=card.name,
        suit=card.suit or "",
        cost=card.cost,
        stability=card.stability,
        score=card.score,
        later=0 if card.turned else card.flipped.score,
        words=card.words,
    )


def pile_view(stack: MarketStack, table: Table) -> PileView:
    """Return a Market Stack, the top card first."""
    if stack.owner is None:
        return _pile(f"{stack.name} Market Stack", stack.cards, stack.name)
    number = table.seats[stack.owner].market.index(stack) + 1
    return _pile(f"{table.title(stack.owner)} Market Stack {number}", stack.cards)


def _pile(title: str, cards: Sequence[Card], name: str = "") -> PileView:
    return PileView(title, tuple(card_view(card) for card in reversed(cards)), name)


def _seat(table: Table, seat: Seat, viewer: int | None, open_hands: bool) -> SeatView:
    own = seat.number == viewer
    seen = own or open_hands
    title = table.title(seat.number)
    return SeatView(
        title=title,
        jack=seat.jack,
        you=own,
        first=seat.number == table.first,
        character=card_view(seat.character.card),
        hand=tuple(card_view(card) for card in seat.hand) if seen else None,
        hand_count=len(seat.hand),
        in_play=tuple(_placed(placed, seen) for placed in seat.in_play),
        draw_count=len(seat.draw_deck),
        discard=_pile(f"{title} Discard Stack", seat.discard_stack),
        trash=_pile(f"{title} Trash Stack", seat.trash_stack),
        supply_count=len(seat.supply),
        market=tuple(pile_view(stack, table) for stack in seat.market),
        coins=seat.coins,
        built=seat.built,
        shopped=seat.shopped,
    )


def _placed(placed: Placed, seen: bool) -> PlacedView:
    seen = seen and not placed.foreign  # what another Set here lies face down
    return PlacedView(
        card=card_view(placed.card),
        settled=tuple(card_view(card) for card in placed.settled) if seen else None,
        count=len(placed.settled),
    )


@dataclass(frozen=True, slots=True)
class ActView:
    """One legal act: its number in the list and its notation, whole and in parts.

    ``verb`` is its first word, ``using`` the card in play with its "with" or "on", if it has
    one, and ``what`` the words between. ``bought`` is the card it buys, if it does.
    """

    number: int
    notation: str
    verb: str
    what: str
    using: str
    bought: CardView | None


def act_views(acts: Sequence[Act], table: Table, seat: Seat) -> list[ActView]:
    """Return the acts numbered from 1, in their order."""
    return [_view(number, act, table, seat) for number, act in enumerate(acts, 1)]


def _view(number: int, act: Act, table: Table, seat: Seat) -> ActView:
    words = notation(act, table, seat)
    verb, _, what = words.partition(" ")
    using = ""
    if isinstance(act, Spend):
        at = what.rfind(f" with {act.placed.card.name}")
        what, using = what[:at], what[at + 1 :]
    elif isinstance(act, Build):
        at = what.rfind(f" on {act.pairs[-1][1].card.name}")
        what, using = what[:at], what[at + 1 :]
    bought = act.cards() if isinstance(act, Shop) else None
    return ActView(number, words, verb, what, using, card_view(bought[0]) if bought else None)
