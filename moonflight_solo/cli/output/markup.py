"""Pages of prose, written as templates.

``templates/*.txt.j2`` hold the pages, one row per line, indented as shown. A row may start with a
style: ``[STYLE+N|LABEL]``. Its wrapped lines are indented N more, or by the width of LABEL.
``[gap]`` is an empty line, ``[heading]`` has one above it, ``[outline]`` is a row whose own
indentation carries meaning, and ``[as is STYLE]`` is never wrapped. A line that starts with a
backslash continues the one before. The output of ``{{ }}`` is inserted literally.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from moonflight_solo.cli.output.streams import word_wrapped
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import plural
from moonflight_solo.templates import PiecedTemplates, Pieces

if TYPE_CHECKING:  # imported only for such pages
    from jinja2 import Environment

WIDEST: Final = 100
"""Maximum width of a page of prose, in columns."""


class Page:
    """Prints prose at a readable width; on a plain terminal, one fact per line.

    Pages are at most ``widest`` columns wide. ``indents`` keeps indentation on a plain terminal.
    """

    def __init__(self, screen: Terminal, widest: int = WIDEST, *, indents: bool = False) -> None:
        self.screen = screen
        self.plain = screen.plain
        self._widest = widest
        self._indents = indents

    @property
    def width(self) -> int:
        """The width of its text; a plain page has none."""
        return min(self.screen.width, self._widest)

    def heading(self, title: str) -> None:
        """Print a heading with an empty line above."""
        self.gap()
        self.put(title, style="bold")

    def gap(self) -> None:
        """Print an empty line, unless plain."""
        if not self.plain:
            self.screen.say()

    def put(self, words: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
        """Print wrapped text, indented; later lines are indented ``hanging`` more."""
        if self.plain:
            self.screen.say(" " * indent * self._indents + words.strip())
            return
        rows = word_wrapped(" ".join(words.split()), self.width - indent - hanging)
        for at, row in enumerate(rows or [""]):
            self.screen.say(" " * (indent + (hanging if at else 0)) + row, style)

    def put_row(self, words: str, indent: int = 0) -> None:
        """Print a row, keeping its own indentation even when plain."""
        own = len(words) - len(words.lstrip())
        if self.plain:
            self.screen.say(" " * (indent + own) + words.strip())
        else:
            self.put(words.strip(), indent + own, hanging=2)

    def labelled(
        self, label: str, words: str, indent: int, style: str = "", beside_style: str | None = None
    ) -> None:
        """Print text beside a label, wrapped to the right of it.

        The text has the label's ``style``, or ``beside_style`` if given.
        """
        if self.plain:
            self.screen.say(f"{label.strip()} {words}".strip())
            return
        from moonflight_solo.cli.output.text_layout import labelled, wrap  # slow to import

        label, own = " " * indent + label, style if beside_style is None else beside_style
        self.screen.say_all(labelled(label, wrap(words, self.width - len(label), own), style))


# ------------------------------------------------------------------ pages written as templates


_ROW: Final = re.compile(r"( *)(?:\[([a-z ]*)(?:\+(\d+))?(?:\|([^\]]*))?\] ?)?(.*)")


def _prepare(made: Environment) -> None:
    from markupsafe import Markup

    made.globals.update(far=lambda indent: Markup(" ") * indent, style=Markup, plural=plural)


TEMPLATES: Final = PiecedTemplates("moonflight_solo.cli.output", __file__, "rows", _prepare)


def put_page(template: str, page: Page, **given: object) -> None:
    """Render ``templates/TEMPLATE.txt.j2`` and print it on a page."""
    for line, pieces in _lines(template, plain=page.plain, **given):
        _put_row(line, pieces, page)


def rows(template: str, escape: Callable[[str], str] = str, **given: Any) -> list[str]:
    """Render a template without styles to lines, "" for ``[gap]``.

    ``escape`` is applied to every inserted value.
    """
    lines = _lines(template, **given)
    return ["" if line == "[gap]" else _whole(line, pieces, escape) for line, pieces in lines]


def _lines(template: str, **given: object) -> Iterator[tuple[str, Pieces]]:
    text, pieces = TEMPLATES.pieces(f"{template}.txt", **given)
    for line in re.sub(r"\n *\\", "", text).split("\n"):
        if line.strip():
            yield line, pieces


def _whole(words: str, pieces: Pieces, escape: Callable[[str], str] = str) -> str:
    """Return text with its inserted values put back."""
    parts = enumerate(pieces.parts(words))
    return "".join(escape(str(part)) if number % 2 else part for number, part in parts)


def _put_row(line: str, pieces: Pieces, page: Page) -> None:
    row = _ROW.fullmatch(line)
    assert row is not None
    label, words = row[4], _whole(row[5], pieces)
    indent, style = len(row[1]), row[2] or ""
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
        page.put(words, indent, style, int(row[3] or 0))
