"""A game as a sequence of moments, to step through or play back."""

from __future__ import annotations

import re
import select
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import replace as dataclass_replace
from math import inf
from typing import Final

from msgspec.structs import replace

from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.menu import Command, Steps, read_answer
from moonflight_solo.cli.game.narrator import STYLES, Narrator
from moonflight_solo.cli.game.telling import START
from moonflight_solo.cli.output.screen import Scene, Screen
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import ground, show_painted
from moonflight_solo.cli.output.view import LogLine, Reason, View, view
from moonflight_solo.cli.output.why import said_of, show_why
from moonflight_solo.errors import MoonflightError
from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import GameStart
from moonflight_solo.records import Answer, Record
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.ending import Outcome, points_held
from moonflight_solo.rules.state import Event, Seat

PACE: Final = 1.0
SLOWEST: Final = 60.0


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an act and what followed it, including Reset after a round's last act.

    The first moment is the table as set up. ``place`` is the (round, act) and ``seat`` the one that
    acted, by AI-card line ``line`` if any, for this ``reason``. ``points`` are what each deck holds
    for after the Turn (`points_held`), ``hands`` what a hand of it scores on average, at the End
    what it does score. ``answered`` counts each seat's recorded answers so far.
    """

    view: View
    news: tuple[LogLine, ...]
    points: tuple[int, ...]
    hands: tuple[float, ...]
    answered: tuple[int, ...]
    place: tuple[int, int] = START
    seat: int | None = None
    line: str = ""
    reason: Reason | None = None

    @property
    def turns(self) -> bool:
        """Whether the Turn happens in this moment."""
        return any(line.kind == "turn" for line in self.news)


@dataclass(frozen=True, slots=True)
class Film:
    """All moments of a game on ``record``, and its outcome, ``None`` if unfinished.

    ``titles`` name the seats, and ``viewer`` is the seat it is seen from, ``None`` for a spectator.
    ``last`` is the final table with every hand open.
    """

    record: Record
    start: GameStart
    moments: tuple[Moment, ...]
    outcome: Outcome | None
    titles: tuple[str, ...]
    viewer: int | None
    last: View

    def at_act(self, round_number: int, act: int) -> int:
        """Return the index of an act's moment, the last moment if the act never came.

        The first act of round 1 means the table before it.
        """
        place, last = (round_number, act), len(self.moments) - 1
        return next((at for at, moment in enumerate(self.moments) if moment.place >= place), last)


def film(
    record: Record,
    deck: AIDeck,
    *,
    open_hands: bool = False,
    keep: Callable[[Answer], None] | None = None,
) -> Film:
    """Replay a game into moments, as seen by its player or by a spectator.

    With ``keep`` a new game is played instead; see :class:`ReplayedGame`. Raises
    :class:`~moonflight_solo.records.ReplayMismatch` for a record that does not fit.
    """
    game = ReplayedGame(record, deck, keep)
    table, viewer, open_hands = game.table, game.viewer, open_hands or record.header.open_hands
    narrator = Narrator(viewer, game.followers, open_hands=open_hands)
    narrator.listen(table)
    moments: list[Moment] = []
    begun: tuple[tuple[int, int], int | None, str, Reason | None] = (START, None, "", None)

    def cut(answered: Sequence[int]) -> None:
        """Close the current moment."""
        seen = view(table, viewer, open_hands=open_hands or viewer is None)
        news, points = tuple(narrator.take()), points_held(table)
        hands = tuple(map(_average_hand, points, table.seats))
        moments.append(Moment(seen, news, points, hands, tuple(answered), *begun))

    def hear(event: Event) -> None:
        nonlocal begun
        if event.kind == "act":
            # The act itself is the latest answer, and belongs to the moment that begins.
            answered = list(game.given)
            answered[event.seat] = max(answered[event.seat] - 1, 0)
            cut(answered)
        narrator(event)
        if event.kind == "act":
            place = table.round, table.acted + 1
            begun = place, event.seat, event.line, narrator.reasons.get(event.seat)

    table.listener = hear
    outcome = game.play()
    table.listener = None
    cut(game.given)
    if outcome is not None and outcome.finished:
        moments[-1] = dataclass_replace(moments[-1], hands=tuple(outcome.scores))
    # The standing is only for a game in progress.
    last = replace(view(table, viewer, open_hands=True), standing=None)
    return Film(record, game.start, tuple(moments), outcome, game.titles, viewer, last)


def _average_hand(points: int, seat: Seat) -> float:
    """Return what a hand of a seat's cards, which hold so many points, scores on average."""
    cards = len(seat.hand) + len(seat.draw_deck) + len(seat.discard_stack)
    cards += sum(1 + len(placed.settled) for placed in seat.in_play)
    return points * min(1.0, seat.hand_limit() / max(cards, 1))


