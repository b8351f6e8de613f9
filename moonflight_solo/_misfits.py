"""Why data do not fit a type, in plain words instead of msgspec's."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec import inspect

_Path = tuple[str | int, ...]

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
_KIND_OF: Final = {
    int: "int",
    float: "float",
    str: "str",
    bool: "bool",
    list: "array",
    dict: "object",
    type(None): "null",
}


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that does not fit: its path, whether its key is what is wrong, and what to say."""

    path: _Path
    at_key: bool
    problem: str
    remedy: str


def explain_misfit(message: str, data: object, type_: type) -> Misfit:
    """Explain the message of a `msgspec.ValidationError` about data that should become a type."""
    at = re.search(r" - at `(?:key in )?\$(.*)`$", message)
    where = at[1] if at else ""
    message = message[: at.start()] if at else message
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", message, re.DOTALL):
        field = match[1]
        path = _find(data, where, lambda value: isinstance(value, dict) and field in value)
        known = list(_fields(type_, path))
        return Misfit(
            (*path, field), True, f"there is no field “{field}” here", _suggest(field, known)
        )
    if match := re.fullmatch(r"Object missing required field `(.*)`", message):
        field = match[1]
        path = _find(data, where, lambda value: isinstance(value, dict) and field not in value)
        return Misfit(path, False, f"the field “{field}” is missing", f"Add “{field}: …” here")
    if match := re.fullmatch(r"Expected `([\w| ]+)`, got `(\w+)`", message):
        expected, got = match[1].split(" | "), match[2]
        path = _find(data, where, lambda value: _KIND_OF[type(value)] == got)
        wanted = _either(_KINDS.get(kind, kind) for kind in expected)
        found = _KINDS.get(got, got)
        return Misfit(path, False, f"expected {wanted}, found {found}", _change(expected, got))
    if match := re.fullmatch(r"Invalid (?:enum )?value '?(.*?)'?", message, re.DOTALL):
        value = match[1]
        path = _find(data, where, lambda found: str(found) == value)
        allowed = [str(choice) for choice in _choices(type_, path)]
        return Misfit(path, False, f"“{value}” is not possible here", _suggest(value, allowed))
    path = _find(data, where, None)
    problem = re.sub(r"`(\w+)`", lambda kind: _KINDS.get(kind[1], kind[1]), message)
    return Misfit(path, False, problem[:1].lower() + problem[1:], "Change it to fit")


def _change(expected: list[str], got: str) -> str:
    if got == "null":
        return "Write a value, or leave the field out"
    if "str" in expected and got in ("int", "float", "bool"):
        return "Put it in quotes"
    if got == "str" and expected[0] in ("int", "float", "bool"):
        return f"Write {_KINDS[expected[0]]} without quotes"
    return f"Write {_either(_KINDS.get(kind, kind) for kind in expected)}"


def _suggest(word: str, known: list[str]) -> str:
    """Suggest the nearest known word, or all of them when none is near."""
    if near := difflib.get_close_matches(word, known, n=1):
        return f"Perhaps “{near[0]}” is meant"
    if known:
        return f"Possible are {', '.join(f'“{choice}”' for choice in known)}"
    return "Take it out"


def _either(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _find(data: object, where: str, fits: Callable[[object], bool] | None) -> _Path:
    """Follow a path as msgspec writes it: `.cards[3].names[...]`, where a dict's key is not named.

    The first item of the dict that `fits` the complaint is the one that msgspec stumbled on. When
    nothing tells the items apart, the path ends at the dict.
    """
    if fits is not None:
        path = _follow(data, where, fits)
        if path is not None:
            return path
    return _follow(data, where.partition("[...]")[0], lambda value: True) or ()


def _follow(data: object, where: str, fits: Callable[[object], bool]) -> _Path | None:
    if not where:
        return () if fits(data) else None
    for key, child, rest in _steps(data, where):
        path = _follow(child, rest, fits)
        if path is not None:
            return (key, *path)
    return None


def _steps(data: object, where: str) -> Iterator[tuple[str | int, object, str]]:
    """Take one step on the path in every way its writing allows: a field may contain a dot."""
    if isinstance(data, dict):
        for key, child in data.items():
            if where.startswith("[...]"):
                yield key, child, where[len("[...]") :]
            elif where.startswith(f".{key}"):
                yield key, child, where[1 + len(key) :]
    elif isinstance(data, list) and (match := re.match(r"\[(\d+)\]", where)):
        index = int(match[1])
        if index < len(data):
            yield index, data[index], where[match.end() :]


def _fields(type_: type, path: _Path) -> Iterator[str]:
    for found in _types_at(inspect.type_info(type_), path):
        if isinstance(found, inspect.StructType):
            yield from (field.encode_name for field in found.fields)


def _choices(type_: type, path: _Path) -> Iterator[object]:
    for found in _types_at(inspect.type_info(type_), path):
        if isinstance(found, inspect.LiteralType):
            yield from found.values
        elif isinstance(found, inspect.EnumType):
            yield from (member.value for member in found.cls)


def _types_at(type_: inspect.Type, path: _Path) -> Iterator[inspect.Type]:
    """Follow a path through a type; a union may lead to several."""
    if isinstance(type_, inspect.Metadata):
        yield from _types_at(type_.type, path)
    elif isinstance(type_, inspect.UnionType):
        for option in type_.types:
            yield from _types_at(option, path)
    elif not path:
        yield type_
    elif isinstance(type_, inspect.StructType):
        for field in type_.fields:
            if field.encode_name == path[0]:
                yield from _types_at(field.type, path[1:])
    elif isinstance(type_, inspect.DictType):
        yield from _types_at(type_.value_type, path[1:])
    elif isinstance(type_, inspect.TupleType) and isinstance(path[0], int):
        yield from _types_at(type_.item_types[path[0]], path[1:])
    elif isinstance(type_, inspect.CollectionType):
        yield from _types_at(type_.item_type, path[1:])
