"""Pages for reading: words that keep to a width, and small tables in words."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from moonflight_solo.check.finding import Price
from moonflight_solo.check.small_tables.outcomes import counted
from moonflight_solo.cli.output.paint import beside, wrap
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.scenario import InPlay, Scenario, SeatLayout

WIDEST: Final = 100
ZONES: Final = {
    "hand": "hand",
    "draw_deck": "Draw Deck",
    "discard_stack": "Discard Stack",
    "trash_stack": "Trash Stack",
    "supply": "Supply Stack",
}


class Page:
    """Puts out words at a width at which they are easily read; when plain, a fact a line.

    ``indents`` says whether they are indented even when plain.
    """

    def __init__(self, screen: Terminal, *, indents: bool = False) -> None:
        self.screen = screen
        self.plain = screen.plain
        self.width = min(screen.width, WIDEST)
        self._indents = indents

    def heading(self, title: str) -> None:
        """Put out a heading, a line free above it."""
        self.gap()
        self.put(title, style="bold")

    def gap(self) -> None:
        """Leave a line free."""
        if not self.plain:
            self.screen.say()

    def put(self, words: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
        """Put out words, indented, and all lines but the first ``hanging`` deeper."""
        if self.plain:
            self.screen.say(" " * indent * self._indents + words.strip())
            return
        for at, row in enumerate(wrap(words, self.width - indent - hanging) or [Text()]):
            self.screen.say(" " * (indent + (hanging if at else 0)) + row.plain, style)

    def put_row(self, words: str, indent: int = 0) -> None:
        """Put out a row whose own indentation says something, also when plain."""
        own = len(words) - len(words.lstrip())
        if self.plain:
            self.screen.say(" " * (indent + own) + words.strip())
        else:
            self.put(words.strip(), indent + own, hanging=2)

    def labelled(self, label: str, words: str, indent: int, style: str = "") -> None:
        """Put out words beside a label, whose width the other lines keep free."""
        if self.plain:
            self.screen.say(f"{label.strip()} {words}")
            return
        label = " " * indent + label
        for row in beside(label, wrap(words, self.width - len(label), style), style):
            self.screen.show(row)


def side_heading(turned: bool, section: str) -> str:
    """Return how a page calls one part of an AI card."""
    side = "AFTER THE TURN" if turned else "BEFORE THE TURN"
    return f"{side}, RESET" if section == "reset" else side


def short(where: str) -> str:
    """Return the name of a line as a narrow page has it: "post 1" for "post-Turn 1"."""
    return where.replace("-Turn", "")


def price_words(price: Price) -> str:
    """Return what another way was worth: in how many games it mattered, what it did to the wins."""
    return (
        f"{price.otherwise:.0%} of games otherwise, wins {_points(price.wins)} points "
        f"({_points(price.low)} to {_points(price.high)})."
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def table_words(scenario: Scenario) -> list[str]:
    """Return what lies on a table, a line for each seat at which there is anything.

    The acting seat comes first. Hands are in the order held, Stacks and Decks from the top.
    """
    mine = scenario.acting - 1
    rows = [_seat_words(scenario.seats[mine])]
    for index, seat in enumerate(scenario.seats):
        if index != mine and seat.size:
            rows.append(f"opponent, {seat.jack}: {_seat_words(seat)}")
    if scenario.generic:
        stacks = ", ".join(f"{number} {name}" for name, number in scenario.generic.items())
        rows.append(f"generic Market Stacks: {stacks}")
    return rows


def _seat_words(seat: SeatLayout) -> str:
    parts: list[str] = []
    for zone, called in ZONES.items():
        names = getattr(seat, zone)
        if names:
            parts.append(f"{called}: {counted(names)}")
        if zone == "hand" and seat.in_play:
            parts.append(f"in play: {', '.join(map(_placed_words, seat.in_play))}")
    if any(seat.market):
        stacks = " | ".join(counted(stack) or "empty" for stack in seat.market)
        parts.append(f"Market Stacks: {stacks}")
    if seat.coins:
        parts.append(plural(seat.coins, "coin token"))
    parts += [f"has {mark} this round" for mark in ("built", "shopped") if getattr(seat, mark)]
    return "; ".join(parts) or "nothing on the table"


def _placed_words(placed: InPlay) -> str:
    if isinstance(placed, str):
        return placed
    return f"{placed.card} with {counted(placed.settled)} Settled on it"
