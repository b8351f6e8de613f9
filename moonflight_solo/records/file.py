"""A record as a file that only ever grows, each line on the disk at once; a game as one line."""

from __future__ import annotations

import base64
import errno
import json
import os
import re
import zlib
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Final

import msgspec

from moonflight_solo.datafiles import held, put, read_file
from moonflight_solo.errors import DataError, MoonflightError, UsageError
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
    digest,
)

_NO_RECORD: Final = "name a record that moonflight made; moonflight saves lists them"
_MOST_BYTES: Final = 64 * 1024 * 1024
_NO_LETTER: Final = "[\ud800-\udfff]"
_BEGINNING: Final = b'{"kind": "'
# What is no JSON, has another shape, or no letter in the name of a key.
_UNREADABLE: Final = (ValueError, TypeError, StopIteration, RecursionError, msgspec.MsgspecError)
_CHECK: Final = rb'(.*), "check": "([0-9a-f]{8})"\}'


class NotBegun(DataError):
    """A record of which not even the first line came to the disk: there is no game in it."""


class _Flipped(ValueError):
    """A line is not as it was written."""


class CannotRecord(MoonflightError):
    """A record cannot be begun or gone on with; the game itself is none the worse."""


class InUse(CannotRecord):
    """Another process is going on with the same record."""


class RecordFile:
    """A record, and its file, which only ever grows: a line at a time, on the disk at once.

    While it is open no other process can go on with the same file. Made with a record alone it
    is a game that is not recorded, which can still be taken back. Use it with ``with``.
    """

    def __init__(self, record: Record, path: Path | None = None, *, safe: bool = True) -> None:
        self.record = record
        self.path = path
        self._safe = safe
        self._file: FileIO | None = None
        self._length = 0
        self._waiting: list[Entry] = []

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @classmethod
    def begin(cls, path: Path, header: Header, *, safe: bool = True) -> RecordFile:
        """Begin a record in a new file; ``safe`` False leaves it to the system when to write it.

        Raises :class:`FileExistsError` if there is such a file, :class:`CannotRecord` if it
        cannot be made.
        """
        record = cls(Record(header), path, safe=safe)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record._hold(FileIO(path, "x+"))
        except FileExistsError:
            if path.parent.is_dir():
                raise
            raise CannotRecord(f"{path.parent} is no folder.") from None
        except OSError as error:
            raise CannotRecord(f"{path} cannot be made: {error.strerror}.") from None
        try:
            record._put(header)
            with suppress(OSError):  # a folder's list of names is put on the disk where it can be
                descriptor = os.open(path.parent, os.O_RDONLY)
                try:
                    os.fsync(descriptor)
                finally:
                    os.close(descriptor)
        except OSError as error:
            record.close()
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        return record

    @classmethod
    def open(cls, path: Path) -> RecordFile:
        """Return the record in a file, to be gone on with; nothing is written until then.

        A last line that was not written whole, as when the machine went off, is left out.
        Raises :class:`DataError`, and leaves the file as it is, for anything else that is wrong,
        and :class:`CannotRecord` if it cannot be written or is being played elsewhere.
        """
        record = cls(read_record(path), path)
        try:
            record._hold(FileIO(path, "r+"))
            # It may have grown before it was ours.
            record.record, record._length = _read(path)
        except OSError as error:
            raise CannotRecord(f"{path} cannot be written: {error.strerror}.") from None
        except BaseException:
            record.close()
            raise
        return record

    @property
    def recording(self) -> bool:
        """Whether all that was written is in a file."""
        return self._file is not None and not self._waiting

    def write(self, entry: Entry) -> None:
        """Take in an entry and put it on the disk before returning.

        Raises :class:`CannotRecord` once if it cannot be written: the file then ends with the
        entry before, and the game goes on unrecorded. Each entry to come tries again, so that all
        of it is recorded as soon as there is room.
        """
        self.record.add(entry)
        if self._file is None:
            return
        recorded = self.recording
        self._waiting.append(entry)
        try:
            self._put_waiting()
        except OSError as error:
            if not recorded:
                return
            raise CannotRecord(f"{self.path} cannot be written: {error.strerror}.") from None

    def close(self) -> None:
        """Let go of the file; whatever is written from now on stays in memory."""
        if self._file is not None:
            with suppress(OSError):
                self._put_waiting()
            file, self._file = self._file, None
            with suppress(OSError):
                file.close()

    def _put_waiting(self) -> None:
        if self._file is None or self.path is None or not self._waiting:
            return
        if not os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path)):
            raise FileNotFoundError(errno.ENOENT, "another file lies there")
        while self._waiting:
            self._put(self._waiting[0])
            del self._waiting[0]

    def _hold(self, file: FileIO) -> None:
        self._file = file
        if not held(file):
            self.close()
            raise InUse(f"{self.path} is being played in another window.")

    def _put(self, entry: Header | Entry) -> None:
        assert self._file is not None
        words = json.dumps(msgspec.to_builtins(entry), ensure_ascii=False)
        # A file's name need not be UTF-8; JSON has an escape for each byte of it that is not.
        line = re.sub(_NO_LETTER, lambda found: f"\\u{ord(found[0]):04x}", words).encode()
        data = line[:-1] + b', "check": "%08x"}\n' % zlib.crc32(line)
        self._file.seek(self._length)
        self._file.truncate()
        try:
            put(self._file, data, safe=self._safe)
        except OSError:
            with suppress(OSError):
                self._file.truncate(self._length)
            raise
        self._length += len(data)


