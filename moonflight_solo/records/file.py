"""Record files, which are append-only and synced line by line; and games as one line of text."""

from __future__ import annotations

import base64
import errno
import json
import os
import re
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

import msgspec

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.files import lock, read_file, sync_folder
from moonflight_solo.records.record import (
    FORMAT,
    KIND,
    SHAPES,
    Answer,
    Ended,
    Entry,
    FromOne,
    Header,
    Record,
    words_of,
)
from moonflight_solo.userfiles import write_all

_NO_RECORD: Final = "name a record that moonflight made; moonflight saves lists them"
_BEGINNING: Final = b'{"kind": "'
# Not JSON, the wrong shape, or an unencodable key.
_UNREADABLE: Final = (ValueError, TypeError, StopIteration, RecursionError, msgspec.MsgspecError)


class NotBegun(DataError):
    """A record whose first line never reached the disk, so that it holds no game."""


class _BadCheck(ValueError):
    """A line's checksum does not match."""


class CannotRecord(MoonflightError):
    """A record cannot be created or continued; the game itself can go on."""


class InUse(CannotRecord):
    """Another process is continuing the same record."""


class RecordFile:
    """A record with its append-only file, synced to disk line by line; a context manager.

    While it is open no other process can continue the same file. Without a path it is an unrecorded
    game, which still supports undo; ``begin`` then makes its file as soon as one can be made.
    """

    def __init__(
        self,
        record: Record,
        path: Path | None = None,
        *,
        safe: bool = True,
        begin: Callable[[], RecordFile] | None = None,
    ) -> None:
        self.record = record
        self.path = path
        self._safe = safe
        self._begin = begin
        self._file: FileIO | None = None
        self._length = 0
        self._waiting: list[Entry] = []

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def begin(cls, path: Path, header: Header, *, safe: bool = True) -> RecordFile:
        """Create a record in a new file; ``safe`` False leaves syncing to the system.

        Raises :class:`FileExistsError` if the file exists, :class:`CannotRecord` if it cannot be
        created.
        """
        record = cls(Record(header), path, safe=safe)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record._hold(FileIO(path, "x+"))
        except FileExistsError:
            if path.parent.is_dir():
                raise
            raise CannotRecord(f"{path.parent} is not a folder.") from None
        except OSError as error:
            raise CannotRecord(f"{path} cannot be made: {error.strerror}.") from None
        try:
            record._append(header)
            sync_folder(path.parent)
        except OSError as error:
            record.close()
            with suppress(OSError):
                path.unlink()
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        return record

    @classmethod
    def read(cls, path: Path) -> RecordFile:
        """Read a record file, which every entry tries to open.

        Ignores an incomplete last line, as after a power failure. Raises :class:`DataError`, and
        leaves the file unchanged, for any other damage.
        """
        record, length = _load(path)
        file = cls(record, path)
        file._length = length
        return file

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Open a record file to continue it; writes nothing yet.

        Raises what :meth:`read` does, and :class:`CannotRecord` if it cannot be written or is being
        played elsewhere.
        """
        record = cls.read(path)
        try:
            record._hold(FileIO(path, "r+"))
            # It may have grown before it was locked.
            record.record, record._length = _load(path)
        except OSError as error:
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        except BaseException:
            record.close()
            raise
        return record

    @property
    def recording(self) -> bool:
        """Whether everything written so far is in the file, which is open."""
        return self._file is not None and not self._waiting

    @property
    def behind(self) -> bool:
        """Whether there is no file, or it lacks some of the record."""
        return self.path is None or bool(self._waiting)

    def write(self, entry: Entry) -> None:
        """Add an entry and sync it to disk.

        Raises :class:`CannotRecord` when writing starts to fail: the file then ends with the
        previous entry, and the game goes on unrecorded. Every later entry tries again, so all of it
        is recorded once there is space.
        """
        self.record.add(entry)
        recorded = self.recording
        self._waiting.append(entry)
        try:
            self._put_waiting()
        except MoonflightError:
            if recorded:
                raise

    def catch_up(self) -> bool:
        """Write what could not be written; return whether everything is in the file now."""
        with suppress(MoonflightError):
            self._put_waiting()
        return self.recording

    def close(self) -> None:
        """Write what is waiting, if it can be, and close the file."""
        if self._waiting:
            self.catch_up()
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):
                file.close()

    def _put_waiting(self) -> None:
        if self._file is None:
            self._open_again()
        assert self._file is not None
        assert self.path is not None
        try:
            if not os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path)):
                raise FileNotFoundError(errno.ENOENT, "there is another file in its place")
            while self._waiting:
                self._append(self._waiting[0])
                del self._waiting[0]
        except OSError as error:
            raise CannotRecord(f"{self.path} cannot be written: {error.strerror}.") from None

    def _open_again(self) -> None:
        if self.path is not None:
            reopened = RecordFile.open(self.path)
            if reopened._length != self._length:
                reopened.close()
                raise CannotRecord(f"{self.path} has been continued in another window.")
        elif self._begin is not None:
            reopened = self._begin()
        else:
            raise CannotRecord("this game has no file.")
        self.path, self._file, self._length = reopened.path, reopened._file, reopened._length

    def _hold(self, file: FileIO) -> None:
        self._file = file
        if not lock(file):
            self.close()
            raise InUse(f"{self.path} is being played in another window; leave it there first.")

    def _append(self, entry: Header | Entry) -> None:
        assert self._file is not None
        line = _json_bytes(msgspec.to_builtins(entry))
        data = line[:-1] + b', "check": "%08x"}\n' % zlib.crc32(line)
        self._file.seek(self._length)
        self._file.truncate()
        try:
            write_all(self._file, data, safe=self._safe)
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._length)
            raise
        self._length += len(data)


def _json_bytes(data: object, **options: Any) -> bytes:
    """Return JSON in UTF-8. A file name need not be UTF-8: undecodable bytes are escaped."""
    words = json.dumps(data, ensure_ascii=False, **options)
    return re.sub("[\ud800-\udfff]", lambda match: f"\\u{ord(match[0]):04x}", words).encode()


def _without_check(line: bytes) -> bytes:
    """Strip a line's checksum; raises `ValueError` if it does not match.

    Lines without a checksum are accepted: earlier releases wrote none, and so may people.
    """
    match = re.fullmatch(rb'(.*), "check": "([0-9a-f]{8})"\}', line)
    if match is None:
        return line
    line = match[1] + b"}"
    if zlib.crc32(line) != int(match[2], 16):
        raise _BadCheck("its checksum is wrong; if you edit a line, delete its “check”")
    return line


def read_record(path: Path) -> Record:
    """Read a record, ignoring an incomplete last line.

    Raises :class:`DataError` with file and line for a damaged file or one that is not a record.
    """
    return _load(path)[0]


def _load(path: Path) -> tuple[Record, int]:
    """Return the record in a file, and the number of bytes in complete lines."""
    data = read_file(path, 64 * 1024 * 1024, _NO_RECORD)
    length = data.rfind(b"\n") + 1
    header_line, *entry_lines = data[:length].split(b"\n")[:-1] or [data]
    record = Record(_header(path, header_line, whole=bool(length)))
    for number, line in enumerate(entry_lines, 2):
        try:
            entry: dict[str, Any] = json.loads(_without_check(line))
            shape = next(shape for key, shape in SHAPES.items() if key in entry)
            record.add(msgspec.convert(entry, shape), number)
        except _UNREADABLE as error:
            detail = f": {error}" if isinstance(error, (msgspec.ValidationError, _BadCheck)) else ""
            raise DataError(
                f"{path}:{number}",
                f"this line is damaged{detail}",
                "The file is unchanged; fix or remove that line in a copy",
            ) from None
    return record, length


def _header(path: Path, line: bytes, *, whole: bool) -> Header:
    try:
        data = json.loads(_without_check(line))
    except _BadCheck as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", _NO_RECORD) from None
    except (ValueError, RecursionError):
        data = None
    if not whole and line and (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
        raise NotBegun(f"{path}:1", "the first line is incomplete", _NO_RECORD)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise DataError(f"{path}:1", "this is not a Moonflight record", _NO_RECORD)
    if data.get("format") != FORMAT:
        problem = f"this record has format {data.get('format')}; only format {FORMAT} can be read"
        raise DataError(f"{path}:1", problem, "use the release that made it")
    try:
        return msgspec.convert(data, Header)
    except _UNREADABLE as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", _NO_RECORD) from None


# -------------------------------------------------------------- a game in a line of text

_START: Final = "moonflight1."
_BY_MAIL: Final = r"[\s>|=\u00ad\u200b-\u200f\u2060\ufeff]+"
"""What mail programs put between the letters: line breaks, quoting, signs without width."""
MOST: Final = 200_000
"""Maximum length of a line; its content can be ten times as long. A long game takes a hundredth."""

_SETTINGS: Final = (
    *("seats", "score_mode", "edition", "seed", "first", "rulings"),
    *("round_limit", "act_limit", "open_hands"),
)
_BROKEN: Final = "this line of text is damaged: copy all of it, from moonflight1. to its end."


class _PackedAnswer(msgspec.Struct, array_like=True):
    """An answer in the line; default values may be omitted at its end."""

    seat: FromOne
    round: FromOne
    answer: str
    ask: str = "act"
    auto: int = 0


class _Game(msgspec.Struct, rename={"settings": "is"}):
    settings: dict[str, Any]
    words: str
    answers: list[_PackedAnswer]
    ended: Ended | None = None


def is_line(words: str) -> bool:
    """Return whether ``words`` hold a game in a line of text, as it stands in a mail."""
    line = re.sub(_BY_MAIL, "", words)
    return _START in line and not line.endswith(".jsonl")  # as a file may be called


def line_of(record: Record) -> str:
    """Encode a record as one line of letters, digits, ``-``, ``_`` and a full stop.

    Omits notes and undone answers. Raises :class:`UsageError` for a game with user-made cards, AI
    cards or players, whose files a line cannot contain.
    """
    header = record.header
    files = [*header.card_files, *(seat.ai for seat in header.seats if seat.ai)]
    files += [seat.by.rpartition(":")[0] for seat in header.seats if ":" in seat.by]
    if files:
        raise UsageError(
            f"this game was played with {files[0]}, which one line of text cannot carry; send the "
            "record's file and that one."
        )
    plain = msgspec.to_builtins(header)
    data = {
        "is": {name: plain[name] for name in _SETTINGS},
        "words": words_of(header),
        "answers": [
            [answer.seat, answer.round, answer.answer, answer.ask, int(answer.auto)][
                : 5 if answer.auto else 4 if answer.ask != "act" else 3
            ]
            for answer in record.answers
        ],
    }
    if record.ended is not None:
        data["ended"] = msgspec.to_builtins(msgspec.structs.replace(record.ended, table=None))
    packed = zlib.compress(_json_bytes(data, separators=(",", ":")), 9)
    return _START + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def record_in_line(words: str, program: str, begun: str) -> tuple[Record, str]:
    """Decode a game from a line of text, as a record ``begun`` here with ``program``.

    Also returns the digest of the words it was played with; see `words_of`. Raises
    :class:`UsageError` for a damaged or overlong line, and for one that names a file.
    """
    line = re.sub(_BY_MAIL, "", words).partition(_START)[2]
    code = re.split("[^A-Za-z0-9_-]", line, maxsplit=1)[0]
    if len(code) > MOST:
        raise UsageError(f"this line of text is too long for a game (at most {MOST} characters).")
    try:
        # Words after the line are not read: the game says itself where it ends.
        packed = base64.urlsafe_b64decode(code + "A" * (-len(code) % 4))
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, 10 * MOST)
        if not unpacking.eof:
            raise ValueError("more than there is room for")
        game = msgspec.json.decode(text, type=_Game)
        header = {name: value for name, value in game.settings.items() if name in _SETTINGS}
        header |= {"program": program, "begun": begun}
        record = Record(msgspec.convert(header, Header))
        if any(seat.ai for seat in record.header.seats):
            raise UsageError("this line of text names a file, and a game sent in a line has none.")
        for given in game.answers:
            record.add(Answer(given.seat, given.round, given.answer, given.ask, bool(given.auto)))
        if game.ended is not None:
            record.add(game.ended)
        return record, game.words
    except (zlib.error, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise UsageError(_BROKEN) from error
