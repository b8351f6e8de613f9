"""The full screen of a player about to act: the table, the news and the acts."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.cli.output.drawing import LABEL, NO_LIMIT, Brush
from moonflight_solo.cli.output.frame import frame
from moonflight_solo.cli.output.render import table_lines, texts_in_reach
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import between_margins, columns, fit, flow, hang, wrap
from moonflight_solo.cli.output.view import ActView, LogLine, View
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.state import Card

LEAST_ROOM: Final = 20
"""In how many columns beside its name a card's words are shown."""
NEWS: Final = 2
"""How many lines below the table are for news before the acts take them."""
LEAST_NEWS: Final = 3
"""How many before the words of cards take them: the Reset, an opponent's act and the new round."""
IN_TURN: Final = 4
"""Longest cycle of acts recognized as a repetition: one act per player at a full table."""
KEYS: Final = (
    "f flip",
    "j Jacks",
    "deck",
    "{}? words",
    "why",
    "next",
    "hint",
    "all",
    "done",
    "help",
)
"""Reminders of what can be typed, with the number of a card; if they do not fit, the first are
dropped.
"""


@dataclass(frozen=True)
class Scene:
    """The content of the screen. ``question`` is a rendered one, which replaces ``acts``;
    ``choices`` are its numbers on the table. ``gain`` is what the command `all` would gain. Changes
    from ``since`` are marked, except across the Turn, when everything is new.
    """

    view: View
    news: Sequence[LogLine]
    acts: Sequence[ActView] = ()
    since: View | None = None
    question: Sequence[Text] = ()
    choices: Mapping[Card | str, int] | None = None
    gain: int = 0


class Screen:
    """The layout of a screen of ``height`` - 1 lines; the last one is left for input.

    The table has its `frame`; what stands below it, its words, the news and the acts, has the rest.
    """

    def __init__(self, scene: Scene, width: int, height: int, glyphs: Glyphs) -> None:
        view, acts, question = scene.view, scene.acts, scene.question
        since = scene.since if scene.since and scene.since.turned == view.turned else None
        by_card = {act.on: act for act in acts if act.on is not None} if acts or question else None
        self._brush = Brush(view, width, glyphs, since, by_card, scene.choices or {})
        self._news, self._height, self._is_question = scene.news, height - 1, bool(question)
        rows = frame(view, width, self._height)
        self._table = table_lines(self._brush, rows)
        # What is left below the table and a rule; of that, the rows for words of cards in reach.
        self._room = max(self._height - len(self._table) - 1, 0)
        self._word_rows = rows["hand"].below if "hand" in rows else 0
        in_list = [act for act in acts if act.on is None]
        most = max(self._room - self._word_rows - NEWS, 2)
        self._acts = self._fit(question) or render_acts(in_list, self._brush, most, scene.gain)

    @property
    def free(self) -> int:
        """The lines in which something looked up can stand without moving the table."""
        return self._room - len(self._acts)

    def lines(self, panel: Sequence[Text] = ()) -> list[Text]:
        """Return the screen; ``panel`` is what was looked up and takes the place of words and
        news.
        """
        rows_shown, news = self._fit(panel), News(self._news, self._brush)
        if not rows_shown and self._word_rows and not self._is_question:
            words, most = texts_in_reach(self._brush), min(self._word_rows, self.free - LEAST_NEWS)
            if len(words) > most > 0:
                words = words[:most]
                words[-1].append(f" {self._brush.glyphs.more}")
            rows_shown = self._fit([Text(" ") + line for line in words[: max(most, 0)]])
            unused = min(most, self.free - news.length) - len(rows_shown)
            rows_shown += self._fit([Text()] * unused)
        rule, *told = news.most(self.free - len(rows_shown))
        blank = self._fit([Text()] * (self.free - len(rows_shown) - len(told)))
        return self._lowest([*self._table, rule, *rows_shown, *told, *blank, *self._acts])

    def _fit(self, lines: Iterable[Text]) -> list[Text]:
        return [fit(line, self._brush.width, self._brush.glyphs) for line in lines]

    def _lowest(self, lines: list[Text]) -> list[Text]:
        """Keep the header and the lowest of the lines in a small window; what is blank is cut first
        and the acts last.
        """
        over, acts = len(lines) - self._height, len(self._acts)
        blank = [index for index, line in enumerate(lines) if not line.plain.strip()]
        for at in reversed(blank[-over:] if over > 0 else ()):
            lines, over = [*lines[:at], *lines[at + 1 :]], over - 1
        if over <= 0:
            return lines
        if over + 2 < len(lines) - acts:
            more = self._brush.dim(f" {self._brush.glyphs.more} more: table")
            return [lines[0], *self._fit([more]), *lines[over + 2 :]]
        return [*lines[-acts:][: max(self._height - 1, 0)], lines[-1]] if self._height > 0 else []


