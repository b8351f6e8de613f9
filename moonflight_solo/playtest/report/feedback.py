"""The feedback sheet for the designer, in Markdown: answers to the print-and-play's three
questions.

Its text is in ``templates/feedback.md.j2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from moonflight_solo.check.report import Report
from moonflight_solo.errors import with_capital
from moonflight_solo.playtest.report import sections as r
from moonflight_solo.playtest.report.in_words import count_of
from moonflight_solo.playtest.report.sections import sections
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.records import Record
from moonflight_solo.rules.rulings import Ruling


def feedback_sheet(
    summary: s.Summary,
    checks: Mapping[int, Report] = MappingProxyType({}),
    records: Mapping[str, Record] = MappingProxyType({}),
    left_open: Sequence[Ruling] = (),
) -> str:
    """Return the feedback sheet as Markdown, with printed words and notes literally, escaped.

    ``checks`` are of the AI cards' wording, by seat number; ``records`` are games with the
    playtester's notes, by file name; ``left_open`` are the rules questions that a ruling had to
    answer.
    """
    sheet = sections(
        "feedback",
        s=summary,
        compared=isinstance(summary, s.Comparison),
        loose=sum(not note.line for record in records.values() for note in record.notes),
        checks=checks,
        records=records,
        left_open=left_open,
    )
    return markdown(sheet)


HEADINGS: Final = 3
"""Deepest heading level; deeper ones become bold lines."""

_SPECIAL: Final = re.compile(r"([\\`*_{}\[\]|~&]|<(?=[A-Za-z/!?]))")


def markdown(sections: Iterable[r.ReportSection]) -> str:
    """Render sections as a Markdown document."""
    blocks = []
    for section in sections:
        title = _inline(section.title)
        deep = section.level > HEADINGS
        blocks.append(f"**{title}**" if deep else f"{'#' * section.level} {title}")
        blocks += map(as_markdown, section.told)
    return "\n\n".join(blocks) + "\n"


def as_markdown(block: r.Prose | r.Bullets | r.DataTable) -> str:
    """Render a block as Markdown."""
    if isinstance(block, r.DataTable):
        columns, rows = block.flat(count_of, "95% interval")
        heads = [with_capital(column.head) for column in columns]
        lines = [heads, ["---", *["---:"] * (len(heads) - 1)]]
        lines += [[_inline(cell) for cell in row] for row in rows]
        return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
    if isinstance(block, r.Bullets):
        return "\n".join(f"- {literal(item)}" for item in block.items)
    return literal(block)


def literal(text: r.Prose) -> str:
    """Return a paragraph, on one line, escaped so that Markdown shows it literally."""
    # What would start a heading, list or quotation. A backslash before a digit would be shown, so
    # the mark after the number is escaped.
    return re.sub(r"^(\d+(?=[.)])|(?=[#+=>-]))", r"\1\\", _inline(text))


def _inline(text: r.Prose) -> str:
    """Return words escaped for use within a line."""
    line = ""
    for words in (text,) if isinstance(text, str) else text:
        if isinstance(words, r.CodeText):
            line += code(words)
        else:
            escaped = re.sub(r"\s+", " ", _SPECIAL.sub(r"\\\1", words))
            line += f"*{escaped}*" if isinstance(words, r.Emphasis) else escaped
    return line.strip()


def code(words: str) -> str:
    """Return words as inline code, with as many backticks as needed."""
    longest = max((len(run) for run in re.findall("`+", words)), default=0)
    fence = "`" * (longest + 1)
    room = " " if words.startswith("`") or words.endswith("`") else ""
    return f"{fence}{room}{words}{room}{fence}"
