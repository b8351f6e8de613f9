"""A table as one value: what lies where, by name, with the parts that a scenario file has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from moonflight_solo.wording import ast

CardNames = tuple[str, ...]


class SettledCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card Settled on another player's: ``of`` is the seat that owns it, from 1 (G-owner)."""

    card: str
    of: int


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is known of a card in play beside what lies on it.

    ``used`` are those of its abilities and triggers for once a round that are done with, counted
    from 1 in the order of its words, abilities first; ``past_reset``: a Reset found it in play.
    """

    used: tuple[int, ...] = ()
    past_reset: bool = False


class PlacedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card in play with cards Settled on it, the first Set first, and its :class:`Marks`."""

    card: str
    settled: tuple[str | SettledCard, ...] = ()
    used: tuple[int, ...] = ()
    past_reset: bool = False


InPlay = str | PlacedCard
"""A card in play: its name, if there is nothing else to be said of it."""


class SeatLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat. Stacks and Decks list the top card first, the hand the card held longest.

    ``done`` is what has been done this round to which cards, and ``named`` the card it has named.
    """

    jack: str
    hand: CardNames = ()
    in_play: tuple[InPlay, ...] = ()
    draw_deck: CardNames = ()
    discard_stack: CardNames = ()
    trash_stack: CardNames = ()
    supply: CardNames = ()
    market: tuple[CardNames, ...] = ((), (), ())
    coins: int = 0
    built: bool = False
    shopped: bool = False
    done: Mapping[ast.Verb, CardNames] = {}
    named: str = ""
    character: Marks = Marks()

    def __hash__(self) -> int:
        return hash((self.jack, self.hand, self.in_play, self.discard_stack, self.coins))

    @property
    def cards(self) -> list[str]:
        """The name of every card that lies here."""
        piles = (self.hand, self.draw_deck, self.discard_stack, self.trash_stack, self.supply)
        found = [name for pile in (*piles, *self.market) for name in pile]
        for each in self.in_play:
            found += (
                [each] if isinstance(each, str) else [each.card, *map(settled_name, each.settled)]
            )
        return found

    @property
    def size(self) -> int:
        """How many cards and coin tokens lie here."""
        return len(self.cards) + self.coins


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is expected of the acting seat's AI card; whatever is left out is not looked at."""

    line: str | int | float | None = None
    act: str | None = None
    cards: CardNames | None = None
    targets: CardNames | None = None
    notation: str | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as plain data (docs/scenarios.md). Cards that are not placed are not in the game.

    ``acting`` and ``first_player`` count seats from 1. ``generic`` says how many cards lie on the
    generic stacks that are not empty, ``generic_turned`` which of these have been Turned, counted
    from the top. ``more_acts`` are those that whoever acts takes after this.
    Scenarios are equal when they show and expect the same.
    """

    title: str = ""
    edition: str = "prototype"
    turned: bool = False
    acting: int = 1
    first_player: int = 1
    seats: tuple[SeatLayout, ...]
    generic: Mapping[str, int] = {}
    generic_turned: Mapping[str, tuple[int, ...]] = {}
    more_acts: int = 0
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
        said = unlike(self, Scenario(seats=()), {"edition", "turned", "seats"})
        said["seats"] = [unlike(seat, SeatLayout(""), {"jack"}) for seat in self.seats]
        return plain_data(said)


def settled_name(settled: str | SettledCard) -> str:
    """Return the name of a Settled card."""
    return settled if isinstance(settled, str) else settled.card


def unlike(part: msgspec.Struct, blank: msgspec.Struct, always: Collection[str]) -> dict[str, Any]:
    """Return the fields of ``part`` that are ``always`` written, or not as in ``blank``."""
    return {
        name: getattr(part, name)
        for name in part.__struct_fields__
        if name in always or getattr(part, name) != getattr(blank, name)
    }


def plain_data(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return data as they come out of a file: lists and mappings all the way down."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(said))
    return plain
