"""What is wrong with a YAML file, in plain words instead of a parser's."""

from __future__ import annotations

from typing import Protocol

import yaml


class _Mark(Protocol):
    @property
    def index(self) -> int: ...


def explain_fault(error: yaml.MarkedYAMLError, text: str) -> tuple[int, str, str]:
    """Give the index in the text at which a fault is best shown, the problem, and the remedy.

    `error` may come from libyaml or from PyYAML's own parser, which word a fault differently.
    """
    problem = error.problem or ""
    context = error.context or ""
    here = index_of(error.problem_mark)
    opened = index_of(error.context_mark)
    character = text[here : here + 1]
    if character == "\t" or "tab" in problem:
        return here, "a tab is used as indentation", "Use spaces"
    if "cannot start any token" in problem:
        return here, f"a value cannot start with “{character}”", "Put the value in quotes"
    if "mapping values are not allowed" in problem:
        return (
            here,
            "this colon is not behind a key",
            "Put the value in quotes if the colon is part of it, or correct the line above",
        )
    if "scanning a simple key" in context:
        return (
            opened,
            "this line is no “key: value”",
            "Add what is missing, or indent the line under the text that it belongs to",
        )
    if "unexpected end of stream" in problem or "unexpected document separator" in problem:
        return opened, "the quote that opens here is not closed", "Close it"
    if "escape" in problem or "hexdecimal" in problem:
        return here, "no such escape is known", "Write \\\\ for a backslash, or use single quotes"
    if "block scalar" in context:
        return here, "this cannot follow “|” or “>”", "Start the text on the next line"
    if "flow" in context and text[opened : opened + 1] in ("[", "{"):
        bracket, closing = text[opened], "]" if text[opened] == "[" else "}"
        return (
            opened,
            f"what “{bracket}” opens here is not closed properly",
            f"Put commas between the items and “{closing}” at the end, and text with commas, "
            "colons or brackets in quotes",
        )
    if "block mapping" in context or "block collection" in context:
        return (
            here,
            "this does not fit in with the lines above",
            "Indent it as they are, and check that a quote inside quotes is written twice",
        )
    return here, f"this is not YAML: {problem}", "Correct it"


def index_of(mark: _Mark | None) -> int:
    """Tell which character of the text a mark stands at."""
    return 0 if mark is None else mark.index
