"""A log of the game, one line per event; the table as seen from a seat; stepping through both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.menu import Steps
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import plural
from moonscrown.decktet import ACE, CONDITIONS, CROWN, Card, meets
from moonscrown.game import ROUNDS, GameEvent, Round, Seat, Standing


def face(card: Card) -> str:
    """Return a card's name with its suits and types, which an Ace has in its name."""
    if card.rank == ACE:
        return card.name
    return f"{card.name} ({' '.join(card.suits)}, {' '.join(card.types)})"


def with_rank(card: Card) -> str:
    """Return a card's name with its rank, which an Ace has in its name."""
    rank = "" if card.rank == ACE else "Crown " if card.rank == CROWN else f"{card.rank} "
    return rank + face(card)


def faces(cards: Sequence[Card]) -> str:
    """Return cards with their ranks, highest first."""
    ordered = sorted(cards, key=lambda card: card.height, reverse=True)
    return ", ".join(map(with_rank, ordered)) or "none"


def conditions_in_words() -> Iterator[str]:
    """Yield every suit's condition."""
    for suit, (asks, _) in CONDITIONS.items():
        yield f"{suit}: {asks}"


def table_lines(table: Round, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """Yield the table as seen from a seat, or by a spectator: lines with styles."""
    draw_pile = f"; {plural(len(table.draw), 'card')} to draw" if table.drawing else ""
    yield f"The pile: {face(table.pile[-1])}{draw_pile}", "bold"
    for suit in table.suits:
        yield f"  {suit}: {CONDITIONS[suit][0]}, {_leader(table, suit, viewer)}", "magenta"
    for seat in table.seats:
        if seat is not viewer:
            state = "folded" if seat.out else f"{len(seat.hand)} in hand"
            display = "" if seat.out else f": {faces(seat.display)}"
            yield f"Player {seat.number + 1} ({state}){display}", ""
    if viewer is not None:
        yield f"Your display: {faces(viewer.display)}", ""
        yield f"Your hand: {faces(viewer.hand)}", ""


def _leader(table: Round, suit: str, viewer: Seat | None) -> str:
    """Return in words who alone meets the condition of a suit best; nobody if it is a tie."""
    for seat in table.seats:
        if not seat.out and meets(suit, seat.display, table.others(seat)):
            return "you lead" if seat is viewer else f"player {seat.number + 1} leads"
    return "nobody leads"


class Narrator:
    """Logs events, one line each. ``you`` is the person's seat, if there is one.

    While ``quiet`` it only collects them in ``history``. ``tables`` shows the table after each
    act.
    """

    def __init__(
        self,
        screen: Terminal,
        you: int | None = None,
        *,
        tables: bool = False,
        quiet: bool = False,
    ) -> None:
        self.quiet = quiet
        self.history: list[str] = []
        self._screen = screen
        self._you = you
        self._tables = tables
        self._round = 0
        self._points: Counter[int] = Counter()

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return "You" if seat == self._you else f"Player {seat + 1}"

    def tell(self, event: GameEvent) -> None:
        """Log a round that begins, one that is won, or an action, whose drawn cards stay secret."""
        seat = event.seat.number
        name, is_you = self.name(seat), seat == self._you
        if event.number != self._round:
            self._round = event.number
            seats = range(len(event.table.seats))
            points = ", ".join(f"{self.name(each)} {self._points[each]}" for each in seats)
            self._say(f"Round {event.number} of {ROUNDS}. Points: {points}.", "bold")
            self._show(event)
        elif event.prize is not None:
            self._points[seat] += event.prize.rank
            wins, puts = ("win", "put") if is_you else ("wins", "puts")
            prize = f"{face(event.prize)} for {event.prize.rank}"
            self._say(f"{name} {wins} the round and {puts} aside {prize}.", "green")
        elif event.what is not None:
            draws = "; draws a card" if event.drawn else ""
            if event.drawn and is_you:
                draws = f"; you draw {faces(event.drawn)}"
            self._say(f"{name}: {event.what}{draws}")
            self._show(event)

    def _show(self, event: GameEvent) -> None:
        """Print the table after an event, if tables are to be shown."""
        if self._tables and not self.quiet:
            for words, style in table_lines(event.table, None):
                self._screen.say(f"  {words}", style)

    def end(self, standing: Standing) -> None:
        """Print the final scores and the winner."""
        scores = standing.scores()
        for seat, (score, cards) in enumerate(zip(scores, standing.aside, strict=True)):
            self._say(f"{self.name(seat)}: {plural(score, 'point')}, {faces(cards)}.")
        winners = [self.name(seat) for seat in standing.winners()]
        if len(winners) > 1:
            share = f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
            self._say(f"{share}, with {plural(max(scores), 'point')} each.", "bold")
            return
        wins = "win" if winners == ["You"] else "wins"
        second = sorted(scores)[-2]
        by = plural(max(scores) - second, "point")
        self._say(f"{winners[0]} {wins} by {by}, {max(scores)} to {second}.", "bold")

    def take(self) -> tuple[str, ...]:
        """Return what was logged since the last call."""
        lines, self.history = tuple(self.history), []
        return lines

    def _say(self, words: str, style: str = "") -> None:
        """Note a line of the log, and print it unless ``quiet``."""
        self.history.append(words)
        if not self.quiet:
            self._screen.say(words, style)


# ------------------------------------------------------------------------ numbers of cards


class CardNumbers:
    """Numbers cards: each keeps its own as long as a round lasts."""

    def __init__(self) -> None:
        self._round = 0
        self._numbers: dict[Card, int] = {}

    def see(self, cards: Iterable[Card], number: int) -> None:
        """Number the cards of round ``number`` that have no number yet, highest first as shown."""
        if number != self._round:
            self._round, self._numbers = number, {}
        for card in sorted(cards, key=lambda card: card.height, reverse=True):
            self._numbers.setdefault(card, len(self._numbers) + 1)

    def of(self, card: Card) -> int:
        """Return the number of a card."""
        return self._numbers[card]


# ---------------------------------------------------------------------------------- stepping


class Moment(NamedTuple):
    """What was logged about one event, and the table after it."""

    round: int
    log: tuple[str, ...]
    table: tuple[tuple[str, str], ...]


class Stepper(Steps):
    """Steps through the moments of a game from the keyboard."""

    def __init__(self, moments: Sequence[Moment], keyboard: Keyboard) -> None:
        super().__init__(keyboard, [moment.round for moment in moments])
        self._moments = moments

    def show(self) -> None:
        """Show the log of the moment, and the table after it."""
        moment = self._moments[self.at]
        self.terminal.clear()
        self.terminal.say_all(moment.log)
        for words, style in moment.table:
            self.terminal.say(words, style)
