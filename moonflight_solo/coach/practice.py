"""Positions to practise with, each with an act that is surely the best, and when each is due."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

import msgspec

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_folder
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Act, Seat, Table
from moonflight_solo.userfiles import NoHome, user_folder, write_file
from moonflight_solo.values import Value

POSITIONS_FILE: Final = "practice.json"
ANSWERS_FILE: Final = "practice.json"
"""The file of the answers, in the user's folder."""

DAYS_UNTIL_DUE: Final = (1, 3, 7, 21, 60)
"""Days until a position comes back, by the right answers in a row (Leitner's boxes)."""


class Position(Value):
    """A position of the first of two ``jacks`` in the game of this ``seed``, and its best act.

    It is before the first seat's act number ``act``, from 0, if AI cards play. ``costs`` has every
    act in the printed notation, the best first, with what it costs: wins in a game.
    """

    jacks: tuple[str, ...]
    seed: int
    act: int
    costs: dict[str, Estimate]
    reason: str

    @property
    def name(self) -> str:
        """A name by which the answers are kept."""
        return f"{self.jacks[0]} {self.seed} {self.act}"

    def table(self, known: Catalogue) -> Table:
        """Return the table of the position; the first seat is to act."""
        settings = Settings(self.jacks, self.seed)
        own, *others = (load_ai_card(jack, known) for jack in self.jacks)
        first = _Stopping(own, known)
        first.left = self.act
        table = set_up(settings, known, [first, *(AICardPlayer(card, known) for card in others)])
        try:
            play(table, settings)
        except GameStop:
            return table
        raise ValueError(f"the game of {self.name} ends before its act")

    @property
    def best(self) -> str:
        """The best act."""
        return next(iter(self.costs))


class _Stopping(AICardPlayer):
    """Follows an AI card up to one act."""

    left = 0

    def act(self, table: Table, seat: Seat) -> Act:
        if not self.left:
            raise GameStop
        self.left -= 1
        return super().act(table, seat)


def shipped() -> list[Position]:
    """Return the positions that come with the program."""
    return msgspec.json.decode(
        (data_folder("guide") / POSITIONS_FILE).read_bytes(), type=list[Position]
    )


class Answered(Value):
    """How often a position was answered, the right answers in a row, and when it is due."""

    due: date
    times: int
    row: int


class Practice:
    """The positions to practise with, and how they were answered, by their names."""

    def __init__(self, positions: Sequence[Position], kept: dict[str, Answered]) -> None:
        self._positions = positions
        self._kept = kept

    @classmethod
    def read(cls) -> Practice:
        """Return the user's practice; a file that cannot be read counts as none."""
        kept: dict[str, Answered] = {}
        with suppress(OSError, NoHome, msgspec.MsgspecError):
            kept = msgspec.json.decode(
                user_folder(ANSWERS_FILE).read_bytes(), type=dict[str, Answered]
            )
        return cls(shipped(), kept)

    def due(self, today: date) -> list[Position]:
        """Return what is due, first what was due longest, then what is new."""
        old = [each for each in self._positions if each.name in self._kept]
        old = [each for each in old if self._kept[each.name].due <= today]
        old.sort(key=lambda each: self._kept[each.name].due)
        return [*old, *(each for each in self._positions if each.name not in self._kept)]

    def answered(self, position: Position, today: date, *, right: bool) -> None:
        """Keep an answer; raises `MoonflightError` if it cannot be written."""
        before = self._kept.get(position.name, Answered(today, 0, 0))
        row = before.row + 1 if right else 0
        days = timedelta(days=DAYS_UNTIL_DUE[min(row, len(DAYS_UNTIL_DUE) - 1)])
        self._kept[position.name] = Answered(today + days, before.times + 1, row)
        path = user_folder(ANSWERS_FILE)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, msgspec.json.encode(self._kept).decode())

    def told(self, today: date) -> str:
        """Return in a sentence how the practice goes, "" if nothing was answered."""
        known = [self._kept[each.name] for each in self._positions if each.name in self._kept]
        if not known:
            return ""
        found = sum(each.row > 0 for each in known)
        back = sum(each.due <= today for each in known)
        return (
            f"Practice: {plural(len(known), 'position')} of {len(self._positions)} answered, "
            f"{found} right the last time; {back} due again today."
        )
