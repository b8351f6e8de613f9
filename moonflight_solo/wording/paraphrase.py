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
def pattern(expr: str) -> re.Pattern[str]:
    """Compile a pattern for whole words, with each ``{part}`` replaced by its definition."""
    while "{" in expr:
        for short, words in (_VERBS | _file().parts).items():
            expr = expr.replace(f"{{{short}}}", f"(?:{words})")
    return re.compile(rf"(?:(?<![\w'’])|(?=[\s,]))(?:{expr})(?:(?<=\s)|(?![\w'’]))", re.IGNORECASE)


@cache
def longest_letters(expr: str) -> str:
    """Return the longest literal text that every match of a pattern contains, as far as known.

    If it is absent the pattern need not be tried, which takes twenty times as long.
    """
    sure = re.sub(r"\(\?P<\w+>([^()|\\]*)\)(?![?*{])", r"\1", expr)
    sure = re.sub(r"\\.|\[[^\]]*\]|\{\w+\}", "#", sure).lower()
    while sure != (less := re.sub(r"\([^()]*\)", "#", sure)):
        sure = less
    if "|" in sure:
        return ""
    return max(re.split(r"[^a-z ]", re.sub(r".[?*]|.\{[^}]*\}", "#", sure)), key=len)


def rephrase(words: str, start: ast.Start) -> Plain:
    """Return ``words`` with all paraphrases applied for sentences of the kind ``start``."""
    covered = list(re.sub(r"\s", " ", words))
    for name in _NAME.finditer(words):
        covered[name.start() + 1 : name.end() - 1] = _HELD * (name.end() - name.start() - 2)
    plain = Plain("".join(covered), tuple((index, index + 1) for index in range(len(words))))
    small = plain.words.lower()
    for paraphrase in ways_of_saying():
        if start not in paraphrase.where or longest_letters(paraphrase.said) not in small:
            continue
        if not (paraphrase.unless and pattern(paraphrase.unless).search(plain.words)):
            plain = _substitute(plain, pattern(paraphrase.said), paraphrase.means)
            small = plain.words.lower()
    letters = (
        words[index] if letter == _HELD else letter
        for letter, (index, _) in zip(plain.words, plain.spans, strict=True)
    )
    return Plain("".join(letters), plain.spans)


def _substitute(plain: Plain, regex: re.Pattern[str], means: str) -> Plain:
    """Replace each match of ``regex`` by ``means``; groups such as names keep their spans."""
    if regex.search(plain.words) is None:
        return plain
    words: list[str] = []
    spans: list[ast.Span] = []
    position = 0
    for match in regex.finditer(plain.words):
        words.append(plain.words[position : match.start()])
        spans += plain.spans[position : match.start()]
        parts = re.split(r"(\\\d)", means)
        for index, part in enumerate(parts):
            if part.startswith("\\"):
                start, end = match.span(int(part[1:]))
                words.append(plain.words[start:end] if start >= 0 else "")
                spans += plain.spans[start:end] if start >= 0 else ()
            elif part:
                words.append(part)
                spans += [plain.span(*_stands_for(match, parts[index - 1 : index + 2]))] * len(part)
        position = match.end()
    words.append(plain.words[position:])
    spans += plain.spans[position:]
    return Plain("".join(words), tuple(spans))


def _stands_for(match: re.Match[str], parts: Sequence[str]) -> ast.Span:
    """Return the letters for which words between two groups stand: all that were found.

    Words that are merely put in go with the group after them.
    """
    groups = [int(part[1:]) for part in parts if part.startswith("\\")]
    if len(groups) == 2:
        (_, end), (start, end_of_gap) = map(match.span, groups)
        if 0 <= end <= start < end_of_gap and not match.string[end:start].strip():
            return start, end_of_gap
    return match.span()
