"""The whole screen of a person to act: the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moonflight_solo.cli.acts_list import ActView, render_acts
from moonflight_solo.cli.paint import wrap
from moonflight_solo.cli.render import Brush, brush, render
from moonflight_solo.cli.telling import Told
from moonflight_solo.cli.terminal import Glyphs
from moonflight_solo.cli.view import View

NEWS_LINES = 3


def screen(
    view: View,
    news: Sequence[Told],
    acts: Sequence[ActView],
    width: int,
    height: int,
    glyphs: Glyphs,
) -> list[Text]:
    """Return the screen in lines of ``width`` columns, at most ``height`` - 1 if it can be.

    The last line is left to what is typed. What does not fit is news first, then acts.
    """
    paint = brush(view, glyphs)
    table = render(view, width, glyphs, height)
    told = news_lines(news, width, paint)
    rules = 2 if told else 1
    room = height - len(table) - rules - 1
    listed = render_acts(acts, width, paint, max(room - min(len(told), NEWS_LINES), 1))
    most = max(room - len(listed), 2)
    if len(told) > most:
        told = [_earlier(len(told) - most + 1, width, paint), *told[1 - most :]]
    rule = Text(glyphs.line * width, paint.theme.rule)
    return [*table, rule, *told, *([rule] if told else []), *listed]


def news_lines(news: Sequence[Told], width: int, paint: Brush) -> list[Text]:
    """Return what happened, wrapped to ``width`` columns."""
    lines: list[Text] = []
    for told in news:
        style = paint.theme.dim if told.kind in ("pass", "reset") else ""
        if told.kind in ("turn", "round"):
            style = paint.theme.title
        for at, line in enumerate(wrap(told.words, width - 4, style)):
            whole = Text(" " if at == 0 else "   ").append_text(line)
            whole.pad_right(width - whole.cell_len)
            lines.append(whole)
    return lines


def _earlier(number: int, width: int, paint: Brush) -> Text:
    text = Text(f" {paint.glyphs.more} {number} lines more: log", paint.theme.dim)
    text.pad_right(width - text.cell_len)
    return text
