"""The table as a value: what lies where, by name, with the parts that a scenario file has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue
from moonflight_solo.rules.editions import editions
from moonflight_solo.rules.game import MOST_SEATS, stream
from moonflight_solo.rules.state import MARKET_STACKS, Card, MarketStack, Placed, Seat, Table
from moonflight_solo.values import Thing

Names = tuple[str, ...]
PILES: Final = ("draw_deck", "discard_stack", "trash_stack", "supply")
"""The fields of a seat that are Stacks and Decks, the top card first."""


class PlacedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card in play with cards Settled on it, the first Set first."""

    card: str
    settled: Names = ()


InPlay = str | PlacedCard
"""A card in play: its name, if nothing is Settled on it."""


class SeatLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat. Stacks and Decks list the top card first, the hand the card held longest."""

    jack: str
    hand: Names = ()
    in_play: tuple[InPlay, ...] = ()
    draw_deck: Names = ()
    discard_stack: Names = ()
    trash_stack: Names = ()
    supply: Names = ()
    market: tuple[Names, ...] = ((), (), ())
    coins: int = 0
    built: bool = False
    shopped: bool = False

    @property
    def cards(self) -> list[str]:
        """The name of every card that lies here."""
        piles = (self.hand, self.draw_deck, self.discard_stack, self.trash_stack, self.supply)
        found = [name for pile in (*piles, *self.market) for name in pile]
        for each in self.in_play:
            found += [each] if isinstance(each, str) else [each.card, *each.settled]
        return found

    @property
    def size(self) -> int:
        """How many cards and coin tokens lie here."""
        return len(self.cards) + self.coins


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected of the acting seat's AI card; whatever is left out is not looked at."""

    line: str | int | float | None = None
    act: str | None = None
    cards: Names | None = None
    targets: Names | None = None
    notation: str | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as plain data (docs/scenarios.md). Cards that are not placed are not in the game.

    ``acting`` and ``first_player`` count seats from 1. ``generic`` says how many cards lie on the
    generic stacks that are not empty. Scenarios are equal when they show and expect the same.
    """

    title: str = ""
    edition: str = "prototype"
    turned: bool = False
    acting: int = 1
    first_player: int = 1
    seats: tuple[SeatLayout, ...]
    generic: Mapping[str, int] = {}
    expect: Expectation = Expectation()

    def __hash__(self) -> int:
        return hash((self.seats, self.turned, self.acting, frozenset(self.generic.items())))

    @property
    def size(self) -> int:
        """How many cards and coin tokens lie on the table."""
        return sum(seat.size for seat in self.seats) + sum(self.generic.values())

    def but(self, **parts: Any) -> Scenario:
        """Return the scenario with other ``parts``, which are named as the fields are."""
        return msgspec.structs.replace(self, **parts)

    def with_seat(self, index: int, seat: SeatLayout) -> Scenario:
        """Return the scenario with another seat at ``index`` (from 0)."""
        return self.but(seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def written(self) -> dict[str, Any]:
        """Return what a file of this scenario says; what is empty is left out."""
        said = _unlike(self, Scenario(seats=()), "edition", "turned", "seats")
        said["seats"] = [_unlike(seat, SeatLayout(""), "jack") for seat in self.seats]
        return _plainly(said)


def _unlike(part: msgspec.Struct, blank: msgspec.Struct, *always: str) -> dict[str, Any]:
    """Return the fields of ``part`` that are ``always`` written, or not as in ``blank``."""
    return {
        name: getattr(part, name)
        for name in part.__struct_fields__
        if name in always or getattr(part, name) != getattr(blank, name)
    }


def _plainly(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return data as they come out of a file: lists and mappings all the way down."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(said))
    return plain


def scenario_of(table: Table) -> Scenario:
    """Return a table as it lies now, with the acting seat's act to come."""
    return Scenario(
        edition=table.edition.edition,
        turned=table.turned,
        acting=table.acting + 1,
        first_player=table.first + 1,
        seats=tuple([_seat(seat) for seat in table.seats]),
        generic={stack.name: len(stack.cards) for stack in table.generic if stack.cards},
    )


def _seat(seat: Seat) -> SeatLayout:
    return SeatLayout(
        seat.jack,
        _names(seat.hand),
        tuple([_in_play(placed) for placed in seat.in_play]),
        _names(reversed(seat.draw_deck)),
        _names(reversed(seat.discard_stack)),
        _names(reversed(seat.trash_stack)),
        _names(reversed(seat.supply)),
        tuple([_names(reversed(stack.cards)) for stack in seat.market]),
        seat.coins,
        seat.built,
        seat.shopped,
    )


