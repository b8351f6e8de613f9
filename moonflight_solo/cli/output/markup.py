"""Colours, text layout, and pages written as templates.

``templates/*.txt.j2`` hold the pages, one row per line, indented as shown. A row may start with a
style: ``[STYLE+N|LABEL]``. Its wrapped lines are indented N more, or by the width of LABEL.
``[gap]`` is an empty line, ``[heading]`` has one above it, ``[outline]`` is a row whose own
indentation carries meaning, and ``[as is STYLE]`` is never wrapped. A line that starts with a
backslash continues the one before. The output of ``{{ }}`` is inserted literally.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.text import Span, Text

from moonflight_solo.cli.output.streams import word_wrapped
from moonflight_solo.cli.output.terminal import Glyphs, Terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.numbers import plural
from moonflight_solo.templates import PiecedTemplates, Pieces
from moonflight_solo.values import Value

if TYPE_CHECKING:  # imported only for such pages
    from jinja2 import Environment

WIDEST: Final = 100
"""Maximum width of a page of prose, in columns."""


class Theme(Value):
    """The colours of a screen, before or after the Turn."""

    base: str
    dim: str
    rule: str
    header: str
    title: str
    coin: str
    score: str
    later: str
    number: str
    verb: str
    inks: Mapping[str, str]
    suits: tuple[str, ...]


class _Colours(Value):
    """``guide/colours.yaml``: a theme for each side of the Turn, and a 16-colour palette."""

    before: Theme
    after: Theme
    sixteen: dict[str, str]


@cache
def _colours() -> _Colours:
    return convert(read_document(data_folder("guide") / "colours.yaml"), _Colours)


def theme(turned: bool) -> Theme:
    """Return the theme for before or after the Turn."""
    return _colours().after if turned else _colours().before


@cache
def sixteen() -> dict[str, str]:
    """Map each colour used to the nearest of the 16 standard ones."""
    nearest = _colours().sixteen.items()
    return {color: name for name, colors in nearest for color in colors.split()}


def fit(text: Text, width: int, glyphs: Glyphs) -> Text:
    """Pad or truncate ``text`` to exactly ``width`` columns."""
    text = text.copy()
    if text.cell_len > width:
        text.truncate(max(width - 1, 0))
        text.append(glyphs.more[:width])
    text.pad_right(width - text.cell_len)
    return text


def flow(chips: Sequence[Text], width: int, gap: int) -> list[Text]:
    """Fill lines of ``width`` columns with ``chips``, ``gap`` columns apart."""
    lines: list[Text] = []
    for chip in chips:
        if lines and lines[-1].cell_len + gap + chip.cell_len <= width:
            lines[-1].append(" " * gap).append_text(chip)
        else:
            lines.append(Text().append_text(chip))
    return lines


def columns(chips: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Lay out ``chips`` row by row in as many aligned columns as fit into ``width``."""
    widths: list[int] = []
    for number in range(len(chips), 0, -1):
        widths = [max(chip.cell_len for chip in chips[at::number]) for at in range(number)]
        if sum(widths) + gap * (number - 1) <= width:
            break
    lines: list[Text] = []
    for start in range(0, len(chips), max(len(widths), 1)):
        line = Text()
        for chip, wide in zip(chips[start:], widths, strict=False):
            line.append_text(chip).append(" " * (wide - chip.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines


def labelled(label: str, lines: Sequence[Text], style: str) -> list[Text]:
    """Return ``lines`` with a ``label`` before the first and the others indented to match."""
    blank = " " * len(label)
    return [
        Text().append(blank if number else label, style).append_text(line)
        for number, line in enumerate(lines)
    ]


def hang(label: str, lines: Sequence[Text], indent: int, style: str) -> list[Text]:
    """Return ``lines`` indented, with a ``label``, cut to fit, before the first."""
    return labelled(f" {label}"[: indent - 1].ljust(indent), lines, style)


def wrap(words: str, width: int, style: str = "") -> list[Text]:
    """Wrap ``words`` to ``width`` columns; longer words are not broken."""
    return [Text(line, style) for line in word_wrapped(" ".join(words.split()), width)]


class Page:
    """Prints prose at a readable width; on a plain terminal, one fact per line.

    Pages are at most ``widest`` columns wide. ``indents`` keeps indentation on a plain terminal.
    """

    def __init__(self, screen: Terminal, widest: int = WIDEST, *, indents: bool = False) -> None:
        self.screen = screen
        self.plain = screen.plain
        self.width = min(screen.width, widest)
        self._indents = indents

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
        for at, row in enumerate(wrap(words, self.width - indent - hanging) or [Text()]):
            self.screen.say(" " * (indent + (hanging if at else 0)) + row.plain, style)

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
        label, own = " " * indent + label, style if beside_style is None else beside_style
        self.screen.say_all(labelled(label, wrap(words, self.width - len(label), own), style))


def show_painted(lines: Sequence[Text], turned: bool, terminal: Terminal) -> None:
    """Print ``lines`` on the table's background colour, before or after the Turn."""
    base, few = theme(turned).base, terminal.few_colors
    ground = []
    for line in lines:
        text = Text(no_wrap=True, overflow="crop").append_text(line)
        text.style = _of_sixteen(base) if few else base
        if few:
            text.spans = [Span(s.start, s.end, _of_sixteen(str(s.style))) for s in text.spans]
        ground.append(text)
    terminal.show(Group(*ground))


def _of_sixteen(style: str) -> str:
    return " ".join(sixteen().get(word, word) for word in style.split())


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


def rows(template: str, told: Callable[[str], str] = str, **given: Any) -> list[str]:
    """Render a template without styles to lines, "" for ``[gap]``.

    ``told`` is applied to every inserted value.
    """
    found = _lines(template, **given)
    return ["" if line == "[gap]" else _whole(line, pieces, told) for line, pieces in found]


def _lines(template: str, **given: object) -> Iterator[tuple[str, Pieces]]:
    text, pieces = TEMPLATES.pieces(f"{template}.txt", **given)
    for line in re.sub(r"\n *\\", "", text).split("\n"):
        if line.strip():
            yield line, pieces


def _whole(words: str, pieces: Pieces, told: Callable[[str], str] = str) -> str:
    """Return text with its inserted values put back."""
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
