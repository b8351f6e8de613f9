"""YAML documents whose values know their place.

A mistake in a card's words is only helpful to hear about with the file, line and column it stands
at. So a document keeps, beside its plain data, where every value was written, and for printed words
where every character was. It is read more strictly than YAML asks for, so that what is written is
what is meant: each key once, each value once, and nothing turned into a boolean, a date or an octal
number behind the writer's back.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Final, TypeVar

import msgspec
import yaml

from moonflight_solo._misfits import explain_misfit
from moonflight_solo._sourcemap import source_map
from moonflight_solo._yamlfaults import explain_fault, index_of
from moonflight_solo.errors import DataError

T = TypeVar("T")

MAX_BYTES: Final = 1024 * 1024
MAX_DEPTH: Final = 40

_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_WORDS: Final = {"": None, "~": None, "null": None, "true": True, "false": False}

# What YAML forbids, and line breaks and marks that no editor shows.
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ud7ff\ue000-\ufefe"
    "\uff00-\ufffd\U00010000-\U0010ffff]"
)


@dataclass(frozen=True, slots=True)
class Place:
    """A spot in a file; line and column count from 1, columns in characters."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class _Span:
    """Where a value is written: `source[start:end]`, and for a scalar how, and its words."""

    start: int
    end: int
    style: str = ""
    words: str | None = None


class _Source:
    """The text of a file, with "\\n" for every line break."""

    __slots__ = ("_line_starts", "file", "text")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def place(self, index: int) -> Place:
        line = bisect_right(self._line_starts, index)
        return Place(self.file, line, index - self._line_starts[line - 1] + 1)

    def fault(self, index: int, problem: str, remedy: str) -> DataError:
        return DataError(self.place(index), problem, remedy)


class Document:
    """A YAML document: plain data, and the place of everything in it.

    `data` is made of dict, list, str, int, float, bool and None, the keys of every dict are str as
    they are written. Places are asked for by key path: `("cards", 3, "text")` is the value under
    "text" in the fourth item under "cards", and no key at all is the document.
    """

    __slots__ = ("_keys", "_source", "_spans", "data")

    def __init__(self, source: _Source) -> None:
        """Start empty; `parse_document` fills it in."""
        self._source = source
        self._spans: dict[tuple[str | int, ...], _Span] = {(): _Span(0, 0)}
        self._keys: dict[tuple[str | int, ...], int] = {}
        self.data: object = None

    @property
    def file(self) -> str:
        """The name of the file, as it was given."""
        return self._source.file

    def place(self, *path: str | int) -> Place:
        """Tell where the value at a key path starts, or else its nearest parent that exists."""
        while path not in self._spans:
            path = path[:-1]
        return self._source.place(self._spans[path].start)

    def key_place(self, *path: str | int) -> Place:
        """Tell where the last key of a path is written; for an item of a list, its value."""
        return self._source.place(self._keys[path]) if path in self._keys else self.place(*path)

    def spots(self, *path: str | int) -> list[tuple[int, int, int]]:
        """Tell where the characters of a text are written, as (offset, line, column) in order.

        An entry holds for the character of the text at its offset and those after it, one column
        each, until the next entry; the first has offset 0. Exact for every style of scalar, but
        for the blanks that a folded one (`>`) makes of line breaks. Raises `KeyError` when there
        is no scalar at the path.
        """
        span = self._spans[path]
        if span.words is None:
            raise KeyError(path)
        spots: list[tuple[int, int, int]] = []
        for offset, index in source_map(
            self._source.text, span.start, span.end, span.style, span.words
        ):
            place = self._source.place(index)
            if spots:
                before, line, column = spots[-1]
                if (line, column - before) == (place.line, place.column - offset):
                    continue
            spots.append((offset, place.line, place.column))
        return spots


def read_document(path: str | PathLike[str]) -> Document:
    """Read a YAML file, in UTF-8; raises `DataError` when it cannot be read or is not as it should.

    A byte order mark and any line ends are accepted. See `parse_document` for what is refused.
    """
    file = str(path)
    try:
        with Path(path).open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise DataError(file, "there is no such file", "Check its name") from None
    except IsADirectoryError:
        raise DataError(file, "this is a folder", "Name one of the files in it") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError(file, f"cannot read it: {reason}", "Check the file") from None
    if len(content) > MAX_BYTES:
        raise _too_big(file)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        readable = _Source(file, _plain_breaks(content[: error.start].decode("utf-8")))
        raise readable.fault(
            len(readable.text), "this is not UTF-8 text", "Save the file as UTF-8"
        ) from None
    return parse_document(text, file)


def parse_document(text: str, file: str) -> Document:
    """Read a YAML document from its text; `file` is what its places are called after.

    Unquoted, only `true` and `false` are booleans, only `null`, `~` and nothing are None, and only
    decimal numbers of up to 18 digits without a leading zero are numbers; anything else is text.
    Raises `DataError` at the place of a fault in the syntax, a key written twice, a tag, an anchor
    or alias, a second document, an unprintable character, or nesting deeper than `MAX_DEPTH`, and
    for more than `MAX_BYTES` of text.
    """
    if len(text) > MAX_BYTES:
        raise _too_big(file)
    source = _Source(file, _plain_breaks(text))
    unprintable = _UNPRINTABLE.search(source.text)
    if unprintable:
        raise source.fault(
            unprintable.start(),
            f"the character U+{ord(unprintable[0]):04X} cannot be printed",
            "Take it out",
        )
    builder = _Builder(source)
    try:
        for event in _events(source.text):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        raise source.fault(*explain_fault(error, source.text)) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # What PyYAML does not place; its own scanner trips over an escape beyond Unicode.
        raise DataError(file, f"this is not YAML: {error}", "Correct it") from None
    return builder.document