class News:
    """The news below a rule, wrapped to the width.

    The printed words behind an AI card's acts are added where there is room; ``length`` counts the
    rows without them.
    """

    def __init__(self, every: Sequence[LogLine], brush: Brush) -> None:
        self._news, self._brush = without_repetitions(every), brush
        dim, title = brush.theme.dim, brush.theme.title
        styles = {"pass": dim, "reset": dim, "turn": brush.theme.score}
        styles |= dict.fromkeys(("round", "said"), title)
        self._rows = [
            between_margins(told.words, brush.width, styles.get(told.kind, ""), 2)
            for told in self._news
        ]
        self.length = sum(map(len, self._rows))

    def most(self, number: int) -> list[Text]:
        """Return up to ``number`` rows below a rule that counts the missing ones.

        What is always told has at least a row each, before anything has two; the latest of the rest
        comes first.
        """
        first = _told_first(self._news, self._brush.view)
        rest = [at for at in reversed(range(len(self._news))) if at not in first]
        rows_shown = dict.fromkeys(first[: max(number, 0)], 1)
        room = number - len(rows_shown)
        for at in [*rows_shown, *rest]:
            more = min(len(self._rows[at]) - rows_shown.get(at, 0), max(room, 0))
            if more:
                rows_shown[at], room = rows_shown.get(at, 0) + more, room - more
        printed = {} if len(rows_shown) < len(self._rows) else _printed_once(self._news)
        lines: list[Text] = []
        for at in sorted(rows_shown):
            rows = [row.copy() for row in self._rows[at][: rows_shown[at]]]
            if rows_shown[at] < len(self._rows[at]):
                rows[-1] = rows[-1].append(f" {self._brush.glyphs.more}")
            if words := printed.get(at, ""):
                rows, more = self._with_printed(rows, f'"{words}"', room)
                room -= more
            lines += rows
        missing = self.length - sum(rows_shown.values())
        brush = self._brush
        return [self._rule(missing), *(fit(line, brush.width, brush.glyphs) for line in lines)]

    def _with_printed(self, news_rows: list[Text], words: str, room: int) -> tuple[list[Text], int]:
        """Return rows with a line's printed words, in up to ``room`` rows more, and how many."""
        brush, last = self._brush, news_rows[-1]
        if last.cell_len + 2 + len(words) < brush.width:
            return [*news_rows[:-1], last.append("  ").append(words, brush.theme.dim)], 0
        rows = [Text("     ") + row for row in wrap(words, brush.width - 6, brush.theme.dim)]
        return (news_rows, 0) if len(rows) > room else ([*news_rows, *rows], len(rows))

    def _rule(self, missing: int) -> Text:
        brush = self._brush
        words = f" {brush.glyphs.more} {plural(missing, 'more line')}: log {brush.glyphs.line}"
        rule = brush.rule()
        if not missing or len(words) > brush.width:
            return rule
        return rule[: brush.width - len(words)].append_text(brush.dim(words))


def _told_first(news: Sequence[LogLine], view: View) -> list[int]:
    """Return the indexes of what is always told, the most important first.

    Messages to the player, the Turn, who wins and why the game ended, each opponent's last act, and
    the new round with what its Reset did, one's own part first.
    """
    own = view.you.number if view.you else None
    last: dict[int, int] = {}
    reset = [index for index, told in enumerate(news) if told.kind == "reset"]
    for kind in ("act",) if reset else ("pass", "act"):  # everybody passes before a Reset
        for at, told in enumerate(news):
            if told.kind == kind and told.seat is not None and told.seat != own:
                last[told.seat] = at
    every = list(enumerate(news))
    first = [at for kind in ("said", "turn") for at, line in every if line.kind == kind]
    ends = [at for at, line in every if line.kind == "end"]
    first += [*ends[-1:], *ends]
    rounds = [at for at, told in every if told.kind == "round"][-1:]
    mine = [at for at in reset if news[at].seat == own]
    return list(dict.fromkeys([*first, *last.values(), *mine[-1:], *rounds, *mine, *reset]))


def _printed_once(news: Sequence[LogLine]) -> dict[int, str]:
    """Return the printed words behind each act, where they stand for the first time."""
    first: dict[tuple[int | None, str], int] = {}
    for index, line in enumerate(news):
        first.setdefault((line.seat, line.printed), index)
    return {at: printed for (_, printed), at in first.items() if printed}


def without_repeated_words(history: Sequence[LogLine], start: int) -> list[LogLine]:
    """Return the log from ``start`` on, with an AI card's printed words only where they differ from
    those behind the same player's act before.
    """
    last: dict[int | None, str] = {}
    lines = []
    for index, line in enumerate(history):
        is_repeated = line.printed and last.get(line.seat) == line.printed
        last[line.seat] = line.printed or last.get(line.seat, "")
        if index >= start:
            lines.append(replace(line, printed="") if is_repeated else line)
    return lines


