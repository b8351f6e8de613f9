"""Scenarios: a table laid out in YAML, and what the acting seat's AI card does on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.follower import Considered, Follower
from moonflight_solo.documents import Document, Place, convert, read_document
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.rules.acts import Act, Build, Play, Shop, Spend
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, plain
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.events import Event
from moonflight_solo.rules.game import stream
from moonflight_solo.rules.table import MARKET_STACKS, MarketStack, Placed, Seat, Table

Path_ = tuple[str | int, ...]


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


@dataclass(frozen=True, eq=False)
class Scenario:
    """A laid-out table, the seat whose act it is, and what is expected of it."""

    file: str
    table: Table
    seat: Seat
    expect: Expectation


@dataclass(frozen=True, slots=True)
class Step:
    """What the AI card does in a scenario. ``mismatches`` say where it was expected otherwise.

    ``cards`` are those played, Spent, bought or Set, ``targets`` those chosen for the effect or
    Set upon, each by the name at the end now up.
    """

    file: str
    line: str
    act: str
    cards: tuple[str, ...]
    targets: tuple[str, ...]
    notation: str
    considered: tuple[Considered, ...]
    mismatches: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the step as plain data for JSON."""
        return {
            "file": self.file,
            "line": self.line,
            "act": self.act,
            "cards": list(self.cards),
            "targets": list(self.targets),
            "notation": self.notation,
            "considered": [
                {
                    "line": c.line,
                    "status": c.status,
                    "because": c.because,
                    "rulings": list(c.rulings),
                }
                for c in self.considered
            ],
        }


def load_scenario(path: str | Path, more: tuple[Path, ...] = ()) -> Scenario:
    """Return the table a scenario file lays out, with the card files in ``more`` known too.

    Raises an error with file, line and column for a wrong shape, an unknown name, or more
    copies of a card than the game has.
    """
    document = read_document(path)
    file = convert(document, ScenarioFile)
    if not file.seats:
        raise DataError(document.place("seats"), "nobody is seated", "give at least one seat")
    if file.edition not in editions():
        raise DataError(
            document.place("edition"),
            f"there is no edition {file.edition!r}",
            f"choose one of: {', '.join(editions())}",
        )
    cards = catalogue(file.edition, more)
    layout = _Layout(document, file, cards)
    seats = [layout.seat(index, seat) for index, seat in enumerate(file.seats)]
    table = Table(cards, seats, layout.generic(), (), stream(0, "decks"))
    table.turned = file.turned
    table.first = layout.seat_number(file.first_player, "first_player")
    table.acting = layout.seat_number(file.acting, "acting")
    table.watch()
    layout.check_copies([seat.jack for seat in seats])
    return Scenario(document.file, table, seats[table.acting], file.expect)


def step(scenario: Scenario, ai_cards: Mapping[str, AICard] | None = None) -> Step:
    """Return which line the acting seat's AI card follows and what it does.

    ``ai_cards``, by Jack, are used in place of the printed ones. The act is carried out on the
    scenario's table, so a scenario can be stepped once.
    """
    table, seat = scenario.table, scenario.seat
    cards = table.catalogue
    followers = [_follower(s.jack, cards, ai_cards or {}) for s in table.seats]
    follower = followers[seat.number]
    if follower is None:
        raise UsageError(f"{scenario.file}: {seat.jack} has no AI card to follow.")
    explanation = follower.explain(table, seat)
    act = follower.act(table, seat)
    acted = [card.name for card in _cards_of(act)]
    targets: list[str] = []

    def listen(event: Event) -> None:
        if event.kind == "choice" and event.seat == seat.number:
            targets.extend(card.name for card in event.cards)

    if isinstance(act, Build):
        targets = [placed.card.name for _, placed in act.pairs]
    table.players = tuple(f or follower for f in followers)
    table.listener = listen
    act.perform(table, seat)
    found = Step(
        scenario.file,
        explanation.line,
        type(act).__name__.lower(),
        tuple(acted),
        tuple(targets),
        explanation.notation,
        explanation.considered,
        (),
    )
    return replace(found, mismatches=_mismatches(found, scenario.expect))


