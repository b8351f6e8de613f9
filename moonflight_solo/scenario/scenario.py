"""The table as a value: what lies where, by name, with the parts that a scenario file has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from moonflight_solo.rules.state import Card, Placed, Seat, Table

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
