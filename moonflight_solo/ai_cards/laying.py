"""A table laid out as a scenario says it, wherever that was written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Protocol

import msgspec

from moonflight_solo.documents import Place
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.game import stream
from moonflight_solo.rules.state import MARKET_STACKS, Card, MarketStack, Placed, Seat, Table

Path_ = tuple[str | int, ...]


class Places(Protocol):
    """Whoever knows where in a file a value is written; a document does."""

    def place(self, *path: str | int) -> Place | None:
        """Tell where the value at a key path starts; ``None`` if nobody can know."""
        ...

    def key_place(self, *path: str | int) -> Place | None:
        """Tell where the last key of a path is written."""
        ...


class Unwritten:
    """The places of a table that stands in no file: there are none."""

    def place(self, *path: str | int) -> None:
        """Return no place."""

    def key_place(self, *path: str | int) -> None:
        """Return no place."""


class PlacedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in play with cards Settled on it, the first Set first."""

    card: str
    settled: list[str] = []


class SeatLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat of a scenario. Stacks list the top card first, the hand the longest held."""

    jack: str
    hand: list[str] = []
    in_play: list[str | PlacedCard] = []
    draw_deck: list[str] = []
    discard_stack: list[str] = []
    trash_stack: list[str] = []
    supply: list[str] = []
    market: list[list[str]] = msgspec.field(default_factory=lambda: [[], [], []])
    coins: int = 0
    built: bool = False
    shopped: bool = False


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario expects; whatever is left out is not looked at."""

    line: str | int | float | None = None
    act: str | None = None
    cards: list[str] | None = None
    targets: list[str] | None = None
    notation: str | None = None


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file; whatever is left out has its default, and cards not placed are absent."""

    seats: list[SeatLayout]
    edition: str = "prototype"
    turned: bool = False
    acting: int = 1
    first_player: int = 1
    generic: dict[str, int] = {}
    expect: Expectation = Expectation()
    title: str = ""


def lay_out(file: ScenarioFile, cards: Catalogue, places: Places) -> Table:
    """Return the table that ``file`` describes, laid with the cards of ``cards``.

    Raises :class:`DataError`, at the place that ``places`` knows, for nobody seated, an unknown
    name, or more copies of a card than the game has. ``file.edition`` is not looked at: it is the
    catalogue's.
    """
    if not file.seats:
        raise DataError(places.place("seats"), "nobody is seated", "give at least one seat")
    layout = _Layout(places, file, cards)
    seats = [layout.seat(index, seat) for index, seat in enumerate(file.seats)]
    game = cards.game_cards(seat.jack for seat in seats)
    table = Table(game, seats, layout.generic(), (), stream(0, "decks"))
    table.first = layout.seat_number(file.first_player, "first_player")
    table.acting = layout.seat_number(file.acting, "acting")
    if file.turned:
        table.turned = True
        table.watch()
    layout.check_copies([seat.jack for seat in seats])
    return table


class _Layout:
    """Lays out what a scenario says, keeping count of the copies used."""

    def __init__(self, places: Places, file: ScenarioFile, cards: Catalogue) -> None:
        self._places = places
        self._file = file
        self._cards = cards
        self._used: Counter[Card] = Counter()
        self._last: dict[Card, Path_] = {}

    def seat(self, index: int, layout: SeatLayout) -> Seat:
        """Return one seat as laid out."""
        at: Path_ = ("seats", index)
        try:
            jack = self._cards.jack(layout.jack)
        except UnknownName as error:
            place = self._places.place(*at, "jack")
            raise DataError(place, str(error).rstrip("."), "seat a known Jack") from None
        character = self._cards.suits[jack].character
        seat = Seat(index, jack, character.flipped if self._file.turned else character)
        seat.hand = self._named(layout.hand, (*at, "hand"))
        seat.in_play = [
            self._placed(card, (*at, "in_play", i)) for i, card in enumerate(layout.in_play)
        ]
        seat.draw_deck = self._stack(layout.draw_deck, (*at, "draw_deck"))
        seat.discard_stack = self._stack(layout.discard_stack, (*at, "discard_stack"))
        seat.trash_stack = self._stack(layout.trash_stack, (*at, "trash_stack"))
        seat.supply = self._stack(layout.supply, (*at, "supply"))
        if len(layout.market) != MARKET_STACKS:
            raise DataError(
                self._places.place(*at, "market"),
                f"{len(layout.market)} Market Stacks",
                "give three lists, empty ones too: [[], [], []]",
            )
        for number, (stack, names) in enumerate(zip(seat.market, layout.market, strict=True)):
            stack.cards = self._stack(names, (*at, "market", number))
        if layout.coins < 0:
            place = self._places.place(*at, "coins")
            raise DataError(place, f"{layout.coins} coin tokens", "give 0 or more")
        seat.coins = layout.coins
        seat.built, seat.shopped = layout.built, layout.shopped
        return seat

    def generic(self) -> list[MarketStack]:
        """Return the generic Market Stacks; one that is left out is empty."""
        numbers: dict[Card, int] = {}
        for name, number in self._file.generic.items():
            at = ("generic", name)
            card = self._card(name, at, self._places.key_place(*at))
            before = card.flipped if card.turned else card
            if before not in self._cards.generic:
                place = self._places.place(*at)
                raise DataError(place, f"{name} is no generic card", "name generic cards here")
            if number < 0:
                place = self._places.place(*at)
                raise DataError(place, f"{number} copies of {name}", "give 0 or more")
            self._used[before] += number - 1  # _card has counted one
            numbers[before] = number
        return [
            MarketStack(
                [card.flipped if self._file.turned else card] * numbers.get(card, 0),
                name=card.name,
            )
            for card in self._cards.generic
        ]

    def seat_number(self, number: int, key: str) -> int:
        """Return a seat number counted from 0."""
        if not 1 <= number <= len(self._file.seats):
            raise DataError(
                self._places.place(key),
                f"there is no seat {number}",
                f"seats are counted from 1 to {len(self._file.seats)}",
            )
        return number - 1

    def check_copies(self, jacks: Sequence[str]) -> None:
        """Check that no card lies there more often than a game of these Jacks has it."""
        for card, used in self._used.items():
            seated = len(jacks) if card.suit is None else max(1, jacks.count(card.suit))
            if used > card.copies * seated:
                raise DataError(
                    self._places.place(*self._last[card]),
                    f"{used} copies of {card.name} where the game has {card.copies * seated}",
                    "take the others out",
                )

    def _placed(self, layout: str | PlacedCard, at: Path_) -> Placed:
        if isinstance(layout, str):
            return Placed(self._card(layout, at))
        card = self._card(layout.card, (*at, "card"))
        settled = self._named(layout.settled, (*at, "settled"))
        if settled and not card.stability:
            raise DataError(
                self._places.place(*at),
                f"{card.name} has no Stability, so nothing can be Settled on it",
                "put these cards elsewhere",
            )
        return Placed(card, settled)

    def _stack(self, names: Sequence[str], at: Path_) -> list[Card]:
        return self._named(names, at)[::-1]

    def _named(self, names: Sequence[str], at: Path_) -> list[Card]:
        if not names:
            return []
        return [self._card(name, (*at, index)) for index, name in enumerate(names)]

    def _card(self, name: str, at: Path_, place: Place | None = None) -> Card:
        try:
            card = self._cards.either_end(name)[0]
        except UnknownName as error:
            remedy = "use a card's name at either end"
            where = place or self._places.place(*at)
            raise DataError(where, str(error).rstrip("."), remedy) from None
        before = card.flipped if card.turned else card
        self._used[before] += 1
        self._last[before] = at
        return before.flipped if self._file.turned else before
