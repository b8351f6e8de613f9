"""The whole screen of a person to act: the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moonflight_solo.cli.output.paint import columns, fit, flow, hang, wrap
from moonflight_solo.cli.output.render import LABEL, THRIFT, Brush, brush, render
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import ActView, LogLine, View

NEWS_LINES = 3


def screen(
    view: View,
    news: Sequence[LogLine],
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


def news_lines(news: Sequence[LogLine], width: int, paint: Brush) -> list[Text]:
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


def render_acts(acts: Sequence[ActView], width: int, paint: Brush, height: int) -> list[Text]:
    """Return the list in lines of ``width`` columns, in at most ``height`` lines if it can be.

    Several groups of Build are then told in one line, and the longest groups cut short; `acts`
    shows them whole.
    """
    groups: dict[tuple[str, str], list[ActView]] = {}
    for act in acts:
        groups.setdefault((act.verb, act.using), []).append(act)
    last = groups.pop(("pass", ""), [])
    laid = {group: _group(found, width, paint) for group, found in groups.items()}
    if sum(map(len, laid.values())) > height:
        _fold_builds(groups, laid, width, paint)
    while (over := sum(map(len, laid.values())) - height) > 0:
        group = max(laid, key=lambda each: len(laid[each]))
        if len(laid[group]) == 1:
            break
        keep = max(len(laid[group]) - over, 1)
        laid[group] = _shortened(laid[group], keep, groups[group][-1], width, paint)
    lines = [line for group in laid.values() for line in group]
    for act in last:
        chip = Text(str(act.number), paint.theme.number)
        if len(lines) >= height and lines and lines[-1].cell_len + 12 <= width:
            lines[-1].append(f"   {act.verb} ", paint.theme.verb).append_text(chip)
        else:
            lines += hang(act.verb, [chip], LABEL, paint.theme.verb)
    return [fit(line, width, paint.glyphs) for line in lines]


def _group(acts: Sequence[ActView], width: int, paint: Brush) -> list[Text]:
    chips = []
    for act in acts:
        chip = Text().append(f"{act.number} ", paint.theme.number)
        chip.append(act.what, paint.suit_style(act.bought.suit) if act.bought else "")
        if act.bought:
            chip.append(f" {act.bought.cost}{paint.glyphs.coin}", paint.theme.coin)
            chip.append_text(paint.scores(act.bought))
        chips.append(chip)
    room = width - LABEL - 1
    if acts[0].using:
        lines = flow([Text(f"{acts[0].using}:", paint.theme.dim), *chips], room, 2)
    else:
        lines = columns(chips, room)
    return hang(acts[0].verb, lines, LABEL, paint.theme.verb)


def _fold_builds(
    groups: dict[tuple[str, str], list[ActView]],
    laid: dict[tuple[str, str], list[Text]],
    width: int,
    paint: Brush,
) -> None:
    """Put one line in the place of several groups of Build."""
    builds = [group for group in groups if group[0] == "build"]
    if len(builds) < 2:
        return
    acts = [act for group in builds for act in groups[group]]
    first, last = min(act.number for act in acts), max(act.number for act in acts)
    line = Text().append(f"{first}{paint.glyphs.minus}{last} ", paint.theme.number)
    line.append("a card on " + ", ".join(using.removeprefix("on ") for _, using in builds))
    more = Text(": say acts", paint.theme.dim)
    line = fit(line, min(line.cell_len, width - LABEL - more.cell_len), paint.glyphs)
    for group in builds[1:]:
        del laid[group]
    laid[builds[0]] = hang("build", [line.append_text(more)], LABEL, paint.theme.verb)


def _shortened(
    lines: Sequence[Text], keep: int, last: ActView, width: int, paint: Brush
) -> list[Text]:
    """Return the first ``keep`` lines, ending in how far the numbers go on."""
    more = Text(f"  {paint.glyphs.more}{last.number}: say acts", paint.theme.dim)
    cut = fit(lines[keep - 1], width - more.cell_len, paint.glyphs)
    return [*lines[: keep - 1], cut.append_text(more)]
