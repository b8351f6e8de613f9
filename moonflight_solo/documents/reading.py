"""Reading documents from files, and converting their data to typed values.

Importing a YAML parser takes longer than most commands. So parsed documents of the program's own
data are cached in the user's cache folder, keyed by their exact text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache
from os import PathLike
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Final, Literal, TypeVar, Union, get_args, get_origin
from zlib import crc32

import msgspec

from moonflight_solo.datafiles import DECKTET, KINDS, data_folder
from moonflight_solo.documents.document import MAX_BYTES, Document, Path_, Source, WrittenValue
from moonflight_solo.errors import DataError
from moonflight_solo.files import read_file
from moonflight_solo.userfiles import from_cache, to_cache

T = TypeVar("T")

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}

_FILES: Final = {"cards": "a suit", "card": "an AI card", "seats": "a scenario"}
"""What a file is that has the field."""


def convert(document: Document, type_: type[T]) -> T:
    """Convert a document's data to a `msgspec.Struct` type; raises `DataError` if it does not fit.

    Nothing is coerced. For a type that forbids unknown fields, the error suggests the nearest known
    one; a `ValueError` from a type's own `__post_init__` becomes the problem.
    """
    try:
        return msgspec.convert(document.data, type_)
    except msgspec.ValidationError as error:
        path, message, expected = _innermost(document.data, type_, error)
    raise _error(document, path, re.sub(r" - at `.*`$", "", message, flags=re.DOTALL), expected)


def _innermost(data: object, type_: Any, error: msgspec.ValidationError) -> tuple[Path_, str, Any]:
    """Return the path to the first value that is itself wrong, the reason, and its right type."""
    for key, child, type_of_part in _parts(data, type_):
        try:
            msgspec.convert(child, type_of_part)
        except msgspec.ValidationError as inner:
            path, message, expected = _innermost(child, type_of_part, inner)
            return (key, *path), message, expected
    return (), str(error), type_


def _parts(data: object, type_: Any) -> Iterator[tuple[str | int, object, Any]]:
    """Yield every part of some data with its key and expected type."""
    for option in _options(type_):
        if isinstance(data, dict) and _is_struct(option):
            for field in msgspec.structs.fields(option):
                if field.encode_name in data:
                    yield field.encode_name, data[field.encode_name], field.type
        elif isinstance(data, dict) and get_origin(option) in (dict, Mapping):
            yield from ((key, child, get_args(option)[1]) for key, child in data.items())
        elif isinstance(data, list) and get_origin(option) in (list, tuple, Sequence):
            args = get_args(option)
            fixed = get_origin(option) is tuple and args[-1] is not ...
            types = args if fixed else args[:1] * len(data)
            yield from zip(range(len(data)), data, types, strict=False)


def _options(type_: Any) -> list[Any]:
    """Return the alternatives of a type, the members of a union."""
    if get_origin(type_) is Annotated:
        return _options(get_args(type_)[0])
    if get_origin(type_) in (Union, UnionType):
        return [option for member in get_args(type_) for option in _options(member)]
    return [type_]


def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, msgspec.Struct)


def _error(document: Document, path: Path_, message: str, type_: Any) -> DataError:
    """Turn msgspec's message about the value at a path into an error in plain words."""
    options = _options(type_)
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        structs = map(msgspec.structs.fields, filter(_is_struct, options))
        names = [field.encode_name for fields in structs for field in fields]
        wanted = next((key for key in _FILES if key in names), "")
        this = next((key for key in _FILES if key in document.fields), wanted)
        if wanted and this != wanted and not path:
            problem = f"this is {_FILES[this]}, not {_FILES[wanted]}"
            return DataError(document.place(), problem, f"Name the file that has “{wanted}:”")
        place = document.key_place(*path, match[1])
        return DataError(place, f"there is no field “{match[1]}” here", _suggest(match[1], names))
    place = document.place(*path)
    if match := re.fullmatch(r"Object missing required field `(.*)`", message):
        return DataError(place, f"the field “{match[1]}” is missing", f"Add “{match[1]}: …” here")
    if match := re.fullmatch(r"Expected `([\w| ]+)`, got `(\w+)`", message):
        expected, got = match[1].split(" | "), match[2]
        kinds = _either(_KINDS.get(kind, kind) for kind in expected)
        problem = f"expected {kinds}, found {_KINDS.get(got, got)}"
        return DataError(place, problem, _change(expected, got))
    if match := re.fullmatch(r"Invalid (?:enum )?value '?(.*?)'?", message, re.DOTALL):
        allowed = [str(choice) for option in options for choice in _choices(option)]
        problem = f"“{match[1]}” is not allowed here"
        return DataError(place, problem, _suggest(match[1], allowed))
    problem = re.sub(r"`(\w+)`", lambda kind: _KINDS.get(kind[1], kind[1]), message)
    return DataError(place, problem[:1].lower() + problem[1:], "Change it to fit")