def convert(document: Document, type_: type[T]) -> T:
    """Turn a document's data into a `msgspec.Struct` type; raises `DataError` where it cannot be.

    Nothing is coerced. A type that forbids unknown fields gets its misspelt ones answered with the
    nearest known one, and what a type's own `__post_init__` raises as `ValueError` is the problem.
    """
    try:
        return msgspec.convert(document.data, type_)
    except msgspec.ValidationError as error:
        misfit = explain_misfit(str(error), document.data, type_)
    find = document.key_place if misfit.at_key else document.place
    raise DataError(find(*misfit.path), misfit.problem, misfit.remedy)


def _plain_breaks(text: str) -> str:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _too_big(file: str) -> DataError:
    return DataError(file, f"this file is over {MAX_BYTES} bytes", "Split it into smaller ones")


def _events(text: str) -> Iterator[yaml.Event]:
    # Events and not yaml.compose(): libyaml's composer crashes on deep nesting, and has resolved
    # aliases before they can be refused.
    loader: type[yaml.CSafeLoader | yaml.SafeLoader]
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    return yaml.parse(text, Loader=loader)


@dataclass(slots=True)
class _Open:
    """A list or mapping that is being read; a mapping may have a key that waits for its value."""

    path: tuple[str | int, ...]
    value: list[object] | dict[str, object]
    key: str | None = None


class _Builder:
    """Builds a document from the events of its YAML."""

    def __init__(self, source: _Source) -> None:
        self.document = Document(source)
        self._source = source
        self._open: list[_Open] = []
        self._documents = 0

    def take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            if self._documents > 1:
                raise self._fault(event, "a second document starts here", "Put it in its own file")
        elif isinstance(event, yaml.NodeEvent):
            self._refuse_extras(event)
            if isinstance(event, yaml.ScalarEvent):
                self._take_scalar(event)
            else:
                self._take_collection(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._open.pop()

    def _refuse_extras(self, event: yaml.NodeEvent) -> None:
        if event.anchor is not None:
            raise self._fault(
                event,
                f"“{'*' if isinstance(event, yaml.AliasEvent) else '&'}{event.anchor}” would let "
                "one value stand in two places, and here each value is written once",
                "Write the value itself, or put text that starts with this sign in quotes",
            )
        tag = getattr(event, "tag", None)
        if tag is not None:
            raise self._fault(
                event,
                f"the tag “{tag.replace('tag:yaml.org,2002:', '!!')}” is not used here",
                "Leave it out, and put text in quotes",
            )

    def _take_scalar(self, event: yaml.ScalarEvent) -> None:
        start, end = index_of(event.start_mark), index_of(event.end_mark)
        words = event.value
        if event.style == '"' and (bad := _UNPRINTABLE.search(words)):
            raise self._fault(
                event,
                f"an escape stands for U+{ord(bad[0]):04X}, which cannot be printed",
                "Take it out",
            )
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and top.key is None:
            self._take_key(event, top, top.value, words)
            return
        path = self._place_value(event, _plain_value(words) if not event.style else words)
        self.document._spans[path] = _Span(start, end, event.style or "", words)

    def _take_key(
        self, event: yaml.Event, top: _Open, mapping: dict[str, object], key: str
    ) -> None:
        path = (*top.path, key)
        if key in mapping:
            first = self._source.place(self.document._keys[path])
            raise self._fault(
                event, f"the key “{key}” is already written on line {first.line}", "Keep one"
            )
        self.document._keys[path] = index_of(event.start_mark)
        top.key = key

    def _take_collection(self, event: yaml.NodeEvent) -> None:
        value: list[object] | dict[str, object]
        value = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        if len(self._open) == MAX_DEPTH:
            raise self._fault(
                event, f"this is nested more than {MAX_DEPTH} levels deep", "Make it flatter"
            )
        path = self._place_value(event, value)
        self.document._spans[path] = _Span(index_of(event.start_mark), index_of(event.end_mark))
        self._open.append(_Open(path, value))

    def _place_value(self, event: yaml.Event, value: object) -> tuple[str | int, ...]:
        """Put a value into the innermost open list or mapping; its path comes back."""
        if not self._open:
            self.document.data = value
            return ()
        top = self._open[-1]
        if isinstance(top.value, list):
            top.value.append(value)
            return (*top.path, len(top.value) - 1)
        if top.key is None:
            raise self._fault(event, "a key has to be plain text", "Write a word or a phrase")
        top.value[top.key] = value
        key, top.key = top.key, None
        return (*top.path, key)

    def _fault(self, event: yaml.Event, problem: str, remedy: str) -> DataError:
        return self._source.fault(index_of(event.start_mark), problem, remedy)


def _plain_value(words: str) -> object:
    """Read an unquoted scalar."""
    if words in _WORDS:
        return _WORDS[words]
    if _INTEGER.fullmatch(words):
        return int(words)
    if _DECIMAL.fullmatch(words):
        return float(words)
    return words
