"""A row of moments on a screen, stepped through from the keyboard: forward, back, to a round."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import plain

LEAVING: Final = ("q", "quit", "exit")
PLAY: Final = "play"


class Steps:
    """Moments that belong to ``rounds``, one each, from moment ``at`` on.

    ``usages`` are what may be typed with what it does, for `help`. Whoever has the moments says
    in ``show`` how the one at ``self.at`` is shown, and in ``known`` what else may be typed.
    """

    def __init__(
        self,
        screen: Terminal,
        keyboard: Keyboard,
        rounds: Sequence[int],
        usages: Sequence[tuple[str, str]],
        at: int = 0,
    ) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.at = at
        self.typed_ahead = ""
        self._rounds = rounds
        self._usages = usages
        self._offered = [word for usage, _ in usages if (word := usage.split()[0]).islower()]
        self.known: dict[str, Callable[[str], None]] = {
            "next": lambda rest: self.to(self.at + _number(rest)),
            "back": self._back,
            "round": self._round,
            "start": lambda rest: self.to(0),
            "end": lambda rest: self.to(len(self._rounds) - 1),
            "table": lambda rest: self.show(),
            "help": self._help,
        }

    def show(self) -> None:
        """Show the moment."""
        raise NotImplementedError

    def run(self) -> str | None:
        """Step until the person leaves: return what was typed behind play, ``None`` without it."""
        self.show()
        while True:
            try:
                words, self.typed_ahead = self.typed_ahead, ""
                words = words or self.keyboard.read(
                    self._prompt(), lambda: Offer(self._offered), self.show
                )
            except EOFError:
                return None
            first, _, rest = plain(words).partition(" ")
            if first in LEAVING and not rest:
                return None
            if first == PLAY and PLAY in self._offered:
                return rest
            try:
                self._typed(first, rest, words)
            except MoonflightError as error:
                self.screen.say(str(error), "red")

    def to(self, at: int) -> None:
        """Go to a moment, or the last or first one where there is none so far on."""
        last = len(self._rounds) - 1
        if at > last and self.at == last:
            raise MoonflightError("this is the last moment; back goes back, quit leaves.")
        if at < 0 and self.at == 0:
            raise MoonflightError("this is where the game begins.")
        self.at = min(max(at, 0), last)
        self.show()

    def _typed(self, first: str, rest: str, words: str) -> None:
        first = {"": "next", "+": "next", "-": "back", "?": "help"}.get(first, first)
        if re.fullmatch("[0-9]{1,6}", first):
            return self._round(first)
        found = next((name for name in self.known if name.startswith(first)), None)
        if found is None:
            raise MoonflightError(f'"{words}" is nothing to do here; help lists what is.')
        self.known[found](rest)

    def _back(self, rest: str) -> None:
        if rest and "round".startswith(rest):
            here = self._rounds[self.at]
            started = self._start_of(here)
            self.to(started if started < self.at else self._start_of(here - 1))
        else:
            self.to(self.at - _number(rest))

    def _round(self, rest: str) -> None:
        wanted = _number(rest) if rest else self._rounds[self.at] + 1
        if wanted > self._rounds[-1]:
            raise MoonflightError(f"the last round is {self._rounds[-1]}.")
        self.to(self._start_of(wanted))

    def _start_of(self, number: int) -> int:
        """Return the moment at which the table lies ready for a round, the nearest there is."""
        return next((at for at, each in enumerate(self._rounds) if each >= number), 0)

    def _help(self, rest: str) -> None:
        for usage, words in self._usages:
            self.screen.say(f"{usage}: {words}" if self.screen.plain else f"  {usage:<16}{words}")

    def _prompt(self) -> str:
        some = [name for name in ("back", "turn", PLAY) if name in self._offered]
        here = f"{self.at + 1}/{len(self._rounds)}"
        return f"{here} [Enter: next, {', '.join(some)}, help, quit] > "


def _number(words: str) -> int:
    if not words:
        return 1
    if not re.fullmatch("[0-9]{1,6}", words):
        raise MoonflightError(f'"{words}" is no number.')
    return int(words)
