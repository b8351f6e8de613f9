"""Colours, and lines of text that keep to their width."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from rich.console import Group
from rich.text import Span, Text

from moonflight_solo.cli.output.terminal import Glyphs, Terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.values import Value

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
