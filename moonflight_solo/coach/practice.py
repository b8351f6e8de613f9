"""Positions to practise with, the program's and a person's own mistakes, and when each is due."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

import msgspec

from moonflight_solo.coach.kept_reviews import KeptReview
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.datafiles import data_folder
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.userfiles import NoHome, kept_value, user_folder, write_file
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

    @property
    def best(self) -> str:
        """The best act."""
        return next(iter(self.costs))


def built_in() -> list[Position]:
    """Return the positions that come with the program."""
    return msgspec.json.decode(
        (data_folder("guide") / POSITIONS_FILE).read_bytes(), type=list[Position]
    )


class OwnPosition(Value):
    """A position of a person's kept ``game``, and the ``decision`` there that was a mistake."""

    game: str
    decision: ReviewedDecision

    @property
    def name(self) -> str:
        """A name by which the answers are kept."""
        return f"{self.game} {self.decision.given}"


def own_positions(reviews: Sequence[KeptReview]) -> list[OwnPosition]:
    """Return the mistakes in reviews, which are in the order begun, the last game first."""
    games = reversed(reviews)
    positions = [OwnPosition(game.game, mistakes) for game in games for mistakes in game.mistakes]
    return [each for each in positions if each.decision.best in each.decision.offered]


class AnswerCounts(Value):
    """How often a position was answered and found, in all and in a row, and when it is due."""

    due: date
    times: int
    row: int
    found: int = 0


class Practice:
    """The positions to practise with, and how they were answered, by their names."""

    def __init__(
        self, positions: Sequence[Position | OwnPosition], answers: dict[str, AnswerCounts]
    ) -> None:
        self._positions = positions
        self._answers = answers

    @classmethod
    def read(cls, reviews: Sequence[KeptReview]) -> Practice:
        """Return the practice with the mistakes in ``reviews``; an unreadable file is ignored."""
        answers = None
        with suppress(NoHome):
            answers = kept_value(user_folder(ANSWERS_FILE), dict[str, AnswerCounts])
        return cls([*own_positions(reviews), *built_in()], answers or {})

    def due(self, today: date) -> list[Position | OwnPosition]:
        """Return what is due, first what was due longest, then what is new, own mistakes first."""
        new = [each for each in self._positions if each.name not in self._answers]
        old = [each for each in self._positions if each.name in self._answers]
        due = [each for each in old if self._answers[each.name].due <= today]
        return [*sorted(due, key=lambda each: self._answers[each.name].due), *new]

    def keep_answer(self, position: Position | OwnPosition, today: date, *, right: bool) -> None:
        """Keep an answer; raises `MoonflightError` if it cannot be written."""
        before = self._answers.get(position.name, AnswerCounts(today, 0, 0))
        row = before.row + 1 if right else 0
        days = timedelta(days=DAYS_UNTIL_DUE[min(row, len(DAYS_UNTIL_DUE) - 1)])
        self._answers[position.name] = AnswerCounts(
            today + days, before.times + 1, row, before.found + right
        )
        path = user_folder(ANSWERS_FILE)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, msgspec.json.encode(self._answers).decode())

    def progress(self, today: date) -> str:
        """Return in sentences how the practice goes, "" if nothing was answered."""
        parts: list[str] = []
        answers: list[AnswerCounts] = []
        for kind, noun, whose in (
            (Position, "position", ""),
            (OwnPosition, "mistake", " of your own"),
        ):
            positions = [each for each in self._positions if isinstance(each, kind)]
            counts = [self._answers[each.name] for each in positions if each.name in self._answers]
            if counts:
                parts.append(f"{len(counts)} of {plural(len(positions), noun)}{whose}")
            answers += counts
        if not answers:
            return ""
        times = sum(answer.times for answer in answers)
        hits = sum(answer.found for answer in answers)
        last = sum(answer.row > 0 for answer in answers)
        back = sum(answer.due <= today for answer in answers)
        return (
            f"Practice: {' and '.join(parts)} answered; {hits} of {plural(times, 'answer')} right; "
            f"{last} right the last time; {back} due again today."
        )
