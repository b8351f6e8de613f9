"""A log of the game, one line per event, and the table as seen from a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import plural
from moonscrown.decktet import ACE, CONDITIONS, CROWN, Card, meets
from moonscrown.game import ROUNDS, Round, Seat, Standing, Told


def face(card: Card) -> str:
    """Return a card's name with its suits and types, which an Ace has in its name."""
    if card.rank == ACE:
        return card.name
    return f"{card.name} ({' '.join(card.suits)}, {' '.join(card.types)})"


def ranked(card: Card) -> str:
    """Return a card's name with its rank, which an Ace has in its name."""
    rank = "" if card.rank == ACE else "Crown " if card.rank == CROWN else f"{card.rank} "
    return rank + face(card)


def faces(cards: Sequence[Card]) -> str:
    """Return cards with their ranks, highest first."""
    ordered = sorted(cards, key=lambda card: card.height, reverse=True)
    return ", ".join(map(ranked, ordered)) or "none"


def asked_for() -> Iterator[str]:
    """Yield every suit's condition."""
    for suit, (asks, _) in CONDITIONS.items():
        yield f"{suit}: {asks}"


def table_lines(table: Round, viewer: Seat | None) -> Iterator[tuple[str, str]]:
    """Yield the table as seen from a seat, or by a spectator: lines with styles."""
    left = f"; {plural(len(table.draw), 'card')} to draw" if table.drawing else ""
    yield f"The pile: {face(table.pile[-1])}{left}", "bold"
    for suit in table.suits:
        yield f"  {suit}: {CONDITIONS[suit][0]}, {_leader(table, suit, viewer)}", "magenta"
    for each in table.seats:
        if each is not viewer:
            state = "folded" if each.out else f"{len(each.hand)} in hand"
            shown = "" if each.out else f": {faces(each.display)}"
            yield f"Player {each.number + 1} ({state}){shown}", ""
    if viewer is not None:
        yield f"Your display: {faces(viewer.display)}", ""
        yield f"Your hand: {faces(viewer.hand)}", ""


def _leader(table: Round, suit: str, viewer: Seat | None) -> str:
    for each in table.seats:
        if not each.out and meets(suit, each.display, table.others(each)):
            return "you lead" if each is viewer else f"player {each.number + 1} leads"
    return "nobody leads"


class Narrator:
    """Logs events, one line each. ``you`` is the person's seat, if there is one.

    While ``quiet`` it only collects them in ``history``. ``tables`` shows the table after each
    act.
    """

    def __init__(self, screen: Terminal, you: int | None = None, *, tables: bool = False) -> None:
        self.quiet = False
        self.history: list[str] = []
        self._screen = screen
        self._you = you
        self._tables = tables
        self._round = 0
        self._points: Counter[int] = Counter()

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return "You" if seat == self._you else f"Player {seat + 1}"

    def tell(self, told: Told) -> None:
        """Log an event."""
        if told.number != self._round:
            self._round = told.number
            seats = range(len(told.table.seats))
            points = ", ".join(f"{self.name(seat)} {self._points[seat]}" for seat in seats)
            self._say(f"Round {told.number} of {ROUNDS}. Points: {points}.", "bold")
            self._show(told)
            return
        name = self.name(told.seat.number)
        if told.prize is not None:
            self._points[told.seat.number] += told.prize.rank
            puts = "put" if told.seat.number == self._you else "puts"
            self._say(
                f"{name} win{'' if name == 'You' else 's'} the round and {puts} aside "
                f"{face(told.prize)} for {told.prize.rank}.",
                "green",
            )
        elif told.what is not None:
            self._say(f"{name}: {told.what}{self._drawn(told)}")
            self._show(told)

    def _show(self, told: Told) -> None:
        if self._tables and not self.quiet:
            for words, style in table_lines(told.table, None):
                self._screen.say(f"  {words}", style)

    def _drawn(self, told: Told) -> str:
        if told.drawn and told.seat.number == self._you:
            return f"; you draw {faces(told.drawn)}"
        return "; draws a card" if told.drawn else ""

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

    def _say(self, words: str, style: str = "") -> None:
        self.history.append(words)
        if not self.quiet:
            self._screen.say(words, style)
