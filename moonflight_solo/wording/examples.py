"""Examples of every supported wording, in sections, from ``examples.yaml``."""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

import msgspec

from moonflight_solo.documents import convert, read_document
from moonflight_solo.wording import ast
from moonflight_solo.wording.paraphrase import ways_of_saying


class Chapter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Examples of one kind; ``start`` is the kind of sentence they are."""

    title: str
    start: ast.Start
    note: str
    examples: tuple[str, ...]


class LeftOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wording that is rejected, and ``why``."""

    start: ast.Start
    words: str
    why: str


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sections: tuple[Chapter, ...]
    left_out: tuple[LeftOut, ...]


@cache
def _file() -> _File:
    with as_file(files("moonflight_solo.wording").joinpath("examples.yaml")) as path:
        return convert(read_document(path), _File)


def wordings() -> tuple[Chapter, ...]:
    """Return all sections of examples, in reading order."""
    return _file().sections


def other_ways() -> tuple[Chapter, ...]:
    """Return an example of every paraphrase, in one section per kind of sentence."""
    kinds: dict[ast.Start, str] = {"effect": "card texts", "line": "lines", "reset_line": "Resets"}
    ways = ways_of_saying()
    examples = {n: tuple(way.example for way in ways if way.where[0] == n) for n in kinds}
    note = "Other words for the wordings above, anywhere in a sentence: short forms, whose, which."
    title = "The same in other words"
    return tuple(Chapter(f"{title}: {kinds[n]}", n, note, examples[n]) for n in kinds)


def left_out() -> tuple[LeftOut, ...]:
    """Return plausible wordings that are rejected nevertheless."""
    return _file().left_out