def without_repetitions(news: Sequence[LogLine]) -> list[LogLine]:
    """Return the news with repetitions merged, and of each player's passes only the last.

    A player passes again after every other act, so only the last pass is informative.
    """
    last = {line.seat: index for index, line in enumerate(news) if line.kind == "pass"}
    rest = [line for i, line in enumerate(news) if line.kind != "pass" or last[line.seat] == i]
    lines: list[LogLine] = []
    while rest:
        cycle, times = _cycle(rest)
        many = f" ({times} times)." if times > 1 else ""
        lines += [replace(t, words=t.words.rstrip(".") + many) if many else t for t in cycle]
        rest = rest[len(cycle) * times :]
    return lines


def _cycle(news: Sequence[LogLine]) -> tuple[Sequence[LogLine], int]:
    """Return the cycle of acts that the news starts with and how often it repeats, or one line."""
    lines = [(line.kind, line.seat, line.words) for line in news]
    for length in range(1, IN_TURN + 1):
        cycle, times = lines[:length], 1
        if any(kind != "act" for kind, *_ in cycle):
            break
        while lines[length * times : length * (times + 1)] == cycle:
            times += 1
        if times > 1:
            return news[:length], times
    return news[:1], 1


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


def render_acts(
    acts: Sequence[ActView], brush: Brush, most: int = NO_LIMIT, gain: int = 0
) -> list[Text]:
    """Return the numbered legal acts, grouped by verb and card in play, all Builds in one group.

    To fit into ``most`` lines, groups show their numbers alone, the longest first; what still does
    not fit is counted, and the command `acts` shows all. ``gain`` is what `all` would gain.
    """
    groups: dict[tuple[str, str], list[ActView]] = {}
    for act in acts:
        group = act.verb, "" if act.verb == "build" else act.words.using
        insort(groups.setdefault(group, []), act, key=lambda each: each.number)
    last = [_keys(act, brush, gain) for act in groups.pop(("pass", ""), [])]
    lines: list[Text] = []
    for rows in _ever_fewer(groups, brush):
        lines = [fit(line, brush.width, brush.glyphs) for line in [*rows, *last]]
        if len(lines) <= most:
            return lines
    more = fit(brush.dim(f" {brush.glyphs.more} more: acts"), brush.width, brush.glyphs)
    keep = max(most - 1 - len(last), 0)
    return [*lines[:keep], more, *lines[len(lines) - len(last) :]]


def _ever_fewer(
    groups: Mapping[tuple[str, str], Sequence[ActView]], brush: Brush
) -> Iterator[list[Text]]:
    """Yield the rows of all groups, then with one after another in short, then those in a row."""
    forms = {
        group: _builds(acts, brush) if group[0] == "build" else _group(acts, brush)
        for group, acts in groups.items()
    }
    yield [line for rows in forms.values() for line in rows]
    short = {group: _range(acts, brush) for group, acts in groups.items()}
    for group in sorted(forms, key=lambda each: -len(forms[each])):
        chip = short[group]
        forms[group] = hang(group[0], [chip], LABEL, brush.theme.verb)
        yield [line for rows in forms.values() for line in rows]
    rows = []
    for verb in dict.fromkeys(verb for verb, _ in groups):
        chips = [chip for group, chip in short.items() if group[0] == verb]
        rows += hang(verb, flow(chips, brush.room, 3), LABEL, brush.theme.verb)
    yield rows


def _range(acts: Sequence[ActView], brush: Brush) -> Text:
    """Return the numbers of a group of acts, those in a row by the first and the last."""
    numbers = list(dict.fromkeys(act.number for act in acts))
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    numbers_in_words = ", ".join(str(r[0]) + (f" to {r[-1]}" if r[1:] else "") for r in runs)
    using = "on" if acts[0].verb == "build" else acts[0].words.using
    return brush.dim(f"{using} " if using else "").append(numbers_in_words, brush.theme.number)


def _keys(act: ActView, brush: Brush, gain: int) -> Text:
    """Return the row to pass by, with reminders of what else can be typed at this table."""
    view = brush.view
    own = view.you.market if view.you else ()
    number = next((pile.number for pile in (*own, *view.generic) if pile.top), 0)
    needless = {*({} if view.seats[1:] else ("why", "next")), *({} if number else ("{}? words",))}
    needless |= {"all"} if not gain else set()
    coins = f"all +{gain}{brush.glyphs.coin}"
    shown = [coins if key == "all" else key.format(number) for key in KEYS if key not in needless]
    while len("  ".join(shown)) > brush.room - 4:
        shown.pop(0)
    keys = Text(f"{act.number})  ", brush.theme.number).append("  ".join(shown), brush.theme.dim)
    return hang(act.verb, [keys], LABEL, brush.theme.verb)[0]


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
    number_in_hand = min(numbers, default=acts[0].words.what.casefold())
    chips = []
    for number, act in onto.items():
        chip = brush.number(number).append(act.words.used)
        more = f" (Stability {act.stability})" if act.stability > 1 else ""
        chips.append(chip.append_text(brush.dim(more)))
    typed = brush.dim(f'type "{number_in_hand} on {acts[0].number}":')
    return hang("build", flow([typed, *chips], brush.room, 2), LABEL, brush.theme.verb)