def _mismatches(found: Step, expect: Expectation) -> tuple[str, ...]:
    wanted_line = None if expect.line is None else str(expect.line)
    pairs: list[tuple[str, object, object]] = [
        ("line", wanted_line, found.line),
        ("act", expect.act, found.act),
        ("cards", expect.cards, list(found.cards)),
        ("targets", expect.targets, list(found.targets)),
        ("notation", expect.notation, found.notation),
    ]
    return tuple(
        f"expected {what} {_shown(wanted)}, found {_shown(got)}"
        for what, wanted, got in pairs
        if wanted is not None and _plainly(wanted) != _plainly(got)
    )


def _plainly(value: object) -> object:
    return [plain(v) for v in value] if isinstance(value, list) else plain(str(value))


def _shown(value: object) -> str:
    return ", ".join(value) or "none" if isinstance(value, list) else str(value) or "none"


def _cards_of(act: Act) -> Sequence[Card]:
    if isinstance(act, Play):
        return (act.card,)
    if isinstance(act, Spend):
        return act.cards
    if isinstance(act, Shop):
        return act.cards() or ()
    if isinstance(act, Build):
        return tuple(card for card, _ in act.pairs)
    return ()


def _follower(jack: str, cards: Catalogue, own: Mapping[str, AICard]) -> Follower | None:
    try:
        return Follower(own.get(jack) or load_ai_card(jack, cards), cards)
    except UsageError:
        return None


def _said(error: MoonflightError) -> str:
    return str(error).rstrip(".")


class _Layout:
    """Lays out what a scenario file says, keeping count of the copies used."""

    def __init__(self, document: Document, file: ScenarioFile, cards: Catalogue) -> None:
        self._document = document
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
            place = self._document.place(*at, "jack")
            raise DataError(place, _said(error), "seat a known Jack") from None
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
                self._document.place(*at, "market"),
                f"{len(layout.market)} Market Stacks",
                "give three lists, empty ones too: [[], [], []]",
            )
        for number, (stack, names) in enumerate(zip(seat.market, layout.market, strict=True)):
            stack.cards = self._stack(names, (*at, "market", number))
        if layout.coins < 0:
            place = self._document.place(*at, "coins")
            raise DataError(place, f"{layout.coins} coin tokens", "give 0 or more")
        seat.coins = layout.coins
        seat.built, seat.shopped = layout.built, layout.shopped
        return seat

    def generic(self) -> list[MarketStack]:
        """Return the generic Market Stacks; one that is left out is empty."""
        numbers: dict[Card, int] = {}
        for name, number in self._file.generic.items():
            at = ("generic", name)
            card = self._card(name, at, self._document.key_place(*at))
            before = card.flipped if card.turned else card
            if before not in self._cards.generic:
                place = self._document.place(*at)
                raise DataError(place, f"{name} is no generic card", "name generic cards here")
            if number < 0:
                place = self._document.place(*at)
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
                self._document.place(key),
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
                    self._document.place(*self._last[card]),
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
                self._document.place(*at),
                f"{card.name} has no Stability, so nothing can be Settled on it",
                "put these cards elsewhere",
            )
        return Placed(card, settled)

    def _stack(self, names: Sequence[str], at: Path_) -> list[Card]:
        return self._named(names, at)[::-1]

    def _named(self, names: Sequence[str], at: Path_) -> list[Card]:
        return [self._card(name, (*at, index)) for index, name in enumerate(names)]

    def _card(self, name: str, at: Path_, place: Place | None = None) -> Card:
        try:
            card = self._cards.either_end(name)[0]
        except UnknownName as error:
            remedy = "use a card's name at either end"
            where = place or self._document.place(*at)
            raise DataError(where, _said(error), remedy) from None
        before = card.flipped if card.turned else card
        self._used[before] += 1
        self._last[before] = at
        return before.flipped if self._file.turned else before
