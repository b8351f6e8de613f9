"""Games one after another: each with its End, and what a person may want then."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar, Final

import click
from rich.text import Text

from moonflight_solo.cli.game.deck import AIDeck
from moonflight_solo.cli.game.display import Pager
from moonflight_solo.cli.game.end_page import end_lines, end_sentences
from moonflight_solo.cli.game.film import Film, Stepper, film
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.menu import Command, Menu
from moonflight_solo.cli.game.session import Session
from moonflight_solo.cli.game.setup import ask_jack, ask_opponents
from moonflight_solo.cli.game.start import (
    CardFiles,
    Start,
    kept,
    opened,
    seat_taken,
    taken_over,
)
from moonflight_solo.cli.output.paint import columns, show_painted, wrap
from moonflight_solo.cli.output.plain import sentences
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import OtherAnswers, Record, RecordFile
from moonflight_solo.records.career import Played, career, newly_met, played, tally
from moonflight_solo.records.line import line_of
from moonflight_solo.records.saves import begin_recording, name_of, saves
from moonflight_solo.rules.ending import Outcome

ROOMY: Final = 80
"""From how many columns on the choices after a game are explained."""


@dataclass
class Evening:
    """A person at the keyboard, game after game.

    ``invites`` says whether there is anybody to ask, after a game, what is to come next.
    ``card_files`` gives the files of Jacks who are not seated yet.
    """

    screen: Terminal
    keyboard: Keyboard
    invites: bool
    card_files: CardFiles = lambda jacks: ()
    teach: bool = False

    def play(self, start: Start, lessons: Lessons | None = None) -> Outcome | None:
        """Play a game from its beginning, and whatever follows; see :meth:`go_on`."""
        file, warning = begin_recording(start.header)
        return self.go_on(file, start, warning, lessons)

    def go_on(
        self, file: RecordFile, start: Start, greeting: str = "", lessons: Lessons | None = None
    ) -> Outcome | None:
        """Go on with a game and, after its End, with what the person wants then.

        ``lessons`` are for the first of the games. Returns the last outcome, ``None`` if the
        person left in the middle of a game.
        """
        while True:
            if lessons is None and self.teach:
                lessons = Lessons(start.header.edition, lambda words: None)
            session = Session(self.screen, self.keyboard, start, file, greeting, lessons)
            outcome, lessons = session.play(), None
            following = None if outcome is None else self.after(file, start)
            if following is None:
                return outcome
            file, start, greeting = following

    def after(self, file: RecordFile, start: Start) -> _Following | None:
        """Show the End of a finished game, and return what is played next, ``None`` for nothing."""
        seen = film(file.record, start.deck, open_hands=True)
        ending = _Ending(self, file, start, seen)
        ending.show()
        return ending.asked() if self.invites else None

    # -- games there are

    def step_through(self, seen: Film, record: Record | None, deck: AIDeck, at: int = 0) -> None:
        """Step through a game from a moment on, and play on from it if the person wants to.

        That takes its ``record``; raises :class:`MoonflightError` if there is none.
        """
        following = self.looked_back(seen, record, deck, at)
        if following is not None:
            self.go_on(*following)

    def looked_back(
        self, seen: Film, record: Record | None, deck: AIDeck, at: int = 0
    ) -> _Following | None:
        """Step through a game; return what is played on from a moment of it, if anything is."""
        notes = [(n.answers, f"Note: {n.note}") for n in (record.standing if record else ())]
        stepper = Stepper(seen, self.screen, self.keyboard, notes, at)
        who = stepper.run()
        if who is None:
            return None
        if record is None:
            raise MoonflightError("only games of AI cards and of your own can be played on.")
        return _going_on(record, deck, seen.moments[stepper.at].answered, who)

    def play_from(self, source: str, start_round: int | None, who: str) -> Outcome | None:
        """Play on from a game in a line of text, or a recorded one, as a game of one's own.

        It goes on where it stands, or at the beginning of ``start_round``, in the seat of ``who``,
        a number or a Jack, if that is said. Raises :class:`MoonflightError` for a game that cannot
        be had, or never came to that round.
        """
        record, deck, _ = opened(source)
        seat_taken(record, who, deck.catalogue)
        seen = film(record, deck)
        moment = seen.moments[-1]
        if start_round is None and record.header.persons and record.ended is not None:
            file, _ = kept(record)
            file.close()
            following = self.after(file, Start(record.header, deck))
            return self.go_on(*following) if following else seen.outcome
        if start_round is not None:
            if moment.view.round < start_round:
                raise MoonflightError(f"this game came to round {moment.view.round} only.")
            moment = next(each for each in seen.moments if each.view.round >= start_round)
        return self.go_on(*_going_on(record, deck, moment.answered, who))


def _going_on(record: Record, deck: AIDeck, given: Sequence[int], who: str) -> _Following:
    """Return a game of one's own that goes on from a recorded one, in the seat of ``who``.

    So many answers of each seat had been ``given`` then.
    """
    own = taken_over(record, deck, given, seat_taken(record, who, deck.catalogue))
    file, warning = kept(own)
    greeting = f"From here on it is a game of your own. {warning}".strip()
    return file, Start(own.header, deck), greeting


_Following = tuple[RecordFile, Start, str]


class _Ending(Menu):
    """A finished game that its player looks at, and what she may do now.

    ``following`` is the game that is played next, once there is one.
    """

    SHORT: ClassVar = {"": "again", "q": "quit", "exit": "quit", "seed": "same"}

    def __init__(self, evening: Evening, file: RecordFile, start: Start, seen: Film) -> None:
        self.evening = evening
        self.file = file
        self.start = start
        self.film = seen
        self.following: _Following | None = None
        self.typed_ahead = ""
        super().__init__(
            evening.screen,
            Command("again", "another game like this", lambda _: self._begin(start.again())),
            Command(
                "same",
                "the same once more, on this seed",
                lambda _: self._begin(start.again(start.header.seed)),
            ),
            Command("jack", "another Jack", self._other_jack),
            Command("undo", "take back your last decision", self._undo),
            Command("replay", "step through the game", self._replay),
            Command("table", "the table as it lies", self._table_alone),
            Command(
                "share", "this game in a line of text", lambda _: click.echo(line_of(file.record))
            ),
            Command("quit", "leave", lambda _: None),
        )

    # -- the page

    def show(self) -> None:
        """Show the table and the page of the End, as much of the table as there is room for."""
        screen = self.terminal
        if screen.plain:
            screen.say_all([*end_sentences(self.film), *self._standing()])
            return
        page = end_lines(self.film, screen, [*self._standing(), self._kept()])
        if len(page) + len(self._invitation()) > screen.height - 2:
            page = [line for line in page if line.plain.strip()]
        screen.clear()
        self._table(screen.height - len(page) - len(self._invitation()) - 2)
        screen.say_all(page)

    def _table(self, room: int) -> None:
        """Show the last table with every hand open, if it fits into so many lines."""
        screen, view = self.terminal, self.film.last
        left = screen.height - room
        lines = render(view, screen.width, screen.glyphs, screen.height, free=(left, left))
        if len(lines) <= room:
            show_painted(lines, view.turned, screen)

    def _standing(self) -> list[str]:
        """Return how the person fares with this Jack, and the challenges just met."""
        name = name_of(self.file.path) if self.file.path else ""
        game = played(name, self.file.record)
        if game is None:
            return []
        others = [(s.name, s.record) for s in saves() if s.record is not None and s.name != name]
        before = career(others)
        found = [standing([*before, game], game)]
        met = newly_met(before, game)
        return [*found, *(f"Challenge met: {each.name}. {each.text}" for each in met)]

    def _kept(self) -> str:
        seed = f"Seed {self.start.header.seed}."
        return f"{seed} Kept as {name_of(self.file.path)}." if self.file.path else seed

    # -- what now

    def asked(self) -> _Following | None:
        """Ask until there is something to play, or nothing any more."""
        self._invite()
        while self.following is None:
            words, self.typed_ahead = self.typed_ahead, ""
            try:
                words = words or self.evening.keyboard.read(
                    "[Enter: again] > ", lambda: Offer(self.lines())
                )
            except EOFError:
                return None
            name = next(iter(self.named(words)), "")
            if name == "quit":
                return None
            if name:
                self.carry_out(name, "")
            else:
                self.complain(f'"{words}" is none of these: {self._choices()}')
        return self.following

    def _choices(self) -> str:
        *names, last = self.known
        return f"{', '.join(names)} or {last}?"

    def _invite(self) -> None:
        if not self.terminal.plain:
            self.terminal.say()
        self.terminal.say_all(self._invitation())

    def _invitation(self) -> list[Text]:
        """Return what may be done now, on a small screen by its name alone."""
        screen, asked = self.terminal, f"What now: {self._choices()}"
        if screen.plain:
            return [Text(asked)]
        if screen.width < ROOMY:
            return [Text(f" {row}") for row in wrap(asked, screen.width - 2)]
        chips = [
            Text().append(f"{each.name:<7}", "bold").append(each.help, "dim")
            for each in self.known.values()
        ]
        return [Text(" ") + line for line in columns(chips, screen.width - 2)]

    def _table_alone(self, rest: str) -> None:
        if self.terminal.plain:
            self.terminal.say_all(sentences(self.film.last))
            return
        with suppress(EOFError):
            pager = Pager(self.terminal, self.evening.keyboard)
            self.typed_ahead = pager.read_table(self.film.last)
        self.show()
        self._invite()

    def _begin(self, start: Start) -> None:
        file, warning = begin_recording(start.header)
        self.following = file, start, warning

    def _other_jack(self, rest: str) -> None:
        evening, deck = self.evening, self.start.deck
        mine = ask_jack(deck.catalogue.suits, evening.screen, evening.keyboard)
        others: Sequence[str] = ()
        if not self.start.header.score_mode:
            others = ask_opponents(mine, deck, evening.screen, evening.keyboard)
        self._begin(self.start.of([mine, *others], evening.card_files))

    def _undo(self, rest: str) -> None:
        path = self.file.path
        file = RecordFile.open(path) if path else RecordFile(self.file.record)
        try:
            file.record.undo("", file.write)
        except OtherAnswers as back:
            self.following = file, self.start, str(back)

    def _replay(self, rest: str) -> None:
        record, deck = self.file.record, self.start.deck
        self.following = self.evening.looked_back(self.film, record, deck)
        if self.following is None:
            self.show()
            self._invite()


def standing(games: Sequence[Played], last: Played) -> str:
    """Return how a person fares with the Jack of her last game, among all ``games``."""
    alone = last.won is None
    same = [game for game in games if game.jack == last.jack and (game.won is None) == alone]
    count = tally(same)
    record = f"best score {max(game.score for game in same)}"
    if alone:
        return (
            f"{last.jack} alone: {plural(count.games, 'game')} finished, {record}, "
            f"{count.mean:.1f} on average."
        )
    row = ""
    if abs(count.streak) > 1:
        row = f"; the last {abs(count.streak)} {'won' if count.streak > 0 else 'lost'}"
    lost = count.games - count.won
    return f"With {last.jack} so far: {count.won} won, {lost} lost, {record}{row}."
