"""A person's game being recorded: what is kept, and the commands undo, redo and note."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from moonflight_solo.cli.game.header import UNRECORDED
from moonflight_solo.cli.game.log import Reasons
from moonflight_solo.cli.game.table_commands import Command
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import CannotRecord, Entry, Note, RecordFile, Seek
from moonflight_solo.rules.state import Event, Seat, Table


class TakeBack(Exception):
    """Other answers stand now, so that the game has to be played again; ``words`` say which."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class Recording:
    """Keeps a game's record while it is played, and listens to the table for its notes.

    ``warn`` is told, once, when it cannot be written any more; the game then goes on unrecorded.
    """

    def __init__(
        self, file: RecordFile, terminal: Terminal, reasons: Reasons, warn: Callable[[str], None]
    ) -> None:
        self.file = file
        self._terminal = terminal
        self._reasons = reasons
        self._warn = warn
        self._acts = 0

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened: acts are counted in each round."""
        if event.kind in ("round", "act"):
            self._acts = self._acts + 1 if event.kind == "act" else 0

    def keep(self, entry: Entry) -> None:
        """Put an entry on record before the game goes on."""
        try:
            self.file.write(entry)
        except CannotRecord as error:
            self._warn(f"{error} {UNRECORDED}")

    def commands(self) -> list[Command]:
        """Return what may be typed about the record."""
        return [
            Command("undo [NUMBER | round]", "take back decisions", self._undo),
            Command("redo [NUMBER | all]", "make them again", self._redo),
            Command("note TEXT", "remark on this moment", self._note),
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
        self.keep(self._noted(rest, table))
        if self.file.recording:
            self._terminal.say("Noted.")

    def _noted(self, words: str, table: Table) -> Note:
        """Return a remark tied to this moment, and to the AI-card line followed last."""
        answers = len(self.file.record.answers)
        note = Note(words, answers, table.round, self._acts, table.turned)
        last = next(reversed(self._reasons.last.values()), None)
        if last is None:
            return note
        why = last.explanation
        line = next((each.words for each in why.considered if each.line == why.line), "")
        return replace(note, ai=last.title, line=why.line, words=line, did=why.notation)


def _number(rest: str, name: str, other: str) -> int:
    if not rest:
        return 1
    if not rest.isdecimal() or len(rest) > 9 or int(rest) < 1:
        raise MoonflightError(f"say {name}, {name} and how many decisions, or {name} {other}.")
    return int(rest)
