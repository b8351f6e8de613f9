"""Games one after another: each with its End, and what a person may want then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import click
from rich.text import Text

from moonflight_solo.cli.evening.end_page import end_lines, end_sentences
from moonflight_solo.cli.evening.film import Film, film
from moonflight_solo.cli.evening.stepper import Stepper
from moonflight_solo.cli.game.display import Pager
from moonflight_solo.cli.game.keyboard import Keyboard, Offer, is_there
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.session import Session
from moonflight_solo.cli.game.setup import AIDeck, ask_jack, ask_opponents
from moonflight_solo.cli.game.start import (
    CardFiles,
    Start,
    deck_of,
    kept,
    received,
    seat_taken,
    taken_over,
)
from moonflight_solo.cli.output.paint import columns, show_painted, wrap
from moonflight_solo.cli.output.plain import sentences
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import OtherAnswers, Record, RecordFile, read_record
from moonflight_solo.records.career import Played, career, newly_met, played, tally
from moonflight_solo.records.line import is_line, line_of
from moonflight_solo.records.saves import begin_recording, find, name_of, saves
from moonflight_solo.rules.ending import Outcome

CHOICES: Final = {
    "again": "another game like this",
    "same": "the same once more, on this seed",
    "jack": "another Jack",
    "undo": "take back your last decision",
    "replay": "step through the game",
    "table": "the table as it lies",
    "share": "this game in a line of text",
    "quit": "leave",
}
ROOMY: Final = 80
"""From how many columns on the choices after a game are explained."""
PROMPT: Final = "[Enter: again] > "
ASKED: Final = "again, same, jack, undo, replay, table, share or quit?"


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


_Following = tuple[RecordFile, Start, str]


@dataclass
class _Ending:
    """A finished game that its player looks at, and what she wants to do now."""

    evening: Evening
    file: RecordFile
    start: Start
    film: Film
    typed_ahead: str = ""

    # -- the page

    def show(self) -> None:
        """Show the table and the page of the End, as much of the table as there is room for."""
        screen = self.evening.screen
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
        screen, view = self.evening.screen, self.film.last
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
        known: dict[str, Callable[[], _Following | None]] = {
            "again": lambda: _begun(self.start.again()),
            "same": lambda: _begun(self.start.again(self.start.header.seed)),
            "jack": self._other_jack,
            "undo": self._undo,
            "replay": self._replay,
            "table": self._table_alone,
            "share": lambda: click.echo(line_of(self.file.record)),
        }
        evening = self.evening
        self._invite()
        while True:
            try:
                words, self.typed_ahead = self.typed_ahead, ""
                words = words or evening.keyboard.read(PROMPT, lambda: Offer(list(CHOICES)))
            except EOFError:
                return None
            name = _choice(words)
            if name == "quit":
                return None
            try:
                if name not in known:
                    raise MoonflightError(f'"{words}" is none of these: {ASKED}')
                following = known[name]()
            except MoonflightError as error:
                evening.screen.say(str(error), "red")
                continue
            if following is not None:
                return following

    def _invite(self) -> None:
        screen = self.evening.screen
        if not screen.plain:
            screen.say()
        screen.say_all(self._invitation())

    def _invitation(self) -> list[Text]:
        """Return what may be done now, on a small screen by its name alone."""
        screen = self.evening.screen
        if screen.plain:
            return [Text(f"What now: {ASKED}")]
        if screen.width < ROOMY:
            return [Text(f" {row}") for row in wrap(f"What now: {ASKED}", screen.width - 2)]
        chips = [
            Text().append(f"{name:<7}", "bold").append(words, "dim")
            for name, words in CHOICES.items()
        ]
        return [Text(" ") + line for line in columns(chips, screen.width - 2)]

    def _table_alone(self) -> None:
        screen, view = self.evening.screen, self.film.last
        if screen.plain:
            screen.say_all(sentences(view))
            return
        with suppress(EOFError):
            self.typed_ahead = Pager(screen, self.evening.keyboard).read_table(view)
        self.show()
        self._invite()

    def _other_jack(self) -> _Following:
        evening, deck = self.evening, self.start.deck
        mine = ask_jack(deck.catalogue.suits, evening.screen, evening.keyboard)
        others: Sequence[str] = ()
        if not self.start.header.score_mode:
            others = ask_opponents(mine, deck, evening.screen, evening.keyboard)
        return _begun(self.start.of([mine, *others], evening.card_files))

    def _undo(self) -> _Following:
        record = self.file.record
        file = RecordFile.open(self.file.path) if self.file.path else RecordFile(record)
        try:
            file.record.undo("", file.write)
        except OtherAnswers as back:
            return file, self.start, str(back)

    def _replay(self) -> _Following | None:
        evening = self.evening
        following = _looked_back(
            self.film, self.file.record, self.start.deck, evening.screen, evening.keyboard
        )
        if following is None:
            self.show()
            self._invite()
        return following


def _begun(start: Start) -> _Following:
    file, warning = begin_recording(start.header)
    return file, start, warning


def _looked_back(
    seen: Film,
    record: Record,
    deck: AIDeck,
    screen: Terminal,
    keyboard: Keyboard,
    at: int = 0,
) -> _Following | None:
    """Step through a game; return a game to play on from where the person wants to, if she does."""
    notes = [
        (note.answers, f"Note: {note.note}")
        for at, note in enumerate(record.notes)
        if record.stands(at)
    ]
    stepper = Stepper(seen, screen, keyboard, notes, at)
    who = stepper.run()
    if who is None:
        return None
    return _going_on(record, deck, seen.moments[stepper.at].answered, who)


def _going_on(record: Record, deck: AIDeck, given: Sequence[int], who: str) -> _Following:
    """Return a game of one's own that goes on from a recorded one, in the seat of ``who``.

    So many answers of each seat had been ``given`` then.
    """
    own = taken_over(record, deck, given, seat_taken(record, who, deck.catalogue))
    file, warning = kept(own)
    greeting = f"From here on it is a game of your own. {warning}".strip()
    return file, Start(own.header, deck), greeting


def step_through(
    seen: Film,
    record: Record | None,
    deck: AIDeck,
    screen: Terminal,
    keyboard: Keyboard,
    at: int = 0,
) -> None:
    """Step through a game, and play on from it if the person wants to, which takes its record."""
    if record is None:
        if Stepper(seen, screen, keyboard, at=at).run() is not None:
            raise MoonflightError("only games of AI cards and of your own can be played on.")
        return
    following = _looked_back(seen, record, deck, screen, keyboard, at)
    if following is not None:
        Evening(screen, keyboard, is_there()).go_on(*following)


def play_from(
    source: str, start_round: int | None, who: str, screen: Terminal, keyboard: Keyboard
) -> Outcome | None:
    """Play on from a game in a line of text, or a recorded one, as a game of one's own.

    It goes on where it stands, or at the beginning of ``start_round``, in the seat of ``who``, a
    number or a Jack, if that is said. Raises :class:`MoonflightError` for a game that cannot be
    had, or never came to that round.
    """
    if is_line(source):
        record, deck = received(source)
    else:
        path = find(source)
        record = read_record(path)
        deck = deck_of(record.header, path)
    seat_taken(record, who, deck.catalogue)
    seen = film(record, deck)
    moments = seen.moments
    evening = Evening(screen, keyboard, is_there())
    if start_round is None and record.header.persons and record.ended is not None:
        file, _ = kept(record)
        file.close()
        following = evening.after(file, Start(record.header, deck))
        return evening.go_on(*following) if following else seen.outcome
    moment = moments[-1]
    if start_round is not None:
        if moment.view.round < start_round:
            raise MoonflightError(f"this game came to round {moment.view.round} only.")
        moment = next(each for each in moments if each.view.round >= start_round)
    return evening.go_on(*_going_on(record, deck, moment.answered, who))


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


def _choice(words: str) -> str:
    """Return which choice words mean, "" for none: its beginning will do, and Enter is again."""
    if not words:
        return "again"
    word = {"q": "quit", "exit": "quit", "seed": "same"}.get(words.casefold(), words.casefold())
    return next((name for name in CHOICES if name.startswith(word)), "")
