"""The colours of a screen, and text laid out on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rich.color import Color, ColorSystem
from rich.text import Span, Text

from moonflight_solo.cli.output.streams import word_wrapped
from moonflight_solo.cli.output.terminal import Glyphs, Terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.values import Value


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


def with_label(label: str, lines: Sequence[Text], style: str) -> list[Text]:
    """Return ``lines`` with a ``label`` before the first and the others indented to match."""
    blank = " " * len(label)
    return [
        Text().append(blank if number else label, style).append_text(line)
        for number, line in enumerate(lines)
    ]


def hang(label: str, lines: Sequence[Text], indent: int, style: str) -> list[Text]:
    """Return ``lines`` indented, with a ``label``, cut to fit, before the first."""
    return with_label(f" {label}"[: indent - 1].ljust(indent), lines, style)


def wrap(words: str, width: int, style: str = "") -> list[Text]:
    """Wrap ``words`` to ``width`` columns; longer words are not broken."""
    return [Text(line, style) for line in word_wrapped(" ".join(words.split()), width)]


def between_margins(words: str, width: int, style: str = "", hanging: int = 0) -> list[Text]:
    """Wrap ``words`` between margins of a column, later lines indented ``hanging`` more."""
    rows = wrap(words, width - 2 - hanging, style)
    return [Text(" " * (1 + hanging * bool(index))) + row for index, row in enumerate(rows)]


def ground(turned: bool, terminal: Terminal) -> str:
    """Return the style of the table itself, before or after the Turn."""
    base = theme(turned).base
    if terminal.few_colors:
        return _of_sixteen(base)
    if terminal.console.color_system == "256":
        # In its 256 colours, else rich and the line editor each take another one for the nearest.
        of_256 = (Color.parse(each).downgrade(ColorSystem.EIGHT_BIT) for each in base.split(" on "))
        return " on ".join(each.get_truecolor().hex for each in of_256)
    return base


def show_painted(lines: Sequence[Text], turned: bool, terminal: Terminal) -> None:
    """Print ``lines`` on the table's background colour, before or after the Turn."""
    painted = []
    for line in lines:
        text = Text(no_wrap=True, overflow="crop").append_text(line)
        text.style = ground(turned, terminal)
        if terminal.few_colors:
            text.spans = [Span(s.start, s.end, _of_sixteen(str(s.style))) for s in text.spans]
        painted.append(text)
    from rich.console import Group  # slow to import, and not needed for plain text

    terminal.show(Group(*painted))


def _of_sixteen(style: str) -> str:
    return " ".join(sixteen().get(word, word) for word in style.split())
