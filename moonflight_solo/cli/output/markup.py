"""Pages of prose, written as templates.

``templates/*.txt.j2`` hold the pages, one row per line, indented as shown. A row may start with a
style: ``[STYLE+N|LABEL]``. Its wrapped lines are indented N more, or by the width of LABEL; with
``[label STYLE|LABEL]`` the label alone has the style.
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

    def put(self, line: str, pieces: Pieces) -> None:
        """Print a row of a template."""
        row = _ROW.fullmatch(line)
        assert row is not None
        indent, style, label, screen = len(row[1]), row[2] or "", row[4], self.screen
        words, hanging, indents = _whole(row[5], pieces), int(row[3] or 0), self._indents
        if style in ("gap", "heading") and not self.plain:
            screen.say()
        if style == "gap":
            return
        if style == "outline":
            own = len(words) - len(words.lstrip())
            indent, style, hanging, indents = indent + own, "", 2, True
        if style.startswith("as is"):
            screen.say(" " * indent + words, style.removeprefix("as is").strip())
        elif self.plain:
            label = _whole(label or "", pieces).strip()
            screen.say(" " * indent * indents + f"{label} {words}".strip())
        elif label is not None:
            from moonflight_solo.cli.output.text_layout import with_label, wrap  # slow to import

            label, label_style = " " * indent + _whole(label, pieces), style.removeprefix("label ")
            own_style = style if style == label_style else ""
            rows = wrap(words, self.width - len(label), own_style)
            screen.say_all(with_label(label, rows, label_style))
        else:
            wrapped = word_wrapped(" ".join(words.split()), self.width - indent - hanging)
            for index, words in enumerate(wrapped or [""]):
                shown = "bold" if style == "heading" else style
                screen.say(" " * (indent + (hanging if index else 0)) + words, shown)


# ------------------------------------------------------------------ pages written as templates


_ROW: Final = re.compile(r"( *)(?:\[([a-z ]*)(?:\+(\d+))?(?:\|([^\]]*))?\] ?)?(.*)")


def _prepare(environment: Environment) -> None:
    from markupsafe import Markup

    environment.globals.update(far=lambda indent: Markup(" ") * indent, style=Markup, plural=plural)


TEMPLATES: Final = PiecedTemplates("moonflight_solo.cli.output", __file__, "rows", _prepare)


def put_page(template: str, page: Page, **given: object) -> None:
    """Render ``templates/TEMPLATE.txt.j2`` and print it on a page."""
    for line, pieces in _lines(template, plain=page.plain, **given):
        page.put(line, pieces)


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
