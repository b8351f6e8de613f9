"""Decisions of a recorded game taken back, and made again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn

from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer, Entry, Record, Seek


class OtherAnswers(Exception):
    """Other answers stand now, so that the game has to be played again; ``words`` say which."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


@dataclass(frozen=True)
class History:
    """The answers of a ``record``; ``keep`` puts an entry on it."""

    record: Record
    keep: Callable[[Entry], None]

    def undo(self, rest: str = "") -> NoReturn:
        """Take back decisions: one, a number of them, or the "round"; raises `OtherAnswers`."""
        record = self.record
        stand = record.back_to_round() if rest == "round" else record.back(_many("undo", rest))
        taken = _decided(record.answers[stand:])
        self.keep(Seek(stand))
        many = f" {len(taken)} decisions, down to" if taken[1:] else ""
        raise OtherAnswers(f'Taken back:{many} "{taken[0]}". Say redo to bring it again.')

    def redo(self, rest: str) -> NoReturn:
        """Make decisions again: one, a number of them, or "all"; raises `OtherAnswers`."""
        record = self.record
        here = len(record.answers)
        stand = record.forward(1 if rest == "all" else _many("redo", rest))
        if rest == "all":
            stand = here + len(record.undone)
        made = _decided(record.undone[: stand - here])
        self.keep(Seek(stand))
        many = f" {len(made)} decisions, up to" if made[1:] else ""
        raise OtherAnswers(f'Made again:{many} "{made[-1]}".')


def _decided(answers: list[Answer]) -> list[str]:
    return [answer.answer for answer in answers if not answer.auto]


def _many(name: str, rest: str) -> int:
    number = counting_number(rest) if rest else 1
    if not number:
        other = "round" if name == "undo" else "all"
        raise MoonflightError(f"say {name}, {name} and how many decisions, or {name} {other}.")
    return number
