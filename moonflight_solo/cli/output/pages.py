"""Pages written as templates: ``templates/*.txt.j2`` hold what they say, a row a line.

A row stands as far in as on the page, and may begin with how it looks: ``[STYLE+N|LABEL]``. Its
other lines hang N deeper, or keep free the width of the LABEL that its words stand beside.
``[gap]`` is a line left free, ``[heading]`` has one above, ``[outline]`` is a row whose own
indentation says something, and ``[as is STYLE]`` one that is never broken. A line with a backslash
first goes on with the one before. What ``{{ }}`` puts in stands there to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from moonflight_solo.cli.output.paint import Page
from moonflight_solo.numbers import plural
from moonflight_solo.templates import PiecedTemplates, Pieces

if TYPE_CHECKING:  # loaded only when such a page is put out
    from jinja2 import Environment

_ROW: Final = re.compile(r"( *)(?:\[([a-z ]*)(?:\+(\d+))?(?:\|([^\]]*))?\] ?)?(.*)")


def _prepare(made: Environment) -> None:
    from markupsafe import Markup

    made.globals.update(far=lambda indent: Markup(" ") * indent, style=Markup, plural=plural)


TEMPLATES: Final = PiecedTemplates("moonflight_solo.cli.output", __file__, "rows", _prepare)


def put_page(template: str, page: Page, **given: object) -> None:
    """Put out what ``templates/TEMPLATE.txt.j2`` says of what is given."""
    for line, pieces in _lines(template, plain=page.plain, **given):
        _put_row(line, pieces, page)


def rows(template: str, told: Callable[[str], str] = str, **given: Any) -> list[str]:
    """Return the rows of a template in which none says how it looks; "" for a line left free.

    ``told`` is done to all that is put in.
    """
    found = _lines(template, **given)
    return ["" if line == "[gap]" else _whole(line, pieces, told) for line, pieces in found]


def _lines(template: str, **given: object) -> Iterator[tuple[str, Pieces]]:
    text, pieces = TEMPLATES.pieces(f"{template}.txt", **given)
    for line in re.sub(r"\n *\\", "", text).split("\n"):
        if line.strip():
            yield line, pieces


def _whole(words: str, pieces: Pieces, told: Callable[[str], str] = str) -> str:
    """Return words with what was put aside of them."""
    parts = enumerate(pieces.parts(words))
    return "".join(told(str(part)) if number % 2 else part for number, part in parts)


def _put_row(line: str, pieces: Pieces, page: Page) -> None:
    found = _ROW.fullmatch(line)
    assert found is not None
    label, words = found[4], _whole(found[5], pieces)
    indent, style = len(found[1]), found[2] or ""
    if style == "gap":
        page.gap()
    elif style == "heading":
        page.heading(words)
    elif style == "outline":
        page.put_row(words, indent)
    elif style.startswith("as is"):
        page.screen.say(" " * indent + words, style.removeprefix("as is").strip())
    elif label is not None:
        page.labelled(_whole(label, pieces), words, indent, style)
    else:
        page.put(words, indent, style, int(found[3] or 0))
