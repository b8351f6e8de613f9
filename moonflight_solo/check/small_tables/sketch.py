"""Tables small enough to show: a sketch of one, how it is made smaller, and those of real games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.laying import PlacedCard, ScenarioFile, SeatLayout, Unwritten, lay_out
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

Names = tuple[str, ...]
Still = Callable[["Sketch"], bool]

PILES = ("draw_deck", "discard_stack", "trash_stack", "supply")
_UNWRITTEN = Unwritten()
_MOST_ACTS = 400


@dataclass(frozen=True, slots=True)
class SeatSketch:
    """One seat of a sketch, cards by name: Stacks from the top, the hand from the longest held.

    Each entry of ``in_play`` is a card and then the cards Settled on it.
    """

    jack: str
    hand: Names = ()
    in_play: tuple[Names, ...] = ()
    draw_deck: Names = ()
    discard_stack: Names = ()
    trash_stack: Names = ()
    supply: Names = ()
    market: tuple[Names, ...] = ((), (), ())
    coins: int = 0
    built: bool = False
    shopped: bool = False

    @property
    def size(self) -> int:
        """How many cards and coin tokens lie here."""
        piles = (self.hand, *self.in_play, *self.market, *(getattr(self, pile) for pile in PILES))
        return sum(map(len, piles)) + self.coins


@dataclass(frozen=True, slots=True)
class Sketch:
    """A table as plain data, with the parts that a scenario file has (docs/scenarios.md).

    ``acting`` and ``first_player`` count seats from 1. ``generic`` has the generic stacks that
    are not empty, by name and number. Two sketches are equal when they show the same table.
    """

    seats: tuple[SeatSketch, ...]
    turned: bool = False
    edition: str = "prototype"
    generic: tuple[tuple[str, int], ...] = ()
    acting: int = 1
    first_player: int = 1

    @property
    def size(self) -> int:
        """How many cards and coin tokens lie on the table."""
        return sum(seat.size for seat in self.seats) + sum(number for _, number in self.generic)

    def table(self, catalogue: Catalogue) -> Table:
        """Return the table, laid with the cards of ``catalogue``; nobody plays at it yet.

        Raises :class:`DataError` if a card is unknown, or lies there more often than the game
        has it.
        """
        file = ScenarioFile(
            [_seat_layout(seat) for seat in self.seats],
            self.edition,
            self.turned,
            self.acting,
            self.first_player,
            dict(self.generic),
        )
        return lay_out(file, catalogue, _UNWRITTEN)

    def as_scenario(
        self, title: str = "", expect: Mapping[str, object] | None = None
    ) -> dict[str, Any]:
        """Return what a scenario file of this table says; what is empty is left out.

        ``expect`` may say what is expected of the acting seat's AI card there.
        """
        written: dict[str, Any] = {"title": title} if title else {}
        written |= {"edition": self.edition, "turned": self.turned}
        if self.acting != 1:
            written["acting"] = self.acting
        if self.first_player != 1:
            written["first_player"] = self.first_player
        written["seats"] = [_written(seat) for seat in self.seats]
        if self.generic:
            written["generic"] = dict(self.generic)
        if expect:
            written["expect"] = dict(expect)
        return written

    def with_seat(self, index: int, seat: SeatSketch) -> Sketch:
        """Return the sketch with another seat at ``index`` (from 0)."""
        return replace(self, seats=(*self.seats[:index], seat, *self.seats[index + 1 :]))


def _seat_layout(seat: SeatSketch) -> SeatLayout:
    return SeatLayout(
        seat.jack,
        list(seat.hand),
        [each[0] if len(each) == 1 else PlacedCard(each[0], [*each[1:]]) for each in seat.in_play],
        list(seat.draw_deck),
        list(seat.discard_stack),
        list(seat.trash_stack),
        list(seat.supply),
        [list(stack) for stack in seat.market],
        seat.coins,
        seat.built,
        seat.shopped,
    )


def _written(seat: SeatSketch) -> dict[str, Any]:
    written: dict[str, Any] = {"jack": seat.jack}
    for zone in ("hand", "in_play", *PILES):
        cards = getattr(seat, zone)
        if cards:
            written[zone] = list(cards)
    if seat.in_play:
        written["in_play"] = [
            each[0] if len(each) == 1 else {"card": each[0], "settled": [*each[1:]]}
            for each in seat.in_play
        ]
    if any(seat.market):
        written["market"] = [list(stack) for stack in seat.market]
    if seat.coins:
        written["coins"] = seat.coins
    for mark in ("built", "shopped"):
        if getattr(seat, mark):
            written[mark] = True
    return written


def sketch_of(table: Table) -> Sketch:
    """Return the sketch of a table as it lies now, with the acting seat's act to come."""
    return Sketch(
        tuple(_sketched(seat) for seat in table.seats),
        table.turned,
        table.edition.edition,
        tuple((stack.name, len(stack.cards)) for stack in table.generic if stack.cards),
        table.acting + 1,
        table.first + 1,
    )


