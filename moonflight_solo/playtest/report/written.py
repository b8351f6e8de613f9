"""Sections written as templates: ``templates/*.md.j2`` hold all words that a report says.

A template is plain text: headings (``## ``), paragraphs with an empty line between them, and
lists (``- ``). Where it breaks a line does not matter. What ``{{ }}`` puts in stands there to the
letter, whatever it looks like; a table, a plot or a fold stands alone as a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import TYPE_CHECKING, Any, Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.figures import Counted, Share
from moonflight_solo.playtest.report import (
    Block,
    Bullets,
    CodeText,
    DataTable,
    Emphasis,
    Fold,
    LinkedText,
    Plot,
    Prose,
    ReportSection,
    charts,
    data_tables,
    figures,
)

if TYPE_CHECKING:
    # Loaded only when something is told: no other command waits for it.
    from jinja2 import Environment
    from jinja2.runtime import Context
    from markupsafe import Markup


@cache
def environment() -> Environment:
    """Return what pages are written with: the templates and their filters."""
    made = _made()
    made.filters["n"] = lambda number: f"{number:.1f}".removesuffix(".0")
    made.tests["share"] = lambda cell: isinstance(cell, Share)
    return made


@cache
def _for_sections() -> Environment:
    from jinja2 import pass_context

    made = _made(finalize=pass_context(_put))
    said = {name: each for name, each in vars(figures).items() if isinstance(each, FunctionType)}
    made.filters.update(said)
    blocks = {each.__name__: each for each in (Plot, Fold, LinkedText, CodeText, Emphasis)}
    made.globals.update(blocks, Counted=Counted, f=figures, t=data_tables, c=charts)
    return made


def _made(finalize: Callable[..., object] | None = None) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("moonflight_solo.playtest.report"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=finalize,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _put(context: Context, value: object) -> Markup:
    """Put a value aside until the text is read, so that nothing in it is taken for a mark."""
    from markupsafe import Markup

    if isinstance(value, Markup):  # what a macro wrote
        return value
    pieces = context["pieces"]
    pieces.append(value)
    return Markup(f"\0{len(pieces) - 1}\0")


def sections(template: str, **given: object) -> list[ReportSection]:
    """Return the sections that ``templates/TEMPLATE.md.j2`` makes of what is given."""
    pieces: list[Any] = []
    text = _for_sections().get_template(f"{template}.md.j2").render(pieces=pieces, **given)
    found: list[ReportSection] = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        heading = re.match(r"(#+) (.*)", paragraph, re.S)
        if heading:
            title = "".join(_prose(heading[2], pieces))
            found.append(ReportSection(title, [], len(heading[1])))
        elif paragraph:
            blocks = found[-1].blocks
            blocks.extend(_blocks(paragraph, pieces, blocks[-1:]))
    return found


def _blocks(text: str, pieces: Sequence[Any], before: Sequence[Block]) -> Iterator[Block]:
    """Yield what a paragraph says; items of a list go on with the list ``before`` them."""
    if text.startswith("- "):
        items = [_prose(item, pieces) for item in re.split(r"(?:^|\n)- ", text)[1:]]
        if before and isinstance(before[0], Bullets):
            before[0].items.extend(items)
        else:
            yield Bullets(items)
        return
    alone = re.fullmatch(r"\0(\d+)\0", text.strip())
    if alone and isinstance(pieces[int(alone[1])], Bullets | DataTable | Plot | Fold):
        yield pieces[int(alone[1])]
    else:
        yield from filter(None, [_prose(text, pieces)])


def _prose(text: str, pieces: Sequence[Any]) -> Prose:
    """Return a paragraph, as one text where nothing in it is more than words."""
    found: list[str] = []
    for number, words in enumerate(re.split(r"\0(\d+)\0", " ".join(text.split()))):
        piece = pieces[int(words)] if number % 2 else words
        piece = piece if isinstance(piece, str) else str(piece)
        plain = type(piece) is str
        if plain and found and type(found[-1]) is str:
            found[-1] += piece
        elif piece:
            found.append(piece)
    return found[0] if len(found) == 1 else tuple(found) if found else ""


# ------------------------------------------------------------------------- whole reports


def results(summary: s.Summary, *, phrases: bool) -> Iterator[ReportSection]:
    """Yield the results of a playtest; ``phrases`` tells of every phrase of the AI cards too."""
    for part in ("played", "games", "cards", "left_open"):
        yield from sections(part, s=summary, phrases=phrases)


LEFT_OUT: Final = {
    "line": "lines",
    "item": "items",
    "supply": "cards",
    "ruling": "rulings",
    "build": "builds",
}
"""What is left out of a treatment, as it is called together."""


def tornado(summary: s.Summary, of: str) -> list[ReportSection]:
    """Return what each of one kind of thing does to the wins."""
    others = [each for each in summary.others if LEFT_OUT.get(each.what) == of]
    return sections("worth", s=summary, of=of, others=others)


def tornadoes(summary: s.Summary) -> Iterator[ReportSection]:
    """Yield every tornado of a playtest; rulings beside other treatments are told as prices."""
    whats = dict.fromkeys(each.what for each in summary.others)
    for what in whats:
        if what in LEFT_OUT and (what != "ruling" or len(whats) == 1):
            yield from tornado(summary, LEFT_OUT[what])


def otherwise(summary: s.Summary) -> list[ReportSection]:
    """Return what came of treatments that are not told of elsewhere."""
    elsewhere = {each.price.label for each in summary.otherwise if each.price}
    others = [
        (number, other)
        for number, other in enumerate(summary.others)
        if other.label not in elsewhere and other.what not in (*LEFT_OUT, "table")
    ]
    return sections("otherwise", others=others)
