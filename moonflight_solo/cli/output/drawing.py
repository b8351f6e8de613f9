"""Drawing primitives for the table: signs, colours, and cards in more or less detail."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

from rich.text import Text

from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.text_layout import Theme, flow, hang, theme, wrap
from moonflight_solo.cli.output.view import ActView, View, later
from moonflight_solo.rules.state import Card

LABEL: Final = 9
NAME: Final = 24
"""Widest a card's name and numbers can be with its text beside them."""
NO_LIMIT: Final = 1_000
"""More lines than any row has, and more letters than any name."""
SHORT: Final = (14, 11, 9, 7, 6, 5, 4)
"""How many letters of a name are shown where whole names do not fit."""


class Detail(IntEnum):
    """How much of a card a row shows, from least to most.

    Its name and numbers now; also the numbers of its other end; also that end's name; the text of
    the end that counts; the texts of both ends.
    """

    NOW = 0
    NUMBERS = 1
    ENDS = 2
    TEXT = 3
    TEXTS = 4


@dataclass(frozen=True)
class Chip:
    """A card as drawn: ``key`` is what to type, ``then`` the other end if it is still to come.

    ``after`` applies to both ends, such as the number of copies.
    """

    brush: Brush
    card: Card | None
    key: Text
    after: Text = field(default_factory=Text)
    new: bool = False
    empty: str = ""

    @property
    def then(self) -> Card | None:
        """The other end if it is still to come and differs."""
        view, card = self.brush.view, self.card
        if card is None or (view.turned and not view.turning):
            return None
        other = card.flipped
        alike = [(each.name, each.cost, each.score, each.words) for each in (card, other)]
        return None if alike[0] == alike[1] else other

    def now(self, longest: int = NO_LIMIT, *, numbers: bool = True) -> Text:
        """Return the end that counts, its name cut to ``longest`` letters."""
        brush, card = self.brush, self.card
        if card is None:
            return brush.dim(brush.cut_short(self.empty, longest))
        name = Text(brush.cut_short(card.name, longest), brush.suit_style(card.suit))
        if numbers:
            name.append_text(brush.end(card))
        return self.key + brush.mark(name, self.new)

    def draw(self, detail: Detail, longest: int = NO_LIMIT) -> Text:
        """Return the card without its texts, in as much detail."""
        text, then = self.now(longest), self.then
        if then is not None and detail >= Detail.NUMBERS:
            text += self.brush.dim(self.brush.glyphs.becomes) + self.other(detail)
        return text + self.after

    def other(self, detail: Detail = Detail.ENDS) -> Text:
        """Return the other end, by its numbers alone if it has the same name or for less detail."""
        then, brush = self.then, self.brush
        assert then is not None
        assert self.card is not None
        if detail < Detail.ENDS or then.name == self.card.name:
            return brush.end(then)[1:]
        return Text(then.name, brush.suit_style(then.suit)).append_text(brush.end(then))


