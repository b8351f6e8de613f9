"""Colours, lines of text that keep to their width, and pages of them written as templates.

``templates/*.txt.j2`` hold what pages say, a row a line. A row stands as far in as on the page, and
may begin with how it looks: ``[STYLE+N|LABEL]``. Its other lines hang N deeper, or keep free the
width of the LABEL that its words stand beside. ``[gap]`` is a line left free, ``[heading]`` has one
above, ``[outline]`` is a row whose own indentation says something, ``[as is STYLE]`` one that is
never broken. A line with a backslash first goes on with the one before. What ``{{ }}`` puts in
stands there to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group
from rich.text import Span, Text

from moonflight_solo.cli.output.terminal import Glyphs, Terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.numbers import plural
from moonflight_solo.templates import PiecedTemplates, Pieces
from moonflight_solo.values import Value

if TYPE_CHECKING:  # loaded only when such a page is put out
    from jinja2 import Environment

WIDEST: Final = 100
"""How wide a page for reading is at most."""


class Theme(Value):
    """The colours of a screen: dark before the Turn, light after it."""

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
    suits: tuple[str, ...]


class _Colours(Value):
    """``guide/colours.yaml``: a theme for each end of the cards, and the nearest of sixteen."""

    before: Theme
    after: Theme
    sixteen: dict[str, str]


@cache
def _colours() -> _Colours:
    return convert(read_document(data_folder("guide") / "colours.yaml"), _Colours)


def theme(turned: bool) -> Theme:
    """Return the colours for before or after the Turn."""
    return _colours().after if turned else _colours().before


@cache
def sixteen() -> dict[str, str]:
    """Return which of sixteen colours stands for each that is used here."""
    nearest = _colours().sixteen.items()
    return {color: name for name, colors in nearest for color in colors.split()}


def fit(text: Text, width: int, glyphs: Glyphs) -> Text:
    """Return ``text`` exactly ``width`` columns wide, cut short with a sign if it must be."""
    text = text.copy()
    if text.cell_len > width:
        text.truncate(max(width - 1, 0))
        text.append(glyphs.more[:width])
    text.pad_right(width - text.cell_len)
    return text


def flow(chips: Sequence[Text], width: int, gap: int) -> list[Text]:
    """Return ``chips`` in as few lines of ``width`` as hold them, ``gap`` columns between."""
    lines: list[Text] = []
    for chip in chips:
        if lines and lines[-1].cell_len + gap + chip.cell_len <= width:
            lines[-1].append(" " * gap).append_text(chip)
        else:
            lines.append(Text().append_text(chip))
    return lines


def columns(chips: Sequence[Text], width: int, gap: int = 2) -> list[Text]:
    """Return ``chips`` in even columns, read line by line, as many as fit into ``width``."""
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
    """Return ``lines``, the first behind its ``label``, the others as far in."""
    blank = " " * len(label)
    return [
        Text().append(blank if number else label, style).append_text(line)
        for number, line in enumerate(lines)
    ]


def hang(label: str, lines: Sequence[Text], indent: int, style: str) -> list[Text]:
    """Return ``lines`` indented, the first behind its ``label``, cut to fit."""
    return labelled(f" {label}"[: indent - 1].ljust(indent), lines, style)


def wrap(words: str, width: int, style: str = "") -> list[Text]:
    """Return ``words`` in lines of at most ``width`` columns, broken between words."""
    lines: list[str] = []
    for word in words.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [Text(line, style) for line in lines]


class Page:
    """Puts out words at a width at which they are easily read; when plain, a fact a line.

    It is at most ``widest``. ``indents`` says whether they are indented even when plain.
    """

    def __init__(self, screen: Terminal, widest: int = WIDEST, *, indents: bool = False) -> None:
        self.screen = screen
        self.plain = screen.plain
        self.width = min(screen.width, widest)
        self._indents = indents

    def heading(self, title: str) -> None:
        """Put out a heading, a line free above it."""
        self.gap()
        self.put(title, style="bold")

    def gap(self) -> None:
        """Leave a line free."""
        if not self.plain:
            self.screen.say()

    def put(self, words: str, indent: int = 0, style: str = "", hanging: int = 0) -> None:
        """Put out words, indented, and all lines but the first ``hanging`` deeper."""
        if self.plain:
            self.screen.say(" " * indent * self._indents + words.strip())
            return
        for at, row in enumerate(wrap(words, self.width - indent - hanging) or [Text()]):
            self.screen.say(" " * (indent + (hanging if at else 0)) + row.plain, style)

    def put_row(self, words: str, indent: int = 0) -> None:
        """Put out a row whose own indentation says something, also when plain."""
        own = len(words) - len(words.lstrip())
        if self.plain:
            self.screen.say(" " * (indent + own) + words.strip())
        else:
            self.put(words.strip(), indent + own, hanging=2)

    def labelled(
        self, label: str, words: str, indent: int, style: str = "", beside_style: str | None = None
    ) -> None:
        """Put out words beside a label, whose width the other lines keep free.

        The words have the ``style`` of the label, or ``beside_style``.
        """
        if self.plain:
            self.screen.say(f"{label.strip()} {words}".strip())
            return
        label, own = " " * indent + label, style if beside_style is None else beside_style
        self.screen.say_all(labelled(label, wrap(words, self.width - len(label), own), style))


def show_painted(lines: Sequence[Text], turned: bool, terminal: Terminal) -> None:
    """Put out ``lines`` on the colour of the table, before or after the Turn."""
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
