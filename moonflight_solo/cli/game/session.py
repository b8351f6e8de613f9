"""One game with a person in the first seat, from the first line told to the last."""

from __future__ import annotations

import shlex
from dataclasses import dataclass

from msgspec.structs import replace

from moonflight_solo.cli.game.header import ended
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.log import Reasons
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.game.person import Person
from moonflight_solo.cli.game.recording import Recording, TakeBack
from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.cli.game.table_commands import Quit, TableCommands
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import Answer, RecordedPlayer, RecordFile, ReplayMismatch
from moonflight_solo.records.saves import folder
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.state import Event, Table
from moonflight_solo.scoremode import ScoreMode, rank


class BrokenOff(MoonflightError):
    """The input ended in the middle of a game."""


@dataclass(frozen=True)
class Session:
    """What a person's game needs. ``again`` is the command that starts the same game.

    Everyone but the first seat follows an AI card; alone, the person plays Score Mode. The game
    is gone on with where its record ends. ``greeting`` is said before anything is asked;
    ``teach`` explains each phase the first time it comes up.
    """

    terminal: Terminal
    keyboard: Keyboard
    settings: Settings
    deck: AIDeck
    file: RecordFile
    again: tuple[str, ...] = ()
    open_hands: bool = False
    greeting: str = ""
    teach: bool = False

    def play(self) -> Outcome | None:
        """Play to the end and tell it; return the outcome, ``None`` if the person left.

        Raises :class:`BrokenOff` when the input ends before the game does, and
        :class:`MoonflightError` for a record that does not fit the game.
        """
        greeting, retold = self.greeting, False
        lessons = Lessons(self.settings.edition, lambda words: None) if self.teach else None
        with self.file:
            while True:
                try:
                    return self._sit(greeting, lessons, retold=retold)
                except TakeBack as back:
                    greeting, retold = back.words, True

    def _sit(self, greeting: str, lessons: Lessons | None, *, retold: bool) -> Outcome | None:
        """Play from the first answer on record; ``retold`` if the person has heard of them."""
        jacks = self.settings.jacks
        followers = {
            number: self.deck.follower(jack) for number, jack in enumerate(jacks) if number > 0
        }
        narrator = Narrator(0, open_hands=self.open_hands)
        reasons = Reasons(followers)
        recording = Recording(self.file, self.terminal, reasons, lambda words: person.greet(words))
        commands = TableCommands(
            self.terminal,
            narrator,
            reasons,
            self.deck.catalogue,
            adviser=self.deck.adviser(jacks[0]),
            open_hands=self.open_hands,
            more=recording.commands(),
        )
        person = Person(commands, self.keyboard, lessons)
        if greeting:
            person.greet(greeting, retold=retold)

        def keep(answer: Answer) -> None:
            recording.keep(answer if person.decided else replace(answer, auto=True))

        given = list(self.file.record.answers)
        passed_by = 0

        def again(answer: Answer) -> None:
            nonlocal passed_by
            passed_by += 1
            person.pass_by(answer, table, table.seats[0])

        player = RecordedPlayer(person, iter(given), keep, again)
        table = set_up(self.settings, self.deck.catalogue, [player, *followers.values()])
        if len(jacks) == 1:
            table.variant = ScoreMode(table)

        def hear(event: Event) -> None:
            recording(event)
            reasons(event)
            narrator(event)
            if lessons is not None:
                lessons(event)

        if lessons is not None:
            # What is told again of a game played before has had its lessons.
            lessons.say = lambda words: person.learn(words) if passed_by == len(given) else None
        reasons.table = table
        narrator.listen(table)
        table.listener = hear
        narrator.announce(self._opening(table))
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
        except KeyboardInterrupt:
            self.terminal.say()
            self.terminal.say(self._how_again())
            raise
        except ReplayMismatch as error:
            place = f"{self.file.path}{self.file.record.place(error.answer)}"
            raise MoonflightError(f"{place}: {error}") from None
        recording.keep(ended(outcome))
        for told in narrator.take():
            self.terminal.say(told.words, "bold" if told.kind == "end" else "")
        for words in person.greetings():
            self.terminal.say(words)
        if len(jacks) == 1:
            say_rank(outcome, self.terminal)
        return outcome

    def _opening(self, table: Table) -> str:
        others = " and ".join(table.title(seat.number) for seat in table.seats[1:])
        against = f"against {others}" if others else "alone, in Score Mode"
        return (
            f"You are {table.title(0)}, {against}. Seed {self.settings.seed}. "
            "Type help to see what you can type."
        )

    def _how_again(self) -> str:
        if self.file.path is not None:
            words = "moonflight resume"
            if self.file.path.absolute().parent != folder():
                words = shlex.join(["moonflight", "resume", str(self.file.path)])
            until = "" if self.file.recording else " from where it was last recorded"
            return f"The game goes on{until} with: {words}"
        return f"The same game starts again with: {shlex.join(self.again)}"


def say_rank(outcome: Outcome, terminal: Terminal) -> None:
    """Say what rank a finished game in Score Mode earns."""
    if outcome.finished:
        earned = rank(outcome.scores[0])
        terminal.say(f"You are a {earned.name}. {earned.saying}", "bold")
