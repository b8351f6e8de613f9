"""What a table is drawn with: signs, colours, and cards with both their ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from rich.text import Text

from moonflight_solo.cli.output.paint import Theme, columns, flow, hang, theme, wrap
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import ActView, View, later
from moonflight_solo.rules.state import Card

LABEL = 9
MOST_COMPACT = 5
NAME = 24
"""How wide a card's name with its numbers is where its words stand beside it, at most."""


@dataclass(frozen=True)
class Chip:
    """A card as it is shown: the end that counts, then the other one if that is still to come.

    ``after`` is told of both, such as how many there are. ``words`` are what the two ends say, and
    ``indent`` is how far in the names begin.
    """

    name: Text
    then: Text | None = None
    after: Text = field(default_factory=Text)
    words: tuple[str, str] = ("", "")
    indent: int = 0

    @property
    def now(self) -> Text:
        """The end that counts, with what is told of both."""
        return self.name + self.after

    def pushed(self, indent: int) -> Chip:
        """Return it with its name beginning so far in."""
        more = Text(" " * (indent - self.indent))
        return replace(self, name=more.append_text(self.name), indent=indent)


@dataclass(frozen=True)
class Brush:
    """What a view is drawn with, in so many columns.

    ``since`` is the table as it was last seen: what has changed is marked. ``acts`` are those that
    stand on the table: by card for one in hand, by title for a Market Stack; it is ``None`` where
    nobody is to act. The rows named in ``worded`` say what their cards say, and other ends have
    their names if ``named``. From ``compact`` 1 on rows of nothing are left out and the Jacks share
    one, from 2 on what lies in the Stacks is only counted, from 3 on other ends in opponents' rows
    have no names, from 4 on in no row; at `MOST_COMPACT` the Jacks have no row, opponents'
    rows show one end, and every row but one's own is cut to one line. ``drawn`` are rows so far.
    """

    view: View
    width: int
    glyphs: Glyphs
    since: View | None = None
    acts: Mapping[Card | str, ActView] | None = None
    worded: frozenset[str] = frozenset()
    named: bool = True
    compact: int = 0
    drawn: dict[object, list[Text]] = field(default_factory=dict, compare=False)

    @property
    def theme(self) -> Theme:
        """The colours: dark before the Turn, light after it."""
        return theme(self.view.turned)

    @property
    def room(self) -> int:
        """How many columns there are beside a row's label."""
        return self.width - LABEL

    # -- words and signs

    def dim(self, words: str = "") -> Text:
        """Return words that matter little."""
        return Text(words, self.theme.dim)

    def rule(self) -> Text:
        """Return a line across."""
        return Text(self.glyphs.line * self.width, self.theme.rule)

    def suit_style(self, suit: str | None) -> str:
        """Return the colour of a suit, or none."""
        suits, colours = self.view.suits, self.theme.suits
        return colours[suits.index(suit) % len(colours)] if suit in suits else ""

    def suit_sign(self, suit: str) -> str:
        """Return the sign of a suit."""
        return self.glyphs.suits[self.view.suits.index(suit) % len(self.glyphs.suits)]

    def mark(self, text: Text, new: bool) -> Text:
        """Return ``text`` marked if it is new since the table was last seen."""
        return Text().append(self.glyphs.new, self.theme.number).append_text(text) if new else text

    def number(self, number: int) -> Text:
        """Return a number to type, as it stands before what it is typed for."""
        return Text(f"{number}) ", self.theme.number)

    def act(self, on: Card | str | None) -> ActView | None:
        """Return the act that stands on something on the table, if one does."""
        return self.acts.get(on) if self.acts and on is not None else None

    # -- cards

    def name(self, card: Card, count: int = 1) -> Text:
        """Return a card's name, what it scores at both ends, and how many of it if several."""
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
        """Return how many there are, nothing for one."""
        return self.dim(f" {self.glyphs.times}{count}" if count > 1 else "")

    def outcome(self, act: ActView) -> Text:
        """Return what is certain to come of an act, nothing if that is open."""
        coins, nothing = act.foreseen.coins, act.foreseen.nothing
        words = f" (+{coins}{self.glyphs.coin})" if coins else " (nothing)" if nothing else ""
        return Text(words, self.theme.coin if coins else self.theme.dim)

    def end(self, card: Card) -> Text:
        """Return the numbers of an end: its cost, and what it scores there."""
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
        """Return a card with both ends before the Turn, and after it with those that count.

        ``after`` stands behind it; it is numbered as what it lies ``on``, or, if nothing can be
        done there now, by the number that it may be ``asked`` after with.
        """
        act, key = self.act(on), Text()
        if act is not None:
            key = self.number(act.number)
        elif asked and self.acts is not None:
            key = self.dim(f"{asked}? ")
        name = key.copy().append_text(self.mark(self._end(card), new))
        after = (after or Text()) + (self.outcome(act) if act else Text())
        other = card.flipped
        alike = [(e.name, e.cost, e.score, e.words) for e in (card, other)]
        done_with = self.view.turned and not self.view.turning
        if done_with or alike[0] == alike[1]:
            return Chip(name, None, after, (card.words, ""), key.cell_len)
        then = self._end(other)
        if other.name == card.name or not self.named:
            then = then[len(other.name) + 1 :]
        return Chip(name, then, after, (card.words, other.words), key.cell_len)

    def _end(self, card: Card) -> Text:
        return Text(card.name, self.suit_style(card.suit)).append_text(self.end(card))

    # -- rows

    def labelled(self, label: str, lines: Sequence[Text]) -> list[Text]:
        """Return lines as a row: the first behind its label, the others below it."""
        return hang(label, lines, LABEL, self.theme.dim)

    def row(self, label: str, chips: Iterable[Text]) -> list[Text]:
        """Return a row of chips with dots between, or a dash."""
        return self.labelled(label, self.listed(list(chips)))

    def listed(self, chips: Sequence[Text]) -> list[Text]:
        """Return chips with dots between, or a dash, in as few lines as there must be."""
        sep = self.dim(f" {self.glyphs.dot} ")
        chips = chips or [self.dim(self.glyphs.minus)]
        joined = [Text().append_text(chip).append_text(sep) for chip in chips[:-1]]
        return flow([*joined, chips[-1]], self.room, 0)

    def cards(self, name: str, label: str, chips: Sequence[Chip]) -> list[Text]:
        """Return a row of cards, with their words if it is to be worded, else in few lines."""
        if not chips:
            return self.labelled(label, [self.dim(self.glyphs.minus)])
        close = self._close(chips)
        indent = max(chip.indent for chip in chips)
        chips = [chip.pushed(indent) for chip in chips]
        if name in self.worded:
            return self.labelled(label, [line for chip in chips for line in self._worded(chip)])
        even = self._even(chips)
        return self.labelled(label, even if even and len(even) <= len(close) else close)

    def first_ends(self, label: str, chips: Sequence[Chip]) -> list[Text]:
        """Return a row of cards with only the end that counts now."""
        chips = chips or [Chip(self.dim(self.glyphs.minus))]
        return self.labelled(label, flow([chip.now for chip in chips], self.room, 3))

    def cut(self, lines: list[Text]) -> list[Text]:
        """Return a row as it is, or its first line only where each has but one."""
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
        """Return cards in even columns, one end below the other."""
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

    def _worded(self, chip: Chip) -> list[Text]:
        """Return a card with its words: both ends in one line if they go, else one each."""
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
        """Return a name with words beside it, from column ``side`` on if there is room for them."""
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