def _sketched(seat: Seat) -> SeatSketch:
    return SeatSketch(
        seat.jack,
        tuple(card.name for card in seat.hand),
        tuple(
            (placed.card.name, *(card.name for card in placed.settled)) for placed in seat.in_play
        ),
        tuple(card.name for card in reversed(seat.draw_deck)),
        tuple(card.name for card in reversed(seat.discard_stack)),
        tuple(card.name for card in reversed(seat.trash_stack)),
        tuple(card.name for card in reversed(seat.supply)),
        tuple(tuple(card.name for card in reversed(stack.cards)) for stack in seat.market),
        seat.coins,
        seat.built,
        seat.shopped,
    )


# ------------------------------------------------------------------------ making it smaller


def shrunk(sketch: Sketch, still: Still) -> Sketch:
    """Return ``sketch`` with cards and coin tokens taken away as long as ``still`` holds of it.

    No single card, coin token or mark can then be taken away any more. Whole places are tried
    first, the other seats' before one's own; at last cards alike are put side by side where that
    makes no difference. ``still`` must hold of ``sketch`` itself.
    """
    while True:
        for smaller in _smaller(sketch):
            if still(smaller):
                sketch = smaller
                break
        else:
            tidy = _tidied(sketch, still)
            if tidy == sketch:
                return sketch
            sketch = tidy


def _tidied(sketch: Sketch, still: Still) -> Sketch:
    """Return the sketch with cards alike side by side in each place, where ``still`` holds."""
    for index in range(len(sketch.seats)):
        for zone in ("hand", *PILES):
            seat = sketch.seats[index]
            names: Names = getattr(seat, zone)
            first = {name: at for at, name in reversed(list(enumerate(names)))}
            sorted_ = tuple(sorted(names, key=first.__getitem__))
            tidy = sketch.with_seat(index, _changed(seat, zone, sorted_))
            if sorted_ != names and still(tidy):
                sketch = tidy
    return sketch


def _smaller(sketch: Sketch) -> Iterator[Sketch]:
    """Yield the sketches with something taken away, those with much taken away first."""
    mine = sketch.acting - 1
    if sketch.generic:
        yield replace(sketch, generic=())
    order = [*(i for i in range(len(sketch.seats)) if i != mine), mine]
    for index in order:
        seat = sketch.seats[index]
        if index != mine and seat != SeatSketch(seat.jack):
            yield sketch.with_seat(index, SeatSketch(seat.jack))
        for less in _emptier(seat):
            yield sketch.with_seat(index, less)
    if sketch.first_player != 1:
        yield replace(sketch, first_player=1)
    for at, (name, number) in enumerate(sketch.generic):
        rest = (*sketch.generic[:at], *sketch.generic[at + 1 :])
        yield replace(sketch, generic=rest)
        if number > 1:
            fewer = (*sketch.generic[:at], (name, number - 1), *sketch.generic[at + 1 :])
            yield replace(sketch, generic=fewer)
    for index in order:
        for less in _one_less(sketch.seats[index]):
            yield sketch.with_seat(index, less)


