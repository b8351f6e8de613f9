"""A game of Moonscrown looked back at, an action at a time, with the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import counting_number

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


class Stepper:
    """Steps through the moments of a game as the keyboard says."""

    def __init__(self, moments: list[Moment], screen: Terminal, keyboard: Keyboard) -> None:
        self._moments = moments
        self._screen = screen
        self._keyboard = keyboard
        self._at = 0

    def run(self) -> None:
        """Step until the person leaves, or the input ends."""
        self._show()
        offer = Offer(["next", "back", "start", "end", "help", "quit"])
        while True:
            here = f"{self._at + 1}/{len(self._moments)}"
            try:
                words = self._keyboard.read(
                    f"{here} [Enter: next, back, help, quit] > ", lambda: offer
                )
            except EOFError:
                return
            if words.casefold() in ("q", "quit", "exit"):
                return
            try:
                self._go(words)
            except MoonflightError as error:
                self._screen.say(str(error), "red")

    def _go(self, words: str) -> None:
        name, _, rest = words.casefold().partition(" ")
        many = counting_number(rest) if rest else 1
        last = len(self._moments) - 1
        round_number = counting_number(name)
        if round_number:
            begun = [at for at, each in enumerate(self._moments) if each.round == round_number]
            if not begun:
                raise UsageError(f"this game came to round {self._moments[-1].round} only.")
            self._at = begun[0]
        elif not many:
            raise UsageError(f'"{rest}" is no number.')
        elif not name or "next".startswith(name):
            if self._at == last:
                raise UsageError("this is the last moment; back goes back, quit leaves.")
            self._at = min(self._at + many, last)
        elif "back".startswith(name):
            self._at = max(self._at - many, 0)
        elif name in ("start", "end"):
            self._at = 0 if name == "start" else last
        elif name in ("help", "?"):
            self._screen.say_all(f"{usage}: {does}" for usage, does in HELP)
            return
        else:
            raise UsageError(f'"{words}" is nothing to do here; help lists what is.')
        self._show()

    def _show(self) -> None:
        moment = self._moments[self._at]
        self._screen.clear()
        self._screen.say_all(moment.told)
        for words, style in moment.table:
            self._screen.say(words, style)
