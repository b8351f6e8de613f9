"""Playing games one after another, from set-up to End to the next game."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec.structs import replace

from moonflight_solo.cli.game.end_page import Ending, Following
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.menu import Command, back_and_forth
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.game.person import Person
from moonflight_solo.cli.game.replay_view import Film, Moment, Stepper, film
from moonflight_solo.cli.game.story import whole_story
from moonflight_solo.cli.game.table_commands import Quit, TableCommands
from moonflight_solo.cli.opponents import seat_taken
from moonflight_solo.errors import MoonflightError
from moonflight_solo.recorded_games.start import (
    GameStart,
    end_entry,
    open_record,
    taken_over,
)
from moonflight_solo.records import (
    Answer,
    CannotRecord,
    Departure,
    Entry,
    Note,
    OtherAnswers,
    RecordedPlayer,
    RecordFile,
    ReplayMismatch,
)
from moonflight_solo.records.saved_games import (
    RECORDED_NOW,
    UNRECORDED,
    begin_recording,
    command_line,
    forget_untouched,
    resume_command,
)
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Event, Table


@dataclass
class GameLoop:
    """A series of games at one keyboard.

    ``invites`` says whether to offer a menu after each game, as to a person who is there.
    """

    keyboard: Keyboard
    invites: bool = field(default_factory=is_there)
    teach: bool = False

    def play(self, start: GameStart, lessons: Lessons | None = None) -> Outcome | None:
        """Play a new game and any that follow; see :meth:`go_on`."""
        file, warning = begin_recording(start.header)
        return self.go_on(file, start, warning, lessons)

    def go_on(
        self, file: RecordFile, start: GameStart, greeting: str = "", lessons: Lessons | None = None
    ) -> Outcome | None:
        """Continue a game, then play whatever is chosen after each End.

        ``lessons`` apply to the first game only. Returns the last outcome, ``None`` if the player
        left in the middle of a game.
        """
        while True:
            if lessons is None and self.teach:
                lessons = Lessons(start.header.edition, lambda words: None)
            session = Session(self.keyboard, start, file, greeting, lessons)
            outcome, lessons = session.play(), None
            following = None if outcome is None else self.after(file, start)
            if following is None:
                return outcome
            file, start, greeting = following

    def after(self, file: RecordFile, start: GameStart) -> Following | None:
        """Show the End page and return the next game, ``None`` for none."""
        seen = film(file.record, start.deck, open_hands=True)
        ending = Ending(self.keyboard, file, seen, self.looked_back)
        behind, following = file.behind, None
        if self.invites:
            following = ending.run()
        else:
            ending.show()
        if behind and file.catch_up():
            self.keyboard.terminal.say(RECORDED_NOW)
        if following is None or following[0] is not file:
            file.close()
            forget_untouched(file)
        return following

    # -- existing games

    def step_through(self, seen: Film, at: int = 0) -> None:
        """Step through a game from moment ``at``, and play on if the player chooses to."""
        following = self.looked_back(seen, at)
        if following is not None:
            self.go_on(*following)

    def looked_back(self, seen: Film, at: int = 0) -> Following | None:
        """Step through a game; return the game to play on from it, ``None`` for none.

        Raises :class:`MoonflightError` for a game that cannot be played on.
        """
        stepper = Stepper(seen, self.keyboard, at)
        who, header = stepper.step_through(), seen.record.header
        if who is None:
            return None
        if not header.persons and any(seat.by for seat in header.seats):
            raise MoonflightError("only games of AI cards and your own games can be continued.")
        return _going_on(seen, seen.moments[stepper.at], who)

    def play_from(self, source: str, start_round: int | None, who: str) -> Outcome | None:
        """Play on from a saved game or a game in a line of text.

        Continues where it stands, or at the beginning of ``start_round``, in seat ``who`` (a number
        or a Jack; by default the player's own). A finished game is stepped through from its start.
        Raises :class:`MoonflightError` if the game cannot be loaded or never reached that round.
        """
        record, deck, _ = open_record(source)
        seat_taken(record, who, deck.catalogue)
        seen = film(record, deck)
        moment = seen.moments[-1]
        if start_round is None and record.ended is not None and self.invites:
            self.step_through(seen)
            return seen.outcome
        if start_round is not None:
            if moment.view.round < start_round:
                raise MoonflightError(f"this game only reached round {moment.view.round}.")
            moment = next(each for each in seen.moments if each.view.round >= start_round)
        return self.go_on(*_going_on(seen, moment, who))


def _going_on(seen: Film, moment: Moment, who: str) -> Following:
    """Return a new game that branches off a recorded one at ``moment``, in seat ``who``."""
    record, deck = seen.record, seen.start.deck
    own = seat_taken(record, who, deck.catalogue)
    file, warning = taken_over(record, deck, moment.answered, own)
    greeting = f"From here on the game is yours; it does not count in your stats. {warning}".strip()
    return file, GameStart(file.record.header, deck), greeting


# ------------------------------------------------------------------------------ one game


def sit_down(
    start: GameStart,
    keyboard: Keyboard,
    answers: deque[Answer],
    keep: Callable[[Answer], None],
    *more: Command,
) -> tuple[Person, Table]:
    """Return the person of a game and its table, ready to give ``answers`` again.

    ``keep`` receives what the person answers after that, and ``more`` are commands beside those of
    every table.
    """
    own, followers = start.header.persons[0], start.opponents()
    narrator = Narrator(own, followers, open_hands=start.header.open_hands)
    commands = TableCommands(keyboard.terminal, narrator, start.deck, *more)
    person = Person(commands, keyboard)
    player = RecordedPlayer(
        person,
        answers,
        lambda answer: keep(replace(answer, auto=not person.decided, more=person.more)),
        lambda answer: person.pass_by(answer, table, table.seats[own]),
    )
    table = start.table(lambda at: followers.get(at, player))
    narrator.listen(table)
    return person, table


@dataclass(eq=False)
class Session:
    """One game with one person, continued from the end of its record.

    Every other seat follows an AI card or a program; with a single seat the game is in Score Mode.
    ``greeting`` is shown before the first prompt. Each answer is recorded before the game goes on;
    if recording fails, the game goes on unrecorded.
    """

    keyboard: Keyboard
    start: GameStart
    file: RecordFile
    greeting: str = ""
    lessons: Lessons | None = None

    @property
    def _own(self) -> int:
        return self.start.header.persons[0]

    def play(self) -> Outcome | None:
        """Play to the end; return the outcome, ``None`` if the player left.

        Raises :class:`MoonflightError` when the input ends before the game does, and for a record
        that does not fit the game.
        """
        retold = False
        try:
            with self.file:
                while True:
                    try:
                        self._sit_down()
                        if self.greeting:
                            self._person.greet(self.greeting, retold=retold)
                        return self._play()
                    except OtherAnswers as back:
                        # The player has already seen the recorded answers.
                        undone, here = self.file.record.undone, self._table.round
                        then = undone[0].round if undone else here
                        where = f" That is in round {then}." if then < here else ""
                        self.greeting, retold = f"{back}{where}", True
        finally:
            forget_untouched(self.file)

    def _how_again(self) -> str:
        """Return how to resume the game, or how to restart it if it is not saved."""
        recorded, path = self.file.catch_up(), self.file.path
        if self.file.record.taken and self.file.record.untouched:
            return "You decided nothing new, so nothing is saved."
        if path is None or self.file.record.untouched:
            return f"Start the same game again with: {command_line(self.start.as_command())}"
        until = "" if recorded else " from where it was last saved"
        return f"Continue the game{until} with: {resume_command(path)}"

    def _sit_down(self) -> None:
        """Set up the game, ready to replay the recorded answers."""
        record, self._acts = self.file.record, 0
        self._due = deque(record.answers)
        self._person, self._table = sit_down(
            self.start,
            self.keyboard,
            self._due,
            self._keep,
            *back_and_forth(record, self._keep),
            Command("note TEXT", "write a note about this moment", self._note),
            Command("story", "what has made the game so far", self._story),
        )
        self._narrator, self._person.lessons = self._person.commands.narrator, self.lessons
        self._person.commands.kept = self._how_again
        if self.lessons is not None:
            self.lessons.say = self._teach
            self.lessons.table = self._table
        self._table.listener = self._hear

    def _play(self) -> Outcome | None:
        table, terminal = self._table, self.keyboard.terminal
        self._narrator.tell(self._opening(), "round" if self.lessons else "said")
        try:
            outcome = play(table, self.start.header.settings())
        except Quit:
            self._keep(Departure(table.round))
            terminal.say(f"You left in round {table.round}. {self._how_again()}")
            return None
        except EOFError:
            raise MoonflightError(
                f"the input ended in round {table.round}, before the game was over. "
                + self._how_again()
            ) from None
        except KeyboardInterrupt:
            terminal.say_all(["", self._how_again()])
            raise
        except ReplayMismatch as error:
            place = f"{self.file.path}{self.file.record.place(error.answer)}"
            raise MoonflightError(f"{place}: {error}") from None
        self._keep(end_entry(outcome))
        if terminal.plain:  # a screen tells the last news on the End page
            news = self._narrator.take()
            terminal.say_all(line.words for line in news if line.kind != "end")
        terminal.say_all(self._person.greetings())
        return outcome

    def _opening(self) -> str:
        table, header = self._table, self.start.header
        others = " and ".join(
            table.title(index) + (f", played by {seat.by}," if seat.by else "")
            for index, seat in enumerate(header.seats)
            if index != self._own
        ).removesuffix(",")
        alone = "alone, in Score Mode: what your hand scores at the End earns a rank"
        against = f"against {others}" if others else alone
        return (
            f"You are {table.title(self._own)}, {against}. Seed {header.seed}. "
            "Type help to see what you can type."
        )

    def _hear(self, event: Event) -> None:
        if event.kind in ("round", "act"):
            self._acts = self._acts + 1 if event.kind == "act" else 0
        self._narrator(event)
        if self.lessons is not None:
            self.lessons(event)

    def _teach(self, words: str) -> None:
        """Teach a lesson, unless recorded answers are still being replayed."""
        if not self._due:
            self._person.greet(words)

    # -- the record

    def _keep(self, entry: Entry) -> None:
        recorded = self.file.recording
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self._person.greet(f"{error} {UNRECORDED}")
        if self.file.recording and not recorded:
            self._person.greet(RECORDED_NOW)

    def _story(self, rest: str) -> None:
        terminal = self._person.commands.terminal
        terminal.say_all(whole_story(film(self.file.record, self.start.deck), terminal))

    def _note(self, rest: str) -> None:
        if not rest:
            raise MoonflightError('type "note" and your note.')
        if not self.file.recording:
            if not self.file.catch_up():
                raise MoonflightError("this game is not saved, so the note would be lost.")
            self._person.commands.terminal.say(RECORDED_NOW)
        table, answers = self._table, len(self.file.record.answers)
        note = Note(rest, answers, table.round, self._acts, table.turned)
        last = next(reversed(self._narrator.reasons.values()), None)
        if last is not None:
            why = last.explanation
            note = replace(note, ai=last.title, line=why.line, words=why.words, did=why.notation)
        self._keep(note)
        if self.file.recording:
            self._person.commands.terminal.say("Noted.")