def _emptier(seat: SeatSketch) -> Iterator[SeatSketch]:
    """Yield the seat with a whole place emptied, or half of it."""
    if any(seat.market):
        yield replace(seat, market=((), (), ()))
    for zone in (*PILES, "in_play", "hand"):
        cards = getattr(seat, zone)
        if cards:
            yield _changed(seat, zone, ())
        if len(cards) > 3:
            half = len(cards) // 2
            yield _changed(seat, zone, cards[:half])
            yield _changed(seat, zone, cards[half:])
    if seat.coins > 1:
        yield replace(seat, coins=0)
        yield replace(seat, coins=seat.coins // 2)


def _one_less(seat: SeatSketch) -> Iterator[SeatSketch]:
    """Yield the seat with one card, one coin token or one mark less."""
    for number, stack in enumerate(seat.market):
        for less in _without_one(stack):
            market = (*seat.market[:number], less, *seat.market[number + 1 :])
            yield replace(seat, market=market)
    for zone in (*PILES, "hand"):
        for less in _without_one(getattr(seat, zone)):
            yield _changed(seat, zone, less)
    for at, placed in enumerate(seat.in_play):
        before, after = seat.in_play[:at], seat.in_play[at + 1 :]
        yield replace(seat, in_play=(*before, *after))
        for less in _without_one(placed[1:]):
            yield replace(seat, in_play=(*before, (placed[0], *less), *after))
    if seat.coins:
        yield replace(seat, coins=seat.coins - 1)
    for mark in ("built", "shopped"):
        if getattr(seat, mark):
            yield _changed(seat, mark, False)


def _changed(seat: SeatSketch, part: str, value: Any) -> SeatSketch:
    return replace(seat, **{part: value})


def _without_one(names: Names) -> Iterator[Names]:
    for at, name in enumerate(names):
        if at == 0 or names[at - 1] != name:
            yield (*names[:at], *names[at + 1 :])


# ---------------------------------------------------------------------------- tables of games


class _Watched:
    """Plays as a follower of an AI card does, and sketches the table before each of its acts."""

    def __init__(self, follower: AICardPlayer, sketches: dict[Sketch, None]) -> None:
        self._follower = follower
        self._sketches = sketches

    def act(self, table: Table, seat: Seat) -> Act:
        self._sketches.setdefault(sketch_of(table))
        return self._follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self._follower.choose(table, seat, question)


def game_tables(
    card: AICard, catalogue: Catalogue, games: int, rulings: Rulings | None = None
) -> list[Sketch]:
    """Return the different tables at which ``card`` had to act in games of AI against AI.

    It meets every printed AI card in turn, its own Jack's too, and goes first in every other
    game; the seeds are the numbers from 1. The same arguments give the same tables.
    """
    sketches: dict[Sketch, None] = {}
    rivals = [*other_ai_cards(card, catalogue), card]
    for number in range(games):
        rival = rivals[number % len(rivals)]
        jacks = (card.jack, rival.jack)
        watched = _Watched(AICardPlayer(card, catalogue, rulings), sketches)
        players: list[Player] = [watched, AICardPlayer(rival, catalogue, rulings)]
        first = number // len(rivals) % 2
        settings = Settings(jacks, number + 1, first=first, act_limit=_MOST_ACTS, round_limit=60)
        play(set_up(settings, catalogue, players), settings)
    return list(sketches)


def other_ai_cards(card: AICard, catalogue: Catalogue) -> list[AICard]:
    """Return the AI cards of all Jacks that have one, but for that of ``card``."""
    found: list[AICard] = []
    for jack in catalogue.suits:
        if jack != card.jack:
            with suppress(UsageError):  # this Jack has no AI card
                found.append(load_ai_card(jack, catalogue))
    return found
