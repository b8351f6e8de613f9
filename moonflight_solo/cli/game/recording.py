"""A person's game being recorded: what is kept, and the commands undo, redo and note."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from moonflight_solo.cli.game.gamefile import UNRECORDED
from moonflight_solo.cli.game.table_commands import Command
from moonflight_solo.cli.game.witness import Witness
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import CannotRecord, Entry, Note, RecordFile, Seek
from moonflight_solo.rules.state import Event, Seat, Table


class TakeBack(Exception):
    """Other answers stand now, so that the game has to be played again; ``words`` say which."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Moment:
    """Where the game is, for notes: listens to the table and tells ``then`` what it hears."""

    def __init__(self, witnesses: Mapping[int, Witness], then: Callable[[Event], None]) -> None:
        self.act = 0
        self.last: Witness | None = None
        self._witnesses = witnesses
        self._then = then

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        if event.kind == "round":
            self.act = 0
        elif event.kind == "act":
            self.act += 1
            self.last = self._witnesses.get(event.seat, self.last)
        self._then(event)

    def note(self, words: str, answers: int, table: Table) -> Note:
        """Return a remark tied to this moment, when so many answers had been given."""
        where = Note(words, answers, table.round, self.act, table.turned)
        testimony = self.last.last if self.last else None
        if testimony is None:
            return where
        explanation = testimony.explanation
        considered = (each for each in explanation.considered if each.line == explanation.line)
        followed = next(considered, None)
        return Note(
            words,
            answers,
            table.round,
            self.act,
            table.turned,
            testimony.title,
            explanation.line,
            followed.words if followed else "",
            explanation.notation,
        )


class Recording:
    """Keeps a game's record while it is played.

    ``warn`` is told, once, when it cannot be written any more; the game then goes on unrecorded.
    """

    def __init__(self, file: RecordFile, terminal: Terminal, warn: Callable[[str], None]) -> None:
        self.file = file
        self.moment: Moment | None = None
        self._terminal = terminal
        self._warn = warn

    def keep(self, entry: Entry) -> None:
        """Put an entry on record before the game goes on."""
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self._warn(f"{error} {UNRECORDED}")

    def commands(self) -> list[Command]:
        """Return what may be typed about the record."""
        return [
            Command("undo", "undo [NUMBER | round]", "take back decisions", self._undo),
            Command("redo", "redo [NUMBER | all]", "make them again", self._redo),
            Command("note", "note TEXT", "remark on this moment", self._note),
        ]

    def _undo(self, rest: str, table: Table, seat: Seat) -> None:
        record = self.file.record
        if rest == "round":
            stand = record.back_to_round()
        else:
            stand = record.back(_number(rest, "undo", "round"))
        taken = [answer for answer in record.answers[stand:] if not answer.auto]
        self.keep(Seek(stand))
        many = f"Taken back: {len(taken)} decisions, down to" if taken[1:] else "Taken back:"
        raise TakeBack(f'{many} "{taken[0].answer}". Say redo to bring it again.')

    def _redo(self, rest: str, table: Table, seat: Seat) -> None:
        record = self.file.record
        here = len(record.answers)
        if rest == "all":
            record.forward()
            stand = here + len(record.undone)
        else:
            stand = record.forward(_number(rest, "redo", "all"))
        made = [answer for answer in record.undone[: stand - here] if not answer.auto]
        self.keep(Seek(stand))
        many = f"Made again: {len(made)} decisions, up to" if made[1:] else "Made again:"
        raise TakeBack(f'{many} "{made[-1].answer}".')

    def _note(self, rest: str, table: Table, seat: Seat) -> None:
        if not rest:
            raise MoonflightError("say note and what you want to remember.")
        if not self.file.recording:
            raise MoonflightError("this game is not recorded, so the note would be lost.")
        assert self.moment is not None
        self.keep(self.moment.note(rest, len(self.file.record.answers), table))
        if self.file.recording:
            self._terminal.say("Noted.")


def _number(rest: str, name: str, other: str) -> int:
    if not rest:
        return 1
    if not rest.isdecimal() or len(rest) > 9 or int(rest) < 1:
        raise MoonflightError(f"say {name}, {name} and how many decisions, or {name} {other}.")
    return int(rest)