def _names(cards: Iterable[Card]) -> Names:
    return tuple([card.name for card in cards])


def _in_play(placed: Placed) -> InPlay:
    name = placed.card.name
    return PlacedCard(name, _names(placed.settled)) if placed.settled else name


def snapshot(table: Table) -> dict[str, Any]:
    """Return the whole table as plain data: hidden zones, and what is empty, too.

    It has the keys of ``docs/scenarios.md``, so it can be laid out as a scenario.
    """
    said = msgspec.structs.asdict(scenario_of(table))
    del said["title"], said["expect"]
    generic = {stack.name: len(stack.cards) for stack in table.generic}
    return _plainly({**said, "generic": generic})


# -------------------------------------------------------------------------------------- laid out


def lay_out(scenario: Scenario, cards: Catalogue, document: Document | None = None) -> Table:
    """Return the table that ``scenario`` describes; nobody plays at it yet.

    It is laid with the cards of ``cards``, whatever ``scenario.edition`` says. Raises
    :class:`DataError`, with the place in the ``document`` it was read from, for nobody seated, an
    unknown name, or more copies of a card than the game has.
    """
    return _Layout(scenario, cards, document).table()


class _Layout:
    """Lays out a scenario, keeping count of the copies used."""

    def __init__(self, scenario: Scenario, cards: Catalogue, document: Document | None) -> None:
        self._scenario = scenario
        self._cards = cards
        self._document = document
        self._used: Counter[Card] = Counter()
        self._last: dict[Card, tuple[str | int, ...]] = {}

    def table(self) -> Table:
        scenario = self._scenario
        if not scenario.seats:
            raise self._wrong("nobody is seated", "give at least one seat", "seats")
        if len(scenario.seats) > MOST_SEATS:
            many = f"{len(scenario.seats)} seats are more than {MOST_SEATS}"
            problem = f"{many}, the most at one table"
            raise self._wrong(problem, "take the others out", "seats", MOST_SEATS)
        seats = [self._seat(index, seat) for index, seat in enumerate(scenario.seats)]
        jacks = [seat.jack for seat in seats]
        numbers = self._generic()
        self._check_copies(jacks)
        generic = [
            MarketStack([card.flipped if scenario.turned else card] * numbers[card], name=card.name)
            for card in self._cards.generic
        ]
        # Cards of a Jack who is not seated are heard and heeded like any other.
        strangers = sorted({c.suit for c in self._used if c.suit is not None}.difference(jacks))
        cards = self._cards.game_cards([*jacks, *strangers])
        table = Table(cards, seats, generic, (), stream(0, "decks"))
        table.first = self._seat_number(scenario.first_player, "first_player")
        table.acting = self._seat_number(scenario.acting, "acting")
        if scenario.turned:
            table.turned = True
            table.watch()
        return table

    def _wrong(
        self, problem: str, remedy: str, *path: str | int, at_key: bool = False
    ) -> DataError:
        document = self._document
        if document is None:
            return DataError(None, problem, remedy)
        place = document.key_place(*path) if at_key else document.place(*path)
        return DataError(place, problem, remedy)

    def _seat(self, index: int, layout: SeatLayout) -> Seat:
        at = ("seats", index)
        try:
            jack = self._cards.jack(layout.jack)
        except UnknownName as error:
            problem = str(error).rstrip(".")
            raise self._wrong(problem, "seat a known Jack", *at, "jack") from None
        character = self._cards.suits[jack].character
        seat = Seat.of(index, jack, character.flipped if self._scenario.turned else character)
        seat.hand = self._named(layout.hand, *at, "hand")
        seat.in_play = [
            self._placed(each, *at, "in_play", number) for number, each in enumerate(layout.in_play)
        ]
        for pile in PILES:
            setattr(seat, pile, self._named(getattr(layout, pile), *at, pile)[::-1])
        if len(layout.market) != MARKET_STACKS:
            raise self._wrong(
                f"{len(layout.market)} Market Stacks",
                "give three lists, empty ones too: [[], [], []]",
                *(*at, "market"),
            )
        for number, (stack, names) in enumerate(zip(seat.market, layout.market, strict=True)):
            stack.cards = self._named(names, *at, "market", number)[::-1]
        if layout.coins < 0:
            raise self._wrong(f"{layout.coins} coin tokens", "give 0 or more", *at, "coins")
        seat.coins, seat.built, seat.shopped = layout.coins, layout.built, layout.shopped
        return seat

    def _generic(self) -> Counter[Card]:
        """Return how many cards lie in each generic Market Stack."""
        numbers: Counter[Card] = Counter()
        for name, number in self._scenario.generic.items():
            at = ("generic", name)
            card = self._card(name, *at, at_key=True)
            before = card.flipped if card.turned else card
            if before not in self._cards.generic:
                raise self._wrong(f"{name} is no generic card", "name generic cards here", *at)
            if number < 0:
                raise self._wrong(f"{number} copies of {name}", "give 0 or more", *at)
            self._used[before] += number - 1  # _card has counted one
            numbers[before] = number
        return numbers

    def _seat_number(self, number: int, key: str) -> int:
        seats = len(self._scenario.seats)
        if not 1 <= number <= seats:
            remedy = f"seats are counted from 1 to {seats}"
            raise self._wrong(f"there is no seat {number}", remedy, key)
        return number - 1

    def _check_copies(self, jacks: Sequence[str]) -> None:
        """Check that no card lies there more often than a game of these Jacks has it."""
        for card, used in self._used.items():
            seated = len(jacks) if card.suit is None else max(1, jacks.count(card.suit))
            if used > card.copies * seated:
                raise self._wrong(
                    f"{used} copies of {card.name} where the game has {card.copies * seated}",
                    "take the others out",
                    *self._last[card],
                )

    def _placed(self, layout: InPlay, *at: str | int) -> Placed:
        if isinstance(layout, str):
            return Placed(self._card(layout, *at))
        card = self._card(layout.card, *at, "card")
        settled = self._named(layout.settled, *at, "settled")
        if settled and not card.stability:
            raise self._wrong(
                f"{card.name} has no Stability, so nothing can be Settled on it",
                "put these cards elsewhere",
                *at,
            )
        return Placed(card, settled)

    def _named(self, names: Sequence[str], *at: str | int) -> list[Card]:
        return [self._card(name, *at, index) for index, name in enumerate(names)]

    def _card(self, name: str, *at: str | int, at_key: bool = False) -> Card:
        try:
            card = self._cards.either_end(name)[0]
        except UnknownName as error:
            remedy = "use a card's name at either end"
            raise self._wrong(str(error).rstrip("."), remedy, *at, at_key=at_key) from None
        before = card.flipped if card.turned else card
        self._used[before] += 1
        self._last[before] = at
        return before.flipped if self._scenario.turned else before


