"""A game watched put in a file: every act and answer of every seat, and the table if wanted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from moonflight_solo.cli.game.session import ended
from moonflight_solo.cli.game.witness import Witness
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import Answer, Header, RecordedPlayer, RecordFile
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.state import Player, Table
from moonflight_solo.scenario import snapshot


def new_record(path: Path, header: Header) -> RecordFile:
    """Return a record begun in a file that must not be there yet.

    It is not forced on the disk line by line: a game watched is played again from its seed.
    """
    try:
        return RecordFile.begin(path, header, safe=False)
    except FileExistsError:
        raise MoonflightError(f"{path} is there already; name a new file.") from None


class WatchLog:
    """Keeps what ``players``, who do as the witnesses do, act and answer.

    ``table`` is to be set before the first act.
    """

    def __init__(self, file: RecordFile, witnesses: Sequence[Witness], *, log_state: bool) -> None:
        self.table: Table | None = None
        self.players: list[Player] = [
            RecordedPlayer(witness, iter(()), self._keep) for witness in witnesses
        ]
        self._file = file
        self._witnesses = witnesses
        self._log_state = log_state

    def end(self, outcome: Outcome) -> None:
        """Put on record how the game ended."""
        self._file.write(replace(ended(outcome), table=self._snapshot()))

    def _keep(self, answer: Answer) -> None:
        if answer.ask == "act":
            line = self._witnesses[answer.seat - 1].followed
            answer = replace(answer, line=line, table=self._snapshot())
        self._file.write(answer)

    def _snapshot(self) -> dict[str, object] | None:
        return snapshot(self.table) if self._log_state and self.table is not None else None
