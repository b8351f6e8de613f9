"""A row of moments on a screen, stepped through from the keyboard: forward, back, to a round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.menu import Command, Menu
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import plain

PLAY: Final = "play"
BESIDE: Final = (
    ("Enter", "the next act, as next"),
    ("NUMBER", "to the beginning of that round"),
)


class Steps(Menu):
    """Moments that belong to ``rounds``, one each, from moment ``at`` on.

    Whoever has the moments says in ``show`` how the one at ``self.at`` is shown, and ``more`` is
    what else may be typed. The command `PLAY`, if it is among that, ends the stepping.
    """

    SHORT: ClassVar = {**Menu.SHORT, "q": "quit", "": "next", "+": "next", "-": "back"}

    def __init__(
        self,
        screen: Terminal,
        keyboard: Keyboard,
        rounds: Sequence[int],
        at: int = 0,
        more: Sequence[Command] = (),
    ) -> None:
        self.keyboard = keyboard
        self.at = at
        self.typed_ahead = ""
        self._rounds = rounds
        super().__init__(
            screen,
            Command("next [NUMBER]", "the next act, or so many on", self._next),
            Command("back [NUMBER | round]", "so many acts back, or one round", self._back),
            Command("round [NUMBER]", "to the next round, or to that one", self._round),
            Command("start", "to where the game begins", lambda rest: self.to(0)),
            Command("end", "to the last act", lambda rest: self.to(len(rounds) - 1)),
            Command("table", "the table again", lambda rest: self.show()),
            *more,
            Command("help", "this list; also ?", lambda rest: self.help(BESIDE)),
            Command("quit", "leave", lambda rest: None),
        )

    def show(self) -> None:
        """Show the moment."""
        raise NotImplementedError

    def run(self) -> str | None:
        """Step until the person leaves: return what was typed behind play, ``None`` without it."""
        some = [name for name in ("back", "turn", PLAY) if name in self.known]
        prompt = f"[Enter: next, {', '.join(some)}, help, quit] > "
        self.show()
        while True:
            try:
                words, self.typed_ahead = self.typed_ahead, ""
                here = f"{self.at + 1}/{len(self._rounds)}"
                words = words or self.keyboard.read(
                    f"{here} {prompt}", lambda: Offer(self.lines()), self.show
                )
            except EOFError:
                return None
            first, _, rest = plain(words).partition(" ")
            if re.fullmatch("[0-9]{1,6}", first):
                first, rest = "round", first
            name = next(iter(self.named(first)), "")
            if name in ("quit", PLAY):
                return rest if name == PLAY else None
            if name:
                self.carry_out(name, rest)
            else:
                self.complain(f'"{words}" is nothing to do here; help lists what is.')

    def to(self, at: int) -> None:
        """Go to a moment, or the last or first one where there is none so far on."""
        last = len(self._rounds) - 1
        if at > last and self.at == last:
            raise MoonflightError("this is the last moment; back goes back, quit leaves.")
        if at < 0 and self.at == 0:
            raise MoonflightError("this is where the game begins.")
        self.at = min(max(at, 0), last)
        self.show()

    def _next(self, rest: str) -> None:
        self.to(self.at + _number(rest))

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


def _number(words: str) -> int:
    if not words:
        return 1
    if not re.fullmatch("[0-9]{1,6}", words):
        raise MoonflightError(f'"{words}" is no number.')
    return int(words)
