"""Parsing strict YAML into documents, with errors in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

import yaml

from moonflight_solo.documents.document import (
    MAX_BYTES,
    MAX_DEPTH,
    Document,
    Path_,
    Source,
    WrittenValue,
)
from moonflight_solo.errors import DataError
from moonflight_solo.numbers import MOST_DIGITS

_INTEGER: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_TOO_LONG: Final = re.compile(rf"[-+]?[0-9]{{{MOST_DIGITS + 1},}}(\.[0-9]*)?")
_DECIMAL: Final = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})\.[0-9]{1,18}")
_WORDS: Final = {"": None, "~": None, "null": None, "true": True, "false": False}
_TOO_DEEP: Final = f"this is nested more than {MAX_DEPTH} levels deep"

# What YAML forbids, and line breaks and marks that editors do not show.
_UNPRINTABLE: Final = re.compile(
    "[^\t\n\x20-\x7e\xa0-\u200a\u2010-\u2027\u202f-\u205f\u2070-\ud7ff\ue000-\ufefe"
    "\uff00-\ufffd\U00010000-\U0010ffff]"
)


def parse_yaml(text: str, file: str) -> Document:
    """Parse a YAML document; `file` names it in places.

    Unquoted, only `true` and `false` are booleans, only `null`, `~` and nothing are None, and only
    decimal numbers of up to 18 digits without a leading zero are numbers; anything else is text.
    Raises `DataError` at the place of a syntax error, a duplicate key, a tag, an anchor or alias, a
    second document, an unprintable character, or nesting deeper than `MAX_DEPTH`, and for more than
    `MAX_BYTES` of text.
    """
    if len(text) > MAX_BYTES:
        raise DataError(file, f"this file is over {MAX_BYTES} bytes", "Split it into smaller ones")
    source = Source(file, text)
    if bad := _UNPRINTABLE.search(source.text):
        problem = f"the character U+{ord(bad[0]):04X} cannot be printed"
        raise source.error_at(bad.start(), problem, "Remove it")
    try:
        return _Reading(source).document()
    except yaml.MarkedYAMLError as error:
        raise source.error_at(*_explanation(error, source.text)) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # PyYAML gives no place for these; its own scanner fails on an escape beyond Unicode.
        raise DataError(file, f"this is not YAML: {error}", "Correct it") from None


class _Reading:
    """Builds a document from YAML events."""

    def __init__(self, source: Source) -> None:
        # Events rather than yaml.compose(): libyaml's composer crashes on deep nesting, and
        # resolves aliases before they can be refused.
        loader: type[yaml.CSafeLoader | yaml.SafeLoader]
        loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
        self._events: Iterator[yaml.Event] = yaml.parse(source.text, Loader=loader)
        self._source = source
        self._spans: dict[Path_, WrittenValue] = {(): WrittenValue(0)}
        self._keys: dict[Path_, int] = {}

    def document(self) -> Document:
        """Return the only document, whose data is None if it is empty; raises at a second one."""
        data: object = None
        documents = 0
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    remedy = "Put it in its own file"
                    raise self._error(event, "a second document starts here", remedy)
            elif isinstance(event, yaml.NodeEvent):
                data = self._value(event, ())
        return Document(self._source, data, self._spans, self._keys)

    def _value(self, event: yaml.Event, path: Path_) -> object:
        """Return the value that begins with an event, noting where it and its parts are written."""
        self._refuse_extras(event)
        start = _index(event.start_mark)
        if isinstance(event, yaml.ScalarEvent):
            words, style = event.value, event.style or ""
            self._spans[path] = WrittenValue(start, _index(event.end_mark), style, words)
            if not style and _TOO_LONG.fullmatch(words):
                problem = f"a number of over {MOST_DIGITS} digits has too many digits"
                raise self._error(event, problem, "Write a shorter number")
            return words if style else _plain_value(words)
        if len(path) == MAX_DEPTH:
            raise self._error(event, _TOO_DEEP, "Make it flatter")
        self._spans[path] = WrittenValue(start)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[object] = []
            for inner in self._within():
                items.append(self._value(inner, (*path, len(items))))
            return items
        mapping: dict[str, object] = {}
        for inner in self._within():
            key = self._key(inner, path)
            mapping[key] = self._value(next(self._events), (*path, key))
        return mapping

    def _within(self) -> Iterator[yaml.Event]:
        """Yield the events of a collection up to its end, except those consumed in between."""
        for event in self._events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield event

    def _key(self, event: yaml.Event, path: Path_) -> str:
        """Return a key of the mapping at a path, noting where it is written."""
        self._refuse_extras(event)
        if not isinstance(event, yaml.ScalarEvent):
            raise self._error(event, "a key has to be plain text", "Write a word or a phrase")
        key: str = event.value
        before = self._keys.setdefault((*path, key), _index(event.start_mark))
        if before != _index(event.start_mark):
            line = self._source.place(before).line
            raise self._error(
                event, f"the key “{key}” is already written on line {line}", "Keep one"
            )
        return key

    def _refuse_extras(self, event: yaml.Event) -> None:
        """Raise for what YAML allows and this does not: anchors, tags, escaped oddities."""
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if anchor is not None:
            raise self._error(
                event,
                f"“{'*' if isinstance(event, yaml.AliasEvent) else '&'}{anchor}” would use one "
                "value in two places, and here each value is written once",
                "Write the value itself, or put text that starts with this sign in quotes",
            )
        if tag is not None:
            problem = f"the tag “{tag.replace('tag:yaml.org,2002:', '!!')}” is not used here"
            raise self._error(event, problem, "Leave it out, and put text in quotes")
        if not isinstance(event, yaml.ScalarEvent) or event.style != '"':
            return
        if bad := _UNPRINTABLE.search(event.value):
            problem = f"an escape stands for U+{ord(bad[0]):04X}, which cannot be printed"
            raise self._error(event, problem, "Remove it")

    def _error(self, event: yaml.Event, problem: str, remedy: str) -> DataError:
        """Return an error at the beginning of an event."""
        return self._source.error_at(_index(event.start_mark), problem, remedy)


def _plain_value(words: str) -> object:
    """Return what unquoted words stand for."""
    if words in _WORDS:
        return _WORDS[words]
    if _INTEGER.fullmatch(words):
        return int(words)
    if _DECIMAL.fullmatch(words):
        return float(words)
    return words


# Parser messages, as "OPENING CHARACTER, context; problem"; whether to show the opening; the
# problem, and the remedy. The first match counts.
_PROBLEMS: Final = (
    (r"\btab\b|'\\t'", False, "a tab is used as indentation", "Use spaces"),
    # From libyaml 0.2.6 on, which itself stops at 1,000 levels.
    ("nesting depth", False, _TOO_DEEP, "Make it flatter"),
    (
        *("cannot start any token", False),
        *("a value cannot start with “{here}”", "Put the value in quotes"),
    ),
    (
        *("mapping values are not allowed", False, "this colon does not follow a key"),
        "Put the value in quotes if the colon is part of it, or correct the line above",
    ),
    (
        *("scanning a simple key", True, "this line is not of the form “key: value”"),
        "Add what is missing, or indent the line under the text that it belongs to",
    ),
    (
        *("unexpected (end of stream|document separator)", True),
        *("the quote that opens here is not closed", "Close it"),
    ),
    (
        *("escape|hexdecimal", False, "this escape is not known"),
        "Write \\\\ for a backslash, or use single quotes",
    ),
    (*("block scalar", False, "this cannot follow “|” or “>”"), "Start the text on the next line"),
    (
        *(r"^[\[{].*flow", True, "what “{opened}” opens here is not closed properly"),
        "Put commas between the items and “{closing}” at the end, and text with commas, colons or "
        "brackets in quotes",
    ),
    (
        *("block (mapping|collection)", False, "this does not fit in with the lines above"),
        "Indent it like them, and check that a quote inside quotes is written twice",
    ),
    ("", False, "this is not YAML: {problem}", "Correct it"),
)


def _explanation(error: yaml.MarkedYAMLError, text: str) -> tuple[int, str, str]:
    """Return where in the text an error is best shown, the problem, and the remedy.

    `error` may come from libyaml or from PyYAML's own parser, which word errors differently.
    """
    shown, opened = _index(error.problem_mark), _index(error.context_mark)
    marks = {"here": text[shown : shown + 1], "opened": text[opened : opened + 1]}
    marks |= {"closing": "]" if marks["opened"] == "[" else "}", "problem": error.problem or ""}
    words = f"{marks['opened']}{error.context or ''}; {marks['problem']}"
    if marks["here"] == "\t":
        words = "tab"
    for pattern, at_opening, problem, remedy in _PROBLEMS:
        if re.search(pattern, words):
            place = opened if at_opening else shown
            return place, problem.format(**marks), remedy.format(**marks)
    raise AssertionError("the last of them always fits")


def _index(mark: Any) -> int:
    """Return the index in the text of a parser's mark, 0 for none."""
    return mark.index if mark is not None else 0
