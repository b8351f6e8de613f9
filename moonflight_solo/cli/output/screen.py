"""The full screen of a player about to act: the table, the news and the acts."""

from __future__ import annotations

import re
from bisect import insort
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Final

from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.cli.output.drawing import LABEL, Brush
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import columns, fit, flow, hang, wrap
from moonflight_solo.cli.output.view import ActView, LogLine, View
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.state import Card

LEAST_NEWS: Final = 3
"""Minimum number of news lines, if there are that many."""
NEWS: Final = 0.25
"""Share of the screen kept for news before cards show their texts."""
LEAST_ROOM: Final = 20
"""In how many columns beside its name a card's words are told."""
LISTED: Final = 4
"""Acts get up to 1/LISTED of the screen before cards show their texts."""
ON_TABLE: Final = ("round", "reset")
"""News that the table shows itself: in its top line, and by what is marked as new."""
IN_TURN: Final = 4
"""Longest cycle of acts recognized as a repetition: one act per player at a full table."""
KEYS: Final = ("j Jacks", "f flip", "{}? words", "why", "next", "hint", "all coins", "done", "help")
"""Reminders of what can be typed, with the number of a card; if they do not fit, the first are
dropped.
"""


def screen_lines(
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
    choices: Mapping[Card | str, int] | None = None,
    layouts: MutableMapping[object, Brush] | None = None,
) -> list[Text]:
    """Lay out the screen in at most ``height`` - 1 lines of ``width`` columns.

    The last line is left for input. Changes from ``since`` are marked. ``panel`` is what was looked
    up: it takes the place of news, so that the table stays as it is. ``asked`` is a rendered
    question, which replaces the acts; ``choices`` are its numbers on the table. ``layouts``
    remembers how tables were laid out. If space is short, news is cut first, then the table, then
    the acts: acts on visible cards are numbered on the table.
    """
    on_table = {act.on: act for act in acts if act.on is not None} if acts else None
    brush = Brush(view, width, glyphs, acts=on_table)
    told = News(news, brush)
    rest = [act for act in acts if act.on is None]
    whole = len(asked or render_acts(rest, brush, 1_000))
    some = whole if asked else min(whole, height // LISTED)
    least = max(min(told.rows, max(LEAST_NEWS, told.least)), len(panel))
    more = least if panel else max(least, min(told.rows, int(height * NEWS)))
    free = whole + least + 2, some + more + 2
    table = render(
        *(view, width, glyphs, height),
        since=since,
        acts=on_table,
        choices=choices,
        free=free,
        layouts={**layouts} if panel and layouts else layouts,  # a panel makes room for itself only
    )
    room = height - len(table) - 2
    listed = [fit(line, width, glyphs) for line in asked] or render_acts(
        rest, brush, max(room - least, 1)
    )
    looked_up = [fit(line, width, glyphs) for line in panel]
    spare = max(room - len(panel) - len(listed), 0 if panel else min(told.rows, 2))
    lower = [*told.most(spare), *looked_up, *listed]
    return _lowest([*table, *lower], len(listed), height - 1, brush)


def _lowest(lines: list[Text], acts: int, most: int, brush: Brush) -> list[Text]:
    """Keep the header and the lowest of the lines, at most ``most``; acts are cut last."""
    over = len(lines) - most
    if over <= 0:
        return lines
    if over + 2 < len(lines) - acts:
        more = fit(brush.dim(f" {brush.glyphs.more} more: table"), brush.width, brush.glyphs)
        return [lines[0], more, *lines[over + 2 :]]
    return [*lines[-acts:][: max(most - 1, 0)], lines[-1]] if most > 0 else []


class News:
    """The news, wrapped to the width.

    ``rows`` counts all rows but those of news the table shows itself, and ``least`` the rows that
    must be shown. The printed words behind an AI card's acts are added where there is room.
    """

    def __init__(self, every: Sequence[LogLine], brush: Brush) -> None:
        news = folded(every)
        self._brush = brush
        self._kept = _never_left_out(news, brush.view)
        dim, title = brush.theme.dim, brush.theme.title
        styles = {"pass": dim, "reset": dim, "turn": brush.theme.score}
        styles |= dict.fromkeys(("round", "said"), title)
        self._told: list[list[Text]] = []
        for told in news:
            rows = wrap(told.words, brush.width - 4, styles.get(told.kind, ""))
            lines = [Text("   " if at else " ") + row for at, row in enumerate(rows)]
            self._told.append([fit(line, brush.width, brush.glyphs) for line in lines])
        self._printed = _printed_once(news)
        self._shown = [at for at, told in enumerate(news) if told.kind in ON_TABLE]
        self.rows = sum(len(rows) for at, rows in enumerate(self._told) if at not in self._shown)
        self.least = sum(len(self._told[at]) for at in self._kept)

    def most(self, number: int) -> list[Text]:
        """Return up to ``number`` rows below a rule that counts the missing ones.

        The rows that must be shown come first, then the latest, and last what the table shows.
        """
        room, chosen = number, []
        last = [at for at in reversed(range(len(self._told))) if at not in self._kept]
        others = sorted(last, key=lambda at: at in self._shown)
        for at in [*self._kept, *others]:
            rows = len(self._told[at])
            if rows <= room:
                chosen.append(at)
                room -= rows
            elif at in others and at not in self._shown:
                break
        missing = set(range(len(self._told))).difference(chosen, self._shown)
        shown: list[Text] = []
        for at in sorted(chosen):
            told, words = self._told[at], self._printed.get(at, "")
            if words and not missing:
                told, more = self._with_printed(told, f'"{words}"', room)
                room -= more
            shown += told
        if not shown and missing and number:
            shown = self._told[max(missing)][-number:]
            return [self._rule(self.rows - len(shown)), *shown]
        return [self._rule(sum(len(self._told[at]) for at in missing)), *shown]

    def _with_printed(self, told: list[Text], words: str, room: int) -> tuple[list[Text], int]:
        """Return rows with a line's printed words, in up to ``room`` rows more, and how many."""
        brush, last = self._brush, told[-1].copy()
        last.rstrip()
        if last.cell_len + 2 + len(words) < brush.width:
            beside = last.append("  ").append(words, brush.theme.dim)
            return [*told[:-1], fit(beside, brush.width, brush.glyphs)], 0
        rows = [Text("     ") + row for row in wrap(words, brush.width - 6, brush.theme.dim)]
        if len(rows) > room:
            return told, 0
        return [*told, *(fit(row, brush.width, brush.glyphs) for row in rows)], len(rows)

    def _rule(self, missing: int) -> Text:
        brush = self._brush
        rule = brush.rule()
        if not missing:
            return rule
        line, width = brush.glyphs.line, brush.width
        words = f" {brush.glyphs.more} {plural(missing, 'line')} more: log {line}"
        return rule[: width - len(words)].append_text(Text(words, brush.theme.rule))


def _printed_once(news: Sequence[LogLine]) -> dict[int, str]:
    """Return the printed words behind each act, where they stand for the first time."""
    first: dict[tuple[int | None, str], int] = {}
    for at, told in enumerate(news):
        first.setdefault((told.seat, told.printed), at)
    return {at: printed for (_, printed), at in first.items() if printed}


def without_repeated_words(history: Sequence[LogLine], start: int) -> list[LogLine]:
    """Return the log from ``start`` on, with an AI card's printed words only where they are other
    ones than behind the same player's act before.
    """
    last: dict[int | None, str] = {}
    found = []
    for at, told in enumerate(history):
        again = told.printed and last.get(told.seat) == told.printed
        last[told.seat] = told.printed or last.get(told.seat, "")
        if at >= start:
            found.append(replace(told, printed="") if again else told)
    return found


def folded(news: Sequence[LogLine]) -> list[LogLine]:
    """Drop each player's passes but the last, and merge repetitions.

    A player passes again after every other act, so only the last pass is informative.
    """
    last = {told.seat: at for at, told in enumerate(news) if told.kind == "pass"}
    kept = [t for at, t in enumerate(news) if t.kind != "pass" or last[t.seat] == at]
    found: list[LogLine] = []
    while kept:
        block, times = _recurring(kept)
        many = f" ({times} times)." if times > 1 else ""
        found += [replace(t, words=t.words.rstrip(".") + many) if many else t for t in block]
        kept = kept[len(block) * times :]
    return found


def _recurring(news: Sequence[LogLine]) -> tuple[Sequence[LogLine], int]:
    """Return the cycle of acts that the news starts with and how often it repeats, or one line."""
    told = [(each.kind, each.seat, each.words) for each in news]
    for length in range(1, IN_TURN + 1):
        block, times = told[:length], 1
        if any(kind != "act" for kind, *_ in block):
            break
        while told[length * times : length * (times + 1)] == block:
            times += 1
        if times > 1:
            return news[:length], times
    return news[:1], 1


def _never_left_out(news: Sequence[LogLine], view: View) -> list[int]:
    """Return the indexes of messages to the player, the Turn, and each opponent's last act."""
    own = view.you.number if view.you else None
    last: dict[int, int] = {}
    for kind in ("pass", "act"):
        for at, told in enumerate(news):
            if told.kind == kind and told.seat is not None and told.seat != own:
                last[told.seat] = at
    kinds = ("said", "turn")
    first = [at for kind in kinds for at, told in enumerate(news) if told.kind == kind]
    return [*first, *last.values()]


def card_panel(card: Card, brush: Brush) -> list[Text]:
    """Return a card's panel: name, numbers and text of both ends."""
    lines: list[Text] = []
    for end in (card, card.flipped):
        sign = brush.glyphs.after if end.turned else brush.glyphs.before
        name = Text(f"{sign} ", brush.theme.dim).append(end.name, brush.suit_style(end.suit))
        name.append_text(brush.end(end)).append("  ")
        words = f"Stability {end.stability}. " * bool(end.stability) + (end.words or "(no words)")
        room = brush.room - name.cell_len
        beside = room >= min(LEAST_ROOM, len(words))
        rows = wrap(words, room if beside else brush.room - 4, brush.theme.dim)
        lines.append(name.append_text(rows.pop(0)) if beside else name)
        lines += [Text("    ").append_text(row) for row in rows]
    return brush.labelled("card", lines)


# ------------------------------------------------------------------------------- the acts


def render_acts(acts: Sequence[ActView], brush: Brush, height: int) -> list[Text]:
    """Return the numbered legal acts, grouped by verb and card in play, all Builds in one group.

    To fit ``height`` lines, the longest groups are cut; the command `acts` shows all.
    """
    groups: dict[tuple[str, str], list[ActView]] = {}
    for act in acts:
        group = act.verb, "" if act.verb == "build" else act.words.using
        insort(groups.setdefault(group, []), act, key=lambda each: each.number)
    last = groups.pop(("pass", ""), [])
    laid = {
        group: _builds(found, brush) if group[0] == "build" else _group(found, brush)
        for group, found in groups.items()
    }
    while (over := sum(map(len, laid.values())) + 1 - height) > 0 and laid:
        group = max(laid, key=lambda each: len(laid[each]))
        keep = max(len(laid[group]) - over, 1)
        if len(laid[group]) == 1:
            break
        more = brush.dim(f"  {brush.glyphs.more} to {groups[group][-1].number}: type acts")
        cut = _whole_chips(laid[group][keep - 1], brush.width - more.cell_len)
        laid[group] = [*laid[group][: keep - 1], cut.append_text(more)]
    lines = [line for group in laid.values() for line in group]
    for act in last:
        known = _known(brush.view)
        while len("  ".join(known)) > brush.room - 4:
            known.pop(0)
        keys = Text(f"{act.number})  ", brush.theme.number)
        keys.append("  ".join(known), brush.theme.dim)
        lines += hang(act.verb, [keys], LABEL, brush.theme.verb)
    return [fit(line, brush.width, brush.glyphs) for line in lines]


def _known(view: View) -> list[str]:
    """Return the reminders that apply to a table."""
    own = view.you.market if view.you else ()
    number = next((pile.number for pile in (*own, *view.generic) if pile.top), 0)
    needless = {*({} if view.seats[1:] else KEYS[3:5]), *({} if number else KEYS[2:3])}
    return [key.format(number) for key in KEYS if key not in needless]


def _whole_chips(line: Text, width: int) -> Text:
    """Cut a line of numbered acts to ``width`` between acts, or after its label."""
    ends = [match.start() for match in re.finditer(r" +[0-9]+\) ", line.plain)]
    fitting = [end for end in (*ends, len(line)) if end <= width]
    return line[: fitting[-1]] if fitting else line[:LABEL]


def _group(acts: Sequence[ActView], brush: Brush) -> list[Text]:
    chips = []
    for act in acts:
        chip = brush.number(act.number)
        chip.append(act.words.what, brush.suit_style(act.card.suit) if act.card else "")
        if act.card:
            chip.append_text(brush.end(act.card))
        chips.append(chip.append_text(brush.outcome(act)))
    if acts[0].words.using:
        lines = flow([brush.dim(f"{acts[0].words.using}:"), *chips], brush.room, 2)
    else:
        lines = columns(chips, brush.room)
    return hang(acts[0].verb, lines, LABEL, brush.theme.verb)


def _builds(acts: Sequence[ActView], brush: Brush) -> list[Text]:
    """Return the cards in play to Build on, and what to type: any card in hand can be Set."""
    onto = {act.number: act for act in acts}
    cards = [card for act in acts if isinstance(act.act, Build) for card, _ in act.act.pairs]
    numbers = [number for number in map(brush.number_of, cards) if number is not None]
    held = min(numbers, default=acts[0].words.what.casefold())
    chips = []
    for number, act in onto.items():
        chip = brush.number(number).append(act.words.used)
        more = f" (Stability {act.stability})" if act.stability > 1 else ""
        chips.append(chip.append_text(brush.dim(more)))
    typed = brush.dim(f'type "{held} on {acts[0].number}":')
    return hang("build", flow([typed, *chips], brush.room, 2), LABEL, brush.theme.verb)