def _choices(type_: Any) -> Iterable[object]:
    """Return the values that a type lists, as an enumeration or a literal; none for others."""
    if isinstance(type_, type) and issubclass(type_, Enum):
        return [member.value for member in type_]
    return get_args(type_) if get_origin(type_) is Literal else ()


def _change(expected: list[str], got: str) -> str:
    """Return how to correct a value of the wrong kind."""
    if got == "null":
        return "Write a value, or leave the field out"
    if "str" in expected and got in ("int", "float", "bool"):
        return "Put it in quotes"
    if got == "str" and expected[0] in ("int", "float", "bool"):
        return f"Write {_KINDS[expected[0]]} without quotes"
    return f"Write {_either(_KINDS.get(kind, kind) for kind in expected)}"


def _suggest(word: str, names: list[str]) -> str:
    """Return what could be meant by a word that is not one of these names."""
    from difflib import get_close_matches  # only a misspelled name needs it

    if nearest := get_close_matches(word, names, n=1):
        return f"Did you mean “{nearest[0]}”?"
    if names:
        return f"Possible values: {', '.join(f'“{choice}”' for choice in names)}"
    return "Remove it"


def _either(words: Iterable[str]) -> str:
    """Join words by commas and a last "or"."""
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


_HERE: Final = Path(__file__).parent


def read_document(path: str | PathLike[str]) -> Document:
    """Read a UTF-8 YAML file; raises `DataError` if it cannot be read or is not valid.

    Accepts a byte order mark and any line ends. See `parse_document` for what is refused.
    """
    file = str(path)
    content = read_file(Path(path), MAX_BYTES, "Check its name")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        readable = Source(file, content[: error.start].decode("utf-8"))
        end = len(readable.text)
        raise readable.error_at(end, "this is not UTF-8 text", "Save the file as UTF-8") from None
    if Path(path).parent not in _printed_folders():
        return parse_document(text, file)
    name = f"{_parser_digest()}-{crc32(content):08x}.json"
    cached = from_cache(_FOLDER, name, _CachedDocument)
    if cached is not None and cached.text == text:
        return Document(Source(file, text), cached.data, dict(cached.spans), dict(cached.keys))
    document = parse_document(text, file)
    places = list(document.spans.items()), list(document.keys.items())
    to_cache(_FOLDER, name, _CachedDocument(text, document.data, *places), _MOST_CACHED)
    return document


def parse_document(text: str, file: str) -> Document:
    """Parse a YAML document; see :func:`~.strict_yaml.parse_yaml`."""
    from moonflight_solo.documents.strict_yaml import parse_yaml as parsed  # slow to load

    return parsed(text, file)


# ---------------------------------------------------------------------------------- cache


_FOLDER: Final = "documents"
_MOST_CACHED: Final = 200


class _CachedDocument(msgspec.Struct):
    """A document as it is kept: with where its values and keys are written."""

    text: str
    data: Any
    spans: list[tuple[Path_, WrittenValue]]
    keys: list[tuple[Path_, int]]


@cache
def _printed_folders() -> frozenset[Path]:
    """Return the folders of the program's own documents, as far as they are installed."""
    folders = set()
    for kind in (*KINDS, DECKTET):
        with suppress(DataError):
            folders.add(data_folder(kind))
    return frozenset(folders)


@cache
def _parser_digest() -> str:
    """Return a digest of the modules that parse."""
    return f"{crc32(b''.join(path.read_bytes() for path in sorted(_HERE.glob('*.py')))):08x}"
