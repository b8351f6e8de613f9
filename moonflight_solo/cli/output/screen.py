"""The whole screen of a person to act: the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moonflight_solo.cli.output.paint import columns, fit, flow, hang, wrap
from moonflight_solo.cli.output.render import LABEL, MOST_COMPACT, Brush, render
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
    brush = Brush(view, width, glyphs)
    told = _news(news, brush)
    rules = 2 if told else 1
    wanted = len(render_acts(acts, brush, 1_000)) + min(len(told), NEWS_LINES)
    for compact in range(MOST_COMPACT + 1):
        table = render(view, width, glyphs, height, since=since, compact=compact)
        room = height - len(table) - rules - 1
        if room >= wanted:
            break
    listed = render_acts(acts, brush, max(room - min(len(told), NEWS_LINES), 1))
    most = max(room - len(listed), 2)
    if len(told) > most:
        earlier = f" {glyphs.more} {len(told) - most + 1} lines more: log"
        told = [fit(brush.dim(earlier), width, glyphs), *told[1 - most :]]
    lower = [brush.rule(), *told, *([brush.rule()] if told else []), *listed]
    return _lowest([*table, *lower], len(listed), height - 1, brush)


def _lowest(lines: list[Text], acts: int, most: int, brush: Brush) -> list[Text]:
    """Return at most ``most`` of the lines: the header and the lowest, the acts cut last."""
    over = len(lines) - most
    if over <= 0:
        return lines
    if over + 2 < len(lines) - acts:
        more = fit(brush.dim(f" {brush.glyphs.more} more: table"), brush.width, brush.glyphs)
        return [lines[0], more, *lines[over + 2 :]]
    return [*lines[-acts:][: max(most - 1, 0)], lines[-1]] if most > 0 else []


def _news(news: Sequence[LogLine], brush: Brush) -> list[Text]:
    """Return what happened, wrapped to the width."""
    dim, title = brush.theme.dim, brush.theme.title
    styles = {"pass": dim, "reset": dim, "turn": title, "round": title}
    lines: list[Text] = []
    for told in news:
        rows = wrap(told.words, brush.width - 4, styles.get(told.kind, ""))
        for at, row in enumerate(rows):
            line = Text(" " if at == 0 else "   ").append_text(row)
            line.pad_right(brush.width - line.cell_len)
            lines.append(line)
    return lines


# ------------------------------------------------------------------------------- the acts


def render_acts(acts: Sequence[ActView], brush: Brush, height: int) -> list[Text]:
    """Return the legal acts, numbered and grouped by what is done and with which card in play.

    They are in at most ``height`` lines if they can be: several groups of Build are then told in
    one line, and the longest groups cut short; `acts` shows them whole.
    """
    groups: dict[tuple[str, str], list[ActView]] = {}
    for act in acts:
        groups.setdefault((act.verb, act.using), []).append(act)
    last = groups.pop(("pass", ""), [])
    laid = {group: _group(found, brush) for group, found in groups.items()}
    if sum(map(len, laid.values())) > height:
        _fold_builds(groups, laid, brush)
    while (over := sum(map(len, laid.values())) - height) > 0:
        group = max(laid, key=lambda each: len(laid[each]))
        keep = max(len(laid[group]) - over, 1)
        if len(laid[group]) == 1:
            break
        more = brush.dim(f"  {brush.glyphs.more}{groups[group][-1].number}: say acts")
        cut = fit(laid[group][keep - 1], brush.width - more.cell_len, brush.glyphs)
        laid[group] = [*laid[group][: keep - 1], cut.append_text(more)]
    lines = [line for group in laid.values() for line in group]
    for act in last:
        chip = Text(str(act.number), brush.theme.number)
        if len(lines) >= height and lines and lines[-1].cell_len + 12 <= brush.width:
            lines[-1].append(f"   {act.verb} ", brush.theme.verb).append_text(chip)
        else:
            lines += hang(act.verb, [chip], LABEL, brush.theme.verb)
    return [fit(line, brush.width, brush.glyphs) for line in lines]


def _group(acts: Sequence[ActView], brush: Brush) -> list[Text]:
    chips = []
    for act in acts:
        chip = Text().append(f"{act.number} ", brush.theme.number)
        chip.append(act.what, brush.suit_style(act.bought.suit) if act.bought else "")
        if act.bought:
            chip.append(f" {act.bought.cost}{brush.glyphs.coin}", brush.theme.coin)
            chip.append_text(brush.scores(act.bought))
        chips.append(chip)
    if acts[0].using:
        lines = flow([brush.dim(f"{acts[0].using}:"), *chips], brush.room, 2)
    else:
        lines = columns(chips, brush.room)
    return hang(acts[0].verb, lines, LABEL, brush.theme.verb)


def _fold_builds(
    groups: dict[tuple[str, str], list[ActView]],
    laid: dict[tuple[str, str], list[Text]],
    brush: Brush,
) -> None:
    """Put one line in the place of several groups of Build."""
    builds = [group for group in groups if group[0] == "build"]
    if len(builds) < 2:
        return
    numbers = [act.number for group in builds for act in groups[group]]
    span = f"{min(numbers)}{brush.glyphs.minus}{max(numbers)} "
    line = Text().append(span, brush.theme.number)
    line.append("a card on " + ", ".join(using.removeprefix("on ") for _, using in builds))
    more = brush.dim(": say acts")
    line = fit(line, min(line.cell_len, brush.width - LABEL - more.cell_len), brush.glyphs)
    for group in builds[1:]:
        del laid[group]
    laid[builds[0]] = hang("build", [line.append_text(more)], LABEL, brush.theme.verb)
