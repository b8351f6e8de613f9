"""The folders of saved games: one record per game, one folder per program."""

from __future__ import annotations

import os
import re
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Final, Literal

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.numbers import plural
from moonflight_solo.records.file import CannotRecord, NotBegun, RecordFile, read_record
from moonflight_solo.records.record import Header, Record
from moonflight_solo.userfiles import NoHome, user_folder
from moonflight_solo.values import Value

ENDING: Final = ".jsonl"
_NAME_BYTES: Final = 100
_SLACK: Final = 60
"""Seconds that the clock of another computer with the same files may be ahead."""


class Shelf(Value):
    """Where a ``program`` saves its games: the ``folder`` in the user's data folder.

    ``hint`` is advice for someone who does not know a game's name.
    """

    program: str
    folder: str
    hint: str


MOONFLIGHT: Final = Shelf("moonflight", "games", "moonflight saves lists the saved games.")
PLAYED_BY: Final = "MOONFLIGHT_PLAY"
"""Environment variable with the command that plays here, for use outside a shell."""
UNRECORDED: Final = (
    "You can play on, but the game is not being saved and cannot be resumed until this is fixed."
)
RECORDED_NOW: Final = "The whole game is saved again."


class Save(Value):
    """A saved game. ``played`` is when it was last written to, in local time.

    ``record`` is ``None`` for a damaged file, with the ``problem``. A file not ``begun`` contains
    no game at all.
    """

    name: str
    path: Path
    played: datetime
    record: Record | None
    problem: str = ""
    begun: bool = True

    @property
    def unfinished(self) -> bool:
        """Whether it can be resumed."""
        return self.record is not None and self.record.ended is None


def folder(shelf: Shelf = MOONFLIGHT) -> Path:
    """Return the folder of saved games, which need not exist yet.

    It is in ``MOONFLIGHT_HOME`` if that is set, else in the platform's data folder.
    """
    return user_folder(shelf.folder)


def begin_recording(header: Header, shelf: Shelf = MOONFLIGHT) -> tuple[RecordFile, str]:
    """Return a new record in the folder, or, with the reason, one that tries again to get there."""
    begin_again = partial(begin, header, datetime.now(), shelf)
    try:
        return begin_again(), ""
    except CannotRecord as error:
        return RecordFile(Record(header), begin=begin_again), f"{error} {UNRECORDED}"


def begin(header: Header, now: datetime, shelf: Shelf = MOONFLIGHT) -> RecordFile:
    """Create a record in the folder, with a unique name from the time and the Jacks.

    Raises :class:`CannotRecord` if it cannot be created.
    """
    try:
        games = folder(shelf)
    except NoHome as error:
        raise CannotRecord(str(error)) from None
    jacks = "-".join(re.findall(r"[^\W_]+", " ".join(header.jacks).casefold()))
    name = (
        f"{now:%Y-%m-%d-%H%M%S}-{jacks}".encode()[:_NAME_BYTES].decode(errors="ignore").rstrip("-")
    )
    for number in count(1):
        path = games / f"{name}{'' if number == 1 else f'-{number}'}{ENDING}"
        try:
            return RecordFile.begin(path, header)
        except FileExistsError:
            continue
    raise AssertionError("numbers do not end")


def is_saved(path: Path, shelf: Shelf = MOONFLIGHT) -> bool:
    """Return whether a record lies in the folder of the saves; raises :class:`NoHome`."""
    return path.absolute().parent == folder(shelf)


def save_name(path: Path, shelf: Shelf = MOONFLIGHT) -> str:
    """Return a record's name in the folder, or its whole path elsewhere."""
    with suppress(NoHome):
        if is_saved(path, shelf):
            return path.name.removesuffix(ENDING)
    return str(path)


def short_save_name(path: Path) -> str:
    """Return as much of a record's name as `find` needs: when it was begun, unless two were."""
    name = save_name(path)
    time = name[: len("2026-01-01-000000")]
    names = [file for file in _files(MOONFLIGHT) if save_name(file).startswith(time)]
    return time if len(names) == 1 else name


def command_line(words: Iterable[str]) -> str:
    """Quote a command for the shell of this system."""
    if sys.platform == "win32":
        from subprocess import list2cmdline

        return list2cmdline(words)
    return shlex.join(words)


def resume_command(path: Path, shelf: Shelf = MOONFLIGHT) -> str:
    """Return the command to resume a game; without its name if it is in the folder."""
    in_folder = is_saved(path, shelf)
    if in_folder and os.environ.get(PLAYED_BY):
        return os.environ[PLAYED_BY]
    return command_line([shelf.program, "resume", *([] if in_folder else [str(path)])])


def forget_untouched(file: RecordFile, shelf: Shelf = MOONFLIGHT) -> None:
    """Delete a saved game in which nothing was decided."""
    path = file.path
    if path is not None and is_saved(path, shelf) and file.record.untouched:
        file.close()  # Windows cannot delete open files
        with suppress(OSError):
            path.unlink()


