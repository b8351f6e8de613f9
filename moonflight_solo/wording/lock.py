"""A cache of readings: lock files beside the grammar, and the user's cache folder.

Finding every parse takes time, and printed words do not change. ``readings.lock`` holds the
meanings of every printed text, ``examples.lock`` those of every example wording. Both are ignored
unless they were written for the current grammar. Other texts go to the user's cache folder, a
file each.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec

from moonflight_solo.userfiles import from_cache, to_cache
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text

LOCK_OF_PRINT = "readings.lock"
LOCK_OF_EXAMPLES = "examples.lock"
_HERE: Final = Path(__file__).parent
# Every file that a reading depends on, and a few more; a test follows what the parser imports.
_FILES = ("*.py", "*/*.py", "*/*.lark", "paraphrases.yaml", "synonyms.yaml")

SentenceKey = tuple[str, str]
"""The kind of a sentence, and its exact words."""


class _Entry(msgspec.Struct):
    """A line of a lock, or a cache file: a sentence and its meanings, decoded only when needed."""

    start: str
    words: str
    means: msgspec.Raw


_ENTRIES: Final = msgspec.json.Decoder(_Entry)


def readings(text: Text, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every meaning of ``text``, cached; raises like :func:`~.parsing.parsed_readings`."""
    if start == "effect" and not text.words.strip():
        return (ast.CardText(),)
    key = start, text.words
    means = lock_of(LOCK_OF_PRINT).get(key) or _stored(key) or lock_of(LOCK_OF_EXAMPLES).get(key)
    if means is not None:
        return tuple(map(decode, msgspec.json.decode(means)))
    from moonflight_solo.wording.parsing import parsed_readings  # slow to import

    meanings = parsed_readings(text, start)
    data = entry(key, meanings)
    _PARSED[key] = msgspec.json.encode(data["means"])
    to_cache(_FOLDER, _name(key), data, _MOST_KEPT)
    return meanings


@cache
def grammar_digest() -> str:
    """Return a digest of all the files that readings depend on."""
    # A checksum is enough to detect changes; a cryptographic hash takes longer to import.
    content = b"".join(path.read_bytes() for path in decisive_files())
    return f"{crc32(content):08x}{len(content):x}"


def decisive_files() -> tuple[Path, ...]:
    """Return the files that readings depend on, always in the same order."""
    return tuple(path for pattern in _FILES for path in sorted(_HERE.glob(pattern)))


# ---------------------------------------------------------------------------- lock files


@cache
def lock_of(name: str) -> dict[SentenceKey, bytes | msgspec.Raw]:
    """Return the contents of a lock, or nothing if it is missing, torn or for another grammar."""
    with suppress(OSError, ValueError, msgspec.MsgspecError):
        return dict(_entries((_HERE / name).read_bytes()))
    return {}


def entry(key: SentenceKey, meanings: tuple[ast.Meaning, ...]) -> dict[str, Any]:
    """Return the line of a lock for a sentence: its words and meanings, and these in English."""
    start, words = key
    says = [english(meaning) for meaning in meanings]
    means = [encode(meaning) for meaning in meanings]
    return {"start": start, "words": words, "says": says, "means": means}


def _entries(data: bytes) -> Iterator[tuple[SentenceKey, msgspec.Raw]]:
    """Yield the entries of a file if it was written for the current grammar."""
    head, *lines = data.splitlines()
    if msgspec.json.decode(head) != {"grammar": grammar_digest()}:
        return
    for line in lines:
        with suppress(msgspec.DecodeError):
            known = _ENTRIES.decode(line)
            yield (known.start, known.words), known.means


# ---------------------------------------------------------------------------- other texts


_FOLDER: Final = "readings"
_MOST_KEPT: Final = 1000
_PARSED: Final[dict[SentenceKey, bytes]] = {}
"""What was parsed in this process."""


def _stored(key: SentenceKey) -> bytes | msgspec.Raw | None:
    if key in _PARSED:
        return _PARSED[key]
    stored = from_cache(_FOLDER, _name(key), _Entry)
    return stored.means if stored is not None and (stored.start, stored.words) == key else None


def _name(key: SentenceKey) -> str:
    return f"{grammar_digest()}-{crc32(ascii(key).encode()):08x}.json"


# --------------------------------------------------------------------- meanings as plain data


def encode(part: object) -> Any:
    """Return a meaning as plain data, with its spans but without fields at their default."""
    if isinstance(part, ast.Name):
        return {"_": type(part).__name__, "name": str(part), "span": part.span}
    if isinstance(part, tuple):
        return [encode(each) for each in part]
    if not isinstance(part, ast.Node):
        return part
    usual = _usual(type(part)).items()
    slots = {name: encode(v) for name, each in usual if (v := getattr(part, name)) != each}
    return {"_": type(part).__name__, **slots}


@cache
def _usual(kind: type[ast.Node]) -> dict[str, Any]:
    """Return the default of each field of a kind of node, which takes long to look up."""
    return {slot.name: slot.default for slot in msgspec.structs.fields(kind)}


def decode(data: Any) -> Any:
    """Return the meaning that :func:`encode` turned into plain data."""
    if isinstance(data, list):
        return tuple(map(decode, data))
    if not isinstance(data, dict):
        return data
    slots = {name: decode(value) for name, value in data.items() if name != "_"}
    kind = getattr(ast, data["_"])
    return kind(slots["name"], slots["span"]) if issubclass(kind, ast.Name) else kind(**slots)