def _unchecked(line: bytes) -> bytes:
    """Return a line without its checksum; raises `ValueError` if that does not fit.

    A line without one is as good: earlier releases wrote none, and people need none.
    """
    found = re.fullmatch(_CHECK, line)
    if found is None:
        return line
    line = found[1] + b"}"
    if zlib.crc32(line) != int(found[2], 16):
        raise _Flipped("its checksum does not fit; whoever changes a line takes its check out")
    return line


def read_record(path: Path) -> Record:
    """Return the record in a file, without a last line that was not written whole.

    Raises :class:`DataError` naming file and line for a file that is damaged or no record.
    """
    return _read(path)[0]


def _read(path: Path) -> tuple[Record, int]:
    """Return the record in a file, and how many bytes of it are whole lines."""
    data = read_file(path, _MOST_BYTES, _NO_RECORD)
    length = data.rfind(b"\n") + 1
    first, *others = data[:length].split(b"\n")[:-1] or [data]
    record = Record(_header(path, first, whole=bool(length)))
    for number, line in enumerate(others, 2):
        try:
            said: dict[str, Any] = json.loads(_unchecked(line))
            shape = next(shape for key, shape in SHAPES.items() if key in said)
            record.add(msgspec.convert(said, shape), number)
        except _UNREADABLE as error:
            told = isinstance(error, (msgspec.ValidationError, _Flipped))
            detail = f": {error}" if told else ""
            raise DataError(
                f"{path}:{number}",
                f"this line is damaged{detail}",
                "The file is left as it is; mend or take out that line in a copy",
            ) from None
    return record, length


def _header(path: Path, line: bytes, *, whole: bool) -> Header:
    try:
        data = json.loads(_unchecked(line))
    except _Flipped as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", _NO_RECORD) from None
    except (ValueError, RecursionError):
        data = None
    if not whole and line and (line.startswith(_BEGINNING) or _BEGINNING.startswith(line)):
        raise NotBegun(f"{path}:1", "the first line is not whole", _NO_RECORD)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise DataError(f"{path}:1", "this is no Moonflight record", _NO_RECORD)
    if data.get("format") != FORMAT:
        problem = f"this record has format {data.get('format')}, and {FORMAT} is understood"
        raise DataError(f"{path}:1", problem, "use the release that made it")
    try:
        return msgspec.convert(data, Header)
    except _UNREADABLE as error:
        raise DataError(f"{path}:1", f"the first line is damaged: {error}", _NO_RECORD) from None


# -------------------------------------------------------------- a game in a line of text

_START: Final = "moonflight1."
MOST: Final = 200_000
"""How long a line may be, and ten times as much what it holds: a long game is a hundredth of it."""

_SETTINGS: Final = (
    *("seats", "score_mode", "edition", "seed", "first", "rulings"),
    *("round_limit", "act_limit", "open_hands"),
)
_BROKEN: Final = (
    "this line of text is damaged: copy it whole, from moonflight1. to its last letter."
)


class _Packed(msgspec.Struct, array_like=True):
    """An answer in the line: what is usual may be left off its end."""

    seat: FromOne
    round: FromOne
    answer: str
    ask: str = "act"
    auto: int = 0


class _Game(msgspec.Struct, rename={"settings": "is"}):
    settings: dict[str, Any]
    words: str
    answers: list[_Packed]
    ended: Ended | None = None


def is_line(words: str) -> bool:
    """Return whether words are meant as a game in a line of text, which may be broken by spaces."""
    return words.lstrip().startswith(_START)


def line_of(record: Record) -> str:
    """Return a record as one line of letters, digits, ``-``, ``_`` and a full stop.

    Notes and what was taken back are left out. Raises :class:`UsageError` for a game with cards
    or AI cards of one's own, whose files a line does not hold.
    """
    header = record.header
    files = [*header.card_files, *(seat.ai for seat in header.seats if seat.ai)]
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
            [each.seat, each.round, each.answer, each.ask, int(each.auto)][
                : 5 if each.auto else 4 if each.ask != "act" else 3
            ]
            for each in record.answers
        ],
    }
    if record.ended is not None:
        ended = msgspec.to_builtins(record.ended)
        data["ended"] = {name: each for name, each in ended.items() if name != "table"}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return _START + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def sent(words: str, program: str, begun: str) -> tuple[Record, str]:
    """Return the game in a line of text, as a record that ``begun`` here with ``program``.

    With it comes a digest of the words it was played by, as `words_of` gives it.
    Raises :class:`UsageError` for a line that is damaged or too long.
    """
    line = re.sub(r"\s+", "", words)
    if len(line) > MOST:
        raise UsageError(f"this line of text is longer than a game can be, {MOST} letters.")
    try:
        code = line.removeprefix(_START)
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, 10 * MOST)
        if not unpacking.eof:
            raise ValueError("more than there is room for")
        game = msgspec.json.decode(text, type=_Game)
        settings = {name: each for name, each in game.settings.items() if name in _SETTINGS}
        made = {**settings, "program": program, "begun": begun}
        record = Record(msgspec.convert(made, Header))
        for each in game.answers:
            record.add(Answer(each.seat, each.round, each.answer, each.ask, bool(each.auto)))
        if game.ended is not None:
            record.add(game.ended)
        return record, game.words
    except (zlib.error, ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise UsageError(_BROKEN) from error


def words_of(header: Header) -> str:
    """Return one digest for all the words a game is played by."""
    return digest(json.dumps(sorted(header.words.items())))
