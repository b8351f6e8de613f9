"""The course of a game: who leads when, how many acts there are to choose from, what empties
Stacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import Final

from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.players.value import promises
from moonflight_solo.playtest.tally import Tally, name_before
from moonflight_solo.rules.acts import Pass, Play, Spend
from moonflight_solo.rules.ending import Outcome, points_held
from moonflight_solo.rules.state import MARKET_STACKS, Act, Event, Player, Seat, Table
from moonflight_solo.wording.keywords import KEYWORDS

TENTHS: Final = range(1, 10)
"""Who leads is recorded after each of these tenths of a game's rounds."""

BY_VALUE: Final = "by value, "
"""Stands before what is counted of the favourite, whose position has the highest value."""

LOW: Final = 0.25
"""A share of the value below which a position is low."""

CHOICES_EVERY: Final = 256
"""The choices are counted at one act in this many, as counting takes as long as several acts."""


class _CoursePlayer:
    """Plays as another player does, and shows each act before it is carried out."""

    def __init__(self, player: Player, course: Course) -> None:
        self._act, self._course, self.choose = player.act, course, player.choose
        writing = getattr(player, "writing_for", None)
        self.written = writing and writing(course)
        self.silent_in_reset = getattr(player, "silent_in_reset", None)
        self.left_open = getattr(player, "left_open", None)

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the player."""
        act = self._act(table, seat)
        self._course.see(table, seat, act)
        return act


class Course:
    """Observes one game, through its players and, between rounds, as a listener.

    The leader is the seat owning the most points after the Turn, over all cards not in the Trash.
    The players at the ``table`` must be those of :meth:`with_watchers`; an observer that takes its
    acts at once shows them itself. It listens only where an event may matter that no act shows.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._ahead: list[int | None] = []
        self._favourites: list[int | None] = []  # by the value of the positions
        self._low: set[int] = set()
        self.due = 0  # before which act of the round there is something to note
        self._last: tuple[int, Act] | None = None  # whose the last act shown was, and what it was
        self._round_over = self._turning = False
        self.bought: dict[tuple[int, str], int] = {}
        self.choices: list[int] = []
        self.emptied: list[str] = []

    def with_watchers(self, players: Sequence[Player]) -> list[Player]:
        """Wrap players so that their acts are observed."""
        return [_CoursePlayer(player, self) for player in players]

    def begin(self, table: Table) -> None:
        """Start observing the game set up on ``table``."""
        self._table = table
        self._bought = [0] * len(table.seats)
        self.set_free = [0] * len(table.seats)
        self._stacks = [stack for seat in table.seats for stack in seat.market]
        self._see_stacks()
        table.listener = self._hear

    def _hear(self, event: Event) -> None:
        """Note a new round, which ends the listening, and what the Turn sets free."""
        match event.kind:
            case "round":
                self._begin_round()
                self._table.listener = None
            case "turn":
                self._turning = True
            case "settled" if self._turning:
                self.set_free[event.seat] += len(event.cards)

    def _begin_round(self) -> None:
        """Note what was bought in the last round, and who leads now, by points and by value."""
        if self._table.round > 1:
            points = points_held(self._table)
            alone = points.count(max(points)) == 1
            self._ahead.append(points.index(max(points)) if alone else None)
            if len(self._table.seats) > 1:
                by_value = promises(self._table)
                self._favourites.append(by_value.index(max(by_value)))
                odds = [exp(promise) for promise in by_value]
                self._low.update(index for index, odd in enumerate(odds) if odd < LOW * sum(odds))
            self._see_bought(self._table.round - 1)
        self._see_stacks()
        self._last, self._round_over, self._turning, self.due = None, False, False, 0

    def see(self, table: Table, seat: Seat, act: Act) -> None:
        """Note an act before it is carried out, and any Stack that the previous one emptied."""
        self.pause(table, seat)
        self._last, self.due = (seat.number, act), table.acted + 1
        if isinstance(act, Pass) and table.passes + 1 == len(table.seats):
            self.end_round(table)

    def pause(self, table: Table, seat: Seat) -> None:
        """Look at the table before an act, and note any Stack that one shown has emptied."""
        if self._round_over:
            self._begin_round()
        if self._last is not None and [] in self.piles:
            self.see_emptied(*self._last)
        since = (self._seed + table.acts + table.acted + 1) % CHOICES_EVERY
        if since == 0:
            self.choices.append(len(candidate_acts(table, seat)))
        self._last, self.due = None, table.acted + CHOICES_EVERY - since

    def end_round(self, table: Table) -> None:
        """Note that everybody has passed."""
        self._round_over, self.due = _tells_nothing(table), 0
        if not self._round_over:
            table.listener = self._hear

    def _see_stacks(self) -> None:
        self.piles = [stack.cards for stack in self._stacks if stack.cards]

    def see_emptied(self, number: int, act: Act) -> None:
        """Note the Stacks that an act of this seat has emptied."""
        by = _card_of(act, self._table)
        for stack in self._stacks:
            if not stack.cards and any(stack.cards is pile for pile in self.piles):
                buyer = "its owner" if stack.owner == number else "another"
                self.emptied.append(f"by {by}" if by else f"bought by {buyer}")
        self._see_stacks()

    def _see_bought(self, round_: int) -> None:
        """Note the first purchases of a round; both ends count as one card."""
        for seat, number in zip(self._table.seats, self._bought, strict=True):
            for card in seat.bought[number:]:
                self.bought.setdefault((seat.number, name_before(card)), round_)
            self._bought[seat.number] = len(seat.bought)

    def changes(self, winner: int | None) -> int:
        """Return how often the lead passed to another seat, last to the ``winner`` at the End."""
        return _changes(self._ahead, winner)

    def count(self, tally: Tally, seed: int, outcome: Outcome) -> None:
        """Add the finished observation to a tally."""
        add = tally.add
        self._see_bought(outcome.rounds)
        for number in self.choices:
            add(("course", "choices", number), seed)
        for what in self.emptied:
            add(("course", "emptied", what), seed)
        if not outcome.finished or outcome.winner is None:
            return
        winner = outcome.winner

        def also_won(what: str, number: int, *more: str | int) -> None:
            add(("course", what, number, *more), seed)
            if number == winner:
                add(("course", f"{what}, won", number, *more), seed)

        add(("course", "games"), seed)
        for (number, name), round_ in self.bought.items():
            also_won("bought", number, name, round_)
        for number, cards in enumerate(self.set_free if self._table.turned else ()):
            also_won("set free", number, cards)
        if len(self._table.seats) == 1:
            return
        for number in self._low:
            also_won("low", number)
        for by, leaders in (("", self._ahead), (BY_VALUE, self._favourites)):
            add(("course", f"{by}changes", _changes(leaders, winner)), seed)
            add(("course", f"{by}clear", _clear_since(leaders, winner)), seed)
            for tenth in TENTHS:
                at = tenth * (len(leaders) + 1) // 10
                leader = leaders[at - 1] if at else None
                if leader is not None:
                    also_won(f"{by}ahead", leader, tenth)


