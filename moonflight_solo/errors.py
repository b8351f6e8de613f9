"""What can go wrong, said to the person at the keyboard."""

from __future__ import annotations

from typing import ClassVar


class MoonflightError(Exception):
    """A failure that a person can understand and mend.

    Its `str` is the whole message: one clear sentence, without the program's name. `exit_code` is
    what the `moonflight` command then exits with.
    """

    exit_code: ClassVar[int] = 1


class UsageError(MoonflightError):
    """Something was asked for in a way that cannot be meant."""

    exit_code: ClassVar[int] = 2


class DataError(MoonflightError):
    """Something wrong in a data file: where it is, what it is, and what to do about it.

    `place` is anything whose `str` names the spot, as `FILE:LINE:COL` or just the file, or None
    when there is none. `problem` and `remedy` are phrases without a final full stop. The `str` is
    `PLACE: problem. Remedy.`
    """

    def __init__(self, place: object | None, problem: str, remedy: str) -> None:
        self.place = place
        self.problem = problem
        self.remedy = remedy
        where = "" if place is None else f"{place}: "
        stop = "" if problem.endswith(("?", ".")) else "."
        super().__init__(f"{where}{problem}{stop} {remedy[:1].upper()}{remedy[1:]}.")

    def __reduce__(self) -> tuple[type[DataError], tuple[object, ...]]:
        """Let the error cross from a worker process to the one that shows it."""
        return type(self), (self.place, self.problem, self.remedy)
