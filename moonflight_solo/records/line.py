"""A game in one line of text, to send to somebody: its settings, seed and answers."""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.records.entries import Answer, Ended, Header, digest
from moonflight_solo.records.record import Record

START: Final = "moonflight1."
MOST: Final = 200_000
"""How long a line may be, and ten times as much what it holds: a long game is a hundredth of it."""

_SETTINGS: Final = (
    *("seats", "score_mode", "edition", "seed", "first", "rulings"),
    *("round_limit", "act_limit", "open_hands"),
)
_DAMAGED: Final = (
    "this line of text is damaged: copy it whole, from moonflight1. to its last letter."
)


@dataclass(frozen=True)
class Sent:
    """A game that came as a line: its record, and a digest of the words it was played by."""

    record: Record
    words: str


def is_line(words: str) -> bool:
    """Return whether words are meant as a game in a line of text, which may be broken by spaces."""
    return words.lstrip().startswith(START)


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
        "answers": [_packed(answer) for answer in record.answers],
    }
    if record.ended is not None:
        ended = msgspec.to_builtins(record.ended)
        data["ended"] = {name: each for name, each in ended.items() if name != "table"}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return START + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def sent(words: str, program: str, begun: str) -> Sent:
    """Return the game in a line of text, as a record that ``begun`` here with ``program``.

    Raises :class:`UsageError` for a line that is damaged or too long.
    """
    line = re.sub(r"\s+", "", words)
    if len(line) > MOST:
        raise UsageError(f"this line of text is longer than a game can be, {MOST} letters.")
    try:
        code = line.removeprefix(START)
        packed = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, 10 * MOST)
        if not unpacking.eof:
            raise UsageError(_DAMAGED)
        data: dict[str, Any] = json.loads(text)
        settings = {name: each for name, each in data["is"].items() if name in _SETTINGS}
        header = msgspec.convert({**settings, "program": program, "begun": begun}, Header)
        record = Record(header)
        for packed_answer in data["answers"]:
            record.add(_unpacked(packed_answer))
        if "ended" in data:
            record.add(msgspec.convert(data["ended"], Ended))
        return Sent(record, str(data["words"]))
    except UsageError:
        raise
    except (
        binascii.Error,
        zlib.error,
        ValueError,
        TypeError,
        LookupError,
        RecursionError,
        AttributeError,
    ) as error:
        raise UsageError(_DAMAGED) from error


def words_of(header: Header) -> str:
    """Return one digest for all the words a game is played by."""
    return digest(json.dumps(sorted(header.words.items())))


def _packed(answer: Answer) -> list[Any]:
    found = [answer.seat, answer.round, answer.answer, answer.ask, int(answer.auto)]
    usual = [None, None, None, "act", 0]
    while found[-1] == usual[len(found) - 1]:
        found.pop()
    return found


def _unpacked(packed: list[Any]) -> Answer:
    seat, round_number, words, ask, auto = [*packed, *["act", 0][len(packed) - 3 :]][:5]
    data = {"seat": seat, "round": round_number, "answer": words, "ask": ask, "auto": bool(auto)}
    return msgspec.convert(data, Answer)