def _changes(leaders: Sequence[int | None], winner: int | None) -> int:
    """Return how often the lead changed, to the winner at last; ties do not count."""
    leaders_there = [seat for seat in (*leaders, winner) if seat is not None]
    return sum(one != other for one, other in pairwise(leaders_there))


def _clear_since(leaders: Sequence[int | None], winner: int) -> int:
    """Return the tenth of the rounds since which the winner led, 10 if not at the end."""
    behind = [at for at, seat in enumerate(leaders, 1) if seat != winner]
    return min(10, -(-10 * behind[-1] // (len(leaders) + 1))) if behind else 0


_NOT_IN_RESET: Final = frozenset({"build", "shop"}) | {
    verb for verb, keyword in KEYWORDS.items() if keyword.never_in_reset
}
"""Deeds that neither a Pass nor Reset nor a new round involves, unless another triggers a card."""


def _tells_nothing(table: Table) -> bool:
    """Return whether the Turn cannot come in the next Reset, and a new round triggers no card.

    Before the Turn: if no Supply Stack can run out, and no card can Deal more than Reset does.
    """
    if table.turned:
        return "round" not in table.watched
    undisturbed = _NOT_IN_RESET.issuperset(table.watched | table.replaced)
    stocked = all(len(seat.supply) > MARKET_STACKS for seat in table.seats)
    return stocked and undisturbed and table.variant is None


def _card_of(act: Act, table: Table) -> str:
    """Return the name of the card that an act plays or whose ability it uses, "" for none."""
    if isinstance(act, Play):
        return act.card.name
    if not isinstance(act, Spend):
        return ""
    return next((end.name for end in table.cards.ends if act.ability in end.abilities), "")
