"""Looking back at a game a moment at a time, the table on the screen: forward, back, at a pace."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from moonflight_solo.cli.evening.film import Film, Moment
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.narrator import STYLES
from moonflight_solo.cli.game.pager import Pager
from moonflight_solo.cli.output.paint import show_painted
from moonflight_solo.cli.output.plain import sentences
from moonflight_solo.cli.output.screen import screen as laid_out
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import plain

PACE: Final = 1.0
SLOWEST: Final = 60.0

HELP: Final = (
    ("Enter", "the next act"),
    ("back", "the act before; back 5 goes five back"),
    ("NUMBER", "to the beginning of that round"),
    ("round", "to the next round; back round to the one before"),
    ("turn", "to the Turn"),
    ("end", "to the last act; start to the first"),
    ("line NUMBER", "to the next act by that line of an AI card, such as line 8 or line 5.1 clay"),
    ("pace [SECONDS]", "on by itself, until you press Enter or Ctrl-C"),
    ("why [all]", "why an AI card did this; all: with the lines passed over"),
    ("log", "all that has happened so far"),
    ("table", "the table again"),
    ("play [WHO]", "play on from here, a game of your own; WHO: a seat number or Jack to be"),
    ("quit", "leave"),
)


@dataclass
class Stepper:
    """A film on a screen, stepped through from the keyboard.

    ``notes`` are remarks by the number of answers that had been given when they were made.
    """

    film: Film
    screen: Terminal
    keyboard: Keyboard
    notes: Sequence[tuple[int, str]] = ()
    at: int = 0
    _typed_ahead: str = ""

    def run(self) -> tuple[Moment, str] | None:
        """Step until the person leaves: return the moment to play on from and as whom, if said.

        ``None`` if that is not wanted.
        """
        self._show()
        while True:
            try:
                words, self._typed_ahead = self._typed_ahead, ""
                words = words or self.keyboard.read(self._prompt(), self._offer, self._redraw)
            except EOFError:
                return None
            try:
                if plain(words) in ("q", "quit", "exit"):
                    return None
                first, _, who = plain(words).partition(" ")
                if first == "play":
                    return self.film.moments[self.at], who
                self._typed(words)
            except MoonflightError as error:
                self.screen.say(str(error), "red")

    # -- what is typed

    def _typed(self, words: str) -> None:
        first, _, rest = plain(words).partition(" ")
        known: dict[str, Callable[[str], None]] = {
            "next": self._next,
            "back": self._back,
            "round": self._round,
            "turn": self._turn,
            "start": lambda rest: self._to(0),
            "end": lambda rest: self._to(len(self.film.moments) - 1),
            "line": self._line,
            "pace": self._pace,
            "why": self._why,
            "log": self._log,
            "table": lambda rest: self._show(),
            "help": self._help,
        }
        if not first or first == "+":
            return self._next(rest)
        if first == "-":
            return self._back(rest)
        if first == "?":
            return self._help(rest)
        if re.fullmatch("[0-9]{1,6}", first):
            return self._round(first)
        found = next((name for name in known if name.startswith(first)), None)
        if found is None:
            raise MoonflightError(f'"{words}" is nothing to do here; help lists what is.')
        known[found](rest)

    def _next(self, rest: str) -> None:
        self._to(self.at + _number(rest))

    def _back(self, rest: str) -> None:
        if rest and "round".startswith(rest):
            here = self.film.moments[self.at].view.round
            started = self._start_of(here)
            self._to(started if started < self.at else self._start_of(here - 1))
        else:
            self._to(self.at - _number(rest))

    def _round(self, rest: str) -> None:
        moments = self.film.moments
        last = moments[-1].view.round
        wanted = _number(rest) if rest else moments[self.at].view.round + 1
        if wanted > last:
            raise MoonflightError(f"the last round is {last}.")
        self._to(self._start_of(wanted))

    def _turn(self, rest: str) -> None:
        found = [at for at, moment in enumerate(self.film.moments) if moment.turns]
        if not found:
            raise MoonflightError("the Turn does not come in this game.")
        self._to(found[0])

    def _line(self, rest: str) -> None:
        number, _, who = rest.partition(" ")
        if not number:
            raise MoonflightError("which line? Say line and its number.")
        for at in range(self.at + 1, len(self.film.moments)):
            moment = self.film.moments[at]
            if moment.line == number and moment.seat is not None:
                title = plain(self.film.titles[moment.seat])
                if all(any(word.startswith(w) for word in title.split()) for w in who.split()):
                    return self._to(at)
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
        self._typed_ahead = Pager(self.screen, self.keyboard).ask(say)
        if not self.screen.plain:
            self._show()

    def _help(self, rest: str) -> None:
        for usage, words in HELP:
            self.screen.say(f"{usage}: {words}" if self.screen.plain else f"  {usage:<16}{words}")

    def _pace(self, rest: str) -> None:
        seconds = _seconds(rest)
        try:
            while self.at + 1 < len(self.film.moments):
                if _pressed(seconds):
                    break
                self._to(self.at + 1)
        except KeyboardInterrupt:
            self.screen.say()

    # -- where it stands

    def _to(self, at: int) -> None:
        last = len(self.film.moments) - 1
        if at > last and self.at == last:
            raise MoonflightError("this is the last moment; back goes back, quit leaves.")
        if at < 0 and self.at == 0:
            raise MoonflightError("this is where the game begins.")
        self.at = min(max(at, 0), last)
        self._show()

    def _start_of(self, number: int) -> int:
        """Return the moment at which the table lies ready for a round, the nearest there is."""
        moments = self.film.moments
        return next((at for at, each in enumerate(moments) if each.view.round >= number), 0)

    # -- the screen

    def _prompt(self) -> str:
        here = f"{self.at + 1}/{len(self.film.moments)}"
        return f"{here} [Enter: next, back, turn, play, help, quit] > "

    def _offer(self) -> Offer:
        return Offer([usage.split()[0] for usage, _ in HELP if usage.split()[0].islower()])

    def _redraw(self) -> None:
        self._show()

    def _show(self) -> None:
        moment = self.film.moments[self.at]
        terminal = self.screen
        made = [words for answered, words in self.notes if answered == sum(moment.answered)]
        if terminal.plain:
            for line in moment.news:
                terminal.say(line.words)
            terminal.say_all(made)
            if self.at == 0:
                terminal.say_all(sentences(moment.view))
            return
        before = self.film.moments[self.at - 1].view if self.at else None
        lines = laid_out(
            moment.view, moment.news, [], terminal.width, terminal.height, terminal.glyphs, before
        )
        terminal.clear()
        show_painted(lines, moment.view.turned, terminal)
        for words in made:
            terminal.say(words, STYLES["round"])


def _number(words: str) -> int:
    if not words:
        return 1
    if not re.fullmatch("[0-9]{1,6}", words):
        raise MoonflightError(f'"{words}" is no number.')
    return int(words)


def _seconds(words: str) -> float:
    if not words:
        return PACE
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", words) or float(words) > SLOWEST:
        raise MoonflightError("say pace and the seconds for each act, such as pace 0.5.")
    return float(words)


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
