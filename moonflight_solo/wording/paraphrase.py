"""Paraphrases: rewrite plain English into the words that the grammar knows.

``paraphrases.yaml`` lists them. Only wordings that mean the same wherever they stand belong there,
so that nothing is lost. Each letter of the result maps back to the printed words, and names stay
untouched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files

import msgspec

from moonflight_solo.documents import convert, read_document
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS, third_person

QUOTED = r"[\"“”][^\"“”]*[\"“”]|(?<![\w])['‘][^'‘’\"“”]+['’](?!\w)"
_NAME = re.compile(QUOTED)
_HELD = "\ufffc"  # stands for a letter of a name during matching


class Paraphrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pattern and what it ``means`` in the grammar's words; skipped if ``unless`` matches too."""

    said: str
    means: str
    example: str
    where: tuple[ast.Start, ...] = ("effect", "line", "reset_line")
    unless: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    parts: dict[str, str]
    ways: tuple[Paraphrase, ...]


@dataclass(frozen=True, slots=True)
class Plain:
    """Words in the grammar's terms, with the printed span that each letter stands for."""

    words: str
    spans: tuple[ast.Span, ...]

    def span(self, start: int, end: int) -> ast.Span:
        """Return the printed span of the letters from ``start`` to ``end``."""
        return self.spans[start][0], self.spans[end - 1][1]


_VERBS = {
    name: "|".join(v for v in (*KEYWORDS, "reveal") if third_person(v).startswith(v + ending))
    for name, ending in (("verb", ""), ("verb_s", "s"), ("verb_es", "es"))
}


@cache
def _file() -> _File:
    with as_file(files("moonflight_solo.wording").joinpath("paraphrases.yaml")) as path:
        return convert(read_document(path), _File)


def ways_of_saying() -> tuple[Paraphrase, ...]:
    """Return all paraphrases, in the order they are applied."""
    return _file().ways


@cache
def pattern(said: str) -> re.Pattern[str]:
    """Compile a pattern for whole words, with each ``{part}`` replaced by its definition."""
    while "{" in said:
        for short, words in (_VERBS | _file().parts).items():
            said = said.replace(f"{{{short}}}", f"(?:{words})")
    return re.compile(rf"(?:(?<![\w'’])|(?=[\s,]))(?:{said})(?:(?<=\s)|(?![\w'’]))", re.IGNORECASE)


@cache
def longest_letters(said: str) -> str:
    """Return the longest literal text that every match of a pattern contains, as far as known.

    If it is absent the pattern need not be tried, which takes twenty times as long.
    """
    sure = re.sub(r"\(\?P<\w+>([^()|\\]*)\)(?![?*{])", r"\1", said)
    sure = re.sub(r"\\.|\[[^\]]*\]|\{\w+\}", "#", sure).lower()
    while sure != (less := re.sub(r"\([^()]*\)", "#", sure)):
        sure = less
    if "|" in sure:
        return ""
    return max(re.split(r"[^a-z ]", re.sub(r".[?*]|.\{[^}]*\}", "#", sure)), key=len)


def rephrased(words: str, start: ast.Start) -> Plain:
    """Return ``words`` with all paraphrases applied for sentences of the kind ``start``."""
    held = list(re.sub(r"\s", " ", words))
    for name in _NAME.finditer(words):
        held[name.start() + 1 : name.end() - 1] = _HELD * (name.end() - name.start() - 2)
    now = Plain("".join(held), tuple((at, at + 1) for at in range(len(words))))
    small = now.words.lower()
    for way in ways_of_saying():
        if start not in way.where or longest_letters(way.said) not in small:
            continue
        if not (way.unless and pattern(way.unless).search(now.words)):
            now = _brought(now, pattern(way.said), way.means)
            small = now.words.lower()
    letters = (
        words[at] if letter == _HELD else letter
        for letter, (at, _) in zip(now.words, now.spans, strict=True)
    )
    return Plain("".join(letters), now.spans)


def _brought(now: Plain, said: re.Pattern[str], means: str) -> Plain:
    """Replace each match of ``said`` by ``means``; groups such as names keep their spans."""
    if said.search(now.words) is None:
        return now
    words: list[str] = []
    spans: list[ast.Span] = []
    done = 0
    for found in said.finditer(now.words):
        words.append(now.words[done : found.start()])
        spans += now.spans[done : found.start()]
        parts = re.split(r"(\\\d)", means)
        for at, part in enumerate(parts):
            if part.startswith("\\"):
                start, end = found.span(int(part[1:]))
                words.append(now.words[start:end] if start >= 0 else "")
                spans += now.spans[start:end] if start >= 0 else ()
            elif part:
                words.append(part)
                spans += [now.span(*_stands_for(found, parts[at - 1 : at + 2]))] * len(part)
        done = found.end()
    words.append(now.words[done:])
    spans += now.spans[done:]
    return Plain("".join(words), tuple(spans))


def _stands_for(found: re.Match[str], parts: Sequence[str]) -> ast.Span:
    """Return the letters for which words between two groups stand: all that were found.

    Words that are merely put in go with the group after them.
    """
    groups = [int(part[1:]) for part in parts if part.startswith("\\")]
    if len(groups) == 2:
        (_, end), (start, last) = map(found.span, groups)
        if 0 <= end <= start < last and not found.string[end:start].strip():
            return start, last
    return found.span()