# --------------------------------------------------------------------- stepping through it


class Stepper(Steps):
    """Steps through a film from the keyboard.

    `run` returns the seat to play on in.
    """

    def __init__(self, film: Film, keyboard: Keyboard, at: int = 0) -> None:
        self.film = film
        more = (
            Command("turn", "to the Turn", self._turn),
            Command(
                "line NUMBER",
                "to the next act by that line of an AI card, such as line 8 or line 5.1 clay",
                self._line,
            ),
            Command(
                "pace [SECONDS]",
                "play on automatically until you press Enter or Ctrl-C",
                self._pace,
            ),
            Command(
                "why [all]", "the AI player's reason; why all: the lines it skipped too", self._why
            ),
            Command("log", "all that has happened so far", self._log),
            Command(
                "play [WHO]",
                "continue from here as a game of your own; WHO: your seat number or Jack",
                lambda rest: None,
            ),
        )
        rounds = [moment.view.round for moment in film.moments]
        super().__init__(keyboard, rounds, at, more)

    def _turn(self, rest: str) -> None:
        turns = [index for index, moment in enumerate(self.film.moments) if moment.turns]
        if not turns:
            raise MoonflightError("this game has no Turn.")
        self.to(turns[0])

    def _line(self, rest: str) -> None:
        number, _, who = rest.partition(" ")
        if not number:
            raise MoonflightError('which line? Type "line" and its number.')
        for at, moment in list(enumerate(self.film.moments))[self.at + 1 :]:
            if moment.line == number and moment.seat is not None:
                title = plain(self.film.titles[moment.seat]).split()
                if all(any(word.startswith(w) for word in title) for w in who.split()):
                    return self.to(at)
        raise MoonflightError(f"line {rest} is not followed again after this.")

    def _why(self, rest: str) -> None:
        reason = self.film.moments[self.at].reason
        if reason is None:
            raise MoonflightError("no AI card acts here.")
        why, heading, whole = said_of(reason.explanation, "its"), reason.heading, rest == "all"
        self._show_answer(
            lambda screen: show_why(why, heading, screen, whole=whole, more="why all")
        )

    def _log(self, rest: str) -> None:
        def say(screen: Terminal) -> None:
            for moment in self.film.moments[: self.at + 1]:
                for line in moment.news:
                    screen.say(line.words, STYLES[line.kind])

        self._show_answer(say)

    def _show_answer(self, say: Callable[[Terminal], None]) -> None:
        """Show a long answer, then redraw the table."""
        read_answer(self.keyboard, say)
        if not self.terminal.plain:
            self.show()

    def _pace(self, rest: str) -> None:
        seconds = PACE
        if rest:
            seconds = float(rest) if re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", rest) else inf
        if seconds > SLOWEST:
            raise MoonflightError('type "pace" and the seconds for each act, such as "pace 0.5".')
        try:
            while self.at + 1 < len(self.film.moments) and not _enter_pressed(seconds):
                self.to(self.at + 1)
        except KeyboardInterrupt:
            self.terminal.say()

    def show(self) -> None:
        """Show the table after the act, and its news."""
        moment, terminal = self.film.moments[self.at], self.terminal
        notes = self.film.record.standing
        notes_made = [f"Note: {n.note}" for n in notes if n.answers == sum(moment.answered)]
        if terminal.plain:
            lines = [*(line.words for line in moment.news), *notes_made]
            terminal.say_all(lines if self.at else [*lines, *sentences(moment.view)])
            return
        before = self.film.moments[self.at - 1].view if self.at else None
        scene = Scene(moment.view, moment.news, since=before)
        screen = Screen(scene, terminal.width, terminal.height, terminal.glyphs)
        terminal.clear()
        show_painted(screen.lines(), moment.view.turned, terminal)
        self.ground = ground(moment.view.turned, terminal)
        for words in notes_made:
            terminal.say(words, STYLES["round"])


def _enter_pressed(seconds: float) -> bool:
    """Wait up to ``seconds``; return whether Enter was pressed, consuming the line."""
    try:
        ready, _, _ = select.select([sys.stdin], [], [], seconds)
    except (OSError, ValueError):  # Windows can only select on sockets
        time.sleep(seconds)
        return False
    if ready:
        sys.stdin.readline()
    return bool(ready)
