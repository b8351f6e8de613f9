"""A game in one line of text, to send to somebody: its settings, seed and answers."""

from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any, Final

import msgspec

from moonflight_solo.errors import UsageError
from moonflight_solo.records.record import Answer, Ended, FromOne, Header, Record, digest

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
    return START + base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def sent(words: str, program: str, begun: str) -> tuple[Record, str]:
    """Return the game in a line of text, as a record that ``begun`` here with ``program``.

    With it comes a digest of the words it was played by, as `words_of` gives it.
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
    except (zlib.error, ValueError, RecursionError) as error:
        raise UsageError(_DAMAGED) from error


def words_of(header: Header) -> str:
    """Return one digest for all the words a game is played by."""
    return digest(json.dumps(sorted(header.words.items())))
