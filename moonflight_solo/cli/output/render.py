"""The table as a screen: pure layout from a view and a width, which decides nothing.

The table is laid out as it lies: opponents at the top, the generic Market Stacks between, one's
own cards at the bottom. Below 80 columns rows only wrap more; from 100 columns on, and on a tall
enough screen, cards in hand show their words; from 120 on a panel beside the table shows more.
A table too long for its screen is drawn more compact, in three degrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from moonflight_solo.cli.output.paint import Theme, fit, flow, hang, theme, wrap
from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import PileView, PlacedView, SeatView, View, later
from moonflight_solo.rules.state import Card

LABEL = 10
WIDE = 120
MIDDLE = 100
ROOMY = 30
MOST_COMPACT = 3


@dataclass(frozen=True)
class Brush:
    """What a view is drawn with, in so many columns: signs, colours, each suit's place among them.

    ``since`` is the table as it was last seen: what has changed is marked. From ``compact`` 1 on
    rows of nothing are left out, from 2 on what lies in the Stacks is only counted, and at 3
    every row but one's hand is cut to one line.
    """

    view: View
    width: int
    glyphs: Glyphs
    since: View | None = None
    compact: int = 0

    @property
    def theme(self) -> Theme:
        """The colours: dark before the Turn, light after it."""
        return theme(self.view.turned)

    @property
    def room(self) -> int:
        """How many columns there are beside a row's label."""
        return self.width - LABEL - 1

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

    # -- cards

    def name(self, card: Card, count: int = 1, space: str = " ", *, priced: bool = False) -> Text:
        """Return a card's name, its cost if wanted, its scores, and how many of it if several."""
        text = Text(card.name, self.suit_style(card.suit))
        if priced:
            text.append(f" {card.cost}{self.glyphs.coin}", self.theme.coin)
        text.append_text(self.scores(card, space))
        if count > 1:
            text.append(f"{space}{self.glyphs.times}{count}", self.theme.dim)
        return text

    def scores(self, card: Card, space: str = " ") -> Text:
        """Return what a card scores now and after the Turn, or nothing."""
        text = Text()
        if card.score:
            text.append(f"{self.glyphs.scores}{card.score}", self.theme.score)
        if later(card):
            text.append(f"{self.glyphs.will_score}{later(card)}", self.theme.later)
        return Text(space).append_text(text) if text else text

    # -- rows

    def labelled(self, label: str, lines: Sequence[Text]) -> list[Text]:
        """Return lines as a row: the first behind its label, the others below it."""
        return hang(label, lines, LABEL, self.theme.dim)

    def row(self, label: str, chips: Iterable[Text]) -> list[Text]:
        """Return a row of chips with dots between, or a dash."""
        return self.cut(self.labelled(label, self.listed(list(chips))))

    def listed(self, chips: Sequence[Text]) -> list[Text]:
        """Return chips with dots between, or a dash, in as few lines as there must be."""
        sep = self.dim(f" {self.glyphs.dot} ")
        chips = chips or [self.dim(self.glyphs.minus)]
        joined = [Text().append_text(chip).append_text(sep) for chip in chips[:-1]]
        return flow([*joined, chips[-1]], self.room, 0)

    def cut(self, lines: list[Text]) -> list[Text]:
        """Return a row as it is, or its first line only where it is to be most compact."""
        if self.compact < MOST_COMPACT or len(lines) < 2:
            return lines
        more = self.dim(f" {self.glyphs.more}")
        first = lines[0].copy()
        first.truncate(self.width - more.cell_len)
        return [first.append_text(more)]


