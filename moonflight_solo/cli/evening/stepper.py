"""Looking back at a game a moment at a time, the table on the screen: forward, back, at a pace."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Final

from moonflight_solo.cli.evening.film import Film
from moonflight_solo.cli.game.display import Pager
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.menu import Command, Steps
from moonflight_solo.cli.game.narrator import STYLES
from moonflight_solo.cli.output.paint import show_painted
from moonflight_solo.cli.output.plain import sentences
from moonflight_solo.cli.output.screen import screen as laid_out
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import plain

PACE: Final = 1.0
SLOWEST: Final = 60.0


class Stepper(Steps):
    """A film on a screen, stepped through from the keyboard.

    `run` says whom to play on as. ``notes`` are remarks by the number of answers that had
    been given when they were made.
    """

    def __init__(
        self,
        film: Film,
        screen: Terminal,
        keyboard: Keyboard,
        notes: Sequence[tuple[int, str]] = (),
        at: int = 0,
    ) -> None:
        self.film = film
        self.notes = notes
        more = (
            Command("turn", "to the Turn", self._turn),
            Command(
                "line NUMBER",
                "to the next act by that line of an AI card, such as line 8 or line 5.1 clay",
                self._line,
            ),
            Command("pace [SECONDS]", "on by itself, until you press Enter or Ctrl-C", self._pace),
            Command(
                "why [all]",
                "why an AI card did this; all: with the lines passed over",
                self._why,
            ),
            Command("log", "all that has happened so far", self._log),
            Command(
                "play [WHO]",
                "play on from here, a game of your own; WHO: a seat number or Jack to be",
                lambda rest: None,
            ),
        )
        rounds = [moment.view.round for moment in film.moments]
        super().__init__(screen, keyboard, rounds, at, more)

    def _turn(self, rest: str) -> None:
        found = [at for at, moment in enumerate(self.film.moments) if moment.turns]
        if not found:
            raise MoonflightError("the Turn does not come in this game.")
        self.to(found[0])

    def _line(self, rest: str) -> None:
        number, _, who = rest.partition(" ")
        if not number:
            raise MoonflightError("which line? Say line and its number.")
        for at, moment in list(enumerate(self.film.moments))[self.at + 1 :]:
            if moment.line == number and moment.seat is not None:
                title = plain(self.film.titles[moment.seat]).split()
                if all(any(word.startswith(w) for word in title) for w in who.split()):
                    return self.to(at)
        raise MoonflightError(f"line {rest} is not followed any more after this.")

    def _why(self, rest: str) -> None:
        reason = self.film.moments[self.at].reason
        if reason is None:
            raise MoonflightError("no AI card acts here.")
        self._read(reason.show if rest == "all" else reason.show_folded)

    def _log(self, rest: str) -> None:
        def say(screen: Terminal) -> None:
            for moment in self.film.moments[: self.at + 1]:
                for line in moment.news:
                    screen.say(line.words, STYLES[line.kind])

        self._read(say)

    def _read(self, say: Callable[[Terminal], None]) -> None:
        """Show a long answer, and then the table again; a command may be typed behind it."""
        self.typed_ahead = Pager(self.terminal, self.keyboard).ask(say)
        if not self.terminal.plain:
            self.show()

    def _pace(self, rest: str) -> None:
        seconds = PACE
        if rest:
            seconds = float(rest) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", rest) else inf
        if seconds > SLOWEST:
            raise MoonflightError("say pace and the seconds for each act, such as pace 0.5.")
        try:
            while self.at + 1 < len(self.film.moments) and not _pressed(seconds):
                self.to(self.at + 1)
        except KeyboardInterrupt:
            self.terminal.say()

    def show(self) -> None:
        """Show the table after the act, and what was told of it."""
        moment, terminal = self.film.moments[self.at], self.terminal
        made = [words for answered, words in self.notes if answered == sum(moment.answered)]
        if terminal.plain:
            told = [*(line.words for line in moment.news), *made]
            terminal.say_all(told if self.at else [*told, *sentences(moment.view)])
            return
        before = self.film.moments[self.at - 1].view if self.at else None
        lines = laid_out(
            moment.view, moment.news, [], terminal.width, terminal.height, terminal.glyphs, before
        )
        terminal.clear()
        show_painted(lines, moment.view.turned, terminal)
        for words in made:
            terminal.say(words, STYLES["round"])


def _pressed(seconds: float) -> bool:
    """Wait, and return whether Enter was pressed meanwhile, which is then taken off."""
    try:
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
    except (OSError, ValueError):  # where only sockets can be waited for
        time.sleep(seconds)
        return False
    if ready:
        sys.stdin.readline()
    return bool(ready)
