"""A table as plain data: which cards lie where, by name, in the shape of a scenario file."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import msgspec

from moonflight_solo.wording import ast

CardNames = tuple[str, ...]


class SettledCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card Settled on another player's card; ``of`` is the owner's seat, from 1 (G-owner)."""

    card: str
    of: int


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What must be known of a card in play besides the cards Settled on it.

    ``used`` are its once-a-round abilities and triggers already used, numbered from 1 in printed
    order, abilities first. ``past_reset``: it was in play during a Reset.
    """

    used: tuple[int, ...] = ()
    past_reset: bool = False


class PlacedCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card in play, the cards Settled on it in the order they were Set, and its `Marks`."""

    card: str
    settled: tuple[str | SettledCard, ...] = ()
    used: tuple[int, ...] = ()
    past_reset: bool = False


InPlay = str | PlacedCard
"""A card in play; just its name if nothing else needs saying."""


class SeatLayout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat. Stacks and Decks list the top card first, the hand the card held longest.

    ``done`` maps each verb to the cards it was done to this round; ``named`` is the card the player
    has named.
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
        """The names of all cards at this seat."""
        piles = (self.hand, self.draw_deck, self.discard_stack, self.trash_stack, self.supply)
        names = [name for pile in (*piles, *self.market) for name in pile]
        for placed in self.in_play:
            if isinstance(placed, str):
                names.append(placed)
            else:
                names += [placed.card, *map(settled_name, placed.settled)]
        return names

    @property
    def size(self) -> int:
        """The number of cards and coin tokens at this seat."""
        return len(self.cards) + self.coins


class Expectation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the acting seat's AI card should do; fields left out are not checked."""

    line: str | int | float | None = None
    act: str | None = None
    cards: CardNames | None = None
    targets: CardNames | None = None
    notation: str | None = None


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table as plain data (docs/scenarios.md). Cards that are not placed are not in the game.

    ``acting`` and ``first_player`` count seats from 1. ``generic`` maps each non-empty generic
    stack to its number of cards, ``generic_turned`` to the positions of its Turned cards, counted
    from the top. ``more_acts`` is how many further acts the acting player takes after this one.

    Equal scenarios show the same table and expect the same.
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
        """The number of cards and coin tokens on the table."""
        return sum(seat.size for seat in self.seats) + sum(self.generic.values())

    def but(self, **parts: Any) -> Scenario:
        """Return a copy with the fields in ``parts`` replaced."""
        return msgspec.structs.replace(self, **parts)

    def with_seat(self, index: int, seat: SeatLayout) -> Scenario:
        """Return a copy with the seat at ``index`` (from 0) replaced."""
        return self.but(seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))

    def written(self) -> dict[str, Any]:
        """Return the scenario as written to a file, without empty fields."""
        fields = changed_fields(self, Scenario(seats=()), {"edition", "turned", "seats"})
        fields["seats"] = [changed_fields(seat, SeatLayout(""), {"jack"}) for seat in self.seats]
        return plain_data(fields)


def settled_name(settled: str | SettledCard) -> str:
    """Return the name of a Settled card."""
    return settled if isinstance(settled, str) else settled.card


def changed_fields(
    part: msgspec.Struct, blank: msgspec.Struct, always: Collection[str]
) -> dict[str, Any]:
    """Return the fields of ``part`` that are in ``always`` or differ from ``blank``."""
    return {
        name: getattr(part, name)
        for name in part.__struct_fields__
        if name in always or getattr(part, name) != getattr(blank, name)
    }


def plain_data(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``fields`` as if loaded from a file: lists and mappings all the way down."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fields))
    return plain
