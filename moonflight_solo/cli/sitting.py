"""One game with a person in the first seat, from the first line told to the last."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

from moonflight_solo.cli.commands import Commands, Quit
from moonflight_solo.cli.keyboard import Keyboard
from moonflight_solo.cli.person import Person
from moonflight_solo.cli.seating import AIDeck
from moonflight_solo.cli.telling import Teller
from moonflight_solo.cli.terminal import Terminal
from moonflight_solo.cli.witness import Witness
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.table import Table
from moonflight_solo.scoremode import ScoreMode


class BrokenOff(MoonflightError):
    """The input ended in the middle of a game."""


@dataclass(frozen=True)
class Sitting:
    """What a person's game needs. ``again`` is the command that starts the same game.

    Everyone but the first seat follows an AI card; alone, the person plays Score Mode.
    """

    terminal: Terminal
    keyboard: Keyboard
    settings: Settings
    deck: AIDeck
    again: tuple[str, ...]
    open_hands: bool = False

    def play(self) -> Outcome | None:
        """Play to the end and tell it; return the outcome, ``None`` if the person left.

        Raises :class:`BrokenOff` when the input ends before the game does.
        """
        jacks = self.settings.jacks
        witnesses = {
            number: Witness(self.deck.follower(jack))
            for number, jack in enumerate(jacks)
            if number > 0
        }
        teller = Teller(0, open_hands=self.open_hands, followed=_lines_of(witnesses))
        commands = Commands(
            self.terminal,
            teller,
            witnesses=witnesses,
            adviser=self.deck.adviser(jacks[0]),
            open_hands=self.open_hands,
        )
        person = Person(commands, self.keyboard)
        table = set_up(self.settings, self.deck.catalogue, [person, *witnesses.values()])
        if len(jacks) == 1:
            commands.score_mode = ScoreMode(table)
            table.before_market = commands.score_mode.before_market
        teller.listen(table)
        teller.announce(self._opening(table))
        try:
            outcome = play(table, self.settings)
        except Quit:
            self.terminal.say(f"You left in round {table.round}. {self._how_again()}")
            return None
        except EOFError:
            raise BrokenOff(
                f"the input has ended in round {table.round}, before the game was over. "
                + self._how_again()
            ) from None
        for told in teller.take():
            self.terminal.say(told.words, "bold" if told.kind == "end" else "")
        return outcome

    def _opening(self, table: Table) -> str:
        others = " and ".join(table.title(seat.number) for seat in table.seats[1:])
        against = f"against {others}" if others else "alone, in Score Mode"
        return (
            f"You are {table.title(0)}, {against}. Seed {self.settings.seed}. "
            "Type help to see what you can type."
        )

    def _how_again(self) -> str:
        return f"The same game starts again with: {shlex.join(self.again)}"


def _lines_of(witnesses: dict[int, Witness]) -> Callable[[int], str]:
    def followed(number: int) -> str:
        return witnesses[number].followed if number in witnesses else ""

    return followed
