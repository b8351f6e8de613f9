"""A document read from its file: parsed, or known already, for printed files seldom change.

Loading what reads YAML takes longer than most commands work. What a file of the program's own data
was parsed to is kept in the user's cache folder, and holds for the very same text only.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import msgspec

from moonflight_solo.datafiles import (
    KINDS,
    NoHome,
    cache_folder,
    data_folder,
    keep_line,
    kept_lines,
    read_file,
)
from moonflight_solo.documents.document import MAX_BYTES, Document, Path_, Source, Written
from moonflight_solo.errors import DataError

_HERE: Final = Path(__file__).parent


def read_document(path: str | PathLike[str]) -> Document:
    """Read a YAML file, in UTF-8; raises `DataError` when it cannot be read or is not as it should.

    A byte order mark and any line ends are accepted. See `parse_document` for what is refused.
    """
    file = str(path)
    content = read_file(Path(path), MAX_BYTES, "Check its name")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        readable = Source(file, content[: error.start].decode("utf-8"))
        end = len(readable.text)
        raise readable.wrong(end, "this is not UTF-8 text", "Save the file as UTF-8") from None
    if Path(path).parent not in _printed_folders():
        return parse_document(text, file)
    known = _known(text, file)
    if known is None:
        known = parse_document(text, file)
        _keep(text, known)
    return known


def parse_document(text: str, file: str) -> Document:
    """Read a YAML document from its text, as :func:`~.strict_yaml.parse_document` does."""
    from moonflight_solo.documents.strict_yaml import parse_yaml as parsed  # slow to load

    return parsed(text, file)


# ------------------------------------------------------------------ what is known already


class _Kept(msgspec.Struct):
    text: str
    data: Any
    spans: list[tuple[Path_, Written]]
    keys: list[tuple[Path_, int]]


@cache
def _printed_folders() -> frozenset[Path]:
    folders = set()
    for kind in KINDS:
        with suppress(DataError):
            folders.add(data_folder(kind))
    return frozenset(folders)


@cache
def _file() -> Path:
    """Return where documents are kept that were parsed by these very modules."""
    parsed_by = b"".join(path.read_bytes() for path in sorted(_HERE.glob("*.py")))
    return cache_folder() / f"documents-{crc32(parsed_by):08x}.jsonl"


@cache
def _lines() -> dict[bytes, bytes]:
    """Return what is kept, each document under a checksum of its text, not decoded yet."""
    with suppress(OSError, NoHome):
        lines = (line.split(b" ", 1) for line in kept_lines(_file()).splitlines())
        return {line[0]: line[1] for line in lines if len(line) == 2}
    return {}


def _sum(text: str) -> bytes:
    return b"%08x" % crc32(text.encode())


def _known(text: str, file: str) -> Document | None:
    try:
        kept = msgspec.json.decode(_lines().get(_sum(text), b""), type=_Kept)
    except msgspec.DecodeError:
        return None
    if kept.text != text:
        return None
    return Document(Source(file, text), kept.data, dict(kept.spans), dict(kept.keys))


def _keep(text: str, document: Document) -> None:
    """Keep a document for later; that it cannot be written is no matter."""
    spans, keys = list(document.spans.items()), list(document.keys.items())
    line = msgspec.json.encode(_Kept(text, document.data, spans, keys))
    with suppress(OSError, NoHome):
        keep_line(_file(), b"%b %b\n" % (_sum(text), line))
