"""The whole screen of a person to act: the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moonflight_solo.cli.output.acts_list import ActView, render_acts
from moonflight_solo.cli.output.paint import fit, wrap
from moonflight_solo.cli.output.render import THRIFT, Brush, brush, render
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import Told, View

NEWS_LINES = 3


def screen(
    view: View,
    news: Sequence[Told],
    acts: Sequence[ActView],
    width: int,
    height: int,
    glyphs: Glyphs,
    since: View | None = None,
) -> list[Text]:
    """Return the screen in lines of ``width`` columns, at most ``height`` - 1 of them.

    The last line is left to what is typed. What has changed from ``since`` on is marked. What
    does not fit is news first, then rows of the table, then acts.
    """
    paint = brush(view, glyphs)
    told = news_lines(news, width, paint)
    rules = 2 if told else 1
    wanted = len(render_acts(acts, width, paint, 1_000)) + min(len(told), NEWS_LINES)
    for thrift in range(THRIFT + 1):
        table = render(view, width, glyphs, height, since=since, thrift=thrift)
        room = height - len(table) - rules - 1
        if room >= wanted:
            break
    listed = render_acts(acts, width, paint, max(room - min(len(told), NEWS_LINES), 1))
    most = max(room - len(listed), 2)
    if len(told) > most:
        told = [_earlier(len(told) - most + 1, width, paint), *told[1 - most :]]
    rule = Text(glyphs.line * width, paint.theme.rule)
    lower = [rule, *told, *([rule] if told else []), *listed]
    return _lowest([*table, *lower], len(listed), width, height - 1, paint)


def _lowest(lines: list[Text], acts: int, width: int, most: int, paint: Brush) -> list[Text]:
    """Return at most ``most`` of the lines: the header and the lowest, the acts cut last."""
    over = len(lines) - most
    if over <= 0:
        return lines
    if over + 2 < len(lines) - acts:
        more = _dim_line(f"{paint.glyphs.more} more: table", width, paint)
        return [lines[0], more, *lines[over + 2 :]]
    return [*lines[-acts:][: max(most - 1, 0)], lines[-1]] if most > 0 else []


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
    return _dim_line(f"{paint.glyphs.more} {number} lines more: log", width, paint)


def _dim_line(words: str, width: int, paint: Brush) -> Text:
    return fit(Text(f" {words}", paint.theme.dim), width, paint.glyphs)
