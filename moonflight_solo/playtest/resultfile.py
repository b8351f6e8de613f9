"""Playtest results so far, in memory or in an append-only file.

The file starts with the plan, followed by one line per unit played.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.files import lock, open_file
from moonflight_solo.playtest.paired import StopRule
from moonflight_solo.playtest.plan import PLAYTEST_KIND, Plan
from moonflight_solo.playtest.runner import WorkUnit, joined_units
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.records.record import FromOne
from moonflight_solo.userfiles import write_all

_FORMAT: Final = 4
_REMEDY: Final = 'Give a file that "moonflight playtest --out FILE" has begun'


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a results file: the plan, and the number of games requested."""

    kind: str = PLAYTEST_KIND
    format: int = _FORMAT
    digest: str
    games: FromOne
    plan: Plan


class UnitsPlayed(msgspec.Struct):
    """Every further line: work units, and their tally."""

    seeds: Sequence[WorkUnit]
    tally: Any


class Results:
    """The results of playing a plan, in memory or in a file open for appending; a context manager.

    ``games`` is the number initially requested, and ``done`` lists the units played. ``tally`` only
    covers the ``counted`` units, those before the first gap, because the games that are done first
    are the short ones. With ``until``, nothing is counted once the result is ``decided``.
    """

    def __init__(
        self, plan: Plan, games: int, until: StopRule | None = None, file: FileIO | None = None
    ) -> None:
        self.plan = plan
        self.games = games
        self.until = until
        self.path = None if file is None else Path(file.name)
        self._file = file
        self.decided = False
        self.done: list[WorkUnit] = []
        self.counted: list[WorkUnit] = []
        self.tally = Tally()
        self.aside: list[tuple[Sequence[WorkUnit], Tally]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def add(self, units: Sequence[WorkUnit], tally: Tally) -> None:
        """Add the tally of ``units`` and write it to disk.

        Raises :class:`ValueError` for seeds already done, and :class:`MoonflightError` if it cannot
        be written.
        """
        self._count(units, tally)
        if self._file is not None:
            self._write(msgspec.json.encode(UnitsPlayed(units, tally.to_json())))

    def _count(self, units: Sequence[WorkUnit], tally: Tally) -> None:
        """Take in units, and count them in the order of seeds, as far as none is missing."""
        self.done = joined_units([*self.done, *units])
        self.aside.append((units, tally))
        self.aside.sort(key=lambda each: min(each[0]))
        while not self.decided and self.aside:
            end = self.counted[-1].end if self.counted else self.plan.seed
            if min(self.aside[0][0]).first > end:
                break
            units, tally = self.aside.pop(0)
            self.counted = joined_units([*self.counted, *units])
            self.tally.merge(tally)
            # Nothing after the decision counts, so that it is the same for any number of jobs.
            self.decided = self.until is not None and self.until.verdict(self.tally) != "open"

    @classmethod
    def begin(cls, path: Path, plan: Plan, games: int, until: StopRule | None = None) -> Results:
        """Create a results file for ``games`` games of a plan.

        Raises :class:`UsageError` if the file exists, :class:`MoonflightError` if it cannot be
        created.
        """
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            empty = path.is_file() and path.stat().st_size == 0  # nothing was ever written
            file = FileIO(path, "r+" if empty else "x+")
        except FileExistsError:
            raise UsageError(
                f"{path} already exists; continue it with --resume {path}, or name another file."
            ) from None
        except OSError as error:
            raise MoonflightError(f"{path} cannot be made: {error.strerror}.") from None
        _hold(path, file)
        begun = cls(plan, games, until, file)
        try:
            begun._write(msgspec.json.encode(Heading(digest=plan.digest(), games=games, plan=plan)))
        except BaseException:
            begun.close()
            path.unlink()
            raise
        return begun

    @classmethod
    def open(cls, path: Path, until: StopRule | None = None) -> Results:
        """Open a results file to continue it.

        Drops an incomplete last line. Raises :class:`DataError` with file and line for any other
        damage, and :class:`MoonflightError` if another playtest is writing the file.
        """
        with open_file(path, _REMEDY):
            pass  # it says what is wrong with a path in better words than what follows
        try:
            file = FileIO(path, "r+")
        except OSError as error:
            raise DataError(path, f"it cannot be opened: {error.strerror}", _REMEDY) from None
        try:
            _hold(path, file)
            # Line by line, as there may be thousands.
            with open(path, "rb") as lines:
                first = lines.readline()
                heading = _heading(first, path)
                whole = len(first)
                results = cls(heading.plan, heading.games, until, file)
                for number, line in enumerate(lines, 2):
                    if line.endswith(b"\n"):
                        results._take_in(line, number)
                        whole += len(line)
            file.truncate(whole)
            file.seek(whole)
            return results
        except BaseException:
            file.close()
            raise

    def _take_in(self, line: bytes, number: int) -> None:
        """Take in a line of the file; raise :class:`DataError` with its number if it is damaged."""
        try:
            data = msgspec.json.decode(line, type=UnitsPlayed)
            self._count(data.seeds, Tally.from_json(data.tally))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            detail = f": {error}" if type(error) is ValueError else ""
            raise DataError(
                f"{self.path}:{number}",
                f"this line is damaged{detail}",
                "The file is unchanged; remove that line in a copy, and its games are played again",
            ) from None

    def _write(self, line: bytes) -> None:
        """Add a line to the file; raise :class:`MoonflightError` if it cannot be written."""
        assert self._file is not None
        try:
            write_all(self._file, line + b"\n")
        except OSError as error:
            raise MoonflightError(f"{self.path} cannot be written: {error.strerror}.") from None


def _heading(line: bytes, path: Path) -> Heading:
    """Read the first line; raise :class:`DataError` if it is of another kind, format or plan."""
    if not line.endswith(b"\n"):
        raise DataError(f"{path}:1", "the first line is incomplete", _REMEDY)
    try:
        heading = msgspec.json.decode(line, type=Heading)
    except msgspec.DecodeError as error:
        raise DataError(
            f"{path}:1", f"this is not a playtest results file: {error}", _REMEDY
        ) from None
    if (heading.kind, heading.format) != (PLAYTEST_KIND, _FORMAT):
        problem = f'this is a "{heading.kind}" of format {heading.format}'
    elif heading.digest != heading.plan.digest():
        problem = "the plan in it was changed"
    else:
        return heading
    raise DataError(f"{path}:1", problem, _REMEDY)


def _hold(path: Path, file: FileIO) -> None:
    """Lock the file against other playtests, where the system supports it."""
    if not lock(file):
        raise MoonflightError(f"{path} is being written by another playtest.")
