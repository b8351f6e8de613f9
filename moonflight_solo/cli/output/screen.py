"""The whole screen of a person to act: the table, what happened, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from moonflight_solo.cli.output.brush import LABEL, Brush
from moonflight_solo.cli.output.paint import columns, fit, flow, hang, wrap
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import ActView, LogLine, View
from moonflight_solo.rules.state import Card

LEAST_NEWS: Final = 3
"""How many lines of news a screen has at least, if there are so many."""
NEWS: Final = 0.25
"""How much of the screen news take up before the cards on the table say their words."""
KEYS: Final = "f flip   3? words   all coins   done   help"


def screen(
    view: View,
    news: Sequence[LogLine],
    acts: Sequence[ActView],
    width: int,
    height: int,
    glyphs: Glyphs,
    since: View | None = None,
    *,
    panel: Sequence[Text] = (),
    asked: Sequence[Text] = (),
) -> list[Text]:
    """Return the screen in lines of ``width`` columns, at most ``height`` - 1 of them.

    The last line is left to what is typed. What has changed from ``since`` on is marked. ``panel``
    is what was looked up, and ``asked`` are the lines of a question, which stand where the acts
    would. What does not fit is news first, then rows of the table, then acts: what can be played
    and bought is numbered on the table.
    """
    brush = Brush(view, width, glyphs)
    told = _News(news, brush)
    rest = [act for act in acts if act.on is None]
    below = len(panel) + len(asked or render_acts(rest, brush, 1_000)) + 2
    least = min(len(told.rows), max(LEAST_NEWS, told.said + 1))
    more = min(len(told.rows), int(height * NEWS))
    on_table = {act.on: act for act in acts if act.on is not None}
    free = below + least, below + max(least, more)
    table = render(view, width, glyphs, height, since=since, acts=on_table, free=free)
    room = height - len(table) - len(panel) - 2
    listed = [fit(line, width, glyphs) for line in asked] or render_acts(
        rest, brush, max(room - least, 1)
    )
    looked_up = [fit(line, width, glyphs) for line in panel]
    lower = [brush.rule(), *told.most(max(room - len(listed), 2)), *looked_up, *listed]
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


class _News:
    """What happened, wrapped to the width, with the lines that must not be left out.

    ``said`` counts the lines that are said to the person.
    """

    def __init__(self, news: Sequence[LogLine], brush: Brush) -> None:
        self._brush = brush
        kept = _never_left_out(news, brush.view)
        self.rows: list[tuple[bool, Text]] = []
        dim, title = brush.theme.dim, brush.theme.title
        styles = {
            "pass": dim,
            "reset": dim,
            "turn": brush.theme.score,
            "round": title,
            "said": title,
        }
        self.said = 0
        for number, told in enumerate(news):
            rows = wrap(told.words, brush.width - 4, styles.get(told.kind, ""))
            for at, row in enumerate(rows):
                line = fit(Text("   " if at else " ") + row, brush.width, brush.glyphs)
                self.rows.append((number in kept, line))
            self.said += len(rows) if told.kind == "said" else 0

    def most(self, number: int) -> list[Text]:
        """Return so many lines: the last ones, but first of all those that must not be missing."""
        if len(self.rows) <= number:
            return [row for _, row in self.rows]
        room = max(number - 1, 1)
        kept = [at for at, (keep, _) in enumerate(self.rows) if keep][-room:]
        others = [at for at in range(len(self.rows)) if at not in kept]
        chosen = sorted([*kept, *others[len(others) - (room - len(kept)) :]])
        brush = self._brush
        more = brush.dim(f" {brush.glyphs.more} {len(self.rows) - len(chosen)} lines more: log")
        return [fit(more, brush.width, brush.glyphs), *(self.rows[at][1] for at in chosen)]


def _never_left_out(news: Sequence[LogLine], view: View) -> set[int]:
    """Return which lines are said to the person, tell of the Turn, or an opponent's last act."""
    kept = {at for at, told in enumerate(news) if told.kind in ("said", "turn")}
    last: dict[int, int] = {}
    for kind in ("pass", "act"):
        last |= {
            told.seat: at
            for at, told in enumerate(news)
            if told.kind == kind and told.seat is not None
        }
    own = view.you.number if view.you else None
    return kept | {at for seat, at in last.items() if seat != own}


def card_panel(card: Card, brush: Brush) -> list[Text]:
    """Return what a card says at both ends."""
    lines: list[Text] = []
    for end in (card, card.flipped):
        sign = brush.glyphs.after if end.turned else brush.glyphs.before
        name = Text(f"{sign} ", brush.theme.dim).append(end.name, brush.suit_style(end.suit))
        name.append_text(brush.end(end)).append("  ")
        words = end.words or "(no words)"
        rows = wrap(words, max(brush.room - name.cell_len, 20), brush.theme.dim)
        lines += [name.append_text(rows[0]), *(Text("    ").append_text(row) for row in rows[1:])]
    return brush.labelled("card", lines)


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
    if sum(map(len, laid.values())) >= height:
        _fold_builds(groups, laid, brush)
    while (over := sum(map(len, laid.values())) + 1 - height) > 0 and laid:
        group = max(laid, key=lambda each: len(laid[each]))
        keep = max(len(laid[group]) - over, 1)
        if len(laid[group]) == 1:
            break
        more = brush.dim(f"  {brush.glyphs.more}{groups[group][-1].number}: say acts")
        cut = fit(laid[group][keep - 1], brush.width - more.cell_len, brush.glyphs)
        laid[group] = [*laid[group][: keep - 1], cut.append_text(more)]
    lines = [line for group in laid.values() for line in group]
    for act in last:
        keys = Text(f"{act.number})", brush.theme.number).append(f"   {KEYS}", brush.theme.dim)
        lines += hang(act.verb, [keys], LABEL, brush.theme.verb)
    return [fit(line, brush.width, brush.glyphs) for line in lines]


def _group(acts: Sequence[ActView], brush: Brush) -> list[Text]:
    chips = []
    for act in acts:
        chip = brush.number(act.number)
        chip.append(act.what, brush.suit_style(act.card.suit) if act.card else "")
        if act.card:
            chip.append_text(brush.end(act.card))
        chips.append(chip.append_text(brush.outcome(act)))
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
    line = Text("a card on " + ", ".join(using.removeprefix("on ") for _, using in builds))
    more = brush.dim(": say acts")
    line = fit(line, min(line.cell_len, brush.width - LABEL - more.cell_len), brush.glyphs)
    for group in builds[1:]:
        del laid[group]
    laid[builds[0]] = hang("build", [line.append_text(more)], LABEL, brush.theme.verb)