def render(
    view: View,
    width: int,
    glyphs: Glyphs,
    height: int = 1_000,
    *,
    since: View | None = None,
    compact: int = 0,
) -> list[Text]:
    """Return the table in lines of exactly ``width`` columns.

    ``height`` is that of the screen: a low one gets no card texts under the hand. For ``since``
    and ``compact`` see :class:`Brush`. Across the Turn nothing is marked, because all is new.
    """
    if since is not None and since.turned != view.turned:
        since = None
    brush = Brush(view, width, glyphs, since, compact)
    words = MIDDLE <= width < WIDE and height >= ROOMY and not compact
    if width < WIDE:
        body = _table(brush, words=words)
    else:
        inner = replace(brush, width=width * 2 // 3)
        body = [fit(line, inner.width, glyphs) for line in _table(inner, words=words)]
        panel = _panel(brush, width - inner.width - 3, len(body))
        for line, beside in zip(body, panel, strict=False):
            line.append("   ").append_text(beside)
    return [fit(line, width, glyphs) for line in (_header(brush), *body)]


def _header(brush: Brush) -> Text:
    """Return the line on top: before or after the Turn, the round, one's character's words."""
    view, glyphs, width = brush.view, brush.glyphs, brush.width
    sign, when = (glyphs.after, "After") if view.turned else (glyphs.before, "Before")
    left = f" {sign} {when} the Turn, round {view.round}"
    if view.tokens is not None:
        left += f" {glyphs.dot} Turn {view.tokens[0]}, End {view.tokens[1]}"
    right = ""
    if view.you is not None:
        words = f"{view.you.character.words} "
        fitting = (f"{view.you.character.name}: {words}", words)
        right = next((each for each in fitting if len(each) <= width - len(left) - 2), "")
    text = fit(Text(left.ljust(width - len(right)) + right), width, glyphs)
    text.stylize(brush.theme.header)
    return text


def _table(brush: Brush, *, words: bool) -> list[Text]:
    lines: list[Text] = []
    others = [seat for seat in brush.view.seats if not seat.you]
    for seat in others:
        lines.append(_title(seat, brush))
        if seat.hand is not None:
            lines += brush.row("hand", _hand(seat, brush))
        lines += [*_piles(seat, brush), *_in_play(seat, brush)]
        lines += _market("market", seat.market, brush)
    if others:
        lines.append(brush.rule())
    lines += _market("generic", brush.view.generic, brush)
    you = brush.view.you
    if you is not None:
        lines += [_title(you, brush), *_market("market", you.market, brush)]
        lines += [*_in_play(you, brush), *_piles(you, brush)]
        lines += brush.labelled("hand", _own_hand(you, brush, words=words))
    return lines


def _own_hand(seat: SeatView, brush: Brush, *, words: bool) -> list[Text]:
    """Return one's own hand, which is never cut: a card a line with its words, or close."""
    chips = _hand(seat, brush)
    if not words or not chips:
        return brush.listed(chips)
    for chip, card in zip(chips, dict.fromkeys(seat.hand or ()), strict=True):
        if card.words:
            chip.pad_right(28 - chip.cell_len)
            chip.append(f"  {card.words}", brush.theme.dim)
    return chips


def _title(seat: SeatView, brush: Brush) -> Text:
    """Return the rule over a seat: who it is, whether first, and what is counted of it."""
    glyphs, colours = brush.glyphs, brush.theme
    text = Text().append(f"{glyphs.line} ", colours.rule)
    style = f"{colours.title} {brush.suit_style(seat.jack)}"
    text.append(f"{brush.suit_sign(seat.jack)} {seat.title}", style)
    if seat.you:
        text.append(" (you)", colours.title)
    if seat.first:
        text.append(f" {glyphs.first}first", colours.score)
    text.append(" ")
    facts = [mark for mark in ("shopped", "built") if getattr(seat, mark)]
    if brush.compact > 1:
        facts += [f"discard {len(seat.discard.cards)}", f"trash {len(seat.trash.cards)}"]
    facts += [f"hand {seat.hand_count}", f"deck {seat.draw_count}", f"supply {seat.supply_count}"]
    coins = f"{seat.coins}{glyphs.coin}"
    sep = f" {glyphs.dot} "
    while facts and text.cell_len + len(sep.join([*facts, coins])) + 4 > brush.width:
        facts.pop(0)
    right = Text(" ").append(sep.join([*facts, ""]), colours.dim).append(coins, colours.coin)
    right.append(f" {glyphs.line}", colours.rule)
    between = max(brush.width - text.cell_len - right.cell_len, 0)
    return text.append(glyphs.line * between, colours.rule).append_text(right)


def _piles(seat: SeatView, brush: Brush) -> list[Text]:
    empty = not seat.discard.cards and not seat.trash.cards
    if brush.compact > 1 or (brush.compact and empty):
        return []
    chips = []
    for name, pile in (("discard", seat.discard), ("trash", seat.trash)):
        chip = Text().append(f"{name} {len(pile.cards)}", "" if pile.cards else brush.theme.dim)
        if pile.top:
            chip.append(", top ", brush.theme.dim).append_text(brush.name(pile.top))
        chips.append(chip)
    return brush.labelled("stacks", flow(chips, brush.room, 3))


def _in_play(seat: SeatView, brush: Brush) -> list[Text]:
    if brush.compact and not seat.in_play:
        return []
    old = _seat_before(seat, brush)
    before = list(old.in_play if old else seat.in_play)
    # Cards with others Set on them are not lumped together: each is one to Build on.
    apart = [(placed, at if placed.count else 0) for at, placed in enumerate(seat.in_play)]
    return brush.row(
        "in play",
        [
            brush.mark(
                _placed(placed, count, brush), seat.in_play.count(placed) > before.count(placed)
            )
            for (placed, _), count in Counter(apart).items()
        ],
    )


def _seat_before(seat: SeatView, brush: Brush) -> SeatView | None:
    """Return a seat as it was when the table was last seen."""
    seats = brush.since.seats if brush.since else ()
    return next((each for each in seats if each.title == seat.title), None)


def _placed(placed: PlacedView, count: int, brush: Brush) -> Text:
    text = brush.name(placed.card, count)
    if placed.count:
        names = [card.name for card in placed.settled or ()] or [str(placed.count)]
        text.append(f" {brush.glyphs.settled}{', '.join(names)}", brush.theme.dim)
    return text


def _hand(seat: SeatView, brush: Brush) -> list[Text]:
    """Return the cards in hand; a new round's hand is all new and not marked."""
    hand = Counter(seat.hand or ())
    old = _seat_before(seat, brush)
    new_round = brush.since is None or brush.since.round != brush.view.round
    before = hand if old is None or new_round else Counter(old.hand or ())
    return [
        brush.mark(brush.name(card, count), count > before[card]) for card, count in hand.items()
    ]


def _market(label: str, piles: Sequence[PileView], brush: Brush) -> list[Text]:
    """Return a row of Market Stacks: in even columns if they fit, else closer and closer."""
    airy, tight = ([_stack(pile, brush, space) for pile in piles] for space in (" ", ""))
    cell = brush.room // len(piles)
    if all(chip.cell_len <= cell - 2 for chip in airy):
        line = Text()
        for chip in airy:
            line.append_text(chip).append(" " * (cell - chip.cell_len))
        return brush.labelled(label, [line])
    for chips, gap in ((airy, 3), (airy, 2), (tight, 2)):
        lines = flow(chips, brush.room, gap)
        if len(lines) == 1:
            break
    return brush.cut(brush.labelled(label, lines))


def _stack(pile: PileView, brush: Brush, space: str) -> Text:
    """Return a Market Stack; it is marked if it shows another card than when it was last seen."""
    if pile.top is None:
        return brush.dim(f"{pile.name} {brush.glyphs.minus}".strip())
    piles = brush.since.piles() if brush.since else ()
    before = next((old for old in piles if old.title == pile.title), pile)
    new = before.top != pile.top or len(before.cards) > len(pile.cards)
    return brush.mark(brush.name(pile.top, len(pile.cards), space, priced=True), new)


def _panel(brush: Brush, width: int, height: int) -> list[Text]:
    """Return what the cards say: those in hand, one's own in play, then the market's."""
    view = brush.view
    cards: list[Card] = []
    if view.you is not None:
        cards += [*(view.you.hand or ()), *(placed.card for placed in view.you.in_play)]
    market = [pile for seat in reversed(view.seats) for pile in seat.market]
    cards += [pile.top for pile in (*market, *view.generic) if pile.top]
    lines: list[Text] = []
    for card in dict.fromkeys(cards):
        if not card.words:
            continue
        entry = [brush.name(card)]
        if entry[0].cell_len + 2 + len(card.words) <= width:
            entry[0].append(f"  {card.words}", brush.theme.dim)
        else:
            entry += [brush.dim(f"  {line.plain}") for line in wrap(card.words, width - 2)]
        if len(lines) + len(entry) > height:
            break
        lines += entry
    return lines
