"""Drawing primitives for the table: signs, colours, and cards with both ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from rich.text import Text

from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import Theme, columns, flow, hang, theme, wrap
from moonflight_solo.cli.output.view import ActView, View, later
from moonflight_solo.rules.state import Card

LABEL = 9
MOST_COMPACT = 5
NAME = 24
"""Widest a card's name and numbers can be with its text beside them."""


@dataclass(frozen=True)
class Chip:
    """A card as drawn: the end that counts, then the other one if it is still to come.

    ``after`` applies to both, such as the number of copies. ``words`` are the texts of both ends,
    ``price`` is what the other end costs and scores, and ``indent`` is the column where the names
    begin.
    """

    name: Text
    then: Text | None = None
    after: Text = field(default_factory=Text)
    price: Text = field(default_factory=Text)
    words: tuple[str, str] = ("", "")
    indent: int = 0

    @property
    def now(self) -> Text:
        """The end that counts, followed by ``after``."""
        return self.name + self.after

    def pushed(self, indent: int) -> Chip:
        """Return the chip with its name moved right to column ``indent``."""
        more = Text(" " * (indent - self.indent))
        return replace(self, name=more.append_text(self.name), indent=indent)


@dataclass(frozen=True)
class Brush:
    """The context for drawing a view, ``width`` columns wide.

    Changes from ``since``, the view last shown, are marked. ``acts`` maps cards in hand and titles
    of Market Stacks to their acts, and is ``None`` if nobody is to act; ``choices`` maps them to
    their numbers in a question. Rows in ``worded`` show the texts of both ends of their cards,
    those in ``brief`` only of the end that counts; other ends show their names if ``named``, and
    names have at most ``longest`` letters. ``drawn`` caches rows, ``chips`` cards.

    Each level of ``compact`` saves space: 1 drops empty rows and puts the Jacks in one row, 2 shows
    Stacks as counts in the seat's title, 3 drops the names of other ends from opponents' markets, 4
    from all rows, and `MOST_COMPACT` drops the Jacks' row, shows one end in opponents' markets,
    cuts opponents' rows and one's own cards in play to one line, and leaves out how far off the
    Turn and the End are if that takes a line of its own.
    """

    view: View
    width: int
    glyphs: Glyphs
    since: View | None = None
    acts: Mapping[Card | str, ActView] | None = None
    choices: Mapping[Card | str, int] = field(default_factory=dict)
    worded: frozenset[str] = frozenset()
    brief: frozenset[str] = frozenset()
    named: bool = True
    compact: int = 0
    longest: int = 100
    drawn: dict[object, list[Text]] = field(default_factory=dict, compare=False)
    chips: dict[object, Chip] = field(default_factory=dict, compare=False)

    @property
    def theme(self) -> Theme:
        """The colour theme: dark before the Turn, light after it."""
        return theme(self.view.turned)

    @property
    def room(self) -> int:
        """The width left beside a row's label, in columns."""
        return self.width - LABEL

    # -- words and signs

    def dim(self, words: str = "") -> Text:
        """Return dimmed text."""
        return Text(words, self.theme.dim)

    def rule(self) -> Text:
        """Return a horizontal rule."""
        return Text(self.glyphs.line * self.width, self.theme.rule)

    def suit_style(self, suit: str | None) -> str:
        """Return the style for a suit, "" for none."""
        suits, colours = self.view.suits, self.theme.suits
        return colours[suits.index(suit) % len(colours)] if suit in suits else ""

    def suit_sign(self, suit: str) -> str:
        """Return the sign of a suit."""
        return self.glyphs.suits[self.view.suits.index(suit) % len(self.glyphs.suits)]

    def mark(self, text: Text, new: bool) -> Text:
        """Return ``text``, with a marker in front if ``new``."""
        return Text().append(self.glyphs.new, self.theme.number).append_text(text) if new else text

    def number(self, number: int) -> Text:
        """Return the number to type, as a prefix."""
        return Text(f"{number}) ", self.theme.number)

    def act(self, on: Card | str | None) -> ActView | None:
        """Return the act available on a card or Market Stack, ``None`` for none."""
        return self.acts.get(on) if self.acts and on is not None else None

    def number_of(self, on: Card | str | None) -> int | None:
        """Return the number to type for a card in hand or a Market Stack, if there is one."""
        act = self.act(on)
        return act.number if act else self.choices.get(on) if on is not None else None

    # -- cards

    def name(self, card: Card, count: int = 1) -> Text:
        """Return a card's name, its scores now and after the Turn, and the number of copies if
        several.
        """
        text = Text(card.name, self.suit_style(card.suit))
        scores = Text()
        if card.score:
            scores.append(f"{self.glyphs.scores}{card.score}", self.theme.score)
        then = later(card, self.view.turned)
        if then:
            scores.append(f"{self.glyphs.will_score}{then}", self.theme.later)
        if scores:
            text.append(" ").append_text(scores)
        return text.append_text(self.times(count))

    def times(self, count: int) -> Text:
        """Return "×N", empty for one."""
        return self.dim(f" {self.glyphs.times}{count}" if count > 1 else "")

    def outcome(self, act: ActView) -> Text:
        """Return the certain outcome of an act, empty if uncertain."""
        coins, nothing = act.foreseen.coins, act.foreseen.nothing
        words = f" (+{coins}{self.glyphs.coin})" if coins else " (nothing)" if nothing else ""
        return Text(words, self.theme.coin if coins else self.theme.dim)

    def end(self, card: Card) -> Text:
        """Return the cost and score printed on an end."""
        if card.is_character:
            return Text()
        text = Text(f" {card.cost}{self.glyphs.coin}", self.theme.coin)
        return text.append(f"{self.glyphs.scores}{card.score}" * bool(card.score), self.theme.score)

    def chip(
        self,
        card: Card,
        after: Text | None = None,
        on: Card | str | None = None,
        new: bool = False,
        asked: int = 0,
    ) -> Chip:
        """Return a card as drawn: with both ends if the other one is still to come and differs.

        ``after`` follows the names. The prefix is the number of the act ``on`` it, or if there is
        none, the number ``asked`` by which to look it up.
        """
        key = card, after.plain if after else "", on, new, asked, self.named, self.longest
        if key not in self.chips:
            self.chips[key] = self._chip(card, after, on, new, asked)
        return self.chips[key]

    def _chip(
        self, card: Card, after: Text | None, on: Card | str | None, new: bool, asked: int
    ) -> Chip:
        act, number, key = self.act(on), self.number_of(on), Text()
        if number is not None:
            key = self.number(number)
        elif asked and self.acts is not None:
            key = self.dim(f"{asked}? ")
        name = key.copy().append_text(self.mark(self._end(card), new))
        after = (after or Text()) + (self.outcome(act) if act else Text())
        other = card.flipped
        alike = [(e.name, e.cost, e.score, e.words) for e in (card, other)]
        done_with = self.view.turned and not self.view.turning
        if done_with or alike[0] == alike[1]:
            return Chip(name, None, after, words=(card.words, ""), indent=key.cell_len)
        then = self._end(other)
        price = self.end(other)[1:]
        if other.name == card.name or not self.named:
            then = price
        return Chip(name, then, after, price, (card.words, other.words), key.cell_len)

    def _end(self, card: Card) -> Text:
        name = card.name
        if len(name) > self.longest:
            name = f"{name[: self.longest - 1].rstrip()}{self.glyphs.more}"
        return Text(name, self.suit_style(card.suit)).append_text(self.end(card))

    # -- rows

    def labelled(self, label: str, lines: Sequence[Text]) -> list[Text]:
        """Return lines as a row, the label in front of the first."""
        return hang(label, lines, LABEL, self.theme.dim)

    def row(self, label: str, chips: Iterable[Text]) -> list[Text]:
        """Return a row of chips separated by dots, or a dash if empty."""
        return self.labelled(label, self.listed(list(chips)))

    def listed(self, chips: Sequence[Text]) -> list[Text]:
        """Return chips separated by dots, or a dash if empty, in as few lines as possible."""
        sep = self.dim(f" {self.glyphs.dot} ")
        chips = chips or [self.dim(self.glyphs.minus)]
        joined = [Text().append_text(chip).append_text(sep) for chip in chips[:-1]]
        return flow([*joined, chips[-1]], self.room, 0)

    def cards(self, name: str, label: str, chips: Sequence[Chip]) -> list[Text]:
        """Return a row of cards, with their texts if the row is in ``worded`` or ``brief``."""
        if not chips:
            return self.labelled(label, [self.dim(self.glyphs.minus)])
        close = self._close(chips)
        indent = max(chip.indent for chip in chips)
        chips = [chip.pushed(indent) for chip in chips]
        if name in self.worded:
            return self.labelled(label, self._whole(chips))
        if name in self.brief:
            return self.labelled(label, self._brief(chips))
        even = self._even(chips)
        return self.labelled(label, even if even and len(even) <= len(close) else close)

    def first_ends(self, label: str, chips: Sequence[Chip]) -> list[Text]:
        """Return a row of cards that shows only the ends that count now."""
        chips = chips or [Chip(self.dim(self.glyphs.minus))]
        return self.labelled(label, flow([chip.now for chip in chips], self.room, 3))

    def cut(self, lines: list[Text]) -> list[Text]:
        """Return a row unchanged, or only its first line at `MOST_COMPACT`."""
        if self.compact < MOST_COMPACT or len(lines) < 2:
            return lines
        more = self.dim(f" {self.glyphs.more}")
        first = lines[0].copy()
        first.truncate(self.width - more.cell_len)
        return [first.append_text(more)]

    def _close(self, chips: Sequence[Chip]) -> list[Text]:
        arrow = self.dim(self.glyphs.becomes)
        whole = []
        for chip in chips:
            then = Text() if chip.then is None else arrow + chip.then
            whole.append(chip.name + then + chip.after)
        return flow(whole, self.room, 3)

    def _even(self, chips: Sequence[Chip]) -> list[Text]:
        """Return cards in aligned columns, one end below the other; empty if they do not fit."""
        blank = Text()
        pairs = [(chip.now, self._below(chip) or blank) for chip in chips]
        widest = [Text(" " * max(one.cell_len, two.cell_len)) for one, two in pairs]
        across = len(chips)
        while across > 1 and len(columns(widest[:across], self.room)) > 1:
            across -= 1
        lines: list[Text] = []
        for start in range(0, len(chips), across):
            for row in zip(*pairs[start : start + across], strict=True):
                line = Text()
                for at, part in enumerate(row):
                    line.append_text(part)
                    wide = max(len(each.plain) for each in widest[at::across])
                    line.append(" " * (wide + 2 - part.cell_len))
                if line.plain.strip():
                    line.rstrip()
                    lines.append(line)
        return lines if all(line.cell_len <= self.room for line in lines) else []

    def _below(self, chip: Chip) -> Text | None:
        if chip.then is None:
            return None
        sign = " " * max(chip.indent - 2, 0) + self.glyphs.becomes + " "
        return self.dim(sign).append_text(chip.then)

    def _brief(self, chips: Sequence[Chip]) -> list[Text]:
        """Return cards with the text of the end that counts and what the other one scores, in a
        line each, or several in one if that saves lines.
        """
        below: list[Text] = []
        packed: list[Text] = []
        free = 0  # columns left in the last line
        for chip in chips:
            then = Text() if chip.then is None else self.dim(self.glyphs.becomes) + chip.price
            name, words = chip.name + then + chip.after, chip.words[0]
            below += self._wrapped(name, words, NAME + chip.indent + 1)
            first, *more = self._running_on(name, words, chip.indent)
            if not more and first.cell_len + 3 <= free:
                packed[-1].append("   ").append_text(first)
            else:
                packed += [first, *more]
            free = 0 if more else self.room - packed[-1].cell_len
        return packed if len(packed) < len(below) else below

    def _running_on(self, name: Text, words: str, indent: int) -> list[Text]:
        """Return a name with text after it, continued below."""
        beside, *more = wrap(words, max(self.room - name.cell_len - 2, 1)) or [Text()]
        below = wrap(" ".join(row.plain for row in more), self.room - indent, self.theme.dim)
        gap = "  " if beside else ""
        first = name.copy().append(f"{gap}{beside.plain}", self.theme.dim)
        return [first, *(Text(" " * indent).append_text(row) for row in below)]

    def _whole(self, chips: Sequence[Chip]) -> list[Text]:
        """Return cards with the texts of both ends; those without any side by side."""
        lines: list[Text] = []
        for wordless, some in groupby(chips, lambda chip: not any(chip.words) and not chip.then):
            if wordless:
                lines += flow([chip.now for chip in some], self.room, 3)
            else:
                lines += [line for chip in some for line in self._worded(chip)]
        return lines

    def _worded(self, chip: Chip) -> list[Text]:
        """Return a card with its texts, both ends in one line if they fit, else one below the
        other.
        """
        side = NAME + chip.indent + 1
        now = self._wrapped(chip.now, chip.words[0], side)
        if chip.then is None:
            return now
        beside = self.dim(f"{self.glyphs.becomes} ").append_text(chip.then)
        if chip.words[1]:
            beside.append(f"  {chip.words[1]}", self.theme.dim)
        at = min(max(self.room // 2, now[0].cell_len + 2), self.room - beside.cell_len)
        if len(now) == 1 and at >= now[0].cell_len + 2:
            now[0].pad_right(at - now[0].cell_len)
            return [now[0].append_text(beside)]
        below = self._below(chip)
        assert below is not None
        return [*now, *self._wrapped(below, chip.words[1], side)]

    def _wrapped(self, name: Text, words: str, side: int) -> list[Text]:
        """Return a name with text beside it, from column ``side`` if there is room."""
        if not words:
            return [name]
        if self.room - side < side:
            side = 6
        first = name.copy()
        rows = wrap(words, self.room - side, self.theme.dim)
        if first.cell_len > side - 1:
            if first.cell_len + 2 + len(words) <= self.room:
                return [first.append("  ").append(words, self.theme.dim)]
            return [first, *(Text(" " * side).append_text(row) for row in rows)]
        first.pad_right(side - first.cell_len)
        blank = Text(" " * side)
        return [(blank if at else first) + row for at, row in enumerate(rows)]