@dataclass(frozen=True)
class Brush:
    """The context for drawing a view, ``width`` columns wide.

    Changes from ``since``, the view last shown, are marked. ``acts`` maps cards in hand and titles
    of Market Stacks to their acts, and is ``None`` if nobody is to act; ``choices`` maps them to
    their numbers in a question.
    """

    view: View
    width: int
    glyphs: Glyphs
    since: View | None = None
    acts: Mapping[Card | str, ActView] | None = None
    choices: Mapping[Card | str, int] = field(default_factory=dict)

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

    def mark(self, text: Text, new: bool) -> Text:
        """Return ``text``, with a marker in front if ``new``."""
        return Text().append(self.glyphs.new, self.theme.number).append_text(text) if new else text

    def number(self, number: int) -> Text:
        """Return the number to type, as a prefix."""
        return Text(f"{number}) ", self.theme.number)

    def number_of(self, on: Card | str | None) -> int | None:
        """Return the number to type for a card in hand or a Market Stack, if there is one."""
        act = self.acts.get(on) if self.acts and on is not None else None
        return act.number if act else self.choices.get(on) if on is not None else None

    def cut_short(self, name: str, longest: int) -> str:
        """Return a name of at most ``longest`` letters."""
        if len(name) <= longest:
            return name
        return f"{name[: longest - 1].rstrip()}{self.glyphs.more}"

    # -- cards

    def name(self, card: Card, count: int = 1, longest: int = NO_LIMIT) -> Text:
        """Return a card's name, its scores now and after the Turn, and the number of copies if
        several.
        """
        text = Text(self.cut_short(card.name, longest), self.suit_style(card.suit))
        then = later(card, self.view.turned)
        if card.score or then:
            text.append(" ")
        text.append(f"{self.glyphs.scores}{card.score}" * bool(card.score), self.theme.score)
        text.append(f"{self.glyphs.will_score}{then}" * bool(then), self.theme.later)
        return text.append_text(self.times(count))

    def times(self, count: int) -> Text:
        """Return "×N", empty for one."""
        return self.dim(f" {self.glyphs.times}{count}" if count > 1 else "")

    def outcome(self, act: ActView) -> Text:
        """Return the certain outcome of an act, empty if uncertain."""
        coins, nothing = act.foreseen.coins, act.foreseen.nothing
        words = f" (+{coins}{self.glyphs.coin})" if coins else " (nothing)" if nothing else ""
        if act.foreseen.taken:
            words = f" ({', '.join(card.name for card in act.foreseen.taken)})"
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
        """Return a card to draw, and ``after`` it.

        It begins with the number of the act ``on`` it, or if there is none, the number ``asked`` by
        which to look it up.
        """
        act, number, key = self.acts.get(on) if self.acts and on else None, self.number_of(on), None
        if number is not None:
            key = self.number(number)
        elif asked and self.acts is not None:
            key = self.dim(f"{asked}? ")
        after = (after or Text()) + (self.outcome(act) if act else Text())
        return Chip(self, card, key or Text(), after, new)

    # -- rows

    def labelled(self, label: str, lines: Sequence[Text]) -> list[Text]:
        """Return lines as a row, the label in front of the first."""
        return hang(label, lines, LABEL, self.theme.dim)

    def fullest(self, label: str, forms: Iterable[Sequence[Text]], most: int) -> list[Text]:
        """Return a row in the first of its ``forms`` that has at most so many lines, else the last.

        The forms go from full to least.
        """
        lines: Sequence[Text] = ()
        for lines in forms:
            if len(lines) <= most and all(line.cell_len <= self.room for line in lines):
                break
        return self.labelled(label, lines or [self.dim(self.glyphs.minus)])

    def listed(self, chips: Sequence[Text]) -> list[Text]:
        """Return chips separated by dots, or a dash if empty, in as few lines as possible."""
        sep = self.dim(f" {self.glyphs.dot} ")
        chips = chips or [self.dim(self.glyphs.minus)]
        joined = [Text().append_text(chip).append_text(sep) for chip in chips[:-1]]
        return flow([*joined, chips[-1]], self.room, 0)

    def cards(
        self, label: str, chips: Sequence[Chip], detail: Detail, most: int = NO_LIMIT
    ) -> list[Text]:
        """Return a row of cards in at most so many lines, in this ``detail`` or the most possible.

        No card is ever left out: if they do not fit otherwise, there are more lines.
        """
        return self.fullest(label, self._ever_shorter(chips, detail), most)

    def _ever_shorter(self, chips: Sequence[Chip], detail: Detail) -> Iterator[list[Text]]:
        if detail is Detail.TEXTS:
            yield [line for chip in chips for line in self._texts(chip)]
        if detail >= Detail.TEXT:
            yield [line for chip in chips for line in self._text(chip)]
        for less in range(min(detail, Detail.ENDS), -1, -1):
            yield flow([chip.draw(Detail(less)) for chip in chips], self.room, 2)
        for longest in SHORT:
            yield flow([chip.draw(Detail.NOW, longest) for chip in chips], self.room, 2)
        yield flow([chip.now(SHORT[-1], numbers=False) for chip in chips], self.room, 1)

    def _texts(self, chip: Chip) -> list[Text]:
        """Return a card with its texts, both ends in one line if they fit, else one below the
        other.
        """
        words = chip.card.words if chip.card else ""
        now = self._beside(chip.now() + chip.after, words)
        if chip.then is None:
            return now
        arrow = self.dim(f"{self.glyphs.becomes} ").append_text(chip.other())
        beside = arrow + Text(f"  {chip.then.words}" * bool(chip.then.words), self.theme.dim)
        at = min(max(self.room // 2, now[0].cell_len + 2), self.room - beside.cell_len)
        if len(now) == 1 and at >= now[0].cell_len + 2:
            now[0].pad_right(at - now[0].cell_len)
            return [now[0].append_text(beside)]
        below = Text(" " * max(chip.key.cell_len - 2, 0)) + arrow
        return [*now, *self._beside(below, chip.then.words)]

    def _text(self, chip: Chip) -> list[Text]:
        """Return a card with the text of the end that counts."""
        return self._beside(chip.draw(Detail.NUMBERS), chip.card.words if chip.card else "")

    def _beside(self, name: Text, words: str) -> list[Text]:
        """Return a name with text beside it, in a column of its own if there is room."""
        if not words:
            return [name]
        side = NAME + 5
        if name.cell_len >= side or self.room - side < len(words):
            side = name.cell_len + 2
        rows = wrap(words, max(self.room - side, 1), self.theme.dim)
        if rows[1:]:
            rows = [rows[0], *wrap(words[len(rows[0]) :], self.room - 6, self.theme.dim)]
        first = name.copy()
        first.pad_right(side - name.cell_len)
        return [first + rows[0], *(Text(" " * 6) + row for row in rows[1:])]