# --------------------------------------------------------------------------------- files


class ScenarioFile(Thing):
    """A scenario, and the file it was read from; it can be laid out with these cards."""

    document: Document
    scenario: Scenario
    cards: Catalogue

    @property
    def file(self) -> str:
        """The file, as it was named."""
        return self.document.file

    def table(self) -> Table:
        """Return a new table laid out so."""
        return lay_out(self.scenario, self.cards, self.document)


def load_scenario(path: str | Path, more: tuple[Path, ...] = ()) -> ScenarioFile:
    """Return the scenario in a file, with the card files in ``more`` known too.

    Raises an error with file, line and column for a wrong shape, an unknown name, or more
    copies of a card than the game has.
    """
    document = read_document(path)
    scenario = convert(document, Scenario)
    if scenario.edition not in editions():
        raise DataError(
            document.place("edition"),
            f"there is no edition {scenario.edition!r}",
            f"choose one of: {', '.join(editions())}",
        )
    found = ScenarioFile(document, scenario, catalogue(scenario.edition, more))
    found.table()
    return found


def save_scenario(directory: Path, name: str, scenario: Scenario, note: str = "") -> Path:
    """Write a scenario to ``directory``, which is made if need be; return its file.

    ``note`` stands above it as a comment.
    """
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{name}.yaml"
    comment = "".join(f"# {line}\n" for line in note.splitlines())
    path.write_text(comment + in_yaml(scenario, 98), "utf-8")
    return path


def in_yaml(scenario: Scenario, width: int) -> str:
    """Return what a file of this scenario says, in lines of about ``width`` characters."""
    import yaml  # slow to load, and few scenarios are written

    words: str = yaml.safe_dump(
        scenario.written(),
        sort_keys=False,
        allow_unicode=True,
        default_flow_style=None,
        width=width,
    )
    return words
