"""Set up a game, and play it by asking its players."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from random import Random
from typing import Any

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.acts import Pass
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.ending import Outcome, outcome
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import (
    START_CARDS,
    START_COINS,
    Event,
    MarketStack,
    Player,
    Seat,
    Table,
)
from moonflight_solo.values import Value

ROUND_LIMIT = 200
ACT_LIMIT = 2_000
MOST_SEATS = 20
"""A sanity limit; the rulebook gives no maximum number of players."""


class Settings(Value):
    """What determines a game, besides its players' answers.

    ``jacks`` are in seating order. ``first`` is the First Player's seat number (from 0); ``None``
    draws lots. ``round_limit`` stops a game that never ends, ``act_limit`` a round that never ends
    (counted in acts of all seats); both count as unfinished. ``score_mode`` is Score Mode, see
    :func:`~moonflight_solo.scoremode.table_for`.
    """

    jacks: tuple[str, ...]
    seed: int = 0
    edition: str = "prototype"
    first: int | None = None
    rulings: Mapping[str, str] = msgspec.field(default_factory=dict)
    round_limit: int = ROUND_LIMIT
    act_limit: int = ACT_LIMIT
    score_mode: bool = False

    @classmethod
    def of(cls, header: object, **otherwise: object) -> Settings:
        """Return settings from a header or a plan, which count ``first`` from 1."""
        names = cls.__struct_fields__
        data = {name: getattr(header, name) for name in names if name not in otherwise} | otherwise
        return cls(**data | {"first": data["first"] and data["first"] - 1})


TakenAtOnce = tuple[Callable[[Table, Seat, Any, Any], bool], Any, object]
"""A function that takes an act of a seat, and returns ``False`` for a Pass.

Then its player, and what it notes the act in.
"""


def stream(seed: int, name: str) -> Random:
    """Return one of a game's independent random streams: "decks", or a player's own."""
    return Random(f"moonflight {seed} {name}")


def set_up(settings: Settings, catalogue: Catalogue, players: Sequence[Player]) -> Table:
    """Return a table set up as printed ("Set-Up"), ready for the first act.

    Raises :class:`UsageError` if nobody is seated, more than `MOST_SEATS` Jacks are, or the First
    Player is not.
    """
    if not settings.jacks:
        raise UsageError("nobody is seated: name at least one Jack.")
    if len(settings.jacks) > MOST_SEATS:
        many = f"{len(settings.jacks)} Jacks are more than {MOST_SEATS}"
        raise UsageError(f"{many}, the most at one table; seat fewer.")
    if settings.first is not None and not 0 <= settings.first < len(settings.jacks):
        number = len(settings.jacks)
        raise UsageError(f"seat {settings.first + 1} cannot go first: there are {number} seats.")
    seats = tuple(
        Seat.of(number, jack, catalogue.suits[jack].character)
        for number, jack in enumerate(settings.jacks)
    )
    generic = tuple(
        MarketStack([card] * (card.copies * len(seats)), name=card.name)
        for card in catalogue.generic
    )
    cards = catalogue.game_cards(settings.jacks)
    table = Table(cards, seats, generic, tuple(players), stream(settings.seed, "decks"))
    table.paying = "discard" if settings.rulings.get("G-spend") == "discard" else "move"
    lot = table.rng.randrange(len(seats))
    table.first = table.acting = lot if settings.first is None else settings.first
    for seat in seats:
        seat.supply = catalogue.suits[seat.jack].stack()
        moves.shuffle(table, seat.supply)
        for stack in seat.market:
            stack.cards.append(seat.supply.pop())
    for seat in seats:
        seat.draw_deck = [card for card in catalogue.starter for _ in range(card.copies)]
        moves.shuffle(table, seat.draw_deck)
        moves.draw(table, seat, START_CARDS)
        moves.gain(table, seat, START_COINS)
    return table


def play(table: Table, settings: Settings) -> Outcome:
    """Play until the End or a limit, and return the outcome.

    Exceptions from players pass through; the table is then as before the answer. If it was asking
    for an act, the game can continue from there. A player with a method ``begin`` gets the table
    first.
    """
    for player in table.players:
        begin = getattr(player, "begin", None)
        if begin is not None:
            begin(table)
    while True:
        if table.listener is not None and not table.acted:
            table.tell(Event("round", table.first, number=table.round))
        if "round" in table.watched and not table.acted and table.begun != table.round:
            table.begun = table.round
            for seat in table.in_order():
                triggers.act_done(table, seat, "round")
        if not action(table, settings.act_limit):
            table.ended_by = "act limit"
            break
        reset(table)
        if table.ended_by:
            break
        if table.round > settings.round_limit:
            table.round -= 1
            table.ended_by = "round limit"
            break
    result = outcome(table)
    if table.listener is not None:
        table.tell(Event("end", result.ranking[0], what=result))
    return result


def action(table: Table, act_limit: int = ACT_LIMIT) -> bool:
    """Play an Action section: acts in turn until all players have passed in a row.

    Returns ``False`` if it reached ``act_limit`` acts first.
    """
    number, turns = len(table.seats), _turns(table)
    at = table.acting if table.acted else table.first
    while table.passes < number and table.acted < act_limit:
        numbers = range(table.acted + 1, act_limit + 1)
        order = cycle(turns[at:] + turns[:at])
        for acted, (seat, take, player, notes) in zip(numbers, order, strict=False):
            table.acting = seat.number
            if take(table, seat, player, notes):
                table.passes = 0
            else:
                table.passes += 1
            table.acted = acted
            if table.passes == number or table.again:
                break
        at = table.acting
        if table.again:
            table.again -= 1
    over = table.passes == number
    table.acts += table.acted
    table.passes = table.acted = 0
    return over


def _turns(table: Table) -> list[tuple[Any, ...]]:
    """Return each seat with what takes its acts, some of which need not be asked for."""
    at_once = table.listener is None and "pass" not in table.watched
    if at_once:
        table.know_players()
        if table.turns:
            return table.turns
    writers = [at_once and getattr(player, "written", None) for player in table.players]
    takes = [write and write(table) for write in writers]
    listening = table.listener is not None
    turns = [
        (seat, *(take or (_act_asked_for, player, listening)))
        for seat, player, take in zip(table.seats, table.players, takes, strict=True)
    ]
    if all(takes):
        table.turns = turns
    return turns


def _act_asked_for(table: Table, seat: Seat, player: Player, listening: bool) -> bool:
    """Ask a player for its act and carry it out; return ``False`` for a Pass."""
    act = player.act(table, seat)
    if listening:
        table.tell(Event("act", seat.number, what=act, line=getattr(player, "followed", "")))
    if not isinstance(act, Pass):
        act.perform(table, seat)
        return True
    if "pass" in table.watched:
        triggers.act_done(table, seat, "pass")
    return False
