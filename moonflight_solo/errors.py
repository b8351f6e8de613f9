"""Errors whose messages are written for the user."""

from __future__ import annotations

from typing import ClassVar


def with_capital(words: str) -> str:
    """Return words with a capital letter in front."""
    return words[:1].upper() + words[1:]


class MoonflightError(Exception):
    """An error that the user can understand and fix.

    Its `str` is the whole message: one clear sentence, without the program's name. `exit_code` is
    the exit status of the `moonflight` command.
    """

    exit_code: ClassVar[int] = 1


class UsageError(MoonflightError):
    """A request that makes no sense as given."""

    exit_code: ClassVar[int] = 2


class DataError(MoonflightError):
    """An error in a data file: where it is, what is wrong, and how to fix it.

    `place` is anything whose `str` names the spot, as `FILE:LINE:COL` or just the file; `None` if
    there is none. `problem` and `remedy` are phrases without a final full stop. The `str` is
    `PLACE: problem. Remedy.`
    """

    def __init__(self, place: object | None, problem: str, remedy: str) -> None:
        self.place = place
        self.problem = problem
        self.remedy = remedy
        prefix = "" if place is None else f"{place}: "
        stop, end = ("" if words.endswith(("?", ".")) else "." for words in (problem, remedy))
        super().__init__(f"{prefix}{problem}{stop} {with_capital(remedy)}{end}")

    def __reduce__(self) -> tuple[type[DataError], tuple[object, ...]]:
        """Make the error picklable, so that a worker process can pass it on."""
        return type(self), (self.place, self.problem, self.remedy)
