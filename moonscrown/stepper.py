"""A game of Moonscrown looked back at, an action at a time, with the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from moonflight_solo.cli.evening.steps import Steps
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.output.terminal import Terminal

HELP: Final = (
    ("Enter", "the next action; next 5 goes on five"),
    ("back [NUMBER]", "the action before, or so many"),
    ("NUMBER", "to the beginning of that round"),
    ("start", "to the first action"),
    ("end", "to the last"),
    ("quit", "leave"),
)


@dataclass(frozen=True)
class Moment:
    """What was told of one thing that happened in a round, and the table after it."""

    round: int
    told: tuple[str, ...]
    table: tuple[tuple[str, str], ...]


class Stepper(Steps):
    """Steps through the moments of a game as the keyboard says."""

    def __init__(self, moments: Sequence[Moment], screen: Terminal, keyboard: Keyboard) -> None:
        super().__init__(screen, keyboard, [moment.round for moment in moments], HELP)
        self._moments = moments

    def show(self) -> None:
        """Show what was told, and the table after it."""
        moment = self._moments[self.at]
        self.screen.clear()
        self.screen.say_all(moment.told)
        for words, style in moment.table:
            self.screen.say(words, style)