def last_save() -> Save | None:
    """Return the game last played, ``None`` if there is none or the folder cannot be read."""
    with suppress(CannotRecord):
        return next(_saves(MOONFLIGHT), None)
    return None


def saves() -> list[Save]:
    """Return all saved games, including damaged ones, the last played first."""
    return list(_saves(MOONFLIGHT))


def listed_saves(shelf: Shelf = MOONFLIGHT) -> list[Save]:
    """Return the saved games as numbered for `find`: those in which something was decided."""
    return [save for save in _saves(shelf) if save.record is None or not save.record.untouched]


def _saves(shelf: Shelf) -> Iterator[Save]:
    return (_save(path, shelf) for path in _files(shelf))


def _files(shelf: Shelf) -> list[Path]:
    try:
        entries = [entry for entry in os.scandir(folder(shelf)) if entry.name.endswith(ENDING)]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CannotRecord(f"{folder(shelf)} cannot be read: {error.strerror}.") from None
    files = []
    for entry in entries:
        with suppress(OSError):  # a symlink loop, or a file deleted meanwhile
            if entry.is_file() and entry.stat().st_size:
                files.append((_time_of(Path(entry.path)), entry.name, Path(entry.path)))
    return [path for *_, path in sorted(files, reverse=True)]


def _time_of(path: Path) -> float:
    """Return when a record was last written, in seconds since 1970; raises `OSError`.

    A file's time that is still to come was a wrong clock's: then it is when the game began.
    """
    now, written = time.time(), path.stat().st_mtime
    if written <= now + _SLACK:
        return written
    with suppress(DataError, ValueError):
        began = datetime.fromisoformat(read_record(path).header.begun).timestamp()
        if began <= now:
            return began
    return 0


def _save(path: Path, shelf: Shelf) -> Save:
    try:
        played = datetime.fromtimestamp(_time_of(path)).astimezone()
    except (OSError, ValueError, OverflowError):  # also a time out of range
        played = datetime.now().astimezone()
    try:
        return Save(save_name(path, shelf), path, played, read_record(path))
    except DataError as error:
        begun = not isinstance(error, NotBegun)
        return Save(save_name(path, shelf), path, played, None, str(error), begun)


def find(
    name: str | None, state: Literal["", "unfinished", "finished"] = "", shelf: Shelf = MOONFLIGHT
) -> Path:
    """Return the path of the record named ``name``, or of the file ``name``.

    A file is meant if it is written as one, with a slash or its ending, or no game has that name.
    A name in the folder may be abbreviated if unique, or be a number from 1, the game last played;
    ``None`` is the game last played, in this
    ``state`` if given, in which something was decided. Raises :class:`UsageError` for an unknown
    name and :class:`MoonflightError` if there is no game yet.
    """
    if name is None:
        return _last(state, shelf)
    written = os.sep in name or "/" in name or name.endswith(ENDING)
    if written and os.path.isfile(name):
        return Path(name)
    if re.fullmatch("[0-9]{1,3}", name):
        listed = listed_saves(shelf)
        if not 0 < int(name) <= len(listed):
            which = f"{name}, only {plural(len(listed), 'game')}" if listed else "yet"
            raise UsageError(f"there is no game {which}; {shelf.hint}")
        return listed[int(name) - 1].path
    files, stem = _files(shelf), name.removesuffix(ENDING)
    folded = stem.casefold()
    tests: list[Callable[[str], bool]] = [
        stem.__eq__,
        lambda called: called.casefold() == folded,
        lambda called: called.casefold().startswith(folded),
        lambda called: bool(folded) and folded in called.casefold(),
    ]
    for test in tests:
        matches = [path for path in files if test(save_name(path, shelf))]
        if len(matches) == 1:
            return matches[0]
        if matches:
            names = ", ".join(save_name(path, shelf) for path in matches[:3])
            rest = " and others" if matches[3:] else ""
            raise UsageError(f'"{name}" could be {names}{rest}.')
    if os.path.isfile(name):
        return Path(name)
    if written:
        raise MoonflightError(f"there is no file {name}; {shelf.hint}")
    raise UsageError(f'no game is called "{name}"; {shelf.hint}')


def _last(state: str, shelf: Shelf) -> Path:
    for save in _saves(shelf):
        if save.record is None and save.begun:
            # Do not resume another game than the one meant.
            problem = f"the game last played cannot be read, so name one. {save.problem}"
            raise MoonflightError(problem)
        if save.record is None or save.record.untouched:
            continue
        if not state or save.unfinished == (state == "unfinished"):
            return save.path
    which = f"{state} game".strip()
    raise MoonflightError(f"there is no {which} yet; {shelf.program} play begins one.")
